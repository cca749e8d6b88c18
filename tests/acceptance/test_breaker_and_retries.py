"""F9 for sites and pages: a site that fails for a while, one that never recovers, and a page that kills its
workers."""

import threading
import time
from collections import Counter
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from tests.acceptance.fault_ledger import ask, submit
from tests.acceptance.fault_processes import Garner, garner, wait_until
from tests.acceptance.fault_site import FaultSite, recipe_page

BREAKER_FAILURES = 3
BREAKER_SECONDS = 1.0
SETTINGS = {
    "LOCK_FLOOR_MS": "1000",
    "GARNER_BREAKER_FAILURES": str(BREAKER_FAILURES),
    "GARNER_BREAKER_OPEN_SECONDS": str(BREAKER_SECONDS),
    "GARNER_OBEY_ROBOTS": "false",
    "GARNER_POLL_SECONDS": "0.2",
}


class MoodySite:
    """Answer with an error while it is down, and record the requests."""

    def __init__(self) -> None:
        self.down = False
        self.asked: list[tuple[float, str, int]] = []  # time, path and status
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                status = 500 if site.down or self.path.startswith("/broken") else 200
                site.asked.append((time.monotonic(), self.path, status))
                body = recipe_page(self.path).encode() if status == 200 else b"<p>Sorry.</p>"
                self.send_response(status)
                self.send_header("Content-Type", "text/html")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self._server.server_port}{path}"

    def __enter__(self) -> "MoodySite":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def fetches(self) -> Counter[str]:
        return Counter(path for _, path, _ in self.asked)


@pytest.fixture
def moody() -> Iterator[MoodySite]:
    with MoodySite() as opened:
        yield opened


@pytest.fixture
def site() -> Iterator[FaultSite]:
    with FaultSite() as opened:
        yield opened


@pytest.fixture
def processes(database_url: str, tmp_path: Path) -> Iterator[Garner]:
    with garner(tmp_path, DATABASE_URL=database_url, **SETTINGS) as started:
        yield started


def statuses(url: str) -> dict[str, int]:
    rows = ask(url, "select status, count(*) from job_items group by status")
    return {row["status"]: row["count"] for row in rows}


def lane(url: str) -> dict[str, Any]:
    """Return the state of the site's breaker: its cause, the probes that were claimed, and the leased pages."""
    [state] = ask(
        url,
        """
        select breaker_cause, probes + (probe_fence is not null)::int as probes,
               (select count(*) from work where lease_until is not null) as leased
        from lanes where breaker_cause is not null
        """,
    ) or [{}]
    return state


def await_pause(url: str, moody: MoodySite) -> tuple[int, int]:
    """Wait until the breaker is open and nothing is in flight. Return the requests and the probes so far."""
    while True:
        before, requests, after = lane(url), len(moody.asked), lane(url)
        if before == after and not after["leased"]:
            return requests, after["probes"]
        time.sleep(0.02)


@pytest.mark.slow
def test_a_failing_site_is_paused_by_the_breaker_probed_once_and_crawled_again(processes, moody, database_url):
    count = 12
    moody.down = True
    submit(database_url, [moody.url(f"/pages/{number}") for number in range(count)])
    for _ in range(2):  # all processes share the breaker
        processes.ready_worker()
    wait_until(lambda: lane(database_url).get("breaker_cause") == "server_error", what="the breaker")
    requests, probes = await_pause(database_url, moody)
    # Requests in flight when the breaker opened: at most five, and one after each failure.
    assert requests - probes <= 5 + BREAKER_FAILURES
    wait_until(lambda: len(moody.asked) > requests, what="a probe")
    time.sleep(0.3)
    more_requests = len(moody.asked) - requests
    more_probes = lane(database_url)["probes"] - probes
    moody.down = False
    wait_until(lambda: statuses(database_url) == {"DONE": count}, what="the site's recovery")
    assert more_requests <= more_probes
    assert ask(database_url, "select 1 from lanes where opened_at is not null or failures > 0") == []
    assert ask(database_url, "select 1 from dead_letters") == []
    assert len(processes.events("breaker_opened")) == len(processes.events("breaker_closed")) == 1


def test_a_page_that_keeps_failing_is_fetched_up_to_the_limit_and_dead_lettered(processes, moody, database_url):
    broken = [f"/broken/{number}" for number in range(2)]
    # Working pages in between keep the breaker closed.
    for path in broken:
        submit(database_url, [moody.url(path), *(moody.url(f"/pages{path}/{number}") for number in range(3))])
    ask(database_url, "update domains set max_concurrent_requests = 1 returning id")
    processes.ready_worker(GARNER_BREAKER_FAILURES="100", LOCK_FLOOR_MS="15000")  # long enough for a busy machine
    wait_until(lambda: statuses(database_url) == {"DONE": 6, "ERROR": 2}, what="the end of all pages")
    assert [moody.fetches()[path] for path in broken] == [3, 3]
    causes = ask(
        database_url,
        "select cause, stage, count(*) as letters, min(attempts) as attempts from dead_letters group by cause, stage",
    )
    assert causes == [{"cause": "server_error", "stage": "crawl", "letters": 2, "attempts": 3}]
    outcomes = ask(database_url, "select distinct error_code from job_items where status = 'ERROR'")
    assert outcomes == [{"error_code": "server_error"}]


@pytest.mark.slow
def test_a_page_whose_every_fetch_kills_its_worker_is_dead_lettered_after_three_attempts(processes, site, database_url):
    deadly, beside = site.url("/pages/deadly"), site.url("/pages/beside", host=2)
    answers = [site.hold(deadly, request) for request in range(1, 5)]
    workers = [processes.worker() for _ in range(4)]
    for worker in workers:
        worker.await_event("started")
    submit(database_url, [deadly])
    for attempt in range(1, 4):
        site.await_arrival(deadly, attempt)
        [holder] = ask(database_url, "select worker from work")
        [victim] = [worker for worker in workers if f"-{worker.pid}-" in holder["worker"]]
        victim.kill()
    submit(database_url, [beside])
    wait_until(lambda: statuses(database_url) == {"DONE": 1, "ERROR": 1}, what="the end of both")
    assert site.served(deadly) == 3
    assert ask(database_url, "select cause, attempts from dead_letters") == [{"cause": "worker_lost", "attempts": 3}]
    for answer in answers:
        answer()
