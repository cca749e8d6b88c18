"""The guards between workers, sweeps and timeouts, and what happens without them.

Each guard is proved twice: its interleaving has the right outcome, and the wrong one once the guard is
removed from its text.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from tests.acceptance.races.interleaving import Actor, Cast
from tests.integration.helpers import (
    ask,
    claim_bodies,
    claim_body,
    claim_page,
    claim_pages,
    expire_leases,
    extracted,
    fetch_failed,
    fetch_page,
    fetched,
    item,
    lane,
    make_due,
    recipe,
    settle_body,
    settle_page,
    task,
    value,
)

from garner.store.crawl import fetching
from garner.store.crawl.fetching import PageClaim
from garner.store.queue import leases
from garner.store.queue.leases import Lease
from garner.store.tasks import items

URLS = [f"https://kitchen.example/{number}" for number in range(4)]
HOLDER = (" and w.worker = %s", " and %s::text is not null")


# The fence ---------------------------------------------------------------------------------------------------


async def lose_the_lease(cast: Cast, *, again: bool) -> PageClaim:
    """Return the expired claim of a worker that was stopped; it may have claimed the page again since."""
    one, two, _ = cast.actors
    await ask(one)
    old = await claim_page(two)
    await expire_leases(one)
    await leases.sweep(one, delay_seconds=0)
    if again:
        await make_due(one)
        await claim_page(two)
    return old


async def settle(actor: Actor, claim: PageClaim) -> bool:
    async with actor.transaction():
        return await settle_page(actor, fetched(claim))


async def renew(actor: Actor, claim: PageClaim) -> bool:
    return bool(await leases.renew(actor, "one", [Lease(claim.work_id, claim.fence)], 60))


async def release(actor: Actor, claim: PageClaim) -> bool:
    async with actor.transaction():
        return bool(await leases.release(actor, "one", [Lease(claim.work_id, claim.fence)]))


acts = pytest.mark.parametrize("act", [settle, renew, release])
Fenced = Callable[[Actor, PageClaim], Awaitable[bool]]


@acts
async def test_a_worker_with_an_older_fence_changes_nothing(cast: Cast, act: Fenced) -> None:
    old = await lose_the_lease(cast, again=True)
    before = await value(cast.watcher, "select w::text from work w")
    assert await act(cast.actors[1], old) is False
    assert await value(cast.watcher, "select w::text from work w") == before


@pytest.mark.slow
@acts
async def test_without_the_fence_a_worker_changes_a_later_attempt(cast: Cast, act: Fenced) -> None:
    old = await lose_the_lease(cast, again=True)
    leave_out_the_fence(cast.actors[1], renewing=act is renew)
    assert await act(cast.actors[1], old) is True


def leave_out_the_fence(actor: Actor, *, renewing: bool = False) -> None:
    actor.leave_out("w.fence = r.fence and ")
    if not renewing:  # the lock also returns the fence
        actor.leave_out("w.id as work_id, w.fence", "w.id as work_id, r.fence")


async def settle_under_both_fences(cast: Cast) -> str:
    """The same worker lost a page, claimed it again, and has a result for each claim."""
    old = await lose_the_lease(cast, again=True)
    new = replace(old, fence=await value(cast.watcher, "select fence from work"))
    async with cast.actors[1].transaction():
        assert await fetching.settle(cast.actors[1], "one", [fetched(new), fetch_failed(old)]) == {new.work_id}
    return str((await task(cast.watcher))["status"])


async def test_of_two_results_for_a_page_only_the_one_with_the_current_fence_is_written(cast: Cast) -> None:
    assert await settle_under_both_fences(cast) == "downloaded"


@pytest.mark.slow
async def test_without_the_fence_the_older_result_overrides_the_newer(cast: Cast) -> None:
    leave_out_the_fence(cast.actors[1])
    assert await settle_under_both_fences(cast) == "failed"


@acts
async def test_a_worker_whose_lease_was_swept_changes_nothing_even_before_another_claim(
    cast: Cast, act: Fenced
) -> None:
    old = await lose_the_lease(cast, again=False)
    assert await act(cast.actors[1], old) is False


@pytest.mark.slow
@acts
async def test_without_the_holder_check_a_worker_changes_swept_work(cast: Cast, act: Fenced) -> None:
    old = await lose_the_lease(cast, again=False)
    cast.actors[1].leave_out(*HOLDER)
    if act is renew:  # the table stops this one: a lease has a holder
        with pytest.raises(Exception, match="a_lease_has_a_holder"):
            await act(cast.actors[1], old)
    else:
        assert await act(cast.actors[1], old) is True


# Sweep and settle: one of them wins ------------------------------------------------------------------------


async def sweep_while_it_settles(cast: Cast) -> tuple[int, str, str]:
    """A late worker settles under an expired lease that was not swept yet."""
    one, two, _ = cast.actors
    asked = (await ask(one)).item_id
    await fetch_page(one)
    claim = await claim_body(one)
    await one.execute("update work set attempt = max_attempts, lease_until = now() - interval '1 second'")
    async with one.transaction():
        assert await settle_body(one, extracted(claim, recipe()))
        sweeping = await cast.begin(two, lambda connection: leases.sweep(connection, delay_seconds=0))
    return (await sweeping).dead, (await item(one, asked))["status"], (await task(one))["status"]


async def test_a_sweep_skips_work_that_is_being_settled(cast: Cast) -> None:
    assert await sweep_while_it_settles(cast) == (0, "DONE", "completed")


@pytest.mark.slow
async def test_without_skip_locked_the_sweep_fails_a_just_completed_page(cast: Cast) -> None:
    cast.actors[1].leave_out("for update of w, t skip locked")
    assert await sweep_while_it_settles(cast) == (1, "DONE", "failed")


async def settle_while_it_is_swept(cast: Cast) -> tuple[bool, str]:
    one, two, _ = cast.actors
    asked = (await ask(one)).item_id
    await fetch_page(one)
    claim = await claim_body(one)
    await expire_leases(one)
    async with one.transaction():
        assert (await leases.sweep(one, delay_seconds=0)).freed == 1
        settling = await cast.begin(two, lambda connection: settle_body(connection, extracted(claim, recipe())))
        assert settling.waits
    return await settling, (await item(one, asked))["status"]


async def test_a_settle_that_waited_for_a_sweep_has_no_effect(cast: Cast) -> None:
    assert await settle_while_it_is_swept(cast) == (False, "PENDING")
    assert await value(cast.watcher, "select count(*) from recipes") == 0


@pytest.mark.slow
async def test_without_the_holder_check_both_the_sweep_and_the_settle_win(cast: Cast) -> None:
    cast.actors[1].leave_out(*HOLDER)
    assert await settle_while_it_is_swept(cast) == (True, "DONE")


# Timeouts and settle -----------------------------------------------------------------------------------------


async def time_out_while_it_settles(cast: Cast) -> tuple[str, str]:
    one, two, _ = cast.actors
    asked = (await ask(one)).item_id
    await fetch_page(one)
    claim = await claim_body(one)
    await one.execute("update crawl_tasks set updated_at = now() - interval '1 hour'")
    async with one.transaction():
        assert await settle_body(one, extracted(claim, recipe()))
        timing_out = await cast.begin(two, lambda connection: items.time_out(connection, timedelta(minutes=5)))
    await timing_out
    return (await item(one, asked))["status"], (await task(one))["status"]


async def test_a_timeout_skips_work_that_is_being_settled(cast: Cast) -> None:
    assert await time_out_while_it_settles(cast) == ("DONE", "completed")


@pytest.mark.slow
async def test_without_skip_locked_the_timeout_fails_a_just_completed_page(cast: Cast) -> None:
    cast.actors[1].leave_out("limit %s for update skip locked", "limit %s")
    assert await time_out_while_it_settles(cast) == ("DONE", "failed")


# Concurrent claims -------------------------------------------------------------------------------------------


async def claim_one_lane_twice(cast: Cast) -> list[int]:
    """Return how many pages each of two claims gets of a domain that allows one a minute."""
    one, two, _ = cast.actors
    for url in URLS:
        await ask(one, url, delay=60)
    async with one.transaction():
        first = await claim_pages(one)
        second = await cast.begin(two, lambda connection: claim_pages(connection, worker="two"))
    return [len(first), len(await second)]


async def test_concurrent_claims_never_get_the_same_lane(cast: Cast) -> None:
    assert await claim_one_lane_twice(cast) == [1, 0]


@pytest.mark.slow
async def test_without_the_lock_on_the_lane_its_delay_is_not_kept(cast: Cast) -> None:
    await cast.leave_out(cast.actors[1], "ready_lanes", ("for no key update skip locked", ""))
    assert await claim_one_lane_twice(cast) == [1, 1]


LOOK = "where l.stage = 'crawl'"
SLOW_LOOK = "where (select pg_advisory_xact_lock_shared(1)) is not null and l.stage = 'crawl'"


async def claim_as_another_commits(cast: Cast, *without: tuple[str, str]) -> list[int]:
    """The second claim begins before the first commits, and reaches the lane after that."""
    one, two, three = cast.actors
    for url in URLS:
        await ask(one, url, delay=0, concurrency=2)
    await cast.leave_out(two, "ready_lanes", (LOOK, SLOW_LOOK), *without)
    async with three.transaction():
        await three.execute("select pg_advisory_xact_lock(1)")
        async with one.transaction():
            first = await claim_pages(one)
            second = await cast.begin(two, lambda connection: claim_pages(connection, worker="two"))
            assert second.waits
    return [len(first), len(await second)]


async def test_requests_in_flight_are_counted_after_the_lane_is_locked(cast: Cast) -> None:
    assert await claim_as_another_commits(cast) == [2, 0]


@pytest.mark.slow
async def test_counting_before_the_lock_exceeds_the_concurrency_of_the_domain(cast: Cast) -> None:
    known = "array(select fence from work where lease_until is not null)::text"
    remembered = f"perform set_config('test.known', {known}, true);"
    in_flight = "w.lane_id = l.id and w.lease_until is not null"
    counted = f"{in_flight} and w.fence = any (current_setting('test.known')::bigint[])"
    await cast.leave_out(cast.actors[1], "lane_room", (in_flight, counted))
    assert await claim_as_another_commits(cast, ("begin\n", f"begin\n{remembered}\n")) == [2, 2]


async def claim_one_body_twice(cast: Cast) -> list[int]:
    one, two, _ = cast.actors
    await ask(one)
    await fetch_page(one)
    async with one.transaction():
        first = await claim_bodies(one)
        second = await cast.begin(two, lambda connection: claim_bodies(connection, worker="two"))
    return [len(first), len(await second)]


async def test_concurrent_claims_never_get_the_same_body(cast: Cast) -> None:
    assert await claim_one_body_twice(cast) == [1, 0]


@pytest.mark.slow
async def test_without_the_lock_on_the_work_two_workers_extract_the_same_body(cast: Cast) -> None:
    await cast.leave_out(cast.actors[1], "hold_bodies", ("for update of w, t skip locked", ""))
    assert await claim_one_body_twice(cast) == [1, 1]


# Freed work wakes its lane -----------------------------------------------------------------------------------


async def sweep_while_the_lane_is_parked(cast: Cast) -> bool:
    """Return whether the lane is parked over the work that the sweep freed."""
    one, two, _ = cast.actors
    await ask(one)
    await claim_page(one)
    await expire_leases(one)
    async with one.transaction():
        assert await claim_pages(one) == []
        sweeping = await cast.begin(two, lambda connection: leases.sweep(connection, delay_seconds=0))
    assert (await sweeping).freed == 1
    return bool((await lane(one))["parked"])


async def test_a_sweep_waits_for_a_claim_that_parks_the_lane_and_wakes_it(cast: Cast) -> None:
    assert not await sweep_while_the_lane_is_parked(cast)


@pytest.mark.slow
async def test_a_sweep_that_skips_the_locked_lane_leaves_it_parked_over_work(cast: Cast) -> None:
    cast.actors[1].leave_out("order by id for no key update", "order by id for no key update skip locked")
    assert await sweep_while_the_lane_is_parked(cast)
