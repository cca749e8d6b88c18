"""Rendering respects lanes and robots.txt as plain fetching does, tested with a real stage and a real Chromium."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from tests.hostile.browser_helpers import html, needs_chromium, script
from tests.integration.lane_helpers import Crawl, Pages, open_pages, robots

from garner.engine import Engine
from garner.runtime.loop import Loop
from garner.runtime.stages.crawl.stage import CrawlStage
from garner.wiring.stages import make_fetcher, make_renderer

pytestmark = [needs_chromium, pytest.mark.slow]

DELAY = 0.6
PAGES = 6


@asynccontextmanager
async def rendering(engine: Engine, **overrides: Any) -> AsyncIterator[Crawl]:
    settings = engine.settings.with_values(**{"render": True, "render_pages": 2, **overrides})
    engine = replace(engine, settings=settings)
    renderer = make_renderer(settings)
    assert renderer is not None
    async with make_fetcher(engine) as fetcher, renderer:
        yield Crawl(engine, Loop(CrawlStage(engine, fetcher, "one", renderer), engine.database, "one", settings))


@pytest.fixture
async def stack() -> AsyncIterator[AsyncExitStack]:
    async with AsyncExitStack() as opened:
        yield opened


@pytest.fixture
async def site(stack: AsyncExitStack) -> Pages:
    return await open_pages(stack)


async def ask_for_rendered(crawl: Crawl, *urls: str) -> None:
    for url in urls:
        await crawl.ask(url)
    await crawl.do("update work set renders = true")


async def test_rendered_pages_of_a_host_keep_its_delay(engine: Engine, site: Pages) -> None:
    busy = script("const until = Date.now() + 400; while (Date.now() < until);")
    site.said |= {f"/{number}": busy for number in range(PAGES)}
    async with rendering(engine, default_crawl_delay_seconds=DELAY) as crawl:
        await ask_for_rendered(crawl, *(site.url(f"/{number}") for number in range(PAGES)))
        running = asyncio.create_task(crawl.run())
        async with asyncio.timeout(60):
            while len(site.asked) < PAGES + 1:
                await asyncio.sleep(0.05)
        crawl.stop()
        await running
    assert sorted(site.paths) == [*(f"/{number}" for number in range(PAGES)), "/robots.txt"]
    assert site.smallest_gap() >= 0.9 * DELAY


async def test_a_script_redirect_does_not_reach_a_page_that_its_host_disallows(
    engine: Engine, site: Pages, stack: AsyncExitStack
) -> None:
    other = await open_pages(stack)
    other.said["/robots.txt"] = robots("User-agent: *\nDisallow: /")
    site.said["/start"] = script(f"location = '{other.url('/hidden')}'")
    async with rendering(engine) as crawl:
        await ask_for_rendered(crawl, site.url("/start"))
        await crawl.rounds()
        assert other.paths == ["/robots.txt"]
        assert await crawl.outcomes() == ["robots_read", "redirected", "robots_read", "robots_disallowed"]


async def test_a_rendered_page_does_not_load_resources_that_robots_txt_disallows(engine: Engine, site: Pages) -> None:
    site.said["/robots.txt"] = robots("User-agent: *\nDisallow: /api/")
    site.said["/start"] = html(
        "<h1>A page of this site</h1><p>And what it is about.</p><script>fetch('/api/x'); fetch('/data')</script>"
    )
    async with rendering(engine) as crawl:
        await ask_for_rendered(crawl, site.url("/start"))
        await crawl.rounds()
        assert await crawl.outcomes() == ["robots_read", "ok"]
    assert site.paths == ["/robots.txt", "/start", "/data"]


async def test_a_page_that_finds_the_browser_busy_keeps_its_attempt_and_its_position(
    engine: Engine, site: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("garner.fetch.browser.render.MAX_QUEUE_SECONDS", 0.2)
    site.said["/robots.txt"] = robots("")
    busy = script("const until = Date.now() + 1500; while (Date.now() < until);")
    site.said |= {"/1": busy, "/2": busy}
    async with rendering(engine, render_pages=1) as crawl:
        await crawl.ask(site.url("/0"))
        await crawl.rounds()
        await ask_for_rendered(crawl, site.url("/1"), site.url("/2"))
        await crawl.round()
        waiting = await crawl.one(
            "select attempt, due_at <= now() as due, waiting_since from work where stage = 'crawl'"
        )
        assert waiting == {"attempt": 0, "due": True, "waiting_since": None}
        await crawl.rounds()
        assert sorted(await crawl.outcomes()) == ["ok", "ok", "ok", "robots_read", "unavailable"]
    assert site.count("/1") == site.count("/2") == 1
