"""Orders to do rows of a job again, which may be a million: they are gone through in the order of the file, some
thousand rows a transaction, each looked at once. What has not been gone through is written down, so that whoever comes
next goes on with it. The callers hold the job's lane, which is all that keeps two from going on with the same one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from psycopg.rows import class_row

from garner.core.rows import BAD_ROW
from garner.store.database import Connection


@dataclass(frozen=True, slots=True)
class MostAttempts:
    """Rows with as many runs behind them, or more, are left alone."""

    error: int
    not_found: int


@dataclass(frozen=True, slots=True)
class Order:
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
) -> None:
    await connection.execute(
        """
        insert into reprocessings (job_id, statuses, reasons, reset_attempts, last_row)
        select id, %s::text[], %s::text[], %s, rows_numbered from jobs where id = %s
        """,
        (list(statuses), None if reasons is None else list(reasons), reset_attempts, job_id),
    )


async def jobs_with_orders(connection: Connection, limit: int = 50) -> list[int]:
    cursor = await connection.execute(
        "select job_id from reprocessings group by job_id order by min(id) limit %s", (limit,)
    )
    return [row["job_id"] for row in await cursor.fetchall()]


async def first(connection: Connection, job_id: int) -> Order | None:
    cursor = connection.cursor(row_factory=class_row(Order))
    await cursor.execute("select * from reprocessings where job_id = %s order by id limit 1", (job_id,))
    return await cursor.fetchone()


@dataclass(frozen=True, slots=True)
class Look:
    last: int  # the row that it ended at
    is_last: bool
    chosen: list[UUID]


async def look(connection: Connection, order: Order, most: MostAttempts, rows: int) -> Look:
    """The next rows in these states, and which of them are meant. Each state is a branch of its own, which its index
    has in the file's order."""
    cursor = await connection.execute(
        f"""
        select i.id, i.row_no,
               i.completed_at <= %(asked_at)s and i.error_code is distinct from '{BAD_ROW}'
                 and (%(reasons)s::text[] is null or i.error_code = any(%(reasons)s))
                 and (%(reset)s or i.attempts < case i.status when 'ERROR' then %(error)s
                                                              when 'NOT_FOUND' then %(not_found)s
                                                              else 2147483647 end) as is_meant
        from unnest(%(statuses)s::text[]) s (status)
        cross join lateral (
            select c.id, c.row_no, c.status, c.error_code, c.attempts, c.completed_at from job_items c
            where c.job_id = %(job)s and c.status = s.status and c.row_no > %(from)s and c.row_no <= %(last)s
            order by c.row_no limit %(rows)s) i
        order by i.row_no limit %(rows)s
        """,
        {
            "job": order.job_id,
            "statuses": order.statuses,
            "reasons": order.reasons,
            "reset": order.reset_attempts,
            "asked_at": order.asked_at,
            "from": order.gone_through,
            "last": order.last_row,
            "error": most.error,
            "not_found": most.not_found,
            "rows": rows,
        },
    )
    seen = await cursor.fetchall()
    last = seen[-1]["row_no"] if len(seen) == rows else order.last_row
    return Look(last, last >= order.last_row, [row["id"] for row in seen if row["is_meant"]])


async def note(connection: Connection, order: Order, look: Look) -> None:
    """How far it has come; at its end an order is gone."""
    if look.is_last:
        await connection.execute("delete from reprocessings where id = %s", (order.id,))
    else:
        await connection.execute("update reprocessings set gone_through = %s where id = %s", (look.last, order.id))


async def drop(connection: Connection, job_id: int) -> None:
    await connection.execute("delete from reprocessings where job_id = %s", (job_id,))
