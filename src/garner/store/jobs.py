"""Jobs and their counters.

Settling processes never touch a job's row: they append deltas, each of which adds up, and the folder alone
adds them to the base and ends the job. A reader adds base and deltas in one statement, so what it sees always
reconciles.
"""

from garner.store.database import Connection, Row
from garner.store.schema import COUNTERS


def _sums(expression: str) -> str:
    return ", ".join(expression.format(name=name) for name in COUNTERS)


async def create(connection: Connection, *, job_type: str, kind: str, user_id: int | None = None) -> int:
    cursor = await connection.execute(
        "insert into jobs (job_type, kind, user_id) values (%s, %s, %s) returning id",
        (job_type, kind, user_id),
    )
    row = await cursor.fetchone()
    assert row is not None
    return int(row["id"])


async def counts(connection: Connection, job_id: int) -> Row | None:
    cursor = await connection.execute(
        f"""
        select j.id, j.queue_state, j.total_items + coalesce(d.total, 0) as total,
               {_sums("j.{name} + coalesce(d.{name}, 0) as {name}")}
        from jobs j
        left join lateral (
            select sum(total)::int as total, {_sums("sum({name})::int as {name}")}
            from job_deltas where job_id = j.id) d on true
        where j.id = %s
        """,
        (job_id,),
    )
    return await cursor.fetchone()


async def fold(connection: Connection, limit: int = 10_000) -> int:
    """Adds waiting deltas to their jobs' base, and moves a job on by what the sum says."""
    cursor = await connection.execute(
        f"""
        with taken as (
            delete from job_deltas where id in (
                select id from job_deltas order by id limit %s for update skip locked)
            returning *),
        summed as (
            select job_id, sum(total)::int as total, {_sums("sum({name})::int as {name}")}
            from taken group by job_id),
        held as materialized (  -- by id, since another process may be folding too
            select id from jobs where id in (select job_id from summed) order by id for no key update),
        folded as (
            update jobs j
            set total_items = j.total_items + s.total, {_sums("{name} = j.{name} + s.{name}")},
                updated_at = now(), last_heartbeat = now()
            from summed s join held on held.id = s.job_id where j.id = s.job_id
            returning j.id)
        select count(*) as deltas, (select array_agg(id) from folded) as jobs from taken
        """,
        (limit,),
    )
    row = await cursor.fetchone()
    assert row is not None
    if row["jobs"]:
        await _move_on(connection, row["jobs"])
    return int(row["deltas"])


async def _move_on(connection: Connection, job_ids: list[int]) -> None:
    await connection.execute(
        """
        update jobs
        set queue_state = case when ingested_at is not null and pending + processing = 0
                                    and queue_state in ('QUEUED', 'RUNNING') then 'DONE'
                               when queue_state = 'QUEUED' and pending < total_items then 'RUNNING'
                               else queue_state end,
            started_at = case when pending < total_items then coalesce(started_at, now()) else started_at end,
            finished_at = case when ingested_at is not null and pending + processing = 0 then now() end
        where id = any(%s)
        """,
        (job_ids,),
    )
