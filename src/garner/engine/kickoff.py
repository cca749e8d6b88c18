"""Somebody wants to see a job go on: a slice of it is worked on while they wait."""

from garner.core.lifecycle import JobState
from garner.engine.engine import Engine
from garner.engine.job_access import NO_SUCH_JOB
from garner.errors import Conflict, Unavailable
from garner.store import jobs

PAUSED = Conflict("The job is paused; resume it first.")
CANCELED = Conflict("The job was canceled.")
OVER = (JobState.DONE, JobState.FAILED)


async def kickoff(engine: Engine, job_id: int, seconds: float) -> None:
    """Works on the job for that long, or until it has ended; not at all if it has."""
    async with engine.database.connection() as connection:
        state = await jobs.state(connection, job_id)
    if state is None:
        raise NO_SUCH_JOB.anew()
    if state == JobState.PAUSED:
        raise PAUSED.anew()
    if state == JobState.CANCELED:
        raise CANCELED.anew()
    if state in OVER:
        return
    if engine.run_slice is None:
        raise Unavailable("Nothing is worked on here.")
    await engine.run_slice(engine, job_id, seconds)
