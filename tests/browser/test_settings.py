"""Settings: tokens for scripts, webhooks, colours, and leaving for good."""

from playwright.async_api import Page, expect
from tests.browser.accessibility import SCHEMES, assert_accessible, assert_fits_a_phone
from tests.browser.conftest import Visit
from tests.browser.people import PHONE, somebody_new
from tests.browser.served import Served


async def test_a_token_is_shown_once_works_and_is_refused_once_revoked(page: Page, served: Served) -> None:
    await page.goto("/settings")
    tokens = page.get_by_role("region", name="Tokens for scripts")
    await tokens.get_by_label("What it is for").fill("nightly import")
    await tokens.get_by_role("button", name="Make a token").click()
    token = await tokens.get_by_role("status").locator("pre").inner_text()
    async with served.client(token) as client:
        assert (await client.get("/api/jobs")).status_code == 200
        await tokens.get_by_role("button", name="I have it").click()
        await expect(page.get_by_text(token)).to_have_count(0)
        await tokens.get_by_role("button", name="Revoke nightly import").click()
        await page.get_by_role("dialog").get_by_role("button", name="Revoke it").click()
        await expect(tokens.get_by_text("You have none yet.")).to_be_visible()
        assert (await client.get("/api/jobs")).status_code == 401


async def test_a_webhook_is_added_tried_out_switched_off_and_removed(page: Page) -> None:
    await page.goto("/settings")
    webhooks = page.get_by_role("region", name="Webhooks")
    await webhooks.get_by_label("Address").fill("https://example.com/calls")
    await webhooks.get_by_role("button", name="Add a webhook").click()
    await webhooks.get_by_role("button", name="I have it").click()
    await webhooks.get_by_role("button", name="Try it out").click()
    await webhooks.get_by_role("button", name="What it was told").click()
    await expect(webhooks.get_by_role("cell", name="ping")).to_be_visible()
    await assert_accessible(page)
    await webhooks.get_by_role("switch", name="https://example.com/calls is called").click(force=True)
    await expect(webhooks.get_by_text("Off", exact=True)).to_be_visible()
    await webhooks.get_by_role("button", name="Remove https://example.com/calls").click()
    await page.get_by_role("dialog").get_by_role("button", name="Remove it").click()
    await expect(webhooks.get_by_text("You have none yet.")).to_be_visible()


async def test_an_account_is_removed_by_whoever_types_its_address(visit: Visit, served: Served) -> None:
    email = somebody_new()
    page = await visit(email, "/settings")
    leaving = page.get_by_role("region", name="Remove your account")
    remove = leaving.get_by_role("button", name="Remove my account")
    await leaving.get_by_role("textbox").fill("somebody@example.com")
    await expect(remove).to_be_disabled()
    await leaving.get_by_role("textbox").fill(email)
    await remove.click()
    await expect(page.get_by_text("Your account and everything that was yours is removed.")).to_be_visible()
    await expect(page.get_by_role("link", name="Sign in")).to_be_visible()


async def test_it_fits_a_phone_and_the_colours_that_were_chosen_stay(visit: Visit) -> None:
    page = await visit(somebody_new(), "/settings", viewport=PHONE)
    await expect(page.get_by_role("region", name="You", exact=True)).to_be_visible()
    await assert_fits_a_phone(page)
    for scheme, chosen in zip(SCHEMES, ("Light", "Dark"), strict=True):
        await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        await page.get_by_role("radiogroup", name="Colours").get_by_text(chosen, exact=True).click()
        await page.reload()
        await expect(page.locator("html")).to_have_attribute("data-mantine-color-scheme", chosen.lower())
