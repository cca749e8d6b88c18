"""A request that was delayed since its claim reserves a new slot, so that it is not sent too close to the next one."""

import asyncio
import time
from datetime import timedelta

import pytest
from tests.integration.helpers import CAKE, LEASE_SECONDS, WITHOUT_ROBOTS, ask, lane, row, rows, value
from tests.integration.lane_helpers import crawling

from garner.blobs import BlobStore
from garner.postgres.database import Connection, Database
from garner.runtime.calls.slot_reservations import MOMENT_SECONDS, SlotReservations, TurnFarOff
from garner.runtime.loop import LeasedWork, LeaseExpired
from garner.runtime.stages.crawl.stage import CrawlStage
from garner.store.crawl import fetching as crawl
from garner.store.crawl import lanes
from garner.store.crawl.fetching import PageClaim
from garner.store.crawl.lanes import LateRequest
from garner.store.queue.leases import Lease
from garner.store.tasks.handover import HandedOver
from garner.wiring.stages import make_fetcher

DELAY = 2.0
PIE = "https://kitchen.example/pie"


async def claimed(connection: Connection, *pages: str, delay: float = DELAY) -> list[PageClaim]:
    """Claim the pages of the kitchen one after the other, each when its lane allows it."""
    claims = []
    for page in pages:
        await ask(connection, page, delay=delay)
        await connection.execute("update lanes set ready_at = '-infinity'")
        claims += await crawl.claim(connection, "one", 1, LEASE_SECONDS, WITHOUT_ROBOTS)
    return claims


async def next_in(connection: Connection) -> float:
    return await value(connection, "select extract(epoch from next_at - clock_timestamp())::float8 from lanes")


def late(claim: PageClaim) -> LateRequest:
    return LateRequest(claim.work_id, claim.fence, claim.delay_seconds, None)


async def test_a_late_request_is_sent_at_once_and_delays_the_next_one(connection):
    [claim] = await claimed(connection, CAKE)
    await connection.execute("update lanes set next_at = next_at - interval '1 second'")
    await connection.execute("update work set claimed_at = claimed_at - interval '1 second'")
    turns = await lanes.take_turns(connection, [late(claim)], 5.0)
    assert turns[claim.work_id].wait == 0
    assert 0.9 * DELAY < await next_in(connection) <= 0.95 * DELAY
    assert (await lane(connection))["ready_in"] > 0.9 * DELAY


async def test_a_request_whose_lane_was_claimed_again_is_sent_after_those_claims(connection):
    cake, _ = await claimed(connection, CAKE, PIE)
    await connection.execute(
        "update work set claimed_at = claimed_at - interval '3 seconds' where id = %s", (cake.work_id,)
    )
    free_at = await value(connection, "select next_at from lanes")
    turn = (await lanes.take_turns(connection, [late(cake)], 5.0))[cake.work_id]
    assert 0 < turn.wait <= DELAY
    assert turn.turn == await value(connection, "select next_at from lanes") == free_at + timedelta(seconds=DELAY)


async def test_a_request_that_also_missed_its_new_slot_does_not_wait_for_itself(connection):
    [claim] = await claimed(connection, CAKE)
    first = (await lanes.take_turns(connection, [late(claim)], 5.0))[claim.work_id]
    again = LateRequest(claim.work_id, claim.fence, claim.delay_seconds, first.turn)
    assert (await lanes.take_turns(connection, [again], 5.0))[claim.work_id].wait == 0


async def test_work_of_another_worker_gets_no_slot(connection):
    [claim] = await claimed(connection, CAKE)
    before = await row(connection, "select next_at, ready_at from lanes")
    assert await lanes.take_turns(connection, [LateRequest(claim.work_id, claim.fence - 1, DELAY, None)], 5.0) == {}
    assert await row(connection, "select next_at, ready_at from lanes") == before


async def committed_claims(database: Database, *pages: str, delay: float = DELAY) -> list[PageClaim]:
    async with database.connection() as connection:
        return await claimed(connection, *pages, delay=delay)


def held(claim: PageClaim, ago: float) -> LeasedWork:
    began = time.monotonic() - ago
    return LeasedWork(claim, Lease(claim.work_id, claim.fence), began + LEASE_SECONDS, began=began)


async def test_a_request_in_time_is_sent_without_a_new_slot(database):
    [claim] = await committed_claims(database, CAKE)
    async with database.connection() as connection:
        before = await row(connection, "select next_at from lanes")
        await SlotReservations(database).take(claim, held(claim, ago=0.0))
        assert await row(connection, "select next_at from lanes") == before


async def test_a_page_that_was_handed_over_late_gets_a_new_slot(database):
    """Its worker has just taken it over, but its slot is as old as the dispatcher's claim."""
    [claim] = await committed_claims(database, CAKE, delay=600)
    async with database.connection() as connection:
        await connection.execute("update work set claimed_at = claimed_at - interval '1 minute'")
        await connection.execute("update lanes set next_at = next_at - interval '1 minute'")
        before = await row(connection, "select next_at from lanes")
        lease = HandedOver(claim.work_id, claim.fence, "one")
        (taken,) = await crawl.take_over(connection, "two", [lease], LEASE_SECONDS, WITHOUT_ROBOTS)
        await SlotReservations(database).take(taken, held(taken, ago=0.0))
        assert await row(connection, "select next_at from lanes") != before


async def test_many_late_requests_share_one_connection_and_all_get_slots(database_url):
    async with Database(database_url, size=2, wait_seconds=0.5) as database, database.connection() as connection:
        for number in range(50):
            await ask(connection, f"https://kitchen{number}.example/cake", delay=DELAY)
        claims = await crawl.claim(connection, "one", 50, LEASE_SECONDS, WITHOUT_ROBOTS)
        before = {lane["id"]: lane["next_at"] for lane in await rows(connection, "select id, next_at from lanes")}
        reservations = SlotReservations(database)
        await asyncio.gather(*(reservations.take(claim, held(claim, ago=1.0)) for claim in claims))
        after = {lane["id"]: lane["next_at"] for lane in await rows(connection, "select id, next_at from lanes")}
    assert len(claims) == 50
    assert all(after[lane_id] != before[lane_id] for lane_id in before)


@pytest.mark.parametrize("ago", [LEASE_SECONDS + 0.1, LEASE_SECONDS - 0.5], ids=["before", "while it waits"])
async def test_a_request_whose_lease_ends_before_its_slot_is_not_sent(database, ago):
    [claim] = await committed_claims(database, CAKE)
    async with database.connection() as connection:
        await connection.execute("update lanes set next_at = now() + interval '1 second'")
        await connection.execute("update work set claimed_at = claimed_at - interval '1 minute'")
    with pytest.raises(LeaseExpired):
        await SlotReservations(database).take(claim, held(claim, ago=ago))


async def test_a_late_request_whose_work_was_lost_is_not_sent(database):
    [claim] = await committed_claims(database, CAKE)
    async with database.connection() as connection:
        await connection.execute("update work set lease_until = null, worker = null")
    with pytest.raises(LeaseExpired):
        await SlotReservations(database).take(claim, held(claim, ago=1.0))


async def test_a_late_request_on_a_lane_delayed_for_long_is_postponed(database):
    [claim] = await committed_claims(database, CAKE)
    async with database.connection() as connection:
        await connection.execute("update lanes set next_at = now() + interval '1 minute'")
        before = await row(connection, "select next_at, ready_at from lanes")
        with pytest.raises(TurnFarOff):
            await SlotReservations(database).take(claim, held(claim, ago=1.0))
        assert await row(connection, "select next_at, ready_at from lanes") == before


@pytest.mark.parametrize(
    ("held_by", "waits"),
    [
        ("not_before = clock_timestamp() + interval '3 seconds'", True),
        ("opened_at = now(), open_until = clock_timestamp() + interval '3 seconds'", True),
        (
            "opened_at = now(), open_until = clock_timestamp() + interval '3 seconds',"
            " probe_fence = (select fence from work)",
            False,
        ),
    ],
    ids=["asked to wait", "breaker", "the breaker's probe"],
)
async def test_a_late_request_waits_for_everything_that_delays_its_lane(connection, held_by, waits):
    [claim] = await claimed(connection, CAKE)
    await connection.execute(f"update lanes set {held_by}")
    turns = await lanes.take_turns(connection, [late(claim)], 5.0)
    assert (2 < turns[claim.work_id].wait <= 3) == waits


@pytest.mark.parametrize("delay", [0.01, 0.1, 0.4])
async def test_a_short_moment_is_not_late_even_for_a_short_delay(database, delay):
    [claim] = await committed_claims(database, CAKE, delay=delay)
    async with database.connection() as connection:
        before = await row(connection, "select next_at from lanes")
        await SlotReservations(database).take(claim, held(claim, ago=0.4 * MOMENT_SECONDS))
        assert await row(connection, "select next_at from lanes") == before
        await SlotReservations(database).take(claim, held(claim, ago=1.2 * MOMENT_SECONDS))
        assert await row(connection, "select next_at from lanes") != before


async def test_longer_delays_are_kept_exactly(database):
    [claim] = await committed_claims(database, CAKE)
    async with database.connection() as connection:
        before = await row(connection, "select next_at from lanes")
        await SlotReservations(database).take(claim, held(claim, ago=0.5 * 0.05 * DELAY))
        assert await row(connection, "select next_at from lanes") == before
        await SlotReservations(database).take(claim, held(claim, ago=1.1 * 0.05 * DELAY))
        assert await row(connection, "select next_at from lanes") != before


ANSWER = "return query select * from quick_turns(p_works, p_fences, p_delays, p_turns, p_longest)"
DAWDLE = "perform pg_sleep(0.3)"


async def replace_take_turns(connection: Connection, *steps: str) -> None:
    await connection.execute(
        f"""
        alter function take_turns rename to quick_turns;
        create function take_turns(p_works bigint[], p_fences bigint[], p_delays float8[], p_turns timestamptz[],
                                   p_longest float8)
        returns table (work_id bigint, wait float8, turn timestamptz)
        language plpgsql as $$ begin {"; ".join(steps)}; end $$
        """
    )


@pytest.mark.parametrize("delay", [0.01, 0.5])
async def test_a_request_delayed_by_a_slow_reservation_is_sent_and_delays_the_next(database, delay):
    """The answer always arrives after the moment it refers to."""
    [claim] = await committed_claims(database, CAKE, delay=delay)
    async with database.connection() as connection:
        await replace_take_turns(connection, ANSWER, DAWDLE)
        async with asyncio.timeout(30):  # it would retry forever
            await SlotReservations(database).take(claim, held(claim, ago=1.0))
        if delay == 0.5:
            assert await next_in(connection) > 0.5 * delay


async def test_a_request_with_a_slow_reservation_is_not_sent_before_its_slot(database):
    """As if another transaction held its lane: the seconds to wait count from the time of the reservation."""
    [claim] = await committed_claims(database, CAKE, delay=20.0)
    async with database.connection() as connection:
        await replace_take_turns(connection, DAWDLE, ANSWER)
        await connection.execute("update work set claimed_at = now() - interval '1 minute'")
        await connection.execute("update lanes set next_at = clock_timestamp() + interval '1 second'")
        await SlotReservations(database).take(claim, held(claim, ago=5.0))
        assert await next_in(connection) <= claim.delay_seconds


async def test_a_fast_site_without_its_own_delay_is_fetched_at_the_pace_of_its_responses(engine, site):
    """With default settings: the delay of its lane is a fraction of its latency, a few milliseconds."""
    async with crawling(engine, lane_latency_factor=0.5) as crawl:
        for number in range(20):
            await crawl.ask(site.url(f"/{number}"))
        running = asyncio.create_task(crawl.run())
        async with asyncio.timeout(15):
            while len(await crawl.look("select from crawl_tasks where status = 'downloaded'")) < 20:
                await asyncio.sleep(0.05)
        crawl.stop()
        await running
        assert await crawl.outcomes() == ["robots_read", *["ok"] * 20]
        assert (await crawl.one("select latency_seconds as s from lanes"))["s"] > 0


async def test_time_spent_storing_a_page_does_not_slow_its_site(engine, site, monkeypatch):
    """A busy worker takes long to store a page."""
    put = BlobStore.put

    async def put_slowly(*arguments):
        await asyncio.sleep(2)
        return await put(*arguments)

    monkeypatch.setattr(BlobStore, "put", put_slowly)
    async with crawling(engine, obey_robots=False) as crawl, make_fetcher(crawl.engine) as fetcher:
        await crawl.ask(site.url("/cake"))
        stage = CrawlStage(crawl.engine, fetcher, "one")
        [claim] = await stage.claim(1, LEASE_SECONDS)
        result = await stage.work(claim, held(claim, ago=0.0))
        await stage.settle([result])
        assert result.seconds >= 2
        assert 0 < (await crawl.one("select latency_seconds as s from lanes"))["s"] < 2


async def test_a_page_with_a_distant_slot_is_due_as_soon_as_its_lane_allows(engine, site):
    async with crawling(engine, default_crawl_delay_seconds=0.2) as crawl, make_fetcher(crawl.engine) as fetcher:
        await crawl.ask(site.url("/cake"))
        stage = CrawlStage(crawl.engine, fetcher, "one")
        [claim] = await stage.claim(1, LEASE_SECONDS)
        await crawl.do("update lanes set next_at = now() + interval '1 minute'")
        await stage.settle([await stage.work(claim, held(claim, ago=1.0))])
        assert (site.paths, await crawl.outcomes()) == ([], ["unavailable"])
        left = await crawl.one("select w.due_at, r.next_try_at, now() as now from work w, robots_files r")
        assert left["due_at"] <= left["now"] and left["next_try_at"] <= left["now"]
