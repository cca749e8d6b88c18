"""One order for all locks: crawl tasks by id, work by id, items, lanes by id. Any other order deadlocks.

In each interleaving a third party locks the first row until the other two wait for it and for each
other's rows, so that the order in which they take the rest decides.
"""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import psycopg
import pytest
from tests.acceptance.races.interleaving import Act, Cast
from tests.integration.helpers import ask, claim_page, claim_pages, fetched, lane, new_job, page, settle_page, value

from garner.core.record import Kind
from garner.postgres.database import Connection
from garner.store.crawl import fetching
from garner.store.crawl.fetching import PageClaim
from garner.store.jobs import jobs
from garner.store.queue import leases as work
from garner.store.queue.leases import Lease
from garner.store.tasks import items
from garner.store.tasks.items import Submission

# The page that is requested first has the greater hash, so that the orders by id and by hash differ.
URLS = sorted(
    (f"https://kitchen.example/{number}" for number in range(2)), key=lambda url: page(url).hash, reverse=True
)
deadlock = pytest.raises(psycopg.errors.DeadlockDetected)


async def claimed(cast: Cast) -> list[PageClaim]:
    one, *_ = cast.actors
    for url in URLS:
        await ask(one, url)
    return sorted(await claim_pages(one), key=lambda claim: claim.work_id)


def settling(claims: list[PageClaim]) -> Act[set[int]]:
    return lambda connection: fetching.settle(connection, "one", [fetched(claim) for claim in claims])


def renewing(claims: list[PageClaim]) -> Act[set[Lease]]:
    leases = [Lease(claim.work_id, claim.fence) for claim in reversed(claims)]
    return lambda connection: work.renew(connection, "one", leases, 60)


async def meet(cast: Cast, row: tuple[str, int], first: Act[Any], second: Act[Any]) -> tuple[Any, Any]:
    """Begin both while a third party locks the row; the first waits at the head of the queue."""
    one, two, three = cast.actors
    table, key = row
    async with three.transaction():
        await three.execute(f"select from {table} where id = %s for update", (key,))
        begun = [await cast.begin(one, first), await cast.begin(two, second)]
        assert begun[0].waits
    outcomes = await asyncio.gather(*begun, return_exceptions=True)
    for outcome in outcomes:
        if isinstance(outcome, BaseException):
            raise outcome
    return outcomes[0], outcomes[1]


# Settling and renewing the same leases -----------------------------------------------------------------------


async def settle_and_renew(cast: Cast) -> tuple[set[int], set[Lease]]:
    claims = await claimed(cast)
    return await meet(cast, ("work", claims[0].work_id), settling(claims), renewing(claims))


async def test_leases_are_renewed_in_the_order_in_which_they_are_settled(cast: Cast) -> None:
    settled, renewed = await settle_and_renew(cast)
    assert len(settled) == 2 and renewed == set()


@pytest.mark.slow
async def test_renewing_leases_in_another_order_deadlocks(cast: Cast) -> None:
    cast.actors[1].leave_out("order by w.id for no key update of w", "order by w.id desc for no key update of w")
    with deadlock:
        await settle_and_renew(cast)


# Timing out and canceling what is being renewed --------------------------------------------------------------


async def time_out(cast: Cast) -> Act[int]:
    await cast.watcher.execute("update crawl_tasks set updated_at = now() - interval '1 hour'")
    return lambda connection: items.time_out(connection, timedelta(minutes=5))


async def cancel(cast: Cast) -> Act[int]:
    cursor = await cast.watcher.execute("select id from job_items")
    asked = [row["id"] for row in await cursor.fetchall()]
    return lambda connection: items.cancel(connection, asked)


Drop = Callable[[Cast], Awaitable[Act[int]]]
drops = pytest.mark.parametrize("drop", [time_out, cancel])


async def renew_and_drop(cast: Cast, drop: Drop) -> tuple[set[Lease], int]:
    claims = await claimed(cast)
    return await meet(cast, ("work", claims[0].work_id), renewing(claims), await drop(cast))


@drops
async def test_leases_are_taken_away_in_the_order_in_which_they_are_renewed(cast: Cast, drop: Drop) -> None:
    renewed, dropped = await renew_and_drop(cast, drop)
    assert (len(renewed), dropped) == (2, 2)
    assert await value(cast.watcher, "select count(*) from work") == 0


@pytest.mark.slow
@drops
async def test_taking_leases_away_in_another_order_deadlocks(cast: Cast, drop: Drop) -> None:
    cast.actors[1].leave_out("order by id for update)", "order by id desc for update)")
    with deadlock:
        await renew_and_drop(cast, drop)


# Canceling what is being settled -----------------------------------------------------------------------------


async def settle_and_cancel(cast: Cast) -> tuple[set[int], int]:
    claims = await claimed(cast)
    return await meet(cast, ("crawl_tasks", claims[0].task_id), settling(claims), await cancel(cast))


async def test_pages_are_canceled_in_the_order_in_which_they_are_settled(cast: Cast) -> None:
    settled, canceled = await settle_and_cancel(cast)
    assert (len(settled), canceled) == (2, 2)


@pytest.mark.slow
async def test_canceling_pages_in_another_order_deadlocks(cast: Cast) -> None:
    cast.actors[1].leave_out("order by t.id for update", "order by t.url_hash for update")
    with deadlock:
        await settle_and_cancel(cast)


# Lanes come last ---------------------------------------------------------------------------------------------


async def ask_again_and_settle(cast: Cast, settle: Act[bool]) -> tuple[str, bool]:
    """The last request is canceled, another comes at once, and the worker of the page settles: the new request needs to
    wake the lane while it locks the page, and the worker needs the page."""
    one, two, three = cast.actors
    async with one.transaction():
        cursor = await one.execute("select id from job_items")
        await items.cancel(one, [row["id"] for row in await cursor.fetchall()])
        asking = await cast.begin(two, ask)
        begun = await cast.begin(three, settle)
        assert asking.waits and begun.waits
    asked, settled = await asyncio.gather(asking, begun)
    return asked.outcome, settled


async def parked_with_a_page_in_flight(cast: Cast) -> PageClaim:
    one, *_ = cast.actors
    await ask(one)
    claim = await claim_page(one)
    assert await claim_pages(one) == [] and (await lane(one))["parked"]
    return claim


async def test_a_settle_locks_its_pages_before_their_lanes(cast: Cast) -> None:
    claim = await parked_with_a_page_in_flight(cast)
    assert await ask_again_and_settle(cast, lambda connection: settle_page(connection, fetched(claim))) == (
        "created",
        False,
    )


@pytest.mark.slow
async def test_a_settle_that_locks_the_lanes_first_deadlocks(cast: Cast) -> None:
    claim = await parked_with_a_page_in_flight(cast)

    async def lanes_first(connection: Connection) -> bool:
        await connection.execute("select from lanes for no key update")
        return await settle_page(connection, fetched(claim))

    with deadlock:
        await ask_again_and_settle(cast, lanes_first)


async def ask_and_reattach(cast: Cast) -> tuple[Submission, int]:
    """Two stranded pages of one lane: the second is being requested when the reconciler has restarted the first."""
    one, *_ = cast.actors
    for url in URLS:
        await ask(one, url)
    await one.execute("delete from work")
    await one.execute("update crawl_tasks set status = 'failed'")
    await one.execute("update lanes set ready_at = 'infinity'")
    await one.execute("update job_items set updated_at = now() - interval '1 minute'")
    second = await value(one, "select max(id) from crawl_tasks")
    return await meet(
        cast,
        ("crawl_tasks", second),
        lambda connection: ask(connection, URLS[1], kind=Kind.PRODUCT),
        items.reattach,
    )


async def test_the_reconciler_does_not_wait_for_a_page_while_it_holds_a_lane(cast: Cast) -> None:
    asked, restarted = await ask_and_reattach(cast)
    assert (asked.outcome, restarted) == ("created", 1)


@pytest.mark.slow
async def test_a_reconciler_that_waits_for_a_page_while_it_holds_a_lane_deadlocks(cast: Cast) -> None:
    cast.actors[1].leave_out("for update skip locked", "for update")
    with deadlock:
        await ask_and_reattach(cast)


# Folding counters --------------------------------------------------------------------------------------------


async def fold_twice(cast: Cast) -> tuple[int, int]:
    """Fold concurrently; each fold has a delta of each of two jobs."""
    one, two, three = cast.actors
    made = [await new_job(one, total=5) for _ in range(2)]
    async with three.transaction():
        await three.execute("select from jobs where id = %s for no key update", (made[0],))
        begun = []
        for folder in (one, two):
            for job in made:
                await folder.execute("insert into job_deltas (job_id, pending, done) values (%s, -1, 1)", (job,))
            begun.append(await cast.begin(folder, jobs.fold))
    first, second = await asyncio.gather(*begun)
    return first, second


async def test_concurrent_folds_lock_the_jobs_in_one_order(cast: Cast) -> None:
    assert await fold_twice(cast) == (2, 2)
    assert await value(cast.watcher, "select array_agg(done) from jobs") == [2, 2]


@pytest.mark.slow
async def test_folds_that_lock_the_jobs_in_different_orders_deadlock(cast: Cast) -> None:
    cast.actors[1].leave_out("order by id for no key update", "order by id desc for no key update")
    with deadlock:
        await fold_twice(cast)
