"""Two people at one server, and at one browser: neither sees what is the other's."""

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, Request, Route, expect
from tests.browser.conftest import Visit
from tests.browser.console import FAILED_TO_LOAD, expect_complaints
from tests.browser.people import KEPT_AS, session_of, sign_in_on_screen, somebody_new, token_of
from tests.browser.served import Served
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
MISSHAPEN_SESSIONS = (
    *("{", '{"token": "x", "expiresAt": 4e12, "user": {"email": 1}}'),
    *slow('"x"', "{}", "1", "[]", '{"token": "x"}'),
)
MISSHAPEN_DRAFTS = (
    *("null", '{"form": {}, "began": {}, "revision": 1, "at": ""}'),
    *slow("1", '"x"', "[1]"),
)


async def things_of(page: Page, served: Served) -> dict[str, str]:
    """One of everything that has an address, by that address."""
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


async def test_the_address_of_what_is_anothers_says_that_it_is_not_there(
    page: Page, another_page: Page, served: Served
) -> None:
    expect_complaints(another_page, FAILED_TO_LOAD)
    for address in (await things_of(page, served)).values():
        await another_page.goto(address)
        await expect(another_page.get_by_text(NOT_YOURS)).to_be_visible()
        await expect(another_page.get_by_text("Cake of mine")).to_have_count(0)
        await expect(another_page.get_by_text("mine.txt")).to_have_count(0)


async def test_lists_hold_what_is_ones_own(page: Page, another_page: Page, served: Served) -> None:
    await things_of(page, served)
    for path, empty in EMPTY_LISTS.items():
        await another_page.goto(path)
        await expect(another_page.get_by_text(empty).first).to_be_visible()
        await expect(another_page.get_by_text("mine.txt")).to_have_count(0)
        await expect(another_page.get_by_text("Cake of mine")).to_have_count(0)


async def test_who_signs_in_after_somebody_else_sees_nothing_of_theirs(page: Page, served: Served) -> None:
    await things_of(page, served)
    await page.goto("/jobs")
    await expect(page.get_by_text("mine.txt")).to_be_visible(timeout=READING_MS)
    await page.get_by_role("button", name="Signed in as").click()
    await page.get_by_role("menuitem", name="Sign out").click()
    await expect(page.get_by_text("mine.txt")).to_have_count(0)
    await sign_in_on_screen(page, somebody_new())
    await page.get_by_role("link", name="Jobs").click()
    await expect(page.get_by_role("heading", level=1, name="Jobs")).to_be_visible()
    await page.wait_for_timeout(1_000)  # for what an answer that came late would bring
    await expect(page.get_by_text("mine.txt")).to_have_count(0)


async def keep_in_another_tab(page: Page, session: dict[str, Any] | None) -> None:
    """Signs somebody in there, or out: the tab that is looked at hears of it."""
    other = await page.context.new_page()
    await other.goto("/api/page")
    await other.evaluate(
        "([name, kept]) => kept ? localStorage.setItem(name, kept) : localStorage.removeItem(name)",
        [KEPT_AS, None if session is None else json.dumps(session)],
    )
    await other.close()


async def signed_in_elsewhere(page: Page, served: Served) -> dict[str, Any]:
    """Somebody else, in another tab of the same browser."""
    session = await session_of(served, somebody_new())
    await keep_in_another_tab(page, session)
    await expect(page.get_by_label(f"Signed in as {session['user']['email']}")).to_be_visible()
    return session


async def jobs_of(session: dict[str, Any], served: Served) -> list[Any]:
    async with served.client(session["token"]) as client:
        return list((await client.get("/api/jobs")).raise_for_status().json()["jobs"])


class Held:
    """Calls that do not get on before they are let go."""

    def __init__(self) -> None:
        self._came, self._go = asyncio.Event(), asyncio.Event()
        self.tokens: list[str] = []

    async def __call__(self, route: Route) -> None:
        self.tokens.append((await route.request.header_value("authorization") or "").removeprefix("Bearer "))
        self._came.set()
        await self._go.wait()
        await route.continue_()

    async def came(self) -> None:
        await asyncio.wait_for(self._came.wait(), READING_MS / 1000)

    def let_go(self) -> None:
        self._go.set()


@pytest.mark.parametrize("leaving", ["another signs in", *slow("signing out")])
async def test_what_one_person_sends_stops_when_they_leave_and_is_not_sent_by_the_next(
    page: Page, served: Served, tmp_path: Path, leaving: str
) -> None:
    expect_complaints(page, FAILED_TO_LOAD)
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
    if leaving == "signing out":
        await keep_in_another_tab(page, None)
        await expect(page.get_by_role("link", name="Sign in")).to_be_visible()
        await expect(page.get_by_text("secret.csv")).to_have_count(0)
    is_away = False
    second = await signed_in_elsewhere(page, served)
    await expect(page.get_by_text("Connection lost")).to_have_count(0)
    await expect(page.get_by_text("secret.csv")).to_have_count(0)
    await page.wait_for_timeout(5_000)  # longer than it waits for another try
    assert set(sent) == {first}
    assert await jobs_of(second, served) == []


@pytest.mark.parametrize("leaving", ["signing out", *slow("another signs in")])
async def test_a_renewal_that_is_answered_late_changes_nothing(visit: Visit, served: Served, leaving: str) -> None:
    page = await visit(None, "/")
    held = Held()
    await page.route("**/auth/refresh", held)
    first = await session_of(served, somebody_new())
    await keep_in_another_tab(page, first | {"expiresAt": (time.time() + 7) * 1000})
    await held.came()
    if leaving == "another signs in":
        second = await signed_in_elsewhere(page, served)
    else:
        await keep_in_another_tab(page, None)
        await expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    async with page.expect_response("**/auth/refresh"):
        held.let_go()
    await page.wait_for_timeout(500)
    kept = await page.evaluate(f"JSON.parse(localStorage.getItem('{KEPT_AS}'))")
    assert kept == (second if leaving == "another signs in" else None)


async def test_the_screen_of_one_person_does_not_stay_under_the_name_of_the_next(page: Page, served: Served) -> None:
    expect_complaints(page, FAILED_TO_LOAD)
    things = await things_of(page, served)
    async with served.client(await token_of(page)) as client, asyncio.timeout(READING_MS / 1000):
        while (await client.get(f"/api{things['job']}")).json()["queueState"] != "DONE":  # then nothing more is asked
            await asyncio.sleep(0.2)
    await page.goto(things["job"])
    await expect(page.get_by_role("heading", level=1, name="mine.txt")).to_be_visible()
    await expect(page.get_by_role("grid")).to_be_visible()
    await signed_in_elsewhere(page, served)
    await expect(page.get_by_text(NOT_YOURS)).to_be_visible()
    await expect(page.get_by_text("mine.txt")).to_have_count(0)


async def test_a_stream_is_closed_when_its_person_leaves(page: Page, served: Served) -> None:
    expect_complaints(page, FAILED_TO_LOAD)
    ended: list[str] = []

    def note(request: Request) -> None:
        if "/stream?" in request.url:
            ended.append(request.url)

    page.on("requestfailed", note)  # as Chromium calls a stream that the page itself closes
    async with page.expect_request("**/stream?*"):
        await page.goto("/mailbox")
    await expect(page.get_by_role("heading", name="Nothing to review")).to_be_visible()
    async with page.expect_event("requestfailed", lambda request: "/stream?" in request.url):
        await signed_in_elsewhere(page, served)
    assert len(ended) == 1


async def test_a_guest_who_signs_in_stays_on_the_screen_as_it_is(visit: Visit, served: Served) -> None:
    page = await visit(None, "/settings")
    section = page.get_by_role("region", name="Appearance")
    await section.evaluate("element => element.dataset.same = 'yes'")
    session = await session_of(served, somebody_new())
    await keep_in_another_tab(page, session)
    await expect(page.get_by_role("region", name="API tokens")).to_be_visible()
    assert await section.get_attribute("data-same") == "yes"
    await keep_in_another_tab(page, None)
    await expect(page.get_by_role("region", name="API tokens")).to_have_count(0)
    assert await section.get_attribute("data-same") is None


async def test_what_one_person_was_asked_is_not_for_the_next_to_answer(page: Page, served: Served) -> None:
    await page.goto("/settings")
    tokens = page.get_by_role("region", name="API tokens")
    async with served.client(await token_of(page)) as client:
        (await client.post("/api/tokens", json={"name": "nightly"})).raise_for_status()
    await page.reload()
    await tokens.get_by_role("button", name="Revoke nightly").click()
    await expect(page.get_by_role("dialog")).to_be_visible()
    await signed_in_elsewhere(page, served)
    await expect(page.get_by_role("dialog")).to_have_count(0)


async def test_a_refused_call_is_not_repeated_as_somebody_else_who_came_meanwhile(page: Page, served: Served) -> None:
    expect_complaints(page, FAILED_TO_LOAD)
    held = Held()
    async with served.client(await token_of(page)) as client:
        job = (await client.post("/api/jobs", files={"file": ("mine.csv", "title\nPan\n")})).json()["jobId"]
    await page.goto("/settings")
    worn = json.loads(await page.evaluate(f"localStorage.getItem('{KEPT_AS}')")) | {"token": "worn"}
    await page.route(f"**/api/jobs/{job}", held)
    await page.evaluate("([name, kept]) => localStorage.setItem(name, kept)", [KEPT_AS, json.dumps(worn)])
    await page.goto(f"/jobs/{job}")
    await held.came()
    second = await signed_in_elsewhere(page, served)
    calls = len(held.tokens)
    held.let_go()
    await expect(page.get_by_text(NOT_YOURS)).to_be_visible()
    await page.wait_for_timeout(1_000)
    await expect(page.get_by_role("dialog")).to_have_count(0)
    assert held.tokens.count("worn") >= 1
    assert held.tokens[:calls].count(second["token"]) + len(held.tokens[calls:]) <= 1  # what B's own screen asked


async def test_an_act_that_waits_for_another_try_is_not_tried_as_the_next_person(page: Page, served: Served) -> None:
    expect_complaints(page, FAILED_TO_LOAD)
    tried: list[str] = []

    async def too_fast(route: Route) -> None:
        tried.append((await route.request.header_value("authorization") or "").removeprefix("Bearer "))
        body = json.dumps({"error": "Too many requests.", "code": "too_many_requests"})
        await route.fulfill(status=429, headers={"Retry-After": "3"}, content_type="application/json", body=body)

    await page.route("**/recipes/parse-url/async", too_fast)
    await page.goto("/mailbox")
    first = await token_of(page)
    await page.get_by_label("Link to a recipe").fill("https://example.com/secret")
    async with page.expect_response("**/recipes/parse-url/async"):
        await page.get_by_role("button", name="Send", exact=True).click()
    await signed_in_elsewhere(page, served)
    await page.wait_for_timeout(4_000)  # longer than it was told to wait
    assert tried == [first]


async def test_an_unknown_section_of_the_engine_is_reported(admin_page: Page) -> None:
    for part in ("__proto__", "constructor", "toString", "nothing"):
        await admin_page.goto(f"/engine/{part}")
        await expect(admin_page.get_by_role("heading", name="Unknown section")).to_be_visible()


@pytest.mark.parametrize("kept", MISSHAPEN_SESSIONS)
async def test_a_kept_session_of_another_shape_is_none(guest_page: Page, kept: str) -> None:
    page = guest_page
    await page.goto("/")
    await page.evaluate("([name, kept]) => localStorage.setItem(name, kept)", [KEPT_AS, kept])
    await page.reload()
    await expect(page.get_by_role("heading", level=1, name="Start")).to_be_visible()
    await expect(page.get_by_role("banner").get_by_role("link", name="Sign in")).to_be_visible()


@pytest.mark.parametrize("kept", MISSHAPEN_DRAFTS)
async def test_whatever_else_was_kept_in_another_shape_is_none(page: Page, served: Served, kept: str) -> None:
    things = await things_of(page, served)
    recipe = things["recipe"].rpartition("/")[2]
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
    for path, heading in (("/", "Start"), ("/mailbox", "Mailbox"), (things["recipe"], "Cake of mine")):
        await page.goto(path)
        await expect(page.get_by_role("heading", level=1, name=heading)).to_be_visible()
    await page.goto(things["job"])
    await expect(page.get_by_role("grid")).to_be_visible(timeout=READING_MS)
