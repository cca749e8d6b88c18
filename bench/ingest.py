"""G3: the rows of a file, stored and compared with each other, against COPY of the same rows.

COPY gets the result of the ingest, column by column and as fast as it takes it, in one transaction, into the same
tables with the same indexes. The ingest reads the file, maps its columns, makes raw and canonical JSON, finds repeated
rows, numbers and counts, in batches of the size that its controller decides. Over HTTP a client sends the file to
`garner serve` and waits until every row is stored. Memory is the peak of a process of its own, with a million rows
compared with a hundred thousand.
"""

import asyncio
import multiprocessing
import tempfile
import time
from contextlib import ExitStack
from multiprocessing.connection import Connection
from pathlib import Path

import httpx
import psycopg

from bench.api import serving_garner
from bench.result import Result
from bench.server import Server, interleaved
from garner.blobs import local_blobs
from garner.engine import Engine
from garner.engine.files.reading_threads import ReadingThreads
from garner.engine.files.spool import describe_file
from garner.engine.files.uploads import Sender, UploadOptions, submit_files
from garner.postgres.database import Database
from garner.runtime.ingest.ingester import Ingester
from garner.settings import Settings
from garner.store.ingest.rows import COLUMNS, COPY

ROWS, QUICK_ROWS = 100_000, 30_000
TIMES_MORE = 10  # rows, for memory
FLAT = 1.3
REPEATED = 50  # every so many rows repeat an earlier one
CHUNK_BYTES = 1 << 18

USER = "insert into users (email) values ('ana@example.com') returning user_id"
COUNTED = "select count(*), count(distinct row_no) from job_items"


def against_copy(server: Server, quick: bool) -> list[Result]:
    count = QUICK_ROWS if quick else ROWS
    with tempfile.TemporaryDirectory(prefix="garner-bench-ingest-") as folder, ExitStack() as held:
        file = table(Path(folder), count)
        saved = ingested(server, file, Path(folder))
        rate = interleaved(
            {
                "copy": lambda: copied(server, saved, count),
                "ingest": lambda: count / seconds_to_ingest(server, file, Path(folder)),
                "http": lambda: count / seconds_through_http(server, file, count),
            }
        )
        peaks = {rows: _peak(server, table(Path(folder), rows), held) for rows in (count, count * TIMES_MORE)}
    return [
        _against(rate, "ingest", "ingest against COPY", 0.6),
        _against(rate, "http", "ingest through HTTP against COPY", 0.35),
        _flat(peaks),
    ]


def _against(rate: dict[str, float], name: str, what: str, wanted: float) -> Result:
    return Result(
        "G3", what, rate[name] / rate["copy"], wanted, f"{rate[name]:,.0f} rows/s; COPY {rate['copy']:,.0f} rows/s"
    )


def _flat(peaks: dict[int, int]) -> Result:
    (few, small), (many, large) = sorted(peaks.items())
    detail = f"{large / 1024:,.0f} MB at {many:,} rows, {small / 1024:,.0f} MB at {few:,}"
    return Result(
        "G3", f"memory at {TIMES_MORE} times the rows, the other way round", FLAT * small / large, 1.0, detail
    )


def table(folder: Path, count: int) -> Path:
    path = folder / f"{count}.csv"
    if not path.exists():
        with path.open("w") as file:
            file.write("Name,Brand,Article,EAN,Price,Category\n")
            for number in range(count):
                n = number // 2 if number % REPEATED == REPEATED - 1 else number
                file.write(
                    f'"Red lentils, organic, {n} g",Example & Sons,A-{n},{n:013},{n % 9000 / 100},Pantry > Pulses\n'
                )
    return path


def copied(server: Server, saved: bytes, count: int) -> float:
    """Return the rows per second of COPY alone."""
    with server.migrated() as url, psycopg.connect(url) as connection:
        connection.execute(USER)
        connection.execute("insert into jobs (job_type, kind, user_id) values ('table', 'product', 1)")
        connection.commit()
        started = time.perf_counter()
        with connection.cursor().copy(COPY) as copy:
            for start in range(0, len(saved), CHUNK_BYTES):
                copy.write(saved[start : start + CHUNK_BYTES])
        connection.commit()
        seconds = time.perf_counter() - started
        assert connection.execute(COUNTED).fetchone() == (count, count), "a row is missing"
    return count / seconds


def ingested(server: Server, file: Path, folder: Path) -> bytes:
    """Return the result of the ingest, as COPY takes it."""
    everything = f"copy (select {COLUMNS} from job_items order by row_no) to stdout"
    with server.migrated() as url:
        asyncio.run(_ingest(url, file, folder))
        with psycopg.connect(url) as connection, connection.cursor().copy(everything) as copy:
            return b"".join(bytes(piece) for piece in copy)


def seconds_to_ingest(server: Server, file: Path, folder: Path) -> float:
    with server.migrated() as url:
        return asyncio.run(_ingest(url, file, folder))


async def _ingest(url: str, file: Path, folder: Path) -> float:
    """Return the seconds from a stored file to stored rows."""
    settings = Settings.from_values(data_dir=folder)
    async with Database(url, size=5) as database:
        engine = Engine(settings, database, local_blobs(folder / "bodies"), wake=lambda stage: None)
        async with database.connection() as connection:
            await connection.execute(USER)
        await submit_files(
            engine, ReadingThreads(), [describe_file(file, file.name)], Sender(1), UploadOptions("product")
        )
        started = time.perf_counter()
        assert await Ingester(engine, "bench").run_next()
        seconds = time.perf_counter() - started
        async with database.connection() as connection:
            cursor = await connection.execute("select rows_numbered, last_error from jobs")
            job = await cursor.fetchone()
        assert job is not None and job["last_error"] is None, job
    return seconds


def seconds_through_http(server: Server, file: Path, count: int) -> float:
    """Return the seconds from the first byte that is sent to the answer that every row is stored."""
    with server.migrated() as url, serving_garner(url, GARNER_INGEST_WAIT_SECONDS="300") as address:
        token = httpx.post(f"{address}/auth/local", json={"email": "ana@example.com"}).json()["access_token"]
        started = time.perf_counter()
        with file.open("rb") as body:
            answer = httpx.post(
                f"{address}/api/jobs",
                files={"file": (file.name, body)},
                data={"kind": "product"},
                headers={"Authorization": f"Bearer {token}"},
                timeout=300,
            )
        seconds = time.perf_counter() - started
        assert answer.status_code == 201, answer.text
        with psycopg.connect(url) as connection:
            assert connection.execute(COUNTED).fetchone() == (count, count), "a row is missing"
    return seconds


def _peak(server: Server, file: Path, held: ExitStack) -> int:
    """Return the peak memory, in KB, of a process that ingests a file."""
    processes = multiprocessing.get_context("spawn")
    here, there = processes.Pipe()
    folder = held.enter_context(tempfile.TemporaryDirectory(prefix="garner-bench-memory-"))
    with server.migrated() as url:
        process = processes.Process(target=_measure, args=(there, url, file, Path(folder)))
        process.start()
        peak: int = here.recv()
        process.join()
    return peak


def _measure(answer: Connection, url: str, file: Path, folder: Path) -> None:
    asyncio.run(_ingest(url, file, folder))
    answer.send(_peak_of_this_process())


def _peak_of_this_process() -> int:
    """Return the kernel's own account of this program. The value of `getrusage` is at least that of the parent process,
    and would hide any smaller peak."""
    (line,) = (line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1])
