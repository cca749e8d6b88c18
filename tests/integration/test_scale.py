"""Pages that are not due cost nothing: becoming due, feeding and claiming take as long among a million pages on 20,000
domains as among a thousand.

The blocks read are counted by PostgreSQL, including nested statements of functions; the time is the best of a few runs,
because a busy machine only adds to it. The short form has a tenth of the pages.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass

import psycopg
import pytest
from psycopg.rows import dict_row
from tests.acceptance.fault_processes import LONG
from tests.databases import Copies

from garner.store.crawl import schedule

LARGE = (1_000_000, 20_000) if LONG else (100_000, 2_000)
SMALL = (1_000, 100)
BATCH = 50
WINDOW = 5
DUE = 200
ROUNDS = 5

# Every domain has a backlog of twice the window. A few pages are due and have no rank yet; all others are due
# tomorrow.
LOAD = """
    set local session_replication_role = replica;
    create temp table size on commit drop as
    select %(tasks)s::int as tasks, %(domains)s::int as domains, %(window)s::int as lane_window, %(due)s::int as due;
    insert into domains (domain_name, base_url)
    select 'd' || n || '.test', 'http://d' || n || '.test' from size, generate_series(1, domains) n;
    insert into lanes (stage, domain_id, feed_at) select 'crawl', id, now() from domains order by id;
    insert into robots_files (origin, domain_id, fetched_at, expires_at)
    select base_url, id, now(), now() + interval '1 day' from domains;
    insert into crawl_tasks (domain_id, url, url_hash, status, scheduled_at, rank, completed_at)
    select d.id, d.base_url || '/' || n, encode(sha256(n::text::bytea), 'hex'),
           case when n <= due + domains * lane_window * 2 then 'pending' else 'completed' end,
           now() + case when n <= due + domains * lane_window * 2 then interval '-1 minute' else interval '1 day' end,
           case when n between due + 1 and due + domains * lane_window * 2 then now() + n * interval '1 ms' end,
           case when n > due + domains * lane_window * 2 then now() end
    from size, generate_series(1, tasks + due) n join domains d on d.id = 1 + n %% (select domains from size);
"""
FEED = f"select feed_lanes({BATCH}, {WINDOW})"
CLAIM = (
    "select * from page_claims("
    f"claim_pages('one', {BATCH}, interval '1 minute', 1, 5, 0, 60, true, interval '1 minute'), true)"
)


@dataclass(frozen=True)
class Cost:
    blocks: int
    milliseconds: float

    def __str__(self) -> str:
        return f"{self.blocks} blocks in {self.milliseconds:.1f} ms"


class Crawl:
    def __init__(self, url: str, tasks: int, domains: int) -> None:
        self._url = url
        with psycopg.connect(url) as connection, psycopg.ClientCursor(connection) as cursor:
            cursor.execute(LOAD, {"tasks": tasks, "domains": domains, "window": WINDOW, "due": DUE})
        self._settle_down()

    def _settle_down(self) -> None:
        with psycopg.connect(self._url, autocommit=True) as connection:
            connection.execute("vacuum analyze")

    def feed_all(self) -> None:
        with psycopg.connect(self._url, autocommit=True) as connection:
            while connection.execute(f"select feed_lanes(5000, {WINDOW})").fetchone() != (0,):
                pass
        self._settle_down()

    def cost(self, statement: str, rows: int) -> Cost:
        """Return the cost of a statement that does this much work, rolled back each time."""
        costs = []
        with psycopg.connect(self._url) as connection:
            for _ in range(ROUNDS):
                assert self._done_by(connection, statement) == rows
                connection.rollback()
                found = connection.execute(f"explain (analyze, buffers, format json) {statement}".encode()).fetchone()
                connection.rollback()
                assert found is not None
                plan = found[0][0]["Plan"]
                blocks = plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]
                costs.append(Cost(blocks, plan["Actual Total Time"]))
        return Cost(min(cost.blocks for cost in costs), min(cost.milliseconds for cost in costs))

    async def cost_of_becoming_due(self) -> Cost:
        """Its statements are not in a function, so PostgreSQL does not count the blocks of all of them."""
        times = []
        async with await psycopg.AsyncConnection.connect(self._url, row_factory=dict_row) as connection:
            for _ in range(ROUNDS):
                began = time.perf_counter()
                assert await schedule.become_due(connection) == DUE
                times.append((time.perf_counter() - began) * 1000)
                await connection.rollback()
        return Cost(0, min(times))

    def _done_by(self, connection: "psycopg.Connection[tuple[int, ...]]", statement: str) -> int:
        rows = connection.execute(statement.encode()).fetchall()
        return rows[0][0] if statement == FEED else len(rows)


@pytest.fixture(scope="module")
def crawls(copies: Copies) -> Iterator[tuple[Crawl, Crawl]]:
    with copies.lent() as small, copies.lent() as large:
        yield Crawl(small, *SMALL), Crawl(large, *LARGE)


@pytest.mark.slow
async def test_becoming_due_feeding_and_claiming_cost_the_same_among_many_pages_as_among_few(crawls):
    few, many = crawls
    costs = {
        "becoming due": (await few.cost_of_becoming_due(), await many.cost_of_becoming_due()),
        "feeding": (few.cost(FEED, BATCH * WINDOW), many.cost(FEED, BATCH * WINDOW)),
    }
    for crawl in crawls:
        crawl.feed_all()
    costs["claiming"] = few.cost(CLAIM, BATCH), many.cost(CLAIM, BATCH)
    for what, (little, much) in costs.items():
        print(f"\n{what}: {little} among few, {much} among many")
        # An index of a million rows is a level or two deeper than one of a thousand.
        assert much.blocks <= 2 * little.blocks, what
        assert much.milliseconds <= 2 * little.milliseconds + 10, what
