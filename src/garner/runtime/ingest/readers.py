"""A worker's file readers: a few at a time, one of which takes only small files, so that a user with a few rows does
not wait behind users with millions. One user never has all of them."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

from garner import observe
from garner.engine import Engine
from garner.engine.files.spool import clear_old
from garner.engine.lost_cancellation import raise_if_canceled
from garner.errors import Unavailable
from garner.postgres.database import Database
from garner.runtime.ingest.ingester import Ingester

READERS = 2  # of files of any size
SMALL_BYTES = 2_000_000
CLEAR_SECONDS = 3600.0


# Each reader writes on one connection, and at times renews its lease on another.
CONNECTIONS = READERS + 2


@asynccontextmanager
async def own_connections(engine: Engine) -> AsyncIterator[Engine]:
    """Yield the engine with connections for readers only. Matching uses all connections of the worker that it can get,
    and readers that waited for one of those would take the wait for a slow database."""
    shared = engine.database
    own = Database(shared.url, size=CONNECTIONS, at_least=0, pooler=shared.pooler, folder=shared.folder)
    async with own as database:
        yield replace(engine, database=database)


class Ingesting:
    def __init__(self, engine: Engine, worker: str, poll_seconds: Callable[[], float] | None = None) -> None:
        self._engine = engine
        self._poll_seconds = poll_seconds or (lambda: engine.settings.queue.poll_seconds)
        self._ingester = Ingester(engine, worker, max_per_user=READERS)
        self._woken = asyncio.Event()

    def wake(self) -> None:
        self._woken.set()

    async def run(self) -> None:
        sizes = [None] * READERS + [SMALL_BYTES]
        try:
            async with asyncio.TaskGroup() as readers:
                for max_bytes in sizes:
                    readers.create_task(self._read_until_canceled(max_bytes))
                readers.create_task(self._clear_up())
        finally:
            await self._ingester.close()

    async def run_once(self) -> int:
        """Read all waiting files, and return the number of turns."""
        count = 0
        while await self._ingester.run_next():
            count += 1
        return count

    async def _read_until_canceled(self, max_bytes: int | None) -> None:
        while True:
            read = await self._read_one(max_bytes)
            raise_if_canceled()
            if not read:
                await self._pause()

    async def _read_one(self, max_bytes: int | None) -> bool:
        try:
            return await self._ingester.run_next(max_bytes)
        except Unavailable as error:
            observe.emit(observe.DatabaseLost("ingest", str(error.__cause__)))
        except Exception as error:  # one bad file must not stop the others; its lease expires by itself
            observe.emit(observe.LoopFailed("ingest", repr(error)))
        return False

    async def _pause(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(self._poll_seconds()):
                await self._woken.wait()
        self._woken.clear()

    async def _clear_up(self) -> None:
        while True:
            with suppress(OSError):
                await asyncio.to_thread(clear_old, self._engine.settings.storage.data_dir)
            await asyncio.sleep(CLEAR_SECONDS)
