"""Bad days: the server is restarted or killed, the line is cut, while somebody looks. The page says so and goes on by
itself."""

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Page, expect
from tests.browser.conftest import Visit
from tests.browser.console import FAILED_TO_LOAD, expect_complaints
from tests.browser.people import somebody_new, token_of
from tests.browser.served import Served, ServerProcess, serving

ROWS = 600
WORK_MS = 120_000
AWAY = "The server cannot be reached."
BACK_MS = 30_000
# What Chromium says of streams that break and of requests that reach nobody.
BROKEN = (FAILED_TO_LOAD, "ERR_", "EventSource")

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.fixture(scope="module")
async def mortal(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[ServerProcess]:
    """A server of its own, since it does not live long."""
    async with serving(tmp_path_factory.mktemp("mortal")) as server:
        yield server


async def watch_job(page: Page, served: Served) -> None:
    """Opens a job that runs for a while."""
    expect_complaints(page, *BROKEN)
    table = "title,brand\n" + "\n".join(f"Kettle {number},Example" for number in range(ROWS))
    async with served.client(await token_of(page)) as client:
        sent = await client.post("/api/jobs", files={"file": ("kettles.csv", table)}, data={"kind": "product"})
    await page.goto(f"/jobs/{sent.raise_for_status().json()['jobId']}")
    await expect(page.get_by_role("heading", level=1, name="kettles.csv")).to_be_visible()


@pytest.fixture
async def watching(visit: Visit, mortal: ServerProcess) -> Page:
    page = await visit(somebody_new(), "/", at=mortal)  # so that the start is loaded before the server is away
    await watch_job(page, mortal)
    return page


async def all_ended(page: Page) -> None:
    await expect(page.get_by_role("list", name="Rows by status")).to_have_text(f"{ROWS} not found", timeout=WORK_MS)


async def test_a_server_that_is_restarted_while_a_job_is_watched_goes_on_before_ones_eyes(
    watching: Page, mortal: ServerProcess
) -> None:
    await watching.evaluate("window.sameDocument = true")
    await mortal.restart()
    await all_ended(watching)
    assert await watching.evaluate("window.sameDocument"), "the page was loaded anew"
    async with mortal.client() as client:
        assert (await client.head("/")).headers["content-type"].startswith("text/html")
    await watching.reload()
    await expect(watching.get_by_role("heading", level=1, name="kettles.csv")).to_be_visible()


async def test_a_server_that_is_killed_is_told_to_be_away_and_found_again(
    watching: Page, mortal: ServerProcess
) -> None:
    await watching.evaluate("window.sameDocument = true")
    await mortal.kill()
    await watching.get_by_role("link", name="Start").click()
    await watching.get_by_label("URLs", exact=True).fill("https://example.com/soup")
    await expect(watching.get_by_role("status").filter(has_text=AWAY)).to_be_visible(timeout=BACK_MS)
    await mortal.start()
    await expect(watching.get_by_role("status").filter(has_text=AWAY)).to_be_hidden(timeout=BACK_MS)
    await expect(watching.get_by_label("URLs", exact=True)).to_have_value("https://example.com/soup")
    await watching.go_back()
    await all_ended(watching)
    assert await watching.evaluate("window.sameDocument"), "the page was loaded anew"


async def test_a_line_that_is_cut_for_a_while_leaves_the_numbers_right(page: Page, served: Served) -> None:
    await watch_job(page, served)
    await page.context.set_offline(True)
    await expect(page.get_by_role("status").filter(has_text=AWAY)).to_be_visible(timeout=BACK_MS)
    await page.context.set_offline(False)
    await all_ended(page)
    await expect(page.get_by_role("status").filter(has_text=AWAY)).to_be_hidden(timeout=BACK_MS)
