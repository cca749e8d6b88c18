"""Zips designed to keep readers busy: other users are hardly affected, and the server can be stopped."""

import io
import signal
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from tests.acceptance.fault_processes import Garner, await_no_orphans, garner, wait_until
from tests.acceptance.fault_server import Served, serve

pytestmark = pytest.mark.slow

# Large zips take minutes to read on a busy machine; a small file must not wait for that.
CLIENT_TIMEOUT_SECONDS = 60.0


@pytest.fixture
def processes(database_url: str, tmp_path: Path) -> Iterator[Garner]:
    with garner(tmp_path, DATABASE_URL=database_url, GARNER_WORKERS="1", GARNER_INGEST_WAIT_SECONDS="0") as started:
        yield started


def zip_of(members: int, body: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for number in range(members):
            archive.writestr(zipfile.ZipInfo(f"{number}.csv"), body)
    return packed.getvalue()


class Person:
    def __init__(self, served: Served, email: str) -> None:
        self._client = httpx.Client(base_url=served.address, timeout=120)
        token = self._client.post("/auth/local", json={"email": email}).json()["access_token"]
        self._client.headers["Authorization"] = f"Bearer {token}"

    def send(self, name: str, body: bytes) -> httpx.Response:
        return self._client.post("/api/jobs", files={"file": (name, body)}, data={"kind": "product"})

    def is_read(self, job_id: int) -> bool:
        job = self._client.get(f"/api/jobs/{job_id}").json()
        return job["totalItems"] > 0 and not job["isBeingRead"]


def test_a_row_does_not_wait_for_large_zips_and_the_server_stops_while_they_are_read(
    processes: Garner,
) -> None:
    served = serve(processes)
    served.await_worker()
    eve, ana = Person(served, "eve@example.com"), Person(served, "ana@example.com")
    many = zip_of(17_500, b"title,price\nPan,1.50\n")
    sent = [eve.send(f"{number}.zip", many).json()["jobId"] for number in range(3)]
    wait_until(lambda: len(served.process.events("ingest_started")) >= 2, what="the zips")
    job = ana.send("one.csv", b"title\nKettle\n").json()["jobId"]
    wait_until(lambda: ana.is_read(job), CLIENT_TIMEOUT_SECONDS, "the row")
    assert not all(eve.is_read(zipped) for zipped in sent)
    served.process.send_signal(signal.SIGTERM)
    assert served.process.wait(CLIENT_TIMEOUT_SECONDS) == 0
    await_no_orphans(processes)


def test_the_server_stops_while_it_inspects_zips_of_unreadable_tables(processes: Garner) -> None:
    served = serve(processes)
    served.await_worker()
    eve = [Person(served, f"eve-{number}@example.com") for number in range(4)]
    unreadable = zip_of(19_000, b"title\n")
    with ThreadPoolExecutor(8) as threads:
        sending = [threads.submit(each.send, "bad.zip", unreadable) for each in eve for _ in range(2)]
        wait_until(lambda: list(processes.folder.rglob("garner-table-*")), what="examining")
        assert httpx.get(f"{served.address}/health").status_code == 200
        served.process.send_signal(signal.SIGTERM)
        assert served.process.wait(CLIENT_TIMEOUT_SECONDS) == 0
        for each in sending:
            each.exception()
    await_no_orphans(processes)
