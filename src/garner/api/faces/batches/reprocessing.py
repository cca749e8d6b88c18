"""Face 2, reprocessing: rows are reprocessed, added, and edited."""

from typing import Annotated, Any, Literal
from uuid import UUID

from fastapi import Header, Path
from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, model_validator

from garner.api.admin.shapes import Text
from garner.api.faces.batches.job_shapes import ITEM_ID, JOB, MOMENT, JobShape, WholeItemShape, shown_as
from garner.api.faces.batches.jobs import MOST_STATUSES
from garner.api.http.dependencies import TheEngine, TheServices
from garner.api.http.errors import documented
from garner.api.http.identity import WITHOUT_TOKEN, CurrentUser
from garner.api.http.routing import FaceRouter
from garner.core.lifecycle import ItemStatus
from garner.engine.jobs import appending
from garner.engine.jobs.appending import BEING_READ, CHANGED_SINCE
from garner.engine.jobs.grid import NO_SUCH_ITEM, find_item
from garner.engine.jobs.job_access import NO_SUCH_JOB, own_job
from garner.engine.jobs.job_views import see_job
from garner.engine.jobs.reprocessing import CANCELED, Redo, reprocess, suggest_options

router = FaceRouter(
    prefix="/api/jobs", tags=["batches"], responses=documented(WITHOUT_TOKEN, NO_SUCH_JOB, 400, 413, 422, 429, 503)
)

MOST_NAMED = 10_000
MOST_ADDED = 1000
LONGEST_HEADER = 200
ROW: dict[str, Any] = {"Name": "Cast iron pan 28 cm", "Link": "https://shop.example/pan-28"}

JobId = Annotated[int, Path(ge=1, le=2**63 - 1, description="As `POST /api/jobs` gave it")]
Status = Literal["PENDING", "PROCESSING", "DONE", "NOT_FOUND", "ERROR", "SKIPPED"]
Reason = Annotated[Text, Field(min_length=1, max_length=64)]
Header_ = Annotated[Text, Field(min_length=1, max_length=LONGEST_HEADER)]
Cells = Annotated[dict[Header_, Any], Field(min_length=1)]
Key = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=255,
        description="Sent again with the same key, the same rows are added once",
    ),
]


class ReprocessWords(BaseModel):
    model_config = ConfigDict(
        json_schema_extra={"examples": [{"scope": "job", "statuses": ["ERROR"], "reasons": ["timeout"]}]}
    )

    scope: Literal["job", "items"] | None = Field(
        None, description="`job`: all rows that fit; `items`: those of `itemIds`. Unsaid, whichever goes with the rest"
    )
    itemIds: list[UUID] | None = Field(
        None,
        min_length=1,
        max_length=MOST_NAMED,
        description="These, in whatever state; one that has no attempts left begins to count them anew",
    )
    statuses: list[Status] | None = Field(
        None,
        min_length=1,
        max_length=MOST_STATUSES,
        description="Only those; of a whole job ERROR and NOT_FOUND unless said",
    )
    reasons: list[Reason] | None = Field(None, min_length=1, max_length=100, description="Only with these error codes")
    resetAttempts: bool = Field(False, description="Begin to count attempts anew; also takes those that have none left")

    @model_validator(mode="after")
    def _fits(self) -> "ReprocessWords":
        if self.scope == "items" and self.itemIds is None:
            raise ValueError("The scope `items` takes `itemIds`")
        if self.scope == "job" and self.itemIds is not None:
            raise ValueError("`itemIds` go with the scope `items`")
        return self

    def redo(self) -> Redo:
        statuses = None if self.statuses is None else [ItemStatus(status) for status in self.statuses]
        return Redo(self.itemIds, statuses, self.reasons, self.resetAttempts)


REDONE_JOB = JOB | {
    "taken": 12,
    "exhausted": 25,
    "goesOn": False,
    "hint": "Rows without attempts left: 25. With `resetAttempts` they are done again too.",
}


class ReprocessedJob(JobShape):
    """The job, and how many of its rows are reprocessed."""

    model_config = shown_as(REDONE_JOB)

    taken: int = Field(description="Rows that are done again, as far as the job has been gone through")
    exhausted: int = Field(description="Rows that were left alone because they have no attempts left")
    goes_on: bool = Field(
        description="More rows are being gone through behind this answer; `counts` show how far it is"
    )
    hint: str | None = Field(description="What would take more rows, if there is something")


class RowsToAdd(BaseModel):
    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"rows": [ROW]}]})

    rows: list[Cells] = Field(
        min_length=1, max_length=MOST_ADDED, description="Each by its columns, which mean what they mean in the file"
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
        json_schema_extra={"examples": [{"input": {"Link": "https://shop.example/pan-28"}, "updatedAt": MOMENT}]},
    )

    input: Cells = Field(description="The cells that change, by their columns; the others stay")
    updatedAt: AwareDatetime | None = Field(
        None, description="When the item that you saw was last updated; one that has changed since is left alone (409)"
    )


@router.post("/{jobId}/reprocess", summary="Do rows of a job again", responses=documented(CANCELED))
async def redo(
    jobId: JobId, user: CurrentUser, engine: TheEngine, body: ReprocessWords | None = None
) -> ReprocessedJob:
    """Without a body, reprocesses the failed rows of the whole job that have attempts left. A waiting row becomes due
    at once, a row that a worker holds is taken from it, an ended row becomes pending again, and its page is fetched
    again. Many thousands of rows are processed in order after the answer."""
    owned = await own_job(engine, user, jobId)
    wanted = (body or ReprocessWords()).redo()
    redone = await reprocess(engine, owned.id, wanted)
    job = JobShape.of(await see_job(engine, owned.id))
    facts = {"taken": redone.taken, "exhausted": redone.exhausted, "goes_on": redone.goes_on}
    return ReprocessedJob(**job.model_dump(), **facts, hint=suggest_options(wanted, redone))


@router.post("/{jobId}/items", status_code=201, summary="Add rows to a job", responses=documented(BEING_READ))
async def append(
    jobId: JobId, user: CurrentUser, engine: TheEngine, body: RowsToAdd, idempotency_key: Key = None
) -> RowsAdded:
    """Adds the rows after the last one. A job that had ended continues with them."""
    owned = await own_job(engine, user, jobId)
    added = await appending.append(engine, owned.id, body.rows, idempotency_key)
    return RowsAdded(jobId=owned.id, firstRow=added.first_row, lastRow=added.last_row, itemIds=added.item_ids)


@router.patch(
    "/{jobId}/items/{itemId}", summary="Edit a row and do it again", responses=documented(NO_SUCH_ITEM, CHANGED_SINCE)
)
async def edit(
    jobId: JobId, itemId: UUID, user: CurrentUser, services: TheServices, body: EditedCells
) -> WholeItemShape:
    """Cells that are not sent stay as they are. The row starts again from any state, with all its attempts."""
    engine = services.engine
    owned = await own_job(engine, user, jobId)
    await appending.edit(engine, owned.id, itemId, body.input, seen_at=body.updatedAt)
    found, waiting = await find_item(engine, services.explainer, owned.id, itemId)
    return WholeItemShape.of_whole(found, None if waiting is None else waiting.message)
