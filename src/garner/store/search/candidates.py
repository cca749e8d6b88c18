"""The statements that find documents: candidates by one index, then a first ranking, or counts of their labels.

One index answers words, labels and who may see a document, so a filter costs nothing per document. Candidates are
capped: a search for a common word reads as many rows as the cap says, however many have the word. The first ranking
reads only columns of the row itself. The words of the whole text are stored elsewhere, and read for the best candidates
alone.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from psycopg import Rollback
from psycopg.errors import QueryCanceled
from psycopg.rows import class_row

from garner.core.gone import GoneFilter
from garner.core.record import Kind, RecordData
from garner.core.search.lexemes import CATALOGUE, owner, quote
from garner.kinds.registry import KINDS
from garner.postgres.database import Connection, Database
from garner.store.records.visibility import is_own
from garner.store.search.visibility import Viewer, select_asked

MAX_CANDIDATES = 5_000
MAX_BEST = 100  # that are compared in full
MAX_LABELS = 300
WEIGHTS = [0.05, 0.15, 0.5, 1.0]  # of text, details, labels and title

# A bitmap of many pages that does not fit loses its precision, and all words of those pages would be read.
_SETTINGS = {
    "enable_seqscan": "off",
    "synchronize_seqscans": "off",  # the same search reads the same rows
    "jit": "off",
    "work_mem": "48MB",
    "plan_cache_mode": "force_custom_plan",
}


_GONE = {GoneFilter.EXISTING: " and not d.is_gone", GoneFilter.GONE: " and d.is_gone"}


# Only products have ratings, which the index does not hold: they are looked up for candidates.
_HAS_RATING = f"""
    d.kind = '{Kind.PRODUCT}'
    and coalesce((select p.rating >= %(min_rating)s from products p where p.id = d.record_id limit 1), false)
"""


@dataclass(frozen=True, slots=True)
class DocumentFilter:
    """Conditions on documents besides the words."""

    labels: str = ""  # an expression
    kind: Kind | None = None
    min_price: Decimal | None = None
    max_price: Decimal | None = None
    posted_since: datetime | None = None
    min_rating: Decimal | None = None
    updated_since: datetime | None = None
    gone: GoneFilter = GoneFilter.EXISTING

    @property
    def gone_condition(self) -> str:
        return _GONE.get(self.gone, "")

    @property
    def conditions(self) -> str:
        conditions = {
            "d.kind = %(kind)s": self.kind,
            "d.price >= %(min_price)s": self.min_price,
            "d.price <= %(max_price)s": self.max_price,
            "d.posted_at >= %(posted_since)s": self.posted_since,
            _HAS_RATING: self.min_rating,
            "d.updated_at >= %(updated_since)s": self.updated_since,
        }
        return "".join(f" and {condition}" for condition, value in conditions.items() if value is not None)

    @property
    def parameters(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "min_price": self.min_price,
            "max_price": self.max_price,
            "posted_since": self.posted_since,
            "min_rating": self.min_rating,
            "updated_since": self.updated_since,
        }


@dataclass(frozen=True, slots=True)
class DocumentSearch:
    """A search for documents, as expressions in PostgreSQL's query language."""

    wanted: str
    viewer: Viewer
    filters: DocumentFilter = DocumentFilter()
    ranking: str = ""
    phrases: str = ""
    has_few_own: bool = True  # of the records that are not in the catalogue
    # Of those with the words few are in the catalogue, so that the index should look for these alone. If most are, the
    # rows tell it sooner than a list of all of them.
    catalogue_is_rare: bool = False
    # So many have the words that the index would list them for longer than it takes to read the table until there are
    # enough. The words are then looked for in the headings.
    reads_table: bool = False
    first: str = ""  # candidates that come before the cap cuts off others, of which there are few
    cap: int = MAX_CANDIDATES

    @property
    def expression(self) -> str:
        return f"({self.wanted}){self.filters.labels}"

    @property
    def parameters(self) -> dict[str, Any]:
        catalogue = quote(CATALOGUE)
        user_id = self.viewer.user_id
        return {
            "seen": f"{self.expression} & {catalogue}" if self.catalogue_is_rare else self.expression,
            "saved": "" if user_id is None else f"{self.expression} & {quote(owner(user_id))}",
            "unseen": f"{self.expression} & !{catalogue}",
            "first": f"({self.first}){self.filters.labels}",
            "wanted": self.expression,
            "ranking": self.ranking,
            "phrases": self.phrases,
            "user_id": user_id,
            "cap": self.cap,
            "weights": WEIGHTS,
            **self.filters.parameters,
        }

    def select_candidates(self) -> str:
        """Return the relation of the candidates."""
        conditions = self.filters.conditions + self.filters.gone_condition
        relation = self._select_first(conditions) if self.first else self._select_seen(conditions)
        if self.viewer.user_id is not None:
            saved, own = self._select_saved(conditions), self._select_own(conditions)
            # Each has a cap of its own: one's own records are found however many of the catalogue have the words.
            relation = " union all ".join(
                f"(select * from ({each}) c limit %(cap)s)" for each in (relation, saved, own)
            )
        return f"({relation}) d where d.words @@ %(phrases)s::tsquery" if self.phrases else f"({relation}) d"

    def _select_seen(self, conditions: str) -> str:
        column = "heading" if self.reads_table else "words"
        return f"""
            select d.* from search_documents d
            where d.{column} @@ %(seen)s::tsquery and d.in_catalogue{conditions} limit %(cap)s
        """

    def _select_first(self, conditions: str) -> str:
        return f"""
            with a as materialized (
                select d.* from search_documents d
                where d.words @@ %(first)s::tsquery and d.in_catalogue{conditions} limit %(cap)s)
            (select * from a
             union all
             (select d.* from search_documents d
              where d.words @@ %(seen)s::tsquery and d.in_catalogue{conditions}
                and d.id <> all (array(select id from a)) limit %(cap)s)) limit %(cap)s
        """

    def _select_saved(self, conditions: str) -> str:
        if self.reads_table:  # for lack of the index
            return f"""
                select d.* from saved_recipes s join search_documents d on d.recipe_id = s.id
                where s.user_id = %(user_id)s and d.words @@ %(wanted)s::tsquery{conditions}
            """
        return f"select d.* from search_documents d where d.words @@ %(saved)s::tsquery{conditions}"

    def _select_own(self, conditions: str) -> str:
        """Return the user's own records outside the catalogue: a few are looked at one by one, and many are looked for
        among the documents with the words. If so many have the words that those of others could fill the cap, as many
        of the user's own as the cap allows are looked at instead."""
        asked = f"""
            select d.*
            from ({select_asked("%(cap)s")}) o
            cross join lateral (select d.* from search_documents d
                                where d.url_hash = o.url_hash and d.kind = o.kind offset 0) d
            where not d.in_catalogue and d.words @@ %(wanted)s::tsquery{conditions}
        """
        if self.has_few_own:
            return asked
        return f"""
            with unseen as materialized (
                select d.* from search_documents d
                where d.words @@ %(unseen)s::tsquery and d.url_hash is not null{conditions} limit %(cap)s),
            amount as materialized (select count(*) as documents from unseen)
            select d.* from unseen d where (select documents from amount) < %(cap)s and {is_own("d")}
            union all
            ({asked} and (select documents from amount) >= %(cap)s)
        """


@dataclass(frozen=True, slots=True)
class FoundDocument:
    id: int
    rank: float
    total: int  # of all candidates
    kind: Kind
    url_hash: str | None
    record_id: int | None
    recipe_id: UUID | None
    title: str
    url: str | None
    facets: list[str]
    price: Decimal | None
    posted_at: datetime | None
    updated_at: datetime
    in_catalogue: bool
    heading: list[str]
    lexemes: list[str]
    text_rank: float


@dataclass(frozen=True, slots=True)
class After:
    """The last document of a page in the order of the first ranking."""

    rank: float
    id: int


class SearchTimedOut(Exception):
    """A statement of a search took longer than it may."""


@asynccontextmanager
async def searching(database: Database, timeout_ms: int) -> AsyncIterator[Connection]:
    """Yield a connection for the statements of one search. A statement that takes longer than the timeout raises
    `SearchTimedOut` from the whole."""
    settings = {**_SETTINGS, "statement_timeout": str(timeout_ms)}
    timed_out = False
    async with database.transaction() as connection:
        await connection.execute(
            "select set_config(name, value, true) from unnest(%s::text[], %s::text[]) s (name, value)",
            (list(settings), list(settings.values())),
        )
        try:
            yield connection
        except QueryCanceled:
            timed_out = True
            raise Rollback from None  # which ends the transaction and goes no further
    if timed_out:
        raise SearchTimedOut


async def allow_table_reads(connection: Connection) -> None:
    """Let searches of this connection read the table, for words that very many documents have."""
    await connection.execute(
        "select set_config('enable_seqscan', 'on', true), set_config('enable_bitmapscan', 'off', true)"
    )


async def estimate_headings(connection: Connection, expression: str) -> int:
    """Estimate how many documents have the words in their headings, as the planner does. It knows the most frequent
    words well, and takes the others for rare."""
    cursor = await connection.execute(
        "explain (format json) select from search_documents where heading @@ %s::tsquery", (expression,)
    )
    (row,) = await cursor.fetchall()
    return int(row["QUERY PLAN"][0]["Plan"]["Plan Rows"])


async def find(
    connection: Connection,
    search: DocumentSearch,
    lexemes: Sequence[str],
    *,
    limit: int = MAX_BEST,
    after: After | None = None,
) -> list[FoundDocument]:
    """Return the first documents in the order of the first ranking. Of documents that fit equally, the one that changed
    last comes first: its time is a part of the rank, too small to outweigh a word."""
    cursor = connection.cursor(row_factory=class_row(FoundDocument))
    await cursor.execute(
        f"""
        with found as materialized (
            select d.id, ts_rank(%(weights)s::real[], d.heading, %(ranking)s::tsquery, 1)::float8
                         + extract(epoch from d.updated_at)::float8 / 1e13 as rank
            from {search.select_candidates()}),
        first as (
            select f.id, f.rank from found f
            {"where (f.rank, f.id) < (%(after_rank)s, %(after_id)s)" if after else ""}
            order by f.rank desc, f.id desc limit %(limit)s)
        select f.id, f.rank, (select count(*) from found) as total, d.kind, d.url_hash, d.record_id, d.recipe_id,
               d.title, d.url, d.facets, d.price, d.posted_at, d.updated_at, d.in_catalogue,
               array(select l from unnest(tsvector_to_array(d.heading)) l where l = any(%(lexemes)s)) as heading,
               array(select l from unnest(tsvector_to_array(d.words)) l where l = any(%(lexemes)s)) as lexemes,
               ts_rank_cd(%(weights)s::real[], d.words, %(ranking)s::tsquery, 32)::float8 as text_rank
        from first f join search_documents d on d.id = f.id
        order by f.rank desc, f.id desc
        """.encode(),
        {
            **search.parameters,
            "lexemes": list(lexemes),
            "limit": limit,
            "after_rank": after and after.rank,
            "after_id": after and after.id,
        },
    )
    return await cursor.fetchall()


async def count_candidates(connection: Connection, search: DocumentSearch) -> int:
    cursor = await connection.execute(
        f"select count(*) as amount from {search.select_candidates()}".encode(), search.parameters
    )
    (row,) = await cursor.fetchall()
    return int(row["amount"])


@dataclass(frozen=True, slots=True)
class LabelCount:
    label: str  # `brand:Sony`
    documents: int


async def count_labels(connection: Connection, search: DocumentSearch, name: str | None = None) -> list[LabelCount]:
    """Return the most frequent labels of the candidates: of one facet, or of all."""
    cursor = connection.cursor(row_factory=class_row(LabelCount))
    await cursor.execute(
        f"""
        select l.label, count(*) as documents
        from (select d.facets from {search.select_candidates()}) d, unnest(d.facets) l (label)
        {"where starts_with(l.label, %(facet)s)" if name else ""}
        group by l.label order by documents desc, l.label limit %(most)s
        """.encode(),
        {**search.parameters, "facet": f"{name}:", "most": MAX_LABELS},
    )
    return await cursor.fetchall()


def without_labels(search: DocumentSearch, labels: str) -> DocumentSearch:
    """Return the search with another expression of labels."""
    return replace(search, filters=replace(search.filters, labels=labels))


async def read_data(connection: Connection, kind: Kind, url_hashes: Sequence[str]) -> dict[str, RecordData]:
    """Return the data of records by the hash of their page, for excerpts."""
    cursor = await connection.execute(
        f"select url_hash, data from {KINDS[kind].table.name} where url_hash = any(%s)".encode(), (list(url_hashes),)
    )
    return {row["url_hash"]: row["data"] for row in await cursor.fetchall()}


async def read_recipes(connection: Connection, user_id: int, recipe_ids: Sequence[UUID]) -> dict[UUID, RecordData]:
    cursor = await connection.execute(
        "select id, data from saved_recipes where user_id = %s and id = any(%s)", (user_id, list(recipe_ids))
    )
    return {row["id"]: row["data"] for row in await cursor.fetchall()}
