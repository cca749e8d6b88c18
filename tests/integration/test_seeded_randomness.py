"""Random decisions use the generator of the engine, so that a seed repeats them."""

from dataclasses import replace
from random import Random

import pytest
from tests.integration.helpers import ask, claim_body, claim_page, fetch_page

from garner.engine import Engine
from garner.errors import Unavailable
from garner.pools.extractors import Extractors
from garner.postgres.database import Database
from garner.runtime.stages.crawl.page_results import RETRY
from garner.runtime.stages.crawl.stage import CrawlStage
from garner.runtime.stages.extract import stage as extract
from garner.runtime.stages.extract.stage import ExtractStage
from garner.wiring.stages import make_fetcher


@pytest.fixture
def seeded(engine: Engine) -> Engine:
    return replace(engine, rng=Random(7))


async def test_a_seed_determines_when_a_page_is_fetched_again(seeded: Engine, database: Database) -> None:
    async with database.connection() as connection, make_fetcher(seeded) as fetcher:
        await ask(connection)
        claim = await claim_page(connection)
        result = CrawlStage(seeded, fetcher, "w").fail(claim, TimeoutError(), "")
    assert result.verdict.delay_seconds == RETRY.delay(claim.attempt, Random(7).random())


async def test_a_seed_determines_when_a_page_is_extracted_again(
    seeded: Engine, database: Database, extractors: Extractors
) -> None:
    async with database.connection() as connection:
        await ask(connection)
        await fetch_page(connection)
        claim = await claim_body(connection)
    result = ExtractStage(seeded, extractors, "w")._fail(claim, Unavailable("Away."))
    assert result.verdict.delay_seconds == extract.RETRY.max_seconds * Random(7).random()
