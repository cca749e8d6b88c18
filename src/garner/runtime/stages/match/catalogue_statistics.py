"""Estimate word frequencies in the catalogue from a sample.

Rare words decide what is searched for and how much a shared word counts. A database query per row would cost more than
the search; a sample of some thousand products, refreshed periodically, is good enough, and costs nothing per row
however large the catalogue is.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from garner.core.matching import DistinctProducts, Rarity, describe
from garner.core.matching.lexemes import Vocabulary, vocabulary
from garner.postgres.database import Database
from garner.store.records import catalogue

GOOD_SECONDS = 600.0
# A catalogue that is being filled is sampled again soon. The smaller it is, the cheaper its sample.
GOOD_SECONDS_WHILE_SMALL = 15.0
SMALL = 2_000
MIN_GOOD_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Standard:
    vocabulary: Vocabulary
    rarity: Rarity
    knows_spelling: bool  # the server can search by spelling


class CatalogueStatistics:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._standard: Standard | None = None
        self._good_until = 0.0
        self._taking = asyncio.Lock()

    async def current(self) -> Standard:
        """Return the statistics. Concurrent callers wait for the sample that is being taken, unless there is an older
        one to use."""
        if self._standard is not None and (time.monotonic() < self._good_until or self._taking.locked()):
            return self._standard
        async with self._taking:
            if self._standard is None or time.monotonic() >= self._good_until:
                self._standard = await self._take()
                self._good_until = time.monotonic() + good_seconds(self._standard.vocabulary.products)
            return self._standard

    async def _take(self) -> Standard:
        async with self._database.connection() as connection:
            taken = await catalogue.sample(connection)
        words, rarity = await asyncio.to_thread(_count_words, taken.products, taken.rows)
        return Standard(words, rarity, taken.knows_spelling)


def good_seconds(products: int) -> float:
    """Return how long a sample of a catalogue with so many products is used."""
    if products >= SMALL:
        return GOOD_SECONDS
    return max(MIN_GOOD_SECONDS, GOOD_SECONDS_WHILE_SMALL * products / SMALL)


def _count_words(products: int, rows: Sequence[dict[str, Any]]) -> tuple[Vocabulary, Rarity]:
    counts: Counter[str] = Counter()
    distinct, terms = DistinctProducts(), list[frozenset[str]]()
    for row in rows:
        described = describe({"title": row["name"], **{name: row[name] for name in ("brand", "sku", "mpn", "gtin")}})
        terms.append(described.terms)
        earlier = distinct.add(described.identity)
        counts.update(described.terms if earlier is None else described.terms - terms[earlier])
    return vocabulary(products, (row["lexemes"] or () for row in rows)), Rarity(_scale(counts, products, len(rows)))


def _scale(counts: Counter[str], products: int, sampled: int) -> Counter[str]:
    """Scale counts from the sample to the whole catalogue. A word that occurs once in the sample counts as rare as the
    many that do not occur in it: which of them the sample has is chance."""
    if products <= sampled or not sampled:
        return counts
    return Counter({word: 1 + round((count - 1) * products / sampled) for word, count in counts.items()})
