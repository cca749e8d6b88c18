"""Connectors: directly to the site through the guard, or through a proxy, with a limit on the overhead of an answer.

aiohttp has no public hook for a custom tunnel or a custom protocol, so these classes override the methods by which its
connectors differ from each other.
"""

import asyncio
import functools
import ipaddress
import socket
import ssl
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp
from aiohttp import AddrInfoType, ClientRequest, ClientTimeout
from aiohttp.client_proto import ResponseHandler
from aiohttp.helpers import set_exception
from aiohttp.tracing import Trace

from garner.errors import FetchError, NetworkError, ProxyFailed, TooLarge
from garner.fetch.failures import FOREIGN_ERRORS, SiteNotReached, translate_proxy_error
from garner.fetch.guard import EgressGuard, Resolver
from garner.fetch.proxies import ProxyProtocol, ProxyRoute
from garner.fetch.socks import AddressNotReached, shake_hands

DNS_CACHE_SECONDS = 30
IDLE_SECONDS = 5.0  # many servers close idle connections after five: an older one is likelier dead than useful

# Beyond the body: headers, interim answers, chunk sizes. A chunk of one byte costs six on the wire and as much work as
# one of sixty thousand, so an answer that is mostly overhead is an attack on the event loop.
WRAPPING_BYTES = 512 * 1024
WRAPPING_SHARE = 8  # plus an eighth of the body


@dataclass(frozen=True, slots=True)
class Connections:
    """Settings shared by all connectors of a fetcher."""

    guard: EgressGuard
    resolver: Resolver
    concurrency: int
    proxy_seconds: float
    tls: ssl.SSLContext | None

    def direct(self) -> aiohttp.TCPConnector:
        return _count_bytes(
            aiohttp.TCPConnector(resolver=self.guard, socket_factory=self.guard.open_socket, **self._options())
        )

    def through(self, proxy: ProxyRoute) -> aiohttp.TCPConnector:
        kind = SocksConnector if proxy.protocol is ProxyProtocol.SOCKS5 else HttpProxyConnector
        return _count_bytes(kind(proxy, self, **self._options()))

    def _options(self) -> dict[str, Any]:
        return {
            "ssl": self.tls or True,
            "ttl_dns_cache": DNS_CACHE_SECONDS,
            "keepalive_timeout": IDLE_SECONDS,
            "limit": self.concurrency,
            # A host that hangs may occupy half of the connections, never all.
            "limit_per_host": max(1, self.concurrency // 2),
        }


class HttpProxyConnector(aiohttp.TCPConnector):
    """Connections to one HTTP proxy, plain or over TLS, and tunnels through it."""

    def __init__(self, proxy: ProxyRoute, connections: Connections, **options: Any) -> None:
        super().__init__(resolver=EgressGuard(connections.resolver, allow_private=True), **options)
        self._proxy = proxy
        self._guard = connections.guard
        self._timeout = connections.proxy_seconds

    async def _create_connection(
        self, req: ClientRequest, traces: list[Trace], timeout: ClientTimeout
    ) -> ResponseHandler:
        await self._guard.check(str(req.url.raw_host))
        try:
            async with proxy_timeout(self._proxy, self._timeout):
                return await super()._create_connection(req, traces, timeout)
        except NetworkError:
            failure: FetchError = _name_not_resolved(self._proxy)
        except FOREIGN_ERRORS as error:
            failure = translate_proxy_error(error, str(self._proxy), req.url)
        raise failure  # raised here, not chained to the foreign error, whose request carries the password


class SocksConnector(aiohttp.TCPConnector):
    """Connections through one SOCKS5 proxy, each to an address that the guard has checked."""

    def __init__(self, proxy: ProxyRoute, connections: Connections, **options: Any) -> None:
        super().__init__(resolver=connections.guard, **options)
        self._proxy = proxy
        self._guard = connections.guard
        self._proxy_resolver = connections.resolver
        self._timeout = connections.proxy_seconds

    async def _wrap_create_connection(
        self,
        *args: Any,
        addr_infos: list[AddrInfoType],
        req: ClientRequest,
        timeout: ClientTimeout,
        client_error: type[Exception] = aiohttp.ClientConnectorError,
        **kwargs: Any,
    ) -> tuple[asyncio.Transport, ResponseHandler]:
        address, port = str(addr_infos[0][4][0]), int(addr_infos[0][4][1])
        self._guard.require(address)
        async with proxy_timeout(self._proxy, self._timeout):
            with closed_on_failure(await dial(self._proxy, self._proxy_resolver)) as sock:
                try:
                    await shake_hands(sock, str(self._proxy), self._proxy.username, self._proxy.password, address, port)
                except AddressNotReached:
                    raise SiteNotReached(req.connection_key, OSError()) from None
        return await self._wrap_existing_connection(*args, req=req, timeout=timeout, sock=sock, **kwargs)


class MeteredHandler(ResponseHandler):
    """Protocol that aborts an answer with more overhead around its body than any honest one has."""

    _received = 0

    def set_response_params(self, **params: Any) -> None:
        self._received = 0
        super().set_response_params(**params)

    def data_received(self, data: bytes) -> None:
        self._received += len(data)
        super().data_received(data)
        body = self._payload.total_bytes if self._payload is not None else 0
        if self._received - body > WRAPPING_BYTES + body // WRAPPING_SHARE:
            self._refuse()

    def _refuse(self) -> None:
        refusal = TooLarge("The response has too many bytes of headers and chunk sizes.")
        if self._payload is not None:
            set_exception(self._payload, refusal)
        self.set_exception(refusal)
        if self.transport is not None:
            self.transport.abort()


def _count_bytes(connector: aiohttp.TCPConnector) -> aiohttp.TCPConnector:
    handler: type[ResponseHandler] = MeteredHandler
    connector._factory = functools.partial(handler, loop=asyncio.get_running_loop())
    return connector


async def dial(proxy: ProxyRoute, resolver: Resolver) -> socket.socket:
    """Return a new connection to the proxy itself, which may have a private address."""
    for address in await _addresses_of(proxy, resolver):
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        try:
            with closed_on_failure(socket.socket(family, socket.SOCK_STREAM)) as sock:
                sock.setblocking(False)
                await asyncio.get_running_loop().sock_connect(sock, (address, proxy.port))
                return sock
        except OSError:
            continue
    raise ProxyFailed(f"{proxy} could not be reached.")


async def _addresses_of(proxy: ProxyRoute, resolver: Resolver) -> list[str]:
    try:
        return [str(ipaddress.ip_address(proxy.host))]
    except ValueError:
        pass
    try:
        return list(await resolver(proxy.host))
    except (OSError, NetworkError):
        raise _name_not_resolved(proxy) from None


def _name_not_resolved(proxy: ProxyRoute) -> ProxyFailed:
    return ProxyFailed(f"{proxy} has a host name that could not be resolved.")


@contextmanager
def closed_on_failure(sock: socket.socket) -> Iterator[socket.socket]:
    try:
        yield sock
    except BaseException:
        sock.close()
        raise


@asynccontextmanager
async def proxy_timeout(proxy: ProxyRoute, seconds: float) -> AsyncIterator[None]:
    try:
        async with asyncio.timeout(seconds):
            yield
    except TimeoutError:
        raise ProxyFailed(f"{proxy} did not connect to the site within {seconds:g} s.") from None
