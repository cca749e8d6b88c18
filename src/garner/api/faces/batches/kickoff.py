"""Batches, kickoff: process a slice of a job inside the request."""

import time
from typing import Annotated

from fastapi import Path, Query

from garner.api.access.identity import WITHOUT_TOKEN, CurrentUser
from garner.api.faces.batches.job_shapes import JobShape
from garner.api.http.dependencies import TheServices
from garner.api.http.errors import document_errors
from garner.api.http.routing import FaceRouter
from garner.engine.jobs.job_access import NO_SUCH_JOB, own_job
from garner.engine.jobs.job_views import load_job_view
from garner.engine.jobs.kickoff import PAUSED, has_work_left

router = FaceRouter(
    prefix="/api/jobs", tags=["batches"], responses=document_errors(WITHOUT_TOKEN, NO_SUCH_JOB, PAUSED, 422, 429, 503)
)

MIN_MS, MAX_MS, USUAL_MS = 100, 25_000, 5000

JobId = Annotated[int, Path(ge=1, le=2**63 - 1, description="The id that `POST /api/jobs` returned")]
Duration = Annotated[int, Query(alias="durationMs", ge=MIN_MS, le=MAX_MS, description="Duration in milliseconds")]


@router.post("/{jobId}/kickoff", summary="Process a job for a limited time")
async def kickoff(jobId: JobId, user: CurrentUser, services: TheServices, duration_ms: Duration = USUAL_MS) -> JobShape:
    """The server processes this job only, as a worker would, and answers when the time is up or the job ends. You can
    call it repeatedly, in parallel, and beside workers: nothing is done twice. Sites are not requested any faster. Work
    in progress when the time is up finishes after the answer."""
    began = time.monotonic()
    engine = services.engine
    owned = await own_job(engine, user, jobId)
    if await has_work_left(engine, owned.id):
        await services.job_slices.run(owned.id, duration_ms / 1000 - (time.monotonic() - began))
    return JobShape.of(await load_job_view(engine, owned.id))
