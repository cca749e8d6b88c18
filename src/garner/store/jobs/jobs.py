"""Jobs and their counters.

Settling processes never touch a job's row: they append deltas, each of which adds up, and only `fold` adds them to the
base and ends the job. A reader adds base and deltas in one statement, so its counts always reconcile.
"""

from collections.abc import Sequence
from uuid import UUID

from garner import observe
from garner.core.lifecycle import COUNTERS, JobState
from garner.postgres.database import Connection, Row, emit_on_commit


def _sums(expression: str) -> str:
    return ", ".join(expression.format(name=name) for name in COUNTERS)


async def create(connection: Connection, *, job_type: str, kind: str, user_id: int | None = None) -> int:
    cursor = await connection.execute(
        "insert into jobs (job_type, kind, user_id) values (%s, %s, %s) returning id",
        (job_type, kind, user_id),
    )
    row = await cursor.fetchone()
    assert row is not None
    emit_on_commit(connection, observe.JobCreated(row["id"], job_type, kind))
    return int(row["id"])


async def add(connection: Connection, job_id: int, row_no: int, item_id: UUID) -> None:
    """Make an item a row of a job, which counts it under its current state."""
    await connection.execute(
        """
        update job_items i set job_id = j.id, row_no = %(row_no)s, job_type = j.job_type
        from jobs j where j.id = %(job)s and i.id = %(item)s and i.job_id is null
        """,
        {"job": job_id, "row_no": row_no, "item": item_id},
    )


async def finish_ingest(connection: Connection, job_id: int) -> None:
    """Mark all rows as ingested: from now on the job ends when the last row does. The rows are committed before."""
    await connection.execute(
        "update jobs set ingested_at = now(), updated_at = now() where id = %s and ingested_at is null", (job_id,)
    )


async def state(connection: Connection, job_id: int) -> str | None:
    cursor = await connection.execute("select queue_state from jobs where id = %s and removed_at is null", (job_id,))
    row = await cursor.fetchone()
    return None if row is None else str(row["queue_state"])


async def move(connection: Connection, job_id: int, sources: Sequence[JobState], target: JobState) -> bool:
    """Move the job to another state, and return whether its state allowed that. A job that had ended and runs again
    counts another attempt."""
    cursor = await connection.execute(
        """
        update jobs
        set queue_state = %(target)s, finished_at = case when %(over)s then now() end, updated_at = now(),
            attempts = attempts + (finished_at is not null and not %(over)s)::integer
        where id = %(id)s and queue_state = any(%(sources)s)
        """,
        {"id": job_id, "target": target, "sources": list(sources), "over": target == JobState.CANCELED},
    )
    return cursor.rowcount == 1


async def note_export(connection: Connection, job_id: int) -> None:
    """Record that the job was exported. A precision of one hour suffices, and saves writes."""
    await connection.execute(
        """
        update jobs set exported_at = now()
        where id = %s and coalesce(exported_at, '-infinity') < now() - interval '1 hour'
        """,
        (job_id,),
    )


async def resume_ended(connection: Connection, job_id: int) -> None:
    """Resume a job that had ended, because rows were added or rerun in this transaction. The job is locked before its
    state is read, so that a transaction that is ending it has either done so, or does not."""
    await connection.execute("select 1 from jobs where id = %s for no key update", (job_id,))
    if await move(connection, job_id, [JobState.DONE, JobState.FAILED], JobState.RUNNING):
        emit_on_commit(connection, observe.JobSteered(job_id, JobState.RUNNING))


async def counts(connection: Connection, job_id: int) -> Row | None:
    """Return the job's counters. Items that are worked on directly count as processing while their work is leased,
    which their rows do not show."""
    cursor = await connection.execute(
        f"""
        select j.id, j.queue_state, j.total_items + coalesce(d.total, 0) as total,
               {_sums("j.{name} + coalesce(d.{name}, 0) as {name}")}, items_in_hand(j.id) as in_hand
        from jobs j
        left join lateral (
            select sum(total)::int as total, {_sums("sum({name})::int as {name}")}
            from job_deltas where job_id = j.id) d on true
        where j.id = %s
        """,
        (job_id,),
    )
    row = await cursor.fetchone()
    if row is not None:
        in_hand = row.pop("in_hand")
        row["pending"], row["processing"] = row["pending"] - in_hand, row["processing"] + in_hand
    return row


async def fold(connection: Connection, limit: int = 10_000) -> int:
    """Add waiting deltas to their jobs' base, and start or end jobs by the sums."""
    cursor = await connection.execute(
        f"""
        with taken as (
            delete from job_deltas where id in (
                select id from job_deltas order by id limit %s for update skip locked)
            returning *),
        summed as (
            select job_id, sum(total)::int as total, {_sums("sum({name})::int as {name}")},
                   bool_or(processing > 0) as begun,  -- and may be pending again by now
                   coalesce(sum(-pending) filter (where duplicates), 0)::int as duplicates
            from taken group by job_id),
        held as materialized (  -- by id, since another process may be folding too
            select id from jobs where id in (select job_id from summed) order by id for no key update),
        folded as (
            update jobs j
            set total_items = j.total_items + s.total, {_sums("{name} = j.{name} + s.{name}")},
                updated_at = now(), last_heartbeat = now()
            from summed s join held on held.id = s.job_id where j.id = s.job_id)
        select (select count(*) from taken) as deltas, array(select job_id from summed where begun) as begun,
               array(select array[job_id, duplicates] from summed where duplicates > 0) as duplicates
        """,
        (limit,),
    )
    row = await cursor.fetchone()
    assert row is not None
    for job_id, rows in row["duplicates"]:
        emit_on_commit(connection, observe.DuplicatesEnded(job_id, rows))
    await _start_and_end(connection, row["begun"])
    return int(row["deltas"])


_IS_OVER = """
    j.ingested_at is not null and j.pending + j.processing = 0
    and not exists (select from job_deltas d where d.job_id = j.id)
    and not exists (select from reprocessings r where r.job_id = j.id)
"""
# Rows that are worked on directly are pending meanwhile, and again when they are retried. Their claimed work, now or
# before, is on the job's lane, which never holds many.
_STARTS = """
    (j.queue_state = 'QUEUED' or j.started_at is null)
    and (j.pending + j.skipped + j.canceled < j.total_items or j.id = any(%(begun)s)
         or (select true from lanes l
             cross join lateral (
                 (select 1 from work where lane_id = l.id and lease_until is not null limit 1)
                 union all
                 (select 1 from work where lane_id = l.id and lease_until is null and not held and attempt > 0 limit 1)
                 ) claimed
             where l.job_id = j.id limit 1))
"""


async def _start_and_end(connection: Connection, begun: Sequence[int]) -> None:
    """Start and end jobs, and check all open ones: a job without rows has nothing to fold, and a job whose rows had
    all ended before the last was known to be in has nothing left to fold.

    A job with waiting deltas has not ended, regardless of its base: they are folded in any order, so the end of a row
    may be folded before the beginning of another. Nor has a job whose rows are being added or rerun at this moment:
    such transactions lock the job as well (`process_next_rows`), and their changes are read in a later statement than
    the one that locks it."""
    cursor = await connection.execute(
        f"""
        select j.id from jobs j
        where j.queue_state in ('QUEUED', 'RUNNING')
          and (({_IS_OVER}) or ({_STARTS}))
        order by j.id for no key update skip locked
        """,
        {"begun": begun},
    )
    held = [row["id"] for row in await cursor.fetchall()]
    if not held:
        return
    cursor = await connection.execute(
        f"""
        update jobs j
        set queue_state = case
                when not m.is_over then 'RUNNING'
                when j.total_items = 0 and j.last_error is not null then 'FAILED'  -- nothing of its files could be read
                else 'DONE' end,
            started_at = coalesce(j.started_at, now()), attempts = j.attempts + m.is_new::integer,
            finished_at = case when m.is_over then now() end, updated_at = now()
        from (select j.id, {_IS_OVER} as is_over, {_STARTS} as starts,
                     j.queue_state = 'QUEUED' or j.started_at is null as is_new
              from jobs j where j.id = any(%(held)s)) m
        where j.id = m.id and (m.is_over or m.starts)
        returning j.id, j.queue_state, j.total_items, j.done, j.failed_items, m.is_new
        """,
        {"held": held, "begun": begun},
    )
    for job in await cursor.fetchall():
        if job["is_new"]:
            emit_on_commit(connection, observe.JobStarted(job["id"], job["total_items"]))
        if job["queue_state"] != JobState.RUNNING:
            ended = observe.JobEnded(
                job["id"], job["queue_state"], job["total_items"], job["done"], job["failed_items"]
            )
            emit_on_commit(connection, ended)
