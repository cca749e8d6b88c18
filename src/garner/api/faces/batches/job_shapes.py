"""Answers of face 2 for jobs and their items, in camelCase."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from pydantic import BaseModel, Field

from garner.api.http.record_schemas import RECORD_MODELS, documented_as
from garner.api.http.shapes import EXAMPLE_TIME, shape_config
from garner.engine.jobs.seen_job import SeenJob
from garner.kinds.flat_results import ResultFacts
from garner.store.jobs.grid import GridItem, PendingItem, WholeItem

ITEM_ID = "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11"
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
    "warnings": ["Sheets with other columns than the first were not read: 'Notes'."],
    "columnMapping": {"Bezeichnung lang": "title", "EAN / GTIN": "gtin"},
    "unusedColumns": ["Shelf"],
    "lastHeartbeat": EXAMPLE_TIME,
    "createdAt": EXAMPLE_TIME,
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
    "updatedAt": EXAMPLE_TIME,
    "inputSummary": {"title": "Cast iron pan", "brand": "Hearth", "sku": "P-26", "url": "https://shop.example/pan"},
    "result": {"kind": "product", "url": "https://shop.example/pan", "name": "Cast iron pan 26 cm", "confidence": 0.97},
    "error": None,
}
WHOLE_ITEM = ITEM | {
    "kind": "product",
    "input": {"Name": "Cast iron pan", "Link": "https://shop.example/pan"},
    "normalized": {"title": "Cast iron pan", "url": "https://shop.example/pan"},
    "twinOf": None,
    "createdAt": EXAMPLE_TIME,
    "startedAt": EXAMPLE_TIME,
    "completedAt": EXAMPLE_TIME,
    "waiting": None,
}


class CountsShape(BaseModel):
    model_config = shape_config(COUNTS)

    pending: int
    processing: int
    done: int
    not_found: int
    error: int
    skipped: int
    canceled: int


class JobShape(BaseModel):
    model_config = shape_config(JOB)

    job_id: int
    job_type: str = Field(description="`table` for rows of a file or a list, `image` for pictures")
    queue_state: str = Field(description="QUEUED, RUNNING, PAUSED, DONE, FAILED or CANCELED")
    total_items: int
    counts: CountsShape = Field(description="Always adds up to `totalItems`")
    processed_items: int
    failed_items: int
    attempts: int = Field(description="Number of runs: the first, and one for each time rows are reprocessed")
    last_error: str | None
    warnings: list[str] = Field(description="Parts of its files that were skipped or are doubtful, and why")
    column_mapping: dict[str, str] = Field(description="Meaning of each column of its files; the first 100 columns")
    unused_columns: list[str] = Field(
        description="Columns that Garner does not use; they stay with each row unchanged. The first 100 columns"
    )
    last_heartbeat: datetime | None
    created_at: datetime
    file_id: int | None = Field(description="Its first file; use it to create another job (`POST /api/jobs`)")
    file_name: str | None
    kind: str
    items_per_second: float = Field(description="Average of the last 30 seconds")
    eta_seconds: int | None = Field(description="Estimated time left; null if unknown")
    is_being_read: bool = Field(description="Its files are still being read, so more rows may follow")
    waiting: str | None = Field(description="Why the job waits, as text; null if nothing holds it back")
    is_stuck: bool = Field(description="It needs an action to continue: resume it, or start a worker")

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
    model_config = shape_config(ITEM["inputSummary"])  # type: ignore[arg-type]  # the one value of it that is an object

    title: str | None
    brand: str | None
    sku: str | None
    url: str | None


class ItemErrorShape(BaseModel):
    model_config = shape_config({"code": "server_error", "message": "The site returned an error (HTTP 500)."})

    code: str | None
    message: str | None


class ItemShape(BaseModel):
    model_config = shape_config(ITEM)

    id: UUID
    job_id: int
    job_type: str | None = Field(description="Type of its job")
    row: int
    status: str
    attempts: int
    locked_by: str | None = Field(description="The worker that is processing it")
    locked_at: datetime | None
    updated_at: datetime
    input_summary: SummaryShape
    result: Annotated[dict[str, Any], documented_as(*RECORD_MODELS, beside=ResultFacts)] | None = Field(
        description="The fields of the record and of its match, as in exports"
    )
    error: ItemErrorShape | None = Field(description="Why it failed, or why it is retried")

    @classmethod
    def of(cls, item: GridItem) -> "ItemShape":
        return cls(**_line(item))


class WholeItemShape(ItemShape):
    model_config = shape_config(WHOLE_ITEM)

    kind: str | None
    input: dict[str, Any] | None = Field(description="The row as in the file")
    normalized: dict[str, Any] | None = Field(description="The cells as Garner interprets them")
    twin_of: UUID | None = Field(description="The earlier row that this one duplicates; it gets the same result")
    created_at: datetime
    started_at: datetime | None
    completed_at: datetime | None
    waiting: str | None = Field(description="What an unfinished item waits for, as text")

    @classmethod
    def of_whole(cls, item: WholeItem, waiting: str | None) -> "WholeItemShape":
        return cls(
            **_line(item),
            kind=item.kind,
            input=item.input,
            normalized=item.normalized,
            twin_of=item.duplicate_of,
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
    model_config = shape_config({"jobs": [JOB], "next": None})

    jobs: list[JobShape]
    next: str | None = Field(description="Pass as `after` to get the next page; null on the last page")


class ItemPage(BaseModel):
    model_config = shape_config({"items": [ITEM], "next": None})

    items: list[ItemShape]
    next: str | None = Field(
        description="Pass as `after` to get the next page; null on the last page. A filtered page may contain"
        " fewer items than `pageSize`, or none, and still have a next page"
    )


PENDING_ITEM = ITEM | {"status": "PENDING", "result": None, "userId": 12, "userEmail": "ana@example.com"}


class PendingItemShape(ItemShape):
    model_config = shape_config(PENDING_ITEM)

    user_id: int | None = Field(description="Owner of the item")
    user_email: str | None

    @classmethod
    def of(cls, item: GridItem) -> "PendingItemShape":
        assert isinstance(item, PendingItem)
        return cls(**_line(item), user_id=item.user_id, user_email=item.user_email)


class PendingPage(BaseModel):
    model_config = shape_config({"items": [PENDING_ITEM], "next": None, "pendingCount": 318})

    items: list[PendingItemShape]
    next: str | None = Field(description="Pass as `after` to get the next page; null on the last page")
    pending_count: int = Field(description="Number of all pending items, counted a few seconds ago")
