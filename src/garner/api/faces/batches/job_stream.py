"""Batches, live updates: the progress of a job as server-sent events."""

import re
from functools import partial
from typing import Annotated, Any

import orjson
from fastapi import Header, Query
from fastapi.responses import StreamingResponse

from garner.api.access.identity import WITHOUT_TOKEN, StreamingGrant, is_grant_valid
from garner.api.faces.batches.job_shapes import JOB, JobShape
from garner.api.faces.batches.jobs import JobId
from garner.api.http.dependencies import TheServices
from garner.api.http.errors import document_errors
from garner.api.http.limits import too_many_openings
from garner.api.http.routing import FaceRouter
from garner.api.http.sse import TURN_TO_OPEN, Openings, event_stream, sse_stream
from garner.engine.jobs.job_access import NO_SUCH_JOB, own_job
from garner.errors import FieldError, InputError
from garner.runtime.streams.job_streams import JobNews

router = FaceRouter(prefix="/api/jobs", tags=["batches"])

CHANGE = {"totalItems": 1000, "processedItems": 690, "failedItems": 37, "counts": JOB["counts"], "itemsPerSecond": 20.5}
EXAMPLE = (
    f"id: 41\nevent: job\ndata: {orjson.dumps(JOB).decode()}\n\n"
    f"id: 42\nevent: change\ndata: {orjson.dumps(CHANGE).decode()}\n\n"
)
EVENT_ID = re.compile(r"\d{1,18}", re.ASCII)
NO_EVENT = "This is not the id of an event of this stream."
SEEN = "Id of the last event that you received; only later changes are sent, instead of the whole job"
# The current state of the job that is sent with the last of several changes: the counters, and the fields that no row
# records. Counters of earlier changes are left out: the number in progress at that moment was not recorded, and would
# seem to jump back.
LIVE = {
    "total_items",
    "counts",
    "processed_items",
    "failed_items",
    "items_per_second",
    "eta_seconds",
    "is_being_read",
    "waiting",
    "is_stuck",
}
COUNTED = {"totalItems", "counts", "processedItems", "failedItems"}


@router.get(
    "/{jobId}/stream",
    summary="Stream the progress of a job",
    response_class=StreamingResponse,
    dependencies=[TURN_TO_OPEN],
    responses={
        200: {"description": "Server-sent events", "content": {"text/event-stream": {"example": EXAMPLE}}},
        **document_errors(WITHOUT_TOKEN, NO_SUCH_JOB, 422, 429, too_many_openings(200)),
    },
)
async def stream(
    jobId: JobId,
    grant: StreamingGrant,
    openings: Openings,
    services: TheServices,
    last_event_id: Annotated[str | None, Header(description=SEEN)] = None,
    last_seen: Annotated[
        str | None, Query(alias="lastSeen", description=f"{SEEN}. For clients that cannot send headers")
    ] = None,
) -> StreamingResponse:
    """Sends first an event `job` with the whole job, then an event `change` for every change, with the new values of
    the changed fields. Counters are always sent together with their current values; if several changes are sent at
    once, with the last one. Changes have consecutive ids without gaps. A client that reconnects with its last event
    id receives all changes since, as long as they are kept (GARNER_JOB_CHANGE_RETENTION_DAYS), else the whole `job`
    again."""
    owned = await own_job(services.engine, grant.user, jobId)
    user_id = grant.user.user_id
    services.job_streams.check_room(user_id)
    seen = (
        _parse_last_seen(last_event_id, "Last-Event-ID") if last_event_id else _parse_last_seen(last_seen, "lastSeen")
    )
    listening = services.job_streams.listen(user_id, owned.id, seen)
    return event_stream(sse_stream(openings, listening, partial(is_grant_valid, services.engine, grant), _event))


def _parse_last_seen(event_id: str | None, field: str) -> int | None:
    if not event_id:
        return None
    if EVENT_ID.fullmatch(event_id) is None:
        raise InputError(NO_EVENT, fields=[FieldError(field, NO_EVENT)])
    return int(event_id)


def _event(news: JobNews) -> bytes:
    name = b"job" if news.change is None else b"change"
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (news.number, name, orjson.dumps(_data(news)))


def _data(news: JobNews) -> dict[str, Any]:
    if news.job is None:
        return {name: value for name, value in (news.change or {}).items() if name not in COUNTED}
    job = JobShape.of(news.job)
    if news.change is None:
        return job.model_dump(mode="json", by_alias=True)
    return news.change | job.model_dump(mode="json", by_alias=True, include=LIVE)
