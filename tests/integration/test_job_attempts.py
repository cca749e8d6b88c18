"""A job counts its runs: one with its first row, and one for each restart by reprocessing."""

from tests.integration.helpers import value
from tests.integration.job_helpers import claim_rows, ended, feed, new_fed_job

from garner.core.lifecycle import ItemStatus
from garner.engine import Engine
from garner.engine.jobs.reprocessing import ReprocessRequest, reprocess
from garner.runtime.duties.background import fold_counters
from garner.store.queue import matching


async def attempts(engine: Engine, job_id: int) -> int:
    await fold_counters(engine)
    async with engine.database.connection() as connection:
        return int(await value(connection, "select attempts from jobs where id = %s", job_id))


async def work_on_all(engine: Engine, job_id: int, status: ItemStatus) -> None:
    await feed(engine, job_id)
    async with engine.database.transaction() as connection:
        claims = await claim_rows(connection)
        await matching.settle(connection, "one", [ended(claim, status) for claim in claims])


async def test_a_job_counts_its_first_run_and_each_restart(engine: Engine) -> None:
    async with engine.database.connection() as connection:
        job_id = await new_fed_job(connection, [None, None])
    assert await attempts(engine, job_id) == 0
    await work_on_all(engine, job_id, ItemStatus.ERROR)
    assert await attempts(engine, job_id) == 1
    for run in (2, 3):
        await reprocess(engine, job_id, ReprocessRequest())
        assert await attempts(engine, job_id) == run
        await work_on_all(engine, job_id, ItemStatus.ERROR)
        assert await attempts(engine, job_id) == run


async def test_rows_reprocessed_in_a_running_job_belong_to_the_same_run(engine: Engine) -> None:
    async with engine.database.connection() as connection:
        job_id = await new_fed_job(connection, [None, None])
    await feed(engine, job_id)
    async with engine.database.transaction() as connection:
        claim = (await claim_rows(connection))[0]
        await matching.settle(connection, "one", [ended(claim, ItemStatus.ERROR)])
    assert await attempts(engine, job_id) == 1
    await reprocess(engine, job_id, ReprocessRequest())
    assert await attempts(engine, job_id) == 1


async def test_the_attempts_of_a_job_are_in_its_change_feed(engine: Engine) -> None:
    async with engine.database.connection() as connection:
        job_id = await new_fed_job(connection, [None])
    await work_on_all(engine, job_id, ItemStatus.DONE)
    assert await attempts(engine, job_id) == 1
    async with engine.database.connection() as connection:
        told = await value(connection, "select change -> 'attempts' from job_changes where change ? 'attempts'")
    assert told == 1
