"""The stream of the mailbox over a real socket: which events it sends, and that none is missed."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from datetime import timedelta
from typing import Any

import httpx
import orjson
import psycopg
import pytest

from garner.api.app import create_app
from garner.api.http import sse
from garner.api.http.sse import StreamOpenings
from garner.cli.serving.serve import HttpServer, server_config
from garner.engine.people.accounts import Identity, sign_in
from garner.runtime.streams import listening, mailbox_streams
from garner.store.people.mailbox_events import SeenEvent

from .conftest import Garner
from .test_mailbox import complete, send

STREAM = "/recipes/parse-url/jobs/stream"


@asynccontextmanager
async def served(garner: Garner) -> AsyncIterator[tuple[str, HttpServer]]:
    listening = socket.create_server(("127.0.0.1", 0))
    server = HttpServer(server_config(create_app(garner.services), garner.engine.settings), garner.services.end_streams)
    serving = asyncio.create_task(server.serve([listening]))
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}", server
    finally:
        server.handle_exit(15, None)
        await asyncio.wait_for(serving, 15)
        listening.close()


@pytest.fixture
async def url(garner: Garner) -> AsyncIterator[str]:
    async with served(garner) as (url, _):
        yield url


class Stream:
    """One open stream, read event by event."""

    def __init__(self, answer: httpx.Response) -> None:
        self._lines = answer.aiter_lines()

    async def next(self, seconds: float = 30) -> tuple[str, dict[str, Any]]:
        event: dict[str, str] = {}
        async with asyncio.timeout(seconds):
            async for line in self._lines:
                name, _, value = line.partition(": ")
                if not line and "data" in event:
                    return event["id"], orjson.loads(event["data"])
                event[name] = value
        raise EOFError

    async def statuses(self, count: int) -> list[str]:
        return [(await self.next())[1]["status"] for _ in range(count)]


@asynccontextmanager
async def streaming(garner: Garner, url: str, email: str = "ana@example.com", **headers: str) -> AsyncIterator[Stream]:
    token = (await sign_in(garner.engine, Identity(email))).token
    sent = {"Authorization": f"Bearer {token}", **headers}
    async with (
        httpx.AsyncClient(base_url=url, headers=sent, timeout=30) as client,
        client.stream("GET", STREAM) as answer,
    ):
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        yield Stream(answer)


def number(event_id: str) -> int:
    return int(event_id.partition("-")[0])


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0.01)


async def test_a_stream_sends_the_end_of_a_job_as_the_mailbox_lists_it(
    garner: Garner, ana: httpx.AsyncClient, url: str
) -> None:
    async with streaming(garner, url) as stream:
        job_id = await complete(garner, ana)
        _, event = await stream.next()
    [entry] = (await ana.get("/recipes/parse-url/jobs")).json()["jobs"]
    assert entry.pop("created_at")
    assert event == entry
    assert (event["id"], event["status"]) == (job_id, "COMPLETE")


async def test_the_end_of_a_refresh_names_its_recipe(garner: Garner, ana: httpx.AsyncClient, url: str) -> None:
    job_id = await complete(garner, ana)
    recipe = (await ana.post("/recipes", json={"title": "Cake", "parse_job_id": job_id})).json()
    async with streaming(garner, url) as stream:
        await ana.post(f"/recipes/{recipe['id']}/refresh")
        await garner.work()
        _, event = await stream.next()
    assert (event["status"], event["recipe_id"]) == ("COMPLETE", recipe["id"])


async def test_errors_cancellations_and_later_changes_are_sent(
    garner: Garner, ana: httpx.AsyncClient, url: str
) -> None:
    async with streaming(garner, url) as stream:
        await complete(garner, ana, "/no/such/page")
        job = await send(ana, garner.page())
        await ana.post(f"/recipes/parse-url/jobs/{job['id']}/cancel")
        await complete(garner, ana)
        await garner.execute("update job_items set status = 'ABANDONED' where status = 'DONE'")
        assert await stream.statuses(4) == ["ERROR", "CANCELED", "COMPLETE", "ABANDONED"]


async def test_jobs_of_other_users_are_not_sent(garner: Garner, ana: httpx.AsyncClient, url: str) -> None:
    async with streaming(garner, url, "ben@example.com") as his, streaming(garner, url) as hers:
        await complete(garner, ana)
        await hers.next()
        with pytest.raises(TimeoutError):
            await his.next(0.5)


async def test_a_new_stream_sends_only_new_events(garner: Garner, ana: httpx.AsyncClient, url: str) -> None:
    await complete(garner, ana)
    async with streaming(garner, url) as stream:
        job = await send(ana, garner.page())
        assert (await stream.next())[1]["id"] == job["id"]


async def test_events_between_the_response_and_the_first_poll_are_sent(
    garner: Garner, ana: httpx.AsyncClient, database_url: str
) -> None:
    """And no earlier event, although an older open transaction makes the two look alike."""
    [user] = await garner.execute("select user_id from users")
    async with await psycopg.AsyncConnection.connect(database_url) as slow:
        await slow.execute("select pg_current_xact_id()")
        await _many_ends(garner, ana, 3)
        beginning = await garner.services.mailbox_streams.begin(user["user_id"])
        await _many_ends(garner, ana, 1)
        async with garner.services.mailbox_streams.listen(user["user_id"], beginning) as listener:
            assert await listener.next(30)
            with pytest.raises(TimeoutError):
                await listener.next(0.3)


async def test_a_new_stream_gets_no_old_event_while_others_listen(
    garner: Garner, ana: httpx.AsyncClient, url: str
) -> None:
    async with streaming(garner, url, "ben@example.com") as his:
        await complete(garner, ana)
        await garner.execute("update mailbox_events set happened_at = now() - interval '1 hour'")
        async with streaming(garner, url) as hers:
            job = await send(ana, garner.page())
            assert (await hers.next())[1]["id"] == job["id"]
        with pytest.raises(TimeoutError):
            await his.next(0.3)


async def test_a_new_stream_gets_no_event_that_a_poll_rereads_for_others(
    garner: Garner, ana: httpx.AsyncClient, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A transaction that was open at the last poll makes the next poll start before the event."""
    monkeypatch.setattr(listening, "POLL_SECONDS", 0.5)
    hers, his = [
        (await sign_in(garner.engine, Identity(f"{name}@example.com"))).user.user_id for name in ("ana", "ben")
    ]
    engine = garner.services.mailbox_streams
    async with await psycopg.AsyncConnection.connect(database_url) as held:
        await held.execute("select pg_current_xact_id()")
        async with engine.listen(his, await engine.begin(his)):
            await complete(garner, ana)
            await asyncio.sleep(0.6)
            await held.commit()
            async with engine.listen(hers, await engine.begin(hers)) as listener:
                with pytest.raises(TimeoutError):
                    await listener.next(1.2)


async def test_a_reconnecting_client_gets_the_missed_events(garner: Garner, ana: httpx.AsyncClient, url: str) -> None:
    async with streaming(garner, url) as stream:
        await complete(garner, ana)
        seen, _ = await stream.next()
    missed = await send(ana, garner.page())
    async with streaming(garner, url, **{"Last-Event-ID": seen}) as stream:
        assert (await stream.next())[1]["id"] == missed["id"]


async def test_an_event_committed_late_is_sent_after_a_later_one_was_seen(
    garner: Garner, ana: httpx.AsyncClient, url: str, database_url: str
) -> None:
    """The event with the smaller number is committed after the other was sent; all clients still get it."""
    first, second = [await send(ana, garner.page(f"/recipes/{name}")) for name in ("one", "two")]
    end = "update job_items set status = 'CANCELED', completed_at = now() where id = %s"
    async with await psycopg.AsyncConnection.connect(database_url) as late, streaming(garner, url) as stream:
        await late.execute(end, (first["id"],))
        await garner.execute(end, second["id"])
        seen, told = await stream.next()
        assert told["id"] == second["id"]
        await late.commit()
        late, told = await stream.next()
        assert (told["id"], number(late) < number(seen)) == (first["id"], True)
    async with streaming(garner, url, **{"Last-Event-ID": seen}) as stream:
        assert (await stream.next())[1]["id"] == first["id"]


async def test_more_events_than_one_poll_reads_are_all_sent(
    garner: Garner, ana: httpx.AsyncClient, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mailbox_streams, "MAX_AT_ONCE", 3)
    async with streaming(garner, url) as stream:
        await _many_ends(garner, ana, 10)
        assert len(await stream.statuses(10)) == 10


async def _many_ends(garner: Garner, ana: httpx.AsyncClient, count: int) -> None:
    await ana.get("/recipes/parse-url/jobs")
    await garner.execute(
        """insert into job_items (id, origin, user_id, kind, url, status, completed_at)
           select uuidv7(), 'mailbox', user_id, 'recipe', 'https://example.com/' || n, 'ERROR', now()
           from users, generate_series(1, %s) n where email = 'ana@example.com'""",
        count,
    )


async def test_a_client_that_does_not_read_is_disconnected_and_misses_nothing_after_a_reconnect(
    garner: Garner, ana: httpx.AsyncClient, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also while a transaction stays open and known events are sent again."""
    monkeypatch.setattr(mailbox_streams, "QUEUE", 4)
    async with await psycopg.AsyncConnection.connect(database_url) as held:
        await held.execute("select pg_current_xact_id()")
        await _disconnect_and_reconnect(garner, ana)


async def _disconnect_and_reconnect(garner: Garner, ana: httpx.AsyncClient) -> None:
    [user] = await garner.execute("select user_id from users")
    told: list[str] = []
    seen: SeenEvent | None = None
    beginning = await garner.services.mailbox_streams.begin(user["user_id"])
    async with garner.services.mailbox_streams.listen(user["user_id"], beginning) as slow:
        await _many_ends(garner, ana, 10)
        await until(lambda: slow._ended)
        while news := await slow.next(1):
            told.append(str(news.event.item_id))
            seen = news.seen
    assert len(told) == 4
    assert seen is not None
    for _ in range(10):  # recent events may be sent again
        async with garner.services.mailbox_streams.listen(user["user_id"], seen) as again:
            with suppress(TimeoutError):
                while news := await again.next(0.3):
                    told.append(str(news.event.item_id))
                    seen = news.seen
        if len(set(told)) == 10:
            break
    assert len(set(told)) == 10


async def test_an_idle_stream_sends_keep_alives(garner: Garner, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sse, "PING_SECONDS", 0.05)
    async with streaming(garner, url) as stream:
        async with asyncio.timeout(30):
            lines = [await anext(stream._lines) for _ in range(5)]
    assert lines[0] == "retry: 2000"
    assert ": keep-alive" in lines


async def test_a_stopping_server_ends_its_streams_at_once(garner: Garner) -> None:
    async with served(garner) as (url, server), streaming(garner, url) as stream:
        server.handle_exit(15, None)
        with pytest.raises(EOFError):
            await stream.next(8)  # before the server would abort it


async def test_the_number_of_streams_per_user_is_limited(
    garner: Garner, ana: httpx.AsyncClient, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "MAX_STREAMS", 1)
    async with streaming(garner, url), streaming(garner, url, "ben@example.com"):
        answer = await ana.get(STREAM)
        assert (answer.status_code, answer.headers["Retry-After"]) == (429, "10")


async def test_streams_reset_before_their_first_byte_leave_no_listener(garner: Garner, url: str) -> None:
    token = (await sign_in(garner.engine, Identity("ana@example.com"))).token
    host, port = url.removeprefix("http://").split(":")
    request = f"GET {STREAM} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
    for _ in range(50):
        connection = socket.create_connection((host, int(port)))
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
        connection.sendall(request)
        connection.close()  # with a reset
    await until(lambda: not garner.services.mailbox_streams._listeners)
    async with streaming(garner, url):
        pass


async def test_a_stream_ends_with_the_token_that_opened_it(
    garner: Garner, ana: httpx.AsyncClient, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sse, "PING_SECONDS", 0.05)
    made = (await ana.post("/api/tokens", json={"name": "script"})).json()
    async with streaming(garner, url, Authorization=f"Bearer {made['token']}") as stream:
        await complete(garner, ana)
        await stream.next()
        assert (await ana.delete(f"/api/tokens/{made['id']}")).status_code == 204
        with pytest.raises(EOFError):
            await stream.next()


async def test_a_stream_opened_by_a_stream_token_ends_with_the_api_token_that_made_it(
    garner: Garner, ana: httpx.AsyncClient, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A busy stream also checks whether its token is still valid."""
    monkeypatch.setattr(sse, "PING_SECONDS", 0.05)
    made = (await ana.post("/api/tokens", json={"name": "script"})).json()
    script = await garner.guest(Authorization=f"Bearer {made['token']}")
    token = (await script.post("/api/stream-token")).json()["token"]
    async with (
        httpx.AsyncClient(base_url=url, timeout=30) as browser,
        browser.stream("GET", STREAM, params={"token": token}) as answer,
    ):
        stream = Stream(answer)
        await complete(garner, ana)
        await stream.next()
        assert (await ana.delete(f"/api/tokens/{made['id']}")).status_code == 204
        with pytest.raises(EOFError):
            for _ in range(100):
                await _many_ends(garner, ana, 1)
                await stream.next()
        assert (await browser.get(STREAM, params={"token": token})).status_code == 401


async def test_a_stream_over_the_limit_at_listen_time_ends(
    garner: Garner, ana: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "MAX_STREAMS", 1)
    [user] = await garner.execute("select user_id from users")
    begun = await garner.services.mailbox_streams.begin(user["user_id"])
    async with garner.services.mailbox_streams.listen(user["user_id"], begun) as first:
        async with garner.services.mailbox_streams.listen(user["user_id"], begun) as second:
            assert await second.next(1) is None
        with pytest.raises(TimeoutError):
            await first.next(0.1)


@pytest.mark.parametrize("last", ["-1", "nonsense", "41", "41-", f"{2**63}-1"])
async def test_an_invalid_last_event_id_is_rejected(ana: httpx.AsyncClient, last: str) -> None:
    answer = await ana.get(STREAM, headers={"Last-Event-ID": last})
    assert (answer.status_code, answer.json()["fields"][0]["field"]) == (422, "Last-Event-ID")


async def test_a_deleted_last_event_id_resumes_with_the_kept_events(
    garner: Garner, ana: httpx.AsyncClient, url: str
) -> None:
    job_id = await complete(garner, ana)
    async with streaming(garner, url, **{"Last-Event-ID": "0-0"}) as stream:
        assert (await stream.next())[1]["id"] == job_id


async def test_a_browser_with_a_renewed_stream_token_misses_nothing(
    garner: Garner, ana: httpx.AsyncClient, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def opened(client: httpx.AsyncClient, last_seen: str) -> httpx.Response:
        token = (await ana.post("/api/stream-token")).json()["token"]
        request = client.build_request("GET", STREAM, params={"token": token, "last_seen": last_seen})
        return await client.send(request, stream=True)

    async with httpx.AsyncClient(base_url=url, timeout=30) as browser:
        first = await opened(browser, "")
        await complete(garner, ana)
        seen, _ = await Stream(first).next()
        await first.aclose()
        missed = await complete(garner, ana, "/no/such/page")
        with monkeypatch.context() as patch:
            patch.setattr("garner.engine.people.accounts.STREAM_LIFE", timedelta(seconds=-1))
            late = await opened(browser, seen)
        assert late.status_code == 401
        assert orjson.loads(await late.aread())["error"].endswith("Get a new one from POST /api/stream-token.")
        second = await opened(browser, seen)
        assert (await Stream(second).next())[1]["id"] == missed
        await second.aclose()


async def test_hundreds_of_concurrent_streams_leave_database_connections_free(
    garner: Garner, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And none of them is rejected."""
    monkeypatch.setattr(sse, "PING_SECONDS", 3600.0)
    database = garner.engine.database
    async with AsyncExitStack() as every_connection:
        for _ in range(20):
            await every_connection.enter_async_context(database.connection())
    people = [(await sign_in(garner.engine, Identity(f"{number}@example.com"))).token for number in range(15)]
    queued = database.queued
    async with httpx.AsyncClient(base_url=url, timeout=120, limits=httpx.Limits(max_connections=None)) as client:
        opening = [
            client.send(client.build_request("GET", STREAM, headers={"Authorization": f"Bearer {token}"}), stream=True)
            for token in people * listening.MAX_STREAMS
        ]
        answers = await asyncio.gather(*opening)
        assert {answer.status_code for answer in answers} == {200}
        await until(lambda: sum(map(len, garner.services.mailbox_streams._listeners.values())) == len(answers))
        assert database.queued == queued
        for answer in answers:
            await answer.aclose()


async def test_a_stream_that_waits_too_long_to_open_gets_503_with_the_reason(
    garner: Garner, ana: httpx.AsyncClient
) -> None:
    app = ana._transport.app  # type: ignore[attr-defined]  # of the transport that calls an application
    for openings in (StreamOpenings(at_once=1, timeout_seconds=0.01), StreamOpenings(at_once=1, max_waiting=0)):
        app.context = replace(app.context, stream_openings=openings)
        await openings._turns.acquire()
        answer = await ana.get(STREAM)
        assert (answer.status_code, answer.json()["code"]) == (503, "overloaded")
        assert "Too many streams are being opened" in answer.json()["error"] and answer.headers["Retry-After"] == "5"
