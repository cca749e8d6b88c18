"""Crawl tasks as an operator sees them: status, attempts and errors."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from psycopg.rows import class_row

from garner.core.lifecycle import TaskStatus
from garner.postgres.database import Connection


@dataclass(frozen=True, slots=True)
class TaskView:
    id: int
    url: str
    domain: str
    status: str
    kinds: list[str]
    priority: int
    crawl_frequency: timedelta | None
    scheduled_at: datetime
    started_at: datetime | None
    completed_at: datetime | None
    failed_at: datetime | None
    next_crawl_at: datetime | None
    paused_at: datetime | None
    retry_count: int
    max_retries: int
    http_status: int | None
    error_code: str | None
    error_message: str | None
    updated_at: datetime
    asked_kinds: list[str]  # kinds that users wait for

    @property
    def next_at(self) -> datetime | None:
        """The time of the next fetch, or None if it is now or never."""
        comes_back = self.status in (TaskStatus.COMPLETED, TaskStatus.FAILED) and self.crawl_frequency is not None
        return self.scheduled_at if comes_back or self.status == TaskStatus.PENDING else None


# The last HTTP status is stored with the body that it brought. If the last attempt brought none, the status is that of
# the attempt, or null. Not by the id's index, for which the planner may read all attempts.
_TASK = """
    select t.id, t.url, d.domain_name as domain, t.status, t.kinds, t.priority, t.crawl_frequency, t.scheduled_at,
           t.started_at, t.completed_at, t.failed_at, t.next_crawl_at, t.paused_at, t.retry_count, t.max_retries,
           case when t.error_code is null or t.error_code = 'no_record' then t.http_status
                else (select (array_agg(a.http_status order by a.id desc))[1] from crawl_attempts a
                      where a.crawl_task_id = t.id) end as http_status,
           t.error_code, t.error_message, t.updated_at,
           array(select distinct i.kind from job_items i
                 where i.url_hash = t.url_hash and i.status in ('PENDING', 'PROCESSING') order by 1) as asked_kinds
    from crawl_tasks t join domains d on d.id = t.domain_id
"""


async def find(connection: Connection, task_id: int) -> TaskView | None:
    cursor = connection.cursor(row_factory=class_row(TaskView))
    await cursor.execute(f"{_TASK} where t.id = %s", (task_id,))
    return await cursor.fetchone()


@dataclass(frozen=True, slots=True)
class TaskCursor:
    """The position where a page of tasks ended."""

    updated_at: datetime
    id: int


async def page_of(
    connection: Connection,
    *,
    status: TaskStatus | None = None,
    domain: str | None = None,
    before: TaskCursor | None = None,
    limit: int = 100,
) -> list[TaskView]:
    """List tasks: those of one status by their last change, latest first, for which there is an index; otherwise
    newest first."""
    moment, last_id = (before.updated_at, before.id) if before else (None, None)
    conditions = ["(%(domain)s::text is null or t.domain_id = (select id from domains where domain_name = %(domain)s))"]
    if status is not None:
        conditions.append("t.status = %(status)s")
        if before is not None:
            conditions.append("(t.updated_at, t.id) < (%(moment)s, %(id)s)")
    elif before is not None:
        conditions.append("t.id < %(id)s")
    cursor = connection.cursor(row_factory=class_row(TaskView))
    await cursor.execute(
        f"""
        {_TASK} where {" and ".join(conditions)}
        order by {"t.updated_at desc, t.id desc" if status is not None else "t.id desc"} limit %(limit)s
        """,
        {"domain": domain, "status": status, "moment": moment, "id": last_id, "limit": limit},
    )
    return await cursor.fetchall()


@dataclass(frozen=True, slots=True)
class TaskName:
    """The id, URL and hash that identify a task."""

    id: int
    url: str
    url_hash: str


async def find_named(connection: Connection, ids: Sequence[int], url_hashes: Sequence[str]) -> list[TaskName]:
    """Return the tasks that exist among these, by id."""
    cursor = connection.cursor(row_factory=class_row(TaskName))
    await cursor.execute(
        """
        select id, url, url_hash from crawl_tasks where id = any(%(ids)s)
        union select id, url, url_hash from crawl_tasks where url_hash = any(%(hashes)s) order by id
        """,
        {"ids": list(ids), "hashes": list(url_hashes)},
    )
    return await cursor.fetchall()


@dataclass(frozen=True, slots=True)
class Attempt:
    """A request, including one that a lost worker began."""

    id: int
    started_at: datetime
    ended_at: datetime
    outcome: str
    http_status: int | None
    bytes: int | None
    proxy_id: int | None
    worker: str


async def attempts(
    connection: Connection, task_id: int, *, before: int | None = None, limit: int = 100
) -> list[Attempt]:
    """List the attempts of a task, latest first."""
    cursor = connection.cursor(row_factory=class_row(Attempt))
    await cursor.execute(
        """
        select id, started_at, ended_at, outcome, http_status, bytes, proxy_id, worker from crawl_attempts
        where crawl_task_id = %s and id < %s order by id desc limit %s
        """,
        (task_id, before or 2**62, limit),
    )
    return await cursor.fetchall()


@dataclass(frozen=True, slots=True)
class LoggedError:
    id: int
    task_id: int | None
    url: str | None
    error_type: str
    error_code: str | None
    error_message: str
    stack_trace: str | None
    occurred_at: datetime


MAX_GROUPED = 100_000


@dataclass(frozen=True, slots=True)
class ErrorGroup:
    """The errors with one cause, of one domain, in one hour."""

    cause: str
    error_type: str
    domain: str | None
    hour: datetime
    errors: int
    pages: int
    last_at: datetime
    example: str  # the newest message


@dataclass(frozen=True, slots=True)
class GroupedErrors:
    groups: list[ErrorGroup]
    counted_from: datetime | None  # the oldest error that was counted, if there were too many to count all


GROUP_ERRORS = """
    with counted as materialized (
        select id, crawl_task_id, error_type, coalesce(error_code, error_type) as cause, occurred_at
        from error_logs
        where occurred_at >= coalesce(%(since)s::timestamptz, now() - interval '1 day')
          and occurred_at < coalesce(%(until)s::timestamptz, 'infinity')
        order by occurred_at desc limit %(most)s),
    grouped as (
        select c.cause, c.error_type, d.domain_name as domain, date_trunc('hour', c.occurred_at, 'utc') as hour,
               count(*) as errors, count(distinct c.crawl_task_id) as pages, max(c.occurred_at) as last_at,
               max(c.id) as newest
        from counted c
        left join crawl_tasks t on t.id = c.crawl_task_id
        left join domains d on d.id = t.domain_id
        where (%(domain)s::text is null or d.domain_name = %(domain)s)
          and (%(type)s::text is null or c.error_type = %(type)s)
          and (%(cause)s::text is null or c.cause = %(cause)s)
        group by c.cause, c.error_type, d.domain_name, hour
        order by hour desc, errors desc, c.cause, domain limit %(limit)s)
    select s.counted_from, g.cause, g.error_type, g.domain, g.hour, g.errors, g.pages, g.last_at,
           e.error_message as example
    from (select case when count(*) = %(most)s then min(occurred_at) end as counted_from from counted) s
    left join grouped g on true
    left join error_logs e on e.id = g.newest
    order by g.hour desc, g.errors desc, g.cause, g.domain
"""


async def group_errors(
    connection: Connection,
    *,
    since: datetime | None = None,
    until: datetime | None = None,
    domain: str | None = None,
    error_type: str | None = None,
    cause: str | None = None,
    limit: int = 100,
) -> GroupedErrors:
    """Group errors by cause, domain and hour, the newest hour first. Only the newest `MAX_GROUPED` of the time are
    read, whatever the filters, so that the cost is bounded."""
    cursor = await connection.execute(
        GROUP_ERRORS,
        {
            "since": since,
            "until": until,
            "domain": domain,
            "type": error_type,
            "cause": cause,
            "limit": limit,
            "most": MAX_GROUPED,
        },
    )
    rows = await cursor.fetchall()
    groups = [
        ErrorGroup(**{name: row[name] for name in ErrorGroup.__slots__}) for row in rows if row["cause"] is not None
    ]
    return GroupedErrors(groups, rows[0]["counted_from"])


async def errors(
    connection: Connection,
    *,
    task_id: int | None = None,
    error_type: str | None = None,
    before: int | None = None,
    limit: int = 100,
) -> list[LoggedError]:
    """List logged errors, latest first."""
    conditions = ["e.id < %(before)s"]
    if task_id is not None:
        conditions.append("e.crawl_task_id = %(task)s")
    if error_type is not None:
        conditions.append("e.error_type = %(type)s")
    cursor = connection.cursor(row_factory=class_row(LoggedError))
    await cursor.execute(
        f"""
        select e.id, e.crawl_task_id as task_id, t.url, e.error_type, e.error_code, e.error_message, e.stack_trace,
               e.occurred_at
        from error_logs e left join crawl_tasks t on t.id = e.crawl_task_id
        where {" and ".join(conditions)} order by e.id desc limit %(limit)s
        """,
        {"before": before or 2**62, "task": task_id, "type": error_type, "limit": limit},
    )
    return await cursor.fetchall()
