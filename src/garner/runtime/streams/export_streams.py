"""Stream export files to clients.

A small file is made in this process. A large one would keep the event loop waiting for the interpreter, thread or not:
it is made by a separate process, whose output comes through a pipe. A slow client blocks that process at its next
write, and a client that disconnects ends it.
"""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from dataclasses import dataclass
from typing import Any

import orjson

from garner.engine.jobs.exports import REMOVED, Export, chunks
from garner.errors import TooManyRequests, Unavailable
from garner.postgres.database import Database

ROWS_IN_PROCESS = 2_000
PIPE_BYTES = 262_144
MAX_PER_USER = 3
MAX_AT_ONCE = 8  # each of which is a process
LATER_SECONDS = 10
# Exit codes of a process that lost the database, and of one whose job was removed.
NO_DATABASE = 3
NO_JOB = 4


@dataclass(frozen=True, slots=True)
class ExportOrder:
    """The order for such a process."""

    export: Export
    database_url: str
    pooler: bool

    def serialize(self) -> bytes:
        return orjson.dumps(self)

    @classmethod
    def read(cls, packed: bytes) -> "ExportOrder":
        order: dict[str, Any] = orjson.loads(packed)
        return cls(**order | {"export": Export.read(order["export"])})


class ExportStreams:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._of_person: Counter[int] = Counter()

    @property
    def under_way(self) -> int:
        return self._of_person.total()

    async def open(self, user_id: int, export: Export) -> AsyncGenerator[bytes]:
        """Return the file in chunks. The first chunk is ready already, so an export that cannot be made fails before
        the response begins."""
        self._require_room(user_id)
        stream = self._stream(user_id, export)
        try:
            first = await anext(stream)
        except BaseException:
            await stream.aclose()
            raise
        return _with_first(first, stream)

    def _require_room(self, user_id: int) -> None:
        if self._of_person[user_id] >= MAX_PER_USER:
            raise TooManyRequests(f"You already have {MAX_PER_USER} exports in progress.", retry_after=LATER_SECONDS)
        if self.under_way >= MAX_AT_ONCE:
            raise Unavailable("Too many exports are in progress.", retry_after=LATER_SECONDS)

    async def _stream(self, user_id: int, export: Export) -> AsyncGenerator[bytes]:
        self._of_person[user_id] += 1
        make = chunks if export.rows <= ROWS_IN_PROCESS else _from_process
        try:
            async with aclosing(make(self._database, export)) as made:
                async for chunk in made:
                    yield chunk
        finally:
            self._of_person[user_id] -= 1
            if not self._of_person[user_id]:
                del self._of_person[user_id]


async def _with_first(first: bytes, stream: AsyncGenerator[bytes]) -> AsyncGenerator[bytes]:
    async with aclosing(stream):
        yield first
        async for chunk in stream:
            yield chunk


async def _from_process(database: Database, export: Export) -> AsyncGenerator[bytes]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "garner.runtime.streams.export_process"),
        stdin=PIPE,
        stdout=PIPE,
        limit=PIPE_BYTES,
    )
    try:
        await _send_order(process, ExportOrder(export, database.url, database.pooler))
        assert process.stdout is not None
        while chunk := await process.stdout.read(PIPE_BYTES):
            yield chunk
        await _require_good_end(process)
    finally:
        with suppress(ProcessLookupError):
            process.kill()


async def _send_order(process: Process, order: ExportOrder) -> None:
    """Send the order on standard input, since every user of the machine can read a command line."""
    assert process.stdin is not None
    with suppress(BrokenPipeError, ConnectionResetError):  # its exit code reports the failure
        process.stdin.write(order.serialize())
        await process.stdin.drain()
    process.stdin.close()


async def _require_good_end(process: Process) -> None:
    """Raise if the process failed, so that the response breaks off and a truncated file is not taken for a complete
    one."""
    code = await process.wait()
    if code == NO_DATABASE:
        raise Unavailable("The database cannot be reached at the moment.", retry_after=1)
    if code == NO_JOB:
        raise REMOVED.copy()
    if code:
        raise RuntimeError(f"the export process exited with code {code}")
