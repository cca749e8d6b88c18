"""The page loads for guests, users and admins, on desktops and phones."""

import pytest
from playwright.async_api import Page, expect
from tests.browser.accessibility import assert_accessible, assert_fits_a_phone
from tests.browser.conftest import Visit
from tests.browser.console import FAILED_TO_LOAD, expect_errors
from tests.browser.users import PHONE, new_email, sign_in_on_screen

UNREACHABLE_MS = 60_000  # until the page notices it, or retries


@pytest.fixture
async def page(page: Page) -> Page:
    await page.goto("/")
    return page


@pytest.fixture
async def guest_page(guest_page: Page) -> Page:
    await guest_page.goto("/")
    return guest_page


async def test_the_page_loads_without_errors_and_is_accessible(page: Page) -> None:
    await expect(page.get_by_role("heading", level=1)).to_be_visible()
    await expect(page.get_by_role("navigation").get_by_role("link", name="Jobs")).to_be_visible()
    await assert_accessible(page)
    await page.goto("/jobs?tab=errors")  # a screen can be opened by its URL
    await expect(page.get_by_role("heading", level=2, name="You have no jobs yet")).to_be_visible()


async def test_the_page_loads_on_a_phone_and_fits_its_width(visit: Visit) -> None:
    page = await visit(None, "/", viewport=PHONE)
    await expect(page.get_by_role("heading", level=1)).to_be_visible()
    await assert_fits_a_phone(page)


async def test_a_user_signs_in_on_the_screen_and_stays_signed_in(guest_page: Page) -> None:
    email = new_email()
    await sign_in_on_screen(guest_page, email)
    await guest_page.reload()
    await expect(guest_page.get_by_label(f"Signed in as {email}")).to_be_visible()


async def test_only_admins_see_the_engine(page: Page, admin_page: Page) -> None:
    await admin_page.goto("/")
    for shown, times in ((admin_page, 1), (page, 0)):
        await expect(shown.get_by_role("navigation").get_by_role("link", name="Jobs")).to_be_visible()
        await expect(shown.get_by_role("navigation").get_by_role("link", name="Engine")).to_have_count(times)


async def test_injected_scripts_do_not_run(page: Page) -> None:
    """The browser enforces the policy that the server sends with the page."""
    expect_errors(page, "Content Security Policy")
    await page.evaluate(
        "const script = document.createElement('script'); script.textContent = 'window.ran = true';"
        "document.head.append(script)"
    )
    assert await page.evaluate("window.ran") is None


async def test_an_unreachable_server_is_reported_after_the_first_failure(page: Page) -> None:
    expect_errors(page, FAILED_TO_LOAD)
    await expect(page.get_by_label("URLs", exact=True)).to_be_visible()
    for path in ("**/api/**", "**/health"):
        await page.route(path, lambda route: route.abort("connectionrefused"))
    await page.get_by_role("navigation").get_by_role("link", name="Jobs").click()
    notice = page.get_by_text("The server cannot be reached. What you typed is kept")
    await expect(notice).to_be_visible(timeout=UNREACHABLE_MS)
    await page.unroute_all()
    await expect(notice).to_be_hidden(timeout=UNREACHABLE_MS)
    await expect(page.get_by_role("heading", level=2, name="You have no jobs yet")).to_be_visible(
        timeout=UNREACHABLE_MS
    )
