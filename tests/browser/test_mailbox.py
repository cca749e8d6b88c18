"""The mailbox and the cookbook: send, review, correct and save recipes; edits of one recipe in two tabs."""

import asyncio
import io
import re

import pytest
from playwright.async_api import FilePayload, Page, Route, expect
from tests.browser.accessibility import assert_accessible, assert_fits_a_phone
from tests.browser.changing_site import ChangingSite
from tests.browser.conftest import Visit
from tests.browser.console import FAILED_TO_LOAD, expect_errors
from tests.browser.users import PHONE, SESSION_KEY, new_email, sign_in_on_screen
from tests.contract.mailbox.drawn_cards import one_column

READING_MS = 60_000  # a page is fetched and read
PHOTO_MS = 90_000  # what reads photos is loaded first, on a machine that may be busy


async def send(page: Page, url: str) -> None:
    await page.goto("/mailbox")
    await page.get_by_label("Link to a recipe").fill(url)
    await page.get_by_role("button", name="Send", exact=True).click()


async def review(page: Page, title: str) -> None:
    await page.get_by_role("main").get_by_role("link", name=title, exact=True).click(timeout=READING_MS)
    await expect(page.get_by_role("region", name="Recipe", exact=True)).to_be_visible()


async def save(page: Page, url: str) -> str:
    """Save the recipe at `url`, and return its URL in the cookbook."""
    await send(page, url)
    await review(page, "Barley soup")
    await page.get_by_role("button", name="Save to cookbook").click()
    await page.wait_for_url(re.compile(r"/cookbook/.+"))
    return page.url


async def edit(page: Page) -> None:
    await page.get_by_role("button", name="Edit", exact=True).click()


async def confirm(page: Page, act: str) -> None:
    await page.get_by_role("dialog").get_by_role("button", name=act).click()


# From link to cookbook ----------------------------------------------------------------------------------------


async def test_a_link_is_sent_read_corrected_and_saved_to_the_cookbook(page: Page) -> None:
    await page.goto("/mailbox")
    await expect(page.get_by_role("heading", name="Nothing to review")).to_be_visible()
    await assert_accessible(page)
    await page.get_by_role("button", name="Lemon drizzle cake").click()
    await review(page, "Lemon drizzle cake")
    await expect(page.get_by_role("region", name="From the page")).to_contain_text("225 g caster sugar")
    await assert_accessible(page)

    await page.get_by_role("textbox", name="Title").fill("Our lemon cake")
    await page.get_by_label("Ingredient 2", exact=True).fill("150 g honey")
    await page.get_by_label("Ingredient 2", exact=True).press("Enter")
    await expect(page.get_by_label("Ingredient 3", exact=True)).to_be_focused()
    await page.keyboard.type("1 pinch of salt")
    await page.keyboard.press("Alt+ArrowUp")
    await expect(page.get_by_label("Ingredient 2", exact=True)).to_have_value("1 pinch of salt")
    await expect(page.get_by_label("Ingredient 2", exact=True)).to_be_focused()
    await page.get_by_role("button", name="Remove: Step 4").click()
    await expect(page.get_by_text("225 g caster sugar (changed or removed)")).to_be_visible()

    await page.reload()
    await expect(page.get_by_text("Draft restored")).to_be_visible()
    await expect(page.get_by_role("textbox", name="Title")).to_have_value("Our lemon cake")
    await page.get_by_role("button", name="Save to cookbook").click()

    await expect(page.get_by_role("heading", name="Our lemon cake", level=1)).to_be_visible()
    lines = await page.get_by_role("main").get_by_role("checkbox").all()
    labels = [await page.locator(f'label[for="{await line.get_attribute("id")}"]').inner_text() for line in lines]
    assert labels[:4] == ["225 g soft butter", "1 pinch of salt", "150 g honey", "4 eggs"]
    await expect(page.get_by_text("Stir the juice into the granulated sugar")).to_have_count(0)
    await assert_accessible(page)

    await page.goto("/cookbook")
    await page.get_by_label("Search your recipes").fill("hon")
    await expect(page).to_have_url(re.compile(r"q=hon"))
    await expect(page.get_by_role("link", name="Our lemon cake")).to_be_visible()
    await assert_accessible(page)
    await page.get_by_label("Search your recipes").fill("rhubarb")
    await expect(page.get_by_text("No recipes match your search")).to_be_visible()

    await page.goto("/mailbox?show=saved")
    await page.get_by_role("link", name="Lemon drizzle cake").click()
    await page.get_by_role("link", name="Open in cookbook").click()
    await expect(page.get_by_role("heading", name="Our lemon cake", level=1)).to_be_visible()


async def test_a_saved_recipe_is_edited_and_deleted(page: Page, site: ChangingSite) -> None:
    await save(page, site.page())
    await edit(page)
    await page.get_by_label("Notes").fill("Half the stock will do.")
    await page.get_by_role("combobox", name="Tags").fill("winter")
    await page.keyboard.press("Enter")
    await page.get_by_role("button", name="Add heading to the ingredients").click()
    await page.keyboard.type("For the top")
    await page.keyboard.press("Enter")
    await page.keyboard.type("parsley")
    await assert_accessible(page)
    await page.get_by_role("button", name="Save changes").click()
    await expect(page.get_by_role("region", name="Your notes")).to_contain_text("Half the stock will do.")
    await expect(page.get_by_role("heading", name="For the top")).to_be_visible()

    await page.get_by_role("button", name="Delete", exact=True).click()
    await confirm(page, "Delete recipe")
    await expect(page).to_have_url(re.compile(r"/cookbook$"))
    await expect(page.get_by_text("Your cookbook is empty")).to_be_visible()


# Discarded, canceled and failed parses ------------------------------------------------------------------------


async def test_a_discarded_recipe_leaves_the_mailbox_and_is_restored_by_sending_it_again(
    page: Page, site: ChangingSite
) -> None:
    await send(page, site.page())
    await page.get_by_role("button", name="Discard: Barley soup").click(timeout=READING_MS)
    await confirm(page, "Discard")
    await expect(page.get_by_role("heading", name="Nothing to review")).to_be_visible()
    await page.get_by_role("tab", name="Discarded").click()
    await expect(page).to_have_url(re.compile(r"show=dropped"))
    await page.get_by_role("button", name="Send again: Barley soup").click()
    await page.get_by_role("tab", name="To review").click()
    await expect(page.get_by_role("button", name="Discard: Barley soup")).to_be_visible()


async def test_a_parse_in_progress_is_canceled(page: Page, site: ChangingSite) -> None:
    await send(page, site.slow_page)
    in_progress = page.get_by_role("region", name="In progress")
    await expect(in_progress).to_contain_text(site.slow_page)
    await assert_accessible(page)
    await in_progress.get_by_role("button", name="Cancel").click()
    await confirm(page, "Cancel request")
    await expect(in_progress).to_have_count(0)
    await page.get_by_role("tab", name="Canceled").click()
    await expect(page.get_by_role("link", name=site.slow_page)).to_be_visible()


async def test_a_link_that_is_sent_before_the_first_list_arrives_is_shown_at_once(
    page: Page, site: ChangingSite
) -> None:
    is_sent = asyncio.Event()
    asked: set[str] = set()

    async def answer_first_as_before(route: Route) -> None:
        """The first list of each status was read before the link was sent and arrives afterwards."""
        if route.request.url in asked:
            await route.continue_()
            return
        asked.add(route.request.url)
        await is_sent.wait()
        await route.fulfill(json={"jobs": [], "next": None})

    await page.add_init_script("window.setInterval = () => 0")  # no poll makes up for a list that is out of date
    await page.route(re.compile(r"/parse-url/jobs\?status=(PENDING|RUNNING)"), answer_first_as_before)
    async with page.expect_request(re.compile(r"/parse-url/jobs\?status=PENDING")):
        await page.goto("/mailbox")
    await page.get_by_label("Link to a recipe").fill(site.slow_page)
    async with page.expect_response("**/recipes/parse-url/async"):
        await page.get_by_role("button", name="Send", exact=True).click()
    is_sent.set()
    await expect(page.get_by_role("region", name="In progress")).to_contain_text(site.slow_page)


async def test_a_failed_parse_shows_why_and_a_refused_link_stays_in_the_field(page: Page, site: ChangingSite) -> None:
    site.recipe = {"@context": "https://schema.org", "@type": "Thing", "name": "No recipe at all"}
    expect_errors(page, FAILED_TO_LOAD)
    await send(page, "ftp://example.com/soup")
    await expect(page.get_by_role("alert")).to_contain_text("Could not send the link")
    await expect(page.get_by_label("Link to a recipe")).to_have_value("ftp://example.com/soup")
    await send(page, "https://")
    alert = page.get_by_role("alert")
    await expect(alert).to_contain_text("The URL has no host.")
    assert (await alert.inner_text()).count("The URL has no host.") == 1
    await send(page, site.page("nothing"))
    await page.get_by_role("tab", name="Failed").click()
    row = page.get_by_role("list", name="Failed").get_by_role("listitem").first
    await expect(row).to_contain_text("If the site has the recipe", timeout=READING_MS)
    await expect(row.get_by_role("button", name="Retry")).to_be_visible()


async def test_pasted_spreadsheet_cells_are_not_sent_as_a_picture(page: Page) -> None:
    await page.goto("/mailbox")
    is_left_to_the_box = await page.get_by_label("Link to a recipe").evaluate(
        """box => {
            const pasted = new DataTransfer();
            pasted.setData("text/plain", "https://example.com/lentil-soup");
            pasted.items.add(new File(["x"], "cells.png", { type: "image/png" }));
            return box.dispatchEvent(
                new ClipboardEvent("paste", { clipboardData: pasted, bubbles: true, cancelable: true }));
        }"""
    )
    assert is_left_to_the_box


# Other users and tabs -----------------------------------------------------------------------------------------


async def test_a_user_cannot_see_recipes_of_another(page: Page, another_page: Page, site: ChangingSite) -> None:
    await send(page, site.page())
    await review(page, "Barley soup")
    parse = page.url
    await page.get_by_role("button", name="Save to cookbook").click()
    await page.wait_for_url(re.compile(r"/cookbook/.+"))

    expect_errors(another_page, FAILED_TO_LOAD)
    await another_page.goto(parse)
    await expect(another_page.get_by_role("alert")).to_contain_text("There is no such job.")
    await another_page.goto(page.url)
    await expect(another_page.get_by_role("alert")).to_contain_text("There is no such recipe.")
    await assert_accessible(another_page)
    await another_page.goto("/mailbox")
    await expect(another_page.get_by_role("heading", name="Nothing to review")).to_be_visible()


async def test_a_typed_link_is_kept_for_its_user_and_not_shown_to_the_next(page: Page) -> None:
    await page.goto("/mailbox")
    await page.get_by_label("Link to a recipe").fill("https://example.com/secret")
    await page.reload()
    await expect(page.get_by_label("Link to a recipe")).to_have_value("https://example.com/secret")
    await page.get_by_label("Signed in as").click()
    await page.get_by_role("menuitem", name="Sign out").click()
    await expect(page.get_by_role("banner").get_by_role("link", name="Sign in")).to_be_visible()
    expect_errors(page, FAILED_TO_LOAD)
    await sign_in_on_screen(page, new_email())
    await page.goto("/mailbox")
    await expect(page.get_by_label("Link to a recipe")).to_have_value("")


async def test_two_tabs_that_save_one_parse_lose_nothing(page: Page, site: ChangingSite) -> None:
    await send(page, site.page())
    await review(page, "Barley soup")
    second = await page.context.new_page()
    expect_errors(second, FAILED_TO_LOAD)
    await second.route("**/jobs/stream*", lambda route: route.abort())  # so that it notices only when it saves
    await second.goto(page.url)
    await second.get_by_role("textbox", name="Title").fill("Soup of the second tab")
    await page.get_by_role("button", name="Save to cookbook").click()
    await page.wait_for_url(re.compile(r"/cookbook/.+"))

    await second.get_by_role("button", name="Save to cookbook").click()
    conflict = second.get_by_role("alert").filter(has_text="Already saved")
    await expect(conflict.get_by_role("link", name="Open saved recipe")).to_have_attribute(
        "href", page.url.removeprefix(page.url.split("/cookbook")[0])
    )
    await expect(second.get_by_role("textbox", name="Title")).to_have_value("Soup of the second tab")
    await assert_accessible(second)
    await conflict.get_by_role("button", name="Save as new recipe").click()
    await expect(second.get_by_role("heading", name="Soup of the second tab", level=1)).to_be_visible()


async def test_a_new_recipe_is_saved_once_when_the_response_is_lost(page: Page, site: ChangingSite) -> None:
    await send(page, site.page())
    await review(page, "Barley soup")
    second = await page.context.new_page()
    await second.goto(page.url)
    await second.get_by_role("textbox", name="Title").fill("Soup of the second tab")
    await page.get_by_role("button", name="Save to cookbook").click()
    await page.wait_for_url(re.compile(r"/cookbook/.+"))
    answers: list[int] = []

    async def lose_first_answer(route: Route) -> None:
        answer = await route.fetch()
        answers.append(answer.status)
        if len(answers) == 1:
            await route.abort("connectionreset")
        else:
            await route.fulfill(response=answer)

    expect_errors(second, FAILED_TO_LOAD)
    await second.route("**/recipes", lose_first_answer)
    await second.get_by_role("button", name="Save as new recipe").click()
    await expect(second.get_by_role("heading", name="Soup of the second tab", level=1)).to_be_visible()
    assert answers == [201, 201]
    await page.goto("/cookbook")
    await expect(page.get_by_role("main").get_by_role("link", name=re.compile("soup", re.IGNORECASE))).to_have_count(2)


async def test_two_tabs_that_edit_one_recipe_choose_field_by_field(page: Page, site: ChangingSite) -> None:
    address = await save(page, site.page())
    second = await page.context.new_page()
    expect_errors(second, FAILED_TO_LOAD)
    await second.goto(address)
    await edit(second)
    await second.get_by_label("Servings").fill("6 bowls")
    await second.get_by_label("Notes").fill("Mine.")
    await edit(page)
    await page.get_by_label("Servings").fill("8 bowls")
    await page.get_by_label("Author").fill("The first tab")
    await page.get_by_role("button", name="Save changes").click()
    await expect(page.get_by_text("8 bowls")).to_be_visible()

    await second.get_by_role("button", name="Save changes").click()
    conflict = second.get_by_role("region", name="This recipe was changed")
    await expect(conflict).to_contain_text("Included from the saved version: Author.")
    await expect(conflict.get_by_role("button", name="Save", exact=True)).to_be_disabled()
    await assert_accessible(second)
    await conflict.get_by_role("radio", name="Keep mine").check()
    await conflict.get_by_role("button", name="Save", exact=True).click()
    for words in ("6 bowls", "Mine.", "The first tab"):
        await expect(second.get_by_role("main").get_by_text(words)).to_be_visible()


async def test_changes_of_the_page_are_shown_beside_the_users_edits(page: Page, site: ChangingSite) -> None:
    await save(page, site.page())
    await edit(page)
    await page.get_by_label("Servings").fill("Enough for us")
    await page.get_by_role("button", name="Save changes").click()
    site.recipe = site.recipe | {
        "recipeYield": "6 servings",
        "recipeIngredient": ["250 g barley", "1 onion", "1 l stock"],
        "totalTime": "PT50M",
    }
    await page.get_by_role("button", name="Re-fetch page").click()
    changes = page.get_by_role("region", name="Page changes")
    await expect(changes).to_contain_text("The page changed 3 fields", timeout=READING_MS)
    edited = changes.get_by_role("radiogroup", name=re.compile("Servings"))
    await expect(edited).to_have_accessible_description("You edited this field, and the page changed it too.")
    lines = changes.get_by_role("radiogroup", name=re.compile("Ingredients"))
    await expect(lines).to_have_accessible_description(re.compile("You have not edited this field"))
    await expect(lines).to_contain_text("Added: 250 g barley")
    await assert_accessible(page)
    await edited.get_by_role("radio", name="Keep mine").check()
    await changes.get_by_role("button", name="Apply 3 choices").click()
    await expect(changes).to_have_count(0)
    await expect(page.get_by_text("Enough for us")).to_be_visible()
    await expect(page.get_by_text("250 g barley")).to_be_visible()
    await expect(page.get_by_text("50 min", exact=True)).to_be_visible()


# Expired sign-ins, lost connections and drafts ----------------------------------------------------------------


async def test_a_sign_in_that_expires_during_an_edit_loses_nothing(page: Page, site: ChangingSite) -> None:
    await send(page, site.page())
    await review(page, "Barley soup")
    await page.get_by_role("textbox", name="Title").fill("Soup that outlives a sign-in")
    expect_errors(page, FAILED_TO_LOAD)
    elsewhere = await page.context.new_page()  # invalidates the token there, so that this tab gets the storage event
    await elsewhere.goto("/docs")
    await elsewhere.evaluate(
        f"""const kept = JSON.parse(localStorage.getItem('{SESSION_KEY}'));
            localStorage.setItem('{SESSION_KEY}', JSON.stringify({{...kept, token: kept.token + 'x'}}))"""
    )
    await elsewhere.close()
    await page.get_by_role("button", name="Save to cookbook").click()
    dialog = page.get_by_role("dialog", name="Sign in to continue")
    await expect(dialog).to_contain_text("Nothing you typed is lost")
    await dialog.get_by_role("button", name="Sign in").click()
    await expect(page.get_by_role("heading", name="Soup that outlives a sign-in", level=1)).to_be_visible()


async def test_saving_is_retried_after_a_lost_connection(page: Page, site: ChangingSite) -> None:
    await send(page, site.page())
    await review(page, "Barley soup")
    await page.get_by_role("textbox", name="Title").fill("Soup that waited")
    expect_errors(page, FAILED_TO_LOAD)
    await page.route("**/recipes", lambda route: route.abort())
    await page.get_by_role("button", name="Save to cookbook").click()
    await expect(page.get_by_role("alert")).to_contain_text("Not saved yet")
    await page.unroute("**/recipes")
    await expect(page.get_by_role("heading", name="Soup that waited", level=1)).to_be_visible()


async def test_a_draft_of_a_saved_recipe_survives_a_reload_until_it_is_discarded(
    page: Page, site: ChangingSite
) -> None:
    await save(page, site.page())
    await edit(page)
    await page.get_by_label("Notes").fill("Not sure yet.")
    await page.reload()
    await expect(page.get_by_label("Notes")).to_have_value("Not sure yet.")
    await page.get_by_role("button", name="Discard draft").click()
    await confirm(page, "Discard")
    await expect(page.get_by_role("button", name="Edit", exact=True)).to_be_visible()
    await page.reload()
    await expect(page.get_by_role("button", name="Edit", exact=True)).to_be_visible()


async def test_mailbox_and_cookbook_fit_a_phone(visit: Visit, site: ChangingSite) -> None:
    page = await visit(new_email(), viewport=PHONE)
    await send(page, site.page())
    row = page.get_by_role("button", name="Discard: Barley soup")
    await expect(row).to_be_visible(timeout=READING_MS)
    await assert_fits_a_phone(page)
    await review(page, "Barley soup")
    await assert_fits_a_phone(page)
    await page.get_by_role("button", name="Save to cookbook").click()
    await expect(page.get_by_role("button", name="Edit", exact=True)).to_be_visible()
    await assert_fits_a_phone(page)
    await page.goto("/cookbook")
    await expect(page.get_by_role("link", name="Barley soup")).to_be_visible()
    await assert_fits_a_phone(page)


@pytest.mark.slow  # OCR
async def test_a_photo_of_a_card_is_read_and_other_files_are_refused(page: Page) -> None:
    await page.goto("/mailbox")
    chooser = page.get_by_role("region", name="Send a recipe").locator('input[type="file"]').last
    await chooser.set_input_files(files=FilePayload(name="notes.docx", mimeType="application/msword", buffer=b"x"))
    await expect(page.get_by_role("alert")).to_contain_text("is not a JPEG, PNG or WebP")
    card = io.BytesIO()
    one_column().save(card, "PNG")
    await chooser.set_input_files(files=FilePayload(name="card.png", mimeType="image/png", buffer=card.getvalue()))
    found = page.get_by_role("list", name="To review").get_by_role("listitem")
    await expect(found).to_contain_text("Read off a picture; please verify.", timeout=PHOTO_MS)
    await assert_accessible(page)
    await found.get_by_role("link").first.click()
    await expect(page.get_by_role("note")).to_contain_text("please verify")
    await expect(page.get_by_label("Ingredient 3", exact=True)).to_have_value("4 eggs")
