"""Count the causes of a job's failed rows."""

from garner.engine.engine import Engine
from garner.store.jobs import job_causes
from garner.store.jobs.job_causes import FailureCause

MAX_EXAMINED = 20_000  # rows of each status


async def causes_of(engine: Engine, job_id: int) -> tuple[list[FailureCause], bool]:
    """Return the causes by frequency, and whether all failed rows were counted."""
    async with engine.database.connection() as connection:
        causes = await job_causes.of_job(connection, job_id, MAX_EXAMINED)
    counted = [sum(cause.items for cause in causes if cause.status == status) for status in job_causes.FAILED]
    return causes, max(counted) < MAX_EXAMINED
