"""Queries about single requests, and their cancellation."""

from collections.abc import Sequence
from uuid import UUID

from garner.core.lifecycle import Origin
from garner.engine.asking.finder import Finder
from garner.engine.engine import Engine
from garner.errors import NotFound
from garner.store.tasks import items
from garner.store.tasks.items import ItemOutcome, ItemProgress, ItemView


async def find_request(finder: Finder, item_id: UUID, origin: Origin) -> ItemView:
    item = await finder.find(item_id, origin)
    if item is None:
        raise NotFound("Request not found")
    return item


async def cancel_all(engine: Engine, item_ids: Sequence[UUID]) -> int:
    """Cancel the requests that are still open, and return their number."""
    async with engine.database.transaction() as connection:
        return await items.cancel(connection, item_ids)


async def find_outcomes(engine: Engine, item_ids: Sequence[UUID]) -> list[ItemOutcome]:
    """Return the outcomes of the requests that have ended. Callers pass some hundreds of ids at a time."""
    async with engine.database.connection() as connection:
        return await items.outcomes(connection, item_ids)


async def find_whereabouts(engine: Engine, item_ids: Sequence[UUID]) -> list[ItemProgress]:
    async with engine.database.connection() as connection:
        return await items.find_progress(connection, item_ids)


async def check_ready(engine: Engine) -> None:
    """Raise `Unavailable` unless the database answers."""
    await engine.database.ping()
