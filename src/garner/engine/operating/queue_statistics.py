"""Queue statistics for monitoring, counted on request and cached for a few seconds for all callers."""

import asyncio
import time
from dataclasses import replace

from garner.engine.engine import Engine
from garner.engine.jobs.grid import PendingCounts
from garner.errors import Unavailable
from garner.observe import QueueSnapshot
from garner.store.health import queue_statistics

GOOD_FOR_SECONDS = 10.0
MAX_SECONDS = 5.0  # monitoring needs its other data more than this


class QueueStatistics:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.pending = PendingCounts(engine)
        self._one_at_a_time = asyncio.Lock()
        self._taken_at = float("-inf")
        self._snapshot: QueueSnapshot | None = None

    async def look(self) -> QueueSnapshot | None:
        """Return the statistics, or None while the database does not answer."""
        async with self._one_at_a_time:
            if time.monotonic() - self._taken_at > GOOD_FOR_SECONDS:
                self._snapshot = await self._take()
                self._taken_at = time.monotonic()
            return self._snapshot

    async def _take(self) -> QueueSnapshot | None:
        try:
            async with asyncio.timeout(MAX_SECONDS), self._engine.database.connection() as connection:
                taken = await queue_statistics.count_queue(
                    connection, self._engine.settings.pacing.throttle_quiet_seconds
                )
            return replace(taken, pending_count=await self.pending.count(None))
        except (Unavailable, TimeoutError):
            return None
