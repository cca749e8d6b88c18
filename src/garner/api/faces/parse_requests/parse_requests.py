"""Parse requests: an app needs one recipe now. Cache with a time to live, in-flight deduplication, polling."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Literal
from uuid import UUID

import orjson
from fastapi import Path, Response
from pydantic import BaseModel, ConfigDict, Field, StrictStr, create_model

from garner.api.access.identity import PossiblyUser
from garner.api.http.dependencies import TheServices
from garner.api.http.errors import about_field, document_errors
from garner.api.http.record_schemas import DocumentedAs, parsed_schema_of
from garner.api.http.routing import FaceRouter
from garner.core.accounts.tokens import REFUSED
from garner.core.lifecycle import FACE_WORDS, ItemStatus, Origin
from garner.core.record import Kind
from garner.core.waiting import UNDER_WAY
from garner.engine import find_request, submit_page
from garner.errors import NotFound
from garner.kinds.fields import in_order
from garner.kinds.registry import DEFAULT_KIND, KINDS

router = FaceRouter(tags=["parse requests"])

Status = Literal["PENDING", "PROCESSING", "COMPLETED", "FAILED"]

RECIPE = {
    "title": "Lentil soup",
    "ingredients": [{"qty": 2, "unit": "cup", "name": "red lentils"}],
    "parsedAt": "2026-03-01T12:00:00Z",
}
# Most requests are done before a user would wonder, and polling should cost as little as possible.
SAY_WHY_AFTER = timedelta(seconds=5)
WARNINGS = "Notes about the record, for example that a language model was used; absent if there are none"
SENT_FOR = "The blocked request for which you sent this page (`POST /api/extract`)"
REQUEST_ID = "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11"


class ParseRequest(BaseModel):
    model_config = ConfigDict(
        json_schema_extra={"examples": [{"url": "https://example.com/lentil-soup", "kind": "recipe"}]}
    )

    url: StrictStr = Field(description="The page to parse")
    kind: Kind = Field(DEFAULT_KIND, description="Kind of record to extract")
    use_llm_fallback: bool = Field(
        False, description="Allow a language model, if one is configured, for fields that are not found otherwise"
    )


class Accepted(BaseModel):
    """Poll with this id."""

    requestId: UUID
    status: Status


# A record under the name of its kind.
RECORDS: Any = {
    kind.value: (Annotated[dict[str, Any], DocumentedAs(parsed_schema_of(kind))] | None, None) for kind in KINDS
}


class PolledState(Accepted):
    error: str | None = Field(None, description="Why it failed")
    code: str | None = Field(None, description="Error code, such as `soft_block`")
    warnings: list[str] | None = Field(None, description=WARNINGS)
    sentFor: UUID | None = Field(None, description=SENT_FOR)
    waitingFor: str | None = Field(None, description="What a delayed request waits for; absent if it is not delayed")


Polled = create_model(
    "Polled",
    __base__=PolledState,
    __doc__="The record under the name of its kind once completed; `error` and `code` once failed; `waitingFor` while"
    " delayed.",
    **RECORDS,
)
CachedRecord = create_model(
    "CachedRecord",
    __doc__="The record under the name of its kind.",
    warnings=(list[str] | None, Field(None, description=WARNINGS)),
    **RECORDS,
)


def render(kind: str, data: dict[str, Any], parsed_at: datetime) -> dict[str, Any]:
    """Return a record as this face shows it: as every face does, plus the time of its page."""
    declared = KINDS[Kind(kind)]
    record = dict.fromkeys(declared.promised) | data
    for list_name, names in declared.promised_of_parts.items():
        record[list_name] = [dict.fromkeys(names) | part for part in record[list_name] or []]
    record = in_order(Kind(kind), record)
    moment = parsed_at.astimezone(UTC).isoformat(timespec="milliseconds")
    return record | {"parsedAt": moment.replace("+00:00", "Z")}


@router.post(
    "/parse-requests",
    summary="Request the record of a page",
    response_model=None,
    responses={
        200: {
            "model": CachedRecord,
            "description": "A fresh record from the cache",
            "content": {"application/json": {"example": {"recipe": RECIPE}}},
        },
        202: {
            "model": Accepted,
            "description": "Accepted, or already in progress",
            "content": {"application/json": {"example": {"requestId": REQUEST_ID, "status": "PENDING"}}},
        },
        **document_errors(400, REFUSED, 413, 422, 429, 503),
    },
    openapi_extra={"security": [{}]},  # or none: guests are served too
)
async def create_parse_request(body: ParseRequest, user: PossiblyUser, services: TheServices) -> Response:
    """Answers at once from the cache if the page was parsed recently. Otherwise accepts the request, or returns the one
    that is already running for the same page and kind. A request made with your token belongs to you, and counts
    towards your limit instead of that of your address. A request that was already running keeps its owner: a guest's
    request that is returned to you does not become yours."""
    with about_field("url"):
        answer = await submit_page(
            services.engine,
            services.submitter,
            body.url,
            kind=body.kind,
            origin=Origin.PARSE,
            user_id=user.user_id if user else None,
            use_llm=body.use_llm_fallback,
        )
    if answer.data is not None and answer.parsed_at is not None:
        return _json(
            {body.kind.value: render(body.kind, answer.data, answer.parsed_at)} | _format_warnings(answer.warnings)
        )
    accepted = {"requestId": str(answer.item_id), "status": FACE_WORDS[ItemStatus(str(answer.status))].parse}
    return _json(accepted, 202)


@router.get(
    "/parse-requests/{requestId}",
    summary="Get the status of a parse request",
    response_model=None,
    responses={
        200: {
            "model": Polled,
            "content": {
                "application/json": {"example": {"requestId": REQUEST_ID, "status": "COMPLETED", "recipe": RECIPE}}
            },
        },
        **document_errors(404, 503),
    },
)
async def poll_parse_request(request_id: Annotated[str, Path(alias="requestId")], services: TheServices) -> Response:
    try:
        item_id = UUID(request_id)
    except ValueError:
        raise NotFound("Request not found") from None
    item = await find_request(services.finder, item_id, Origin.PARSE)
    answer: dict[str, Any] = {
        "requestId": str(item.id),
        "status": FACE_WORDS[ItemStatus(item.status)].parse,
    }
    if item.sent_for is not None:
        answer["sentFor"] = str(item.sent_for)
    if answer["status"] == "COMPLETED" and item.data is not None and item.parsed_at is not None:
        answer |= {item.kind: render(item.kind, item.data, item.parsed_at)} | _format_warnings(item.warnings)
    if answer["status"] == "FAILED":
        answer |= {"error": item.last_error, "code": item.error_code}
    if answer["status"] == "PENDING" and services.engine.clock() - item.created_at > SAY_WHY_AFTER:
        waiting = await services.explainer.ask(item_id)
        if waiting is not None and waiting.code not in UNDER_WAY:
            answer["waitingFor"] = waiting.message
    return _json(answer)


def _format_warnings(warnings: Sequence[str] | None) -> dict[str, list[str]]:
    return {"warnings": list(warnings)} if warnings else {}


def _json(content: dict[str, Any], status: int = 200) -> Response:
    """Serialize directly: a record already consists of plain values, and FastAPI's encoder would walk it again."""
    return Response(orjson.dumps(content), status, media_type="application/json")
