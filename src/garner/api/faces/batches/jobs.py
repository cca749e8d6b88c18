"""Batches, queries: jobs, their progress, and their items a page at a time."""

from collections.abc import Sequence
from typing import Annotated, Any
from uuid import UUID

from fastapi import Depends, Path, Query, Request
from pydantic import BeforeValidator, WithJsonSchema

from garner.api.access.identity import WITHOUT_TOKEN, CurrentUser
from garner.api.access.operators import admin_acting_for
from garner.api.faces.batches.job_shapes import ItemPage, ItemShape, JobPage, JobShape, WholeItemShape
from garner.api.http.dependencies import TheEngine, TheServices
from garner.api.http.errors import document_errors
from garner.api.http.routing import FaceRouter
from garner.api.http.shapes import Moment, Text
from garner.core import cursor
from garner.core.lifecycle import OPEN_ITEM, ItemStatus, JobState
from garner.engine import Engine
from garner.engine.jobs.grid import NO_SUCH_ITEM, find_item, page_of_items
from garner.engine.jobs.job_access import NO_SUCH_JOB, own_job
from garner.engine.jobs.job_views import list_jobs, load_job_view
from garner.engine.jobs.removal import NOT_ENDED, remove_job
from garner.errors import FieldError, Forbidden, InputError, OffsetPage
from garner.store.jobs.grid import SHOWN, ByTime, Filter, GridPage, Sort
from garner.store.jobs.job_views import JobCursor
from garner.store.people.users import User

router = FaceRouter(prefix="/api/jobs", tags=["batches"], responses=document_errors(WITHOUT_TOKEN, 429, 503))

MAX_LISTED = 1000
MAX_JOBS_LISTED = 200
MAX_STATUSES = 20  # some may be repeated
NOT_FOR_ALL = Forbidden("Only admins may list the data of other users. Leave out `userId`.")
USE_AFTER = "Page numbers and offsets are not supported. Pass the `next` of the previous page as `after`."
OFFSET = OffsetPage(USE_AFTER, fields=[FieldError("page", USE_AFTER)])
OFFSETS = ("page", "offset")


def split_list(value: Any) -> Any:
    """Split a list in the query string: separated by commas, or as a repeated parameter."""
    if not isinstance(value, list):
        return value
    return [part.strip() for word in value for part in str(word).split(",") if part.strip()]


JobId = Annotated[int, Path(ge=1, le=2**63 - 1, description="The id that `POST /api/jobs` returned")]
PageSize = Annotated[int, Query(alias="pageSize", ge=1, le=MAX_LISTED, description="Maximum number of results")]
After = Annotated[str | None, Query(max_length=200, description="`next` of the previous page")]
Statuses = Annotated[
    list[str],
    BeforeValidator(split_list),
    Query(max_length=MAX_STATUSES, description=f"One or more of {', '.join(SHOWN)}, separated by commas or repeated"),
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}),
]
Whose = Annotated[str, Query(alias="userId", pattern="^(me|all)$", description="`me`, or `all` for admins")]


async def no_offsets(request: Request) -> None:
    """Refuse page numbers and offsets with an explanation, instead of returning the first page again and again."""
    counted = [name for name in OFFSETS if name in request.query_params]
    if counted:
        raise OffsetPage(USE_AFTER, fields=[FieldError(name, USE_AFTER) for name in counted])


def statuses_of(*names: str | None) -> list[ItemStatus]:
    """Return the statuses in the order of the lifecycle, each once."""
    words = [word.strip().upper() for word in names if word and word.strip()]
    unknown = [word for word in words if word not in SHOWN]
    if unknown:
        reason = f"Unknown status {unknown[0]}. Use {', '.join(SHOWN[:-1])} or {SHOWN[-1]}."
        raise InputError(reason, fields=[FieldError("statuses", reason)])
    return [status for status in SHOWN if status in words]


def whose_jobs(engine: Engine, user: User, scope: str) -> int | None:
    """Return the user whose jobs are requested; None for all users."""
    if scope == "me":
        return user.user_id
    if not engine.is_admin(user.email):
        raise NOT_FOR_ALL.copy()
    return None


@router.get(
    "",
    summary="List your jobs",
    dependencies=[Depends(no_offsets)],
    responses=document_errors(OFFSET, NOT_FOR_ALL, 422),
)
async def jobs(
    user: CurrentUser,
    engine: TheEngine,
    state: Annotated[JobState | None, Query(description="Only jobs in this state")] = None,
    job_type: Annotated[Text | None, Query(alias="jobType", max_length=32)] = None,
    user_id: Whose = "me",
    page_size: Annotated[
        int, Query(alias="pageSize", ge=1, le=MAX_JOBS_LISTED, description="Maximum number of results")
    ] = 50,
    after: After = None,
) -> JobPage:
    """Newest first."""
    seen_jobs = await list_jobs(
        engine,
        whose_jobs(engine, user, user_id),
        states=[state] if state else [],
        job_type=job_type,
        after=None if after is None else JobCursor(*cursor.decode(after)),
        limit=page_size,
    )
    last = seen_jobs[-1].job if len(seen_jobs) == page_size else None
    more = None if last is None else cursor.encode(last.created_at, last.id)
    return JobPage(jobs=[JobShape.of(seen) for seen in seen_jobs], next=more)


@router.get("/{jobId}", summary="Get a job", responses=document_errors(NO_SUCH_JOB, 422))
async def job(jobId: JobId, user: CurrentUser, engine: TheEngine) -> JobShape:
    """Returns the state of the job: its counters, speed, estimated time left, and why it waits."""
    owned = await own_job(engine, user, jobId)
    return JobShape.of(await load_job_view(engine, owned.id))


@router.delete(
    "/{jobId}", status_code=204, summary="Delete a job", responses=document_errors(NO_SUCH_JOB, NOT_ENDED, 422)
)
async def remove(request: Request, jobId: JobId, user: CurrentUser, engine: TheEngine) -> None:
    """Deletes a job that has ended: done, failed or canceled. It is gone at once and permanently. Its rows and uploaded
    files are deleted soon after. Records and pages that it produced stay."""
    owned = await own_job(engine, user, jobId)
    await remove_job(engine, owned.id, by=admin_acting_for(request, user, owned.user_id))


@router.get(
    "/{jobId}/items",
    summary="List the items of a job",
    dependencies=[Depends(no_offsets)],
    responses=document_errors(OFFSET, NO_SUCH_JOB, 422),
)
async def items(
    jobId: JobId,
    user: CurrentUser,
    engine: TheEngine,
    status: Annotated[ItemStatus | None, Query(description="Only items with this status")] = None,
    statuses: Statuses = [],  # noqa: B006  # FastAPI copies it
    sort: Annotated[
        Sort | None,
        Query(
            description="`row` is the order of the file, which is stable. The default is `row`, or `updatedAt` "
            "if only PENDING and PROCESSING items are requested"
        ),
    ] = None,
    page_size: PageSize = 100,
    after: After = None,
    after_row: Annotated[
        int | None,
        Query(
            alias="afterRow",
            ge=0,
            le=2**63 - 1,
            description="Only rows after this one; with `sort=row`, instead of `after`",
        ),
    ] = None,
    reason: Annotated[Text | None, Query(max_length=64, description="Only items with this error code")] = None,
    domain: Annotated[Text | None, Query(max_length=255, description="Only items whose URL is on this domain")] = None,
    min_confidence: Annotated[float | None, Query(alias="minConfidence", ge=0, le=1)] = None,
    max_confidence: Annotated[float | None, Query(alias="maxConfidence", ge=0, le=1)] = None,
    since: Annotated[Moment | None, Query(alias="from", description="Updated at this time or later")] = None,
    until: Annotated[Moment | None, Query(alias="to", description="Updated before this time")] = None,
) -> ItemPage:
    """Items as in exports, with a summary of each request. In file order, pages are stable; in time order, an updated
    item moves. Rows are numbered from 1 without gaps, so you can jump to any row with `afterRow`. Open items are listed
    with the least recently changed first."""
    owned = await own_job(engine, user, jobId)
    wanted = statuses_of(status, *statuses)
    order = sort or _usual_order(wanted, after_row)
    page = await page_of_items(
        engine,
        owned.id,
        statuses=wanted,
        sort=order,
        after=_decode_cursor(after, order) if after_row is None else _row(after_row, after, order),
        limit=page_size,
        filter=Filter(reason, _site(domain), min_confidence, max_confidence, since, until),
    )
    return ItemPage(items=[ItemShape.of(item) for item in page.items], next=next_of(page, order))


@router.get("/{jobId}/items/{itemId}", summary="Get an item", responses=document_errors(NO_SUCH_ITEM, 422))
async def item(jobId: JobId, itemId: UUID, user: CurrentUser, services: TheServices) -> WholeItemShape:
    owned = await own_job(services.engine, user, jobId)
    whole_item, waiting = await find_item(services.engine, services.explainer, owned.id, itemId)
    return WholeItemShape.of_whole(whole_item, None if waiting is None else waiting.message)


def _usual_order(statuses: Sequence[ItemStatus], after_row: int | None) -> Sort:
    """Return the default order: open items as the pending screens list them, unless the caller jumps to a row."""
    is_open = bool(statuses) and all(status in OPEN_ITEM for status in statuses)
    return Sort.UPDATED if is_open and after_row is None else Sort.ROW


def _row(after_row: int, after: str | None, sort: Sort) -> int:
    if after is None and sort is Sort.ROW:
        return after_row
    reason = "`afterRow` requires `sort=row`, and cannot be combined with `after`."
    raise InputError(reason, fields=[FieldError("afterRow", reason)])


def _decode_cursor(after: str | None, sort: Sort) -> int | ByTime | None:
    if after is None:
        return None
    if sort is Sort.ROW:
        return cursor.decode_row(after)
    return ByTime(*cursor.decode_item(after, backwards=sort is Sort.LATEST))


def next_of(page: GridPage, sort: Sort) -> str | None:
    if page.end is None:
        return None
    if isinstance(page.end, int):
        return cursor.encode_row(page.end)
    return cursor.encode_item(page.end.updated_at, page.end.id, backwards=sort is Sort.LATEST)


def _site(domain: str | None) -> str | None:
    return None if domain is None else domain.strip().lower().removeprefix("www.")
