"""Proxies: which one a request uses, how its health is tracked, and that no request bypasses them."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from datetime import timedelta

import pytest
from tests.hostile.proxies import PASSWORD, USERNAME, HttpProxy, Proxy, Scripted, SocksProxy
from tests.integration.helpers import ask, row, rows, value
from tests.integration.lane_helpers import (
    Crawl,
    Pages,
    claim_all,
    claim_one,
    crawling,
    fetch_result,
    lane_of,
    pass_time,
    settle,
)

from garner import observe
from garner.core.accounts import secrets
from garner.engine import Engine
from garner.fetch import ProxyProtocol
from garner.postgres.database import Connection, Database
from garner.store.crawl import lanes, proxies
from garner.store.crawl.lanes import ORDINARY, LateRequest

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
    """Send one request and return its proxy."""
    # The first lane may have no work.
    (claim,) = await claim_all(connection, limit=1) or await claim_all(connection, limit=1)
    await settle(connection, fetch_result(claim, code, delay=7200, **more))  # type: ignore[arg-type]
    await pass_time(connection, 1)
    return claim.proxy_id


async def proxy(connection: Connection, proxy_id: int) -> dict[str, object]:
    return await row(connection, "select * from proxies where id = %s", proxy_id)


async def fail_often(connection: Connection, times: int, code: str = "proxy_failed") -> None:
    for _ in range(times):
        await go(connection, code, proxy_failed=code == "proxy_failed")


# Traffic


async def test_traffic_is_added_up_by_proxy_and_domain(connection: Connection) -> None:
    (only,) = await set_up(connection, 1, *KITCHEN[:3], *SHOP[:1])
    for _ in range(4):
        await go(connection, bytes=1000)
    found = await rows(
        connection,
        """
        select t.proxy_id, d.domain_name, t.requests, t.bytes from proxy_traffic t
        join domains d on d.id = t.domain_id order by d.domain_name
        """,
    )
    assert [tuple(each.values()) for each in found] == [
        (only, "kitchen.example", 3, 3000),
        (only, "shop.example", 1, 1000),
    ]


async def test_direct_requests_are_not_counted_as_traffic_of_proxies(connection: Connection) -> None:
    await set_up(connection, 0, *KITCHEN[:1])
    await go(connection)
    assert await value(connection, "select count(*) from proxy_traffic") == 0


# Choice


async def test_without_any_proxies_requests_go_direct(connection: Connection) -> None:
    await set_up(connection, 0)
    assert await go(connection) is None


async def test_the_least_recently_used_proxy_is_chosen(connection: Connection) -> None:
    ids = await set_up(connection)
    assert [await go(connection) for _ in range(7)] == [*ids, *ids, ids[0]]


async def test_each_domain_has_its_own_rotation(connection: Connection) -> None:
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
        await settle(connection, fetch_result(claim, "proxy_failed", proxy_failed=True))
        await pass_time(connection, 10)
    assert ways == ids


async def test_an_attempt_records_its_proxy(connection: Connection) -> None:
    ids = await set_up(connection, 1, KITCHEN[0])
    await go(connection)
    assert await value(connection, "select proxy_id from crawl_attempts") == ids[0]


async def test_the_delay_of_a_domain_applies_across_its_proxies(connection: Connection) -> None:
    await set_up(connection, 3, delay=10)
    await claim_one(connection)
    assert await claim_all(connection) == []
    assert (await lane_of(connection))["next_in"] == 10


async def test_a_proxy_with_its_own_pace_sends_at_most_five_requests_per_second(
    connection: Connection,
) -> None:
    await set_up(connection, 2)
    await connection.execute("update domains set paces_each_proxy = true")
    assert [claim.delay_seconds for _ in range(3) for claim in await claim_all(connection)] == [0.2, 0.2]
    await pass_time(connection, 0.19)
    assert await claim_all(connection) == []
    await pass_time(connection, 0.02)
    assert len(await claim_all(connection)) == 1


async def test_a_late_request_takes_a_slot_of_its_own_proxy(
    connection: Connection,
) -> None:
    await set_up(connection, 2, delay=10)
    await connection.execute("update domains set paces_each_proxy = true")
    late, other = [claim for _ in range(2) for claim in await claim_all(connection)]
    assert late.proxy_id != other.proxy_id and late.delay_seconds == 10
    await pass_time(connection, 4)
    before = await row(connection, "select next_at from proxy_domains where proxy_id = %s", other.proxy_id)
    turns = await lanes.take_turns(connection, [LateRequest(late.work_id, late.fence, late.delay_seconds, None)], 5.0)
    assert turns[late.work_id].wait == 0
    moved = "select extract(epoch from next_at - clock_timestamp())::float8 from proxy_domains where proxy_id = %s"
    assert 9.4 < await value(connection, moved, late.proxy_id) <= 9.5
    assert await row(connection, "select next_at from proxy_domains where proxy_id = %s", other.proxy_id) == before
    # The proxy was used again meanwhile: the request is sent after that.
    await connection.execute("update proxy_domains set next_at = now() + interval '12 seconds'")
    turns = await lanes.take_turns(
        connection, [LateRequest(other.work_id, other.fence, other.delay_seconds, None)], 5.0
    )
    assert 11 < turns[other.work_id].wait <= 12


async def test_a_domain_can_pace_each_proxy_separately(connection: Connection) -> None:
    ids = await set_up(connection, 3, delay=10)
    await connection.execute("update domains set paces_each_proxy = true")
    assert [(await claim_one(connection)).proxy_id for _ in range(3)] == ids
    assert await claim_all(connection) == []
    assert (await lane_of(connection))["ready_in"] == 10
    await pass_time(connection, 10)
    assert (await claim_one(connection)).proxy_id == ids[0]


async def test_separately_paced_proxies_share_a_retry_after(connection: Connection) -> None:
    await set_up(connection, 3, delay=10)
    await connection.execute("update domains set paces_each_proxy = true")
    await settle(connection, fetch_result(await claim_one(connection), "throttled", retry_after=100))
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


async def test_a_success_resets_the_failure_count(connection: Connection) -> None:
    (only,) = await set_up(connection, 1)
    await fail_often(connection, 10)
    await go(connection)
    await fail_often(connection, 10)
    found = await proxy(connection, only)
    assert (found["is_active"], found["success_count"]) == (True, 1)


async def test_no_request_goes_direct_when_no_proxy_is_healthy(connection: Connection) -> None:
    await set_up(connection, 1)
    await fail_often(connection, 11)
    assert await claim_all(connection) == []
    await pass_time(connection, 60)
    assert await claim_all(connection) == []


async def test_disabled_proxies_are_never_used_and_no_request_goes_direct(
    connection: Connection,
) -> None:
    await set_up(connection, 1)
    await connection.execute("update proxies set is_active = false")
    for _ in range(3):
        assert await claim_all(connection) == []
        await pass_time(connection, 3600)


async def test_a_proxy_disabled_by_an_operator_while_failing_stays_disabled(connection: Connection) -> None:
    (only,) = await set_up(connection, 1)
    await fail_often(connection, 10)
    (claim, *_) = await claim_all(connection, limit=1)
    await connection.execute("update proxies set is_active = false")
    await settle(connection, fetch_result(claim, "proxy_failed", proxy_failed=True))
    assert (await proxy(connection, only))["retry_at"] is None


async def test_a_failed_proxy_is_probed_later_by_one_request(connection: Connection) -> None:
    (only,) = await set_up(connection, 1, *KITCHEN, *SHOP)
    await fail_often(connection, 11)
    await pass_time(connection, 301)
    probe = await claim_one(connection)  # two lanes are ready
    assert await claim_all(connection) == []
    await settle(connection, fetch_result(probe, "ok"))
    found = await proxy(connection, only)
    assert (found["is_active"], found["failure_count"], found["retry_at"]) == (True, 0, None)
    await pass_time(connection, 2)
    assert len(await claim_all(connection)) == 2


async def test_a_proxy_that_fails_its_probe_rests_again(connection: Connection) -> None:
    await set_up(connection, 1)
    await fail_often(connection, 11)
    await pass_time(connection, 301)
    await fail_often(connection, 1)
    await pass_time(connection, 290)
    assert await claim_all(connection) == []
    await pass_time(connection, 20)
    await claim_one(connection)


async def test_the_probe_of_a_lost_worker_is_replaced(connection: Connection) -> None:
    await set_up(connection, 1)
    await fail_often(connection, 11)
    await pass_time(connection, 301)
    await claim_one(connection)
    await pass_time(connection, 301)
    await claim_one(connection)


async def test_two_concurrent_claims_do_not_both_probe_a_failed_proxy(database: Database) -> None:
    async with database.transaction() as connection:
        await set_up(connection, 1, KITCHEN[0], SHOP[0])
        await connection.execute("update proxies set is_active = false, retry_at = now(), failure_count = 11")
    async with database.transaction() as one, database.transaction() as other:
        assert len(await claim_all(one, limit=1)) == 1
        assert await claim_all(other, worker="other") == []
        assert (await lane_of(other, "shop.example"))["ready_in"] > 0


async def test_a_lane_that_waits_for_robots_txt_does_not_use_the_probe_of_a_failed_proxy(
    connection: Connection,
) -> None:
    resting, _ = await set_up(connection, 2)
    await connection.execute("update proxies set is_active = false where id = %s", (resting,))
    assert (await claim_one(connection, ORDINARY)).reads_robots
    await connection.execute("update proxies set retry_at = now() where id = %s", (resting,))
    await pass_time(connection, 2)
    assert await claim_all(connection, ORDINARY) == []
    assert await value(connection, "select retry_at < now() from proxies where id = %s", resting)


async def test_a_block_excludes_a_proxy_from_one_domain_only(connection: Connection) -> None:
    first, second = await set_up(connection, 2)
    await connection.execute("update proxies set is_active = false where id = %s", (second,))
    for _ in range(11):
        await go(connection, "hard_block")
        # As if others had succeeded: no breaker.
        await connection.execute("update lanes set failures = 0, failing_pages = '[]'")
    assert (await proxy(connection, first))["is_active"] is True
    assert await claim_all(connection) == []
    await ask(connection, SHOP[0])
    assert (await claim_one(connection)).proxy_id == first
    await connection.execute("update proxies set is_active = true")
    await pass_time(connection, 1)
    assert (await claim_one(connection)).proxy_id == second


async def test_an_excluded_proxy_is_probed_on_its_domain_by_one_request(connection: Connection) -> None:
    await set_up(connection, 1)
    for _ in range(11):
        await go(connection, "hard_block")
        await connection.execute("update lanes set failures = 0, failing_pages = '[]'")
    await pass_time(connection, 301)
    probe = await claim_one(connection)
    await pass_time(connection, 2)
    assert await claim_all(connection) == []
    await settle(connection, fetch_result(probe, "ok"))
    await pass_time(connection, 2)
    assert len(await claim_all(connection)) == 1
    await pass_time(connection, 2)
    assert len(await claim_all(connection)) == 1


@pytest.mark.parametrize("code", ["login_wall", "gone", "throttled", "robots_disallowed"])
async def test_outcomes_of_the_page_or_the_pace_are_not_failures_of_the_proxy(
    connection: Connection, code: str
) -> None:
    (only,) = await set_up(connection, 1)
    for _ in range(12):
        await go(connection, code)
        await pass_time(connection, 600)
    health = await rows(connection, "select failure_count, retry_at from proxy_domains")
    assert health == [{"failure_count": 0, "retry_at": None}]
    assert (await proxy(connection, only))["failure_count"] == 0


async def test_response_times_are_averaged_over_successes(connection: Connection) -> None:
    (only,) = await set_up(connection, 1)
    await go(connection, seconds=1.0)
    assert (await proxy(connection, only))["avg_response_time_ms"] == 1000
    await go(connection, seconds=2.0)
    await go(connection, "proxy_failed", seconds=30.0, proxy_failed=True)
    assert (await proxy(connection, only))["avg_response_time_ms"] == 1100
    assert await value(connection, "select avg_response_time_ms from proxy_domains") == 1100


async def rate(connection: Connection, proxy_id: int) -> float | None:
    found = await proxies.find(connection, proxy_id)
    assert found is not None
    return found.success_rate


async def test_the_success_rate_of_a_proxy_is_kept_and_reset_when_it_is_enabled(
    connection: Connection,
) -> None:
    (only,) = await set_up(connection, 1)
    assert await rate(connection, only) is None
    await fail_often(connection, 1)
    assert await rate(connection, only) == 0
    for code in ("ok", "gone", "throttled"):  # every response of the site came through the proxy
        await go(connection, code)
    assert await rate(connection, only) == pytest.approx(3 / 4, abs=0.01)
    await proxies.switch(connection, only, active=False)
    assert await rate(connection, only) == pytest.approx(3 / 4, abs=0.01)
    await proxies.switch(connection, only, active=True)
    assert await rate(connection, only) is None


async def test_the_success_rate_covers_about_the_last_hundred_requests(connection: Connection) -> None:
    (only,) = await set_up(connection, 1, KITCHEN[0])
    lane = await value(connection, "select id from lanes")
    for broken, times in ((False, 1000), (True, 100)):
        await proxies.note(connection, [proxies.ProxyUse(only, lane, 0.1, broken=broken, shut_out=False)] * times)
    share = await rate(connection, only)
    assert share is not None and 0.3 < share < 0.4


# Through real proxies


KEY = "a long passphrase"


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


async def test_a_page_is_fetched_through_a_proxy_with_an_encrypted_password(
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
async def test_a_misbehaving_proxy_is_blamed_and_the_next_attempt_takes_another(
    crawl: Crawl, site: Pages, stack: AsyncExitStack, kind: str
) -> None:
    await install(crawl, stack, HOSTILE[kind]())
    await install(crawl, stack, HttpProxy())
    asked = await crawl.ask(site.url("/cake"))
    assert await crawl.round() == 1
    assert site.asked == []
    lane = await crawl.one("select failures, opened_at, throttle_seconds from lanes")
    assert lane == {"failures": 0, "opened_at": None, "throttle_seconds": 0}
    error = await crawl.one("select error_type, error_code, error_message from error_logs")
    assert (error["error_type"], error["error_code"]) == ("network", "proxy_failed")
    assert PASSWORD not in error["error_message"]
    assert (await crawl.item(asked))["status"] == "PENDING"
    await crawl.pass_time(5)
    assert await crawl.round() == 1
    assert await crawl.outcomes() == ["proxy_failed", "ok"]
    counts = await crawl.look("select failure_count, success_count from proxies order by id")
    assert [tuple(one.values()) for one in counts] == [(1, 0), (0, 1)]


class Sluggish(SocksProxy):
    """Delays every other connection."""

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(0.25 * (self.connections % 2))
        await super().talk(reader, writer)


async def test_several_workers_share_the_separate_pace_of_each_proxy(
    engine: Engine, site: Pages, stack: AsyncExitStack
) -> None:
    delay, pages = 0.4, 8
    async with AsyncExitStack() as workers:
        crawls = [
            await workers.enter_async_context(crawling(engine, name, obey_robots=False)) for name in ("one", "two")
        ]
        await install(crawls[0], stack, Sluggish())
        for number in range(pages):
            await crawls[0].ask(site.url(f"/{number}"))
        await crawls[0].do("update domains set paces_each_proxy = true, crawl_delay_seconds = %s", delay)
        running = [asyncio.create_task(crawl.run()) for crawl in crawls]
        async with asyncio.timeout(30):
            while len(site.asked) < pages:
                await asyncio.sleep(0.05)
        for crawl in crawls:
            crawl.stop()
        await asyncio.gather(*running)
    assert site.smallest_gap() > 0.9 * delay


OVERLOADED = b"HTTP/1.1 503 Overloaded\r\nRetry-After: 86400\r\nContent-Length: 0\r\n\r\n"


@pytest.mark.parametrize("obeys", [False, True])
async def test_a_possible_outage_of_a_proxy_delays_that_proxy_and_not_the_site(
    engine: Engine, site: Pages, stack: AsyncExitStack, obeys: bool
) -> None:
    async with crawling(engine, obey_robots=obeys) as crawl:
        await install(crawl, stack, Scripted(ProxyProtocol.HTTP, OVERLOADED))
        await install(crawl, stack, HttpProxy())
        await crawl.ask(site.url("/cake"))
        assert await crawl.round() == 1
        assert site.asked == []
        lane = await crawl.one("select failures, not_before, throttle_seconds, throttled_at from lanes")
        assert lane == {"failures": 0, "not_before": None, "throttle_seconds": 0, "throttled_at": None}
        held = await crawl.one("select extract(epoch from retry_at - now())::float8 as held from proxy_domains")
        assert 3500 < held["held"] <= 3600
        await crawl.pass_time(5)
        await crawl.rounds()
        assert (await crawl.outcomes())[-1] == "ok"


async def test_an_outage_reported_by_a_site_through_a_tunnel_slows_its_lane(
    crawl: Crawl, site: Pages, stack: AsyncExitStack
) -> None:
    await install(crawl, stack, SocksProxy())
    site.said["/cake"] = OVERLOADED
    await crawl.ask(site.url("/cake"))
    await crawl.round()
    lane = await crawl.one("select not_before is not null as held, throttle_seconds > 0 as slowed from lanes")
    assert lane == {"held": True, "slowed": True}
    assert await crawl.one("select retry_at from proxy_domains") == {"retry_at": None}


async def test_no_page_fails_while_one_of_many_proxies_works(crawl: Crawl, site: Pages, stack: AsyncExitStack) -> None:
    for _ in range(3):
        await install(crawl, stack, Scripted(ProxyProtocol.HTTP, b"\x00\x01 what?\r\n\r\n"))
    await install(crawl, stack, HttpProxy())
    for number in range(6):
        await crawl.ask(site.url(f"/{number}"))
    await crawl.do("update work set max_attempts = 1")
    for _ in range(12):
        await crawl.rounds()
        await crawl.pass_time(5)
    assert (await crawl.outcomes()).count("ok") == len(site.asked) == 6
    assert await crawl.look("select * from dead_letters") == []


async def test_a_page_that_no_proxy_can_fetch_fails_after_the_longest_wait(
    engine: Engine, site: Pages, stack: AsyncExitStack
) -> None:
    async with crawling(engine, obey_robots=False, throttle_longest_seconds=60) as crawl:
        await install(crawl, stack, Scripted(ProxyProtocol.HTTP, b"\x00\x01 what?\r\n\r\n"))
        asked = await crawl.ask(site.url("/cake"))
        await crawl.do("update work set max_attempts = 1")
        await crawl.round()
        assert (await crawl.item(asked))["status"] == "PENDING"
        await crawl.pass_time(61)
        await crawl.round()
        item = await crawl.item(asked)
        assert (item["status"], item["error_code"]) == ("ERROR", "proxy_failed")


# Passwords that cannot be decrypted

SECRET_TO_OTHERS = [None, "a passphrase of others"]  # keys that cannot decrypt what KEY encrypted


def sealed_password() -> str:
    return secrets.seal(PASSWORD, secrets.key_from(KEY))


@pytest.fixture
def warnings() -> Iterator[list[observe.ProxyUnusable]]:
    heard: list[observe.ProxyUnusable] = []
    forget = observe.subscribe(lambda event: heard.append(event) if isinstance(event, observe.ProxyUnusable) else None)
    yield heard
    forget()


@pytest.mark.parametrize("key", SECRET_TO_OTHERS)
async def test_a_page_waits_without_loss_for_a_worker_that_can_decrypt_the_password(
    engine: Engine,
    site: Pages,
    stack: AsyncExitStack,
    key: str | None,
    warnings: list[observe.ProxyUnusable],
    crawl: Crawl,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "garner.runtime.stages.crawl.proxy_pool.REMEMBERED_SECONDS", -1.0
    )  # it checks every time, and warns once
    way = HttpProxy(with_password=True)
    await install(crawl, stack, way, sealed_password())
    asked = await crawl.ask(site.url("/cake"))
    before = await crawl.one("select l::text as lane from lanes l")
    async with crawling(engine, "without", secret_key=key, obey_robots=False) as without:
        for _ in range(3):
            assert await without.round() == 0
    assert await crawl.one("select l::text as lane from lanes l") == before  # ready for a worker with the key
    assert (await crawl.one("select attempt from work"))["attempt"] == 0
    assert (await crawl.item(asked))["status"] == "PENDING" and await crawl.outcomes() == []
    assert [(one.proxy, PASSWORD in one.why) for one in warnings] == [(f"127.0.0.1:{way.port}", False)]
    assert await crawl.rounds() == 1
    assert await crawl.outcomes() == ["ok"]


async def test_a_worker_uses_the_proxies_it_can_decrypt(
    engine: Engine, site: Pages, stack: AsyncExitStack, crawl: Crawl
) -> None:
    closed, plain = HttpProxy(with_password=True), HttpProxy()
    await install(crawl, stack, closed, sealed_password())
    await install(crawl, stack, plain)
    async with crawling(engine, "without", secret_key=None, obey_robots=False) as without:
        for number in range(3):
            await without.ask(site.url(f"/cake/{number}"))
        assert await without.rounds() == 3
    assert await crawl.outcomes() == ["ok"] * 3
    assert plain.asked and not closed.asked


async def test_a_failed_proxy_is_not_probed_by_a_worker_that_cannot_decrypt_its_password(
    engine: Engine, site: Pages, stack: AsyncExitStack, crawl: Crawl
) -> None:
    await install(crawl, stack, HttpProxy(with_password=True), sealed_password())
    await crawl.do("update proxies set is_active = false, retry_at = now() - interval '1 second'")
    await install(crawl, stack, HttpProxy())
    async with crawling(engine, "without", secret_key=None, obey_robots=False) as without:
        await without.ask(site.url("/cake"))
        assert await without.rounds() == 1
    assert await crawl.outcomes() == ["ok"]
    assert (await crawl.one("select retry_at < now() as due from proxies where not is_active"))["due"]


async def test_without_a_usable_proxy_the_lane_is_checked_again_soon_without_loss(
    engine: Engine, site: Pages, stack: AsyncExitStack, crawl: Crawl
) -> None:
    await install(crawl, stack, HttpProxy(with_password=True), sealed_password())
    await install(crawl, stack, HttpProxy())
    async with crawling(engine, "without", secret_key=None, obey_robots=False) as without:
        await without.ask(site.url("/cake"))
        await crawl.do(
            "insert into proxy_domains (proxy_id, domain_id, failure_count, retry_at)"
            " select p.id, d.id, 11, now() + interval '5 minutes' from proxies p, domains d"
            " where proxy_password is null"
        )
        assert await without.round() == 0
    lane = await crawl.one("select ready_at - now() <= interval '1 second' as soon from lanes")
    assert lane["soon"] and (await crawl.one("select attempt from work"))["attempt"] == 0


async def test_the_next_check_depends_on_the_usable_proxies(connection: Connection) -> None:
    resting, closed = await set_up(connection, 2, KITCHEN[0])
    await connection.execute(
        "insert into proxy_domains (proxy_id, domain_id, failure_count, retry_at)"
        " select %s, id, 11, now() + interval '5 minutes' from domains",
        (resting,),
    )
    chosen = "select proxy, none_until - now() as wait from domains d, choose_proxy(d.id, false, %s)"
    assert await row(connection, chosen, [closed]) == {"proxy": None, "wait": timedelta(minutes=5)}
    assert (await row(connection, chosen, [resting]))["proxy"] == closed


@pytest.mark.parametrize("obey_robots", [False, True])
async def test_a_proxy_added_while_a_worker_runs_uses_no_attempt(
    engine: Engine, site: Pages, stack: AsyncExitStack, obey_robots: bool, warnings: list[observe.ProxyUnusable]
) -> None:
    async with crawling(engine, "without", secret_key=None, obey_robots=obey_robots) as without:
        assert await without.round() == 0  # it found no proxies
        await install(without, stack, HttpProxy(with_password=True), sealed_password())
        asked = await without.ask(site.url("/cake"))
        assert await without.round() == 1
        assert await without.outcomes() == ["wrong_secret_key"]
        for _ in range(3):
            await without.pass_time(5)
            assert await without.round() == 0
    assert (await without.one("select attempt from work"))["attempt"] == 0
    item = await without.item(asked)
    assert (item["status"], item["error_code"]) == ("PENDING", "wrong_secret_key")
    assert (await without.one("select failure_count from proxies"))["failure_count"] == 0
    assert len(warnings) == 1 and site.asked == []
    async with crawling(engine, "with", secret_key=KEY, obey_robots=obey_robots) as crawl:
        await crawl.rounds()
        assert (await crawl.outcomes())[-1] == "ok"


async def test_a_disabled_proxy_with_an_undecryptable_password_is_ignored(
    engine: Engine, site: Pages, stack: AsyncExitStack, crawl: Crawl, warnings: list[observe.ProxyUnusable]
) -> None:
    await install(crawl, stack, HttpProxy(with_password=True), sealed_password())
    await crawl.do("update proxies set is_active = false")
    await install(crawl, stack, HttpProxy())
    async with crawling(engine, "without", secret_key=None, obey_robots=False) as without:
        await without.ask(site.url("/cake"))
        assert await without.rounds() == 1
    assert warnings == []


async def test_a_proxy_removed_meanwhile_fails_only_the_attempt(
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
            await settle(connection, fetch_result(claim, "proxy_failed", proxy_failed=True))
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
    assert (site.connections, way.connections) == (1, 1)  # the connection is reused
