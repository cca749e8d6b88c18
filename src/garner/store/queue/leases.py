"""The hot table: leases on work, and the recovery of lost leases.

A claim is a lease with a fence. Every claim draws a new fence and counts the attempt; work is renewed or settled only
by (id, fence, worker), so a worker that was away for too long touches zero rows. A worker killed at any instruction
loses nothing and reports nothing twice, and work that kills its worker runs out of attempts.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from garner.core.pacing.outcome import Action, Verdict
from garner.postgres.database import Connection
from garner.store.crawl import lanes
from garner.store.queue import matching
from garner.store.tasks import attempts, error_logs, items, leased_pages, tasks


@dataclass(frozen=True, slots=True)
class Lease:
    work_id: int
    fence: int


def columns(leases: Iterable[Lease]) -> tuple[list[int], list[int]]:
    pairs = [(lease.work_id, lease.fence) for lease in leases]
    return [work_id for work_id, _ in pairs], [fence for _, fence in pairs]


async def renew(connection: Connection, worker: str, leases: Sequence[Lease], seconds: float) -> set[Lease]:
    """Extend leases, and return those that this worker still owns. The rows are locked by id, as everywhere, since a
    batch of them may be settled at this moment."""
    cursor = await connection.execute(
        """
        with own as materialized (
            select w.id from unnest(%s::bigint[], %s::bigint[]) r (id, fence)
            join work w on w.id = r.id and w.fence = r.fence and w.worker = %s
            order by w.id for no key update of w)
        update work w set lease_until = now() + %s from own where w.id = own.id returning w.id, w.fence
        """,
        (*columns(leases), worker, timedelta(seconds=seconds)),
    )
    return {Lease(row["id"], row["fence"]) for row in await cursor.fetchall()}


async def release(connection: Connection, worker: str, leases: Sequence[Lease]) -> int:
    """Release work untouched, as if it had not been claimed: the work that a stopping worker does not finish."""
    ids, fences = columns(leases)
    rows = await matching.lock_owned(connection, worker, ids, fences)
    await matching.put_back(connection, rows, count_attempt=False)
    pages = [row.work_id for row in await leased_pages.lock_owned(connection, worker, ids, fences)]
    await attempts.record_lost(connection, pages, "released")
    await lanes.reschedule(connection, await leased_pages.put_back(connection, pages, count_attempt=False))
    return len(pages) + len(rows)


@dataclass(frozen=True, slots=True)
class Swept:
    freed: int
    dead: int


async def sweep(connection: Connection, *, delay_seconds: float, limit: int = 500) -> Swept:
    """Sweep expired leases: their work is due again after a short delay, or a dead letter when attempts are used up.

    Selecting and acting are one transaction under the rows' locks, and locked rows are skipped, so any number of
    sweepers may run, and a live worker that settles at this moment wins or loses as a whole.
    """
    pages = await _sweep_pages(connection, delay_seconds, limit)
    rows = await _sweep_items(connection, delay_seconds, limit)
    return Swept(pages.freed + rows.freed, pages.dead + rows.dead)


CODE = "worker_lost"
LOST = "The worker stopped responding."
LOST_FINALLY = "The worker stopped responding, and no attempts are left."


async def _sweep_pages(connection: Connection, delay_seconds: float, limit: int) -> Swept:
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
    lost = await cursor.fetchall()
    freed = [row["id"] for row in lost if not row["spent"]]
    spent = [row for row in lost if row["spent"]]
    await attempts.record_lost(connection, [row["id"] for row in lost])
    freed_lanes = await leased_pages.put_back(connection, freed, delay_seconds=delay_seconds, code=CODE, error=LOST)
    if spent:
        await tasks.dead_letter(connection, [row["id"] for row in spent], CODE, LOST_FINALLY)
        await tasks.fail(connection, [row["task_id"] for row in spent], CODE, LOST_FINALLY)
        lost_for_good = Verdict(Action.FAIL, CODE, LOST_FINALLY)
        await error_logs.write_same(connection, [row["task_id"] for row in spent], lost_for_good)
        await items.fail_waiting(connection, [row["url_hash"] for row in spent], CODE, LOST_FINALLY)
    await lanes.reschedule(connection, freed_lanes)
    return Swept(len(freed), len(spent))


async def _sweep_items(connection: Connection, delay_seconds: float, limit: int) -> Swept:
    """Do the same for items that are worked on directly. Lanes of jobs are locked before their work, and a lane that
    is locked just now is left for the next sweep."""
    cursor = await connection.execute(
        """
        with held as materialized (
            select l.id from lanes l
            -- As arrays: given the rows, the planner may prefer to read all lanes.
            where l.id = any (array(
                select lane_id from work where lease_until < now() and item_id is not null limit %(limit)s))
            order by l.id for no key update skip locked)
        select id, attempt >= max_attempts as spent from work
        where lease_until < now() and item_id is not null
          and (lane_id is null or lane_id = any (array(select id from held)))
        order by lease_until limit %(limit)s for update skip locked
        """,
        {"limit": limit},
    )
    lost = await cursor.fetchall()
    freed = [row["id"] for row in lost if not row["spent"]]
    spent = [row["id"] for row in lost if row["spent"]]
    await matching.put_back(connection, freed, delay_seconds=delay_seconds, code=CODE, error=LOST)
    await matching.dead_letter(connection, spent, CODE, LOST_FINALLY)
    return Swept(len(freed), len(spent))
