"""List workers and the work that each holds, for operators.

Workers that shut down in order are forgotten at once, those that were killed after an hour. A lease whose holder is no
longer known is listed too: until it expires no other worker takes that work.
"""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from psycopg.rows import class_row

from garner.postgres.database import Connection
from garner.store.queue.workers import ALIVE


@dataclass(frozen=True, slots=True)
class WorkerView:
    name: str
    alive: bool
    started_at: datetime | None  # None if the worker is forgotten
    seen_at: datetime | None
    allows_private: bool | None
    reads_text: bool | None
    holding: int  # pieces of work
    expired: int  # of them, with an expired lease


@dataclass(frozen=True, slots=True)
class LeasedWorkView:
    worker: str
    work_id: int
    stage: str
    url: str | None
    task_id: int | None
    item_id: UUID | None
    job_id: int | None
    row: int | None
    attempt: int
    since: datetime
    lease_until: datetime


async def page_of(connection: Connection, *, after: str, limit: int) -> list[WorkerView]:
    """List workers by name, after the given one. All leased work is read: there is never much of it, and all of it is
    in one index."""
    cursor = connection.cursor(row_factory=class_row(WorkerView))
    await cursor.execute(
        f"""
        with held as materialized (
            select worker, count(*) as holding, count(*) filter (where lease_until < now()) as expired
            from work where lease_until is not null and worker > %(after)s group by worker)
        select coalesce(w.name, h.worker) as name, coalesce({ALIVE}, false) as alive, w.started_at, w.seen_at,
               w.allows_private, w.reads_text, coalesce(h.holding, 0) as holding, coalesce(h.expired, 0) as expired
        from (select * from workers where name > %(after)s) w full join held h on h.worker = w.name
        order by 1 limit %(limit)s
        """,
        {"after": after, "limit": limit},
    )
    return await cursor.fetchall()


async def list_leased(connection: Connection, workers: list[str], *, limit: int) -> list[LeasedWorkView]:
    """List at most `limit` pieces of work of each of these workers: those held the longest."""
    cursor = connection.cursor(row_factory=class_row(LeasedWorkView))
    await cursor.execute(
        """
        select h.worker, h.id as work_id, h.stage, coalesce(h.hop_url, t.url, i.url) as url, h.task_id, h.item_id,
               i.job_id, i.row_no as row, h.attempt, h.claimed_at as since, h.lease_until
        from (select *, row_number() over (partition by worker order by claimed_at, id) as place
              from work where lease_until is not null and worker = any(%(workers)s)) h
        left join crawl_tasks t on t.id = h.task_id left join job_items i on i.id = h.item_id
        where h.place <= %(limit)s
        order by h.worker, h.place
        """,
        {"workers": workers, "limit": limit},
    )
    return await cursor.fetchall()
