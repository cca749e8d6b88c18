"""robots.txt: read once per host before its pages, stored for all workers, obeyed, and waited for."""

import asyncio
import gzip
import threading
import tracemalloc
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from typing import Any

import pytest
from tests.hostile.conftest import Site, answer
from tests.integration.helpers import OPERATOR, ask, value
from tests.integration.lane_helpers import (
    HTML,
    Crawl,
    Pages,
    claim_all,
    claim_one,
    crawling,
    fetch_result,
    in_sequence,
    lane_of,
    open_pages,
    pass_time,
    redirect,
    robots,
    settle,
)

from garner import observe
from garner.core.pacing.robots import MAX_FILE_BYTES, parse_robots
from garner.engine import Engine
from garner.engine.operating import operating
from garner.postgres.database import Connection, Database
from garner.runtime.loop import LeasedWork
from garner.runtime.stages.crawl import robots_cache as work_robots
from garner.runtime.stages.crawl.robots_cache import RobotsCache
from garner.settings import Settings
from garner.store.crawl.fetching import PageClaim, PageResult
from garner.store.crawl.lanes import ORDINARY, Politeness
from garner.store.crawl.robots import RobotsRead

ORIGIN = "https://kitchen.example"
KITCHEN = [f"{ORIGIN}/{number}" for number in range(6)]


def robots_result(claim: PageClaim, text: str = "", *, origin: str = ORIGIN, **more: Any) -> Any:
    read = RobotsRead(origin, 200, text, lasts_seconds=more.pop("lasts", 3600.0), **more)
    return fetch_result(claim, "robots_read", robots=read)


async def kept(crawl: Crawl) -> dict[str, Any]:
    return await crawl.one(
        "select http_status, body, fetched_at is not null as fetched, hop_url, failures,"
        " extract(epoch from expires_at - now())::float8 as lasts from robots_files"
    )


# Reading


async def test_robots_txt_is_read_before_the_first_page_and_once_per_host(crawl: Crawl, site: Pages) -> None:
    for number in range(4):
        await crawl.ask(site.url(f"/{number}"))
    assert await crawl.round() == 1
    assert site.paths == ["/robots.txt"]
    assert await crawl.rounds() == 4
    assert sorted(site.paths[1:]) == ["/0", "/1", "/2", "/3"]
    assert await crawl.outcomes() == ["robots_read", *["ok"] * 4]


async def test_concurrent_workers_read_robots_txt_once(engine: Engine, site: Pages) -> None:
    async with crawling(engine, "one") as one, crawling(engine, "two") as two, crawling(engine, "three") as three:
        for number in range(6):
            await one.ask(site.url(f"/{number}"))
        workers = (one, two, three)
        await asyncio.gather(*(worker.round() for worker in workers))
        assert site.paths[0] == "/robots.txt"
        for _ in range(3):
            await asyncio.gather(*(worker.rounds() for worker in workers))
    assert site.count("/robots.txt") == 1
    assert len(site.paths) == 7


async def test_no_page_is_claimed_while_robots_txt_is_being_read(database: Database) -> None:
    async with database.transaction() as connection:
        for url in KITCHEN:
            await ask(connection, url)

    async def claim_as(worker: str) -> list[PageClaim]:
        async with database.connection() as connection:
            return await claim_all(connection, ORDINARY, worker=worker)

    claimed = [claim for each in await asyncio.gather(*map(claim_as, "abcdefgh")) for claim in each]
    assert [claim.reads_robots for claim in claimed] == [True]


async def test_a_robots_fetch_takes_a_slot_and_uses_no_attempt_of_the_page(connection: Connection) -> None:
    await ask(connection, KITCHEN[0], delay=10)
    errand = await claim_one(connection, ORDINARY)
    assert errand.reads_robots
    await settle(connection, robots_result(errand))
    assert await claim_all(connection, ORDINARY) == []
    assert 9 < (await lane_of(connection))["ready_in"] <= 10
    await pass_time(connection, 10)
    page = await claim_one(connection, ORDINARY)
    assert (page.reads_robots, page.attempt) == (False, 1)


async def test_the_robots_fetch_of_a_lost_worker_is_repeated_by_another(connection: Connection) -> None:
    for url in KITCHEN[:2]:
        await ask(connection, url)
    await claim_one(connection, ORDINARY)
    await pass_time(connection, 59)
    assert await claim_all(connection, ORDINARY, worker="two") == []
    await pass_time(connection, 2)
    assert (await claim_one(connection, ORDINARY, worker="two")).reads_robots


async def test_an_expired_robots_txt_is_read_again(connection: Connection) -> None:
    for url in KITCHEN:
        await ask(connection, url)
    await settle(connection, robots_result(await claim_one(connection, ORDINARY), lasts=600))
    first = (await claim_all(connection, ORDINARY, limit=1))[0]
    assert not first.reads_robots
    await pass_time(connection, 601)
    assert (await claim_one(connection, ORDINARY)).reads_robots


async def test_robots_txt_lasts_longer_than_the_delay_of_a_slow_lane(connection: Connection) -> None:
    """Otherwise a slow lane would read it repeatedly and never fetch a page."""
    await ask(connection, KITCHEN[0], delay=3000)
    await settle(connection, robots_result(await claim_one(connection, ORDINARY), lasts=300))
    await pass_time(connection, 3000)
    assert not (await claim_one(connection, ORDINARY)).reads_robots


async def test_each_host_on_a_lane_has_its_own_robots_txt(connection: Connection) -> None:
    await ask(connection, KITCHEN[0])
    await ask(connection, "http://www.kitchen.example/plain", priority=2)
    await settle(connection, robots_result(await claim_one(connection, ORDINARY)))
    page = await claim_one(connection, ORDINARY)
    assert (page.url, page.reads_robots) == (KITCHEN[0], False)
    errand = await claim_one(connection, ORDINARY)
    assert (errand.url, errand.reads_robots) == ("http://www.kitchen.example/plain", True)


async def test_the_slowest_of_the_hosts_on_a_lane_sets_its_pace(connection: Connection) -> None:
    await ask(connection, KITCHEN[0])
    await ask(connection, "http://www.kitchen.example/plain", priority=2)
    await settle(connection, robots_result(await claim_one(connection, ORDINARY), delay_seconds=20))
    await pass_time(connection, 21)
    await settle(connection, fetch_result(await claim_one(connection, ORDINARY), "ok"))
    await pass_time(connection, 21)
    errand = await claim_one(connection, ORDINARY)
    await settle(connection, robots_result(errand, origin="http://www.kitchen.example", delay_seconds=3))
    assert (await lane_of(connection))["robots_delay_seconds"] == 20


async def test_a_host_alone_on_its_lane_can_lower_its_delay(connection: Connection) -> None:
    for url in KITCHEN[:3]:
        await ask(connection, url)
    for delay in (20, 3):
        await settle(connection, robots_result(await claim_one(connection, ORDINARY), delay_seconds=delay))
        await pass_time(connection, 4000)
    assert (await lane_of(connection))["robots_delay_seconds"] == 3


# Obeying


async def test_a_disallowed_page_ends_its_item_and_is_not_fetched(crawl: Crawl, site: Pages) -> None:
    site.said["/robots.txt"] = robots("User-agent: *\nDisallow: /private/")
    refused = await crawl.ask(site.url("/private/cake"))
    await crawl.ask(site.url("/open/cake"))
    await crawl.rounds()
    assert sorted(site.paths) == ["/open/cake", "/robots.txt"]
    ended = await crawl.item(refused)
    assert (ended["status"], ended["error_code"]) == ("ERROR", "robots_disallowed")
    assert "robots.txt" in ended["last_error"]
    error = await crawl.one("select error_type, error_code from error_logs")
    assert error == {"error_type": "blocked", "error_code": "robots_disallowed"}
    assert await crawl.look("select from dead_letters") == []


async def test_crawl_delay_and_request_rate_are_obeyed(engine: Engine, site: Pages) -> None:
    async with crawling(engine, robots_longest_delay_seconds=60) as crawl:
        for text, delay in (("Crawl-delay: 7", 7), ("Request-rate: 2/30", 15), ("Crawl-delay: 900", 60)):
            site.said["/robots.txt"] = robots(f"User-agent: *\n{text}")
            await crawl.do("update robots_files set expires_at = now()")
            await crawl.ask(site.url(f"/{delay}"))
            await crawl.rounds()
            await crawl.pass_time(3600)
            assert (await crawl.one("select robots_delay_seconds as s from lanes"))["s"] == delay


@pytest.mark.parametrize(("asked", "expected"), [(300, []), (900, [(900.0, 600.0)])])
async def test_a_crawl_delay_is_capped_and_the_cap_is_reported(
    engine: Engine, site: Pages, asked: int, expected: list[tuple[float, float]]
) -> None:
    site.said["/robots.txt"] = robots(f"User-agent: *\nCrawl-delay: {asked}")
    events: list[observe.Event] = []
    forget = observe.subscribe(events.append)
    ordinary = Settings().pacing.robots_longest_delay_seconds
    async with crawling(engine, robots_longest_delay_seconds=ordinary) as crawl:
        await crawl.ask(site.url("/cake"))
        await crawl.round()
        assert (await crawl.one("select robots_delay_seconds as s from lanes"))["s"] == min(asked, 600)
    forget()
    cut = [event for event in events if isinstance(event, observe.RobotsDelayCut)]
    assert [(event.asked_seconds, event.kept_seconds) for event in cut] == expected
    assert all(event.origin == site.url("") for event in cut)


async def test_the_crawl_delay_applies_to_the_next_page(engine: Engine, site: Pages) -> None:
    site.said["/robots.txt"] = robots("User-agent: *\nCrawl-delay: 30")
    async with crawling(engine, robots_longest_delay_seconds=60) as crawl:
        for number in range(3):
            await crawl.ask(site.url(f"/{number}"))
        for sent in (1, 2, 3):  # including the file itself
            await crawl.rounds()
            assert len(site.paths) == sent
            await crawl.pass_time(29)
            await crawl.rounds()
            assert len(site.paths) == sent
            await crawl.pass_time(1)


async def test_an_exempt_domain_is_fetched_without_robots_txt(crawl: Crawl, site: Pages) -> None:
    site.said["/robots.txt"] = robots("User-agent: *\nDisallow: /")
    await crawl.ask(site.url("/cake"))
    await crawl.do("update domains set obeys_robots = false")
    await crawl.rounds()
    assert site.paths == ["/cake"]


async def test_stored_rules_do_not_apply_to_an_exempt_domain_and_apply_again_afterwards(
    crawl: Crawl, site: Pages
) -> None:
    site.said["/robots.txt"] = robots("User-agent: *\nDisallow: /")
    for exempt, outcome in ((False, "robots_disallowed"), (True, "ok"), (False, "robots_disallowed")):
        await crawl.do("update domains set obeys_robots = %s", not exempt)
        await crawl.ask(site.url(f"/{outcome}/{exempt}/{len(site.asked)}"))
        await crawl.rounds()
        assert (await crawl.outcomes())[-1] == outcome


async def test_robots_txt_is_not_read_if_disabled_globally(engine: Engine, site: Pages) -> None:
    async with crawling(engine, obey_robots=False) as crawl:
        await crawl.ask(site.url("/cake"))
        await crawl.rounds()
    assert site.paths == ["/cake"]


# Storing


@pytest.mark.parametrize(
    ("headers", "hours"), [((), 24), (("Cache-Control: max-age=7200",), 2), (("Cache-Control: no-store",), 1 / 12)]
)
async def test_robots_txt_is_kept_for_a_day_or_as_long_as_the_site_says(
    crawl: Crawl, site: Pages, headers: tuple[str, ...], hours: float
) -> None:
    site.said["/robots.txt"] = robots("User-agent: *\nDisallow: /private/", *headers)
    await crawl.ask(site.url("/cake"))
    await crawl.round()
    found = await kept(crawl)
    assert (found["http_status"], found["body"]) == (200, "User-agent: *\nDisallow: /private/")
    assert found["lasts"] == pytest.approx(hours * 3600, abs=5)


@pytest.mark.parametrize("status", ["404 Not Found", "403 Forbidden", "401 Unauthorized", "410 Gone"])
async def test_a_site_without_robots_txt_allows_everything(crawl: Crawl, site: Pages, status: str) -> None:
    site.said["/robots.txt"] = answer(b"User-agent: *\nDisallow: /", status=status)
    await crawl.ask(site.url("/cake"))
    await crawl.rounds()
    assert site.paths == ["/robots.txt", "/cake"]
    assert (await kept(crawl))["http_status"] == int(status[:3])


# Unavailable


@pytest.mark.parametrize("status", ["500 Internal Server Error", "503 Busy", "429 Too Many Requests"])
async def test_no_page_is_fetched_and_no_attempt_used_while_robots_txt_is_unavailable(
    crawl: Crawl, site: Pages, status: str
) -> None:
    site.said["/robots.txt"] = in_sequence(
        answer(status=status), answer(status=status), robots("User-agent: *\nAllow: /")
    )
    asked = await crawl.ask(site.url("/cake"))
    for errands in (1, 2):
        await crawl.rounds()
        assert site.paths == ["/robots.txt"] * errands
        assert (await crawl.item(asked))["status"] == "PENDING"
        await crawl.pass_time(400)
    await crawl.rounds()
    await crawl.pass_time(400)
    await crawl.rounds()
    assert site.paths == [*["/robots.txt"] * 3, "/cake"]
    assert await crawl.outcomes() == [*["robots_unreachable"] * 2, "robots_read", "ok"]
    assert (await crawl.one("select retry_count from crawl_tasks"))["retry_count"] == 0
    assert {one["error_code"] for one in await crawl.look("select error_code from error_logs")} == {
        "robots_unreachable"
    }


@pytest.mark.parametrize("path", ["/robots.txt", "/cake"])
@pytest.mark.parametrize(
    ("status", "headers"),
    [
        ("420 Enhance Your Calm", []),
        ("429 Too Many Requests", []),
        ("529 Site is overloaded", []),
        ("403 Forbidden", ["Retry-After: 1"]),
        ("503 Busy", ["Retry-After: 1"]),
    ],
)
async def test_robots_txt_throttles_the_host_by_the_same_responses_as_a_page(
    crawl: Crawl, site: Pages, status: str, headers: list[str], path: str
) -> None:
    site.said[path] = answer(b"not now", *headers, status=status)
    asked = await crawl.ask(site.url("/cake"))
    await crawl.rounds()
    lane = await crawl.one("select throttle_seconds, failures from lanes where domain_id is not null")
    assert lane["throttle_seconds"] > 0 and lane["failures"] == 0
    assert (await crawl.item(asked))["status"] == "PENDING"
    assert (await crawl.one("select retry_count from crawl_tasks"))["retry_count"] == 0


@pytest.mark.parametrize(
    "response",
    [answer(b"not now", status="429 Too Many Requests"), redirect("/elsewhere.txt"), robots("User-agent: *")],
)
async def test_a_robots_txt_paces_its_host_by_the_time_of_the_answer_alone(
    crawl: Crawl, site: Pages, response: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    results: list[PageResult] = []
    work = crawl.stage._work

    async def record(claim: PageClaim, lease: LeasedWork) -> PageResult:
        results.append(await work(claim, lease))
        return results[-1]

    monkeypatch.setattr(crawl.stage, "_work", record)
    site.said["/robots.txt"] = response
    await crawl.ask(site.url("/cake"))
    await crawl.round()
    (result,) = results
    assert result.robots is not None
    assert result.answer_seconds is not None and result.latency_seconds < result.seconds


async def test_the_retry_after_of_robots_txt_is_obeyed(crawl: Crawl, site: Pages) -> None:
    site.said["/robots.txt"] = answer(b"", "Retry-After: 500", status="503 Busy")
    for number in range(3):
        await crawl.ask(site.url(f"/{number}"))
    await crawl.rounds()
    await crawl.pass_time(490)
    assert await crawl.rounds() == 0
    await crawl.pass_time(20)
    assert await crawl.rounds() == 1
    assert site.paths == ["/robots.txt"] * 2


UNREASONABLE = ["999999999", "Fri, 31 Dec 9999 23:59:59 GMT"]
PARKED = """
    select extract(epoch from w.due_at - now())::float8 as page,
           extract(epoch from r.next_try_at - now())::float8 as file,
           extract(epoch from l.next_at - now())::float8 as lane
    from work w join lanes l on l.id = w.lane_id, robots_files r
"""


@pytest.mark.parametrize("status", ["500 Oh", "503 Busy", "429 Too Many Requests"])
@pytest.mark.parametrize("retry_after", UNREASONABLE)
async def test_a_retry_after_never_parks_a_host_longer_than_the_longest_wait(
    crawl: Crawl, site: Pages, status: str, retry_after: str
) -> None:
    site.said["/robots.txt"] = answer(b"", f"Retry-After: {retry_after}", status=status)
    await crawl.ask(site.url("/cake"))
    await crawl.rounds()
    parked = await crawl.one(PARKED)
    assert 3500 < parked["page"] <= 3600 and 3500 < parked["file"] <= 3600 and parked["lane"] <= 3600


async def test_the_longest_wait_is_a_setting(engine: Engine, site: Pages) -> None:
    site.said["/robots.txt"] = in_sequence(answer(b"", "Retry-After: 250", status="503 Busy"), answer(status="404 No"))
    site.said["/cake"] = answer(b"", "Retry-After: 250", status="429 Too Many Requests")
    async with crawling(engine, throttle_longest_seconds=20) as crawl:
        await crawl.ask(site.url("/cake"))
        await crawl.rounds()
        parked = await crawl.one(PARKED)
        assert 15 < parked["page"] <= 20 and 15 < parked["file"] <= 20 and parked["lane"] <= 20
        await crawl.pass_time(20)
        await crawl.rounds()
        await crawl.pass_time(2)
        await crawl.do("update work set waiting_since = now()")
        await crawl.rounds()
        assert site.paths[-1] == "/cake"
        parked = await crawl.one(PARKED)
        assert 15 < parked["page"] <= 20 and parked["lane"] <= 20


@pytest.mark.parametrize("act", ["exempt", "close", "recrawl"])
async def test_an_operator_can_release_pages_that_await_robots_txt(crawl: Crawl, site: Pages, act: str) -> None:
    site.said["/robots.txt"] = in_sequence(answer(b"", status="500 Oh"), answer(status="404 No"))
    await crawl.ask(site.url("/cake"))
    await crawl.rounds()
    assert site.paths == ["/robots.txt"]
    await crawl.do("update robots_files set next_try_at = now() + interval '1 hour'")
    await crawl.do("update work set due_at = now() + interval '1 hour'")
    if act == "exempt":
        await operating.change_domain(crawl.engine, site.url(), {"obeys_robots": False}, by=OPERATOR)
    elif act == "close":
        await operating.close_breaker(crawl.engine, site.url(), by=OPERATOR)
    else:
        acted = await operating.act_on_tasks(crawl.engine, "recrawl", urls=[site.url("/cake")], by=OPERATOR)
        assert len(acted.concerned) == 1
    await crawl.rounds()
    assert site.paths == ["/robots.txt", *(["/robots.txt"] if act != "exempt" else []), "/cake"]
    assert (await crawl.outcomes())[-1] == "ok"


async def test_the_await_robots_txt_is_bounded(crawl: Crawl, site: Pages) -> None:
    site.said["/robots.txt"] = answer(status="503 Busy")
    asked = await crawl.ask(site.url("/cake"))
    for _ in range(3):
        await crawl.rounds()
        await crawl.pass_time(2000)
    await crawl.rounds()
    ended = await crawl.item(asked)
    assert (ended["status"], ended["error_code"]) == ("ERROR", "robots_unreachable")
    assert (await crawl.one("select cause from dead_letters"))["cause"] == "robots_unreachable"
    assert set(site.paths) == {"/robots.txt"}


async def test_an_unreachable_host_uses_the_attempts_of_the_page(crawl: Crawl) -> None:
    asked = await crawl.ask("http://127.0.0.1:1/cake")
    for attempt in (1, 2, 3):
        await crawl.rounds()
        assert await crawl.outcomes() == ["network_error"] * attempt
        await crawl.pass_time(400)
    ended = await crawl.item(asked)
    assert (ended["status"], ended["error_code"]) == ("ERROR", "network_error")


async def test_a_host_that_refuses_connections_opens_its_breaker(crawl: Crawl) -> None:
    for number in range(6):
        await crawl.ask(f"http://127.0.0.1:1/{number}")
    for _ in range(5):
        await crawl.rounds()
        await crawl.pass_time(10)
    assert await crawl.outcomes() == ["network_error"] * 5
    opened = await crawl.one("select breaker_cause, failures from lanes where opened_at is not null")
    assert opened == {"breaker_cause": "network_error", "failures": 5}


async def test_an_expired_robots_txt_is_used_for_a_while_when_it_becomes_unavailable(crawl: Crawl, site: Pages) -> None:
    site.said["/robots.txt"] = in_sequence(robots("User-agent: *\nDisallow: /no"), answer(status="500 Oh"))
    await crawl.ask(site.url("/cake"))
    await crawl.rounds()
    await crawl.pass_time(2 * 86400)
    await crawl.ask(site.url("/bread"))
    await crawl.ask(site.url("/no"))
    await crawl.rounds()
    await crawl.pass_time(400)
    await crawl.rounds()
    assert site.paths == ["/robots.txt", "/cake", "/robots.txt", "/bread"]
    assert "robots_disallowed" in await crawl.outcomes()


# Redirects


async def test_redirects_of_robots_txt_are_followed_each_in_its_own_slot(crawl: Crawl, site: Pages) -> None:
    site.said["/robots.txt"] = redirect("/moved.txt")
    site.said["/moved.txt"] = robots("User-agent: *\nDisallow: /private/")
    refused = await crawl.ask(site.url("/private/cake"))
    for number, asked in enumerate((["/robots.txt"], ["/robots.txt", "/moved.txt"])):
        assert await crawl.round() == 1, number
        assert site.paths == asked
    await crawl.rounds()
    assert (await crawl.item(refused))["error_code"] == "robots_disallowed"
    assert site.paths == ["/robots.txt", "/moved.txt"]
    assert (await kept(crawl))["hop_url"] is None


async def test_a_robots_txt_with_a_redirect_loop_counts_as_missing(crawl: Crawl, site: Pages) -> None:
    site.said["/robots.txt"] = redirect("/there")
    site.said["/there"] = redirect("/robots.txt")
    await crawl.ask(site.url("/cake"))
    await crawl.rounds()
    assert site.paths[-1] == "/cake"
    assert len(site.paths) == 7  # the file, five redirects, the page
    assert (await crawl.outcomes())[-1] == "ok"


SHOP = {"hop_url": "https://shop.example/r.txt", "hop_domain": "shop.example", "hop_base_url": "https://shop.example"}


async def test_a_robots_txt_on_another_host_takes_a_slot_there(connection: Connection) -> None:
    await ask(connection, "https://shop.example/pan", delay=60)
    await settle(connection, robots_result(await claim_one(connection, ORDINARY), origin="https://shop.example"))
    await pass_time(connection, 20)
    await ask(connection)
    await settle(connection, robots_result(await claim_one(connection, ORDINARY), **SHOP))
    assert (await lane_of(connection, "shop.example"))["next_in"] == pytest.approx(100)
    assert await claim_all(connection, ORDINARY) == []
    await pass_time(connection, 39)
    assert await claim_all(connection, ORDINARY) == []
    await pass_time(connection, 1)
    errand = await claim_one(connection, ORDINARY)
    assert (errand.reads_robots, errand.robots_url) == (True, SHOP["hop_url"])
    await pass_time(connection, 59)
    assert await claim_all(connection, ORDINARY) == []
    await pass_time(connection, 1)
    assert (await claim_one(connection, ORDINARY)).url == "https://shop.example/pan"


async def test_a_robots_txt_on_another_host_is_obeyed(crawl: Crawl, site: Pages, stack: AsyncExitStack) -> None:
    other = await open_pages(stack)
    site.said["/robots.txt"] = redirect(other.url("/r.txt"))
    other.said["/r.txt"] = robots("User-agent: *\nDisallow: /private/")
    refused = await crawl.ask(site.url("/private/cake"))
    for _ in range(3):
        await crawl.rounds()
        await crawl.pass_time(1)
    assert (site.paths, other.paths) == (["/robots.txt"], ["/r.txt"])
    assert (await crawl.item(refused))["error_code"] == "robots_disallowed"


# Unreadable

UNREADABLE = {
    "a page": HTML,
    "bytes": robots("\x00\x01\x02 what is this"),
    "a redirect to nowhere": redirect("ftp://elsewhere.example/robots.txt"),
    "a redirect to no host": redirect("http://" + "a." * 200 + "example/robots.txt"),
}


@pytest.mark.parametrize("kind", UNREADABLE)
async def test_an_unreadable_robots_txt_allows_everything_and_is_reported(crawl: Crawl, site: Pages, kind: str) -> None:
    site.said["/robots.txt"] = UNREADABLE[kind]
    await crawl.ask(site.url("/cake"))
    await crawl.rounds()
    assert site.paths == ["/robots.txt", "/cake"]
    assert await crawl.outcomes() == ["robots_unreadable", "ok"]
    error = await crawl.one("select error_type, error_code, error_message from error_logs")
    assert (error["error_type"], error["error_code"]) == ("parse", "robots_unreadable")
    assert site.domain in error["error_message"]
    assert (await crawl.one("select failures from lanes"))["failures"] == 0


RULES = b"User-agent: *\nDisallow: /private/\n"
LONG = {
    "long": answer(RULES + b"# and so on\n" * 60_000),
    "very long": answer(RULES + b"# and so on\n" * 600_000),
    "one very long line": answer(RULES + b"#" * 6_000_000),
    "a bomb": answer(gzip.compress(RULES + b"# and so on\n" * 600_000), "Content-Encoding: gzip"),
}


@pytest.mark.parametrize("kind", LONG)
async def test_the_beginning_of_a_too_long_robots_txt_is_used(crawl: Crawl, site: Pages, kind: str) -> None:
    site.said["/robots.txt"] = LONG[kind]
    await crawl.ask(site.url("/private/cake"))
    await crawl.ask(site.url("/cake"))
    await crawl.rounds()
    assert sorted(await crawl.outcomes()) == ["ok", "robots_disallowed", "robots_read"]
    assert sorted(site.paths) == ["/cake", "/robots.txt"]


async def test_rules_are_used_up_to_the_length_required_by_the_standard(crawl: Crawl, site: Pages) -> None:
    rules = b"# and so on\n" * (MAX_FILE_BYTES // 12 - 10) + RULES
    site.said["/robots.txt"] = answer(gzip.compress(rules + b"# more\n" * 500_000), "Content-Encoding: gzip")
    await crawl.ask(site.url("/private/cake"))
    await crawl.rounds()
    assert await crawl.outcomes() == ["robots_read", "robots_disallowed"]


async def test_an_endless_robots_txt_is_read_up_to_the_limit(crawl: Crawl, stack: AsyncExitStack) -> None:
    async def send_endlessly(path: str, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n" + RULES)
        while True:
            writer.write(b"# and so on\n" * 1000)
            await writer.drain()

    endless = Site(send_endlessly)
    await endless.start(stack)
    await crawl.ask(endless.url("/private/cake"))
    await crawl.rounds()
    assert await crawl.outcomes() == ["robots_read", "robots_disallowed"]


async def test_an_undecodable_robots_txt_is_retried(crawl: Crawl, site: Pages) -> None:
    site.said["/robots.txt"] = in_sequence(answer(RULES, "Content-Encoding: gzip"), answer(RULES))
    refused = await crawl.ask(site.url("/private/cake"))
    await crawl.rounds()
    assert site.paths == ["/robots.txt"]
    waiting = await crawl.item(refused)
    assert (waiting["status"], waiting["error_code"]) == ("PENDING", "robots_unreachable")
    assert "Content-Encoding" in waiting["last_error"]
    await crawl.pass_time(10)
    await crawl.rounds()
    assert (await crawl.item(refused))["error_code"] == "robots_disallowed"
    assert site.paths == ["/robots.txt"] * 2


async def test_a_large_robots_txt_is_parsed_outside_the_event_loop(
    crawl: Crawl, site: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    readers: list[threading.Thread] = []

    def watched(*arguments: Any, **named: Any) -> Any:
        readers.append(threading.current_thread())
        return parse_robots(*arguments, **named)

    monkeypatch.setattr(work_robots, "parse_robots", watched)
    site.said["/robots.txt"] = robots("User-agent: *\n" + "Disallow: /a\n" * 2_000)
    await crawl.ask(site.url("/cake"))
    await crawl.rounds()
    assert await crawl.outcomes() == ["robots_read", "ok"]
    assert len(readers) == 1 and readers[0] is not threading.main_thread()


async def read_all(robots_cache: RobotsCache, database: Database, texts: list[str]) -> list[bool]:
    """Return for each host whether its robots.txt allows the soup."""
    async with database.transaction() as connection:
        await ask(connection, KITCHEN[0])
        for number, text in enumerate(texts):
            await connection.execute(
                """
                insert into robots_files (origin, domain_id, body, fetched_at)
                select %s, id, %s, now() from domains limit 1 on conflict (origin) do nothing
                """,
                (f"https://host{number}.example", text),
            )
    now = datetime.now(UTC)
    async with database.connection() as connection:
        await robots_cache.look_up(connection, [(f"https://host{number}.example", now) for number in range(len(texts))])
    return [await robots_cache.allows(f"https://host{number}.example/soup", now) for number in range(len(texts))]


async def test_rules_for_other_user_agents_are_not_cached(engine: Engine) -> None:
    others = "User-agent: other\n" + "Disallow: /a/long/way/to/nowhere\n" * 5_000
    robots_cache = RobotsCache(engine.database, engine.settings)
    tracemalloc.start()
    allowed = await read_all(
        robots_cache, engine.database, [f"{others}\nUser-agent: *\nDisallow: /soup\n# {n}" for n in range(15)]
    )
    remembered, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert allowed == [False] * 15
    assert remembered < 1_000_000  # more than two without the filter


async def test_the_size_of_the_cache_is_bounded(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work_robots, "MAX_REMEMBERED_BYTES", 50_000)
    texts = [f"User-agent: *\nDisallow: /soup\nDisallow: /{n}" + "\nDisallow: /a" * 100 * n for n in range(20)]
    robots_cache = RobotsCache(engine.database, engine.settings)
    for _ in range(2):
        assert await read_all(robots_cache, engine.database, texts) == [False] * 20
        assert 20_000 < robots_cache.remembered_bytes <= 50_000
        assert robots_cache.remembered_bytes == sum(
            work_robots.ENTRY_BYTES + len(rules.ours) for rules in robots_cache._known.values()
        )


async def test_a_claim_of_an_obeying_domain_always_has_a_robots_version(connection: Connection) -> None:
    """A claim without a version need not obey."""
    await ask(connection, KITCHEN[0])
    await settle(connection, robots_result(await claim_one(connection, ORDINARY)))
    assert (await claim_one(connection, ORDINARY)).robots_at is not None
    assert await value(connection, "select count(*) from robots_files where fetched_at is null") == 0


async def test_a_claim_without_robots_has_no_robots_version(connection: Connection) -> None:
    await ask(connection, KITCHEN[0])
    assert (await claim_one(connection, Politeness(obey_robots=False))).robots_at is None
