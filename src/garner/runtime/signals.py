"""Wake workers by NOTIFY. The hints are debounced, and never sent inside a submit's transaction, where they would make
every commit queue behind one lock. A worker that misses a hint finds the work at the next poll."""

import asyncio
from collections.abc import Callable
from random import Random

from garner import observe
from garner.core.lifecycle import Stage
from garner.core.pacing.backoff import Backoff
from garner.engine.lost_cancellation import raise_if_canceled
from garner.errors import Unavailable
from garner.postgres.database import Database

CHANNEL = "garner_work"
DEBOUNCE_SECONDS = 0.01
RECONNECT = Backoff(first_seconds=0.2, max_seconds=3.0)


class Notifier:
    """A sender that collects wake-ups of this process and sends each stage's at most once per debounce interval."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._stages: set[Stage] = set()
        self._sending: asyncio.Task[None] | None = None
        self._local_wakes: list[Callable[[Stage], None]] = []

    def add_local_wake(self, wake: Callable[[Stage], None]) -> None:
        """Wake loops of this process too. They need no database for that."""
        self._local_wakes.append(wake)

    def wake(self, stage: Stage) -> None:
        for wake in self._local_wakes:
            wake(stage)
        self._stages.add(stage)
        if self._sending is None or self._sending.done():
            self._sending = asyncio.create_task(self._send())

    async def flush(self) -> None:
        """Send pending wake-ups now: a command may end before the debounce interval does."""
        if self._sending is not None:
            await self._sending

    async def _send(self) -> None:
        while self._stages:  # again for wake-ups that came while the last were being sent
            await asyncio.sleep(DEBOUNCE_SECONDS)
            stages, self._stages = self._stages, set()
            if not await self._notify(stages):  # a connection may have been lost; the next one is new
                await asyncio.sleep(DEBOUNCE_SECONDS)
                await self._notify(stages)

    async def _notify(self, stages: set[Stage]) -> bool:
        try:
            await self._database.notify(CHANNEL, stages)
        except Unavailable as error:
            observe.emit(observe.DatabaseLost("notify", str(error.__cause__)))
            return False
        return True


class HintListener:
    """A connection of its own on which hints arrive. It is reopened whenever it breaks."""

    def __init__(self, database: Database, rng: Random) -> None:
        self._database = database
        self._rng = rng
        self.is_listening = False

    async def run(self, wake: Callable[[Stage], None]) -> None:
        """Pass hints on for ever."""
        failures = 0
        while True:
            try:
                async with self._database.listening(CHANNEL) as words:
                    failures, self.is_listening = 0, True
                    for stage in Stage:
                        wake(stage)  # for hints sent while this process did not listen
                    async for word in words:
                        if word in set(Stage):  # another version may send other words
                            wake(Stage(word))
            except Unavailable as error:
                failures, self.is_listening = failures + 1, False
                for stage in Stage:
                    wake(stage)  # for hints that it missed; from here on the loops look more often
                observe.emit(observe.DatabaseLost("listen", str(error.__cause__)))
                raise_if_canceled()
                await asyncio.sleep(RECONNECT.delay(failures, self._rng.random()))
