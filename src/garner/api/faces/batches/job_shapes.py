"""Answers of face 2 for jobs and their items, in camelCase."""

from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from garner.engine.jobs.seen_job import SeenJob
from garner.store.jobs.grid import GridItem, PendingItem, WholeItem

ITEM_ID = "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11"
MOMENT = "2026-03-01T12:00:00Z"
COUNTS = {"pending": 310, "processing": 8, "done": 640, "notFound": 25, "error": 12, "skipped": 5, "canceled": 0}
JOB = {
    "jobId": 7,
    "jobType": "table",
    "queueState": "RUNNING",
    "totalItems": 1000,
    "counts": COUNTS,
    "processedItems": 682,
    "failedItems": 37,
    "attempts": 1,
    "lastError": None,
    "warnings": ["Not read, for the columns are others than those of the first sheet: 'Notes'."],
    "columnMapping": {"Bezeichnung lang": "title", "EAN / GTIN": "gtin"},
    "unusedColumns": ["Shelf"],
    "lastHeartbeat": MOMENT,
    "createdAt": MOMENT,
    "fileId": 3,
    "fileName": "spring-catalogue.csv",
    "kind": "product",
    "itemsPerSecond": 20.5,
    "etaSeconds": 16,
    "isBeingRead": False,
    "waiting": None,
    "isStuck": False,
}
ITEM = {
    "id": ITEM_ID,
    "jobId": 7,
    "jobType": "table",
    "row": 42,
    "status": "DONE",
    "attempts": 1,
    "lockedBy": None,
    "lockedAt": None,
    "updatedAt": MOMENT,
    "inputSummary": {"title": "Cast iron pan", "brand": "Hearth", "sku": "P-26", "url": "https://shop.example/pan"},
    "result": {"kind": "product", "url": "https://shop.example/pan", "name": "Cast iron pan 26 cm", "confidence": 0.97},
    "error": None,
}
WHOLE_ITEM = ITEM | {
    "kind": "product",
    "input": {"Name": "Cast iron pan", "Link": "https://shop.example/pan"},
    "normalized": {"title": "Cast iron pan", "url": "https://shop.example/pan"},
    "twinOf": None,
    "createdAt": MOMENT,
    "startedAt": MOMENT,
    "completedAt": MOMENT,
    "waiting": None,
}


def shown_as(example: dict[str, Any]) -> ConfigDict:
    return ConfigDict(
        alias_generator=to_camel, populate_by_name=True, from_attributes=True, json_schema_extra={"examples": [example]}
    )


class CountsShape(BaseModel):
    model_config = shown_as(COUNTS)

    pending: int
    processing: int
    done: int
    not_found: int
    error: int
    skipped: int
    canceled: int


class JobShape(BaseModel):
    model_config = shown_as(JOB)

    job_id: int
    job_type: str = Field(description="`table` for rows of a file or a list, `image` for pictures")
    queue_state: str = Field(description="QUEUED, RUNNING, PAUSED, DONE, FAILED or CANCELED")
    total_items: int
    counts: CountsShape = Field(description="Always adds up to `totalItems`")
    processed_items: int
    failed_items: int
    attempts: int = Field(description="How often it was begun: once, and again each time that rows of it are redone")
    last_error: str | None
    warnings: list[str] = Field(description="What of its files was left out or is in doubt, and why")
    column_mapping: dict[str, str] = Field(description="What the columns of its files mean; the first 100 of them")
    unused_columns: list[str] = Field(
        description="Columns that mean nothing to Garner, and stay with each row as they are; the first 100 of them"
    )
    last_heartbeat: datetime | None
    created_at: datetime
    file_id: int | None = Field(description="The first of its files, for a further job of the same (`POST /api/jobs`)")
    file_name: str | None
    kind: str
    items_per_second: float = Field(description="Over the last half minute")
    eta_seconds: int | None = Field(description="Null when there is no telling")
    is_being_read: bool = Field(description="More rows may come: its files have not been read to the end")
    waiting: str | None = Field(description="Why it does not go on, in words; null when nothing holds it back")
    is_stuck: bool = Field(description="It goes on only if somebody does something: resumes it, starts a worker")

    @classmethod
    def of(cls, seen: SeenJob) -> "JobShape":
        job = seen.job
        return cls(
            job_id=job.id,
            job_type=job.job_type,
            queue_state=job.queue_state,
            total_items=job.total_items,
            counts=CountsShape.model_validate(job),
            processed_items=job.processed_items,
            failed_items=job.failed_items,
            attempts=job.attempts,
            last_error=job.last_error,
            warnings=job.warnings,
            column_mapping=dict(job.column_mapping),
            unused_columns=job.unused_columns,
            last_heartbeat=job.last_heartbeat,
            created_at=job.created_at,
            file_id=job.file_id,
            file_name=job.file_name,
            kind=job.kind,
            items_per_second=round(job.items_per_second, 2),
            eta_seconds=seen.eta_seconds,
            is_being_read=seen.is_being_read,
            waiting=seen.waiting,
            is_stuck=seen.is_stuck,
        )


class SummaryShape(BaseModel):
    model_config = shown_as(ITEM["inputSummary"])  # type: ignore[arg-type]  # the one value of it that is an object

    title: str | None
    brand: str | None
    sku: str | None
    url: str | None


class ItemErrorShape(BaseModel):
    model_config = shown_as({"code": "server_error", "message": "The site failed to answer (HTTP 500)."})

    code: str | None
    message: str | None


class ItemShape(BaseModel):
    model_config = shown_as(ITEM)

    id: UUID
    job_id: int
    job_type: str | None = Field(description="That of its job")
    row: int
    status: str
    attempts: int
    locked_by: str | None = Field(description="The worker that is at it")
    locked_at: datetime | None
    updated_at: datetime
    input_summary: SummaryShape
    result: dict[str, Any] | None = Field(description="As exports have it")
    error: ItemErrorShape | None = Field(description="Why it ended so, or why it is tried again")

    @classmethod
    def of(cls, item: GridItem) -> "ItemShape":
        return cls(**_line(item))


class WholeItemShape(ItemShape):
    model_config = shown_as(WHOLE_ITEM)

    kind: str | None
    input: dict[str, Any] | None = Field(description="The row as it stands in the file")
    normalized: dict[str, Any] | None = Field(description="What Garner takes its cells to mean")
    twin_of: UUID | None = Field(description="An earlier row that asks for the same, as which this one ends")
    created_at: datetime
    started_at: datetime | None
    completed_at: datetime | None
    waiting: str | None = Field(description="What it waits for, in words, while it has not ended")

    @classmethod
    def of_whole(cls, item: WholeItem, waiting: str | None) -> "WholeItemShape":
        return cls(
            **_line(item),
            kind=item.kind,
            input=item.input,
            normalized=item.normalized,
            twin_of=item.twin_of,
            created_at=item.created_at,
            started_at=item.started_at,
            completed_at=item.completed_at,
            waiting=waiting,
        )


def _line(item: GridItem) -> dict[str, Any]:
    failed = item.error_code is not None or item.last_error is not None
    return {
        "id": item.id,
        "job_id": item.job_id,
        "job_type": item.job_type,
        "row": item.row_no,
        "status": item.status,
        "attempts": item.attempts,
        "locked_by": item.locked_by,
        "locked_at": item.locked_at,
        "updated_at": item.updated_at,
        "input_summary": SummaryShape(title=item.title, brand=item.brand, sku=item.sku, url=item.url),
        "result": item.result,
        "error": ItemErrorShape(code=item.error_code, message=item.last_error) if failed else None,
    }


class JobPage(BaseModel):
    model_config = shown_as({"jobs": [JOB], "next": None})

    jobs: list[JobShape]
    next: str | None = Field(description="For `after`, to get the next page; null on the last")


class ItemPage(BaseModel):
    model_config = shown_as({"items": [ITEM], "next": None})

    items: list[ItemShape]
    next: str | None = Field(
        description="For `after`, to get the next page; null on the last. A page that was filtered may hold fewer items"
        " than `pageSize`, or none, and have a next one all the same."
    )


PENDING_ITEM = ITEM | {"status": "PENDING", "result": None, "userId": 12, "userEmail": "ana@example.com"}


class PendingItemShape(ItemShape):
    model_config = shown_as(PENDING_ITEM)

    user_id: int | None = Field(description="Whose it is")
    user_email: str | None

    @classmethod
    def of(cls, item: GridItem) -> "PendingItemShape":
        assert isinstance(item, PendingItem)
        return cls(**_line(item), user_id=item.user_id, user_email=item.user_email)


class PendingPage(BaseModel):
    model_config = shown_as({"items": [PENDING_ITEM], "next": None, "pendingCount": 318})

    items: list[PendingItemShape]
    next: str | None = Field(description="For `after`, to get the next page; null on the last")
    pending_count: int = Field(description="Of all that is pending, counted some seconds ago")
