"""Opens the real page in a real Chromium, served by a real server that all test processes share.

`page` belongs to a new user who is signed in, `another_page` to another one, `admin_page` to an admin, and `guest_page`
is not signed in. They are blank: a test begins by going to the screen that it is about. `visit` opens more, for example
with a phone's width or dark colours. An error on the browser's console fails the test (`console.py`).
"""

import os
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, BrowserContext, Page, async_playwright, expect
from tests.browser.changing_site import ChangingSite, changing_site
from tests.browser.console import assert_no_complaints, hear_out
from tests.browser.people import open_context, somebody_new
from tests.browser.served import ADMIN, Served, sharing
from tests.databases import Copies

from garner.fetch.browser.render import find_chromium

CHROMIUM_FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--no-first-run"),
)
PATIENCE_MS = 15_000  # a screen comes up while much else goes on
Visit = Callable[..., Awaitable[Page]]


@pytest.fixture(scope="session")
async def served(copies: Copies, run_folder: Path) -> AsyncIterator[Served]:
    """A server that may fetch from the sites of tests, which are on this machine."""
    async with sharing(run_folder / "served", copies.make, GARNER_FETCH_ALLOW_PRIVATE="true") as server:
        yield server


@pytest.fixture(scope="session")
async def bare(copies: Copies, run_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Served]:
    """A server without workers, without OCR and with the pending dashboard off. Other test processes use it too."""
    modules = tmp_path_factory.mktemp("modules")  # of the process that starts the server
    (modules / "sitecustomize.py").write_text("import sys; sys.modules['rapidocr_onnxruntime'] = None")
    settings = {
        "PYTHONPATH": os.pathsep.join([str(modules), os.environ.get("PYTHONPATH", "")]),
        "GARNER_WORKERS": "0",
        "GARNER_PENDING_DASHBOARD": "false",
    }
    async with sharing(run_folder / "bare", copies.make, **settings) as server:
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
async def site() -> AsyncIterator[ChangingSite]:
    async with changing_site() as opened:
        yield opened


@pytest.fixture
async def visit(browser: Browser, served: Served) -> AsyncIterator[Visit]:
    """Opens a page in a browser profile of its own: `await visit(email, viewport=PHONE)`, or `visit(None)` for a guest.
    Without a path it is blank. `at` names another server than the shared one."""
    opened: list[BrowserContext] = []

    async def visiting(email: str | None, path: str | None = None, *, at: Served = served, **options: Any) -> Page:
        context = await open_context(browser, at, email, **options)
        opened.append(context)
        page = await context.new_page()
        if path is not None:
            await page.goto(path)
        return page

    yield visiting
    for context in opened:
        await hear_out(context)
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
