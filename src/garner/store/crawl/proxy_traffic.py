"""Traffic of proxies, by domain and day in UTC, and its cost.

Fetches are added up when they are settled, because attempts are too many to be read and are deleted after a month.
Writers hold the lanes of their domains, so that no two write the same row at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal

from psycopg.rows import class_row

from garner.postgres.database import Connection

BYTES_PER_GB = 1_000_000_000


async def add(connection: Connection, uses: Sequence[tuple[int, int, int]]) -> None:
    """Add requests: the proxy, the lane, and the bytes of each."""
    if not uses:
        return
    await connection.execute(
        """
        insert into proxy_traffic as t (proxy_id, domain_id, day, requests, bytes)
        select u.proxy_id, l.domain_id, (now() at time zone 'utc')::date, count(*), sum(u.bytes)
        from unnest(%s::integer[], %s::bigint[], %s::bigint[]) u (proxy_id, lane_id, bytes)
        join lanes l on l.id = u.lane_id
        where l.domain_id is not null
        group by 1, 2
        order by 1, 2
        on conflict (proxy_id, domain_id, day) do update
        set requests = t.requests + excluded.requests, bytes = t.bytes + excluded.bytes
        """,
        tuple(map(list, zip(*uses, strict=True))),
    )


@dataclass(frozen=True, slots=True)
class ProxyCost:
    """The traffic of a proxy with a domain. Without a price, the cost is unknown."""

    proxy_id: int
    protocol: str
    host: str
    port: int
    username: str | None
    domain: str
    requests: int
    bytes: int
    price_per_gb: Decimal | None
    cost: Decimal | None
    total_requests: int  # of all rows, also of those that are not listed
    total_bytes: int
    total_cost: Decimal | None


async def first_day(connection: Connection, since: datetime | None) -> datetime:
    """Return the beginning of the day in UTC, by default of 30 days ago."""
    cursor = await connection.execute(
        "select date_trunc('day', coalesce(%s::timestamptz, now() - interval '30 days'), 'utc') as day", (since,)
    )
    (row,) = await cursor.fetchall()
    day: datetime = row["day"]
    return day


async def list_costs(connection: Connection, since: datetime, limit: int) -> list[ProxyCost]:
    """List the traffic since the beginning of a day in UTC, at the present prices, the largest cost first."""
    cursor = connection.cursor(row_factory=class_row(ProxyCost))
    await cursor.execute(
        f"""
        select c.*, (sum(requests) over ())::bigint as total_requests, (sum(bytes) over ())::bigint as total_bytes,
               sum(cost) over () as total_cost
        from (
            select p.id as proxy_id, p.proxy_protocol as protocol, p.proxy_url as host, p.proxy_port as port,
                   p.proxy_username as username, d.domain_name as domain, t.requests, t.bytes, p.price_per_gb,
                   round(t.bytes * p.price_per_gb / {BYTES_PER_GB}, 4) as cost
            from (select proxy_id, domain_id, sum(requests)::bigint as requests, sum(bytes)::bigint as bytes
                  from proxy_traffic where day >= (%s at time zone 'utc')::date group by 1, 2) t
            join proxies p on p.id = t.proxy_id
            join domains d on d.id = t.domain_id) c
        order by cost desc nulls last, bytes desc, proxy_id, domain
        limit %s
        """,
        (since, limit),
    )
    return await cursor.fetchall()


async def delete_old(connection: Connection, older_than: timedelta, limit: int = 5000) -> int:
    cursor = await connection.execute(
        """
        delete from proxy_traffic where (proxy_id, domain_id, day) in (
            select proxy_id, domain_id, day from proxy_traffic
            where day < ((now() - %s) at time zone 'utc')::date order by day limit %s)
        """,
        (older_than, limit),
    )
    return cursor.rowcount
