"""Ways out: which proxy a request takes, how each fares, and that nothing goes past them."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
from tests.hostile.proxies import PASSWORD, USERNAME, HttpProxy, Proxy, Scripted, SocksProxy
from tests.integration.helpers import ask, row, rows, value
from tests.integration.lane_words import (
    Crawl,
    Pages,
    came_to,
    claim_all,
    claim_one,
    crawling,
    lane_of,
    open_pages,
    pass_time,
    settle,
)

from garner.core import secrets
from garner.engine import Engine
from garner.fetch import ProxyProtocol
from garner.store.database import Connection, Database
from garner.store.lanes import ORDINARY

KITCHEN = [f"https://kitchen.example/{number}" for number in range(30)]
SHOP = [f"https://shop.example/{number}" for number in range(30)]


async def set_up(connection: Connection, count: int = 3, *urls: str, delay: float = 0) -> list[int]:
    for url in urls or KITCHEN:
        await ask(connection, url, delay=delay)
    return [
        await value(
            connection,
            "insert into proxies (proxy_url, proxy_port) values (%s, 3128) returning id",
            f"proxy-{number}.example",
        )
        for number in range(count)
    ]


async def go(connection: Connection, code: str = "ok", **more: object) -> int | None:
    """One request; says which way it went."""
    # The first lane that is looked at may have nothing to do.
    (claim,) = await claim_all(connection, limit=1) or await claim_all(connection, limit=1)
    await settle(connection, came_to(claim, code, delay=7200, **more))  # type: ignore[arg-type]
    await pass_time(connection, 1)
    return claim.proxy_id


async def proxy(connection: Connection, proxy_id: int) -> dict[str, object]:
    return await row(connection, "select * from proxies where id = %s", proxy_id)


async def fail_often(connection: Connection, times: int, code: str = "proxy_failed") -> None:
    for _ in range(times):
        await go(connection, code, proxy_failed=code == "proxy_failed")


# Which one


async def test_without_any_proxies_requests_go_direct(connection: Connection) -> None:
    await set_up(connection, 0)
    assert await go(connection) is None


async def test_the_one_used_least_recently_goes_first(connection: Connection) -> None:
    ids = await set_up(connection)
    assert [await go(connection) for _ in range(7)] == [*ids, *ids, ids[0]]


async def test_each_domain_takes_turns_of_its_own(connection: Connection) -> None:
    ids = await set_up(connection, 2, KITCHEN[0], KITCHEN[1])
    assert [await go(connection) for _ in range(2)] == ids
    await ask(connection, SHOP[0])
    await ask(connection, SHOP[1])
    assert [await go(connection) for _ in range(2)] == ids


async def test_the_next_attempt_takes_another_proxy(connection: Connection) -> None:
    ids = await set_up(connection, 2, KITCHEN[0])
    ways = []
    for _ in range(2):
        claim = await claim_one(connection)
        ways.append(claim.proxy_id)
        await settle(connection, came_to(claim, "proxy_failed", proxy_failed=True))
        await pass_time(connection, 10)
    assert ways == ids


async def test_an_attempt_says_which_way_it_went(connection: Connection) -> None:
    ids = await set_up(connection, 1, KITCHEN[0])
    await go(connection)
    assert await value(connection, "select proxy_id from crawl_attempts") == ids[0]


async def test_the_delay_of_a_domain_covers_all_its_ways_out(connection: Connection) -> None:
    await set_up(connection, 3, delay=10)
    await claim_one(connection)
    assert await claim_all(connection) == []
    assert (await lane_of(connection))["next_in"] == 10


async def test_a_domain_may_pace_each_proxy_on_its_own(connection: Connection) -> None:
    ids = await set_up(connection, 3, delay=10)
    await connection.execute("update domains set paces_each_proxy = true")
    assert [(await claim_one(connection)).proxy_id for _ in range(3)] == ids
    assert await claim_all(connection) == []
    assert (await lane_of(connection))["ready_in"] == 10
    await pass_time(connection, 10)
    assert (await claim_one(connection)).proxy_id == ids[0]


async def test_paced_each_on_its_own_they_still_obey_retry_after_together(connection: Connection) -> None:
    await set_up(connection, 3, delay=10)
    await connection.execute("update domains set paces_each_proxy = true")
    await settle(connection, came_to(await claim_one(connection), "throttled", retry_after=100))
    assert await claim_all(connection) == []
    await pass_time(connection, 99)
    assert await claim_all(connection) == []


# Health


async def test_more_than_ten_failures_in_a_row_disable_a_proxy(connection: Connection) -> None:
    (only,) = await set_up(connection, 1)
    await fail_often(connection, 10)
    assert (await proxy(connection, only))["is_active"] is True
    await fail_often(connection, 1)
    found = await proxy(connection, only)
    assert (found["is_active"], found["failure_count"]) == (False, 11)
    assert found["last_failure_at"] is not None


async def test_a_success_starts_the_count_anew(connection: Connection) -> None:
    (only,) = await set_up(connection, 1)
    await fail_often(connection, 10)
    await go(connection)
    await fail_often(connection, 10)
    found = await proxy(connection, only)
    assert (found["is_active"], found["success_count"]) == (True, 1)


async def test_when_none_is_healthy_nothing_goes_direct(connection: Connection) -> None:
    await set_up(connection, 1)
    await fail_often(connection, 11)
    assert await claim_all(connection) == []
    await pass_time(connection, 60)
    assert await claim_all(connection) == []


async def test_those_that_an_operator_switched_off_are_never_used_and_nothing_goes_direct(
    connection: Connection,
) -> None:
    await set_up(connection, 1)
    await connection.execute("update proxies set is_active = false")
    for _ in range(3):
        assert await claim_all(connection) == []
        await pass_time(connection, 3600)


async def test_one_that_was_switched_off_while_it_failed_stays_off(connection: Connection) -> None:
    (only,) = await set_up(connection, 1)
    await fail_often(connection, 10)
    (claim, *_) = await claim_all(connection, limit=1)
    await connection.execute("update proxies set is_active = false")
    await settle(connection, came_to(claim, "proxy_failed", proxy_failed=True))
    assert (await proxy(connection, only))["retry_at"] is None


async def test_a_disabled_proxy_is_tried_again_later_by_one_request(connection: Connection) -> None:
    (only,) = await set_up(connection, 1, *KITCHEN, *SHOP)
    await fail_often(connection, 11)
    await pass_time(connection, 301)
    probe = await claim_one(connection)  # two lanes are ready
    assert await claim_all(connection) == []
    await settle(connection, came_to(probe, "ok"))
    found = await proxy(connection, only)
    assert (found["is_active"], found["failure_count"], found["retry_at"]) == (True, 0, None)
    await pass_time(connection, 2)
    assert len(await claim_all(connection)) == 2


async def test_a_disabled_proxy_that_fails_its_probe_rests_again(connection: Connection) -> None:
    await set_up(connection, 1)
    await fail_often(connection, 11)
    await pass_time(connection, 301)
    await fail_often(connection, 1)
    await pass_time(connection, 290)
    assert await claim_all(connection) == []
    await pass_time(connection, 20)
    await claim_one(connection)


async def test_a_probe_whose_worker_was_lost_gives_way_to_another(connection: Connection) -> None:
    await set_up(connection, 1)
    await fail_often(connection, 11)
    await pass_time(connection, 301)
    await claim_one(connection)
    await pass_time(connection, 301)
    await claim_one(connection)


async def test_two_claims_at_once_do_not_both_try_a_disabled_proxy(database: Database) -> None:
    async with database.transaction() as connection:
        await set_up(connection, 1, KITCHEN[0], SHOP[0])
        await connection.execute("update proxies set is_active = false, retry_at = now(), failure_count = 11")
    async with database.transaction() as one, database.transaction() as other:
        assert len(await claim_all(one, limit=1)) == 1
        assert await claim_all(other, worker="other") == []
        assert (await lane_of(other, "shop.example"))["ready_in"] > 0


async def test_a_lane_that_waits_for_its_robots_txt_does_not_use_up_the_chance_of_a_disabled_proxy(
    connection: Connection,
) -> None:
    resting, _ = await set_up(connection, 2)
    await connection.execute("update proxies set is_active = false where id = %s", (resting,))
    assert (await claim_one(connection, ORDINARY)).reads_robots
    await connection.execute("update proxies set retry_at = now() where id = %s", (resting,))
    await pass_time(connection, 2)
    assert await claim_all(connection, ORDINARY) == []
    assert await value(connection, "select retry_at < now() from proxies where id = %s", resting)


async def test_a_block_shuts_a_proxy_out_of_one_domain_alone(connection: Connection) -> None:
    first, second = await set_up(connection, 2)
    await connection.execute("update proxies set is_active = false where id = %s", (second,))
    for _ in range(11):
        await go(connection, "hard_block")
        await connection.execute("update lanes set failures = 0")  # as if others had got through: no breaker
    assert (await proxy(connection, first))["is_active"] is True
    assert await claim_all(connection) == []
    await ask(connection, SHOP[0])
    assert (await claim_one(connection)).proxy_id == first
    await connection.execute("update proxies set is_active = true")
    await pass_time(connection, 1)
    assert (await claim_one(connection)).proxy_id == second


async def test_a_proxy_that_was_shut_out_is_tried_again_there_by_one_request(connection: Connection) -> None:
    await set_up(connection, 1)
    for _ in range(11):
        await go(connection, "hard_block")
        await connection.execute("update lanes set failures = 0")
    await pass_time(connection, 301)
    probe = await claim_one(connection)
    await pass_time(connection, 2)
    assert await claim_all(connection) == []
    await settle(connection, came_to(probe, "ok"))
    await pass_time(connection, 2)
    assert len(await claim_all(connection)) == 1
    await pass_time(connection, 2)
    assert len(await claim_all(connection)) == 1


@pytest.mark.parametrize("code", ["login_wall", "gone", "throttled", "robots_disallowed"])
async def test_what_concerns_the_page_or_the_pace_is_no_fault_of_the_proxy(connection: Connection, code: str) -> None:
    (only,) = await set_up(connection, 1)
    for _ in range(12):
        await go(connection, code)
        await pass_time(connection, 600)
    health = await rows(connection, "select failure_count, retry_at from proxy_domains")
    assert health == [{"failure_count": 0, "retry_at": None}]
    assert (await proxy(connection, only))["failure_count"] == 0


async def test_response_times_are_averaged_and_failures_leave_them_alone(connection: Connection) -> None:
    (only,) = await set_up(connection, 1)
    await go(connection, seconds=1.0)
    assert (await proxy(connection, only))["avg_response_time_ms"] == 1000
    await go(connection, seconds=2.0)
    await go(connection, "proxy_failed", seconds=30.0, proxy_failed=True)
    assert (await proxy(connection, only))["avg_response_time_ms"] == 1100
    assert await value(connection, "select avg_response_time_ms from proxy_domains") == 1100


# Through real ones


@pytest.fixture
async def stack() -> AsyncIterator[AsyncExitStack]:
    async with AsyncExitStack() as opened:
        yield opened


@pytest.fixture
async def site(stack: AsyncExitStack) -> Pages:
    return await open_pages(stack)


KEY = "a passphrase"


@pytest.fixture
async def crawl(engine: Engine) -> AsyncIterator[Crawl]:
    async with crawling(engine, secret_key=KEY, fetch_timeout_seconds=1.0, obey_robots=False) as opened:
        yield opened


async def install(crawl: Crawl, stack: AsyncExitStack, proxy: Proxy, password: str | None = None) -> None:
    await proxy.start(stack)
    await crawl.do(
        "insert into proxies (proxy_protocol, proxy_url, proxy_port, proxy_username, proxy_password)"
        " values (%s, '127.0.0.1', %s, %s, %s)",
        proxy.protocol,
        proxy.port,
        USERNAME if password else None,
        password,
    )


async def test_a_page_comes_through_a_proxy_whose_password_lies_sealed(
    crawl: Crawl, site: Pages, stack: AsyncExitStack
) -> None:
    sealed = secrets.seal(PASSWORD, secrets.key_from(KEY))
    assert PASSWORD not in sealed
    way = HttpProxy(with_password=True)
    await install(crawl, stack, way, sealed)
    await crawl.ask(site.url("/cake"))
    await crawl.rounds()
    assert await crawl.outcomes() == ["ok"]
    assert way.asked == [f"GET {site.url('/cake')}"]
    found = await crawl.one("select success_count, avg_response_time_ms is not null as timed from proxies")
    assert found == {"success_count": 1, "timed": True}


HOSTILE = {
    "hangs": lambda: Scripted(ProxyProtocol.SOCKS5, None),
    "garbage": lambda: Scripted(ProxyProtocol.HTTP, b"\x00\x01 what?\r\n\r\n"),
    "wants a password": lambda: HttpProxy(with_password=True),
    "wants a password too": lambda: SocksProxy(with_password=True),
}


@pytest.mark.parametrize("kind", HOSTILE)
async def test_a_proxy_that_misbehaves_is_blamed_and_the_next_attempt_takes_another(
    crawl: Crawl, site: Pages, stack: AsyncExitStack, kind: str
) -> None:
    await install(crawl, stack, HOSTILE[kind]())
    await install(crawl, stack, HttpProxy())
    asked = await crawl.ask(site.url("/cake"))
    assert await crawl.round() == 1
    assert site.asked == []
    lane = await crawl.one("select failures, opened_at, throttle_seconds from lanes")
    assert lane == {"failures": 0, "opened_at": None, "throttle_seconds": 0}
    told = await crawl.one("select error_type, error_code, error_message from error_logs")
    assert (told["error_type"], told["error_code"]) == ("network", "proxy_failed")
    assert PASSWORD not in told["error_message"]
    assert (await crawl.item(asked))["status"] == "PENDING"
    await crawl.pass_time(5)
    assert await crawl.round() == 1
    assert await crawl.outcomes() == ["proxy_failed", "ok"]
    counts = await crawl.look("select failure_count, success_count from proxies order by id")
    assert [tuple(one.values()) for one in counts] == [(1, 0), (0, 1)]


@pytest.mark.parametrize("sealed_with", [None, "another passphrase"])
async def test_a_password_that_cannot_be_opened_fails_the_proxy_and_not_the_worker(
    engine: Engine, site: Pages, stack: AsyncExitStack, sealed_with: str | None
) -> None:
    sealed = secrets.seal(PASSWORD, secrets.key_from(sealed_with or KEY))
    async with crawling(engine, secret_key=sealed_with and KEY, obey_robots=False) as crawl:
        await install(crawl, stack, HttpProxy(with_password=True), sealed)
        await crawl.ask(site.url("/cake"))
        await crawl.rounds()
        assert await crawl.outcomes() == ["proxy_failed"]
        assert site.asked == []


async def test_a_proxy_that_was_removed_meanwhile_fails_the_attempt_alone(
    crawl: Crawl, site: Pages, stack: AsyncExitStack
) -> None:
    gone, there = HttpProxy(), HttpProxy()
    await install(crawl, stack, gone)
    await install(crawl, stack, there)
    await crawl.ask(site.url("/cake"))
    async with crawl.database.connection() as connection:
        claim = await claim_one(connection)
        await connection.execute("delete from proxies where id = %s", (claim.proxy_id,))
        async with connection.transaction():
            await settle(connection, came_to(claim, "proxy_failed", proxy_failed=True))
    await crawl.pass_time(5)
    await crawl.rounds()
    assert await crawl.outcomes() == ["proxy_failed", "ok"]
    assert len(there.asked) == 1


async def test_robots_txt_is_read_through_the_proxy_too(engine: Engine, site: Pages, stack: AsyncExitStack) -> None:
    async with crawling(engine) as crawl:
        way = HttpProxy()
        await install(crawl, stack, way)
        await crawl.ask(site.url("/cake"))
        await crawl.rounds()
        assert await crawl.outcomes() == ["robots_read", "ok"]
    assert len(site.asked) == 2
    assert (site.connections, way.connections) == (1, 1)  # kept open between the two
