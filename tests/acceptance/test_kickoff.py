"""`garner serve` without workers: repeated kickoffs complete a job."""

import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.acceptance.fault_ledger import ask
from tests.acceptance.fault_processes import Garner, GarnerProcess, garner, wait_until
from tests.acceptance.fault_site import FaultSite

PAGES, ROWS = 50, 50
MAX_SECONDS = 240


@pytest.fixture
def site() -> Iterator[FaultSite]:
    with FaultSite() as opened:
        yield opened


@pytest.fixture
def served(database_url: str, tmp_path: Path) -> Iterator[GarnerProcess]:
    settings = {"GARNER_PORT": "0", "GARNER_NOT_FOUND_RETRY_SECONDS": "0.1", "GARNER_USER_REQUESTS_PER_MINUTE": "0"}
    with garner(tmp_path, DATABASE_URL=database_url, **settings) as started:
        yield Garner.start(started, "serve", GARNER_WORKERS="0")


@pytest.fixture
def client(served: GarnerProcess) -> Iterator[httpx.Client]:
    served.await_event("started")
    with httpx.Client(base_url=str(served.events("started")[0]["detail"]), timeout=60) as opened:
        wait_until(lambda: opened.get("/health").status_code == 200, what="the server")
        token = opened.post("/auth/local", json={"email": "ana@example.com"}).json()["access_token"]
        opened.headers["Authorization"] = f"Bearer {token}"
        yield opened


def upload(client: httpx.Client, site: FaultSite) -> int:
    lines = ["title,url", *(f",{url}" for url in site.urls(PAGES)), *(f"Pan {number}," for number in range(ROWS))]
    answer = client.post("/api/jobs", files={"file": ("rows.csv", "\n".join(lines).encode())}, data={"kind": "recipe"})
    assert answer.status_code in (201, 202), answer.text
    return int(answer.json()["jobId"])


def test_repeated_kickoffs_complete_a_job_without_a_worker(
    client: httpx.Client, site: FaultSite, served: GarnerProcess, database_url: str
) -> None:
    job_id = upload(client, site)
    late, began = [], time.monotonic()
    while time.monotonic() < began + MAX_SECONDS:
        asked = time.monotonic()
        job = client.post(f"/api/jobs/{job_id}/kickoff", params={"durationMs": 2000}).raise_for_status().json()
        late.append(time.monotonic() - asked - 2.0)
        if job["queueState"] == "DONE":
            break
    assert job["queueState"] == "DONE", job
    assert job["counts"] | {"done": PAGES, "notFound": ROWS} == job["counts"]
    assert [site.served(url) for url in site.urls(PAGES)] == [1] * PAGES
    assert ask(database_url, "select from work") == []
    assert served.events("loop_failed") == []
    print(f"{len(late)} slices, the latest {max(late) * 1000:.0f} ms late")
