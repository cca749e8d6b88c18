"""Mailbox: a user sends links to recipes, and finds the parsed recipes in a mailbox."""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any
from urllib.parse import urlsplit
from uuid import UUID

from fastapi import Path, Query
from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictStr

from garner.api.access.identity import WITHOUT_TOKEN, CurrentUser
from garner.api.http.dependencies import TheEngine, TheServices, uuid_or_not_found
from garner.api.http.errors import about_field, document_errors
from garner.api.http.record_schemas import documented_as
from garner.api.http.routing import FaceRouter
from garner.core import cursor
from garner.core.lifecycle import FACE_WORDS, MAILBOX_CODES, ItemStatus, Origin
from garner.core.record import Kind
from garner.core.waiting import UNDER_WAY, Reason
from garner.engine import submit_page
from garner.engine.asking.submit import SubmitAnswer
from garner.engine.people.mailbox import NO_SUCH_JOB, NOT_TO_DROP, cancel_job, drop_job, find_job, list_jobs
from garner.errors import Conflict
from garner.kinds.fields import in_order
from garner.kinds.recipe.model import Recipe
from garner.store.people.mailbox import MailboxCursor, MailboxEntry
from garner.store.tasks.items import ItemView

router = FaceRouter(prefix="/recipes/parse-url", tags=["mailbox"], responses=document_errors(WITHOUT_TOKEN, 429, 503))

JobId = Annotated[
    UUID, uuid_or_not_found(NO_SUCH_JOB), Path(description="The id that `POST /recipes/parse-url/async` returned")
]
JOB_ID = "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11"
ENDED = Conflict("The job has already ended and cannot be canceled.")
MAX_LISTED = 200
REFRESHES = "The saved recipe that this job refreshes (`POST /recipes/{id}/refresh`); null for other jobs"

SAVED_AS = "The recipe that a committed job was saved as; null after you delete it"


class JobStatus(StrEnum):
    PENDING = "PENDING"
    RUNNING = "RUNNING"
    COMPLETE = "COMPLETE"
    ERROR = "ERROR"
    CANCELED = "CANCELED"
    COMMITTED = "COMMITTED"
    ABANDONED = "ABANDONED"


def status_of(item_status: str) -> JobStatus:
    return JobStatus(FACE_WORDS[ItemStatus(item_status)].mailbox)


# The item statuses behind each of these words.
STANDS_FOR = {
    word: tuple(status for status in ItemStatus if FACE_WORDS[status].mailbox == word.value) for word in JobStatus
}


class UrlToParse(BaseModel):
    model_config = ConfigDict(
        json_schema_extra={"examples": [{"url": "https://example.com/lentil-soup", "use_llm_fallback": True}]}
    )

    url: StrictStr = Field(description="The page to parse")
    use_llm_fallback: StrictBool = Field(
        True, description="Allow a language model, if one is configured, for fields that are not found otherwise"
    )


PAGE = "https://example.com/lentil-soup"
ACCEPTED = {"id": JOB_ID, "job_type": "url", "url": PAGE, "status": "PENDING"}
RESULT = {
    "success": True,
    "recipe": {"title": "Lentil soup", "ingredients": [{"raw": "2 cups red lentils", "qty": 2, "unit": "cup"}]},
    "used_llm": False,
    "parser_strategy": "schema_org_json_ld",
    "warnings": [],
}
LISTED = ACCEPTED | {
    "status": "COMPLETE",
    "created_at": "2026-03-01T12:00:00Z",
    "completed_at": "2026-03-01T12:00:02Z",
    "warnings": ["LLM fallback used; please verify ingredients."],
    "preview": {"title": "Lentil soup", "source_host": "example.com"},
    "error_code": None,
    "error_message": None,
    "recipe_id": None,
    "saved_recipe_id": None,
}


def _example(example: dict[str, Any]) -> ConfigDict:
    return ConfigDict(json_schema_extra={"example": example})


class JobAccepted(BaseModel):
    model_config = _example(ACCEPTED)

    id: UUID
    job_type: str
    url: str | None
    status: JobStatus


class ParseResult(BaseModel):
    success: bool
    recipe: Annotated[dict[str, Any], documented_as(Recipe)]
    used_llm: bool
    parser_strategy: str | None
    warnings: list[str]


class ParseJobState(BaseModel):
    """`result` is set once there is one; `error_code` and `error_message` once the job failed."""

    model_config = _example(
        ACCEPTED
        | {"status": "COMPLETE", "result": RESULT, "error_code": None, "error_message": None}
        | {"recipe_id": None, "saved_recipe_id": None, "sent_for": None}
    )

    id: UUID
    job_type: str
    url: str | None
    status: JobStatus
    result: ParseResult | None = None
    error_code: str | None = None
    error_message: str | None = None
    waiting_for: str | None = Field(None, description="What a pending job waits for, as text")
    recipe_id: UUID | None = Field(None, description=REFRESHES)
    saved_recipe_id: UUID | None = Field(None, description=SAVED_AS)
    sent_for: UUID | None = Field(
        None, description="The blocked job for which you sent this page (`POST /api/extract`)"
    )


class JobCanceled(BaseModel):
    model_config = _example({"id": JOB_ID, "status": "CANCELED"})

    id: UUID
    status: JobStatus


class JobDropped(BaseModel):
    model_config = _example({"id": JOB_ID, "status": "ABANDONED"})

    id: UUID
    status: JobStatus


class Preview(BaseModel):
    title: str | None
    source_host: str | None


class JobListed(BaseModel):
    id: UUID
    job_type: str
    url: str | None
    status: JobStatus
    created_at: datetime
    completed_at: datetime | None
    warnings: list[str]
    preview: Preview
    error_code: str | None = None
    error_message: str | None = None
    recipe_id: UUID | None = Field(None, description=REFRESHES)
    saved_recipe_id: UUID | None = Field(None, description=SAVED_AS)


class JobList(BaseModel):
    model_config = _example({"jobs": [LISTED], "next": None})

    jobs: list[JobListed]
    next: str | None = Field(None, description="Pass as `after` to get the next page; null on the last page")


@router.post(
    "/async",
    status_code=202,
    summary="Parse a recipe from a URL",
    responses=document_errors(400, 413, 422),
)
async def parse_url(body: UrlToParse, user: CurrentUser, services: TheServices) -> JobAccepted:
    """Returns the job, which may already be complete if the page was parsed recently. Sending the same URL again while
    its job is running returns the same job."""
    with about_field("url"):
        answer = await submit_page(
            services.engine,
            services.submitter,
            body.url,
            kind=Kind.RECIPE,
            origin=Origin.MAILBOX,
            user_id=user.user_id,
            use_llm=body.use_llm_fallback,
        )
    return shape_accepted(answer)


def shape_accepted(answer: SubmitAnswer) -> JobAccepted:
    assert answer.item_id is not None  # a mailbox request always has a job
    return JobAccepted(
        id=answer.item_id, job_type=answer.job_type, url=answer.url, status=status_of(str(answer.status))
    )


@router.get("/status/{job_id}", summary="Get the status of a job", responses=document_errors(NO_SUCH_JOB))
async def job_status(job_id: JobId, user: CurrentUser, services: TheServices) -> ParseJobState:
    job = await find_job(services.engine, user.user_id, job_id)
    state = ParseJobState(
        id=job.id,
        job_type=job.job_type,
        url=job.url,
        status=status_of(job.status),
        result=_result(job),
        recipe_id=job.recipe_id,
        saved_recipe_id=job.saved_recipe_id,
        sent_for=job.sent_for,
    )
    if state.status is JobStatus.ERROR:
        state.error_code, state.error_message = _error(job)
    if state.status is JobStatus.PENDING:
        waiting = await services.explainer.ask(job_id)
        if waiting is not None and waiting.code is Reason.IN_HAND:
            state.status = JobStatus.RUNNING  # a job without a page is running as long as a worker holds it
        elif waiting is not None and waiting.code not in UNDER_WAY:
            state.waiting_for = waiting.message
    return state


@router.post(
    "/jobs/{job_id}/cancel",
    summary="Cancel a job",
    responses=document_errors(NO_SUCH_JOB, ENDED),
)
async def cancel(job_id: JobId, user: CurrentUser, engine: TheEngine) -> JobCanceled:
    """Only a pending or running job can be canceled. Requests of other users for the same page continue."""
    await cancel_job(engine, user.user_id, job_id)
    return JobCanceled(id=job_id, status=JobStatus.CANCELED)


@router.post(
    "/jobs/{job_id}/drop",
    summary="Discard a finished parse",
    responses=document_errors(NO_SUCH_JOB, NOT_TO_DROP),
)
async def drop(job_id: JobId, user: CurrentUser, engine: TheEngine) -> JobDropped:
    """Abandons the result now instead of when it expires. Sending the URL again brings the recipe back."""
    await drop_job(engine, user.user_id, job_id)
    return JobDropped(id=job_id, status=JobStatus.ABANDONED)


@router.get("/jobs", summary="List the jobs of your mailbox", responses=document_errors(422))
async def mailbox(
    user: CurrentUser,
    engine: TheEngine,
    status: Annotated[JobStatus, Query(description="Only jobs with this status")] = JobStatus.COMPLETE,
    include_expired: Annotated[
        bool, Query(description="Include jobs that ended longer ago than finished parses are kept")
    ] = False,
    include_refreshes: Annotated[
        bool, Query(description="Include jobs that refresh a saved recipe; they have a `recipe_id`")
    ] = False,
    limit: Annotated[int, Query(ge=1, le=MAX_LISTED, description="Maximum number of results")] = MAX_LISTED,
    after: Annotated[str | None, Query(description="`next` of the previous page")] = None,
) -> JobList:
    """Newest first. Without parameters: up to 200 complete parses that are neither saved nor abandoned, without those
    for saved recipes (`include_refreshes`). `next` is the cursor of the next page."""
    position = None if after is None else MailboxCursor(*cursor.decode_item(after))
    entries = await list_jobs(
        engine,
        user.user_id,
        STANDS_FOR[status],
        limit=limit + 1,
        after=position,
        include_expired=include_expired,
        include_refreshes=include_refreshes,
    )
    return JobList(jobs=[shape_listed(entry) for entry in entries[:limit]], next=_next(entries, limit))


def _next(entries: Sequence[MailboxEntry], limit: int) -> str | None:
    if len(entries) <= limit:
        return None
    last = entries[limit - 1]
    return cursor.encode_item(last.completed_at or last.created_at, last.id)


def shape_listed(entry: MailboxEntry) -> JobListed:
    job = JobListed(
        id=entry.id,
        job_type=entry.job_type,
        url=entry.url,
        status=status_of(entry.status),
        created_at=entry.created_at,
        completed_at=entry.completed_at,
        warnings=entry.warnings or [],
        preview=Preview(title=entry.title, source_host=_host(entry.url)),
        recipe_id=entry.recipe_id,
        saved_recipe_id=entry.saved_recipe_id,
    )
    if job.status is JobStatus.ERROR:
        job.error_code, job.error_message = _error(entry)
    return job


def _result(item: ItemView) -> ParseResult | None:
    if item.data is None:
        return None
    return ParseResult(
        success=True,
        recipe=in_order(Kind.RECIPE, item.data),
        used_llm=bool(item.used_llm),
        parser_strategy=item.strategy,
        warnings=item.warnings or [],
    )


def _error(item: ItemView | MailboxEntry) -> tuple[str | None, str | None]:
    return MAILBOX_CODES.get(ItemStatus(item.status), item.error_code), item.last_error


def _host(url: str | None) -> str | None:
    return urlsplit(url).hostname if url else None
