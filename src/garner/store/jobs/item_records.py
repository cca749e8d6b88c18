"""The record of an item, the provenance of its fields, and its earlier versions.

Every version of a page's record is kept; the provenance of fields only for the current version. A record that a user
sent, or that was read off a picture, is stored on the item alone, and has no history.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from psycopg.rows import class_row

from garner.core.record import Kind
from garner.kinds.registry import KINDS
from garner.postgres.database import Connection
from garner.store.jobs.grid import RESULT


@dataclass(frozen=True, slots=True)
class HoldingItem:
    id: UUID
    origin: str
    user_id: int | None
    job_id: int | None
    kind: str | None
    url: str | None
    url_hash: str | None
    status: str
    error_code: str | None
    last_error: str | None
    record_version: int | None
    result: dict[str, Any] | None
    updated_at: datetime
    completed_at: datetime | None


@dataclass(frozen=True, slots=True)
class PageRecord:
    """The page, kind and version that identify a record."""

    url_hash: str
    kind: Kind
    version: int


@dataclass(frozen=True, slots=True)
class RecordVersion:
    version: int
    data: dict[str, Any]
    extractor: str
    extractor_version: str
    strategy: str
    confidence: float
    used_llm: bool
    warnings: list[str]
    parsed_at: datetime
    sources: dict[str, Any] | None  # of the current one
    changed_at: datetime | None  # in meaning, likewise


async def find(connection: Connection, item_id: UUID) -> HoldingItem | None:
    cursor = connection.cursor(row_factory=class_row(HoldingItem))
    await cursor.execute(
        f"""
        select i.id, i.origin, i.user_id, i.job_id, i.kind, i.url, i.url_hash, i.status, i.error_code, i.last_error,
               i.record_version, {RESULT} as result, i.updated_at, i.completed_at
        from job_items i where i.id = %s
        """,
        (item_id,),
    )
    return await cursor.fetchone()


async def of_product(connection: Connection, product_id: int) -> tuple[PageRecord, str] | None:
    """Return a product's record, with the URL of its page."""
    cursor = await connection.execute("select url_hash, version, url from products where id = %s", (product_id,))
    row = await cursor.fetchone()
    return None if row is None else (PageRecord(row["url_hash"], Kind.PRODUCT, row["version"]), row["url"])


async def versions(
    connection: Connection, page: PageRecord, *, up_to: int | None = None, limit: int
) -> list[RecordVersion]:
    """List the versions of a record, newest first."""
    cursor = connection.cursor(row_factory=class_row(RecordVersion))
    await cursor.execute(
        f"""
        select v.version, v.data, v.extractor, v.extractor_version, v.strategy, v.confidence, v.used_llm, v.warnings,
               v.parsed_at, c.sources, c.updated_at as changed_at
        from record_versions v
        left join {KINDS[page.kind].table.name} c on c.url_hash = v.url_hash and c.version = v.version
        where v.url_hash = %(page)s and v.kind = %(kind)s and (%(up_to)s::int is null or v.version <= %(up_to)s)
        order by v.version desc limit %(limit)s
        """,
        {"page": page.url_hash, "kind": page.kind, "up_to": up_to, "limit": limit},
    )
    return await cursor.fetchall()
