"""Queries for working on one job alone, as a slice of it does."""

from garner.core.lifecycle import Stage
from garner.postgres.database import Connection
from garner.store.crawl import lanes

PAGES = 100  # of the job that are kept in the queue for it


async def lane_of(connection: Connection, job_id: int) -> int | None:
    cursor = await connection.execute("select id from lanes where job_id = %s", (job_id,))
    row = await cursor.fetchone()
    return None if row is None else int(row["id"])


async def seconds_until_ready(connection: Connection, stage: Stage, job_id: int) -> float | None:
    """Return the seconds until work on the job may start, or None while there is none."""
    if stage is Stage.MATCH:
        statement = "select extract(epoch from ready_at - now())::float8 as seconds from lanes where job_id = %s"
        cursor = await connection.execute(f"{statement} and ready_at < 'infinity'", (job_id,))
    else:
        cursor = await connection.execute(
            """
            select extract(epoch from min(greatest(l.ready_at, w.due_at)) - now())::float8 as seconds
            from work w left join lanes l on l.id = w.lane_id
            where w.id = any (work_of_job(%s, %s)) and coalesce(l.ready_at, w.due_at) < 'infinity'
            """,
            (job_id, stage),
        )
    row = await cursor.fetchone()
    return None if row is None or row["seconds"] is None else max(0.0, row["seconds"])


async def find_pages(connection: Connection, job_id: int, stage: Stage) -> list[int]:
    """Return the work at this stage for pages that rows of the job wait for."""
    cursor = await connection.execute("select work_of_job(%s, %s) as work_ids", (job_id, stage))
    (row,) = await cursor.fetchall()
    work_ids: list[int] = row["work_ids"]
    return work_ids


async def find_rows(connection: Connection, job_id: int, limit: int, *, reads_text: bool) -> list[int]:
    """Return the work for the first rows of the job that are due: more than the limit, since some may be locked."""
    cursor = await connection.execute(
        """
        select w.id from lanes l join work w on w.lane_id = l.id
        where l.job_id = %s and w.lease_until is null and not w.held and w.due_at <= now()
          and (%s or not w.reads_text)
        order by w.rank limit %s
        """,
        (job_id, reads_text, 4 * limit),
    )
    return [row["id"] for row in await cursor.fetchall()]


async def hand_out_pages(connection: Connection, job_id: int) -> int:
    """Move pages of the job from their domains' backlogs to the queue, regardless of other work there: otherwise a
    slice would wait for pages of other jobs, which may have no worker. Their lanes still decide when each is
    fetched."""
    cursor = await connection.execute(
        """
        with mine as materialized (
            select t.id
            from (select i.url_hash from job_items i
                  where i.job_id = %(job)s and i.url_hash is not null and i.completed_at is null
                  order by i.row_no limit 2000) i
            cross join lateral (
                select t.id from crawl_tasks t
                where t.url_hash = i.url_hash and t.status = 'pending' and t.rank is not null and t.paused_at is null
                limit 1) t
            limit greatest(0, %(pages)s - cardinality(work_of_job(%(job)s, 'crawl')))),
        held as materialized (
            select t.id, t.url_hash, t.rank, t.priority, t.max_retries,
                   (select l.id from lanes l where l.domain_id = t.domain_id) as lane
            from crawl_tasks t
            where t.id = any (array(select id from mine)) and t.status = 'pending' and t.rank is not null
            order by t.id for update skip locked),
        queued as (
            update crawl_tasks t
            set status = 'queued', rank = null, started_at = null, retry_count = 0, error_code = null,
                error_message = null, updated_at = now()
            from held where t.id = held.id),
        handed as (
            insert into work (stage, task_id, lane_id, priority, rank, max_attempts, asker_id, job_id)
            select 'crawl', h.id, h.lane, h.priority, h.rank, h.max_retries, a.asker_id, a.job_id
            from held h cross join lateral page_asker(h.url_hash) a)
        select lane from held
        """,
        {"job": job_id, "pages": PAGES},
    )
    handed = [row["lane"] for row in await cursor.fetchall()]
    await lanes.reschedule(connection, handed)
    return len(handed)
