"""A page of items of a job with tens of thousands of rows reads an index and few rows beyond the page."""

import json
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from psycopg.rows import dict_row
from tests.integration.loaded_databases import STALE, TRUE, load_template, own_database

from garner.core.lifecycle import OPEN_ITEM, ItemStatus
from garner.postgres.database import Connection
from garner.store.jobs import grid
from garner.store.jobs.grid import ByTime, Sort

ROWS = 30_000
LOAD = f"""
    insert into users (email) values ('ana@example.com');
    insert into jobs (user_id, job_type, queue_state, ingested_at, total_items, pending, done)
    select user_id, 'table', 'RUNNING', now(), {ROWS}, {ROWS // 2}, {ROWS // 2} from users;
    insert into job_items (id, job_id, row_no, origin, user_id, job_type, status, updated_at, completed_at)
    select uuidv7(), j.id, n, 'batch', j.user_id, 'table', s.status, now() - ({ROWS} - n) * interval '1 ms',
           case when s.status <> 'PENDING' then now() end
    from jobs j, generate_series(1, {ROWS}) n
    cross join lateral (select case when n > {ROWS // 2} then 'PENDING' when n % 100 = 0 then 'ERROR'
                                    else 'DONE' end as status) s;
"""
SEVERAL = (ItemStatus.DONE, ItemStatus.ERROR, ItemStatus.PENDING, ItemStatus.PROCESSING)
LATE = 29_000


@pytest.fixture(scope="module", params=[STALE, TRUE], ids=["no statistics", "true statistics"])
def large_url(server_url: str, template: str, request: pytest.FixtureRequest) -> Iterator[str]:
    loaded = load_template(
        server_url, "grid", lambda cursor: cursor.execute(LOAD), request.param, analyzed_when_empty=False
    )
    with own_database(server_url, loaded) as url:
        yield url


class Explained:
    """The rows that the statements of a connection read, according to `auto_explain`."""

    def __init__(self, table: str) -> None:
        self._table = table
        self.rows_read = 0
        self.scans: set[str] = set()

    def hear(self, notice: psycopg.errors.Diagnostic) -> None:
        _, _, plan = (notice.message_primary or "").partition("plan:\n")
        if plan:
            self._read(json.loads(plan)["Plan"])

    def _read(self, node: dict[str, Any]) -> None:
        if node.get("Relation Name") == self._table or self._table in node.get("Index Name", ""):
            self.scans.add(node["Node Type"])
            removed = node.get("Rows Removed by Filter", 0) + node.get("Rows Removed by Index Recheck", 0)
            self.rows_read += (node["Actual Rows"] + removed) * node["Actual Loops"]
        for child in node.get("Plans", ()):
            self._read(child)


async def explained(connection: Connection, table: str = "job_items") -> Explained:
    found = Explained(table)
    await connection.execute("load 'auto_explain'")
    for setting, value in {
        "log_min_duration": "0",
        "log_analyze": "on",
        "log_timing": "off",
        "log_format": "json",
        "log_level": "notice",
        "log_nested_statements": "on",
    }.items():
        await connection.execute(f"set auto_explain.{setting} = {value}")
    connection.add_notice_handler(found.hear)
    return found


@pytest.mark.parametrize("sort", list(Sort))
@pytest.mark.parametrize("statuses", [(), (ItemStatus.PENDING,), (ItemStatus.ERROR,), OPEN_ITEM, SEVERAL], ids=str)
@pytest.mark.parametrize("depth", ["first", "deep"])
async def test_a_page_of_the_grid_reads_an_index_and_few_rows(
    large_url: str, sort: Sort, statuses: tuple[ItemStatus, ...], depth: str
) -> None:
    async with await psycopg.AsyncConnection.connect(large_url, row_factory=dict_row) as connection:
        cursor = await connection.execute("select job_id, updated_at, id from job_items where row_no = %s", (LATE,))
        place = await cursor.fetchone()
        assert place is not None
        after = None if depth == "first" else LATE if sort is Sort.ROW else ByTime(place["updated_at"], place["id"])
        plan = await explained(connection)
        await grid.page_of(connection, place["job_id"], statuses=statuses, sort=sort, after=after, limit=100)
    assert plan.scans and "Seq Scan" not in plan.scans
    assert plan.rows_read <= 2 * 100 * (len(statuses or grid.SHOWN) + 2)


@pytest.mark.parametrize("user", ["me", "all"])
@pytest.mark.parametrize("depth", ["first", "deep"])
async def test_a_page_of_pending_items_reads_an_index_and_few_rows(large_url: str, user: str, depth: str) -> None:
    async with await psycopg.AsyncConnection.connect(large_url, row_factory=dict_row) as connection:
        cursor = await connection.execute("select user_id, updated_at, id from job_items where row_no = %s", (LATE,))
        place = await cursor.fetchone()
        assert place is not None
        plan = await explained(connection)
        await grid.pending(
            connection,
            user_id=place["user_id"] if user == "me" else None,
            statuses=(ItemStatus.PENDING, ItemStatus.PROCESSING),
            after=ByTime(place["updated_at"], place["id"]) if depth == "deep" else None,
            limit=100,
        )
    assert plan.scans and "Seq Scan" not in plan.scans
    assert plan.rows_read <= 2 * 100 * 4
