"""The feed of changed records, which other systems poll."""

from datetime import datetime
from typing import Annotated, Any, Literal, Self

from fastapi import Query
from pydantic import Field

from garner.api.access.identity import WITHOUT_TOKEN, CurrentUser
from garner.api.http.dependencies import TheEngine
from garner.api.http.errors import document_errors
from garner.api.http.routing import FaceRouter
from garner.api.http.shapes import EXAMPLE_TIME, Shape, shape_config
from garner.core.record import Kind
from garner.engine.asking.changes import ChangesPage, read_changes
from garner.errors import ChangesDeleted
from garner.store.records.change_feed import FeedChange

router = FaceRouter(prefix="/api/changes", tags=["changes"], responses=document_errors(WITHOUT_TOKEN, 429, 503))

DELETED = ChangesDeleted(
    "The changes after 812 are no longer kept. Read all your records again, then continue with since=90412."
)
CHANGE = {
    "number": 90412,
    "kind": "product",
    "id": 7,
    "url": "https://shop.example/pan",
    "title": "Copper pan",
    "version": 3,
    "change": "changed",
    "changedAt": EXAMPLE_TIME,
}


class RecordChangeShape(Shape):
    model_config = shape_config(CHANGE)

    number: int = Field(description="Position in the feed; a later change has a higher number")
    kind: Kind
    id: int | None = Field(description="Id of the record; null for a kind whose records only have a URL")
    url: str = Field(description="The page; with `kind`, it identifies the record")
    title: str | None = Field(description="Title or name in this version")
    version: int = Field(description="1 for a new record")
    change: Literal["created", "changed", "details", "gone", "back"] = Field(
        description="`created`: a new record; `changed`: its content has changed; `details`: only values that do not "
        "change its meaning, such as the wording of a unit; `gone`: the product does not exist any more; `back`: it "
        "does again, with this version"
    )
    changed_at: datetime

    @classmethod
    def of(cls, change: FeedChange) -> Self:
        return cls(
            number=change.number,
            kind=change.kind,
            id=change.id,
            url=change.url,
            title=change.title,
            version=change.version,
            change=_describe(change),
            changed_at=change.happened_at,
        )


def _describe(change: FeedChange) -> Any:
    if change.event is not None:
        return change.event.value
    return "created" if change.version == 1 else "changed" if change.changed else "details"


class RecordChangesShape(Shape):
    model_config = shape_config({"changes": [CHANGE], "next": 90412, "hasMore": False})

    changes: list[RecordChangeShape] = Field(description="Oldest first; may be empty although there are more")
    next: int = Field(description="Pass as `since` to get the following changes")
    has_more: bool = Field(description="Whether to ask again at once, instead of after a pause")

    @classmethod
    def of(cls, page: ChangesPage) -> Self:
        return cls(
            changes=[RecordChangeShape.of(change) for change in page.changes], next=page.next, has_more=page.has_more
        )


@router.get("", summary="List changed records", responses=document_errors(DELETED, 422))
async def list_changes(
    user: CurrentUser,
    engine: TheEngine,
    since: Annotated[
        int | None,
        Query(ge=0, le=2**63 - 1, description="`next` of the previous answer; by default the first change kept"),
    ] = None,
    kind: Annotated[Kind | None, Query(description="Only records of this kind")] = None,
    limit: Annotated[int, Query(ge=1, le=500, description="Maximum number of changes")] = 100,
) -> RecordChangesShape:
    """Lists every new version of the records that you asked for and of those in the catalogue, in the order of the
    feed. Nothing is left out and nothing comes twice if you continue with `next`, also after an empty page: one request
    goes through a bounded number of changes of all users. A record that has changed again since has a later entry."""
    return RecordChangesShape.of(await read_changes(engine, user.user_id, since=since, kind=kind, limit=limit))
