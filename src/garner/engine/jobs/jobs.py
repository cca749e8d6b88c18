"""Create a job, whose rows the caller submits, and close its ingest when all are in."""

from garner.engine.engine import Engine
from garner.errors import NotFound
from garner.postgres.database import Row
from garner.store.jobs import jobs


async def create_job(engine: Engine, *, job_type: str, kind: str, user_id: int | None = None) -> int:
    async with engine.database.transaction() as connection:
        return await jobs.create(connection, job_type=job_type, kind=kind, user_id=user_id)


async def finish_ingest(engine: Engine, job_id: int) -> None:
    """Record that every row was submitted. The job ends when the last of them does."""
    async with engine.database.transaction() as connection:
        await jobs.finish_ingest(connection, job_id)


async def find_job(engine: Engine, job_id: int) -> Row:
    """Return the job's state, its total, and its counters by item status."""
    async with engine.database.connection() as connection:
        job = await jobs.counts(connection, job_id)
    if job is None:
        raise NotFound("Job not found")
    return job
