"""Reserve slots for requests to a host outside the crawl, on the same lane that crawling uses."""

from dataclasses import dataclass
from datetime import datetime

from garner.postgres.database import Connection
from garner.store.crawl import lanes
from garner.store.crawl.lanes import HELD_UNTIL, Politeness, Slot


@dataclass(frozen=True, slots=True)
class HostTurn:
    lane_id: int
    asked_at: datetime
    wait: float  # seconds until the request may be sent
    slot: Slot | None  # none if it is too far off, in which case nothing is reserved


async def take(
    connection: Connection,
    domain: str,
    base_url: str,
    politeness: Politeness,
    max_wait: float,
    *,
    missed: Slot | None = None,
    room: float = 0.0,
) -> HostTurn:
    """Reserve the lane's next slot, unless it is further off than the caller would wait. A request that `missed` its
    slot is sent now if no other request has taken a slot since. `room` is how late the request may be for its slot."""
    cursor = await connection.execute("select ensure_lane(%s, %s) as lane", (domain, base_url))
    (row,) = await cursor.fetchall()
    lane_id: int = row["lane"]
    await lanes.lock(connection, [lane_id])
    if missed is not None:
        await _give_back(connection, lane_id, missed)
    cursor = await connection.execute(
        """
        select t.now, extract(epoch from greatest(l.next_at, t.now) - t.now)::float8 as wait
        from lanes l, (select clock_timestamp() as now) t where l.id = %s
        """,
        (lane_id,),
    )
    (timing,) = await cursor.fetchall()
    slot = None
    if timing["wait"] <= max_wait:
        slot = await lanes.reserve(connection, lane_id, lane_id, politeness, room)
    return HostTurn(lane_id, timing["now"], timing["wait"], slot)


async def _give_back(connection: Connection, lane_id: int, missed: Slot) -> None:
    """Free the lane from a slot that has passed, except for what else holds it back."""
    await connection.execute(
        f"""
        update lanes l set next_at = greatest(clock_timestamp(), {HELD_UNTIL})
        where l.id = %s and l.next_at = %s
        """,
        (lane_id, missed.next_at),
    )
