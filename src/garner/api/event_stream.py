"""Server-sent events: opened a few at a time, then written until the listener leaves or is no longer welcome."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from typing import Annotated, TypeVar, cast

from fastapi import Depends, Request
from fastapi.responses import StreamingResponse

from garner.engine.listening import Listener
from garner.errors import Overloaded, Unavailable

PING_SECONDS = 15.0
RETRY_MS = 2000
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}

NewsT = TypeVar("NewsT")


class StreamOpenings:
    """Lets a few streams open at a time, while others wait their turn.

    To open one takes some questions to the database. Hundreds of clients come at once when a server was restarted:
    without turns they would take every connection, and be refused for it as everybody else would.
    """

    def __init__(self, at_once: int = 4, most_waiting: int = 5000, patience_seconds: float = 20.0) -> None:
        self._turns = asyncio.Semaphore(at_once)
        self._most_waiting, self._patience_seconds = most_waiting, patience_seconds
        self._waiting = 0

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        if self._waiting >= self._most_waiting:
            raise self._refusal()
        self._waiting += 1
        try:
            async with asyncio.timeout(self._patience_seconds):
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
    told = f"More streams are being opened at the same time than this server can open: {waiting} wait already."
    return Overloaded(told, retry_after=5)


async def stream_openings(request: Request) -> StreamOpenings:
    return cast("StreamOpenings", request.app.state.stream_openings)


Openings = Annotated[StreamOpenings, Depends(stream_openings)]


async def _turn_to_open(openings: Openings) -> AsyncIterator[None]:
    async with openings.turn():
        yield


# For routes of streams: over when the route has answered, before the first event is written.
TURN_TO_OPEN = Depends(_turn_to_open, scope="function")


def event_stream(events: AsyncIterator[bytes]) -> StreamingResponse:
    return StreamingResponse(events, media_type="text/event-stream", headers=HEADERS)


async def told(
    openings: StreamOpenings,
    listening: AbstractAsyncContextManager[Listener[NewsT]],
    is_welcome: Callable[[], Awaitable[bool]],
    write: Callable[[NewsT], bytes],
) -> AsyncIterator[bytes]:
    """Only in here is anything held: a stream whose client went before its first byte is never listened to."""
    yield b"retry: %d\n\n" % RETRY_MS
    async with AsyncExitStack() as held:
        try:
            async with openings.turn():
                listener = await held.enter_async_context(listening)
        except Unavailable:  # too late for an answer: the client comes back, and is told then
            return
        async for event in _spoken(listener, is_welcome, write):
            yield event


async def _spoken(
    listener: Listener[NewsT], is_welcome: Callable[[], Awaitable[bool]], write: Callable[[NewsT], bytes]
) -> AsyncIterator[bytes]:
    ask_at = time.monotonic() + PING_SECONDS
    while True:
        try:
            news = await listener.next(ask_at - time.monotonic())
        except TimeoutError:
            if not await is_welcome():
                return
            ask_at = time.monotonic() + PING_SECONDS
            yield b": still here\n\n"
            continue
        if news is None:
            return
        yield write(news)
