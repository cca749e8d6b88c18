"""Records rows that were appended to a job. Callers hold the job's lane."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from psycopg.rows import class_row

from garner.core.rows.columns import ColumnMapping
from garner.postgres.database import Connection


@dataclass(frozen=True, slots=True)
class AppendTable:
    """The attributes that the rows of a job share."""

    id: int
    user_id: int | None
    job_type: str
    kind: str
    options: dict[str, Any]
    is_in: bool  # all rows of its files
    rows_numbered: int

    @property
    def headers(self) -> list[str]:
        return list(self.options.get("columns") or ())

    @property
    def columns(self) -> ColumnMapping:
        """The columns' meanings, as assigned when they were read."""
        return ColumnMapping(dict(self.options.get("meanings") or ()), self.options.get("decimals") or {})


async def table_of(connection: Connection, job_id: int) -> AppendTable:
    cursor = connection.cursor(row_factory=class_row(AppendTable))
    await cursor.execute(
        """
        select id, user_id, job_type, kind, options, ingested_at is not null as is_in, rows_numbered
        from jobs where id = %s
        """,
        (job_id,),
    )
    (table,) = await cursor.fetchall()
    return table


@dataclass(frozen=True, slots=True)
class Appended:
    request: str
    first_row: int
    last_row: int


async def find(connection: Connection, job_id: int, key: str) -> Appended | None:
    cursor = connection.cursor(row_factory=class_row(Appended))
    await cursor.execute(
        "select request, first_row, last_row from appends where job_id = %s and idempotency_key = %s", (job_id, key)
    )
    return await cursor.fetchone()


async def note(connection: Connection, job_id: int, key: str, appended: Appended) -> None:
    await connection.execute(
        "insert into appends (job_id, idempotency_key, request, first_row, last_row) values (%s, %s, %s, %s, %s)",
        (job_id, key, appended.request, appended.first_row, appended.last_row),
    )


async def ids_of(connection: Connection, job_id: int, appended: Appended) -> list[UUID]:
    cursor = await connection.execute(
        "select id from job_items where job_id = %s and row_no between %s and %s order by row_no",
        (job_id, appended.first_row, appended.last_row),
    )
    return [row["id"] for row in await cursor.fetchall()]
