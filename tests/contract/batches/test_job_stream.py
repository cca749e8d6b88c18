"""The stream of a job over a real socket: the job first, then numbered changes, without a gap after a reconnect."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from datetime import timedelta

import httpx
import pytest

from garner.api.http import sse
from garner.core.accounts.identity import Identity
from garner.engine.people.accounts import sign_in
from garner.runtime.streams import job_streams, listening
from garner.store.ingest import ingests
from garner.store.ingest.ingests import IngestEnding
from garner.store.jobs import job_changes

from .grid_helpers import Batches, served, streaming

ZERO = {"pending": 0, "processing": 0, "done": 0, "notFound": 0, "error": 0, "skipped": 0, "canceled": 0}


@pytest.fixture
async def url(batches: Batches) -> AsyncIterator[str]:
    async with served(batches.services) as (url, _):
        yield url


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not condition():
            await asyncio.sleep(0.01)


async def test_a_stream_sends_the_job_first_and_then_its_changes(
    batches: Batches, ana: httpx.AsyncClient, url: str
) -> None:
    job_id = await batches.add_job()
    items = await batches.add_rows(job_id, "PENDING", 3)
    await batches.fold()
    async with streaming(batches.engine, url, job_id) as stream:
        name, number, job = await stream.next()
        assert (name, job) == ("job", (await ana.get(f"/api/jobs/{job_id}")).json())
        for item in items[:2]:
            await batches.end(item)
        await batches.fold()
        numbers = [number]
        while (job["counts"]["done"], job["queueState"]) != (2, "RUNNING"):
            name, number, change = await stream.next()
            assert name == "change"
            numbers.append(number)
            job |= change
        assert (job["totalItems"], job["processedItems"]) == (3, 2)
        await batches.end(items[2], "ERROR")
        await batches.fold()
        while job["queueState"] != "DONE":
            _, number, change = await stream.next()
            numbers.append(number)
            job |= change
    assert job["counts"] == ZERO | {"done": 2, "error": 1} and job["failedItems"] == 1
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


async def test_warnings_of_the_ingest_are_sent(batches: Batches, ana: httpx.AsyncClient, url: str) -> None:
    job_id = await batches.add_job()
    async with streaming(batches.engine, url, job_id) as stream:
        _, _, job = await stream.next()
        assert job["warnings"] == []
        async with batches.engine.database.transaction() as connection:
            await ingests.describe(connection, job_id, IngestEnding(warnings=["Not read: 'Notes'."]))
        name, _, change = await stream.next()
        assert (name, change["warnings"]) == ("change", ["Not read: 'Notes'."])
    assert (await ana.get(f"/api/jobs/{job_id}")).json()["warnings"] == ["Not read: 'Notes'."]


async def test_sent_counters_always_add_up(batches: Batches, ana: httpx.AsyncClient, url: str) -> None:
    job_id = await batches.add_job()
    items = await batches.add_rows(job_id, "PENDING", 40)
    await batches.fold()

    async def work() -> None:
        for number, item in enumerate(items):
            if number % 4 == 0:
                await batches.lease(items[(number + 7) % 40] if number < 30 else item)
            await batches.end(item)
            await batches.fold()

    async with streaming(batches.engine, url, job_id) as stream:
        _, seen, job = await stream.next()
        working = asyncio.create_task(work())
        while job["counts"]["done"] < 40:
            _, number, change = await stream.next()
            assert number == seen + 1
            seen = number
            job |= change
            assert sum(job["counts"].values()) == job["totalItems"] == 40
        await working


async def test_a_reconnecting_client_gets_exactly_the_missed_changes(
    batches: Batches, ana: httpx.AsyncClient, url: str
) -> None:
    job_id = await batches.add_job()
    async with streaming(batches.engine, url, job_id) as stream:
        _, last, _ = await stream.next()
    for number in range(20):  # a new connection for each
        if number % 2:  # while disconnected
            await batches.execute("update jobs set last_error = %(n)s where id = %(job)s", n=str(number), job=job_id)
        async with streaming(batches.engine, url, job_id, **{"Last-Event-ID": str(last)}) as stream:
            if number % 2 == 0:  # while connected
                await batches.execute(
                    "update jobs set last_error = %(n)s where id = %(job)s", n=str(number), job=job_id
                )
            name, event, change = await stream.next()
        assert (name, event, change["lastError"]) == ("change", last + 1, str(number))
        last = event


async def test_a_reconnecting_client_that_missed_nothing_gets_only_new_changes(
    batches: Batches, ana: httpx.AsyncClient, url: str
) -> None:
    job_id = await batches.add_job()
    async with streaming(batches.engine, url, job_id, **{"Last-Event-ID": "0"}) as stream:
        with pytest.raises(TimeoutError):
            await stream.next(0.5)
    async with streaming(batches.engine, url, job_id, **{"Last-Event-ID": "0"}) as stream:
        await batches.add_rows(job_id, "PENDING")
        await batches.fold()
        assert (await stream.next())[:2] == ("change", 1)


@pytest.mark.parametrize("why", ["pruned", "too many", "never was"])
async def test_a_client_whose_missed_changes_are_unavailable_gets_the_job(
    batches: Batches, ana: httpx.AsyncClient, url: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    job_id = await batches.add_job()
    for item in await batches.add_rows(job_id, "PENDING", 6):
        await batches.end(item)
        await batches.fold()
    if why == "pruned":
        await batches.execute("delete from job_changes where number < 4")
    if why == "too many":
        monkeypatch.setattr(job_streams, "MAX_MISSED", 2)
    last = "999999" if why == "never was" else "1"
    async with streaming(batches.engine, url, job_id, **{"Last-Event-ID": last}) as stream:
        name, number, job = await stream.next()
        assert (name, job["counts"]["done"]) == ("job", 6)
        [kept] = await batches.execute("select change_no from jobs where id = %(job)s", job=job_id)
        assert number == kept["change_no"]
        await batches.execute("update jobs set last_error = 'x' where id = %(job)s", job=job_id)
        assert (await stream.next())[:2] == ("change", number + 1)


async def test_old_changes_are_deleted(batches: Batches, ana: httpx.AsyncClient) -> None:
    job_id = await batches.add_job()
    for number in range(3):
        await batches.execute("update jobs set last_error = %(n)s where id = %(job)s", n=str(number), job=job_id)
    await batches.execute("update job_changes set happened_at = now() - interval '3 days' where number < 3")
    async with batches.engine.database.transaction() as connection:
        assert await job_changes.delete_old(connection, timedelta(days=2)) == 2
    assert len(await batches.execute("select number from job_changes")) == 1


async def test_all_listeners_of_a_job_share_one_polling_task(batches: Batches, ana: httpx.AsyncClient) -> None:
    """One task serves all listeners of a process."""
    job_id = await batches.add_job()
    streams = batches.services.job_streams
    async with streams.listen(1, job_id, None) as first, streams.listen(2, job_id, None) as second:
        looking = streams._looking
        assert (await first.next(1)) and (await second.next(1))
        await batches.execute("update jobs set last_error = 'x' where id = %(job)s", job=job_id)
        told = [await listener.next(2) for listener in (first, second)]
        assert [news and news.number for news in told] == [1, 1]
        assert streams._looking is looking
    await until(lambda: looking is not None and looking.done())


async def test_a_client_that_does_not_read_is_disconnected_and_misses_nothing_after_a_reconnect(
    batches: Batches, ana: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_streams, "QUEUE", 4)
    job_id = await batches.add_job()
    seen: list[int] = []
    async with batches.services.job_streams.listen(1, job_id, 0) as slow:
        for number in range(10):
            await batches.execute("update jobs set last_error = %(n)s where id = %(job)s", n=str(number), job=job_id)
        await until(lambda: slow._ended)
        while news := await slow.next(1):
            seen.append(news.number)
    assert seen == [1, 2, 3, 4]
    monkeypatch.setattr(job_streams, "QUEUE", 100)
    async with batches.services.job_streams.listen(1, job_id, seen[-1]) as again:
        for _ in range(6):
            news = await again.next(1)
            assert news is not None
            seen.append(news.number)
    assert seen == list(range(1, 11))


async def test_streams_reset_before_their_first_byte_leave_no_listener(
    batches: Batches, ana: httpx.AsyncClient, url: str
) -> None:
    job_id = await batches.add_job()
    token = (await sign_in(batches.engine, Identity("ana@example.com"))).token
    host, port = url.removeprefix("http://").split(":")
    request = (
        f"GET /api/jobs/{job_id}/stream HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
    )
    for _ in range(200):
        connection = socket.create_connection((host, int(port)))
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
        connection.sendall(request)
        connection.close()  # with a reset
        await asyncio.sleep(0)
    await until(lambda: not batches.services.job_streams._listeners)
    async with streaming(batches.engine, url, job_id) as stream:
        assert (await stream.next())[0] == "job"


async def test_the_number_of_streams_per_user_is_limited(
    batches: Batches, ana: httpx.AsyncClient, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "MAX_STREAMS", 1)
    job_id = await batches.add_job()
    async with streaming(batches.engine, url, job_id) as stream:
        await stream.next()
        answer = await ana.get(f"/api/jobs/{job_id}/stream")
        assert (answer.status_code, answer.headers["Retry-After"]) == (429, "10")


async def test_a_stopping_server_ends_its_streams_at_once(batches: Batches, ana: httpx.AsyncClient) -> None:
    job_id = await batches.add_job()
    async with served(batches.services) as (url, server), streaming(batches.engine, url, job_id) as stream:
        await stream.next()
        server.handle_exit(15, None)
        with pytest.raises(EOFError):
            await stream.next(3)


async def test_an_idle_stream_sends_keep_alives_and_ends_with_its_token(
    batches: Batches, ana: httpx.AsyncClient, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sse, "PING_SECONDS", 0.05)
    job_id = await batches.add_job()
    made = (await ana.post("/api/tokens", json={"name": "script"})).json()
    async with streaming(batches.engine, url, job_id, Authorization=f"Bearer {made['token']}") as stream:
        await stream.next()
        async with asyncio.timeout(5):
            while await anext(stream._lines) != ": keep-alive":
                pass
        assert (await ana.delete(f"/api/tokens/{made['id']}")).status_code == 204
        with pytest.raises(EOFError):
            await stream.next(5)


async def test_a_browser_opens_a_job_stream_with_a_stream_token(
    batches: Batches, ana: httpx.AsyncClient, url: str
) -> None:
    job_id = await batches.add_job()
    token = (await ana.post("/api/stream-token")).json()["token"]
    async with (
        httpx.AsyncClient(base_url=url) as browser,
        browser.stream("GET", f"/api/jobs/{job_id}/stream", params={"token": token, "lastSeen": ""}) as answer,
    ):
        assert answer.status_code == 200


@pytest.mark.parametrize("last", ["-1", "nonsense", "4-1", "1" * 19])
async def test_an_invalid_last_event_id_is_rejected(batches: Batches, ana: httpx.AsyncClient, last: str) -> None:
    job_id = await batches.add_job()
    answer = await ana.get(f"/api/jobs/{job_id}/stream", headers={"Last-Event-ID": last})
    assert (answer.status_code, answer.json()["fields"][0]["field"]) == (422, "Last-Event-ID")


async def test_missed_changes_include_the_leased_rows_in_the_counters(
    batches: Batches, ana: httpx.AsyncClient, url: str
) -> None:
    """Stored changes do not include leases: sent as stored, `processing` would drop to 0."""
    job_id = await batches.add_job()
    items = await batches.add_rows(job_id, "PENDING", 10)
    await batches.fold()
    for item in items[5:]:
        await batches.lease(item)
    async with streaming(batches.engine, url, job_id) as stream:
        _, first, job = await stream.next()
        assert job["counts"]["processing"] == 5
    for item in items[:4]:
        await batches.end(item)
        await batches.fold()
    [kept] = await batches.execute("select change_no from jobs where id = %(job)s", job=job_id)
    seen = []
    async with streaming(batches.engine, url, job_id, **{"Last-Event-ID": str(first)}) as stream:
        while first < kept["change_no"]:
            _, number, change = await stream.next()
            assert number == first + 1
            first = number
            seen += [change["counts"]] if "counts" in change else []
            assert ("counts" in change) is ("totalItems" in change)
            job |= change
    assert seen == [ZERO | {"pending": 1, "processing": 5, "done": 4}]
    assert (job["processedItems"], job["queueState"]) == (4, "RUNNING")
