"""The guards of a lease that is taken over, and what happens without them.

Each guard is proved twice: its interleaving has the right outcome, and the wrong one once the guard is removed from its
text.
"""

import pytest
from tests.acceptance.races.interleaving import Actor, Cast
from tests.integration.handover_helpers import DISPATCHER, HandedStage
from tests.integration.helpers import expire_leases, make_due, value

from garner.core.lifecycle import Stage
from garner.store.queue import leases
from garner.store.queue.leases import Lease
from garner.store.tasks.handover import HandedOver

stages = pytest.mark.parametrize("work", [HandedStage(stage) for stage in Stage], ids=lambda work: str(work.stage))

FENCE = ("w.fence = h.fence and ", "")
HOLDER = (" and w.worker = h.dispatcher", " and w.worker is not null")
NOT_ITSELF = ("h.dispatcher <> p_worker and ", "")
ALIVE = (" and w.lease_until > now()", "")
UNPAUSED = ("and not is_paused(w.stage, w.lane_id, w.task_id, w.item_id)", "")
LOCK = ("for no key update of w", "")
TAKE_OVER = "take_over_leases"


async def take_over(actor: Actor, work: HandedStage, lease: HandedOver, worker: str = "two") -> int:
    async with actor.transaction():
        return len(await work.take_over(actor, [lease], worker))


# Two workers with one message --------------------------------------------------------------------------------


async def take_over_twice(cast: Cast, work: HandedStage) -> list[int]:
    one, two, _ = cast.actors
    _, lease = await work.hand_over(one)
    async with one.transaction():
        first = await work.take_over(one, [lease], "one")
        second = await cast.begin(two, lambda connection: work.take_over(connection, [lease], "two"))
        assert second.waits
    return [len(first), len(await second)]


@stages
async def test_of_two_workers_that_take_over_at_once_one_gets_the_work(cast: Cast, work: HandedStage) -> None:
    assert await take_over_twice(cast, work) == [1, 0]
    assert await value(cast.watcher, "select worker from work") == "one"


@pytest.mark.slow
@stages
async def test_without_the_lock_both_workers_get_the_work(cast: Cast, work: HandedStage) -> None:
    await cast.leave_out(cast.actors[1], TAKE_OVER, LOCK)
    assert await take_over_twice(cast, work) == [1, 1]


@stages
async def test_a_duplicate_for_another_worker_gets_nothing(cast: Cast, work: HandedStage) -> None:
    one, two, _ = cast.actors
    _, lease = await work.hand_over(one)
    assert [await take_over(one, work, lease, "one"), await take_over(two, work, lease, "two")] == [1, 0]


@pytest.mark.slow
@stages
async def test_without_the_name_of_the_dispatcher_a_duplicate_takes_work_from_its_worker(
    cast: Cast, work: HandedStage
) -> None:
    one, two, _ = cast.actors
    _, lease = await work.hand_over(one)
    await cast.leave_out(two, TAKE_OVER, HOLDER)
    assert [await take_over(one, work, lease, "one"), await take_over(two, work, lease, "two")] == [1, 1]


@pytest.mark.slow
@stages
async def test_without_the_check_of_names_a_worker_takes_over_from_itself_repeatedly(
    cast: Cast, work: HandedStage
) -> None:
    one, two, _ = cast.actors
    _, lease = await work.hand_over(one)
    assert await take_over(two, work, lease, DISPATCHER) == 0
    await cast.leave_out(two, TAKE_OVER, NOT_ITSELF)
    assert [await take_over(two, work, lease, DISPATCHER) for _ in range(2)] == [1, 1]


# Messages that come late -------------------------------------------------------------------------------------


async def take_over_an_earlier_claim(cast: Cast, work: HandedStage) -> int:
    """The dispatcher lost the work of the message and has claimed it again."""
    one, two, _ = cast.actors
    claim, lease = await work.hand_over(one)
    async with one.transaction():
        await leases.release(one, DISPATCHER, [Lease(claim.work_id, claim.fence)])
    await make_due(one)
    await one.execute("update lanes set ready_at = now(), next_at = now()")
    assert (await work.claim(one)).fence != claim.fence
    return await take_over(two, work, lease)


@stages
async def test_a_message_of_an_earlier_claim_gets_nothing(cast: Cast, work: HandedStage) -> None:
    assert await take_over_an_earlier_claim(cast, work) == 0


@pytest.mark.slow
@stages
async def test_without_the_fence_a_message_of_an_earlier_claim_gets_the_work(cast: Cast, work: HandedStage) -> None:
    await cast.leave_out(cast.actors[1], TAKE_OVER, FENCE)
    assert await take_over_an_earlier_claim(cast, work) == 1


async def take_over_while_it_is_swept(cast: Cast, work: HandedStage) -> int:
    one, two, _ = cast.actors
    _, lease = await work.hand_over(one)
    await expire_leases(one)
    return await take_over(two, work, lease)


@stages
async def test_an_expired_lease_gets_nothing(cast: Cast, work: HandedStage) -> None:
    assert await take_over_while_it_is_swept(cast, work) == 0


@pytest.mark.slow
@stages
async def test_without_the_check_of_time_an_expired_lease_is_taken_over(cast: Cast, work: HandedStage) -> None:
    await cast.leave_out(cast.actors[1], TAKE_OVER, ALIVE)
    assert await take_over_while_it_is_swept(cast, work) == 1


async def take_over_a_swept_lease(cast: Cast, work: HandedStage) -> tuple[int, int]:
    """The sweep frees an expired lease while a worker that still believes in it waits for the row."""
    one, two, _ = cast.actors
    _, lease = await work.hand_over(one)
    await expire_leases(one)
    async with one.transaction():
        freed = (await leases.sweep(one, delay_seconds=0)).freed
        taking = await cast.begin(two, lambda connection: work.take_over(connection, [lease], "two"))
    return freed, len(await taking)


@stages
async def test_a_sweep_and_a_take_over_never_both_win(cast: Cast, work: HandedStage) -> None:
    assert await take_over_a_swept_lease(cast, work) == (1, 0)


# Pauses ------------------------------------------------------------------------------------------------------


async def take_over_for_a_paused_job(cast: Cast) -> int:
    one, two, _ = cast.actors
    work = HandedStage(Stage.MATCH)
    _, lease = await work.hand_over(one)
    await one.execute("update jobs set queue_state = 'PAUSED'")
    return await take_over(two, work, lease)


async def test_a_row_of_a_paused_job_is_not_taken_over(cast: Cast) -> None:
    assert await take_over_for_a_paused_job(cast) == 0


@pytest.mark.slow
async def test_without_the_check_of_the_job_a_row_of_a_paused_job_is_taken_over(cast: Cast) -> None:
    await cast.leave_out(cast.actors[1], TAKE_OVER, UNPAUSED)
    assert await take_over_for_a_paused_job(cast) == 1


# Settling afterwards -----------------------------------------------------------------------------------------


@stages
async def test_a_late_settle_of_the_dispatcher_changes_nothing(cast: Cast, work: HandedStage) -> None:
    one, two, _ = cast.actors
    claim, lease = await work.hand_over(one)
    async with two.transaction():
        (taken,) = await work.take_over(two, [lease], "two")
        settling = await cast.begin(one, lambda connection: work.settle(connection, claim, DISPATCHER))
        assert settling.waits
    assert await settling == set()
    async with two.transaction():
        assert await work.settle(two, taken, "two") == {lease.work_id}
