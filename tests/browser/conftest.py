"""The page in Chromium, served by a `garner serve` that all test processes share.

`page` belongs to a new user who is signed in, `another_page` to another one, `admin_page` to an admin, and `guest_page`
is not signed in. They are blank: a test begins by opening the screen that it tests. `visit` opens more, for example
with a phone's width or dark colours. An error on the browser's console fails the test (`console.py`).
"""

import os
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, BrowserContext, Page, async_playwright, expect
from tests.browser.changing_site import ChangingSite, changing_site
from tests.browser.console import assert_no_errors, receive_messages
from tests.browser.served import ADMIN, Served, sharing
from tests.browser.users import new_email, open_context
from tests.databases import Copies

from garner.fetch.browser.render import find_chromium

CHROMIUM_FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--no-first-run"),
)
EXPECT_TIMEOUT_MS = 15_000  # for a screen to appear on a busy machine
Visit = Callable[..., Awaitable[Page]]


@pytest.fixture(scope="session")
async def served(copies: Copies, run_folder: Path) -> AsyncIterator[Served]:
    """A server that may fetch from the sites of tests on this machine."""
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
    assert found is not None, "Chromium is not on the PATH: run `make chromium` first."
    expect.set_options(timeout=EXPECT_TIMEOUT_MS)
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
    """A function that opens a page in a new browser profile: `await visit(email, viewport=PHONE)`, or `visit(None)` for
    a guest. Without a path the page is blank. `at` is another server than the shared one."""
    opened: list[BrowserContext] = []

    async def open_page(email: str | None, path: str | None = None, *, at: Served = served, **options: Any) -> Page:
        context = await open_context(browser, at, email, **options)
        opened.append(context)
        page = await context.new_page()
        if path is not None:
            await page.goto(path)
        return page

    yield open_page
    for context in opened:
        await receive_messages(context)
        await context.close()
    for context in opened:
        assert_no_errors(context)


@pytest.fixture
async def page(visit: Visit) -> Page:
    return await visit(new_email())


@pytest.fixture
async def another_page(visit: Visit) -> Page:
    return await visit(new_email())


@pytest.fixture
async def admin_page(visit: Visit) -> Page:
    return await visit(ADMIN)


@pytest.fixture
async def guest_page(visit: Visit) -> Page:
    return await visit(None)
