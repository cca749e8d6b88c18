"""Batches, reprocessing: rows are reprocessed, added, and edited."""

from typing import Annotated, Any, Literal
from uuid import UUID

from fastapi import Header, Path, Request
from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, model_validator

from garner.api.access.identity import WITHOUT_TOKEN, CurrentUser
from garner.api.access.operators import admin_acting_for
from garner.api.faces.batches.job_shapes import ITEM_ID, JOB, JobShape, WholeItemShape
from garner.api.faces.batches.jobs import MAX_STATUSES
from garner.api.http.dependencies import TheEngine, TheServices
from garner.api.http.errors import document_errors
from garner.api.http.routing import FaceRouter
from garner.api.http.shapes import EXAMPLE_TIME, Text, shape_config
from garner.core.lifecycle import ItemStatus
from garner.engine.files import appending
from garner.engine.files.appending import BEING_READ, CHANGED_SINCE
from garner.engine.jobs.grid import NO_SUCH_ITEM, find_item
from garner.engine.jobs.job_access import NO_SUCH_JOB, own_job
from garner.engine.jobs.job_views import load_job_view
from garner.engine.jobs.reprocessing import CANCELED, ReprocessRequest, reprocess, suggest_options

router = FaceRouter(
    prefix="/api/jobs", tags=["batches"], responses=document_errors(WITHOUT_TOKEN, NO_SUCH_JOB, 400, 413, 422, 429, 503)
)

MAX_NAMED = 10_000
MAX_ADDED = 1000
MAX_HEADER_LENGTH = 200
ROW: dict[str, Any] = {"Name": "Cast iron pan 28 cm", "Link": "https://shop.example/pan-28"}

JobId = Annotated[int, Path(ge=1, le=2**63 - 1, description="The id that `POST /api/jobs` returned")]
Status = Literal["PENDING", "PROCESSING", "DONE", "NOT_FOUND", "ERROR", "SKIPPED"]
Reason = Annotated[Text, Field(min_length=1, max_length=64)]
ColumnName = Annotated[Text, Field(min_length=1, max_length=MAX_HEADER_LENGTH)]
Cells = Annotated[dict[ColumnName, Any], Field(min_length=1)]
Key = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=255,
        description="A repeated request with the same key does not add the rows again",
    ),
]


class ReprocessWords(BaseModel):
    model_config = ConfigDict(
        json_schema_extra={"examples": [{"scope": "job", "statuses": ["ERROR"], "reasons": ["timeout"]}]}
    )

    scope: Literal["job", "items"] | None = Field(
        None, description="`job`: all matching rows; `items`: the rows in `itemIds`. The default depends on `itemIds`"
    )
    itemIds: list[UUID] | None = Field(
        None,
        min_length=1,
        max_length=MAX_NAMED,
        description="These rows, in any status; a row without attempts left gets all of them again",
    )
    statuses: list[Status] | None = Field(
        None,
        min_length=1,
        max_length=MAX_STATUSES,
        description="Only rows with these statuses; for a whole job, the default is ERROR and NOT_FOUND",
    )
    reasons: list[Reason] | None = Field(
        None, min_length=1, max_length=100, description="Only rows with these error codes"
    )
    resetAttempts: bool = Field(
        False, description="Give rows all their attempts again; includes rows without attempts left"
    )

    @model_validator(mode="after")
    def _fits(self) -> "ReprocessWords":
        if self.scope == "items" and self.itemIds is None:
            raise ValueError("The scope `items` requires `itemIds`")
        if self.scope == "job" and self.itemIds is not None:
            raise ValueError("`itemIds` requires the scope `items`")
        return self

    def to_request(self) -> ReprocessRequest:
        statuses = None if self.statuses is None else [ItemStatus(status) for status in self.statuses]
        return ReprocessRequest(self.itemIds, statuses, self.reasons, self.resetAttempts)


REPROCESSED_JOB = JOB | {
    "taken": 12,
    "exhausted": 25,
    "goesOn": False,
    "hint": "Rows without attempts left: 25. Set `resetAttempts` to retry them too.",
}


class ReprocessedJob(JobShape):
    """The job, and how many of its rows are reprocessed."""

    model_config = shape_config(REPROCESSED_JOB)

    taken: int = Field(description="Rows that are reprocessed, as far as the job has been scanned")
    exhausted: int = Field(description="Rows that were skipped because they have no attempts left")
    goes_on: bool = Field(description="More rows are scanned after this answer; `counts` shows the progress")
    hint: str | None = Field(description="How to include more rows, if there are any")


class RowsToAdd(BaseModel):
    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"rows": [ROW]}]})

    rows: list[Cells] = Field(
        min_length=1,
        max_length=MAX_ADDED,
        description="Each row by its columns, which have the same meaning as in the file",
    )


class RowsAdded(BaseModel):
    model_config = ConfigDict(
        json_schema_extra={"examples": [{"jobId": 7, "firstRow": 1001, "lastRow": 1001, "itemIds": [ITEM_ID]}]}
    )

    jobId: int
    firstRow: int
    lastRow: int
    itemIds: list[UUID] = Field(description="In the order of the rows")


class EditedCells(BaseModel):
    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"input": {"Link": "https://shop.example/pan-28"}, "updatedAt": EXAMPLE_TIME}]},
    )

    input: Cells = Field(description="The cells to change, by column; others stay as they are")
    updatedAt: AwareDatetime | None = Field(
        None, description="`updatedAt` of the item as you saw it; if it has changed since, the edit is refused (409)"
    )


@router.post("/{jobId}/reprocess", summary="Reprocess rows of a job", responses=document_errors(CANCELED))
async def redo(
    request: Request, jobId: JobId, user: CurrentUser, engine: TheEngine, body: ReprocessWords | None = None
) -> ReprocessedJob:
    """Without a body, reprocesses the failed rows of the whole job that have attempts left. A waiting row becomes due
    at once, a row that a worker holds is taken from it, an ended row becomes pending again, and its page is fetched
    again. Large selections are processed in the background, after the answer."""
    owned = await own_job(engine, user, jobId)
    wanted = (body or ReprocessWords()).to_request()
    result = await reprocess(engine, owned.id, wanted, by=admin_acting_for(request, user, owned.user_id))
    job = JobShape.of(await load_job_view(engine, owned.id))
    facts = {"taken": result.taken, "exhausted": result.exhausted, "goes_on": result.has_more}
    return ReprocessedJob(**job.model_dump(), **facts, hint=suggest_options(wanted, result))


@router.post("/{jobId}/items", status_code=201, summary="Add rows to a job", responses=document_errors(BEING_READ))
async def append(
    request: Request,
    jobId: JobId,
    user: CurrentUser,
    engine: TheEngine,
    body: RowsToAdd,
    idempotency_key: Key = None,
) -> RowsAdded:
    """Adds the rows after the last one. A job that had ended continues with them."""
    owned = await own_job(engine, user, jobId)
    by = admin_acting_for(request, user, owned.user_id)
    added = await appending.append(engine, owned.id, body.rows, idempotency_key, by=by)
    return RowsAdded(jobId=owned.id, firstRow=added.first_row, lastRow=added.last_row, itemIds=added.item_ids)


@router.patch(
    "/{jobId}/items/{itemId}",
    summary="Edit a row and reprocess it",
    responses=document_errors(NO_SUCH_ITEM, CHANGED_SINCE),
)
async def edit(
    request: Request, jobId: JobId, itemId: UUID, user: CurrentUser, services: TheServices, body: EditedCells
) -> WholeItemShape:
    """Cells that are not sent stay as they are. The row starts again from any state, with all its attempts."""
    engine = services.engine
    owned = await own_job(engine, user, jobId)
    by = admin_acting_for(request, user, owned.user_id)
    await appending.edit(engine, owned.id, itemId, body.input, seen_at=body.updatedAt, by=by)
    whole_item, waiting = await find_item(engine, services.explainer, owned.id, itemId)
    return WholeItemShape.of_whole(whole_item, None if waiting is None else waiting.message)
