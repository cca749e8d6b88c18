"""The mailbox and the cookbook as people use them: send, look, mend, save; and what happens when two are at it."""

import asyncio
import io
import re

import pytest
from playwright.async_api import FilePayload, Page, Route, expect
from tests.browser.accessibility import assert_accessible, assert_fits_a_phone
from tests.browser.changing_site import ChangingSite
from tests.browser.conftest import Visit
from tests.browser.console import FAILED_TO_LOAD, expect_complaints
from tests.browser.people import KEPT_AS, PHONE, sign_in_on_screen, somebody_new
from tests.contract.mailbox.drawn_cards import one_column

READING_MS = 60_000  # a page is fetched and read
PHOTO_MS = 90_000  # what reads photos is loaded first, on a machine that may be busy


async def send(page: Page, url: str) -> None:
    await page.goto("/mailbox")
    await page.get_by_label("Link to a recipe").fill(url)
    await page.get_by_role("button", name="Send", exact=True).click()


async def look_at(page: Page, title: str) -> None:
    await page.get_by_role("main").get_by_role("link", name=title, exact=True).click(timeout=READING_MS)
    await expect(page.get_by_role("region", name="The recipe")).to_be_visible()


async def saved(page: Page, url: str) -> str:
    """Where the recipe is in the cookbook."""
    await send(page, url)
    await look_at(page, "Barley soup")
    await page.get_by_role("button", name="Save to the cookbook").click()
    await page.wait_for_url(re.compile(r"/cookbook/.+"))
    return page.url


async def edit(page: Page) -> None:
    await page.get_by_role("button", name="Edit", exact=True).click()


async def confirm(page: Page, act: str) -> None:
    await page.get_by_role("dialog").get_by_role("button", name=act).click()


# The whole way ------------------------------------------------------------------------------------------------


async def test_a_link_is_sent_read_mended_and_saved_to_the_cookbook(page: Page) -> None:
    await page.goto("/mailbox")
    await expect(page.get_by_role("heading", name="Nothing is waiting for you")).to_be_visible()
    await assert_accessible(page)
    await page.get_by_role("button", name="Lemon drizzle cake").click()
    await look_at(page, "Lemon drizzle cake")
    await expect(page.get_by_role("region", name="What the page says")).to_contain_text("225 g caster sugar")
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
    await expect(page.get_by_text("Your draft is kept")).to_be_visible()
    await expect(page.get_by_role("textbox", name="Title")).to_have_value("Our lemon cake")
    await page.get_by_role("button", name="Save to the cookbook").click()

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
    await expect(page.get_by_text("No recipe of yours has these words")).to_be_visible()

    await page.goto("/mailbox?show=saved")
    await page.get_by_role("link", name="Lemon drizzle cake").click()
    await page.get_by_role("link", name="Open it in your cookbook").click()
    await expect(page.get_by_role("heading", name="Our lemon cake", level=1)).to_be_visible()


async def test_a_saved_recipe_is_edited_and_deleted(page: Page, site: ChangingSite) -> None:
    await saved(page, site.page())
    await edit(page)
    await page.get_by_label("Notes").fill("Half the stock will do.")
    await page.get_by_role("combobox", name="Tags").fill("winter")
    await page.keyboard.press("Enter")
    await page.get_by_role("button", name="Add heading to the ingredients").click()
    await page.keyboard.type("For the top")
    await page.keyboard.press("Enter")
    await page.keyboard.type("parsley")
    await assert_accessible(page)
    await page.get_by_role("button", name="Save the changes").click()
    await expect(page.get_by_role("region", name="Your notes")).to_contain_text("Half the stock will do.")
    await expect(page.get_by_role("heading", name="For the top")).to_be_visible()

    await page.get_by_role("button", name="Delete", exact=True).click()
    await confirm(page, "Delete the recipe")
    await expect(page).to_have_url(re.compile(r"/cookbook$"))
    await expect(page.get_by_text("Your cookbook is empty")).to_be_visible()


# Dropping, calling off, failing -------------------------------------------------------------------------------


async def test_what_is_dropped_leaves_the_mailbox_and_comes_back_when_it_is_sent_again(
    page: Page, site: ChangingSite
) -> None:
    await send(page, site.page())
    await page.get_by_role("button", name="Drop: Barley soup").click(timeout=READING_MS)
    await confirm(page, "Drop it")
    await expect(page.get_by_role("heading", name="Nothing is waiting for you")).to_be_visible()
    await page.get_by_role("tab", name="Dropped").click()
    await expect(page).to_have_url(re.compile(r"show=dropped"))
    await page.get_by_role("button", name="Send again: Barley soup").click()
    await page.get_by_role("tab", name="Finished").click()
    await expect(page.get_by_role("button", name="Drop: Barley soup")).to_be_visible()


async def test_what_is_under_way_is_called_off(page: Page, site: ChangingSite) -> None:
    await send(page, site.slow_page)
    under_way = page.get_by_role("region", name="Under way")
    await expect(under_way).to_contain_text(site.slow_page)
    await assert_accessible(page)
    await under_way.get_by_role("button", name="Cancel").click()
    await confirm(page, "Cancel it")
    await expect(under_way).to_have_count(0)
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
    await expect(page.get_by_role("region", name="Under way")).to_contain_text(site.slow_page)


async def test_what_failed_says_why_and_what_was_typed_wrong_is_kept(page: Page, site: ChangingSite) -> None:
    site.recipe = {"@context": "https://schema.org", "@type": "Thing", "name": "No recipe at all"}
    expect_complaints(page, FAILED_TO_LOAD)
    await send(page, "ftp://example.com/soup")
    await expect(page.get_by_role("alert")).to_contain_text("The link was not taken")
    await expect(page.get_by_label("Link to a recipe")).to_have_value("ftp://example.com/soup")
    await send(page, "https://")
    alert = page.get_by_role("alert")
    await expect(alert).to_contain_text("The URL has no host.")
    assert (await alert.inner_text()).count("The URL has no host.") == 1
    await send(page, site.page("nothing"))
    await page.get_by_role("tab", name="Failed").click()
    row = page.get_by_role("list", name="Failed").get_by_role("listitem").first
    await expect(row).to_contain_text("If there is a recipe on it", timeout=READING_MS)
    await expect(row.get_by_role("button", name="Send")).to_be_visible()


async def test_cells_of_a_spreadsheet_are_not_taken_for_a_picture(page: Page) -> None:
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


# Others -------------------------------------------------------------------------------------------------------


async def test_nobody_sees_what_is_anothers(page: Page, another_page: Page, site: ChangingSite) -> None:
    await send(page, site.page())
    await look_at(page, "Barley soup")
    parse = page.url
    await page.get_by_role("button", name="Save to the cookbook").click()
    await page.wait_for_url(re.compile(r"/cookbook/.+"))

    expect_complaints(another_page, FAILED_TO_LOAD)
    await another_page.goto(parse)
    await expect(another_page.get_by_role("alert")).to_contain_text("There is no such job.")
    await another_page.goto(page.url)
    await expect(another_page.get_by_role("alert")).to_contain_text("There is no such recipe.")
    await assert_accessible(another_page)
    await another_page.goto("/mailbox")
    await expect(another_page.get_by_role("heading", name="Nothing is waiting for you")).to_be_visible()


async def test_what_one_person_typed_is_kept_for_them_and_not_shown_to_the_next(page: Page) -> None:
    await page.goto("/mailbox")
    await page.get_by_label("Link to a recipe").fill("https://example.com/secret")
    await page.reload()
    await expect(page.get_by_label("Link to a recipe")).to_have_value("https://example.com/secret")
    await page.get_by_label("Signed in as").click()
    await page.get_by_role("menuitem", name="Sign out").click()
    await expect(page.get_by_role("banner").get_by_role("link", name="Sign in")).to_be_visible()
    expect_complaints(page, FAILED_TO_LOAD)
    await sign_in_on_screen(page, somebody_new())
    await page.goto("/mailbox")
    await expect(page.get_by_label("Link to a recipe")).to_have_value("")


async def test_two_tabs_that_save_one_parse_are_told_and_lose_nothing(page: Page, site: ChangingSite) -> None:
    await send(page, site.page())
    await look_at(page, "Barley soup")
    second = await page.context.new_page()
    expect_complaints(second, FAILED_TO_LOAD)
    await second.route("**/jobs/stream*", lambda route: route.abort())  # so that it hears of it only when it saves
    await second.goto(page.url)
    await second.get_by_role("textbox", name="Title").fill("Soup of the second tab")
    await page.get_by_role("button", name="Save to the cookbook").click()
    await page.wait_for_url(re.compile(r"/cookbook/.+"))

    await second.get_by_role("button", name="Save to the cookbook").click()
    conflict = second.get_by_role("alert").filter(has_text="It was saved already")
    await expect(conflict.get_by_role("link", name="Open the saved recipe")).to_have_attribute(
        "href", page.url.removeprefix(page.url.split("/cookbook")[0])
    )
    await expect(second.get_by_role("textbox", name="Title")).to_have_value("Soup of the second tab")
    await assert_accessible(second)
    await conflict.get_by_role("button", name="Save mine as another recipe").click()
    await expect(second.get_by_role("heading", name="Soup of the second tab", level=1)).to_be_visible()


async def test_a_recipe_whose_answer_is_lost_is_saved_as_another_once(page: Page, site: ChangingSite) -> None:
    await send(page, site.page())
    await look_at(page, "Barley soup")
    second = await page.context.new_page()
    await second.goto(page.url)
    await second.get_by_role("textbox", name="Title").fill("Soup of the second tab")
    await page.get_by_role("button", name="Save to the cookbook").click()
    await page.wait_for_url(re.compile(r"/cookbook/.+"))
    answers: list[int] = []

    async def lose_first_answer(route: Route) -> None:
        answer = await route.fetch()
        answers.append(answer.status)
        if len(answers) == 1:
            await route.abort("connectionreset")
        else:
            await route.fulfill(response=answer)

    expect_complaints(second, FAILED_TO_LOAD)
    await second.route("**/recipes", lose_first_answer)
    await second.get_by_role("button", name="Save mine as another recipe").click()
    await expect(second.get_by_role("heading", name="Soup of the second tab", level=1)).to_be_visible()
    assert answers == [201, 201]
    await page.goto("/cookbook")
    await expect(page.get_by_role("main").get_by_role("link", name=re.compile("soup", re.IGNORECASE))).to_have_count(2)


async def test_two_tabs_that_edit_one_recipe_choose_field_by_field(page: Page, site: ChangingSite) -> None:
    address = await saved(page, site.page())
    second = await page.context.new_page()
    expect_complaints(second, FAILED_TO_LOAD)
    await second.goto(address)
    await edit(second)
    await second.get_by_label("Makes").fill("6 bowls")
    await second.get_by_label("Notes").fill("Mine.")
    await edit(page)
    await page.get_by_label("Makes").fill("8 bowls")
    await page.get_by_label("Author").fill("The first tab")
    await page.get_by_role("button", name="Save the changes").click()
    await expect(page.get_by_text("8 bowls")).to_be_visible()

    await second.get_by_role("button", name="Save the changes").click()
    conflict = second.get_by_role("region", name="The recipe was changed meanwhile")
    await expect(conflict).to_contain_text("Taken over from there: Author.")
    await expect(conflict.get_by_role("button", name="Save it like this")).to_be_disabled()
    await assert_accessible(second)
    await conflict.get_by_role("radio", name="Keep mine").check()
    await conflict.get_by_role("button", name="Save it like this").click()
    for words in ("6 bowls", "Mine.", "The first tab"):
        await expect(second.get_by_role("main").get_by_text(words)).to_be_visible()


async def test_what_the_page_changed_is_shown_beside_what_somebody_edited(page: Page, site: ChangingSite) -> None:
    await saved(page, site.page())
    await edit(page)
    await page.get_by_label("Makes").fill("Enough for us")
    await page.get_by_role("button", name="Save the changes").click()
    site.recipe = site.recipe | {
        "recipeYield": "6 servings",
        "recipeIngredient": ["250 g barley", "1 onion", "1 l stock"],
        "totalTime": "PT50M",
    }
    await page.get_by_role("button", name="Read the page again").click()
    changes = page.get_by_role("region", name="What the page has changed")
    await expect(changes).to_contain_text("The page has changed 3 fields", timeout=READING_MS)
    edited = changes.get_by_role("radiogroup", name=re.compile("Makes"))
    await expect(edited).to_have_accessible_description("You edited this, and the page changed it too.")
    lines = changes.get_by_role("radiogroup", name=re.compile("Ingredients"))
    await expect(lines).to_have_accessible_description(re.compile("You have not edited this"))
    await expect(lines).to_contain_text("New there: 250 g barley")
    await assert_accessible(page)
    await edited.get_by_role("radio", name="Keep mine").check()
    await changes.get_by_role("button", name="Apply 3 choices").click()
    await expect(changes).to_have_count(0)
    await expect(page.get_by_text("Enough for us")).to_be_visible()
    await expect(page.get_by_text("250 g barley")).to_be_visible()
    await expect(page.get_by_text("50 min", exact=True)).to_be_visible()


# What goes wrong in between -----------------------------------------------------------------------------------


async def test_a_sign_in_that_runs_out_in_the_middle_of_an_edit_loses_nothing(page: Page, site: ChangingSite) -> None:
    await send(page, site.page())
    await look_at(page, "Barley soup")
    await page.get_by_role("textbox", name="Title").fill("Soup that outlives a sign-in")
    expect_complaints(page, FAILED_TO_LOAD)
    elsewhere = await page.context.new_page()  # where it is spoilt, so that this tab hears of it
    await elsewhere.goto("/docs")
    await elsewhere.evaluate(
        f"""const kept = JSON.parse(localStorage.getItem('{KEPT_AS}'));
            localStorage.setItem('{KEPT_AS}', JSON.stringify({{...kept, token: kept.token + 'x'}}))"""
    )
    await elsewhere.close()
    await page.get_by_role("button", name="Save to the cookbook").click()
    dialog = page.get_by_role("dialog", name="Sign in to continue")
    await expect(dialog).to_contain_text("Nothing you typed is lost")
    await dialog.get_by_role("button", name="Sign in").click()
    await expect(page.get_by_role("heading", name="Soup that outlives a sign-in", level=1)).to_be_visible()


async def test_a_connection_that_is_lost_while_saving_is_waited_for(page: Page, site: ChangingSite) -> None:
    await send(page, site.page())
    await look_at(page, "Barley soup")
    await page.get_by_role("textbox", name="Title").fill("Soup that waited")
    expect_complaints(page, FAILED_TO_LOAD)
    await page.route("**/recipes", lambda route: route.abort())
    await page.get_by_role("button", name="Save to the cookbook").click()
    await expect(page.get_by_role("alert")).to_contain_text("It is not saved yet")
    await page.unroute("**/recipes")
    await expect(page.get_by_role("heading", name="Soup that waited", level=1)).to_be_visible()


async def test_a_draft_of_a_saved_recipe_outlives_a_reload_and_is_forgotten_when_told_to(
    page: Page, site: ChangingSite
) -> None:
    await saved(page, site.page())
    await edit(page)
    await page.get_by_label("Notes").fill("Not sure yet.")
    await page.reload()
    await expect(page.get_by_label("Notes")).to_have_value("Not sure yet.")
    await page.get_by_role("button", name="Forget the draft").click()
    await confirm(page, "Forget it")
    await expect(page.get_by_role("button", name="Edit", exact=True)).to_be_visible()
    await page.reload()
    await expect(page.get_by_role("button", name="Edit", exact=True)).to_be_visible()


async def test_all_of_it_fits_a_phone(visit: Visit, site: ChangingSite) -> None:
    page = await visit(somebody_new(), viewport=PHONE)
    await send(page, site.page())
    row = page.get_by_role("button", name="Drop: Barley soup")
    await expect(row).to_be_visible(timeout=READING_MS)
    await assert_fits_a_phone(page)
    await look_at(page, "Barley soup")
    await assert_fits_a_phone(page)
    await page.get_by_role("button", name="Save to the cookbook").click()
    await expect(page.get_by_role("button", name="Edit", exact=True)).to_be_visible()
    await assert_fits_a_phone(page)
    await page.goto("/cookbook")
    await expect(page.get_by_role("link", name="Barley soup")).to_be_visible()
    await assert_fits_a_phone(page)


@pytest.mark.slow  # OCR
async def test_a_photo_of_a_card_is_read_and_what_is_none_is_refused_in_words(page: Page) -> None:
    await page.goto("/mailbox")
    chooser = page.get_by_role("region", name="Send a recipe").locator('input[type="file"]').last
    await chooser.set_input_files(files=FilePayload(name="notes.docx", mimeType="application/msword", buffer=b"x"))
    await expect(page.get_by_role("alert")).to_contain_text("is no JPEG, PNG or WebP")
    card = io.BytesIO()
    one_column().save(card, "PNG")
    await chooser.set_input_files(files=FilePayload(name="card.png", mimeType="image/png", buffer=card.getvalue()))
    found = page.get_by_role("list", name="Finished").get_by_role("listitem")
    await expect(found).to_contain_text("Read off a picture; please verify.", timeout=PHOTO_MS)
    await assert_accessible(page)
    await found.get_by_role("link").first.click()
    await expect(page.get_by_role("note")).to_contain_text("please verify")
    await expect(page.get_by_label("Ingredient 3", exact=True)).to_have_value("4 eggs")
