"""Jobs: the list and the screen of one job, live, with pause, retry, export and delete."""

import asyncio
import csv
import io
import json
import re
from itertools import pairwise
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect
from tests.browser.accessibility import assert_accessible, assert_fits_a_phone
from tests.browser.changing_site import ChangingSite
from tests.browser.conftest import Visit
from tests.browser.console import FAILED_TO_LOAD, expect_errors
from tests.browser.served import Served
from tests.browser.users import PHONE, new_email, token_of
from tests.tiers import slow

WORK_MS = 60_000  # for the worker to come to an end on a machine that others use too
FILES = "input[type=file][multiple]"
# Each chart's canvas comes to know which times were last written on it, and from where to where.
NOTE_TIMES = """(() => {
    const { fillText, clearRect } = CanvasRenderingContext2D.prototype;
    Object.assign(CanvasRenderingContext2D.prototype, {
        clearRect(...box) { this.canvas.times = []; clearRect.apply(this, box); },
        fillText(text, x, ...rest) {
            const half = this.measureText(text).width / 2, middle = this.getTransform().e + x;
            if (/:\\d\\d:\\d\\d/.test(text)) this.canvas.times?.push({ text, from: middle - half, to: middle + half });
            fillText.call(this, text, x, ...rest);
        },
    });
})()"""
CHARTS_FILL = """figures => figures.every(one => {
    const room = one.querySelector('[role=img]'), canvas = one.querySelector('canvas');
    return canvas && Math.abs(canvas.clientWidth - room.clientWidth) < 2;
})"""


async def send_file(page: Page, served: Served, name: str, content: str, **words: str) -> int:
    async with served.client(await token_of(page)) as client:
        answer = await client.post("/api/jobs", files={"file": (name, content)}, data=words)
    return int(answer.raise_for_status().json()["jobId"])


async def ask(page: Page, served: Served, path: str) -> Any:
    async with served.client(await token_of(page)) as client:
        return (await client.get(path)).raise_for_status().json()


async def every_item(page: Page, served: Served, job_id: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    after = ""
    while True:
        answer = await ask(page, served, f"/api/jobs/{job_id}/items?pageSize=1000{after}")
        found += answer["items"]
        if answer["next"] is None:
            return found
        after = f"&after={answer['next']}"


async def download(page: Page, file_name: str, format: str, **choice: str) -> str:
    """Export through the dialog, and return the text of the file."""
    await page.get_by_role("button", name=f"Export {file_name}").click()
    dialog = page.get_by_role("dialog")
    await dialog.get_by_text(format, exact=True).click()
    if "rows" in choice:
        await dialog.get_by_label(choice["rows"]).check()
    async with page.expect_download() as begun:
        await dialog.get_by_role("button", name="Download").click()
    saved = await (await begun.value).path()
    await expect(dialog).to_be_hidden()
    return await asyncio.to_thread(saved.read_text, encoding="utf-8-sig")


async def shown_rows(page: Page) -> list[dict[str, str]]:
    """Return the visible rows of the grid by column name."""
    rows: list[dict[str, str]] = await page.evaluate(
        """() => {
            const grid = document.querySelector("[role=grid]");
            const names = {};
            for (const head of grid.querySelectorAll("[role=columnheader]"))
                names[head.ariaColIndex] = head.innerText.trim();
            const said = (cell) => [names[cell.ariaColIndex], cell.innerText.trim()];
            return [...grid.querySelectorAll("[role=row]")].map(
                (row) => Object.fromEntries([...row.querySelectorAll("[role=gridcell]")].map(said)));
        }"""
    )
    return [row for row in rows if row.get("row")]


def differing_cells(shown: list[dict[str, str]], table: list[dict[str, str]]) -> list[tuple[str, str, str]]:
    """Return the cells of the grid that differ from the exported table: row, column, value."""
    assert len(shown) > 8
    found = []
    for row in shown:
        line = table[int(row["row"]) - 1]
        same = set(row) & set(line) - {"row", "status"}
        assert {"title", "error_code"} <= same
        found += [(row["row"], name, row[name]) for name in same if row[name] != line[name]]
    return found


def rows_of_recipes(rows: int, cake: str, slow_page: str) -> str:
    """Nine of ten have a page, the same for all but the first of them; the tenth has nothing to go by."""
    lines = [f"Dish {row},{cake if row % 10 else ''}" for row in range(2, rows + 1)]
    return f"Name,Link\nDish 1,{slow_page}\n" + "\n".join(lines)


@pytest.mark.timeout(240)  # ten thousand rows, twice
@pytest.mark.parametrize("rows", [1_000, *slow(10_000)])
async def test_many_rows_are_sent_followed_paused_retried_and_exported(
    page: Page, served: Served, site: ChangingSite, tmp_path: Path, rows: int
) -> None:
    await page.goto("/")
    sample = await ask(page, served, "/api/sample")
    file = tmp_path / "dishes.csv"
    file.write_text(rows_of_recipes(rows, sample["pages"][0]["url"], site.slow_page))
    await page.locator(FILES).first.set_input_files(file)
    await page.get_by_text("Recipe", exact=True).click()
    await page.get_by_role("button", name="Send", exact=True).click()
    await page.get_by_role("region", name="dishes.csv").get_by_role("link", name="Open job").click()

    await expect(page.get_by_role("heading", level=1, name="dishes.csv")).to_be_visible()
    await page.get_by_role("button", name="Pause dishes.csv").click()
    await expect(page.get_by_text("Resume the job to continue.")).to_be_visible(timeout=WORK_MS)
    await expect(page.get_by_text("Reading rows…")).to_be_hidden(timeout=WORK_MS)
    [job] = (await ask(page, served, "/api/jobs"))["jobs"]
    assert (job["queueState"], job["totalItems"]) == ("PAUSED", rows)
    assert job["counts"]["pending"] + job["counts"]["processing"] > 0  # at least the page that does not answer yet
    site.may_answer.set()
    await page.get_by_role("button", name="Resume dishes.csv").first.click()
    progress = page.get_by_role("progressbar", name="Finished rows")
    await expect(progress).to_have_attribute("aria-valuenow", "100", timeout=WORK_MS)
    counts = page.get_by_role("list", name="Rows by status")
    done, not_found = f"{rows * 9 // 10:,}", f"{rows // 10:,}"
    await expect(counts).to_have_text(f"{done} done{not_found} not found", timeout=WORK_MS)

    await page.get_by_role("button", name="Retry", exact=True).click()
    dialog = page.get_by_role("dialog")
    await expect(dialog.get_by_label(f"Not found: {not_found} rows")).to_be_checked()
    await dialog.get_by_role("button", name=f"Retry {not_found} rows").click()
    await expect(dialog).to_be_hidden()
    await expect(progress).to_have_attribute("aria-valuenow", "100", timeout=WORK_MS)
    await expect(counts).to_have_text(f"{done} done{not_found} not found", timeout=WORK_MS)

    exported = [json.loads(line) for line in (await download(page, "dishes.csv", "JSON Lines")).splitlines()]
    items = await every_item(page, served, job["jobId"])
    compared = ("row", "id", "status", "attempts", "result", "error")
    assert [[row[name] for name in compared] for row in exported] == [[row[name] for name in compared] for row in items]
    table = list(csv.DictReader(io.StringIO(await download(page, "dishes.csv", "CSV"))))
    assert len(table) == rows
    grid = page.get_by_role("grid", name="Items of the job")
    for first in (1, 60, rows // 3, rows - 20):  # rows that were read while they waited, too
        await grid.evaluate("(element, first) => { element.scrollTop = (first - 1) * 36 }", first)
        await expect(grid.get_by_role("button", name=f"Open row {first + 5}", exact=True)).to_be_visible()
        async with asyncio.timeout(WORK_MS / 1000):  # what the grid has of a row may be of a moment ago
            while differing_cells(await shown_rows(page), table):
                await asyncio.sleep(0.1)
    await assert_accessible(page)


async def test_the_list_shows_every_job_live_and_its_filters_stay_in_the_address(page: Page, served: Served) -> None:
    await page.goto("/jobs")
    await expect(page.get_by_text("You have no jobs yet")).to_be_visible()
    await assert_accessible(page)
    await send_file(page, served, "first.csv", "title\nPan\n", kind="recipe")
    await page.reload()
    first = page.get_by_role("listitem", name="first.csv")
    await expect(first.get_by_text("Done with errors (1)", exact=True)).to_be_visible(timeout=WORK_MS)
    await expect(first.get_by_text("1 not found")).to_be_visible()
    pans = "title\n" + "".join(f"Pan {row}\n" for row in range(3000))  # each looked for several times
    paused = await send_file(page, served, "second.csv", pans, kind="product")
    await page.reload()
    second = page.get_by_role("listitem", name="second.csv")
    await second.get_by_role("button", name="Pause second.csv").click()
    await expect(second.get_by_text(re.compile(r"^Paused: .*paused.* Resume the job to continue\.$"))).to_be_visible()
    await assert_accessible(page)

    await page.get_by_label("State").select_option("Paused")
    await expect(first).to_be_hidden()
    assert page.url.endswith("/jobs?state=PAUSED")
    await page.reload()
    await expect(second).to_be_visible()
    await expect(first).to_be_hidden()
    await page.get_by_label("Type", exact=True).select_option("Pictures")
    await expect(page.get_by_text("No jobs match the filters")).to_be_visible()
    await page.get_by_role("link", name="Clear filters").click()
    await expect(first).to_be_visible()

    await second.get_by_role("button", name="Cancel second.csv").click()
    dialog = page.get_by_role("dialog", name="Cancel second.csv?")
    await expect(dialog.get_by_text("This cannot be undone.")).to_be_visible()
    await dialog.get_by_role("button", name="Keep job").click()
    assert (await ask(page, served, f"/api/jobs/{paused}"))["queueState"] == "PAUSED"
    await second.get_by_role("button", name="Cancel second.csv").click()
    await dialog.get_by_role("button", name="Cancel job").click()
    await expect(second.get_by_text("Canceled", exact=True)).to_be_visible()
    await expect(second.get_by_role("button", name="Cancel second.csv")).to_be_hidden()


async def test_a_finished_job_is_deleted_after_a_confirmation_from_the_list_and_from_its_own_page(
    page: Page, served: Served
) -> None:
    first = await send_file(page, served, "first.csv", "title\nPan\n", kind="recipe")
    second = await send_file(page, served, "second.csv", "title\nPan\n", kind="recipe")
    await page.goto("/jobs")
    card = page.get_by_role("listitem", name="first.csv")
    await expect(card.get_by_text("Done with errors (1)", exact=True)).to_be_visible(timeout=WORK_MS)
    await card.get_by_role("button", name="Delete first.csv").click()
    dialog = page.get_by_role("dialog", name="Delete first.csv?")
    await expect(dialog.get_by_text("This deletes 1 row with all results, and the uploaded file.")).to_be_visible()
    await assert_accessible(page)
    await dialog.get_by_role("button", name="Cancel").click()
    assert (await ask(page, served, f"/api/jobs/{first}"))["queueState"] == "DONE"
    await card.get_by_role("button", name="Delete first.csv").click()
    await dialog.get_by_role("button", name="Delete job").click()
    await expect(page.get_by_text("first.csv deleted")).to_be_visible()
    await expect(card).to_be_hidden()

    await page.goto(f"/jobs/{second}")
    await expect(page.get_by_text("Finished", exact=True)).to_be_visible(timeout=WORK_MS)
    await page.get_by_role("button", name="Delete second.csv").click()
    await page.get_by_role("dialog").get_by_role("button", name="Delete job").click()
    await expect(page.get_by_role("heading", level=1, name="Jobs")).to_be_visible()
    await expect(page.get_by_text("You have no jobs yet")).to_be_visible()
    assert (await ask(page, served, "/api/jobs"))["jobs"] == []


async def test_errors_are_grouped_by_cause_and_retried_by_cause(page: Page, served: Served) -> None:
    async with served.client() as client:
        table = (await client.get("/api/sample/table.csv")).raise_for_status().text
    job_id = await send_file(page, served, "sample.csv", table, kind="auto")
    await page.goto(f"/jobs/{job_id}")
    await expect(page.get_by_text("Finished", exact=True)).to_be_visible(timeout=WORK_MS)

    async def gone() -> dict[str, Any] | None:
        return next(
            iter((await ask(page, served, f"/api/jobs/{job_id}/items?reason=gone&status=ERROR"))["items"]), None
        )

    before = await gone()
    assert before is not None
    await page.get_by_role("tab", name="Errors").click()
    causes = page.get_by_role("region", name="Causes")
    await expect(causes.get_by_text("The page does not exist (HTTP 404).")).to_be_visible()
    await causes.get_by_role("button", name="Show rows with gone").click()
    assert "reason=gone" in page.url and "tab=errors" in page.url
    await expect(page.get_by_role("grid").get_by_role("row")).to_have_count(2)
    await assert_accessible(page)
    await causes.get_by_role("button", name="Retry rows with gone").click()
    await page.get_by_role("dialog").get_by_role("button", name="Retry 1 row").click()
    await expect(page.get_by_role("dialog")).to_be_hidden()

    async with asyncio.timeout(WORK_MS / 1000):
        while (again := await gone()) is None or again["updatedAt"] == before["updatedAt"]:
            await asyncio.sleep(0.2)
    assert again["attempts"] == before["attempts"] == 1
    await page.get_by_role("list", name="Rows by status").get_by_role("link", name="not found").click()
    await expect(page.get_by_role("tab", name="Items")).to_have_attribute("aria-selected", "true")
    assert "statuses=NOT_FOUND" in page.url


async def test_rows_are_added_to_a_finished_job_and_the_controllers_are_shown(page: Page, served: Served) -> None:
    job_id = await send_file(page, served, "dishes.csv", "Name,Link\nCake,\n", kind="recipe")
    sample = await ask(page, served, "/api/sample")
    await page.goto(f"/jobs/{job_id}")
    await expect(page.get_by_text("Finished", exact=True)).to_be_visible(timeout=WORK_MS)
    await page.get_by_role("button", name="Add rows").click()
    dialog = page.get_by_role("dialog", name="Add rows")
    await dialog.get_by_label("Rows").fill(f"{sample['pages'][0]['url']}\nSomething else\n")
    await expect(dialog.get_by_text("2 rows will be added after row 1.")).to_be_visible()
    await assert_accessible(page)
    await dialog.get_by_role("button", name="Add 2 rows").click()
    counts = page.get_by_role("list", name="Rows by status")
    await expect(counts).to_have_text("1 done2 not found", timeout=WORK_MS)
    await page.get_by_role("tab", name="Tuning").click()
    await expect(page.get_by_role("region", name="Batch size")).to_be_visible()
    await assert_accessible(page)


@pytest.mark.slow
async def test_the_times_below_a_chart_do_not_overlap_at_any_width(visit: Visit, served: Served) -> None:
    page = await visit(new_email(), locale="en-US")  # whose clock has twelve hours
    await page.add_init_script(NOTE_TIMES)
    job_id = await send_file(page, served, "dishes.csv", "Name,Link\nCake,\n", kind="recipe")
    await page.goto(f"/jobs/{job_id}?tab=tuning")
    await expect(page.locator("canvas").first).to_be_visible(timeout=WORK_MS)
    seen = 0
    for width in range(600, 1300, 20):
        await page.set_viewport_size({"width": width, "height": 800})
        while not await page.get_by_role("figure").evaluate_all(CHARTS_FILL):
            await asyncio.sleep(0.05)
        for times in await page.locator("canvas").evaluate_all("all => all.map(one => one.times ?? [])"):
            seen += len(times)
            assert all(re.search(r"[AP]M$", time["text"]) for time in times), times
            for left, right in pairwise(sorted(times, key=itemgetter("from"))):
                assert right["from"] - left["to"] > 4, (width, left, right)
    assert seen > 100


async def test_jobs_fit_a_phone_and_the_job_of_another_user_is_not_found(visit: Visit, served: Served) -> None:
    page = await visit(new_email(), viewport=PHONE)
    job_id = await send_file(
        page, served, "a-rather-long-name-of-a-file-from-spring.csv", "title\nPan\n", kind="recipe"
    )
    for path in ("/jobs", f"/jobs/{job_id}", f"/jobs/{job_id}?tab=pending", f"/jobs/{job_id}?tab=tuning"):
        await page.goto(path)
        await expect(page.get_by_text("a-rather-long-name").first).to_be_visible()
        await assert_fits_a_phone(page)
    other = await visit(new_email(), f"/jobs/{job_id}")
    expect_errors(other, FAILED_TO_LOAD)
    await expect(other.get_by_text("Job not found").first).to_be_visible()
