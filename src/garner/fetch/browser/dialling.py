"""Open the connections of the browser's gateway: directly to the site through the guard, or through a proxy tunnel.

The browser itself is never given a proxy, because then its destinations would not be checked. It always connects
through the gateway, and the gateway has the proxy connect to what the guard has allowed. Plain HTTP goes through a
tunnel as well, which some HTTP proxies refuse; that is reported as a failure of the proxy.
"""

import asyncio
import ipaddress
import re
import socket
import ssl
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from garner.errors import FetchError, NetworkError, ProxyFailed, ProxyOrSiteFailed
from garner.fetch.connectors import closed_on_failure, dial, proxy_timeout
from garner.fetch.failures import not_let_through
from garner.fetch.guard import EgressGuard, Resolver
from garner.fetch.proxies import ProxyProtocol, ProxyRoute
from garner.fetch.socks import AddressNotReached, shake_hands

StreamPair = tuple[asyncio.StreamReader, asyncio.StreamWriter]
STATUS_LINE = re.compile(rb"HTTP/1\.[01] (\d{3})\b")


class EgressRoute(Protocol):
    async def connect(self, host: str, port: int) -> StreamPair:
        """Return a connection to the site, ready for its first byte; raise a `FetchError` if there is none."""
        ...


@dataclass(frozen=True, slots=True)
class DirectRoute:
    guard: EgressGuard

    async def connect(self, host: str, port: int) -> StreamPair:
        for address in await _checked_addresses(self.guard, host, port):
            family = socket.AF_INET6 if ":" in address else socket.AF_INET
            try:
                opened = self.guard.open_socket((family, socket.SOCK_STREAM, 0, "", (address, port)))
                with closed_on_failure(opened):
                    opened.setblocking(False)
                    await asyncio.get_running_loop().sock_connect(opened, (address, port))
                    return await asyncio.open_connection(sock=opened)
            except OSError:
                continue
        raise NetworkError(f"Could not connect to {host}.")


@dataclass(frozen=True, slots=True)
class ProxyTunnelRoute:
    """A route through a proxy. `resolver` resolves the proxy's own name."""

    proxy: ProxyRoute
    guard: EgressGuard
    resolver: Resolver
    timeout: float
    tls: ssl.SSLContext | None = None

    async def connect(self, host: str, port: int) -> StreamPair:
        async with proxy_timeout(self.proxy, self.timeout):
            if self.proxy.protocol is ProxyProtocol.SOCKS5:
                return await self._by_socks(host, port)
            await self.guard.check(host)
            return await self._by_http(host, port)

    async def _by_socks(self, host: str, port: int) -> StreamPair:
        proxy = self.proxy
        for address in await _checked_addresses(self.guard, host):
            with closed_on_failure(await dial(proxy, self.resolver)) as sock, suppress(AddressNotReached):
                await shake_hands(sock, str(proxy), proxy.username, proxy.password, address, port)
                return await asyncio.open_connection(sock=sock)
            sock.close()
        raise ProxyOrSiteFailed(f"{proxy} could not reach {host}.")

    async def _by_http(self, host: str, port: int) -> StreamPair:
        reader, writer = await self._connect_to_proxy()
        try:
            return await self._open_tunnel(reader, writer, host, port)
        except BaseException:
            writer.transport.abort()
            raise

    async def _connect_to_proxy(self) -> StreamPair:
        with closed_on_failure(await dial(self.proxy, self.resolver)) as sock:
            if self.proxy.protocol is ProxyProtocol.HTTP:
                return await asyncio.open_connection(sock=sock)
            try:
                return await asyncio.open_connection(sock=sock, ssl=self.tls or True, server_hostname=self.proxy.host)
            except ssl.SSLCertVerificationError:
                raise ProxyFailed(f"{self.proxy} has an untrusted certificate.") from None
            except OSError:
                raise ProxyFailed(f"{self.proxy} failed the TLS handshake.") from None

    async def _open_tunnel(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, host: str, port: int
    ) -> StreamPair:
        there = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        headers = {"Host": there, **self.proxy.authorization}
        lines = [f"CONNECT {there} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
        writer.write("".join(f"{line}\r\n" for line in (*lines, "")).encode())
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except (OSError, EOFError):
            raise self._make_error("closed the connection before it connected to the site") from None
        except asyncio.LimitOverrunError:
            raise self._make_error("sent a response that is not HTTP") from None
        answered = STATUS_LINE.match(head)
        if answered is None:
            raise self._make_error("sent a response that is not HTTP")
        if (status := int(answered.group(1))) // 100 != 2:
            raise not_let_through(status, str(self.proxy), host)
        return reader, writer

    def _make_error(self, how: str) -> FetchError:
        return ProxyFailed(f"{self.proxy} {how}.")


async def _checked_addresses(guard: EgressGuard, host: str, port: int | None = None) -> list[str]:
    with suppress(ValueError):
        literal = str(ipaddress.ip_address(host))
        guard.require(literal, port)
        return [literal]
    return [resolved["host"] for resolved in await guard.resolve(host)]
