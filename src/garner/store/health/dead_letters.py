"""Dead letters: work that used up its attempts, grouped by cause, for an operator to inspect and replay."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from psycopg.rows import class_row

from garner.core.lifecycle import REPEATABLE_ORIGINS
from garner.postgres.database import Connection
from garner.store.crawl import lanes, schedule


@dataclass(frozen=True, slots=True)
class DeadLetterCause:
    cause: str
    stage: str
    letters: int
    domains: int
    first_at: datetime
    last_at: datetime
    example: str


async def causes(connection: Connection) -> list[DeadLetterCause]:
    """List the causes, most frequent first, without replayed letters."""
    cursor = connection.cursor(row_factory=class_row(DeadLetterCause))
    await cursor.execute(
        """
        select d.cause, d.stage, count(*) as letters, count(distinct t.domain_id) as domains,
               min(d.created_at) as first_at, max(d.created_at) as last_at,
               (array_agg(d.message order by d.id desc))[1] as example
        from dead_letters d left join crawl_tasks t on t.id = d.task_id
        where d.replayed_at is null group by d.cause, d.stage order by letters desc, d.cause
        """
    )
    return await cursor.fetchall()


@dataclass(frozen=True, slots=True)
class Letter:
    id: int
    stage: str
    cause: str
    message: str
    attempts: int
    created_at: datetime
    replayed_at: datetime | None
    task_id: int | None
    item_id: UUID | None
    url: str | None


_LETTER = """
    select d.id, d.stage, d.cause, d.message, d.attempts, d.created_at, d.replayed_at, d.task_id, d.item_id,
           coalesce(t.url, i.url) as url
    from dead_letters d left join crawl_tasks t on t.id = d.task_id left join job_items i on i.id = d.item_id
"""


async def page_of(
    connection: Connection, *, cause: str | None = None, before: int | None = None, limit: int = 100
) -> list[Letter]:
    """List letters, newest first, before the given one, without replayed letters."""
    cursor = connection.cursor(row_factory=class_row(Letter))
    await cursor.execute(
        f"""
        {_LETTER}
        where d.replayed_at is null and d.id < %s and (%s::text is null or d.cause = %s) order by d.id desc limit %s
        """,
        (before or 2**62, cause, cause, limit),
    )
    return await cursor.fetchall()


async def newest(connection: Connection) -> int:
    """Return the last letter's id, so that a replay of all letters leaves out those that it causes itself."""
    cursor = await connection.execute("select coalesce(max(id), 0) as id from dead_letters")
    row = await cursor.fetchone()
    assert row is not None
    return int(row["id"])


async def of_cause(connection: Connection, cause: str, *, after: int = 0, up_to: int, limit: int = 500) -> list[int]:
    """Return the oldest letters of a cause that have not been replayed."""
    cursor = await connection.execute(
        """
        select id from dead_letters
        where cause = %s and replayed_at is null and id > %s and id <= %s order by id limit %s
        """,
        (cause, after, up_to, limit),
    )
    return [row["id"] for row in await cursor.fetchall()]


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a letter: a page, or a row of a job. A subject may have several letters."""

    id: int
    task_id: int | None
    item_id: UUID | None


async def replay(connection: Connection, letter_ids: Sequence[int]) -> list[Subject]:
    """Restart the work in these letters, with all its attempts. Rows of jobs wait again for the result. A single
    request that has ended stays so, and the record is there for the next client that requests the page. Return the
    letters that had not been replayed yet."""
    cursor = connection.cursor(row_factory=class_row(Subject))
    await cursor.execute(
        """
        select id, task_id, item_id from dead_letters
        where id = any(%s) and replayed_at is null order by id for update
        """,
        (list(letter_ids),),
    )
    letters = await cursor.fetchall()
    lane_ids = await _hold_job_lanes(connection, [letter.item_id for letter in letters if letter.item_id is not None])
    await _replay_pages(connection, [letter.task_id for letter in letters if letter.task_id is not None])
    await _replay_items(connection, [letter.item_id for letter in letters if letter.item_id is not None])
    await lanes.reschedule_locked(connection, lane_ids)
    await connection.execute(
        "update dead_letters set replayed_at = now() where id = any(%s)", ([letter.id for letter in letters],)
    )
    return letters


async def find_known(connection: Connection, letter_ids: Sequence[int]) -> set[int]:
    """Return the letters that exist, replayed or not."""
    cursor = await connection.execute("select id from dead_letters where id = any(%s)", (list(letter_ids),))
    return {row["id"] for row in await cursor.fetchall()}


async def _replay_pages(connection: Connection, task_ids: Sequence[int]) -> None:
    """Add pages to their domain's backlog rather than to the queue, which a whole cause at once could flood."""
    if not task_ids:
        return
    cursor = await connection.execute(
        "select id, url_hash from crawl_tasks where id = any(%s) order by id for update", (list(task_ids),)
    )
    pages = await cursor.fetchall()
    cursor = await connection.execute(
        """
        update crawl_tasks t
        set status = 'pending', scheduled_at = now(), rank = work_rank(now(), t.priority), updated_at = now(),
            kinds = array(select unnest(t.kinds)
                          union select i.kind from job_items i
                          where i.url_hash = t.url_hash and i.status = 'ERROR' and i.kind <> 'auto' order by 1)
        where t.id = any(%s) and t.status in ('completed', 'failed') returning t.domain_id
        """,
        ([page["id"] for page in pages],),
    )
    domain_ids = {row["domain_id"] for row in await cursor.fetchall()}
    await _reopen(connection, "url_hash", [page["url_hash"] for page in pages])
    await schedule.feed_soon(connection, list(domain_ids))


async def _hold_job_lanes(connection: Connection, item_ids: Sequence[UUID]) -> list[int]:
    cursor = await connection.execute(
        "select distinct l.id from job_items i join lanes l on l.job_id = i.job_id where i.id = any(%s)",
        (list(item_ids),),
    )
    return await lanes.lock(connection, [row["id"] for row in await cursor.fetchall()])


async def _replay_items(connection: Connection, item_ids: Sequence[UUID]) -> None:
    """Put rows back into the queue on their job's lane."""
    reopened = await _reopen(connection, "id", item_ids)
    await connection.execute(
        """
        insert into work (stage, item_id, lane_id, rank)
        select 'match', i.id, (select l.id from lanes l where l.job_id = i.job_id), work_rank(now(), 5)
        from job_items i where i.id = any(%s)
        """,
        (reopened,),
    )


async def _reopen(connection: Connection, column: str, values: Sequence[object]) -> list[UUID]:
    """Make failed rows of jobs pending again, and resume their jobs, except canceled ones."""
    if not values:
        return []
    cursor = await connection.execute(
        f"""
        with reopened as (
            update job_items i
            set status = 'PENDING', error_code = null, last_error = null, completed_at = null, updated_at = now()
            from (select f.id from job_items f
                  where f.{column} = any(%s) and f.status = 'ERROR' and f.origin = any(%s)
                    and exists (select from jobs j
                                where j.id = f.job_id and j.queue_state <> 'CANCELED' and j.removed_at is null)
                  order by f.id for update of f) e
            where i.id = e.id
            returning i.id, i.job_id),
        held as materialized (  -- in any state: waits for a transaction that is ending one
            select id, queue_state from jobs where id in (select job_id from reopened) and removed_at is null
            order by id for no key update),
        resumed as (
            update jobs j set queue_state = 'RUNNING', finished_at = null, attempts = j.attempts + 1,
                updated_at = now()
            from held where j.id = held.id and held.queue_state in ('DONE', 'FAILED'))
        select id from reopened
        """,
        (list(values), [origin.value for origin in REPEATABLE_ORIGINS]),
    )
    return [row["id"] for row in await cursor.fetchall()]


async def delete_old(
    connection: Connection, older_than: timedelta, replayed_before: timedelta, limit: int = 5000
) -> int:
    """Delete letters that were not replayed for too long, and those replayed long enough ago. A letter that is being
    replayed at this moment stays."""
    gone = 0
    for moment, age in (("created_at", older_than), ("replayed_at", replayed_before)):
        cursor = await connection.execute(
            f"""
            delete from dead_letters where id in (
                select id from dead_letters where {moment} < now() - %s order by {moment} limit %s
                for update skip locked)
            """,
            (age, limit),
        )
        gone += cursor.rowcount
    return gone
