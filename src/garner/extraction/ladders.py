"""The ladder of each kind of record."""

from collections.abc import Mapping

from garner.core.record import Kind
from garner.extraction.kinds.posting import ladder as posting
from garner.extraction.kinds.product import ladder as product
from garner.extraction.kinds.recipe import ladder as recipe
from garner.extraction.ladder import Ladder

LADDERS: Mapping[Kind, Ladder] = {ladder.kind: ladder for ladder in (recipe.LADDER, product.LADDER, posting.LADDER)}
