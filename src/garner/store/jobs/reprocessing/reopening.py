"""Rerun rows of a job.

Ended rows go back to the backlog; rows that a worker holds are taken from it, so that its late result is discarded;
rows that wait for a later time are due at once. Callers hold the job's lane, so that no other transaction feeds, pauses
or adds meanwhile; then come the pages by id, the work by id, the rows (docs/decisions/0011). Workers settle without the
lane: until its work is locked a row may still end, so a row's state is read after that.

A rerun starts from the beginning: an earlier record does not suffice for it (`redone_at`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from psycopg.rows import class_row

from garner.core.lifecycle import JobState
from garner.core.rows.row import BAD_ROW
from garner.postgres.database import Connection
from garner.store.crawl import lanes
from garner.store.jobs.reprocessing.orders import MaxAttempts
from garner.store.queue import page_waits
from garner.store.queue.job_lanes import JobLane
from garner.store.tasks import tasks

# Resets a row to its initial state. A row that wanted any kind may find another this time.
_INITIAL_STATE = """
    status = 'PENDING', url_hash = null, kind = case when j.kind = 'auto' then 'auto' else i.kind end,
    result_json = null, record_version = null, unchanged = false, error_code = null, last_error = null,
    started_at = null, completed_at = null, canceled_at = null, redone_at = now(), updated_at = now()
"""
_LIMIT = "case held.status when 'ERROR' then %(error)s::integer when 'NOT_FOUND' then %(not_found)s::integer end"


@dataclass(frozen=True, slots=True)
class RowState:
    """The state of a row: PROCESSING also if only the lease on its work says so."""

    id: UUID
    status: str
    code: str | None


@dataclass(frozen=True, slots=True)
class LockedRows:
    """The requested rows, and the pages that the open ones among them wait for."""

    rows: list[RowState]
    task_ids: list[int]


async def lock_rows(connection: Connection, lane: JobLane, item_ids: Sequence[UUID]) -> LockedRows:
    """Lock these rows: no other transaction begins or ends them until this one ends."""
    asked = {"job": lane.job_id, "ids": list(item_ids)}
    cursor = await connection.execute(
        """
        select t.id from crawl_tasks t
        where t.url_hash = any (array(
            select i.url_hash from job_items i
            where i.job_id = %(job)s and i.id = any(%(ids)s) and i.completed_at is null and i.url_hash is not null))
        order by t.id for update
        """,
        asked,
    )
    task_ids = [row["id"] for row in await cursor.fetchall()]
    await connection.execute("select from work where item_id = any(%(ids)s) order by id for update", asked)
    rows = connection.cursor(row_factory=class_row(RowState))
    await rows.execute(
        """
        select i.id, i.error_code as code,
               case when w.lease_until is null then i.status else 'PROCESSING' end as status
        from job_items i left join work w on w.item_id = i.id
        where i.job_id = %(job)s and i.id = any(%(ids)s)
        """,
        asked,
    )
    return LockedRows(await rows.fetchall(), task_ids)


async def reopen(
    connection: Connection,
    lane: JobLane,
    item_ids: Sequence[UUID],
    *,
    reset_attempts: bool,
    bad_rows: bool = False,
    asked_at: datetime | None = None,
    max_attempts: MaxAttempts | None = None,
) -> int:
    """Put rows that have ended back into the backlog, and return how many. `asked_at` is when this was requested,
    unless it was in this transaction. Rows that have had the `max_attempts` attempts start counting again."""
    cursor = await connection.execute(
        f"""
        with held as materialized (
            select id, status from job_items
            where job_id = %(job)s and id = any(%(ids)s) and completed_at is not null
              and (%(bad_rows)s or error_code is distinct from '{BAD_ROW}')
            order by id for update),
        reopened as (
            update job_items i
            set {_INITIAL_STATE}, attempts = case when %(reset)s or i.attempts >= {_LIMIT} then 0 else i.attempts end
            from held, jobs j where i.id = held.id and j.id = i.job_id
            returning i.row_no)
        select count(*) as rows, min(row_no) as first from reopened
        """,
        {
            "job": lane.job_id,
            "ids": list(item_ids),
            "reset": reset_attempts,
            "bad_rows": bad_rows,
            "error": None if max_attempts is None else max_attempts.error,
            "not_found": None if max_attempts is None else max_attempts.not_found,
        },
    )
    (reopened,) = await cursor.fetchall()
    if reopened["rows"]:
        await _detach_from_ended_originals(connection, item_ids, asked_at)
        await feed_from(connection, lane, reopened["first"])
    return int(reopened["rows"])


async def _detach_from_ended_originals(
    connection: Connection, item_ids: Sequence[UUID], asked_at: datetime | None
) -> None:
    """Detach rows from originals that had ended before. A row stays a duplicate if its original is rerun too, and
    ends with that result, even if the original has ended by now. Otherwise the first of these duplicates is processed,
    and the others repeat it."""
    await connection.execute(
        """
        with parted as materialized (
            select i.id, first_value(i.id) over (partition by i.twin_of order by i.row_no) as original
            from job_items i
            where i.id = any(%(ids)s) and i.twin_of is not null and i.completed_at is null
              and (select o.completed_at <= coalesce(%(asked_at)s::timestamptz, now())
                          or o.completed_at > clock_timestamp()  -- before the clock went back
                   from job_items o where o.id = i.twin_of))
        update job_items i set twin_of = nullif(p.original, p.id) from parted p where i.id = p.id
        """,
        {"ids": list(item_ids), "asked_at": asked_at},
    )


async def withdraw(connection: Connection, lane: JobLane, item_ids: Sequence[UUID], *, reset_attempts: bool) -> int:
    """Put open rows back into the backlog from any state: a worker that holds one finds its fence gone, or that no
    item waits for its page any more. The caller holds the rows, and gives up the pages."""
    if not item_ids:
        return 0
    cursor = await connection.execute(
        f"""
        with dropped as (
            delete from work where item_id = any(%(ids)s)),
        held as materialized (
            select id, status from job_items
            where job_id = %(job)s and id = any(%(ids)s) and completed_at is null order by id for update),
        back as (
            update job_items i
            set {_INITIAL_STATE}, attempts = case when %(reset)s then 0
                                         -- An interrupted run does not count.
                                         else greatest(0, i.attempts - (held.status = 'PROCESSING')::integer) end
            from held, jobs j where i.id = held.id and j.id = i.job_id
            returning i.row_no)
        select count(*) as rows, min(row_no) as first from back
        """,
        {"job": lane.job_id, "ids": list(item_ids), "reset": reset_attempts},
    )
    (back,) = await cursor.fetchall()
    if back["rows"]:
        await feed_from(connection, lane, back["first"])
    return int(back["rows"])


async def make_due(
    connection: Connection, lane: JobLane, item_ids: Sequence[UUID], *, reset_attempts: bool
) -> tuple[int, list[int]]:
    """Make rows that wait for a later time, or for pages, due now; their lanes decide when they run. Return how many
    those are, and the domains' lanes to reschedule once no other lock is needed. The caller holds them."""
    if not item_ids:
        return 0, []
    asked = {"job": lane.job_id, "ids": list(item_ids)}
    cursor = await connection.execute(
        """
        with late as materialized (
            select w.id from work w
            where w.lease_until is null and w.due_at > now()
              and (w.item_id = any(%(ids)s)
                   or w.task_id = any (array(
                       select t.id from crawl_tasks t
                       where t.url_hash = any (array(
                           select i.url_hash from job_items i
                           where i.job_id = %(job)s and i.id = any(%(ids)s) and i.url_hash is not null)))))
            order by w.id for update)
        update work w set due_at = now(), rank = work_rank(now(), w.priority)
        from late where w.id = late.id returning w.lane_id, w.task_id
        """,
        asked,
    )
    rescheduled = await cursor.fetchall()
    task_ids = [row["task_id"] for row in rescheduled if row["task_id"] is not None]
    expedited = len(rescheduled) - len(task_ids) + await _count_waiting(connection, item_ids, task_ids)
    expedited += await page_waits.start_pass(connection, lane, item_ids)
    if reset_attempts:
        await connection.execute(
            """
            update job_items set attempts = 0, result_json = null, updated_at = now()
            where job_id = %(job)s and id = any(%(ids)s) and completed_at is null and attempts > 0
            """,
            asked,
        )
    await lanes.reschedule_locked(connection, [lane.id])
    return expedited, [row["lane_id"] for row in rescheduled if row["lane_id"] not in (None, lane.id)]


async def _count_waiting(connection: Connection, item_ids: Sequence[UUID], task_ids: Sequence[int]) -> int:
    """Count those of these rows that wait for these pages."""
    cursor = await connection.execute(
        """
        select count(*) as rows from job_items i
        where i.id = any(%s) and i.url_hash = any (array(select t.url_hash from crawl_tasks t where t.id = any(%s)))
        """,
        (list(item_ids), list(task_ids)),
    )
    (row,) = await cursor.fetchall()
    return int(row["rows"])


async def give_up_pages(connection: Connection, held: LockedRows, woken: Sequence[int] = ()) -> None:
    """Stop pages that no item waits for any more, and wake domains' lanes that have work. This is the last step."""
    if held.task_ids:
        await tasks.give_up_unwanted(connection, held.task_ids)
    await lanes.reschedule(connection, woken)


async def feed_from(connection: Connection, lane: JobLane, row_no: int) -> None:
    """Move the feeder back to this row, so that it passes it and those behind it again; at once, unless the job is
    paused."""
    await connection.execute(
        """
        update lanes set fed_to = least(fed_to, %s), feed_at = case when %s then feed_at else now() end where id = %s
        """,
        (row_no - 1, lane.queue_state == JobState.PAUSED, lane.id),
    )
