"""Drain a queue as fast as possible, and measure how long that takes."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, Protocol

import psycopg
from psycopg.rows import dict_row

from garner.postgres.database import Connection

Connect = Callable[[], Awaitable[Connection]]


class Claimer(Protocol):
    """A connection that claims and settles without working."""

    connection: Connection

    async def claim(self) -> Sequence[Any]: ...

    async def settle(self, claims: Sequence[Any]) -> None: ...


async def connect(url: str) -> Connection:
    return await psycopg.AsyncConnection.connect(url, autocommit=True, row_factory=dict_row, prepare_threshold=0)


class Tally:
    def __init__(self, total: float = float("inf")) -> None:
        self.settled = 0
        self.total = total

    @property
    def complete(self) -> bool:
        return self.settled >= self.total


async def drain(claimers: Sequence[Claimer], total: int) -> float:
    """Drain the queue, and return the items per second."""
    tally = Tally(total)
    started = time.perf_counter()
    await asyncio.gather(*(work(claimer, tally) for claimer in claimers))
    seconds = time.perf_counter() - started
    await close(claimer.connection for claimer in claimers)
    return total / seconds


async def work(claimer: Claimer, tally: Tally) -> None:
    while not tally.complete:
        if claims := await claimer.claim():
            await claimer.settle(claims)
            tally.settled += len(claims)
        else:  # the others hold what is left
            await asyncio.sleep(0.001)


async def close(connections: Iterable[Connection]) -> None:
    for connection in connections:
        await connection.close()


def commits(url: str) -> int:
    """Return the number of transactions that this database has committed. A session reports its own no later than when
    it ends."""
    with psycopg.connect(url, autocommit=True) as connection:
        row = connection.execute(
            "select xact_commit from pg_stat_database where datname = current_database()"
        ).fetchone()
    assert row is not None
    return int(row[0])
