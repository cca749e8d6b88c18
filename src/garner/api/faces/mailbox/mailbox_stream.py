"""Mailbox, live updates: the results of a user's jobs as server-sent events."""

import re
from functools import partial
from typing import Annotated, Any

import orjson
from fastapi import Header, Query
from fastapi.responses import StreamingResponse

from garner.api.access.identity import WITHOUT_TOKEN, StreamingGrant, is_grant_valid
from garner.api.faces.mailbox.mailbox import JOB_ID, shape_listed
from garner.api.http.dependencies import TheServices
from garner.api.http.errors import document_errors
from garner.api.http.limits import too_many_openings
from garner.api.http.routing import FaceRouter
from garner.api.http.sse import TURN_TO_OPEN, Openings, event_stream, sse_stream
from garner.errors import FieldError, InputError
from garner.runtime.streams.mailbox_streams import News
from garner.store.people.mailbox import MailboxEntry
from garner.store.people.mailbox_events import MailboxEvent, SeenEvent

router = FaceRouter(prefix="/recipes/parse-url", tags=["mailbox"])

EXAMPLE = (
    f'id: 41-8812\nevent: job\ndata: {{"id": "{JOB_ID}", "job_type": "url", "url": "https://example.com/lentil-soup",'
    ' "status": "COMPLETE", "preview": {"title": "Lentil soup", "source_host": "example.com"}, "warnings": []}\n\n'
)
EVENT_ID = re.compile(r"(\d{1,18})-(\d{1,18})", re.ASCII)
NO_EVENT = "This is not the id of an event of this stream."
SEEN = "Id of the last event that you received; events since then are sent first"


@router.get(
    "/jobs/stream",
    summary="Stream the results of your jobs",
    response_class=StreamingResponse,
    dependencies=[TURN_TO_OPEN],
    responses={
        200: {"description": "Server-sent events", "content": {"text/event-stream": {"example": EXAMPLE}}},
        **document_errors(WITHOUT_TOKEN, 422, 429, too_many_openings(200)),
    },
)
async def stream(
    grant: StreamingGrant,
    openings: Openings,
    services: TheServices,
    last_event_id: Annotated[str | None, Header(description=SEEN)] = None,
    last_seen: Annotated[str | None, Query(description=f"{SEEN}. For clients that cannot send headers")] = None,
) -> StreamingResponse:
    """Sends an event `job` with the job, as the mailbox lists it, whenever a job ends or changes after its end. A
    client that reconnects with its last event id misses nothing that is still kept (GARNER_EVENT_RETENTION_DAYS), and
    may receive the last event twice. A browser's EventSource reconnects to the same URL, whose token is valid for a
    minute only: on an error, close it, get a new token, and open it again with `last_seen`."""
    user_id = grant.user.user_id
    services.mailbox_streams.check_room(user_id)
    seen = (
        _parse_last_seen(last_event_id, "Last-Event-ID") if last_event_id else _parse_last_seen(last_seen, "last_seen")
    )
    # The client must receive every event from its answer on, so listening begins before the answer does.
    since = seen or await services.mailbox_streams.begin(user_id)
    listening = services.mailbox_streams.listen(user_id, since)
    return event_stream(sse_stream(openings, listening, partial(is_grant_valid, services.engine, grant), _event))


def _parse_last_seen(event_id: str | None, field: str) -> SeenEvent | None:
    if not event_id:
        return None
    number = EVENT_ID.fullmatch(event_id)
    if number is None:
        raise InputError(NO_EVENT, fields=[FieldError(field, NO_EVENT)])
    return SeenEvent(int(number[1]), int(number[2]))


def _event(news: News) -> bytes:
    return b"id: %d-%d\nevent: job\ndata: %s\n\n" % (*news.seen, orjson.dumps(_job(news.event)))


def _job(event: MailboxEvent) -> dict[str, Any]:
    """Return the job as the list shows it, in the state that this event reports."""
    entry = MailboxEntry(
        id=event.item_id,
        job_type=event.job_type,
        url=event.url,
        status=event.status,
        error_code=event.error_code,
        last_error=event.last_error,
        created_at=event.happened_at,
        completed_at=event.completed_at,
        title=event.title,
        warnings=event.warnings,
        recipe_id=event.recipe_id,
        saved_recipe_id=event.saved_recipe_id,
    )
    return shape_listed(entry).model_dump(mode="json", exclude={"created_at"})
