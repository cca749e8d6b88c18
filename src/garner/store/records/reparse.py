"""Select kept pages to extract again without fetching them, and save the resulting records."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import psycopg
from psycopg.rows import class_row
from psycopg.types.json import Jsonb

from garner.core.record import Kind, Record
from garner.errors import ExtractError
from garner.kinds.registry import KINDS
from garner.postgres.database import Connection, Database
from garner.store.records import records
from garner.store.records.records import FoundRecord

PAGE_OF_TASKS = 200


@dataclass(frozen=True, slots=True)
class ReparseSelection:
    """The selection of kept pages; all of them by default."""

    domain: str | None = None
    kind: Kind | None = None
    since: datetime | None = None  # fetched then or later
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class KeptPage:
    task_id: int
    url: str  # the final URL, to which links on the page are relative
    url_hash: str
    domain: str
    html_path: str
    charset: str | None
    content_hash: str | None
    kinds: list[str]  # kinds of its records, and those looked for when it was last extracted
    records: dict[str, Any]  # the existing ones, by kind
    extracted_hash: str | None = None  # of the body that was last extracted
    page_fingerprint: dict[str, Any] | None = None  # of that body


@dataclass(frozen=True, slots=True)
class Reparsed:
    page: KeptPage
    found: tuple[Record, ...]
    page_fingerprint: dict[str, Any] | None


_DATA_BY_KIND = " union all ".join(
    f"select '{kind}' as kind, r.data from {declaration.table.name} r where r.url_hash = t.url_hash"
    for kind, declaration in KINDS.items()
)
_KINDS_WITH_RECORD = " union ".join(
    f"select '{kind}' from {declaration.table.name} r where r.url_hash = t.url_hash"
    for kind, declaration in KINDS.items()
)
_RECORDS = f"""
    select coalesce(jsonb_object_agg(r.kind, r.data), '{{}}')
    from ({_DATA_BY_KIND}) r
"""
_SELECTED = f"""
    from crawl_tasks t join domains d on d.id = t.domain_id
    cross join lateral (
        select array({_KINDS_WITH_RECORD}
                     union select unnest(t.kinds)
                     union select jsonb_array_elements_text(coalesce(t.page_print -> 'looked_for', '[]'))) as kinds) k
    where t.html_path is not null and t.id > %(after)s
      and (%(domain)s::text is null or d.domain_name = %(domain)s)
      and (%(since)s::timestamptz is null or greatest(t.completed_at, t.failed_at) >= %(since)s)
      and case when %(kind)s::text is null then k.kinds <> '{{}}' else %(kind)s = any (k.kinds) end
"""


def _parameters(selection: ReparseSelection, after: int = 0) -> dict[str, Any]:
    return {"after": after, "domain": selection.domain, "since": selection.since, "kind": selection.kind}


async def count(connection: Connection, selection: ReparseSelection) -> int:
    cursor = await connection.execute(
        f"select count(*) as pages from (select {_SELECTED} limit %(limit)s) s",
        {**_parameters(selection), "limit": selection.limit},
    )
    row = await cursor.fetchone()
    assert row is not None
    return int(row["pages"])


async def pages(database: Database, selection: ReparseSelection) -> AsyncIterator[list[KeptPage]]:
    """Yield the kept pages by id, in batches; no transaction is held open in between."""
    after, left = 0, selection.limit
    while left is None or left > 0:
        limit = PAGE_OF_TASKS if left is None else min(PAGE_OF_TASKS, left)
        async with database.connection() as connection:
            some = await _page(connection, selection, after, limit)
        if some:
            yield some
        if len(some) < limit:
            return
        after = some[-1].task_id
        left = None if left is None else left - len(some)


async def _page(connection: Connection, selection: ReparseSelection, after: int, limit: int) -> list[KeptPage]:
    cursor = connection.cursor(row_factory=class_row(KeptPage))
    await cursor.execute(
        f"""
        select t.id as task_id, coalesce(t.final_url, t.url) as url, t.url_hash, d.domain_name as domain, t.html_path,
               t.charset, t.content_hash, t.extracted_hash, t.page_print as page_fingerprint,
               case when %(kind)s::text is null then k.kinds else array[%(kind)s::text] end as kinds,
               ({_RECORDS}) as records
        {_SELECTED}
        order by t.id limit %(limit)s
        """,
        {**_parameters(selection, after), "limit": limit},
    )
    return await cursor.fetchall()


async def save(connection: Connection, reparsed: Sequence[Reparsed]) -> set[int]:
    """Make these the current records of their pages, in the caller's transaction, and return the tasks that could be
    locked: a page that is being processed, or was fetched again since it was read, is left alone.

    Raise `ExtractError` if one of them cannot be stored, in which case none is.

    The page was not fetched again, so its records are no fresher than they were. The language model's cached answers
    are kept although a candidate knows nothing of them."""
    idle = await _hold(connection, [reparsed_page.page for reparsed_page in reparsed])
    ours = [reparsed_page for reparsed_page in reparsed if reparsed_page.page.task_id in idle]
    try:
        await _write(connection, ours)
    except (psycopg.DataError, LookupError, TypeError, ValueError) as error:  # a candidate's record may be anything
        raise ExtractError(f"The record cannot be stored: {type(error).__name__}: {str(error)[:200]}") from error
    return idle


async def _write(connection: Connection, ours: Sequence[Reparsed]) -> None:
    await records.save(
        connection,
        [FoundRecord(reparsed_page.page.url_hash, record) for reparsed_page in ours for record in reparsed_page.found],
        fresh=False,
    )
    await connection.execute(
        """
        update crawl_tasks t
        set extracted_hash = t.content_hash,
            page_print = coalesce(r.page_print, case when t.extracted_hash = t.content_hash and t.page_print ? 'said'
                                                     then jsonb_build_object('said', t.page_print -> 'said') end)
        from unnest(%s::bigint[], %s::jsonb[]) r (id, page_print) where t.id = r.id
        """,
        (
            [reparsed_page.page.task_id for reparsed_page in ours],
            [
                None if reparsed_page.page_fingerprint is None else Jsonb(reparsed_page.page_fingerprint)
                for reparsed_page in ours
            ],
        ),
    )


async def _hold(connection: Connection, wanted: Sequence[KeptPage]) -> set[int]:
    cursor = await connection.execute(
        """
        select t.id from unnest(%s::bigint[], %s::text[]) r (id, content_hash)
        join crawl_tasks t on t.id = r.id and t.content_hash is not distinct from r.content_hash
        where t.status in ('pending', 'completed', 'failed') and t.html_path is not null
        order by t.id for update of t skip locked
        """,
        ([page.task_id for page in wanted], [page.content_hash for page in wanted]),
    )
    return {row["id"] for row in await cursor.fetchall()}
