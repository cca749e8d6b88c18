"""Domains: their crawl settings, and the effect of those settings on pages in the queue."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from psycopg.rows import class_row

from garner.core.lifecycle import ItemStatus
from garner.core.pacing.outcome import Action, Verdict
from garner.postgres.database import Connection
from garner.store.crawl import lanes, throttle_timeouts
from garner.store.tasks import error_logs, items, tasks
from garner.store.tasks.items import ItemEnding


@dataclass(frozen=True, slots=True)
class DomainView:
    """A domain with its lane, as an operator sees it."""

    id: int
    domain_name: str
    base_url: str
    crawl_delay_seconds: Decimal | None
    max_concurrent_requests: int | None
    is_active: bool
    paused_at: datetime | None
    obeys_robots: bool
    robots_said_by: str | None
    robots_said_at: datetime | None
    paces_each_proxy: bool
    default_priority: int | None
    default_frequency: timedelta | None
    notes: str | None
    lane_id: int
    waiting: int
    in_flight: int
    backlog: int
    next_at: datetime | None
    robots_delay_seconds: float
    latency_seconds: float | None
    last_success_at: datetime | None
    throttle_seconds: float
    throttled_at: datetime | None
    not_before: datetime | None
    failures: int
    opened_at: datetime | None
    open_until: datetime | None
    probes: int
    probing: bool  # the breaker is open, and a probe is due
    breaker_cause: str | None


# Counting stops at this number, so that a huge backlog costs no more to display than a large one.
MAX_COUNTED = 10_000
_VIEW = f"""
    -- A domain that an operator added before any of its pages was seen counts as https until then.
    select d.id, d.domain_name, d.crawl_delay_seconds, d.max_concurrent_requests, d.is_active, d.paused_at,
           d.obeys_robots, d.robots_said_by, d.robots_said_at, d.paces_each_proxy, d.default_priority,
           d.default_frequency, d.notes, l.id as lane_id,
           coalesce((select page_origin(t.url) from crawl_tasks t where t.domain_id = d.id limit 1), d.base_url)
               as base_url,
           (select count(*) from (select from work w where w.lane_id = l.id and w.lease_until is null
                                  limit {MAX_COUNTED}) c) as waiting,
           (select count(*) from work w where w.lane_id = l.id and w.lease_until is not null) as in_flight,
           (select count(*) from (select from crawl_tasks t where t.domain_id = d.id and t.status = 'pending'
                                    and t.rank is not null and t.paused_at is null limit {MAX_COUNTED}) c) as backlog,
           case when l.next_at > '-infinity' then l.next_at end as next_at, l.robots_delay_seconds, l.latency_seconds,
           l.last_success_at, l.throttle_seconds, l.throttled_at, l.not_before, l.failures, l.opened_at, l.open_until,
           l.probes, coalesce(l.open_until <= now(), false) as probing, l.breaker_cause
    from domains d join lanes l on l.domain_id = d.id
"""


async def find(connection: Connection, name: str) -> DomainView | None:
    cursor = connection.cursor(row_factory=class_row(DomainView))
    await cursor.execute(f"{_VIEW} where d.domain_name = %s", (name,))
    return await cursor.fetchone()


async def page_of(
    connection: Connection, *, after: str = "", limit: int = 100, search: str | None = None
) -> list[DomainView]:
    """List domains by name after the given one, optionally only those with `search` in the name."""
    cursor = connection.cursor(row_factory=class_row(DomainView))
    holding = "" if search is None else "and strpos(d.domain_name, %(search)s) > 0"
    await cursor.execute(
        f"{_VIEW} where d.domain_name > %(after)s {holding} order by d.domain_name limit %(limit)s",
        {"after": after, "search": search, "limit": limit},
    )
    return await cursor.fetchall()


async def with_open_breakers(connection: Connection, limit: int = 100) -> list[DomainView]:
    cursor = connection.cursor(row_factory=class_row(DomainView))
    await cursor.execute(f"{_VIEW} where l.opened_at is not null order by l.opened_at limit %s", (limit,))
    return await cursor.fetchall()


CHANGEABLE = (
    "crawl_delay_seconds",
    "max_concurrent_requests",
    "is_active",
    "obeys_robots",
    "paces_each_proxy",
    "default_priority",
    "default_frequency",
    "notes",
)


async def add(connection: Connection, name: str, base_url: str) -> bool:
    """Create a domain that follows the settings. Return False if it already exists."""
    cursor = await connection.execute(
        """
        insert into domains (domain_name, base_url, crawl_delay_seconds, max_concurrent_requests)
        values (%s, %s, null, null) on conflict (domain_name) do nothing
        """,
        (name, base_url),
    )
    if cursor.rowcount == 0:
        return False
    await connection.execute("select ensure_lane(%s, %s)", (name, base_url))
    return True


async def remove(connection: Connection, name: str) -> bool:
    """Delete a domain with its lane, robots.txt and statistics. Return False, and delete nothing, while it has pages
    or a site, or while a page of another domain that redirects to it waits there.

    The caller holds the domain. Everything that adds pages to a domain locks it first (`ensure_domains`), so none is
    added after the look."""
    cursor = await connection.execute(
        """
        delete from domains d
        where d.domain_name = %s
          and not exists (select from crawl_tasks t where t.domain_id = d.id)
          and not exists (select from work w join lanes l on l.id = w.lane_id where l.domain_id = d.id)
          and not exists (select from sites s where s.domain_id = d.id)
        """,
        (name,),
    )
    return cursor.rowcount == 1


async def lock_to_remove(connection: Connection, name: str) -> None:
    """Lock a domain, if it exists, against changes and against new pages."""
    await connection.execute("select from domains where domain_name = %s for update", (name,))


async def lock(connection: Connection, name: str) -> None:
    """Lock a domain's settings, if it exists, before its lane."""
    await connection.execute("select from domains where domain_name = %s for no key update", (name,))


async def change(
    connection: Connection,
    name: str,
    base_url: str,
    changes: dict[str, Any],
    *,
    paused: bool | None,
    by: str | None = None,
) -> None:
    """Update a domain's settings, and create the domain if it does not exist. Changes apply from the next claim. A
    decision about its robots.txt is recorded with its user."""
    assert set(changes) <= set(CHANGEABLE)
    await connection.execute("select ensure_lane(%s, %s)", (name, base_url))
    settings = ", ".join(f"{column} = %({column})s" for column in changes)
    if "obeys_robots" in changes:
        decided = "case when obeys_robots = %(obeys_robots)s then {0} else {1} end"
        settings += f", robots_said_by = {decided.format('robots_said_by', '%(by)s')}"
        settings += f", robots_said_at = {decided.format('robots_said_at', 'now()')}"
    await connection.execute(
        f"""
        update domains
        set {settings + "," if settings else ""} updated_at = now(),
            paused_at = case when %(paused)s::boolean is null then paused_at
                             when %(paused)s::boolean then coalesce(paused_at, now()) end
        where domain_name = %(name)s
        """,
        {**changes, "paused": paused, "name": name, "by": by},
    )
    lane_ids = await _lanes(connection, name)
    if "obeys_robots" in changes:
        await throttle_timeouts.reset(connection, lane_ids)
    await lanes.reschedule(connection, lane_ids)


async def _lanes(connection: Connection, name: str) -> list[int]:
    cursor = await connection.execute(
        "select l.id from lanes l join domains d on d.id = l.domain_id where d.domain_name = %s", (name,)
    )
    return [row["id"] for row in await cursor.fetchall()]


async def close_breaker(connection: Connection, name: str) -> bool:
    """Close the breaker on an operator's request: the lane may be called at once, with its failures and throttling
    cleared."""
    await throttle_timeouts.reset(connection, await _lanes(connection, name))
    cursor = await connection.execute(
        """
        update lanes l
        set opened_at = null, open_until = null, probes = 0, failures = 0, failing_pages = '[]',
            breaker_cause = null, probe_fence = null,
            not_before = null, throttle_seconds = 0, throttled_at = null, throttled_since = null, next_at = now(),
            ready_at = case when l.ready_at < 'infinity' then now() else l.ready_at end
        from domains d where d.domain_name = %s and l.domain_id = d.id returning l.id
        """,
        (name,),
    )
    held = [row["id"] for row in await cursor.fetchall()]
    await lanes.reschedule_locked(connection, held)
    return bool(held)


INACTIVE = "domain_inactive"


async def skip_inactive(connection: Connection, limit: int = 500) -> int:
    """Remove pages of inactive domains from the queue, and end the items that wait for them as skipped."""
    cursor = await connection.execute(
        """
        select t.id, t.url_hash, d.domain_name
        from domains d join lanes l on l.domain_id = d.id
        join work w on w.lane_id = l.id and w.lease_until is null
        join crawl_tasks t on t.id = w.task_id
        where not d.is_active
        limit %s for update of t, w skip locked
        """,
        (limit,),
    )
    pages = await cursor.fetchall()
    await _end(connection, pages, ItemStatus.SKIPPED, INACTIVE, "The domain {} is disabled.")
    return len(pages)


BREAKER_OPEN = "breaker_open"


async def fail_behind_open_breakers(connection: Connection, max_wait: timedelta, limit: int = 500) -> int:
    """Fail items that have waited for longer than `max_wait` on a domain with an open breaker. Items that joined later
    keep waiting."""
    cursor = await connection.execute(
        """
        select t.id, t.url_hash, d.domain_name
        from lanes l join domains d on d.id = l.domain_id
        join work w on w.lane_id = l.id and w.lease_until is null
        join crawl_tasks t on t.id = w.task_id
        where l.opened_at < now() - %(max_wait)s
          and exists (select from job_items i
                      where i.url_hash = t.url_hash and i.status in ('PENDING', 'PROCESSING')
                        and i.updated_at < now() - %(max_wait)s)
        limit %(limit)s for update of t, w skip locked
        """,
        {"max_wait": max_wait, "limit": limit},
    )
    pages = await cursor.fetchall()
    await _end(connection, pages, ItemStatus.ERROR, BREAKER_OPEN, "{} has not answered for too long.", waited=max_wait)
    return len(pages)


async def _end(
    connection: Connection,
    pages: Sequence[dict[str, Any]],
    status: ItemStatus,
    code: str,
    message: str,
    *,
    waited: timedelta | None = None,
) -> None:
    """End the items that wait for these pages, or only those that have waited for `waited`, and fail the pages that
    no item waits for any more."""
    for name in sorted({page["domain_name"] for page in pages}):
        mine = {page["id"]: page["url_hash"] for page in pages if page["domain_name"] == name}
        error = message.format(name)
        await items.end_waiting(
            connection,
            [ItemEnding(url_hash, None, status, code=code, error=error, waited=waited) for url_hash in mine.values()],
        )
        wanted = await tasks.find_wanted(connection, list(mine))
        over = [task_id for task_id in mine if task_id not in wanted]
        await tasks.drop_work(connection, over)
        await tasks.fail(connection, over, code, error)
        await error_logs.write_same(connection, over, Verdict(Action.FAIL, code, error))
