"""Waking workers: a hint that travels by NOTIFY, debounced, and never inside a submit's transaction, where it
would make every commit queue behind one lock. Whoever misses a hint finds the work at the next poll."""

import asyncio
import random
from collections.abc import Callable

from garner import observe
from garner.core.lifecycle import Stage
from garner.core.pacing.backoff import Backoff
from garner.engine.cancellation import heed_cancellation
from garner.errors import Unavailable
from garner.postgres.database import Database

CHANNEL = "garner_work"
DEBOUNCE_SECONDS = 0.01
RECONNECT = Backoff(first_seconds=0.2, longest_seconds=3.0)


class Notifier:
    """Collects wake-ups of this process and sends each stage's at most once per debounce interval."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._stages: set[Stage] = set()
        self._sending: asyncio.Task[None] | None = None
        self._here: list[Callable[[Stage], None]] = []

    def also_here(self, wake: Callable[[Stage], None]) -> None:
        """Loops of this very process need no database to be woken."""
        self._here.append(wake)

    def wake(self, stage: Stage) -> None:
        for wake in self._here:
            wake(stage)
        self._stages.add(stage)
        if self._sending is None or self._sending.done():
            self._sending = asyncio.create_task(self._send())

    async def flush(self) -> None:
        """Sends what waits to be sent: a command is over sooner than that."""
        if self._sending is not None:
            await self._sending

    async def _send(self) -> None:
        while self._stages:  # again for what came while the last were being sent
            await asyncio.sleep(DEBOUNCE_SECONDS)
            stages, self._stages = self._stages, set()
            try:
                await self._database.notify(CHANNEL, stages)
            except Unavailable as error:
                observe.emit(observe.DatabaseLost("notify", str(error.__cause__)))


async def listen(database: Database, wake: Callable[[Stage], None]) -> None:
    """Passes hints on for ever, over a connection of its own that is made anew whenever it breaks."""
    failures = 0
    while True:
        try:
            async with database.listening(CHANNEL) as words:
                failures = 0
                for stage in Stage:
                    wake(stage)  # what was said while nobody listened
                async for word in words:
                    if word in set(Stage):  # another version may know other words
                        wake(Stage(word))
        except Unavailable as error:
            failures += 1
            observe.emit(observe.DatabaseLost("listen", str(error.__cause__)))
            heed_cancellation()
            await asyncio.sleep(RECONNECT.delay(failures, random.random()))
