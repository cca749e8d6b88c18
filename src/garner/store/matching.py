"""Items that are worked on directly rather than through a page: claiming and settling them.

Such an item is being processed exactly as long as its work is leased, so the lease alone says it: its row is written
once, when it ends, and reads PENDING until then. Whoever shows states asks for the lease as well (`jobs.counts`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import orjson
from psycopg.rows import class_row, tuple_row

from garner.core.lifecycle import ItemStatus
from garner.store.database import Connection


@dataclass(frozen=True, slots=True)
class ItemClaim:
    work_id: int
    fence: int
    attempt: int
    max_attempts: int
    rank: datetime
    item_id: UUID
    input: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class ItemResult:
    """A status of PENDING asks for another attempt after the delay."""

    work_id: int
    fence: int
    status: ItemStatus
    result: dict[str, Any] | None = None
    code: str | None = None
    error: str | None = None
    delay_seconds: float = 0.0
    item_id: UUID | None = None  # for who tells of its end


async def claim(
    connection: Connection, worker: str, limit: int, lease_seconds: float, low: datetime
) -> list[ItemClaim]:
    cursor = connection.cursor(row_factory=class_row(ItemClaim), binary=True)
    await cursor.execute(
        "select * from claim_items(%s, %s, %s, %s)", (worker, limit, timedelta(seconds=lease_seconds), low)
    )
    return await cursor.fetchall()


async def settle(connection: Connection, worker: str, results: Sequence[ItemResult]) -> set[int]:
    """Returns the ids that were still ours."""
    cursor = connection.cursor(row_factory=tuple_row, binary=True)
    # Arrays go in binary: as text, every quote in every result would have to be escaped twice.
    await cursor.execute(
        "select settle_items(%s, %b::bigint[], %b::bigint[], %b::text[], %b::text[], %b::text[], %b::text[],"
        " %b::float8[])",
        (
            worker,
            [result.work_id for result in results],
            [result.fence for result in results],
            [result.status.value for result in results],
            [None if result.result is None else orjson.dumps(result.result).decode() for result in results],
            _unless_empty([result.code for result in results]),
            _unless_empty([result.error for result in results]),
            _unless_empty([result.delay_seconds or None for result in results]),
        ),
    )
    return {work_id for (work_id,) in await cursor.fetchall()}


def _unless_empty(column: list[Any]) -> list[Any] | None:
    """Most results have no error and no delay, and a column of nothing but nulls need not be sent."""
    return column if any(value is not None for value in column) else None


async def lock_owned(connection: Connection, worker: str, work_ids: Sequence[int], fences: Sequence[int]) -> list[int]:
    """Locks the items' work that is still held by this worker under these fences."""
    cursor = await connection.execute(
        """
        select w.id from unnest(%s::bigint[], %s::bigint[]) r (id, fence)
        join work w on w.id = r.id and w.fence = r.fence and w.worker = %s and w.item_id is not null
        order by w.id for update of w
        """,
        (list(work_ids), list(fences), worker),
    )
    return [row["id"] for row in await cursor.fetchall()]


async def put_back(
    connection: Connection,
    work_ids: Sequence[int],
    *,
    delay_seconds: float = 0,
    count_attempt: bool = True,
    code: str | None = None,
    error: str | None = None,
) -> None:
    """Leased work is free again. Its items are told why, where there is a reason. The caller holds the rows."""
    if not work_ids:
        return
    await connection.execute(
        """
        with freed as (
            update work set lease_until = null, worker = null, attempt = attempt - %(uncount)s,
                            due_at = now() + %(delay)s, rank = work_rank(now() + %(delay)s, priority)
            where id = any(%(ids)s) returning item_id)
        update job_items i
        set attempts = i.attempts + 1 - %(uncount)s, error_code = %(code)s, last_error = %(error)s, updated_at = now()
        from freed where i.id = freed.item_id and coalesce(i.status, '') = 'PENDING' and %(code)s::text is not null
        """,
        {
            "ids": list(work_ids),
            "uncount": 0 if count_attempt else 1,
            "delay": timedelta(seconds=delay_seconds),
            "code": code,
            "error": error,
        },
    )


async def bury(connection: Connection, work_ids: Sequence[int], code: str, message: str) -> None:
    """Items whose attempts are spent end in error, and leave a dead letter. The caller holds the rows."""
    if not work_ids:
        return
    await connection.execute(
        """
        with gone as (
            delete from work where id = any(%(ids)s) returning stage, item_id, attempt),
        buried as (
            insert into dead_letters (stage, item_id, cause, message, attempts)
            select stage, item_id, %(code)s, %(message)s, attempt from gone),
        ended as (
            update job_items i
            set status = 'ERROR', error_code = %(code)s, last_error = %(message)s, attempts = i.attempts + 1,
                completed_at = now(), updated_at = now()
            from gone where i.id = gone.item_id and coalesce(i.status, '') = 'PENDING'
            returning i.job_id)
        insert into job_deltas (job_id, pending, error)
        select job_id, -count(*), count(*) from ended where job_id is not null group by job_id
        """,
        {"ids": list(work_ids), "code": code, "message": message},
    )
