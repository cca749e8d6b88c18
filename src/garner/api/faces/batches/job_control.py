"""Batches, control: pause, resume and cancel a job."""

from typing import Annotated

from fastapi import Path, Request

from garner.api.access.identity import WITHOUT_TOKEN, CurrentUser
from garner.api.access.operators import admin_acting_for
from garner.api.faces.batches.job_shapes import JobShape
from garner.api.http.dependencies import TheEngine, TheServices
from garner.api.http.errors import document_errors
from garner.api.http.routing import FaceRouter
from garner.engine.jobs import job_control
from garner.engine.jobs.job_access import NO_SUCH_JOB, own_job
from garner.engine.jobs.job_control import ENDED
from garner.engine.jobs.job_views import load_job_view

router = FaceRouter(
    prefix="/api/jobs", tags=["batches"], responses=document_errors(WITHOUT_TOKEN, NO_SUCH_JOB, ENDED, 422, 429, 503)
)

JobId = Annotated[int, Path(ge=1, le=2**63 - 1, description="The id that `POST /api/jobs` returned")]


@router.post("/{jobId}/pause", summary="Pause a job")
async def pause(request: Request, jobId: JobId, user: CurrentUser, engine: TheEngine) -> JobShape:
    """No more rows are started until the job is resumed. Rows that a worker is processing finish normally. Pausing a
    paused job changes nothing."""
    owned = await own_job(engine, user, jobId)
    await job_control.pause(engine, owned.id, by=admin_acting_for(request, user, owned.user_id))
    return JobShape.of(await load_job_view(engine, owned.id))


@router.post("/{jobId}/resume", summary="Resume a job")
async def resume(request: Request, jobId: JobId, user: CurrentUser, engine: TheEngine) -> JobShape:
    """The job continues where it was paused. Resuming a job that is not paused changes nothing."""
    owned = await own_job(engine, user, jobId)
    await job_control.resume(engine, owned.id, by=admin_acting_for(request, user, owned.user_id))
    return JobShape.of(await load_job_view(engine, owned.id))


@router.post("/{jobId}/cancel", summary="Cancel a job")
async def cancel(request: Request, jobId: JobId, user: CurrentUser, services: TheServices) -> JobShape:
    """The job ends at once. Its unfinished rows are canceled; for a large job that takes a little while. Existing
    results stay. Canceling a canceled job changes nothing."""
    engine = services.engine
    owned = await own_job(engine, user, jobId)
    await job_control.cancel(engine, owned.id, by=admin_acting_for(request, user, owned.user_id))
    await services.row_canceler.start_if_alone()
    return JobShape.of(await load_job_view(engine, owned.id))
