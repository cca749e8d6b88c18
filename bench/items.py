"""Driving the queue core: items loaded, claimed, worked on (not at all) and settled by the real statements."""

import asyncio
import time
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import psycopg
import uvloop
from psycopg.types.json import Jsonb
from uuid_utils.compat import uuid7

LEASE = timedelta(seconds=60)
THE_BEGINNING = datetime.min.replace(tzinfo=UTC)
HINT_SECONDS = 1.0

Connection = psycopg.AsyncConnection[tuple[object, ...]]


@dataclass(frozen=True)
class Drain:
    """What it took to get everything done."""

    items: int
    seconds: float
    commits: int = 0

    @property
    def rate(self) -> float:
        return self.items / self.seconds


def load(url: str, count: int) -> int:
    """A job with its items, all waiting in the queue. Returns the job."""
    with psycopg.connect(url) as connection:
        job = create_job(connection)
        add_items(connection, job, 0, count)
    return job


def create_job(connection: psycopg.Connection) -> int:
    row = connection.execute("insert into jobs (job_type) values ('match') returning id").fetchone()
    assert row is not None
    return int(row[0])


def add_items(connection: psycopg.Connection, job: int, first: int, count: int) -> None:
    ids = [uuid7() for _ in range(count)]
    document = Jsonb({"name": "Red lentils, organic", "gtin": "4006381333931", "brand": "Harvest"})
    with connection.cursor() as cursor:
        with cursor.copy(
            "copy job_items (id, job_id, row_no, origin, job_type, input_json) from stdin"
        ) as rows:
            for number, item in enumerate(ids, first):
                rows.write_row((item, job, number, "batch", "match", document))
        now = datetime.now(UTC)
        with cursor.copy("copy work (stage, item_id, rank, due_at) from stdin") as rows:
            for number, item in enumerate(ids, first):
                rows.write_row(("match", item, now + timedelta(microseconds=number), now))
        cursor.execute("insert into job_deltas (job_id, total, pending) values (%s, %s, %s)", (job, count, count))


class Claimer:
    """One connection that claims and settles for as long as there is something to claim."""

    def __init__(self, connection: Connection, worker: str, batch: int) -> None:
        self._connection = connection
        self._worker = worker
        self._batch = batch
        self._low, self._low_since = THE_BEGINNING, 0.0
        self.settled = 0

    async def claim(self) -> list[tuple[object, ...]]:
        cursor = self._connection.cursor(binary=True)
        await cursor.execute(
            "select work_id, fence, rank, item_id, input from claim_items(%s, %s, %s, %s)",
            (self._worker, self._batch, LEASE, self._hint()),
        )
        claims = await cursor.fetchall()
        self._low = min((claim[2] for claim in claims), default=THE_BEGINNING)
        return claims

    def _hint(self) -> datetime:
        now = time.monotonic()
        if now - self._low_since > HINT_SECONDS:
            self._low, self._low_since = THE_BEGINNING, now
        return self._low

    async def settle(self, claims: Sequence[tuple[object, ...]]) -> None:
        count = len(claims)
        cursor = self._connection.cursor(binary=True)
        await cursor.execute(
            "select settle_items(%s, %s, %s, %s, %s, %s, %s, %s)",
            (
                self._worker,
                [claim[0] for claim in claims],
                [claim[1] for claim in claims],
                ["DONE"] * count,
                [Jsonb({"record": number, "score": 0.5}) for number in range(count)],
                [None] * count,
                [None] * count,
                [timedelta()] * count,
            ),
        )
        own = await cursor.fetchall()
        assert len(own) == count, "a fence was lost"
        self.settled += count

    async def drain(self) -> None:
        while claims := await self.claim():
            await self.settle(claims)


async def connect(url: str) -> Connection:
    return await psycopg.AsyncConnection.connect(url, autocommit=True, prepare_threshold=0)
