"""F14: an upgrade while workers of this release continue, with real processes of this release and of a next one."""

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.acceptance.fault_ledger import ask
from tests.acceptance.fault_processes import Garner, GarnerProcess, garner, wait_until
from tests.acceptance.fault_site import FaultSite
from tests.acceptance.next_release import HOT_FUNCTION, REVISION, make_next_release
from tests.databases import empty_database, restore_revision_0020

from garner.store import migrate

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

ROWS_PER_JOB = 30
SETTINGS = {"GARNER_JWT_SECRET": "a secret for the tests of rolling upgrades", "GARNER_USER_REQUESTS_PER_MINUTE": "0"}


@pytest.fixture
def site() -> Iterator[FaultSite]:
    with FaultSite() as opened:
        yield opened


@pytest.fixture
def processes(database_url: str, tmp_path: Path) -> Iterator[Garner]:
    with garner(tmp_path, DATABASE_URL=database_url, **SETTINGS) as started:
        yield started


class Server:
    """A server without workers, and a client that is signed in."""

    def __init__(self, processes: Garner, **settings: str) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.process = processes.start("serve", "--port", str(port), GARNER_WORKERS="0", **settings)
        self.client = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60)

    def is_healthy(self) -> bool:
        with suppress(httpx.TransportError):
            return self.client.get("/health", timeout=1).status_code == 200
        return False

    def await_healthy(self) -> None:
        wait_until(lambda: self.is_healthy() or not self.process.is_running(), what="the server")
        assert self.process.is_running(), self.process.log.read_text()

    def sign_in(self, email: str) -> None:
        answer = self.call("POST", "/auth/local", json={"email": email})
        self.client.headers["Authorization"] = f"Bearer {answer['access_token']}"

    def call(self, method: str, path: str, **options: Any) -> Any:
        """Repeat a call that is refused with 503 and Retry-After, as clients do."""
        for _ in range(20):
            answer = self.client.request(method, path, **options)
            if answer.status_code != 503 or "Retry-After" not in answer.headers:
                break
        return answer.raise_for_status().json()

    def upload(self, urls: list[str]) -> int:
        table = "url\n" + "\n".join(urls) + "\n"
        form = {"files": {"file": ("pages.csv", table.encode(), "text/csv")}, "data": {"kind": "recipe"}}
        return int(self.call("POST", "/api/jobs", **form)["jobId"])


def run(processes: Garner, *arguments: str, **settings: str) -> tuple[int, str]:
    """Return the exit code and the output."""
    process = processes.start(*arguments, **settings)
    return process.wait(120), process.log.read_text()


def count_fetches(workers: list[GarnerProcess]) -> int:
    return sum(len(worker.events("page_fetched")) for worker in workers)


def count_extractions(workers: list[GarnerProcess]) -> int:
    return sum(len(worker.events("page_extracted")) for worker in workers)


def test_old_workers_continue_during_and_after_an_upgrade(
    processes: Garner, site: FaultSite, database_url: str, tmp_path: Path
) -> None:
    new = {"PYTHONPATH": str(make_next_release(tmp_path / "next", serves_since=migrate.head_revision()))}
    old_workers = [processes.ready_worker(), processes.ready_worker()]
    server = Server(processes)
    server.await_healthy()
    server.sign_in("ana@example.com")
    urls: list[str] = []
    jobs: list[int] = []

    def upload_until(condition: Any, what: str) -> None:
        """Keep the workers busy."""

        def is_reached() -> bool:
            if len(ask(database_url, "select from job_items where completed_at is null")) < ROWS_PER_JOB:
                pages = site.urls(ROWS_PER_JOB, f"soup-{len(jobs)}")
                urls.extend(pages)
                jobs.append(server.upload(pages))
            server.call("GET", f"/api/jobs/{jobs[-1]}/items")
            server.call("GET", "/api/jobs")
            return bool(condition())

        wait_until(is_reached, 180, what)

    early_worker = processes.worker(**new)
    early_server = Server(processes, **new)
    for process in (early_worker, early_server.process):
        upload_until(lambda process=process: process.events("upgrade_awaited"), "the message of a process that waits")
    upload_until(lambda: count_extractions(old_workers) > ROWS_PER_JOB, "the first pages")
    [awaited] = early_worker.events("upgrade_awaited")
    head = migrate.head_revision()
    assert awaited["why"] == f"The database has schema {head}; this version needs {REVISION}"
    assert awaited["remedy"] == "run `garner db upgrade`"
    assert early_worker.events("started") == [] and not early_server.is_healthy()

    upgrade = processes.start("db", "upgrade", **new)
    upload_until(lambda: not upgrade.is_running(), "the upgrade")
    assert upgrade.wait() == 0, upgrade.log.read_text()
    upload_until(lambda: early_worker.events("started") and early_server.is_healthy(), "the start of those that waited")
    new_workers = [early_worker, processes.worker(**new)]
    late_old_worker = processes.worker()
    for workers in (new_workers, [late_old_worker], old_workers):
        before = count_extractions(workers)
        upload_until(lambda w=workers, b=before: count_extractions(w) > b + ROWS_PER_JOB, "pages of these workers")
    assert run(processes, "domains", "list")[0] == 0
    code, output = run(processes, "db", "upgrade")
    assert code == 0 and f"The database schema is {REVISION}, newer than the {head} of this version." in output

    for job in jobs:
        wait_until(lambda job=job: server.call("GET", f"/api/jobs/{job}")["queueState"] == "DONE", 120, "the last job")
        assert server.call("GET", f"/api/jobs/{job}")["counts"]["done"] == ROWS_PER_JOB
    assert [url for url in urls if site.served(url) != 1] == []
    items = ask(database_url, "select count(*), count(distinct url) as pages from job_items where status = 'DONE'")
    assert items == [{"count": len(urls), "pages": len(urls)}]
    ended = [event["item_id"] for event in processes.events("item_ended")]
    assert len(ended) == len(set(ended))
    assert processes.events("loop_failed") == processes.events("handler_crashed") == []
    assert processes.events("reconciled") == processes.events("worker_died") == []
    assert all(worker.is_running() for worker in (*old_workers, *new_workers, late_old_worker))
    names = ask(database_url, "select proname from pg_proc where proname like %s order by 1", (f"{HOT_FUNCTION}%",))
    assert [row["proname"] for row in names] == [HOT_FUNCTION, f"{HOT_FUNCTION}_2"]


def test_an_old_process_is_refused_by_a_schema_that_does_not_serve_it(processes: Garner, tmp_path: Path) -> None:
    new = {"PYTHONPATH": str(make_next_release(tmp_path / "next", serves_since=REVISION))}
    assert run(processes, "db", "upgrade", **new)[0] == 0
    head = migrate.head_revision()
    expected = (
        f"The database has schema {REVISION}, which needs Garner of schema {REVISION} or newer; this is {head}. "
        "Upgrade Garner."
    )
    for arguments in (["worker"], ["serve", "--port", "0"], ["domains", "list"], ["db", "upgrade"]):
        code, output = run(processes, *arguments)
        assert code == 2 and expected in output


def test_a_process_that_waits_for_an_upgrade_ends_at_once(processes: Garner, tmp_path: Path) -> None:
    new = {"PYTHONPATH": str(make_next_release(tmp_path / "next", serves_since=migrate.head_revision()))}
    for arguments in (["worker"], ["serve", "--port", "0"]):
        process = processes.start(*arguments, **new)
        wait_until(lambda process=process: process.events("upgrade_awaited"), what="the message")
        process.send_signal(signal.SIGTERM)
        assert process.wait() == 0
        assert process.events("started") == []
    supervised = subprocess.Popen(
        [sys.executable, "-m", "garner", "worker", "--supervised"],
        env=processes.started[-1].environment,
        stdin=subprocess.PIPE,
        stderr=(tmp_path / "supervised.log").open("wb"),
    )
    assert supervised.stdin is not None
    try:
        wait_until(lambda: "upgrade_awaited" in (tmp_path / "supervised.log").read_text(), what="the message")
        supervised.stdin.close()
        assert supervised.wait(60) == 0
    finally:
        supervised.kill()


def test_processes_that_may_upgrade_the_database_do(processes: Garner, database_url: str, tmp_path: Path) -> None:
    new = {"PYTHONPATH": str(make_next_release(tmp_path / "next", serves_since=migrate.head_revision()))}
    workers = [processes.worker(**new, GARNER_DATABASE_UPGRADE="true") for _ in range(2)]
    for worker in workers:
        worker.await_event("started")
        assert worker.events("upgrade_awaited") == []
    assert ask(database_url, "select version_num from alembic_version") == [{"version_num": REVISION}]


def test_a_database_of_the_baseline_is_upgraded_and_served(server_url: str, tmp_path: Path) -> None:
    with empty_database(server_url) as url, garner(tmp_path, DATABASE_URL=url, **SETTINGS) as processes:
        restore_revision_0020(url)
        server = Server(processes)
        wait_until(lambda: server.process.events("upgrade_awaited"), what="the message")
        assert not server.is_healthy()
        assert run(processes, "db", "upgrade")[0] == 0
        server.await_healthy()
        server.sign_in("ana@example.com")
        [request] = ask(url, "select id from job_items where origin = 'parse' and status = 'DONE' order by id limit 1")
        assert server.call("GET", f"/parse-requests/{request['id']}")["status"] == "COMPLETED"
        [job] = server.call("GET", "/api/jobs")["jobs"]
        grid = server.call("GET", f"/api/jobs/{job['jobId']}/items")["items"]
        assert {"DONE", "NOT_FOUND", "ERROR", "SKIPPED"} == {item["status"] for item in grid}
        assert [recipe["title"] for recipe in server.call("GET", "/recipes")["recipes"]] == ["Lemon drizzle cake"]
        ask(url, "delete from proxies returning id")  # while none is enabled, no page is fetched
        processes.ready_worker(GARNER_NOT_FOUND_RETRY_SECONDS="0.1")
        waiting = "select from job_items where origin = 'batch' and completed_at is null"
        wait_until(lambda: not ask(url, waiting), what="the rows that the earlier version had not matched")
        fetched = "select from crawl_attempts where crawl_task_id = (select id from crawl_tasks where url like %s)"
        wait_until(lambda: ask(url, fetched, ("%/waiting-soup",)), what="the page that had not been fetched")
        assert processes.events("loop_failed") == []
