"""Statistics of extraction quality by hour, and alerts on drops.

An hour that is added to counts as not yet judged until its pages have been judged, in one transaction with that: a
worker that is killed in between has judged nothing, and the next one begins where it began. Several workers may judge
at once; each skips the hours that another has locked.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from psycopg.rows import class_row
from psycopg.types.json import Jsonb

from garner.core.quality.parser_health import AlertEnding, Closing, Counts, Drop, HealthBucket, OpenAlert, Pages, Parser
from garner.postgres.database import Connection


@dataclass(frozen=True, slots=True)
class AlertView:
    id: int
    domain: str
    kind: str
    field: str
    extractor: str
    version: str
    rate: float
    baseline: float
    pages: int
    opened_at: datetime
    closed_at: datetime | None
    closed_because: str | None
    closing_rate: float | None


_ADDED_UP = """
    on conflict (domain, kind, extractor, version, hour) do update
    set tried = h.tried + excluded.tried, found = h.found + excluded.found,
        fields = (select coalesce(jsonb_object_agg(s.key, s.had), '{}')
                  from (select e.key, sum(e.value::bigint) as had
                        from (select * from jsonb_each_text(h.fields)
                              union all select * from jsonb_each_text(excluded.fields)) e group by e.key) s)
"""


async def add(connection: Connection, counted: Mapping[Parser, Counts]) -> None:
    """Add counts to the current hour of the database's clock. In the order of their keys, so that two concurrent calls
    cannot deadlock."""
    parsers = sorted(counted)
    columns: list[list[Any]] = [list(column) for column in zip(*parsers, strict=True)] or [[], [], [], []]
    counts = [counted[parser] for parser in parsers]
    await connection.execute(
        f"""
        insert into parser_health as h (domain, kind, extractor, version, hour, tried, found, fields)
        select r.domain, r.kind, r.extractor, r.version, date_trunc('hour', now(), 'UTC'), r.tried, r.found, r.fields
        from unnest(%s::text[], %s::text[], %s::text[], %s::text[], %s::integer[], %s::integer[], %s::jsonb[])
             with ordinality r (domain, kind, extractor, version, tried, found, fields, place)
        order by r.place {_ADDED_UP}, judged = false
        """,
        (
            *columns,
            [parser_counts.tried for parser_counts in counts],
            [parser_counts.found for parser_counts in counts],
            [Jsonb(dict(parser_counts.fields)) for parser_counts in counts],
        ),
    )


# Judging ----------------------------------------------------------------------------------------------------------


async def take_unjudged(connection: Connection, limit: int) -> tuple[list[Pages], int]:
    """Take up to `limit` hours to judge in this transaction, and return their pages and the number of hours."""
    cursor = await connection.execute(
        """
        update parser_health h set judged = true
        from (select domain, kind, extractor, version, hour from parser_health
              where not judged order by domain, kind limit %s for update skip locked) u
        where (h.domain, h.kind, h.extractor, h.version, h.hour)
            = (u.domain, u.kind, u.extractor, u.version, u.hour)
        returning h.domain, h.kind
        """,
        (limit,),
    )
    taken = await cursor.fetchall()
    return sorted({Pages(row["domain"], row["kind"]) for row in taken}), len(taken)


async def now(connection: Connection) -> datetime:
    cursor = await connection.execute("select now() as now")
    (row,) = await cursor.fetchall()
    moment: datetime = row["now"]
    return moment


async def buckets(
    connection: Connection, pages: Sequence[Pages], reaching_back: timedelta
) -> dict[Pages, list[HealthBucket]]:
    cursor = await connection.execute(
        """
        select h.domain, h.kind, h.extractor, h.version, h.hour, h.tried, h.found, h.fields
        from unnest(%s::text[], %s::text[]) p (domain, kind)
        join parser_health h on h.domain = p.domain and h.kind = p.kind and h.hour > now() - %s
        """,
        (*_columns(pages), reaching_back),
    )
    health_buckets: dict[Pages, list[HealthBucket]] = {site_pages: [] for site_pages in pages}
    for row in await cursor.fetchall():
        counts = Counts(row["tried"], row["found"], Counter(row["fields"]))
        bucket = HealthBucket(row["hour"], row["extractor"], row["version"], counts)
        health_buckets[Pages(row["domain"], row["kind"])].append(bucket)
    return health_buckets


async def open_alerts(connection: Connection, pages: Sequence[Pages]) -> dict[Pages, list[OpenAlert]]:
    cursor = await connection.execute(
        """
        select a.id, a.domain, a.kind, a.field, a.rate, a.baseline, a.pages, a.opened_at
        from unnest(%s::text[], %s::text[]) p (domain, kind)
        join parser_alerts a on a.domain = p.domain and a.kind = p.kind and a.closed_at is null
        order by a.id
        """,
        _columns(pages),
    )
    alerts: dict[Pages, list[OpenAlert]] = {site_pages: [] for site_pages in pages}
    for row in await cursor.fetchall():
        alerts[Pages(row.pop("domain"), row.pop("kind"))].append(OpenAlert(**row))
    return alerts


async def last_closed(
    connection: Connection, pages: Sequence[Pages], within: timedelta
) -> dict[Pages, dict[str, datetime]]:
    """Return when an alert was last closed, by field."""
    cursor = await connection.execute(
        """
        select a.domain, a.kind, a.field, max(a.closed_at) as closed_at
        from unnest(%s::text[], %s::text[]) p (domain, kind)
        join parser_alerts a on a.domain = p.domain and a.kind = p.kind and a.closed_at > now() - %s
        group by a.domain, a.kind, a.field
        """,
        (*_columns(pages), within),
    )
    closing_times: dict[Pages, dict[str, datetime]] = {site_pages: {} for site_pages in pages}
    for row in await cursor.fetchall():
        closing_times[Pages(row["domain"], row["kind"])][row["field"]] = row["closed_at"]
    return closing_times


async def open_alert(connection: Connection, pages: Pages, drop: Drop) -> bool:
    """Open an alert, or return False if one for the same field is already open."""
    cursor = await connection.execute(
        """
        insert into parser_alerts (domain, kind, field, extractor, version, rate, baseline, pages)
        values (%s, %s, %s, %s, %s, %s, %s, %s)
        on conflict (domain, kind, field) where closed_at is null do nothing
        """,
        (*pages, drop.field, drop.extractor, drop.version, drop.rate, drop.baseline, drop.pages),
    )
    return cursor.rowcount > 0


async def close_alert(connection: Connection, closing: Closing) -> bool:
    """Close an alert, and return whether it was still open."""
    cursor = await connection.execute(
        """
        update parser_alerts set closed_at = now(), closed_because = %s, closing_rate = %s
        where id = %s and closed_at is null
        """,
        (closing.because, closing.rate, closing.alert.id),
    )
    return cursor.rowcount > 0


def _columns(pages: Iterable[Pages]) -> tuple[list[str], list[str]]:
    pages = list(pages)
    return [site_pages.domain for site_pages in pages], [site_pages.kind for site_pages in pages]


# Retention --------------------------------------------------------------------------------------------------------


async def fold(connection: Connection, older_than: timedelta, limit: int = 5000) -> int:
    """Fold old hours into days: judging a site then reads a tenth of the rows. A day is stored in its first hour.
    Return how many hours were folded."""
    cursor = await connection.execute(
        f"""
        with old as (
            delete from parser_health h using (
                select ctid from parser_health
                where hour < date_trunc('day', now() - %s, 'UTC') and hour <> date_trunc('day', hour, 'UTC')
                order by hour limit %s for update skip locked) o
            where h.ctid = o.ctid
            returning h.domain, h.kind, h.extractor, h.version, date_trunc('day', h.hour, 'UTC') as day,
                      h.tried, h.found, h.fields),
        had as (
            select o.domain, o.kind, o.extractor, o.version, o.day, e.key, sum(e.value::bigint) as had
            from old o cross join lateral jsonb_each_text(o.fields) e
            group by o.domain, o.kind, o.extractor, o.version, o.day, e.key),
        days as (
            select o.domain, o.kind, o.extractor, o.version, o.day, sum(o.tried) as tried, sum(o.found) as found,
                   (select coalesce(jsonb_object_agg(f.key, f.had), '{{}}') from had f
                    where (f.domain, f.kind, f.extractor, f.version, f.day)
                        = (o.domain, o.kind, o.extractor, o.version, o.day)) as fields
            from old o group by o.domain, o.kind, o.extractor, o.version, o.day),
        folded as (
            insert into parser_health as h (domain, kind, extractor, version, hour, tried, found, fields, judged)
            select domain, kind, extractor, version, day, tried, found, fields, true from days
            order by domain, kind, extractor, version, day {_ADDED_UP})
        select count(*) as hours from old
        """,
        (older_than, limit),
    )
    (row,) = await cursor.fetchall()
    return int(row["hours"])


async def delete_old(connection: Connection, older_than: timedelta, limit: int = 5000) -> int:
    """Delete old hours, and alerts that have been closed for as long."""
    hours = await connection.execute(
        """
        delete from parser_health h using (
            select ctid from parser_health where hour < now() - %s order by hour limit %s for update skip locked) o
        where h.ctid = o.ctid
        """,
        (older_than, limit),
    )
    alerts = await connection.execute(
        "delete from parser_alerts where id in (select id from parser_alerts where closed_at < now() - %s limit %s)",
        (older_than, limit),
    )
    return hours.rowcount + alerts.rowcount


async def close_silent_alerts(connection: Connection) -> dict[Pages, list[str]]:
    """Close alerts of pages without any counts within the retention. Return the fields they were about."""
    cursor = await connection.execute(
        """
        update parser_alerts a set closed_at = now(), closed_because = %s
        where a.closed_at is null
          and not exists (select from parser_health h where h.domain = a.domain and h.kind = a.kind)
        returning a.domain, a.kind, a.field
        """,
        (AlertEnding.SILENT,),
    )
    closed: dict[Pages, list[str]] = {}
    for row in await cursor.fetchall():
        closed.setdefault(Pages(row["domain"], row["kind"]), []).append(row["field"])
    return closed


# Queries ----------------------------------------------------------------------------------------------------------


async def page_of(
    connection: Connection, *, domain: str | None = None, kind: str | None = None, after: Pages | None, limit: int
) -> list[Pages]:
    """List what is counted, by domain and kind. Each step skips all hours of the previous one."""
    cursor = await connection.execute(
        """
        with recursive listed as (
            (select h.domain, h.kind, 1 as place from parser_health h
             where (h.domain, h.kind) > (%(after_domain)s, %(after_kind)s)
               and (%(domain)s::text is null or h.domain = %(domain)s)
               and (%(kind)s::text is null or h.kind = %(kind)s)
             order by h.domain, h.kind limit 1)
            union all
            select n.domain, n.kind, l.place + 1 from listed l
            cross join lateral (
                select h.domain, h.kind from parser_health h
                where (h.domain, h.kind) > (l.domain, l.kind)
                  and (%(domain)s::text is null or h.domain = %(domain)s)
                  and (%(kind)s::text is null or h.kind = %(kind)s)
                order by h.domain, h.kind limit 1) n
            where l.place < %(limit)s)
        select domain, kind from listed order by place
        """,
        {
            "after_domain": after.domain if after else "",
            "after_kind": after.kind if after else "",
            "domain": domain,
            "kind": kind,
            "limit": limit,
        },
    )
    return [Pages(row["domain"], row["kind"]) for row in await cursor.fetchall()]


async def alerts(
    connection: Connection, *, open_only: bool, domain: str | None = None, before: int | None, limit: int
) -> list[AlertView]:
    """List alerts, newest first."""
    cursor = connection.cursor(row_factory=class_row(AlertView))
    await cursor.execute(
        """
        select id, domain, kind, field, extractor, version, rate, baseline, pages, opened_at, closed_at,
               closed_because, closing_rate
        from parser_alerts
        where (%(before)s::bigint is null or id < %(before)s) and (not %(open_only)s or closed_at is null)
          and (%(domain)s::text is null or domain = %(domain)s)
        order by id desc limit %(limit)s
        """,
        {"before": before, "open_only": open_only, "domain": domain, "limit": limit},
    )
    return await cursor.fetchall()
