"""People who look at the page: each with a browser profile of their own, signed in or not."""

import time
from typing import Any
from uuid import uuid4
from weakref import WeakKeyDictionary

import orjson
from playwright.async_api import Browser, BrowserContext, Page, StorageState, ViewportSize, expect
from tests.browser.console import watch
from tests.browser.served import Served

KEPT_AS = "garner.session"  # where the page keeps who is signed in
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 360, "height": 740}
_FIRST_SESSIONS: WeakKeyDictionary[BrowserContext, dict[str, Any]] = WeakKeyDictionary()


def somebody_new() -> str:
    return f"person-{uuid4().hex[:8]}@example.com"


async def session_of(served: Served, email: str) -> dict[str, Any]:
    """What the page keeps of somebody who has signed in."""
    async with served.client() as client:
        answer = await client.post("/auth/local", json={"email": email})
    told = answer.raise_for_status().json()
    expires_at = (time.time() + told["expires_in"]) * 1000
    return {"token": told["access_token"], "expiresAt": expires_at, "user": told["user"]}


async def open_context(browser: Browser, served: Served, email: str | None, **options: Any) -> BrowserContext:
    """A profile of its own: of `email`, or of somebody who is not signed in. What goes wrong in it is watched for."""
    stored: StorageState = {"cookies": [], "origins": []}
    if email is not None:
        session = await session_of(served, email)
        kept = orjson.dumps(session).decode()
        stored["origins"] = [{"origin": served.url, "localStorage": [{"name": KEPT_AS, "value": kept}]}]
    # Without motion there is nothing half faded in when a test looks.
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
    """The token of the user who is signed in, for asking the API the same thing."""
    return str((await _session_in(page))["token"])


async def email_of(page: Page) -> str:
    return str((await _session_in(page))["user"]["email"])


async def _session_in(page: Page) -> dict[str, Any]:
    if page.url == "about:blank":  # where no storage can be read
        return _FIRST_SESSIONS[page.context]
    return dict(await page.evaluate(f"JSON.parse(localStorage.getItem('{KEPT_AS}'))"))


async def sign_in_on_screen(page: Page, email: str) -> None:
    """By the screen itself, as a person does."""
    await page.goto("/sign-in")
    await page.get_by_label("E-mail address").fill(email)
    await page.get_by_role("main").get_by_role("button", name="Sign in").click()
    await expect(page.get_by_label(f"Signed in as {email}")).to_be_visible()
