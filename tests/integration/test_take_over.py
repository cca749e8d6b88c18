"""Taking over leases that a dispatcher handed to a worker: who gets the work, under which name, and what then holds."""

from dataclasses import replace

import pytest
from tests.integration.handover_helpers import DISPATCHER, HandedStage, without_slot_age
from tests.integration.helpers import (
    CAKE,
    LEASE_SECONDS,
    WITHOUT_ROBOTS,
    add_rows,
    ask,
    cancel,
    claim_page,
    everything,
    expire_leases,
    fetched,
    new_job,
    row,
    settle_page,
    value,
    work_rows,
)
from tests.integration.lane_helpers import claim_all, lane_of, pass_time, settle_outcomes

from garner.core.lifecycle import Stage
from garner.postgres.database import Connection
from garner.store.crawl import domains, fetching, schedule
from garner.store.queue import leases
from garner.store.queue.leases import Lease
from garner.store.tasks.handover import HandedOver

stages = pytest.mark.parametrize("work", [HandedStage(stage) for stage in Stage], ids=lambda work: str(work.stage))


# What a worker gets


@stages
async def test_a_taken_over_lease_is_what_the_dispatcher_claimed(connection: Connection, work: HandedStage) -> None:
    claim, lease = await work.hand_over(connection)
    (taken,) = await work.take_over(connection, [lease])
    assert type(taken) is type(claim)
    assert without_slot_age(taken) == without_slot_age(claim)


@stages
async def test_a_taken_over_lease_is_the_workers_for_its_own_time(connection: Connection, work: HandedStage) -> None:
    claim, lease = await work.hand_over(connection)
    await connection.execute("update work set lease_until = now() + interval '2 seconds'")
    await work.take_over(connection, [lease])
    leased = await row(
        connection,
        "select worker, fence, attempt, extract(epoch from lease_until - now())::float8 as seconds from work",
    )
    assert (leased["worker"], leased["fence"], leased["attempt"]) == ("two", claim.fence, 1)
    assert leased["seconds"] == LEASE_SECONDS


@stages
async def test_a_taken_over_lease_settles(connection: Connection, work: HandedStage) -> None:
    _, lease = await work.hand_over(connection)
    (taken,) = await work.take_over(connection, [lease])
    assert await work.settle(connection, taken, "two") == {lease.work_id}


@stages
async def test_the_dispatcher_no_longer_settles_renews_or_releases(connection: Connection, work: HandedStage) -> None:
    claim, lease = await work.hand_over(connection)
    await work.take_over(connection, [lease])
    before = await everything(connection)
    own = [Lease(lease.work_id, lease.fence)]
    assert await work.settle(connection, claim, DISPATCHER) == set()
    assert await leases.renew(connection, DISPATCHER, own, 60) == set()
    assert await leases.release(connection, DISPATCHER, own) == 0
    assert await everything(connection) == before


@stages
async def test_a_worker_takes_over_many_leases_at_once(connection: Connection, work: HandedStage) -> None:
    _, lease = await work.hand_over(connection)
    unknown = HandedOver(lease.work_id + 1000, lease.fence, DISPATCHER)
    taken = await work.take_over(connection, [unknown, lease, lease, replace(lease, fence=lease.fence - 1)])
    assert [claim.work_id for claim in taken] == [lease.work_id]
    assert await work.take_over(connection, []) == []


# Duplicates, replays and late messages


@stages
async def test_a_duplicate_message_touches_nothing(connection: Connection, work: HandedStage) -> None:
    _, lease = await work.hand_over(connection)
    await work.take_over(connection, [lease])
    before = await everything(connection)
    for worker in ("two", "three"):
        assert await work.take_over(connection, [lease], worker) == []
    assert await everything(connection) == before


@stages
async def test_a_message_of_settled_work_touches_nothing(connection: Connection, work: HandedStage) -> None:
    _, lease = await work.hand_over(connection)
    (taken,) = await work.take_over(connection, [lease])
    await work.settle(connection, taken, "two")
    before = await everything(connection)
    assert await work.take_over(connection, [lease], "three") == []
    assert await everything(connection) == before


async def test_a_message_of_an_earlier_stage_touches_nothing(connection: Connection) -> None:
    claim, lease = await HandedStage(Stage.CRAWL).hand_over(connection)
    assert await HandedStage(Stage.EXTRACT).take_over(connection, [lease]) == []
    await settle_page(connection, fetched(claim), worker=DISPATCHER)
    again = await HandedStage(Stage.EXTRACT).claim(connection)
    assert await HandedStage(Stage.CRAWL).take_over(connection, [replace(lease, fence=again.fence)]) == []


@stages
async def test_a_replayed_message_of_an_earlier_claim_touches_nothing(
    connection: Connection, work: HandedStage
) -> None:
    claim, lease = await work.hand_over(connection)
    await leases.release(connection, DISPATCHER, [Lease(claim.work_id, claim.fence)])
    await pass_time(connection, 10)
    again = await work.claim(connection)
    assert again.work_id == claim.work_id
    before = await work_rows(connection)
    assert await work.take_over(connection, [lease]) == []
    assert await work_rows(connection) == before
    assert await work.take_over(connection, [replace(lease, fence=again.fence)])


@stages
async def test_a_message_that_names_another_dispatcher_touches_nothing(
    connection: Connection, work: HandedStage
) -> None:
    _, lease = await work.hand_over(connection)
    before = await work_rows(connection)
    assert await work.take_over(connection, [replace(lease, dispatcher="another")]) == []
    assert await work_rows(connection) == before


@stages
async def test_a_worker_does_not_take_over_from_itself(connection: Connection, work: HandedStage) -> None:
    """Otherwise a duplicate message would be worked on twice."""
    _, lease = await work.hand_over(connection)
    assert await work.take_over(connection, [lease], DISPATCHER) == []


@stages
async def test_an_expired_lease_is_not_taken_over(connection: Connection, work: HandedStage) -> None:
    _, lease = await work.hand_over(connection)
    await expire_leases(connection)
    assert await work.take_over(connection, [lease]) == []
    await leases.sweep(connection, delay_seconds=0)
    assert await work.take_over(connection, [lease]) == []


# What has been paused or canceled since


async def test_a_page_that_was_canceled_since_is_not_taken_over(connection: Connection) -> None:
    asked = await ask(connection)
    claim = await claim_page(connection, worker=DISPATCHER)
    await cancel(connection, asked)
    lease = HandedOver(claim.work_id, claim.fence, DISPATCHER)
    assert await HandedStage(Stage.CRAWL).take_over(connection, [lease]) == []


async def test_a_page_that_was_paused_since_is_not_taken_over(connection: Connection) -> None:
    claim, lease = await HandedStage(Stage.CRAWL).hand_over(connection)
    await schedule.pause(connection, [claim.task_id])
    assert await HandedStage(Stage.CRAWL).take_over(connection, [lease]) == []
    await schedule.resume(connection, [claim.task_id])
    assert await HandedStage(Stage.CRAWL).take_over(connection, [lease])


@pytest.mark.parametrize("change", [{"paused": True}, {"is_active": False}])
async def test_a_page_of_a_site_that_was_paused_since_is_not_taken_over(
    connection: Connection, change: dict[str, bool]
) -> None:
    _, lease = await HandedStage(Stage.CRAWL).hand_over(connection)
    changes = {name: value for name, value in change.items() if name != "paused"}
    await domains.change(connection, "kitchen.example", "https://kitchen.example", changes, paused=change.get("paused"))
    assert await HandedStage(Stage.CRAWL).take_over(connection, [lease]) == []


@pytest.mark.parametrize("state", ["PAUSED", "CANCELED"])
async def test_a_row_of_a_job_that_was_stopped_since_is_not_taken_over(connection: Connection, state: str) -> None:
    work = HandedStage(Stage.MATCH)
    _, lease = await work.hand_over(connection)
    await connection.execute("update jobs set queue_state = 'RUNNING'")
    await connection.execute("update jobs set queue_state = %s", (state,))
    assert await work.take_over(connection, [lease]) == []


@pytest.mark.parametrize("work", [HandedStage(Stage.CRAWL), HandedStage(Stage.EXTRACT)])
async def test_a_page_is_not_taken_over_for_paused_jobs_alone(connection: Connection, work: HandedStage) -> None:
    _, lease = await work.hand_over(connection)
    job_id = await new_job(connection, total=1)
    await add_rows(connection, job_id, [CAKE])
    await connection.execute("update jobs set queue_state = 'RUNNING'")
    await connection.execute("update jobs set queue_state = 'PAUSED'")
    single = await value(connection, "select id from job_items where job_id is null")
    await connection.execute("update job_items set status = 'CANCELED', completed_at = now() where id = %s", (single,))
    assert await work.take_over(connection, [lease]) == []
    await connection.execute("update jobs set queue_state = 'RUNNING'")
    assert await work.take_over(connection, [lease])


@pytest.mark.parametrize("work", [HandedStage(Stage.CRAWL), HandedStage(Stage.EXTRACT)])
async def test_a_paused_job_does_not_hold_back_a_page_for_others(connection: Connection, work: HandedStage) -> None:
    _, lease = await work.hand_over(connection)
    job_id = await new_job(connection, total=1)
    await add_rows(connection, job_id, [CAKE])
    await connection.execute("update jobs set queue_state = 'RUNNING'")
    await connection.execute("update jobs set queue_state = 'PAUSED'")
    assert await work.take_over(connection, [lease])


# Politeness


async def test_a_taken_over_page_keeps_the_slot_of_its_claim(connection: Connection) -> None:
    claim, lease = await HandedStage(Stage.CRAWL).hand_over(connection)
    await pass_time(connection, 2)
    next_in = (await lane_of(connection))["next_in"]
    (taken,) = await HandedStage(Stage.CRAWL).take_over(connection, [lease])
    assert (claim.slot_age_seconds, claim.delay_seconds) == (0, 5)
    assert (taken.slot_age_seconds, taken.delay_seconds) == (2, 5)
    assert (await lane_of(connection))["next_in"] == next_in == 3


async def test_the_delay_of_a_taken_over_page_is_that_of_its_claim(connection: Connection) -> None:
    """Its slot lies before the lane's next one by that delay, however the delay has changed since."""
    _, lease = await HandedStage(Stage.CRAWL).hand_over(connection)
    await connection.execute("update domains set crawl_delay_seconds = 60")
    (taken,) = await HandedStage(Stage.CRAWL).take_over(connection, [lease])
    assert taken.delay_seconds == 5


async def test_a_taken_over_claim_still_reads_robots(connection: Connection) -> None:
    await ask(connection)
    polite = replace(WITHOUT_ROBOTS, obey_robots=True)
    (claim,) = await claim_all(connection, polite, worker=DISPATCHER)
    lease = HandedOver(claim.work_id, claim.fence, DISPATCHER)
    (taken,) = await fetching.take_over(connection, "two", [lease], LEASE_SECONDS, polite)
    assert claim.reads_robots and taken.reads_robots


async def test_a_taken_over_probe_closes_the_breaker(connection: Connection) -> None:
    for number in range(7):
        await ask(connection, f"https://kitchen.example/{number}")
    await settle_outcomes(connection, *["network_error"] * 5)
    await pass_time(connection, 60)
    (probe,) = await claim_all(connection, worker=DISPATCHER)
    lease = HandedOver(probe.work_id, probe.fence, DISPATCHER)
    (taken,) = await HandedStage(Stage.CRAWL).take_over(connection, [lease])
    assert (await lane_of(connection))["opened_at"] is not None
    await settle_page(connection, fetched(taken), worker="two")
    assert (await lane_of(connection))["opened_at"] is None
