"""Face 0: an app needs one recipe now. Cache with a time to live, in-flight deduplication, polling."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Literal
from uuid import UUID

import orjson
from fastapi import Path, Response
from pydantic import BaseModel, ConfigDict, Field, StrictStr

from garner.api.http.dependencies import TheServices
from garner.api.http.errors import (
    about_field,
    documented,
)
from garner.api.http.identity import PossiblyUser
from garner.api.http.routing import FaceRouter
from garner.core.accounts.tokens import REFUSED
from garner.core.lifecycle import (
    FACE_WORDS,
    ItemStatus,
    Origin,
)
from garner.core.record import Kind
from garner.core.waiting import UNDER_WAY
from garner.engine import (
    find_request,
    submit_page,
)
from garner.errors import NotFound
from garner.kinds.fields import in_order

router = FaceRouter(tags=["parse requests"])

Status = Literal["PENDING", "PROCESSING", "COMPLETED", "FAILED"]

RECIPE = {
    "title": "Lentil soup",
    "ingredients": [{"qty": 2, "unit": "cup", "name": "red lentils"}],
    "parsedAt": "2026-03-01T12:00:00Z",
}
# Most are done before anybody would wonder, and those that poll are not to cost more than they must.
SAY_WHY_AFTER = timedelta(seconds=5)
WARNINGS = "What to know about the record, such as that a language model helped; absent where there is nothing"
SENT_FOR = "The request that was shut out of its site, for which you sent this page (`POST /api/extract`)"
REQUEST_ID = "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11"


class ParseRequest(BaseModel):
    model_config = ConfigDict(
        json_schema_extra={"examples": [{"url": "https://example.com/lentil-soup", "kind": "recipe"}]}
    )

    url: StrictStr = Field(description="The page to parse")
    kind: Kind = Field(Kind.RECIPE, description="What to look for on it")
    use_llm_fallback: bool = Field(
        False, description="Allow a language model, where one is set up, to be asked for what nothing else finds"
    )


class Accepted(BaseModel):
    """Ask again under this id."""

    requestId: UUID
    status: Status


class Polled(Accepted):
    """`recipe`, `product` or `posting` once completed; `error` and `code` once failed; `waitingFor` while held up."""

    model_config = ConfigDict(extra="allow")

    error: str | None = Field(None, description="Why it failed, in a sentence")
    code: str | None = Field(None, description="The same for machines, such as soft_block")
    warnings: list[str] | None = Field(None, description=WARNINGS)
    sentFor: UUID | None = Field(None, description=SENT_FOR)
    waitingFor: str | None = Field(
        None, description="What a pending request has been waiting for; absent while there is nothing to say"
    )


class CachedRecord(BaseModel):
    """The record under its kind's name: `recipe`, `product` or `posting`."""

    model_config = ConfigDict(extra="allow")

    warnings: list[str] | None = Field(None, description=WARNINGS)


# What the contract promises is there, whoever made the record.
PROMISED = {Kind.RECIPE: ("title", "ingredients"), Kind.PRODUCT: ("name",), Kind.POSTING: ("title", "company")}


def render(kind: str, data: dict[str, Any], parsed_at: datetime) -> dict[str, Any]:
    """A record as this face shows it: as every face does, and with the moment of its page."""
    record = dict.fromkeys(PROMISED[Kind(kind)]) | data
    if kind == Kind.RECIPE:
        lines = record["ingredients"] or []
        record["ingredients"] = [dict.fromkeys(("qty", "unit", "name")) | line for line in lines]
    record = in_order(Kind(kind), record)
    moment = parsed_at.astimezone(UTC).isoformat(timespec="milliseconds")
    return record | {"parsedAt": moment.replace("+00:00", "Z")}


@router.post(
    "/parse-requests",
    summary="Ask for the record of a page",
    response_model=None,
    responses={
        200: {
            "model": CachedRecord,
            "description": "A record that is fresh enough",
            "content": {"application/json": {"example": {"recipe": RECIPE}}},
        },
        202: {
            "model": Accepted,
            "description": "Accepted, or already under way",
            "content": {"application/json": {"example": {"requestId": REQUEST_ID, "status": "PENDING"}}},
        },
        **documented(400, REFUSED, 413, 422, 429, 503),
    },
    openapi_extra={"security": [{}]},  # or none: guests are served too
)
async def create_parse_request(body: ParseRequest, user: PossiblyUser, services: TheServices) -> Response:
    """Answers at once from the cache when the page was parsed lately; otherwise accepts the request, or names the
    one that is already under way for the same page and kind. A request that is made with your token is yours, and
    counts towards your limit rather than that of your address. One that was already under way stays whose it is: a
    guest's request that you are named does not become yours."""
    with about_field("url"):
        found = await submit_page(
            services.engine,
            services.submitter,
            body.url,
            kind=body.kind,
            origin=Origin.PARSE,
            user_id=user.user_id if user else None,
            use_llm=body.use_llm_fallback,
        )
    if found.data is not None and found.parsed_at is not None:
        return _json({body.kind.value: render(body.kind, found.data, found.parsed_at)} | _told(found.warnings))
    accepted = {"requestId": str(found.item_id), "status": FACE_WORDS[ItemStatus(str(found.status))].parse}
    return _json(accepted, 202)


@router.get(
    "/parse-requests/{requestId}",
    summary="Ask what came of it",
    response_model=None,
    responses={
        200: {
            "model": Polled,
            "content": {
                "application/json": {"example": {"requestId": REQUEST_ID, "status": "COMPLETED", "recipe": RECIPE}}
            },
        },
        **documented(404, 503),
    },
)
async def poll_parse_request(request_id: Annotated[str, Path(alias="requestId")], services: TheServices) -> Response:
    try:
        item_id = UUID(request_id)
    except ValueError:
        raise NotFound("Request not found") from None
    found = await find_request(services.finder, item_id, Origin.PARSE)
    answer: dict[str, Any] = {
        "requestId": str(found.id),
        "status": FACE_WORDS[ItemStatus(found.status)].parse,
    }
    if found.sent_for is not None:
        answer["sentFor"] = str(found.sent_for)
    if answer["status"] == "COMPLETED" and found.data is not None and found.parsed_at is not None:
        answer |= {found.kind: render(found.kind, found.data, found.parsed_at)} | _told(found.warnings)
    if answer["status"] == "FAILED":
        answer |= {"error": found.last_error, "code": found.error_code}
    if answer["status"] == "PENDING" and datetime.now(UTC) - found.created_at > SAY_WHY_AFTER:
        waiting = await services.explainer.ask(item_id)
        if waiting is not None and waiting.code not in UNDER_WAY:
            answer["waitingFor"] = waiting.message
    return _json(answer)


def _told(warnings: Sequence[str] | None) -> dict[str, list[str]]:
    return {"warnings": list(warnings)} if warnings else {}


def _json(content: dict[str, Any], status: int = 200) -> Response:
    """A record is made of plain values already: written as it is, without the walk that FastAPI would take over it."""
    return Response(orjson.dumps(content), status, media_type="application/json")
