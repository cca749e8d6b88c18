"""Orders to rerun rows of a job, possibly a million. They are processed in the order of the file, some thousand rows
per transaction, each row once. The progress is stored, so that the next worker continues from there. Callers hold the
job's lane, which is all that keeps two workers from processing the same order.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from psycopg.rows import class_row

from garner.core.lifecycle import OPEN_ITEM
from garner.postgres.database import Connection

# The request that gives an order processes its first rows, and returns how many it took. For this time, workers and
# other requests leave the order alone: rows that they take would be missing from the answer. An order from the future
# was given before the clock went back, and no request attends it.
ATTENDED = timedelta(seconds=2)


@dataclass(frozen=True, slots=True)
class MaxAttempts:
    """The limits on attempts: rows with as many runs, or more, are left alone."""

    error: int
    not_found: int


@dataclass(frozen=True, slots=True)
class ReprocessOrder:
    id: int
    job_id: int
    statuses: list[str]
    reasons: list[str] | None
    reset_attempts: bool
    gone_through: int
    last_row: int
    asked_at: datetime


async def give(
    connection: Connection, job_id: int, statuses: Sequence[str], reasons: Sequence[str] | None, *, reset_attempts: bool
) -> int:
    """Write the order, and return its id."""
    cursor = await connection.execute(
        """
        insert into reprocessings (job_id, statuses, reasons, reset_attempts, last_row)
        select id, %s::text[], %s::text[], %s, rows_numbered from jobs where id = %s returning id
        """,
        (list(statuses), None if reasons is None else list(reasons), reset_attempts, job_id),
    )
    (row,) = await cursor.fetchall()
    return int(row["id"])


async def jobs_with_orders(connection: Connection, limit: int) -> list[int]:
    """Return jobs with an order that no request attends. One of each user, then another of each, in random order, so
    that no user comes last in every round."""
    cursor = await connection.execute(
        """
        select j.id as job_id from jobs j
        where j.id in (select job_id from reprocessings
                       where asked_at not between clock_timestamp() - %s and clock_timestamp())
        order by row_number() over (partition by coalesce(j.user_id, -j.id) order by random()), random() limit %s
        """,
        (ATTENDED, limit),
    )
    return [row["job_id"] for row in await cursor.fetchall()]


async def first(connection: Connection, job_id: int, own: int | None = None) -> ReprocessOrder | None:
    """Return the first order of the job. With `own`, orders that another request attends are left out."""
    cursor = connection.cursor(row_factory=class_row(ReprocessOrder))
    await cursor.execute(
        """
        select * from reprocessings
        where job_id = %(job)s
          and (%(own)s::bigint is null or id = %(own)s
               or asked_at not between clock_timestamp() - %(attended)s and clock_timestamp())
        order by id limit 1
        """,
        {"job": job_id, "own": own, "attended": ATTENDED},
    )
    return await cursor.fetchone()


@dataclass(frozen=True, slots=True)
class OrderBatch:
    last: int  # the row that it ended at
    is_last: bool
    chosen: list[UUID]
    exhausted: int  # rows that would be chosen if they had attempts left
    unreadable: int


async def next_batch(connection: Connection, order: ReprocessOrder, max_attempts: MaxAttempts, rows: int) -> OrderBatch:
    """Return the next rows in these states, and which of them are chosen. Only the lease on an open row's work tells
    whether it is processing, so both open states are searched for either."""
    statuses = {*order.statuses, *(OPEN_ITEM if set(order.statuses) & set(OPEN_ITEM) else ())}
    cursor = await connection.execute(
        "select * from rows_to_redo(%s, %s::text[], %s::text[], %s, %s, %s, %s, %s, %s, %s)",
        (
            order.job_id,
            sorted(statuses),
            order.reasons,
            order.reset_attempts,
            order.asked_at,
            order.gone_through,
            order.last_row,
            max_attempts.error,
            max_attempts.not_found,
            rows,
        ),
    )
    seen = await cursor.fetchall()
    last = seen[-1]["row_no"] if len(seen) == rows else order.last_row
    chosen = [row["id"] for row in seen if row["fate"] == "meant"]
    exhausted, unreadable = (sum(row["fate"] == fate for row in seen) for fate in ("exhausted", "unreadable"))
    return OrderBatch(last, last >= order.last_row, chosen, exhausted, unreadable)


async def note(connection: Connection, order: ReprocessOrder, batch: OrderBatch) -> None:
    """Write the progress of an order; a finished order is deleted."""
    if batch.is_last:
        await connection.execute("delete from reprocessings where id = %s", (order.id,))
    else:
        await connection.execute("update reprocessings set gone_through = %s where id = %s", (batch.last, order.id))


async def drop(connection: Connection, job_id: int) -> None:
    await connection.execute("delete from reprocessings where job_id = %s", (job_id,))
