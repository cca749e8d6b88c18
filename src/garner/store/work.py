"""The hot table: leases on work, and what becomes of a lease that is lost.

A claim is a lease with a fence. Every claim draws a new fence and counts the attempt; nothing is renewed or
settled except by (id, fence, worker), so a worker that was away for too long touches zero rows. A worker killed
at any instruction loses nothing and reports nothing twice, and work that kills its worker runs out of attempts.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from garner.store import crawl, items, tasks
from garner.store.database import Connection


@dataclass(frozen=True, slots=True)
class Lease:
    work_id: int
    fence: int


def columns(leases: Iterable[Lease]) -> tuple[list[int], list[int]]:
    pairs = [(lease.work_id, lease.fence) for lease in leases]
    return [work_id for work_id, _ in pairs], [fence for _, fence in pairs]


async def renew(connection: Connection, worker: str, leases: Sequence[Lease], seconds: float) -> set[int]:
    """Extends leases; what does not come back is no longer ours."""
    cursor = await connection.execute(
        """
        update work w set lease_until = now() + %s
        from unnest(%s::bigint[], %s::bigint[]) r (id, fence)
        where w.id = r.id and w.fence = r.fence and w.worker = %s
        returning w.id
        """,
        (timedelta(seconds=seconds), *columns(leases), worker),
    )
    return {row["id"] for row in await cursor.fetchall()}


async def release(connection: Connection, worker: str, leases: Sequence[Lease]) -> int:
    """Gives work back untouched, as if it had not been claimed: what a stopping worker does not finish."""
    owned = await crawl.lock_owned(connection, worker, *columns(leases))
    await crawl.put_back(connection, [row.work_id for row in owned], count_attempt=False)
    return len(owned)


@dataclass(frozen=True, slots=True)
class Swept:
    freed: int
    dead: int


async def sweep(connection: Connection, *, delay_seconds: float, limit: int = 500) -> Swept:
    """Takes expired leases away: due again after a little while, or a dead letter when attempts are spent.

    Selecting and acting are one transaction under the rows' locks, and every lock skips what is locked, so any
    number of sweepers may run and an honest worker that settles at this moment wins or loses as a whole.
    """
    cursor = await connection.execute(
        """
        select w.id, w.task_id, t.url_hash, w.attempt >= w.max_attempts as spent
        from work w join crawl_tasks t on t.id = w.task_id
        where w.lease_until < now()
        order by w.lease_until limit %s
        for update of w, t skip locked
        """,
        (limit,),
    )
    rows = await cursor.fetchall()
    freed = [row["id"] for row in rows if not row["spent"]]
    spent = [row for row in rows if row["spent"]]
    await crawl.record_lost_attempts(connection, [row["id"] for row in rows])
    if freed:
        await crawl.put_back(
            connection, freed, delay_seconds=delay_seconds, code="worker_lost", error="The worker was lost."
        )
    if spent:
        message = "The worker was lost each time it was tried."
        await tasks.bury(connection, [row["id"] for row in spent], "worker_lost", message)
        await tasks.fail(connection, [row["task_id"] for row in spent], "worker_lost", message)
        await items.fail_waiting(connection, [row["url_hash"] for row in spent], "worker_lost", message)
    matching = await _sweep_items(connection, delay_seconds, limit)
    return Swept(len(freed) + matching.freed, len(spent) + matching.dead)


async def _sweep_items(connection: Connection, delay_seconds: float, limit: int) -> Swept:
    """The same for items that are worked on directly."""
    cursor = await connection.execute(
        """
        with lost as materialized (
            select w.id, w.item_id, w.attempt, w.priority, w.attempt >= w.max_attempts as spent
            from work w
            where w.lease_until < now() and w.item_id is not null
            order by w.lease_until limit %(limit)s
            for update skip locked),
        freed as (
            update work w
            set lease_until = null, worker = null, due_at = now() + %(delay)s,
                rank = work_rank(now() + %(delay)s, w.priority)
            from lost where w.id = lost.id and not lost.spent),
        gone as (
            delete from work w using lost where w.id = lost.id and lost.spent),
        buried as (
            insert into dead_letters (stage, item_id, cause, message, attempts)
            select 'match', item_id, 'worker_lost', 'The worker was lost each time it was tried.', attempt
            from lost where spent),
        told as (
            update job_items i
            set status = case when lost.spent then 'ERROR' else 'PENDING' end,
                error_code = 'worker_lost', last_error = 'The worker was lost.',
                completed_at = case when lost.spent then now() end, updated_at = now()
            from lost where i.id = lost.item_id and i.status = 'PROCESSING'
            returning i.job_id, i.status),
        counted as (
            insert into job_deltas (job_id, processing, pending, error)
            select job_id, -count(*), count(*) filter (where status = 'PENDING'),
                   count(*) filter (where status = 'ERROR')
            from told where job_id is not null group by job_id)
        select count(*) filter (where not spent) as freed, count(*) filter (where spent) as dead from lost
        """,
        {"limit": limit, "delay": timedelta(seconds=delay_seconds)},
    )
    row = await cursor.fetchone()
    assert row is not None
    return Swept(row["freed"], row["dead"])
