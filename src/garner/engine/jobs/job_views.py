"""Queries about jobs: progress, remaining time, and the reason for waiting."""

from collections.abc import Sequence
from datetime import UTC

from garner.core.lifecycle import JobState
from garner.core.waiting import UNDER_WAY
from garner.engine.engine import Engine
from garner.engine.jobs.job_access import NO_SUCH_JOB
from garner.engine.jobs.seen_job import SeenJob, describe_hold
from garner.engine.politeness import politeness
from garner.postgres.database import Connection
from garner.store.jobs import grid, job_views
from garner.store.jobs.job_views import JobCursor
from garner.store.queue.waiting import of_items as why_items_wait

UNPAUSED = (JobState.QUEUED, JobState.RUNNING)


async def load_job_view(engine: Engine, job_id: int) -> SeenJob:
    """Return the job as its owner sees it. The caller has checked access to the job (`own_job`)."""
    async with engine.database.connection() as connection:
        job = await job_views.find(connection, job_id)
        if job is None:
            raise NO_SUCH_JOB.copy()
        stands_still = job.queue_state in UNPAUSED and not job.processing and not job.ended_lately
        waiting = describe_hold(job)
        if waiting is None and stands_still:
            return SeenJob(job, *await _held_back_row(engine, connection, job.id))
    return SeenJob(job, waiting)


async def list_jobs(
    engine: Engine,
    user_id: int | None,
    *,
    states: Sequence[JobState],
    job_type: str | None,
    after: JobCursor | None,
    limit: int,
) -> list[SeenJob]:
    async with engine.database.connection() as connection:
        jobs = await job_views.page_of(
            connection, user_id=user_id, states=states, job_type=job_type, after=after, limit=limit
        )
    return [SeenJob(job, describe_hold(job)) for job in jobs]


async def _held_back_row(engine: Engine, connection: Connection, job_id: int) -> tuple[str | None, bool]:
    """Return why a job without progress waits, and whether it would wait for ever: the reason of its first row under
    way."""
    first = await grid.first_under_way(connection, job_id)
    if first is None:
        return None, False
    if first.due_at is not None:
        return f"Row {first.row_no} is retried; next try at {first.due_at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}.", False
    waiting = (await why_items_wait(connection, [first.id], politeness(engine.settings))).get(first.id)
    if waiting is None or waiting.code in UNDER_WAY:
        return None, False
    return f"Row {first.row_no}: {waiting.message}.", waiting.is_stuck
