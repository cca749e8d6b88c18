"""F5: the connections to the database stay open and fall silent. A proxy swallows and acknowledges all data."""

import asyncio
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
from tests.acceptance.fault_ledger import ask, submit
from tests.acceptance.fault_processes import CLIENT_TIMEOUT_SECONDS, LONG, Garner, garner, wait_until
from tests.acceptance.fault_proxy import SwallowingProxy
from tests.acceptance.fault_site import FaultSite

from garner.errors import Unavailable
from garner.postgres.database import Database

LEASE_SECONDS = 4.0
NOTICED_SECONDS = 10.0
RECOVERED_SECONDS = 15.0 if LONG else 60.0

pytestmark = pytest.mark.slow


@pytest.fixture
def site() -> Iterator[FaultSite]:
    with FaultSite() as opened:
        yield opened


@pytest.fixture
def proxy(database_url: str) -> Iterator[SwallowingProxy]:
    with SwallowingProxy(database_url) as opened:
        yield opened


@pytest.fixture
def processes(proxy: SwallowingProxy, tmp_path: Path) -> Iterator[Garner]:
    with garner(tmp_path, DATABASE_URL=proxy.url, LOCK_FLOOR_MS=str(int(LEASE_SECONDS * 1000))) as started:
        yield started


def test_a_worker_detects_a_silent_database_stops_fetching_and_recovers(processes, proxy, site, database_url):
    held = site.url("/pages/held")
    answer = site.hold(held)
    worker = processes.ready_worker()
    submit(database_url, [held])
    site.await_arrival(held)
    time.sleep(0.2)  # until some connections are idle and some busy
    proxy.swallow()
    silent = time.monotonic()
    wait_until(lambda: worker.events("database_lost"), what="the notice")
    wait_until(lambda: worker.events("lease_lost"), what="the end of the fetch")
    stopped = time.monotonic() - silent
    assert stopped <= NOTICED_SECONDS or not LONG
    [lease] = ask(database_url, "select lease_until from work")
    gave_up_at = datetime.fromisoformat(worker.events("lease_lost")[0]["timestamp"])
    assert gave_up_at < lease["lease_until"]  # before the lease expired
    later = site.urls(10, "later")
    submit(database_url, later)
    time.sleep(1.0)
    arrived = len(site.arrivals)
    assert arrived == 1
    answer()
    proxy.heal()
    healed = time.monotonic()
    wait_until(
        lambda: ask(database_url, "select count(*) from job_items where status = 'DONE'")[0]["count"] == 11,
        RECOVERED_SECONDS,
        "recovery",
    )
    print(f"\nstopped after {stopped:.1f} s, recovered {time.monotonic() - healed:.1f} s after the silence")
    assert worker.events("loop_failed") == []


async def test_a_statement_without_an_answer_raises_unavailable(proxy):
    async with Database(proxy.url, size=2) as database:
        await database.ping()
        proxy.swallow()
        began = time.monotonic()
        with pytest.raises(Unavailable):
            async with asyncio.timeout(CLIENT_TIMEOUT_SECONDS):
                await database.ping()
        assert time.monotonic() - began <= NOTICED_SECONDS or not LONG
        proxy.heal()
        await database.ping()


async def test_a_slow_statement_is_not_interrupted(proxy):
    async with Database(proxy.url, size=2) as database, database.connection() as connection:
        await connection.execute("select pg_sleep(4)")
        cursor = await connection.execute("select 1 as one")
        assert await cursor.fetchone() == {"one": 1}
