"""Search in PostgreSQL: the default engine, which needs no server beside the database."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp, log

from garner.core.search.cursor import SearchCursor, decode_cursor, encode_cursor
from garner.core.search.expression import (
    NEVER,
    SpellingOrigin,
    TermMeaning,
    WordFacts,
    all_terms,
    all_titles,
    excluded_expression,
    phrase_expressions,
    ranking_expression,
    some_terms,
)
from garner.core.search.query import Query, parse_query
from garner.core.search.ranking import (
    RankedCandidate,
    RankedQuery,
    Score,
    lexemes_of_interest,
    score_candidate,
)
from garner.postgres.database import Connection, Database
from garner.search.facets import count_facets, label_expression
from garner.search.hits import make_hits
from garner.search.meanings import QueryReader
from garner.search.port import Correction, SearchAnswer, SearchRequest
from garner.search.stemming import Stemmer
from garner.store.search import candidates
from garner.store.search.candidates import (
    MAX_BEST,
    MAX_CANDIDATES,
    After,
    DocumentFilter,
    DocumentSearch,
    FoundDocument,
    SearchTimedOut,
)
from garner.store.search.visibility import MAX_FEW, count_own

NAME = "postgres"
MOST = 0.05  # share of documents above which the table is read
MAX_READ = 2_000  # candidates that are read so
RARE = 0.3  # share of documents below which the index looks for a label; the rows tell a more frequent one sooner


@dataclass(frozen=True, slots=True)
class _Reading:
    """A query as it was read in the end, and the search for it."""

    query: Query
    meanings: Sequence[TermMeaning]
    facts: WordFacts
    search: DocumentSearch
    is_partial: bool = False


@dataclass(frozen=True, slots=True)
class _Ranked:
    document: FoundDocument
    score: Score


class PostgresSearch:
    """Searches the tables that the indexer keeps."""

    def __init__(self, database: Database, timeout_ms: int, cap: int = MAX_CANDIDATES) -> None:
        self._database = database
        self._timeout_ms = timeout_ms
        self._cap = cap
        self._stemmer = Stemmer()

    @property
    def name(self) -> str:
        return NAME

    async def search(self, request: SearchRequest) -> SearchAnswer:
        query = parse_query(request.text)
        after = None if request.after is None else decode_cursor(request.after, _subject(request))
        if not query.wanted:
            return SearchAnswer((), 0, False, NAME)
        try:
            async with candidates.searching(self._database, self._timeout_ms) as connection:
                return await self._search(connection, query, request, after)
        except SearchTimedOut:
            return SearchAnswer((), 0, True, NAME, timed_out=True)

    async def _search(
        self, connection: Connection, query: Query, request: SearchRequest, after: SearchCursor | None
    ) -> SearchAnswer:
        reader = QueryReader(connection, self._stemmer, request.viewer)
        reading, best = await self._read(connection, reader, query, request)
        ranked = _rank(reading, best)
        page, following = await self._page(connection, reading, ranked, request, after)
        total, approximate = self._total(reading, best)
        facets = (
            await count_facets(connection, reading.search, request.filters, best[0].total if best else 0)
            if request.with_facets
            else {}
        )
        return SearchAnswer(
            await make_hits(connection, request.viewer, reading.meanings, reading.facts, page),
            total,
            approximate,
            NAME,
            _corrections(reading.meanings, ranked),
            reading.is_partial and bool(best),
            facets=facets,
            next=None if following is None else encode_cursor(following, _subject(request)),
        )

    async def _read(
        self, connection: Connection, reader: QueryReader, query: Query, request: SearchRequest
    ) -> tuple[_Reading, list[FoundDocument]]:
        """Search for the query as typed; if nothing has all of it, with its words corrected; and if still nothing has,
        for documents with some of its words."""
        facts = await reader.facts(query)
        rare_kind = request.kind if request.kind and facts.kinds[request.kind] < facts.total * RARE else None
        base = DocumentSearch(
            "",
            request.viewer,
            DocumentFilter(
                label_expression(rare_kind, request.filters.labels),
                request.kind,
                request.filters.min_price,
                request.filters.max_price,
                request.filters.posted_since,
                request.filters.min_rating,
                request.filters.updated_since,
                request.filters.gone,
            ),
            phrases=phrase_expressions(query),
            has_few_own=await self._has_few_own(connection, request),
            catalogue_is_rare=facts.catalogue < facts.total * RARE,
            cap=self._cap,
        )
        meanings = await reader.read_typed(query, facts)
        typed, best = await self._best(connection, _Reading(query, meanings, facts, base))
        if best:
            return typed, best
        meanings = await reader.correct_known(meanings, facts)
        corrected, best = await self._best(connection, _Reading(query, meanings, facts, base))
        if best or len(query.wanted) == 1:
            return corrected, best
        return await self._partial(connection, typed)

    async def _has_few_own(self, connection: Connection, request: SearchRequest) -> bool:
        return request.viewer.user_id is None or await count_own(connection, request.viewer) <= MAX_FEW

    async def _partial(self, connection: Connection, reading: _Reading) -> tuple[_Reading, list[FoundDocument]]:
        wanted = some_terms(_rarest(reading.meanings, self._cap), reading.facts)
        search = replace(reading.search, wanted=self._select_wanted(reading, wanted), phrases="")
        partial = replace(reading, search=search, is_partial=True)
        return partial, await self._find(connection, partial)

    def _select_wanted(self, reading: _Reading, expression: str) -> str:
        return f"({expression or NEVER}){excluded_expression(reading.query, reading.facts)}"

    async def _best(self, connection: Connection, reading: _Reading) -> tuple[_Reading, list[FoundDocument]]:
        """Return the best documents that have all terms, and how they were looked for. Where more have them than are
        read, those with the terms in their titles come first; where very many have, any of those do."""
        wanted = self._select_wanted(reading, all_terms(reading.meanings, reading.facts))
        search = replace(reading.search, wanted=wanted, ranking=ranking_expression(reading.meanings, reading.facts))
        reading = replace(reading, search=search)
        if _estimate(reading.meanings, reading.facts) <= self._cap:
            return reading, await self._find(connection, reading)
        if await self._is_in_most_headings(connection, reading):
            await candidates.allow_table_reads(connection)
            reading = replace(reading, search=replace(search, reads_table=True, cap=min(self._cap, MAX_READ)))
            return reading, await self._find(connection, reading)
        titles = self._select_wanted(reading, all_titles(reading.meanings, reading.facts))
        titled = replace(reading, search=replace(search, wanted=titles))
        best = await self._find(connection, titled)
        if len(best) == MAX_BEST:
            return titled, best
        reading = replace(reading, search=replace(search, first=titles))
        return reading, await self._find(connection, reading)

    async def _is_in_most_headings(self, connection: Connection, reading: _Reading) -> bool:
        """Return whether so many documents have the words that the table is read sooner than the index."""
        search, least = reading.search, max(reading.facts.total * MOST, 10 * self._cap)
        is_plain = not (reading.query.excluded or search.phrases or search.filters.labels or search.filters.conditions)
        return (
            is_plain
            and search.has_few_own
            and not search.catalogue_is_rare
            and _estimate(reading.meanings, reading.facts) > least
            and await candidates.estimate_headings(connection, search.wanted) > least
        )

    async def _find(self, connection: Connection, reading: _Reading) -> list[FoundDocument]:
        lexemes = lexemes_of_interest(reading.meanings, reading.facts)
        return await candidates.find(connection, reading.search, lexemes)

    async def _page(
        self,
        connection: Connection,
        reading: _Reading,
        ranked: Sequence[_Ranked],
        request: SearchRequest,
        after: SearchCursor | None,
    ) -> tuple[list[_Ranked], SearchCursor | None]:
        """Return the hits of a page. The best ones are ordered by what they are called, the rest as the first ranking
        has them."""
        limit = request.limit
        if after is None or after.is_best:
            rest = [each for each in ranked if after is None or _key(each) < (after.value, after.id)]
            page = rest[:limit]
            if len(rest) > limit:
                return page, SearchCursor(True, *_key(page[-1]))
            if len(ranked) < MAX_BEST:
                return page, None
            last = min(ranked, key=lambda each: (each.document.rank, each.document.id)).document
            place = After(last.rank, last.id)
        else:
            page, place = [], After(after.value, after.id)
        room = limit - len(page)
        lexemes = lexemes_of_interest(reading.meanings, reading.facts)
        following = await candidates.find(connection, reading.search, lexemes, limit=room + 1, after=place)
        page += [_Ranked(document, Score(document.rank / 10, ())) for document in following[:room]]
        if len(following) <= room:
            return page, None
        return page, SearchCursor(False, following[room - 1].rank, following[room - 1].id) if room else SearchCursor(
            False, place.rank, place.id
        )

    def _total(self, reading: _Reading, best: Sequence[FoundDocument]) -> tuple[int, bool]:
        """Return the number of documents, estimated from how frequent the words are if there are more than are read."""
        counted = best[0].total if best else 0
        if counted < reading.search.cap:
            return counted, _estimate(reading.meanings, reading.facts) > self._cap and not reading.is_partial
        return max(counted, round(_estimate(reading.meanings, reading.facts))), True


def _estimate(meanings: Sequence[TermMeaning], facts: WordFacts) -> float:
    """Estimate how many documents have all terms, as if words were independent; those of one subject are not, so the
    estimate is at least a hundredth of the rarest."""
    counts = [meaning.documents for meaning in meanings if not meaning.is_optional]
    total = max(facts.total, 1)
    rarest = min(counts, default=0)
    together = exp(sum(log(max(count, 0.5) / total) for count in counts)) * total
    return min(float(rarest), max(together, rarest / 100))


def _rarest(meanings: Sequence[TermMeaning], cap: int) -> list[TermMeaning]:
    """Return the rarest terms, as many as keep the expected number of documents below the cap."""
    required = sorted((each for each in meanings if not each.is_optional), key=lambda each: each.documents)
    kept, room = list[TermMeaning](), cap
    for meaning in required:
        room -= meaning.documents
        if kept and room < 0:
            break
        kept.append(meaning)
    return kept


def _rank(reading: _Reading, documents: Sequence[FoundDocument]) -> list[_Ranked]:
    query = RankedQuery(reading.meanings, reading.facts)
    weights = query.weights()
    ranked = []
    for document in documents:
        candidate = RankedCandidate(
            document.title, frozenset(document.heading), frozenset(document.lexemes), document.text_rank
        )
        score = score_candidate(query, weights, candidate)
        recency = document.updated_at.timestamp() / 1e13  # decides between equal ones
        ranked.append(_Ranked(document, Score(score.value + recency, score.used)))
    return sorted(ranked, key=_key, reverse=True)


def _key(ranked: _Ranked) -> tuple[float, int]:
    return ranked.score.value, ranked.document.id


def _corrections(meanings: Sequence[TermMeaning], ranked: Sequence[_Ranked]) -> list[Correction]:
    """Return the words that the best hit has in place of typed ones."""
    if not ranked:
        return []
    return [
        Correction(" ".join(meaning.term.words), " ".join(used.words))
        for meaning, used in zip(meanings, ranked[0].score.used, strict=True)
        if used is not None and used.way is SpellingOrigin.CORRECTED
    ]


def _subject(request: SearchRequest) -> str:
    """Return what a cursor belongs to: the same request on another page."""
    return repr((request.text, request.kind, request.filters))
