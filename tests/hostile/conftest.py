"""Servers on loopback that misbehave on purpose, and a fetcher to call them."""

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from typing import Any

import pytest
from tests.hostile.certificates import Authority
from tests.hostile.following_fetcher import FollowingFetcher

from garner.fetch import FetchLimits
from garner.fetch.browser.render import Renderer

LOOPBACK = "127.0.0.1"
PUBLIC = "93.184.215.14"
Handler = Callable[[str, asyncio.StreamWriter], Awaitable[object]]


def answer(body: bytes = b"", *headers: str, status: str = "200 OK", length: int | None = None) -> bytes:
    """Return a well-formed response; `length` overrides the declared length of the body."""
    length = len(body) if length is None else length
    head = "\r\n".join([f"HTTP/1.1 {status}", f"Content-Length: {length}", *headers])
    return head.encode("latin-1") + b"\r\n\r\n" + body


class Site:
    """A server that records its requests and counts its connections."""

    def __init__(self, handler: Handler) -> None:
        self._handler = handler
        self.requests: list[str] = []
        self.connections = 0

    @property
    def paths(self) -> list[str]:
        return [request.split(" ")[1] for request in self.requests]

    def url(self, path: str = "/", host: str = LOOPBACK) -> str:
        return f"{self.scheme}://{host}:{self.port}{path}"

    async def start(
        self, stack: AsyncExitStack, host: str = LOOPBACK, port: int = 0, tls: ssl.SSLContext | None = None
    ) -> None:
        self.scheme = "https" if tls else "http"
        server = await asyncio.start_server(self._talk, host, port, ssl=tls)
        self.port = server.sockets[0].getsockname()[1]
        stack.callback(server.close)

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            while not writer.is_closing():
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                self.requests.append(head)
                await self._handler(head.split(" ")[1], writer)
                await writer.drain()
        writer.close()


@pytest.fixture(scope="session")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority.make(tmp_path_factory.mktemp("authority"))


@pytest.fixture
async def stack() -> AsyncIterator[AsyncExitStack]:
    async with AsyncExitStack() as stack:
        yield stack


@pytest.fixture
def serve(stack: AsyncExitStack) -> Callable[..., Awaitable[Site]]:
    """Start a site whose handler gets the path of each request and the writer, or that sends a fixed response."""

    async def start(handler: Handler | bytes, **where: Any) -> Site:
        if isinstance(handler, bytes):
            fixed = handler

            async def respond(path: str, writer: asyncio.StreamWriter) -> None:
                writer.write(fixed)

            handler = respond
        site = Site(handler)
        await site.start(stack, **where)
        return site

    return start


@pytest.fixture(scope="session")
async def renderer() -> AsyncIterator[Renderer]:
    """Share one browser per test process between all tests that are not about the life cycle of a browser."""
    from tests.hostile.browser_helpers import opened  # it imports this module

    async with AsyncExitStack() as browsers:
        yield await opened(browsers)


@pytest.fixture
def fetcher(stack: AsyncExitStack) -> Callable[..., Awaitable[FollowingFetcher]]:
    """Make a fetcher; limits and other options are passed by name."""

    async def make(
        *, timeout: float = 5, max_bytes: int = 1_000_000, max_redirects: int = 5, **options: Any
    ) -> FollowingFetcher:
        options = {"user_agent": "Garner-test", "allow_private": True} | options
        limits = FetchLimits(timeout, max_bytes, max_redirects)
        return await stack.enter_async_context(FollowingFetcher(limits=limits, **options))

    return make


class Internet:
    """A fake internet: public addresses lead to loopback, and every dialled address is recorded."""

    def __init__(self) -> None:
        self._connect = asyncio.get_running_loop().sock_connect
        self.dialled: list[str] = []

    async def connect(self, sock: socket.socket, address: tuple[Any, ...]) -> None:
        self.dialled.append(address[0])
        await self._connect(sock, (LOOPBACK, address[1]) if address[0] == PUBLIC else address)


@pytest.fixture
async def internet(monkeypatch: pytest.MonkeyPatch) -> Internet:
    internet = Internet()
    monkeypatch.setattr(asyncio.get_running_loop(), "sock_connect", internet.connect)
    return internet
