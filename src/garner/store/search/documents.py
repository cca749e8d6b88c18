"""The documents of the search index: written from records and saved recipes, and read back for hits.

A transaction changes documents with one statement only. The trigger `keep_search_words` locks the words of one
statement in their order; two statements could wait for those of another transaction, and the other for these.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from psycopg.rows import class_row
from psycopg.types.json import Jsonb

from garner.core.record import Kind, RecordData
from garner.core.search.lexemes import CATALOGUE, quote
from garner.kinds.registry import KINDS
from garner.postgres.database import Connection


@dataclass(frozen=True, slots=True)
class IndexedRecord:
    """A record as the indexer reads it."""

    url_hash: str
    record_id: int | None
    url: str | None
    data: RecordData
    price: Decimal | None
    posted_at: datetime | None
    is_gone: bool
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class IndexedRecipe:
    """A saved recipe as the indexer reads it."""

    id: UUID
    user_id: int
    url: str | None
    data: RecordData
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class NewDocument:
    kind: Kind
    url_hash: str | None
    record_id: int | None
    recipe_id: UUID | None
    user_id: int | None
    title: str
    url: str | None
    facets: list[str]
    price: Decimal | None
    posted_at: datetime | None
    is_gone: bool
    language: str
    heading: str  # in PostgreSQL's text form
    words: str
    updated_at: datetime


_NUMBERED = frozenset(kind for kind, declared in KINDS.items() if declared.table.task_columns)


def _record_columns(kind: Kind) -> str:
    names = {column.name for column in KINDS[kind].table.columns}
    price = "r.price" if "price" in names else "null::numeric as price"
    posted_at = "r.posted_at" if "posted_at" in names else "null::timestamptz as posted_at"
    is_gone = "r.gone_at is not null" if KINDS[kind].table.tells_gone else "false"
    own = "r.id as record_id, r.url" if kind in _NUMBERED else "null::bigint as record_id, s.url"
    return f"r.url_hash, {own}, r.data, {price}, {posted_at}, {is_gone} as is_gone, r.updated_at"


def _record_tables(kind: Kind) -> str:
    name = KINDS[kind].table.name
    return f"{name} r" if kind in _NUMBERED else f"{name} r join resources s on s.url_hash = r.url_hash"


async def read_records(connection: Connection, kind: Kind, url_hashes: Sequence[str]) -> list[IndexedRecord]:
    cursor = connection.cursor(row_factory=class_row(IndexedRecord))
    await cursor.execute(
        f"select {_record_columns(kind)} from {_record_tables(kind)} where r.url_hash = any(%s)".encode(),
        (list(url_hashes),),
    )
    return await cursor.fetchall()


async def read_records_after(connection: Connection, kind: Kind, after: str, limit: int) -> list[IndexedRecord]:
    """Return the records that follow this hash, in the order of hashes."""
    cursor = connection.cursor(row_factory=class_row(IndexedRecord))
    await cursor.execute(
        f"""
        select {_record_columns(kind)} from {_record_tables(kind)}
        where r.url_hash > %s order by r.url_hash limit %s
        """.encode(),
        (after, limit),
    )
    return await cursor.fetchall()


_RECIPE_COLUMNS = "id, user_id, url, data, updated_at"


async def read_recipe(connection: Connection, recipe_id: UUID) -> IndexedRecipe | None:
    cursor = connection.cursor(row_factory=class_row(IndexedRecipe))
    await cursor.execute(f"select {_RECIPE_COLUMNS} from saved_recipes where id = %s".encode(), (recipe_id,))
    return await cursor.fetchone()


async def read_recipes_after(connection: Connection, after: UUID, limit: int) -> list[IndexedRecipe]:
    cursor = connection.cursor(row_factory=class_row(IndexedRecipe))
    await cursor.execute(
        f"select {_RECIPE_COLUMNS} from saved_recipes where id > %s order by id limit %s".encode(), (after, limit)
    )
    return await cursor.fetchall()


async def write(connection: Connection, documents: Sequence[NewDocument]) -> None:
    """Insert or update documents, either of records or of saved recipes. Whether a record belongs to the catalogue is
    read here and not by the caller, whose reading would be older, and cannot change until the transaction ends."""
    if not documents:
        return
    await connection.execute(
        "select from crawl_tasks where url_hash = any(%s) order by id for key share",
        ([document.url_hash for document in documents if document.url_hash is not None],),
    )
    key = "(recipe_id)" if documents[0].recipe_id is not None else "(url_hash, kind)"
    rows = [{name: getattr(document, name) for name in NewDocument.__dataclass_fields__} for document in documents]
    updated = ", ".join(f"{name} = excluded.{name}" for name in _UPDATED)
    await connection.execute(
        f"""
        with given as (
            select g.*, coalesce((select t.crawl_frequency is not null from crawl_tasks t
                                  where t.url_hash = g.url_hash), false) as in_catalogue
            from jsonb_to_recordset(%(rows)s) g (
                kind text, url_hash text, record_id bigint, recipe_id uuid, user_id bigint, title text, url text,
                facets jsonb, price numeric, posted_at timestamptz, is_gone boolean, language text, heading tsvector,
                words tsvector, updated_at timestamptz))
        insert into search_documents as known (
            kind, url_hash, record_id, recipe_id, user_id, title, url, facets, price, posted_at, is_gone, language,
            in_catalogue, heading, words, updated_at)
        select kind, url_hash, record_id, recipe_id, user_id, title, url,
               array(select jsonb_array_elements_text(facets)), price, posted_at, is_gone, language, in_catalogue,
               heading,
               case when in_catalogue then words || %(catalogue)s::tsvector else words end, updated_at
        from given
        order by url_hash, kind, recipe_id
        on conflict {key} do update set {updated}, indexed_at = now()
        """.encode(),
        {"rows": Jsonb(rows), "catalogue": quote(CATALOGUE)},
    )


_UPDATED = (
    *("record_id", "title", "url", "facets", "price", "posted_at", "is_gone", "language", "in_catalogue"),
    *("heading", "words", "updated_at"),
)


async def known_languages(connection: Connection) -> list[str]:
    cursor = await connection.execute("select name from search_languages order by name")
    return [row["name"] for row in await cursor.fetchall()]


async def add_languages(connection: Connection, names: Sequence[str]) -> None:
    await connection.execute(
        "insert into search_languages (name) select unnest(%s::text[]) on conflict do nothing", (list(names),)
    )


@dataclass(frozen=True, slots=True)
class IndexSize:
    documents: int  # about
    words: int


async def size(connection: Connection) -> IndexSize:
    """Return the size of the index, estimated from the statistics of a large one."""
    cursor = await connection.execute(
        """
        select greatest((select count(*) from (select from search_documents limit 10000) d),
                        (select reltuples::bigint from pg_class where oid = 'search_documents'::regclass)) as documents,
               greatest((select count(*) from (select from search_words limit 10000) w),
                        (select reltuples::bigint from pg_class where oid = 'search_words'::regclass)) as words
        """
    )
    (row,) = await cursor.fetchall()
    return IndexSize(**row)


async def has_work(connection: Connection, consumer: str, sources: Sequence[str]) -> bool:
    """Return whether there is anything to index: changes, records that never were, or words without their deletions."""
    cursor = await connection.execute(
        """
        select exists (select from record_changes where number > coalesce(
                   (select c.number from change_cursors c where c.consumer = %(consumer)s), 0))
               or exists (select from change_cursors c, change_counter k
                          where c.consumer = %(consumer)s and c.number < k.deleted_to)
               or (select count(*) from search_progress p
                   where p.source = any(%(sources)s) and p.finished_at is not null) < %(amount)s
               or exists (select from search_words where deletions is null) as found
        """,
        {"consumer": consumer, "sources": list(sources), "amount": len(sources)},
    )
    (row,) = await cursor.fetchall()
    return bool(row["found"])


# Progress -------------------------------------------------------------------------------------------------------


async def take_unfinished(connection: Connection, sources: Sequence[str]) -> tuple[str, str] | None:
    """Lock and return a source that is not indexed to its end, and the key of the last document of it."""
    await connection.execute(
        "insert into search_progress (source) select unnest(%s::text[]) on conflict do nothing", (list(sources),)
    )
    cursor = await connection.execute(
        """
        select source, indexed_to from search_progress
        where finished_at is null and source = any(%s) order by source limit 1 for update skip locked
        """,
        (list(sources),),
    )
    row = await cursor.fetchone()
    return None if row is None else (row["source"], row["indexed_to"])


async def note_progress(connection: Connection, source: str, indexed_to: str, *, finished: bool) -> None:
    await connection.execute(
        """
        update search_progress set indexed_to = %s, finished_at = case when %s then now() end where source = %s
        """,
        (indexed_to, finished, source),
    )


async def start_again(connection: Connection) -> None:
    """Start indexing again with the first record."""
    await connection.execute("update search_progress set indexed_to = '', finished_at = null")
