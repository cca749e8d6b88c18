"""Submit a page: alone, as a row of a job, or to refresh a saved recipe."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from uuid_utils.compat import uuid7

from garner import observe
from garner.core.lifecycle import Origin, Stage
from garner.core.record import Kind
from garner.core.urls.social_posts import URL_JOB, job_type_of
from garner.engine.asking.asked_pages import asked_page
from garner.engine.asking.submitter import Submitter, submit_on
from garner.engine.engine import Engine
from garner.store.jobs import jobs
from garner.store.people import mailbox
from garner.store.tasks import items
from garner.store.tasks.items import PageRequest, Submission


@dataclass(frozen=True, slots=True)
class JobRow:
    """The position of an item in its job."""

    job_id: int
    row_no: int


@dataclass(frozen=True, slots=True)
class SubmitAnswer:
    """Either a record that is fresh enough, or the request to poll later."""

    data: dict[str, Any] | None = None
    parsed_at: datetime | None = None
    item_id: UUID | None = None
    status: str | None = None
    warnings: tuple[str, ...] = ()  # of the record
    url: str = ""  # as it is fetched and as the request stores it
    job_type: str = URL_JOB


async def submit_page(
    engine: Engine,
    submitter: Submitter,
    url: str,
    *,
    kind: Kind,
    origin: Origin,
    user_id: int | None = None,
    use_llm: bool = False,
    max_age: timedelta | None = None,
) -> SubmitAnswer:
    request = _request(engine, url, kind, origin, user_id, use_llm=use_llm, max_age=max_age)
    submission = await submitter.submit(request)
    return await _answer(engine, request, submission)


async def submit_row(
    engine: Engine, url: str, row: JobRow, *, kind: Kind, origin: Origin, max_age: timedelta | None = None
) -> SubmitAnswer:
    request = _request(engine, url, kind, origin, max_age=max_age)
    async with engine.database.transaction() as connection:
        submission = await submit_on(connection, request)
        if submission.outcome == "created" and submission.item_id is not None:
            await jobs.add(connection, row.job_id, row.row_no, submission.item_id)
    return await _answer(engine, request, submission, row.job_id)


async def submit_refresh(engine: Engine, url: str, recipe_id: UUID, *, user_id: int, use_llm: bool) -> SubmitAnswer:
    """Fetch the page of a saved recipe again, however fresh its record is."""
    request = _request(engine, url, Kind.RECIPE, Origin.MAILBOX, user_id, use_llm=use_llm, max_age=timedelta(0))
    async with engine.database.transaction() as connection:
        submission = await submit_on(connection, request)
        # A joined request keeps its own purpose, so only a new one is marked.
        await mailbox.mark_refresh(connection, request.item_id, recipe_id)
    return await _answer(engine, request, submission)


def _request(
    engine: Engine,
    url: str,
    kind: Kind,
    origin: Origin,
    user_id: int | None = None,
    *,
    use_llm: bool = False,
    max_age: timedelta | None = None,
) -> PageRequest:
    settings = engine.settings
    page = asked_page(settings, url)
    ttl = timedelta(days=settings.cache.ttl_days(kind)) if max_age is None else max_age
    require_complete = use_llm and settings.llm.is_configured
    job_type = job_type_of(page.original)
    return PageRequest(uuid7(), page, kind, origin, user_id, use_llm, ttl, require_complete, job_type=job_type)


async def _answer(
    engine: Engine, request: PageRequest, submission: Submission, job_id: int | None = None
) -> SubmitAnswer:
    if submission.outcome == "created":
        engine.wake(Stage.CRAWL)
        if request.require_complete:  # this request may start from the stored page
            engine.wake(Stage.EXTRACT)
    observe.emit(_event(request, submission, job_id))
    warnings = tuple(submission.warnings or ())
    url = await _joined_url(engine, request, submission) or request.page.original
    answer = (submission.data, submission.parsed_at, submission.item_id, submission.status, warnings)
    return SubmitAnswer(*answer, url, request.job_type)


async def _joined_url(engine: Engine, request: PageRequest, submission: Submission) -> str | None:
    """Return the URL of the mailbox job that was joined, which may be spelt differently."""
    if request.origin is not Origin.MAILBOX or submission.outcome != "joined" or submission.item_id is None:
        return None
    async with engine.database.connection() as connection:
        item = await items.find(connection, submission.item_id, Origin.MAILBOX)
    return None if item is None else item.url


def _event(request: PageRequest, submission: Submission, job_id: int | None) -> observe.PageSubmitted:
    event = observe.PageSubmitted if submission.outcome == "created" else observe.PageKnown
    item_id = None if submission.item_id is None else str(submission.item_id)
    url = request.page.original
    return event(submission.outcome, request.kind, request.origin, item_id, job_id, submission.task_id, url)
