"""Jobs that have ended are removed: because somebody wants them gone, or because nobody has wanted them for long.

That a job is theirs to remove has been asked before (`own_job`). It is gone at once for whoever looks; of what it
leaves behind as much goes as fits into the answer's time, and the rest by whoever works beside it.
"""

import time
from datetime import timedelta

from garner import observe
from garner.core.lifecycle import JobState
from garner.engine.engine import Engine
from garner.engine.jobs.job_access import NO_SUCH_JOB
from garner.errors import Conflict
from garner.postgres.database import tell
from garner.store.jobs import (
    jobs,
    removal,
)
from garner.store.queue import job_lanes

ANSWER_SECONDS = 0.5


def _not_ended(state: str) -> Conflict:
    return Conflict(f"The job is under way ({state}): cancel it first.")


NOT_ENDED = _not_ended(JobState.RUNNING)  # as an example of it


async def remove_job(engine: Engine, job_id: int) -> None:
    if not await _mark(engine, job_id, "asked"):
        async with engine.database.connection() as connection:
            state = await jobs.state(connection, job_id)
        raise NO_SUCH_JOB.anew() if state is None else _not_ended(state)
    until = time.monotonic() + ANSWER_SECONDS
    while await _go_on(engine, job_id) and time.monotonic() < until:
        pass


async def remove_old_jobs(engine: Engine) -> int:
    """Those that are past their retention, if there is one."""
    age = timedelta(days=engine.settings.job_retention_days)
    if not age:
        return 0
    async with engine.database.connection() as connection:
        job_ids = await removal.old(connection, age)
    return sum([await _mark(engine, job_id, "retention", age) for job_id in job_ids])


async def delete_leftovers(engine: Engine) -> int:
    """Some of what is left of each job that was removed. Says how much that was, for there may be as much more."""
    async with engine.database.connection() as connection:
        job_ids = await removal.marked(connection)
    return sum([await _go_on(engine, job_id) for job_id in job_ids])


async def _mark(engine: Engine, job_id: int, why: str, age: timedelta | None = None) -> bool:
    """Under the lock of its lane, so that nobody is just having rows of it done again."""
    async with engine.database.transaction() as connection:
        await job_lanes.lock(connection, job_id)
        is_marked = await removal.mark(connection, job_id, age)
        if is_marked:
            tell(connection, observe.JobRemoved(job_id, why))
    return is_marked


async def _go_on(engine: Engine, job_id: int) -> int:
    async with engine.database.transaction() as connection:
        return await removal.delete_some(connection, job_id)
