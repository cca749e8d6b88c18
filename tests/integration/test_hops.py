"""Redirects: every hop is a separate request, on the lane of its host."""

import asyncio
from contextlib import AsyncExitStack

import pytest
from tests.integration.helpers import CAKE, ask, row, rows, value
from tests.integration.lane_helpers import (
    Crawl,
    Pages,
    claim_all,
    claim_one,
    crawling,
    fetch_result,
    lane_of,
    open_pages,
    pass_time,
    redirect,
    robots,
    settle,
)

from garner.engine import Engine
from garner.postgres.database import Connection
from garner.store.crawl.fetching import NextHop
from garner.store.crawl.lanes import Politeness

SHOP = NextHop("https://shop.example/pan", "shop.example", "https://shop.example")
NEXT = NextHop("https://kitchen.example/moved", "kitchen.example", "https://kitchen.example")


@pytest.fixture
async def here(stack: AsyncExitStack) -> Pages:
    return await open_pages(stack)


@pytest.fixture
async def there(stack: AsyncExitStack) -> Pages:
    return await open_pages(stack)


async def test_a_hop_uses_the_lane_of_its_host_which_is_created_if_missing(connection: Connection) -> None:
    await ask(connection, delay=10)
    await settle(connection, fetch_result(await claim_one(connection), "redirected", hop=SHOP))
    made = await row(
        connection,
        "select crawl_delay_seconds, max_concurrent_requests, base_url from domains where domain_name = %s",
        SHOP.domain,
    )
    assert made == {"crawl_delay_seconds": None, "max_concurrent_requests": None, "base_url": SHOP.base_url}
    hop = await claim_one(connection, Politeness(obey_robots=False, delay_seconds=4))
    assert (hop.url, hop.trail, hop.attempt) == (SHOP.url, [CAKE], 1)
    assert (hop.etag, hop.max_attempts) == (None, 3)
    lane = await lane_of(connection, "shop.example")
    assert (hop.lane_id, hop.domain_id, lane["next_in"]) == (lane["id"], lane["domain_id"], 4)


async def test_a_hop_waits_for_a_slot_of_its_target_host(connection: Connection) -> None:
    await ask(connection, "https://shop.example/first", delay=60)
    await claim_one(connection)
    await ask(connection)
    await settle(connection, fetch_result(await claim_one(connection), "redirected", hop=SHOP))
    assert await claim_all(connection) == []
    await pass_time(connection, 60)
    assert (await claim_one(connection)).url == SHOP.url


async def test_a_hop_on_the_same_host_takes_a_slot_too(connection: Connection) -> None:
    await ask(connection, delay=10)
    await settle(connection, fetch_result(await claim_one(connection), "redirected", hop=NEXT))
    assert await claim_all(connection) == []
    assert 9 < (await lane_of(connection))["ready_in"] <= 10
    await pass_time(connection, 10)
    assert (await claim_one(connection)).url == NEXT.url


async def test_a_hop_waits_for_the_open_breaker_of_its_host(connection: Connection) -> None:
    await ask(connection, "https://shop.example/first")
    await connection.execute(
        "update lanes set opened_at = now(), open_until = now() + interval '30 seconds',"
        " next_at = now() + interval '30 seconds', ready_at = now() + interval '30 seconds'"
    )
    await ask(connection)
    await settle(connection, fetch_result(await claim_one(connection), "redirected", hop=SHOP))
    assert await claim_all(connection) == []


async def test_the_outcome_of_a_hop_is_applied_to_its_own_lane(connection: Connection) -> None:
    await ask(connection)
    await settle(connection, fetch_result(await claim_one(connection), "redirected", hop=SHOP))
    await settle(connection, fetch_result(await claim_one(connection), "network_error"))
    assert (await lane_of(connection))["failures"] == 0
    assert (await lane_of(connection, "shop.example"))["failures"] == 1


async def test_a_retried_hop_continues_where_it_was(connection: Connection) -> None:
    await ask(connection)
    await settle(connection, fetch_result(await claim_one(connection), "redirected", hop=SHOP))
    await settle(connection, fetch_result(await claim_one(connection), "empty"))
    await pass_time(connection, 10)
    again = await claim_one(connection)
    assert (again.url, again.trail, again.attempt) == (SHOP.url, [CAKE], 2)


async def test_a_fetched_page_keeps_no_trail(connection: Connection) -> None:
    await ask(connection)
    await settle(connection, fetch_result(await claim_one(connection), "redirected", hop=SHOP))
    await settle(connection, fetch_result(await claim_one(connection), "ok"))
    left = await row(connection, "select stage, lane_id, hop_url, trail from work")
    assert left == {"stage": "extract", "lane_id": None, "hop_url": None, "trail": []}


async def test_a_page_is_fetched_across_several_hosts(crawl: Crawl, here: Pages, there: Pages) -> None:
    here.said["/a"] = redirect("/b", "301 Moved")
    here.said["/b"] = redirect(there.url("/c"))
    await crawl.ask(here.url("/a"))
    await crawl.rounds()
    assert here.paths == ["/robots.txt", "/a", "/b"]
    assert there.paths == ["/robots.txt", "/c"]
    assert await crawl.outcomes() == ["robots_read", "redirected", "redirected", "robots_read", "ok"]
    found = await crawl.one("select url, final_url, status, retry_count from crawl_tasks")
    assert found == {
        "url": here.url("/a"), "final_url": there.url("/c"), "status": "downloaded", "retry_count": 0,
    }  # fmt: skip


async def test_the_robots_txt_of_the_host_that_a_page_redirects_to_is_obeyed(
    crawl: Crawl, here: Pages, there: Pages
) -> None:
    here.said["/a"] = redirect(there.url("/private"))
    there.said["/robots.txt"] = robots("User-agent: *\nDisallow: /private")
    asked = await crawl.ask(here.url("/a"))
    await crawl.rounds()
    assert there.paths == ["/robots.txt"]
    assert (await crawl.item(asked))["error_code"] == "robots_disallowed"


async def test_a_redirect_loop_ends_the_item(crawl: Crawl, here: Pages, there: Pages) -> None:
    here.said["/a"] = redirect(there.url("/b"))
    there.said["/b"] = redirect(here.url("/a"))
    asked = await crawl.ask(here.url("/a"))
    await crawl.rounds()
    assert (await crawl.item(asked))["error_code"] == "too_many_redirects"
    assert (here.count("/a"), there.count("/b")) == (1, 1)


async def test_a_chain_ends_after_the_maximum_number_of_hops(engine: Engine, here: Pages) -> None:
    for number in range(9):
        here.said[f"/{number}"] = redirect(f"/{number + 1}")
    async with crawling(engine, fetch_max_redirects=3) as crawl:
        asked = await crawl.ask(here.url("/0"))
        await crawl.rounds()
        assert (await crawl.item(asked))["error_code"] == "too_many_redirects"
    assert here.paths == ["/robots.txt", "/0", "/1", "/2", "/3"]


@pytest.mark.parametrize("location", ["ftp://elsewhere.example/", "http://" + "a." * 200 + "example/", "http://[", ""])
async def test_an_invalid_redirect_ends_the_item(crawl: Crawl, here: Pages, location: str) -> None:
    here.said["/a"] = redirect(location)
    asked = await crawl.ask(here.url("/a"))
    await crawl.rounds()
    ended = await crawl.item(asked)
    assert ended["status"] == "ERROR"
    assert ended["error_code"] in ("bad_redirect", "too_many_redirects"), ended["last_error"]


async def test_validators_are_not_sent_after_a_redirect(crawl: Crawl, here: Pages) -> None:
    here.said["/a"] = redirect("/b")
    await crawl.ask(here.url("/a"))
    kept = await crawl.engine.blobs.put("a" * 64, b"as it was")
    await crawl.do("update crawl_tasks set etag = '\"old\"', html_path = %s", kept)
    await crawl.rounds()
    conditional = {head.split(" ")[1]: "If-None-Match" in head for head in here.requests}
    assert conditional == {"/robots.txt": False, "/a": True, "/b": False}


async def test_several_workers_call_each_host_at_its_pace_including_redirects(
    engine: Engine, here: Pages, there: Pages
) -> None:
    """Two concurrent workers fetch pages of one host that redirect to another, and pages of that other host."""
    pace = 0.15
    for number in range(3):
        here.said[f"/{number}"] = redirect(there.url(f"/to/{number}"))
    async with crawling(engine, "one") as one, crawling(engine, "two") as two:
        for number in range(3):
            await one.ask(here.url(f"/{number}"))
            await one.ask(there.url(f"/own/{number}"))
        await one.do("update domains set crawl_delay_seconds = %s", pace)
        running = [asyncio.create_task(worker.run()) for worker in (one, two)]
        async with asyncio.timeout(20):
            while len(there.asked) < 7 or len(here.asked) < 4:
                await asyncio.sleep(0.02)
        for worker in (one, two):
            worker.stop()
        await asyncio.gather(*running)
        assert len(await one.look("select from crawl_attempts where outcome = 'ok'")) == 6
    for site in (here, there):
        assert site.count("/robots.txt") == 1
        # A request is sent a varying moment after its claim.
        assert site.smallest_gap() > pace - 0.05


async def test_no_hop_is_lost_when_two_workers_discover_a_host_at_the_same_time(
    engine: Engine, stack: AsyncExitStack, there: Pages
) -> None:
    sites = [await open_pages(stack) for _ in range(4)]
    async with crawling(engine, "one", obey_robots=False) as one, crawling(engine, "two", obey_robots=False) as two:
        for number, site in enumerate(sites):
            site.said["/"] = redirect(there.url(f"/{number}"))
            await one.ask(site.url("/"))
        for _ in range(4):
            await asyncio.gather(one.rounds(), two.rounds())
        assert sorted(await one.outcomes()) == ["ok"] * 4 + ["redirected"] * 4
        assert len(await one.look("select from domains where domain_name = %s", there.domain)) == 1


async def test_a_hop_does_not_move_the_task_to_another_domain(connection: Connection) -> None:
    """The task keeps its domain: only the work moves."""
    await ask(connection)
    await settle(connection, fetch_result(await claim_one(connection), "redirected", hop=SHOP))
    domains = await rows(connection, "select d.domain_name from crawl_tasks t join domains d on d.id = t.domain_id")
    assert domains == [{"domain_name": "kitchen.example"}]
    assert await value(connection, "select status from crawl_tasks") == "queued"
