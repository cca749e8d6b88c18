"""Pages are extracted, and hosts called, fairly: users take turns, and so do the jobs of each user."""

import asyncio
import socket
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import replace

import pytest
from tests.acceptance.fault_site import FaultSite
from tests.integration.helpers import (
    LEASE_SECONDS,
    WORKER,
    ask,
    claim_pages,
    extracted,
    fetched,
    new_user,
    recipe,
    row,
    rows,
    settle_body,
    value,
)
from tests.integration.job_helpers import feed, new_fed_job
from tests.services import ask_for_page

from garner.core.lifecycle import Origin
from garner.core.record import Kind
from garner.engine import Engine
from garner.engine.jobs import reprocessing
from garner.postgres.database import Connection, Database
from garner.runtime.duties import feeding
from garner.runtime.duties.duplicates import settle_duplicates
from garner.runtime.loop import Loop
from garner.runtime.stages.crawl.stage import CrawlStage
from garner.runtime.stages.match.stage import THE_BEGINNING
from garner.settings import Settings
from garner.store.crawl import extraction, fetching, schedule
from garner.store.crawl.extraction import BodyClaim, Turns
from garner.store.jobs.reprocessing import orders
from garner.store.queue import duplicates, job_lanes, matching
from garner.wiring.stages import make_fetcher

LEASED = "select asker_id from work where lease_until is not null"
MANY = 60
FEW = 10


@pytest.fixture
def site() -> Iterator[FaultSite]:
    with FaultSite() as opened:
        yield opened


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.with_values(default_crawl_delay_seconds=0.0)


async def until(
    ask: Callable[[], Awaitable[object]], expected: object, also: Callable[[], bool] = lambda: True
) -> None:
    async with asyncio.timeout(60):
        while not also() or await ask() != expected:
            await asyncio.sleep(0.02)


def pages_of(name: str, count: int, host: str = "") -> list[str]:
    return [f"https://{host or name}.example/{name}/{number}" for number in range(count)]


async def users(database: Database, count: int) -> list[int]:
    async with database.connection() as connection:
        return [await new_user(connection) for _ in range(count)]


async def new_job(engine: Engine, user_id: int | None, urls: Sequence[str]) -> int:
    """Create a job whose rows wait for their pages."""
    async with engine.database.connection() as connection:
        job_id = await new_fed_job(connection, urls, user_id=user_id)
    assert await feed(engine, job_id) == len(urls)
    return job_id


async def fetch_everything(database: Database) -> None:
    async with database.transaction() as connection:
        await schedule.feed(connection, window=1000)
        await connection.execute("update domains set crawl_delay_seconds = 0, max_concurrent_requests = 1000")
    async with database.connection() as connection:
        while claims := await claim_pages(connection, limit=100):
            await fetching.settle(connection, WORKER, [fetched(claim) for claim in claims])


async def claim(connection: Connection, limit: int, turns: Turns | None = None) -> list[BodyClaim]:
    return await extraction.claim(connection, WORKER, limit, LEASE_SECONDS, turns or Turns())


def by_job(claims: Sequence[BodyClaim]) -> dict[int, int]:
    return dict(Counter(one.job_id for one in claims))


# Extraction --------------------------------------------------------------------------------------------------


async def test_a_small_job_takes_turns_with_a_huge_one_of_another_user(engine: Engine, database: Database) -> None:
    one, two = await users(database, 2)
    huge = await new_job(engine, one, pages_of("huge", MANY))
    small = await new_job(engine, two, pages_of("small", FEW))
    await fetch_everything(database)
    async with database.connection() as connection:
        assert by_job(await claim(connection, 2 * FEW)) == {huge: FEW, small: FEW}


async def test_a_user_with_many_jobs_gets_no_more_than_one_with_a_single_job(
    engine: Engine, database: Database
) -> None:
    one, two = await users(database, 2)
    many = [await new_job(engine, one, pages_of(f"many{number}", FEW)) for number in range(5)]
    single = await new_job(engine, two, pages_of("single", MANY))
    await fetch_everything(database)
    async with database.connection() as connection:
        assert by_job(await claim(connection, 20)) == {single: 10, **dict.fromkeys(many, 2)}


async def test_a_small_job_takes_turns_with_a_huge_one_of_the_same_user(engine: Engine, database: Database) -> None:
    (one,) = await users(database, 1)
    huge = await new_job(engine, one, pages_of("huge", MANY))
    small = await new_job(engine, one, pages_of("small", FEW))
    await fetch_everything(database)
    async with database.connection() as connection:
        assert by_job(await claim(connection, 10)) == {huge: 5, small: 5}


async def test_unused_shares_go_to_others(engine: Engine, database: Database) -> None:
    one, two = await users(database, 2)
    huge = await new_job(engine, one, pages_of("huge", MANY))
    small = await new_job(engine, two, pages_of("small", 2))
    await fetch_everything(database)
    async with database.connection() as connection:
        assert by_job(await claim(connection, 20)) == {huge: 18, small: 2}


async def test_claims_of_a_single_page_take_turns_too(engine: Engine, database: Database) -> None:
    jobs = [await new_job(engine, user, pages_of(f"user{user}", FEW)) for user in await users(database, 3)]
    await fetch_everything(database)
    served: list[int] = []
    turns = Turns()
    async with database.connection() as connection:
        for _ in range(9):
            claims = await claim(connection, 1, turns)
            turns = turns.after_claim(claims)
            served += [one.job_id for one in claims]
    assert served == jobs * 3


async def test_a_claim_skips_users_and_jobs_without_due_work(engine: Engine, database: Database) -> None:
    one, two, three = await users(database, 3)
    for number, user in enumerate([one, two, *[three] * 33]):  # more jobs than a user gets in one turn
        await new_job(engine, user, pages_of(f"later{number}", 1))
    await fetch_everything(database)
    async with database.connection() as connection:
        await connection.execute("update work set due_at = now() + interval '1 hour' where stage = 'extract'")
    due = await new_job(engine, three, pages_of("due", 1))
    await fetch_everything(database)
    async with database.connection() as connection:
        assert by_job(await claim(connection, 1)) == {due: 1}


async def test_a_jobs_pages_are_extracted_by_rank(engine: Engine, database: Database) -> None:
    await new_job(engine, None, pages_of("soups", FEW))
    await fetch_everything(database)
    async with database.connection() as connection:
        order = await rows(connection, "select id from work order by rank")
        turns, claimed = Turns(), []
        for _ in range(FEW // 2):
            claims = await claim(connection, 2, turns)
            turns = turns.after_claim(claims)
            claimed += sorted((one.rank, one.work_id) for one in claims)
        assert [work_id for _, work_id in claimed] == [one["id"] for one in order]


async def test_single_requests_go_first_and_take_turns(engine: Engine, database: Database) -> None:
    (one,) = await users(database, 1)
    await new_job(engine, None, pages_of("job", MANY))
    async with database.connection() as connection:
        for url in pages_of("guest", MANY):
            await ask(connection, url, origin=Origin.PARSE, priority=0)
        for url in pages_of("mailbox", 3):
            await ask(connection, url, origin=Origin.MAILBOX, user_id=one, priority=0)
    await fetch_everything(database)
    async with database.connection() as connection:
        claims = await claim(connection, 10)
    assert all(claim.single for claim in claims)
    assert Counter(claim.asker_id for claim in claims) == {one: 3, 0: 7}


async def test_a_small_job_that_joins_pages_of_a_huge_one_gets_them_in_its_own_turn(
    engine: Engine, database: Database
) -> None:
    one, two = await users(database, 2)
    urls = pages_of("shared", MANY)
    await new_job(engine, one, urls)
    await fetch_everything(database)
    small = await new_job(engine, two, urls[-FEW:])
    async with database.connection() as connection:
        claims = await claim(connection, 2 * FEW)
        assert by_job(claims)[small] == FEW
        for body in claims:
            await settle_body(connection, extracted(body, recipe()))
        left = await value(
            connection, "select count(*) from job_items where job_id = %s and completed_at is null", small
        )
    assert left == 0


async def test_a_huge_job_that_joins_pages_of_a_small_one_does_not_delay_them(
    engine: Engine, database: Database
) -> None:
    one, two = await users(database, 2)
    urls = pages_of("shared", MANY)
    small = await new_job(engine, one, urls[-FEW:])
    await fetch_everything(database)
    huge = await new_job(engine, two, urls)
    await fetch_everything(database)
    async with database.connection() as connection:
        assert by_job(await claim(connection, 2 * FEW)) == {small: FEW, huge: FEW}


async def test_a_shared_page_takes_the_turn_of_the_smaller_job(engine: Engine, database: Database) -> None:
    one, two = await users(database, 2)
    urls = pages_of("shared", MANY)
    await new_job(engine, one, urls)
    small = await new_job(engine, two, urls[-FEW:])
    await fetch_everything(database)
    async with database.connection() as connection:
        assert by_job(await claim(connection, 2 * FEW))[small] == FEW


async def test_concurrent_claims_get_different_pages(engine: Engine, database: Database) -> None:
    await new_job(engine, None, pages_of("soups", MANY))
    await fetch_everything(database)
    async with database.transaction() as first, database.transaction() as second:
        ours = await claim(first, 10)
        theirs = await claim(second, 10)
    assert len(ours) == len(theirs) == 10
    assert not {one.work_id for one in ours} & {one.work_id for one in theirs}


# Fetching ----------------------------------------------------------------------------------------------------


async def test_a_host_with_a_backlog_interleaves_a_new_user(engine: Engine, database: Database) -> None:
    """An old backlog of one user does not go before the first page of another user."""
    one, two = await users(database, 2)
    await new_job(engine, one, pages_of("huge", MANY, host="busy"))
    async with database.connection() as connection:
        await connection.execute("update crawl_tasks set rank = rank - interval '1 hour'")
    small = await new_job(engine, two, pages_of("small", FEW, host="busy"))
    async with database.transaction() as connection:
        await schedule.feed(connection, window=2 * FEW + 1)
        fed = await rows(connection, "select job_id from work order by rank")
    assert [one["job_id"] for one in fed].count(small) == FEW


async def test_many_jobs_of_one_user_get_the_same_share_of_a_host_as_one_job_of_another(
    engine: Engine, database: Database
) -> None:
    one, two = await users(database, 2)
    async with database.connection() as connection:
        made = [
            await new_fed_job(connection, pages_of(f"many{number}", MANY, host="busy"), user_id=one)
            for number in range(4)
        ]
        other = await new_fed_job(connection, pages_of("other", MANY, host="busy"), user_id=two)
    for job_id in (*made, other):
        await feed(engine, job_id)
    async with database.transaction() as connection:
        await schedule.feed(connection, window=40)
        share = await row(connection, "select count(*) filter (where job_id = %s) as other from work", other)
    assert 18 <= share["other"] <= 22


# Feeding -----------------------------------------------------------------------------------------------------


async def test_the_feeder_visits_one_job_of_each_user_before_a_second_one(engine: Engine, database: Database) -> None:
    one, two = await users(database, 2)
    async with database.connection() as connection:
        first, second, third = [await new_fed_job(connection, pages_of(f"many{n}", 2), user_id=one) for n in range(3)]
        single = await new_fed_job(connection, pages_of("single", 2), user_id=two)
        unowned = [await new_fed_job(connection, pages_of(f"nobody{n}", 2)) for n in range(2)]
        for place, job_id in enumerate((first, second, third, single, *unowned)):
            await connection.execute(
                "update lanes set feed_at = now() - %s * interval '1 second' where job_id = %s", (60 - place, job_id)
            )
        order = [
            await value(connection, "select job_id from lanes where id = %s", lane)
            for lane in await job_lanes.to_be_fed(connection)
        ]
    assert order == [first, single, *unowned, second, third]


async def test_a_round_of_the_feeder_is_bounded_and_the_next_continues(
    engine: Engine, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feeding, "ROUND_ROWS", 4)
    async with database.connection() as connection:
        jobs = [await new_fed_job(connection, pages_of(f"job{n}", 2)) for n in range(3)]
    fed: list[list[int]] = []
    for _ in range(2):
        await feeding.feed_jobs(engine)
        async with database.connection() as connection:
            found = await rows(
                connection, "select distinct job_id from job_items where url_hash is not null order by job_id"
            )
        fed.append([one["job_id"] for one in found])
    assert fed == [jobs[:2], jobs]


# Duplicate rows and reprocessed rows -------------------------------------------------------------------------


async def test_users_take_turns_with_duplicate_rows(engine: Engine, database: Database) -> None:
    one, two = await users(database, 2)
    async with database.connection() as connection:
        many, single = [await new_fed_job(connection, [None] * FEW, user_id=user) for user in (one, two)]
        await connection.execute(
            "insert into twin_backlog (item_id, job_id) select id, job_id from job_items"
            " where job_id = %s or row_no = 1",
            (many,),
        )
        first = await duplicates.backlog(connection, limit=2)
        jobs = await rows(connection, "select job_id from job_items where id = any(%s) order by job_id", first)
    assert [found["job_id"] for found in jobs] == [many, single]


async def test_a_round_of_settling_duplicates_is_bounded_and_the_next_continues(
    engine: Engine, database: Database
) -> None:
    async with database.connection() as connection:
        for _ in range(3):
            job_id = await new_fed_job(connection, [None] * 3, duplicates=True)
            await connection.execute("update job_items set status = 'NOT_FOUND', completed_at = now() where row_no = 1")
            await connection.execute(
                "insert into twin_backlog (item_id, job_id) select id, job_id from job_items"
                " where job_id = %s and row_no = 1",
                (job_id,),
            )
    assert [await settle_duplicates(engine, limit=4) for _ in range(3)] == [4, 2, 0]


async def test_users_take_turns_with_reprocessed_rows(
    engine: Engine, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reprocessing, "ROUND_JOBS", 2)
    one, two = await users(database, 2)
    async with database.connection() as connection:
        many = [await new_fed_job(connection, [None], user_id=one) for _ in range(FEW)]
        single = await new_fed_job(connection, [None], user_id=two)
        for job_id in (*many, single):
            await orders.give(connection, job_id, ["ERROR"], None, reset_attempts=False)
        await connection.execute("update reprocessings set asked_at = asked_at - interval '1 minute'")
    await reprocessing.process_orders(engine)
    async with database.connection() as connection:
        left = [found["job_id"] for found in await rows(connection, "select job_id from reprocessings")]
    assert len(left) == FEW - 1 and single not in left


# Hosts -------------------------------------------------------------------------------------------------------


async def test_a_job_on_many_hosts_does_not_go_before_a_job_on_other_hosts(engine: Engine, database: Database) -> None:
    one, two = await users(database, 2)
    await new_job(engine, one, [f"https://host{number}.example/" for number in range(MANY)])
    async with database.transaction() as connection:
        await schedule.feed(connection, window=10)
    small = await new_job(engine, two, [f"https://small{number}.example/" for number in range(5)])
    async with database.transaction() as connection:
        await schedule.feed(connection, window=10)
        await connection.execute("update lanes set ready_at = now() - interval '1 minute' where id <= 60")
        claims = await claim_pages(connection, limit=20)
        served = [await value(connection, "select job_id from work where id = %s", one.work_id) for one in claims]
    assert len(claims) == 20
    assert served.count(small) == 5


async def test_a_claim_can_exclude_a_user_without_parking_lanes(engine: Engine, database: Database) -> None:
    one, two = await users(database, 2)
    await new_job(engine, one, [f"https://host{number}.example/" for number in range(MANY)])
    await new_job(engine, two, ["https://small.example/", "https://host1.example/mine"])
    async with database.transaction() as connection:
        await schedule.feed(connection, window=10)
        awake = await value(connection, "select count(*) from lanes where stage = 'crawl' and ready_at <= now()")
        claims = await claim_pages(connection, limit=20, but_not=one)
        asleep = await value(connection, "select count(*) from lanes where stage = 'crawl' and ready_at = 'infinity'")
    assert awake == MANY + 1 and asleep == 0
    assert sorted(claim.url for claim in claims) == ["https://host1.example/mine", "https://small.example/"]
    assert {claim.asker_id for claim in claims} == {two}


async def test_hosts_that_never_respond_leave_slots_to_other_users(
    engine: Engine, database: Database, site: FaultSite
) -> None:
    """All hosts of one user hang. The same worker still fetches the page of another user."""
    one, two = await users(database, 2)
    settings = engine.settings.with_values(crawl_concurrency=8, obey_robots=False)
    engine = replace(engine, settings=settings)
    wanted = site.url("/pages/small")

    async def leased() -> list[int]:
        async with database.connection() as connection:
            return [work["asker_id"] for work in await rows(connection, LEASED)]

    with socket.create_server(("0.0.0.0", 0), backlog=64) as silent:
        port = silent.getsockname()[1]
        await new_job(engine, one, [f"http://127.0.0.{number}:{port}/" for number in range(2, 14)])
        async with database.transaction() as connection:
            await schedule.feed(connection, window=20)
        async with make_fetcher(engine) as fetcher:
            loop = Loop(CrawlStage(engine, fetcher, "w"), database, "w", settings)
            running = asyncio.create_task(loop.run())
            await until(lambda: leased(), [one] * 6)
            await ask_for_page(engine, wanted, kind=Kind.RECIPE, origin=Origin.PARSE, user_id=two)
            loop.wake()
            await until(lambda: leased(), [one] * 6, lambda: site.served(wanted) == 1)
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


async def test_half_of_a_claim_is_reserved_for_the_hosts_that_waited_longest(
    engine: Engine, database: Database
) -> None:
    one, two = await users(database, 2)
    await new_job(engine, one, [f"https://host{number}.example/" for number in range(MANY)])
    await new_job(engine, two, [f"https://small{number}.example/" for number in range(MANY)])
    async with database.transaction() as connection:
        await schedule.feed(connection, window=10)
        await connection.execute("update lanes set ready_at = now() - id * interval '1 minute' where stage = 'crawl'")
        longest = await rows(connection, "select id from lanes where stage = 'crawl' order by ready_at limit 10")
        claims = await claim_pages(connection, limit=20)
    assert {one["id"] for one in longest} <= {claim.lane_id for claim in claims}


# Matching ----------------------------------------------------------------------------------------------------


async def test_a_user_with_many_jobs_gets_no_more_rows_matched_than_one_with_one_job(
    engine: Engine, database: Database
) -> None:
    one, two = await users(database, 2)
    jobs = [await new_rows(engine, user_id, MANY) for user_id in (*[one] * 5, two)]
    async with database.connection() as connection:
        claims = await matching.claim(connection, WORKER, 20, LEASE_SECONDS, THE_BEGINNING)
    served = Counter(claim.job_id for claim in claims)
    assert served[jobs[-1]] == 10 and [served[job] for job in jobs[:-1]] == [2] * 5


async def test_small_claims_of_rows_give_users_equal_turns(engine: Engine, database: Database) -> None:
    one, two = await users(database, 2)
    jobs = [await new_rows(engine, user_id, FEW) for user_id in (*[one] * 5, two)]
    served: Counter[int] = Counter()
    async with database.connection() as connection:
        for _ in range(8):
            claims = await matching.claim(connection, WORKER, 1, LEASE_SECONDS, THE_BEGINNING)
            served.update(claim.job_id for claim in claims)
    assert served[jobs[-1]] == 4 and served.total() == 8


async def test_a_claim_is_filled_if_one_user_has_less_than_a_share(engine: Engine, database: Database) -> None:
    one, two = await users(database, 2)
    huge, small = await new_rows(engine, one, MANY), await new_rows(engine, two, 3)
    async with database.connection() as connection:
        claims = await matching.claim(connection, WORKER, 20, LEASE_SECONDS, THE_BEGINNING)
    assert Counter(claim.job_id for claim in claims) == {huge: 17, small: 3}


async def new_rows(engine: Engine, user_id: int, count: int) -> int:
    """Create a job whose rows wait to be matched."""
    async with engine.database.connection() as connection:
        job_id = await new_fed_job(connection, [None] * count, user_id=user_id)
    assert await feed(engine, job_id) == count
    return job_id
