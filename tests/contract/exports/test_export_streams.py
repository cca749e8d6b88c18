"""Exports over a real socket: slow, disconnecting and many clients, and processes and databases that fail."""

import asyncio
import json
import socket
import time
import zipfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from io import BytesIO
from pathlib import Path

import httpx
import psutil
import pytest

from garner.api.app import create_app
from garner.api.faces.batches import exports
from garner.cli.serving.serve import HttpServer, server_config
from garner.engine.jobs.removal import remove_job
from garner.runtime.streams import export_streams

from .conftest import Jobs, table

ANA = "ana@example.com"
MANY = 30_000  # rows; a workbook of them takes seconds to make
LARGE = 3_000  # rows of long text, whose file is larger than the buffers of sockets and pipes
LONG_TEXT = "Red lentils, organic. " * 200


@pytest.fixture
async def url(jobs: Jobs) -> AsyncIterator[str]:
    listening = socket.create_server(("127.0.0.1", 0))
    server = HttpServer(server_config(create_app(jobs.services), jobs.engine.settings), jobs.services.end_streams)
    serving = asyncio.create_task(server.serve([listening]))
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.handle_exit(15, None)
        await asyncio.wait_for(serving, 20)
        listening.close()


@asynccontextmanager
async def downloading(jobs: Jobs, url: str, path: str, email: str = ANA) -> AsyncIterator[httpx.Response]:
    _, token = await jobs.signed_in(email)
    async with (
        httpx.AsyncClient(base_url=url, headers={"Authorization": f"Bearer {token}"}, timeout=60) as client,
        client.stream("GET", path) as answer,
    ):
        yield answer


def makers() -> list[psutil.Process]:
    """Return the child processes that make files."""
    return [
        child for child in psutil.Process().children() if "garner.runtime.streams.export_process" in _command(child)
    ]


def _command(process: psutil.Process) -> str:
    try:
        return " ".join(process.cmdline())
    except psutil.Error:
        return ""


async def until(condition: Callable[[], bool], seconds: float = 60) -> None:
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.02)


async def until_idle(process: psutil.Process, seconds: float = 60) -> None:
    """Wait until the process has used no CPU time for a while."""
    async with asyncio.timeout(seconds):
        used = None
        while used != (used := process.cpu_times()):
            await asyncio.sleep(0.4)


async def large_job(jobs: Jobs, email: str = ANA) -> int:
    return await jobs.many(email, LARGE, LONG_TEXT)


def files_below(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if path.is_file()}


async def test_a_large_file_is_made_by_a_process_that_ends_afterwards(jobs: Jobs, url: str) -> None:
    job = await jobs.many(ANA, 3_000)
    async with downloading(jobs, url, f"/api/jobs/{job}/export") as answer:
        assert answer.status_code == 200 and len(makers()) == 1
        book = await answer.aread()
    assert [row["row"] for row in table(book)] == list(range(1, 3_001))
    await until(lambda: not makers())


async def test_a_disconnecting_client_ends_the_export_and_leaves_no_file(
    jobs: Jobs, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    job = await large_job(jobs)
    before = files_below(tmp_path)
    async with downloading(jobs, url, f"/api/jobs/{job}/export?format=jsonl") as answer:
        await anext(answer.aiter_bytes())
        (maker,) = makers()
    await until(lambda: not maker.is_running() or maker.status() == psutil.STATUS_ZOMBIE)
    await until(lambda: not makers() and not jobs.services.export_streams.under_way)
    assert files_below(tmp_path) == before


async def test_a_disconnecting_client_ends_an_in_process_export(
    jobs: Jobs, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export_streams, "ROWS_IN_PROCESS", LARGE)
    job = await large_job(jobs)
    async with downloading(jobs, url, f"/api/jobs/{job}/export?format=jsonl") as answer:
        await anext(answer.aiter_bytes())
        assert jobs.services.export_streams.under_way == 1 and not makers()
    await until(lambda: not jobs.services.export_streams.under_way)


async def test_a_slow_client_holds_no_transaction_open(jobs: Jobs, url: str) -> None:
    # A page of these rows is larger than the socket buffer of the database.
    job = await jobs.many(ANA, 2_100, text="Red lentils, organic. " * 600)
    async with downloading(jobs, url, f"/api/jobs/{job}/export?format=jsonl") as answer:
        chunks = answer.aiter_bytes()
        read = len(await anext(chunks))
        await until_idle(makers()[0])  # every buffer is full
        (open_ones,) = await jobs.execute(
            """
            select count(*) as count from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()
              and (backend_xmin is not null or state <> 'idle') and backend_type = 'client backend'
            """
        )
        assert open_ones["count"] == 0
        async for chunk in chunks:
            read += len(chunk)
    assert read > 25_000_000


async def test_a_client_that_reads_nothing_is_disconnected(
    jobs: Jobs, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exports, "CLIENT_TIMEOUT_SECONDS", 0.5)
    job = await large_job(jobs)
    async with downloading(jobs, url, f"/api/jobs/{job}/export?format=jsonl") as answer:
        chunks = answer.aiter_bytes()
        await anext(chunks)
        await until(lambda: not makers() and not jobs.services.export_streams.under_way)
        with pytest.raises(httpx.RemoteProtocolError):
            async for _ in chunks:
                pass


async def test_an_interrupted_export_ends_with_a_protocol_error(jobs: Jobs, url: str) -> None:
    job = await large_job(jobs)
    with pytest.raises(httpx.RemoteProtocolError):
        async with downloading(jobs, url, f"/api/jobs/{job}/export?format=jsonl") as answer:
            chunks = answer.aiter_bytes()
            await anext(chunks)
            makers()[0].kill()
            async for _ in chunks:
                pass
    await until(lambda: not jobs.services.export_streams.under_way)


@pytest.mark.parametrize("format", ["csv", "xlsx"])
async def test_an_export_whose_job_is_deleted_ends_with_a_protocol_error(jobs: Jobs, url: str, format: str) -> None:
    job = await (large_job(jobs) if format == "csv" else jobs.many(ANA, MANY))
    await jobs.execute("update jobs set queue_state = 'DONE', finished_at = now()")
    with pytest.raises(httpx.RemoteProtocolError):
        async with downloading(jobs, url, f"/api/jobs/{job}/export?format={format}") as answer:
            chunks = answer.aiter_bytes()
            await anext(chunks)
            await remove_job(jobs.engine, job)
            async for _ in chunks:
                pass


async def test_a_database_failure_is_reported_before_the_file_begins(
    jobs: Jobs, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export_streams.ExportOrder, "serialize", _order_with_unreachable_database)
    job = await jobs.many(ANA, 3_000)
    async with downloading(jobs, url, f"/api/jobs/{job}/export") as answer:
        said = json.loads(await answer.aread())
    assert answer.status_code == 503 and said["code"] == "unavailable"
    assert "content-disposition" not in answer.headers


def _order_with_unreachable_database(order: export_streams.ExportOrder) -> bytes:
    return export_streams.orjson.dumps(
        {"export": order.export, "database_url": "postgresql://nobody@127.0.0.1:1/none", "pooler": True}
    )


async def test_the_number_of_exports_is_limited_per_user_and_in_total(
    jobs: Jobs, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export_streams, "MAX_PER_USER", 1)
    monkeypatch.setattr(export_streams, "MAX_AT_ONCE", 2)
    path = "/api/jobs/{}/export?format=jsonl".format
    of_ana, of_ben, of_cleo = [await large_job(jobs, f"{name}@example.com") for name in ("ana", "ben", "cleo")]
    async with downloading(jobs, url, path(of_ana)) as first:
        assert first.status_code == 200
        async with downloading(jobs, url, path(of_ana)) as second:
            assert second.status_code == 429 and int(second.headers["retry-after"]) > 0
        async with downloading(jobs, url, path(of_ben), "ben@example.com") as third:
            assert third.status_code == 200
            async with downloading(jobs, url, path(of_cleo), "cleo@example.com") as fourth:
                assert fourth.status_code == 503 and int(fourth.headers["retry-after"]) > 0
    await until(lambda: not jobs.services.export_streams.under_way)
    async with downloading(jobs, url, path(of_ana)) as again:
        assert again.status_code == 200


async def test_rows_that_change_during_an_export_are_in_the_file_once(jobs: Jobs, url: str) -> None:
    """Rows may end during the export; each is in the file once, in order, in the state in which it was read."""
    job = await large_job(jobs)
    async with downloading(jobs, url, f"/api/jobs/{job}/export?format=jsonl") as answer:
        chunks = answer.aiter_bytes()
        received = [await anext(chunks)]
        await jobs.execute("update job_items set updated_at = now(), attempts = 2 where job_id = %s", job)
        await jobs.add(job, LARGE + 1, given={"Name": "late"})
        received += [chunk async for chunk in chunks]
    rows = [json.loads(line) for line in b"".join(received).splitlines()]
    assert [row["row"] for row in rows] == list(range(1, LARGE + 1))
    attempts = [row["attempts"] for row in rows]
    assert attempts == sorted(attempts) and {1, 2} == set(attempts)


async def test_a_large_export_does_not_block_the_event_loop(jobs: Jobs, url: str) -> None:
    job = await jobs.many(ANA, MANY)
    lags: list[float] = []
    watching = asyncio.create_task(_watch(lags))
    async with downloading(jobs, url, f"/api/jobs/{job}/export") as answer:
        book = b"".join([chunk async for chunk in answer.aiter_bytes()])
    watching.cancel()
    with zipfile.ZipFile(BytesIO(book)) as parts:
        assert parts.testzip() is None
    lags.sort()
    assert lags[len(lags) // 2] < 0.02, f"half of the rounds took {lags[len(lags) // 2]:.3f} s or more of CPU time"


async def _watch(lags: list[float]) -> None:
    """Record the CPU time of each round of the event loop; wall time depends on the load of the machine."""
    while True:
        asked = time.thread_time()
        await asyncio.sleep(0.005)
        lags.append(time.thread_time() - asked)
