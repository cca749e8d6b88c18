"""A receiver of webhooks on a real socket, with configurable behaviour."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

_PAGE = (Path(__file__).parents[3] / "docs" / "mailbox.md").read_text()
[_EXAMPLE] = re.findall(r"```python\n(.*?)```", _PAGE, re.DOTALL)
DOCUMENTED: dict[str, Any] = {}
exec(_EXAMPLE, DOCUMENTED)

Answering = Callable[["Received", asyncio.StreamWriter], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Received:
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def said(self) -> dict[str, Any]:
        return dict(orjson.loads(self.body))

    @property
    def delivery(self) -> int:
        return int(self.headers["garner-delivery"])

    def is_signed_with(self, secret: str, now: float) -> bool:
        """Verify the signature with the documented example."""
        return bool(DOCUMENTED["is_from_garner"](secret, self.headers["garner-signature"], self.body, now))


@dataclass
class Receiver:
    """`paths` sets the answer for each path; other calls get 200."""

    port: int = 0
    received: list[Received] = field(default_factory=list)
    paths: dict[str, Answering] = field(default_factory=dict)
    at_once: int = 0
    max_at_once: int = 0

    def url(self, path: str = "/") -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def at(self, path: str) -> list[Received]:
        return [received for received in self.received if received.path == path]

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)}
            body = await reader.readexactly(int(headers["content-length"]))
            received = Received(head[0].split(" ")[1], headers, body)
            self.received.append(received)
            self.at_once += 1
            self.max_at_once = max(self.max_at_once, self.at_once)
            try:
                await self.paths.get(received.path, says(200))(received, writer)
            finally:
                self.at_once -= 1
        writer.close()


def says(status: int, *headers: str, body: bytes = b"") -> Answering:
    head = "\r\n".join([f"HTTP/1.1 {status} Word", f"Content-Length: {len(body)}", *headers]) + "\r\n\r\n"

    async def answer(_: Received, writer: asyncio.StreamWriter) -> None:
        writer.write(head.encode() + body)
        await writer.drain()

    return answer


async def hangs(_: Received, writer: asyncio.StreamWriter) -> None:
    await asyncio.sleep(60)


async def drips_headers(_: Received, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\n")
    while True:
        writer.write(b"X-Drip: 1\r\n")
        await writer.drain()
        await asyncio.sleep(0.05)


async def drips_a_body(_: Received, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
    while True:
        writer.write(b"x")
        await writer.drain()
        await asyncio.sleep(0.05)


async def never_ends(_: Received, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
    while True:
        writer.write(b"x" * 65536)
        await writer.drain()


async def hangs_up(_: Received, writer: asyncio.StreamWriter) -> None:
    writer.close()


@asynccontextmanager
async def receiving() -> AsyncIterator[Receiver]:
    receiver = Receiver()
    talking: set[asyncio.Task[None]] = set()

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        talking.add(task)
        with suppress(asyncio.CancelledError):
            await receiver.talk(reader, writer)
        writer.close()
        talking.discard(task)

    server = await asyncio.start_server(talk, "127.0.0.1", 0)
    receiver.port = server.sockets[0].getsockname()[1]
    try:
        yield receiver
    finally:
        server.close()
        for task in list(talking):
            task.cancel()
        await asyncio.gather(*talking, return_exceptions=True)
