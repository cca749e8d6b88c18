"""Jobs' lanes, and the feeding of a job's rows into the queue.

A job's rows wait in `job_items`, in the order of the file. The feeder moves them on, a bounded window at a time: a row
without a URL goes to the queue on its job's lane, a row with a URL is attached to its page. `fed_to` is the feeder's
position; rows that it has passed are in progress, have ended, or end with another row.

A transaction that moves rows of a job holds its lane, and takes it before all other locks; the lanes of domains stay
the last (docs/decisions/0011).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from psycopg.rows import class_row

from garner import observe
from garner.core.lifecycle import REPEATABLE_ORIGINS
from garner.core.record import Kind
from garner.core.rows.row import AWAITS_PAGES
from garner.core.urls.page_url import PageUrl
from garner.postgres.database import Connection, emit_on_commit
from garner.store.tasks import tasks

PRIORITY = 5  # in the middle: single requests go before, and ordered pages may go either way
LOOK_ROWS = 10_000  # rows read at once: in a job that is partly rerun, most rows have ended
REPEATABLE = [origin.value for origin in REPEATABLE_ORIGINS]


@dataclass(frozen=True, slots=True)
class JobLane:
    id: int
    job_id: int
    fed_to: int
    queue_state: str
    job_type: str
    kind: str
    is_removed: bool
    rows_wait: bool  # for pages of the job (`page_waits`)
    retry_is_due: bool  # of those rows
    retried_to: int | None


_LANE = """
    select l.id, l.job_id, l.fed_to, j.queue_state, j.job_type, j.kind, j.removed_at is not null as is_removed,
           p.job_id is not null as rows_wait, coalesce(p.retry_at <= now(), false) as retry_is_due, p.retried_to
    from lanes l join jobs j on j.id = l.job_id left join page_waits p on p.job_id = j.id where l.id = %s
"""


async def to_be_fed(connection: Connection, limit: int = 50) -> list[int]:
    """Return the lanes to feed: of each user the job that has waited longest, then the next of each, so that a user
    with many jobs does not come first."""
    cursor = await connection.execute(
        """
        select l.id
        from lanes l join jobs j on j.id = l.job_id
        where l.feed_at <= now() and l.feed_at < 'infinity' and l.stage = 'match'
        order by row_number() over (partition by coalesce(j.user_id, -j.id) order by l.feed_at), l.feed_at limit %s
        """,
        (limit,),
    )
    return [row["id"] for row in await cursor.fetchall()]


async def to_be_canceled(connection: Connection, limit: int = 50) -> list[int]:
    """Return those of the lanes to feed whose job was canceled, and whose rows are not all done."""
    cursor = await connection.execute(
        """
        select l.id from lanes l join jobs j on j.id = l.job_id
        where l.feed_at <= now() and l.feed_at < 'infinity' and l.stage = 'match' and j.queue_state = 'CANCELED'
        order by l.feed_at limit %s
        """,
        (limit,),
    )
    return [row["id"] for row in await cursor.fetchall()]


async def take(connection: Connection, lane_id: int) -> JobLane | None:
    """Lock and return the lane, if it is to be fed and no other transaction holds it. The job's state is read in a
    later statement than the lock, so that a pause or cancel just before is seen."""
    cursor = await connection.execute(
        "select 1 from lanes where id = %s and feed_at <= now() for no key update skip locked", (lane_id,)
    )
    return None if await cursor.fetchone() is None else await _find(connection, lane_id)


async def lock(connection: Connection, job_id: int) -> JobLane | None:
    """Lock and return the lane of a job, waiting for its current holder. Return None for a job whose rows are not
    fed, or that is gone."""
    cursor = await connection.execute("select id from lanes where job_id = %s for no key update", (job_id,))
    row = await cursor.fetchone()
    lane = None if row is None else await _find(connection, row["id"])
    return None if lane is None or lane.is_removed else lane


async def _find(connection: Connection, lane_id: int) -> JobLane | None:
    cursor = connection.cursor(row_factory=class_row(JobLane))
    await cursor.execute(_LANE, (lane_id,))
    return await cursor.fetchone()


# The feeder's reads -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WindowRoom:
    """The room for more rows and pages in progress. Work that is due later takes none."""

    rows: int
    pages: int


async def room(connection: Connection, lane: JobLane, *, rows: int, pages: int) -> WindowRoom:
    cursor = await connection.execute(
        """
        select %(rows)s
                 - (select count(*) from (select from work where lane_id = %(lane)s and lease_until is null and not held
                                            and due_at <= now() limit %(rows)s) c)
                 - (select count(*) from work where lane_id = %(lane)s and lease_until is not null) as rows,
               %(pages)s
                 - (select count(*) from (select from job_items where job_id = %(job)s and url_hash is not null
                                            and completed_at is null limit %(pages)s) c) as pages
        """,
        {"rows": rows, "pages": pages, "lane": lane.id, "job": lane.job_id},
    )
    (row,) = await cursor.fetchall()
    return WindowRoom(max(0, row["rows"]), max(0, row["pages"]))


@dataclass(frozen=True, slots=True)
class BacklogRow:
    id: UUID
    row_no: int
    kind: str | None
    url: str | None
    use_llm: bool
    duplicate_of: UUID | None


async def last_in_sight(connection: Connection, lane: JobLane, look_rows: int = LOOK_ROWS) -> int | None:
    """Return the last row that one read covers, or None if there is no further row."""
    cursor = await connection.execute(
        """
        select max(row_no) as last from (
            select row_no from job_items where job_id = %s and row_no > %s order by row_no limit %s) seen
        """,
        (lane.job_id, lane.fed_to, look_rows),
    )
    (row,) = await cursor.fetchall()
    return None if row["last"] is None else int(row["last"])


async def backlog(connection: Connection, lane: JobLane, last: int, limit: int) -> list[BacklogRow]:
    """Return the next idle rows, in the order of the file, without those that wait for pages of the job."""
    cursor = connection.cursor(row_factory=class_row(BacklogRow))
    await cursor.execute(
        f"""
        select i.id, i.row_no, i.kind, i.url, i.use_llm_fallback as use_llm,
               i.twin_of as duplicate_of
        from job_items i
        -- The status is hidden from the planner, which might otherwise scan all pending rows.
        where i.job_id = %s and i.row_no > %s and i.row_no <= %s and coalesce(i.status, '') = 'PENDING'
          and i.url_hash is null and coalesce(i.error_code, '') <> '{AWAITS_PAGES}'
          and not exists (select from work w where w.item_id = i.id)
        order by i.row_no limit %s
        """,
        (lane.job_id, lane.fed_to, last, limit),
    )
    return await cursor.fetchall()


async def open_rows(connection: Connection, lane: JobLane, last: int, limit: int) -> list[UUID]:
    """Return all open rows, whether or not a worker holds them."""
    cursor = await connection.execute(
        """
        select id from job_items where job_id = %s and row_no > %s and row_no <= %s and completed_at is null
        order by row_no limit %s
        """,
        (lane.job_id, lane.fed_to, last, limit),
    )
    return [row["id"] for row in await cursor.fetchall()]


# The feeder's writes. The caller holds the lane -------------------------------------------------------------


async def queue(
    connection: Connection, lane: JobLane, item_ids: Sequence[UUID], *, max_attempts: int, reads_text: bool
) -> None:
    """Queue rows that are worked on directly, in their order."""
    if not item_ids:
        return
    await connection.execute(
        """
        insert into work (stage, item_id, lane_id, priority, rank, max_attempts, reads_text)
        select 'match', r.id, %(lane)s, %(priority)s,
               work_rank(now(), %(priority)s) + r.place * interval '1 microsecond', %(most)s, %(reads_text)s
        from unnest(%(ids)s::uuid[]) with ordinality r (id, place)
        on conflict do nothing
        """,
        {
            "lane": lane.id,
            "priority": PRIORITY,
            "ids": list(item_ids),
            "most": max_attempts,
            "reads_text": reads_text,
        },
    )


@dataclass(frozen=True, slots=True)
class PageWanted:
    item_id: UUID
    page: PageUrl
    kind: str
    # The language model is available, so a record that lacks an essential field does not suffice unless it was called.
    require_complete: bool


async def attach(
    connection: Connection,
    lane: JobLane,
    wanted: Sequence[PageWanted],
    *,
    ttls: Mapping[Kind, timedelta],
    delay_seconds: float,
) -> set[UUID]:
    """Attach rows to their pages, or end them with a fresh record, and return them. The pages of the others are
    locked just now."""
    if not wanted:
        return set()
    cursor = await connection.execute(
        """
        select * from attach_rows(%s, %s::uuid[], %s::text[], %s::text[], %s::text[], %s::text[], %s::text[],
                                  %s::boolean[], %s::text[], %s::interval[], %s, %s, %s::text[])
        """,
        (
            lane.job_id,
            [wanted_page.item_id for wanted_page in wanted],
            [wanted_page.kind for wanted_page in wanted],
            [wanted_page.page.original for wanted_page in wanted],
            [wanted_page.page.hash for wanted_page in wanted],
            [wanted_page.page.domain for wanted_page in wanted],
            [wanted_page.page.base_url for wanted_page in wanted],
            [wanted_page.require_complete for wanted_page in wanted],
            list(ttls),
            list(ttls.values()),
            PRIORITY,
            delay_seconds,
            [wanted_page.page.given for wanted_page in wanted],
        ),
    )
    attached = await cursor.fetchall()
    urls = {wanted_page.item_id: wanted_page.page.original for wanted_page in wanted}
    for row in attached:
        if row["outcome"] == "done":
            details = (lane.job_id, row["task_id"], row["kind"], "DONE", None, urls[row["item_id"]])
            emit_on_commit(connection, observe.ItemEnded(str(row["item_id"]), *details))
    return {row["item_id"] for row in attached}


@dataclass(frozen=True, slots=True)
class RowRefusal:
    item_id: UUID
    kind: str | None
    url: str | None
    code: str
    message: str


async def refuse(connection: Connection, lane: JobLane, refusals: Sequence[RowRefusal]) -> None:
    """End rows that cannot be started as errors."""
    if not refusals:
        return
    await connection.execute(
        """
        update job_items i
        set status = 'ERROR', error_code = r.code, last_error = r.message, attempts = i.attempts + 1,
            started_at = coalesce(i.started_at, now()), completed_at = now(), updated_at = now()
        from unnest(%s::uuid[], %s::text[], %s::text[]) r (id, code, message)
        where i.id = r.id and coalesce(i.status, '') = 'PENDING'
        """,
        tuple([getattr(refusal, name) for refusal in refusals] for name in ("item_id", "code", "message")),
    )
    for refusal in refusals:
        emit_on_commit(
            connection,
            observe.ItemEnded(
                str(refusal.item_id), lane.job_id, None, refusal.kind, "ERROR", refusal.code, refusal.url
            ),
        )


async def move_on(
    connection: Connection, lane: JobLane, *, fed_to: int, again_in: float | None, queued: bool = False
) -> None:
    """Record the feeder's position. It looks again after `again_in`, or when it is woken; workers are woken if rows
    were queued."""
    await connection.execute(
        """
        update lanes
        set fed_to = %(fed_to)s, feed_at = coalesce(now() + %(again_in)s, 'infinity'),
            ready_at = case when %(queued)s then least(ready_at, greatest(next_at, now())) else ready_at end
        where id = %(lane)s
        """,
        {
            "lane": lane.id,
            "fed_to": fed_to,
            "again_in": None if again_in is None else timedelta(seconds=again_in),
            "queued": queued,
        },
    )


# Job control -------------------------------------------------------------------------------------------------


async def stop(connection: Connection, lane: JobLane) -> None:
    """Stop handing out rows of the job. Rows that a worker holds continue."""
    await connection.execute(
        "update lanes set next_at = 'infinity', ready_at = 'infinity', feed_at = 'infinity' where id = %s", (lane.id,)
    )


async def resume(connection: Connection, lane: JobLane) -> None:
    await connection.execute(
        "update lanes set next_at = '-infinity', ready_at = now(), feed_at = now() where id = %s", (lane.id,)
    )


async def restart_feeding(connection: Connection, lane: JobLane) -> None:
    """Move the feeder back to the job's first row."""
    await connection.execute("update lanes set fed_to = 0, feed_at = now() where id = %s", (lane.id,))


async def detach(connection: Connection, lane: JobLane) -> int:
    """Put rows that wait for pages back into the backlog, and give up pages that no other item wants."""
    cursor = await connection.execute(
        f"""
        select t.id, t.url_hash from crawl_tasks t
        where t.url_hash = any (array(
            select i.url_hash from job_items i where {_ATTACHED} and i.status = 'PENDING'))
        order by t.id for update
        """,
        {"job": lane.job_id, "origins": REPEATABLE},
    )
    pages = await cursor.fetchall()
    cursor = await connection.execute(
        f"""
        with held as materialized (
            select i.id from job_items i
            where {_ATTACHED} and i.status = 'PENDING' and i.url_hash = any(%(pages)s) order by i.id for update)
        update job_items i set url_hash = null from held where i.id = held.id returning i.row_no
        """,
        {"job": lane.job_id, "origins": REPEATABLE, "pages": [page["url_hash"] for page in pages]},
    )
    detached = [row["row_no"] for row in await cursor.fetchall()]
    await tasks.give_up_unwanted(connection, [page["id"] for page in pages])
    if detached:
        await connection.execute(
            "update lanes set fed_to = least(fed_to, %s) where id = %s", (min(detached) - 1, lane.id)
        )
    return len(detached)


_ATTACHED = """
    i.job_id = %(job)s and i.url_hash is not null and i.completed_at is null and i.origin = any(%(origins)s)
"""


async def find_open_rows(connection: Connection, job_id: int, limit: int | None = None) -> list[UUID]:
    """Return the open rows of a job that are in the queue or wait for a page; those that a worker holds come first."""
    cursor = await connection.execute(
        """
        with lane as materialized (select id from lanes where job_id = %(job)s)
        select distinct id from (
            (select w.item_id as id from work w, lane
             where w.lane_id = lane.id and w.lease_until is not null and w.item_id is not null limit %(limit)s)
            union all
            (select i.id from job_items i
             where i.job_id = %(job)s and i.url_hash is not null and i.completed_at is null limit %(limit)s)
            union all
            (select w.item_id from work w, lane
             where w.lane_id = lane.id and w.lease_until is null and w.item_id is not null limit %(limit)s)
            limit %(limit)s) r
        """,
        {"job": job_id, "limit": limit},
    )
    return [row["id"] for row in await cursor.fetchall()]
