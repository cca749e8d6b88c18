"""The ladder of each kind of record, and the questions to a language model about it: each kind's package has both."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from garner.core.record import Kind
from garner.extraction.ladder import Ladder
from garner.extraction.questions import Question


def _load_ladder(kind: Kind) -> Ladder[Any]:
    ladder = import_module(f"garner.extraction.kinds.{kind}.ladder").LADDER
    assert isinstance(ladder, Ladder) and ladder.kind is kind
    return ladder


def _load_questions(kind: Kind) -> tuple[Question, ...]:
    return tuple(import_module(f"garner.extraction.kinds.{kind}.questions").QUESTIONS)


LADDERS: Mapping[Kind, Ladder[Any]] = {kind: _load_ladder(kind) for kind in Kind}
QUESTIONS: Mapping[Kind, tuple[Question, ...]] = {kind: _load_questions(kind) for kind in Kind}
