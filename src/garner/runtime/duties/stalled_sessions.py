"""End the database sessions of stalled processes, so that their locks are released and others can take over their
work."""

from garner import observe
from garner.engine import Engine
from garner.store.health import stalled_sessions
from garner.store.health.stalled_sessions import BlockedSession


class StalledSessions:
    """A watchdog for sessions that have waited for their client longer than any lease lasts. It ends a session only
    when it finds it so twice: after a whole machine was asleep, every session looks late at first and then moves on."""

    def __init__(self, engine: Engine) -> None:
        self._database = engine.database
        self._max_seconds = engine.settings.queue.lock_cap_ms / 1000
        self._seen: set[BlockedSession] = set()

    async def run_once(self) -> int:
        """Return how many sessions it ended."""
        count = 0
        async with self._database.connection() as connection:
            sessions = await stalled_sessions.waiting(connection)
            for session in sessions:
                if (
                    session.seconds > self._max_seconds
                    and session in self._seen
                    and await stalled_sessions.end(connection, session)
                ):
                    observe.emit(observe.FrozenSessionEnded(session.pid, round(session.seconds, 1), session.doing))
                    count += 1
        self._seen = set(sessions)
        return count
