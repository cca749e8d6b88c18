"""The API reference works in a browser under its policy, and no other site can show it in a frame."""

from collections.abc import AsyncIterator
from contextlib import suppress

import pytest
from aiohttp import web
from playwright.async_api import Page, expect
from tests.browser.console import expect_errors
from tests.browser.served import Served

WELCOME = "Garner"
SEARCHES = 10


async def test_swagger_ui_comes_up_and_calls_the_api(guest_page: Page) -> None:
    await guest_page.goto("/docs")
    await expect(guest_page.locator(".info .title")).to_contain_text(WELCOME)
    route = guest_page.locator(".opblock").filter(has=guest_page.get_by_text("/health", exact=True))
    await route.get_by_role("button").first.click()
    await route.get_by_role("button", name="Try it out").click()
    await route.get_by_role("button", name="Execute").click()
    await expect(route.locator(".live-responses-table .response-col_status").last).to_contain_text("200")


async def test_redoc_comes_up_and_finds_routes(guest_page: Page) -> None:
    await guest_page.goto("/redoc")
    await expect(guest_page.get_by_role("heading", level=1).first).to_contain_text(WELCOME)
    result = guest_page.get_by_role("search").get_by_role("menuitem").first
    for _ in range(SEARCHES):  # a search that is typed before the index of the routes is ready finds nothing
        await guest_page.get_by_role("textbox").first.fill("")
        await guest_page.get_by_role("textbox").first.fill("webhook")
        with suppress(AssertionError):
            await expect(result).to_be_visible(timeout=2_000)
            break
    await expect(result).to_be_visible()


@pytest.fixture
async def framing_site(served: Served) -> AsyncIterator[str]:
    """Another site, whose page shows a page of Garner's in a frame."""

    async def show(request: web.Request) -> web.Response:
        framed = f'<iframe name="framed" src="{served.url}{request.path}"></iframe>'
        return web.Response(text=f"<!doctype html><link rel=icon href=data:,>{framed}", content_type="text/html")

    app = web.Application()
    app.router.add_get("/{path:.*}", show)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield "http://{}:{}".format(*runner.addresses[0][:2])
    await runner.cleanup()


@pytest.mark.parametrize("path", ["/", "/docs", "/redoc"])
async def test_no_other_site_can_show_it_in_a_frame(guest_page: Page, framing_site: str, path: str) -> None:
    expect_errors(guest_page, "frame-ancestors", "frame-src", "Failed to load resource")
    await guest_page.goto(framing_site + path)
    framed = guest_page.frame("framed")
    assert framed is not None
    await framed.wait_for_load_state()
    assert framed.url.startswith("chrome-error:") and WELCOME not in await framed.content()
