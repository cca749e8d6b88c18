"""The entries of a catalogue that a row may be, found without comparing it to all of them.

An entry is found by what it shares with the row: words and model numbers, neighbours written together, beginnings of
words, and pieces of model numbers, so that neither a division nor an ending nor a wrong letter hides it. What few
entries have counts most, and what very many have is not looked up at all.
"""

from array import array
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from garner.core.match.description import Described
from garner.core.match.rarity import Rarity

MOST_CANDIDATES = 20
PIECE = 4  # letters of a model number
BEGINNING = 5  # letters of a word
MOST_LOOKED_UP = 60_000  # entries for one row, the rarest terms' first

Id = TypeVar("Id", bound=Hashable)


def terms_of(described: Described) -> set[str]:
    words = described.words
    pieces = {code[at : at + PIECE] for code in described.codes for at in range(len(code) - PIECE + 1)}
    pairs = {first + second for first, second in pairwise(words)}
    beginnings = {word[:BEGINNING] for word in words if len(word) > BEGINNING}
    numbers = {described.gtin} if described.gtin else set()
    return pieces.union(described.terms, pairs, beginnings, numbers)


class _Counts(Mapping[str, int]):
    """How many entries have a term, without a second dictionary of millions."""

    def __init__(self, places: Mapping[str, Sequence[int]]) -> None:
        self._places = places

    def __getitem__(self, term: str) -> int:
        return len(self._places[term])

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


class Index(Generic[Id]):
    """All of a catalogue, in memory."""

    def __init__(self, entries: Iterable[tuple[Id, Described]]) -> None:
        self._ids: list[Id] = []
        self._described: list[Described] = []
        places: dict[str, array[int]] = {}
        for place, (identity, described) in enumerate(entries):
            self._ids.append(identity)
            self._described.append(described)
            for term in terms_of(described):
                places.setdefault(term, array("I")).append(place)
        self._places = places
        self.rarity = Rarity(len(self._ids), _Counts(places))

    def __len__(self) -> int:
        return len(self._ids)

    def candidates(self, row: Described, most: int = MOST_CANDIDATES) -> list[tuple[Id, Described]]:
        """The likeliest entries, the likeliest first."""
        return [(self._ids[place], self._described[place]) for place in self._nearest(row, most)]

    def _nearest(self, row: Described, most: int) -> Sequence[int]:
        known = sorted((len(found), term) for term in terms_of(row) if (found := self._places.get(term)))
        looked_up: list[NDArray[np.uint32]] = []
        weights, total = list[NDArray[np.float64]](), 0
        for count, term in known:
            total += count
            if total > MOST_LOOKED_UP and looked_up:
                break
            looked_up.append(np.frombuffer(self._places[term], dtype=np.uint32))
            weights.append(np.full(count, self.rarity(term) ** 2))
        if not looked_up:
            return []
        sums = np.bincount(np.concatenate(looked_up), np.concatenate(weights))
        best = np.argpartition(-sums, most)[:most] if most < len(sums) else np.arange(len(sums))
        best = best[np.lexsort((best, -sums[best]))]
        return [int(place) for place in best if sums[place] > 0]
