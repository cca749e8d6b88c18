"""Sites on loopback and a crawl stage that goes there, for whoever wants real fetches."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
from tests.integration.lane_words import Crawl, Pages, crawling, open_pages

from garner.engine import Engine


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
