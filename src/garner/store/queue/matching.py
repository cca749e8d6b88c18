"""Claim and settle items that are worked on directly rather than through a page.

Such an item is processing exactly as long as its work is leased, so only the lease says it: its row is written once,
when it ends, and reads PENDING until then. Code that shows states checks the lease as well (`jobs.counts`).

Rows of a job are on its lane, which is locked before their work: see docs/decisions/0011.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, ClassVar, Self
from uuid import UUID

import orjson
from psycopg.rows import class_row, tuple_row

from garner.core.lifecycle import ItemStatus, Stage
from garner.postgres.database import Connection
from garner.store.crawl import lanes
from garner.store.tasks import handover
from garner.store.tasks.handover import TAKEN_OVER, HandedOver


@dataclass(frozen=True, slots=True)
class ItemClaim:
    work_id: int
    fence: int
    attempt: int
    max_attempts: int
    rank: datetime
    item_id: UUID
    input: dict[str, Any] | None
    job_id: int | None
    user_id: int | None
    origin: str
    job_type: str | None
    kind: str | None
    attempts: int  # the item's runs so far, not counting this one
    result: dict[str, Any] | None  # what the previous run left
    pages_open: bool = False  # pages of its own job may still add to the catalogue
    lane_id: ClassVar[None] = None  # no host is called but those of providers, which all rows share

    @property
    def asker_id(self) -> int:
        return self.user_id or 0


@dataclass(frozen=True, slots=True)
class ItemResult:
    """The result of one run. A status of PENDING requests another attempt after the delay."""

    work_id: int
    fence: int
    status: ItemStatus
    result: dict[str, Any] | None = None
    code: str | None = None
    error: str | None = None
    delay_seconds: float = 0.0
    item_id: UUID | None = None  # for the event of its end
    reads_text: bool | None = None  # whether the next attempt needs OCR; None means as this one did

    @property
    def has_failed(self) -> bool:
        return self.status is ItemStatus.ERROR or (self.status is ItemStatus.PENDING and self.code is not None)

    def multiply_delay(self, factor: float) -> Self:
        """Return the same result, with the delay of the next attempt multiplied."""
        return replace(self, delay_seconds=self.delay_seconds * factor)


async def claim(
    connection: Connection,
    worker: str,
    limit: int,
    lease_seconds: float,
    low: datetime,
    *,
    reads_text: bool = True,
    work_ids: Sequence[int] | None = None,
) -> list[ItemClaim]:
    """Claim items that this worker can process: without `reads_text`, none that need OCR. With `work_ids`, only this
    work."""
    cursor = connection.cursor(row_factory=class_row(ItemClaim), binary=True)
    await cursor.execute(
        "select * from item_claims(claim_items(%s, %s, %s, %s, %s, %s::bigint[]))",
        (
            *(worker, limit, timedelta(seconds=lease_seconds), low, reads_text),
            None if work_ids is None else list(work_ids),
        ),
    )
    return await cursor.fetchall()


async def take_over(
    connection: Connection, worker: str, handed_over: Sequence[HandedOver], lease_seconds: float
) -> list[ItemClaim]:
    """Take over items that dispatchers claimed for this worker."""
    cursor = connection.cursor(row_factory=class_row(ItemClaim), binary=True)
    await cursor.execute(
        f"select * from item_claims({TAKEN_OVER})",
        handover.parameters(Stage.MATCH, worker, handed_over, lease_seconds),
    )
    return await cursor.fetchall()


async def settle(
    connection: Connection, worker: str, results: Sequence[ItemResult], max_not_found_attempts: int | None = None
) -> set[int]:
    """Settle results, and return the ids that this worker still owned. `max_not_found_attempts` is the largest number
    of attempts that a NOT_FOUND row may show."""
    cursor = connection.cursor(row_factory=tuple_row, binary=True)
    # Arrays are sent in binary: as text, every quote in every result would have to be escaped twice.
    await cursor.execute(
        "select settle_items(%s, %b::bigint[], %b::bigint[], %b::text[], %b::text[], %b::text[], %b::text[],"
        " %b::float8[], %b::boolean[], %s)",
        (
            worker,
            [result.work_id for result in results],
            [result.fence for result in results],
            [result.status.value for result in results],
            [None if result.result is None else orjson.dumps(result.result).decode() for result in results],
            _unless_empty([result.code for result in results]),
            _unless_empty([result.error for result in results]),
            _unless_empty([result.delay_seconds or None for result in results]),
            _unless_empty([result.reads_text for result in results]),
            max_not_found_attempts,
        ),
    )
    return {work_id for (work_id,) in await cursor.fetchall()}


def _unless_empty(column: list[Any]) -> list[Any] | None:
    """Return None for a column of nulls, which need not be sent: most results have neither error nor delay."""
    return column if any(value is not None for value in column) else None


async def lock_owned(connection: Connection, worker: str, work_ids: Sequence[int], fences: Sequence[int]) -> list[int]:
    """Lock the items' work that this worker still holds under these fences, and before it the lanes of its jobs."""
    cursor = await connection.execute(
        "select distinct lane_id from work where id = any(%s) and item_id is not null and lane_id is not null",
        (list(work_ids),),
    )
    await lanes.lock(connection, [row["lane_id"] for row in await cursor.fetchall()])
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
    """Free leased work, so that its items are pending from now on, with the reason if there is one. The caller holds
    the rows, and the lanes that they are on."""
    if not work_ids:
        return
    cursor = await connection.execute(
        """
        with freed as (
            update work set lease_until = null, worker = null, attempt = attempt - %(uncount)s,
                            due_at = now() + %(delay)s, rank = work_rank(now() + %(delay)s, priority)
            where id = any(%(ids)s) returning item_id, lane_id),
        told as (
            update job_items i
            set attempts = i.attempts + 1 - %(uncount)s, updated_at = now(),
                error_code = coalesce(%(code)s::text, i.error_code),
                last_error = case when %(code)s::text is null then i.last_error else %(error)s end
            from freed where i.id = freed.item_id and coalesce(i.status, '') = 'PENDING')
        select distinct lane_id from freed where lane_id is not null
        """,
        {
            "ids": list(work_ids),
            "uncount": 0 if count_attempt else 1,
            "delay": timedelta(seconds=delay_seconds),
            "code": code,
            "error": error,
        },
    )
    await lanes.reschedule_locked(connection, [row["lane_id"] for row in await cursor.fetchall()])


async def dead_letter(connection: Connection, work_ids: Sequence[int], code: str, message: str) -> None:
    """Fail items that have used up their attempts, and write a dead letter for each. The caller holds the rows."""
    if not work_ids:
        return
    cursor = await connection.execute(
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
            returning i.id, i.job_id)
        select id from ended where job_id is not null
        """,
        {"ids": list(work_ids), "code": code, "message": message},
    )
    await connection.execute("select end_twins(%s::uuid[])", ([row["id"] for row in await cursor.fetchall()],))
