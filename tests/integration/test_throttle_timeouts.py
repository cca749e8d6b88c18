"""A site that throttles is waited for up to a limit, and no page of it waits longer."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from tests.hostile.conftest import answer
from tests.integration.helpers import ask, item, row, rows, value
from tests.integration.lane_helpers import (
    Pages,
    claim_all,
    claim_one,
    crawling,
    fetch_result,
    in_sequence,
    pass_time,
    redirect,
    robots,
    settle,
)

from garner.core.pacing.lane import LanePolicy
from garner.core.pacing.outcome import Action, LaneEffect
from garner.engine import Engine
from garner.postgres.database import Connection
from garner.runtime.duties.background import expire_waiting_items
from garner.store.crawl import domains, throttle_timeouts
from garner.store.crawl.fetching import NextHop
from garner.store.crawl.lanes import Politeness
from garner.store.crawl.robots import RobotsRead
from garner.store.tasks.items import Submission

MAX_WAIT = timedelta(seconds=600)
POLITENESS = Politeness(obey_robots=False, policy=LanePolicy(throttle_quiet_seconds=60))
KITCHEN = [f"https://kitchen.example/{number}" for number in range(12)]


async def ask_for_all(connection: Connection) -> list[Submission]:
    return [await ask(connection, url) for url in KITCHEN]


async def throttle(connection: Connection, *, seconds: float, **more: Any) -> None:
    """Let the site throttle all requests for this time, with a request about every minute."""
    for _ in range(int(seconds / 50)):
        for claim in await claim_all(connection, limit=1):
            await settle(connection, fetch_result(claim, "throttled", delay=40, **more))
        await pass_time(connection, 50)


async def fail_overdue_pages(connection: Connection) -> int:
    return await throttle_timeouts.fail_overdue(connection, MAX_WAIT, POLITENESS)


async def test_all_pages_of_a_site_that_only_throttles_fail_even_untried_ones(
    connection: Connection,
) -> None:
    asked = await ask_for_all(connection)
    await throttle(connection, seconds=550)
    assert await fail_overdue_pages(connection) == 0
    await throttle(connection, seconds=100)
    tried = await value(connection, "select count(distinct crawl_task_id) from crawl_attempts")
    assert 0 < tried < len(KITCHEN)
    assert await fail_overdue_pages(connection) == len(KITCHEN)
    for one in asked:
        ended = await item(connection, one.item_id)
        assert (ended["status"], ended["error_code"]) == ("ERROR", "throttled")
        assert ended["last_error"] == "kitchen.example has asked to slow down for too long."
    letters = await rows(connection, "select cause, attempts from dead_letters")
    assert letters == [{"cause": "throttled", "attempts": 0}] * len(KITCHEN)
    assert await value(connection, "select count(*) from error_logs where error_message like '%%too long.'") == 12


async def test_one_successful_page_keeps_the_untried_ones_waiting(connection: Connection) -> None:
    await ask_for_all(connection)
    await throttle(connection, seconds=500)
    await connection.execute("update work set due_at = now() where due_at > now()")
    await connection.execute("update lanes set ready_at = now(), next_at = now()")
    await settle(connection, fetch_result(await claim_one(connection), "ok"))
    await throttle(connection, seconds=150)
    untried = await value(connection, "select count(*) from work where stage = 'crawl' and waiting_since is null")
    await fail_overdue_pages(connection)
    assert untried > 0
    assert (
        await value(connection, "select count(*) from work where stage = 'crawl' and waiting_since is null") == untried
    )


async def test_a_new_page_does_not_fail_for_an_earlier_throttle(connection: Connection) -> None:
    await ask(connection, KITCHEN[0])
    await throttle(connection, seconds=700)
    await ask(connection, KITCHEN[1])
    await fail_overdue_pages(connection)
    left = await row(connection, "select t.url from work w join crawl_tasks t on t.id = w.task_id")
    assert left["url"] == KITCHEN[1]


async def test_the_throttle_period_restarts_after_a_pause_without_requests(connection: Connection) -> None:
    for url in KITCHEN[:2]:
        await ask(connection, url)
    for delay in (3000, 0):
        [claim] = await claim_all(connection, limit=1)
        await settle(connection, fetch_result(claim, "throttled", delay=delay))
        await pass_time(connection, delay * 2 / 3)
    assert await value(connection, "select count(*) from work where waiting_since = now()") == 1
    await connection.execute("delete from work where waiting_since < now()")
    assert await fail_overdue_pages(connection) == 0


@pytest.mark.parametrize("pause", ["domain", "page", "nobody asks"])
async def test_time_without_requests_does_not_count_as_waiting(connection: Connection, pause: str) -> None:
    await ask(connection, KITCHEN[0])
    await settle(connection, fetch_result(await claim_one(connection), "throttled", delay=30))
    if pause == "domain":
        await domains.change(connection, "kitchen.example", "https://kitchen.example", {}, paused=True)
    if pause == "page":
        await connection.execute("update work set held = true")
    await connection.execute("update lanes set throttled_at = now() + interval '650 seconds'")
    await pass_time(connection, 700 if pause != "nobody asks" else 2000)
    assert await fail_overdue_pages(connection) == 0
    if pause == "nobody asks":
        await connection.execute("update lanes set throttled_at = now()")
    await connection.execute("update domains set paused_at = null")
    await connection.execute("update work set held = false")
    assert await fail_overdue_pages(connection) == 1


async def test_a_wait_for_our_own_outage_is_not_blamed_on_the_site(connection: Connection) -> None:
    await ask(connection, KITCHEN[0])
    claim = await claim_one(connection)
    await settle(connection, fetch_result(claim, "unavailable", action=Action.WAIT))
    await pass_time(connection, 700)
    await connection.execute("update lanes set throttled_at = now(), throttled_since = now()")
    assert await fail_overdue_pages(connection) == 0


@pytest.mark.parametrize(("last_asked", "ended"), [(10, 1), (300, 0)])
async def test_a_page_whose_robots_txt_fails_without_throttling_times_out(
    connection: Connection, last_asked: float, ended: int
) -> None:
    await ask(connection, KITCHEN[0])
    politeness = Politeness(policy=POLITENESS.policy)
    unread = RobotsRead("https://kitchen.example", 500, wait_seconds=5)
    for passed in (700 - last_asked, last_asked):
        claim = await claim_one(connection, politeness)
        found = fetch_result(claim, "robots_unreachable", action=Action.WAIT, delay=5, robots=unread)
        await settle(connection, replace(found, effect=LaneEffect.FAILURE), politeness=politeness)
        await pass_time(connection, passed)
    assert await value(connection, "select throttled_at is null from lanes")
    assert await fail_overdue_pages(connection) == ended


async def test_reading_robots_txt_does_not_reset_the_wait_of_a_page(connection: Connection) -> None:
    await ask(connection, KITCHEN[0])
    await settle(connection, fetch_result(await claim_one(connection), "throttled"))
    await pass_time(connection, 100)
    await settle(connection, fetch_result(await claim_one(connection), "robots_read"))
    await pass_time(connection, 10)
    assert (await claim_one(connection)).waited_seconds == pytest.approx(110)


@pytest.mark.parametrize(("domain", "waited"), [("kitchen.example", 110), ("shop.example", 0)])
async def test_a_redirect_resets_the_wait_only_if_it_leads_to_another_site(
    connection: Connection, domain: str, waited: float
) -> None:
    await ask(connection, KITCHEN[0])
    await settle(connection, fetch_result(await claim_one(connection), "throttled"))
    await pass_time(connection, 100)
    hop = NextHop(f"https://{domain}/there", domain, f"https://{domain}")
    await settle(connection, fetch_result(await claim_one(connection), "redirected", hop=hop))
    await pass_time(connection, 10)
    claim = await claim_one(connection)
    assert (claim.url, claim.waited_seconds) == (hop.url, pytest.approx(waited))


async def test_a_single_page_of_a_site_with_a_short_lived_robots_txt_times_out(engine: Engine, site: Pages) -> None:
    site.said["/robots.txt"] = robots("User-agent: *\nAllow: /", "Cache-Control: no-store")
    site.said["/cake"] = in_sequence(redirect("/there"), redirect("/there"))
    site.said["/there"] = answer(status="429 Too Many Requests")
    async with crawling(engine, throttle_longest_seconds=900) as crawl:
        asked = await crawl.ask(site.url("/cake"))
        for _ in range(4):
            await crawl.rounds()
            await crawl.pass_time(290)
        await crawl.rounds()
        await crawl.pass_time(10)
        await crawl.rounds()
        ended = await crawl.item(asked)
        assert (ended["status"], ended["error_code"]) == ("ERROR", "throttled")
        assert site.count("/robots.txt") > 2


async def test_a_site_that_always_throttles_fails_all_pages_soon_after_the_longest_wait(
    engine: Engine, site: Pages
) -> None:
    """With a limit of 20 seconds, and pages that would take hours to try one by one."""
    async with crawling(engine, throttle_longest_seconds=20) as crawl:
        asked = []
        for number in range(12):
            site.said[f"/{number}"] = answer(status="429 Too Many Requests")
            asked.append(await crawl.ask(site.url(f"/{number}")))
        for _ in range(8):
            await crawl.rounds()
            await expire_waiting_items(crawl.engine)
            await crawl.pass_time(5)
        assert {(await crawl.item(one))["error_code"] for one in asked} == {"throttled"}
        assert len(site.paths) < 12
        assert await crawl.look("select from work") == []
