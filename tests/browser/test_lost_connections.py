"""Lost connections: the server is restarted or killed, or the network is cut, while a page is open. The page reports it
and continues by itself."""

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Page, expect
from tests.browser.conftest import Visit
from tests.browser.console import FAILED_TO_LOAD, expect_errors
from tests.browser.served import Served, ServerProcess, serving
from tests.browser.users import new_email, token_of

ROWS = 600
WORK_MS = 120_000
UNREACHABLE = "The server cannot be reached."
BACK_MS = 30_000
# Errors that Chromium reports for broken streams and for requests without a server.
BROKEN = (FAILED_TO_LOAD, "ERR_", "EventSource")

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.fixture(scope="module")
async def stoppable(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[ServerProcess]:
    """A server for these tests alone, because they stop it."""
    async with serving(tmp_path_factory.mktemp("stoppable")) as server:
        yield server


async def watch_job(page: Page, served: Served) -> None:
    """Start a long job and open its screen."""
    expect_errors(page, *BROKEN)
    table = "title,brand\n" + "\n".join(f"Kettle {number},Example" for number in range(ROWS))
    async with served.client(await token_of(page)) as client:
        sent = await client.post("/api/jobs", files={"file": ("kettles.csv", table)}, data={"kind": "product"})
    await page.goto(f"/jobs/{sent.raise_for_status().json()['jobId']}")
    await expect(page.get_by_role("heading", level=1, name="kettles.csv")).to_be_visible()


@pytest.fixture
async def watching(visit: Visit, stoppable: ServerProcess) -> Page:
    page = await visit(new_email(), "/", at=stoppable)  # loads the start screen before the server is stopped
    await watch_job(page, stoppable)
    return page


async def expect_all_ended(page: Page) -> None:
    await expect(page.get_by_role("list", name="Rows by status")).to_have_text(f"{ROWS} not found", timeout=WORK_MS)


async def test_a_job_continues_on_the_open_page_when_the_server_is_restarted(
    watching: Page, stoppable: ServerProcess
) -> None:
    await watching.evaluate("window.sameDocument = true")
    await stoppable.restart()
    await expect_all_ended(watching)
    assert await watching.evaluate("window.sameDocument"), "the page was reloaded"
    async with stoppable.client() as client:
        assert (await client.head("/")).headers["content-type"].startswith("text/html")
    await watching.reload()
    await expect(watching.get_by_role("heading", level=1, name="kettles.csv")).to_be_visible()


async def test_a_killed_server_is_reported_until_it_is_started_again(watching: Page, stoppable: ServerProcess) -> None:
    await watching.evaluate("window.sameDocument = true")
    await stoppable.kill()
    await watching.get_by_role("link", name="Start").click()
    await watching.get_by_label("URLs", exact=True).fill("https://example.com/soup")
    await expect(watching.get_by_role("status").filter(has_text=UNREACHABLE)).to_be_visible(timeout=BACK_MS)
    await stoppable.start()
    await expect(watching.get_by_role("status").filter(has_text=UNREACHABLE)).to_be_hidden(timeout=BACK_MS)
    await expect(watching.get_by_label("URLs", exact=True)).to_have_value("https://example.com/soup")
    await watching.go_back()
    await expect_all_ended(watching)
    assert await watching.evaluate("window.sameDocument"), "the page was reloaded"


async def test_the_counts_are_right_after_the_network_was_cut(page: Page, served: Served) -> None:
    await watch_job(page, served)
    await page.context.set_offline(True)
    await expect(page.get_by_role("status").filter(has_text=UNREACHABLE)).to_be_visible(timeout=BACK_MS)
    await page.context.set_offline(False)
    await expect_all_ended(page)
    await expect(page.get_by_role("status").filter(has_text=UNREACHABLE)).to_be_hidden(timeout=BACK_MS)
