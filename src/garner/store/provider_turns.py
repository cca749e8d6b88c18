"""When a provider may be asked next: its host has a lane like any other, whose pace all workers keep together."""

from dataclasses import dataclass
from datetime import datetime

from garner.store import lanes
from garner.store.database import Connection
from garner.store.lanes import Politeness


@dataclass(frozen=True, slots=True)
class ProviderTurn:
    lane_id: int
    asked_at: datetime
    wait: float  # seconds until the question may go
    taken: bool  # else it is too far off, and nothing was set aside


async def take(
    connection: Connection, domain: str, base_url: str, politeness: Politeness, longest_wait: float
) -> ProviderTurn:
    """Sets the lane's next slot aside, unless it is further off than the caller would wait."""
    cursor = await connection.execute("select ensure_lane(%s, %s) as lane", (domain, base_url))
    (row,) = await cursor.fetchall()
    lane_id: int = row["lane"]
    await lanes.hold(connection, [lane_id])
    cursor = await connection.execute(
        """
        select t.now, extract(epoch from greatest(l.next_at, t.now) - t.now)::float8 as wait
        from lanes l, (select clock_timestamp() as now) t where l.id = %s
        """,
        (lane_id,),
    )
    (found,) = await cursor.fetchall()
    taken = found["wait"] <= longest_wait
    if taken:
        await lanes.reserve(connection, lane_id, lane_id, politeness)
    return ProviderTurn(lane_id, found["now"], found["wait"], taken)
