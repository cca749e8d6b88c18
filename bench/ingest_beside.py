"""G3 beside other work: one real worker reads a file while it has rows to match, and files of identical rows.

Matching costs processor time, so ingest beside it is compared with ingest beside processes that use as much and leave
the database alone. The rows that are matched are in no catalogue. Of identical rows all but the first repeat another,
and are settled as the file is read.
"""

import asyncio
import math
import multiprocessing
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from bench.ingest import USER, table
from bench.result import Result
from bench.server import Server
from bench.workers import at_work
from garner.blobs import local_blobs
from garner.engine import Engine
from garner.engine.files.reading_threads import ReadingThreads
from garner.engine.files.spool import describe_file
from garner.engine.files.uploads import Sender, UploadOptions, submit_files
from garner.postgres.database import Database
from garner.settings import Settings

ROWS, QUICK_ROWS = 1_000_000, 100_000
TO_MATCH = 300_000
MATCH_SECONDS = 15.0
MAX_SECONDS = 600.0
TURN_SECONDS = 0.01

JOB_TO_MATCH = """
    with job as (
        insert into jobs (job_type, kind, ingested_at, rows_numbered) values ('table', 'product', now(), %(count)s)
        returning id),
    row as (
        insert into job_items (id, job_id, row_no, origin, job_type, kind, input_json, normalized_json)
        select uuidv7(), job.id, n, 'batch', 'table', 'product', given.row, given.row
        from job, generate_series(1, %(count)s) n
        cross join lateral (select jsonb_build_object('title', 'Cast iron pan ' || n) as row) given),
    counted as (
        insert into job_deltas (job_id, total, pending) select id, %(count)s, %(count)s from job)
    insert into lanes (stage, job_id, feed_at) select 'match', id, now() from job
"""
MATCHED = """
    select (select not_found from jobs where id = 1)
           + (select coalesce(sum(not_found), 0) from job_deltas where job_id = 1)
"""
FINISHED = "select finished_at is not null from ingests order by id desc limit 1"
SESSIONS = "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"

Connection = psycopg.Connection[tuple[object, ...]]


def beside_other_work(server: Server, quick: bool) -> list[Result]:
    count = QUICK_ROWS if quick else ROWS
    with tempfile.TemporaryDirectory(prefix="garner-bench-beside-") as folder:
        different, identical = table(Path(folder), count), _identical_rows(Path(folder), count)
        matched_alone, matched_beside, cores, beside = _beside_matching(server, different, count)
        with _burning(cores):
            burning = _rate(server, different, count)
        alone, same = _rate(server, different, count), _rate(server, identical, count)
    rates = f"{beside:,.0f} rows/s; {burning:,.0f} rows/s beside {cores:.1f} busy cores"
    kept = f"{matched_beside:,.0f} rows/s; {matched_alone:,.0f} rows/s alone"
    repeated = f"{same:,.0f} rows/s; different {alone:,.0f} rows/s"
    return [
        Result("G3", "ingest beside matching against ingest beside an equal load", beside / burning, 0.7, rates),
        Result("G3", "matching beside ingest against matching alone", matched_beside / matched_alone, 0.5, kept),
        Result("G3", f"{count:,} identical rows against different ones", same / alone, 0.7, repeated),
    ]


def _identical_rows(folder: Path, count: int) -> Path:
    path = folder / "identical.csv"
    row = '"Red lentils, organic, 500 g",Example & Sons,A-500,4006381333931,1.5,Pantry > Pulses\n'
    path.write_text("Name,Brand,Article,EAN,Price,Category\n" + row * count)
    return path


def _beside_matching(server: Server, file: Path, count: int) -> tuple[float, float, float, float]:
    """Return the rows matched per second alone and beside ingest, how many cores matching alone keeps busy, and the
    rows ingested per second beside it."""
    with _worker(server) as (connection, workers, ingest):
        connection.execute(JOB_TO_MATCH, {"count": TO_MATCH})
        _wait(lambda: _number(connection, MATCHED) > 0)
        began, before, burned = time.monotonic(), _number(connection, MATCHED), _processor_seconds(connection, workers)
        time.sleep(MATCH_SECONDS)
        seconds = time.monotonic() - began
        alone = (_number(connection, MATCHED) - before) / seconds
        cores = (_processor_seconds(connection, workers) - burned) / seconds
        before = _number(connection, MATCHED)
        took = ingest(file)
        beside = (_number(connection, MATCHED) - before) / took
        assert _number(connection, MATCHED) < TO_MATCH, "all rows were matched before the file was read"
    return alone, beside, cores, count / took


def _rate(server: Server, file: Path, count: int) -> float:
    with _worker(server) as (_, _, ingest):
        return count / ingest(file)


@contextmanager
def _worker(server: Server) -> Iterator[tuple[Connection, list[int], Callable[[Path], float]]]:
    """Yield a running worker on a database of its own, and a function that has it read a file and returns the
    seconds."""
    with (
        server.migrated() as url,
        tempfile.TemporaryDirectory(prefix="garner-bench-beside-") as folder,
        at_work(url, Path(folder), 1) as workers,
        psycopg.connect(url, autocommit=True) as connection,
    ):
        connection.execute(USER)

        def ingest(file: Path) -> float:
            asyncio.run(_submit(url, file, Path(folder)))
            began = time.monotonic()
            _wait(lambda: connection.execute(FINISHED).fetchone() == (True,))
            return time.monotonic() - began

        yield connection, workers, ingest


async def _submit(url: str, file: Path, folder: Path) -> None:
    settings = Settings.from_values(data_dir=folder)
    async with Database(url, size=2) as database:
        engine = Engine(settings, database, local_blobs(folder / "bodies"), wake=lambda stage: None)
        await submit_files(
            engine, ReadingThreads(), [describe_file(file, file.name)], Sender(1), UploadOptions("product")
        )


def _processor_seconds(connection: Connection, workers: list[int]) -> float:
    """Return the processor seconds of the workers and of the database's sessions so far."""
    sessions = [pid for (pid,) in connection.execute(SESSIONS).fetchall() if isinstance(pid, int)]
    return sum(map(_processor_seconds, [*workers, *sessions]))


def _processor_seconds(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def _burning(cores: float) -> Iterator[None]:
    count = max(1, math.ceil(cores))
    context = multiprocessing.get_context("spawn")
    burners = [context.Process(target=_burn, args=(cores / count,), daemon=True) for _ in range(count)]
    for burner in burners:
        burner.start()
    try:
        yield
    finally:
        for burner in burners:
            burner.kill()
            burner.join()


def _burn(share: float) -> None:
    while True:
        until = time.process_time() + share * TURN_SECONDS
        while time.process_time() < until:
            pass
        time.sleep((1 - share) * TURN_SECONDS)


def _number(connection: Connection, question: str) -> int:
    row = connection.execute(question.encode()).fetchone()
    assert row is not None
    return int(str(row[0]))


def _wait(condition: Callable[[], bool]) -> None:
    give_up = time.monotonic() + MAX_SECONDS
    while not condition():
        assert time.monotonic() < give_up, "it did not come"
        time.sleep(0.05)
