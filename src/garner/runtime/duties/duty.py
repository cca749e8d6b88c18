"""A duty: periodic work, such as the sweep of expired leases or the feeding of jobs."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum, auto
from random import Random
from typing import Any

from garner import observe
from garner.engine.lost_cancellation import raise_if_canceled
from garner.errors import Unavailable

FULL_ROUND = 500
_SLOWING = 1.5  # of the pause after a round that found nothing


class Scope(Enum):
    """The workers that share one holder of a duty."""

    CLUSTER = auto()
    HOST = auto()  # it works on files of this host


@dataclass(slots=True)
class BackgroundDuty:
    """A function that is called at intervals. After a full round it is called again at once."""

    name: str
    every_seconds: float
    run_once: Callable[[], Awaitable[int]]  # returns the amount of work found
    at_once: bool = True  # if false, the first round comes after the first wait
    rng: Random = field(default_factory=Random)
    idle_seconds: float = 0.0  # the longest pause while there is nothing to do, if that may be longer; `wake` ends it
    scope: Scope = Scope.CLUSTER
    is_rare: bool = False  # so rare that the time of the next round is stored, and outlasts its holder
    failing_since: float | None = None  # on the monotonic clock, of the first of its latest rounds that all failed
    _woken: asyncio.Event = field(default_factory=asyncio.Event)
    _stopping: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self) -> None:
        """Run until `stop`, or until canceled."""
        self._stopping.clear()
        self.failing_since = None
        self._woken.clear()  # of the last time that this worker held it
        pause = self.every_seconds
        if not self.at_once:
            await self._sleep(self.every_seconds)
        while not self._stopping.is_set():
            amount = await self._run_once()
            raise_if_canceled()
            if amount >= FULL_ROUND:  # there may be more
                await asyncio.sleep(0)
                continue
            pause = self.every_seconds if amount else min(pause * _SLOWING, max(self.idle_seconds, self.every_seconds))
            await self._sleep(pause * self.rng.uniform(0.8, 1.2))  # jitter keeps processes out of step
            if self._woken.is_set():
                pause = self.every_seconds
                self._woken.clear()

    async def _run_once(self) -> int:
        try:
            amount = await self.run_once()
        except Unavailable as error:  # as for all workers
            observe.emit(observe.DatabaseLost(self.name, str(error.__cause__)))
            return 0
        except Exception as error:  # a loop that died of one bad round would be missed too late
            observe.emit(observe.LoopFailed(self.name, repr(error)))
            self.failing_since = self.failing_since or time.monotonic()
            return 0
        self.failing_since = None
        return amount

    async def _sleep(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._woken.wait()

    def wake(self) -> None:
        """End the pause of a duty that slows down while there is nothing to do."""
        if self.idle_seconds > self.every_seconds:
            self._woken.set()

    def stop(self) -> None:
        """End after the round in progress."""
        self._stopping.set()
        self._woken.set()


async def finish_tasks(tasks: Collection[asyncio.Task[Any]], seconds: float) -> None:
    """Wait for tasks of a duty that ends, and cancel those that take longer."""
    if tasks:
        await asyncio.wait(tasks, timeout=seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
