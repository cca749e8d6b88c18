"""The pace and the throttle of a lane: what slows it, what delays it, and that every later claim respects it."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from tests.hostile.conftest import answer
from tests.integration.helpers import ask, item, row, rows, value, work_rows
from tests.integration.lane_helpers import (
    Crawl,
    Pages,
    claim_all,
    claim_one,
    crawling,
    fetch_result,
    in_sequence,
    lane_of,
    pass_time,
    settle,
)

from garner.core.pacing.outcome import Action
from garner.engine import Engine
from garner.postgres.database import Connection
from garner.store.crawl import domains, lanes
from garner.store.crawl.fetching import PageClaim
from garner.store.crawl.lanes import Politeness
from garner.store.queue import leases
from garner.store.queue.leases import Lease
from garner.store.tasks import tasks

KITCHEN = [f"https://kitchen.example/{number}" for number in range(8)]
POLITE = Politeness(obey_robots=False, delay_seconds=7, latency_factor=3)


async def ask_for(connection: Connection, count: int, delay: float = 0) -> None:
    for url in KITCHEN[:count]:
        await ask(connection, url, delay=delay)


# The pace


@pytest.mark.parametrize(
    ("own", "robots", "latency", "delay"),
    [(9, 8, 1, 9), (2, 8, 1, 8), (2, 8, 4, 12), (None, 1, 1, 7), (None, 8, 1, 8), (0, 0, None, 0)],
)
async def test_the_longest_delay_applies_and_the_settings_are_the_default(
    connection: Connection, own: float | None, robots: float, latency: float | None, delay: float
) -> None:
    await ask_for(connection, 2)
    await connection.execute("update domains set crawl_delay_seconds = %s", (own,))
    await connection.execute("update lanes set robots_delay_seconds = %s, latency_seconds = %s", (robots, latency))
    await connection.execute(
        "insert into robots_files (origin, domain_id, fetched_at, expires_at)"
        " select 'https://kitchen.example', id, now(), now() + interval '1 day' from domains"
    )
    await claim_all(connection, replace(POLITE, obey_robots=True))
    assert (await lane_of(connection))["next_in"] == delay


async def test_a_domain_exempt_from_robots_is_not_slowed_by_them(connection: Connection) -> None:
    await ask_for(connection, 1, delay=2)
    await connection.execute("update lanes set robots_delay_seconds = 50")
    await connection.execute("update domains set obeys_robots = false")
    await claim_all(connection, replace(POLITE, obey_robots=True))
    assert (await lane_of(connection))["next_in"] == 2


async def test_a_domain_without_its_own_concurrency_uses_the_settings(connection: Connection) -> None:
    await ask_for(connection, 8)
    await connection.execute("update domains set max_concurrent_requests = null")
    assert len(await claim_all(connection, replace(POLITE, delay_seconds=0, concurrency=3))) == 3


async def test_latency_is_learned_from_successes_and_errors_never_speed_a_lane_up(connection: Connection) -> None:
    await ask_for(connection, 8)
    claims = await claim_all(connection)
    await settle(connection, fetch_result(claims[0], "ok", seconds=2))
    assert (await lane_of(connection))["latency_seconds"] == 2
    await settle(
        connection, fetch_result(claims[1], "server_error", seconds=0.01), fetch_result(claims[2], "gone", seconds=0.01)
    )
    assert (await lane_of(connection))["latency_seconds"] == 2
    await settle(connection, fetch_result(claims[3], "ok", seconds=1))
    assert (await lane_of(connection))["latency_seconds"] == pytest.approx(1.8)


async def test_a_lane_stores_the_time_of_its_last_success(connection: Connection) -> None:
    last = "select last_success_at from lanes"
    await ask_for(connection, 3)
    claims = await claim_all(connection)
    await settle(connection, fetch_result(claims[0], "gone"))
    assert await value(connection, last) is None
    await settle(connection, fetch_result(claims[1], "ok"))
    succeeded = await value(connection, last)
    assert succeeded is not None and await value(connection, f"select ({last}) > now() - interval '1 minute'")
    await settle(connection, fetch_result(claims[2], "server_error"))
    assert await value(connection, last) == succeeded
    assert await domains.close_breaker(connection, "kitchen.example")
    assert await value(connection, last) == succeeded


async def test_a_retry_takes_its_own_slot(connection: Connection) -> None:
    await ask_for(connection, 2, delay=10)
    claim = await claim_one(connection)
    await settle(connection, fetch_result(claim, "empty"))
    assert await claim_all(connection) == []
    assert 9.9 < (await lane_of(connection))["ready_in"] <= 10
    await pass_time(connection, 10)
    await claim_one(connection)
    assert (await lane_of(connection))["next_in"] == 10


# After a failure


async def test_a_failing_lane_has_one_request_in_flight_until_it_recovers(connection: Connection) -> None:
    await ask_for(connection, 8)
    first = await claim_all(connection, limit=2)
    await settle(connection, fetch_result(first[0], "fetch_timeout", delay=60))
    other = (await claim_all(connection, limit=1))[0]  # one hanging page says nothing about the others
    await settle(connection, fetch_result(first[1], "fetch_timeout", delay=60))
    assert await claim_all(connection) == []  # the other is still in flight
    await settle(connection, fetch_result(other, "fetch_timeout", delay=60))
    await pass_time(connection, 10)
    alone = await claim_one(connection)
    assert await claim_all(connection) == []
    await settle(connection, fetch_result(alone, "ok"))
    assert len(await claim_all(connection)) == 4  # all remaining pages


async def test_a_missing_page_does_not_reduce_the_concurrency_of_its_lane(connection: Connection) -> None:
    await ask_for(connection, 8)
    await settle(connection, fetch_result(await _first(connection), "gone"))
    assert len(await claim_all(connection)) == 5


async def _first(connection: Connection) -> PageClaim:
    return (await claim_all(connection, limit=1))[0]


# Throttling


async def test_retry_after_delays_every_page_of_the_lane(connection: Connection) -> None:
    await ask_for(connection, 3)
    claim = await _first(connection)
    await settle(connection, fetch_result(claim, "throttled", retry_after=120))
    assert await claim_all(connection) == []
    await pass_time(connection, 119)
    assert await claim_all(connection) == []
    await pass_time(connection, 2)
    await claim_one(connection)


async def test_a_new_request_does_not_wake_a_throttled_lane(connection: Connection) -> None:
    await ask_for(connection, 1)
    await settle(connection, fetch_result(await claim_one(connection), "throttled", retry_after=120))
    await ask(connection, KITCHEN[1])
    assert await claim_all(connection) == []
    assert (await lane_of(connection))["ready_in"] > 119


async def test_throttling_without_a_header_doubles_the_delay_each_time(connection: Connection) -> None:
    await ask_for(connection, 4, delay=2)
    delays = []
    for _ in range(3):
        await settle(connection, fetch_result(await claim_one(connection), "throttled", delay=600))
        delays.append((await lane_of(connection))["throttle_seconds"])
        await pass_time(connection, delays[-1] + 1)
    assert delays == [4, 8, 16]
    await claim_one(connection)
    assert (await lane_of(connection))["next_in"] == 16


async def test_concurrent_throttled_requests_slow_the_lane_once(connection: Connection) -> None:
    await ask_for(connection, 8)
    claims = await claim_all(connection)
    assert len(claims) == 5
    await settle(connection, *(fetch_result(claim, "throttled") for claim in claims[:3]))
    for claim in claims[3:]:
        await settle(connection, fetch_result(claim, "throttled"))
    assert (await lane_of(connection))["throttle_seconds"] == 1


async def test_a_throttle_halves_after_each_quiet_period(connection: Connection) -> None:
    await ask_for(connection, 4)
    await connection.execute("update lanes set throttle_seconds = 8, throttled_at = now(), next_at = now()")
    delays = []
    for passed in (59, 9, 60, 600):
        await pass_time(connection, passed)
        assert await claim_all(connection)
        delays.append((await lane_of(connection))["next_in"])
    assert delays == [8, 4, 2, 0]


async def test_a_throttled_lane_yields_one_page_at_a_time(connection: Connection) -> None:
    await ask_for(connection, 4)
    await connection.execute("update lanes set throttle_seconds = 8, throttled_at = now()")
    await claim_one(connection)
    assert await claim_all(connection) == []


async def test_waiting_for_a_throttle_uses_no_attempt_and_is_measured_from_its_start(
    connection: Connection,
) -> None:
    asked = await ask(connection, KITCHEN[0])
    waited = []
    for _ in range(5):
        claim = await claim_one(connection)
        waited.append(claim.waited_seconds)
        assert claim.attempt == 1
        await settle(connection, fetch_result(claim, "throttled", retry_after=100))
        await pass_time(connection, 101)
    assert waited == [0, 101, 202, 303, 404]
    assert (await item(connection, asked.item_id))["status"] == "PENDING"
    assert (await row(connection, "select retry_count, status from crawl_tasks")) == {
        "retry_count": 0,
        "status": "queued",
    }


async def test_a_failure_in_between_restarts_the_wait_because_it_uses_an_attempt(connection: Connection) -> None:
    await ask(connection, KITCHEN[0])
    await settle(connection, fetch_result(await claim_one(connection), "throttled", retry_after=100))
    await pass_time(connection, 101)
    await settle(connection, fetch_result(await claim_one(connection), "server_error"))
    await pass_time(connection, 101)
    assert (await claim_one(connection)).waited_seconds == 0


async def test_the_retry_after_of_a_failed_page_does_not_throttle(connection: Connection) -> None:
    await ask_for(connection, 2)
    await settle(connection, fetch_result(await _first(connection), "server_error", delay=60, retry_after=100))
    await claim_one(connection)


# Readiness


async def test_an_unusable_lane_is_not_ready_immediately(connection: Connection) -> None:
    """Otherwise every idle worker would poll without a pause."""
    await ask_for(connection, 3)
    await connection.execute("update domains set max_concurrent_requests = 1")
    await claim_one(connection)
    assert await claim_all(connection) == []
    assert (await lane_of(connection))["ready_in"] >= 1  # full


async def test_a_full_lane_whose_lease_expired_is_not_ready_immediately(connection: Connection) -> None:
    await ask_for(connection, 3)
    await connection.execute("update domains set max_concurrent_requests = 1")
    await claim_one(connection)
    await pass_time(connection, 100)
    assert await claim_all(connection) == []
    assert (await lane_of(connection))["ready_in"] >= 1


async def test_a_lane_whose_robots_txt_is_being_fetched_is_not_ready_immediately(connection: Connection) -> None:
    await ask_for(connection, 3)
    obedient = Politeness()
    (errand,) = await claim_all(connection, obedient)
    assert errand.reads_robots
    assert await claim_all(connection, obedient) == []
    assert 0 < (await lane_of(connection))["ready_in"] <= 1


async def test_a_lane_without_a_usable_proxy_is_not_ready_immediately(connection: Connection) -> None:
    await ask_for(connection, 3)
    await connection.execute("insert into proxies (proxy_url, proxy_port, is_active) values ('10.0.0.1', 80, false)")
    assert await claim_all(connection) == []
    assert 0 < (await lane_of(connection))["ready_in"] <= 1


async def test_a_woken_lane_is_ready_no_earlier_than_its_pace_allows(connection: Connection) -> None:
    await ask_for(connection, 2, delay=30)
    claim = await claim_one(connection)
    await lanes.reschedule(connection, [claim.lane_id])
    assert (await lane_of(connection))["ready_in"] == 30


# Attempts


async def test_a_released_or_dropped_fetch_is_recorded_as_an_attempt(connection: Connection) -> None:
    await ask_for(connection, 2)
    first, second = await claim_all(connection)
    await leases.release(connection, "one", [Lease(first.work_id, first.fence)])
    await tasks.drop_work(connection, [second.task_id])
    found = await rows(connection, "select crawl_task_id, outcome, worker from crawl_attempts order by id")
    assert [tuple(one.values()) for one in found] == [
        (first.task_id, "released", "one"),
        (second.task_id, "dropped", "one"),
    ]
    await tasks.drop_work(connection, [first.task_id])  # not claimed
    assert await value(connection, "select count(*) from crawl_attempts") == 2
    assert await work_rows(connection) == []


async def test_a_wait_that_is_too_long_is_a_dead_letter(connection: Connection) -> None:
    asked = await ask(connection, KITCHEN[0])
    claim = await claim_one(connection)
    given_up = fetch_result(claim, "throttled", action=Action.FAIL)
    await settle(connection, replace(given_up, verdict=replace(given_up.verdict, spent=True)))
    assert (await item(connection, asked.item_id))["error_code"] == "throttled"
    assert await value(connection, "select cause from dead_letters") == "throttled"


# Against a site


@pytest.fixture
async def crawl(engine: Engine) -> AsyncIterator[Crawl]:
    async with crawling(engine, obey_robots=False) as opened:
        yield opened


AT_NOON = ("Date: Sat, 01 Mar 2025 12:00:00 GMT", "Retry-After: Sat, 01 Mar 2025 12:01:40 GMT")


@pytest.mark.parametrize("headers", [("Retry-After: 100",), AT_NOON], ids=["seconds", "a date"])
@pytest.mark.parametrize("status", ["429 Too Many Requests", "503 Busy", "403 Not So Fast"])
async def test_a_throttling_site_delays_all_its_pages(
    crawl: Crawl, site: Pages, status: str, headers: tuple[str, ...]
) -> None:
    site.said["/1"] = in_sequence(answer(b"", *headers, status=status), answer(b"gone", status="404 Not Found"))
    first = await crawl.ask(site.url("/1"))
    await crawl.rounds()
    await crawl.ask(site.url("/2"))
    assert await crawl.rounds() == 0
    assert (await crawl.item(first))["error_code"] == "throttled"
    await crawl.pass_time(98)
    assert await crawl.rounds() == 0
    await crawl.pass_time(200)
    await crawl.rounds()
    await crawl.pass_time(10)
    await crawl.rounds()
    assert sorted(await crawl.outcomes()) == ["gone", "ok", "throttled"]
    assert (await crawl.one("select retry_count from crawl_tasks where url like '%/1'"))["retry_count"] == 0


@pytest.mark.parametrize(("status", "bad"), [("503 Busy", 1), ("403 Not For You", 2), ("500 Oh", 2)])
async def test_pages_that_always_fail_do_not_delay_others(crawl: Crawl, site: Pages, status: str, bad: int) -> None:
    """Each request, including the failing ones, takes one delay of the lane and no more."""
    for number in range(bad):
        site.said[f"/{number}"] = answer(b"", status=status)
    for number in range(10):
        await crawl.ask(site.url(f"/{number}"))
    await crawl.do("update domains set crawl_delay_seconds = 1")
    for _ in range(10 + 2 * bad):
        await crawl.round()
        await crawl.pass_time(1)
    assert (await crawl.outcomes()).count("ok") == 10 - bad
    lane = await crawl.one("select opened_at, not_before, throttled_at from lanes where stage = 'crawl'")
    assert lane == {"opened_at": None, "not_before": None, "throttled_at": None}
    for _ in range(4):  # with their own backoff they use up their attempts
        await crawl.pass_time(300)
        await crawl.rounds()
    ended = await crawl.look("select error_code from job_items where status = 'ERROR'")
    assert len(ended) == bad


async def test_pages_of_a_site_that_always_throttles_fail(crawl: Crawl, site: Pages) -> None:
    site.said["/cake"] = answer(b"", "Retry-After: 1000", status="429 Too Many Requests")
    asked = await crawl.ask(site.url("/cake"))
    for _ in range(5):
        assert (await crawl.item(asked))["status"] == "PENDING"
        await crawl.rounds()
        await crawl.pass_time(1001)
    ended = await crawl.item(asked)
    assert (ended["status"], ended["error_code"]) == ("ERROR", "throttled")
    assert (await crawl.one("select cause, attempts from dead_letters")) == {"cause": "throttled", "attempts": 1}


async def test_a_page_is_fetched_at_most_three_times_and_once_for_permanent_errors(crawl: Crawl, site: Pages) -> None:
    site.said |= {
        "/fails": answer(b"oh", status="500 Oh"),
        "/gone": answer(b"no", status="404 No"),
        "/picture": answer(b"\x89PNG", "Content-Type: image/png"),
        "/sign-in": answer(b"no", status="401 Who"),
    }
    for path in ("/fails", "/gone", "/picture", "/sign-in"):
        await crawl.ask(site.url(path))
    for _ in range(4):
        await crawl.rounds()
        await crawl.pass_time(400)
    assert {path: site.count(path) for _, path in site.asked} == {
        "/fails": 3, "/gone": 1, "/picture": 1, "/sign-in": 1,
    }  # fmt: skip
    ends = await crawl.look("select error_code from crawl_tasks order by url")
    assert [one["error_code"] for one in ends] == ["server_error", "gone", "wrong_type", "login_wall"]
    logged = await crawl.look("select distinct error_type, error_code from error_logs order by 2")
    assert [tuple(one.values()) for one in logged] == [
        ("http", "gone"), ("blocked", "login_wall"), ("http", "server_error"), ("validation", "wrong_type"),
    ]  # fmt: skip
    assert [one["cause"] for one in await crawl.look("select cause from dead_letters")] == ["server_error"]
