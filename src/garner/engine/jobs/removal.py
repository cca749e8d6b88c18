"""Remove jobs that have ended: on request, or after their retention.

The caller has checked access to the job (`own_job`). The job disappears from all views at once. As much of its data as
fits into the response time is deleted with the request, and the rest by the workers.
"""

import time
from datetime import timedelta

from garner import observe
from garner.core.accounts.actor import AuditActor
from garner.core.lifecycle import JobState
from garner.engine.engine import Engine
from garner.engine.jobs.job_access import NO_SUCH_JOB, audit_job
from garner.errors import Conflict
from garner.postgres.database import emit_on_commit
from garner.store.jobs import jobs, removal
from garner.store.queue import job_lanes

ANSWER_SECONDS = 0.5


def _not_ended(state: str) -> Conflict:
    return Conflict(f"The job is in progress ({state}). Cancel it first.")


NOT_ENDED = _not_ended(JobState.RUNNING)  # an example, for the API documentation


async def remove_job(engine: Engine, job_id: int, *, by: AuditActor | None = None) -> None:
    if not await _mark(engine, job_id, "asked", by=by):
        async with engine.database.connection() as connection:
            state = await jobs.state(connection, job_id)
        raise NO_SUCH_JOB.copy() if state is None else _not_ended(state)
    until = time.monotonic() + ANSWER_SECONDS
    while await _delete_batch(engine, job_id) and time.monotonic() < until:
        pass


async def remove_old_jobs(engine: Engine) -> int:
    """Remove jobs that are past their retention, if one is set."""
    age = timedelta(days=engine.settings.retention.job_days)
    if not age:
        return 0
    async with engine.database.connection() as connection:
        job_ids = await removal.find_old(connection, age)
    return sum([await _mark(engine, job_id, "retention", age) for job_id in job_ids])


async def delete_leftovers(engine: Engine) -> int:
    """Delete some data of each removed job, and return how much. There may be as much again."""
    async with engine.database.connection() as connection:
        job_ids = await removal.find_marked(connection)
    return sum([await _delete_batch(engine, job_id) for job_id in job_ids])


async def _mark(
    engine: Engine, job_id: int, why: str, age: timedelta | None = None, *, by: AuditActor | None = None
) -> bool:
    """Mark the job as removed under the lock of its lane, so that none of its rows is being reprocessed at the same
    time."""
    async with engine.database.transaction() as connection:
        await job_lanes.lock(connection, job_id)
        is_marked = await removal.mark(connection, job_id, age)
        if is_marked:
            emit_on_commit(connection, observe.JobRemoved(job_id, why))
            if by is not None:
                owner, state = await removal.find_owner_and_state(connection, job_id)
                await audit_job(connection, by, "remove", job_id, before={"userId": owner, "queueState": state})
    return is_marked


async def _delete_batch(engine: Engine, job_id: int) -> int:
    async with engine.database.transaction() as connection:
        return await removal.delete_some(connection, job_id)
