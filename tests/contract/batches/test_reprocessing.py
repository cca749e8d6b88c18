"""Reprocess, append and edit over HTTP: permissions, rejected requests, and effects."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import httpx
import pytest
from psycopg.types.json import Jsonb
from tests.integration.job_helpers import claim_rows, feed, require_recount

from .grid_helpers import Batches
from .test_job_control import new_job

COLUMNS = {
    "columns": ["Artikel", "Marke"],
    "mapping": {"title": "Artikel", "brand": "Marke"},
    "meanings": [["Artikel", "title"], ["Marke", "brand"]],
    "dedupe": False,
}
PAN = {"title": "Pan", "brand": "Hearth"}


async def failed_job(batches: Batches, errors: int = 2) -> tuple[int, list[str]]:
    job_id = await batches.add_job(queue_state="DONE", options=Jsonb(COLUMNS))
    await batches.execute(
        "insert into lanes (stage, job_id, fed_to) values ('match', %(job)s, %(rows)s)", job=job_id, rows=errors + 1
    )
    done = await batches.add_rows(job_id, "DONE")
    said = Jsonb({"Artikel": "Pan", "Marke": "Hearth"})
    failed = await batches.add_rows(
        job_id, "ERROR", errors, error_code="timeout", input_json=said, normalized_json=Jsonb(PAN)
    )
    await batches.execute("update jobs set rows_numbered = %(rows)s where id = %(job)s", rows=errors + 1, job=job_id)
    await batches.fold()
    return job_id, done + failed


async def items(client: httpx.AsyncClient, job_id: int) -> list[dict[str, Any]]:
    return list((await client.get(f"/api/jobs/{job_id}/items")).json()["items"])


# Reprocess ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("body", [None, {}, {"scope": "job"}, {"statuses": ["ERROR"], "reasons": ["timeout"]}])
async def test_failed_rows_are_reprocessed(
    batches: Batches, ana: httpx.AsyncClient, body: dict[str, Any] | None
) -> None:
    job_id, _ = await failed_job(batches)
    answer = await ana.post(f"/api/jobs/{job_id}/reprocess", json=body)
    assert answer.status_code == 200, answer.text
    assert answer.json()["queueState"] == "RUNNING"
    assert (answer.json()["taken"], answer.json()["hint"]) == (2, None)
    assert answer.json()["counts"] | {"pending": 2, "done": 1, "error": 0} == answer.json()["counts"]
    assert await require_recount(batches.engine.database, job_id) == {"done": 1, "pending": 2}


async def test_named_rows_are_reprocessed_in_any_state(batches: Batches, ana: httpx.AsyncClient) -> None:
    job_id, (done, first, _) = await failed_job(batches)
    answer = await ana.post(f"/api/jobs/{job_id}/reprocess", json={"scope": "items", "itemIds": [done, first]})
    assert answer.json()["counts"]["pending"] == 2
    assert [item["status"] for item in await items(ana, job_id)] == ["PENDING", "PENDING", "ERROR"]


async def test_rows_without_attempts_left_are_reported_with_a_hint(batches: Batches, ana: httpx.AsyncClient) -> None:
    job_id, _ = await failed_job(batches)
    await batches.add_rows(job_id, "NOT_FOUND", attempts=3)
    await batches.execute("update jobs set rows_numbered = 4 where id = %(job)s", job=job_id)
    asked = {"statuses": ["NOT_FOUND"]}
    answer = (await ana.post(f"/api/jobs/{job_id}/reprocess", json=asked)).json()
    assert (answer["taken"], answer["exhausted"], answer["goesOn"], answer["queueState"]) == (0, 1, False, "DONE")
    assert "Rows without attempts left: 1." in answer["hint"] and "resetAttempts" in answer["hint"]
    answer = (await ana.post(f"/api/jobs/{job_id}/reprocess", json=asked | {"resetAttempts": True})).json()
    assert (answer["taken"], answer["exhausted"], answer["hint"]) == (1, 0, None)


async def test_rows_of_an_earlier_request_are_not_counted(
    batches: Batches, ana: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("garner.store.jobs.reprocessing.orders.ATTENDED", timedelta(0))
    job_id, _ = await failed_job(batches)
    await batches.execute(
        "insert into reprocessings (job_id, statuses, last_row) values (%(job)s, array['ERROR'], 3)", job=job_id
    )
    answer = (await ana.post(f"/api/jobs/{job_id}/reprocess", json={"statuses": ["DONE"]})).json()
    assert (answer["taken"], answer["goesOn"]) == (1, False)
    assert [item["status"] for item in await items(ana, job_id)] == ["PENDING"] * 3


async def test_a_named_row_without_attempts_left_has_its_attempts_reset(
    batches: Batches, ana: httpx.AsyncClient
) -> None:
    job_id, (_, first, second) = await failed_job(batches)
    for item, attempts in ((first, 5), (second, 4)):
        await batches.execute(
            "update job_items set attempts = %(attempts)s where id = %(item)s", attempts=attempts, item=item
        )
    answer = await ana.post(f"/api/jobs/{job_id}/reprocess", json={"itemIds": [first, second]})
    assert answer.json()["taken"] == 2
    assert [item["attempts"] for item in (await items(ana, job_id))[1:]] == [0, 4]


async def test_unreadable_rows_are_reported_in_the_hint(batches: Batches, ana: httpx.AsyncClient) -> None:
    job_id, _ = await failed_job(batches)
    await batches.execute(
        "update job_items set error_code = 'bad_row' where job_id = %(job)s and row_no > 1", job=job_id
    )
    answer = (await ana.post(f"/api/jobs/{job_id}/reprocess", json={})).json()
    assert answer["taken"] == 0 and "Rows that could not be read: 2." in answer["hint"]


async def test_a_filter_that_matches_no_row_changes_nothing(batches: Batches, ana: httpx.AsyncClient) -> None:
    job_id, _ = await failed_job(batches)
    answer = await ana.post(f"/api/jobs/{job_id}/reprocess", json={"reasons": ["gone"]})
    assert (answer.status_code, answer.json()["queueState"]) == (200, "DONE")
    assert answer.json()["counts"]["error"] == 2


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"scope": "items"}, "body"),
        ({"scope": "job", "itemIds": [str(uuid4())]}, "body"),
        ({"scope": "rows"}, "scope"),
        ({"statuses": ["COMMITTED"]}, "statuses.0"),
        ({"statuses": []}, "statuses"),
        ({"itemIds": ["x"]}, "itemIds.0"),
        ({"statuses": ["ERROR"] * 21}, "statuses"),
    ],
)
async def test_an_invalid_reprocess_request_is_rejected(
    batches: Batches, ana: httpx.AsyncClient, body: dict[str, Any], field: str
) -> None:
    job_id, _ = await failed_job(batches)
    answer = await ana.post(f"/api/jobs/{job_id}/reprocess", json=body)
    assert (answer.status_code, answer.json()["fields"][0]["field"]) == (422, field)


async def test_an_unknown_item_id_is_not_found_and_changes_nothing(batches: Batches, ana: httpx.AsyncClient) -> None:
    job_id, (_, first, _) = await failed_job(batches)
    answer = await ana.post(f"/api/jobs/{job_id}/reprocess", json={"itemIds": [first, str(uuid4())]})
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert await require_recount(batches.engine.database, job_id) == {"done": 1, "error": 2}


async def test_only_the_owner_or_an_admin_can_change_a_job(
    batches: Batches, ana: httpx.AsyncClient, ben: httpx.AsyncClient, admin: httpx.AsyncClient
) -> None:
    job_id, (_, first, _) = await failed_job(batches)
    asked = [
        await ben.post(f"/api/jobs/{job_id}/reprocess"),
        await ben.post(f"/api/jobs/{job_id}/items", json={"rows": [{"Artikel": "Pot"}]}),
        await ben.patch(f"/api/jobs/{job_id}/items/{first}", json={"input": {"Artikel": "Pot"}}),
        await ben.post(f"/api/jobs/{job_id}/kickoff"),
    ]
    assert [answer.status_code for answer in asked] == [404] * 4
    assert (await admin.post(f"/api/jobs/{job_id}/reprocess")).json()["counts"]["pending"] == 2


async def test_a_canceled_job_cannot_be_changed(batches: Batches, ana: httpx.AsyncClient) -> None:
    job_id = await new_job(batches)
    await ana.post(f"/api/jobs/{job_id}/cancel")
    (first, *_) = await items(ana, job_id)
    asked = [
        await ana.post(f"/api/jobs/{job_id}/reprocess"),
        await ana.post(f"/api/jobs/{job_id}/items", json={"rows": [{"title": "Pot"}]}),
        await ana.patch(f"/api/jobs/{job_id}/items/{first['id']}", json={"input": {"title": "Pot"}}),
        await ana.post(f"/api/jobs/{job_id}/kickoff"),
    ]
    assert [answer.status_code for answer in asked] == [409] * 4


# Append ------------------------------------------------------------------------------------------------------


async def test_added_rows_follow_the_last_row_and_use_the_column_mapping_of_the_file(
    batches: Batches, ana: httpx.AsyncClient
) -> None:
    job_id, _ = await failed_job(batches)
    rows = [{"Artikel": "Pot", "Marke": "Hearth"}, {"Artikel": "Lid", "url": "https://shop.example/lid"}]
    answer = await ana.post(f"/api/jobs/{job_id}/items", json={"rows": rows})
    assert answer.status_code == 201, answer.text
    assert (answer.json()["firstRow"], answer.json()["lastRow"]) == (4, 5)
    added = [(await ana.get(f"/api/jobs/{job_id}/items/{item}")).json() for item in answer.json()["itemIds"]]
    assert [item["row"] for item in added] == [4, 5]
    assert added[0]["normalized"] == {"title": "Pot", "brand": "Hearth"}
    assert added[1]["input"] == rows[1] and added[1]["inputSummary"]["url"] == "https://shop.example/lid"
    job = (await ana.get(f"/api/jobs/{job_id}")).json()
    assert (job["queueState"], job["totalItems"], job["counts"]["pending"]) == ("RUNNING", 5, 2)
    (stored,) = await batches.execute("select options -> 'columns' as columns from jobs where id = %(job)s", job=job_id)
    assert stored["columns"] == ["Artikel", "Marke", "url"]
    assert await feed(batches.engine, job_id) == 2
    await require_recount(batches.engine.database, job_id)


async def test_rows_sent_again_with_the_same_key_are_added_once(batches: Batches, ana: httpx.AsyncClient) -> None:
    job_id, _ = await failed_job(batches)
    path, key = f"/api/jobs/{job_id}/items", {"Idempotency-Key": "one"}
    answers = [await ana.post(path, json={"rows": [{"Artikel": "Pot"}]}, headers=key) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201] * 3
    assert len({answer.text for answer in answers}) == 1
    other = await ana.post(path, json={"rows": [{"Artikel": "Lid"}]}, headers=key)
    assert (other.status_code, other.json()["code"]) == (409, "conflict")
    assert (await ana.get(f"/api/jobs/{job_id}")).json()["totalItems"] == 4


async def test_an_added_duplicate_row_refers_to_the_first_one(batches: Batches, ana: httpx.AsyncClient) -> None:
    job_id, _ = await failed_job(batches)
    answer = await ana.post(f"/api/jobs/{job_id}/items", json={"rows": [{"Artikel": "Pot"}, {"Artikel": "Pot"}]})
    first, second = [(await ana.get(f"/api/jobs/{job_id}/items/{item}")).json() for item in answer.json()["itemIds"]]
    assert second["twinOf"] == first["id"]


@pytest.mark.parametrize("rows", [[], [{}], [{"": 1}], [{"title": "x"}] * 1001, "x", [["x"]]])
async def test_invalid_rows_are_rejected(batches: Batches, ana: httpx.AsyncClient, rows: Any) -> None:
    job_id, _ = await failed_job(batches)
    assert (await ana.post(f"/api/jobs/{job_id}/items", json={"rows": rows})).status_code == 422


async def test_rows_cannot_be_added_during_ingest_or_to_picture_jobs(batches: Batches, ana: httpx.AsyncClient) -> None:
    for said in ({"ingested": False}, {"job_type": "image"}):
        job_id = await batches.add_job(**said)
        await batches.execute("insert into lanes (stage, job_id) values ('match', %(job)s)", job=job_id)
        answer = await ana.post(f"/api/jobs/{job_id}/items", json={"rows": [{"title": "Pot"}]})
        assert (answer.status_code, answer.json()["code"]) == (409, "conflict")


# Edit --------------------------------------------------------------------------------------------------------


async def test_editing_a_cell_reprocesses_its_row(batches: Batches, ana: httpx.AsyncClient) -> None:
    job_id, (_, first, _) = await failed_job(batches)
    path = f"/api/jobs/{job_id}/items/{first}"
    answer = await ana.patch(path, json={"input": {"Artikel": "Copper pan", "Link": "https://shop.example/pan"}})
    assert answer.status_code == 200, answer.text
    item = answer.json()
    assert item["input"] == {"Artikel": "Copper pan", "Marke": "Hearth", "Link": "https://shop.example/pan"}
    assert item["normalized"] == {"title": "Copper pan", "brand": "Hearth", "url": "https://shop.example/pan"}
    assert (item["status"], item["attempts"], item["error"]) == ("PENDING", 0, None)
    assert (await ana.get(f"/api/jobs/{job_id}")).json()["queueState"] == "RUNNING"
    assert await require_recount(batches.engine.database, job_id) == {"done": 1, "error": 1, "pending": 1}


async def test_the_second_of_two_concurrent_edits_gets_a_conflict(batches: Batches, ana: httpx.AsyncClient) -> None:
    job_id, (_, first, _) = await failed_job(batches)
    path = f"/api/jobs/{job_id}/items/{first}"
    seen = (await ana.get(path)).json()["updatedAt"]
    answers = [await ana.patch(path, json={"input": {"Artikel": name}, "updatedAt": seen}) for name in ("Pot", "Lid")]
    assert [answer.status_code for answer in answers] == [200, 409]
    assert (await ana.get(path)).json()["input"]["Artikel"] == "Pot"


async def test_editing_a_leased_row_takes_it_from_its_worker(batches: Batches, ana: httpx.AsyncClient) -> None:
    job_id = await new_job(batches, rows=1)
    await feed(batches.engine, job_id)
    async with batches.engine.database.connection() as connection:
        (claim,) = await claim_rows(connection)
    answer = await ana.patch(f"/api/jobs/{job_id}/items/{claim.item_id}", json={"input": {"title": "Pot"}})
    assert answer.json()["status"] == "PENDING"
    assert await feed(batches.engine, job_id) == 1
    async with batches.engine.database.connection() as connection:
        (again,) = await claim_rows(connection)
    assert again.input is not None and again.input["title"] == "Pot"


async def test_duplicates_of_an_edited_row_continue_without_it(batches: Batches, ana: httpx.AsyncClient) -> None:
    job_id, _ = await failed_job(batches)
    added = await ana.post(f"/api/jobs/{job_id}/items", json={"rows": [{"Artikel": "Pot"}] * 3})
    first, second, third = added.json()["itemIds"]
    await feed(batches.engine, job_id)
    await ana.patch(f"/api/jobs/{job_id}/items/{first}", json={"input": {"Artikel": "Lid"}})
    assert await feed(batches.engine, job_id) == 2
    twin_of = [(await ana.get(f"/api/jobs/{job_id}/items/{item}")).json()["twinOf"] for item in (first, second, third)]
    assert twin_of == [None, None, second]


async def test_an_unreadable_row_becomes_valid_when_edited(batches: Batches, ana: httpx.AsyncClient) -> None:
    job_id, _ = await failed_job(batches)
    said = {"input_json": Jsonb({"line": 17, "text": "…"}), "normalized_json": Jsonb({})}
    (bad,) = await batches.add_rows(job_id, "ERROR", error_code="bad_row", **said)
    answer = await ana.patch(f"/api/jobs/{job_id}/items/{bad}", json={"input": {"Artikel": "Pot"}})
    assert (answer.json()["status"], answer.json()["normalized"]) == ("PENDING", {"title": "Pot"})


@pytest.mark.parametrize("body", [{}, {"input": {}}, {"input": {"a": 1}, "updatedAt": "yesterday"}, {"input": [1]}])
async def test_an_invalid_edit_is_rejected(batches: Batches, ana: httpx.AsyncClient, body: dict[str, Any]) -> None:
    job_id, (_, first, _) = await failed_job(batches)
    assert (await ana.patch(f"/api/jobs/{job_id}/items/{first}", json=body)).status_code == 422


async def test_an_item_of_another_job_cannot_be_edited(batches: Batches, ana: httpx.AsyncClient) -> None:
    job_id, _ = await failed_job(batches)
    _, (_, other, _) = await failed_job(batches)
    answer = await ana.patch(f"/api/jobs/{job_id}/items/{other}", json={"input": {"Artikel": "Pot"}})
    assert answer.status_code == 404
