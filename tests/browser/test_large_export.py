"""A job of more rows than the page takes into memory is exported by the browser itself: a real download, whole."""

import asyncio
import csv
import io
import json

import pytest
from playwright.async_api import Page, expect
from tests.browser.people import token_of
from tests.browser.served import Served
from tests.browser.test_jobs import ask, every_item, send_file

ROWS = 20_500  # above 20,000 the browser saves the file itself
READ_SECONDS = 90.0


async def job_of_many_rows(page: Page, served: Served) -> int:
    """Some of them done, the rest, if there is one, called off, so that nothing moves any more."""
    cake = (await ask(page, served, "/api/sample"))["pages"][0]["url"]
    lines = [f'"Dish {row}, ""large""",{cake}' for row in range(1, ROWS + 1)]
    job_id = await send_file(page, served, "many.csv", "Name,Link\n" + "\n".join(lines), kind="recipe")
    async with asyncio.timeout(READ_SECONDS):
        while not (job := await ask(page, served, f"/api/jobs/{job_id}"))["counts"]["done"] or job["isBeingRead"]:
            await asyncio.sleep(0.2)
    async with served.client(await token_of(page)) as client:
        assert (await client.post(f"/api/jobs/{job_id}/cancel")).status_code in (200, 409)  # or it is done
    async with asyncio.timeout(READ_SECONDS):
        while job["processedItems"] < ROWS:
            await asyncio.sleep(0.2)
            job = await ask(page, served, f"/api/jobs/{job_id}")
    return job_id


async def saved_by_the_browser(page: Page, format: str) -> str:
    """By the dialog, as a person does; the file's text. It came straight from the server."""
    await page.get_by_role("button", name="Export many.csv").click()
    dialog = page.get_by_role("dialog", name="Export many.csv")
    await dialog.get_by_text(format, exact=True).click()
    async with page.expect_download() as begun:
        await dialog.get_by_role("button", name="Download").click()
    download = await begun.value
    assert "/export?" in download.url and not download.url.startswith("blob:")
    assert download.suggested_filename.startswith("many")
    saved = await download.path()  # once it is whole
    assert await download.failure() is None
    await expect(dialog).to_be_hidden()
    return await asyncio.to_thread(saved.read_text, encoding="utf-8-sig")


@pytest.mark.timeout(240)  # twenty thousand rows, read, called off and taken away three times
async def test_more_rows_than_fit_into_memory_are_saved_whole_by_the_browser(page: Page, served: Served) -> None:
    job_id = await job_of_many_rows(page, served)
    await page.goto(f"/jobs/{job_id}")
    items = await every_item(page, served, job_id)
    assert len(items) == ROWS

    exported = [json.loads(line) for line in (await saved_by_the_browser(page, "JSON lines")).splitlines()]
    compared = ("row", "id", "status", "attempts", "result", "error")
    assert [[row[name] for name in compared] for row in exported] == [[row[name] for name in compared] for row in items]

    table = list(csv.DictReader(io.StringIO(await saved_by_the_browser(page, "CSV"))))
    assert [(int(line["row"]), line["status"], line["input.Name"]) for line in table] == [
        (item["row"], item["status"], f'Dish {item["row"]}, "large"') for item in items
    ]
    assert {"DONE"} <= {item["status"] for item in items} <= {"DONE", "CANCELED"}
    titles = [(item["result"] or {}).get("title") or "" for item in items]
    assert [line["title"] for line in table] == titles
