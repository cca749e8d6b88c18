"""Take the pictures of the page from a real server that has worked on the sample site: `make pictures`.

Every screen is taken in light and in dark mode, and one at the width of a phone.
"""

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from playwright.async_api import Browser, Page, async_playwright
from tests.browser.conftest import CHROMIUM_FLAGS
from tests.browser.people import DESKTOP, PHONE, open_context, token_of
from tests.browser.served import ADMIN, Served, serving

from garner.fetch.browser.render import find_chromium

FOLDER = Path(__file__).parent / "images" / "page"
OVER = ("DONE", "FAILED", "CANCELED")
WAIT_SECONDS = 90.0
SETTLE_MS = 700  # for pictures on the page, which no event announces
ROWS = 4_000
URLS_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Filled:
    """The objects that the server shows after its work."""

    record: str  # id of an item
    table: int  # id of a job that has ended
    rows: int  # id of a job that is running
    parse: str  # id of a parse in the mailbox
    urls: str  # to send on the start screen


async def make_pictures() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    async with AsyncExitStack() as held:
        folder = Path(held.enter_context(tempfile.TemporaryDirectory(prefix="garner-pictures-")))
        served = await held.enter_async_context(
            serving(folder, GARNER_PENDING_DASHBOARD="false")
        )  # as a newcomer has it
        playwright = await held.enter_async_context(async_playwright())
        chromium = find_chromium()
        if chromium is None:
            sys.exit("Chromium is needed to take pictures, and none is on the PATH.")
        browser = await playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_FLAGS)
        filled = await _fill(browser, served)
        for scheme in ("light", "dark"):
            await _take_all(browser, served, filled, scheme)
        await browser.close()


async def _fill(browser: Browser, served: Served) -> Filled:
    context = await open_context(browser, served, ADMIN)
    page = await context.new_page()
    await page.goto("/")
    async with served.client(await token_of(page)) as client:
        sample = (await client.get("/api/sample")).json()
        urls = [page["url"] for page in sample["pages"]]
        pages = await _send(client, "pages.txt", "\n".join(urls).encode(), "auto")
        await _wait_for_job(client, pages)
        table = await _send(client, "sample-table.csv", (await client.get(sample["table"]["url"])).content, "auto")
        await _wait_for_job(client, table)
        sent = await client.post("/recipes/parse-url/async", json={"url": sample["pages"][0]["url"]})
        rows = await _send(client, "price-list.csv", _rows(), "product")
        items = (await client.get(f"/api/jobs/{pages}/items")).json()["items"]
        await _make_dead_letter(client, urls[0])
        return Filled(items[0]["id"], table, rows, sent.json()["id"], "\n".join(urls[::2][:URLS_SHOWN]))


async def _make_dead_letter(client: Any, sample_url: str) -> None:
    """Order a page whose answer breaks off each time, and wait until its attempts are used up."""
    url = urljoin(sample_url, "/careers/night-baker")
    order = {"urls": [url], "kinds": ["posting"], "crawlFrequency": None}
    (await client.post("/api/admin/crawl-tasks", json=order)).raise_for_status()
    async with asyncio.timeout(WAIT_SECONDS):
        while not (await client.get("/api/admin/dead-letters/causes")).json()["causes"]:  # noqa: ASYNC110  another process
            await asyncio.sleep(0.3)


def _rows() -> bytes:
    """Return a supplier's list of products that are not in the catalogue, for a job that runs for a while."""
    colours, things = ("Blue", "Green", "Grey", "Red"), ("kettle", "mug", "pan", "plate", "teapot")
    lines = (
        f"{colours[n % 4]} {things[n % 5]} No {n},Example Home,EH-{n:05},{(n * 37) % 9000 / 100 + 5:.2f}"
        for n in range(1, ROWS + 1)
    )
    return ("Title,Brand,SKU,Price\n" + "\n".join(lines)).encode()


async def _send(client: Any, name: str, content: bytes, kind: str) -> int:
    answer = await client.post("/api/jobs", files={"file": (name, content)}, data={"kind": kind})
    return int(answer.raise_for_status().json()["jobId"])


async def _wait_for_job(client: Any, job_id: int) -> None:
    async with asyncio.timeout(WAIT_SECONDS):
        while await _state(client, job_id) not in OVER:  # noqa: ASYNC110  the server is another process
            await asyncio.sleep(0.3)


async def _state(client: Any, job_id: int) -> str:
    return str((await client.get(f"/api/jobs/{job_id}")).json()["queueState"])


async def _take_all(browser: Browser, served: Served, filled: Filled, scheme: str) -> None:
    screens: dict[str, tuple[str, Callable[[Page], Awaitable[None]] | None]] = {
        "start": ("/", _sending(filled.urls)),
        "record": (f"/records/{filled.record}", _explain),
        "jobs": ("/jobs", None),
        "job": (f"/jobs/{filled.table}", None),
        "grid": (f"/jobs/{filled.rows}", None),
        "mailbox": ("/mailbox", None),
        "parse": (f"/mailbox/{filled.parse}", None),
        "lanes": ("/engine/lanes", None),
        "controllers": ("/engine/controllers", None),
        "dead-letters": ("/engine/dead-letters", None),
    }
    context = await open_context(browser, served, ADMIN, viewport=DESKTOP, color_scheme=scheme)
    for name, (path, act) in screens.items():
        page = await context.new_page()
        await page.goto(path)
        await page.wait_for_load_state("load")
        if act is not None:
            await act(page)
        await _take(page, f"{name}-{scheme}")
        await page.close()
    await context.close()
    if scheme == "light":
        await _take_phone(browser, served, filled)


async def _take_phone(browser: Browser, served: Served, filled: Filled) -> None:
    context = await open_context(browser, served, ADMIN, viewport=PHONE, device_scale_factor=2)
    page = await context.new_page()
    await page.goto(f"/records/{filled.record}")
    await _take(page, "phone")
    await context.close()


async def _take(page: Page, name: str) -> None:
    """Take a picture when everything is loaded."""
    await page.wait_for_function("() => document.querySelector('.mantine-Skeleton-root, [aria-busy=true]') === null")
    await page.wait_for_timeout(SETTLE_MS)
    await page.screenshot(path=FOLDER / f"{name}.png")


def _sending(urls: str) -> Callable[[Page], Awaitable[None]]:
    async def send(page: Page) -> None:
        await page.get_by_label("URLs", exact=True).fill(urls)
        await page.get_by_role("button", name="Send", exact=True).click()
        await page.get_by_text(f"{URLS_SHOWN} of {URLS_SHOWN} items done").wait_for()
        await page.get_by_role("list", name="Items").get_by_role("link").nth(URLS_SHOWN - 1).wait_for()

    return send


async def _explain(page: Page) -> None:
    await page.get_by_role("switch", name="Explain").click(force=True)


if __name__ == "__main__":
    asyncio.run(make_pictures())
