"""Admin API: list workers and the work that each one holds."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import Query
from pydantic import Field

from garner.api.access.operators import BAD_INPUT, Limit, operators_router
from garner.api.http.dependencies import TheEngine
from garner.api.http.errors import document_errors
from garner.api.http.shapes import Shape, Text
from garner.engine.operating.workers import MAX_HELD, SeenWorker, list_workers

router = operators_router("workers")


class HeldShape(Shape):
    work_id: int
    stage: str = Field(description="`crawl`, `extract` or `match`")
    url: str | None = Field(description="The page; null for work without one")
    task_id: int | None
    item_id: UUID | None = Field(description="Set for a row or a request that is processed directly")
    job_id: int | None
    row: int | None
    attempt: int
    since: datetime
    lease_until: datetime = Field(description="After this time, another worker may take the work")


class WorkerShape(Shape):
    name: str
    alive: bool = Field(description="It sent a heartbeat within the last 20 seconds")
    started_at: datetime | None = Field(
        description="Null for a worker that is no longer registered but still holds a lease"
    )
    seen_at: datetime | None = Field(description="Last heartbeat")
    allows_private: bool | None = Field(description="It may fetch from private addresses")
    reads_text: bool | None = Field(description="It can read text from pictures (OCR)")
    holding: int = Field(description="Number of pieces of work it holds")
    expired: int = Field(description="Number of those whose lease has expired")
    held: list[HeldShape] = Field(description=f"Up to {MAX_HELD} of them, longest held first")

    @classmethod
    def of(cls, seen: SeenWorker) -> "WorkerShape":
        worker = seen.worker
        return cls(
            name=worker.name,
            alive=worker.alive,
            started_at=worker.started_at,
            seen_at=worker.seen_at,
            allows_private=worker.allows_private,
            reads_text=worker.reads_text,
            holding=worker.holding,
            expired=worker.expired,
            held=[HeldShape.model_validate(piece) for piece in seen.held],
        )


class Workers(Shape):
    workers: list[WorkerShape]
    next: str | None = Field(description="Pass as `after` to get the next page; null on the last page")


@router.get("/workers", summary="List workers and the work they hold", responses=document_errors(BAD_INPUT))
async def workers(
    engine: TheEngine,
    after: Annotated[Text | None, Query(max_length=64, description="`next` of the previous page")] = None,
    limit: Limit = 100,
) -> Workers:
    """Sorted by name. A worker that stops cleanly leaves the list at once, one that is killed after an hour."""
    seen_workers = await list_workers(engine, after=after or "", limit=limit)
    shown = [WorkerShape.of(seen_worker) for seen_worker in seen_workers]
    return Workers(workers=shown, next=seen_workers[-1].worker.name if len(seen_workers) == limit else None)
