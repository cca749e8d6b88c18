"""The start screen: one form for URLs and files, with a summary before sending and the results after it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, Route, expect
from tests.browser.accessibility import assert_accessible, assert_fits_a_phone
from tests.browser.conftest import Visit
from tests.browser.console import FAILED_TO_LOAD, expect_errors
from tests.browser.served import Served
from tests.browser.users import PHONE, SESSION_KEY, new_email, token_of

from garner.extraction.ocr import ocr

READING_MS = 60_000  # pages are fetched and read
TYPED = "https://shop.example/one\nhttps://shop.example/two"
FILES = "input[type=file][multiple]"


@pytest.fixture
async def page(page: Page) -> Page:
    await page.goto("/")
    return page


@pytest.fixture
async def guest_page(guest_page: Page) -> Page:
    await guest_page.goto("/")
    return guest_page


async def sample_pages(served: Served) -> list[dict[str, Any]]:
    async with served.client() as client:
        return list((await client.get("/api/sample")).raise_for_status().json()["pages"])


async def jobs_of(page: Page, served: Served) -> list[dict[str, Any]]:
    async with served.client(await token_of(page)) as client:
        return list((await client.get("/api/jobs")).raise_for_status().json()["jobs"])


async def type_in(page: Page, text: str) -> None:
    await page.get_by_label("URLs", exact=True).fill(text)


async def send(page: Page) -> None:
    await page.get_by_role("button", name="Send", exact=True).click()


async def choose(page: Page, *files: Path) -> None:
    await page.locator(FILES).first.set_input_files(files)


def written(folder: Path, name: str, content: str | bytes) -> Path:
    file = folder / name
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return file


async def test_urls_with_any_separator_become_records_and_other_lines_stay(page: Page, served: Served) -> None:
    cake, _, pan, _, baker, _ = await sample_pages(served)
    await type_in(page, f"{cake['url']}, {pan['url']}\nwhat I found yesterday\n<{baker['url']}>")
    await expect(page.get_by_text(re.compile(r"3 pages will be read as recipes, products.* or \w+s\b"))).to_be_visible()
    await expect(page.get_by_text("Line 2: “what I found yesterday”")).to_be_visible()
    await send(page)
    items = page.get_by_role("list", name="Items")
    for one in (cake, pan, baker):
        await expect(items.get_by_role("link", name=one["title"])).to_be_visible(timeout=READING_MS)
    await expect(page.get_by_text("3 of 3 items done")).to_be_visible()
    await expect(page.get_by_label("URLs", exact=True)).to_have_value("what I found yesterday")
    await assert_accessible(page)
    await items.get_by_role("link", name=cake["title"]).click()
    await expect(page.get_by_role("heading", level=1, name=cake["title"])).to_be_visible()


async def test_a_guest_is_asked_to_sign_in_and_the_upload_continues(guest_page: Page, served: Served) -> None:
    page, email = guest_page, new_email()
    [cake, *_] = await sample_pages(served)
    await type_in(page, cake["url"])
    await send(page)
    dialog = page.get_by_role("dialog")
    await dialog.get_by_label("Email address").fill(email)
    await assert_accessible(page)
    await dialog.get_by_role("button", name="Sign in").click()
    await expect(page.get_by_role("link", name=cake["title"])).to_be_visible(timeout=READING_MS)
    assert len(await jobs_of(page, served)) == 1


async def test_an_expired_sign_in_is_renewed_and_one_job_is_created(page: Page, served: Served) -> None:
    expect_errors(page, FAILED_TO_LOAD)
    [cake, *_] = await sample_pages(served)
    await page.evaluate(
        f"const kept = JSON.parse(localStorage.getItem('{SESSION_KEY}')); kept.token = 'worn';"
        f"localStorage.setItem('{SESSION_KEY}', JSON.stringify(kept))"
    )
    await page.reload()
    dialog = page.get_by_role("dialog", name="Sign in to continue")
    await dialog.get_by_role("button", name="Close").click()
    await type_in(page, cake["url"])
    await send(page)
    await dialog.get_by_role("button", name="Sign in").click()
    await expect(page.get_by_role("link", name=cake["title"])).to_be_visible(timeout=READING_MS)
    assert len(await jobs_of(page, served)) == 1


async def test_the_draft_survives_a_reload_and_other_screens(page: Page) -> None:
    await type_in(page, TYPED)
    await page.get_by_text("Product", exact=True).click()
    await expect(page.get_by_text("2 pages will be read as products.")).to_be_visible()
    await page.reload()
    await expect(page.get_by_label("URLs", exact=True)).to_have_value(TYPED)
    await expect(page.get_by_text("2 pages will be read as products.")).to_be_visible()
    await page.get_by_role("navigation").get_by_role("link", name="Settings").click()
    await page.get_by_role("navigation").get_by_role("link", name="Start").click()
    await expect(page.get_by_label("URLs", exact=True)).to_have_value(TYPED)


async def test_the_sample_table_runs_with_one_click_and_shows_the_results_of_its_rows(page: Page) -> None:
    await page.get_by_role("button", name="Try a table of 12 rows").click()
    job = page.get_by_role("region", name="sample-table.csv")
    await expect(job.get_by_text("12 of 12 items done")).to_be_visible(timeout=40_000)
    for status in ("Done", "Not found", "Error"):
        await expect(job.get_by_role("list", name="Items").get_by_text(status, exact=True).first).to_be_visible()
    await assert_accessible(page)
    await job.get_by_role("button", name="Hide sample-table.csv").click()
    recent = page.get_by_role("region", name="Recent jobs")
    await expect(recent.get_by_role("link", name="sample-table.csv")).to_be_visible()
    await assert_accessible(page)


async def test_an_unsupported_file_is_refused_before_it_is_sent(page: Page, tmp_path: Path) -> None:
    await type_in(page, TYPED)
    await choose(page, written(tmp_path, "letter.docx", "PK"))
    await expect(
        page.get_by_text("letter.docx is a .docx file, which is not supported. Supported formats: CSV")
    ).to_be_visible()
    await expect(page.get_by_role("button", name="Send", exact=True)).to_be_disabled()
    await assert_accessible(page)
    await page.get_by_role("button", name="Remove letter.docx").click()
    await expect(page.get_by_role("button", name="Send", exact=True)).to_be_enabled()
    await expect(page.get_by_label("URLs", exact=True)).to_have_value(TYPED)


async def test_a_file_that_the_server_refuses_is_kept_and_shows_the_servers_message(page: Page, tmp_path: Path) -> None:
    expect_errors(page, FAILED_TO_LOAD)
    await choose(page, written(tmp_path, "rows.csv", b"%PDF-1.7\n" + bytes(range(256)) * 20))
    await expect(page.get_by_text("rows.csv, 5.1 kB: each row becomes an item of one job")).to_be_visible()
    await send(page)
    await expect(page.get_by_role("alert").get_by_text("PDF")).to_be_visible()
    await expect(page.get_by_role("list", name="Chosen files").get_by_text("rows.csv")).to_be_visible()
    await assert_accessible(page)


async def test_lines_that_cannot_be_read_are_listed_with_their_numbers(page: Page, tmp_path: Path) -> None:
    await choose(page, written(tmp_path, "lines.jsonl", '{"title": "Pan"}\n{"title": \n{"title": "Pot"}\n'))
    await send(page)
    items = page.get_by_role("list", name="Items")
    await expect(items.get_by_text("Line 2 cannot be read")).to_be_visible(timeout=READING_MS)


async def test_a_file_can_be_dropped_anywhere_and_a_picture_pasted(page: Page) -> None:
    await expect(page.get_by_label("URLs", exact=True)).to_be_visible()
    await page.evaluate(
        """() => {
            const dropped = new DataTransfer();
            dropped.items.add(new File(["title\\nPan\\n"], "pans.csv", { type: "text/csv" }));
            const target = document.body;
            for (const type of ["dragenter", "dragover"])
                target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: dropped }));
            setTimeout(() => document.querySelector(".mantine-Dropzone-root").dispatchEvent(
                new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: dropped })), 200);
        }"""
    )
    await expect(page.get_by_text("pans.csv, 10 bytes: each row becomes an item of one job")).to_be_visible()
    await page.evaluate(
        """() => {
            const pasted = new DataTransfer();
            pasted.items.add(new File(["x"], "card.png", { type: "image/png" }));
            window.dispatchEvent(new ClipboardEvent("paste", { clipboardData: pasted, bubbles: true }));
        }"""
    )
    await expect(page.get_by_text("2 files, 11 bytes: each row and each picture")).to_be_visible()
    await page.get_by_text("Posting", exact=True).click()
    await expect(page.get_by_text("Pictures can be read as recipes or products, not as postings.")).to_be_visible()


@pytest.mark.skipif(not ocr.is_installed(), reason="what reads text off pictures is not installed")
async def test_the_summary_of_a_picture_mentions_its_text_if_the_server_reads_text(page: Page, tmp_path: Path) -> None:
    await choose(page, written(tmp_path, "card.png", b"no picture"))
    await expect(
        page.get_by_text("its appearance and the text in it are matched against the product catalogue")
    ).to_be_visible()
    await page.get_by_text("Recipe", exact=True).click()
    await expect(page.get_by_text("card.png, 10 bytes: the text in it is read as a recipe.")).to_be_visible()


async def test_the_summary_of_a_picture_says_if_the_server_does_not_read_text(
    visit: Visit, bare: Served, tmp_path: Path
) -> None:
    page = await visit(new_email(), "/", at=bare)
    await choose(page, written(tmp_path, "card.png", b"no picture"))
    told = page.get_by_text(
        "card.png, 10 bytes: its barcode and its appearance are matched against the product catalogue"
    )
    await expect(told).to_contain_text("This server does not read text in pictures")
    await page.get_by_text("Recipe", exact=True).click()
    told = page.get_by_text("card.png, 10 bytes: it becomes an item of a job.")
    await expect(told).to_contain_text("The picture waits ten minutes for a worker that can read it")
    await choose(page, written(tmp_path, "pans.csv", "title\nPan\n"))
    await expect(page.get_by_text("2 files, 20 bytes:")).to_contain_text("This server does not read text in pictures")
    await assert_accessible(page)


async def test_cells_of_a_spreadsheet_are_pasted_as_text_and_not_as_their_picture(page: Page) -> None:
    await expect(page.get_by_label("URLs", exact=True)).to_be_visible()
    for name, text in (("cells.png", "Pan\tBrand"), ("card.png", "")):
        await page.evaluate(
            """([name, text]) => {
                const pasted = new DataTransfer();
                if (text) pasted.setData("text/plain", text);
                pasted.items.add(new File(["x"], name, { type: "image/png" }));
                window.dispatchEvent(new ClipboardEvent("paste", { clipboardData: pasted, bubbles: true }));
            }""",
            [name, text],
        )
    chosen = page.get_by_role("list", name="Chosen files")
    await expect(chosen.get_by_text("card.png")).to_be_visible()
    await expect(chosen.get_by_text("cells.png")).to_have_count(0)


async def test_the_keyboard_shortcut_sends_the_latest_input(page: Page, served: Served) -> None:
    [cake, *_] = await sample_pages(served)
    await page.get_by_label("URLs", exact=True).evaluate(
        """async (box, text) => {
            const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value");
            set.call(box, text);
            box.dispatchEvent(new InputEvent("input", { bubbles: true }));
            for (let turn = 0; turn < 10; turn++) await null;  // what was typed is there, and what it means not yet
            box.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true }));
        }""",
        cake["url"],
    )
    await expect(page.get_by_role("link", name=cake["title"])).to_be_visible(timeout=READING_MS)


async def test_urls_that_are_too_long_and_comments_are_reported(page: Page) -> None:
    too_long = f"https://shop.example/{'a' * 3000}"
    await type_in(page, too_long)
    await expect(page.get_by_text("The URL is too long. The limit is 2,048 characters.")).to_be_visible()
    await type_in(page, f"# for Sunday\nhttps://shop.example/one {too_long}")
    await expect(page.get_by_text("This page will be read as")).to_contain_text("Lines that start with # are ignored.")
    await expect(page.get_by_role("listitem").filter(has_text="the URL is too long")).to_be_visible()


async def test_a_connection_lost_after_the_job_was_created_creates_no_second_job(page: Page, served: Served) -> None:
    expect_errors(page, FAILED_TO_LOAD)
    [cake, *_] = await sample_pages(served)
    keys: list[str | None] = []

    async def lose_the_first_answer(route: Route) -> None:
        if route.request.method == "POST":
            keys.append(await route.request.header_value("idempotency-key"))
        if len(keys) == 1:
            await route.fetch()
            await route.abort("connectionreset")
        else:
            await route.continue_()

    await page.route("**/api/jobs", lose_the_first_answer)
    await type_in(page, cake["url"])
    await send(page)
    await expect(page.get_by_text("Connection lost. Retrying; nothing is sent twice.")).to_be_visible()
    await expect(page.get_by_role("link", name=cake["title"])).to_be_visible(timeout=READING_MS)
    assert len(keys) == 2
    assert keys[0] == keys[1]
    assert len(await jobs_of(page, served)) == 1


async def test_an_upload_can_be_canceled_and_its_files_are_kept(page: Page, served: Served, tmp_path: Path) -> None:
    await page.route("**/api/jobs", lambda route: route.continue_() if route.request.method != "POST" else None)
    await choose(page, written(tmp_path, "pans.csv", "title\nPan\n"))
    await send(page)
    await page.get_by_role("button", name="Cancel").click()
    await expect(page.get_by_role("button", name="Send", exact=True)).to_be_enabled()
    await expect(page.get_by_role("list", name="Chosen files").get_by_text("pans.csv")).to_be_visible()
    assert await jobs_of(page, served) == []


async def test_the_draft_and_jobs_of_one_user_are_not_shown_to_the_next_in_the_same_tab(
    page: Page, served: Served
) -> None:
    [cake, *_] = await sample_pages(served)
    await type_in(page, cake["url"])
    await send(page)
    await expect(page.get_by_role("link", name=cake["title"])).to_be_visible(timeout=READING_MS)
    await type_in(page, TYPED)
    async with served.client() as client:
        told = (await client.post("/auth/local", json={"email": new_email()})).json()
    session = {"token": told["access_token"], "expiresAt": 4e12, "user": told["user"]}
    await page.evaluate("([name, value]) => localStorage.setItem(name, value)", [SESSION_KEY, json.dumps(session)])
    await page.reload()
    await expect(page.get_by_role("heading", name="Three things to try")).to_be_visible()
    await expect(page.get_by_role("link", name=cake["title"])).to_have_count(0)
    await expect(page.get_by_label("URLs", exact=True)).to_have_value("")


async def test_it_fits_a_phone(visit: Visit) -> None:
    page = await visit(new_email(), "/", viewport=PHONE)
    await page.get_by_role("button", name="Try a recipe").click()
    await expect(page.get_by_text("1 of 1 item done")).to_be_visible(timeout=READING_MS)
    await assert_fits_a_phone(page)
