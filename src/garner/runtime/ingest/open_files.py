"""Keep files open between the turns in which they are read.

A reader releases a file in the database after its turn, so that other files get theirs. Opening a file again and
skipping the rows that were read costs more the further it has come, so the reader keeps the last few open. A file that
another process has continued meanwhile is closed.
"""

import asyncio
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

from garner.engine.engine import Engine
from garner.runtime.ingest.row_sources import RowSource, open_row_source
from garner.store.ingest.ingests import IngestClaim
from garner.store.ingest.rows import Block
from garner.tables.stopping import StopSignal

# Several users may have jobs under way. Files that hold a process and much memory are kept in small numbers only.
MAX_PARKED = 24
MAX_HEAVY = 2


@dataclass(slots=True)
class OpenFile:
    source: RowSource
    opening_seconds: float
    rows_read: int  # rows that are in the database
    is_new: bool = True  # it was opened for the current turn
    coming: "asyncio.Task[Block | None] | None" = None  # the rows after these, which are read ahead
    _stop: StopSignal = field(default_factory=StopSignal)
    _closing: AsyncExitStack = field(default_factory=AsyncExitStack)

    @classmethod
    async def open(cls, engine: Engine, claim: IngestClaim) -> "OpenFile":
        began, stop, closing = time.monotonic(), StopSignal(), AsyncExitStack()
        source = await closing.enter_async_context(open_row_source(engine, claim, stop))
        return cls(source, time.monotonic() - began, claim.rows_read, _stop=stop, _closing=closing)

    async def next_block(self, rows: int, max_bytes: int) -> Block | None:
        return await (self.coming or self.read_ahead(rows, max_bytes))

    def read_ahead(self, rows: int, max_bytes: int) -> "asyncio.Task[Block | None]":
        self.coming = asyncio.create_task(self.source.take(rows, max_bytes))
        return self.coming

    async def close(self) -> None:
        # A thread that still reads must not find its file closed.
        self._stop.set()
        if self.coming is not None:
            await asyncio.gather(self.coming, return_exceptions=True)
        await self._closing.aclose()


class ParkedFiles:
    """Open files that wait for their next turn, the last few by their ingest's id."""

    def __init__(self) -> None:
        self._files: dict[int, OpenFile] = {}

    async def park(self, claim: IngestClaim, file: OpenFile) -> None:
        self._files[claim.id] = file
        heavy = [ingest for ingest, parked in self._files.items() if parked.source.is_heavy]
        too_many = heavy[:-MAX_HEAVY] or list(self._files)[:-MAX_PARKED]
        for ingest in too_many:
            await self._files.pop(ingest).close()

    async def take(self, claim: IngestClaim) -> OpenFile | None:
        file = self._files.pop(claim.id, None)
        if file is not None and file.rows_read != claim.rows_read:
            await file.close()
            return None
        if file is not None:
            file.is_new, file.opening_seconds = False, 0.0
        return file

    async def close(self) -> None:
        while self._files:
            await self._files.popitem()[1].close()
