"""Admin API: who did what, and when."""

from datetime import datetime
from typing import Annotated, Any

from fastapi import Query
from pydantic import Field

from garner.api.access.operators import BAD_INPUT, AfterId, Limit, operators_router
from garner.api.http.dependencies import TheEngine
from garner.api.http.errors import document_errors
from garner.api.http.shapes import EXAMPLE_TIME, Moment, Shape, Text, shape_config
from garner.core.accounts.actor import ActionSource
from garner.engine.operating.audit import list_audit_entries

router = operators_router("audit log")

ENTRY = {
    "id": 7,
    "happenedAt": EXAMPLE_TIME,
    "actor": "root@example.com",
    "userId": 3,
    "source": "api",
    "address": "203.0.113.7",
    "action": "domain.change",
    "objectType": "domain",
    "objectId": "shop.example",
    "before": {"paused": False},
    "after": {"paused": True},
}


class AuditEntryShape(Shape):
    model_config = shape_config(ENTRY)

    id: int
    happened_at: datetime
    actor: str = Field(description="Email address of an admin; `token`, `loopback`, or a user on the command line")
    user_id: int | None = Field(description="The account of the admin, which may have been removed since")
    source: ActionSource
    address: str | None = Field(description="IP address of the client; null for commands")
    action: str = Field(description="For example `domain.change` or `crawl_task.pause`")
    object_type: str
    object_id: str | None = Field(description="Null for an action on several objects")
    before: dict[str, Any] | None = Field(description="The object before the action; null for a new one")
    after: dict[str, Any] | None = Field(
        description="The object after the action, null if it was removed; for an action on several objects, which were "
        "named and how many changed (`count`)"
    )


class AuditEntries(Shape):
    entries: list[AuditEntryShape]
    next: int | None = Field(description="Pass as `after` to get the next page; null on the last page")


@router.get("/audit", summary="List the actions of operators", responses=document_errors(BAD_INPUT))
async def list_entries(
    engine: TheEngine,
    actor: Annotated[Text | None, Query(max_length=255, description="Only actions of this actor")] = None,
    action: Annotated[str | None, Query(max_length=64, pattern=r"^[a-z_]+\.[a-z_]+$")] = None,
    subject: Annotated[
        str | None,
        Query(
            alias="object",
            max_length=300,
            pattern=r"^[a-z_]+(:[^\x00-\x1f]+)?$",
            description="Only this type of object, such as `domain`, or this object, such as `domain:shop.example`",
        ),
    ] = None,
    since: Annotated[Moment | None, Query(description="Only actions at this time or later")] = None,
    after: AfterId = None,
    limit: Limit = 100,
) -> AuditEntries:
    """Newest first. Every action of an operator is listed, by the API or by a command, unless it failed. Passwords and
    tokens are never part of an entry."""
    entries = await list_audit_entries(
        engine, actor=actor, action=action, subject=subject, since=since, before=after, limit=limit
    )
    shapes = [AuditEntryShape.model_validate(entry) for entry in entries]
    return AuditEntries(entries=shapes, next=entries[-1].id if len(entries) == limit else None)
