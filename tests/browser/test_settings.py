"""Settings: API tokens, webhooks, the color scheme, and deleting the account."""

from playwright.async_api import Page, expect
from tests.browser.accessibility import SCHEMES, assert_accessible, assert_fits_a_phone
from tests.browser.conftest import Visit
from tests.browser.served import Served
from tests.browser.users import PHONE, new_email


async def test_a_token_is_shown_once_works_and_is_refused_once_revoked(page: Page, served: Served) -> None:
    await page.goto("/settings")
    tokens = page.get_by_role("region", name="API tokens")
    await tokens.get_by_label("Name").fill("nightly import")
    await tokens.get_by_role("button", name="Create token").click()
    token = await tokens.get_by_role("status").locator("pre").inner_text()
    async with served.client(token) as client:
        assert (await client.get("/api/jobs")).status_code == 200
        await tokens.get_by_role("button", name="Done").click()
        await expect(page.get_by_text(token)).to_have_count(0)
        await tokens.get_by_role("button", name="Revoke nightly import").click()
        await page.get_by_role("dialog").get_by_role("button", name="Revoke").click()
        await expect(tokens.get_by_text("No tokens yet.")).to_be_visible()
        assert (await client.get("/api/jobs")).status_code == 401


async def test_a_webhook_is_added_tested_disabled_and_deleted(page: Page) -> None:
    await page.goto("/settings")
    webhooks = page.get_by_role("region", name="Webhooks")
    await webhooks.get_by_label("URL").fill("https://example.com/calls")
    await webhooks.get_by_role("button", name="Add webhook").click()
    await webhooks.get_by_role("button", name="Done").click()
    await expect(webhooks.get_by_text("Not called yet", exact=True)).to_be_visible()
    await webhooks.get_by_role("button", name="Send test event").click()
    await webhooks.get_by_role("button", name="Deliveries").click()
    await expect(webhooks.get_by_role("cell", name="ping")).to_be_visible()
    await assert_accessible(page)
    await webhooks.get_by_role("switch", name="Enable https://example.com/calls").click(force=True)
    await expect(webhooks.get_by_text("Disabled", exact=True)).to_be_visible()
    await webhooks.get_by_role("button", name="Delete https://example.com/calls").click()
    await page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    await expect(webhooks.get_by_text("No webhooks yet.")).to_be_visible()


async def test_the_events_of_a_webhook_are_chosen_and_changed(page: Page) -> None:
    await page.goto("/settings")
    webhooks = page.get_by_role("region", name="Webhooks")
    await webhooks.get_by_label("URL").fill("https://example.com/events")
    await webhooks.get_by_role("checkbox", name="A job finished").check()
    await webhooks.get_by_role("checkbox", name="A parse in my mailbox failed").uncheck()
    await expect(webhooks.get_by_role("checkbox", name="extracted worse")).to_have_count(0)  # for admins
    await webhooks.get_by_role("button", name="Add webhook").click()
    await webhooks.get_by_role("button", name="Done").click()
    described = "A parse in my mailbox is complete; A parse in my mailbox was canceled; A job finished"
    await expect(webhooks.get_by_text(described, exact=True)).to_be_visible()
    await webhooks.get_by_role("button", name="Events", exact=True).click()
    chosen = webhooks.get_by_role("group", name="Events for https://example.com/events")
    await chosen.get_by_role("checkbox", name="A record that I asked for changed").check()
    await assert_accessible(page)
    await webhooks.get_by_role("button", name="Save").click()
    await expect(webhooks.get_by_text("A job finished; A record that I asked for changed")).to_be_visible()
    await webhooks.get_by_role("button", name="Delete https://example.com/events").click()
    await page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    await expect(webhooks.get_by_text("No webhooks yet.")).to_be_visible()


async def test_an_account_is_deleted_after_its_address_is_typed(visit: Visit, served: Served) -> None:
    email = new_email()
    page = await visit(email, "/settings")
    deletion = page.get_by_role("region", name="Delete account")
    remove = deletion.get_by_role("button", name="Delete my account")
    await deletion.get_by_role("textbox").fill("other@example.com")
    await expect(remove).to_be_disabled()
    await deletion.get_by_role("textbox").fill(email)
    await remove.click()
    await expect(page.get_by_text("Your account and all of its data are deleted.")).to_be_visible()
    await expect(page.get_by_role("link", name="Sign in")).to_be_visible()


async def test_it_fits_a_phone_and_keeps_the_chosen_color_scheme(visit: Visit) -> None:
    page = await visit(new_email(), "/settings", viewport=PHONE)
    await expect(page.get_by_role("region", name="Account", exact=True)).to_be_visible()
    await assert_fits_a_phone(page)
    for scheme, chosen in zip(SCHEMES, ("Light", "Dark"), strict=True):
        await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        await page.get_by_role("radiogroup", name="Color scheme").get_by_text(chosen, exact=True).click()
        await page.reload()
        await expect(page.locator("html")).to_have_attribute("data-mantine-color-scheme", chosen.lower())
