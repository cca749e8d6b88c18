"""Remove ended jobs, with their rows and files; records and pages stay.

A job is invisible as soon as it is marked (`removed_at`). Its rows may be a million: they are deleted after that, a
bounded number at a time, each in a transaction of its own that holds no lock others need, and the job's own row is
deleted last. If the process is killed in between, another continues. The content of files stays in the blob store until
the cleaning finds it unreferenced.
"""

from datetime import timedelta

from garner.core.lifecycle import JobState
from garner.postgres.database import Connection
from garner.store.queue import duplicates
from garner.store.records import search_events

ENDED_JOB = (JobState.DONE, JobState.FAILED, JobState.CANCELED)
ROWS = 2000  # deleted per transaction
# When the job ended or was last exported, whichever is later. Retention counts from then.
_IDLE_SINCE = "greatest(j.finished_at, j.exported_at)"
# Excludes a job that looks ended, although a rerun of some of its rows was just requested.
_NOT_REPROCESSING = "not exists (select from reprocessings r where r.job_id = j.id)"


async def find_old(connection: Connection, older_than: timedelta, limit: int = 500) -> list[int]:
    """Return jobs that ended before this age, and were not exported since, oldest first."""
    cursor = await connection.execute(
        f"""
        select j.id from jobs j
        where j.queue_state = any(%s) and j.removed_at is null and {_NOT_REPROCESSING} and {_IDLE_SINCE} < now() - %s
        order by j.finished_at limit %s
        """,
        (list(ENDED_JOB), older_than, limit),
    )
    return [row["id"] for row in await cursor.fetchall()]


async def mark(connection: Connection, job_id: int, older_than: timedelta | None = None) -> bool:
    """Mark a job as removed, which frees its key. Return whether it was marked: only if it has ended, and at
    least `older_than` ago. The caller holds its lane, if it has one."""
    cursor = await connection.execute(
        f"""
        update jobs j set removed_at = now(), updated_at = now()
        where j.id = %(job)s and j.removed_at is null and j.queue_state = any(%(ended)s)
          and (%(age)s::interval is null or {_NOT_REPROCESSING} and {_IDLE_SINCE} < now() - %(age)s::interval)
        """,
        {"job": job_id, "ended": list(ENDED_JOB), "age": older_than},
    )
    return cursor.rowcount == 1


async def find_owner_and_state(connection: Connection, job_id: int) -> tuple[int | None, str]:
    """Return the owner and the state of a job that is still stored."""
    cursor = await connection.execute("select user_id, queue_state from jobs where id = %s", (job_id,))
    (row,) = await cursor.fetchall()
    return row["user_id"], row["queue_state"]


async def find_marked(connection: Connection, limit: int = 50) -> list[int]:
    """Return marked jobs in random order, so that those that cannot be deleted yet do not delay the others."""
    cursor = await connection.execute(
        "select id from jobs where removed_at is not null order by random() limit %s", (limit,)
    )
    return [row["id"] for row in await cursor.fetchall()]


async def delete_some(connection: Connection, job_id: int) -> int:
    """Delete some of what is left of a marked job. Return how much: zero when all is gone, or when it is too early,
    because rows of it are still being canceled or counted, its file is still being read, or another process is deleting
    it."""
    if not await _hold(connection, job_id):
        return 0
    for delete in (_delete_rows, _delete_searches, _delete_files, _delete_changes, _delete_job):
        gone = await delete(connection, job_id)
        if gone:
            return gone
    return 0


async def _hold(connection: Connection, job_id: int) -> bool:
    """Lock the job, its lane before its row, as everywhere."""
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
    """Delete the last rows first: duplicates come after their originals, unless the original was edited."""
    return await duplicates.delete_rows(
        connection,
        "select id from job_items where job_id = %(job)s order by row_no desc limit %(limit)s",
        {"job": job_id, "limit": ROWS},
    )


async def _delete_searches(connection: Connection, job_id: int) -> int:
    return await search_events.delete_of_job(connection, job_id, ROWS)


async def _delete_files(connection: Connection, job_id: int) -> int:
    """Delete the files that were sent for this job and the pictures extracted from them, but none that another job
    uses."""
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
    """Delete the job's row, with the little that is left."""
    cursor = await connection.execute("delete from jobs where id = %s", (job_id,))
    return cursor.rowcount
