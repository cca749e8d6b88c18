"""Explain why requests wait. Concurrent callers share one query: clients may poll often, and many wait for the same
site."""

from collections.abc import Sequence
from uuid import UUID

from garner.core.waiting import Waiting
from garner.engine.batching import Batcher
from garner.engine.politeness import politeness
from garner.postgres.database import Database
from garner.settings import Settings
from garner.store.queue import waiting


class Explainer:
    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._politeness = politeness(settings)
        self._batcher: Batcher[UUID, Waiting | None] = Batcher(self._ask_many, self._ask_one)

    async def ask(self, item_id: UUID) -> Waiting | None:
        return await self._batcher.ask(item_id)

    async def _ask_one(self, item_id: UUID) -> Waiting | None:
        (answer,) = await self._ask_many([item_id])
        return answer

    async def _ask_many(self, item_ids: Sequence[UUID]) -> list[Waiting | None]:
        async with self._database.connection() as connection:
            explanations = await waiting.of_items(connection, item_ids, self._politeness)
        return [explanations.get(item_id) for item_id in item_ids]
