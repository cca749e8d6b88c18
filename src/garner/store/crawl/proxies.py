"""Proxies: configuration and health, overall and for each domain.

A writer of a domain's statistics holds the domain's lane, as a claim does. The proxies themselves are locked last, by
id.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from psycopg.rows import class_row

from garner.postgres.database import Connection
from garner.postgres.server import PlainConnection
from garner.store.crawl import lanes, proxy_traffic

# A proxy rests after more consecutive failures than this, with one domain or altogether.
MAX_FAILURES = 10
REST = "interval '5 minutes'"
# The weight of a request after the next one: together they describe about the last hundred.
FADES = 0.99


@dataclass(frozen=True, slots=True)
class Proxy:
    id: int
    proxy_protocol: str
    proxy_url: str
    proxy_port: int
    proxy_username: str | None
    proxy_password: str | None  # sealed


_PROXY = "select id, proxy_protocol, proxy_url, proxy_port, proxy_username, proxy_password from proxies"


async def all_of(connection: Connection, ids: Sequence[int]) -> list[Proxy]:
    cursor = connection.cursor(row_factory=class_row(Proxy))
    await cursor.execute(f"{_PROXY} where id = any(%s)", (list(ids),))
    return await cursor.fetchall()


_IN_USE = f"{_PROXY} where is_active or retry_at is not null order by id"


async def in_use(connection: Connection) -> list[Proxy]:
    """List all proxies except those that an operator disabled."""
    cursor = connection.cursor(row_factory=class_row(Proxy))
    await cursor.execute(_IN_USE)
    return await cursor.fetchall()


def in_use_now(connection: PlainConnection) -> list[Proxy]:
    """Do the same as `in_use`, for callers without an engine."""
    return connection.cursor(row_factory=class_row(Proxy)).execute(_IN_USE).fetchall()


@dataclass(frozen=True, slots=True)
class ProxyUse:
    """One request through a proxy."""

    proxy_id: int
    lane_id: int
    seconds: float
    broken: bool  # it failed by itself, regardless of the target
    shut_out: bool  # this site blocks it
    rests: float | None = None  # seconds not to use it with this site
    bytes: int = 0  # transferred


async def note(connection: Connection, used: Sequence[ProxyUse]) -> None:
    for use in sorted(used, key=lambda use: (use.proxy_id, use.lane_id)):
        await _note_domain(connection, use)
    await proxy_traffic.add(connection, [(use.proxy_id, use.lane_id, use.bytes) for use in used])
    for use in sorted(used, key=lambda use: use.proxy_id):
        await _note_proxy(connection, use)


async def _note_domain(connection: Connection, use: ProxyUse) -> None:
    await connection.execute(
        f"""
        update proxy_domains h
        set failure_count = case when %(failed)s then h.failure_count + 1 else 0 end,
            success_count = h.success_count + (not %(failed)s)::integer,
            retry_at = greatest(case when %(failed)s and h.failure_count + 1 > {MAX_FAILURES} then now() + {REST} end,
                                now() + %(rests)s * interval '1 second'),
            avg_response_time_ms = {_AVERAGE.format(table="h")}
        from lanes l where l.id = %(lane)s and h.domain_id = l.domain_id and h.proxy_id = %(proxy)s
        """,
        {
            "failed": use.broken or use.shut_out,
            "lane": use.lane_id,
            "rests": use.rests,
            "proxy": use.proxy_id,
            "ms": round(use.seconds * 1000),
        },
    )


async def _note_proxy(connection: Connection, use: ProxyUse) -> None:
    await connection.execute(
        f"""
        update proxies p
        set failure_count = case when %(failed)s then p.failure_count + 1 else 0 end,
            success_count = p.success_count + (not %(failed)s)::integer,
            recent_requests = p.recent_requests * {FADES} + 1,
            recent_successes = p.recent_successes * {FADES} + (not %(failed)s)::integer,
            last_success_at = case when %(failed)s then p.last_success_at else now() end,
            last_failure_at = case when %(failed)s then now() else p.last_failure_at end,
            is_active = case when %(failed)s then p.is_active and p.failure_count + 1 <= {MAX_FAILURES}
                             else p.is_active or p.retry_at is not null end,
            retry_at = case when %(failed)s and (p.retry_at is not null
                                                 or p.is_active and p.failure_count + 1 > {MAX_FAILURES})
                            then now() + {REST} end,
            avg_response_time_ms = {_AVERAGE.format(table="p")}, updated_at = now()
        where p.id = %(proxy)s
        """,
        {"failed": use.broken, "proxy": use.proxy_id, "ms": round(use.seconds * 1000)},
    )


# Smoothed over about ten requests. A failed request says nothing about the speed of answers.
_AVERAGE = """case when %(failed)s then {table}.avg_response_time_ms
                   else coalesce(round({table}.avg_response_time_ms * 0.9 + %(ms)s * 0.1)::integer, %(ms)s) end"""


# Operators' actions -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ProxyView:
    """A proxy as an operator sees it, without its password."""

    id: int
    protocol: str
    host: str
    port: int
    username: str | None
    has_password: bool
    is_active: bool
    failure_count: int
    success_count: int
    success_rate: float | None  # of about the last hundred requests; None if there were none
    avg_response_time_ms: int | None
    last_used_at: datetime | None
    last_success_at: datetime | None
    last_failure_at: datetime | None
    retry_at: datetime | None
    shut_out_of: int  # the number of domains that it rests from
    price_per_gb: Decimal | None


_VIEW = f"""
    select p.id, p.proxy_protocol as protocol, p.proxy_url as host, p.proxy_port as port, p.proxy_username as username,
           p.proxy_password is not null as has_password, p.is_active, p.failure_count, p.success_count,
           p.recent_successes / nullif(p.recent_requests, 0) as success_rate, p.avg_response_time_ms,
           p.last_used_at, p.last_success_at, p.last_failure_at, p.retry_at,
           (select count(*) from proxy_domains h
            where h.proxy_id = p.id and h.failure_count > {MAX_FAILURES})::integer as shut_out_of, p.price_per_gb
    from proxies p
"""


async def page_of(connection: Connection, *, after: int = 0, limit: int = 100) -> list[ProxyView]:
    cursor = connection.cursor(row_factory=class_row(ProxyView))
    await cursor.execute(f"{_VIEW} where p.id > %s order by p.id limit %s", (after, limit))
    return await cursor.fetchall()


async def find(connection: Connection, proxy_id: int) -> ProxyView | None:
    cursor = connection.cursor(row_factory=class_row(ProxyView))
    await cursor.execute(f"{_VIEW} where p.id = %s", (proxy_id,))
    return await cursor.fetchone()


async def add(
    connection: Connection,
    protocol: str,
    host: str,
    port: int,
    username: str | None,
    sealed: str | None,
    price_per_gb: Decimal | None = None,
) -> int | None:
    """Add a proxy, and return its id, or None if it already exists."""
    cursor = await connection.execute(
        """
        insert into proxies (proxy_protocol, proxy_url, proxy_port, proxy_username, proxy_password, price_per_gb)
        values (%s, %s, %s, %s, %s, %s)
        on conflict (proxy_protocol, proxy_url, proxy_port, proxy_username) do nothing returning id
        """,
        (protocol, host, port, username, sealed, price_per_gb),
    )
    row = await cursor.fetchone()
    return None if row is None else int(row["id"])


async def lock(connection: Connection, proxy_id: int) -> None:
    await connection.execute("select from proxies where id = %s for no key update", (proxy_id,))


async def switch(connection: Connection, proxy_id: int, *, active: bool) -> bool:
    """Switch a proxy on, with its failure statistics reset, or off, without automatic retries."""
    cursor = await connection.execute(
        """
        update proxies
        set is_active = %(active)s, retry_at = null, failure_count = case when %(active)s then 0 else failure_count end,
            recent_requests = case when %(active)s then 0 else recent_requests end,
            recent_successes = case when %(active)s then 0 else recent_successes end, updated_at = now()
        where id = %(id)s
        """,
        {"id": proxy_id, "active": active},
    )
    return cursor.rowcount == 1


async def set_price(connection: Connection, proxy_id: int, price_per_gb: Decimal | None) -> None:
    await connection.execute(
        "update proxies set price_per_gb = %s, updated_at = now() where id = %s", (price_per_gb, proxy_id)
    )


async def remove(connection: Connection, proxy_id: int) -> bool:
    cursor = await connection.execute(
        """
        select l.id from proxy_domains h join lanes l on l.domain_id = h.domain_id where h.proxy_id = %s
        """,
        (proxy_id,),
    )
    await lanes.lock(connection, [row["id"] for row in await cursor.fetchall()])
    await connection.execute("delete from proxy_domains where proxy_id = %s", (proxy_id,))
    cursor = await connection.execute("delete from proxies where id = %s", (proxy_id,))
    return cursor.rowcount == 1
