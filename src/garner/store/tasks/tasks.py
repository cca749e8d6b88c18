"""Crawl tasks: standing orders to fetch and extract a page. Callers hold the rows they change."""

from collections.abc import Sequence

from garner.core.pacing.recrawl import JITTER
from garner.postgres.database import Connection

WAS_COMPLETED = "coalesce(t.completed_at > coalesce(t.failed_at, '-infinity'), false)"


async def fail(connection: Connection, task_ids: Sequence[int], code: str, message: str) -> None:
    await connection.execute(
        """
        update crawl_tasks
        set status = 'failed', error_code = %s, error_message = %s, failed_at = now(), updated_at = now(),
            next_crawl_at = now() + crawl_frequency,
            scheduled_at = coalesce(now() + crawl_frequency * (1 + %s * random()), scheduled_at)
        where id = any(%s)
        """,
        (code, message, JITTER, list(task_ids)),
    )


async def dead_letter(connection: Connection, work_ids: Sequence[int], cause: str, message: str) -> None:
    """Move work that has used up its attempts from the queue to the dead letters."""
    await connection.execute(
        """
        with gone as (delete from work where id = any(%s) returning stage, task_id, item_id, attempt)
        insert into dead_letters (stage, task_id, item_id, cause, message, attempts)
        select stage, task_id, item_id, %s, %s, attempt from gone
        """,
        (list(work_ids), cause, message),
    )


async def give_up_unwanted(connection: Connection, task_ids: Sequence[int]) -> None:
    """Stop work on pages that no item waits for and no schedule wants. Each becomes `completed` if its last run was,
    otherwise `failed`. The caller holds the tasks."""
    cursor = await connection.execute(
        f"""
        update crawl_tasks t
        set status = case when {WAS_COMPLETED} then 'completed' else 'failed' end,
            error_code = case when not {WAS_COMPLETED} then 'canceled' end,
            error_message = case when not {WAS_COMPLETED} then 'No request waits for the page any more.' end,
            rank = null, updated_at = now()
        where t.id = any(%s) and t.status not in ('completed', 'failed')
          and t.crawl_frequency is null and t.kinds = '{{}}'
          -- One lookup per page: with a join and no statistics yet, the planner would compare all rows with all.
          and (select true from job_items i
               where i.url_hash = t.url_hash and i.status in ('PENDING', 'PROCESSING') limit 1) is null
        returning t.id
        """,
        (list(task_ids),),
    )
    given_up = [row["id"] for row in await cursor.fetchall()]
    await drop_work(connection, given_up)


async def find_wanted(connection: Connection, task_ids: Sequence[int]) -> set[int]:
    """Return the tasks that an item waits for."""
    cursor = await connection.execute(
        """
        select t.id from crawl_tasks t
        where t.id = any(%s) and exists (select from job_items i
                                         where i.url_hash = t.url_hash and i.status in ('PENDING', 'PROCESSING'))
        """,
        (list(task_ids),),
    )
    return {row["id"] for row in await cursor.fetchall()}


async def drop_work(connection: Connection, task_ids: Sequence[int]) -> None:
    """Delete the work of these tasks; a worker that is processing one finds its fence gone. The rows are locked by id,
    as everywhere, because a worker may be renewing its leases on some of them at this moment."""
    await connection.execute(
        """
        with gone as materialized (select id from work where task_id = any(%s) order by id for update),
        dropped as (
            delete from work w using gone where w.id = gone.id
            returning w.stage, w.task_id, w.claimed_at, w.worker)
        insert into crawl_attempts (crawl_task_id, started_at, ended_at, outcome, worker)
        select task_id, claimed_at, now(), 'dropped', worker from dropped where stage = 'crawl' and worker is not null
        """,
        (list(task_ids),),
    )
