"""The browser's only network access: a SOCKS5 server on loopback that connects through the egress guard.

A browser resolves names, follows redirects and opens sockets on its own, and its hooks do not report all of them. So it
gets no other network access: every connection of a page, whether for a document, a redirect, a script or a websocket,
is requested here by name, and the name is resolved, checked and connected to in one step. The connection goes to the
address that was checked, so a name that changes its answer a moment later gains nothing.
"""

import asyncio
import ipaddress
import struct
from contextlib import suppress
from types import TracebackType
from typing import Self

from garner.errors import FetchError, TooLarge
from garner.fetch.browser.dialling import EgressRoute

LOOPBACK = "127.0.0.1"
VERSION = 5
NO_PASSWORD = b"\x05\x00"
CONNECT = 1
IPV4, NAME, IPV6 = 1, 3, 4
CHUNK = 64 * 1024
# Reply codes of RFC 1928.
SUCCEEDED, REFUSED, UNREACHABLE, UNKNOWN_COMMAND, UNKNOWN_ADDRESS = 0, 2, 4, 7, 8


class EgressGateway:
    """SOCKS5 server, one per page. `failures` holds why a host could not be reached, `transferred` the total bytes
    received."""

    def __init__(self, route: EgressRoute, max_bytes: int) -> None:
        self._route = route
        self._max_bytes = max_bytes
        self._writers: set[asyncio.StreamWriter] = set()
        self.failures: dict[str, FetchError] = {}
        self.transferred = 0

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, LOOPBACK, 0)
        self.url = f"socks5://{LOOPBACK}:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._server.close()
        self._abort_connections()

    def _abort_connections(self) -> None:
        for writer in self._writers:
            writer.transport.abort()

    def require_within_limit(self) -> None:
        if self.transferred > self._max_bytes:
            raise TooLarge(f"The page loads more than the {self._max_bytes:,} bytes allowed.")

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            with suppress(OSError, EOFError):
                await self._connect_and_relay(reader, writer)
        finally:
            self._writers.discard(writer)
            writer.transport.abort()

    async def _connect_and_relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked = await _read_destination(reader, writer)
        if asked is None:
            return
        host, port = asked
        try:
            server_reader, server_writer = await self._route.connect(host, port)
        except FetchError as error:
            self.failures[host] = error
            writer.write(_answer(UNREACHABLE if error.retryable else REFUSED))
            await writer.drain()
            return
        self._writers.add(server_writer)
        try:
            writer.write(_answer(SUCCEEDED))
            await asyncio.gather(_relay(reader, server_writer), self._relay_back(server_reader, writer))
        finally:
            self._writers.discard(server_writer)
            server_writer.transport.abort()

    async def _relay_back(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while chunk := await reader.read(CHUNK):
            self.transferred += len(chunk)
            if self.transferred > self._max_bytes:
                self._abort_connections()
                return
            writer.write(chunk)
            await writer.drain()
        _end(writer)


async def _relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while chunk := await reader.read(CHUNK):
        writer.write(chunk)
        await writer.drain()
    _end(writer)


def _end(writer: asyncio.StreamWriter) -> None:
    if writer.can_write_eof():  # TLS, which some proxies use, does not support it
        writer.write_eof()


async def _read_destination(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> tuple[str, int] | None:
    """Return the host and port that the client wants to connect to, or None if it requests something else."""
    version, methods = await reader.readexactly(2)
    if version != VERSION:
        return None
    await reader.readexactly(methods)
    writer.write(NO_PASSWORD)
    version, command, _, kind = await reader.readexactly(4)
    if version != VERSION or command != CONNECT:
        writer.write(_answer(UNKNOWN_COMMAND))
        return None
    if kind == NAME:
        (length,) = await reader.readexactly(1)
        host = (await reader.readexactly(length)).decode("ascii", "replace")
    elif kind in (IPV4, IPV6):
        host = str(ipaddress.ip_address(await reader.readexactly(4 if kind == IPV4 else 16)))
    else:
        writer.write(_answer(UNKNOWN_ADDRESS))
        return None
    (port,) = struct.unpack("!H", await reader.readexactly(2))
    return host, port


def _answer(reply: int) -> bytes:
    return bytes([VERSION, reply, 0, IPV4, 0, 0, 0, 0, 0, 0])
