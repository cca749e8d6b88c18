"""Workers. Each sends a heartbeat regularly, with its capabilities (`duties.attend`).

The correctness of the queue does not depend on this: leases ensure it. Heartbeats explain to operators why nothing
happens, and serve pages on private addresses. Not every worker may fetch those (`GARNER_FETCH_ALLOW_PRIVATE`), and one
that may not leaves their lane to one that may, for as long as such a worker is alive. The same holds for pictures that
need OCR, which not every machine can run.
"""

from garner.postgres.database import Connection
from garner.store.crawl import lanes

HEARTBEAT_SECONDS = 5.0
# Some heartbeats may be late, or lost, before a worker counts as gone.
ALIVE = "seen_at > now() - interval '20 seconds'"


async def leave(connection: Connection, name: str) -> None:
    await connection.execute("delete from workers where name = %s", (name,))
    await clear_up(connection)


async def count_alive(connection: Connection) -> int:
    cursor = await connection.execute(f"select count(*) from workers where {ALIVE}")
    (row,) = await cursor.fetchall()
    return int(row["count"])


async def is_any_alive(connection: Connection) -> bool:
    cursor = await connection.execute(f"select from workers where {ALIVE} limit 1")
    return await cursor.fetchone() is not None


async def one_allows_private(connection: Connection) -> bool:
    cursor = await connection.execute(f"select from workers where allows_private and {ALIVE} limit 1")
    return await cursor.fetchone() is not None


async def can_any_read_text(connection: Connection) -> bool:
    cursor = await connection.execute(f"select from workers where reads_text and {ALIVE} limit 1")
    return await cursor.fetchone() is not None


async def clear_up(connection: Connection) -> None:
    """Delete workers that were killed, after a while. Work that was left to workers with a capability is open to all
    again if no such worker remains, if only to report that."""
    await connection.execute(
        """
        delete from workers where name in (
            select name from workers where seen_at < now() - interval '1 hour' for update skip locked)
        """
    )
    if not await can_any_read_text(connection):
        await connection.execute(
            """
            update work set reads_text = false
            where id in (select id from work where reads_text and lease_until is null
                           and due_at < now() - interval '10 minutes' for update skip locked)
            """  # not at once, because a worker with OCR may just be restarting
        )
    if await one_allows_private(connection):
        return
    cursor = await connection.execute("select id from lanes where needs_private")
    held = await lanes.lock(connection, [row["id"] for row in await cursor.fetchall()])
    if held:
        await connection.execute("update lanes set needs_private = false where id = any(%s)", (held,))
