"""The items of a job, page by page: every row once, even while rows change."""

import asyncio
import random
from datetime import UTC

import httpx
import orjson
import pytest
from psycopg.types.json import Jsonb

from garner.core import cursor
from garner.store.jobs import grid

from .grid_helpers import MOMENT, Batches, every_page

RESULT = {"kind": "product", "url": "https://shop.example/pan", "name": "Pan", "confidence": 0.9, "warnings": []}


def rows(items: list[dict]) -> list[int]:
    return [item["row"] for item in items]


async def test_an_item_has_the_fields_of_the_grid(batches: Batches, ana: httpx.AsyncClient) -> None:
    job_id = await batches.add_job()
    [item_id] = await batches.add_rows(
        job_id, "DONE", url="https://shop.example/pan", result_json=Jsonb(RESULT), attempts=1, updated_at=MOMENT
    )
    page = (await ana.get(f"/api/jobs/{job_id}/items")).json()
    assert page == {
        "items": [
            {
                "id": item_id,
                "jobId": job_id,
                "jobType": "table",
                "row": 1,
                "status": "DONE",
                "attempts": 1,
                "lockedBy": None,
                "lockedAt": None,
                "updatedAt": MOMENT,
                "inputSummary": {"title": "Pan", "brand": "Hearth", "sku": "P-26", "url": "https://shop.example/pan"},
                "result": RESULT,
                "error": None,
            }
        ],
        "next": None,
    }


async def test_the_input_summary_is_small_for_any_input(batches: Batches, ana: httpx.AsyncClient) -> None:
    job_id = await batches.add_job()
    huge = {"title": "x" * 100_000, "description": "y" * 100_000}
    await batches.add_rows(job_id, "PENDING", normalized_json=Jsonb(huge), input_json=Jsonb(huge))
    await batches.add_rows(job_id, "PENDING", normalized_json=None, input_json=Jsonb({"name": "pan.jpg", "path": "p"}))
    answer = await ana.get(f"/api/jobs/{job_id}/items")
    assert len(answer.content) < 2000
    assert [item["inputSummary"]["title"] for item in answer.json()["items"]] == ["x" * 200, "pan.jpg"]


async def test_an_error_has_a_code_and_a_message(batches: Batches, ana: httpx.AsyncClient) -> None:
    job_id = await batches.add_job()
    await batches.add_rows(job_id, "ERROR", error_code="bad_row", last_error="Line 17: it cannot be read.")
    [item] = (await ana.get(f"/api/jobs/{job_id}/items?status=ERROR")).json()["items"]
    assert item["error"] == {"code": "bad_row", "message": "Line 17: it cannot be read."}


async def test_a_leased_row_is_processing_and_names_its_worker(batches: Batches, ana: httpx.AsyncClient) -> None:
    job_id = await batches.add_job()
    first, _, third = await batches.add_rows(job_id, "PENDING", 3)
    await batches.add_rows(job_id, "PROCESSING")
    await batches.lease(first, "w-1")
    items = (await ana.get(f"/api/jobs/{job_id}/items")).json()["items"]
    assert [(item["status"], item["lockedBy"]) for item in items] == [
        ("PROCESSING", "w-1"),
        ("PENDING", None),
        ("PENDING", None),
        ("PROCESSING", None),
    ]
    assert items[0]["lockedAt"] is not None
    for sort in ("row", "updatedAt", "-updatedAt"):
        path = f"/api/jobs/{job_id}/items"
        assert sorted(rows((await ana.get(f"{path}?sort={sort}&status=PROCESSING")).json()["items"])) == [1, 4]
        assert sorted(rows((await ana.get(f"{path}?sort={sort}&status=PENDING")).json()["items"])) == [2, 3]
        found = await every_page(ana, path, sort=sort, statuses="PENDING,PROCESSING", pageSize=1)
        assert sorted(rows(found)) == [1, 2, 3, 4]
    assert third


async def test_every_view_shows_the_claim_time_of_a_leased_row(batches: Batches, ana: httpx.AsyncClient) -> None:
    job_id = await batches.add_job()
    first, second, third = await batches.add_rows(job_id, "PENDING", 3, updated_at=MOMENT)
    await batches.lease(second)
    [work] = await batches.execute("select claimed_at from work")
    claimed_at = work["claimed_at"].astimezone(UTC).isoformat().replace("+00:00", "Z")
    path = f"/api/jobs/{job_id}/items"
    for page in (path, f"{path}?status=PROCESSING", f"{path}?sort=updatedAt&from=2026-04-01T00:00:00Z", "/api/pending"):
        [item] = [item for item in (await ana.get(page)).json()["items"] if item["id"] == second]
        assert (item["status"], item["updatedAt"], item["lockedAt"]) == ("PROCESSING", claimed_at, claimed_at), page
    whole = (await ana.get(f"{path}/{second}")).json()
    assert (whole["status"], whole["startedAt"], whole["updatedAt"]) == ("PROCESSING", claimed_at, claimed_at)
    for page in (path, "/api/pending"):
        found = await every_page(ana, page, sort="updatedAt", pageSize=1)
        assert [item["id"] for item in found] == [first, third, second]
    latest = await every_page(ana, path, sort="-updatedAt", pageSize=1)
    assert [item["id"] for item in latest] == [second, third, first]
    by_row = (await ana.get(f"{path}?from=2026-04-01T00:00:00Z")).json()["items"]
    assert [item["id"] for item in by_row] == [second]
    [row] = await batches.execute("select status, updated_at, started_at from job_items where row_no = 2")
    assert row["status"] == "PENDING" and row["updated_at"] < work["claimed_at"]  # nothing was written to it
    assert row["started_at"] is None


async def test_a_leased_row_can_be_edited_with_its_shown_updated_at(batches: Batches, ana: httpx.AsyncClient) -> None:
    job_id = await batches.add_job()
    await batches.execute("insert into lanes (stage, job_id) values ('match', %(job)s)", job=job_id)
    [item_id] = await batches.add_rows(job_id, "PENDING", input_json=Jsonb({"title": "Pan"}))
    await batches.lease(item_id)
    path = f"/api/jobs/{job_id}/items/{item_id}"
    seen = (await ana.get(path)).json()
    edited = await ana.patch(path, json={"input": {"title": "Pot"}, "updatedAt": seen["updatedAt"]})
    assert edited.status_code == 200, edited.text


async def test_counters_grid_and_filters_agree_during_claims(batches: Batches, ana: httpx.AsyncClient) -> None:
    job_id = await batches.add_job()
    items = await batches.add_rows(job_id, "PENDING", 4)
    for claimed in range(5):
        counts = (await ana.get(f"/api/jobs/{job_id}")).json()["counts"]
        listed = (await ana.get("/api/jobs")).json()["jobs"][0]["counts"]
        assert counts == listed and (counts["pending"], counts["processing"]) == (4 - claimed, claimed)
        for status in ("pending", "processing"):
            for page in (f"/api/jobs/{job_id}/items", "/api/pending"):
                found = (await ana.get(f"{page}?statuses={status}")).json()["items"]
                assert len(found) == counts[status] and {item["status"] for item in found} <= {status.upper()}
        if claimed < len(items):
            await batches.lease(items[claimed])


async def test_a_row_names_the_worker_that_fetches_its_page(batches: Batches, ana: httpx.AsyncClient) -> None:
    await batches.execute(
        """
        with site as (insert into domains (domain_name, base_url) values ('shop.example', 'https://shop.example')
                      returning id),
        lane as (insert into lanes (stage, domain_id) select 'crawl', id from site returning id),
        page as (insert into resources (url_hash, url) values (repeat('a', 64), 'https://shop.example/pan')),
        task as (insert into crawl_tasks (domain_id, url, url_hash, status)
                 select id, 'https://shop.example/pan', repeat('a', 64), 'crawling' from site returning id)
        insert into work (stage, task_id, lane_id, rank, lease_until, worker, claimed_at)
        select 'crawl', task.id, lane.id, now(), now() + interval '1 minute', 'w-7', now() from task, lane
        """
    )
    job_id = await batches.add_job()
    await batches.add_rows(job_id, "PROCESSING", kind="product", url="https://shop.example/pan", url_hash="a" * 64)
    [item] = (await ana.get(f"/api/jobs/{job_id}/items")).json()["items"]
    assert (item["lockedBy"], item["status"]) == ("w-7", "PROCESSING")


@pytest.mark.parametrize("sort", ["row", "updatedAt", "-updatedAt"])
@pytest.mark.parametrize("statuses", [None, "DONE", "ERROR,NOT_FOUND,DONE", "PENDING,PROCESSING,SKIPPED,CANCELED"])
async def test_every_row_is_on_one_page_and_in_order_even_with_equal_times(
    batches: Batches, ana: httpx.AsyncClient, sort: str, statuses: str | None
) -> None:
    job_id, another = await batches.add_job(), await batches.add_job()
    every = ("DONE", "ERROR", "PENDING", "NOT_FOUND", "SKIPPED", "PROCESSING", "CANCELED")
    wanted = statuses.split(",") if statuses else every
    expected = 0
    for number in range(21):
        status = every[number % len(every)]
        await batches.add_rows(job_id, status, 2, updated_at=f"2026-03-01T12:00:{number // 7:02}Z")
        expected += 2 * (status in wanted)
    await batches.add_rows(another, "DONE", 3)
    said = {"statuses": statuses} if statuses else {}
    found = await every_page(ana, f"/api/jobs/{job_id}/items", sort=sort, pageSize=4, **said)
    assert len(found) == len({item["id"] for item in found}) == expected
    assert {item["status"] for item in found} == set(wanted)
    keys = [item["row"] if sort == "row" else (item["updatedAt"], item["id"]) for item in found]
    assert keys == sorted(keys, reverse=sort == "-updatedAt")


@pytest.mark.parametrize("sort", ["row", "updatedAt"])
async def test_no_ended_row_is_missing_or_repeated_while_others_end(
    batches: Batches, ana: httpx.AsyncClient, sort: str
) -> None:
    """All rows that ended before the listing began are in it once."""
    job_id = await batches.add_job()
    before = set(await batches.add_rows(job_id, "DONE", 40)) | set(await batches.add_rows(job_id, "ERROR", 20))
    pending = await batches.add_rows(job_id, "PENDING", 120)
    random.Random(7).shuffle(pending)

    async def work() -> None:
        for number, item in enumerate(pending):
            await batches.end(item, "DONE" if number % 2 else "ERROR")

    working = asyncio.create_task(work())
    for _ in range(5):
        found = await every_page(ana, f"/api/jobs/{job_id}/items", sort=sort, statuses="DONE,ERROR", pageSize=7)
        ids = [item["id"] for item in found]
        assert len(ids) == len(set(ids))
        assert before <= set(ids)
        before = set(ids)
    await working
    found = await every_page(ana, f"/api/jobs/{job_id}/items", sort=sort, statuses="DONE,ERROR", pageSize=7)
    assert len(found) == 180


async def test_page_numbers_and_offsets_are_rejected(batches: Batches, ana: httpx.AsyncClient) -> None:
    job_id = await batches.add_job()
    for name in ("page", "offset"):
        for path in (f"/api/jobs/{job_id}/items", "/api/jobs", "/api/pending"):
            answer = await ana.get(path, params={name: 2})
            assert answer.status_code == 400
            assert "`after`" in answer.json()["error"] and answer.json()["fields"][0]["field"] == name


@pytest.mark.parametrize("sort", ["row", "updatedAt"])
@pytest.mark.parametrize(
    "after",
    ["", "nonsense", "%00", "Ω", cursor._encode("row -1"), cursor._encode(f"row {2**63}"), cursor._encode("row x")],
)
async def test_an_invalid_cursor_is_rejected(batches: Batches, ana: httpx.AsyncClient, after: str, sort: str) -> None:
    job_id = await batches.add_job()
    answer = await ana.get(f"/api/jobs/{job_id}/items", params={"after": after, "sort": sort})
    assert (answer.status_code, answer.json()["fields"][0]["field"]) == (422, "after")


async def test_a_cursor_of_another_sort_order_is_rejected(batches: Batches, ana: httpx.AsyncClient) -> None:
    job_id = await batches.add_job()
    await batches.add_rows(job_id, "DONE", 3)
    path = f"/api/jobs/{job_id}/items"
    by_row = (await ana.get(path, params={"pageSize": 1})).json()["next"]
    sorts = ("row", "updatedAt", "-updatedAt")
    cursors = {sort: (await ana.get(path, params={"pageSize": 1, "sort": sort})).json()["next"] for sort in sorts}
    assert cursors["row"] == by_row
    for made_by, after in cursors.items():
        for sort in sorts:
            answer = await ana.get(path, params={"after": after, "sort": sort})
            assert answer.status_code == (200 if sort == made_by else 422), (made_by, sort)


@pytest.mark.parametrize(
    "query", ["pageSize=0", "pageSize=1001", "status=NONSENSE", "statuses=DONE,NONSENSE", "sort=size", "from=yesterday"]
)
async def test_an_invalid_query_is_rejected(batches: Batches, ana: httpx.AsyncClient, query: str) -> None:
    answer = await ana.get(f"/api/jobs/{await batches.add_job()}/items?{query}")
    assert answer.status_code == 422 and answer.json()["fields"]


async def test_items_are_filtered_by_reason_domain_confidence_and_time(
    batches: Batches, ana: httpx.AsyncClient
) -> None:
    job_id = await batches.add_job()
    await batches.add_rows(job_id, "ERROR", error_code="blocked", url="https://www.shop.example/a")
    await batches.add_rows(job_id, "ERROR", error_code="gone", url="http://SHOP.example?x", updated_at="2026-01-01Z")
    await batches.add_rows(job_id, "DONE", result_json=Jsonb({"confidence": 0.4}), url="https://notshop.example/")
    await batches.add_rows(job_id, "DONE", result_json=Jsonb({"match_score": 0.8}))
    await batches.add_rows(job_id, "DONE", result_json=Jsonb({"confidence": "high"}))
    path = f"/api/jobs/{job_id}/items"

    async def found(**said: str | float) -> list[int]:
        return rows((await ana.get(path, params=said)).raise_for_status().json()["items"])

    assert await found(reason="blocked") == [1]
    assert await found(domain="www.Shop.example") == [1, 2]
    assert await found(minConfidence=0.5) == [4]
    assert await found(maxConfidence=0.5) == [3]
    for sort in ("row", "updatedAt"):
        assert await found(to="2026-02-01T00:00:00Z", sort=sort) == [2]
        assert 2 not in await found(**{"from": "2026-02-01T00:00:00Z", "sort": sort})


@pytest.mark.parametrize("sort", ["row", "updatedAt", "-updatedAt"])
async def test_a_filter_without_an_index_scans_a_bounded_number_of_rows_per_page(
    batches: Batches, ana: httpx.AsyncClient, sort: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grid, "MAX_EXAMINED", 10)
    job_id = await batches.add_job()
    for number in range(8):
        await batches.add_rows(job_id, "DONE", 12, updated_at=f"2026-03-01T12:00:{number:02}Z")
        if number in (3, 7):
            await batches.add_rows(job_id, "ERROR", error_code="blocked", updated_at=f"2026-03-01T12:00:{number:02}Z")
    path = f"/api/jobs/{job_id}/items"
    first = (await ana.get(path, params={"reason": "blocked", "sort": sort})).json()
    if sort == "row":
        assert first["items"] == [] and first["next"]
    found = await every_page(ana, path, reason="blocked", sort=sort)
    assert sorted(rows(found)) == [49, 98]


async def test_a_single_item_shows_its_input_and_what_it_waits_for(batches: Batches, ana: httpx.AsyncClient) -> None:
    job_id, another = await batches.add_job(), await batches.add_job()
    raw = {"Name": "Pan", "Marke": "Hearth"}
    [item_id] = await batches.add_rows(job_id, "PENDING", input_json=Jsonb(raw))
    whole = (await ana.get(f"/api/jobs/{job_id}/items/{item_id}")).json()
    assert (whole["input"], whole["normalized"]["brand"]) == (raw, "Hearth")
    assert whole["waiting"] == f"the row is in the backlog of job {job_id}"
    await batches.end(item_id)
    assert (await ana.get(f"/api/jobs/{job_id}/items/{item_id}")).json()["waiting"] is None
    assert (await ana.get(f"/api/jobs/{another}/items/{item_id}")).status_code == 404
    assert (await ana.get(f"/api/jobs/{job_id}/items/nonsense")).status_code == 422


NOTED = {"runs": 1, "seen": {"text": "Hearth"}, "candidates": [{"id": 7, "score": 0.4}], "match_score": 0.4}


@pytest.mark.parametrize("status", ["PENDING", "PROCESSING"])
async def test_an_open_row_has_no_result(batches: Batches, ana: httpx.AsyncClient, status: str) -> None:
    job_id = await batches.add_job()
    [item_id] = await batches.add_rows(job_id, status, result_json=Jsonb(NOTED))
    path = f"/api/jobs/{job_id}/items"
    [line] = (await ana.get(path)).json()["items"]
    assert line["result"] is None and (await ana.get(f"{path}/{item_id}")).json()["result"] is None
    assert (await ana.get(path, params={"minConfidence": 0})).json()["items"] == []
    exported = (await ana.get(f"/api/jobs/{job_id}/export", params={"format": "jsonl"})).text
    assert orjson.loads(exported)["result"] is None


async def test_a_canceled_row_does_not_show_internal_notes_of_its_runs(
    batches: Batches, ana: httpx.AsyncClient
) -> None:
    job_id = await batches.add_job()
    await batches.add_rows(job_id, "CANCELED", result_json=Jsonb(NOTED))
    [line] = (await ana.get(f"/api/jobs/{job_id}/items")).json()["items"]
    assert set(line["result"]) == {"candidates", "match_score"}


async def test_the_path_of_a_picture_is_hidden_and_a_column_named_path_is_shown(
    batches: Batches, ana: httpx.AsyncClient
) -> None:
    for job_type, shown in (("image", {"name": "pan.jpg"}), ("table", {"name": "pan.jpg", "path": "/shelf/3"})):
        job_id = await batches.add_job(job_type=job_type)
        [item_id] = await batches.add_rows(
            job_id,
            "DONE",
            input_json=Jsonb({"name": "pan.jpg", "path": "/shelf/3"}),
            result_json=Jsonb({"name": "Pan"}),
        )
        assert (await ana.get(f"/api/jobs/{job_id}/items/{item_id}")).json()["input"] == shown
        exported = (await ana.get(f"/api/jobs/{job_id}/export", params={"format": "jsonl"})).text
        assert orjson.loads(exported)["input"] == shown
