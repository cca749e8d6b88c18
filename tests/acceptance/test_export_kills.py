"""A server that is killed in the middle of an export."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import psycopg
import pytest
from tests.acceptance.fault_processes import Garner, GarnerProcess, garner, orphans, wait_until

pytestmark = pytest.mark.slow

ROWS = 30_000  # their file is larger than the buffers of sockets and pipes
A_JOB = """
    with person as (select user_id from users where email = 'ana@example.com'),
    job as (insert into jobs (job_type, kind, user_id) select 'table', 'product', user_id from person returning id),
    item as (
        insert into job_items (id, job_id, row_no, origin, kind, status, input_json, result_json, completed_at)
        select gen_random_uuid(), job.id, n, 'batch', 'product', 'DONE', jsonb_build_object('Name', 'Row ' || n),
               jsonb_build_object('kind', 'product', 'name', 'Row ' || n, 'description', repeat('Red lentils. ', 20)),
               now()
        from job, generate_series(1, %s) n)
    select id from job
"""


@pytest.fixture
def processes(database_url: str, tmp_path: Path) -> Iterator[Garner]:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    with garner(tmp_path, DATABASE_URL=database_url, GARNER_PORT="0", TMPDIR=str(temporary)) as started:
        yield started


def address_of(served: GarnerProcess) -> str:
    served.await_event("started")
    address = str(served.events("started")[0]["detail"])
    wait_until(lambda: httpx.get(f"{address}/health", verify=False).status_code == 200, what="the server")
    return address


def test_a_killed_server_leaves_no_file_or_process_and_the_export_can_be_repeated(
    processes: Garner, database_url: str, tmp_path: Path
) -> None:
    served = processes.start("serve", GARNER_WORKERS="0")
    address = address_of(served)
    token = httpx.post(f"{address}/auth/local", json={"email": "ana@example.com"}).json()["access_token"]
    bearer = {"Authorization": f"Bearer {token}"}
    with psycopg.connect(database_url) as connection:
        job = connection.execute(A_JOB, (ROWS,)).fetchone()
    assert job is not None
    path = f"/api/jobs/{job[0]}/export?format=jsonl"

    with (
        pytest.raises(httpx.HTTPError),
        httpx.stream("GET", f"{address}{path}", headers=bearer, timeout=30) as answer,
    ):
        assert answer.status_code == 200
        assert [process for process in served.family() if "garner.runtime.streams.export_process" in process.cmdline()]
        served.kill()
        answer.read()
    wait_until(lambda: not orphans(processes), 20, "the end of the process that made the file")
    assert [path for path in (tmp_path / "temporary").rglob("*") if path.is_file()] == []

    again = address_of(processes.start("serve", GARNER_WORKERS="0"))
    assert len(httpx.get(f"{again}{path}", headers=bearer, timeout=60).text.splitlines()) == ROWS
