"""Connections that send too much, too slowly, or not HTTP, over real sockets."""

import asyncio
import json
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.server import ServerState

from garner import observe
from garner.api.app import create_app
from garner.api.http import protocol
from garner.api.http.protocol import MAX_BYTES_BESIDES_BODY
from garner.cli.serving.serve import server_config
from garner.engine import Engine
from garner.postgres.database import Database
from garner.settings import Settings
from garner.wiring.server import make_services

SHORT = 0.2
PLAIN = b"GET / HTTP/1.1\r\nHost: garner\r\n\r\n"
SLOW = b"GET /slow HTTP/1.1\r\nHost: garner\r\n\r\n"
CHUNKED = b"POST / HTTP/1.1\r\nHost: garner\r\nTransfer-Encoding: chunked\r\n\r\n"


class Answer:
    def __init__(self, text: bytes) -> None:
        head, _, self.body = text.partition(b"\r\n\r\n")
        self.status = int(head.split(b" ")[1])
        self.head = head.lower()

    @property
    def code(self) -> str:
        shape = json.loads(self.body)
        assert set(shape) == {"error", "code"} and shape["error"].endswith(".")
        return str(shape["code"])


class Server:
    def __init__(self, port: int) -> None:
        self._port = port
        self.url = f"http://127.0.0.1:{port}"

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self._port)

    async def ask(self, *pieces: bytes, pause: float = 0.0) -> bytes:
        """Send these pieces and return all answers until the server closes the connection."""
        reader, writer = await self.connect()
        answered = asyncio.create_task(read_all(reader))
        with suppress(ConnectionError):
            for piece in pieces:
                writer.write(piece)
                await writer.drain()
                await asyncio.sleep(pause)
        try:
            return await asyncio.wait_for(answered, 10)
        finally:
            writer.close()


async def read_all(reader: asyncio.StreamReader) -> bytes:
    read = bytearray()
    with suppress(ConnectionError):
        while more := await reader.read(65_536):
            read += more
    return bytes(read)


@asynccontextmanager
async def serving(app: ASGIApp, settings: Settings) -> AsyncIterator[Server]:
    config = server_config(app, settings)
    config.load()
    state = ServerState()
    make: Callable[..., asyncio.Protocol] = config.http_protocol_class  # type: ignore[assignment] # a class is one
    listening = await asyncio.get_running_loop().create_server(lambda: make(config, state, {}), "127.0.0.1", 0)
    async with listening:
        yield Server(listening.sockets[0].getsockname()[1])
        for connection in list(state.connections):
            connection.transport.abort()


asked: list[str] = []


async def count_body(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with the size of the body; under /slow after a delay, under /early before the body is read."""
    asked.append(scope["path"])
    size, more = 0, scope["path"] != "/early"
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        size, more = size + len(message["body"]), message["more_body"]
    if scope["path"] == "/slow":
        await asyncio.sleep(3.5 * SHORT)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"7")]})
    await send({"type": "http.response.body", "body": b"%07d" % size})


@pytest.fixture
async def server(settings: Settings) -> AsyncIterator[Server]:
    asked.clear()
    async with serving(count_body, settings) as running:
        yield running


@pytest.fixture
def short_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "REQUEST_SECONDS", SHORT)


def closing(request: bytes) -> bytes:
    return request.replace(b"Host", b"Connection: close\r\nHost", 1)


# Too much -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "endless"),
    [
        pytest.param(b"GET / HTTP/1.1\r\nX: ", b"a" * 1000, id="a header"),
        pytest.param(b"GET / HTTP/1.1\r\n", b"X: a\r\n" * 200, id="many headers"),
        pytest.param(b"GET /", b"a" * 1000, id="an address"),
        pytest.param(b"", b"\r\n" * 500, id="empty lines"),
        pytest.param(CHUNKED + b"1\r\na\r\n0\r\nX: ", b"a" * 1000, id="a trailer"),
        pytest.param(CHUNKED + b"1;x=", b"a" * 1000, id="an extension of a chunk"),
    ],
)
async def test_an_endless_header_or_chunk_is_rejected(server: Server, start: bytes, endless: bytes) -> None:
    reader, writer = await server.connect()
    answered = asyncio.create_task(read_all(reader))
    sent = 0
    writer.write(start)
    while not answered.done():
        writer.write(endless)
        await writer.drain()
        await asyncio.sleep(0)
        sent += len(endless)
        assert sent < 5_000_000
    answer = Answer(answered.result())
    assert (answer.status, answer.code) == (431, "headers_too_large")
    assert b"connection: close" in answer.head
    writer.close()


async def test_a_client_that_sends_everything_before_reading_gets_the_answer(server: Server) -> None:
    answer = Answer(await server.ask(b"GET / HTTP/1.1\r\nX: " + b"a" * 1_000_000 + b"\r\n\r\n"))
    assert (answer.status, answer.code) == (431, "headers_too_large")


async def test_a_rejected_connection_is_closed_even_if_the_client_keeps_sending(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "DRAIN_SECONDS", SHORT)
    _, writer = await server.connect()
    with pytest.raises(ConnectionError):
        async with asyncio.timeout(10):
            while True:
                writer.write(b"\r\n" * 5000)
                await writer.drain()
                await asyncio.sleep(0.001)


async def test_requests_after_a_rejection_are_ignored(server: Server) -> None:
    assert Answer(await server.ask(b"\r\n" * 40_000 + PLAIN, PLAIN)).status == 431
    assert asked == []


async def test_headers_within_the_limit_are_accepted(server: Server) -> None:
    long = b"GET / HTTP/1.1\r\nConnection: close\r\nX: " + b"a" * (MAX_BYTES_BESIDES_BODY - 100) + b"\r\n\r\n"
    assert Answer(await server.ask(long)).status == 200
    assert Answer(await server.ask(long[:30_000], long[30_000:])).status == 200


async def test_the_body_does_not_count_towards_the_header_limit(server: Server) -> None:
    plain = closing(b"POST / HTTP/1.1\r\nHost: garner\r\nContent-Length: 900000\r\n\r\n") + b"a" * 900_000
    assert Answer(await server.ask(plain)).body == b"0900000"
    chunks = b"1\r\na\r\n" * 50_000
    assert Answer(await server.ask(closing(CHUNKED) + chunks + b"0\r\n\r\n")).body == b"0050000"


async def test_the_header_limit_applies_to_each_request_of_a_connection(server: Server) -> None:
    request = PLAIN.replace(b"Host", b"X: " + b"a" * 20_000 + b"\r\nHost")
    answers = await server.ask(request * 5 + closing(request))
    assert answers.count(b"200 OK") == 6


# Too slow -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("half", [PLAIN[:-2], CHUNKED, CHUNKED + b"1\r\na\r\n", b"GET", b"\r\n"])
async def test_an_incomplete_request_gets_408(server: Server, short_timeout: None, half: bytes) -> None:
    answer = Answer(await server.ask(half))
    assert (answer.status, answer.code) == (408, "request_timeout")


async def test_a_dripping_request_gets_408(server: Server, short_timeout: None) -> None:
    answered = await server.ask(PLAIN[:-4], *[b"a"] * 30, pause=SHORT / 10)
    assert Answer(answered).status == 408


async def test_a_silent_connection_is_closed_without_an_answer(server: Server, short_timeout: None) -> None:
    assert await server.ask() == b""


async def test_a_disconnected_client_gets_no_response(server: Server, short_timeout: None) -> None:
    events: list[observe.Event] = []
    unsubscribe = observe.subscribe(events.append)
    _, writer = await server.connect()
    writer.write(PLAIN[:-2])
    await writer.drain()
    writer.close()
    await asyncio.sleep(2 * SHORT)
    unsubscribe()
    assert events == []


async def test_an_incomplete_second_request_gets_408(server: Server, short_timeout: None) -> None:
    answered = await server.ask(PLAIN, PLAIN[:-2], pause=SHORT / 4)
    assert answered.startswith(b"HTTP/1.1 200") and Answer(answered[answered.index(b"HTTP/1.1 408") :]).status == 408


async def test_an_answer_may_take_longer_than_the_request_timeout(server: Server, short_timeout: None) -> None:
    assert Answer(await server.ask(closing(SLOW))).status == 200


@pytest.mark.parametrize(("half", "rest"), [(closing(PLAIN)[:-2], b"\r\n"), (closing(CHUNKED), b"0\r\n\r\n")])
async def test_an_incomplete_request_may_wait_for_the_previous_answer(
    server: Server, short_timeout: None, half: bytes, rest: bytes
) -> None:
    reader, writer = await server.connect()
    writer.write(SLOW + half)
    first = await reader.readuntil(b"0000000")
    writer.write(rest)
    assert Answer(first).status == Answer(await read_all(reader)).status == 200
    writer.close()


async def test_a_connection_may_stay_open_longer_than_the_request_timeout(server: Server, short_timeout: None) -> None:
    answered = await server.ask(PLAIN, PLAIN, closing(PLAIN), pause=1.5 * SHORT)
    assert answered.count(b"200 OK") == 3


async def test_a_body_that_continues_after_its_answer_ends_the_connection_without_another(
    server: Server, short_timeout: None
) -> None:
    answered = await server.ask(CHUNKED.replace(b"/ ", b"/early "), *[b"1\r\na\r\n"] * 30, pause=SHORT / 10)
    assert answered.count(b"HTTP/1.1") == 1


# Not HTTP -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "nonsense",
    [
        b"hello\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        b"GET / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"GET  HTTP/1.1\r\n\r\n",
        CHUNKED + b"zz\r\n",
    ],
)
async def test_input_that_is_not_http_is_rejected_in_the_common_error_format(server: Server, nonsense: bytes) -> None:
    answer = Answer(await server.ask(nonsense))
    assert (answer.status, answer.code) == (400, "malformed_request")
    assert b"content-type: application/json" in answer.head


@pytest.mark.parametrize(
    "nonsense",
    [
        pytest.param(b"hello\r\n\r\n", id="and nothing else"),
        pytest.param(SLOW + b"hello\r\n\r\n", id="while a request is answered"),
        pytest.param(CHUNKED.replace(b"Host", b"Expect: 100-continue\r\nHost") + b"zz\r\n", id="instead of a body"),
    ],
)
async def test_nothing_is_answered_after_a_rejection(
    server: Server, short_timeout: None, caplog: pytest.LogCaptureFixture, nonsense: bytes
) -> None:
    reader, writer = await server.connect()
    writer.write(nonsense)
    answer = Answer(await read_all(reader))
    await asyncio.sleep(4 * SHORT)  # with the client side still open
    assert (answer.status, answer.code) == (400, "malformed_request")
    assert [record.levelname for record in caplog.records if record.levelname == "ERROR"] == []
    writer.close()


async def test_invalid_input_after_several_requests_closes_the_connection_without_an_answer(server: Server) -> None:
    assert await server.ask(SLOW + PLAIN + b"hello\r\n\r\n") == b""


# Client address -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trusted", "refused"), [("", 1), ("192.0.2.1", 1), ("127.0.0.1", 0), ("192.0.2.1, 127.0.0.0/8", 0)]
)
async def test_a_forwarded_address_counts_only_from_a_trusted_proxy(
    settings: Settings, database: Database, engine: Engine, trusted: str, refused: int
) -> None:
    changed: dict[str, Any] = {"guest_requests_per_minute": 3, "trusted_proxies": trusted}
    few = settings.with_values(**changed)
    app = create_app(make_services(Engine(few, database, engine.blobs, engine.wake)))
    async with serving(app, few) as server:
        statuses = [
            Answer(
                await server.ask(
                    b"POST /parse-requests HTTP/1.1\r\nHost: garner\r\nConnection: close\r\n"
                    b"X-Forwarded-For: 198.51.100.%d\r\nContent-Length: 0\r\n\r\n" % number
                )
            ).status
            for number in range(4)
        ]
    assert statuses.count(429) == refused


async def test_a_large_body_that_keeps_arriving_is_read_without_a_time_limit(
    server: Server, short_timeout: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "BODY_BYTES_TO_GO_ON", 20_000)
    head = b"POST / HTTP/1.1\r\nHost: garner\r\nContent-Length: 300000\r\nConnection: close\r\n\r\n"
    answered = await server.ask(head, *[bytes(10_000)] * 30, pause=SHORT / 8)
    assert (Answer(answered).status, Answer(answered).body) == (200, b"0300000")


async def test_a_dripping_body_gets_408(server: Server, short_timeout: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "BODY_BYTES_TO_GO_ON", 20_000)
    head = b"POST / HTTP/1.1\r\nHost: garner\r\nContent-Length: 300000\r\n\r\n"
    assert Answer(await server.ask(head, *[bytes(10)] * 30, pause=SHORT / 8)).status == 408


# An answer before the whole body is received ------------------------------------------------------------------


def post_by_urllib(url: str, body: bytes) -> tuple[int, dict[str, Any]]:
    """Post with urllib, which reads the answer only after sending the whole body."""
    request = urllib.request.Request(url, body, {"Content-Type": "application/json"})
    try:
        urllib.request.urlopen(request, timeout=60)
    except urllib.error.HTTPError as refusal:
        return refusal.code, json.loads(refusal.read())
    raise AssertionError("it was taken")


@pytest.mark.parametrize("path", ["/parse-requests", "/api/extract", "/nowhere"])
async def test_a_body_that_is_too_large_gets_a_readable_error(settings: Settings, engine: Engine, path: str) -> None:
    async with serving(create_app(make_services(engine)), settings) as server:
        for _ in range(3):
            status, answer = await asyncio.to_thread(post_by_urllib, f"{server.url}{path}", bytes(20_000_000))
            assert (status, bool(answer["error"])) == (404 if path == "/nowhere" else 413, True)


@pytest.mark.parametrize("head", [CHUNKED, closing(CHUNKED)])
async def test_a_bounded_amount_of_an_unwanted_body_is_read(
    server: Server, monkeypatch: pytest.MonkeyPatch, head: bytes
) -> None:
    monkeypatch.setattr(protocol, "MAX_DRAINED_BYTES", 200_000)
    _, writer = await server.connect()
    writer.write(head.replace(b"/ ", b"/early "))
    with pytest.raises(ConnectionError):
        async with asyncio.timeout(30):
            while True:
                writer.write(b"2710\r\n" + bytes(10_000) + b"\r\n")
                await writer.drain()
                await asyncio.sleep(0.001)


async def test_connection_close_is_respected_after_the_whole_body_is_sent(server: Server) -> None:
    reader, writer = await server.connect()
    writer.write(closing(CHUNKED).replace(b"/ ", b"/early "))
    answered = await reader.readuntil(b"0000000")
    assert Answer(answered).status == 200 and b"connection: close" in Answer(answered).head
    writer.write(b"1\r\na\r\n0\r\n\r\n" + PLAIN)
    async with asyncio.timeout(30):
        assert await read_all(reader) == b""
    assert asked == ["/early"]
    writer.close()


async def test_a_request_pipelined_after_connection_close_is_not_answered(server: Server) -> None:
    answered = await server.ask(closing(SLOW) + CHUNKED + b"1\r\na\r\n")
    assert answered.count(b"HTTP/1.1") == 1
    assert asked == ["/slow"]
