"""Fetch a page over HTTP: the whole fetch as one readable function.

One request per hop and never a retry: the caller, who knows the lane and the lease, decides whether to retry. A caller
that needs permission for every host it is redirected to goes hop by hop (`fetch_hop`); `fetch` is the loop over it.
aiohttp is used for connections and HTTP only. Its automatic behavior (following redirects, keeping cookies, unpacking
bodies, repeating a request on a stale connection) is switched off or done here, within the limits.
"""

import asyncio
import hashlib
import inspect
import ssl
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Self

import aiohttp
from yarl import URL

from garner.core.pacing import block_pages
from garner.errors import FetchError, FetchTimeout, ProxyOrSiteFailed
from garner.fetch.before_send_hook import BeforeSend, before_each_send
from garner.fetch.body import Body, read_body
from garner.fetch.connectors import Connections
from garner.fetch.failures import (
    FOREIGN_ERRORS,
    WANTS_PASSWORD,
    password_wanted,
    translate_error,
    translate_error_behind_proxy,
)
from garner.fetch.guard import Destination, EgressGuard, Resolver, SystemResolver
from garner.fetch.page import FetchLimits, Page, Redirect, charset, clean, media_type, retry_after
from garner.fetch.proxies import ProxyRoute, ProxyRoutes
from garner.fetch.redirects import REDIRECTS, next_hop, starting_url
from garner.fetch.sessions import open_session

HEADERS = {
    "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "Accept-Encoding": "gzip, deflate, br, zstd",
    "Accept-Language": "en,*;q=0.5",
}


class Fetcher:
    """HTTP fetcher, one per process for thousands of fetches: `async with Fetcher(...) as fetcher`.

    `resolver` maps a host name to its addresses; the default is the system resolver. `tls` sets which certificates are
    trusted; the default is the system's. `exempt` is a destination that may be fetched although it is private.
    """

    def __init__(
        self,
        *,
        limits: FetchLimits,
        user_agent: str,
        allow_private: bool = False,
        exempt: Destination | None = None,
        resolver: Resolver | None = None,
        concurrency: int = 100,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._limits = limits
        self._user_agent = user_agent
        self._allow_private = allow_private
        self._exempt = exempt
        self._resolver = resolver
        self._concurrency = concurrency
        self._tls = tls

    async def __aenter__(self) -> Self:
        resolver = self._resolver or SystemResolver()
        guard = EgressGuard(resolver, allow_private=self._allow_private, exempt=self._exempt)
        timeout = self._limits.seconds_for_proxy
        connections = Connections(guard, resolver, self._concurrency, timeout, self._tls)
        self._direct = self._session(connections.direct())
        self._proxies = ProxyRoutes(lambda proxy: self._session(connections.through(proxy)))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self._direct.close()
        await self._proxies.close()

    async def fetch_hop(
        self,
        url: str,
        *,
        trail: Sequence[str] = (),
        proxy: ProxyRoute | None = None,
        etag: str | None = None,
        last_modified: str | None = None,
        before_send: BeforeSend | None = None,
        limits: FetchLimits | None = None,
    ) -> Page | Redirect:
        """Make one request and return the page, or the redirect that answered it.

        `trail` is every URL that redirected before this one, the originally requested one first; a redirect back to one
        of them, or one too many, raises `TooManyRedirects`. `limits` override the fetcher's own. `before_send` is
        called right before the request is sent; an exception that it raises reaches the caller unchanged.
        """
        limits = limits or self._limits
        hop = FetchedHop(starting_url(url), tuple(trail), proxy, _validators(etag, last_modified), limits, before_send)
        with before_each_send(hop.announce):
            try:
                async with asyncio.timeout(limits.timeout_seconds):
                    return await self._ask(hop)
            except TimeoutError as error:
                raise hop.timed_out() from error

    async def _ask(self, hop: "FetchedHop") -> Page | Redirect:
        try:
            if hop.proxy is None:
                return await _request(self._direct, hop)
            async with self._proxies.session(hop.proxy) as session:
                return await _request(session, hop)
        except FOREIGN_ERRORS as error:
            if hop.proxy is None:
                raise translate_error(error, hop.url.host) from error
            failure = translate_error_behind_proxy(error, str(hop.proxy), hop.url, tunnel=hop.tunnel)
        raise failure  # raised here, not chained to the foreign error, whose request may carry a password

    def _session(self, connector: aiohttp.TCPConnector) -> aiohttp.ClientSession:
        return open_session(connector, {"User-Agent": self._user_agent, **HEADERS})


@dataclass(slots=True)
class FetchedHop:
    """One request and its progress."""

    url: URL
    trail: tuple[str, ...]
    proxy: ProxyRoute | None
    validators: dict[str, str]
    limits: FetchLimits
    before_send: BeforeSend | None
    sent_at: float | None = None  # by the process's clock, `time.perf_counter`
    is_answered: bool = False

    @property
    def passed(self) -> tuple[str, ...]:
        return (*self.trail, str(self.url))

    @property
    def tunnel(self) -> bool:
        return self.proxy is not None and self.proxy.tunnels_to(self.url)

    def request_options(self) -> dict[str, Any]:
        if self.proxy is None:
            return {"headers": self.validators}
        return self.proxy.request_options(self.url, self.validators)

    async def announce(self) -> None:
        if self.before_send is not None:
            asked = self.before_send()
            if inspect.isawaitable(asked):
                await asked
        self.sent_at = time.perf_counter()

    @property
    def seconds(self) -> float | None:
        """Seconds that the site has taken so far. The wait for a slot before the request is not counted."""
        return None if self.sent_at is None else time.perf_counter() - self.sent_at

    def check_status(self, status: int) -> None:
        self.is_answered = True
        if self.proxy is not None and not self.tunnel and status == WANTS_PASSWORD:
            raise password_wanted(str(self.proxy))

    def timed_out(self) -> FetchError:
        seconds = self.limits.timeout_seconds
        reached_the_site = self.is_answered or (self.tunnel and self.sent_at is not None)
        if self.proxy is None or reached_the_site:
            return FetchTimeout(f"{self.url.host} took longer than {seconds:.3g} s.")
        return ProxyOrSiteFailed(f"{self.proxy} returned no response from {self.url.host} within {seconds:.3g} s.")


def _validators(etag: str | None, last_modified: str | None) -> dict[str, str]:
    given = {"If-None-Match": clean(etag), "If-Modified-Since": clean(last_modified)}
    return {name: value for name, value in given.items() if value}


async def _request(session: aiohttp.ClientSession, hop: FetchedHop) -> Page | Redirect:
    response = await session.get(hop.url, allow_redirects=False, **hop.request_options())
    try:
        hop.check_status(response.status)
        location = response.headers.get("Location") if response.status in REDIRECTS else None
        if location is None:
            return _page(hop, response, await read_body(response, hop.limits.max_bytes, cut=hop.limits.cuts))
        target = next_hop(hop.url, location, hop.passed, hop.limits.max_redirects)
        return Redirect(str(target), response.status, hop.seconds)
    finally:
        response.close()


def _page(hop: FetchedHop, response: aiohttp.ClientResponse, body: Body) -> Page:
    headers = response.headers
    content_type = clean(headers.get("Content-Type"))
    return Page(
        url=str(hop.url),
        status=response.status,
        body=body.content,
        content_type=media_type(content_type),
        charset=charset(content_type),
        etag=clean(headers.get("ETag")),
        last_modified=clean(headers.get("Last-Modified")),
        retry_after=retry_after(headers, datetime.now(UTC)),
        redirects=hop.trail,
        content_hash=hashlib.sha256(body.content).hexdigest(),
        transferred=body.transferred,
        conditional=bool(hop.validators),
        cache_control=clean(headers.get("Cache-Control")),
        challenged=block_pages.announces_challenge(headers),
        seconds=hop.seconds,
    )
