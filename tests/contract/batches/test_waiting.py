"""The reasons why rows wait, for many rows per request, and counts of failures by cause."""

import httpx
import pytest

from garner.engine.jobs import job_causes

from .grid_helpers import Batches

WAITING = "/api/waiting"


async def reasons(client: httpx.AsyncClient, *item_ids: str) -> dict[str, dict]:
    answer = await client.get(WAITING, params={"itemIds": ",".join(item_ids)})
    assert answer.status_code == 200, answer.text
    return {reason["itemId"]: reason for reason in answer.json()["waiting"]}


async def test_every_open_row_gives_the_reason_it_waits(batches: Batches, ana: httpx.AsyncClient) -> None:
    job_id = await batches.add_job()
    held, waits = await batches.add_rows(job_id, "PENDING", 2)
    [ended] = await batches.add_rows(job_id, "DONE")
    await batches.lease(held, "w-7")
    found = await reasons(ana, held, waits, ended)
    assert set(found) == {held, waits}
    assert (found[held]["code"], found[held]["what"]) == ("in_hand", "worker w-7 is working on it")
    assert found[waits]["code"] == "job_backlog" and not found[waits]["isStuck"]


async def test_a_stuck_row_is_distinguished_from_a_slow_one(batches: Batches, ana: httpx.AsyncClient) -> None:
    paused, running = await batches.add_job(queue_state="PAUSED"), await batches.add_job()
    [stuck] = await batches.add_rows(paused, "PENDING")
    [slow] = await batches.add_rows(running, "PENDING", last_error="The provider asked to wait.")
    await batches.execute(
        """
        with lane as (insert into lanes (stage, job_id) values ('match', %(job)s) returning id)
        insert into work (stage, item_id, lane_id, rank, due_at)
        select 'match', %(item)s, id, now(), '2199-01-01T00:00:00Z' from lane
        """,
        job=running,
        item=slow,
    )
    found = await reasons(ana, stuck, slow)
    assert (found[stuck]["code"], found[stuck]["isStuck"], found[stuck]["until"]) == ("job_paused", True, None)
    assert (found[slow]["code"], found[slow]["isStuck"]) == ("retry", False)
    assert found[slow]["until"] == "2199-01-01T00:00:00Z"
    assert found[slow]["message"] == f"{found[slow]['what']}; next try at 2199-01-01T00:00:00Z"


async def test_rows_of_other_users_are_left_out(
    batches: Batches, ana: httpx.AsyncClient, ben: httpx.AsyncClient, admin: httpx.AsyncClient
) -> None:
    [hers] = await batches.add_rows(await batches.add_job(), "PENDING")
    [his] = await batches.add_rows(await batches.add_job("ben@example.com"), "PENDING")
    assert set(await reasons(ana, hers, his)) == {hers}
    assert set(await reasons(ben, hers)) == set()
    assert set(await reasons(admin, hers, his)) == {hers, his}


async def test_the_number_of_rows_per_request_is_limited(batches: Batches, ana: httpx.AsyncClient) -> None:
    items = await batches.add_rows(await batches.add_job(), "PENDING", 101)
    assert len(await reasons(ana, *items[:100])) == 100
    for wrong in (",".join(items), "", "7"):
        assert (await ana.get(WAITING, params={"itemIds": wrong})).status_code == 422
    assert (await ana.get(WAITING, headers={"Authorization": ""})).status_code == 401


async def test_a_job_says_whether_it_is_stuck(batches: Batches, ana: httpx.AsyncClient) -> None:
    running, paused = await batches.add_job(), await batches.add_job(queue_state="PAUSED")
    ended = await batches.add_job(queue_state="DONE")
    being_read = await batches.add_job(ingested=False)
    listed = (await ana.get("/api/jobs")).json()["jobs"]
    assert {job["jobId"] for job in listed if job["isBeingRead"]} == {being_read}

    async def is_stuck(job_id: int) -> bool:
        return (await ana.get(f"/api/jobs/{job_id}")).json()["isStuck"]

    assert [await is_stuck(job_id) for job_id in (running, paused, ended)] == [
        True,
        True,
        False,
    ]  # no worker is running
    await batches.execute("insert into workers (name, allows_private) values ('w', false)")
    assert [await is_stuck(job_id) for job_id in (running, paused, ended)] == [False, True, False]


async def test_failures_are_counted_by_cause(
    batches: Batches, ana: httpx.AsyncClient, ben: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    job_id = await batches.add_job()
    await batches.add_rows(job_id, "ERROR", 3, error_code="timeout", last_error="It took too long.")
    await batches.add_rows(job_id, "ERROR", 1, error_code="timeout", last_error="Later.", updated_at="2199-01-01")
    await batches.add_rows(job_id, "NOT_FOUND", 2, error_code="no_match", last_error="Nothing is like it.")
    await batches.add_rows(job_id, "DONE", 5)
    body = (await ana.get(f"/api/jobs/{job_id}/causes")).json()
    assert [(cause["status"], cause["code"], cause["items"]) for cause in body["causes"]] == [
        ("ERROR", "timeout", 4),
        ("NOT_FOUND", "no_match", 2),
    ]
    assert body["causes"][0]["message"] == "Later." and body["isWhole"]
    monkeypatch.setattr(job_causes, "MAX_EXAMINED", 3)
    part = (await ana.get(f"/api/jobs/{job_id}/causes")).json()
    assert ([cause["items"] for cause in part["causes"]], part["isWhole"]) == ([3, 2], False)
    assert (await ben.get(f"/api/jobs/{job_id}/causes")).status_code == 404
