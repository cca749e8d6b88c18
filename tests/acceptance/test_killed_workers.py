"""A job whose workers are killed: no row is lost, none is reported twice, and the counters equal a recount."""

import asyncio
import random
import signal
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg.rows import dict_row
from tests.acceptance.fault_ledger import ask
from tests.acceptance.fault_processes import LONG, Garner, garner, wait_until
from tests.acceptance.fault_site import FaultSite
from tests.integration.job_helpers import new_fed_job, recount

SETTINGS = {
    "LOCK_FLOOR_MS": "2000",
    "GARNER_NOT_FOUND_RETRY_SECONDS": "0.1",
    "GARNER_JOB_WINDOW": "40",
    "GARNER_CRAWL_CONCURRENCY": "10",
    "MAX_ATTEMPTS_ERROR": "50",
}
pytestmark = pytest.mark.slow

ROWS, KILLS = (2000, 20) if LONG else (120, 3)


@pytest.fixture
def site() -> Iterator[FaultSite]:
    with FaultSite() as opened:
        yield opened


@pytest.fixture
def processes(database_url: str, tmp_path: Path) -> Iterator[Garner]:
    with garner(tmp_path, DATABASE_URL=database_url, **SETTINGS) as started:
        yield started


def make_job(url: str, addresses: list[str | None]) -> int:
    async def make() -> int:
        async with await psycopg.AsyncConnection.connect(url, row_factory=dict_row) as connection:
            return await new_fed_job(connection, addresses)

    return asyncio.run(make())


def counters(url: str, job_id: int) -> dict[str, int]:
    async def look() -> dict[str, int]:
        async with await psycopg.AsyncConnection.connect(url, row_factory=dict_row) as connection:
            await connection.set_isolation_level(psycopg.IsolationLevel.REPEATABLE_READ)
            return await recount(connection, job_id)

    return asyncio.run(look())


def ended(url: str, job_id: int) -> int:
    query = "select count(*) from job_items where job_id = %s and completed_at is not null"
    return int(ask(url, query, (job_id,))[0]["count"])


def state(url: str, job_id: int) -> str:
    return str(ask(url, "select queue_state from jobs where id = %s", (job_id,))[0]["queue_state"])


def test_a_job_whose_workers_are_killed_ends_with_every_row_reported_once(
    processes: Garner, site: FaultSite, database_url: str
) -> None:
    site.answer_seconds = 0.1
    pages = iter(site.urls(ROWS // 2))
    job_id = make_job(database_url, [next(pages) if place % 2 else None for place in range(ROWS)])
    living = [processes.worker(), processes.worker()]
    wait_until(lambda: ended(database_url, job_id), 30, "a first row")
    for _ in range(KILLS):
        before = ended(database_url, job_id)
        victim = living.pop(random.randrange(2))
        victim.send_signal(signal.SIGKILL)
        assert sum(counters(database_url, job_id).values()) == ROWS
        living.append(processes.worker())
        wait_until(lambda before=before: ended(database_url, job_id) > before or before == ROWS, 30, "another row")
    wait_until(lambda: state(database_url, job_id) == "DONE", 120, "the end of the job")
    assert counters(database_url, job_id) == {"done": ROWS // 2, "not_found": ROWS // 2}
    assert ask(database_url, "select from work") == []
    assert processes.events("reconciled") == processes.events("loop_failed") == []
    asked_for = [event["item_id"] for event in processes.events("item_ended")]
    assert len(asked_for) == len(set(asked_for))
