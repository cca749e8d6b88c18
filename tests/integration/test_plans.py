"""The rows that the hot statements read, on a queue with tens of thousands of rows.

The plans are those that PostgreSQL used, including nested statements of functions: `auto_explain` reports them while
the store works. A plan is good if it scans an index and reads no more rows than its batch needs, also right after a
load, when the statistics still say that the tables are empty.
"""

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from psycopg.rows import dict_row
from tests.integration.helpers import (
    WITHOUT_ROBOTS,
    ask,
    extracted,
    fetch_again,
    fetch_failed,
    fetched,
    page,
    recipe,
    row,
    rows,
    value,
)
from tests.integration.loaded_databases import STALE, TRUE, Load, fill, load_template, own_database

from garner.core.lifecycle import ItemStatus, Origin, Stage
from garner.core.record import Kind
from garner.postgres.database import Connection
from garner.runtime.stages.match.stage import THE_BEGINNING
from garner.store.crawl import extraction, fetching, lanes
from garner.store.jobs import jobs
from garner.store.queue import leases as work
from garner.store.queue import matching
from garner.store.queue.leases import Lease
from garner.store.queue.matching import ItemResult
from garner.store.tasks import items
from garner.store.tasks.items import PageRequest

HOT = {"work", "lanes", "job_items", "crawl_tasks"}
BATCH = 50
# How many rows of one table a statement for a batch may read: a few per item, never a share of the table.
MAX_ROWS = BATCH * 4

# The load: pages of 199 domains, most of them queued, a tenth fetched, a twentieth being fetched, some by lost
# workers. Of the ready lanes the first have no work, and some are full; all others are parked. One big job has a third
# of its rows to match, the others are done. A run may start long after the load, so work that must not be overdue
# becomes due a day later.
LOAD = """
    set local session_replication_role = replica;
    create temp table size on commit drop as select %(domains)s::int as domains, %(tasks)s::int as tasks,
                                                    %(rows)s::int as rows;
    insert into users (email) values ('somebody@example.com');
    insert into domains (domain_name, base_url, max_concurrent_requests)
    select 'd' || n, 'http://d' || n, case when n %% 10 = 0 then 1 else 50 end from size, generate_series(1, domains) n;
    insert into lanes (stage, domain_id, ready_at)
    select 'crawl', id, case when id <= 215 then now() - id * interval '1 ms' else 'infinity' end from domains;
    insert into resources (url_hash, url)
    select encode(sha256(n::text::bytea), 'hex'), 'http://d' || n from size, generate_series(1, tasks) n;
    insert into crawl_tasks (domain_id, url, url_hash, status, html_path, crawl_frequency, updated_at)
    select 1 + n %% 199, 'http://d' || n, encode(sha256(n::text::bytea), 'hex'),
           case when n %% 10 = 0 then 'downloaded' when n %% 20 = 1 then 'crawling' else 'queued' end, 'aa/b.zst', null,
           now() + interval '1 day'
    from size, generate_series(1, tasks) n;
    insert into job_items (id, origin, kind, url, url_hash, user_id, status, updated_at)
    select gen_random_uuid(), 'mailbox', 'recipe', url, url_hash, 1,
           case status when 'queued' then 'PENDING' else 'PROCESSING' end,
           now() + interval '1 day' - id * interval '1 ms'
    from crawl_tasks;
    insert into work (stage, task_id, lane_id, rank, priority, lease_until, worker, claimed_at, attempt)
    select case status when 'downloaded' then 'extract' else 'crawl' end, id,
           case when status <> 'downloaded' then domain_id end, now() + (id * 7919 %% 100000) * interval '1 ms', 5,
           case when status = 'crawling' then
               case when id %% 500 = 1 then now() - interval '1 minute' else now() + interval '1 day' end end,
           case when status = 'crawling' then 'somebody' end, now(), 1
    from crawl_tasks;
    insert into jobs (job_type, total_items, pending, done) select 'csv', rows * 3, rows, rows * 2 from size;
    insert into job_items (id, job_id, row_no, origin, job_type, user_id, status, completed_at, updated_at, input_json)
    select gen_random_uuid(), 1, n, 'batch', 'csv', 1, case when n %% 3 = 0 then 'PENDING' else 'DONE' end,
           case when n %% 3 > 0 then now() end, now() + interval '1 day' - n * interval '1 ms', '{}'
    from size, generate_series(1, rows * 3) n;
    insert into work (stage, item_id, rank)
    select 'match', id, now() + row_no * interval '1 ms' from job_items
    where job_id = 1 and status = 'PENDING' order by row_no limit 5000;
"""


def loading(*, domains: int, tasks: int, rows: int) -> Load:
    return lambda cursor: cursor.execute(LOAD, {"domains": domains, "tasks": tasks, "rows": rows})


@pytest.fixture(scope="module", params=[STALE, TRUE])
def large_url(server_url: str, template: str, request: pytest.FixtureRequest) -> Iterator[str]:
    load = loading(domains=5000, tasks=20_000, rows=10_000)
    with own_database(server_url, load_template(server_url, "queue", load, request.param)) as url:
        yield url


@dataclass
class Plans:
    """The rows that PostgreSQL read since the last call."""

    _reported: list[dict[str, Any]] = field(default_factory=list)

    def report(self, diagnostic: psycopg.errors.Diagnostic) -> None:
        message = diagnostic.message_primary or ""
        if "plan:\n" in message:
            self._reported.append(json.loads(message.partition("plan:\n")[2]))

    def take(self) -> list[tuple[str, str, float, str]]:
        """Return table or index, scan type, number of rows and statement; and rows removed by joins."""
        reported, self._reported = self._reported, []
        return [
            (*_read_by(node), report["Query Text"])
            for report in reported
            for node in _nodes(report["Plan"])
            if node.get("Relation Name", node.get("Index Name", node.get(IN_VAIN))) and "Actual Rows" in node
        ]


def _nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for child in plan.get("Plans", ()):
        yield from _nodes(child)


IN_VAIN = "Rows Removed by Join Filter"
A_JOIN = "a join"


def _read_by(node: dict[str, Any]) -> tuple[str, str, float]:
    if IN_VAIN in node:
        return A_JOIN, node["Node Type"], node[IN_VAIN] * node["Actual Loops"]
    removed = ("Rows Removed by Filter", "Rows Removed by Index Recheck")
    each = node["Actual Rows"] + sum(node.get(name, 0) for name in removed)
    return node.get("Relation Name", node.get("Index Name")), node["Node Type"], each * node["Actual Loops"]


@dataclass
class Watched:
    connection: Connection
    plans: Plans

    async def forget(self) -> list[tuple[str, str, float, str]]:
        await self.connection.execute("select")  # a statement is reported when the next one begins
        return self.plans.take()

    @asynccontextmanager
    async def unwatched(self) -> AsyncIterator[None]:
        """For preparations: every foreign key check of every written row would be reported as a statement."""
        await self.connection.execute("set auto_explain.log_min_duration = -1")
        yield
        await self.connection.execute("set auto_explain.log_min_duration = 0")
        await self.forget()

    async def prepare(self, statement: str) -> None:
        async with self.unwatched():
            await self.connection.execute(statement)

    async def assert_frugal(self, max_reads: int = MAX_ROWS, *, at_least: int = 1) -> None:
        """Check that hot tables were read by index only, and few rows of every table and index."""
        read = [one for one in await self.forget() if one[0] != A_JOIN]
        assert len(read) >= at_least, read
        for table, how, count, statement in read:
            assert not (how == "Seq Scan" and table in HOT), f"{how} on {table}: {statement}"
            assert count <= max_reads, f"{how} read {count:.0f} rows of {table}: {statement}"


@pytest.fixture
async def large(large_url: str) -> AsyncIterator[Watched]:
    async with watched(large_url) as opened:
        yield opened


@asynccontextmanager
async def watched(url: str) -> AsyncIterator[Watched]:
    plans = Plans()
    async with await psycopg.AsyncConnection.connect(url, row_factory=dict_row) as connection:
        await connection.execute("load 'auto_explain'")
        for name, setting in (
            ("log_min_duration", "0"),
            ("log_level", "notice"),
            ("log_format", "json"),
            ("log_analyze", "on"),
            ("log_timing", "off"),
            ("log_nested_statements", "on"),
        ):
            await connection.execute(f"set auto_explain.{name} = {setting}")
        connection.add_notice_handler(plans.report)
        yield Watched(connection, plans)
        await connection.rollback()


def lease(claim: Any) -> Lease:
    return Lease(claim.work_id, claim.fence)


async def some_items(connection: Connection, where: str, count: int = BATCH) -> list[UUID]:
    found = await rows(connection, f"select id from job_items where {where} limit {count}")
    return [item["id"] for item in found]


async def test_a_claim_of_pages(large: Watched) -> None:
    claims = await fetching.claim(large.connection, "one", BATCH, 60, WITHOUT_ROBOTS)
    assert 25 < len(claims) < 35
    await large.assert_frugal(at_least=10)
    assert await value(large.connection, "select count(*) from lanes where saturated") > 0


async def test_a_claim_filled_by_one_domain(large: Watched) -> None:
    """The other lanes were checked without success, and their queues must not be searched."""
    await large.connection.execute(
        "update domains set crawl_delay_seconds = 0, max_concurrent_requests = 100 where id <= 199"
    )
    await large.connection.execute("update lanes set ready_at = now() - interval '1 hour' where id = 7")
    await large.forget()
    assert len(await fetching.claim(large.connection, "one", BATCH, 60, WITHOUT_ROBOTS)) == BATCH
    await large.assert_frugal(at_least=10)


async def test_settling_fetches(large: Watched) -> None:
    claims = await fetching.claim(large.connection, "one", BATCH, 60, WITHOUT_ROBOTS)
    await large.forget()
    fates = (fetched, fetch_again, fetch_failed)
    results = [fates[number % 3](claim) for number, claim in enumerate(claims)]
    assert len(await fetching.settle(large.connection, "one", results)) == len(claims)
    await large.assert_frugal(at_least=10)


async def test_settling_a_fetch_of_a_full_lane_with_a_long_queue(large: Watched) -> None:
    """Settling wakes the lane, and must not read its whole queue."""
    await large.connection.execute(
        "update work set lane_id = 199 where lane_id between 100 and 150 and lease_until is null and stage = 'crawl'"
    )
    await large.connection.execute("update lanes set ready_at = 'infinity' where id <> 199")
    await large.connection.execute("update domains set max_concurrent_requests = 30, crawl_delay_seconds = 0")
    claims = await fetching.claim(large.connection, "one", BATCH, 60, WITHOUT_ROBOTS)
    assert await fetching.claim(large.connection, "one", BATCH, 60, WITHOUT_ROBOTS) == []
    assert await value(large.connection, "select id from lanes where saturated") == 199
    await large.forget()
    await fetching.settle(large.connection, "one", [fetched(claim) for claim in claims])
    await large.assert_frugal(at_least=10)
    assert await value(large.connection, "select count(*) from lanes where saturated") == 0


async def test_claiming_and_settling_bodies(large: Watched) -> None:
    claims = await extraction.claim(large.connection, "one", BATCH, 60)
    assert len(claims) == BATCH
    await large.assert_frugal(at_least=5)
    results = [extracted(claim, *([recipe()] if number % 2 else [])) for number, claim in enumerate(claims)]
    assert len(await extraction.settle(large.connection, "one", results)) == BATCH
    await large.assert_frugal(at_least=5)


MANY_ASKERS = """
    update work set asker_id = id % 40, job_id = id % 120 where lease_until is null and stage = '{}' and id % 5 = 0
"""


async def test_claiming_bodies_that_many_users_wait_for(large: Watched) -> None:
    """Only the next few pages of each job are read, regardless of their number."""
    await large.prepare(MANY_ASKERS.format("extract"))
    claims = await extraction.claim(large.connection, "one", BATCH, 60)
    assert len(claims) == BATCH and len({claim.asker_id for claim in claims}) == 4  # every tenth page is fetched
    await large.assert_frugal(max_reads=5 * BATCH, at_least=5)


async def test_claiming_pages_that_many_users_wait_for(large: Watched) -> None:
    await large.prepare(MANY_ASKERS.format("crawl"))
    claims = await fetching.claim(large.connection, "one", BATCH, 60, WITHOUT_ROBOTS)
    assert len({claim.asker_id for claim in claims}) > 3  # every fifth page that is not fetched is of one of four users
    await large.assert_frugal(max_reads=5 * BATCH, at_least=10)


async def test_claiming_and_settling_items(large: Watched) -> None:
    claims = await matching.claim(large.connection, "one", BATCH, 60, THE_BEGINNING)
    assert len(claims) == BATCH
    await large.assert_frugal(at_least=3)
    results = [ItemResult(claim.work_id, claim.fence, ItemStatus.DONE, {"name": "x"}) for claim in claims]
    assert len(await matching.settle(large.connection, "one", results)) == BATCH
    await large.assert_frugal(at_least=3)


async def test_renewing_and_releasing(large: Watched) -> None:
    pages = await fetching.claim(large.connection, "one", BATCH, 60, WITHOUT_ROBOTS)
    direct = await matching.claim(large.connection, "one", BATCH, 60, THE_BEGINNING)
    leases = [lease(claim) for claim in (*pages, *direct)]
    await large.forget()
    assert len(await work.renew(large.connection, "one", leases, 60)) == len(leases)
    await large.assert_frugal()
    assert await work.release(large.connection, "one", leases) == len(leases)
    await large.assert_frugal(at_least=4)


async def test_sweeping_lost_leases(large: Watched) -> None:
    swept = await work.sweep(large.connection, delay_seconds=1, limit=BATCH)
    assert swept.freed == 40
    await large.assert_frugal(at_least=4)
    assert (await work.sweep(large.connection, delay_seconds=1, limit=BATCH)).freed == 0
    await large.assert_frugal(max_reads=MAX_ROWS)


async def test_requesting_a_new_page_and_joining_one(large: Watched) -> None:
    assert (await ask(large.connection, "http://new.example/")).outcome == "created"
    await large.assert_frugal(max_reads=10, at_least=4)
    assert (await ask(large.connection, "http://new.example/")).outcome == "joined"
    await large.assert_frugal(max_reads=10, at_least=3)


async def test_requesting_many_new_pages_at_once_and_joining_them(large: Watched) -> None:
    month = timedelta(days=30)
    for outcome in ("created", "joined"):
        asked = [
            PageRequest(uuid4(), page(f"http://d{n}.example/"), Kind.RECIPE, Origin.PARSE, None, False, month)
            for n in range(BATCH)
        ]
        found = await items.submit_pages(large.connection, asked, priority=1, topic=None)
        assert [submission and submission.outcome for submission in found] == [outcome] * BATCH
        await large.assert_frugal(at_least=4)


async def test_reading_a_request(large: Watched) -> None:
    ids = await some_items(large.connection, "origin = 'mailbox'")
    await large.forget()
    assert await items.find(large.connection, ids[0], Origin.MAILBOX) is not None
    await large.assert_frugal(max_reads=1)
    await items.outcomes(large.connection, ids)
    await large.assert_frugal()
    await items.find_progress(large.connection, ids)
    await large.assert_frugal()


async def test_canceling_requests(large: Watched) -> None:
    ids = await some_items(large.connection, "status = 'PENDING'")
    await large.forget()
    assert await items.cancel(large.connection, ids) == BATCH
    await large.assert_frugal(at_least=4)


async def test_timing_requests_out(large: Watched) -> None:
    await items.time_out(large.connection, timedelta(minutes=15))
    await large.assert_frugal()
    await large.connection.execute("update crawl_tasks set updated_at = now() - interval '1 hour' where id <= 200")
    await large.forget()
    assert await items.time_out(large.connection, timedelta(minutes=15), limit=BATCH) > 0
    await large.assert_frugal(at_least=3)


async def test_finding_the_next_ready_lane(large: Watched) -> None:
    await lanes.seconds_until_ready(large.connection, Stage.CRAWL)
    await large.assert_frugal(max_reads=1)


async def test_folding_and_reading_counters(large: Watched) -> None:
    claims = await matching.claim(large.connection, "one", BATCH, 60, THE_BEGINNING)
    results = [ItemResult(claim.work_id, claim.fence, ItemStatus.DONE, {}) for claim in claims[:10]]
    await matching.settle(large.connection, "one", results)
    leases = await value(large.connection, "select count(*) from work where lease_until is not null")
    await large.forget()
    assert await jobs.counts(large.connection, 1) is not None
    # Work in progress is found by lease, regardless of the job size. The index still contains rolled back rows.
    await large.assert_frugal(max_reads=3 * leases)
    assert await jobs.fold(large.connection) > 0
    await large.assert_frugal()


async def test_deleting_expired_items(large: Watched) -> None:
    assert await items.delete_old(large.connection, timedelta(days=90)) == 0
    await large.assert_frugal(max_reads=1)


PENDING_OF_A_JOB = "select items_by_time(1, %s, false, %s, %s, '-infinity', 'infinity', 50)"
PENDING_OF_A_USER = """
    select id from job_items
    where status = %s and completed_at is null and user_id = 1 and (updated_at, id) > (%s, %s)
    order by updated_at, id limit 50
"""
GRID = "select id from job_items where job_id = 1 and row_no > 15000 order by row_no limit 50"


@pytest.mark.parametrize("query", [PENDING_OF_A_JOB, PENDING_OF_A_USER])
async def test_a_page_of_the_pending_screens(large: Watched, query: str) -> None:
    middle = await row(
        large.connection,
        """
        select updated_at, id from job_items where job_id = 1 and status = 'PENDING'
        order by updated_at offset 5000 limit 1
        """,
    )
    await large.forget()
    assert len(await rows(large.connection, query, "PENDING", middle["updated_at"], middle["id"])) == BATCH
    await large.assert_frugal(max_reads=BATCH)


async def test_a_page_of_the_grid(large: Watched) -> None:
    assert len(await rows(large.connection, GRID)) == BATCH
    await large.assert_frugal(max_reads=BATCH)


# Cost by size ------------------------------------------------------------------------------------------------


async def claim_cost(url: str) -> int:
    """Return the buffers that a claim of fifty touches, once the session has planned it."""
    async with await psycopg.AsyncConnection.connect(url, row_factory=dict_row) as connection:
        for _ in range(2):
            plan = await value(
                connection,
                "explain (analyze, buffers, format json)"
                " select * from page_claims("
                "claim_pages('one', 50, interval '1 minute', 1, 5, 0, 60, false, interval '1 minute'), false)",
            )
            await connection.rollback()
    top = plan[0]["Plan"]
    assert 25 < top["Actual Rows"] < 35
    return int(top["Shared Hit Blocks"] + top["Shared Read Blocks"])


@pytest.fixture(scope="module")
async def cost_when_small(server_url: str, template: str) -> int:
    with own_database(server_url) as url:
        fill(url, loading(domains=215, tasks=4000, rows=1))
        return await claim_cost(url)


async def test_the_cost_of_a_claim_does_not_depend_on_parked_lanes_and_queued_pages(
    large_url: str, cost_when_small: int
) -> None:
    assert await claim_cost(large_url) < 1.5 * cost_when_small


WHO_WAITS = """
    explain (format json)
    select id from job_items where url_hash = repeat('a', 64) and status in ('PENDING', 'PROCESSING')
"""


async def test_waiting_items_are_found_by_page_after_an_hour_without_any(server_url: str, template: str) -> None:
    """To the planner nothing is open, and an index of all open items looks as good as any."""
    with own_database(server_url) as url:
        async with await psycopg.AsyncConnection.connect(url, row_factory=dict_row) as connection:
            await _assert_found_by_page(connection)


async def _assert_found_by_page(connection: Connection) -> None:
    make_items = """
        with page as (
            insert into resources (url_hash, url)
            select encode(sha256((%(status)s || n)::bytea), 'hex'), '' from generate_series(1, 5000) n
            returning url_hash)
        insert into job_items (id, origin, kind, url, url_hash, status, completed_at)
        select gen_random_uuid(), 'parse', 'recipe', '', url_hash, %(status)s, %(ended)s from page
    """
    await connection.execute(make_items, {"status": "DONE", "ended": "2030-01-01"})
    await connection.execute("analyze job_items")
    await connection.execute(make_items, {"status": "PENDING", "ended": None})
    plan = json.dumps(await value(connection, WHO_WAITS))
    assert "idx_job_items_pending" not in plan and "Seq Scan" not in plan
