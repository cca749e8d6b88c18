"""Users of the page: each with a browser profile of their own, signed in or not."""

import time
from typing import Any
from uuid import uuid4
from weakref import WeakKeyDictionary

import orjson
from playwright.async_api import Browser, BrowserContext, Page, StorageState, ViewportSize, expect
from tests.browser.console import watch
from tests.browser.served import Served

SESSION_KEY = "garner.session"  # of the page's local storage
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 360, "height": 740}
_FIRST_SESSIONS: WeakKeyDictionary[BrowserContext, dict[str, Any]] = WeakKeyDictionary()


def new_email() -> str:
    return f"person-{uuid4().hex[:8]}@example.com"


async def session_of(served: Served, email: str) -> dict[str, Any]:
    """Sign in, and return the session as the page stores it."""
    async with served.client() as client:
        answer = await client.post("/auth/local", json={"email": email})
    signed_in = answer.raise_for_status().json()
    expires_at = (time.time() + signed_in["expires_in"]) * 1000
    return {"token": signed_in["access_token"], "expiresAt": expires_at, "user": signed_in["user"]}


async def open_context(browser: Browser, served: Served, email: str | None, **options: Any) -> BrowserContext:
    """Open a new browser profile, signed in as `email` or as a guest, and collect the errors of its console."""
    stored: StorageState = {"cookies": [], "origins": []}
    if email is not None:
        session = await session_of(served, email)
        kept = orjson.dumps(session).decode()
        stored["origins"] = [{"origin": served.url, "localStorage": [{"name": SESSION_KEY, "value": kept}]}]
    # Without animations, no element is half faded in during a check.
    chosen = {
        "viewport": DESKTOP,
        "locale": "en-GB",
        "timezone_id": "Europe/Berlin",
        "reduced_motion": "reduce",
    } | options
    context = await browser.new_context(base_url=served.url, storage_state=stored, accept_downloads=True, **chosen)
    if email is not None:
        _FIRST_SESSIONS[context] = session
    watch(context)
    return context


async def token_of(page: Page) -> str:
    """Return the signed-in user's token, for requests to the API."""
    return str((await _session_in(page))["token"])


async def email_of(page: Page) -> str:
    return str((await _session_in(page))["user"]["email"])


async def _session_in(page: Page) -> dict[str, Any]:
    if page.url == "about:blank":  # has no storage
        return _FIRST_SESSIONS[page.context]
    return dict(await page.evaluate(f"JSON.parse(localStorage.getItem('{SESSION_KEY}'))"))


async def sign_in_on_screen(page: Page, email: str) -> None:
    """Sign in on the sign-in screen, as a user does."""
    await page.goto("/sign-in")
    await page.get_by_label("Email address").fill(email)
    await page.get_by_role("main").get_by_role("button", name="Sign in").click()
    await expect(page.get_by_label(f"Signed in as {email}")).to_be_visible()
