"""Pages that cannot be stored for a while: neither they nor their sites are blamed, and they are fetched less often."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from tests.integration.lane_helpers import Pages, crawling

from garner.blobs import local_blobs
from garner.blobs.store import POLL_SECONDS, PUT_SECONDS
from garner.engine import Engine
from garner.engine.politeness import SLACK_SECONDS
from garner.fetch.browser.render import MAX_QUEUE_SECONDS


@pytest.fixture
def bodies(tmp_path: Path) -> Path:
    """The path of the folder for bodies, which a file occupies."""
    return tmp_path / "elsewhere"


@pytest.fixture
def unable(engine: Engine, bodies: Path) -> Engine:
    blobs = local_blobs(bodies)
    bodies.rmdir()
    bodies.write_text("in the way")
    return replace(engine, blobs=blobs)


def test_the_steps_around_a_fetch_fit_into_the_slack_of_a_worker() -> None:
    """Otherwise our own outage would be reported as a hanging site."""
    assert MAX_QUEUE_SECONDS + POLL_SECONDS + PUT_SECONDS < SLACK_SECONDS


async def test_a_page_that_cannot_be_stored_is_fetched_at_growing_intervals(
    unable: Engine, site: Pages, bodies: Path
) -> None:
    async with crawling(unable, obey_robots=False) as crawl:
        await crawl.ask(site.url("/cake"))
        waits = []
        for _ in range(9):
            assert await crawl.round() == 1
            work = await crawl.one("select attempt, extract(epoch from due_at - now())::float8 as wait from work")
            assert work["attempt"] == 0
            waits.append(work["wait"])
            await crawl.pass_time(work["wait"] + 0.1)
        assert 2 < waits[0] <= 5
        assert waits[-1] > 4 * waits[0] and max(waits) <= 300  # about ten times as long
        assert set(await crawl.outcomes()) == {"unavailable"}
        lane = await crawl.one("select failures, throttle_seconds from lanes")
        assert lane == {"failures": 0, "throttle_seconds": 0}

        await asyncio.to_thread(bodies.unlink)
        await crawl.round()
        assert (await crawl.outcomes())[-1] == "ok"
