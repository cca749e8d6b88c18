"""Perform the background duties of the cluster that this worker holds.

Every worker offers its duties with each heartbeat, and gets those that no living worker holds, so fifty idle workers
cost the database little more than one (docs/decisions/0026). A holder that falls silent is replaced within five
seconds. A duty that keeps failing is left to another worker, because the cause may be this worker: its network, disk or
version.
"""

import asyncio
import socket
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from garner import observe
from garner.core.lifecycle import Stage
from garner.engine import Engine
from garner.engine.lost_cancellation import raise_if_canceled
from garner.errors import Unavailable
from garner.extraction.ocr import ocr
from garner.runtime.duties.duty import FULL_ROUND, BackgroundDuty, Scope
from garner.store.queue import duties, workers

HOLDER_SECONDS = duties.SILENCE_SECONDS / 3
# The others' heartbeats: rarer in a larger cluster, where one of many soon follows.
SECONDS_PER_WORKER = 0.5
MIN_SECONDS, MAX_SECONDS = 1.5, workers.HEARTBEAT_SECONDS
# A duty that has failed for so long is left to the other workers, and offered again when each has had the chance.
FAILING_SECONDS, LEFT_SECONDS = 60.0, 2 * MAX_SECONDS
CHECK_SECONDS = 60.0  # for a rare duty, whether it is due


class Attending:
    """The heartbeats of a worker, and the duties that it holds."""

    def __init__(
        self,
        engine: Engine,
        worker: str,
        offered: Sequence[BackgroundDuty],
        wake: Callable[[Stage], None] = lambda stage: None,
    ) -> None:
        """`wake` is called with each stage that has work, for its loop may have missed a notification."""
        self._engine = engine
        self._wake_stage = wake
        self._worker = worker
        names = {_scoped_name(duty, engine): duty for duty in offered}
        self._offered = {
            name: self._check_when_due(name, duty) if duty.is_rare else duty for name, duty in names.items()
        }
        self.is_attending = False  # whether the last heartbeat arrived, and looked for work
        self._running: dict[str, asyncio.Task[None]] = {}
        self._ending: dict[str, asyncio.Task[None]] = {}
        self._left: dict[str, float] = {}  # duties that this worker leaves to others, until when
        self._others = 0  # workers that are alive
        self._pause = HOLDER_SECONDS
        self._reads_text = ocr.is_installed()

    async def run(self) -> None:
        try:
            while True:
                try:
                    async with asyncio.timeout(MAX_SECONDS):  # it may wait for another session's lock
                        await self.attend()
                except Unavailable as error:
                    observe.emit(observe.DatabaseLost("announce", str(error.__cause__)))
                    self._note_failure()
                except Exception as error:  # without heartbeats this worker would look dead
                    observe.emit(observe.LoopFailed("announce", repr(error)))
                    self._note_failure()
                raise_if_canceled()
                await asyncio.sleep(self._pause * self._engine.rng.uniform(0.8, 1.0))
        finally:
            await self._end()

    async def attend(self) -> None:
        """Send one heartbeat, begin the duties that this worker has got, and stop those that it has lost."""
        leaving = self._failing_duties()
        async with self._engine.database.connection() as connection:
            if leaving:
                await duties.release(connection, self._worker, leaving)
            attendance = await duties.attend(
                connection,
                self._worker,
                self._offered.keys() - self._left.keys(),
                allows_private=self._engine.settings.fetch.allow_private,
                reads_text=self._reads_text,
            )
        self._running = _still_running(self._running)  # one that ended by itself begins again
        self._ending = _still_running(self._ending)
        for name in self._running.keys() - attendance.held:
            self._offered[name].stop()
            self._ending[name] = self._running.pop(name)
        for name in attendance.held - self._running.keys() - self._ending.keys():
            self._running[name] = asyncio.create_task(self._offered[name].run())
        self.is_attending = True
        for stage in attendance.waiting:
            self._wake_stage(stage)
        if attendance.taken:
            observe.emit(observe.DutiesTaken(self._worker, tuple(sorted(attendance.taken))))
        self._others = attendance.workers - 1
        self._pause = HOLDER_SECONDS if attendance.held else _pause_of_others(attendance.workers)

    def _note_failure(self) -> None:
        self._pause = HOLDER_SECONDS
        if self.is_attending:
            self.is_attending = False
            for stage in Stage:
                self._wake_stage(stage)  # from here on the loops look for work themselves

    def _failing_duties(self) -> list[str]:
        """Return the duties to leave to other workers from now on, which `_left` then has too."""
        now = time.monotonic()
        self._left = {name: until for name, until in self._left.items() if until > now}
        failing = [
            name
            for name in self._running
            if self._others > 0 and now - (self._offered[name].failing_since or now) >= FAILING_SECONDS
        ]
        self._left |= dict.fromkeys(failing, now + LEFT_SECONDS)
        return failing

    def wake(self) -> None:
        """End the pauses of duties that had nothing to do."""
        for name in self._running:
            self._offered[name].wake()

    def _check_when_due(self, name: str, duty: BackgroundDuty) -> BackgroundDuty:
        """Return a duty that checks the stored time of a rare one, and performs it when it is due."""

        async def run_if_due() -> int:
            async with self._engine.database.connection() as connection:
                if not await duties.is_due(connection, name, duty.every_seconds, at_once=duty.at_once):
                    return 0
            amount = await duty.run_once()
            if amount < FULL_ROUND:  # otherwise there may be more
                async with self._engine.database.connection() as connection:
                    await duties.put_off(connection, name, duty.every_seconds)
            return amount

        return BackgroundDuty(duty.name, min(CHECK_SECONDS, duty.every_seconds), run_if_due, rng=duty.rng)

    async def _end(self) -> None:
        """Cancel the duties, and leave them to other workers."""
        tasks = [*self._running.values(), *self._ending.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(Unavailable):
            async with self._engine.database.transaction() as connection:
                await duties.release(connection, self._worker)
                await workers.leave(connection, self._worker)


def _still_running(tasks: dict[str, asyncio.Task[None]]) -> dict[str, asyncio.Task[None]]:
    return {name: task for name, task in tasks.items() if not task.done()}


def _scoped_name(duty: BackgroundDuty, engine: Engine) -> str:
    if duty.scope is Scope.CLUSTER:
        return duty.name
    return f"{duty.name}@{socket.gethostname()}:{engine.settings.storage.data_dir.absolute()}"


def _pause_of_others(alive: int) -> float:
    return min(max(alive * SECONDS_PER_WORKER, MIN_SECONDS), MAX_SECONDS)
