"""Helpers for tests of requests that are submitted in one batch."""

import asyncio
from datetime import timedelta
from typing import Any

from tests.integration.helpers import page, set_pace, value
from uuid_utils.compat import uuid7

from garner.core.lifecycle import Origin
from garner.core.record import Kind
from garner.engine import Engine, SubmitAnswer, submit_page
from garner.engine.asking.submitter import Submitter
from garner.postgres.database import Connection, Database
from garner.store.tasks import items
from garner.store.tasks.items import PageRequest, Submission

PIE = "https://kitchen.example/pie"
STEW = "https://bistro.example/stew"


def request(
    url: str,
    *,
    kind: Kind = Kind.RECIPE,
    origin: Origin = Origin.PARSE,
    user_id: int | None = None,
    ttl: timedelta = timedelta(days=30),
) -> PageRequest:
    return PageRequest(uuid7(), page(url), kind, origin, user_id, False, ttl)


async def submit(
    connection: Connection, *requests: PageRequest, priority: int = 1, delay: float = 0, topic: str | None = None
) -> list[Submission | None]:
    for asked in requests:
        await set_pace(connection, asked.page, delay)
    return await items.submit_pages(connection, requests, priority=priority, topic=topic)


async def submit_urls(connection: Connection, *urls: str) -> list[str | None]:
    found = await submit(connection, *map(request, urls))
    return [None if submission is None else submission.outcome for submission in found]


async def ask_at_once(engine: Engine, *urls: str, topic: str | None = None, **options: Any) -> list[SubmitAnswer]:
    submitter = Submitter(engine.database, topic)
    return await asyncio.gather(
        *(
            submit_page(engine, submitter, url, **{"kind": Kind.RECIPE, "origin": Origin.PARSE, **options})
            for url in urls
        )
    )


async def counted(database: Database, *tables: str) -> list[int]:
    async with database.connection() as connection:
        return [await value(connection, f"select count(*) from {table}") for table in tables]
