"""Telling people of their mailboxes as things happen: one look at the database for all who listen in this process.

A listener has a short queue. Whoever does not read it is let go rather than waited for: they come back with the last
event that they saw, and are told everything since. Nobody is told less than once; whoever comes back may be told again
of what happened just before.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from garner import observe
from garner.errors import TooManyRequests, Unavailable
from garner.store import mailbox_events
from garner.store.database import Database
from garner.store.mailbox_events import MailboxEvent, Seen

LOOK_SECONDS = 0.1
LOOK_AGAIN_SECONDS = 2.0  # after the database could not be asked
MOST_AT_ONCE = 1000
QUEUE = 1000
MOST_MISSED = 10 * QUEUE
MOST_STREAMS = 20  # of one person


@dataclass(frozen=True, slots=True)
class News:
    event: MailboxEvent
    seen: Seen  # how far whoever was told this has come


@dataclass(frozen=True, slots=True)
class Beginning:
    """Where somebody begins who has seen nothing: the events that were there are no news, and all others are."""

    xmin: int
    known: dict[int, int]  # events that may be met again, and their xids


class Listener:
    """What one stream is to be told."""

    def __init__(self, user_id: int, since: int) -> None:
        self.user_id = user_id
        self.since = since  # what earlier transactions did was told already, or is not to be
        self._queue: asyncio.Queue[News | None] = asyncio.Queue()
        self._room = QUEUE
        self._ended = False
        self._known: dict[int, int] = {}  # events that are no news, of those that may be met again, and their xids

    def tell(self, event: MailboxEvent, seen: Seen) -> None:
        if self._ended or event.id in self._known:
            return
        self._known[event.id] = event.xid
        self._queue.put_nowait(News(event, seen))
        if self._queue.qsize() >= self._room:
            self.end()

    def tell_late(self, event: MailboxEvent, seen: Seen) -> None:
        """What came to light late takes nobody further, so it takes no room from what does."""
        self._room += 1
        self.tell(event, seen)

    def pass_over(self, known: dict[int, int]) -> None:
        self._known.update(known)

    def forget_before(self, xmin: int) -> None:
        self._known = _since(xmin, self._known)

    def end(self) -> None:
        """After what is in the queue there is no more."""
        if not self._ended:
            self._ended = True
            self._queue.put_nowait(None)

    async def next(self, patience: float) -> News | None:
        """The next event; None when there will be no more, `TimeoutError` when there was none in time."""
        return await asyncio.wait_for(self._queue.get(), patience)


def _since(xmin: int, known: dict[int, int]) -> dict[int, int]:
    return {event_id: xid for event_id, xid in known.items() if xid >= xmin}


class Streams:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._listeners: defaultdict[int, set[Listener]] = defaultdict(set)
        self._looking: asyncio.Task[None] | None = None
        self._closed = False

    def check_room(self, user_id: int) -> None:
        if len(self._listeners.get(user_id, ())) >= MOST_STREAMS:
            raise TooManyRequests(f"You have {MOST_STREAMS} streams open already.", retry_after=10)

    async def begin(self, user_id: int) -> Beginning:
        """Now. Whoever is to be told of all that happens from a moment on begins before that moment."""
        async with self._database.connection() as connection:
            xmin = await mailbox_events.horizon(connection)
            events = await mailbox_events.since(connection, xmin, [user_id], QUEUE)
        return Beginning(xmin, {event.id: event.xid for event in events})

    @asynccontextmanager
    async def listen(self, user_id: int, seen: Seen | Beginning) -> AsyncIterator[Listener]:
        listener = Listener(user_id, seen.xmin)
        if isinstance(seen, Beginning):
            listener.pass_over(seen.known)
        self._listeners[user_id].add(listener)
        try:
            listener.since = xmin = await self._catch_up(listener, seen)
            if self._closed or len(self._listeners[user_id]) > MOST_STREAMS:  # many may have seen the last place free
                listener.end()
            elif self._looking is None or self._looking.done():
                self._looking = asyncio.create_task(self._look(xmin))
            yield listener
        finally:
            self._listeners[user_id].discard(listener)
            if not self._listeners[user_id]:
                del self._listeners[user_id]

    def close(self) -> None:
        """Ends every stream: whoever listens is to come back to another server."""
        self._closed = True
        for listener in self._all():
            listener.end()

    def _all(self) -> list[Listener]:
        return [listener for those in self._listeners.values() for listener in those]

    async def _catch_up(self, listener: Listener, seen: Seen | Beginning) -> int:
        """Tells what they missed, and says since when there may be more."""
        last, known = (seen.event_id, {seen.event_id}) if isinstance(seen, Seen) else (None, seen.known.keys())
        async with self._database.connection() as connection:
            xmin = await mailbox_events.horizon(connection)
            missed = await mailbox_events.since(
                connection, seen.xmin, [listener.user_id], MOST_MISSED, known=known, after_id=last
            )
        for event in missed:
            if isinstance(seen, Seen) and event.id < seen.event_id:
                listener.tell_late(event, seen)
            else:
                listener.tell(event, Seen(event.id, xmin))
        return xmin

    async def _look(self, xmin: int) -> None:
        known: dict[int, int] = {}
        while self._listeners:
            wait = LOOK_SECONDS
            try:
                xmin = await self._look_once(xmin, known)
            except Unavailable as error:
                observe.emit(observe.DatabaseLost("streams", str(error.__cause__)))
                wait = LOOK_AGAIN_SECONDS
            await asyncio.sleep(wait)

    async def _look_once(self, since: int, known: dict[int, int]) -> int:
        """Tells what came to light since then and is not known, and says since when to look next time."""
        async with self._database.connection() as connection:
            xmin = await mailbox_events.horizon(connection)
            users = list(self._listeners)
            while events := await mailbox_events.since(connection, since, users, MOST_AT_ONCE, known=known):
                for event in events:
                    known[event.id] = event.xid
                    for listener in self._listeners.get(event.user_id, ()):
                        if event.xid >= listener.since:
                            listener.tell(event, Seen(event.id, xmin))
        for event_id in known.keys() - _since(xmin, known).keys():
            del known[event_id]
        for listener in self._all():
            listener.forget_before(xmin)
        return xmin
