"""Read the rows of a job for export, by their numbers, which are stable during the reading.

A page is a range of numbers, not a count of wanted rows: if few are wanted, no statement searches the whole job for
them, and the cost of one depends neither on the job's size nor on the plan.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from psycopg.rows import class_row, tuple_row

from garner.kinds.export_columns import ExportRow
from garner.postgres.database import Connection
from garner.store.jobs.grid import INPUT, RESULT


@dataclass(frozen=True, slots=True)
class Outline:
    """The facts that a job's headers depend on, and the range of its row numbers."""

    first: int | None
    last: int | None
    kinds: list[str]
    has_matches: bool  # rows that name no page are matched


async def outline(connection: Connection, job_id: int) -> Outline:
    cursor = connection.cursor(row_factory=class_row(Outline))
    await cursor.execute(
        """
        select min(row_no) as first, max(row_no) as last,
               coalesce(array_agg(distinct kind) filter (where kind is not null), '{}') as kinds,
               coalesce(bool_or(url is null), false) as has_matches
        from job_items where job_id = %s
        """,
        (job_id,),
    )
    job_outline = await cursor.fetchone()
    assert job_outline is not None
    return job_outline


async def numbers_of(connection: Connection, job_id: int, item_ids: Sequence[UUID]) -> list[int]:
    """Return the numbers of those items that belong to the job."""
    cursor = await connection.execute(
        "select row_no from job_items where id = any(%s) and job_id = %s and row_no is not null order by row_no",
        (list(item_ids), job_id),
    )
    return [row["row_no"] for row in await cursor.fetchall()]


async def page(
    connection: Connection,
    job_id: int,
    stretch: range,
    *,
    numbers: Sequence[int] | None,
    statuses: Sequence[str] | None,
    only_changed: bool,
    max_bytes: int,
) -> tuple[list[ExportRow], bool] | None:
    """Return the wanted rows of the range, by number: as many as fit into `max_bytes` stored bytes, and at least one;
    and whether those are all. Return None if the job was removed, in which case some of its rows may be gone.

    Items that are worked on directly are processing while their work is leased, which their rows do not show."""
    cursor = connection.cursor(row_factory=tuple_row)
    await cursor.execute(
        f"""
        select row_no, r.id::text, status, r.attempts, error_code, r.last_error, result::text, input::text, behind
        from jobs j left join lateral (
            select i.row_no, i.id, s.status, i.attempts, i.error_code, i.last_error, {RESULT} as result,
                   {INPUT} as input,
                   sum(b.bytes) over (order by i.row_no) - b.bytes as before,
                   count(*) over () - row_number() over (order by i.row_no) as behind
            from job_items i
            cross join lateral (
                select case when i.status = 'PENDING' and exists (
                    select from work w where w.item_id = i.id and w.lease_until is not null)
                then 'PROCESSING' else i.status end as status) s
            cross join lateral (
                select coalesce(pg_column_size(i.result_json), 0)
                       + coalesce(pg_column_size(i.input_json), 0) as bytes) b
            where i.job_id = %(job)s and i.row_no between %(first)s and %(last)s
              and (%(numbers)s::bigint[] is null or i.row_no = any(%(numbers)s::bigint[]))
              and (%(statuses)s::text[] is null or s.status = any(%(statuses)s::text[]))
              and not (%(changed)s and i.unchanged)) r on before < %(bytes)s
        where j.id = %(job)s and j.removed_at is null
        order by row_no
        """,
        {
            "job": job_id,
            "first": stretch.start,
            "last": stretch.stop - 1,
            "numbers": None if numbers is None else list(numbers),
            "statuses": None if statuses is None else list(statuses),
            "changed": only_changed,
            "bytes": max_bytes,
        },
    )
    fetched_rows = await cursor.fetchall()
    if not fetched_rows:
        return None
    rows = [ExportRow._make(row[:-1]) for row in fetched_rows if row[0] is not None]
    return rows, not rows or fetched_rows[-1][-1] == 0
