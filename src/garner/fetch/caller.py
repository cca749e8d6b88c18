"""Calling an address that somebody gave, to tell it something or to ask it: past the same guard as every fetch.

Of an answer to what it was told its status counts, and how long to wait. Its body is nobody's business and is not read,
so that neither its size nor its pace can cost anything. The body of an answer to a question is, within bounds.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from types import TracebackType
from typing import Self

from yarl import URL

from garner.errors import FetchTimeout
from garner.fetch.announcing import announcing
from garner.fetch.body import read_body
from garner.fetch.connectors import Connections
from garner.fetch.failures import (
    FOREIGN_ERRORS,
    translated,
)
from garner.fetch.guard import (
    EgressGuard,
    Resolver,
    SystemResolver,
)
from garner.fetch.page import retry_after
from garner.fetch.redirects import starting_url
from garner.fetch.sessions import open_session


@dataclass(frozen=True, slots=True)
class CallAnswer:
    status: int
    retry_after: float | None
    body: bytes = b""


class Caller:
    """One per process: `async with Caller(...) as caller`. `resolver` as a fetcher has it."""

    def __init__(
        self,
        *,
        timeout_seconds: float,
        user_agent: str,
        allow_private: bool = False,
        resolver: Resolver | None = None,
        concurrency: int = 100,
    ) -> None:
        self._timeout_seconds = timeout_seconds
        self._user_agent = user_agent
        self._allow_private = allow_private
        self._resolver = resolver
        self._concurrency = concurrency

    async def __aenter__(self) -> Self:
        resolver = self._resolver or SystemResolver()
        guard = EgressGuard(resolver, allow_private=self._allow_private)
        # Many addresses may be of one host, of which a connector lets half of its connections be.
        connections = Connections(guard, resolver, 2 * self._concurrency, self._timeout_seconds, None)
        self._session = open_session(connections.direct(), {"User-Agent": self._user_agent, "Accept": "*/*"})
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self._session.close()

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> CallAnswer:
        """What the receiver answered, whatever it was; a `FetchError` when it did not. Redirects are not followed."""
        address = starting_url(url)
        try:
            async with asyncio.timeout(self._timeout_seconds):
                response = await self._session.post(address, data=body, headers=headers, allow_redirects=False)
        except TimeoutError as error:
            raise FetchTimeout(f"{address.host} took longer than {self._timeout_seconds:g} s.") from error
        except FOREIGN_ERRORS as error:
            raise translated(error, address.host) from error
        response.close()
        return CallAnswer(response.status, retry_after(response.headers, datetime.now(UTC)))

    async def ask(
        self, url: str, headers: Mapping[str, str], max_bytes: int, before_send: Callable[[], Awaitable[None]]
    ) -> CallAnswer:
        """What is at the address, of any status; a `FetchError` when there is no answer, or none that is small enough.
        Redirects are not followed: a key that goes with the question is for whom it was given. `before_send` is awaited
        right before the question goes out; what it raises reaches the caller as it is."""
        with announcing(before_send):
            return await self._ask(starting_url(url), headers, max_bytes)

    async def _ask(self, address: URL, headers: Mapping[str, str], max_bytes: int) -> CallAnswer:
        try:
            async with asyncio.timeout(self._timeout_seconds):
                response = await self._session.get(address, headers=headers, allow_redirects=False)
                try:
                    body = await read_body(response, max_bytes)
                finally:
                    response.close()
        except TimeoutError as error:
            raise FetchTimeout(f"{address.host} took longer than {self._timeout_seconds:g} s.") from error
        except FOREIGN_ERRORS as error:
            raise translated(error, address.host) from error
        return CallAnswer(response.status, retry_after(response.headers, datetime.now(UTC)), body.content)
