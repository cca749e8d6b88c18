"""Pause, resume and cancel a job.

The caller has checked access to the job (`own_job`), and names the admin who acts on the job of another user (`by`).
Each verb is one transaction that first locks the job's lane, so that it runs before or after the feeder's work and
never in the middle, and last updates the job's own row.
"""

from collections.abc import Sequence

from garner import observe
from garner.core.accounts.actor import AuditActor
from garner.core.lifecycle import JobState, Stage
from garner.engine.engine import Engine
from garner.engine.jobs.job_access import NO_SUCH_JOB, audit_job
from garner.errors import Conflict
from garner.postgres.database import Connection, emit_on_commit
from garner.store.jobs import jobs
from garner.store.queue import job_lanes
from garner.store.tasks import items

ENDED = Conflict("The job has already ended (DONE).")
NOT_FED = Conflict("The rows of this job were submitted one by one. It can be canceled, but not paused.")
WORKING = (JobState.QUEUED, JobState.RUNNING)
CANCEL_AT_ONCE = 1000  # rows: the response waits for them


async def pause(engine: Engine, job_id: int, *, by: AuditActor | None = None) -> None:
    """Start no more rows. Rows in progress end normally, and pages that other requests wait for continue for those."""
    async with engine.database.transaction() as connection:
        lane = await job_lanes.lock(connection, job_id)
        if lane is None:
            await _require_job(connection, job_id)
            raise NOT_FED.copy()
        if lane.queue_state == JobState.PAUSED:
            return
        await job_lanes.stop(connection, lane)
        await job_lanes.detach(connection, lane)
        await _move(connection, job_id, WORKING, JobState.PAUSED)
        await audit_job(connection, by, "pause", job_id, **_states(lane.queue_state, JobState.PAUSED))


async def resume(engine: Engine, job_id: int, *, by: AuditActor | None = None) -> None:
    async with engine.database.transaction() as connection:
        lane = await job_lanes.lock(connection, job_id)
        state = lane.queue_state if lane is not None else await _require_job(connection, job_id)
        if state in WORKING:
            return
        if lane is not None:
            await job_lanes.resume(connection, lane)
        await _move(connection, job_id, [JobState.PAUSED], JobState.RUNNING)
        await audit_job(connection, by, "resume", job_id, **_states(state, JobState.RUNNING))
    engine.wake(Stage.MATCH)


async def cancel(engine: Engine, job_id: int, *, by: AuditActor | None = None) -> None:
    """End the job at once, and cancel what workers are doing for it, as far as one transaction goes. The feeder cancels
    the rest of its rows in chunks; without a worker, `LocalRowCanceler` does. A job that is not fed has no more rows
    than one request may ask for, and all of them are under way."""
    async with engine.database.transaction() as connection:
        lane = await job_lanes.lock(connection, job_id)
        state = lane.queue_state if lane is not None else await _require_job(connection, job_id)
        if state == JobState.CANCELED:
            return
        if lane is not None:
            await job_lanes.stop(connection, lane)
            await job_lanes.restart_feeding(connection, lane)
        limit = None if lane is None else CANCEL_AT_ONCE
        await items.cancel(connection, await job_lanes.find_open_rows(connection, job_id, limit), with_job=True)
        await _move(connection, job_id, [*WORKING, JobState.PAUSED], JobState.CANCELED)
        await audit_job(connection, by, "cancel", job_id, **_states(state, JobState.CANCELED))


def _states(before: str, after: JobState) -> dict[str, dict[str, str]]:
    return {"before": {"queueState": before}, "after": {"queueState": after}}


async def _require_job(connection: Connection, job_id: int) -> str:
    state = await jobs.state(connection, job_id)
    if state is None:
        raise NO_SUCH_JOB.copy()
    return state


async def _move(connection: Connection, job_id: int, sources: Sequence[JobState], target: JobState) -> None:
    """Move the job to the target state. An illegal move raises, which rolls back the whole verb."""
    if not await jobs.move(connection, job_id, sources, target):
        raise Conflict(f"The job has already ended ({await _require_job(connection, job_id)}).")
    emit_on_commit(connection, observe.JobSteered(job_id, target))
