"""Send requests to addresses that users supply, through the same egress guard as every fetch.

Of the answer to a POST only the status and `Retry-After` count. Its body is not read, so that neither its size nor its
pace can cost anything. The body of the answer to a GET is read, within a size limit.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from types import TracebackType
from typing import Self

from yarl import URL

from garner.errors import FetchTimeout
from garner.fetch.before_send_hook import before_each_send
from garner.fetch.body import Sink, read_body
from garner.fetch.connectors import Connections
from garner.fetch.failures import FOREIGN_ERRORS, translate_error
from garner.fetch.guard import Destination, EgressGuard, Resolver, SystemResolver
from garner.fetch.page import clean, retry_after
from garner.fetch.redirects import starting_url
from garner.fetch.sessions import open_session


@dataclass(frozen=True, slots=True)
class CallAnswer:
    status: int
    retry_after: float | None
    body: bytes = b""
    location: str | None = None  # of a redirect, as the host wrote it
    etag: str | None = None
    last_modified: str | None = None


class Caller:
    """HTTP client, one per process: `async with Caller(...) as caller`. `resolver` and `exempt` are the same as for a
    `Fetcher`."""

    def __init__(
        self,
        *,
        timeout_seconds: float,
        user_agent: str,
        allow_private: bool = False,
        exempt: Destination | None = None,
        resolver: Resolver | None = None,
        concurrency: int = 100,
    ) -> None:
        self._timeout_seconds = timeout_seconds
        self._user_agent = user_agent
        self._allow_private = allow_private
        self._exempt = exempt
        self._resolver = resolver
        self._concurrency = concurrency

    async def __aenter__(self) -> Self:
        resolver = self._resolver or SystemResolver()
        guard = EgressGuard(resolver, allow_private=self._allow_private, exempt=self._exempt)
        # Many addresses may belong to one host, and a connector allows one host half of its connections.
        connections = Connections(guard, resolver, 2 * self._concurrency, self._timeout_seconds, None)
        self._session = open_session(connections.direct(), {"User-Agent": self._user_agent, "Accept": "*/*"})
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self._session.close()

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> CallAnswer:
        """Return the receiver's answer, of any status; raise a `FetchError` if there is none. Redirects are not
        followed."""
        address = starting_url(url)
        try:
            async with asyncio.timeout(self._timeout_seconds):
                response = await self._session.post(address, data=body, headers=headers, allow_redirects=False)
        except TimeoutError as error:
            raise FetchTimeout(f"{address.host} took longer than {self._timeout_seconds:g} s.") from error
        except FOREIGN_ERRORS as error:
            raise translate_error(error, address.host) from error
        response.close()
        return CallAnswer(response.status, retry_after(response.headers, datetime.now(UTC)))

    async def ask(
        self,
        url: str,
        headers: Mapping[str, str],
        max_bytes: int,
        before_send: Callable[[], Awaitable[None]],
        *,
        cut: bool = False,
        sink: Sink | None = None,
    ) -> CallAnswer:
        """Return the answer of the address, of any status; raise a `FetchError` if there is no answer or it is too
        large. Redirects are not followed: an API key sent with the request is meant for that host only. `before_send`
        is awaited right before the request is sent; an exception that it raises reaches the caller unchanged. `cut` and
        `sink` are the same as for `read_body`."""
        with before_each_send(before_send):
            return await self._ask(starting_url(url), headers, max_bytes, cut, sink)

    async def _ask(
        self, address: URL, headers: Mapping[str, str], max_bytes: int, cut: bool, sink: Sink | None
    ) -> CallAnswer:
        try:
            async with asyncio.timeout(self._timeout_seconds):
                response = await self._session.get(address, headers=headers, allow_redirects=False)
                try:
                    body = await read_body(response, max_bytes, cut=cut, sink=sink)
                finally:
                    response.close()
        except TimeoutError as error:
            raise FetchTimeout(f"{address.host} took longer than {self._timeout_seconds:g} s.") from error
        except FOREIGN_ERRORS as error:
            raise translate_error(error, address.host) from error
        return CallAnswer(
            response.status,
            retry_after(response.headers, datetime.now(UTC)),
            body.content,
            clean(response.headers.get("Location")),
            clean(response.headers.get("ETag")),
            clean(response.headers.get("Last-Modified")),
        )
