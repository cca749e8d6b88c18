"""How much a word says: one that few entries of the catalogue have says much."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

LEAST_ENTRIES = 1_000  # taken to be there: in a list of three, what only one has need not be rare


@dataclass(frozen=True, slots=True)
class Rarity:
    entries: int
    counts: Mapping[str, int]  # how many entries have the word; those that concern us are enough

    def __call__(self, word: str) -> float:
        """From 0, all of very many entries have it, to 1, none has."""
        return _rarity(self.counts.get(word, 0), self.entries)

    def sum(self, words: Iterable[str]) -> float:
        return math.fsum(map(self, words))


@lru_cache(maxsize=4_096)  # asked for each word of each pair; most words are in few entries, so most counts come again
def _rarity(count: int, entries: int) -> float:
    entries = max(entries, LEAST_ENTRIES)
    return 1.0 - math.log(min(count, entries) + 1) / math.log(entries + 1)
