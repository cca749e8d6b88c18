"""How much a word says: one that few entries of the catalogue have says much."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

LEAST_ENTRIES = 1_000  # taken to be there: in a list of three, what only one has need not be rare


@dataclass(frozen=True, slots=True)
class Rarity:
    entries: int
    counts: Mapping[str, int]  # how many entries have the word; those that concern us are enough

    def __call__(self, word: str) -> float:
        """From 0, all of very many entries have it, to 1, none has."""
        entries = max(self.entries, LEAST_ENTRIES)
        return 1.0 - math.log(min(self.counts.get(word, 0), entries) + 1) / math.log(entries + 1)

    def sum(self, words: Iterable[str]) -> float:
        return math.fsum(map(self, words))
