"""The process that makes one large file: `python -m garner.runtime.streams.export_process`.

It reads its order (the export and the database) on standard input, and writes the file to standard output. It ends when
its output has no reader any more, so it does not outlive its parent.
"""

import asyncio
import os
import signal
import sys
from contextlib import suppress

from garner.engine.jobs.exports import chunks
from garner.errors import NotFound, Unavailable
from garner.postgres.database import Database
from garner.runtime.streams.export_streams import NO_DATABASE, NO_JOB, ExportOrder


async def _write(order: ExportOrder, output: int) -> None:
    async with Database(order.database_url, size=1, pooler=order.pooler) as database:
        async for chunk in chunks(database, order.export):
            # In a thread: while the reader is slow, the pending query completes and its connection is released.
            await asyncio.to_thread(_write_all, output, chunk)


def _write_all(output: int, chunk: bytes) -> None:
    left = memoryview(chunk)
    while left:
        left = left[os.write(output, left) :]


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is meant for the parent, which ends this process
    order = ExportOrder.read(sys.stdin.buffer.read())
    try:
        with suppress(BrokenPipeError):
            asyncio.run(_write(order, sys.stdout.fileno()))
    except Unavailable:
        sys.exit(NO_DATABASE)
    except NotFound:
        sys.exit(NO_JOB)


if __name__ == "__main__":
    main()
