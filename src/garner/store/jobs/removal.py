"""Jobs that have ended are removed, with their rows and files; records and pages stay.

For whoever looks a job is gone as soon as it is marked (`removed_at`). Its rows may be a million: they go after that, a
bounded number at a time, each in a transaction of its own that holds nothing others want, and the job's own row goes
last. Killed in between, another goes on. What files held lies in the blob store until cleaning finds that nobody points
at it.
"""

from datetime import timedelta

from garner.core.lifecycle import JobState
from garner.postgres.database import Connection
from garner.store.queue import duplicates
from garner.store.records import search_events

ENDED_JOB = (JobState.DONE, JobState.FAILED, JobState.CANCELED)
ROWS = 2000  # that one transaction deletes
# Of jobs that are looked at often enough to be kept: since they ended, or were last asked for as a file.
_IDLE_SINCE = "greatest(j.finished_at, j.exported_at)"
# Of a job that looks as if it had ended, though somebody has just asked for rows of it to be done again.
_NOT_TO_REDO = "not exists (select from reprocessings r where r.job_id = j.id)"


async def old(connection: Connection, older_than: timedelta, limit: int = 500) -> list[int]:
    """Jobs that ended so long ago, and were not exported since, the oldest first."""
    cursor = await connection.execute(
        f"""
        select j.id from jobs j
        where j.queue_state = any(%s) and j.removed_at is null and {_NOT_TO_REDO} and {_IDLE_SINCE} < now() - %s
        order by j.finished_at limit %s
        """,
        (list(ENDED_JOB), older_than, limit),
    )
    return [row["id"] for row in await cursor.fetchall()]


async def mark(connection: Connection, job_id: int, older_than: timedelta | None = None) -> bool:
    """From now on there is no such job, and its key is another's to take. Says whether it had ended, so long ago; the
    caller holds its lane, if it has one."""
    cursor = await connection.execute(
        f"""
        update jobs j set removed_at = now(), updated_at = now()
        where j.id = %(job)s and j.removed_at is null and j.queue_state = any(%(ended)s)
          and (%(age)s::interval is null or {_NOT_TO_REDO} and {_IDLE_SINCE} < now() - %(age)s::interval)
        """,
        {"job": job_id, "ended": list(ENDED_JOB), "age": older_than},
    )
    return cursor.rowcount == 1


async def marked(connection: Connection, limit: int = 50) -> list[int]:
    """Jobs of which something is left, any of them: those that cannot go yet keep no others waiting."""
    cursor = await connection.execute(
        "select id from jobs where removed_at is not null order by random() limit %s", (limit,)
    )
    return [row["id"] for row in await cursor.fetchall()]


async def delete_some(connection: Connection, job_id: int) -> int:
    """Some of what is left of a marked job. Says how much; nothing when all is gone, or when it is not yet time: rows
    of it are still being called off, or counted, its file is still being read, or somebody else is at it."""
    if not await _hold(connection, job_id):
        return 0
    for delete in (_delete_rows, _delete_searches, _delete_files, _delete_changes, _delete_job):
        gone = await delete(connection, job_id)
        if gone:
            return gone
    return 0


async def _hold(connection: Connection, job_id: int) -> bool:
    """Its lane comes before its row, as everywhere."""
    lane = await connection.execute("select id from lanes where job_id = %s for update skip locked", (job_id,))
    cursor = await connection.execute(
        """
        select j.id from jobs j
        where j.id = %(job)s and j.removed_at is not null and j.queue_state = any(%(ended)s)
          and (%(held)s or not exists (select from lanes where job_id = %(job)s))
          and not exists (select from ingests where job_id = %(job)s and finished_at is null)
          and not exists (select from job_deltas where job_id = %(job)s)
          and not exists (select from job_items where job_id = %(job)s and status in ('PENDING', 'PROCESSING'))
        for no key update skip locked
        """,
        {"job": job_id, "ended": list(ENDED_JOB), "held": lane.rowcount == 1},
    )
    return await cursor.fetchone() is not None


async def _delete_rows(connection: Connection, job_id: int) -> int:
    """The last first: rows that end as others do come after those, unless the first of them was edited."""
    return await duplicates.delete_rows(
        connection,
        "select id from job_items where job_id = %(job)s order by row_no desc limit %(limit)s",
        {"job": job_id, "limit": ROWS},
    )


async def _delete_searches(connection: Connection, job_id: int) -> int:
    return await search_events.delete_of_job(connection, job_id, ROWS)


async def _delete_files(connection: Connection, job_id: int) -> int:
    """Those that were sent for this job and the pictures that came out of them, but none that another job uses."""
    cursor = await connection.execute(
        """
        delete from files where id = any (array(
            select f.id from (
                select id from files where job_id = %(job)s
                union select file_id from ingests where job_id = %(job)s) f
            where not exists (select from ingests g where g.file_id = f.id and g.job_id <> %(job)s)
              and not exists (select from jobs j where j.file_id = f.id and j.id <> %(job)s)
            limit %(rows)s))
        """,
        {"job": job_id, "rows": ROWS},
    )
    return cursor.rowcount


async def _delete_changes(connection: Connection, job_id: int) -> int:
    cursor = await connection.execute(
        """
        delete from job_changes where job_id = %(job)s and number = any (array(
            select number from job_changes where job_id = %(job)s limit %(rows)s))
        """,
        {"job": job_id, "rows": ROWS},
    )
    return cursor.rowcount


async def _delete_job(connection: Connection, job_id: int) -> int:
    """What little is left goes with it."""
    cursor = await connection.execute("delete from jobs where id = %s", (job_id,))
    return cursor.rowcount
