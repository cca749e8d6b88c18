"""Sites of the catalogue: their sources, visited under leases, and the pages found there.

A site's row is locked while pages or sources are added to it, so that its budgets are exact. A visit that has lost its
lease, or whose site is not active any more, adds nothing.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from typing import Any

from psycopg.rows import class_row
from psycopg.types.json import Jsonb

from garner.core.record import Kind
from garner.core.sites.states import SiteStatus, SourceType
from garner.core.sites.url_rules import Refusal, SiteRules
from garner.core.urls.page_url import PageUrl
from garner.postgres.database import Connection
from garner.store.crawl.lanes import DELAY, Politeness

MAX_SOURCES = 10_000
LEASE_SECONDS = 120.0
MAX_FAILURES = 5
INTERVAL = "coalesce(s.frequency, d.default_frequency, interval '1 day')"
ACTIVE = f"s.status in ('{SiteStatus.PREVIEW}', '{SiteStatus.RUNNING}')"


@dataclass(frozen=True, slots=True)
class SiteOrder:
    """An operator's order to crawl a site. Without a priority or a frequency those of its domain apply."""

    start: PageUrl
    kinds: tuple[Kind, ...]
    rules: SiteRules
    priority: int | None = None
    frequency: timedelta | None = None


@dataclass(frozen=True, slots=True)
class NewSource:
    type: SourceType
    page: PageUrl
    depth: int = 1


@dataclass(frozen=True, slots=True)
class FoundPage:
    page: PageUrl
    modified_at: datetime | None = None
    priority: int | None = None


@dataclass(frozen=True, slots=True)
class SourceVisit:
    """A leased source with its site."""

    id: int
    site_id: int
    domain: str
    type: str
    url: str
    depth: int
    fence: int
    failures: int
    rules: SiteRules


@dataclass(frozen=True, slots=True)
class SiteView:
    id: int
    domain: str
    url: str
    kinds: list[str]
    rules: SiteRules
    priority: int | None
    frequency: timedelta | None
    status: str
    found: int
    sources: int
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class SourceView:
    type: str
    url: str
    depth: int
    visited_at: datetime | None
    error_code: str | None
    error_message: str | None
    entries: int
    refused: dict[str, int]


@dataclass(frozen=True, slots=True)
class SiteProgress:
    """The progress of a site. `seconds_left` is the delay of its lane for each page that is not fetched yet."""

    unread_sources: int
    ordered: int
    fetched: int
    records: int
    failed: dict[str, int]
    refused: dict[str, int]
    delay_seconds: float
    seconds_left: float
    sample: list[str]
    sources: list[SourceView] = field(default_factory=list)


# Sites ------------------------------------------------------------------------------------------------------------


async def add(connection: Connection, order: SiteOrder, status: SiteStatus) -> int | None:
    """Create a site, and its domain if that does not exist. Return None if the domain has a site."""
    await connection.execute("select ensure_lane(%s, %s)", (order.start.domain, order.start.base_url))
    cursor = await connection.execute(
        """
        insert into sites (domain_id, url, kinds, rules, priority, frequency, status)
        select d.id, %s, %s, %s, %s, %s, %s from domains d where d.domain_name = %s
        on conflict (domain_id) do nothing returning id
        """,
        (
            *(order.start.original, sorted(order.kinds), Jsonb(asdict(order.rules)), order.priority, order.frequency),
            *(status, order.start.domain),
        ),
    )
    row = await cursor.fetchone()
    return None if row is None else int(row["id"])


_VIEW = """
    select s.id, d.domain_name as domain, s.url, s.kinds, s.rules, s.priority, s.frequency, s.status,
           s.pages_found as found, s.sources_found as sources, s.created_at, s.updated_at
    from sites s join domains d on d.id = s.domain_id
"""


async def find(connection: Connection, site_id: int, *, lock: bool = False) -> SiteView | None:
    cursor = await connection.execute(f"{_VIEW} where s.id = %s {'for update of s' if lock else ''}", (site_id,))
    row = await cursor.fetchone()
    return None if row is None else _view(row)


async def find_by_domain(connection: Connection, domain: str) -> SiteView | None:
    cursor = await connection.execute(f"{_VIEW} where d.domain_name = %s", (domain,))
    row = await cursor.fetchone()
    return None if row is None else _view(row)


async def page_of(connection: Connection, *, after: int = 0, limit: int = 100) -> list[SiteView]:
    cursor = await connection.execute(f"{_VIEW} where s.id > %s order by s.id limit %s", (after, limit))
    return [_view(row) for row in await cursor.fetchall()]


def _view(row: Mapping[str, Any]) -> SiteView:
    return SiteView(**{**row, "rules": _rules(row["rules"])})


def _rules(stored: Mapping[str, Any]) -> SiteRules:
    lists = {name: tuple(value) for name, value in stored.items() if isinstance(value, list)}
    return SiteRules(**{**stored, **lists})


async def set_status(connection: Connection, site_id: int, status: SiteStatus) -> None:
    await connection.execute("update sites set status = %s, updated_at = now() where id = %s", (status, site_id))


async def retry_sources(connection: Connection, site_id: int) -> None:
    """Visit sources of a site that runs from now on: those that failed at once, and those of its preview when they are
    due."""
    await connection.execute(
        f"""
        update site_sources o
        set failures = 0, due_at = case when o.error_code is null then o.visited_at + {INTERVAL} else now() end
        from sites s join domains d on d.id = s.domain_id
        where s.id = %s and o.site_id = s.id and (o.error_code is not null or o.due_at = 'infinity')
        """,
        (site_id,),
    )


async def remove(connection: Connection, site_id: int) -> None:
    await connection.execute("delete from sites where id = %s", (site_id,))


async def take_orders(connection: Connection, site_id: int, limit: int) -> tuple[int, list[int]]:
    """Forget some pages of a site that is removed. Return how many, and the crawl tasks that were ordered for it."""
    cursor = await connection.execute(
        """
        with gone as (
            delete from site_pages where (site_id, url_hash) in (
                select site_id, url_hash from site_pages where site_id = %s limit %s)
            returning url_hash, made_order)
        select (select count(*) from gone) as count,
               array(select t.id from gone g join crawl_tasks t on t.url_hash = g.url_hash where g.made_order) as tasks
        """,
        (site_id, limit),
    )
    row = await cursor.fetchone()
    assert row is not None
    return int(row["count"]), list(row["tasks"])


async def progress_of(connection: Connection, site: SiteView, politeness: Politeness, sample: int = 10) -> SiteProgress:
    cursor = await connection.execute(
        f"""
        with pages as (
            select p.ordered_at is not null as ordered,
                   t.completed_at is not null or t.content_hash is not null as fetched,
                   exists (select from current_records r
                           where r.url_hash = p.url_hash and r.kind = any(%(kinds)s)) as has_record,
                   case when t.status = 'failed' then coalesce(t.error_code, 'unknown') end as failed
            from site_pages p left join crawl_tasks t on t.url_hash = p.url_hash where p.site_id = %(site)s)
        select (select count(*) from site_sources where site_id = %(site)s and visited_at is null
                  and due_at < 'infinity') as unread_sources,
               (select count(*) from pages where ordered) as ordered,
               (select count(*) from pages where fetched) as fetched,
               (select count(*) from pages where has_record) as records,
               (select count(*) from pages where not coalesce(fetched, false) and failed is null) as pages_left,
               (select coalesce(jsonb_object_agg(f.failed, f.count), '{{}}')
                from (select failed, count(*) from pages where failed is not null group by 1) f) as failed,
               (select coalesce(jsonb_object_agg(r.key, r.count), '{{}}')
                from (select e.key, sum(e.value::integer) as count from site_sources o, jsonb_each_text(o.refused) e
                      where o.site_id = %(site)s group by 1) r) as refused,
               (select {DELAY}::float8 from sites s join domains d on d.id = s.domain_id
                  join lanes l on l.domain_id = d.id where s.id = %(site)s) as delay_seconds,
               array(select url from site_pages where site_id = %(site)s order by url_hash limit %(sample)s) as sample
        """,
        {"site": site.id, "kinds": site.kinds, "sample": sample, **politeness.parameters},
    )
    row = await cursor.fetchone()
    assert row is not None
    left = row.pop("pages_left")
    sources = await _sources(connection, site.id)
    return SiteProgress(**row, seconds_left=left * row["delay_seconds"], sources=sources)


async def _sources(connection: Connection, site_id: int, limit: int = 100) -> list[SourceView]:
    cursor = connection.cursor(row_factory=class_row(SourceView))
    await cursor.execute(
        """
        select type, url, depth, visited_at, error_code, error_message, entries, refused from site_sources
        where site_id = %s order by id limit %s
        """,
        (site_id, limit),
    )
    return await cursor.fetchall()


# Discovery --------------------------------------------------------------------------------------------------------


async def lease_sources(connection: Connection, limit: int, site_id: int | None = None) -> list[SourceVisit]:
    """Lease the source that is due the longest of each of some sites, or of one site. Of a preview, each is read once.
    Sites whose domain is paused or disabled wait."""
    cursor = await connection.execute(
        f"""
        with due as (
            select o.id
            from sites s join domains d on d.id = s.domain_id
            join lateral (
                select o.id, o.due_at from site_sources o
                where o.site_id = s.id and o.due_at <= now() and (o.lease_until is null or o.lease_until < now())
                  and (s.status = '{SiteStatus.RUNNING}' or o.visited_at is null)
                order by o.due_at, o.id limit 1) o on true
            where {ACTIVE} and d.is_active and d.paused_at is null
              and (%(site)s::bigint is null or s.id = %(site)s)
              and not exists (select from site_sources b where b.site_id = s.id and b.lease_until > now())
            order by o.due_at limit %(limit)s),
        held as (
            -- The lease is looked at again: another transaction may have taken it since the snapshot.
            select o.id from site_sources o
            where o.id = any (array(select id from due)) and (o.lease_until is null or o.lease_until < now())
            for update skip locked)
        update site_sources o
        set lease_until = now() + %(lease)s * interval '1 second', fence = o.fence + 1, entries = 0, refused = '{{}}'
        from held, sites s, domains d where o.id = held.id and s.id = o.site_id and d.id = s.domain_id
        returning o.id, o.site_id, d.domain_name as domain, o.type, o.url, o.depth, o.fence, o.failures, s.rules
        """,
        {"limit": limit, "lease": LEASE_SECONDS, "site": site_id},
    )
    return [SourceVisit(**{**row, "rules": _rules(row["rules"])}) for row in await cursor.fetchall()]


async def hold(connection: Connection, visit: SourceVisit) -> bool:
    """Lock the site and renew the lease. Return False if the visit is over: its lease is lost, or the site paused."""
    cursor = await connection.execute(f"select from sites s where s.id = %s and {ACTIVE} for update", (visit.site_id,))
    if await cursor.fetchone() is None:
        return False
    cursor = await connection.execute(
        """
        update site_sources set lease_until = now() + %s * interval '1 second'
        where id = %s and fence = %s and lease_until is not null
        """,
        (LEASE_SECONDS, visit.id, visit.fence),
    )
    return cursor.rowcount == 1


async def add_pages(connection: Connection, site_id: int, pages: Sequence[FoundPage], rules: SiteRules) -> int:
    """Add the pages that are new, up to the budget, and return how many were over it. The caller holds the site.

    A page that is known keeps its place. If its sitemap says that it changed since it was fetched, it becomes due."""
    unique = {candidate.page.hash: candidate for candidate in pages}
    parameters = {
        "site": site_id,
        "hashes": list(unique),
        "urls": [candidate.page.original for candidate in unique.values()],
        "priorities": [candidate.priority for candidate in unique.values()],
        "times": [candidate.modified_at for candidate in unique.values()],
        "budget": rules.page_budget,
    }
    cursor = await connection.execute(
        """
        with named as (
            select * from unnest(%(hashes)s::text[], %(urls)s::text[], %(priorities)s::integer[],
                                 %(times)s::timestamptz[]) with ordinality n (hash, url, priority, modified_at, place)),
        strangers as (
            select n.* from named n
            where not exists (select from site_pages p where p.site_id = %(site)s and p.url_hash = n.hash)),
        added as (
            insert into site_pages (site_id, url_hash, url, priority, modified_at)
            select %(site)s, n.hash, n.url, n.priority, case when n.modified_at <= now() then n.modified_at end
            from strangers n order by n.place
            limit (select greatest(0, %(budget)s - s.pages_found) from sites s where s.id = %(site)s)
            on conflict do nothing returning url_hash),
        counted as (
            update sites set pages_found = pages_found + (select count(*) from added), updated_at = now()
            where id = %(site)s and exists (select from added) returning id)
        select (select count(*) from strangers) - (select count(*) from added) as over
        """,
        parameters,
    )
    row = await cursor.fetchone()
    assert row is not None
    await _refresh_changed(connection, parameters)
    return int(row["over"])


async def _refresh_changed(connection: Connection, parameters: Mapping[str, Any]) -> None:
    """Make pages due that were changed since their last fetch. A time in the future, or one that the sitemap named
    before, says nothing, so a sitemap that lies costs a fetch per visit at most."""
    await connection.execute(
        """
        with changed as (
            update site_pages p set modified_at = n.modified_at
            from unnest(%(hashes)s::text[], %(times)s::timestamptz[]) n (hash, modified_at)
            where p.site_id = %(site)s and p.url_hash = n.hash and n.modified_at <= now()
              and (p.modified_at is null or p.modified_at < n.modified_at)
            returning p.url_hash, n.modified_at),
        held as (
            select t.id from crawl_tasks t join changed c on c.url_hash = t.url_hash
            where t.status = 'completed' and t.completed_at < c.modified_at and t.crawl_frequency is not null
              and t.scheduled_at > now() and t.paused_at is null
            order by t.id for update of t)
        update crawl_tasks t set scheduled_at = now(), updated_at = now() from held where t.id = held.id
        """,
        parameters,
    )


async def add_sources(connection: Connection, site_id: int, sources: Sequence[NewSource]) -> int:
    """Add the sources that are new, up to the limit of a site, and return how many were over it. The caller holds the
    site."""
    unique = {(source.type, source.page.hash): source for source in sources}
    cursor = await connection.execute(
        """
        with strangers as (
            select n.* from unnest(%(types)s::text[], %(urls)s::text[], %(hashes)s::text[], %(depths)s::smallint[])
                with ordinality n (type, url, hash, depth, place)
            where not exists (select from site_sources o
                              where o.site_id = %(site)s and o.type = n.type and o.url_hash = n.hash)),
        added as (
            insert into site_sources (site_id, type, url, url_hash, depth)
            select %(site)s, n.type, n.url, n.hash, n.depth from strangers n order by n.place
            limit (select greatest(0, %(most)s - s.sources_found) from sites s where s.id = %(site)s)
            on conflict do nothing returning id),
        counted as (
            update sites set sources_found = sources_found + (select count(*) from added)
            where id = %(site)s and exists (select from added) returning id)
        select (select count(*) from strangers) - (select count(*) from added) as over
        """,
        {
            "site": site_id,
            "types": [source.type for source in unique.values()],
            "urls": [source.page.original for source in unique.values()],
            "hashes": [source.page.hash for source in unique.values()],
            "depths": [source.depth for source in unique.values()],
            "most": MAX_SOURCES,
        },
    )
    row = await cursor.fetchone()
    assert row is not None
    return int(row["over"])


async def count_entries(connection: Connection, visit: SourceVisit, entries: int, refused: Counter[Refusal]) -> None:
    """Store the counts of a visit so far."""
    await connection.execute(
        "update site_sources set entries = %s, refused = %s where id = %s and fence = %s",
        (entries, Jsonb({str(reason): count for reason, count in refused.items()}), visit.id, visit.fence),
    )


async def finish(connection: Connection, visit: SourceVisit) -> None:
    """End a visit. A source of a site that runs is visited again after the interval of its pages."""
    await connection.execute(
        f"""
        update site_sources o
        set lease_until = null, visited_at = now(), failures = 0, error_code = null, error_message = null,
            due_at = case when s.status = '{SiteStatus.PREVIEW}' then 'infinity' else now() + {INTERVAL} end
        from sites s join domains d on d.id = s.domain_id
        where o.id = %s and o.fence = %s and s.id = o.site_id
        """,
        (visit.id, visit.fence),
    )


async def put_off(
    connection: Connection, visit: SourceVisit, seconds: float | None, code: str | None, message: str | None
) -> None:
    """End a visit that failed. It is tried again after so many seconds; with None, it is not."""
    failed = code is not None
    await connection.execute(
        """
        update site_sources
        set lease_until = null, error_code = %(code)s, error_message = %(message)s, failures = failures + %(failed)s,
            due_at = coalesce(now() + %(seconds)s * interval '1 second', 'infinity')
        where id = %(id)s and fence = %(fence)s
        """,
        {
            "id": visit.id, "fence": visit.fence, "seconds": seconds, "code": code, "message": message,
            "failed": int(failed),
        },
    )  # fmt: skip


async def uses_proxies(connection: Connection) -> bool:
    cursor = await connection.execute("select exists (select from proxies) as used")
    row = await cursor.fetchone()
    assert row is not None
    return bool(row["used"])


# Orders -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WaitingPages:
    """Pages of a running site that are not ordered yet. Those that have an operator's order keep it."""

    site: SiteView
    new: list[tuple[str, int | None]]  # URL and priority
    hashes: list[str]


async def take_waiting(connection: Connection, limit: int) -> WaitingPages | None:
    """Return some pages of a site, and lock it. The site is chosen at random, so that a large one does not delay the
    others."""
    cursor = await connection.execute(
        f"""
        select s.id from sites s where s.status = '{SiteStatus.RUNNING}'
          and exists (select from site_pages p where p.site_id = s.id and p.ordered_at is null)
        order by random() limit 1 for update of s skip locked
        """
    )
    row = await cursor.fetchone()
    site = None if row is None else await find(connection, row["id"])
    if site is None:
        return None
    cursor = await connection.execute(
        """
        select p.url_hash, p.url, coalesce(p.priority, %(priority)s) as priority,
               exists (select from crawl_tasks t where t.url_hash = p.url_hash and t.kinds <> '{}') as ordered
        from site_pages p where p.site_id = %(site)s and p.ordered_at is null limit %(limit)s
        """,
        {"site": site.id, "priority": site.priority, "limit": limit},
    )
    pages = await cursor.fetchall()
    new = [(page["url"], page["priority"]) for page in pages if not page["ordered"]]
    return WaitingPages(site, new, [page["url_hash"] for page in pages])


async def mark_ordered(connection: Connection, waiting: WaitingPages, made: Sequence[int]) -> None:
    await connection.execute(
        """
        update site_pages p
        set ordered_at = now(),
            made_order = exists (select from crawl_tasks t where t.url_hash = p.url_hash and t.id = any(%s))
        where p.site_id = %s and p.url_hash = any(%s)
        """,
        (list(made), waiting.site.id, waiting.hashes),
    )
