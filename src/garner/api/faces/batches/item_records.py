"""The record of an item, as one page shows it: its data, the source of each field, and its earlier versions."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from fastapi import Query
from pydantic import Field

from garner.api.access.identity import WITHOUT_TOKEN, PossiblyUser
from garner.api.faces.batches.job_shapes import ITEM_ID, ItemErrorShape
from garner.api.http.dependencies import TheEngine
from garner.api.http.errors import document_errors
from garner.api.http.record_schemas import AnyRecord, documented_as
from garner.api.http.routing import FaceRouter
from garner.api.http.shapes import EXAMPLE_TIME, Shape, shape_config
from garner.engine.jobs.item_records import NO_SUCH_ITEM, HeldRecord, ItemRecord, Version, see_record
from garner.errors import NotFound
from garner.kinds.flat_results import ResultCandidate, ResultOffer
from garner.kinds.provenance_labels import in_words

router = FaceRouter(prefix="/api/items", tags=["records"], responses=document_errors(WITHOUT_TOKEN, 429, 503))

MAX_VERSIONS = 50
FIELD = {
    "value": "64.00",
    "source": "Structured data of the page (JSON-LD)",
    "rung": "schema_org_json_ld",
    "path": "offers.price",
    "snippet": "64 EUR",
    "confidence": 0.95,
}
PART = {"change": "added", "place": 2, "before": None, "after": {"url": "https://shop.example/pan-2.jpg"}}
CHANGE = {
    "field": "price",
    "change": "changed",
    "before": "59.00",
    "after": "64.00",
    "parts": None,
    "partsLeftOff": 0,
}
VERSION = {
    "version": 2,
    "at": EXAMPLE_TIME,
    "extractor": "garner",
    "extractorVersion": "2",
    "strategy": "schema_org_json_ld",
    "confidence": 0.97,
    "usedLlm": False,
    "changes": [CHANGE],
}
CANDIDATE = {"id": 12, "name": "Cast iron pan", "brand": "Hearth", "sku": "P-26", "url": None, "score": 0.97}
OFFER = {"id": 31, "name": "Pan, cast iron", "url": None, "price": "61.50", "currency": "EUR", "sku": None}
MATCH = {
    "productId": 12,
    "score": 0.97,
    "strategy": "gtin",
    "candidates": [CANDIDATE | {"strategy": "gtin"}],
    "offers": [OFFER],
}
RECORD: dict[str, Any] = {
    "itemId": ITEM_ID,
    "jobId": 7,
    "url": "https://shop.example/pan",
    "kind": "product",
    "status": "DONE",
    "error": None,
    "record": {"name": "Cast iron pan", "price": "64.00", "currency": "EUR"},
    "fields": {"price": FIELD},
    "extractor": "garner",
    "extractorVersion": "2",
    "strategy": "schema_org_json_ld",
    "confidence": 0.97,
    "usedLlm": False,
    "warnings": [],
    "match": None,
    "fetchedAt": EXAMPLE_TIME,
    "updatedAt": EXAMPLE_TIME,
    "version": 2,
    "currentVersion": 2,
    "versions": [VERSION],
    "nextVersions": None,
}


class FieldShape(Shape):
    model_config = shape_config(FIELD)

    value: Any
    source: str | None = Field(description="Where the value came from, as text; null, like the rest, if unknown")
    rung: str | None = Field(description="Name of the source, as in `garner extract --explain`")
    path: str | None = Field(description="Location within the source")
    snippet: str | None = Field(description="Text found there, if it differs from the value")
    confidence: float | None


class PartShape(Shape):
    model_config = shape_config(PART)

    change: str = Field(description="`added`, `removed`, `changed` or `moved`")
    place: int = Field(description="Position from 1 in the new list; in the old list if the part was removed")
    before: Any
    after: Any


class ChangeShape(Shape):
    model_config = shape_config(CHANGE)

    field: str
    change: str = Field(description="`added`, `changed` or `lost`")
    before: Any = Field(description="Truncated if long; null for a list, which has `parts` instead")
    after: Any = Field(description="Like `before`")
    parts: list[PartShape] | None = Field(description="For a list: the parts that differ")
    parts_left_off: int = Field(description="Number of further parts that differ")


class VersionShape(Shape):
    model_config = shape_config(VERSION)

    version: int
    at: datetime = Field(description="When the page was last found to have this content")
    extractor: str
    extractor_version: str
    strategy: str
    confidence: float
    used_llm: bool
    changes: list[ChangeShape] | None = Field(description="Changes since the previous version; null for the first")

    @classmethod
    def of(cls, version: Version) -> "VersionShape":
        record_version, changes = version.record_version, version.changes
        return cls(
            version=record_version.version,
            at=record_version.parsed_at,
            extractor=record_version.extractor,
            extractor_version=record_version.extractor_version,
            strategy=record_version.strategy,
            confidence=record_version.confidence,
            used_llm=record_version.used_llm,
            changes=None if changes is None else [ChangeShape.model_validate(change) for change in changes],
        )


class MatchShape(Shape):
    model_config = shape_config(MATCH)

    product_id: int | None = Field(description="Null for a provider's offer, and if nothing matched")
    score: float | None
    strategy: str | None
    candidates: list[Annotated[dict[str, Any], documented_as(ResultCandidate)]] = Field(
        description="Possible matches, best first"
    )
    offers: list[Annotated[dict[str, Any], documented_as(ResultOffer)]] = Field(
        description="Other entries of the same product: copies, other shops' offers"
    )


class ItemRecordShape(Shape):
    model_config = shape_config(RECORD)

    item_id: UUID
    job_id: int | None
    url: str | None
    kind: str | None
    status: str = Field(description="Status of the item: DONE, PENDING, ERROR, …")
    error: ItemErrorShape | None = Field(description="Why there is no record, or why it is retried")
    record: AnyRecord | None = Field(description="Null if there is none")
    fields: dict[str, FieldShape] = Field(description="Each field of the record, with its source")
    extractor: str | None
    extractor_version: str | None
    strategy: str | None
    confidence: float | None
    used_llm: bool | None
    warnings: list[str]
    match: MatchShape | None = Field(description="How a row without a URL was matched to the product")
    fetched_at: datetime | None = Field(description="When the page was last found to have this content")
    updated_at: datetime = Field(
        description="When the content of the record last changed; if unknown, when the item did"
    )
    version: int | None = Field(
        description="Version of the record; null for a record of this item alone, which has no history"
    )
    current_version: int | None = Field(description="Current version of the page's record")
    versions: list[VersionShape] = Field(description="Newest first")
    next_versions: int | None = Field(description="Pass as `before` to get earlier versions; null if there are none")

    @classmethod
    def of(cls, seen: ItemRecord) -> "ItemRecordShape":
        item, held = seen.item, seen.record or HeldRecord(seen.item.kind, {}, seen.item.url)
        failed = item.error_code is not None or item.last_error is not None
        return cls(
            item_id=item.id,
            job_id=item.job_id,
            url=held.url or item.url,
            kind=held.kind,
            status=item.status,
            error=ItemErrorShape(code=item.error_code, message=item.last_error) if failed else None,
            record=None if seen.record is None else held.data,
            fields={name: _field(value, (held.sources or {}).get(name)) for name, value in held.data.items()},
            extractor=held.extractor,
            extractor_version=held.extractor_version,
            strategy=held.strategy,
            confidence=held.confidence,
            used_llm=held.used_llm,
            warnings=list(held.warnings),
            match=None if seen.match is None else MatchShape.model_validate(seen.match),
            fetched_at=held.fetched_at,
            updated_at=held.changed_at or item.updated_at,
            version=held.version,
            current_version=seen.current_version,
            versions=[VersionShape.of(version) for version in seen.versions],
            next_versions=seen.next,
        )


def _field(value: Any, source: dict[str, Any] | None) -> FieldShape:
    if source is None:
        return FieldShape(value=value, source=None, rung=None, path=None, snippet=None, confidence=None)
    return FieldShape(
        value=value,
        source=in_words(source["rung"]),
        rung=source["rung"],
        path=source["path"],
        snippet=_omit_if_equal(source.get("snippet"), value),
        confidence=source["confidence"],
    )


def _omit_if_equal(snippet: str | None, value: Any) -> str | None:
    return snippet if snippet and snippet != str(value) else None


@router.get(
    "/{itemId}/record",
    summary="Get the record of an item",
    responses=document_errors(NO_SUCH_ITEM, 422),
    openapi_extra={"security": [{}]},  # or none: a guest's request is visible to any caller that knows its id
)
async def item_record(
    itemId: UUID,
    user: PossiblyUser,
    engine: TheEngine,
    before: Annotated[int | None, Query(ge=1, le=2**31 - 1, description="Only versions before this one")] = None,
    limit: Annotated[int, Query(ge=1, le=MAX_VERSIONS, description="Maximum number of versions")] = 10,
) -> ItemRecordShape:
    """Returns the record, the source of each field, and its versions with the changes of each. Available to everyone
    who may see the item: a guest's request needs no token. The sources of fields are stored for the current version
    only."""
    try:
        return ItemRecordShape.of(await see_record(engine, itemId, user, before=before, limit=limit))
    except NotFound:
        if user is None:  # it may be theirs after signing in; do not reveal whether it exists
            raise WITHOUT_TOKEN.copy() from None
        raise
