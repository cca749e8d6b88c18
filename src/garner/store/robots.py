"""What hosts ask of robots, as last read. Whoever writes here holds the host's lane: a claim looks only then."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from garner.store.database import Connection


@dataclass(frozen=True, slots=True)
class RobotsRead:
    """What came of reading a robots.txt: its text, or where it redirects to, or how long to leave it alone."""

    origin: str
    http_status: int | None = None
    body: str | None = None
    delay_seconds: float = 0.0
    lasts_seconds: float = 0.0
    hop_url: str | None = None
    wait_seconds: float | None = None


# Where it cannot be had any more, what it last said holds a while longer.
GRACE = "interval '1 hour'"


async def keep(connection: Connection, lane_ids: Sequence[int], reads: Sequence[RobotsRead]) -> None:
    for lane_id, read in zip(lane_ids, reads, strict=True):  # one per host and day
        if read.wait_seconds is not None:
            await _postpone(connection, read)
        elif read.hop_url is not None:
            await connection.execute(
                "update robots_files set hop_url = %s, hops = hops + 1, next_try_at = '-infinity' where origin = %s",
                (read.hop_url, read.origin),
            )
        else:
            await _keep(connection, lane_id, read)


async def _keep(connection: Connection, lane_id: int, read: RobotsRead) -> None:
    await connection.execute(
        """
        update robots_files
        set fetched_at = clock_timestamp(), expires_at = now() + %s * interval '1 second', http_status = %s, body = %s,
            next_try_at = '-infinity', failures = 0, hop_url = null, hops = 0
        where origin = %s
        """,
        (read.lasts_seconds, read.http_status, read.body, read.origin),
    )
    await connection.execute("update lanes set robots_delay_seconds = %s where id = %s", (read.delay_seconds, lane_id))


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
    http_status: int | None
    body: str | None
    fetched_at: datetime | None


async def find(connection: Connection, origin: str) -> RobotsText | None:
    cursor = await connection.execute(
        "select http_status, body, fetched_at from robots_files where origin = %s", (origin,)
    )
    row = await cursor.fetchone()
    return None if row is None else RobotsText(**row)
