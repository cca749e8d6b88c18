"""Proxies on loopback: working HTTP and SOCKS5 proxies, and other servers at the port of a proxy.

A proxy connects to loopback for every name and address.
"""

import asyncio
import base64
import ssl
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from urllib.parse import urlsplit

from tests.hostile.conftest import LOOPBACK

from garner.fetch import ProxyProtocol, ProxyRoute

USERNAME, PASSWORD = "garner", "pässword: hunter2"
StreamPair = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Proxy:
    """`asked` records the requested targets; after `dies_after` bytes of the site the proxy closes the connection."""

    protocol: ProxyProtocol

    def __init__(self, *, with_password: bool = False, dies_after: int | None = None) -> None:
        self.with_password = with_password
        self.asked: list[str] = []
        self.connections = 0
        self._dies_after = dies_after

    def route(
        self, username: str | None = USERNAME, password: str | None = PASSWORD, host: str = LOOPBACK
    ) -> ProxyRoute:
        return ProxyRoute(1, self.protocol, host, self.port, username, password)

    async def start(self, stack: AsyncExitStack, tls: ssl.SSLContext | None = None) -> None:
        server = await asyncio.start_server(self._greet, LOOPBACK, 0, ssl=tls)
        self.port = server.sockets[0].getsockname()[1]
        stack.callback(server.close)

    async def _greet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        with suppress(OSError, EOFError):
            await self.talk(reader, writer)
        writer.close()

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        raise NotImplementedError

    async def carry(self, client: StreamPair, site: StreamPair) -> None:
        there = asyncio.create_task(pour(client[0], site[1]))
        await pour(site[0], client[1], self._dies_after)
        there.cancel()


async def pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, at_most: int | None = None) -> None:
    poured = 0
    with suppress(OSError):
        while data := await reader.read(65536):
            poured += len(data)
            surplus = 0 if at_most is None else max(0, poured - at_most)
            writer.write(data[: len(data) - surplus])
            await writer.drain()
            if surplus:
                break
    writer.close()


class HttpProxy(Proxy):
    protocol = ProxyProtocol.HTTP

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        method, target, _ = head.split(" ", 2)
        self.asked.append(f"{method} {target}")
        wanted = base64.b64encode(f"{USERNAME}:{PASSWORD}".encode()).decode()
        if self.with_password and f"Proxy-Authorization: Basic {wanted}\r\n" not in head:
            writer.write(b"HTTP/1.1 407 Who are you\r\nContent-Length: 0\r\n\r\n")
            return
        parts = urlsplit(f"//{target}" if method == "CONNECT" else target)
        site = await asyncio.open_connection(LOOPBACK, parts.port)
        if method == "CONNECT":
            writer.write(b"HTTP/1.1 200 Go ahead\r\n\r\n")
        else:
            lines = [line for line in head.split("\r\n") if not line.startswith("Proxy-")]
            site[1].write("\r\n".join([f"GET {parts.path} HTTP/1.1", *lines[1:]]).encode())
        await self.carry((reader, writer), site)


class HttpsProxy(HttpProxy):
    protocol = ProxyProtocol.HTTPS


class SocksProxy(Proxy):
    protocol = ProxyProtocol.SOCKS5

    def __init__(self, *, unreachable: Sequence[str] = (), **options: object) -> None:
        super().__init__(**options)  # type: ignore[arg-type]  # passed through
        self._unreachable = unreachable

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        _, count = await reader.readexactly(2)
        method = 2 if self.with_password else 0
        if method not in await reader.readexactly(count):
            writer.write(b"\x05\xff")
            return
        writer.write(bytes([5, method]))
        if self.with_password and not await self._lets_in(reader, writer):
            return
        address, port = await self._destination(reader)
        self.asked.append(f"{address}:{port}")
        if address in self._unreachable:
            writer.write(b"\x05\x04\x00\x01" + bytes(6))
            return
        site = await asyncio.open_connection(LOOPBACK, port)
        writer.write(b"\x05\x00\x00\x03\x05bound" + bytes(2))
        await self.carry((reader, writer), site)

    async def _lets_in(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        await reader.readexactly(1)
        given = [await reader.readexactly((await reader.readexactly(1))[0]) for _ in range(2)]
        right = given == [USERNAME.encode(), PASSWORD.encode()]
        writer.write(bytes([1, not right]))
        return right

    async def _destination(self, reader: asyncio.StreamReader) -> tuple[str, int]:
        *_, kind = await reader.readexactly(4)
        if kind == 3:
            address = (await reader.readexactly((await reader.readexactly(1))[0])).decode()
        elif kind == 1:
            address = ".".join(str(byte) for byte in await reader.readexactly(4))
        else:
            address = (await reader.readexactly(16)).hex(":", 2)
        return address, int.from_bytes(await reader.readexactly(2))


class Scripted(Proxy):
    """Sends the next line after each message it receives, and closes after the last; `None` means to stay silent."""

    def __init__(self, protocol: ProxyProtocol, *script: bytes | None) -> None:
        super().__init__()
        self.protocol = protocol
        self._script = script

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for line in self._script:
            heard = await reader.read(65536)
            self.asked.append(heard.decode("latin-1"))
            if line is None:
                await reader.read()
                return
            writer.write(line)
            await writer.drain()
