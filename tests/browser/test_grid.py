"""The grid: filters, live updates, editing, selection and export, by mouse and by keyboard."""

import asyncio
import csv
import io
import re
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.async_api import Locator, Page, expect
from tests.browser.accessibility import assert_accessible
from tests.browser.conftest import Visit
from tests.browser.console import FAILED_TO_LOAD, expect_errors
from tests.browser.seeded import copy_job
from tests.browser.served import Served
from tests.browser.users import DESKTOP, PHONE, new_email, session_of, token_of

READING_MS = 60_000  # pages are fetched and read, on a machine that does other things too
PAUSED_ROWS = 450  # more than two pages of the grid
STATUS_WIDTH, WIDTH_STEP = 124, 16  # in pixels
OWN_COLUMNS = {"retry", "job type", "waiting for", "worker", "updated"}


async def send_rows(client: httpx.AsyncClient) -> int:
    """A table: three pages that are there, one that is not, and a row that nothing is like."""
    pages = (await client.get("/api/sample")).raise_for_status().json()["pages"]
    rows = [(one["title"], one["url"]) for one in pages if one["kind"] != "posting"][:3]
    site = rows[0][1].split("/recipes/")[0]
    rows += [("Paper lantern", f"{site}/shop/paper-lantern"), ("Left-handed teapot", "")]
    table = io.StringIO()
    csv.writer(table).writerows([("Name", "Link"), *rows])
    return await send_table(client, table.getvalue())


async def send_table(client: httpx.AsyncClient, content: str) -> int:
    answer = await client.post("/api/jobs", files={"file": ("rows.csv", content)})
    return int(answer.raise_for_status().json()["jobId"])


async def look_at(page: Page, job: int, query: str = "") -> Locator:
    await page.goto(f"/jobs/{job}{query}")
    grid = page.get_by_role("grid", name="Items of the job")
    await expect(grid.get_by_label(re.compile("Select row")).first).to_be_visible()
    return grid


Source = Callable[[Page], Awaitable[int]]


@pytest.fixture(scope="module")
async def finished(served: Served) -> int:
    """A job that was really crawled: three rows done, one failed, one not found."""
    async with served.client((await session_of(served, new_email()))["token"]) as client:
        job = await send_rows(client)
        async with asyncio.timeout(READING_MS / 1000):
            while (await client.get(f"/api/jobs/{job}")).json()["queueState"] != "DONE":
                await asyncio.sleep(0.1)
    return job


@pytest.fixture
def copy_finished(served: Served, finished: int) -> Source:
    return partial(copy_job, served, finished)


@pytest.fixture(scope="module")
async def paused(served: Served) -> int:
    """A paused job whose rows all wait."""
    async with served.client((await session_of(served, new_email()))["token"]) as client:
        table = "title\n" + "".join(f"Kettle {row}\n" for row in range(1, PAUSED_ROWS + 1))
        job = await send_table(client, table)
        (await client.post(f"/api/jobs/{job}/pause")).raise_for_status()
        async with asyncio.timeout(READING_MS / 1000):
            while is_at_work((await client.get(f"/api/jobs/{job}")).json()):
                await asyncio.sleep(0.1)
    return job


def is_at_work(job: dict[str, Any]) -> bool:
    return bool(job["isBeingRead"] or job["counts"]["processing"])


@pytest.fixture
def copy_paused(served: Served, paused: int) -> Source:
    return partial(copy_job, served, paused)


async def look_when_done(page: Page, copy_finished: Source, query: str = "") -> tuple[int, Locator]:
    job = await copy_finished(page)
    return job, await look_at(page, job, query)


def row_of(grid: Locator, number: int) -> Locator:
    return grid.get_by_role("row").filter(has=grid.page.get_by_label(f"Select row {number}", exact=True))


async def cell_of(grid: Locator, number: int, header: str) -> Locator:
    place = await grid.get_by_role("columnheader", name=header, exact=True).get_attribute("aria-colindex")
    return row_of(grid, number).locator(f"[aria-colindex='{place}']")


async def width_of(cell: Locator) -> float:
    box = await cell.bounding_box()
    assert box is not None
    return box["width"]


async def first_cell_of(grid: Locator, header: str) -> Locator:
    place = await grid.get_by_role("columnheader", name=header, exact=True).get_attribute("aria-colindex")
    return grid.get_by_role("row").nth(1).locator(f"[aria-colindex='{place}']")


async def test_filters_are_kept_in_the_address_bar_and_can_be_cleared(page: Page, copy_finished: Source) -> None:
    job, grid = await look_when_done(page, copy_finished)
    await page.get_by_role("button", name="Filter").click()
    await page.get_by_role("checkbox", name="Not found").check()
    await page.get_by_role("checkbox", name="Error").check()
    await page.get_by_role("button", name="Apply").click()
    await expect(page).to_have_url(re.compile("statuses=NOT_FOUND"))
    await expect(grid).to_have_attribute("aria-rowcount", "3")
    await expect(row_of(grid, 4)).to_contain_text("Error")
    await assert_accessible(page)

    await page.reload()
    await expect(grid).to_have_attribute("aria-rowcount", "3")
    await page.get_by_role("button", name="Remove filter: Error").click()
    await expect(grid).to_have_attribute("aria-rowcount", "2")
    await expect(row_of(grid, 5)).to_contain_text("Left-handed teapot")

    await page.goto(f"/jobs/{job}?domain=nowhere.example&minConfidence=0.5")
    await expect(page.get_by_text("No rows match the filters")).to_be_visible()
    await expect(page.get_by_text("Confidence or match at least 50 %")).to_be_visible()
    await assert_accessible(page)
    await page.get_by_role("button", name="Clear filters").click()
    await expect(grid).to_have_attribute("aria-rowcount", "6")

    await page.get_by_label("Sort by").select_option("Recently updated first")
    await expect(page).to_have_url(re.compile("sort=-updatedAt"))
    await expect(grid.get_by_role("row").nth(1)).to_contain_text("Left-handed teapot")


async def test_rows_are_updated_live_while_drafts_and_selection_are_kept(served: Served, page: Page) -> None:
    async with served.client(await token_of(page)) as client:
        job = await send_rows(client)
    grid = await look_at(page, job)
    await page.get_by_label("Select row 2", exact=True).click()
    await (await cell_of(grid, 5, "input title")).dblclick()
    editor = page.get_by_role("textbox", name="input title of row 5")
    await editor.fill("Right-handed teap")
    for number in (1, 2, 3):
        await expect(row_of(grid, number)).to_contain_text("Done", timeout=READING_MS)
    await expect(row_of(grid, 4)).to_contain_text("Error")
    await expect(editor).to_have_value("Right-handed teap")
    await expect(editor).to_be_focused()
    await expect(page.get_by_label("Select row 2", exact=True)).to_be_checked()
    await page.keyboard.press("Escape")
    await expect(editor).to_have_count(0)
    await expect(await cell_of(grid, 5, "input title")).to_have_text("Left-handed teapot")


async def test_a_cell_is_edited_in_place_and_its_row_retried(page: Page, copy_finished: Source) -> None:
    _, grid = await look_when_done(page, copy_finished)
    good = await (await cell_of(grid, 1, "input url")).inner_text()
    cell = await cell_of(grid, 4, "input url")
    await cell.click()
    await page.keyboard.press("F2")
    await expect(page.get_by_role("textbox", name="input url of row 4")).to_be_focused()
    await page.keyboard.type(good)  # over what stood there
    await assert_accessible(page)
    await page.keyboard.press("Enter")
    await expect(cell).to_have_text(good)
    await expect(row_of(grid, 4)).to_contain_text("Done", timeout=READING_MS)
    await expect(grid).to_be_focused()


async def test_the_second_of_two_edits_of_a_cell_shows_both_values(visit: Visit, copy_finished: Source) -> None:
    person = new_email()
    page, other = await visit(person), await visit(person)
    expect_errors(page, FAILED_TO_LOAD)  # the 409
    job, grid = await look_when_done(page, copy_finished)
    other_grid = await look_at(other, job)
    await (await cell_of(grid, 5, "input title")).dblclick()
    mine = page.get_by_role("textbox", name="input title of row 5")
    await mine.fill("Copper teapot")

    await (await cell_of(other_grid, 5, "input title")).dblclick()
    await other.get_by_role("textbox", name="input title of row 5").fill("Glass teapot")
    await other.get_by_role("button", name="Save and retry").click()
    await expect(await cell_of(other_grid, 5, "input title")).to_have_text("Glass teapot")

    await mine.press("Enter")
    choice = page.get_by_role("alert")
    await expect(choice).to_contain_text("Current value: Glass teapot")
    await expect(choice).to_contain_text("Your value: Copper teapot")
    await expect(mine).to_have_value("Copper teapot")
    await assert_accessible(page)
    await choice.get_by_role("button", name="Use mine").click()
    await expect(await cell_of(grid, 5, "input title")).to_have_text("Copper teapot")


async def test_the_draft_of_a_row_is_kept_until_it_is_saved_or_discarded(page: Page, copy_finished: Source) -> None:
    _, grid = await look_when_done(page, copy_finished)
    drawer = page.get_by_role("dialog", name="Row 5")
    await page.get_by_role("button", name="Open row 5").click()
    await drawer.get_by_label("Name", exact=True).fill("Copper teapot")
    await page.keyboard.press("Escape")
    await expect(drawer).to_have_count(0)
    await page.reload()
    await page.get_by_role("button", name="Open row 5").click()
    await expect(drawer.get_by_role("status").filter(has_text="Draft restored")).to_be_visible()
    await expect(drawer.get_by_label("Name", exact=True)).to_have_value("Copper teapot")
    await assert_accessible(page)
    await drawer.get_by_role("button", name="Save and retry").click()
    await expect(drawer.get_by_text("Draft restored")).to_have_count(0)
    await page.keyboard.press("Escape")
    await expect(await cell_of(grid, 5, "input title")).to_have_text("Copper teapot")

    await (await cell_of(grid, 4, "input title")).dblclick()
    editor = page.get_by_role("textbox", name="input title of row 4")
    await editor.fill("Silk lantern")
    await page.get_by_role("tab", name="Tuning").click()
    await expect(editor).to_have_count(0)
    await page.get_by_role("tab", name="Items").click()
    kept = page.get_by_role("status").filter(has_text="Unsaved changes")
    await expect(kept).to_contain_text("Row 4, input title: Silk lantern")
    await assert_accessible(page)
    await kept.get_by_role("button", name="Continue with row 4").click()
    await expect(editor).to_have_value("Silk lantern")
    await expect(kept).to_have_count(0)
    await editor.press("Escape")
    await page.reload()
    await expect(await cell_of(grid, 4, "input title")).to_have_text("Paper lantern")
    await expect(kept).to_have_count(0)


async def test_selected_rows_are_exported_as_the_grid_shows_them(
    page: Page, tmp_path: Path, copy_finished: Source
) -> None:
    _, grid = await look_when_done(page, copy_finished)
    await page.get_by_label("Select row 1", exact=True).click()
    await page.get_by_label("Select row 4", exact=True).click(modifiers=["Shift"])
    await expect(page.get_by_text("4 rows selected")).to_be_visible()
    await assert_accessible(page)
    async with page.expect_download() as download:
        await page.get_by_role("button", name="Export", exact=True).click()
        await page.get_by_role("menuitem", name="CSV").click()
    await (await download.value).save_as(tmp_path / "rows.csv")
    lines = list(csv.DictReader((tmp_path / "rows.csv").open(encoding="utf-8-sig", newline="")))
    assert [line["row"] for line in lines] == ["1", "2", "3", "4"]

    await expect(grid.get_by_role("columnheader", name="price")).to_have_count(1)  # of a kind that came to light last
    await show_all_columns(page)
    shown = await whole_grid(grid)
    headers = [name for name in shown[0] if name not in OWN_COLUMNS and not name.startswith("input ")]
    assert headers == [name for name in lines[0] if name != "row" and not name.startswith("input.")]
    words = {"Done": "DONE", "Error": "ERROR"}
    for line, row in zip(lines, shown[1:], strict=False):
        for name in headers:
            cell = words.get(row[name], row[name]) if name == "status" else row[name]
            assert cell.removesuffix("…") == line[name].lstrip("'")[: len(cell.removesuffix("…"))], name


async def test_selected_rows_are_retried_after_a_confirmation(page: Page, copy_finished: Source) -> None:
    _, grid = await look_when_done(page, copy_finished, "?statuses=ERROR,NOT_FOUND")
    await page.get_by_label("Select all matching rows").click()
    await expect(page.get_by_text("All 2 matching rows selected")).to_be_visible()
    await page.get_by_role("button", name="Retry", exact=True).last.click()
    question = page.get_by_role("dialog", name="Retry all 2 matching rows?")
    await expect(question).to_contain_text("lose their results")
    await question.get_by_role("button", name="Retry all 2 matching rows").click()
    await expect(page.get_by_text("All 2 matching rows selected")).to_have_count(0)
    # They leave the list while they wait, and come back.
    await expect(row_of(grid, 4)).to_contain_text("Error", timeout=READING_MS)
    await expect(row_of(grid, 5)).to_contain_text("Not found", timeout=READING_MS)


async def test_the_grid_can_be_used_with_the_keyboard(page: Page, copy_finished: Source) -> None:
    _, grid = await look_when_done(page, copy_finished)
    await grid.focus()
    for key in ("ArrowDown", "ArrowDown", "Space"):
        await page.keyboard.press(key)
    await expect(row_of(grid, 3)).to_have_attribute("aria-selected", "true")
    active = await grid.get_attribute("aria-activedescendant")
    await expect(grid.locator(f"#{active}")).to_have_attribute("role", "gridcell")
    await page.keyboard.press("Enter")
    drawer = page.get_by_role("dialog", name="Row 3")
    await expect(drawer).to_be_visible()
    await expect(page).to_have_url(re.compile("item="))
    await expect(drawer.get_by_role("link", name="Open record")).to_be_visible()
    await assert_accessible(page)
    await page.keyboard.press("Escape")
    await expect(drawer).to_have_count(0)
    await expect(grid).to_be_focused()
    for key in ("Control+End", "Home"):
        await page.keyboard.press(key)
    await page.keyboard.press("Space")
    await expect(page.get_by_text("2 rows selected")).to_be_visible()
    await page.keyboard.press("Control+Home")
    await page.keyboard.press("End")
    last = await grid.get_attribute("aria-colcount")
    assert (
        await grid.locator(f"#{await grid.get_attribute('aria-activedescendant')}").get_attribute("aria-colindex")
        == last
    )


async def test_a_column_is_resized_with_the_keyboard_and_keeps_its_width(page: Page, copy_finished: Source) -> None:
    _, grid = await look_when_done(page, copy_finished)
    edge = page.get_by_role("separator", name="Width of status")
    cell = await cell_of(grid, 1, "status")
    await edge.focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"):
        await page.keyboard.press(key)
    await expect(edge).to_have_attribute("aria-valuenow", str(STATUS_WIDTH + 2 * WIDTH_STEP))
    await expect(edge).to_be_focused()
    assert await width_of(cell) == STATUS_WIDTH + 2 * WIDTH_STEP
    assert await width_of(grid.get_by_role("columnheader", name="status", exact=True)) == await width_of(cell)
    await assert_accessible(page)
    await page.reload()
    await expect(edge).to_have_attribute("aria-valuenow", str(STATUS_WIDTH + 2 * WIDTH_STEP))
    await edge.press("Home")
    narrowest = await edge.get_attribute("aria-valuemin")
    await expect(edge).to_have_attribute("aria-valuenow", str(narrowest))
    await edge.press("ArrowLeft")
    await expect(edge).to_have_attribute("aria-valuenow", str(narrowest))


async def test_error_columns_come_first_where_errors_are_listed(page: Page, copy_finished: Source) -> None:
    job, grid = await look_when_done(page, copy_finished)
    for query in ("?tab=errors", "?statuses=ERROR", "?statuses=ERROR,NOT_FOUND", "?reason=no_match"):
        grid = await look_at(page, job, query)
        for name in ("error_code", "error_message"):
            await expect(grid.get_by_role("columnheader", name=name, exact=True)).to_be_in_viewport(ratio=1)
    await expect(await cell_of(grid, 5, "error_code")).to_have_text("no_match")
    await expect(await cell_of(grid, 5, "input title")).to_be_in_viewport(ratio=1)


async def test_a_row_can_be_opened_and_edited_on_a_phone(served: Served, visit: Visit, copy_finished: Source) -> None:
    page = await visit(new_email(), viewport=PHONE, color_scheme="dark")
    _, grid = await look_when_done(page, copy_finished)
    assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    await assert_accessible(page)
    await page.get_by_role("button", name="Open row 5").click()
    drawer = page.get_by_role("dialog", name="Row 5")
    await expect(drawer).to_contain_text("no_match")
    await expect(drawer.get_by_label("Name", exact=True)).to_have_value("Left-handed teapot")
    await assert_accessible(page)
    await drawer.get_by_label("Add a cell").select_option("url")
    good = await served_page(served, page)
    await drawer.get_by_label("url", exact=True).fill(good)
    await drawer.get_by_role("button", name="Save and retry").click()
    await expect(drawer.get_by_role("link", name="Open record")).to_be_visible(timeout=READING_MS)
    await page.keyboard.press("Escape")
    await expect(row_of(grid, 5)).to_contain_text("Done", timeout=READING_MS)


async def test_on_a_phone_each_row_shows_its_name_and_why_it_waits(
    served: Served, visit: Visit, copy_paused: Source
) -> None:
    page = await visit(new_email(), viewport=PHONE)
    good = await served_page(served, page)
    missing = f"{good.split('/recipes/')[0]}/shop/paper-lantern"
    async with served.client(await token_of(page)) as client:
        job = await send_table(client, f"Link\n{good}\n{missing}\n")
    grid = await look_at(page, job)
    await expect(row_of(grid, 1)).to_contain_text("Done", timeout=READING_MS)
    await expect(await cell_of(grid, 1, "name or URL")).to_have_text(re.compile(r"^(?!http).+"))
    await expect(await cell_of(grid, 2, "name or URL")).to_have_text(missing)

    waiting = await copy_paused(page)
    grid = await look_at(page, waiting, "?tab=pending")
    headers = await grid.get_by_role("columnheader").all_inner_texts()
    assert [header.strip() for header in headers[2:5]] == ["status", "waiting for", "name or URL"]
    await expect(await first_cell_of(grid, "name or URL")).to_have_text(re.compile(r"^Kettle \d+$"))


async def test_the_waiting_reason_takes_the_remaining_width_and_has_a_full_tooltip(
    visit: Visit, copy_paused: Source
) -> None:
    page = await visit(new_email(), viewport={"width": 1900, "height": 900})
    job = await copy_paused(page)
    grid = await look_at(page, job, "?tab=pending")
    reason = await first_cell_of(grid, "waiting for")
    whole = re.compile(rf"^Job {job} is paused.* Resume the job to continue\.$")
    await expect(reason).to_have_attribute("title", whole)
    await expect(grid.get_by_role("columnheader").last).to_have_text("waiting for")
    inside, cell = await grid.bounding_box(), await reason.bounding_box()
    assert inside is not None and cell is not None
    assert abs(inside["x"] + inside["width"] - cell["x"] - cell["width"]) < 20  # a scrollbar's width
    assert cell["width"] > 320

    await page.set_viewport_size(DESKTOP)
    grid = await look_at(page, job, "?tab=pending")
    await expect(await first_cell_of(grid, "waiting for")).to_be_in_viewport(ratio=0.5)


async def test_the_row_count_covers_only_known_rows(page: Page, copy_paused: Source) -> None:
    job = await copy_paused(page)
    await look_at(page, job, "?statuses=PENDING,PROCESSING,DONE,NOT_FOUND,ERROR")
    await expect(page.get_by_text(f"{PAUSED_ROWS} rows", exact=True)).to_be_visible()
    await look_at(page, job, "?from=2000-01-01T00:00:00Z")
    await expect(page.get_by_text("200 rows so far", exact=True)).to_be_visible()


async def test_a_tab_lists_only_its_own_statuses(page: Page, copy_finished: Source) -> None:
    job, grid = await look_when_done(page, copy_finished)
    await page.goto(f"/jobs/{job}?tab=pending&statuses=ERROR&from=%2B012026-01-01T00:00:00Z")
    await expect(page.get_by_text("No rows", exact=True)).to_be_visible()
    await expect(page.get_by_label("Select all matching rows")).to_be_disabled()
    await expect(grid.get_by_text("Error")).to_have_count(0)


async def test_rows_of_a_canceled_job_are_read_only(served: Served, page: Page, copy_paused: Source) -> None:
    job = await copy_paused(page)
    async with served.client(await token_of(page)) as client:
        (await client.post(f"/api/jobs/{job}/cancel")).raise_for_status()
    grid = await look_at(page, job)
    await expect(grid.get_by_role("button", name="Retry row 1")).to_have_count(0)
    await page.get_by_label("Select row 1", exact=True).click()
    await expect(page.get_by_role("button", name="Export", exact=True).last).to_be_visible()
    await expect(page.get_by_text("1 row selected")).to_be_visible()
    await (await cell_of(grid, 1, "input title")).dblclick()
    drawer = page.get_by_role("dialog", name="Row 1")
    await expect(drawer).to_contain_text("Input")
    for name in ("Retry", "Save and retry"):
        await expect(drawer.get_by_role("button", name=name)).to_have_count(0)


async def served_page(served: Served, page: Page) -> str:
    async with served.client(await token_of(page)) as client:
        return str((await client.get("/api/sample")).json()["pages"][0]["url"])


async def show_all_columns(page: Page) -> None:
    await page.get_by_role("button", name="Columns").click()
    boxes = page.get_by_role("dialog").get_by_role("checkbox")
    await expect(boxes.first).to_be_visible()
    for box in await boxes.all():
        await box.check()
    await page.keyboard.press("Escape")


async def whole_grid(grid: Locator) -> list[dict[str, str]]:
    """Headers and rows, gathered from left to right, since only those in view are there."""
    found: list[dict[str, Any]] = []
    for step in range(40):
        left = await grid.evaluate("(grid, step) => { grid.scrollLeft = step * 400; return grid.scrollLeft; }", step)
        await grid.page.wait_for_timeout(50)
        seen = await grid.evaluate("""grid => {
            const rows = [...grid.querySelectorAll('[role=row]')];
            const names = Object.fromEntries([...rows[0].querySelectorAll('[role=columnheader]')].slice(2).map(
                cell => [cell.ariaColIndex, cell.textContent.trim()]));
            return rows.map(row => Object.fromEntries([...row.children].filter(cell => names[cell.ariaColIndex]).map(
                cell => [names[cell.ariaColIndex], cell.textContent.trim()])));
        }""")
        found = seen if not found else [known | new for known, new in zip(found, seen, strict=True)]
        if left < step * 400 - 1:
            break
    return found
