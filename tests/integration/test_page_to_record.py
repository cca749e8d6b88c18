"""One page from request to record, through real stages against the sample site."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from tests.services import ask_for_page

from garner.core.lifecycle import ItemStatus, Origin
from garner.core.record import Kind
from garner.engine import Engine, find_request
from garner.engine.asking.finder import Finder
from garner.pools.extractors import Extractors
from garner.runtime.loop import Loop
from garner.runtime.stages.crawl.stage import CrawlStage
from garner.runtime.stages.extract.stage import ExtractStage
from garner.sample import SampleSite
from garner.wiring.stages import make_fetcher


@pytest.fixture
async def site() -> AsyncIterator[SampleSite]:
    async with SampleSite() as opened:
        yield opened


@pytest.fixture
async def loops(engine: Engine, extractors: Extractors) -> AsyncIterator[tuple[Loop, Loop]]:
    async with make_fetcher(engine) as fetcher:
        yield (
            Loop(CrawlStage(engine, fetcher, "one"), engine.database, "one", engine.settings),
            Loop(ExtractStage(engine, extractors, "one"), engine.database, "one", engine.settings),
        )


async def test_a_page_becomes_a_record_and_is_then_served_from_the_cache(
    engine: Engine, site: SampleSite, loops: tuple[Loop, Loop]
) -> None:
    url = f"{site.url}/recipes/lemon-drizzle-cake"
    asked = await ask_for_page(engine, url, kind=Kind.RECIPE, origin=Origin.PARSE)
    assert asked.status == ItemStatus.PENDING and asked.item_id is not None
    crawl, extract = loops
    assert await crawl.run_once() == 1  # the site's robots.txt
    assert await crawl.run_once() == 1
    assert (await find_request(Finder(engine.database), asked.item_id, Origin.PARSE)).status == ItemStatus.PROCESSING
    assert await extract.run_once() == 1
    found = await find_request(Finder(engine.database), asked.item_id, Origin.PARSE)
    assert found.status == ItemStatus.DONE, found.last_error
    assert found.data is not None and found.data["title"] == "Lemon drizzle cake"
    again = await ask_for_page(engine, url, kind=Kind.RECIPE, origin=Origin.PARSE)
    assert again.item_id is None and again.data == found.data
    assert site.requests["/recipes/lemon-drizzle-cake"] == 1


async def test_concurrent_requests_share_one_item_and_one_fetch(
    engine: Engine, site: SampleSite, loops: tuple[Loop, Loop]
) -> None:
    url = f"{site.url}/recipes/lemon-drizzle-cake"
    answers = await asyncio.gather(
        *(ask_for_page(engine, url, kind=Kind.RECIPE, origin=Origin.PARSE) for _ in range(100))
    )
    assert len({answer.item_id for answer in answers}) == 1
    for loop in (loops[0], *loops):
        await loop.run_once()
    assert site.requests["/recipes/lemon-drizzle-cake"] == 1
