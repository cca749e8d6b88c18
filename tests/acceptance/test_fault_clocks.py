"""F11: processes whose clocks are an hour ahead or behind, beside one whose clock is right. Every time that matters
is the database's, and every duration is measured by a monotonic clock: nothing is early, and nothing late."""

import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from bench.pulse import widest_gaps
from tests.acceptance import fault_cleaning
from tests.acceptance.fault_clock import (
    AHEAD,
    BEHIND,
    HOUR,
    RIGHT,
    SettableClock,
    clock,
    postgres_with_settable_clock,
    seconds_off,
)
from tests.acceptance.fault_ledger import Ledger, ask, attempts, submit
from tests.acceptance.fault_processes import LONG, Garner, GarnerProcess, garner, wait_until
from tests.acceptance.fault_server import Served, serve
from tests.acceptance.fault_site import HOSTS, FaultSite

from garner.core.retention import SETTLING

LEASE_SECONDS = 6.0  # longer than a busy machine stops a process
LONG_LEASE = {"LOCK_FLOOR_MS": "15000"}  # long enough for a busy machine
CLOCKS = (AHEAD, RIGHT, BEHIND)

pytestmark = pytest.mark.slow


@pytest.fixture
def site() -> Iterator[FaultSite]:
    with FaultSite() as opened:
        yield opened


@pytest.fixture
def processes(database_url: str, tmp_path: Path) -> Iterator[Garner]:
    settings = {"LOCK_FLOOR_MS": str(int(LEASE_SECONDS * 1000)), "GARNER_POLL_SECONDS": "0.5"}
    with garner(tmp_path, DATABASE_URL=database_url, **settings) as started:
        yield started


def workers(processes: Garner, *clocks: float, **settings: str) -> list[GarnerProcess]:
    started = [processes.worker(**clock(off), **settings) for off in clocks]
    for worker, off in zip(started, clocks, strict=True):
        worker.await_event("started")
        assert seconds_off(worker) == off
    return started


def test_a_lease_has_its_full_duration_despite_wrong_clocks(processes, site, database_url):
    pages = [site.url("/pages/held", host) for host in (1, 2)]
    let_go = [site.hold(page) for page in pages]
    submit(database_url, pages)
    holders = workers(processes, AHEAD, BEHIND, GARNER_CRAWL_CONCURRENCY="1")
    for page in pages:
        site.await_arrival(page)
    workers(processes, RIGHT)
    time.sleep(2 * LEASE_SECONDS)
    assert [site.served(page) for page in pages] == [1, 1]
    assert processes.events("lease_lost") == processes.events("leases_swept") == []
    killed = time.monotonic()
    for holder in holders:
        holder.kill()
    again = [site.await_arrival(page, 2) - killed for page in pages]
    print(f"\nbegun again {again[0]:.1f} and {again[1]:.1f} s after their holders were killed")
    wait_until(lambda: [attempts(database_url, page) for page in pages] == [["worker_lost", "ok"]] * 2)
    for answer in let_go:
        answer()


def test_workers_with_different_clocks_fetch_pages_once_politely_and_retry_in_time(processes, site, database_url):
    delay, each = 0.5, 40 if LONG else 6
    failing = [site.url(f"/failing/{number}", host=number) for number in (1, 2, 3)]
    pages = [*failing, *site.urls(each * HOSTS)]
    submit(database_url, pages, delay_seconds=delay)
    workers(processes, *CLOCKS, GARNER_CRAWL_CONCURRENCY="8", GARNER_OBEY_ROBOTS="true", **LONG_LEASE)
    with Ledger(database_url, len(pages)) as ledger:
        ledger.await_all_ended(60)
    assert ledger.objections == []
    assert ledger.samples[-1].states == {"DONE": len(pages)}
    assert [site.served(page) for page in pages] == [2] * len(failing) + [1] * each * HOSTS
    gaps = _gaps(site)
    retries = [site.await_arrival(page, 2) - site.await_arrival(page, 1) for page in failing]
    print(f"\nsmallest gap {min(gaps):.2f} s, retries after {', '.join(f'{one:.1f}' for one in retries)} s")
    assert min(gaps) >= 0.9 * delay
    assert all(0.5 <= retry < HOUR / 2 for retry in retries)  # behind the others of its domain
    rows = ask(database_url, "select worker, outcome, count(*) from crawl_attempts group by 1, 2")
    assert len({row["worker"] for row in rows}) == len(CLOCKS)
    assert sum(row["count"] for row in rows if row["outcome"] == "robots_read") == HOSTS  # and then cached
    assert processes.events("lease_lost") == processes.events("leases_swept") == processes.events("reconciled") == []


def _gaps(site: FaultSite) -> list[float]:
    """Return the gaps between consecutive requests to the same domain, at their widest."""
    by_host = defaultdict(list)
    for arrival in site.arrivals:
        by_host[httpx.URL(arrival.url).host].append(arrival.noticed)
    return [gap for arrivals in by_host.values() for gap in widest_gaps(arrivals)]


def test_freshness_and_due_times_do_not_depend_on_the_clock_of_the_server(processes, site, database_url):
    half_an_hour = {"RECIPE_TTL_DAYS": str(0.5 / 24)}
    ahead, behind = (serve(processes, **clock(off), **half_an_hour) for off in (AHEAD, BEHIND))
    wait_until(lambda: len(ahead.process.events("started")) == len(behind.process.events("started")) == 2)
    assert (seconds_off(ahead.process), seconds_off(behind.process)) == (AHEAD, BEHIND)
    page, soon, later = site.url("/pages/soup"), site.url("/pages/soon", 2), site.url("/pages/later", 3)
    _order(ahead, database_url, later, timedelta(minutes=30))
    ordered = time.monotonic()
    _order(behind, database_url, soon, timedelta(seconds=2))
    assert _ask_for(ahead, page) == 202
    _await_completed(database_url, page)
    assert [_ask_for(server, page) for server in (ahead, behind)] == [200, 200]
    for server in (behind, ahead):
        ask(database_url, "update recipes set parsed_at = now() - interval '40 minutes' returning 1")
        assert _ask_for(server, page) == 202
        _await_completed(database_url, page)
    assert site.served(page) == 3
    assert 1.9 <= site.await_arrival(soon) - ordered < HOUR / 2
    assert site.served(later) == 0
    [written] = ask(
        database_url, "select now() - min(created_at) as first, now() - max(updated_at) as last from job_items"
    )
    assert timedelta(0) <= written["last"] <= written["first"] <= timedelta(minutes=10)


def _ask_for(server: Served, page: str) -> int:
    return httpx.post(f"{server.address}/parse-requests", json={"url": page}).status_code


def _order(server: Served, url: str, page: str, wait: timedelta) -> None:
    """Order the page for `wait` from now, by the database's clock."""
    [row] = ask(url, "select now() + %s as moment", (wait,))
    order = {"urls": [page], "kinds": ["recipe"], "scheduledAt": row["moment"].isoformat()}
    httpx.post(f"{server.address}/api/admin/crawl-tasks", json=order).raise_for_status()


def _await_completed(url: str, page: str) -> None:
    left = "select 1 from job_items where url = %s and status <> 'DONE'"
    wait_until(lambda: not ask(url, left, (page,)), what="the end of every request")


def test_bodies_are_deleted_by_age_and_not_by_the_clock_of_the_cleanup_process(processes, database_url):
    bodies = processes.folder / "bodies"
    half_an_hour = timedelta(minutes=30)
    settling = _body(bodies / "settling", age=SETTLING - half_an_hour)
    for off in (BEHIND, AHEAD):
        settled = _body(bodies / "settled", age=SETTLING + half_an_hour)
        processes.run(fault_cleaning.__file__, GARNER_BODY_MAX_GB="1e-10", **clock(off))
        assert settling.exists() and not settled.exists()


def _body(folder: Path, age: timedelta) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    body = folder / f"{'0' * 64}.zst"
    body.write_bytes(b"a body")
    moment = time.time() - age.total_seconds()
    os.utime(body, (moment, moment))
    return body


@pytest.fixture
def clocks() -> Iterator[SettableClock]:
    with tempfile.TemporaryDirectory(prefix="garner-test-") as name, postgres_with_settable_clock(Path(name)) as made:
        yield made


def test_known_sites_continue_within_a_minute_when_the_database_clock_goes_back_an_hour(site, clocks, tmp_path):
    with garner(tmp_path, DATABASE_URL=clocks.url, LOCK_FLOOR_MS="2000") as processes:
        workers(processes, RIGHT)
        known = site.urls(HOSTS)
        submit(clocks.url, known, delay_seconds=0.5)
        wait_until(lambda: all(site.served(page) for page in known), what="the first pages of each site")
        wait_until(lambda: ask(clocks.url, "select 1 from database_clock where latest_at > now() - interval '9 s'"))
        clocks.set(BEHIND)
        again = [f"{page}-again" for page in known]
        submit(clocks.url, again, delay_seconds=0.5)
        went_on = wait_until(lambda: all(site.served(page) for page in again), what="each site again")
        print(f"\nknown sites went on {went_on:.1f} s after the clock went back")
        [event] = processes.events("database_clock_went_back")
        assert 3500 <= event["seconds"] <= 3700 and event["rows"] > 0
    assert "The database's clock went back by 60 min" in _doctor(clocks.url, tmp_path)


def _doctor(url: str, folder: Path) -> str:
    environment = os.environ | {"DATABASE_URL": url, "GARNER_DATA_DIR": str(folder)}
    doctor = [sys.executable, "-m", "garner", "doctor"]
    return subprocess.run(doctor, env=environment, capture_output=True, text=True, check=False).stdout
