"""Schedule crawls: standing orders, due pages, and the window of due pages that is in `work`.

A page waits in `crawl_tasks` until it is due. Then it gets its rank and joins its domain's backlog, and the feeder
moves the best pages of each backlog into `work`. Each of the three steps reads only its own pages, so a million pages
that are not due cost nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from garner.core.record import Kind
from garner.core.urls.page_url import PageUrl
from garner.postgres.database import Connection
from garner.store.crawl import lanes, throttle_timeouts
from garner.store.tasks import tasks


@dataclass(frozen=True, slots=True)
class CrawlTaskOrder:
    """An operator's order to crawl a page. Without a frequency the page is fetched once.

    For a page that already has an order, only the fields named in `fields_set` are changed. A new order takes a
    priority or a frequency that is not named there from the domain, if that has defaults."""

    kinds: tuple[Kind, ...]
    priority: int = 5
    frequency: timedelta | None = timedelta(days=1)
    at: datetime | None = None  # now, by default
    retries: int = 3
    fields_set: frozenset[str] = frozenset({"kinds", "priority", "frequency", "at"})


@dataclass(frozen=True, slots=True)
class PageOrder:
    page: PageUrl
    wanted: CrawlTaskOrder


@dataclass(frozen=True, slots=True)
class EarlierOrder:
    """The values of an order before it was changed."""

    kinds: tuple[Kind, ...]
    priority: int
    frequency: timedelta | None
    at: datetime


@dataclass(frozen=True, slots=True)
class Ordered:
    """The tasks that an order applied to, by its effect."""

    made: list[int]
    changed: list[int]
    unchanged: list[int]
    earlier: dict[int, EarlierOrder] = field(default_factory=dict)  # of the changed ones

    @property
    def ids(self) -> list[int]:
        return [*self.made, *self.changed, *self.unchanged]

    def add(self, other: "Ordered") -> None:
        self.made.extend(other.made)
        self.changed.extend(other.changed)
        self.unchanged.extend(other.unchanged)
        self.earlier.update(other.earlier)


async def order(connection: Connection, pages: Sequence[PageUrl], wanted: CrawlTaskOrder) -> Ordered:
    """Create the same standing order for these pages, or change existing ones (see `order_each`)."""
    return await order_each(connection, [PageOrder(page, wanted) for page in pages])


async def order_each(connection: Connection, orders: Sequence[PageOrder]) -> Ordered:
    """Create a standing order for each page, or change the existing one by the fields in its `fields_set`. A page that
    is being crawled stays so. Of several orders for a page, the last one counts."""
    unique = {order.page.hash: order for order in orders}
    in_order = [unique[key] for key in sorted(unique)]
    pages, wanted = [order.page for order in in_order], [order.wanted for order in in_order]
    parameters: dict[str, Any] = {
        "hashes": [page.hash for page in pages],
        "urls": [page.original for page in pages],
        "givens": [page.given for page in pages],
        "domains": [page.domain for page in pages],
        "bases": [page.base_url for page in pages],
        "kinds": [f"{{{','.join(sorted(order.kinds))}}}" for order in wanted],
        "priorities": [order.priority for order in wanted],
        "frequencies": [order.frequency for order in wanted],
        "ats": [order.at for order in wanted],
        "retries": [order.retries for order in wanted],
        **{
            f"says_{name}": [name in order.fields_set for order in wanted]
            for name in ("kinds", "priority", "frequency")
        },
        "says_at": ["at" in order.fields_set and order.at is not None for order in wanted],
    }
    for statement in (_DOMAINS, _RESOURCES):
        await connection.execute(statement, parameters)
    made = await _ids(connection, _NEW_TASKS, parameters)
    earlier = await _lock_known(connection, {**parameters, "made": made})
    known = list(earlier)
    taken_up = await _ids(connection, _NEW_ORDERS, {**parameters, "known": known})
    changed = await _ids(connection, _CHANGE_ORDERS, {**parameters, "known": sorted({*known} - {*taken_up})})
    await _mark_catalogue(connection, [*taken_up, *changed])
    unchanged = sorted({*known} - {*taken_up, *changed})
    return Ordered([*made, *taken_up], changed, unchanged, {task_id: earlier[task_id] for task_id in changed})


async def _lock_known(connection: Connection, parameters: dict[str, Any]) -> dict[int, EarlierOrder]:
    cursor = await connection.execute(_KNOWN_TASKS, parameters)
    return {
        row["id"]: EarlierOrder(
            tuple(Kind(kind) for kind in row["kinds"]),
            row["priority"],
            row["crawl_frequency"],
            row["scheduled_at"],
        )
        for row in await cursor.fetchall()
    }


async def _ids(connection: Connection, statement: str, parameters: dict[str, Any]) -> list[int]:
    cursor = await connection.execute(statement, parameters)
    return [row["id"] for row in await cursor.fetchall()]


# Each insert is in the order of its key, so that two orders with common keys cannot deadlock.
_DOMAINS = "select ensure_domains(%(domains)s, %(bases)s)"
_RESOURCES = """
    insert into resources (url_hash, url) select * from unnest(%(hashes)s::text[], %(givens)s::text[])
    on conflict (url_hash) do nothing
"""
_WANTED = """
    unnest(%(hashes)s::text[], %(urls)s::text[], %(domains)s::text[], %(kinds)s::text[], %(priorities)s::integer[],
           %(frequencies)s::interval[], %(ats)s::timestamptz[], %(retries)s::integer[], %(says_kinds)s::boolean[],
           %(says_priority)s::boolean[], %(says_frequency)s::boolean[], %(says_at)s::boolean[])
        p (hash, url, domain, kinds, priority, frequency, at, retries,
           says_kinds, says_priority, says_frequency, says_at)
"""
# A new order that does not name them takes these from its domain, if the domain has them.
_PRIORITY = "case when p.says_priority then p.priority else coalesce(d.default_priority, p.priority) end"
_FREQUENCY = "case when p.says_frequency then p.frequency else coalesce(d.default_frequency, p.frequency) end"
_NEW_TASKS = f"""
    insert into crawl_tasks (domain_id, url, url_hash, kinds, priority, crawl_frequency, scheduled_at, max_retries)
    select d.id, p.url, p.hash, p.kinds::text[], {_PRIORITY}, {_FREQUENCY}, coalesce(p.at, now()), p.retries
    from {_WANTED} join domains d on d.domain_name = p.domain
    order by p.hash
    on conflict (url_hash) do nothing
    returning id
"""
_KNOWN_TASKS = """
    select id, kinds, priority, crawl_frequency, scheduled_at
    from crawl_tasks where url_hash = any(%(hashes)s) and id <> all(%(made)s) order by id for update
"""
# A client requested the page once, or its order was stopped: there is a task, and no order yet.
_NEW_ORDERS = f"""
    update crawl_tasks t
    set kinds = p.kinds::text[], priority = {_PRIORITY}, crawl_frequency = {_FREQUENCY},
        scheduled_at = coalesce(p.at, now()), rank = null, updated_at = now(),
        status = case when t.status in ('completed', 'failed') then 'pending' else t.status end
    from {_WANTED} join domains d on d.domain_name = p.domain
    where t.id = any(%(known)s) and t.url_hash = p.hash and t.kinds = '{{}}' and t.crawl_frequency is null
    returning t.id
"""
# A page is crawled at the given time, unless it was crawled since, as when the same import is run again. If only the
# interval changes, the next crawl is one new interval after the last.
_CHANGE_ORDERS = f"""
    update crawl_tasks t
    set kinds = n.kinds, priority = n.priority, crawl_frequency = n.frequency,
        scheduled_at = case when n.comes then n.at
                            when n.paced and n.over and n.frequency is not null then n.last_at + n.frequency
                            else t.scheduled_at end,
        next_crawl_at = case when n.paced and n.over then n.last_at + n.frequency else t.next_crawl_at end,
        status = case when n.comes and n.over then 'pending' else t.status end,
        rank = case when n.comes or n.priority <> t.priority then null else t.rank end, updated_at = now()
    from (select o.*, o.frequency is distinct from c.crawl_frequency as paced,
                 c.status in ('completed', 'failed') as over,
                 o.says_at and c.scheduled_at <> o.at and coalesce(o.last_at < o.at, true) as comes
          from {_WANTED} join crawl_tasks c on c.url_hash = p.hash
          cross join lateral (
              select c.id, p.at, p.says_at, case when p.says_kinds then p.kinds::text[] else c.kinds end as kinds,
                     case when p.says_priority then p.priority else c.priority end as priority,
                     case when p.says_frequency then p.frequency else c.crawl_frequency end as frequency,
                     greatest(c.completed_at, c.failed_at) as last_at) o
          where c.id = any(%(known)s)) n
    where t.id = n.id and (n.comes or n.paced or n.priority <> t.priority or n.kinds <> t.kinds)
    returning t.id
"""


@dataclass(frozen=True, slots=True)
class PriorityRules:
    """Rules that raise the priority of pages when they become due."""

    popular_after: int = 10  # requested by users that often
    failed_first: bool = True
    stale_first: bool = True  # overdue by more than their interval


ORDINARY = PriorityRules()


async def become_due(connection: Connection, rules: PriorityRules = ORDINARY, limit: int = 5000) -> int:
    """Move due pages to their domain's backlog. The rank is fixed now, so that a low priority waits longer but never
    indefinitely."""
    cursor = await connection.execute(
        """
        with due as (
            select id from crawl_tasks
            where rank is null and paused_at is null and scheduled_at <= now()
              and (status = 'pending' or (status in ('completed', 'failed') and crawl_frequency is not null))
            order by scheduled_at limit %(limit)s
            for update skip locked)
        update crawl_tasks t
        set status = 'pending', updated_at = now(),
            rank = work_rank(t.scheduled_at, greatest(1, t.priority
                - (t.demand >= %(popular)s)::integer
                - (%(failed)s and t.status = 'failed')::integer
                - (%(stale)s and t.scheduled_at + t.crawl_frequency < now())::integer))
        -- As an array: given the rows, the planner may prefer to read the whole table.
        where t.id = any (array(select id from due))
        returning t.domain_id
        """,
        {
            "limit": limit,
            "popular": rules.popular_after,
            "failed": rules.failed_first,
            "stale": rules.stale_first,
        },
    )
    domains = [row["domain_id"] for row in await cursor.fetchall()]
    await feed_soon(connection, list(set(domains)))
    return len(domains)


async def feed_soon(connection: Connection, domain_ids: Sequence[int], and_wake: Sequence[int] = ()) -> None:
    """Make the feeder look at these domains' lanes in its next round, and wake lanes that have work again. All are
    locked at once: two batches of lanes in one transaction could deadlock with another transaction's two."""
    if not domain_ids:
        return
    cursor = await connection.execute("select id from lanes where domain_id = any(%s)", (list(domain_ids),))
    held = await lanes.lock(connection, [*(row["id"] for row in await cursor.fetchall()), *and_wake])
    await connection.execute("update lanes set feed_at = now() where id = any(%s) and feed_at > now()", (held,))
    await lanes.reschedule_locked(connection, held if and_wake else [])


async def feed(connection: Connection, *, window: int, max_lanes: int = 500) -> int:
    cursor = await connection.execute("select feed_lanes(%s, %s) as fed", (max_lanes, window))
    row = await cursor.fetchone()
    assert row is not None
    return int(row["fed"])


async def recrawl(connection: Connection, task_ids: Sequence[int]) -> list[int]:
    """Make pages due now, regardless of their schedule. A page that is being crawled is left alone, unless its site
    asked to wait. Return the ids of the affected tasks, as the functions below do."""
    due = await _ids(
        connection,
        """
        with held as (
            select id from crawl_tasks where id = any(%(ids)s) and status in ('pending', 'completed', 'failed')
            order by id for update)
        update crawl_tasks t set status = 'pending', scheduled_at = now(), rank = null, updated_at = now()
        from held where t.id = held.id returning t.id
        """,
        {"ids": list(task_ids)},
    )
    return [*due, *await throttle_timeouts.reset_pages(connection, task_ids)]


async def pause(connection: Connection, task_ids: Sequence[int]) -> list[int]:
    """Start nothing for these pages until they are resumed. Work in progress continues."""
    return await _set_paused(connection, task_ids, paused=True)


async def resume(connection: Connection, task_ids: Sequence[int]) -> list[int]:
    return await _set_paused(connection, task_ids, paused=False)


async def _set_paused(connection: Connection, task_ids: Sequence[int], *, paused: bool) -> list[int]:
    cursor = await connection.execute(
        """
        with held as (
            select id from crawl_tasks where id = any(%(ids)s) and (paused_at is null) = %(paused)s
            order by id for update)
        update crawl_tasks t set paused_at = case when %(paused)s then now() end, updated_at = now()
        from held where t.id = held.id returning t.id, t.domain_id
        """,
        {"ids": list(task_ids), "paused": paused},
    )
    changed = await cursor.fetchall()
    ids = [row["id"] for row in changed]
    cursor = await connection.execute(
        """
        with mine as (select id from work where task_id = any(%s) and stage = 'crawl' order by id for update)
        update work w set held = %s from mine where w.id = mine.id returning w.lane_id
        """,
        (ids, paused),
    )
    work_lanes = [row["lane_id"] for row in await cursor.fetchall() if row["lane_id"] is not None]
    if not paused:
        await feed_soon(connection, list({row["domain_id"] for row in changed}), and_wake=work_lanes)
    return ids


async def _mark_catalogue(connection: Connection, task_ids: Sequence[int]) -> None:
    """Add the records of pages that are crawled regularly to the catalogue, and remove those of the other pages."""
    if task_ids:
        await connection.execute("select mark_catalogue(%s)", (list(task_ids),))


async def stop(connection: Connection, task_ids: Sequence[int]) -> list[int]:
    """End the standing orders for these pages, and the work that was started for the orders alone. Clients that wait
    for a page still receive it."""
    stopped = await _ids(
        connection,
        """
        with held as (
            select id from crawl_tasks where id = any(%(ids)s) and (kinds <> '{}' or crawl_frequency is not null)
            order by id for update)
        update crawl_tasks t
        set crawl_frequency = null, next_crawl_at = null, kinds = '{}', rank = null, updated_at = now()
        from held where t.id = held.id returning t.id
        """,
        {"ids": list(task_ids)},
    )
    await tasks.give_up_unwanted(connection, stopped)
    await _mark_catalogue(connection, stopped)
    return stopped
