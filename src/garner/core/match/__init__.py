"""Matching rows to a catalogue of products: pure, so that files and the database are matched alike.

`Index`, which finds candidates in memory, is imported from its own module: it needs numpy, which others should not
wait for."""

from garner.core.match.decision import Candidate, Decision, decide, decide_all
from garner.core.match.description import Described, describe
from garner.core.match.rarity import Rarity
from garner.core.match.scoring import Scored, score

__all__ = [
    "Candidate", "Decision", "Described", "Rarity", "Scored", "decide", "decide_all", "describe", "score",
]  # fmt: skip
