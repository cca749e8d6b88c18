"""Store the decisions of this process's controllers for other processes to read.

Controllers may decide many times a second; only the latest few of each are kept, and new ones are written together.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any

from garner import observe
from garner.engine.engine import Clock, utc_now
from garner.engine.lost_cancellation import raise_if_canceled
from garner.errors import Unavailable
from garner.postgres.database import Database
from garner.store.health import controllers
from garner.store.health.controllers import KEPT

FLUSH_SECONDS = 2.0


class Decisions:
    """The decisions of the controllers that `concerns` selects: a server records different ones at different times."""

    def __init__(
        self,
        database: Database,
        process: str,
        concerns: Callable[[str], bool] = lambda controller: True,
        clock: Clock = utc_now,
    ) -> None:
        self._database = database
        self._clock = clock
        self._process = process
        self._concerns = concerns
        self._unwritten: dict[str, deque[dict[str, Any]]] = {}

    @contextmanager
    def collect(self) -> Iterator[None]:
        """Collect decisions while the context is open."""
        unsubscribe = observe.subscribe(self._note)
        try:
            yield
        finally:
            unsubscribe()

    @asynccontextmanager
    async def collect_and_publish(self) -> AsyncIterator[None]:
        """Collect decisions while the context is open, and write them soon after for other processes."""
        flushing = asyncio.create_task(self._flush_forever())
        try:
            with self.collect():
                yield
        finally:
            flushing.cancel()
            await asyncio.gather(flushing, return_exceptions=True)
            with suppress(Unavailable):
                await self.flush()

    async def _flush_forever(self) -> None:
        while True:
            await asyncio.sleep(FLUSH_SECONDS)
            try:
                await self.flush()
            except Unavailable as error:
                observe.emit(observe.DatabaseLost("decisions", str(error.__cause__)))
            except Exception as error:  # a failure to publish decisions must not affect the controllers
                observe.emit(observe.LoopFailed("decisions", repr(error)))
            raise_if_canceled()

    def _note(self, event: observe.Event) -> None:
        if isinstance(event, observe.ControllerDecided) and self._concerns(event.controller):
            latest = self._unwritten.setdefault(event.controller, deque(maxlen=KEPT))
            decision = {"at": self._clock().isoformat(), "value": event.value, "cause": event.cause}
            latest.appendleft(decision | {"measured_ms": event.measured_ms})

    async def flush(self) -> None:
        noted, self._unwritten = self._unwritten, {}
        if not noted:
            return
        try:
            async with self._database.transaction() as connection:
                await controllers.write(connection, self._process, [(name, list(new)) for name, new in noted.items()])
        except Unavailable:
            self._keep(noted)
            raise

    def _keep(self, noted: dict[str, deque[dict[str, Any]]]) -> None:
        """Keep decisions for the next flush, behind those made meanwhile, which are later."""
        for name, earlier in noted.items():
            both = [*self._unwritten.get(name, ()), *earlier]
            self._unwritten[name] = deque(both[:KEPT], maxlen=KEPT)

    async def forget(self) -> None:
        """Delete the decisions of this process, which are of no interest after a clean exit."""
        async with self._database.transaction() as connection:
            await controllers.forget(connection, self._process)
