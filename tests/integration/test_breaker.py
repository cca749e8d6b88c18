"""The circuit breaker: what opens it, the single probe across all workers, and what closes it."""

import asyncio
from datetime import timedelta

import pytest
from tests.hostile.conftest import answer
from tests.integration.helpers import ask, expire_leases, item, row, rows, value
from tests.integration.lane_helpers import (
    HTML,
    Crawl,
    Pages,
    claim_all,
    claim_one,
    fetch_result,
    lane_of,
    pass_time,
    settle,
    settle_outcomes,
)

from garner.core.pacing.lane import LanePolicy
from garner.core.record import Kind
from garner.postgres.database import Connection, Database
from garner.store.crawl import domains
from garner.store.crawl.fetching import PageClaim
from garner.store.crawl.lanes import ORDINARY, Politeness
from garner.store.crawl.robots import RobotsRead
from garner.store.queue import leases

KITCHEN = [f"https://kitchen.example/{number}" for number in range(12)]
HOUR = timedelta(hours=1)


async def ask_for(connection: Connection, count: int = 12, delay: float = 0) -> None:
    for url in KITCHEN[:count]:
        await ask(connection, url, delay=delay)


async def open_breaker(connection: Connection, code: str = "network_error") -> None:
    """Fail five requests in a row."""
    await settle_outcomes(connection, *[code] * 5)
    assert (await lane_of(connection))["opened_at"] is not None


async def begin_probe(connection: Connection) -> PageClaim:
    """Claim the probe well after thirty seconds: the clock advances while the time of a transaction is constant."""
    await pass_time(connection, 50)
    return await claim_one(connection)


# Opening


async def test_five_failures_in_a_row_open_the_breaker_and_stop_claims(connection: Connection) -> None:
    await ask_for(connection)
    for failed in range(5):
        assert (await lane_of(connection))["opened_at"] is None, failed
        await settle_outcomes(connection, "server_error")
    opened = await lane_of(connection)
    assert (opened["failures"], opened["breaker_cause"], opened["open_for"]) == (5, "server_error", 30)
    assert await claim_all(connection) == []
    await pass_time(connection, 29)
    assert await claim_all(connection) == []


async def test_the_number_of_failures_that_opens_the_breaker_is_a_setting(connection: Connection) -> None:
    await ask_for(connection)
    politeness = Politeness(obey_robots=False, policy=LanePolicy(breaker_failures=2, breaker_seconds=100))
    await settle_outcomes(connection, *["server_error"] * 2, politeness=politeness)
    assert (await lane_of(connection))["open_for"] == 100


async def test_a_response_in_between_resets_the_count(connection: Connection) -> None:
    await ask_for(connection)
    await settle_outcomes(connection, *["server_error"] * 4, "gone", *["server_error"] * 4)
    found = await lane_of(connection)
    assert (found["failures"], found["opened_at"]) == (4, None)


@pytest.mark.parametrize("code", ["gone", "robots_disallowed", "throttled", "unforeseen", "proxy_failed", "wrong_type"])
async def test_outcomes_that_are_not_lane_failures_do_not_open_the_breaker(connection: Connection, code: str) -> None:
    await ask_for(connection)
    for _ in range(8):
        await settle(connection, fetch_result((await claim_all(connection, limit=1))[0], code, delay=7200))
        await pass_time(connection, 310)  # throttling slows it during this time
    found = await lane_of(connection)
    assert (found["failures"], found["opened_at"]) == (0, None)


async def test_a_robots_refusal_neither_counts_nor_resets_the_count(connection: Connection) -> None:
    await ask_for(connection)
    await settle_outcomes(connection, *["server_error"] * 4, "robots_disallowed", "server_error")
    assert (await lane_of(connection))["opened_at"] is not None


# The probe


async def test_exactly_one_probe_is_sent_with_many_concurrent_claims(database: Database) -> None:
    async with database.transaction() as connection:
        await ask_for(connection)
        await open_breaker(connection)
        await pass_time(connection, 50)

    async def claim_as(worker: str) -> list[PageClaim]:
        async with database.connection() as connection:
            return await claim_all(connection, worker=worker)

    for _ in range(3):
        await asyncio.gather(*(claim_as(f"worker {number}") for number in range(8)))
        async with database.connection() as connection:
            await connection.execute("update lanes set ready_at = now()")  # even if a worker looks again at once
            assert await value(connection, "select count(*) from work where lease_until is not null") == 1


async def test_two_concurrent_claims_do_not_both_get_a_probe(database: Database) -> None:
    async with database.transaction() as connection:
        await ask_for(connection)
        await open_breaker(connection)
        await pass_time(connection, 50)
    async with database.transaction() as one, database.transaction() as other:
        assert len(await claim_all(one, worker="one")) == 1
        assert await claim_all(other, worker="other") == []


async def test_no_probe_is_sent_while_old_requests_are_in_flight(connection: Connection) -> None:
    await ask_for(connection)
    slow = (await claim_all(connection, limit=1))[0]
    await connection.execute("update lanes set opened_at = now(), open_until = now()")
    assert await claim_all(connection) == []
    await settle(connection, fetch_result(slow, "network_error"))
    await claim_one(connection)


async def test_a_successful_probe_closes_the_breaker(connection: Connection) -> None:
    await ask_for(connection)
    await open_breaker(connection)
    probe = await begin_probe(connection)
    assert (await lane_of(connection))["probe_fence"] == probe.fence
    await settle(connection, fetch_result(probe, "gone"))
    closed = await lane_of(connection)
    assert (closed["opened_at"], closed["failures"], closed["breaker_cause"]) == (None, 0, None)
    assert len(await claim_all(connection)) == 5


async def test_a_failed_probe_opens_the_breaker_for_longer(connection: Connection) -> None:
    await ask_for(connection)
    await open_breaker(connection)
    for seconds in (60, 120):
        await settle(connection, fetch_result(await begin_probe(connection), "fetch_timeout", delay=7200))
        waiting = await lane_of(connection)
        assert seconds - 1 < waiting["next_in"] < seconds + 20
        assert await claim_all(connection) == []
        await pass_time(connection, seconds)
    assert (await lane_of(connection))["probes"] == 2


async def test_a_success_of_an_earlier_request_does_not_close_the_breaker(connection: Connection) -> None:
    await ask_for(connection)
    early, *failing = await claim_all(connection)
    await settle(connection, *(fetch_result(claim, "network_error", delay=7200) for claim in failing))
    await settle(connection, fetch_result(early, "network_error"))
    await pass_time(connection, 50)
    probe = await claim_one(connection)
    assert await settle(connection, fetch_result(early, "ok")) == set()  # already settled
    await connection.execute("update lanes set probe_fence = probe_fence + 1")  # this is no longer the probe
    await settle(connection, fetch_result(probe, "ok"))
    assert (await lane_of(connection))["opened_at"] is not None


async def test_a_late_success_of_a_request_from_before_the_opening_does_not_close_the_breaker(
    connection: Connection,
) -> None:
    await ask_for(connection)
    await connection.execute("update domains set max_concurrent_requests = 6")
    early, *failing = await claim_all(connection)
    await settle(connection, *(fetch_result(claim, "network_error", delay=7200) for claim in failing))
    assert (await lane_of(connection))["opened_at"] is not None
    await settle(connection, fetch_result(early, "ok"))
    assert (await lane_of(connection))["opened_at"] is not None


async def test_the_probe_of_a_lost_worker_is_replaced(connection: Connection) -> None:
    await ask_for(connection)
    await open_breaker(connection)
    lost = await begin_probe(connection)
    await pass_time(connection, 2)
    assert await claim_all(connection) == []
    await expire_leases(connection)
    await leases.sweep(connection, delay_seconds=0)
    await pass_time(connection, 20)
    probe = await claim_one(connection, worker="two")
    assert (await lane_of(connection))["probe_fence"] == probe.fence != lost.fence
    assert await settle(connection, fetch_result(lost, "ok")) == set()
    assert (await lane_of(connection))["opened_at"] is not None
    await settle(connection, fetch_result(probe, "ok"), worker="two")
    assert (await lane_of(connection))["opened_at"] is None


async def test_a_probe_without_a_verdict_is_replaced(connection: Connection) -> None:
    await ask_for(connection)
    await open_breaker(connection)
    await settle(connection, fetch_result(await begin_probe(connection), "robots_disallowed"))
    await pass_time(connection, 20)
    await claim_one(connection)


# Visibility


async def test_the_state_and_cause_of_a_breaker_are_visible(connection: Connection) -> None:
    await ask_for(connection)
    await open_breaker(connection, "hard_block")
    seen = await domains.find(connection, "kitchen.example")
    assert seen is not None and seen.opened_at is not None and seen.open_until is not None
    assert (seen.breaker_cause, seen.failures, seen.probes, seen.waiting) == ("hard_block", 5, 0, 12)
    assert [one.domain_name for one in await domains.with_open_breakers(connection)] == ["kitchen.example"]


async def test_an_item_that_waits_too_long_behind_a_breaker_fails(connection: Connection) -> None:
    asked = await ask(connection, KITCHEN[11], delay=0, priority=10)
    await ask_for(connection, 6)
    await open_breaker(connection)
    await pass_time(connection, 3000)
    late = await ask(connection, "https://kitchen.example/late")
    assert await domains.fail_behind_open_breakers(connection, HOUR) == 0
    await pass_time(connection, 700)
    assert await domains.fail_behind_open_breakers(connection, HOUR) == 7
    ended = await item(connection, asked.item_id)
    assert (ended["status"], ended["error_code"]) == ("ERROR", "breaker_open")
    assert "kitchen.example" in ended["last_error"]
    assert (await item(connection, late.item_id))["status"] == "PENDING"
    found = await row(connection, "select status, error_code from crawl_tasks where url = %s", KITCHEN[11])
    assert found == {"status": "failed", "error_code": "breaker_open"}


async def test_a_request_that_joins_later_waits_on_while_the_first_one_fails(connection: Connection) -> None:
    first = await ask(connection, KITCHEN[11], delay=0, priority=10)
    await ask_for(connection, 6)
    await open_breaker(connection)
    await pass_time(connection, 3000)
    joined = await ask(connection, KITCHEN[11], kind=Kind.PRODUCT)
    await pass_time(connection, 700)
    await domains.fail_behind_open_breakers(connection, HOUR)
    assert (await item(connection, first.item_id))["error_code"] == "breaker_open"
    assert (await item(connection, joined.item_id))["status"] == "PENDING"
    waiting = "select t.status from work w join crawl_tasks t on t.id = w.task_id where t.url = %s"
    assert await row(connection, waiting, KITCHEN[11]) == {"status": "queued"}


async def test_no_item_fails_behind_a_closed_breaker(connection: Connection) -> None:
    await ask_for(connection)
    await open_breaker(connection)
    await settle(connection, fetch_result(await begin_probe(connection), "ok"))
    await pass_time(connection, 7200)
    assert await domains.fail_behind_open_breakers(connection, HOUR) == 0


# Against a site


async def test_a_failing_site_gets_one_probe_at_a_time_until_it_recovers(crawl: Crawl, site: Pages) -> None:
    fails = answer(b"broken", status="500 Internal Server Error")
    for number in range(9):
        site.said[f"/{number}"] = fails
        await crawl.ask(site.url(f"/{number}"))
    done = await crawl.rounds()
    pages = len(site.asked) - site.count("/robots.txt")
    assert (done, pages) == (pages + 1, 5)
    await crawl.pass_time(38)
    assert await crawl.rounds() == 1  # the probe, which fails
    for path in list(site.said):
        if path != "/robots.txt":
            site.said[path] = HTML
    await crawl.pass_time(76)
    assert await crawl.round() == 1
    assert (await crawl.one("select opened_at from lanes"))["opened_at"] is None
    await crawl.pass_time(1)
    assert await crawl.round() >= 5  # at full concurrency again
    assert {one["error_type"] for one in await crawl.look("select error_type from error_logs")} == {"http"}


async def test_pages_without_a_record_are_not_lane_failures(connection: Connection) -> None:
    """The lane only sees the fetch, which succeeded."""
    await ask_for(connection)
    for _ in range(6):
        await settle(connection, fetch_result((await claim_all(connection, limit=1))[0], "ok"))
    assert (await lane_of(connection))["failures"] == 0
    assert await rows(connection, "select from lanes where opened_at is not null") == []


async def test_a_robots_txt_fetch_can_be_the_probe_that_closes_the_breaker(
    connection: Connection,
) -> None:
    await ask_for(connection)
    await open_breaker(connection)
    await pass_time(connection, 50)
    errand = await claim_one(connection, ORDINARY)
    assert errand.reads_robots
    assert (await lane_of(connection))["probe_fence"] == errand.fence
    assert await claim_all(connection, ORDINARY) == []
    read = RobotsRead("https://kitchen.example", 404, lasts_seconds=3600)
    await settle(connection, fetch_result(errand, "robots_read", robots=read))
    assert (await lane_of(connection))["opened_at"] is None
    assert len(await claim_all(connection, ORDINARY)) == 5
