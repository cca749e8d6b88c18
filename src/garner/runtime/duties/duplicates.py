"""Settle duplicate rows when there are more of them than one transaction settles."""

from garner.engine.engine import Engine
from garner.store.queue import duplicates

ROUND_ROWS = 5 * duplicates.ROWS


async def settle_duplicates(engine: Engine, job_id: int | None = None, limit: int = ROUND_ROWS) -> int:
    """Settle some duplicates of each row that has some left, of one job or of all, until `limit` are settled; the next
    round continues. Return how many were settled."""
    async with engine.database.connection() as connection:
        item_ids = await duplicates.backlog(connection, job_id)
    settled = 0
    for item_id in item_ids:
        async with engine.database.transaction() as connection:
            settled += await duplicates.settle(connection, item_id)
        if settled >= limit:
            break
    return settled
