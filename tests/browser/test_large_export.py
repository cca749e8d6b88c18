"""A job with more rows than the page loads into memory is exported as a download of the browser, completely."""

import asyncio
import csv
import io
import json

import pytest
from playwright.async_api import Page, expect
from tests.browser.seeded import multiply_rows
from tests.browser.served import Served
from tests.browser.test_jobs import ask, every_item, send_file

ROWS = 20_500  # above 20,000 the browser downloads the file
READ_SECONDS = 90.0


async def job_of_many_rows(page: Page, served: Served) -> int:
    """Create a job with one fetched row; two thirds of the others are copies of it, and one third is canceled."""
    cake = (await ask(page, served, "/api/sample"))["pages"][0]["url"]
    job_id = await send_file(page, served, "many.csv", f'Name,Link\n"Dish 1, ""large""",{cake}\n', kind="recipe")
    async with asyncio.timeout(READ_SECONDS):
        while (await ask(page, served, f"/api/jobs/{job_id}"))["queueState"] != "DONE":
            await asyncio.sleep(0.2)
    await multiply_rows(
        served,
        job_id,
        ROWS,
        input_json="""jsonb_set(input_json, '{Name}', to_jsonb('Dish ' || n || ', "large"'))""",
        status="case when n %% 3 = 0 then 'CANCELED' else status end",
        result_json="case when n %% 3 > 0 then result_json end",
    )
    return job_id


async def export_by_the_browser(page: Page, format: str) -> str:
    """Export through the dialog, and return the text of the file, which comes from the server and not from the page."""
    await page.get_by_role("button", name="Export many.csv").click()
    dialog = page.get_by_role("dialog", name="Export many.csv")
    await dialog.get_by_text(format, exact=True).click()
    async with page.expect_download() as begun:
        await dialog.get_by_role("button", name="Download").click()
    download = await begun.value
    assert "/export?" in download.url and not download.url.startswith("blob:")
    assert download.suggested_filename.startswith("many")
    saved = await download.path()  # after the download has ended
    assert await download.failure() is None
    await expect(dialog).to_be_hidden()
    return await asyncio.to_thread(saved.read_text, encoding="utf-8-sig")


@pytest.mark.slow
async def test_a_job_of_many_rows_is_downloaded_completely(page: Page, served: Served) -> None:
    job_id = await job_of_many_rows(page, served)
    await page.goto(f"/jobs/{job_id}")
    items = await every_item(page, served, job_id)
    assert len(items) == ROWS

    exported = [json.loads(line) for line in (await export_by_the_browser(page, "JSON Lines")).splitlines()]
    compared = ("row", "id", "status", "attempts", "result", "error")
    assert [[row[name] for name in compared] for row in exported] == [[row[name] for name in compared] for row in items]

    table = list(csv.DictReader(io.StringIO(await export_by_the_browser(page, "CSV"))))
    assert [(int(line["row"]), line["status"], line["input.Name"]) for line in table] == [
        (item["row"], item["status"], f'Dish {item["row"]}, "large"') for item in items
    ]
    assert {item["status"] for item in items} == {"DONE", "CANCELED"}
    titles = [(item["result"] or {}).get("title") or "" for item in items]
    assert [line["title"] for line in table] == titles
