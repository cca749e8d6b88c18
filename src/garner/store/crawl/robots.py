"""Store robots.txt files as last read. Writers hold the host's lane: claims read only under that lock.

A robots.txt may redirect to another host. Its own lane still sends that request, since its pages wait there, but the
request takes a slot that is reserved on the other host's lane.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from psycopg.rows import class_row

from garner.postgres.database import Connection
from garner.store.crawl import lanes
from garner.store.crawl.lanes import Politeness


@dataclass(frozen=True, slots=True)
class RobotsRead:
    """The outcome of reading a robots.txt: its text, its redirect target, or the wait before the next attempt."""

    origin: str
    http_status: int | None = None
    body: str | None = None
    delay_seconds: float = 0.0
    lasts_seconds: float = 0.0
    hop_url: str | None = None
    hop_domain: str = ""
    hop_base_url: str = ""
    wait_seconds: float | None = None


# If a robots.txt becomes unavailable, its last text stays in force for this long.
GRACE = "interval '1 hour'"
MAX_HOPS = 5
LOST_LASTS_SECONDS = 3600.0


async def lanes_ahead(connection: Connection, reads: Sequence[RobotsRead]) -> dict[str, int]:
    """Return the lanes of the hosts that a robots.txt redirects to, by its own origin."""
    ahead: dict[str, int] = {}
    for read in sorted(reads, key=lambda read: read.hop_domain):
        if read.hop_url is not None:
            cursor = await connection.execute("select ensure_lane(%s, %s)", (read.hop_domain, read.hop_base_url))
            (row,) = await cursor.fetchall()
            ahead[read.origin] = row["ensure_lane"]
    return ahead


async def keep(
    connection: Connection,
    reads: Sequence[tuple[int, datetime, RobotsRead]],
    ahead: Mapping[str, int],
    politeness: Politeness,
) -> None:
    """Store the outcomes, each with the lane that sent the request and its time."""
    for lane_id, sent_at, read in reads:  # one per host and day
        if read.wait_seconds is not None:
            await _postpone(connection, read)
        elif read.hop_url is None:
            await _keep(connection, lane_id, sent_at, read)
        elif await _follow(connection, read):
            if ahead[read.origin] != lane_id:
                slot = await lanes.reserve(connection, ahead[read.origin], lane_id, politeness)
                await connection.execute(
                    "update robots_files set next_try_at = %s where origin = %s", (slot.at, read.origin)
                )
        else:
            await _keep(connection, lane_id, sent_at, replace(read, hop_url=None, lasts_seconds=LOST_LASTS_SECONDS))


async def _follow(connection: Connection, read: RobotsRead) -> bool:
    """Follow a redirect, and return False after too many hops: the file then counts as absent."""
    cursor = await connection.execute(
        """
        update robots_files set hop_url = %s, hops = hops + 1, next_try_at = '-infinity'
        where origin = %s and hops < %s
        """,
        (read.hop_url, read.origin, MAX_HOPS),
    )
    return cursor.rowcount == 1


async def _keep(connection: Connection, lane_id: int, sent_at: datetime, read: RobotsRead) -> None:
    """Store a robots.txt and its crawl delay, which counts from the request that read it. The file expires only after
    the lane's next request, or a slow lane would do nothing but read it. Several hosts may share a lane (with and
    without `www.`, over http and https): the slowest of them sets its pace."""
    await connection.execute(
        """
        update lanes l
        set robots_delay_seconds = case when exists (
            select from robots_files o
            where o.domain_id = l.domain_id and o.origin <> %(origin)s and o.expires_at > now())
            then greatest(l.robots_delay_seconds, %(delay)s) else %(delay)s end,
            next_at = greatest(l.next_at, %(next)s),
            ready_at = case when l.ready_at = 'infinity' then l.ready_at else greatest(l.ready_at, %(next)s) end
        where l.id = %(lane)s
        """,
        {
            "origin": read.origin,
            "delay": read.delay_seconds,
            "lane": lane_id,
            "next": sent_at + timedelta(seconds=read.delay_seconds),
        },
    )
    await connection.execute(
        """
        update robots_files
        set fetched_at = clock_timestamp(), http_status = %s, body = %s,
            expires_at = greatest(now() + %s * interval '1 second', l.next_at + interval '1 minute'),
            next_try_at = '-infinity', failures = 0, hop_url = null, hops = 0
        from lanes l where origin = %s and l.id = %s
        """,
        (read.http_status, read.body, read.lasts_seconds, read.origin, lane_id),
    )


async def _postpone(connection: Connection, read: RobotsRead) -> None:
    await connection.execute(
        f"""
        update robots_files
        set http_status = %s, next_try_at = now() + %s * interval '1 second', failures = failures + 1,
            hop_url = null, hops = 0,
            expires_at = case when fetched_at > now() - interval '30 days' then now() + {GRACE} else expires_at end
        where origin = %s
        """,
        (read.http_status, read.wait_seconds, read.origin),
    )


@dataclass(frozen=True, slots=True)
class RobotsText:
    body: str | None


async def find(connection: Connection, origin: str) -> RobotsText | None:
    return (await find_many(connection, [origin])).get(origin)


async def find_many(
    connection: Connection, origins: Sequence[str], *, max_bytes: int | None = None
) -> dict[str, RobotsText]:
    """Return the texts by origin, without those longer than `max_bytes` bytes."""
    cursor = await connection.execute(
        """
        select origin, body from robots_files
        where origin = any(%s) and (%s::integer is null or body is null or octet_length(body) <= %s)
        """,
        (list(origins), max_bytes, max_bytes),
    )
    return {row.pop("origin"): RobotsText(**row) for row in await cursor.fetchall()}


@dataclass(frozen=True, slots=True)
class HostPermission:
    """The permission to request something other than pages from a host."""

    is_open: bool  # the domain is neither disabled nor paused
    must_read: bool = False  # its robots.txt must be read first
    wait_seconds: float = 0.0  # seconds until robots.txt may be read
    robots_at: datetime | None = None  # the version of robots.txt to obey; None if it does not matter


async def find_permission(connection: Connection, domain: str, base_url: str, origin: str) -> HostPermission:
    await connection.execute("select ensure_lane(%s, %s)", (domain, base_url))
    cursor = connection.cursor(row_factory=class_row(HostPermission))
    await cursor.execute(
        """
        select d.is_active and d.paused_at is null as is_open,
               d.obeys_robots and not holds and wait <= 0 as must_read,
               case when d.obeys_robots and not holds then greatest(wait, 0) else 0 end as wait_seconds,
               case when d.obeys_robots and holds then r.fetched_at end as robots_at
        from domains d left join robots_files r on r.origin = %s,
             lateral (select coalesce(r.fetched_at is not null and r.expires_at > now(), false) as holds,
                             case when r.next_try_at > now()
                                  then extract(epoch from r.next_try_at - now())::float8 else 0 end as wait) t
        where d.domain_name = %s
        """,
        (origin, domain),
    )
    (permission,) = await cursor.fetchall()
    return permission


async def keep_first(
    connection: Connection, lane_id: int, sent_at: datetime, read: RobotsRead, politeness: Politeness
) -> None:
    """Store a robots.txt that was read for something other than a page, from a host that may have no entry yet. The
    caller holds its lane."""
    await connection.execute(
        "insert into robots_files (origin, domain_id) select %s, domain_id from lanes where id = %s"
        " on conflict do nothing",
        (read.origin, lane_id),
    )
    await keep(connection, [(lane_id, sent_at, read)], {}, politeness)
