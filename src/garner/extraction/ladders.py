"""The ladder of each kind of record, and the questions to a language model about it."""

from collections.abc import Mapping
from typing import Any

from garner.core.record import Kind
from garner.extraction.kinds.posting import ladder as posting
from garner.extraction.kinds.posting import questions as about_posting
from garner.extraction.kinds.product import ladder as product
from garner.extraction.kinds.product import questions as about_product
from garner.extraction.kinds.recipe import ladder as recipe
from garner.extraction.kinds.recipe import questions as about_recipe
from garner.extraction.ladder import Ladder
from garner.extraction.questions import Question

_LADDERS: tuple[Ladder[Any], ...] = (recipe.LADDER, product.LADDER, posting.LADDER)
LADDERS: Mapping[Kind, Ladder[Any]] = {ladder.kind: ladder for ladder in _LADDERS}
QUESTIONS: Mapping[Kind, tuple[Question, ...]] = {
    Kind.RECIPE: about_recipe.QUESTIONS,
    Kind.PRODUCT: about_product.QUESTIONS,
    Kind.POSTING: about_posting.QUESTIONS,
}
