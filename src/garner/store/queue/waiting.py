"""Explain why pages and requests wait: read everything the answer depends on, for many of them in one statement."""

from collections.abc import Sequence
from dataclasses import fields
from uuid import UUID

from garner.core.lifecycle import JobState
from garner.core.rows.row import AWAITS_PAGES
from garner.core.waiting import MAX_COUNTED, Reason, TaskObstacles, Waiting, explain
from garner.postgres.database import Connection, Row
from garner.store.crawl.lanes import DELAY, Politeness
from garner.store.queue.workers import ALIVE

# Infinite times mean that there is none, and Python cannot represent them.
_TASK_STATE = f"""
    with company as materialized (
        select count(*) as workers, count(*) filter (where allows_private) as workers_for_private,
               exists (select from proxies) as proxied
        from workers where {ALIVE})
    select t.id, now() as now, t.status, t.scheduled_at, t.rank is not null as in_backlog,
           t.paused_at is not null or coalesce(w.held, false) as page_paused, t.error_code, t.error_message,
           c.workers, c.workers_for_private, c.proxied,
           d.domain_name as site, d.is_active, d.paused_at as site_paused_at, l.needs_private,
           {DELAY} as delay_seconds,
           lane_width(l.opened_at, l.failures, coalesce(d.max_concurrent_requests, %(width)s)) as width,
           (select count(*) from work f where f.lane_id = l.id and f.lease_until is not null) as in_flight,
           case when isfinite(l.next_at) then l.next_at end as next_at,
           l.opened_at, l.open_until, l.breaker_cause, l.not_before,
           o.obeys and coalesce(r.expires_at, '-infinity') <= now() as robots_unread,
           case when isfinite(r.next_try_at) then r.next_try_at end as robots_next_try_at,
           coalesce(r.failures, 0) as robots_failures,
           case when c.proxied then (
               select min(coalesce(greatest(case when not p.is_active then p.retry_at end, h.retry_at,
                                            case when d.paces_each_proxy then h.next_at end), now()))
               from proxies p left join proxy_domains h on h.proxy_id = p.id and h.domain_id = d.id
               where p.is_active or p.retry_at is not null) end as proxy_free_at,
           w.stage, w.due_at, w.attempt, w.max_attempts, w.waiting_since, w.lease_until, w.claimed_at, w.worker,
           case when w.stage = 'crawl' then (
                    select count(*) from (
                        select from work b where b.lane_id = w.lane_id and b.lease_until is null and not b.held
                          and b.rank < w.rank limit {MAX_COUNTED}) b)
                when w.stage = 'extract' then (
                    select count(*) from (
                        select from work b where b.stage = 'extract' and b.single = w.single
                          and b.asker_id = w.asker_id and b.job_id = w.job_id and b.rank < w.rank
                          and b.lease_until is null and not b.held and b.task_id is not null limit {MAX_COUNTED}) b)
                else 0 end as ahead,
           case when w.id is null and t.rank is not null then (
               select count(*) from (
                   select from crawl_tasks b where b.domain_id = t.domain_id and b.status = 'pending'
                     and b.rank is not null and b.paused_at is null and b.rank < t.rank limit {MAX_COUNTED}) b)
               else 0 end as backlog_ahead
    from company c, crawl_tasks t
    left join work w on w.task_id = t.id
    -- Lanes are looked up page by page (offset 0): otherwise the planner reads all lanes.
    cross join lateral (
        select own.* from lanes own
        where own.id = coalesce(w.lane_id, (select id from lanes where domain_id = t.domain_id)) offset 0) l
    cross join lateral (select own.* from domains own where own.id = l.domain_id offset 0) d
    cross join lateral (select d.obeys_robots and %(obey_robots)s as obeys) o
    left join robots_files r on r.origin = page_origin(coalesce(w.hop_url, t.url))
    where t.id = any(%(ids)s)
"""
_FACTS = [field.name for field in fields(TaskObstacles)]


async def of_tasks(connection: Connection, task_ids: Sequence[int], politeness: Politeness) -> dict[int, Waiting]:
    """Explain each task, by id, without those that have ended."""
    cursor = await connection.execute(
        _TASK_STATE,
        {
            "ids": list(task_ids),
            "width": politeness.concurrency,
            **politeness.parameters,
        },
    )
    explained = {
        row["id"]: explain(TaskObstacles(**{name: row[name] for name in _FACTS})) for row in await cursor.fetchall()
    }
    return {task_id: waiting for task_id, waiting in explained.items() if waiting is not None}


async def of_items(connection: Connection, item_ids: Sequence[UUID], politeness: Politeness) -> dict[UUID, Waiting]:
    """Explain each item, by id, without those that have ended. An item that wants a page waits for what the page waits
    for."""
    cursor = await connection.execute(
        """
        select i.id, t.id as task_id, i.job_id, j.queue_state, w.id is not null as queued, w.worker, w.attempt,
               case when w.due_at > now() then w.due_at end as due_at, i.last_error, i.error_code,
               case when p.retry_at > now() then p.retry_at end as retry_at,
               (select o.row_no from job_items o where o.id = i.twin_of) as original_row,
               case when w.id is null then i.row_no - (select l.fed_to from lanes l where l.job_id = i.job_id)
                    end as rows_ahead
        from job_items i
        left join crawl_tasks t on t.url_hash = i.url_hash
        left join work w on w.item_id = i.id
        left join jobs j on j.id = i.job_id
        left join page_waits p on p.job_id = i.job_id
        where i.id = any(%s) and i.status in ('PENDING', 'PROCESSING')
        """,
        (list(item_ids),),
    )
    items = await cursor.fetchall()
    pages = [item["task_id"] for item in items if item["task_id"] is not None]
    of_pages = await of_tasks(connection, pages, politeness) if pages else {}
    explained = {
        item["id"]: of_pages.get(item["task_id"]) if item["task_id"] is not None else _without_a_page(item)
        for item in items
    }
    return {item_id: waiting for item_id, waiting in explained.items() if waiting is not None}


def _without_a_page(item: Row) -> Waiting:
    if item["worker"] is not None:
        return Waiting(Reason.IN_HAND, f"worker {item['worker']} is working on it")
    if item["queue_state"] == JobState.PAUSED:
        return Waiting(Reason.JOB_PAUSED, f"job {item['job_id']} is paused")
    if item["due_at"] is not None:
        last_error = (item["last_error"] or "").rstrip(".")
        cause = f": {last_error}" if last_error else ""
        what = f"retrying (attempt {item['attempt'] + 1}){cause}"
        return Waiting(Reason.RETRY, what, item["due_at"], "; next try at")
    if item["queued"]:
        return Waiting(Reason.QUEUED, "queued for the next free worker")
    if item["error_code"] == AWAITS_PAGES:
        what = "waiting for pages of the same job, which may add the product to the catalogue"
        return Waiting(Reason.JOB_PAGES, what, item["retry_at"], "; next try at")
    if item["original_row"] is not None:
        return Waiting(Reason.QUEUED, f"duplicate of row {item['original_row']}; it gets the same result")
    ahead = item["rows_ahead"] - 1 if item["rows_ahead"] else 0
    rows = "" if ahead <= 0 else "; 1 row is ahead" if ahead == 1 else f"; {ahead:,} rows are ahead"
    return Waiting(Reason.JOB_BACKLOG, f"the row is in the backlog of job {item['job_id']}{rows}")


async def open_to(connection: Connection, item_ids: Sequence[UUID], user_id: int | None) -> list[UUID]:
    """Return those of the items that are this user's; without a user, all of them."""
    cursor = await connection.execute(
        "select id from job_items where id = any(%(ids)s) and (%(user)s::bigint is null or user_id = %(user)s)",
        {"ids": list(item_ids), "user": user_id},
    )
    return [row["id"] for row in await cursor.fetchall()]
