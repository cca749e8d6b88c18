"""Limits on requests per address or user, on concurrent work, and on the size of a body."""

import asyncio
import math
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from types import MappingProxyType
from weakref import WeakValueDictionary

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from garner.errors import BodyTooLarge, Overloaded, TooManyRequests

MAX_ADDRESSES = 100_000
MAX_ADDRESS_LENGTH = 64  # a proxy may forward a value that is not an address
MAX_BODY_BYTES = 1_000_000
QUEUE_TIMEOUT_SECONDS = 30.0


class RequestLimit:
    """Rate limit per address or user id: a token bucket for each, in this process's memory."""

    def __init__(self, per_minute: int, asker: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_minute = per_minute
        self._asker = asker  # as the error message names it
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # address: (tokens, as of)

    def take(self, address: str) -> None:
        if self._per_minute == 0:
            return
        address = address[:MAX_ADDRESS_LENGTH]
        now = self._clock()
        tokens, as_of = self._buckets.pop(address, (float(self._per_minute), now))
        tokens = min(self._per_minute, tokens + (now - as_of) * self._per_minute / 60)
        allowed = tokens >= 1
        self._buckets[address] = (tokens - 1 if allowed else tokens, now)
        if len(self._buckets) > MAX_ADDRESSES:
            self._buckets.popitem(last=False)
        if not allowed:
            wait = (1 - tokens) * 60 / self._per_minute
            raise TooManyRequests(
                f"Too many requests: the limit is {self._per_minute:,} per minute for each {self._asker}. "
                f"Retry in {math.ceil(wait)} s.",
                retry_after=wait,
            )


class StreamOpenings:
    """Limit on streams that open at the same time; others wait for a slot.

    Opening a stream takes some database queries. Hundreds of clients reconnect at once after a restart: without this
    limit they would take every connection, and all requests would be refused.
    """

    def __init__(self, at_once: int = 4, max_waiting: int = 5000, timeout_seconds: float = 20.0) -> None:
        self._turns = asyncio.Semaphore(at_once)
        self._max_waiting, self._timeout_seconds = max_waiting, timeout_seconds
        self._waiting = 0

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        if self._waiting >= self._max_waiting:
            raise self._refusal()
        self._waiting += 1
        try:
            async with asyncio.timeout(self._timeout_seconds):
                await self._turns.acquire()
        except TimeoutError:
            raise self._refusal() from None
        finally:
            self._waiting -= 1
        try:
            yield
        finally:
            self._turns.release()

    def _refusal(self) -> Overloaded:
        return too_many_openings(self._waiting)


def too_many_openings(waiting: int) -> Overloaded:
    message = f"Too many streams are being opened at the same time ({waiting:,} waiting). Retry in 5 s."
    return Overloaded(message, retry_after=5)


class ConcurrencyLimit:
    """Limit on concurrent operations of one kind per user; others wait for a slot, up to a timeout."""

    def __init__(self, limit: int, kind: str, timeout_seconds: float = QUEUE_TIMEOUT_SECONDS) -> None:
        self._limit, self._kind = limit, kind
        self._timeout_seconds = timeout_seconds
        self._turns: WeakValueDictionary[int, asyncio.Semaphore] = WeakValueDictionary()  # while a request holds one

    @asynccontextmanager
    async def turn(self, user_id: int) -> AsyncIterator[None]:
        turns = self._turns.setdefault(user_id, asyncio.Semaphore(self._limit))
        try:
            async with asyncio.timeout(self._timeout_seconds):
                await turns.acquire()
        except TimeoutError:
            message = f"You already have {self._limit} {self._kind} in progress. Retry when one of them has finished."
            raise TooManyRequests(message, retry_after=self._timeout_seconds) from None
        try:
            yield
        finally:
            turns.release()


class BodyLimit:
    """Middleware that stops reading a body that is too large, regardless of its declared length. Some routes have a
    higher limit."""

    def __init__(
        self, app: ASGIApp, max_bytes: int = MAX_BODY_BYTES, of_route: Mapping[str, int] = MappingProxyType({})
    ) -> None:
        self._app = app
        self._max_bytes = max_bytes
        self._of_route = of_route

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        read = 0
        limit = self._of_route.get(scope.get("path", ""), self._max_bytes)

        async def receive_counted() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > limit:
                raise BodyTooLarge(f"The body has more than {limit:,} bytes.")
            return message

        await self._app(scope, receive_counted if scope["type"] == "http" else receive, send)
