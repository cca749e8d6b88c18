"""The peers' own workers, which drain their own queues of empty jobs, at the settings that suit them best.

Each worker is a process with an event loop. The time runs from the moment when all are up until the last job was
recorded as done, by PostgreSQL's clock, so that neither starting nor noticing the end is counted.
"""

import asyncio
import multiprocessing
from collections.abc import Callable, Iterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from multiprocessing.synchronize import Barrier
from typing import Any

import psycopg
import uvloop
from pgqueuer import PgQueuer
from pgqueuer.domain.types import QueueExecutionMode
from pgqueuer.models import Job
from procrastinate import App, PsycopgConnector

PROCESSES = multiprocessing.get_context("spawn")
CHUNK = 1000

Worker = Callable[[str, int, Barrier], None]


def jobs_per_second(url: str, worker: Worker, width: int, processes: int, count: int, last_done: str) -> float:
    """Return the jobs per second. `width` is what the peer calls its batch or its concurrency; `last_done` asks when
    the last job was done."""
    barrier = PROCESSES.Barrier(processes + 1)
    workers = [PROCESSES.Process(target=worker, args=(url, width, barrier)) for _ in range(processes)]
    for process in workers:
        process.start()
    barrier.wait()
    started = _ask(url, "select clock_timestamp(), null")[0]
    for process in workers:
        process.join()
    ended, done = _ask(url, last_done)
    assert done == count, f"{done} of {count} done"
    return count / (ended - started).total_seconds()


def _ask(url: str, query: str) -> tuple[datetime, Any]:
    with psycopg.connect(url, autocommit=True) as connection:
        row = connection.execute(query.encode()).fetchone()
    assert row is not None
    return row[0], row[1]


def _chunks(count: int) -> Iterator[int]:
    for first in range(0, count, CHUNK):
        yield min(CHUNK, count - first)


# PgQueuer ----------------------------------------------------------------------------------------------------

PGQUEUER_LAST_DONE = "select max(created), count(*) from pgqueuer_log where status = 'successful'"


@asynccontextmanager
async def _pgqueuer(url: str):  # type: ignore[no-untyped-def]  # the peer's own types
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        queue = PgQueuer.from_psycopg_connection(connection)

        @queue.entrypoint("nothing")
        async def nothing(job: Job) -> None:
            pass

        yield queue


def load_pgqueuer(url: str, count: int) -> None:
    async def load() -> None:
        async with _pgqueuer(url) as queue:
            await queue.queries.install()
            for chunk in _chunks(count):
                await queue.queries.enqueue(["nothing"] * chunk, [b"{}"] * chunk, [0] * chunk)

    asyncio.run(load())


def work_pgqueuer(url: str, batch: int, barrier: Barrier) -> None:
    async def work() -> None:
        async with _pgqueuer(url) as queue:
            barrier.wait()
            await queue.run(
                batch_size=batch, mode=QueueExecutionMode.drain, dequeue_timeout=timedelta(milliseconds=100)
            )

    uvloop.run(work())


# Procrastinate -----------------------------------------------------------------------------------------------

PROCRASTINATE_LAST_DONE = "select max(at), count(*) from procrastinate_events where type = 'succeeded'"


def _procrastinate(url: str, connections: int) -> tuple[App, Any]:
    app = App(connector=PsycopgConnector(conninfo=url, min_size=connections, max_size=connections))

    @app.task(name="nothing")
    async def nothing() -> None:
        pass

    return app, nothing


def load_procrastinate(url: str, count: int) -> None:
    async def load() -> None:
        app, nothing = _procrastinate(url, 1)
        async with app.open_async():
            await app.schema_manager.apply_schema_async()
            for chunk in _chunks(count):
                await nothing.batch_defer_async(*({} for _ in range(chunk)))

    asyncio.run(load())


def work_procrastinate(url: str, concurrency: int, barrier: Barrier) -> None:
    async def work() -> None:
        app, _ = _procrastinate(url, min(concurrency, 20) + 2)
        async with app.open_async():
            barrier.wait()
            await app.run_worker_async(wait=False, concurrency=concurrency, install_signal_handlers=False)

    uvloop.run(work())
