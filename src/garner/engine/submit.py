"""Somebody asks for a page."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from uuid_utils.compat import uuid7

from garner import observe
from garner.core.lifecycle import Origin, Stage
from garner.core.record import Kind
from garner.core.social import URL_JOB, job_type_of
from garner.engine.asked_pages import asked_page
from garner.engine.engine import Engine
from garner.engine.jobs import JobRow
from garner.store import jobs, mailbox
from garner.store.items import PageRequest, Submission


@dataclass(frozen=True, slots=True)
class Answer:
    """Either a record that is fresh enough, or the request to ask about later."""

    data: dict[str, Any] | None = None
    parsed_at: datetime | None = None
    item_id: UUID | None = None
    status: str | None = None
    warnings: tuple[str, ...] = ()  # that belong to the record
    url: str = ""  # as it is fetched, and as the request has it
    job_type: str = URL_JOB


async def submit_page(
    engine: Engine,
    url: str,
    *,
    kind: Kind,
    origin: Origin,
    user_id: int | None = None,
    use_llm: bool = False,
    max_age: timedelta | None = None,
    row: JobRow | None = None,
    refreshes: UUID | None = None,
) -> Answer:
    """With `refreshes`, for a saved recipe whose page is to be read anew."""
    settings = engine.settings
    page = asked_page(settings, url)
    ttl = timedelta(days=settings.ttl_days(kind)) if max_age is None else max_age
    whole = use_llm and settings.asks_llm
    job_type = job_type_of(page.original)
    request = PageRequest(uuid7(), page, kind, origin, user_id, use_llm, ttl, whole, job_type=job_type)
    if row is not None:
        submission = await _submit_row(engine, request, row)
    elif refreshes is not None:
        submission = await _submit_refresh(engine, request, refreshes)
    else:
        submission = await engine.submitter.submit(request)
    if submission.outcome == "created":
        engine.wake(Stage.CRAWL)
        if whole:  # which may have been given the kept page
            engine.wake(Stage.EXTRACT)
    observe.emit(_happened(submission, kind, origin, row, page.original))
    warnings = tuple(submission.warnings or ())
    url = await _joined_url(engine, submission, origin) or page.original
    return Answer(submission.data, submission.parsed_at, submission.item_id, submission.status, warnings, url, job_type)


async def _joined_url(engine: Engine, submission: Submission, origin: Origin) -> str | None:
    """That of a job of the mailbox that was joined, which may have come by another spelling."""
    if origin is not Origin.MAILBOX or submission.outcome != "joined" or submission.item_id is None:
        return None
    found = await engine.finder.find(submission.item_id, Origin.MAILBOX)
    return None if found is None else found.url


async def _submit_row(engine: Engine, request: PageRequest, row: JobRow) -> Submission:
    async with engine.database.transaction() as connection:
        submission = await engine.submitter.submit_on(connection, request)
        if submission.outcome == "created" and submission.item_id is not None:
            await jobs.add(connection, row.job_id, row.row_no, submission.item_id)
    return submission


async def _submit_refresh(engine: Engine, request: PageRequest, recipe_id: UUID) -> Submission:
    async with engine.database.transaction() as connection:
        submission = await engine.submitter.submit_on(connection, request)
        # Not the one that it joined, if it did: that is wanted for itself.
        await mailbox.mark_refresh(connection, request.item_id, recipe_id)
    return submission


def _happened(
    submission: Submission, kind: Kind, origin: Origin, row: JobRow | None, url: str
) -> observe.PageSubmitted:
    happened = observe.PageSubmitted if submission.outcome == "created" else observe.PageKnown
    item_id = None if submission.item_id is None else str(submission.item_id)
    job_id = None if row is None else row.job_id
    return happened(submission.outcome, kind, origin, item_id, job_id, submission.task_id, url)
