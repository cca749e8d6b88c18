"""Batches, pending items: over all jobs of a user, and for admins over those of all users."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import Depends, Query

from garner.api.access.identity import WITHOUT_TOKEN, CurrentUser
from garner.api.faces.batches.job_shapes import PendingItemShape, PendingPage
from garner.api.faces.batches.jobs import (
    NOT_FOR_ALL,
    OFFSET,
    After,
    PageSize,
    Statuses,
    Whose,
    next_of,
    no_offsets,
    statuses_of,
    whose_jobs,
)
from garner.api.http.dependencies import TheEngine, TheServices
from garner.api.http.errors import document_errors
from garner.api.http.routing import FaceRouter
from garner.api.http.shapes import Moment, Text
from garner.core import cursor
from garner.core.lifecycle import OPEN_ITEM, ItemStatus
from garner.engine.jobs.grid import page_of_pending
from garner.errors import FieldError, InputError, NotFound
from garner.store.jobs.grid import ByTime, Sort

router = FaceRouter(prefix="/api/pending", tags=["batches"], responses=document_errors(WITHOUT_TOKEN, 429, 503))

PENDING = [str(status) for status in OPEN_ITEM]
DISABLED = NotFound("The list of pending items is disabled on this server (GARNER_PENDING_DASHBOARD).")


async def require_enabled(user: CurrentUser, engine: TheEngine) -> None:
    """Raise `NotFound` if the list is disabled. The user is authenticated first, as everywhere."""
    if not engine.settings.server.pending_dashboard:
        raise DISABLED.copy()


@router.get(
    "",
    summary="List pending items",
    dependencies=[Depends(require_enabled), Depends(no_offsets)],
    responses=document_errors(OFFSET, NOT_FOR_ALL, DISABLED, 422),
)
async def pending(
    user: CurrentUser,
    services: TheServices,
    statuses: Statuses = PENDING,
    user_id: Whose = "me",
    job_type: Annotated[Text | None, Query(alias="jobType", max_length=32)] = None,
    job_id: Annotated[int | None, Query(alias="jobId", ge=1, le=2**63 - 1)] = None,
    since: Annotated[Moment | None, Query(alias="from", description="Updated at this time or later")] = None,
    until: Annotated[Moment | None, Query(alias="to", description="Updated before this time")] = None,
    page_size: PageSize = 100,
    after: After = None,
) -> PendingPage:
    """Lists the pending items of all jobs that have not ended, longest waiting first."""
    engine = services.engine
    owner = whose_jobs(engine, user, user_id)
    page = await page_of_pending(
        engine,
        owner,
        job_id=job_id,
        job_type=job_type,
        statuses=_open(statuses),
        since=since,
        until=until,
        after=None if after is None else ByTime(*cursor.decode_item(after)),
        limit=page_size,
    )
    return PendingPage(
        items=[PendingItemShape.of(item) for item in page.items],
        next=next_of(page, Sort.UPDATED),
        pending_count=await services.queue_statistics.pending.count(owner),
    )


def _open(names: Sequence[str]) -> list[ItemStatus]:
    statuses = statuses_of(*names) or list(OPEN_ITEM)
    ended = [status for status in statuses if status not in OPEN_ITEM]
    if ended:
        reason = f"{ended[0]} is not a pending status. Use {' or '.join(OPEN_ITEM)}."
        raise InputError(reason, fields=[FieldError("statuses", reason)])
    return statuses
