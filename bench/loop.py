"""The worker's own loop around the queue core: the same statements, with slots, leases and deadlines."""

import asyncio
import time
from collections.abc import Sequence

from bench.items import THE_BEGINNING, matched
from garner.core.lifecycle import Stage
from garner.postgres.database import Database
from garner.runtime.loop import LeasedWork, Loop
from garner.settings import Settings
from garner.store.queue import matching
from garner.store.queue.matching import ItemClaim, ItemResult

BATCH = 100
SLOTS = 400


class NoWork:
    """A stage without work."""

    stage = Stage.MATCH
    concurrency = SLOTS
    deadline_seconds = 60.0

    def __init__(self, database: Database, worker: str, total: int) -> None:
        self._database = database
        self._worker = worker
        self._left = total
        self.finished = asyncio.Event()

    async def claim(self, limit: int, lease_seconds: float) -> list[ItemClaim]:
        async with self._database.connection() as connection:
            return await matching.claim(connection, self._worker, limit, lease_seconds, THE_BEGINNING)

    async def work(self, claim: ItemClaim, lease: LeasedWork) -> ItemResult:
        return matched(claim)

    def fail(self, claim: ItemClaim, error: BaseException, trace: str) -> ItemResult:
        raise error

    async def settle(self, results: Sequence[ItemResult]) -> set[int]:
        async with self._database.connection() as connection:
            own = await matching.settle(connection, self._worker, results)
        self._left -= len(own)
        if self._left <= 0:
            self.finished.set()
        return own

    async def seconds_until_ready(self) -> float | None:
        return None


async def items_per_second(url: str, count: int) -> float:
    settings = Settings.from_values(claim_max=BATCH, poll_seconds=0.01)
    async with Database(url, size=4) as database:
        stage = NoWork(database, "worker", count)
        loop = Loop(stage, database, "worker", settings)
        started = time.perf_counter()
        running = asyncio.create_task(loop.run())
        await stage.finished.wait()
        rate = count / (time.perf_counter() - started)
        loop.stop()
        await running
    return rate
