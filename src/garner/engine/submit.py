"""Somebody asks for a page."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from uuid_utils.compat import uuid7

from garner import observe
from garner.core.lifecycle import Origin, Stage
from garner.core.record import Kind
from garner.core.urls import parse_page_url
from garner.engine.engine import Engine
from garner.store import items

# Single requests go before batches, whose rows have the middle priority.
SINGLE_PRIORITY = 1


@dataclass(frozen=True, slots=True)
class Answer:
    """Either a record that is fresh enough, or the request to ask about later."""

    data: dict[str, Any] | None = None
    parsed_at: datetime | None = None
    item_id: UUID | None = None
    status: str | None = None


async def submit_page(
    engine: Engine,
    url: str,
    *,
    kind: Kind,
    origin: Origin,
    user_id: int | None = None,
    use_llm: bool = False,
    max_age: timedelta | None = None,
) -> Answer:
    settings = engine.settings
    page = parse_page_url(url, allow_private=settings.fetch_allow_private)
    async with engine.database.connection() as connection:
        submission = await items.submit_page(
            connection,
            uuid7(),
            page,
            kind=kind,
            origin=origin,
            user_id=user_id,
            use_llm=use_llm,
            priority=SINGLE_PRIORITY,
            ttl=timedelta(days=settings.ttl_days(kind)) if max_age is None else max_age,
            pace=items.Pace(settings.default_crawl_delay_seconds, settings.default_max_concurrent_requests),
            topic=engine.request_topic,
        )
    if submission.outcome == "created":
        engine.wake(Stage.CRAWL)
    item_id = None if submission.item_id is None else str(submission.item_id)
    happened = observe.PageSubmitted if submission.outcome == "created" else observe.PageKnown
    observe.emit(happened(submission.outcome, kind, origin, item_id, submission.task_id, page.original))
    return Answer(submission.data, submission.parsed_at, submission.item_id, submission.status)
