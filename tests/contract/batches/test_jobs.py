"""Jobs as their owners see them: progress, speed, reasons for waiting, and access."""

import asyncio

import httpx
import pytest

from .grid_helpers import Batches

COUNTERS = {"pending", "processing", "done", "notFound", "error", "skipped", "canceled"}


async def job(client: httpx.AsyncClient, job_id: int) -> dict:
    answer = await client.get(f"/api/jobs/{job_id}")
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_a_job_shows_its_type_file_counters_and_state(batches: Batches, ana: httpx.AsyncClient) -> None:
    [file] = await batches.execute(
        """insert into files (name, size_bytes, content_hash, path) values ('spring.csv', 1, 'x', 'p') returning id"""
    )
    job_id = await batches.add_job(file_id=file["id"], last_error="Line 17: it has more cells than there are columns.")
    await batches.add_rows(job_id, "PENDING", 3)
    await batches.add_rows(job_id, "ERROR")
    await batches.add_rows(job_id, "NOT_FOUND", 2)
    found = await job(ana, job_id)
    assert set(found["counts"]) == COUNTERS
    assert (found["jobId"], found["jobType"], found["kind"], found["fileName"]) == (
        job_id,
        "table",
        "product",
        "spring.csv",
    )
    assert (found["totalItems"], found["processedItems"], found["failedItems"]) == (6, 3, 3)
    assert found["counts"] == dict.fromkeys(COUNTERS, 0) | {"pending": 3, "error": 1, "notFound": 2}
    assert found["lastError"].startswith("Line 17") and found["queueState"] == "QUEUED"


async def test_the_counters_add_up_at_all_times_while_rows_end_and_deltas_are_folded(
    batches: Batches, ana: httpx.AsyncClient
) -> None:
    job_id = await batches.add_job()
    items = await batches.add_rows(job_id, "PENDING", 60)

    async def work() -> None:
        for number, item in enumerate(items):
            if number % 3 == 0:
                await batches.lease(item)
            await batches.end(item, "DONE" if number % 2 else "ERROR")

    async def fold() -> None:
        while True:
            await batches.fold()
            await asyncio.sleep(0.01)

    folding = asyncio.create_task(fold())
    working = asyncio.create_task(work())
    looks = 0
    while not working.done():
        found = await job(ana, job_id)
        assert sum(found["counts"].values()) == found["totalItems"] == 60
        assert min(found["counts"].values()) >= 0
        looks += 1
    folding.cancel()
    await working
    assert looks > 5
    assert (await job(ana, job_id))["counts"] == dict.fromkeys(COUNTERS, 0) | {"done": 30, "error": 30}


async def test_a_leased_row_counts_as_processing(batches: Batches, ana: httpx.AsyncClient) -> None:
    job_id = await batches.add_job()
    first, *_ = await batches.add_rows(job_id, "PENDING", 3)
    await batches.lease(first)
    [listed] = (await ana.get("/api/jobs")).json()["jobs"]
    for found in (await job(ana, job_id), listed):
        assert (found["counts"]["pending"], found["counts"]["processing"], found["totalItems"]) == (2, 1, 3)


async def test_speed_and_eta_are_computed_from_the_last_half_minute(batches: Batches, ana: httpx.AsyncClient) -> None:
    job_id = await batches.add_job()
    items = await batches.add_rows(job_id, "PENDING", 30)
    await batches.fold()
    assert (await job(ana, job_id))["itemsPerSecond"] == 0
    assert (await job(ana, job_id))["etaSeconds"] is None
    for item in items[:10]:
        await batches.end(item)
    await batches.fold()
    await batches.execute("update job_changes set happened_at = now() - interval '5 seconds' where number = 1")
    found = await job(ana, job_id)
    assert found["itemsPerSecond"] == pytest.approx(2.0, rel=0.1)
    assert 9 <= found["etaSeconds"] <= 11


async def test_a_job_says_why_it_waits(batches: Batches, ana: httpx.AsyncClient) -> None:
    ingesting = await batches.add_job(ingested=False)
    await batches.add_rows(ingesting, "PENDING", 1500)
    assert (await job(ana, ingesting))["waiting"] == "Rows are being read (1,500 so far). No worker is running."
    paused = await batches.add_job(queue_state="PAUSED")
    assert "paused" in (await job(ana, paused))["waiting"]
    stuck = await batches.add_job()
    [item] = await batches.add_rows(stuck, "PENDING")
    assert (await job(ana, stuck))["waiting"] == "No worker is running."
    await batches.execute("insert into workers (name, allows_private) values ('w', false)")
    assert (await job(ana, stuck))["waiting"] is None
    await batches.execute(
        """
        with lane as (insert into lanes (stage, job_id) values ('match', %(job)s) returning id)
        insert into work (stage, item_id, lane_id, rank, due_at)
        select 'match', %(item)s, id, now(), '2199-01-01T00:00:00Z' from lane
        """,
        job=stuck,
        item=item,
    )
    assert (await job(ana, stuck))["waiting"] == "Row 1 is retried; next try at 2199-01-01T00:00:00Z."
    done = await batches.add_job(queue_state="DONE")
    assert (await job(ana, done))["waiting"] is None


async def test_a_job_says_that_the_domain_of_its_row_is_paused(batches: Batches, ana: httpx.AsyncClient) -> None:
    await batches.execute(
        """
        with worker as (insert into workers (name, allows_private) values ('w', true)),
        site as (insert into domains (domain_name, base_url, paused_at)
                 values ('shop.example', 'https://shop.example', now()) returning id),
        lane as (insert into lanes (stage, domain_id) select 'crawl', id from site),
        page as (insert into resources (url_hash, url) values (repeat('a', 64), 'https://shop.example/pan'))
        insert into crawl_tasks (domain_id, url, url_hash, status)
        select id, 'https://shop.example/pan', repeat('a', 64), 'queued' from site
        """
    )
    job_id = await batches.add_job(queue_state="RUNNING")
    await batches.add_rows(job_id, "PENDING", kind="product", url="https://shop.example/pan", url_hash="a" * 64)
    assert (await job(ana, job_id))["waiting"] == "Row 1: shop.example is paused until an operator resumes it."


async def test_jobs_are_listed_newest_first_page_by_page(batches: Batches, ana: httpx.AsyncClient) -> None:
    made = [await batches.add_job(created_at="2026-03-01T12:00:00Z") for _ in range(7)]  # with equal timestamps
    listed: list[int] = []
    after: str | None = None
    while True:
        parameters = {"pageSize": 3, **({"after": after} if after else {})}
        page = (await ana.get("/api/jobs", params=parameters)).raise_for_status().json()
        listed += [found["jobId"] for found in page["jobs"]]
        after = page["next"]
        if after is None:
            break
    assert listed == made[::-1]


async def test_jobs_are_filtered_by_state_and_type(batches: Batches, ana: httpx.AsyncClient) -> None:
    running = await batches.add_job(queue_state="RUNNING")
    pictures = await batches.add_job(job_type="image")
    assert [found["jobId"] for found in (await ana.get("/api/jobs?state=RUNNING")).json()["jobs"]] == [running]
    assert [found["jobId"] for found in (await ana.get("/api/jobs?jobType=image")).json()["jobs"]] == [pictures]
    assert (await ana.get("/api/jobs?state=NONSENSE")).status_code == 422


async def test_jobs_of_other_users_are_not_found_except_by_admins(
    batches: Batches, ana: httpx.AsyncClient, ben: httpx.AsyncClient, admin: httpx.AsyncClient
) -> None:
    job_id = await batches.add_job()
    [item] = await batches.add_rows(job_id, "PENDING")
    paths = [f"/api/jobs/{job_id}{rest}" for rest in ("", "/items", f"/items/{item}", "/stream")]
    for path in paths:
        answer = await ben.get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), path
        if not path.endswith("/stream"):
            assert (await admin.get(path)).status_code == (await ana.get(path)).status_code == 200, path
    assert (await ben.get("/api/jobs")).json()["jobs"] == []
    assert (await admin.get("/api/jobs")).json()["jobs"] == []
    assert [found["jobId"] for found in (await admin.get("/api/jobs?userId=all")).json()["jobs"]] == [job_id]
    refused = await ben.get("/api/jobs?userId=all")
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")


@pytest.mark.parametrize("job_id", ["0", "-1", "nonsense", str(2**63), "999999"])
async def test_an_unknown_or_invalid_job_id_is_rejected(ana: httpx.AsyncClient, job_id: str) -> None:
    answer = await ana.get(f"/api/jobs/{job_id}")
    assert answer.status_code in (404, 422) and answer.json()["error"]


async def test_jobs_require_sign_in(batches: Batches, ana: httpx.AsyncClient) -> None:
    job_id = await batches.add_job()
    for path in ("", f"/{job_id}", f"/{job_id}/items", f"/{job_id}/stream"):
        assert (await ana.get(f"/api/jobs{path}", headers={"Authorization": ""})).status_code == 401
    assert (await ana.get("/api/tuning", headers={"Authorization": ""})).status_code == 401
