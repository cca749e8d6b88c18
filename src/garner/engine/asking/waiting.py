"""Explain why tasks and requests wait, many at a time."""

from collections.abc import Sequence
from uuid import UUID

from garner.core.waiting import Waiting
from garner.engine.engine import Engine
from garner.engine.politeness import politeness
from garner.store.people.users import User
from garner.store.queue import waiting


async def why_tasks_wait(engine: Engine, task_ids: Sequence[int]) -> dict[int, Waiting]:
    """Return the reasons by task, without tasks that have ended."""
    async with engine.database.connection() as connection:
        return await waiting.of_tasks(connection, task_ids, politeness(engine.settings))


async def why_requests_wait(engine: Engine, item_ids: Sequence[UUID]) -> dict[UUID, Waiting]:
    """Return the reasons by request or row of a job, without those that have ended."""
    async with engine.database.connection() as connection:
        return await waiting.of_items(connection, item_ids, politeness(engine.settings))


async def why_own_items_wait(engine: Engine, person: User, item_ids: Sequence[UUID]) -> dict[UUID, Waiting]:
    """Return the reasons for the items that this user may see. The answer does not reveal that other items exist."""
    owner = None if engine.is_admin(person.email) else person.user_id
    async with engine.database.connection() as connection:
        seen = await waiting.open_to(connection, item_ids, owner)
        return await waiting.of_items(connection, seen, politeness(engine.settings)) if seen else {}
