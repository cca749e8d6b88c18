"""Batches, errors: the causes of a job's failures, counted."""

from datetime import datetime

from pydantic import BaseModel, Field

from garner.api.access.identity import WITHOUT_TOKEN, CurrentUser
from garner.api.faces.batches.jobs import JobId
from garner.api.http.dependencies import TheEngine
from garner.api.http.errors import document_errors
from garner.api.http.routing import FaceRouter
from garner.api.http.shapes import EXAMPLE_TIME, shape_config
from garner.engine.jobs.job_access import NO_SUCH_JOB, own_job
from garner.engine.jobs.job_causes import causes_of

router = FaceRouter(prefix="/api/jobs", tags=["batches"], responses=document_errors(WITHOUT_TOKEN, 429, 503))

CAUSE = {
    "status": "ERROR",
    "code": "server_error",
    "items": 12,
    "message": "The site returned an error (HTTP 500).",
    "latestAt": EXAMPLE_TIME,
}


class JobCauseShape(BaseModel):
    model_config = shape_config(CAUSE)

    status: str = Field(description="ERROR or NOT_FOUND")
    code: str | None = Field(description="Use it as `reason` to list these items, or in `reasons` to reprocess them")
    items: int
    message: str | None = Field(description="Message of the latest item")
    latest_at: datetime


class JobCauses(BaseModel):
    model_config = shape_config({"causes": [CAUSE], "isWhole": True})

    causes: list[JobCauseShape] = Field(description="Most frequent first")
    is_whole: bool = Field(description="False if more rows failed than were counted; the latest are counted")


@router.get(
    "/{jobId}/causes", summary="List the causes of a job's failures", responses=document_errors(NO_SUCH_JOB, 422)
)
async def causes(jobId: JobId, user: CurrentUser, engine: TheEngine) -> JobCauses:
    """Counts the rows that ended as ERROR or NOT_FOUND by error code. For each of the two states, the latest 20,000
    rows are counted."""
    owned = await own_job(engine, user, jobId)
    failure_causes, is_whole = await causes_of(engine, owned.id)
    return JobCauses(causes=[JobCauseShape.model_validate(cause) for cause in failure_causes], is_whole=is_whole)
