"""G9: a job's rows as a workbook and as CSV, compared with xlsxwriter in constant memory and with csv.writer.

All read the same rows of the same job from the same database, a page at a time, and write the same cells to a file.
Each runs in a process of its own that has imported the same modules. Contenders are compared by the growth of their
memory. Exports of many and of few rows are compared by the memory of the whole process: the growth is so small a part
of it that a single megabyte of the allocator would decide.

Both peers run at their best: xlsxwriter gets text and numbers by their types, and csv.writer as they are.
"""

import asyncio
import csv
import multiprocessing
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import psycopg
import xlsxwriter  # type: ignore[import-untyped]  # it has no types

from bench.result import Result
from bench.server import ROUNDS, Server
from garner.core.rows.cells import Cell
from garner.engine.jobs.exports import EVERYTHING, Export, prepare, write_job
from garner.kinds.export_columns import ExportRow, Format
from garner.postgres.database import Database
from garner.store.jobs import job_views
from garner.store.jobs.job_views import OwnedJob

SMALL, LARGE = 100_000, 1_000_000
QUICK_SMALL, QUICK_LARGE = 20_000, 200_000
FLAT = 1.3  # what memory at ten times the rows may come to
PEER_PAGE_ROWS = 500  # faster for them than our smaller pages, and larger
INPUT_COLUMNS = ["Name", "Brand", "Article", "EAN", "Price"]

NEW_JOB = """
    insert into jobs (job_type, kind, options)
    values ('table', 'product', jsonb_build_object('columns', %s::text[])) returning id
"""
ADD_ROWS = """
    insert into job_items (id, job_id, row_no, origin, kind, status, attempts, input_json, result_json, completed_at)
    select gen_random_uuid(), %(job)s, n, 'batch', 'product', 'DONE', 1,
           jsonb_build_object('Name', 'Red lentils, organic, ' || n || ' g', 'Brand', 'Example & Sons',
                              'Article', 'A-' || n, 'EAN', lpad(n::text, 13, '0'), 'Price', (n %% 9000) / 100.0),
           jsonb_build_object(
               'kind', 'product', 'url', 'https://shop.example/products/' || n, 'name', 'Red lentils, organic ' || n,
               'description', repeat('Small, red and quickly cooked; no soaking. ', 4) || n,
               'price', ((n %% 9000) / 100.0)::text, 'currency', 'EUR', 'list_price', null, 'availability', 'in_stock',
               'rating', 4.5, 'review_count', n %% 300, 'brand', 'Example & Sons', 'category', 'Pantry > Pulses',
               'sku', 'A-' || n, 'gtin', lpad(n::text, 13, '0'), 'mpn', null,
               'images', jsonb_build_array(jsonb_build_object(
                   'url', 'https://shop.example/' || n || '.jpg', 'alt', null, 'position', 0)), 'variants', '[]'::jsonb)
           || jsonb_build_object('match_id', n, 'match_score', 0.97, 'match_strategy', 'gtin', 'candidates', null,
                                 'confidence', 0.93, 'strategy', 'schema_org_json_ld', 'warnings', '[]'::jsonb),
           now()
    from generate_series(1, %(rows)s) n
"""


Contender = Callable[[str, int, Path], int]


@dataclass(frozen=True)
class Made:
    rows_per_second: float
    peak_kb: int  # of the process
    grown_kb: int  # of that since it began


def against_writers(server: Server, quick: bool) -> list[Result]:
    small, large = (QUICK_SMALL, QUICK_LARGE) if quick else (SMALL, LARGE)
    with server.migrated() as url:
        jobs = {rows: _load(url, rows) for rows in (small, large)}
        server.settle_down(url)
        contenders: dict[str, Contender] = {
            "xlsx": garner_xlsx,
            "xlsxwriter": peer_xlsx,
            "csv": garner_csv,
            "csv.writer": peer_csv,
        }
        made = _rounds(url, jobs[small], contenders)
        whole = {name: _in_process(contenders[name], url, jobs[large]) for name in ("xlsx", "csv")}
    return [
        _faster("xlsx", "xlsxwriter", made, 3.0),
        _smaller(made),
        _faster("csv", "csv.writer", made, 0.5),
        *(_flat(name, made[name], whole[name], small, large) for name in whole),
    ]


def _load(url: str, rows: int) -> int:
    with psycopg.connect(url) as connection:
        job = connection.execute(NEW_JOB, (INPUT_COLUMNS,)).fetchone()
        assert job is not None
        connection.execute(ADD_ROWS, {"job": job[0], "rows": rows})
        return int(job[0])


def _rounds(url: str, job: int, contenders: dict[str, Contender]) -> dict[str, Made]:
    """Run the contenders in turns, and return the median of each."""
    rounds: dict[str, list[Made]] = {name: [] for name in contenders}
    for _ in range(ROUNDS):
        for name, contender in contenders.items():
            rounds[name].append(_in_process(contender, url, job))
    return {name: _median(made) for name, made in rounds.items()}


def _median(made: Sequence[Made]) -> Made:
    return Made(
        statistics.median(one.rows_per_second for one in made),
        round(statistics.median(one.peak_kb for one in made)),
        round(statistics.median(one.grown_kb for one in made)),
    )


def _in_process(contender: Contender, url: str, job: int) -> Made:
    processes = multiprocessing.get_context("spawn")
    ours, theirs = processes.Pipe()
    process = processes.Process(target=_make, args=(theirs, contender, url, job), daemon=True)
    process.start()
    theirs.close()
    try:
        made: Made = ours.recv()
    finally:
        process.join(10)
        process.kill()
    return made


def _make(pipe: Connection, contender: Contender, url: str, job: int) -> None:
    with tempfile.TemporaryDirectory(prefix="garner-bench-") as folder:
        before = _resident_kb("VmRSS")
        began = time.perf_counter()
        rows = contender(url, job, Path(folder) / "made")
        seconds = time.perf_counter() - began
        peak = _resident_kb("VmHWM")
        pipe.send(Made(rows / seconds, peak, peak - before))


def _resident_kb(which: str) -> int:
    """Return the resident memory, now or at its peak. In a new process, the peak of `getrusage` is that of its
    parent."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{which}:"))


def garner_xlsx(url: str, job: int, path: Path) -> int:
    return asyncio.run(_garner(url, job, path, Format.XLSX))


def garner_csv(url: str, job: int, path: Path) -> int:
    return asyncio.run(_garner(url, job, path, Format.CSV))


async def _garner(url: str, job_id: int, path: Path, format: Format) -> int:
    async with Database(url, size=1) as database:
        job = await _job(database, job_id)
        await write_job(database, job, format, path)
        return (await prepare(database, job, EVERYTHING, format)).rows


def peer_xlsx(url: str, job: int, path: Path) -> int:
    options = {"constant_memory": True}
    with xlsxwriter.Workbook(str(path), options) as workbook:
        sheet = workbook.add_worksheet()
        write_string, write_number = sheet.write_string, sheet.write_number
        count = 0
        with _rows(url, job) as (headers, rows):
            sheet.write_row(0, 0, headers)
            for count, cells in enumerate(rows, 1):
                for column, cell in enumerate(cells):
                    if type(cell) is str:
                        write_string(count, column, cell)
                    elif cell is not None:
                        write_number(count, column, cell)
    return count


def peer_csv(url: str, job: int, path: Path) -> int:
    with path.open("w", newline="") as file, _rows(url, job) as (headers, rows):
        writer = csv.writer(file)
        writer.writerow(headers)
        count = 0
        for cells in rows:
            writer.writerow(cells)
            count += 1
    return count


@contextmanager
def _rows(url: str, job: int) -> Iterator[tuple[list[str], Iterator[list[Cell]]]]:
    """Yield the headers and the rows as a peer reads them: also page by page, over one connection."""
    columns = asyncio.run(_export(url, job)).columns
    with psycopg.connect(url, autocommit=True) as connection:
        yield columns.headers, (cells for page in _pages(connection, job) for cells in columns.cells(page))


PAGE = """
    select row_no, id::text, status, attempts, error_code, last_error, result_json::text, input_json::text
    from job_items where job_id = %s and row_no > %s order by row_no limit %s
"""


def _pages(connection: psycopg.Connection, job: int) -> Iterator[list[ExportRow]]:
    last = 0
    while page := [ExportRow._make(row) for row in connection.execute(PAGE, (job, last, PEER_PAGE_ROWS), prepare=True)]:
        last = page[-1].row
        yield page


async def _export(url: str, job_id: int) -> Export:
    async with Database(url, size=1) as database:
        return await prepare(database, await _job(database, job_id), EVERYTHING, Format.XLSX)


async def _job(database: Database, job_id: int) -> OwnedJob:
    async with database.connection() as connection:
        job = await job_views.find_owned(connection, job_id, None)
    assert job is not None
    return job


def _faster(ours: str, theirs: str, made: dict[str, Made], wanted: float) -> Result:
    mine, other = made[ours].rows_per_second, made[theirs].rows_per_second
    detail = f"{mine:,.0f} rows/s; {theirs} {other:,.0f} rows/s"
    return Result("G9", f"export as {ours} against {theirs}", mine / other, wanted, detail)


def _smaller(made: dict[str, Made]) -> Result:
    mine, other = made["xlsx"].grown_kb, made["xlsxwriter"].grown_kb
    detail = f"{mine / 1024:.1f} MB; xlsxwriter in constant memory {other / 1024:.1f} MB"
    return Result("G9", "memory of xlsxwriter against that of the export", other / mine, 1.0, detail)


def _flat(name: str, small: Made, large: Made, few: int, many: int) -> Result:
    detail = f"{_megabytes(small)} at {few:,} rows, {_megabytes(large)} at {many:,}"
    what = f"memory of an export as {name}, allowed growth against real"
    return Result("G9", what, FLAT * small.peak_kb / large.peak_kb, 1.0, detail)


def _megabytes(made: Made) -> str:
    return f"{made.peak_kb / 1024:.1f} MB ({made.grown_kb / 1024:.1f} since it began)"
