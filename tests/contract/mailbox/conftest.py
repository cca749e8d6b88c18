"""Users with mailboxes: the API over a real engine, signed-in users, and workers that run on demand."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.services import HasServices

from garner import observe
from garner.api.app import create_app
from garner.blobs import local_blobs
from garner.engine import Engine
from garner.engine.people.accounts import Identity, sign_in
from garner.pools.extractors import Extractors
from garner.postgres.database import Database
from garner.runtime.loop import Loop
from garner.runtime.stages.crawl.stage import CrawlStage
from garner.runtime.stages.extract.stage import ExtractStage
from garner.sample import SampleSite
from garner.settings import Settings
from garner.wiring.stages import make_fetcher

from .receiver import Receiver, receiving

RECIPE = "/recipes/lemon-drizzle-cake"
ASYNC = "/recipes/parse-url/async"


@pytest.fixture(scope="module")
async def site() -> AsyncIterator[SampleSite]:
    async with SampleSite() as opened:
        yield opened


class Garner(HasServices):
    def __init__(self, engine: Engine, loops: list[Loop], site: SampleSite, stack: AsyncExitStack) -> None:
        self.engine, self.loops, self.site, self._stack = engine, loops, site, stack

    async def guest(self, **headers: str) -> httpx.AsyncClient:
        """A remote client without sign-in."""
        transport = httpx.ASGITransport(create_app(self.services), client=("203.0.113.7", 1))
        client = httpx.AsyncClient(transport=transport, base_url="http://garner", headers=headers)
        return await self._stack.enter_async_context(client)

    async def person(self, email: str) -> httpx.AsyncClient:
        """A signed-in client."""
        signed_in = await sign_in(self.engine, Identity(email))
        return await self.guest(Authorization=f"Bearer {signed_in.token}")

    def page(self, path: str = RECIPE) -> str:
        return f"{self.site.url}{path}"

    async def work(self) -> None:
        """Run all due fetches and extractions."""
        while [done for loop in self.loops if (done := await loop.run_once())]:
            pass

    async def execute(self, statement: str, *parameters: Any) -> list[dict[str, Any]]:
        async with self.engine.database.connection() as connection:
            cursor = await connection.execute(statement, parameters)
            return await cursor.fetchall() if cursor.description else []


@pytest.fixture
async def garner(
    settings: Settings, database: Database, extractors: Extractors, site: SampleSite, tmp_path: Path
) -> AsyncIterator[Garner]:
    engine = Engine(settings, database, local_blobs(tmp_path / "bodies"), wake=lambda stage: None)
    async with AsyncExitStack() as stack:
        fetcher = await stack.enter_async_context(make_fetcher(engine))
        stages = [CrawlStage(engine, fetcher, "w"), ExtractStage(engine, extractors, "w")]
        loops = [Loop(stage, engine.database, "w", engine.settings) for stage in stages]
        yield Garner(engine, loops, site, stack)


@pytest.fixture
async def ana(garner: Garner) -> httpx.AsyncClient:
    return await garner.person("ana@example.com")


@pytest.fixture
async def ben(garner: Garner) -> httpx.AsyncClient:
    return await garner.person("ben@example.com")


@pytest.fixture
def reset(garner: Garner) -> Callable[..., None]:
    """Change settings of the running engine."""

    def change(**changes: Any) -> None:
        garner.engine = replace(garner.engine, settings=garner.engine.settings.with_values(**changes))

    return change


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    async with receiving() as opened:
        yield opened


@pytest.fixture
def events() -> Iterator[list[observe.Event]]:
    """Events emitted during the test."""
    events: list[observe.Event] = []
    unsubscribe = observe.subscribe(events.append)
    yield events
    unsubscribe()
