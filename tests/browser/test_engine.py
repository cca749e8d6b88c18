"""The engine screen: overview, lanes, proxies, dead letters, charts and re-parse."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from playwright.async_api import Locator, Page, expect
from tests.browser.accessibility import assert_accessible, assert_fits_a_phone
from tests.browser.conftest import Visit
from tests.browser.served import ADMIN, Served, serving
from tests.browser.users import DESKTOP, PHONE, token_of
from tests.databases import Copies

WORK_MS = 15_000  # a page is fetched and read, or fails
LANE = "shop.example"
PARTS = ("", "lanes", "workers", "proxies", "dead-letters", "parsers", "controllers", "reparse", "audit")


@pytest.fixture(scope="module")
async def served(tmp_path_factory: pytest.TempPathFactory, copies: Copies) -> AsyncIterator[Served]:
    """A server of its own, because proxies and lanes are shared by all users. A page fails at its first failure."""
    settings = {"GARNER_MAX_RETRIES": "1", "GARNER_SECRET_KEY": "a passphrase of these tests"}
    with copies.lent() as url:
        async with serving(tmp_path_factory.mktemp("engine"), url, **settings) as server:
            yield server


@asynccontextmanager
async def operator(page: Page, served: Served) -> AsyncIterator[httpx.AsyncClient]:
    async with served.client(await token_of(page)) as client:
        yield client


async def asked(client: httpx.AsyncClient, path: str, **query: str) -> Any:
    return (await client.get(path, params=query)).raise_for_status().json()


async def order(client: httpx.AsyncClient, path: str, kind: str) -> str:
    """A page of the sample site, to be fetched once."""
    sample = await asked(client, "/api/sample")
    origin = re.match(r"https?://[^/]+", sample["pages"][0]["url"])
    assert origin is not None
    url = origin.group() + path
    wanted = {"urls": [url], "kinds": [kind], "crawlFrequency": None}
    (await client.post("/api/admin/crawl-tasks", json=wanted)).raise_for_status()
    return url


async def task_of(client: httpx.AsyncClient, url: str) -> Any:
    tasks = (await asked(client, "/api/admin/crawl-tasks"))["tasks"]
    return next(task for task in tasks if task["url"] == url)


async def settled(client: httpx.AsyncClient, url: str) -> str:
    """How a page ends."""
    for _ in range(100):
        status = str((await task_of(client, url))["status"])
        if status in ("completed", "failed"):
            return status
        await asyncio.sleep(0.1)
    raise AssertionError(f"{url} does not end.")


def row_with(page: Page, words: str) -> Locator:
    return page.get_by_role("row").filter(has_text=words)


async def confirm(page: Page, act: str | re.Pattern[str]) -> None:
    await page.get_by_role("dialog").get_by_role("button", name=act).click()


async def test_a_user_without_admin_access_sees_how_to_get_it_and_nothing_else(page: Page) -> None:
    calls: list[str] = []
    page.on("request", lambda request: calls.append(request.url))
    for part in ("/engine", "/engine/dead-letters"):
        await page.goto(part)
        await expect(page.get_by_role("heading", name="Admin access required")).to_be_visible()
        await expect(page.get_by_text(re.compile(r"^GARNER_ADMIN_EMAILS=person-"))).to_be_visible()
        await expect(page.get_by_text(ADMIN)).to_have_count(0)
        await assert_accessible(page)
    assert not [url for url in calls if "/api/admin/" in url]


async def test_every_section_is_accessible_in_both_color_schemes_and_fits_a_phone(visit: Visit) -> None:
    page = await visit(ADMIN, viewport=PHONE)
    for part in PARTS:
        await page.goto(f"/engine/{part}".rstrip("/"))
        chosen = page.get_by_role("navigation", name="Engine sections").locator("[aria-current=page]")
        await expect(chosen).to_be_visible()
        await expect(page.get_by_role("status", name="Loading")).to_have_count(0)
        await assert_fits_a_phone(page)


async def test_the_sections_are_links_that_the_keyboard_reaches(admin_page: Page) -> None:
    await admin_page.goto("/engine")
    parts = admin_page.get_by_role("navigation", name="Engine sections")
    await parts.get_by_role("link", name="Overview").focus()
    await admin_page.keyboard.press("Tab")
    await admin_page.keyboard.press("Enter")
    await expect(admin_page.get_by_role("heading", name="Engine: Lanes", level=1)).to_be_visible()
    await expect(admin_page).to_have_url(re.compile("/engine/lanes$"))


async def test_a_dead_letter_is_found_by_its_cause_and_replayed_until_its_page_is_read(
    admin_page: Page, served: Served
) -> None:
    async with operator(admin_page, served) as client:
        url = await order(client, "/recipes/herb-omelette", "recipe")  # which fails twice, and then works
        assert await settled(client, url) == "failed"

        await admin_page.goto("/engine")
        await admin_page.get_by_role("link", name="View dead letters").click(timeout=WORK_MS)
        await expect(row_with(admin_page, "server_error")).to_contain_text("1")
        await admin_page.get_by_role("link", name="server_error").click()
        await expect(admin_page).to_have_url(re.compile("cause=server_error"))
        await expect(row_with(admin_page, url)).to_be_visible()
        await assert_accessible(admin_page)

        tries = len(
            (await asked(client, f"/api/admin/crawl-tasks/{(await task_of(client, url))['id']}/attempts"))["attempts"]
        )
        await admin_page.get_by_role("button", name=f"Replay {url}").click()
        await expect(admin_page.get_by_text("1 dead letter replayed (1 page).")).to_be_visible()
        # It starts again, fails once more, and is listed again.
        await expect(admin_page.get_by_role("status").filter(has_text="server_error: 1 dead letter")).to_be_visible(
            timeout=WORK_MS
        )
        assert await settled(client, url) == "failed"
        task = await task_of(client, url)
        again = (await asked(client, f"/api/admin/crawl-tasks/{task['id']}/attempts"))["attempts"]
        assert len(again) == tries + 1

        await expect(row_with(admin_page, url)).to_be_visible(timeout=WORK_MS)
        await admin_page.get_by_role("button", name="Replay all (1)").click()
        await confirm(admin_page, "Replay 1 dead letter")
        await expect(admin_page.get_by_role("heading", name="No dead letters left for this cause")).to_be_visible(
            timeout=WORK_MS
        )
        await expect(admin_page.get_by_role("status").filter(has_text="server_error: 0 dead letters")).to_be_visible()
        assert await settled(client, url) == "completed"


async def test_selected_letters_are_replayed_after_a_confirmation(admin_page: Page, served: Served) -> None:
    async with operator(admin_page, served) as client:
        url = await order(client, "/careers/night-baker", "posting")  # which breaks off each time
        assert await settled(client, url) == "failed"
        before = await task_of(client, url)
        await admin_page.goto("/engine/dead-letters?cause=network_error")
        await expect(admin_page.get_by_role("button", name="Replay selected (0)")).to_be_disabled()
        await admin_page.get_by_label(f"Select {url}").check()
        await admin_page.get_by_role("button", name="Replay selected (1)").click()
        await expect(admin_page.get_by_role("dialog", name="Replay 1 dead letter?")).to_be_visible()
        await assert_accessible(admin_page)
        await confirm(admin_page, "Cancel")
        await expect(row_with(admin_page, url)).to_be_visible()
        assert (await task_of(client, url))["updatedAt"] == before["updatedAt"]

        await admin_page.get_by_role("button", name="Replay selected (1)").click()
        await confirm(admin_page, "Replay 1 dead letter")
        await expect(admin_page.get_by_role("button", name="Replay selected (0)")).to_be_visible()
        await expect(admin_page.get_by_text("1 dead letter replayed (1 page).")).to_be_visible()


async def test_changing_the_settings_of_a_site_keeps_the_other_settings(admin_page: Page, served: Served) -> None:
    async with operator(admin_page, served) as client:
        known = {"crawlDelaySeconds": 2, "maxConcurrentRequests": 3}
        (await client.patch(f"/api/admin/domains/{LANE}", json=known)).raise_for_status()
        await admin_page.goto("/engine/lanes")
        await admin_page.get_by_label("Search sites").fill("SHOP.ex")
        await expect(admin_page).to_have_url(re.compile("q=SHOP.ex"))
        await admin_page.get_by_role("button", name=LANE).click()
        drawer = admin_page.get_by_role("dialog", name=LANE)
        await expect(drawer.get_by_label("Delay between requests")).to_have_value("2")
        await assert_accessible(admin_page)

        # Another operator changes another setting in the meantime.
        (await client.patch(f"/api/admin/domains/{LANE}", json={"maxConcurrentRequests": 7})).raise_for_status()
        await drawer.get_by_label("Delay between requests").fill("0.5")
        await drawer.get_by_label("Paused").check(force=True)
        await drawer.get_by_role("button", name="Save").click()
        await expect(admin_page.get_by_text(f"The settings of {LANE} apply from the next request.")).to_be_visible()
        shown = await asked(client, f"/api/admin/domains/{LANE}")
        assert (shown["crawlDelaySeconds"], shown["maxConcurrentRequests"]) == (0.5, 7) and shown["pausedAt"]
        await expect(drawer.get_by_text("Paused", exact=True).first).to_be_visible()

        await drawer.get_by_label("Delay between requests").fill("")
        await drawer.get_by_label("Enabled").uncheck(force=True)
        await drawer.get_by_role("button", name="Save").click()
        await confirm(admin_page, "Keep enabled")
        assert (await asked(client, f"/api/admin/domains/{LANE}"))["isActive"]
        await drawer.get_by_role("button", name="Save").click()
        await confirm(admin_page, "Disable")
        await expect(drawer.get_by_text("Disabled", exact=True)).to_be_visible()
        shown = await asked(client, f"/api/admin/domains/{LANE}")
        assert (shown["crawlDelaySeconds"], shown["isActive"]) == (None, False)


async def test_an_open_breaker_is_shown_in_the_overview_and_can_be_closed(admin_page: Page, served: Served) -> None:
    async with operator(admin_page, served) as client:
        (await client.patch("/api/admin/domains/silent.example", json={"paused": False})).raise_for_status()
        await served.execute(
            """
            update lanes set failures = 5, breaker_cause = 'network_error', opened_at = now() - interval '2 minutes',
                             open_until = now() + interval '10 minutes'
            where domain_id = (select id from domains where domain_name = 'silent.example')
            """,
        )
        await admin_page.goto("/engine")
        await admin_page.get_by_role("link", name="View open breakers").click()
        await admin_page.get_by_role("button", name="silent.example").click()
        drawer = admin_page.get_by_role("dialog", name="silent.example")
        await expect(
            drawer.get_by_text(re.compile(r"The breaker has been open for 2 min.*network error"))
        ).to_be_visible()
        await drawer.get_by_role("button", name="Close breaker").click()
        await (
            admin_page.get_by_role("dialog", name="Close the breaker of silent.example?")
            .get_by_role("button", name="Close breaker")
            .click()
        )
        await expect(drawer.get_by_text("The breaker is closed. Requests are allowed.")).to_be_visible()
        assert (await asked(client, "/api/admin/domains", openBreakers="true"))["domains"] == []


async def test_a_lane_shows_its_last_success_or_that_there_was_none(admin_page: Page, served: Served) -> None:
    async with operator(admin_page, served) as client:
        url = await order(client, "/recipes/lemon-drizzle-cake", "recipe")
        assert await settled(client, url) == "completed"
        (await client.patch("/api/admin/domains/quiet.example", json={"paused": False})).raise_for_status()
        site = httpx.URL(url).netloc.decode()
        await admin_page.goto("/engine/lanes")
        await expect(row_with(admin_page, "quiet.example")).to_contain_text("never")
        await expect(row_with(admin_page, site)).not_to_contain_text("never")
        last = (await asked(client, f"/api/admin/domains/{site}"))["lastSuccessAt"]
        await expect(row_with(admin_page, site).locator(f"time[datetime='{last}']")).to_be_visible()
        await admin_page.get_by_role("button", name="quiet.example").click()
        await expect(admin_page.get_by_text("No page has been fetched yet.")).to_be_visible()


async def test_a_page_sent_as_any_is_not_a_failure_of_other_kinds(admin_page: Page) -> None:
    await admin_page.goto("/")
    await admin_page.get_by_role("button", name="Try a posting").click()
    await expect(admin_page.get_by_text("1 of 1 item done")).to_be_visible(timeout=WORK_MS)
    await admin_page.goto("/engine/parsers")
    table = admin_page.get_by_role("table", name="Extraction quality by site")
    for kind in ("any", "posting"):
        row = table.get_by_role("row").filter(has=admin_page.get_by_role("cell", name=kind, exact=True))
        await expect(row).to_contain_text("100 %", timeout=WORK_MS)
    await expect(table.get_by_role("cell", name="product", exact=True)).to_have_count(0)
    await expect(admin_page.get_by_text("Pages sent as Any count under “any”")).to_be_visible()
    await assert_accessible(admin_page)


async def test_a_proxy_is_added_disabled_and_deleted_and_its_password_is_never_shown(
    admin_page: Page, served: Served
) -> None:
    await admin_page.goto("/engine/proxies")
    await admin_page.get_by_role("button", name="Add proxy").click()
    dialog = admin_page.get_by_role("dialog", name="Add proxy")
    await dialog.get_by_label("Protocol").select_option("socks5")
    await dialog.get_by_label("Host").fill("proxy.example")
    await dialog.get_by_label("Port").fill("1080")
    await dialog.get_by_label("User name").fill("garner")
    await dialog.get_by_label("Password", exact=True).fill("most secret")
    await assert_accessible(admin_page)
    async with admin_page.expect_response(re.compile("/api/admin/proxies")) as told:
        await dialog.get_by_role("button", name="Add proxy").click()
    answer = await (await told.value).text()
    row = row_with(admin_page, "socks5://garner@proxy.example:1080")
    await expect(row).to_contain_text("with password")
    await expect(row).to_contain_text("Enabled")
    await expect(row).to_contain_text("not used yet")
    await served.execute("update proxies set success_count = 900, recent_requests = 80, recent_successes = 60")
    await expect(row).to_contain_text("75 %", timeout=WORK_MS)
    await expect(row).to_contain_text("900 succeeded in total")
    await assert_accessible(admin_page)

    await row.get_by_label("Enable socks5://garner@proxy.example:1080").click(
        force=True
    )  # the switch changes after the server has
    await expect(row).to_contain_text("Disabled")
    await row.get_by_role("button", name="Delete").click()
    await expect(admin_page.get_by_role("dialog")).to_contain_text(
        "This is the last proxy. Without it, pages are fetched directly"
    )
    await confirm(admin_page, "Delete proxy")
    await expect(admin_page.get_by_role("heading", name="No proxies")).to_be_visible()
    async with operator(admin_page, served) as client:
        assert (await asked(client, "/api/admin/proxies"))["proxies"] == []
    assert "most secret" not in answer + await admin_page.content()


async def test_a_controllers_chart_is_drawn_and_its_table_has_the_numbers_of_the_api(
    admin_page: Page, served: Served
) -> None:
    await admin_page.goto("/engine/controllers")
    card = admin_page.get_by_role("region", name="Claim size, reading", exact=True)
    await expect(card.locator("canvas").first).to_be_visible(timeout=WORK_MS)
    assert await is_drawn(card.locator("canvas").first)
    await admin_page.emulate_media(color_scheme="dark")
    await expect_to_fill(card)
    await admin_page.set_viewport_size({"width": 700, "height": 800})
    await expect_to_fill(card)
    await admin_page.get_by_role("button", name="Pause charts").click()
    async with operator(admin_page, served) as client:
        controllers = (await asked(client, "/api/tuning"))["controllers"]
    controller = next(one for one in controllers if one["controller"] == "claim_size_extract")
    decisions = [decision for process in controller["processes"] for decision in process["decisions"]]
    assert decisions
    await expect(card).to_contain_text(decisions[0]["cause"])

    await card.get_by_label("Show as table: Claim size, reading over time").check(force=True)
    cells = await card.get_by_role("table", name="Claim size, reading over time").get_by_role("row").all_inner_texts()
    shown = [float(row.split("\t")[-1].replace(",", "")) for row in cells[1:]]
    assert sorted(shown) == sorted(decision["value"] for decision in decisions)
    await assert_accessible(admin_page)


async def expect_to_fill(card: Locator) -> None:
    """Wait until the chart fills the available width."""
    room = card.get_by_role("img").first
    filled = "one => Math.abs(one.querySelector('canvas').clientWidth - one.clientWidth) < 2"
    for _ in range(50):
        if await room.evaluate(filled):
            return
        await asyncio.sleep(0.1)
    raise AssertionError("The chart does not fill the available width.")


async def is_drawn(canvas: Locator) -> bool:
    """Whether there is anything on it but background."""
    return bool(
        await canvas.evaluate(
            "one => one.getContext('2d').getImageData(0, 0, one.width, one.height).data.some(value => value > 0)"
        )
    )


async def test_a_reparse_changes_records_only_after_approval(admin_page: Page, served: Served) -> None:
    async with operator(admin_page, served) as client:
        url = await order(client, "/recipes/lemon-drizzle-cake", "recipe")
        assert await settled(client, url) == "completed"
        # As an older extractor might have read it.
        await served.execute(
            """update recipes set data = data || '{"title": "Lemon"}' where title like 'Lemon drizzle%'"""
        )

        await admin_page.goto("/engine/reparse")
        await admin_page.get_by_label("Kind").select_option("recipe")
        await admin_page.get_by_role("button", name="Start dry run").click()
        run = admin_page.get_by_role("region", name="Run details")
        approve = run.get_by_role("button", name="Approve and apply to 1 page")
        await expect(approve).to_be_visible(timeout=WORK_MS)
        await expect(run.get_by_role("row").filter(has_text="title")).to_contain_text(
            re.compile("Lemon → Lemon drizzle")
        )
        assert await title_of(served) == "Lemon"
        await assert_accessible(admin_page)

        await approve.click()
        await confirm(admin_page, "Apply to 1 page")
        await expect(run.get_by_text("1 record written.")).to_be_visible(timeout=WORK_MS)
        assert (await title_of(served)).startswith("Lemon drizzle")
        await expect(admin_page.get_by_role("table", name="Recent runs").get_by_role("row")).to_have_count(3)
        await assert_accessible(admin_page)


async def title_of(served: Served) -> str:
    (row,) = await served.execute("select data ->> 'title' from recipes where title like 'Lemon%'")
    return str(row[0])


async def test_an_action_is_listed_with_the_values_before_and_after_and_found_by_filters(
    admin_page: Page, served: Served
) -> None:
    async with operator(admin_page, served) as client:
        for seconds in (1, 2):
            path = "/api/admin/domains/audited.example"
            (await client.patch(path, json={"crawlDelaySeconds": seconds})).raise_for_status()
    await admin_page.goto("/engine/audit?object=domain:audited.example")
    row = row_with(admin_page, "Crawl delay seconds: 1 → 2")
    await expect(row).to_contain_text(ADMIN)
    await expect(row).to_contain_text("Site audited.example")
    await row.get_by_role("button", name="Site changed").click()
    values = admin_page.get_by_role("dialog", name="Site changed")
    await expect(values.get_by_role("row").filter(has_text="Crawl delay seconds")).to_contain_text("changed")
    await expect(values.get_by_role("row").filter(has_text="Obey robots.txt")).not_to_contain_text("changed")
    await assert_accessible(admin_page)
    await admin_page.keyboard.press("Escape")

    await admin_page.set_viewport_size(PHONE)
    card = admin_page.get_by_role("listitem").filter(has_text="Crawl delay seconds: 1 → 2")
    await expect(card.get_by_text("Site audited.example")).to_be_in_viewport(ratio=1)
    await assert_accessible(admin_page)
    await admin_page.set_viewport_size(DESKTOP)

    await expect(admin_page.get_by_role("button", name="Remove the filter Site audited.example")).to_be_visible()
    await admin_page.get_by_label("Action").select_option(label="Proxy deleted")
    await expect(admin_page.get_by_role("heading", name="No actions match the filters")).to_be_visible()
    await expect(admin_page).to_have_url(re.compile("action=proxy.remove"))
    await admin_page.get_by_role("button", name="Clear filters").click()
    await expect(row).to_be_visible()
    await admin_page.get_by_role("textbox", name="Operator").fill("nobody")
    await expect(admin_page.get_by_role("heading", name="No actions match the filters")).to_be_visible()
    await assert_accessible(admin_page)
