"""Helpers for tests of jobs whose rows are fed: a job as an upload leaves it, and the states of its rows."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from psycopg.types.json import Jsonb
from tests.integration.helpers import row, rows, value
from uuid_utils.compat import uuid7

from garner.core.lifecycle import ItemStatus
from garner.core.record import Kind
from garner.engine import Engine
from garner.postgres.database import Connection, Database
from garner.runtime.duties.feeding import feed_job
from garner.runtime.stages.match.stage import THE_BEGINNING
from garner.store.jobs import jobs
from garner.store.queue import matching, slices
from garner.store.queue.matching import ItemClaim, ItemResult
from garner.store.schema import COUNTERS

THING = {"title": "Cast iron pan", "brand": "Hearth"}
TTLS = {Kind.RECIPE: timedelta(days=30), Kind.PRODUCT: timedelta(days=1), Kind.POSTING: timedelta(days=1)}


async def new_fed_job(
    connection: Connection,
    urls: Sequence[str | None],
    *,
    kind: str = "recipe",
    job_type: str = "table",
    duplicates: bool = False,
    user_id: int | None = None,
) -> int:
    """Create a fully ingested job with its lane and a row for each URL; None is a row without one."""
    job_id = await value(
        connection,
        """
        insert into jobs (job_type, kind, user_id, ingested_at, rows_numbered, last_linked_row)
        values (%s, %s, %s, now(), %s, %s) returning id
        """,
        job_type,
        kind,
        user_id,
        len(urls),
        max((row_no for row_no, url in enumerate(urls, start=1) if url is not None), default=0),
    )
    await connection.execute(
        "insert into lanes (stage, job_id, feed_at) values ('match', %s, now() - interval '1 second')", (job_id,)
    )
    first = None
    for row_no, url in enumerate(urls, start=1):
        made = await add_row(connection, job_id, row_no, url, kind=kind, job_type=job_type, duplicate_of=first)
        first = first or (made if duplicates else None)
    return int(job_id)


async def add_row(
    connection: Connection,
    job_id: int,
    row_no: int,
    url: str | None = None,
    *,
    kind: str = "recipe",
    job_type: str = "table",
    duplicate_of: UUID | None = None,
) -> UUID:
    item_id = uuid7()
    await connection.execute(
        """
        with made as (
            insert into job_items (
                id, job_id, row_no, origin, job_type, kind, url, input_json, normalized_json, twin_of)
            values (%s, %s, %s, 'batch', %s, %s, %s, %s, %s, %s) returning job_id)
        insert into job_deltas (job_id, total, pending) select job_id, 1, 1 from made
        """,
        (item_id, job_id, row_no, job_type, kind, url, Jsonb(THING), Jsonb(THING), duplicate_of),
    )
    return item_id


async def feed(engine: Engine, job_id: int) -> int:
    """Run one turn of the feeder now and return the number of rows it moved."""
    async with engine.database.connection() as connection:
        lane_id = await value(connection, "select id from lanes where job_id = %s", job_id)
        await connection.execute(
            "update lanes set feed_at = now() - interval '1 second' where id = %s and feed_at < 'infinity'", (lane_id,)
        )
    return (await feed_job(engine, lane_id)).moved


async def job_lane(connection: Connection, job_id: int) -> dict[str, Any]:
    return await row(
        connection,
        """
        select id, fed_to, feed_at < 'infinity' as is_to_be_fed, ready_at <= now() as ready,
               ready_at = 'infinity' as parked
        from lanes where job_id = %s
        """,
        job_id,
    )


async def row_of(connection: Connection, job_id: int, row_no: int) -> dict[str, Any]:
    return await row(connection, "select * from job_items where job_id = %s and row_no = %s", job_id, row_no)


async def states(connection: Connection, job_id: int) -> list[str]:
    found = await rows(connection, "select status from job_items where job_id = %s order by row_no", job_id)
    return [one["status"] for one in found]


async def in_queue(connection: Connection, job_id: int) -> list[int]:
    """Return the numbers of the queued rows, in queue order."""
    found = await rows(
        connection,
        """
        select i.row_no from work w join job_items i on i.id = w.item_id where i.job_id = %s order by w.rank
        """,
        job_id,
    )
    return [one["row_no"] for one in found]


async def waits_for_page(connection: Connection, job_id: int) -> list[int]:
    found = await rows(
        connection,
        """
        select row_no from job_items where job_id = %s and url_hash is not null and completed_at is null order by row_no
        """,
        job_id,
    )
    return [one["row_no"] for one in found]


async def claim_rows(
    connection: Connection, limit: int = 10, *, worker: str = "one", reads_text: bool = True, job_id: int | None = None
) -> list[ItemClaim]:
    work_ids = None
    if job_id is not None:
        work_ids = await slices.find_rows(connection, job_id, limit, reads_text=reads_text)
    return await matching.claim(
        connection, worker, limit, 60.0, THE_BEGINNING, reads_text=reads_text, work_ids=work_ids
    )


def ended(claim: ItemClaim, status: ItemStatus = ItemStatus.DONE, **expected: Any) -> ItemResult:
    return ItemResult(claim.work_id, claim.fence, status, {"match_score": 0.9}, **expected)


async def require_recount(database: Database, job_id: int) -> dict[str, int]:
    """Return the counters of the job, after checking them against its rows."""
    async with database.connection() as connection:
        return await recount(connection, job_id)


async def recount(connection: Connection, job_id: int) -> dict[str, int]:
    seen = await jobs.counts(connection, job_id)
    assert seen is not None
    told = {name: seen[name] for name in COUNTERS if seen[name]}
    found = await rows(
        connection,
        """
        select case when w.id is null then lower(i.status) else 'processing' end as status, count(*) as items
        from job_items i left join work w on w.item_id = i.id and w.lease_until is not null
        where i.job_id = %s group by 1
        """,
        job_id,
    )
    assert told == {one["status"]: one["items"] for one in found}
    return told
