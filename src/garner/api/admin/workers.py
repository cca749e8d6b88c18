"""Admin API: list workers and the work that each one holds."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import Query
from pydantic import Field

from garner.api.admin.operators import BAD_INPUT, Limit, operators_router
from garner.api.admin.shapes import Shape, Text
from garner.api.http.dependencies import TheEngine
from garner.api.http.errors import documented
from garner.engine.operating.workers import MOST_HELD, SeenWorker, list_workers

router = operators_router("workers")


class HeldShape(Shape):
    work_id: int
    stage: str = Field(description="`crawl`, `extract` or `match`")
    url: str | None = Field(description="The page; null of what is worked on directly and has none")
    task_id: int | None
    item_id: UUID | None = Field(description="Of a row or a request that is worked on directly")
    job_id: int | None
    row: int | None
    attempt: int
    since: datetime
    lease_until: datetime = Field(description="Once it is past, another may take the work")


class WorkerShape(Shape):
    name: str
    alive: bool = Field(description="It gave a sign within 20 seconds")
    started_at: datetime | None = Field(description="Null of one that is forgotten, and still holds a lease")
    seen_at: datetime | None = Field(description="Its last sign of life")
    allows_private: bool | None = Field(description="It may fetch from private addresses")
    reads_text: bool | None = Field(description="It can read text off pictures")
    holding: int = Field(description="How much work it has in hand")
    expired: int = Field(description="How much of that it has held for too long")
    held: list[HeldShape] = Field(description=f"At most {MOST_HELD}, those that it has had the longest")

    @classmethod
    def of(cls, seen: SeenWorker) -> "WorkerShape":
        one = seen.worker
        return cls(
            name=one.name,
            alive=one.alive,
            started_at=one.started_at,
            seen_at=one.seen_at,
            allows_private=one.allows_private,
            reads_text=one.reads_text,
            holding=one.holding,
            expired=one.expired,
            held=[HeldShape.model_validate(piece) for piece in seen.held],
        )


class Workers(Shape):
    workers: list[WorkerShape]
    next: str | None = Field(description="Ask with it as `after` for more; null at the end")


@router.get("/workers", summary="Workers, and what they have in hand", responses=documented(BAD_INPUT))
async def workers(
    engine: TheEngine,
    after: Annotated[Text | None, Query(max_length=64, description="Those after this name: `next`")] = None,
    limit: Limit = 100,
) -> Workers:
    """Sorted by name. Workers that stopped cleanly are forgotten at once, those that were killed after an hour."""
    found = await list_workers(engine, after=after or "", limit=limit)
    shown = [WorkerShape.of(one) for one in found]
    return Workers(workers=shown, next=found[-1].worker.name if len(found) == limit else None)
