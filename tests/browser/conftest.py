"""The real page in a real Chromium before a real server, which all tests of a process share.

`page` is that of somebody new who is signed in, `another_page` that of somebody else, `admin_page` an admin's and
`guest_page` that of nobody; `visit` opens more, with a phone's width or dark colours. A browser's complaint fails the
test (`console.py`).
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, BrowserContext, Page, async_playwright, expect
from tests.browser.console import assert_no_complaints
from tests.browser.people import open_context, somebody_new
from tests.browser.served import ADMIN, Served, serving

from garner.fetch.render import find_chromium

CHROMIUM_FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--no-first-run"),
)
PATIENCE_MS = 15_000  # a screen comes up while much else goes on
Visit = Callable[..., Awaitable[Page]]


@pytest.fixture(scope="session")
async def served(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Served]:
    folder: Path = tmp_path_factory.mktemp("served")
    async with serving(folder) as server:
        yield server


@pytest.fixture(scope="session")
async def browser() -> AsyncIterator[Browser]:
    found = find_chromium()
    assert found is not None, "There is no Chromium on the PATH, and these tests look at the page in one."
    expect.set_options(timeout=PATIENCE_MS)
    async with async_playwright() as playwright:
        opened = await playwright.chromium.launch(executable_path=found, args=CHROMIUM_FLAGS)
        yield opened
        await opened.close()


@pytest.fixture
async def visit(browser: Browser, served: Served) -> AsyncIterator[Visit]:
    """Opens the start for somebody with a browser of their own: `await visit(email, viewport=PHONE)`; for nobody in
    particular with None."""
    opened: list[BrowserContext] = []

    async def visiting(email: str | None, path: str = "/", **options: Any) -> Page:
        context = await open_context(browser, served, email, **options)
        opened.append(context)
        page = await context.new_page()
        await page.goto(path)
        return page

    yield visiting
    for context in opened:
        await context.close()
    for context in opened:
        assert_no_complaints(context)


@pytest.fixture
async def page(visit: Visit) -> Page:
    return await visit(somebody_new())


@pytest.fixture
async def another_page(visit: Visit) -> Page:
    return await visit(somebody_new())


@pytest.fixture
async def admin_page(visit: Visit) -> Page:
    return await visit(ADMIN)


@pytest.fixture
async def guest_page(visit: Visit) -> Page:
    return await visit(None)


@pytest.fixture
def restart_server(served: Served) -> Callable[[], Awaitable[None]]:
    return served.restart
