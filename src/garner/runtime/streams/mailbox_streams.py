"""Stream mailbox events to users. Delivery is at least once: a client that reconnects may get the latest events
again."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from garner.postgres.database import Database
from garner.runtime.streams.listening import Audience, Listener
from garner.store.people import mailbox_events
from garner.store.people.mailbox_events import MailboxEvent, SeenEvent

MAX_AT_ONCE = 1000
QUEUE = 1000
MAX_MISSED = 10 * QUEUE


@dataclass(frozen=True, slots=True)
class News:
    event: MailboxEvent
    seen: SeenEvent  # the position of a client that got this event


@dataclass(frozen=True, slots=True)
class Beginning:
    """The starting point of a client that has seen nothing: existing events are not sent, and all later ones are."""

    xmin: int
    known: dict[int, int]  # events that may be read again, and their xids


class MailboxListener(Listener[News]):
    def __init__(self, user_id: int, since: int) -> None:
        super().__init__(QUEUE)
        self.user_id = user_id
        self.since = since  # events of earlier transactions were sent, or are not to be
        self._known: dict[int, int] = {}  # events not to be sent, of those that may be read again, and their xids

    def notify(self, event: MailboxEvent, seen: SeenEvent) -> None:
        if self._ended or event.id in self._known:
            return
        self._known[event.id] = event.xid
        self.put(News(event, seen))

    def notify_late(self, event: MailboxEvent, seen: SeenEvent) -> None:
        """Send an event that became visible late. It does not advance the client's position, so it takes no room from
        events that do."""
        self._room += 1
        self.notify(event, seen)

    def pass_over(self, known: dict[int, int]) -> None:
        self._known.update(known)

    def forget_before(self, xmin: int) -> None:
        self._known = _since(xmin, self._known)


def _since(xmin: int, known: dict[int, int]) -> dict[int, int]:
    return {event_id: xid for event_id, xid in known.items() if xid >= xmin}


class MailboxStreams(Audience[MailboxListener]):
    def __init__(self, database: Database) -> None:
        super().__init__("streams")
        self._database = database
        self._xmin = 0  # events of earlier transactions were read
        self._known: dict[int, int] = {}  # and so were these, of later transactions

    async def begin(self, user_id: int) -> Beginning:
        """Return the current position. A client that needs every event from a moment on calls this before that
        moment."""
        async with self._database.connection() as connection:
            xmin = await mailbox_events.horizon(connection)
            events = await mailbox_events.since(connection, xmin, [user_id], QUEUE)
        return Beginning(xmin, {event.id: event.xid for event in events})

    @asynccontextmanager
    async def listen(self, user_id: int, seen: SeenEvent | Beginning) -> AsyncIterator[MailboxListener]:
        listener = MailboxListener(user_id, seen.xmin)
        if isinstance(seen, Beginning):
            listener.pass_over(seen.known)
        with self._register(user_id, listener):
            listener.since = xmin = await self._catch_up(listener, seen)
            if self._is_full(user_id):
                listener.end()
            elif not self._is_looking():
                self._xmin, self._known = xmin, {}
                self._start_looking()
            yield listener

    async def _catch_up(self, listener: MailboxListener, seen: SeenEvent | Beginning) -> int:
        """Send the missed events, and return the transaction since which there may be more."""
        last, known = (seen.event_id, {seen.event_id}) if isinstance(seen, SeenEvent) else (None, seen.known.keys())
        async with self._database.connection() as connection:
            xmin = await mailbox_events.horizon(connection)
            missed = await mailbox_events.since(
                connection, seen.xmin, [listener.user_id], MAX_MISSED, known=known, after_id=last
            )
        for event in missed:
            if isinstance(seen, SeenEvent) and event.id < seen.event_id:
                listener.notify_late(event, seen)
            else:
                listener.notify(event, SeenEvent(event.id, xmin))
        return xmin

    async def _poll_once(self) -> None:
        """Send events that became visible since the last poll and are not known."""
        known = self._known
        async with self._database.connection() as connection:
            xmin = await mailbox_events.horizon(connection)
            users = list(self._listeners)
            while events := await mailbox_events.since(connection, self._xmin, users, MAX_AT_ONCE, known=known):
                for event in events:
                    known[event.id] = event.xid
                    for listener in self._listeners.get(event.user_id, ()):
                        if event.xid >= listener.since:
                            listener.notify(event, SeenEvent(event.id, xmin))
        self._xmin, self._known = xmin, _since(xmin, known)
        for listener in self._all():
            listener.forget_before(xmin)
