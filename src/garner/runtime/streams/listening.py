"""Event streams: one database poll serves all listeners in this process.

A listener has a short queue. A client that does not read it is disconnected rather than waited for: it reconnects with
the last event that it saw, and gets all events since. A stream counts against the limit only once its client listens,
not when it is requested.
"""

import asyncio
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from garner import observe
from garner.errors import TooManyRequests, Unavailable

POLL_SECONDS = 0.1
RETRY_SECONDS = 2.0  # after the database was unavailable
MAX_STREAMS = 20  # of one kind and one user

NewsT = TypeVar("NewsT")


class Listener(Generic[NewsT]):
    """The queue of one stream."""

    def __init__(self, room: int) -> None:
        self._queue: asyncio.Queue[NewsT | None] = asyncio.Queue()
        self._room = room
        self._ended = False

    def put(self, news: NewsT) -> None:
        if self._ended:
            return
        self._queue.put_nowait(news)
        if self._queue.qsize() >= self._room:
            self.end()

    def end(self) -> None:
        """End the stream after the queued events."""
        if not self._ended:
            self._ended = True
            self._queue.put_nowait(None)

    async def next(self, timeout: float) -> NewsT | None:
        """Return the next event, or None at the end. Raise `TimeoutError` if none came in time."""
        return await asyncio.wait_for(self._queue.get(), timeout)


ListenerT = TypeVar("ListenerT", bound=Listener)  # type: ignore[type-arg]  # of any events


class Audience(ABC, Generic[ListenerT]):
    """The listeners of one kind of stream. Subclasses define what is polled, and which listeners get it."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._listeners: defaultdict[int, set[ListenerT]] = defaultdict(set)  # by user
        self._looking: asyncio.Task[None] | None = None
        self._closed = False

    def check_room(self, user_id: int) -> None:
        if len(self._listeners.get(user_id, ())) >= MAX_STREAMS:
            raise TooManyRequests(f"You already have {MAX_STREAMS} open streams.", retry_after=10)

    def close(self) -> None:
        """End every stream, so that its client reconnects to another server."""
        self._closed = True
        for listener in self._all():
            listener.end()

    @contextmanager
    def _register(self, user_id: int, listener: ListenerT) -> Iterator[None]:
        self._listeners[user_id].add(listener)
        try:
            yield
        finally:
            self._listeners[user_id].discard(listener)
            if not self._listeners[user_id]:
                del self._listeners[user_id]

    def _is_full(self, user_id: int) -> bool:
        """Return whether the stream exceeds the limit: several may have seen the last place free."""
        return self._closed or len(self._listeners[user_id]) > MAX_STREAMS

    def _is_looking(self) -> bool:
        return self._looking is not None and not self._looking.done()

    def _start_looking(self) -> None:
        self._looking = asyncio.create_task(self._poll())

    def _all(self) -> list[ListenerT]:
        return [listener for those in self._listeners.values() for listener in those]

    async def _poll(self) -> None:
        while self._listeners:
            wait = POLL_SECONDS
            try:
                await self._poll_once()
            except Unavailable as error:
                observe.emit(observe.DatabaseLost(self._name, str(error.__cause__)))
                wait = RETRY_SECONDS
            await asyncio.sleep(wait)

    @abstractmethod
    async def _poll_once(self) -> None: ...
