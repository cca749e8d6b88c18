"""Pending items of all jobs: why each waits, and which are stuck."""

from typing import Any
from uuid import uuid4

from playwright.async_api import Page, expect
from tests.browser.accessibility import assert_accessible
from tests.browser.conftest import Visit
from tests.browser.served import Served
from tests.browser.users import PHONE, new_email, token_of

WORK_MS = 60_000
# A claim that began before a job was paused does not see the pause.
AWAIT_EARLIER_TRANSACTIONS = """
    do $$ begin
        while exists (select from pg_stat_activity
                      where datname = current_database() and pid <> pg_backend_pid() and xact_start < now()) loop
            perform pg_sleep(.05);
            perform pg_stat_clear_snapshot();
        end loop;
    end $$
"""


async def send_paused(page: Page, served: Served, name: str, rows: int) -> int:
    """Send a job and pause it before a worker begins one of its rows. A row that a worker has begun ends although the
    job is paused, so a job that was paused too late is canceled and sent again, with pages of its own."""
    async with served.client(await token_of(page)) as client:
        for _ in range(20):
            row = f"Kettle {{0}},Hearth,K-{{0}},http://kettles-{uuid4().hex[:8]}.invalid/{{0}}\n"
            content = "title,brand,sku,url\n" + "".join(row.format(number) for number in range(1, rows + 1))
            sent = await client.post("/api/jobs", files={"file": (name, content)}, data={"kind": "product"})
            job = f"/api/jobs/{sent.raise_for_status().json()['jobId']}"
            (await client.post(f"{job}/pause")).raise_for_status()
            await served.execute(AWAIT_EARLIER_TRANSACTIONS)
            counts = (await client.get(job)).raise_for_status().json()["counts"]
            if all(count == 0 for state, count in counts.items() if state != "pending"):
                return int(sent.json()["jobId"])
            (await client.post(f"{job}/cancel")).raise_for_status()
    raise AssertionError("No job could be paused before its first row was begun.")


async def ask(page: Page, served: Served, path: str) -> Any:
    async with served.client(await token_of(page)) as client:
        return (await client.get(path)).raise_for_status().json()


async def test_all_pending_items_are_listed_while_scrolling_and_each_says_why_it_waits(
    page: Page, served: Served
) -> None:
    await page.goto("/pending")
    await expect(page.get_by_text("No pending items")).to_be_visible()
    await assert_accessible(page)
    job_id = await send_paused(page, served, "kettles.csv", 450)
    await page.reload()
    table = page.get_by_role("region", name="Pending items")
    first = table.get_by_role("row").filter(has_text="Kettle")
    await expect(first.first.get_by_text(f"Paused: Job {job_id} is paused")).to_be_visible()
    await expect(first.first.get_by_text("Resume the job to continue.")).to_be_visible()
    await expect(first.first.get_by_text("Table", exact=True)).to_be_visible()
    await expect(first.first.get_by_text("0 %")).to_be_visible()
    await assert_accessible(page)

    listed = await ask(page, served, "/api/pending?pageSize=1000")
    last = listed["items"][-1]["row"]
    for _ in range(100):  # until all pages of the list are loaded
        await table.evaluate("element => { element.scrollTop = element.scrollHeight }")
        await page.wait_for_timeout(300)
        if await table.get_by_label(f"Select row {last} of job {job_id}").count():
            break
    await expect(table.get_by_label(f"Select row {last} of job {job_id}")).to_be_visible()
    assert await table.get_by_role("row").count() < 60  # what is not in view is not drawn

    await table.evaluate("element => { element.scrollTop = 0 }")
    await first.first.get_by_role("link", name=f"Open job {job_id}").click()
    await expect(page.get_by_role("heading", level=1, name="kettles.csv")).to_be_visible()
    await expect(page.get_by_role("tab", name="Pending")).to_have_attribute("aria-selected", "true")


async def test_selected_items_are_retried_and_filters_stay_in_the_address(page: Page, served: Served) -> None:
    hers = await send_paused(page, served, "kettles.csv", 3)
    other = await send_paused(page, served, "pots.csv", 2)
    await page.goto("/pending")
    table = page.get_by_role("region", name="Pending items")
    await expect(table.get_by_role("link", name="Open job")).to_have_count(5)
    await page.get_by_label("Job", exact=True).fill(str(other))
    await expect(table.get_by_role("link", name="Open job")).to_have_count(2)
    assert f"job={other}" in page.url
    await page.get_by_label("Status").select_option("Running")
    await expect(page.get_by_text("No pending items match the filters")).to_be_visible()
    await page.get_by_role("button", name="Clear filters").click()
    await table.get_by_label(f"Select row 1 of job {hers}").check()
    await table.get_by_label(f"Select row 2 of job {other}").check()
    await page.get_by_role("button", name="Retry selected (2)").click()
    dialog = page.get_by_role("dialog", name="Retry 2 items?")
    await assert_accessible(page)
    await dialog.get_by_role("button", name="Retry 2 items").click()
    await expect(page.get_by_text("Retrying 2 items")).to_be_visible()
    await expect(page.get_by_role("button", name="Retry selected", exact=True)).to_be_disabled()


async def test_only_an_admin_sees_the_items_of_all_users(
    page: Page, admin_page: Page, visit: Visit, served: Served
) -> None:
    job_id = await send_paused(page, served, "kettles.csv", 1)
    await page.goto("/pending?whose=mine")
    await expect(page.get_by_role("link", name=f"Open job {job_id}")).to_be_visible()
    await expect(page.get_by_text("All users")).to_have_count(0)
    await admin_page.goto(f"/pending?job={job_id}")
    await expect(admin_page.get_by_text("No pending items match the filters")).to_be_visible()
    await admin_page.get_by_text("All users").click()
    await expect(admin_page.get_by_role("link", name=f"Open job {job_id}")).to_be_visible()
    phone = await visit(new_email(), "/pending", viewport=PHONE, color_scheme="dark")
    await send_paused(phone, served, "kettles.csv", 3)
    await phone.reload()
    await expect(phone.get_by_text("Kettle 1")).to_be_attached()
    await assert_accessible(phone)
    assert await phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


async def test_a_stuck_job_says_what_to_do_and_can_run_on_the_server(visit: Visit, bare: Served) -> None:
    page = await visit(new_email(), "/pending", at=bare)
    await expect(page.get_by_text("GARNER_PENDING_DASHBOARD=true")).to_be_visible()
    await assert_accessible(page)
    async with bare.client(await token_of(page)) as client:
        sent = await client.post(
            "/api/jobs", files={"file": ("dishes.csv", "title\nCake\nPie\n")}, data={"kind": "recipe"}
        )
    await page.goto(f"/jobs/{sent.raise_for_status().json()['jobId']}?tab=pending")
    notice = page.get_by_role("status").filter(has_text="Action needed")
    await expect(notice.get_by_text("Start a worker: garner worker")).to_be_visible()
    await assert_accessible(page)
    await notice.get_by_role("button", name="Run on the server").click()
    await expect(page.get_by_role("list", name="Rows by status")).to_have_text("2 not found", timeout=WORK_MS)
    await expect(notice).to_be_hidden()
