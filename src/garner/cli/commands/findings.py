"""Findings of `garner doctor`: each with a mark, and with advice if something is to be done."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum


class Mark(Enum):
    """A sign, its ASCII substitute, and a style."""

    GOOD = "✓", "+", "green"
    DOUBTFUL = "!", "!", "yellow"
    WRONG = "✗", "x", "bold red"


@dataclass(frozen=True, slots=True)
class Finding:
    mark: Mark
    what: str
    advice: str = ""


Findings = Iterator[Finding]


def good(what: str) -> Finding:
    return Finding(Mark.GOOD, what)


def doubtful(what: str, advice: str) -> Finding:
    return Finding(Mark.DOUBTFUL, what, advice)


def wrong(what: str, advice: str) -> Finding:
    return Finding(Mark.WRONG, what, advice)
