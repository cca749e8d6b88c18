"""Telling people of their mailboxes as things happen. Nobody is told less than once; whoever comes back may be told
again of what happened just before.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from garner.postgres.database import Database
from garner.runtime.streams.listening import (
    Audience,
    Listener,
)
from garner.store.people import mailbox_events
from garner.store.people.mailbox_events import (
    MailboxEvent,
    SeenEvent,
)

MOST_AT_ONCE = 1000
QUEUE = 1000
MOST_MISSED = 10 * QUEUE


@dataclass(frozen=True, slots=True)
class News:
    event: MailboxEvent
    seen: SeenEvent  # how far whoever was told this has come


@dataclass(frozen=True, slots=True)
class Beginning:
    """Where somebody begins who has seen nothing: the events that were there are no news, and all others are."""

    xmin: int
    known: dict[int, int]  # events that may be met again, and their xids


class MailboxListener(Listener[News]):
    def __init__(self, user_id: int, since: int) -> None:
        super().__init__(QUEUE)
        self.user_id = user_id
        self.since = since  # what earlier transactions did was told already, or is not to be
        self._known: dict[int, int] = {}  # events that are no news, of those that may be met again, and their xids

    def tell(self, event: MailboxEvent, seen: SeenEvent) -> None:
        if self._ended or event.id in self._known:
            return
        self._known[event.id] = event.xid
        self.put(News(event, seen))

    def tell_late(self, event: MailboxEvent, seen: SeenEvent) -> None:
        """What came to light late takes nobody further, so it takes no room from what does."""
        self._room += 1
        self.tell(event, seen)

    def pass_over(self, known: dict[int, int]) -> None:
        self._known.update(known)

    def forget_before(self, xmin: int) -> None:
        self._known = _since(xmin, self._known)


def _since(xmin: int, known: dict[int, int]) -> dict[int, int]:
    return {event_id: xid for event_id, xid in known.items() if xid >= xmin}


class Streams(Audience[MailboxListener]):
    def __init__(self, database: Database) -> None:
        super().__init__("streams")
        self._database = database
        self._xmin = 0  # what earlier transactions did was looked at
        self._known: dict[int, int] = {}  # of what later ones did, that too

    async def begin(self, user_id: int) -> Beginning:
        """Now. Whoever is to be told of all that happens from a moment on begins before that moment."""
        async with self._database.connection() as connection:
            xmin = await mailbox_events.horizon(connection)
            events = await mailbox_events.since(connection, xmin, [user_id], QUEUE)
        return Beginning(xmin, {event.id: event.xid for event in events})

    @asynccontextmanager
    async def listen(self, user_id: int, seen: SeenEvent | Beginning) -> AsyncIterator[MailboxListener]:
        listener = MailboxListener(user_id, seen.xmin)
        if isinstance(seen, Beginning):
            listener.pass_over(seen.known)
        with self._seated(user_id, listener):
            listener.since = xmin = await self._catch_up(listener, seen)
            if self._has_no_place(user_id):
                listener.end()
            elif not self._is_looking():
                self._xmin, self._known = xmin, {}
                self._start_looking()
            yield listener

    async def _catch_up(self, listener: MailboxListener, seen: SeenEvent | Beginning) -> int:
        """Tells what they missed, and says since when there may be more."""
        last, known = (seen.event_id, {seen.event_id}) if isinstance(seen, SeenEvent) else (None, seen.known.keys())
        async with self._database.connection() as connection:
            xmin = await mailbox_events.horizon(connection)
            missed = await mailbox_events.since(
                connection, seen.xmin, [listener.user_id], MOST_MISSED, known=known, after_id=last
            )
        for event in missed:
            if isinstance(seen, SeenEvent) and event.id < seen.event_id:
                listener.tell_late(event, seen)
            else:
                listener.tell(event, SeenEvent(event.id, xmin))
        return xmin

    async def _look_once(self) -> None:
        """Tells what came to light since the last look and is not known."""
        known = self._known
        async with self._database.connection() as connection:
            xmin = await mailbox_events.horizon(connection)
            users = list(self._listeners)
            while events := await mailbox_events.since(connection, self._xmin, users, MOST_AT_ONCE, known=known):
                for event in events:
                    known[event.id] = event.xid
                    for listener in self._listeners.get(event.user_id, ()):
                        if event.xid >= listener.since:
                            listener.tell(event, SeenEvent(event.id, xmin))
        self._xmin, self._known = xmin, _since(xmin, known)
        for listener in self._all():
            listener.forget_before(xmin)
