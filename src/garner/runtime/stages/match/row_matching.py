"""Match one row against the catalogue and the providers, by the strategies of its run."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from garner.core.matching import (
    Fit,
    MatchDecision,
    ProductDescription,
    ProductGroups,
    Unmatched,
    decide,
    describe,
    fit_of,
    lexemes,
)
from garner.core.matching.decision import MAX_OFFERS
from garner.core.matching.product_identity import MIN_NUMBER_LENGTH
from garner.core.matching.strategies import ROW_RUNS, Search, StoredCandidate, Strategy, merge_candidates, strategies
from garner.core.record import Kind
from garner.core.rows.check_digit import GTIN_LENGTHS
from garner.engine.batching import Batcher
from garner.extraction.values.identifiers import gtin, gtin_of_number
from garner.kinds.flat_results import ResultOffer
from garner.postgres.database import Connection, Database
from garner.runtime.stages.match.catalogue_statistics import CatalogueStatistics, Standard
from garner.runtime.stages.match.providers import Offer, Providers, Searched
from garner.store.records import catalogue
from garner.store.records.catalogue import CatalogueEntry

MAX_TITLE_LENGTH = 2_000
MAX_MISSPELT = 2
MIN_SHARE = 0.05  # of a candidate whose whole product is examined
SEARCHED_BY = ("title", "brand", "sku", "mpn", "gtin")
OFFERED = ("brand", "sku", "mpn", "gtin", "price", "currency", "category", "description")


@dataclass(frozen=True, slots=True)
class MatchRow:
    """The fields of a row to search by."""

    fields: Mapping[str, object]
    gtins: tuple[str, ...]

    @property
    def title(self) -> str:
        return str(self.fields.get("title") or "")[:MAX_TITLE_LENGTH]

    def text(self, name: str) -> str:
        return str(self.fields.get(name) or "")

    @property
    def words(self) -> tuple[str, ...]:
        return lexemes.lexemes(self.title, self.text("brand"), self.text("sku"), self.text("mpn"))

    @property
    def numbers(self) -> list[str]:
        """The seller's and the maker's numbers, and codes in the title that look like one."""
        own = [lexemes.code(self.text(name)) for name in ("mpn", "sku")]
        return list(dict.fromkeys([code for code in own if len(code) > 2] + lexemes.codes_among(self.words)))

    @property
    def query(self) -> str:
        """All search terms, in one line."""
        terms = [self.title, *(self.text(name) for name in SEARCHED_BY if name not in ("title", "gtin")), *self.gtins]
        return " ".join(" ".join(terms).split())[:MAX_TITLE_LENGTH]

    @property
    def is_empty(self) -> bool:
        return not self.gtins and not any(map(str.isalnum, "".join(map(self.text, SEARCHED_BY))))


def row_of(given: Mapping[str, Any], gtins: Sequence[str] = ()) -> MatchRow:
    own = _gtin(str(given.get("gtin") or ""))
    all_gtins = (*gtins, own) if own else tuple(gtins)
    return MatchRow({**given, "gtin": all_gtins[0]} if len(set(all_gtins)) == 1 else given, all_gtins)


def _gtin(written: str) -> str | None:
    """Parse a GTIN. Spreadsheets treat it as a number and drop its leading zeros."""
    bare = written.strip().removesuffix(".0")
    is_number = len(bare) <= max(GTIN_LENGTHS) and bare.isascii() and bare.isdecimal()
    return gtin(bare) or (gtin_of_number(int(bare), "gtin") if is_number else None)


@dataclass(frozen=True, slots=True)
class RowMatch:
    product_id: int | None
    offer: Offer | None
    score: float
    strategy: Strategy
    others: Sequence[CatalogueEntry] = ()  # entries of the same product: copies, and other shops' offers

    @property
    def offers(self) -> list[ResultOffer]:
        return [offer_of(entry) for entry in self.others]


@dataclass(slots=True)
class RowOutcome:
    match: RowMatch | None
    candidates: list[StoredCandidate]
    searched: Searched = field(default_factory=Searched)
    reason: Unmatched | None = None  # why there is no match
    search: Search | None = None  # None for an empty catalogue, which is not searched


@dataclass(frozen=True, slots=True)
class _Found:
    """A candidate for the row."""

    candidate: CatalogueEntry | Offer
    strategy: Strategy
    by_related_entry: bool = False  # not found by the row itself, but by another entry of its product

    @property
    def product_id(self) -> int | None:
        return self.candidate.id if isinstance(self.candidate, CatalogueEntry) else None

    def to_stored(self, share: float) -> StoredCandidate:
        candidate, way = self.candidate, self.strategy
        if isinstance(candidate, CatalogueEntry):
            return StoredCandidate(
                candidate.id, candidate.name, candidate.brand, candidate.sku, candidate.url, share, way
            )
        fields = {name: candidate.fields.get(name) for name in ("brand", "sku", "url")}
        return StoredCandidate(
            None, candidate.fields["title"], score=share, strategy=way, provider=candidate.provider, **fields
        )


class RowMatcher:
    def __init__(self, database: Database, statistics: CatalogueStatistics, providers: Providers | None = None) -> None:
        self._database = database
        self._statistics = statistics
        self._providers = providers
        # Rows are matched many at a time: concurrent calls share the next answer.
        self._product_checks: Batcher[None, bool] = Batcher(
            self._have_products, lambda _: self._has_products(), under_way=1
        )

    @property
    def asks_providers(self) -> bool:
        return bool(self._providers)

    async def has_candidates(self) -> bool:
        """Return whether a match is possible at all: there is a product, or a provider to query."""
        if self._providers or (await self._statistics.current()).vocabulary.products:
            return True
        return await self._product_checks.ask(None)  # the sample may be older than the first product

    async def _has_products(self) -> bool:
        async with self._database.connection() as connection:
            return await catalogue.has_products(connection)

    async def _have_products(self, requests: Sequence[None]) -> list[bool]:
        return [await self._has_products()] * len(requests)

    async def match(
        self, row: MatchRow, user_id: int | None, earlier: Sequence[StoredCandidate], run: int, runs: int
    ) -> RowOutcome:
        """Match the row to products that its user may see. `earlier` are the candidates of earlier runs, which are
        compared again with those of this one."""
        search, began = Search(row.query), time.monotonic()
        standard = await self._statistics.current()
        has_number = bool(row.gtins or row.numbers)
        ways = strategies(run, runs, has_number=has_number, has_provider=bool(self._providers))
        entries: dict[int, tuple[CatalogueEntry, Strategy]] = {}
        for way in ways:
            async with self._database.connection() as connection:
                for candidate in await self._search(connection, user_id, way, row, standard, search):
                    entries.setdefault(candidate.id, (candidate, way))
            if way is Strategy.GTIN and entries:
                break  # an entry with this number is the match
        search.hits = len(entries)
        async with self._database.connection() as connection:
            for candidate in await _of_earlier_runs(connection, user_id, earlier, entries):
                entries[candidate.id] = candidate, _strategy_of(candidate, earlier)
        searched = Searched()
        if Strategy.PROVIDER in ways and self._providers is not None:
            searched = await self._providers.search(row.fields, max(0, run - len(ROW_RUNS)))
        search.hits += len(searched.offers)
        search.took_ms = (time.monotonic() - began) * 1000
        rated = [_Found(candidate, way) for candidate, way in entries.values()]
        rated += [_Found(offer, Strategy.PROVIDER) for offer in searched.offers]
        decision, rated = _decide(row, rated, standard)
        if related := await self._other_entries(user_id, decision, rated):
            decision, rated = _decide(row, [*rated, *related], standard)
        kept = [rated[match_candidate.id].to_stored(match_candidate.score) for match_candidate in decision.candidates]
        candidates = merge_candidates(kept, (stored for stored in earlier if stored.id is None))
        return RowOutcome(_match(decision, rated), candidates, searched, decision.reason, search)

    async def _search(
        self,
        connection: Connection,
        user_id: int | None,
        way: Strategy,
        row: MatchRow,
        standard: Standard,
        search: Search,
    ) -> Sequence[CatalogueEntry]:
        known = standard.vocabulary
        if way is Strategy.GTIN:
            return [entry for number in row.gtins for entry in await catalogue.by_gtin(connection, user_id, number)]
        if way is Strategy.NUMBER:
            wanted = lexemes.build_rare_query(row.numbers, known)
        elif way is Strategy.WORDS:
            wanted = lexemes.build_rare_query(row.words, known) or lexemes.build_common_query(row.words, known)
        elif way is Strategy.COMMON_WORDS:
            wanted = lexemes.build_common_query(row.words, known)
        elif way is Strategy.SPELLING:
            return await self._search_by_spelling(connection, user_id, row, standard, search)
        else:
            return ()
        return await catalogue.by_words(connection, user_id, wanted) if wanted else ()

    async def _search_by_spelling(
        self, connection: Connection, user_id: int | None, row: MatchRow, standard: Standard, search: Search
    ) -> Sequence[CatalogueEntry]:
        """Search by spelling. The vocabulary corrects a misspelling of a word that many products have; one of a rare
        word is searched for by its letters."""
        known = standard.vocabulary
        misspelt = known.misspelt(row.words)
        meant = {word: known.meant_by(word) for word in misspelt}
        search.corrections = {word: other for word, other in meant.items() if other is not None}
        entries: list[CatalogueEntry] = []
        if search.corrections:
            words = [meant.get(word) or word for word in row.words]
            wanted = lexemes.build_rare_query(words, known) or lexemes.build_common_query(words, known)
            entries += await catalogue.by_words(connection, user_id, wanted) if wanted else ()
        if standard.knows_spelling:
            unknown = [word for word in misspelt if not meant[word]]
            entries += await catalogue.by_spelling(connection, user_id, unknown[:MAX_MISSPELT])
        return entries

    async def _other_entries(
        self, user_id: int | None, decision: MatchDecision[int], rated: Sequence[_Found]
    ) -> list[_Found]:
        """Return other entries of the likely products. A product is compared by its first entry, which need not share a
        word with the row, and all of its entries are its offers."""
        likely = [
            rated[match_candidate.id] for match_candidate in decision.candidates if match_candidate.score >= MIN_SHARE
        ]
        ways = {
            number: candidate.strategy for candidate in reversed(likely) for number in _numbers(candidate.candidate)
        }
        if not ways or likely[0].strategy is Strategy.GTIN:  # all entries with that number were found
            return []
        async with self._database.connection() as connection:
            entries = await catalogue.by_numbers(
                connection,
                user_id,
                [number for name, number in ways if name == "gtin"],
                [code for name, code in ways if name == "code"],
            )
        known = {candidate.product_id for candidate in rated}
        return [
            _Found(
                related,
                next((ways[number] for number in _numbers(related) if number in ways), likely[0].strategy),
                True,
            )
            for related in entries
            if related.id not in known
        ]


def _numbers(candidate: CatalogueEntry | Offer) -> list[tuple[str, str]]:
    """Return the numbers by which other entries of its product are looked up. A provider's offer is no entry."""
    if isinstance(candidate, Offer):
        return []
    gtins = [("gtin", catalogue.bare_gtin(candidate.gtin))] if candidate.gtin else []
    codes = (lexemes.code(number or "") for number in (candidate.mpn, candidate.sku))
    return [*gtins, *(("code", code) for code in codes if len(code) >= MIN_NUMBER_LENGTH)]


def _decide(row: MatchRow, candidates: Sequence[_Found], standard: Standard) -> tuple[MatchDecision[int], list[_Found]]:
    """Decide the match. Candidates are sorted in the order of the catalogue, and the decision refers to their
    positions."""
    rated = sorted(candidates, key=lambda candidate: (candidate.product_id is None, candidate.product_id or 0))
    return decide(_fits(describe(row.fields), rated, standard)), rated


async def _of_earlier_runs(
    connection: Connection, user_id: int | None, earlier: Sequence[StoredCandidate], entries: Mapping[int, object]
) -> list[CatalogueEntry]:
    ids = [candidate.id for candidate in earlier if candidate.id is not None and candidate.id not in entries]
    return await catalogue.by_ids(connection, user_id, ids) if ids else []


def _strategy_of(candidate: CatalogueEntry, earlier: Sequence[StoredCandidate]) -> Strategy:
    kept = next(stored for stored in earlier if stored.id == candidate.id)
    return Strategy(kept.strategy) if kept.strategy in tuple(Strategy) else Strategy.WORDS


def _fits(row: ProductDescription, candidates: Sequence[_Found], standard: Standard) -> list[Fit[int]]:
    """Return how well each candidate fits the row, by position. Of entries that the row does not find, only the first
    of a product that it finds is compared; the others are offers."""
    described = [describe(candidate.candidate.fields) for candidate in candidates]
    products = ProductGroups(entry.identity for entry in described)
    entries: dict[int, list[int]] = {}
    for index in range(len(candidates)):
        entries.setdefault(products.first(index), []).append(index)
    compared = {index for index, candidate in enumerate(candidates) if not candidate.by_related_entry}
    compared |= {products.first(index) for index in compared}
    return [
        replace(
            fit_of(index, row, described[index], product, standard.rarity),
            entries=tuple(entries[product][: MAX_OFFERS + 1]),
        )
        for index, product in ((index, products.first(index)) for index in sorted(compared))
    ]


def _match(decision: MatchDecision[int], candidates: Sequence[_Found]) -> RowMatch | None:
    if decision.match is None:
        return None
    best = candidates[decision.match]
    offer = best.candidate if isinstance(best.candidate, Offer) else None
    others = [entry for index in decision.offers if isinstance(entry := candidates[index].candidate, CatalogueEntry)]
    return RowMatch(best.product_id, offer, decision.score, best.strategy, others)


def offer_of(entry: CatalogueEntry) -> ResultOffer:
    """Return another entry of a matched product as the row's result shows it."""
    price = None if entry.price is None else str(entry.price)
    return {
        "id": entry.id,
        "name": entry.name,
        "url": entry.url,
        "price": price,
        "currency": entry.currency,
        "sku": entry.sku,
    }


def offered_record(offer: Offer, score: float) -> dict[str, Any]:
    """Return a provider's offer in the shape of a record."""
    fields = offer.fields
    return {
        "kind": Kind.PRODUCT,
        "url": fields.get("url"),
        "name": fields["title"],
        **{name: fields.get(name) for name in OFFERED},
        "images": [{"url": fields["image"], "alt": None, "position": 0}] if fields.get("image") else [],
        "confidence": round(score, 4),
        "strategy": Strategy.PROVIDER,
        "warnings": [f"Data from {offer.provider}; the product page was not read."],
    }
