"""How much a word says: one that few entries of the catalogue have says much.

It depends on how many entries have the word, and not on how many there are: a catalogue that grows by products which
have nothing to do with a row changes nothing in how the row is judged.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

FALL = 0.17  # ten times as many entries with a word leave it two thirds of what it said


@dataclass(frozen=True, slots=True)
class Rarity:
    counts: Mapping[str, int]  # how many entries have the word; those that concern us are enough

    def __call__(self, word: str) -> float:
        """From 1, no entry has it, towards 0, very many have."""
        return _rarity(self.counts.get(word, 0))

    def sum(self, words: Iterable[str]) -> float:
        return math.fsum(map(self, words))


@lru_cache(maxsize=4_096)  # asked for each word of each pair; most words are in few entries, so most counts come again
def _rarity(count: int) -> float:
    return float((count + 1) ** -FALL)
