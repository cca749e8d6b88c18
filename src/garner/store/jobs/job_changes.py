"""Changes of jobs, as a trigger records them: numbered without gaps and in the order in which they become visible,
since numbers are given under the lock of the job's row."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from psycopg.rows import class_row

from garner.postgres.database import Connection


@dataclass(frozen=True, slots=True)
class JobChange:
    job_id: int
    number: int
    change: dict[str, Any]  # by the names of the job's JSON


async def since(connection: Connection, seen: Mapping[int, int], limit: int) -> list[JobChange]:
    """Return the changes of each job after the number seen, at most `limit` per job, oldest first."""
    cursor = connection.cursor(row_factory=class_row(JobChange))
    await cursor.execute(
        """
        select c.job_id, c.number, c.change
        from unnest(%(jobs)s::bigint[], %(seen)s::bigint[]) s (job_id, number)
        cross join lateral (
            select * from job_changes c where c.job_id = s.job_id and c.number > s.number
            order by c.number limit %(limit)s) c
        order by c.job_id, c.number
        """,
        {"jobs": list(seen), "seen": list(seen.values()), "limit": limit},
    )
    return await cursor.fetchall()


async def delete_old(connection: Connection, older_than: timedelta, limit: int = 5000) -> int:
    """Delete old changes. A reader that has not seen them is sent the whole job."""
    cursor = await connection.execute(
        """
        delete from job_changes c using (
            select job_id, number from job_changes where happened_at < now() - %s order by happened_at limit %s) old
        where c.job_id = old.job_id and c.number = old.number
        """,
        (older_than, limit),
    )
    return cursor.rowcount
