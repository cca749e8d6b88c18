"""Sites on loopback and a crawl stage that fetches from them, for tests with real fetches."""

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, nullcontext

import pytest
from tests.integration.lane_helpers import Crawl, Pages, crawling, open_pages

from garner.engine import Engine
from garner.pools.extractors import Extractors
from garner.pools.pictures import Pictures
from garner.settings import Settings
from garner.wiring import stages


@pytest.fixture
async def stack() -> AsyncIterator[AsyncExitStack]:
    async with AsyncExitStack() as opened:
        yield opened


@pytest.fixture
async def site(stack: AsyncExitStack) -> Pages:
    return await open_pages(stack)


@pytest.fixture
async def crawl(engine: Engine) -> AsyncIterator[Crawl]:
    async with crawling(engine) as opened:
        yield opened


@pytest.fixture(scope="session")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pictures]:
    """Share one pair of picture processes per test process: loading their models takes seconds."""
    with Pictures(Settings.from_values(data_dir=tmp_path_factory.mktemp("pictures"))) as opened:
        yield opened


@pytest.fixture
def workers_share_extractors(extractors: Extractors, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make `run_worker` use the shared extractors instead of starting a process."""
    monkeypatch.setattr(stages, "make_extractors", lambda engine, max_processes: nullcontext(extractors))
