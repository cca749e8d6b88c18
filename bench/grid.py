"""G11, and the progress of G10: a page of a hundred rows and the job's counters, where the job has five million rows.

Half of the rows are done, some failed, the rest is pending, so that every listing has a distant beginning and end. The
pages are read by the store's own functions, one at a time; the deepest is the last whole one.
"""

import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from uuid import UUID

import psycopg

from bench.result import Result
from bench.server import Server
from garner.core.lifecycle import ItemStatus
from garner.postgres.database import Connection, Database
from garner.store.jobs import grid, job_views
from garner.store.jobs.grid import ByTime, GridCursor, GridPage, Sort

ROWS = 5_000_000
QUICK_ROWS = 200_000
CHUNK = 250_000
SAMPLES = 300
PAGE = 100
MAX_MS = 20.0
MAX_PROGRESS_MS = 10.0
DEEPEST = 1.5  # times the first, at most

LOAD = """
    insert into job_items (id, job_id, row_no, origin, user_id, job_type, kind, status, url, normalized_json,
                           result_json, attempts, updated_at, completed_at)
    select uuidv7(), %(job)s, n, 'batch', %(user)s, 'table', 'product', s.status, 'https://shop.example/' || n,
           jsonb_build_object('title', 'Cast iron pan ' || n, 'brand', 'Hearth', 'sku', 'P-' || n),
           case when s.status = 'DONE' then jsonb_build_object(
               'kind', 'product', 'url', 'https://shop.example/' || n, 'name', 'Cast iron pan ' || n,
               'brand', 'Hearth', 'price', '26.00', 'currency', 'EUR', 'confidence', 0.97) end,
           1, now() - (5000000 - n / 10) * interval '1 ms', case when s.status <> 'PENDING' then now() end
    from generate_series(%(first)s::bigint, %(last)s::bigint) n
    cross join lateral (select case when n > %(rows)s / 2 then 'PENDING' when n %% 50 = 0 then 'ERROR'
                                    when n %% 50 = 1 then 'NOT_FOUND' else 'DONE' end as status) s
"""
JOB = """
    with owner as (insert into users (email) values ('ana@example.com') returning user_id)
    insert into jobs (user_id, job_type, kind, queue_state, ingested_at, total_items, pending, done)
    select user_id, 'table', 'product', 'RUNNING', now(), %(rows)s, %(rows)s / 2, %(rows)s - %(rows)s / 2 from owner
    returning id, user_id
"""

Read = Callable[[Connection, GridCursor | None], Awaitable[GridPage]]


def pages_of_millions(server: Server, quick: bool) -> list[Result]:
    rows = QUICK_ROWS if quick else ROWS
    with server.migrated() as url:
        job, user = _load(url, rows)
        server.settle_down(url)
        return asyncio.run(_measure(url, job, user, rows))


def _load(url: str, rows: int) -> tuple[int, int]:
    with psycopg.connect(url, autocommit=True) as connection:
        found = connection.execute(JOB, {"rows": rows}).fetchone()
        assert found is not None
        for first in range(1, rows + 1, CHUNK):
            given = {"job": found[0], "user": found[1], "rows": rows}
            connection.execute(LOAD, given | {"first": first, "last": min(first + CHUNK - 1, rows)})
    return found[0], found[1]


async def _measure(url: str, job: int, user: int, rows: int) -> list[Result]:
    failed = (ItemStatus.ERROR, ItemStatus.NOT_FOUND)
    several = (ItemStatus.DONE, *failed)
    last, half = rows - PAGE, rows // 2
    async with Database(url) as database:
        by_time = partial(_moment_of, database, job)
        listings: dict[str, tuple[Read, GridCursor]] = {
            "all rows": (_items(job), last),
            "three statuses": (_items(job, several), half - PAGE - 10),
            "failed ones": (_items(job, failed), half - 30 * PAGE),
            "three statuses by time": (_items(job, several, Sort.UPDATED), await by_time(half - PAGE - 10)),
            "pending": (_pending(user), await by_time(last - 10)),
        }
        results = []
        for name, (read, deepest) in listings.items():
            results += _compare(name, *await _turns(database, read, deepest))
        return [*results, await _progress(database, job)]


def _items(job: int, statuses: Sequence[ItemStatus] = (), sort: Sort = Sort.ROW) -> Read:
    async def read(connection: Connection, after: GridCursor | None) -> GridPage:
        return await grid.page_of(connection, job, statuses=statuses, sort=sort, after=after, limit=PAGE)

    return read


def _pending(user: int) -> Read:
    async def read(connection: Connection, after: GridCursor | None) -> GridPage:
        assert not isinstance(after, int)
        statuses = (ItemStatus.PENDING, ItemStatus.PROCESSING)
        return await grid.pending(connection, user_id=user, statuses=statuses, after=after, limit=PAGE)

    return read


async def _moment_of(database: Database, job: int, row: int) -> ByTime:
    place = "select updated_at, id from job_items where job_id = %s and row_no = %s"
    async with database.connection() as connection:
        found = await (await connection.execute(place, (job, row))).fetchone()
    assert found is not None and isinstance(found["id"], UUID)
    return ByTime(found["updated_at"], found["id"])


async def _timed(database: Database, read: Read, place: GridCursor | None) -> tuple[float, GridPage]:
    started = time.perf_counter()
    async with database.connection() as connection:
        page = await read(connection, place)
    return (time.perf_counter() - started) * 1000, page


async def _turns(database: Database, read: Read, deepest: GridCursor) -> tuple[list[float], list[float]]:
    """Read the first and the deepest page in turns, after a few warm-up reads."""
    for place in (None, deepest) * 10:
        _, page = await _timed(database, read, place)
        assert len(page.items) >= PAGE // 2, (place, len(page.items))
    taken: dict[bool, list[float]] = {True: [], False: []}
    for number in range(2 * SAMPLES):
        milliseconds, _ = await _timed(database, read, None if number % 2 else deepest)
        taken[bool(number % 2)].append(milliseconds)
    return taken[True], taken[False]


def _compare(name: str, first: Sequence[float], deepest: Sequence[float]) -> list[Result]:
    slowest = max(_share(first, 95), _share(deepest, 95))
    middle = statistics.median(first), statistics.median(deepest)
    return [
        Result("G11", f"page of {PAGE}, {name}: within {MAX_MS:g} ms", MAX_MS / slowest, 1, f"p95 {slowest:.1f} ms"),
        Result(
            "G11",
            f"page of {PAGE}, {name}: the deepest against {DEEPEST:g} × the first",
            DEEPEST * middle[0] / middle[1],
            1,
            f"first {middle[0]:.2f} ms, deepest {middle[1]:.2f} ms",
        ),
    ]


async def _progress(database: Database, job: int) -> Result:
    taken = []
    for _ in range(10 + 3 * SAMPLES):
        started = time.perf_counter()
        async with database.connection() as connection:
            assert await job_views.find(connection, job) is not None
        taken.append((time.perf_counter() - started) * 1000)
    slowest = _share(taken[10:], 99)
    return Result(
        "G10",
        f"progress of such a job: within {MAX_PROGRESS_MS:g} ms",
        MAX_PROGRESS_MS / slowest,
        1,
        f"p99 {slowest:.1f} ms",
    )


def _share(taken: Sequence[float], percent: int) -> float:
    return statistics.quantiles(taken, n=100)[percent - 1]
