"""Check whether a job can be worked on right now."""

from garner.core.lifecycle import JobState
from garner.engine.engine import Engine
from garner.engine.jobs.job_access import NO_SUCH_JOB
from garner.errors import Conflict
from garner.store.jobs import jobs

PAUSED = Conflict("The job is paused. Resume it first.")
CANCELED = Conflict("The job was canceled.")
OVER = (JobState.DONE, JobState.FAILED)


async def has_work_left(engine: Engine, job_id: int) -> bool:
    """Return whether the job has not ended. A paused or canceled job is an error: the caller wants it worked on."""
    async with engine.database.connection() as connection:
        state = await jobs.state(connection, job_id)
    if state is None:
        raise NO_SUCH_JOB.copy()
    if state == JobState.PAUSED:
        raise PAUSED.copy()
    if state == JobState.CANCELED:
        raise CANCELED.copy()
    return state not in OVER
