"""Extract the record of a page that the client sends, such as a browser extension for pages that Garner cannot fetch.

The page is not stored, unless it is for one of the sender's own requests that was blocked by its site: then it creates
a new request, which is visible to the sender only.
"""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any
from uuid import UUID

import orjson
from fastapi import Request, Response
from pydantic import BaseModel, ConfigDict, Field, StrictStr

from garner.api.access.identity import PossiblyUser
from garner.api.faces.parse_requests.parse_requests import REQUEST_ID
from garner.api.http.cancel_on_disconnect import cancel_on_disconnect
from garner.api.http.dependencies import TheServices, address_of
from garner.api.http.errors import CLIENT_GONE, about_field, document_errors, validate_fields
from garner.api.http.json_bodies import read_json, unknown_fields
from garner.api.http.record_schemas import AnyRecord
from garner.api.http.routing import FaceRouter
from garner.core.accounts.tokens import REFUSED
from garner.core.record import Kind, Record
from garner.core.urls.page_url import parse_page_url
from garner.engine import Engine
from garner.engine.asking.submitted_pages import NOT_SHUT_OUT, attach_record, find_shut_out
from garner.errors import BodyTooLarge, Conflict, FieldError, InputError
from garner.extraction import Extraction
from garner.extraction.submitted import SubmittedPage
from garner.fetch.page import charset, media_type
from garner.field_reasons import field_sentence
from garner.kinds.fields import in_order
from garner.kinds.registry import KIND_NAMES, AutoOrKind

router = FaceRouter(tags=["extract"])

PATH = "/api/extract"
MAX_PAGE_BYTES = 5_000_000
HTML_TYPES = ("text/html", "application/xhtml+xml")
JSON_TYPES = ("application/json", None)
EXAMPLE = (
    "<html lang=en><title>Lentil soup</title><h1>Lentil soup</h1><p>Serves 4</p>"
    "<h2>Ingredients</h2><ul><li>2 cups red lentils</li><li>1 onion, chopped</li></ul>"
    "<h2>Method</h2><ol><li>Soften the onion.</li><li>Add the lentils and simmer for 20 minutes.</li></ol></html>"
)
QUERY: dict[str, tuple[dict[str, Any], str]] = {
    "url": ({"type": "string"}, "URL of the page"),
    "kind": ({"type": "string", "enum": ("auto", *KIND_NAMES), "default": "auto"}, "Kind of record to extract"),
    "use_llm_fallback": ({"type": "boolean", "default": False}, "Allow a language model"),
    "itemId": ({"type": "string", "format": "uuid"}, f"Your request that its site blocked, such as {REQUEST_ID}"),
}
FOUND = {
    "kind": "recipe",
    "record": {"title": "Lentil soup", "ingredients": [{"raw": "2 cups red lentils", "qty": 2, "unit": "cup"}]},
    "confidence": 0.95,
    "strategy": "schema_org_json_ld",
    "warnings": [],
    "sources": {
        "title": {"rung": "schema_org_json_ld", "path": "Recipe.name", "confidence": 0.95, "snippet": "Lentil soup"}
    },
    "itemId": REQUEST_ID,
}
CONTRADICTION = "The query and the body have different values"
TOO_LARGE = BodyTooLarge(f"The body has more than {MAX_PAGE_BYTES:,} bytes.")
SHUT = Conflict(NOT_SHUT_OUT)


class PageSent(BaseModel):
    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"url": "https://example.com/lentil-soup", "html": EXAMPLE, "kind": "auto"}]},
    )

    html: StrictStr = Field(description="The HTML of the page, as the browser has it")
    url: StrictStr | None = Field(None, description="URL of the page; relative links are resolved against it")
    kind: AutoOrKind = Field(
        "auto", description="Kind of record to extract; `auto` returns the record with the highest confidence"
    )
    use_llm_fallback: bool = Field(
        False, description="Allow a language model, if one is configured, for fields that are not found otherwise"
    )
    itemId: UUID | None = Field(
        None,
        description="Your parse request or mailbox job that its site blocked; a new one is created with the record",
    )


class Extracted(BaseModel):
    """`record` and `kind` are null if nothing was found."""

    kind: Kind | None
    record: AnyRecord | None
    confidence: float | None
    strategy: str | None
    warnings: list[str]
    sources: dict[str, dict[str, Any]] = Field(description="For each field: rung, path, confidence and snippet")
    itemId: UUID | None = Field(description="The new request that has the record; null if no `itemId` was sent")


@router.post(
    PATH,
    summary="Extract the record of a page that you send",
    response_model=None,
    responses={
        200: {"model": Extracted, "content": {"application/json": {"example": FOUND}}},
        **document_errors(400, REFUSED, 404, SHUT, TOO_LARGE, 422, 429, 503),
    },
    openapi_extra={
        "security": [{}],  # or none: a token is for a request of the caller's own
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {"schema": PageSent.model_json_schema()},
                "text/html": {"schema": {"type": "string"}, "example": EXAMPLE},
            },
        },
        "parameters": [
            {
                "name": name,
                "in": "query",
                "schema": schema,
                "description": f"{meaning}. With JSON, it may be in the body instead",
            }
            for name, (schema, meaning) in QUERY.items()
        ],
    },
)
async def extract_sent_page(request: Request, services: TheServices, user: PossiblyUser) -> Response:
    """Accepts JSON, or the page itself as `text/html` with `url`, `kind`, `use_llm_fallback` and `itemId` in the query.
    With JSON, these may be in the query too; a value that is in both must be the same.

    `itemId` is a parse request or a mailbox job that failed because its site blocked Garner. A new request is created
    for you that is done with the record and refers to the old one, which stays as it is. Send the token that the old
    request was made with; a guest's request has no owner and is not found. Other users who request the page do not see
    what you send."""
    engine = services.engine
    user_id = user.user_id if user else None
    async with services.submitted_pages.admit(address_of(request)) as read:
        sent, body, encoding = await _read_request(request)
        page = await _page(engine, sent, body, encoding, user_id)
        extraction = await cancel_on_disconnect(request, read(page))
    if extraction is None:
        return Response(status_code=CLIENT_GONE)
    best = next(iter(extraction.best_first), None)
    attached = None
    if best is not None and sent.itemId is not None and user_id is not None:
        attached = await attach_record(engine, sent.itemId, best, user_id)
    return Response(orjson.dumps(_answer(best, extraction, attached)), media_type="application/json")


async def _read_request(request: Request) -> tuple[PageSent, bytes, str | None]:
    """Return the request, the page's bytes, and their encoding if the request names it."""
    declared = request.headers.get("content-type")
    content_type = media_type(declared)
    packed = request.headers.get("content-encoding", "identity").strip().lower()
    if packed not in ("", "identity"):
        raise InputError("Send the page without Content-Encoding; compressed bodies are not supported.")
    body = await request.body()
    by_query = dict(request.query_params)
    if content_type in HTML_TYPES:
        return validate_fields(PageSent, by_query | {"html": ""}, "query"), body, charset(declared)
    if content_type not in JSON_TYPES:
        raise InputError("Send the page as text/html, or as application/json with html and url.")
    fields = read_json(body, PageSent, cleaned="html")  # a page may be cut anywhere, and is not stored as it is sent
    unknown_fields(PageSent, fields)
    sent = validate_fields(PageSent, by_query | fields if isinstance(fields, dict) else fields)
    _require_agreement(validate_fields(PageSent, by_query | {"html": ""}, "query"), sent, by_query)
    return sent, sent.html.encode("utf-8", "replace"), "utf-8"


def _require_agreement(by_query: PageSent, sent: PageSent, names: Iterable[str]) -> None:
    """Raise `InputError` if the query and the body contradict each other."""
    fields = [FieldError(name, CONTRADICTION) for name in names if getattr(by_query, name) != getattr(sent, name)]
    if fields:
        raise InputError(field_sentence(fields[0].field, CONTRADICTION), fields=fields)


async def _page(
    engine: Engine, sent: PageSent, body: bytes, encoding: str | None, user_id: int | None
) -> SubmittedPage:
    url = sent.url
    if url is not None:
        with about_field("url"):
            url = parse_page_url(url, allow_private=True).original
    kinds = tuple(Kind) if sent.kind == "auto" else (Kind(sent.kind),)
    if sent.itemId is not None:
        item = await find_shut_out(engine, sent.itemId, user_id)
        if Kind(item.kind) not in kinds:
            reason = f"The request is for a {item.kind}."
            raise InputError(reason, fields=[FieldError("kind", reason)])
        if url is not None:
            _require_same_host(url, item.url)
        kinds, url = (Kind(item.kind),), url or item.url
    return SubmittedPage(body, url or "", kinds, encoding, asks_llm=sent.use_llm_fallback)


def _require_same_host(url: str, wanted: str) -> None:
    """Refuse a page of another host: a request for one site must not be answered with another site's page."""
    host = parse_page_url(wanted, allow_private=True).domain
    if parse_page_url(url, allow_private=True).domain != host:
        reason = f"The request is for a page on {host}."
        raise InputError(reason, fields=[FieldError("url", reason)])


def _answer(best: Record | None, extraction: Extraction, attached: UUID | None) -> dict[str, Any]:
    if best is None:
        empty = dict.fromkeys(("kind", "record", "confidence", "strategy"))
        return {**empty, "warnings": extraction.warnings, "sources": {}, "itemId": None}
    return {
        "kind": best.kind.value,
        "record": in_order(best.kind, best.data),
        "confidence": best.confidence,
        "strategy": best.strategy,
        "warnings": best.warnings,
        "sources": {name: asdict(source) for name, source in best.sources.items()},
        "itemId": attached,
    }
