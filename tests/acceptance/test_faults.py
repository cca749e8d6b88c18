"""Faults that Garner survives, with real processes and real signals.

The short form runs with all other tests; `make chaos` runs the long one, with the numbers that Garner promises. How
long something takes is asserted only in the long form: beside other tests, a machine may be slow.
"""

import os
import random
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.acceptance import fault_extraction
from tests.acceptance.fault_clients import Posters, Terminator
from tests.acceptance.fault_ledger import Ledger, ask, attempts, submit
from tests.acceptance.fault_processes import LONG, Garner, GarnerProcess, await_no_orphans, garner, orphans, wait_until
from tests.acceptance.fault_server import serve
from tests.acceptance.fault_site import FaultSite, title
from tests.acceptance.pg_ctl import stop_server

from garner.core.lifecycle import IDLE_TASK
from garner.engine.asking.submitter import SINGLE_PRIORITY
from garner.pools.extractors import Extractors
from garner.postgres.embedded import embedded_postgres, postmaster_pid
from garner.runtime.loop import Loop
from garner.runtime.stages.crawl.stage import CrawlStage
from garner.runtime.stages.extract.stage import ExtractStage
from garner.settings import Settings
from garner.wiring.stages import make_fetcher

LEASE_SECONDS = 2.0
RATE_SECONDS = 10.0
LEASE = {"LOCK_FLOOR_MS": str(int(LEASE_SECONDS * 1000))}
PATIENT_LEASE_SECONDS = 4.0  # for tests that must not lose a lease while many others run beside them
PATIENT_LEASE = {"LOCK_FLOOR_MS": str(int(PATIENT_LEASE_SECONDS * 1000))}
Report = Callable[..., None]


@pytest.fixture
def site() -> Iterator[FaultSite]:
    with FaultSite() as opened:
        yield opened


@pytest.fixture
def processes(database_url: str, tmp_path: Path) -> Iterator[Garner]:
    with garner(tmp_path, DATABASE_URL=database_url, **LEASE) as started:
        yield started


@pytest.fixture
def report(request: pytest.FixtureRequest) -> Report:
    """Print figures (with -s): a passing test does not say by how much it passed."""

    def say(**figures: float) -> None:
        print(f"\n{request.node.name}:", ", ".join(f"{name} {figure:.4g}" for name, figure in figures.items()))

    return say


def leases(url: str, holders: list[GarnerProcess]) -> int:
    """Return how much work is leased to these processes."""
    names = [f"%-{process.pid}-%" for process in holders]
    [row] = ask(url, "select count(*) from work where worker like any(%s)", (names,))
    return int(row["count"])


def await_idle_tasks(url: str) -> None:
    wait_until(lambda: all(page["task"] in IDLE_TASK for page in records(url).values()))


def records(url: str) -> dict[str, Any]:
    """Return everything that settling a page writes, by URL."""
    rows = ask(
        url,
        """
        select t.url, i.status, i.attempts, i.updated_at, t.status as task, t.updated_at as moved, r.title, r.parsed_at,
               (select count(*) from record_versions v where v.url_hash = t.url_hash) as versions,
               (select count(*) from crawl_attempts a where a.crawl_task_id = t.id) as fetches
        from crawl_tasks t join job_items i using (url_hash) left join recipes r using (url_hash)
        """,
    )
    return {row["url"]: row for row in rows}


# F1 ----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_repeated_kills_of_workers_lose_nothing_and_repeat_few_fetches(processes, site, database_url, report):
    workers, batch, kills, max_pause, count = (4, 20, 40, 2.0, 20_000) if LONG else (3, 10, 6, 1.0, 350)
    site.answer_seconds = 0.05 if LONG else 0.3  # so that a kill hits pages in flight
    submit(database_url, site.urls(count))
    living = [processes.worker(GARNER_CRAWL_CONCURRENCY=str(batch)) for _ in range(workers)]
    with Ledger(database_url, count) as ledger:
        wait_until(lambda: ledger.samples[-1].ended, what="a first record")
        earlier = ledger.rate_over(RATE_SECONDS) if LONG else 0.0  # a second or two is too short to measure
        killed = _storm(processes, living, database_url, kills, max_pause)
        left = count - ledger.samples[-1].ended
        recovered = wait_until(
            lambda: not leases(database_url, killed), LEASE_SECONDS + (5 if LONG else 30), "recovery"
        )
        time.sleep(LEASE_SECONDS + 5 - recovered if LONG else 0)  # by then the rate must have recovered
        later = ledger.rate_over(RATE_SECONDS) if LONG else 0.0
        ledger.await_all_ended(600 if LONG else 60)
    extra = len(site.arrivals) - count
    dead_letters = ask(database_url, "select attempts, cause from dead_letters")
    report(recovered=recovered, earlier=earlier, later=later, extra=extra, left=left, dead_letters=len(dead_letters))
    assert ledger.objections == []
    assert 0 <= extra <= kills * batch
    assert later >= 0.95 * earlier or not LONG
    # A page lost to three kills is dead-lettered, as if it caused them.
    assert all(letter == {"attempts": 3, "cause": "worker_lost"} for letter in dead_letters)
    assert ledger.samples[-1].states.get("DONE") == count - len(dead_letters)
    assert processes.events("loop_failed") == processes.events("reconciled") == []
    wait_until(lambda: not orphans(processes), 30, "the end of what killed workers had started")


def _storm(
    processes: Garner, living: list[GarnerProcess], url: str, kills: int, max_pause: float
) -> list[GarnerProcess]:
    """Repeatedly kill a worker, preferably one with leases, and start another in its place."""
    killed = []
    for _ in range(kills):
        time.sleep(random.uniform(0.3, max_pause))
        victim = random.choice([one for one in living if leases(url, [one])] or living)
        victim.kill()
        killed.append(victim)
        living[living.index(victim)] = processes.like(victim)
    return killed


def test_work_of_a_killed_worker_is_soon_restarted(processes, site, database_url, report):
    lease = Settings().queue.lock_floor_ms / 1000 if LONG else PATIENT_LEASE_SECONDS
    settings = {"LOCK_FLOOR_MS": str(int(lease * 1000))}
    page = site.url("/pages/held")
    site.hold(page)
    submit(database_url, [page])
    first = processes.worker(**settings)
    site.await_arrival(page)
    processes.ready_worker(**settings)
    first.kill()
    killed = time.monotonic()
    again = site.await_arrival(page, 2) - killed
    report(again=again)
    assert again <= 2 * lease + (0 if LONG else 20)  # under 30 s with default settings
    wait_until(lambda: records(database_url)[page]["status"] == "DONE")
    assert attempts(database_url, page) == ["worker_lost", "ok"]


# F2 ----------------------------------------------------------------------------------------------------------


def test_a_worker_stopped_past_its_leases_changes_nothing_when_it_resumes(processes, site, database_url, report):
    finished, contested, moved = site.url("/pages/finished"), site.url("/pages/contested", 2), site.url("/moved/on", 3)
    extracting = site.url("/pages/extracting", 4)
    answer_the_sleeper = [site.hold(page) for page in (finished, contested, moved)]
    answer_the_other = site.hold(contested, request=2)
    sleeper = processes.ready_worker(GARNER_CRAWL_CONCURRENCY="3", **PATIENT_LEASE)
    submit(database_url, [site.url("/pages/first", 5)])  # extraction processes start with the first page
    await_idle_tasks(database_url)
    asleep = [sleeper.extraction_process(), sleeper]
    asleep[0].send_signal(signal.SIGSTOP)
    submit(database_url, [extracting])
    wait_until(lambda: records(database_url)[extracting]["task"] == "parsing")
    submit(database_url, [finished, contested, moved])
    for page in (finished, contested, moved):
        site.await_arrival(page)
    sleeper.send_signal(signal.SIGSTOP)
    for answer in answer_the_sleeper:
        answer()
    processes.ready_worker(**PATIENT_LEASE)
    settled = (finished, moved, extracting)
    wait_until(lambda: all(records(database_url)[page]["status"] == "DONE" for page in settled))
    site.await_arrival(contested, 2)
    before, arrived = records(database_url), len(site.arrivals)
    for member in asleep:
        member.send_signal(signal.SIGCONT)
    wait_until(lambda: lost_leases(sleeper) >= 4, what="the waking of the sleeper")
    time.sleep(0.3)  # for anything else it may try
    assert records(database_url) == before
    answer_the_other()
    wait_until(lambda: records(database_url)[contested]["status"] == "DONE")
    late = len(site.arrivals) - arrived
    report(late=late, stale=lost_leases(sleeper))
    assert late == 0  # 1 if it had been stopped between its last lease check and the request
    after = records(database_url)
    assert {page: after[page] for page in settled} == {page: before[page] for page in settled}
    assert after[contested]["title"] == title(contested, 2) and after[finished]["title"] == title(finished, 2)
    assert {after[page]["versions"] for page in after} == {1}
    assert attempts(database_url, contested) == ["worker_lost", "ok"]
    assert attempts(database_url, moved) == ["worker_lost", "redirected", "ok"]


def lost_leases(process: GarnerProcess) -> int:
    """Return how many leases the worker found lost, when renewing or settling."""
    stale = sum(event["stale"] for event in process.events("work_settled"))
    return stale + len(process.events("lease_lost"))


# F3 ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def data_dir() -> Iterator[Path]:
    """A folder outside pytest's own, which every other run of pytest closes to PostgreSQL's user."""
    with tempfile.TemporaryDirectory(prefix="garner-test-") as name:
        yield Path(name)
        wait_until(lambda: postmaster_pid(Path(name)) is None, what="the end of PostgreSQL")


@pytest.mark.slow
def test_accepted_requests_survive_every_crash_of_postgresql(site, data_dir, report):
    crashes: list[Callable[[], object]] = [
        *[lambda: stop_server(data_dir, "immediate")] * (5 if LONG else 1),
        *[lambda: os.kill(postmaster_pid(data_dir) or 0, signal.SIGKILL)] * (2 if LONG else 1),
    ]
    with garner(data_dir, **LEASE) as processes, embedded_postgres(data_dir) as url:
        server = serve(processes)
        server.await_worker()
        with Posters(server.address, site) as posters, Ledger(url) as ledger:
            recoveries = [_crash_and_recover(crash, posters) for crash in crashes]
            posters.stop()
            accepted = [request for _, request in posters.accepted]
            ledger.await_all_ended(60)
        states = ask(url, "select status, count(*) from job_items where id = any(%s) group by status", (accepted,))
        report(
            accepted=len(accepted),
            refused=posters.answers[503],
            slowest_answer=posters.slowest,
            slowest_recovery=max(recoveries),
        )
        assert states == [{"status": "DONE", "count": len(accepted)}]
        assert set(posters.answers) <= {202, 503}
        assert ledger.objections == []
        assert processes.events("worker_died") == []
        assert max(recoveries) <= (10 if LONG else 40)


def _crash_and_recover(crash: Callable[[], object], posters: Posters) -> float:
    """Return how long it takes until a page requested after the crash is parsed."""
    time.sleep(random.uniform(0.5, 1.5))
    crash()
    crashed = time.monotonic()
    return wait_until(lambda: posters.has_parsed_a_page_sent_after(crashed), what="recovery")


# F4 ----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_lost_connections_cause_no_extra_fetch_and_little_delay(processes, site, database_url, report):
    seconds, count = (60, 5000) if LONG else (5, 300)
    for _ in range(2):
        processes.ready_worker()
    urls = site.urls(count)
    submit(database_url, urls)
    with Ledger(database_url) as ledger, Terminator(database_url) as terminator:
        pickups = []
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            page = site.url(f"/pages/probe-{len(pickups)}", host=len(pickups) % 20 + 1)
            submit(database_url, [page], priority=SINGLE_PRIORITY)
            submitted = time.monotonic()
            pickups.append(site.await_arrival(page) - submitted)
        ledger.await_all_ended(60)
    assert ledger.objections == []
    wait_until(lambda: len(listeners(database_url)) == 2, 5 if LONG else 60, what="the listeners")
    gone = listeners(database_url)
    ask(database_url, "select pg_terminate_backend(unnest(%s::int[]))", (gone,))
    back = wait_until(lambda: len(set(listeners(database_url)) - set(gone)) == 2, what="the listeners")
    extra = len(site.arrivals) - count - len(pickups)
    report(terminated=terminator.terminated, slowest_pickup=max(pickups), listener_back=back, extra=extra)
    assert max(pickups) <= Settings().queue.poll_seconds + (1 if LONG else 20)
    claims = {
        row["url"]: row["count"]
        for row in ask(
            database_url,
            "select t.url, count(*) from crawl_attempts a join crawl_tasks t on t.id = a.crawl_task_id group by t.url",
        )
    }
    assert [url for url in claims if site.served(url) > claims[url]] == []
    assert processes.events("loop_failed") == processes.events("reconciled") == []


def listeners(url: str) -> list[int]:
    rows = ask(
        url,
        "select pid from pg_stat_activity where datname = current_database() and application_name = 'garner listen'",
    )
    return [row["pid"] for row in rows]


# Stopping ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_worker_of_a_killed_server_ends_and_a_new_server_works_at_once(processes, site, report):
    first = serve(processes)
    wait_until(lambda: len(first.process.events("started")) == 2, what="its worker")
    first.process.kill()
    alone = wait_until(lambda: not orphans(processes), 30, "the end of its worker")
    began = time.monotonic()
    second = serve(processes, int(first.address.rpartition(":")[2]))
    restarted = time.monotonic() - began
    with httpx.Client(base_url=second.address, timeout=30) as client:
        asked = client.post("/parse-requests", json={"url": site.url("/pages/soup")}).json()
        wait_until(lambda: client.get(f"/parse-requests/{asked['requestId']}").json()["status"] == "COMPLETED")
    report(worker_gone=alone, restarted=restarted)


@pytest.mark.slow
def test_a_terminated_server_stops_its_workers_first_and_exits_with_0(processes):
    server = serve(processes).process
    wait_until(lambda: len(server.events("started")) == 2, what="its worker")
    server.send_signal(signal.SIGTERM)
    assert server.wait() == 0
    await_no_orphans(processes)


def test_a_terminated_worker_finishes_its_current_page_and_starts_no_other(processes, site, database_url, report):
    page = site.url("/pages/held")
    answer = site.hold(page)
    worker = processes.ready_worker(**PATIENT_LEASE)
    submit(database_url, [page])
    site.await_arrival(page)
    worker.send_signal(signal.SIGTERM)
    submit(database_url, [site.url("/pages/late", host=2)])
    time.sleep(PATIENT_LEASE_SECONDS + 1)  # longer than a lease: its leases are renewed to the end
    answer()
    answered = time.monotonic()
    assert worker.wait() == 0
    report(stopped=time.monotonic() - answered)
    assert attempts(database_url, page) == ["ok"]
    assert ask(database_url, "select * from work where lease_until is not null") == []
    assert len(site.arrivals) == 1
    await_no_orphans(processes)


# Extraction --------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_worker_whose_idle_extraction_process_is_killed_starts_another(processes, site, database_url):
    worker = processes.ready_worker()
    submit(database_url, site.urls(3, "first"))
    worker.extraction_process().kill()  # during its start
    await_idle_tasks(database_url)
    worker.extraction_process().kill()  # after it has worked
    submit(database_url, site.urls(3, "second"))
    await_idle_tasks(database_url)
    assert {page["status"] for page in records(database_url).values()} == {"DONE"}


@pytest.mark.slow
async def test_a_page_that_crashes_or_hangs_extraction_does_not_affect_others(engine, site, database_url, monkeypatch):
    monkeypatch.setattr("garner.pools.extractors.extract_packed", fault_extraction.extract_packed)
    crashing, hanging, beside = site.url("/pages/crashes"), site.url("/pages/hangs", host=2), site.urls(10, "beside")
    submit(database_url, [*beside[:2], crashing, *beside[2:4], hanging, *beside[4:]])
    with Extractors(processes=1, timeout_seconds=1.0, max_bytes=10_000_000) as extractors:
        async with make_fetcher(engine) as fetcher:
            stages = (CrawlStage(engine, fetcher, "one"), ExtractStage(engine, extractors, "one"))
            for loop in [Loop(stage, engine.database, "one", engine.settings) for stage in stages]:
                while await loop.run_once():
                    pass
    failed = ask(database_url, "select url, status, error_code from job_items where status <> 'DONE' order by url")
    assert failed == [
        {"url": crashing, "status": "ERROR", "error_code": "extract_crashed"},
        {"url": hanging, "status": "ERROR", "error_code": "extract_timeout"},
    ]
    assert ask(database_url, "select stage from work") == []
