"""Telling people of things as they happen: one look at the database for all who listen in this process.

A listener has a short queue. Whoever does not read it is let go rather than waited for: they come back with the last
event that they saw, and are told everything since. A place is taken only once somebody listens, never by who merely
asked to.
"""

import asyncio
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from garner import observe
from garner.errors import (
    TooManyRequests,
    Unavailable,
)

LOOK_SECONDS = 0.1
LOOK_AGAIN_SECONDS = 2.0  # after the database could not be asked
MOST_STREAMS = 20  # of one kind and one person

NewsT = TypeVar("NewsT")


class Listener(Generic[NewsT]):
    """What one stream is to be told."""

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
        """After what is in the queue there is no more."""
        if not self._ended:
            self._ended = True
            self._queue.put_nowait(None)

    async def next(self, patience: float) -> NewsT | None:
        """The next event; None when there will be no more, `TimeoutError` when there was none in time."""
        return await asyncio.wait_for(self._queue.get(), patience)


ListenerT = TypeVar("ListenerT", bound=Listener)  # type: ignore[type-arg]  # of whatever news


class Audience(ABC, Generic[ListenerT]):
    """All who listen to one kind of thing. What is looked for, and who is told of it, is said by who inherits this."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._listeners: defaultdict[int, set[ListenerT]] = defaultdict(set)  # by person
        self._looking: asyncio.Task[None] | None = None
        self._closed = False

    def check_room(self, user_id: int) -> None:
        if len(self._listeners.get(user_id, ())) >= MOST_STREAMS:
            raise TooManyRequests(f"You have {MOST_STREAMS} streams open already.", retry_after=10)

    def close(self) -> None:
        """Ends every stream: whoever listens is to come back to another server."""
        self._closed = True
        for listener in self._all():
            listener.end()

    @contextmanager
    def _seated(self, user_id: int, listener: ListenerT) -> Iterator[None]:
        self._listeners[user_id].add(listener)
        try:
            yield
        finally:
            self._listeners[user_id].discard(listener)
            if not self._listeners[user_id]:
                del self._listeners[user_id]

    def _has_no_place(self, user_id: int) -> bool:
        """Many may have seen the last place free."""
        return self._closed or len(self._listeners[user_id]) > MOST_STREAMS

    def _is_looking(self) -> bool:
        return self._looking is not None and not self._looking.done()

    def _start_looking(self) -> None:
        self._looking = asyncio.create_task(self._look())

    def _all(self) -> list[ListenerT]:
        return [listener for those in self._listeners.values() for listener in those]

    async def _look(self) -> None:
        while self._listeners:
            wait = LOOK_SECONDS
            try:
                await self._look_once()
            except Unavailable as error:
                observe.emit(observe.DatabaseLost(self._name, str(error.__cause__)))
                wait = LOOK_AGAIN_SECONDS
            await asyncio.sleep(wait)

    @abstractmethod
    async def _look_once(self) -> None: ...
