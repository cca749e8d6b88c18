"""Look up requests. Concurrent callers share one query."""

from collections.abc import Sequence
from uuid import UUID

from garner.core.lifecycle import Origin
from garner.engine.batching import Batcher
from garner.postgres.database import Database
from garner.store.tasks import items
from garner.store.tasks.items import ItemView


class Finder:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._batcher: Batcher[tuple[UUID, Origin], ItemView | None] = Batcher(self._ask_many, self._ask_one)

    async def find(self, item_id: UUID, origin: Origin) -> ItemView | None:
        return await self._batcher.ask((item_id, origin))

    async def _ask_one(self, wanted: tuple[UUID, Origin]) -> ItemView | None:
        async with self._database.connection() as connection:
            return await items.find(connection, *wanted)

    async def _ask_many(self, wanted: Sequence[tuple[UUID, Origin]]) -> list[ItemView | None]:
        async with self._database.connection() as connection:
            return await items.find_many(connection, wanted)
