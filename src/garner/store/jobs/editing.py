"""Changes the input of a row. Callers hold the job's lane, and the row's page and work (`reopening.lock_rows`)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from psycopg.rows import class_row

from garner.core.rows.row import json_of
from garner.postgres.database import Connection
from garner.store.jobs.grid import MOMENT


@dataclass(frozen=True, slots=True)
class Cells:
    input: dict[str, Any] | None
    normalized: dict[str, Any] | None
    updated_at: datetime


async def cells_of(connection: Connection, job_id: int, item_id: UUID) -> Cells | None:
    """Return a row's cells, and lock the row until the transaction ends."""
    cursor = connection.cursor(row_factory=class_row(Cells))
    await cursor.execute(
        f"""
        select i.input_json as input, i.normalized_json as normalized, {MOMENT} as updated_at
        from job_items i where i.job_id = %s and i.id = %s for update
        """,
        (job_id, item_id),
    )
    return await cursor.fetchone()


async def write(
    connection: Connection, item_id: UUID, cells: Mapping[str, object], normalized: Mapping[str, object]
) -> None:
    """Write a row's cells. From now on the row has no duplicates: it neither ends with another, nor is it found by its
    earlier input."""
    await connection.execute(
        """
        with written as (
            update job_items
            set input_json = %(cells)s::jsonb, normalized_json = %(normalized)s::jsonb,
                url = %(normalized)s::jsonb ->> 'url', twin_of = null, input_hash = null
            where id = %(item)s returning job_id, row_no, url)
        update jobs j set last_linked_row = w.row_no
        from written w where j.id = w.job_id and w.url is not null and j.last_linked_row < w.row_no
        """,
        {"cells": json_of(cells).decode(), "normalized": json_of(normalized).decode(), "item": item_id},
    )
