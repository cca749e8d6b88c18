"""The record screen: the record for reading, the sources of its fields, and its history."""

import json
from typing import Any

import pytest
from playwright.async_api import Page, Route, expect
from tests.browser.accessibility import assert_accessible, assert_fits_a_phone
from tests.browser.changing_site import ChangingSite
from tests.browser.conftest import Visit
from tests.browser.console import FAILED_TO_LOAD, expect_errors
from tests.browser.served import Served
from tests.browser.users import PHONE, SESSION_KEY, new_email, token_of
from tests.tiers import slow

READING_MS = 60_000  # a page is fetched and read
LONG_WORD = "Endless" * 400


async def read(page: Page, address: str, title: str) -> None:
    """From the start to the record."""
    await page.goto("/")
    await page.get_by_label("URLs", exact=True).fill(address)
    await page.get_by_role("button", name="Send", exact=True).click()
    await page.get_by_role("list", name="Items").get_by_role("link", name=title).click(timeout=READING_MS)
    await expect(page.get_by_role("heading", level=1, name=title)).to_be_visible()


async def sample(served: Served, kind: str) -> tuple[str, str]:
    async with served.client() as client:
        pages = (await client.get("/api/sample")).raise_for_status().json()["pages"]
    found = next(one for one in pages if one["kind"] == kind)
    return found["url"], found["title"]


async def test_a_recipe_is_read_explained_and_copied(page: Page, served: Served) -> None:
    await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    address, title = await sample(served, "recipe")
    await read(page, address, title)
    main = page.get_by_role("main")
    await expect(main.get_by_role("heading", name="Ingredients")).to_be_visible()
    first = main.get_by_role("checkbox").nth(0)
    await first.check()
    await expect(main.get_by_role("heading", name="Method")).to_be_visible()
    await expect(main.get_by_role("note")).to_have_count(0)
    await assert_accessible(page)

    await page.get_by_role("switch", name="Explain").focus()
    await page.keyboard.press("Space")
    note = main.get_by_role("note", name="Source of “Ingredients”")
    await expect(note).to_contain_text("Structured data of the page (JSON-LD)")
    await expect(note).to_contain_text("Confidence 95 %, very high")
    await assert_accessible(page)
    await page.reload()
    await expect(note).to_be_visible()

    await page.get_by_role("tab", name="JSON").click()
    await assert_accessible(page)
    await page.get_by_role("button", name="Copy").click()
    await expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert json.loads(await page.evaluate("navigator.clipboard.readText()"))["title"] == title


async def test_a_product_shows_its_price_and_a_posting_its_pay(page: Page, served: Served) -> None:
    await read(page, *await sample(served, "product"))
    await expect(page.get_by_text("€64.00")).to_be_visible()
    await expect(page.get_by_text("In stock")).to_be_visible()
    await assert_accessible(page)
    await read(page, *await sample(served, "posting"))
    await expect(page.get_by_text("€42,000 – €48,000 a year")).to_be_visible()
    await expect(page.get_by_role("listitem").filter(has_text="Teach shaping and scoring")).to_be_visible()
    await assert_accessible(page)


async def test_a_description_with_any_markup_runs_and_loads_nothing(page: Page, served: Served) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))

    async def with_a_trap(route: Route) -> None:
        answer = await route.fetch()
        told: dict[str, Any] = await answer.json()
        told["record"]["description_html"] = (
            "<p>Bake <b>bread</b></p><img src='/trap.png' onerror='window.ran = 1'><script>window.ran = 2</script>"
            "<a href='javascript:window.ran = 3'>here</a><iframe src='/trap.html'></iframe><p onclick='x()'>on</p>"
        )
        await route.fulfill(response=answer, json=told)

    await page.route("**/api/items/*/record", with_a_trap)
    # Chromium reports event handlers when the description is parsed, although nothing is built of them.
    expect_errors(page, "inline event handler")
    await read(page, *await sample(served, "posting"))
    shown = page.get_by_role("region", name="Description")
    await expect(shown.get_by_text("bread")).to_be_visible()
    assert await shown.locator("img, script, iframe, a, [onclick]").count() == 0
    assert await page.evaluate("window.ran") is None
    assert not [url for url in asked if "trap" in url]


async def test_the_history_shows_the_changes_between_versions_line_by_line(
    page: Page, served: Served, site: ChangingSite
) -> None:
    address = site.page("history")
    await read(page, address, "Barley soup")
    site.recipe |= {"recipeYield": "6 servings", "recipeIngredient": ["300 g barley", "1 onion", "1 l stock", "salt"]}
    item_id = page.url.rpartition("/")[2]
    async with served.client(await token_of(page)) as client:
        record = (await client.get(f"/api/items/{item_id}/record")).json()
        await client.post(f"/api/jobs/{record['jobId']}/reprocess", json={"itemIds": [item_id]})
    await page.reload()
    await page.get_by_role("tab", name="History").click()
    newest = page.get_by_role("region", name="Version 2")
    await expect(newest).to_be_visible(timeout=READING_MS)
    for line in ("4 servings", "200 g barley"):
        await expect(newest.get_by_role("deletion").filter(has_text=line)).to_be_visible()
    for line in ("6 servings", "300 g barley", "salt"):
        await expect(newest.get_by_role("insertion").filter(has_text=line)).to_be_visible()
    await expect(newest.get_by_text("1 l stock")).to_have_count(0)
    await expect(page.get_by_role("region", name="Version 1")).to_contain_text("The first version")
    await assert_accessible(page)


async def test_an_unfinished_record_says_why_it_waits_and_appears_when_it_is_ready(
    page: Page, served: Served, site: ChangingSite
) -> None:
    async with served.client(await token_of(page)) as client:
        files = {"file": ("slow.txt", f"{site.slow_page}\n")}
        job = (await client.post("/api/jobs", files=files)).raise_for_status().json()["jobId"]
        [item] = (await client.get(f"/api/jobs/{job}/items")).json()["items"]
    await page.goto(f"/records/{item['id']}")
    await expect(page.get_by_text("The record appears here as soon as it is ready")).to_be_visible()
    await assert_accessible(page)
    site.may_answer.set()
    await expect(page.get_by_role("heading", level=1, name="Barley soup")).to_be_visible(timeout=READING_MS)


async def test_a_row_without_a_match_shows_similar_products(page: Page, served: Served) -> None:
    await read(page, *await sample(served, "product"))
    async with served.client(await token_of(page)) as client:
        files = {"file": ("rows.csv", "title,brand,price\nCast iron pan 40 cm,Nobody,9.00\n")}
        job = (await client.post("/api/jobs", files=files, data={"kind": "product"})).json()["jobId"]
        [item] = (await client.get(f"/api/jobs/{job}/items")).json()["items"]
    await page.goto(f"/records/{item['id']}")
    candidates = page.get_by_role("table", name="Candidates")
    await expect(candidates.get_by_role("row").filter(has_text="Cast iron pan, 26 cm")).to_be_visible(timeout=40_000)
    await expect(page.get_by_role("alert", name="No record")).to_be_visible(timeout=40_000)
    await expect(page.get_by_role("heading", level=1, name="Cast iron pan 40 cm", exact=True)).to_be_visible()
    await assert_accessible(page)


async def test_an_item_without_record_and_title_is_headed_by_its_url_or_its_row(page: Page, served: Served) -> None:
    missing = (await sample(served, "product"))[0].rsplit("/", 1)[0] + "/paper-lantern"
    async with served.client(await token_of(page)) as client:
        files = {"file": ("rows.csv", f"url,brand\n{missing},Hearth\n,Hearth\n")}
        job = (await client.post("/api/jobs", files=files, data={"kind": "product"})).json()["jobId"]
        items = (await client.get(f"/api/jobs/{job}/items")).json()["items"]
    for item, heading in zip(items, (missing, "Row 2"), strict=True):
        await page.goto(f"/records/{item['id']}")
        await expect(page.get_by_role("heading", level=1, name=heading, exact=True)).to_be_visible()


async def test_the_record_of_another_user_is_not_shown(page: Page, another_page: Page, served: Served) -> None:
    expect_errors(another_page, FAILED_TO_LOAD)
    await read(page, *await sample(served, "recipe"))
    await another_page.goto(page.url)
    await expect(another_page.get_by_role("alert", name="Could not load the record")).to_be_visible()
    await assert_accessible(another_page)


async def test_it_fits_a_phone(visit: Visit, served: Served) -> None:
    page = await visit(new_email(), viewport=PHONE)
    for kind in ("recipe", "product", "posting"):
        await read(page, *await sample(served, kind))
        await page.get_by_role("switch", name="Explain").check()
        await expect(page.get_by_role("note").first).to_be_visible()
        await assert_fits_a_phone(page)


def stretched(value: Any) -> Any:
    """Every word of it too long for a line; what is no word (an address, a number, a date) stays."""
    if isinstance(value, dict):
        return {name: part if name == "kind" else stretched(part) for name, part in value.items()}
    if isinstance(value, list):
        return [stretched(part) for part in value]
    is_word = isinstance(value, str) and not value.startswith("http") and not value[:1].isdigit()
    return LONG_WORD if is_word else value


@pytest.mark.parametrize("kind", ["posting", *slow("recipe", "product")])
async def test_very_long_words_are_broken_on_a_phone(visit: Visit, served: Served, kind: str) -> None:
    page = await visit(new_email(), viewport=PHONE)

    async def with_long_words(route: Route) -> None:
        answer = await route.fetch()
        told: dict[str, Any] = await answer.json()
        told |= {part: stretched(told[part]) for part in ("record", "fields", "warnings", "result") if told.get(part)}
        await route.fulfill(response=answer, json=told)

    await read(page, *await sample(served, kind))
    await page.route("**/api/items/*/record", with_long_words)
    await page.route("**/api/jobs/*/items/*", with_long_words)
    await page.reload()
    await expect(page.get_by_role("heading", level=1, name=LONG_WORD)).to_be_visible()
    assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    await page.get_by_role("switch", name="Explain").check()
    await expect(page.get_by_role("note").first).to_be_visible()
    assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    await page.get_by_role("link", name="Open job").click()
    drawer = page.get_by_role("dialog", name="Row 1")
    await expect(drawer.get_by_text(LONG_WORD).first).to_be_visible()
    assert await drawer.evaluate("drawer => drawer.scrollWidth - drawer.clientWidth") <= 0


async def test_an_address_with_an_invalid_id_is_reported_and_not_retried(page: Page) -> None:
    expect_errors(page, FAILED_TO_LOAD)
    await page.goto("/records/nonsense")
    alert = page.get_by_role("alert", name="Could not load the record")
    await expect(alert.get_by_text("There is nothing at this address.")).to_be_visible()
    await expect(alert.get_by_role("listitem")).to_have_count(0)
    await expect(alert.get_by_role("button", name="Retry")).to_have_count(0)


async def test_a_guest_can_sign_in_and_then_sees_the_record(page: Page, served: Served) -> None:
    expect_errors(page, FAILED_TO_LOAD)
    address, title = await sample(served, "recipe")
    await read(page, address, title)
    await page.evaluate(
        f"const kept = JSON.parse(localStorage.getItem('{SESSION_KEY}')); kept.token = 'worn';"
        f"localStorage.setItem('{SESSION_KEY}', JSON.stringify(kept))"
    )
    await page.reload()
    dialog = page.get_by_role("dialog", name="Sign in to continue")
    await dialog.get_by_role("button", name="Close").click()
    alert = page.get_by_role("alert", name="Could not load the record")
    await expect(alert.get_by_text("You are not signed in.")).to_be_visible()
    await alert.get_by_role("button", name="Sign in").click()
    await dialog.get_by_role("button", name="Sign in").click()
    await expect(page.get_by_role("heading", level=1, name=title)).to_be_visible()


async def test_the_back_button_returns_to_the_previous_tab(page: Page, served: Served) -> None:
    await read(page, *await sample(served, "recipe"))
    await page.get_by_role("tab", name="History").click()
    await page.get_by_role("tab", name="JSON").click()
    await page.go_back()
    await expect(page.get_by_role("tab", name="History", selected=True)).to_be_visible()
    await page.go_back()
    await expect(page.get_by_role("tab", name="Record", selected=True)).to_be_visible()


async def test_text_from_right_to_left_is_shown_in_that_direction(page: Page, served: Served) -> None:
    async def in_hebrew(route: Route) -> None:
        answer = await route.fetch()
        told: dict[str, Any] = await answer.json()
        told["record"] |= {"title": "מרק עדשים", "instructions": ["לבשל."], "instruction_groups": None}
        await route.fulfill(response=answer, json=told)

    await read(page, *await sample(served, "recipe"))
    await page.route("**/api/items/*/record", in_hebrew)
    await page.reload()
    for shown in (page.get_by_role("heading", level=1, name="מרק עדשים"), page.get_by_text("לבשל.")):
        assert await shown.evaluate("shown => getComputedStyle(shown.closest('[dir]') ?? shown).direction") == "rtl"
