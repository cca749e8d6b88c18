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

_PACKAGES: tuple[tuple[Ladder[Any], tuple[Question, ...]], ...] = (
    (recipe.LADDER, about_recipe.QUESTIONS),
    (product.LADDER, about_product.QUESTIONS),
    (posting.LADDER, about_posting.QUESTIONS),
)
LADDERS: Mapping[Kind, Ladder[Any]] = {ladder.kind: ladder for ladder, _ in _PACKAGES}
QUESTIONS: Mapping[Kind, tuple[Question, ...]] = {ladder.kind: questions for ladder, questions in _PACKAGES}
