"""The ladder of each kind of record."""

from collections.abc import Mapping

from garner.core.record import Kind
from garner.extract import (
    posting,
    product,
    recipe,
)
from garner.extract.ladder import Ladder

LADDERS: Mapping[Kind, Ladder] = {ladder.kind: ladder for ladder in (recipe.LADDER, product.LADDER, posting.LADDER)}
