"""The page comes up, for whoever looks and on whatever they look."""

import pytest
from playwright.async_api import Page, expect
from tests.browser.accessibility import assert_accessible, assert_fits_a_phone
from tests.browser.conftest import Visit
from tests.browser.console import FAILED_TO_LOAD, expect_complaints
from tests.browser.people import PHONE, sign_in_on_screen, somebody_new

AWAY_MS = 60_000  # until it is noticed, or tried again


@pytest.fixture
async def page(page: Page) -> Page:
    await page.goto("/")
    return page


@pytest.fixture
async def guest_page(guest_page: Page) -> Page:
    await guest_page.goto("/")
    return guest_page


async def test_it_comes_up_without_a_complaint_and_is_accessible(page: Page) -> None:
    await expect(page.get_by_role("heading", level=1)).to_be_visible()
    await expect(page.get_by_role("navigation").get_by_role("link", name="Jobs")).to_be_visible()
    await assert_accessible(page)
    await page.goto("/jobs?tab=errors")  # the address of a screen can be opened by itself
    await expect(page.get_by_role("heading", level=2, name="You have no jobs yet")).to_be_visible()


async def test_so_it_does_on_a_phone_where_nothing_sticks_out(visit: Visit) -> None:
    page = await visit(None, "/", viewport=PHONE)
    await expect(page.get_by_role("heading", level=1)).to_be_visible()
    await assert_fits_a_phone(page)


async def test_somebody_signs_in_on_the_screen_and_stays_signed_in(guest_page: Page) -> None:
    email = somebody_new()
    await sign_in_on_screen(guest_page, email)
    await guest_page.reload()
    await expect(guest_page.get_by_label(f"Signed in as {email}")).to_be_visible()


async def test_only_admins_are_shown_the_engine(page: Page, admin_page: Page) -> None:
    await admin_page.goto("/")
    for shown, times in ((admin_page, 1), (page, 0)):
        await expect(shown.get_by_role("navigation").get_by_role("link", name="Jobs")).to_be_visible()
        await expect(shown.get_by_role("navigation").get_by_role("link", name="Engine")).to_have_count(times)


async def test_no_script_from_elsewhere_runs(page: Page) -> None:
    """The policy that the server sends with the page is in force."""
    expect_complaints(page, "Content Security Policy")
    await page.evaluate(
        "const script = document.createElement('script'); script.textContent = 'window.ran = true';"
        "document.head.append(script)"
    )
    assert await page.evaluate("window.ran") is None


async def test_that_the_server_is_away_is_told_as_soon_as_anything_fails(page: Page) -> None:
    expect_complaints(page, FAILED_TO_LOAD)
    await expect(page.get_by_label("URLs", exact=True)).to_be_visible()
    for path in ("**/api/**", "**/health"):
        await page.route(path, lambda route: route.abort("connectionrefused"))
    await page.get_by_role("navigation").get_by_role("link", name="Jobs").click()
    away = page.get_by_text("The server cannot be reached. What you typed is kept")
    await expect(away).to_be_visible(timeout=AWAY_MS)
    await page.unroute_all()
    await expect(away).to_be_hidden(timeout=AWAY_MS)
    await expect(page.get_by_role("heading", level=2, name="You have no jobs yet")).to_be_visible(timeout=AWAY_MS)
