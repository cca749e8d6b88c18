"""Rows that wait for pages of their own job, which may add the product that they name to the catalogue.

Such a row is in the backlog of its job, not in `work`: it costs nothing while it waits, regardless of their number. The
job has an entry in `page_waits`, which says when the feeder passes over these rows again and queues them, as many at a
time as fit. A transaction that reads or writes an entry holds the lane of its job (docs/decisions/0021).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from psycopg.rows import class_row

from garner.core.rows.row import AWAITS_PAGES
from garner.postgres.database import Connection
from garner.store.queue import matching
from garner.store.queue.job_lanes import JobLane
from garner.store.queue.matching import ItemResult

POLL_SECONDS = 1.0  # within which the feeder notices that the last page has ended


async def put_off(
    connection: Connection, worker: str, results: Sequence[ItemResult], *, retry_seconds: float
) -> set[int]:
    """Put rows that were not found back into the backlog of their jobs, without counting an attempt. All have the same
    error. Return the ids of the work that this worker still owned."""
    owned = await matching.lock_owned(
        connection, worker, [result.work_id for result in results], [result.fence for result in results]
    )
    await connection.execute(
        """
        with freed as (
            delete from work where id = any(%(ids)s) returning item_id, lane_id),
        told as (
            update job_items i set error_code = %(code)s, last_error = %(why)s, updated_at = now()
            from freed
            where i.id = any (array[freed.item_id]) and coalesce(i.status, '') = 'PENDING'
              and i.error_code is distinct from %(code)s),
        noted as (
            insert into page_waits (job_id, retry_at)
            select l.job_id, now() + %(retry)s from lanes l where l.id = any (array(select lane_id from freed))
            on conflict (job_id) do nothing)
        update lanes set feed_at = now() + %(look)s
        where id = any (array(select lane_id from freed)) and feed_at > now() + %(look)s
        """,
        {
            "ids": owned,
            "code": AWAITS_PAGES,
            "why": results[0].error,
            "retry": timedelta(seconds=retry_seconds),
            "look": timedelta(seconds=POLL_SECONDS),
        },
    )
    return set(owned)


# The feeder's actions. The caller holds the lane --------------------------------------------------------------


async def are_pages_open(connection: Connection, job_id: int) -> bool:
    cursor = await connection.execute("select has_open_links(%s) as open", (job_id,))
    (row,) = await cursor.fetchall()
    return bool(row["open"])


@dataclass(frozen=True, slots=True)
class WaitingRow:
    id: UUID
    row_no: int


async def next_rows(connection: Connection, lane: JobLane, limit: int) -> list[WaitingRow]:
    """Return the next rows of a pass."""
    cursor = connection.cursor(row_factory=class_row(WaitingRow))
    await cursor.execute(
        f"""
        select i.id, i.row_no from job_items i
        where i.job_id = %s and i.error_code = '{AWAITS_PAGES}' and i.row_no > %s
          -- The status is hidden from the planner, which might otherwise scan all pending rows.
          and coalesce(i.status, '') = 'PENDING' and not exists (select from work w where w.item_id = i.id)
        order by i.row_no limit %s
        """,
        (lane.job_id, lane.retried_to or 0, limit),
    )
    return await cursor.fetchall()


async def continue_after(connection: Connection, lane: JobLane, row_no: int) -> None:
    """Continue the pass with the rows after this one."""
    await connection.execute("update page_waits set retried_to = %s where job_id = %s", (row_no, lane.job_id))


async def end_pass(connection: Connection, lane: JobLane, *, retry_seconds: float) -> None:
    """End a pass. The next begins after half the time that the job has waited, so passes are few regardless of the
    wait."""
    await connection.execute(
        """
        update page_waits set retried_to = null, retry_at = now() + greatest(%s, (now() - since) / 2) where job_id = %s
        """,
        (timedelta(seconds=retry_seconds), lane.job_id),
    )


async def forget(connection: Connection, lane: JobLane) -> None:
    """Delete the job's entry, because no row waits. A row that is put off after this creates another."""
    await connection.execute("delete from page_waits where job_id = %s", (lane.job_id,))


async def start_pass(connection: Connection, lane: JobLane, item_ids: Sequence[UUID]) -> int:
    """Start the next pass at once, because a user wants these rows to be tried now. Return how many of them wait."""
    cursor = await connection.execute(
        f"""
        select count(*) as rows from job_items i
        where i.id = any(%s) and i.error_code = '{AWAITS_PAGES}' and i.completed_at is null
          and not exists (select from work w where w.item_id = i.id)
        """,
        (list(item_ids),),
    )
    (row,) = await cursor.fetchall()
    if row["rows"]:
        await connection.execute(
            """
            with due as (update page_waits set retry_at = now(), retried_to = null where job_id = %s)
            update lanes set feed_at = now() where id = %s and feed_at > now()
            """,
            (lane.job_id, lane.id),
        )
    return int(row["rows"])
