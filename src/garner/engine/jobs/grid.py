"""Pages of items: of one job, and of all that is pending. The duration of each query and its first and last item are
logged."""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from uuid import UUID

from garner import observe
from garner.core.lifecycle import ItemStatus
from garner.core.waiting import Waiting
from garner.engine.asking.explainer import Explainer
from garner.engine.engine import Engine
from garner.errors import NotFound
from garner.store.jobs import grid
from garner.store.jobs.grid import ByTime, Filter, GridCursor, GridItem, GridPage, Sort, WholeItem

NO_SUCH_ITEM = NotFound("The job has no such item.")


async def page_of_items(
    engine: Engine,
    job_id: int,
    *,
    statuses: Sequence[ItemStatus],
    sort: Sort,
    after: GridCursor | None,
    limit: int,
    filter: Filter,
) -> GridPage:
    async with _report_listing(engine, "items") as read, engine.database.connection() as connection:
        page = await grid.page_of(
            connection, job_id, statuses=statuses, sort=sort, after=after, limit=limit, filter=filter
        )
        read += page.items
    return page


async def find_item(
    engine: Engine, explainer: Explainer, job_id: int, item_id: UUID
) -> tuple[WholeItem, Waiting | None]:
    """Return one item with all its details, and the reason why it waits."""
    async with engine.database.connection() as connection:
        item = await grid.find(connection, job_id, item_id)
    if item is None:
        raise NO_SUCH_ITEM.copy()
    return item, None if item.completed_at is not None else await explainer.ask(item_id)


async def page_of_pending(
    engine: Engine,
    user_id: int | None,
    *,
    job_id: int | None,
    job_type: str | None,
    statuses: Sequence[ItemStatus],
    since: datetime | None,
    until: datetime | None,
    after: ByTime | None,
    limit: int,
) -> GridPage:
    async with _report_listing(engine, "pending") as read, engine.database.connection() as connection:
        page = await grid.pending(
            connection,
            user_id=user_id,
            job_id=job_id,
            job_type=job_type,
            statuses=statuses,
            since=since,
            until=until,
            after=after,
            limit=limit,
        )
        read += page.items
    return page


@asynccontextmanager
async def _report_listing(engine: Engine, listing: str) -> AsyncIterator[list[GridItem]]:
    started = time.monotonic()
    read: list[GridItem] = []
    yield read
    milliseconds = (time.monotonic() - started) * 1000
    first, last = (_boundary(read[0]), _boundary(read[-1])) if read else (None, None)
    observe.emit(observe.PageListed(listing, len(read), first, last, round(milliseconds, 1)))
    if milliseconds > engine.settings.observe.slow_query_ms:
        observe.emit(observe.QueryWasSlow(listing, round(milliseconds, 1), first, last))


def _boundary(item: GridItem) -> str:
    return f"{item.updated_at.isoformat()}|{item.id}"


class PendingCounts:
    """The number of pending items, of all users and of one user, cached for a few seconds for all callers."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._counted: dict[int | None, tuple[float, int]] = {}
        self._one_at_a_time = asyncio.Lock()

    async def count(self, user_id: int | None) -> int:
        async with self._one_at_a_time:
            now = time.monotonic()
            oldest = now - self._engine.settings.server.pending_count_seconds
            self._counted = {user: known for user, known in self._counted.items() if known[0] > oldest}
            if user_id not in self._counted:
                async with self._engine.database.connection() as connection:
                    self._counted[user_id] = now, await grid.count_pending(connection, user_id)
            return self._counted[user_id][1]
