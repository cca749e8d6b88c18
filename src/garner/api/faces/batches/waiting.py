"""Batches, waiting: explain why rows are not done yet, for many rows of a screen at a time."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import Query
from pydantic import BaseModel, BeforeValidator, Field

from garner.api.access.identity import WITHOUT_TOKEN, CurrentUser
from garner.api.faces.batches.job_shapes import ITEM_ID
from garner.api.faces.batches.jobs import split_list
from garner.api.http.dependencies import TheEngine
from garner.api.http.errors import document_errors
from garner.api.http.routing import FaceRouter
from garner.api.http.shapes import EXAMPLE_TIME, shape_config
from garner.core.waiting import Reason, Waiting
from garner.engine.asking.waiting import why_own_items_wait

router = FaceRouter(prefix="/api/waiting", tags=["batches"], responses=document_errors(WITHOUT_TOKEN, 429, 503))

MAX_ASKED = 100
REASON = {
    "itemId": ITEM_ID,
    "code": "pace",
    "message": f"shop.example gets one request every 5 s; 3 pages are ahead; expected start at {EXAMPLE_TIME}",
    "what": "shop.example gets one request every 5 s; 3 pages are ahead",
    "until": EXAMPLE_TIME,
    "site": "shop.example",
    "isStuck": False,
}


class ItemWaitingShape(BaseModel):
    model_config = shape_config(REASON)

    item_id: UUID
    code: Reason
    message: str = Field(description="The reason as text, including times")
    what: str = Field(description="The same without the time")
    until: datetime | None = Field(description="When the wait ends or the next attempt is due, if known")
    site: str | None = Field(description="The site that it waits for, if any")
    is_stuck: bool = Field(description="It needs an action to continue; waiting is not enough")


class WaitingPage(BaseModel):
    model_config = shape_config({"waiting": [REASON]})

    waiting: list[ItemWaitingShape]


ItemIds = Annotated[
    list[UUID],
    BeforeValidator(split_list),
    Query(alias="itemIds", min_length=1, max_length=MAX_ASKED, description="Item ids, separated by commas"),
]


@router.get("", summary="Explain why items wait", responses=document_errors(422))
async def waiting(user: CurrentUser, engine: TheEngine, item_ids: ItemIds) -> WaitingPage:
    """For rows of your jobs and for your single requests: returns the first reason why each one waits. Items that have
    ended and items of other users are left out."""
    reasons = await why_own_items_wait(engine, user, item_ids)
    return WaitingPage(waiting=_shapes(reasons))


def _shapes(reasons: Mapping[UUID, Waiting]) -> list[ItemWaitingShape]:
    return [
        ItemWaitingShape(
            item_id=item_id,
            code=reason.code,
            message=reason.message,
            what=reason.what,
            until=reason.until,
            site=reason.site,
            is_stuck=reason.is_stuck,
        )
        for item_id, reason in reasons.items()
    ]
