"""The queue core under test: items that the real statements claim and settle, with no work in between."""

import time
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import psycopg
from uuid_utils.compat import uuid7

from garner.core.lifecycle import ItemStatus
from garner.postgres.database import Connection
from garner.store.queue import matching
from garner.store.queue.matching import ItemClaim, ItemResult

LEASE_SECONDS = 60.0
THE_BEGINNING = datetime.min.replace(tzinfo=UTC)
HINT_SECONDS = 1.0
CHUNK = 5000

NEW_JOB = "insert into jobs (job_type) values ('match') returning id"

# Ids are made here, as the application makes them: in the order of time.
ADD_ITEMS = """
    with item as (
        insert into job_items (id, job_id, origin, job_type, input_json)
        select id, %(job)s, 'batch', 'match', '{"name": "Red lentils, organic", "gtin": "4006381333931"}'
        from unnest(%(ids)s::uuid[]) g (id)),
    counted as (
        insert into job_deltas (job_id, total, pending) select %(job)s, %(count)s, %(count)s)
    insert into work (stage, item_id, rank, due_at)
    select 'match', id, now() + place * interval '1 microsecond', now()
    from unnest(%(ids)s::uuid[]) with ordinality g (id, place)
"""

UNSETTLED = "select count(*) from job_items where status <> 'DONE' or result_json is null"
DONE_BY_COUNTERS = "select coalesce(sum(done), 0) from job_deltas"


def load(url: str, count: int) -> None:
    """Create a job of that many items, all waiting in the queue."""
    with psycopg.connect(url) as connection:
        row = connection.execute(NEW_JOB).fetchone()
        assert row is not None
        for first in range(0, count, CHUNK):
            connection.execute(ADD_ITEMS, batch_of_items(row[0], min(CHUNK, count - first)))


def batch_of_items(job: int, count: int) -> dict[str, Any]:
    return {"job": job, "count": count, "ids": [uuid7() for _ in range(count)]}


def require_all_done(url: str, count: int) -> None:
    with psycopg.connect(url) as connection:
        assert connection.execute(UNSETTLED).fetchone() == (0,), "an item was not settled"
        assert connection.execute(DONE_BY_COUNTERS).fetchone() == (count,), "the counters are off"


class ItemClaimer:
    def __init__(self, connection: Connection, worker: str, batch: int) -> None:
        self.connection = connection
        self._worker = worker
        self._batch = batch
        self._low, self._low_since = THE_BEGINNING, 0.0

    async def claim(self) -> list[ItemClaim]:
        claims = await matching.claim(self.connection, self._worker, self._batch, LEASE_SECONDS, self._hint())
        self._low = min((claim.rank for claim in claims), default=THE_BEGINNING)
        return claims

    def _hint(self) -> datetime:
        now = time.monotonic()
        if now - self._low_since > HINT_SECONDS:
            self._low, self._low_since = THE_BEGINNING, now
        return self._low

    async def settle(self, claims: Sequence[ItemClaim]) -> None:
        own = await matching.settle(self.connection, self._worker, [matched(claim) for claim in claims])
        assert len(own) == len(claims), "a lease was lost"


def matched(claim: ItemClaim) -> ItemResult:
    return ItemResult(claim.work_id, claim.fence, ItemStatus.DONE, {"record": claim.work_id, "score": 0.5})
