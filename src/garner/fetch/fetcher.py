"""The fetch as one readable function.

One request per hop and never a second try: whether to come back is decided by the caller, who knows the lane
and the lease. aiohttp is used for connections and HTTP only; what it would do on its own (follow redirects,
keep cookies, unpack bodies, repeat a request on a stale connection) is switched off or done here, within the
limits.
"""

import asyncio
import hashlib
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from types import TracebackType
from typing import Self

import aiohttp
from aiohttp.connector import Connection
from yarl import URL

from garner.errors import FetchTimeout
from garner.fetch.body import Body, read_body
from garner.fetch.failures import FOREIGN_ERRORS, translated
from garner.fetch.guard import EgressGuard, Resolver, SystemResolver
from garner.fetch.page import FetchLimits, Page, charset, clean, media_type, retry_after
from garner.fetch.redirects import REDIRECTS, next_hop, starting_url

BeforeSend = Callable[[], None]

DNS_CACHE_SECONDS = 30
IDLE_SECONDS = 5.0  # many servers hang up at five: an older connection is likelier dead than useful
MAX_HEADER_BYTES = 16 * 1024
MAX_HEADERS = 128
HEADERS = {
    "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "Accept-Encoding": "gzip, deflate, br, zstd",
    "Accept-Language": "en,*;q=0.5",
}


class Fetcher:
    """One per process, thousands of fetches over it: `async with Fetcher(...) as fetcher`.

    `resolver` turns a host's name into its addresses; the machine's own is used when there is none.
    """

    def __init__(
        self,
        *,
        limits: FetchLimits,
        user_agent: str,
        allow_private: bool = False,
        resolver: Resolver | None = None,
        concurrency: int = 100,
    ) -> None:
        self._limits = limits
        self._user_agent = user_agent
        self._allow_private = allow_private
        self._resolver = resolver
        self._concurrency = concurrency

    async def __aenter__(self) -> Self:
        self._system_resolver = SystemResolver()
        guard = EgressGuard(self._resolver or self._system_resolver, allow_private=self._allow_private)
        self._session = aiohttp.ClientSession(
            connector=self._connector(guard),
            headers={"User-Agent": self._user_agent, **HEADERS},
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
            timeout=aiohttp.ClientTimeout(total=None, sock_connect=None),
            max_line_size=MAX_HEADER_BYTES,
            max_field_size=MAX_HEADER_BYTES,
            max_headers=MAX_HEADERS,
            request_class=AnnouncedRequest,
        )
        self._session._retry_connection = False  # there is no public way to say that no request is sent twice
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self._session.close()
        self._system_resolver.close()

    async def fetch(
        self,
        url: str,
        *,
        etag: str | None = None,
        last_modified: str | None = None,
        before_send: BeforeSend | None = None,
    ) -> Page:
        """The page at this URL, whatever its status; a `FetchError` when there is none to be had.

        `before_send` is called right before each request goes out; what it raises stops the fetch and reaches
        the caller as it is.
        """
        start = starting_url(url)
        announced = _before_send.set(before_send)
        try:
            async with asyncio.timeout(self._limits.timeout_seconds):
                return await self._follow(start, _validators(etag, last_modified))
        except TimeoutError as error:
            raise FetchTimeout(f"{start.host} took longer than {self._limits.timeout_seconds:g} s.") from error
        except NotSent as stopped:
            raise stopped.reason from None
        finally:
            _before_send.reset(announced)

    async def _follow(self, url: URL, validators: dict[str, str]) -> Page:
        """Hop by hop to a page. Validators go to the first hop only: they say nothing of another URL."""
        trail: list[URL] = []
        while True:
            try:
                response = await self._session.get(url, headers=validators, allow_redirects=False)
                try:
                    location = response.headers.get("Location") if response.status in REDIRECTS else None
                    if location is None:
                        body = await read_body(response, self._limits.max_bytes)
                        return _page(url, response, body, trail)
                finally:
                    response.close()
            except FOREIGN_ERRORS as error:
                raise translated(error, url.host) from error
            trail.append(url)
            url = next_hop(url, location, trail, self._limits.max_redirects)
            validators = {}

    def _connector(self, guard: EgressGuard) -> aiohttp.TCPConnector:
        return aiohttp.TCPConnector(
            resolver=guard,
            socket_factory=guard.open_socket,
            ttl_dns_cache=DNS_CACHE_SECONDS,
            keepalive_timeout=IDLE_SECONDS,
            limit=self._concurrency,
            # A host that hangs may hold half of the connections, never all.
            limit_per_host=max(1, self._concurrency // 2),
        )


class NotSent(Exception):
    """`before_send` objected; carried past aiohttp in a class that nobody else handles."""

    def __init__(self, reason: Exception) -> None:
        self.reason = reason


class AnnouncedRequest(aiohttp.ClientRequest):
    """Asks `before_send` when the connection stands and the request is about to be written.

    Any earlier, and the wait for a connection would come between the answer and the request.
    """

    async def send(self, conn: Connection) -> aiohttp.ClientResponse:
        before_send = _before_send.get()
        if before_send is not None:
            try:
                before_send()
            except Exception as reason:
                raise NotSent(reason) from reason
        return await super().send(conn)


_before_send: ContextVar[BeforeSend | None] = ContextVar("before_send", default=None)


def _validators(etag: str | None, last_modified: str | None) -> dict[str, str]:
    given = {"If-None-Match": etag, "If-Modified-Since": last_modified}
    return {name: value for name, value in given.items() if value}


def _page(url: URL, response: aiohttp.ClientResponse, body: Body, trail: list[URL]) -> Page:
    headers = response.headers
    content_type = clean(headers.get("Content-Type"))
    return Page(
        url=str(url),
        status=response.status,
        body=body.content,
        content_type=media_type(content_type),
        charset=charset(content_type),
        etag=clean(headers.get("ETag")),
        last_modified=clean(headers.get("Last-Modified")),
        retry_after=retry_after(headers, datetime.now(UTC)),
        redirects=tuple(str(hop) for hop in trail),
        content_hash=hashlib.sha256(body.content).hexdigest(),
        transferred=body.transferred,
    )
