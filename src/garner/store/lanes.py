"""The lanes' clockwork, beyond the claim itself."""

from collections.abc import Sequence

from garner.core.lifecycle import Stage
from garner.store.database import Connection


async def seconds_until_ready(connection: Connection, stage: Stage) -> float | None:
    """How long until the first lane may be called; None while all are parked."""
    cursor = await connection.execute(
        """
        select extract(epoch from min(ready_at) - now())::float8 as seconds from lanes
        where stage = %s and ready_at < 'infinity'
        """,
        (stage,),
    )
    row = await cursor.fetchone()
    return None if row is None or row["seconds"] is None else max(0.0, row["seconds"])


async def wake(connection: Connection, lane_ids: Sequence[int]) -> None:
    """A lane that was full has a slot again, and one that was parked may have a retry to come: its next look is
    the earliest due work. Lanes that are awake already are neither written to nor searched, and a long queue that has
    due work is not read to its end for the earliest.

    Lanes are locked last, by id, so that whoever holds one waits for nothing but the next; and looked at in a later
    statement, so that a claim which parked one meanwhile is overruled.
    """
    if not lane_ids:
        return
    cursor = await connection.execute(
        "select id from lanes where id = any(%s) order by id for no key update", (list(set(lane_ids)),)
    )
    held = [row["id"] for row in await cursor.fetchall()]
    await connection.execute(
        """
        update lanes l
        set saturated = false, ready_at = least(l.ready_at, greatest(l.next_at, coalesce(
            (select now() from work w
             where w.lane_id = l.id and w.lease_until is null and not w.held and w.due_at <= now() limit 1),
            (select min(w.due_at) from work w
             where w.lane_id = l.id and w.lease_until is null and not w.held))))
        where l.id = any(%s) and (l.saturated or l.ready_at > greatest(l.next_at, now()))
          and (select true from work w
               where w.lane_id = l.id and w.lease_until is null and not w.held limit 1)
        """,
        (held,),
    )


async def wake_forgotten(connection: Connection) -> int:
    """Wakes any lane that sleeps past due work. No race should leave one behind: the count says so."""
    cursor = await connection.execute(
        """
        with forgotten as (
            select l.id from lanes l left join domains d on d.id = l.domain_id
            where l.id in (select distinct lane_id from work
                           where lease_until is null and not held and lane_id is not null
                             and due_at < now() - interval '2 seconds')
              and d.is_active is not false and not l.saturated
              and l.ready_at > greatest(l.next_at, now()) + interval '2 seconds'
            for no key update of l skip locked)
        update lanes l set ready_at = greatest(l.next_at, now()) from forgotten f where l.id = f.id
        """
    )
    return cursor.rowcount
