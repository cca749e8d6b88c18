"""Server-sent events: opened a few at a time, then written until the client disconnects or loses its access."""

import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from typing import Annotated, TypeVar

from fastapi import Depends
from fastapi.responses import StreamingResponse

from garner.api.http.dependencies import TheContext
from garner.api.http.limits import StreamOpenings
from garner.errors import Unavailable
from garner.runtime.streams.listening import Listener

PING_SECONDS = 15.0
RETRY_MS = 2000
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}

NewsT = TypeVar("NewsT")


async def stream_openings(context: TheContext) -> StreamOpenings:
    return context.stream_openings


Openings = Annotated[StreamOpenings, Depends(stream_openings)]


async def _turn_to_open(openings: Openings) -> AsyncIterator[None]:
    async with openings.turn():
        yield


# For stream routes: released when the route has answered, before the first event is written.
TURN_TO_OPEN = Depends(_turn_to_open, scope="function")


def event_stream(events: AsyncIterator[bytes]) -> StreamingResponse:
    return StreamingResponse(events, media_type="text/event-stream", headers=HEADERS)


async def sse_stream(
    openings: StreamOpenings,
    listening: AbstractAsyncContextManager[Listener[NewsT]],
    may_continue: Callable[[], Awaitable[bool]],
    write: Callable[[NewsT], bytes],
) -> AsyncIterator[bytes]:
    """Yield the events. Resources are acquired only in here: a stream whose client left before its first byte is never
    subscribed."""
    yield b"retry: %d\n\n" % RETRY_MS
    async with AsyncExitStack() as held:
        try:
            async with openings.turn():
                listener = await held.enter_async_context(listening)
        except Unavailable:  # too late for an answer: the client reconnects, and gets the error then
            return
        async for event in _sse_events(listener, may_continue, write):
            yield event


async def _sse_events(
    listener: Listener[NewsT], may_continue: Callable[[], Awaitable[bool]], write: Callable[[NewsT], bytes]
) -> AsyncIterator[bytes]:
    ask_at = time.monotonic() + PING_SECONDS
    while True:
        try:
            news = await listener.next(ask_at - time.monotonic())
        except TimeoutError:
            if not await may_continue():
                return
            ask_at = time.monotonic() + PING_SECONDS
            yield b": keep-alive\n\n"
            continue
        if news is None:
            return
        yield write(news)
