"""Pending items of all jobs: owners, order and count."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace

import httpx
import pytest

from garner import observe
from garner.core import cursor

from .grid_helpers import Batches, every_page

PENDING = "/api/pending"


@pytest.fixture
def events() -> Iterator[list[observe.Event]]:
    events: list[observe.Event] = []
    unsubscribe = observe.subscribe(events.append)
    yield events
    unsubscribe()


async def test_the_pending_list_is_not_found_if_disabled(batches: Batches) -> None:
    settings = batches.engine.settings.with_values(pending_dashboard=False)
    batches.engine = replace(batches.engine, settings=settings)
    ana = await batches.person("ana@example.com")
    answer = await ana.get(PENDING)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    job_id = await batches.add_job()
    await batches.add_rows(job_id, "PENDING")
    of_job = await ana.get(f"/api/jobs/{job_id}/items?statuses=PENDING,PROCESSING")  # always available
    assert len(of_job.json()["items"]) == 1


async def test_a_user_sees_open_items_of_their_jobs_and_an_admin_of_all_jobs(
    batches: Batches, ana: httpx.AsyncClient, ben: httpx.AsyncClient, admin: httpx.AsyncClient
) -> None:
    hers, his = await batches.add_job(), await batches.add_job("ben@example.com", job_type="image")
    ended = await batches.add_job(queue_state="CANCELED")
    for job_id in (hers, his, ended):
        await batches.add_rows(job_id, "PENDING", 2)
        await batches.add_rows(job_id, "DONE")
    assert {item["jobId"] for item in (await ana.get(PENDING)).json()["items"]} == {hers}
    assert {item["jobId"] for item in (await ben.get(f"{PENDING}?userId=me")).json()["items"]} == {his}
    refused = await ben.get(f"{PENDING}?userId=all")
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    all_of_them = (await admin.get(f"{PENDING}?userId=all")).json()
    assert {item["jobId"] for item in all_of_them["items"]} == {hers, his}
    assert (len(all_of_them["items"]), all_of_them["pendingCount"]) == (4, 4)
    by_type = (await admin.get(f"{PENDING}?userId=all&jobType=image")).json()
    assert {item["jobId"] for item in by_type["items"]} == {his}
    assert (await ana.get(PENDING, params={"jobId": his})).json()["items"] == []


async def test_the_longest_waiting_items_come_first_and_equal_times_lose_no_item(
    batches: Batches, ana: httpx.AsyncClient
) -> None:
    first, second = await batches.add_job(), await batches.add_job()
    for number in range(3):
        for job_id in (first, second):
            await batches.add_rows(job_id, "PENDING", 5, updated_at=f"2026-03-01T12:00:0{number}Z")
            await batches.add_rows(job_id, "PROCESSING", 2, updated_at=f"2026-03-01T12:00:0{number}Z")
    [held] = await batches.add_rows(first, "PENDING", updated_at="2026-03-01T11:00:00Z")
    await batches.lease(held)
    found = await every_page(ana, PENDING, pageSize=4)
    assert len(found) == len({item["id"] for item in found}) == 43
    keys = [(item["updatedAt"], item["id"]) for item in found]
    assert keys == sorted(keys)
    assert (found[-1]["id"], found[-1]["status"], found[-1]["lockedBy"]) == (held, "PROCESSING", "w-1")
    within = await every_page(ana, PENDING, **{"from": "2026-03-01T12:00:01Z", "to": "2026-03-01T12:00:02Z"})
    assert {item["updatedAt"] for item in within} == {"2026-03-01T12:00:01Z"} and len(within) == 14
    processing = await every_page(ana, PENDING, statuses="PROCESSING", jobId=first)
    assert len(processing) == 7 and {item["status"] for item in processing} == {"PROCESSING"}


async def test_every_pending_item_names_its_owner(
    batches: Batches, ana: httpx.AsyncClient, ben: httpx.AsyncClient, admin: httpx.AsyncClient
) -> None:
    people = {row["email"]: row["user_id"] for row in await batches.execute("select email, user_id from users")}
    for email in ("ana@example.com", "ben@example.com"):
        await batches.add_rows(await batches.add_job(email), "PENDING")
    seen = (await admin.get(f"{PENDING}?userId=all")).json()["items"]
    assert {(item["userEmail"], item["userId"]) for item in seen} == {
        (email, people[email]) for email in ("ana@example.com", "ben@example.com")
    }
    [own] = (await ana.get(PENDING)).json()["items"]
    assert own["userEmail"] == "ana@example.com"


async def test_an_item_that_stays_pending_is_listed_once_while_others_end(
    batches: Batches, ana: httpx.AsyncClient
) -> None:
    job_id = await batches.add_job()
    items = await batches.add_rows(job_id, "PENDING", 80)
    staying = set(items[::2])

    async def work() -> None:
        for item in items[1::2]:
            await batches.end(item)

    working = asyncio.create_task(work())
    found = [item["id"] for item in await every_page(ana, PENDING, pageSize=5)]
    await working
    assert len(found) == len(set(found)) and staying <= set(found)


@pytest.mark.parametrize(
    "query",
    [
        "userId=7",
        "statuses=DONE",
        "statuses=NONSENSE",
        "pageSize=0",
        "after=nonsense",
        f"after={cursor.encode_row(3)}",
        "jobId=x",
        "from=never",
    ],
)
async def test_an_invalid_query_is_rejected(ana: httpx.AsyncClient, query: str) -> None:
    answer = await ana.get(f"{PENDING}?{query}")
    assert answer.status_code == 422 and answer.json()["fields"]


async def test_the_pending_count_is_cached(batches: Batches, ana: httpx.AsyncClient) -> None:
    job_id = await batches.add_job()
    await batches.add_rows(job_id, "PENDING", 3)
    assert (await ana.get(PENDING)).json()["pendingCount"] == 3
    await batches.add_rows(job_id, "PENDING", 3)
    assert (await ana.get(PENDING)).json()["pendingCount"] == 3
    batches.engine = replace(batches.engine)  # another process, which has counted nothing yet
    again = await batches.person("ana@example.com")
    assert (await again.get(PENDING)).json()["pendingCount"] == 6


async def test_the_bounds_of_a_page_and_slow_queries_are_logged(batches: Batches, events: list[observe.Event]) -> None:
    settings = batches.engine.settings.with_values(slow_query_ms=0.000001)
    batches.engine = replace(batches.engine, settings=settings)
    ana = await batches.person("ana@example.com")
    job_id = await batches.add_job()
    first, _, last = await batches.add_rows(job_id, "PENDING", 3, updated_at="2026-03-01T12:00:00Z")
    await ana.get(PENDING)
    await ana.get(f"/api/jobs/{job_id}/items")
    pages = [event for event in events if isinstance(event, observe.PageListed)]
    assert [(page.listing, page.rows) for page in pages] == [("pending", 3), ("items", 3)]
    assert pages[0].first == f"2026-03-01T12:00:00+00:00|{first}" and pages[0].last is not None
    assert pages[0].last.endswith(last)
    slow = [event for event in events if isinstance(event, observe.QueryWasSlow)]
    assert [event.listing for event in slow] == ["pending", "items"] and slow[0].milliseconds > 0
