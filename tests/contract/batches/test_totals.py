"""While rows are claimed, retried and ended, the counters of their job add up and agree with the rows."""

import asyncio
from typing import Any

from psycopg.rows import dict_row
from tests.integration.job_helpers import claim_rows, ended, feed, new_fed_job

from garner.core.lifecycle import ItemStatus
from garner.runtime.duties.background import fold_counters
from garner.store.jobs import job_views
from garner.store.queue import matching

from .grid_helpers import Batches

ROWS = 120
STATES = "pending processing done not_found error skipped canceled"
# The counts by rows and leases, in one snapshot with the counters of the job.
FOUND = """
    select count(*) filter (where i.status = 'PENDING' and w.id is null) as pending,
           count(*) filter (where i.status = 'PENDING' and w.id is not null) as processing,
           count(*) filter (where i.status = 'DONE') as done
    from job_items i left join work w on w.item_id = i.id and w.lease_until is not null where i.job_id = %s
"""


async def test_the_counters_of_a_running_job_always_add_up(batches: Batches) -> None:
    database = batches.engine.database
    async with database.connection() as connection:
        job_id = await new_fed_job(connection, [None] * ROWS)
    await feed(batches.engine, job_id)
    samples: list[dict[str, Any]] = []

    async def work() -> None:
        retried = 0
        while True:
            async with database.transaction() as connection:
                claims = await claim_rows(connection, limit=7)
            if not claims:
                return
            again = claims[:2] if retried < 20 else []
            retried += len(again)
            results = [ended(claim, ItemStatus.PENDING) for claim in again]
            results += [ended(claim) for claim in claims if claim not in again]
            async with database.transaction() as connection:
                await matching.settle(connection, "one", results)
            await fold_counters(batches.engine)

    working = [asyncio.create_task(work()) for _ in range(3)]
    while not all(task.done() for task in working):
        async with database.transaction() as connection:
            await connection.execute("set transaction isolation level repeatable read")
            job = await job_views.find(connection, job_id)
            cursor = connection.cursor(row_factory=dict_row)
            found = await (await cursor.execute(FOUND, (job_id,))).fetchone()
        assert job is not None and found is not None
        assert sum(getattr(job, state) for state in STATES.split()) == job.total_items == ROWS
        assert {state: getattr(job, state) for state in found} == found
        samples.append(found)
    await asyncio.gather(*working)
    assert any(sample["processing"] for sample in samples)
