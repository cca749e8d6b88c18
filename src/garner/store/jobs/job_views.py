"""Jobs as their owners see them: attributes, progress and speed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from psycopg.rows import class_row

from garner.core.lifecycle import COUNTERS, JobState
from garner.postgres.database import Connection
from garner.store.ingest.ingests import MAX_NAMED_COLUMNS
from garner.store.queue.workers import ALIVE

RATE_SECONDS = 30


@dataclass(frozen=True, slots=True)
class OwnedJob:
    """A job of the user who requests it, or of another if that user is an admin."""

    id: int
    user_id: int | None
    kind: str
    file_name: str | None
    options: dict[str, Any]


@dataclass(frozen=True, slots=True)
class JobView:
    id: int
    user_id: int | None
    job_type: str
    kind: str
    queue_state: str
    file_id: int | None
    file_name: str | None
    total_items: int
    pending: int
    processing: int
    done: int
    not_found: int
    error: int
    skipped: int
    canceled: int
    attempts: int
    last_error: str | None
    warnings: list[str]
    column_mapping: list[tuple[str, str]]  # header and meaning, the first MAX_NAMED_COLUMNS
    unused_columns: list[str]  # the first MAX_NAMED_COLUMNS
    last_heartbeat: datetime | None
    created_at: datetime
    ingested_at: datetime | None
    change_no: int
    ended_lately: int  # items, within the last RATE_SECONDS
    lately_seconds: float  # the period in which they ended
    workers: int

    @property
    def processed_items(self) -> int:
        return self.total_items - self.pending - self.processing

    @property
    def failed_items(self) -> int:
        return self.error + self.not_found

    @property
    def items_per_second(self) -> float:
        return self.ended_lately / self.lately_seconds if self.lately_seconds > 0 else 0.0


@dataclass(frozen=True, slots=True)
class JobCursor:
    """The position where a page of jobs ended."""

    created_at: datetime
    id: int


FILE_NAME = """
    coalesce((select f.name from files f where f.id = j.file_id),
             (select f.name from ingests g join files f on f.id = g.file_id
              where g.job_id = j.id order by g.place limit 1))
"""
# Counted by the settling processes and not yet in the job's row; read with it in one statement, they add up.
_DELTAS = f"""
    left join lateral (
        select sum(total)::int as total, {", ".join(f"sum({name})::int as {name}" for name in COUNTERS)}
        from job_deltas where job_id = j.id) d on true
"""
# Rows of a batch are never saved or abandoned, so two of the counters are not shown.
_SHOWN = [name for name in COUNTERS if name not in ("committed", "abandoned")]
_COUNTED = ", ".join(f"j.{name} + coalesce(d.{name}, 0) as {name}" for name in _SHOWN)
# Rows that ended by themselves: canceling or skipping rows does not count as speed.
ENDED = """
    (change -> 'counts' ->> 'done')::int + (change -> 'counts' ->> 'notFound')::int
    + (change -> 'counts' ->> 'error')::int
"""
# By increments: reruns do not lower the speed. The period starts at the change before the first increment, or at the
# first itself if that is the job's first.
PACE = f"""
    left join lateral (
        select coalesce(sum(greatest(leap, 0)), 0)::int as ended_lately,
               coalesce(extract(epoch from now() - min(since)), 0)::float8 as lately_seconds
        from (select c.ended - lag(c.ended) over w as leap, lag(c.happened_at) over w as since
              from (select number, happened_at, {ENDED} as ended from job_changes
                    where job_id = j.id and happened_at > now() - interval '{RATE_SECONDS} seconds'
                      and change ? 'counts'
                    order by number desc limit 200) c
              window w as (order by c.number)) leaps
        where leap is not null) p on true
"""
_VIEW = f"""
    select j.id, j.user_id, j.job_type, j.kind, j.queue_state, j.file_id, {FILE_NAME} as file_name,
           j.total_items + coalesce(d.total, 0) as total_items, {_COUNTED}, j.attempts, j.last_error,
           coalesce(j.options -> 'warnings', '[]') as warnings,
           jsonb_path_query_array(j.options, '$.meanings[0 to {MAX_NAMED_COLUMNS - 1}]') as column_mapping,
           coalesce(j.options -> 'unusedColumns', '[]') as unused_columns, j.last_heartbeat,
           j.created_at, j.ingested_at, j.change_no, p.ended_lately, p.lately_seconds,
           (select count(*) from workers where {ALIVE}) as workers, {{in_hand}} as in_hand
    from {{jobs}} j {_DELTAS} {PACE}
"""


async def find_owned(connection: Connection, job_id: int, user_id: int | None) -> OwnedJob | None:
    """Return the job if it is this user's; without a user, the job of any."""
    cursor = connection.cursor(row_factory=class_row(OwnedJob))
    await cursor.execute(
        f"""
        select j.id, j.user_id, j.kind, {FILE_NAME} as file_name, j.options
        from jobs j
        where j.id = %(job)s and (%(user)s::bigint is null or j.user_id = %(user)s) and j.removed_at is null
        """,
        {"job": job_id, "user": user_id},
    )
    return await cursor.fetchone()


async def present(connection: Connection, job_ids: Sequence[int]) -> set[int]:
    """Return the jobs that exist."""
    cursor = await connection.execute("select id from jobs where id = any(%s) and removed_at is null", (list(job_ids),))
    return {row["id"] for row in await cursor.fetchall()}


async def find(connection: Connection, job_id: int) -> JobView | None:
    cursor = await connection.execute(
        f"{_VIEW.format(jobs='jobs', in_hand='items_in_hand(j.id)')} where j.id = %s and j.removed_at is null",
        (job_id,),
    )
    row = await cursor.fetchone()
    return None if row is None else _view(row)


async def page_of(
    connection: Connection,
    *,
    user_id: int | None,
    states: Sequence[JobState] = (),
    job_type: str | None = None,
    after: JobCursor | None = None,
    limit: int,
) -> list[JobView]:
    """List jobs, newest first. Only those of the page are counted; leased items are looked up once for all of them."""
    cursor = await connection.execute(
        f"""
        with page as materialized (
            select * from jobs
            where (%(user)s::bigint is null or user_id = %(user)s) and removed_at is null
              and (%(states)s::text[] is null or queue_state = any(%(states)s::text[]))
              and (%(type)s::text is null or job_type = %(type)s)
              and (%(id)s::bigint is null or (created_at, id) < (%(moment)s::timestamptz, %(id)s::bigint))
            order by created_at desc, id desc limit %(limit)s),
        in_hand as materialized (
            select i.job_id, count(*)::int as items
            from work w
            cross join lateral (
                select job_id from job_items where id = w.item_id and status = 'PENDING' offset 0) i
            where w.lease_until is not null and w.item_id is not null group by i.job_id)
        {_VIEW.format(jobs="page", in_hand="coalesce((select items from in_hand h where h.job_id = j.id), 0)")}
        order by j.created_at desc, j.id desc
        """,
        {
            "user": user_id,
            "states": [str(state) for state in states] or None,
            "type": job_type,
            "moment": after.created_at if after else None,
            "id": after.id if after else None,
            "limit": limit,
        },
    )
    return [_view(row) for row in await cursor.fetchall()]


def _view(row: dict[str, Any]) -> JobView:
    """Build a view. Items that are worked on directly are processing while their work is leased, which their rows do
    not show."""
    in_hand = min(row.pop("in_hand"), row["pending"])
    return JobView(**row | {"pending": row["pending"] - in_hand, "processing": row["processing"] + in_hand})
