"""The weight of a word: a word that few entries of the catalogue have weighs much.

The weight depends on how many entries have the word, and not on the size of the catalogue: adding products unrelated to
a row does not change how the row is judged.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

FALL = 0.17  # ten times as many entries with a word leave it two thirds of its weight


@dataclass(frozen=True, slots=True)
class Rarity:
    counts: Mapping[str, int]  # number of entries that have the word; only the words to be weighed are needed

    def __call__(self, word: str) -> float:
        """Return the weight, from 1 if no entry has the word towards 0 if very many have it."""
        return _rarity(self.counts.get(word, 0))

    def sum(self, words: Iterable[str]) -> float:
        return math.fsum(map(self, words))


@lru_cache(maxsize=4_096)  # called for each word of each pair; most words are in few entries, so most counts repeat
def _rarity(count: int) -> float:
    return float((count + 1) ** -FALL)
