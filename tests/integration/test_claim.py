"""The polite claim: which worker gets what, how the lane advances, and what a lease is."""

import asyncio

import pytest
from tests.integration.helpers import (
    CAKE,
    add_matching,
    add_rows,
    ask,
    claim_bodies,
    claim_body,
    claim_items,
    claim_page,
    claim_pages,
    extracted,
    fetch_again,
    fetch_page,
    fetched,
    finish_page,
    item,
    lane,
    make_due,
    new_job,
    recipe,
    row,
    rows,
    settle_body,
    settle_page,
    task,
    value,
    work_rows,
)

from garner.core.lifecycle import ItemStatus, Stage
from garner.postgres.database import Connection, Database
from garner.store.crawl import lanes
from garner.store.jobs import jobs
from garner.store.queue import leases
from garner.store.queue.leases import Lease

KITCHEN = [f"https://kitchen.example/{number}" for number in range(4)]
SHOP = "https://shop.example/pan"


async def test_a_claim_is_a_lease_with_a_fence_that_counts_the_attempt(connection: Connection) -> None:
    await ask(connection)
    claim = await claim_page(connection, worker="somebody")
    (held,) = await work_rows(connection)
    assert (held["worker"], held["fence"], held["attempt"]) == ("somebody", claim.fence, 1)
    assert await value(connection, "select lease_until = now() + interval '1 minute' from work") is True
    assert (claim.attempt, claim.max_attempts, claim.url) == (1, 3, CAKE)
    assert (await task(connection))["status"] == "crawling"


async def test_claimed_work_is_not_claimed_by_another_worker(connection: Connection) -> None:
    await ask(connection)
    await claim_page(connection)
    await connection.execute("update lanes set ready_at = now(), saturated = false")
    assert await claim_pages(connection, worker="two") == []


async def test_a_fence_is_never_reused_even_when_the_page_returns(connection: Connection) -> None:
    await ask(connection)
    first = await claim_page(connection)
    await settle_page(connection, fetch_again(first))
    await make_due(connection)
    second = await claim_page(connection)
    await settle_page(connection, fetched(second))
    body = await claim_body(connection)
    await settle_body(connection, extracted(body, recipe()))
    await connection.execute("update recipes set parsed_at = now() - interval '1 year'")
    await ask(connection)
    third = await claim_page(connection)
    assert first.fence < second.fence < body.fence < third.fence
    assert (first.attempt, second.attempt, body.attempt, third.attempt) == (1, 2, 1, 1)


async def test_waiting_items_start_processing_and_the_job_counts_it(connection: Connection) -> None:
    alone = await ask(connection)
    job_id = await new_job(connection, total=2)
    in_job = await add_rows(connection, job_id, [CAKE, CAKE])
    await claim_page(connection)
    for item_id in (alone.item_id, *in_job):
        started = await item(connection, item_id)
        assert (started["status"], started["attempts"]) == (ItemStatus.PROCESSING, 1)
        assert started["started_at"] is not None
    counted = await jobs.counts(connection, job_id)
    assert counted is not None and (counted["pending"], counted["processing"], counted["total"]) == (0, 2, 2)


async def test_a_domain_with_a_delay_yields_one_page_and_its_lane_advances_by_the_delay(connection: Connection) -> None:
    for url in KITCHEN:
        await ask(connection, url, delay=2.5)
    assert [claim.url for claim in await claim_pages(connection)] == [KITCHEN[0]]
    assert (await lane(connection))["ready_in"] == 2.5
    assert await claim_pages(connection) == []
    await make_due(connection)
    assert [claim.url for claim in await claim_pages(connection)] == [KITCHEN[1]]


async def test_the_delay_applies_across_concurrent_workers(database: Database) -> None:
    async with database.connection() as connection:
        for url in KITCHEN:
            await ask(connection, url, delay=60)
    claimed = await asyncio.gather(*(_claim_alone(database, f"worker {number}") for number in range(10)))
    assert sum(claimed) == 1


async def test_no_page_is_claimed_by_two_concurrent_workers(database: Database) -> None:
    async with database.connection() as connection:
        for number in range(60):
            await ask(connection, f"https://shop-{number % 20}.example/{number}", concurrency=100)
    claimed = await asyncio.gather(*(_claim_alone(database, f"worker {number}") for number in range(12)))
    async with database.connection() as connection:
        while more := len(await claim_pages(connection)):
            claimed.append(more)
        assert sum(claimed) == 60
        assert await value(connection, "select count(distinct fence) from work where attempt = 1") == 60


async def _claim_alone(database: Database, worker: str) -> int:
    async with database.connection() as connection:
        return len(await claim_pages(connection, worker=worker))


async def test_a_domain_without_a_delay_has_at_most_its_concurrency_in_flight(connection: Connection) -> None:
    for url in KITCHEN:
        await ask(connection, url, delay=0, concurrency=3)
    assert len(await claim_pages(connection)) == 3
    assert await claim_pages(connection) == []


async def test_a_domain_with_a_delay_also_respects_its_concurrency(connection: Connection) -> None:
    for url in KITCHEN:
        await ask(connection, url, delay=1, concurrency=2)
    for _ in range(2):
        assert len(await claim_pages(connection)) == 1
        await make_due(connection)
    assert await claim_pages(connection) == []
    assert (await lane(connection))["saturated"] is True


@pytest.mark.parametrize("delay", [0, 1])
async def test_a_domain_whose_concurrency_was_lowered_below_the_in_flight_count_waits(
    connection: Connection, delay: float
) -> None:
    for url in KITCHEN:
        await ask(connection, url, delay=delay, concurrency=3)
    for _ in range(3):
        await claim_pages(connection)
        await make_due(connection)
    await connection.execute("update domains set max_concurrent_requests = 1")
    await ask(connection, SHOP)
    assert [claim.url for claim in await claim_pages(connection)] == [SHOP]
    assert (await lane(connection))["saturated"] is True


async def test_a_claim_respects_its_limit(connection: Connection) -> None:
    for url in (*KITCHEN, SHOP):
        await ask(connection, url)
    assert len(await claim_pages(connection, limit=3)) == 3
    assert len(await claim_pages(connection, limit=3)) == 2


async def test_a_lane_that_did_not_fit_into_a_claim_is_first_in_the_next(connection: Connection) -> None:
    for url in (*KITCHEN, SHOP):
        await ask(connection, url)
    await connection.execute("update lanes set ready_at = now() - interval '1 minute'")
    await connection.execute(
        "update lanes set ready_at = now() - interval '2 minutes' where id = (select min(id) from lanes)"
    )
    first, second = [(await claim_pages(connection, limit=1))[0].url for _ in range(2)]
    assert (first, second) == (KITCHEN[0], SHOP)


async def test_a_full_lane_sleeps_until_a_lease_expires(connection: Connection) -> None:
    for url in KITCHEN:
        await ask(connection, url, concurrency=1)
    await claim_page(connection)
    assert await claim_pages(connection) == []
    full = await lane(connection)
    assert (full["saturated"], full["ready_in"]) == (True, 60)


async def test_settling_wakes_a_full_lane(connection: Connection) -> None:
    for url in KITCHEN[:2]:
        await ask(connection, url, concurrency=1)
    claim = await claim_page(connection)
    await claim_pages(connection)
    await settle_page(connection, fetched(claim))
    awake = await lane(connection)
    assert (awake["saturated"], awake["ready_in"] <= 0) == (False, True)
    assert (await claim_page(connection)).url == KITCHEN[1]


async def test_a_lane_without_work_is_parked(connection: Connection) -> None:
    await ask(connection)
    await fetch_page(connection)
    assert await claim_pages(connection) == []
    assert (await lane(connection))["parked"] is True
    assert await lanes.seconds_until_ready(connection, Stage.CRAWL) is None


async def test_a_lane_with_a_pending_retry_sleeps_until_it_is_due(connection: Connection) -> None:
    await ask(connection)
    await settle_page(connection, fetch_again(await claim_page(connection), delay_seconds=30))
    assert await claim_pages(connection) == []
    assert (await lane(connection))["ready_in"] == 30
    assert await lanes.seconds_until_ready(connection, Stage.CRAWL) == 30


async def test_the_retry_of_its_only_page_wakes_a_parked_lane(connection: Connection) -> None:
    await ask(connection)
    claim = await claim_page(connection)
    await claim_pages(connection)
    assert (await lane(connection))["parked"] is True
    await settle_page(connection, fetch_again(claim, delay_seconds=30))
    assert (await lane(connection))["ready_in"] == 30


async def test_a_lane_is_not_parked_while_a_submit_is_uncommitted(database: Database) -> None:
    async with database.connection() as other:
        await ask(other, KITCHEN[0])
        await fetch_page(other)
        assert (await lane(other))["ready_in"] < 0  # ready, so the next submit does not write to it
        async with database.transaction() as connection:
            await ask(connection, KITCHEN[1])
            assert await claim_pages(other) == []
            assert (await lane(other))["parked"] is False
        assert (await claim_page(other)).url == KITCHEN[1]


async def test_a_claim_skips_a_locked_page(database: Database) -> None:
    async with database.connection() as other:
        for url in KITCHEN[:2]:
            await ask(other, url)
        async with database.transaction() as connection:
            await rows(connection, "select 1 from crawl_tasks where url = %s for update", KITCHEN[0])
            async with asyncio.timeout(5):
                assert (await claim_page(other)).url == KITCHEN[1]
        assert (await claim_page(other)).url == KITCHEN[0]


async def test_held_work_is_not_claimed_and_keeps_its_rank(connection: Connection) -> None:
    await ask(connection, KITCHEN[0])
    await connection.execute("update work set held = true")
    await ask(connection, KITCHEN[1])
    assert (await claim_page(connection)).url == KITCHEN[1]
    await connection.execute("update work set held = false")
    await connection.execute("update lanes set ready_at = now()")
    assert (await claim_page(connection)).url == KITCHEN[0]


async def test_an_inactive_domain_is_not_claimed(connection: Connection) -> None:
    await ask(connection, CAKE)
    await ask(connection, SHOP)
    await connection.execute("update domains set is_active = false where domain_name = 'kitchen.example'")
    assert [claim.url for claim in await claim_pages(connection)] == [SHOP]
    assert (await task(connection, CAKE))["status"] == "queued"


async def test_idle_workers_do_not_spin_on_an_inactive_domain(connection: Connection) -> None:
    await ask(connection)
    await connection.execute("update domains set is_active = false")
    assert await claim_pages(connection) == []
    assert await lanes.seconds_until_ready(connection, Stage.CRAWL) is None


async def test_a_reactivated_domain_continues_where_it_stopped(connection: Connection) -> None:
    await ask(connection)
    await connection.execute("update domains set is_active = false")
    await claim_pages(connection)
    await connection.execute("update domains set is_active = true")
    await connection.execute("update work set due_at = due_at - interval '10 seconds'")
    await lanes.wake_forgotten(connection)
    assert (await claim_page(connection)).url == CAKE


async def test_a_lease_is_renewed_only_by_its_holder_under_its_fence(connection: Connection) -> None:
    await ask(connection)
    claim = await claim_page(connection)
    mine = Lease(claim.work_id, claim.fence)
    assert await leases.renew(connection, "two", [mine], 300) == set()
    assert await leases.renew(connection, "one", [Lease(claim.work_id, claim.fence - 1)], 300) == set()
    assert await leases.renew(connection, "one", [mine], 300) == {mine}
    assert await value(connection, "select lease_until = now() + interval '5 minutes' from work") is True


async def test_released_work_is_as_if_it_had_not_been_claimed(connection: Connection) -> None:
    asked = await ask(connection)
    claim = await claim_page(connection)
    await claim_pages(connection)  # parks the lane
    assert await leases.release(connection, "two", [Lease(claim.work_id, claim.fence)]) == 0
    assert await leases.release(connection, "one", [Lease(claim.work_id, claim.fence)]) == 1
    assert (await item(connection, asked.item_id))["status"] == ItemStatus.PENDING
    assert (await task(connection))["status"] == "queued"
    again = await claim_page(connection, worker="two")
    assert (again.attempt, again.fence > claim.fence) == (1, True)


async def test_a_body_is_claimed_once_with_all_requested_kinds(connection: Connection) -> None:
    await ask(connection)
    await fetch_page(connection)
    await connection.execute("update crawl_tasks set kinds = '{product}'")
    body = await claim_body(connection)
    assert (sorted(body.kinds), body.attempt, body.html_path) == (["product", "recipe"], 1, "aa/body.zst")
    assert (await task(connection))["status"] == "parsing"
    assert await claim_bodies(connection, worker="two") == []


async def test_a_body_that_is_not_due_is_not_claimed(connection: Connection) -> None:
    await ask(connection)
    await fetch_page(connection)
    await connection.execute("update work set due_at = now() + interval '1 second'")
    assert await claim_bodies(connection) == []


async def test_matching_items_are_claimed_like_pages(connection: Connection) -> None:
    job_id = await new_job(connection, total=2)
    await add_matching(connection, job_id, 2)
    claimed = await claim_items(connection)
    assert len({claim.fence for claim in claimed}) == 2
    assert [claim.attempt for claim in claimed] == [1, 1]
    assert await claim_items(connection, worker="two") == []
    counted = await jobs.counts(connection, job_id)
    assert counted is not None and (counted["pending"], counted["processing"]) == (0, 2)
    assert await value(connection, "select count(*) from job_items where status = 'PENDING'") == 2  # in the lease only


async def test_a_claim_of_items_does_not_write_to_them(connection: Connection) -> None:
    await add_matching(connection, await new_job(connection, total=2), 2)
    versions = "select id, ctid::text from job_items order by id"  # any update changes the ctid
    before = await rows(connection, versions)
    assert len(await claim_items(connection)) == 2
    assert await rows(connection, versions) == before


async def test_a_finished_page_leaves_nothing_in_the_queue(connection: Connection) -> None:
    await ask(connection)
    await finish_page(connection, recipe())
    assert await work_rows(connection) == []
    finished = await row(connection, "select status, completed_at, next_crawl_at from crawl_tasks")
    assert finished["status"] == "completed" and finished["completed_at"] is not None
    assert finished["next_crawl_at"] is None
