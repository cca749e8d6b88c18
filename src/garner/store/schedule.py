"""What is to be crawled when: standing orders, what has become due, and the window of it that is in `work`.

A page waits in `crawl_tasks` until it is due; then it gets its rank and joins its domain's backlog; the feeder moves
the best of each backlog into `work`. None of the three reads what is not its business, so a million pages that are not
due cost nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from garner.core.record import Kind
from garner.core.urls import PageUrl
from garner.store import lanes, tasks
from garner.store.database import Connection


@dataclass(frozen=True, slots=True)
class Order:
    """What an operator wants of a page. Without a frequency it is fetched once."""

    kinds: tuple[Kind, ...]
    priority: int = 5
    frequency: timedelta | None = timedelta(days=1)
    at: datetime | None = None  # now, unless said
    retries: int = 3


async def order(connection: Connection, pages: Sequence[PageUrl], wanted: Order) -> list[int]:
    """Makes or amends the standing orders for these pages. One that is under way stays so. Returns their ids."""
    unique = {page.hash: page for page in pages}
    parameters = {
        "hashes": sorted(unique),
        "urls": [unique[key].original for key in sorted(unique)],
        "domains": [unique[key].domain for key in sorted(unique)],
        "bases": [unique[key].base_url for key in sorted(unique)],
        "kinds": [kind.value for kind in wanted.kinds],
        "priority": wanted.priority,
        "frequency": wanted.frequency,
        "at": wanted.at,
        "retries": wanted.retries,
    }
    for statement in (_DOMAINS, _LANES, _RESOURCES):
        await connection.execute(statement, parameters)
    cursor = await connection.execute(_ORDERS, parameters)
    return [row["id"] for row in await cursor.fetchall()]


# Each in the order of its key, so that two orders that share some cannot lock each other out.
_DOMAINS = """
    insert into domains (domain_name, base_url, crawl_delay_seconds, max_concurrent_requests)
    select distinct on (domain) domain, base, null::numeric, null::integer
    from unnest(%(domains)s::text[], %(bases)s::text[]) d (domain, base) order by domain, base
    on conflict (domain_name) do nothing
"""
_LANES = """
    insert into lanes (stage, domain_id)
    select 'crawl', d.id from domains d where d.domain_name = any(%(domains)s) order by d.domain_name
    on conflict (domain_id) do nothing
"""
_RESOURCES = """
    insert into resources (url_hash, url) select * from unnest(%(hashes)s::text[], %(urls)s::text[])
    on conflict (url_hash) do nothing
"""
_ORDERS = """
    insert into crawl_tasks as t (domain_id, url, url_hash, kinds, priority, crawl_frequency, scheduled_at, max_retries)
    select d.id, p.url, p.hash, %(kinds)s::text[], %(priority)s, %(frequency)s, coalesce(%(at)s, now()), %(retries)s
    from unnest(%(hashes)s::text[], %(urls)s::text[], %(domains)s::text[]) p (hash, url, domain)
    join domains d on d.domain_name = p.domain
    order by p.hash
    on conflict (url_hash) do update
    set kinds = array(select distinct unnest(t.kinds || excluded.kinds) order by 1), priority = excluded.priority,
        crawl_frequency = excluded.crawl_frequency, scheduled_at = excluded.scheduled_at,
        status = case when t.status in ('completed', 'failed') then 'pending' else t.status end, rank = null,
        updated_at = now()
    returning id
"""


@dataclass(frozen=True, slots=True)
class PriorityRules:
    """Which pages go before their priority when they become due."""

    popular_after: int = 10  # asked for by people that often
    failed_first: bool = True
    stale_first: bool = True  # overdue by more than their interval


ORDINARY = PriorityRules()


async def become_due(connection: Connection, rules: PriorityRules = ORDINARY, limit: int = 5000) -> int:
    """Pages whose time has come join their domain's backlog. The rank is fixed now, so that a low priority waits longer
    and never for ever."""
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


async def feed_soon(connection: Connection, domain_ids: Sequence[int]) -> None:
    """The feeder looks at these domains' lanes at its next turn."""
    if not domain_ids:
        return
    cursor = await connection.execute("select id from lanes where domain_id = any(%s)", (list(domain_ids),))
    held = await lanes.hold(connection, [row["id"] for row in await cursor.fetchall()])
    await connection.execute("update lanes set feed_at = now() where id = any(%s) and feed_at > now()", (held,))


async def feed(connection: Connection, *, window: int, most_lanes: int = 500) -> int:
    cursor = await connection.execute("select feed_lanes(%s, %s) as fed", (most_lanes, window))
    row = await cursor.fetchone()
    assert row is not None
    return int(row["fed"])


async def recrawl(connection: Connection, task_ids: Sequence[int]) -> int:
    """Pages are due at once, whenever they would have been. One that is under way is left alone."""
    cursor = await connection.execute(
        """
        with held as (
            select id from crawl_tasks where id = any(%s) and status in ('pending', 'completed', 'failed')
            order by id for update)
        update crawl_tasks t set status = 'pending', scheduled_at = now(), rank = null, updated_at = now()
        from held where t.id = held.id
        """,
        (list(task_ids),),
    )
    return cursor.rowcount


async def pause(connection: Connection, task_ids: Sequence[int]) -> int:
    """Nothing is begun for these pages until they are resumed. What is under way ends as it will."""
    return await _set_paused(connection, task_ids, paused=True)


async def resume(connection: Connection, task_ids: Sequence[int]) -> int:
    return await _set_paused(connection, task_ids, paused=False)


async def _set_paused(connection: Connection, task_ids: Sequence[int], *, paused: bool) -> int:
    cursor = await connection.execute(
        """
        with held as (select id from crawl_tasks where id = any(%(ids)s) order by id for update)
        update crawl_tasks t
        set paused_at = case when %(paused)s then coalesce(t.paused_at, now()) end, updated_at = now()
        from held where t.id = held.id returning t.domain_id
        """,
        {"ids": list(task_ids), "paused": paused},
    )
    domains = [row["domain_id"] for row in await cursor.fetchall()]
    cursor = await connection.execute(
        """
        with mine as (select id from work where task_id = any(%s) and stage = 'crawl' order by id for update)
        update work w set held = %s from mine where w.id = mine.id returning w.lane_id
        """,
        (list(task_ids), paused),
    )
    work_lanes = [row["lane_id"] for row in await cursor.fetchall() if row["lane_id"] is not None]
    if not paused:
        await lanes.wake(connection, work_lanes)
        await feed_soon(connection, list(set(domains)))
    return len(domains)


async def stop(connection: Connection, task_ids: Sequence[int]) -> int:
    """The standing orders for these pages are over, and so is what was begun for them alone. Whoever waits for one
    still gets it."""
    cursor = await connection.execute(
        """
        with held as (select id from crawl_tasks where id = any(%s) order by id for update)
        update crawl_tasks t
        set crawl_frequency = null, next_crawl_at = null, kinds = '{}', rank = null, updated_at = now()
        from held where t.id = held.id returning t.id
        """,
        (list(task_ids),),
    )
    stopped = [row["id"] for row in await cursor.fetchall()]
    await tasks.give_up_unwanted(connection, stopped)
    return len(stopped)
