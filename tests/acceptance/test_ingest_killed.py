"""kill -9 during an ingest: another process continues, no row is lost, and none is stored twice."""

import random
import signal
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from psycopg.rows import dict_row
from tests.acceptance.fault_processes import LONG, Garner, GarnerProcess, garner, wait_until
from tests.services import send_file

from garner.blobs import local_blobs
from garner.engine import Engine
from garner.engine.files.uploads import Sender, UploadOptions
from garner.postgres.database import Database
from garner.settings import Settings
from garner.store.jobs import jobs

pytestmark = pytest.mark.slow

ROWS = 50_000 if LONG else 25_000
FEWER = 8_000
KILLS = 3
FIRST_REPEAT = ROWS * 4 // 5  # from here on, rows repeat the first ones


def title(number: int) -> str:
    return f"Thing {number % FIRST_REPEAT}"


@pytest.fixture
def processes(tmp_path: Path, database_url: str) -> Iterator[Garner]:
    # Small batches, for many instants to be killed at; a short lease, for short waits.
    small = {"INGEST_MAX_ROWS": "512", "LOCK_FLOOR_MS": "2500", "LOCK_CAP_MS": "2500"}
    with garner(tmp_path, DATABASE_URL=database_url, **small) as started:
        yield started


def one(url: str, statement: str, *parameters: object) -> dict[str, Any]:
    [row] = asked(url, statement, *parameters)
    return row


def asked(url: str, statement: str, *parameters: object) -> list[dict[str, Any]]:
    with psycopg.connect(url, row_factory=dict_row) as connection:
        return connection.execute(statement.encode(), parameters).fetchall()


@asynccontextmanager
async def opened(url: str, folder: Path) -> AsyncIterator[Engine]:
    settings = Settings.from_values(data_dir=folder)
    async with Database(url, size=3) as database:
        yield Engine(settings, database, local_blobs(folder / "bodies"), wake=lambda stage: None)


async def submitted(url: str, folder: Path, count: int = ROWS) -> int:
    file = folder / "many.csv"
    file.write_text("Name,Number\n" + "".join(f"{title(n)},{n % FIRST_REPEAT}\n" for n in range(count)))
    user = one(url, "insert into users (email) values (%s) returning user_id", f"{uuid4().hex}@example.com")["user_id"]
    async with opened(url, folder) as engine:
        made = await send_file(engine, file, file.name, Sender(user), UploadOptions("product"))
    return made.job_id


def rows_in(url: str) -> int:
    return int(one(url, "select coalesce(max(row_no), 0) as rows from job_items")["rows"])


@pytest.mark.timeout(600)
async def test_repeatedly_killed_readers_store_every_row_once(
    processes: Garner, database_url: str, tmp_path: Path
) -> None:
    job_id = await submitted(database_url, tmp_path)
    for kill in range(KILLS):
        reader = processes.worker()
        wanted = (kill + 1) * ROWS // (KILLS + 2)
        wait_until(lambda wanted=wanted: rows_in(database_url) >= wanted, 180, f"row {wanted:,}")
        reader.kill()
        assert rows_in(database_url) < ROWS, "it was killed too late"
    last = processes.worker()
    done = "select ingested_at is not null as is_in from jobs where id = %s"
    wait_until(lambda: one(database_url, done, job_id)["is_in"], 240, "the last row")
    last.send_signal(signal.SIGTERM)
    last.wait(30)

    with psycopg.connect(database_url, row_factory=dict_row) as connection:
        found = connection.execute("select * from job_items order by row_no").fetchall()
    assert [row["row_no"] for row in found] == list(range(1, ROWS + 1))
    assert [row["normalized_json"]["title"] for row in found] == [title(n) for n in range(ROWS)]
    firsts = {row["id"]: row["row_no"] for row in found[:FIRST_REPEAT]}
    assert all(row["twin_of"] is None for row in found[:FIRST_REPEAT])
    assert [firsts[row["twin_of"]] for row in found[FIRST_REPEAT:]] == list(range(1, ROWS - FIRST_REPEAT + 1))
    ingest = one(database_url, "select * from ingests")
    assert (ingest["rows_read"], ingest["bad_rows"], ingest["error"]) == (ROWS, 0, None)
    async with opened(database_url, tmp_path) as engine, engine.database.connection() as connection:
        counts = await jobs.counts(connection, job_id)
    assert counts is not None and counts["total"] == ROWS
    states = one(
        database_url, "select count(*) filter (where completed_at is null) as open, count(*) as total from job_items"
    )
    assert counts["pending"] + counts["processing"] == states["open"]
    assert one(database_url, "select rows_numbered from jobs")["rows_numbered"] == ROWS
    assert len(processes.events("ingest_finished")) == 1
    assert len(processes.events("ingest_started")) == KILLS + 1


HOLDS_ITS_FILE = """
    select 1 from pg_stat_activity
    where datname = current_database() and application_name = 'garner' and backend_xid is not null
      and wait_event = 'ClientRead' and query ~ 'copy job_items|update ingests set rows_read'
"""


def freeze_within_a_transaction(url: str, reader: GarnerProcess) -> None:
    """Stop it at the worst point: with its file and job locked, and the server waiting for its next statement."""
    for _ in range(200):
        reader.send_signal(signal.SIGSTOP)
        time.sleep(0.1)  # by then the server has executed earlier statements
        if asked(url, HOLDS_ITS_FILE):
            return
        reader.send_signal(signal.SIGCONT)
        time.sleep(random.uniform(0, 0.01))
    raise AssertionError("it was never stopped within a transaction")


@pytest.mark.timeout(300)
async def test_a_reader_stopped_past_its_lease_writes_nothing_more(
    processes: Garner, database_url: str, tmp_path: Path
) -> None:
    """It is stopped past its lease within a transaction, and resumes while another reads the file."""
    job_id = await submitted(database_url, tmp_path, FEWER)
    zombie = processes.worker()
    wait_until(lambda: rows_in(database_url) >= 2_000, 120, "some rows")
    freeze_within_a_transaction(database_url, zombie)
    assert rows_in(database_url) < FEWER, "it was stopped too late"
    other = processes.worker()
    wait_until(lambda: len(other.events("ingest_started")) > 0, 60, "another reader")
    wait_until(lambda: other.events("frozen_session_ended"), 30, "word of what it had to end")
    zombie.send_signal(signal.SIGCONT)
    done = "select ingested_at is not null as is_in from jobs where id = %s"
    wait_until(lambda: one(database_url, done, job_id)["is_in"], 240, "the last row")
    wait_until(lambda: zombie.events("lease_lost"), 30, "word of the lost file")
    counted = one(database_url, "select count(*) as rows, count(distinct row_no) as numbers from job_items")
    assert counted == {"rows": FEWER, "numbers": FEWER}
    assert one(database_url, "select rows_read from ingests")["rows_read"] == FEWER

    other.send_signal(signal.SIGTERM)
    other.wait(30)
    next_id = await submitted(database_url, tmp_path, 10)
    wait_until(lambda: one(database_url, done, next_id)["is_in"], 60, "the next file, read by the one that came back")
    assert processes.events("loop_failed") == []
