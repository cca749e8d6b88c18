"""Two users of one server, also in one browser: neither sees data of the other."""

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, Request, Route, expect
from tests.browser.conftest import Visit
from tests.browser.console import FAILED_TO_LOAD, expect_errors
from tests.browser.served import Served
from tests.browser.users import SESSION_KEY, new_email, session_of, sign_in_on_screen, token_of
from tests.tiers import slow

NOT_YOURS = "It may have been deleted, or it belongs to another user."
READING_MS = 60_000
EMPTY_LISTS = {
    "/jobs": "You have no jobs yet",
    "/mailbox": "Nothing to review",
    "/cookbook": "Your cookbook is empty",
    "/pending": "No pending items",
    "/": "Three things to try",
}
MALFORMED_SESSIONS = (
    *("{", '{"token": "x", "expiresAt": 4e12, "user": {"email": 1}}'),
    *slow('"x"', "{}", "1", "[]", '{"token": "x"}'),
)
MALFORMED_DRAFTS = (
    *("null", '{"form": {}, "began": {}, "revision": 1, "at": ""}'),
    *slow("1", '"x"', "[1]"),
)


async def create_one_of_each(page: Page, served: Served) -> dict[str, str]:
    """Create one of each thing that has a screen, and return the paths."""
    async with served.client(await token_of(page)) as client:
        cake = (await client.get("/api/sample")).json()["pages"][0]["url"]
        sent = await client.post("/api/jobs", files={"file": ("mine.txt", cake)}, data={"kind": "recipe"})
        job = sent.raise_for_status().json()["jobId"]
        [item] = (await client.get(f"/api/jobs/{job}/items")).json()["items"]
        parse = (await client.post("/recipes/parse-url/async", json={"url": cake})).raise_for_status().json()
        recipe = (await client.post("/recipes", json={"title": "Cake of mine"})).raise_for_status().json()
    return {
        "job": f"/jobs/{job}",
        "item": f"/records/{item['id']}",
        "parse": f"/mailbox/{parse['id']}",
        "recipe": f"/cookbook/{recipe['id']}",
    }


async def test_screens_of_another_users_data_report_that_it_does_not_exist(
    page: Page, another_page: Page, served: Served
) -> None:
    expect_errors(another_page, FAILED_TO_LOAD)
    for address in (await create_one_of_each(page, served)).values():
        await another_page.goto(address)
        await expect(another_page.get_by_text(NOT_YOURS)).to_be_visible()
        await expect(another_page.get_by_text("Cake of mine")).to_have_count(0)
        await expect(another_page.get_by_text("mine.txt")).to_have_count(0)


async def test_lists_contain_only_the_users_own_data(page: Page, another_page: Page, served: Served) -> None:
    await create_one_of_each(page, served)
    for path, empty in EMPTY_LISTS.items():
        await another_page.goto(path)
        await expect(another_page.get_by_text(empty).first).to_be_visible()
        await expect(another_page.get_by_text("mine.txt")).to_have_count(0)
        await expect(another_page.get_by_text("Cake of mine")).to_have_count(0)


async def test_a_user_who_signs_in_sees_no_data_of_the_previous_user(page: Page, served: Served) -> None:
    await create_one_of_each(page, served)
    await page.goto("/jobs")
    await expect(page.get_by_text("mine.txt")).to_be_visible(timeout=READING_MS)
    await page.get_by_role("button", name="Signed in as").click()
    await page.get_by_role("menuitem", name="Sign out").click()
    await expect(page.get_by_text("mine.txt")).to_have_count(0)
    await sign_in_on_screen(page, new_email())
    await page.get_by_role("link", name="Jobs").click()
    await expect(page.get_by_role("heading", level=1, name="Jobs")).to_be_visible()
    await page.wait_for_timeout(1_000)  # in case a late answer still arrives
    await expect(page.get_by_text("mine.txt")).to_have_count(0)


async def store_in_another_tab(page: Page, session: dict[str, Any] | None) -> None:
    """Sign in, or out, in another tab; the first tab is notified."""
    other = await page.context.new_page()
    await other.goto("/api/page")
    await other.evaluate(
        "([name, kept]) => kept ? localStorage.setItem(name, kept) : localStorage.removeItem(name)",
        [SESSION_KEY, None if session is None else json.dumps(session)],
    )
    await other.close()


async def sign_in_elsewhere(page: Page, served: Served) -> dict[str, Any]:
    """Sign in as a new user in another tab of the same browser."""
    session = await session_of(served, new_email())
    await store_in_another_tab(page, session)
    await expect(page.get_by_label(f"Signed in as {session['user']['email']}")).to_be_visible()
    return session


async def jobs_of(session: dict[str, Any], served: Served) -> list[Any]:
    async with served.client(session["token"]) as client:
        return list((await client.get("/api/jobs")).raise_for_status().json()["jobs"])


class HeldCalls:
    """Calls that are delayed until they are released."""

    def __init__(self) -> None:
        self._arrived, self._released = asyncio.Event(), asyncio.Event()
        self.tokens: list[str] = []

    async def __call__(self, route: Route) -> None:
        self.tokens.append((await route.request.header_value("authorization") or "").removeprefix("Bearer "))
        self._arrived.set()
        await self._released.wait()
        await route.continue_()

    async def wait_for_arrival(self) -> None:
        await asyncio.wait_for(self._arrived.wait(), READING_MS / 1000)

    def release(self) -> None:
        self._released.set()


@pytest.mark.parametrize("how", ["another signs in", *slow("signing out")])
async def test_an_upload_ends_when_its_user_signs_out_and_is_not_sent_by_the_next_user(
    page: Page, served: Served, tmp_path: Path, how: str
) -> None:
    expect_errors(page, FAILED_TO_LOAD)
    sent: list[str] = []
    is_away = True

    async def lose(route: Route) -> None:
        if route.request.method != "POST":
            await route.continue_()
            return
        sent.append((await route.request.header_value("authorization") or "").removeprefix("Bearer "))
        await (route.abort() if is_away else route.continue_())

    await page.route("**/api/jobs", lose)
    await page.goto("/")
    first = await token_of(page)
    (tmp_path / "secret.csv").write_text("title\nPan\n")
    await page.locator("input[type=file][multiple]").first.set_input_files(tmp_path / "secret.csv")
    await page.get_by_role("button", name="Send", exact=True).click()
    await expect(page.get_by_text("Connection lost. Retrying; nothing is sent twice.")).to_be_visible()
    if how == "signing out":
        await store_in_another_tab(page, None)
        await expect(page.get_by_role("link", name="Sign in")).to_be_visible()
        await expect(page.get_by_text("secret.csv")).to_have_count(0)
    is_away = False
    second = await sign_in_elsewhere(page, served)
    await expect(page.get_by_text("Connection lost")).to_have_count(0)
    await expect(page.get_by_text("secret.csv")).to_have_count(0)
    await page.wait_for_timeout(5_000)  # longer than it waits for a retry
    assert set(sent) == {first}
    assert await jobs_of(second, served) == []


@pytest.mark.parametrize("how", ["signing out", *slow("another signs in")])
async def test_a_late_answer_to_a_token_renewal_is_ignored(visit: Visit, served: Served, how: str) -> None:
    page = await visit(None, "/")
    held = HeldCalls()
    await page.route("**/auth/refresh", held)
    first = await session_of(served, new_email())
    await store_in_another_tab(page, first | {"expiresAt": (time.time() + 7) * 1000})
    await held.wait_for_arrival()
    if how == "another signs in":
        second = await sign_in_elsewhere(page, served)
    else:
        await store_in_another_tab(page, None)
        await expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    async with page.expect_response("**/auth/refresh"):
        held.release()
    await page.wait_for_timeout(500)
    kept = await page.evaluate(f"JSON.parse(localStorage.getItem('{SESSION_KEY}'))")
    assert kept == (second if how == "another signs in" else None)


async def test_a_screen_of_one_user_is_not_shown_to_the_next(page: Page, served: Served) -> None:
    expect_errors(page, FAILED_TO_LOAD)
    paths = await create_one_of_each(page, served)
    async with served.client(await token_of(page)) as client, asyncio.timeout(READING_MS / 1000):
        # After that the page sends no more requests.
        while (await client.get(f"/api{paths['job']}")).json()["queueState"] != "DONE":
            await asyncio.sleep(0.2)
    await page.goto(paths["job"])
    await expect(page.get_by_role("heading", level=1, name="mine.txt")).to_be_visible()
    await expect(page.get_by_role("grid")).to_be_visible()
    await sign_in_elsewhere(page, served)
    await expect(page.get_by_text(NOT_YOURS)).to_be_visible()
    await expect(page.get_by_text("mine.txt")).to_have_count(0)


async def test_a_stream_is_closed_when_its_user_signs_out(page: Page, served: Served) -> None:
    expect_errors(page, FAILED_TO_LOAD)
    ended: list[str] = []

    def note(request: Request) -> None:
        if "/stream?" in request.url:
            ended.append(request.url)

    page.on("requestfailed", note)  # Chromium's event for a stream that the page closes
    async with page.expect_request("**/stream?*"):
        await page.goto("/mailbox")
    await expect(page.get_by_role("heading", name="Nothing to review")).to_be_visible()
    async with page.expect_event("requestfailed", lambda request: "/stream?" in request.url):
        await sign_in_elsewhere(page, served)
    assert len(ended) == 1


async def test_the_screen_of_a_guest_who_signs_in_is_not_reloaded(visit: Visit, served: Served) -> None:
    page = await visit(None, "/settings")
    section = page.get_by_role("region", name="Appearance")
    await section.evaluate("element => element.dataset.same = 'yes'")
    session = await session_of(served, new_email())
    await store_in_another_tab(page, session)
    await expect(page.get_by_role("region", name="API tokens")).to_be_visible()
    assert await section.get_attribute("data-same") == "yes"
    await store_in_another_tab(page, None)
    await expect(page.get_by_role("region", name="API tokens")).to_have_count(0)
    assert await section.get_attribute("data-same") is None


async def test_a_dialog_of_one_user_is_closed_for_the_next(page: Page, served: Served) -> None:
    await page.goto("/settings")
    tokens = page.get_by_role("region", name="API tokens")
    async with served.client(await token_of(page)) as client:
        (await client.post("/api/tokens", json={"name": "nightly"})).raise_for_status()
    await page.reload()
    await tokens.get_by_role("button", name="Revoke nightly").click()
    await expect(page.get_by_role("dialog")).to_be_visible()
    await sign_in_elsewhere(page, served)
    await expect(page.get_by_role("dialog")).to_have_count(0)


async def test_a_refused_call_is_not_repeated_as_the_user_who_signed_in_meanwhile(page: Page, served: Served) -> None:
    expect_errors(page, FAILED_TO_LOAD)
    held = HeldCalls()
    async with served.client(await token_of(page)) as client:
        job = (await client.post("/api/jobs", files={"file": ("mine.csv", "title\nPan\n")})).json()["jobId"]
    await page.goto("/settings")
    expired = json.loads(await page.evaluate(f"localStorage.getItem('{SESSION_KEY}')")) | {"token": "expired"}
    await page.route(f"**/api/jobs/{job}", held)
    await page.evaluate("([name, kept]) => localStorage.setItem(name, kept)", [SESSION_KEY, json.dumps(expired)])
    await page.goto(f"/jobs/{job}")
    await held.wait_for_arrival()
    second = await sign_in_elsewhere(page, served)
    calls = len(held.tokens)
    held.release()
    await expect(page.get_by_text(NOT_YOURS)).to_be_visible()
    await page.wait_for_timeout(1_000)
    await expect(page.get_by_role("dialog")).to_have_count(0)
    assert held.tokens.count("expired") >= 1
    assert (
        held.tokens[:calls].count(second["token"]) + len(held.tokens[calls:]) <= 1
    )  # a call of the second user's own screen


async def test_an_action_that_waits_for_a_retry_is_not_retried_as_the_next_user(page: Page, served: Served) -> None:
    expect_errors(page, FAILED_TO_LOAD)
    tried: list[str] = []

    async def refuse(route: Route) -> None:
        tried.append((await route.request.header_value("authorization") or "").removeprefix("Bearer "))
        body = json.dumps({"error": "Too many requests.", "code": "too_many_requests"})
        await route.fulfill(status=429, headers={"Retry-After": "3"}, content_type="application/json", body=body)

    await page.route("**/recipes/parse-url/async", refuse)
    await page.goto("/mailbox")
    first = await token_of(page)
    await page.get_by_label("Link to a recipe").fill("https://example.com/secret")
    async with page.expect_response("**/recipes/parse-url/async"):
        await page.get_by_role("button", name="Send", exact=True).click()
    await sign_in_elsewhere(page, served)
    await page.wait_for_timeout(4_000)  # longer than Retry-After
    assert tried == [first]


async def test_an_unknown_section_of_the_engine_is_reported(admin_page: Page) -> None:
    for part in ("__proto__", "constructor", "toString", "nothing"):
        await admin_page.goto(f"/engine/{part}")
        await expect(admin_page.get_by_role("heading", name="Unknown section")).to_be_visible()


@pytest.mark.parametrize("kept", MALFORMED_SESSIONS)
async def test_a_malformed_stored_session_is_ignored(guest_page: Page, kept: str) -> None:
    page = guest_page
    await page.goto("/")
    await page.evaluate("([name, kept]) => localStorage.setItem(name, kept)", [SESSION_KEY, kept])
    await page.reload()
    await expect(page.get_by_role("heading", level=1, name="Start")).to_be_visible()
    await expect(page.get_by_role("banner").get_by_role("link", name="Sign in")).to_be_visible()


@pytest.mark.parametrize("kept", MALFORMED_DRAFTS)
async def test_malformed_stored_drafts_and_columns_are_ignored(page: Page, served: Served, kept: str) -> None:
    paths = await create_one_of_each(page, served)
    recipe = paths["recipe"].rpartition("/")[2]
    await page.goto("/settings")
    await page.evaluate(
        """([kept, recipe]) => {
            for (const name of ["garner.start.draft", "garner.start.sent", "garner.mailbox.link",
                                `garner.draft.recipe.${recipe}`]) sessionStorage.setItem(name, kept);
            for (const name of ["garner.grid.columns", "garner.grid.columns.open", "garner.grid.widths"])
                localStorage.setItem(name, kept);
        }""",
        [kept, recipe],
    )
    for path, heading in (("/", "Start"), ("/mailbox", "Mailbox"), (paths["recipe"], "Cake of mine")):
        await page.goto(path)
        await expect(page.get_by_role("heading", level=1, name=heading)).to_be_visible()
    await page.goto(paths["job"])
    await expect(page.get_by_role("grid")).to_be_visible(timeout=READING_MS)
