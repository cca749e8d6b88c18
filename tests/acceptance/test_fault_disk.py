"""F11: full disks. Requests that cannot be stored are rejected with Retry-After, or postponed without using an attempt;
accepted requests are completed when there is room again, without a restart."""

import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import psycopg
import pytest
from tests.acceptance.fault_clients import Posters
from tests.acceptance.fault_disk import DISKS, MEGABYTE, Disk, MountedDisk
from tests.acceptance.fault_ledger import Ledger, ask, submit
from tests.acceptance.fault_processes import LONG, Garner, garner, wait_until
from tests.acceptance.fault_server import serve
from tests.acceptance.fault_site import FaultSite

from garner.errors import DiskFull
from garner.postgres import server as server_of_database
from garner.postgres.embedded import embedded_postgres, postmaster_pid
from garner.store import migrate

SECONDS = 60.0 if LONG else 0.5  # how long the disk is full
RECOVERED_SECONDS = 15.0 if LONG else 60.0
PROCESS_MEGABYTES = 450

pytestmark = pytest.mark.slow


@pytest.fixture
def site() -> Iterator[FaultSite]:
    with FaultSite() as opened:
        yield opened


@pytest.fixture(params=DISKS, ids=lambda make: make.__name__)
def disk(request: pytest.FixtureRequest) -> Iterator[Disk]:
    make: Callable[[], AbstractContextManager[Disk]] = request.param
    with make() as made:
        yield made


@pytest.fixture(scope="module")
def made_cluster() -> Iterator[Path]:
    """A cluster to copy, which is faster than creating one for each test."""
    with tempfile.TemporaryDirectory(prefix="garner-test-") as name:
        with embedded_postgres(Path(name)) as url:
            migrate.upgrade(url)
        wait_until(lambda: postmaster_pid(Path(name)) is None, what="the end of PostgreSQL")
        yield Path(name) / "postgres"


def megabytes(processes: Garner) -> float:
    """Return the memory of the largest Garner process."""
    members = [member for process in processes.started for member in process.family()]
    return max(member.memory_info().rss for member in members) / MEGABYTE


def test_pages_whose_bodies_cannot_be_stored_wait_for_room_without_using_an_attempt(disk, site, database_url, tmp_path):
    site.ballast_bytes = MEGABYTE
    pages = site.urls(20)
    with garner(tmp_path, DATABASE_URL=database_url, GARNER_DATA_DIR=str(disk.folder)) as processes:
        worker = processes.ready_worker()
        disk.stop_files_growing([worker.pid])
        submit(database_url, pages)
        with Ledger(database_url, len(pages)) as ledger:
            wait_until(lambda: _put_off(database_url) >= len(pages), what="a try of every page")
            time.sleep(SECONDS if LONG else 0)
            # Wait: a page in progress counts an attempt until it is postponed again.
            untried = [{"count": len(pages), "max": 0}]
            wait_until(lambda: ask(database_url, "select count(*), max(attempt) from work") == untried)
            largest = megabytes(processes)
            disk.make_room()
            roomy = time.monotonic()
            ledger.await_all_ended(RECOVERED_SECONDS)
        print(f"\nall ended {time.monotonic() - roomy:.1f} s after there was room; largest process {largest:.0f} MB")
        assert ledger.objections == []
        assert ledger.samples[-1].states == {"DONE": len(pages)}
        assert largest < PROCESS_MEGABYTES
        assert [path for path in (disk.folder / "bodies").rglob("*") if path.is_file() and path.suffix != ".zst"] == []
        assert processes.events("loop_failed") == processes.events("handler_crashed") == []


def _put_off(url: str) -> int:
    [row] = ask(url, "select count(distinct crawl_task_id) from crawl_attempts where outcome = 'disk_full'")
    return int(row["count"])


def test_requests_accepted_before_during_and_after_a_full_database_disk_are_completed(
    disk, site, made_cluster, tmp_path
):
    subprocess.run(["cp", "-a", made_cluster, disk.folder], check=True)  # keeps the owner, as copytree does not
    settings = {"GARNER_DATA_DIR": str(disk.folder), "LOCK_FLOOR_MS": "2000"}
    with garner(tmp_path, **settings) as processes, embedded_postgres(disk.folder) as url:
        server = serve(processes)
        server.await_worker()
        assert _with_holes(disk.folder / "metrics") == []
        with Posters(server.address, site) as posters, Ledger(url) as ledger:
            wait_until(lambda: posters.answers[202] > 20, what="a first few")
            first = postmaster_pid(disk.folder)
            disk.stop_tables_growing(url)
            wait_until(lambda: posters.answers.total() - posters.answers[202] > 20, what="a refusal")
            assert set(posters.answers) == {202, 503}
            assert posters.refusals["disk_full"] > 0.9 * posters.refusals.total()
            if isinstance(disk, MountedDisk):  # a quota limits large files only
                _require_no_room(url)
            time.sleep(SECONDS if LONG else 0)
            assert postmaster_pid(disk.folder) == first
            disk.stop_the_database(url)
            time.sleep(SECONDS)
            largest = megabytes(processes)
            disk.make_room()
            roomy = time.monotonic()
            recovered = wait_until(lambda: posters.has_parsed_a_page_sent_after(roomy), RECOVERED_SECONDS, "recovery")
            posters.stop()
            ledger.await_all_ended(60)
        accepted = [request for _, request in posters.accepted]
        states = ask(url, "select status, count(*) from job_items where id = any(%s) group by status", (accepted,))
        print(
            f"\n{len(accepted)} accepted, {posters.answers[503]} refused, slowest answer after {posters.slowest:.1f} s,"
            f" recovered {recovered:.1f} s after there was room, largest process {largest:.0f} MB"
        )
        assert states == [{"status": "DONE", "count": len(accepted)}]
        assert set(posters.answers) <= {202, 503}
        assert ledger.objections == []
        assert processes.events("worker_died") == processes.events("handler_crashed") == []
        assert largest < PROCESS_MEGABYTES


def _require_no_room(url: str) -> None:
    """Require a disk full error, which a new connection may raise."""
    told = pytest.raises((DiskFull, psycopg.OperationalError), match=r"disk is full|No space left on device")
    with told, psycopg.connect(url, autocommit=True) as connection:
        server_of_database.require_room(connection)


def _with_holes(folder: Path) -> list[Path]:
    """Return memory-mapped files with holes: writing into a hole on a full disk kills the process."""
    files = {path: path.stat() for path in folder.rglob("*.db")}
    assert files
    return [path for path, status in files.items() if status.st_blocks * 512 < status.st_size]
