"""Pages that scripts write, with real stages and a real Chromium, and workers without a browser."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from tests.hostile.proxies import HttpProxy, Proxy, SocksProxy
from tests.integration.changing_site import SOUP, ChangingSite, Visitor, changing_site, visiting

from garner.blobs import local_blobs
from garner.core.lifecycle import ItemStatus
from garner.core.pacing.rendering import FIRST_TRIES
from garner.engine import Engine
from garner.errors import ConfigurationError
from garner.fetch.browser.render import find_chromium
from garner.pools.extractors import Extractors
from garner.postgres.database import Database
from garner.settings import Settings
from garner.wiring.worker import run_worker

needs_chromium = pytest.mark.skipif(find_chromium() is None, reason="no Chromium on the PATH")


def written_by_a_script(name: str) -> str:
    recipe = json.dumps({"@context": "https://schema.org", **SOUP, "name": name})
    return f"""<!doctype html><title>Page</title><body><p>This page comes to life in a browser.</p><script>
        const tag = document.createElement("script");
        tag.type = "application/" + "ld+json";
        tag.textContent = JSON.stringify({recipe});
        document.head.append(tag);
    </script>"""


BARREN = "<!doctype html><title>Page</title><body><p>There is nothing here, in a browser or without.</p>"


@pytest.fixture
async def site() -> AsyncIterator[ChangingSite]:
    async with changing_site() as opened:
        yield opened


@pytest.fixture
def engine(settings: Settings, database: Database, tmp_path: Path) -> Engine:
    rendering = settings.with_values(render=True)
    return Engine(rendering, database, local_blobs(tmp_path / "bodies"), wake=lambda stage: None)


@pytest.fixture
async def visitor(engine: Engine, site: ChangingSite, extractors: Extractors) -> AsyncIterator[Visitor]:
    async with visiting(engine, site, extractors) as opened:
        yield opened


async def history(visitor: Visitor) -> tuple[int, int]:
    found = await visitor.look("select render_wins, render_losses from domains")
    return found["render_wins"], found["render_losses"]


@needs_chromium
class TestAPageMadeByAScript:
    async def test_gets_its_record_through_a_browser(self, visitor: Visitor, site: ChangingSite) -> None:
        site.pages["/soup"] = written_by_a_script("Barley soup")
        found = await visitor.visit("/soup")
        assert found.status == ItemStatus.DONE, found.last_error
        assert found.data is not None and found.data["title"] == "Barley soup"
        assert site.count("/soup") == 2  # plain, then by the browser
        assert await history(visitor) == (1, 0)

    @pytest.mark.slow
    async def test_is_recognised_as_unchanged_or_changed(self, visitor: Visitor, site: ChangingSite) -> None:
        """The rendered page is compared, since the server may send the same HTML while the data changes."""
        site.pages["/soup"], site.validators["/soup"] = written_by_a_script("Barley soup"), {"ETag": '"shell"'}
        await visitor.visit("/soup")
        again = await visitor.visit("/soup")
        assert (await visitor.item(again))["unchanged"] and await history(visitor) == (2, 0)
        site.pages["/soup"] = written_by_a_script("Barley stew")
        changed = await visitor.visit("/soup")
        assert changed.data is not None and changed.data["title"] == "Barley stew"
        assert 304 not in site.answered

    @pytest.mark.slow
    async def test_that_has_its_record_in_plain_html_is_not_rendered(
        self, visitor: Visitor, site: ChangingSite
    ) -> None:
        site.pages["/soup"] = f"<script type='application/ld+json'>{json.dumps(SOUP)}</script><p>Soup for everybody</p>"
        assert (await visitor.visit("/soup")).status == ItemStatus.DONE
        assert site.count("/soup") == 1 and await history(visitor) == (0, 0)


@pytest.mark.slow
@needs_chromium
async def test_a_domain_is_no_longer_rendered_when_rendering_never_helps(
    visitor: Visitor, site: ChangingSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visitor.engine.rng, "random", lambda: 0.5)  # no second attempt now
    for number in range(FIRST_TRIES + 2):
        site.pages[f"/{number}"] = BARREN
        found = await visitor.visit(f"/{number}")
        assert (found.status, found.error_code) == (ItemStatus.NOT_FOUND, "no_record")
    assert [site.count(f"/{number}") for number in range(FIRST_TRIES + 2)] == [2] * FIRST_TRIES + [1, 1]
    assert await history(visitor) == (0, FIRST_TRIES)


@pytest.mark.slow
@needs_chromium
@pytest.mark.parametrize("kind", [HttpProxy, SocksProxy])
async def test_a_page_is_rendered_through_a_proxy_if_proxies_exist(
    visitor: Visitor, site: ChangingSite, kind: type[Proxy]
) -> None:
    site.pages["/soup"] = written_by_a_script("Barley soup")
    async with AsyncExitStack() as stack:
        proxy = kind()
        await proxy.start(stack)
        await visitor.change(
            "insert into proxies (proxy_protocol, proxy_url, proxy_port) values (%s, %s, %s)",
            *(proxy.protocol, "127.0.0.1", proxy.port),
        )
        found = await visitor.visit("/soup")
    assert found.status == ItemStatus.DONE, found.last_error
    assert await history(visitor) == (1, 0)
    # robots.txt, the plain page, the rendered page, and other requests of the browser.
    assert (site.count("/soup"), len(proxy.asked) >= 2) == (2, True)
    noted = await visitor.look("select success_count, failure_count from proxy_domains")
    assert noted == {"success_count": 3, "failure_count": 0}


async def test_a_page_that_was_not_rendered_does_not_change_the_render_statistics(
    engine: Engine, site: ChangingSite, extractors: Extractors
) -> None:
    """It was queued for rendering, and a worker without a browser fetched it plain once more."""
    site.pages["/barren"] = BARREN
    async with visiting(engine, site, extractors, browser=False) as visitor:
        found = await visitor.visit("/barren")
        assert (found.status, found.error_code) == (ItemStatus.NOT_FOUND, "no_record")
        assert site.count("/barren") == 2
        assert await history(visitor) == (0, 0)


class TestAWorkerWithoutABrowser:
    async def started(self, engine: Engine, **settings: object) -> None:
        unable = Engine(engine.settings.with_values(**settings), engine.database, engine.blobs, engine.wake)
        async with asyncio.timeout(60):
            await run_worker(unable, asyncio.Event())

    async def test_reports_at_startup_that_chromium_is_missing(self, engine: Engine) -> None:
        with pytest.raises(ConfigurationError, match="There is no Chromium at GARNER_CHROMIUM"):
            await self.started(engine, chromium="/nowhere/chromium")

    async def test_reports_at_startup_that_playwright_is_missing(
        self, engine: Engine, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "playwright.async_api", None)
        with pytest.raises(ConfigurationError, match="make render"):
            await self.started(engine)

    @pytest.mark.slow
    async def test_exits_with_a_one_line_message(self, database_url: str, tmp_path: Path) -> None:
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("GARNER_")},
            "DATABASE_URL": database_url,
            "GARNER_DATA_DIR": str(tmp_path),
            "GARNER_RENDER": "true",
            "GARNER_CHROMIUM": "/nowhere/chromium",
            "GARNER_EXTRACT_PROCESSES": "1",
        }
        worker = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "garner", "worker"),
            env=environment,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        async with asyncio.timeout(100):
            out, err = await worker.communicate()
        assert worker.returncode == 2 and out == b""
        assert err.decode().strip() == "garner: There is no Chromium at GARNER_CHROMIUM=/nowhere/chromium."
