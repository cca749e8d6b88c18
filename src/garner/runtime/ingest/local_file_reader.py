"""Read uploaded files inside the server when no worker is alive, so that their rows are stored even before they can be
processed."""

import asyncio
from uuid import uuid4

from garner.engine.engine import Engine
from garner.runtime.duties.decisions import Decisions
from garner.runtime.ingest.ingester import INGEST_BATCH, Ingester
from garner.runtime.local_worker import LocalWorker

READERS = 2


class LocalFileReader(LocalWorker):
    """A reader of a few files at a time, of which one user never has all."""

    name = "ingest"

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        name = f"api-{uuid4().hex[:12]}"
        self._ingester = Ingester(engine, name, max_per_user=READERS - 1)
        self._decisions = Decisions(engine.database, name, INGEST_BATCH.__eq__, engine.clock)

    async def _do_all(self) -> None:
        async with self._decisions.collect_and_publish():
            ended = await asyncio.gather(*(self._read_all() for _ in range(READERS)), return_exceptions=True)
        for error in filter(None, ended):
            raise error

    async def _read_all(self) -> None:
        try:
            while await self._ingester.run_next():
                pass
        finally:
            await self._ingester.close()
