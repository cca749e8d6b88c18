"""Count the failed rows of a job by cause."""

from dataclasses import dataclass
from datetime import datetime

from psycopg.rows import class_row

from garner.core.lifecycle import ItemStatus
from garner.postgres.database import Connection

FAILED = (ItemStatus.ERROR, ItemStatus.NOT_FOUND)


@dataclass(frozen=True, slots=True)
class FailureCause:
    status: str
    code: str | None
    items: int
    message: str | None  # of the latest of them
    latest_at: datetime


async def of_job(connection: Connection, job_id: int, limit: int) -> list[FailureCause]:
    """List causes, most frequent first; of each status only the latest `limit` rows are read, along the index."""
    looked_at = " union all ".join(
        f"""
        (select status, error_code, last_error, updated_at from job_items
         where job_id = %(job)s and status = '{status}' order by updated_at desc, id desc limit %(limit)s)
        """
        for status in FAILED
    )
    cursor = connection.cursor(row_factory=class_row(FailureCause))
    await cursor.execute(
        f"""
        select status, error_code as code, count(*)::int as items,
               (array_agg(left(last_error, 500) order by updated_at desc))[1] as message, max(updated_at) as latest_at
        from ({looked_at}) failed group by status, error_code order by items desc, status, code
        """,
        {"job": job_id, "limit": limit},
    )
    return await cursor.fetchall()
