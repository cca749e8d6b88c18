"""Server-sent events: what a listener is told, written down until it goes, or is no longer welcome."""

import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeVar

from fastapi.responses import StreamingResponse

from garner.engine.listening import Listener

PING_SECONDS = 15.0
RETRY_MS = 2000
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}

NewsT = TypeVar("NewsT")


def event_stream(events: AsyncIterator[bytes]) -> StreamingResponse:
    return StreamingResponse(events, media_type="text/event-stream", headers=HEADERS)


async def spoken(
    listener: Listener[NewsT], is_welcome: Callable[[], Awaitable[bool]], write: Callable[[NewsT], bytes]
) -> AsyncIterator[bytes]:
    yield b"retry: %d\n\n" % RETRY_MS
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
