"""An in-memory index that finds the candidate entries for a row without comparing it to the whole catalogue.

An entry is found by terms that it shares with the row: words and model numbers, joined neighbours, prefixes of words,
and pieces of model numbers, so that neither a division nor an ending nor a wrong letter hides it. Rare terms count
most, and very frequent terms are not looked up at all.
"""

from array import array
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from garner.core.matching.decision import MAX_OFFERS, Fit, fit_of
from garner.core.matching.description import ProductDescription
from garner.core.matching.product_identity import DistinctProducts, ProductGroups
from garner.core.matching.rarity import Rarity

MAX_CANDIDATES = 20  # products
MAX_PER_PRODUCT = 3  # entries of one product that are compared with a row
PIECE = 4  # letters of a model number
BEGINNING = 5  # letters of a word
MAX_LOOKED_UP = 60_000  # entries for one row, the rarest terms' first

Id = TypeVar("Id", bound=Hashable)


def terms_of(described: ProductDescription) -> set[str]:
    words = described.words
    pieces = {code[at : at + PIECE] for code in described.codes for at in range(len(code) - PIECE + 1)}
    pairs = {first + second for first, second in pairwise(words)}
    beginnings = {word[:BEGINNING] for word in words if len(word) > BEGINNING}
    numbers = {described.gtin} if described.gtin else set()
    return pieces.union(described.terms, pairs, beginnings, numbers)


class _Counts(Mapping[str, int]):
    """The number of products per term, without a second dictionary of millions."""

    def __init__(self, positions: Mapping[str, Sequence[int]], repeated: Mapping[str, int]) -> None:
        self._positions = positions
        self._repeated = repeated

    def __getitem__(self, term: str) -> int:
        return len(self._positions[term]) - self._repeated.get(term, 0)

    def __iter__(self) -> Iterator[str]:
        return iter(self._positions)

    def __len__(self) -> int:
        return len(self._positions)


class Index(Generic[Id]):
    """A whole catalogue in memory."""

    def __init__(self, entries: Iterable[tuple[Id, ProductDescription]]) -> None:
        self._ids: list[Id] = []
        self._described: list[ProductDescription] = []
        self._positions: dict[str, array[int]] = {}
        self._products = ProductGroups()
        distinct, repeated = DistinctProducts(self._products), Counter[str]()
        for position, (identity, described) in enumerate(entries):
            self._ids.append(identity)
            self._described.append(described)
            terms = terms_of(described)
            for term in terms:
                self._positions.setdefault(term, array("I")).append(position)
            if (earlier := distinct.add(described.identity)) is None:
                continue
            # No word of an offer counts: the weight of a word would otherwise depend on how shops phrase their offers.
            is_offer = self._products.first(position) != position
            repeated.update(terms if is_offer else terms & terms_of(self._described[earlier]))
        self.rarity = Rarity(_Counts(self._positions, repeated))
        self._entries = self._entries_of_products()

    def _entries_of_products(self) -> dict[int, list[Id]]:
        """Return the first few entries of each product that has several."""
        by_product: dict[int, list[Id]] = {}
        for position, identity in enumerate(self._ids):
            if (product := self._products.first(position)) == position:
                continue
            if len(entries := by_product.setdefault(product, [self._ids[product]])) <= MAX_OFFERS:
                entries.append(identity)
        return by_product

    def __len__(self) -> int:
        return len(self._ids)

    def fits(self, row: ProductDescription) -> list[Fit[Id]]:
        """Return how well each candidate fits the row, in the order of the catalogue."""
        return [self._fit(row, position) for position in self._nearest(row, MAX_CANDIDATES)]

    def _fit(self, row: ProductDescription, position: int) -> Fit[Id]:
        entry = self._described[position]
        product = self._products.first(position)
        fit = fit_of(self._ids[position], row, entry, product, self.rarity)
        entries = self._entries.get(product)
        return fit if entries is None else replace(fit, entries=tuple(entries))

    def _nearest(self, row: ProductDescription, limit: int) -> list[int]:
        sums = self._weights(row)
        if sums is None:
            return []
        wanted = limit * MAX_PER_PRODUCT
        while True:
            best = np.argpartition(-sums, wanted)[:wanted] if wanted < len(sums) else np.arange(len(sums))
            best = best[np.lexsort((best, -sums[best]))]
            by_product, enough = self._of_each_product(
                (int(position) for position in best if sums[position] > 0), limit
            )
            if enough or wanted >= len(sums) or sums[best[-1]] <= 0:  # the rest shares nothing with the row
                return sorted(
                    {position for product, positions in by_product.items() for position in (product, *positions)}
                )
            wanted *= 4

    def _of_each_product(self, positions: Iterable[int], limit: int) -> tuple[dict[int, list[int]], bool]:
        """Return the best few entries of each of the best products, and whether there are as many products as wanted.

        Copies of one product leave no less room for others, and offers of other products do not crowd out a product
        that is among the best by its first entry."""
        by_product: dict[int, list[int]] = {}
        by_first = 0
        for position in positions:
            if len(by_product) >= limit and by_first == limit:
                return by_product, True
            product = self._products.first(position)
            is_first = position == product and by_first < limit
            by_first += is_first
            if product not in by_product and len(by_product) >= limit and not is_first:
                continue
            if len(of_product := by_product.setdefault(product, [])) < MAX_PER_PRODUCT:
                of_product.append(position)
        return by_product, len(by_product) >= limit and by_first == limit

    def _weights(self, row: ProductDescription) -> NDArray[np.float64] | None:
        """Return for each entry the weight of the terms that it shares with the row."""
        known = sorted((len(positions), term) for term in terms_of(row) if (positions := self._positions.get(term)))
        looked_up: list[NDArray[np.uint32]] = []
        weights, total = list[NDArray[np.float64]](), 0
        for count, term in known:
            total += count
            if total > MAX_LOOKED_UP and looked_up:
                break
            looked_up.append(np.frombuffer(self._positions[term], dtype=np.uint32))
            weights.append(np.full(count, self.rarity(term) ** 2))
        if not looked_up:
            return None
        return np.asarray(np.bincount(np.concatenate(looked_up), np.concatenate(weights)), dtype=np.float64)
