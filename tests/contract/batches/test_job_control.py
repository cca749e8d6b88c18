"""Pause, resume and cancel over HTTP: permissions, answers and effects."""

import asyncio

import httpx
import pytest
from tests.integration.job_helpers import feed, new_fed_job

from garner.store.queue import duties

from .grid_helpers import Batches

STEERS = ("pause", "resume", "cancel")


async def new_job(batches: Batches, owner: str = "ana@example.com", rows: int = 3) -> int:
    async with batches.engine.database.connection() as connection:
        cursor = await connection.execute("select user_id from users where email = %s", (owner,))
        (user,) = await cursor.fetchall()
        return await new_fed_job(connection, [None] * rows, user_id=user["user_id"])


async def test_a_job_is_paused_resumed_and_canceled(batches: Batches, ana: httpx.AsyncClient) -> None:
    job_id = await new_job(batches)
    await feed(batches.engine, job_id)
    paused = await ana.post(f"/api/jobs/{job_id}/pause")
    assert paused.status_code == 200
    assert paused.json()["queueState"] == "PAUSED"
    assert paused.json()["waiting"] == "The job is paused."
    assert paused.json()["counts"]["pending"] == 3
    resumed = await ana.post(f"/api/jobs/{job_id}/resume")
    assert (resumed.status_code, resumed.json()["queueState"]) == (200, "RUNNING")
    canceled = await ana.post(f"/api/jobs/{job_id}/cancel")
    assert (canceled.status_code, canceled.json()["queueState"]) == (200, "CANCELED")
    assert canceled.json()["counts"]["canceled"] == 3


@pytest.mark.parametrize("steer", STEERS)
async def test_a_job_of_another_user_is_not_found(
    batches: Batches, ana: httpx.AsyncClient, ben: httpx.AsyncClient, steer: str
) -> None:
    job_id = await new_job(batches)
    answer = await ben.post(f"/api/jobs/{job_id}/{steer}")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert (await ana.get(f"/api/jobs/{job_id}")).json()["queueState"] == "QUEUED"


async def test_an_admin_can_control_any_job(batches: Batches, ana: httpx.AsyncClient, admin: httpx.AsyncClient) -> None:
    job_id = await new_job(batches)
    assert (await admin.post(f"/api/jobs/{job_id}/pause")).status_code == 200
    assert (await ana.get(f"/api/jobs/{job_id}")).json()["queueState"] == "PAUSED"


@pytest.mark.parametrize("steer", STEERS)
async def test_a_finished_job_cannot_be_controlled(batches: Batches, ana: httpx.AsyncClient, steer: str) -> None:
    job_id = await batches.add_job(queue_state="DONE")
    answer = await ana.post(f"/api/jobs/{job_id}/{steer}")
    assert (answer.status_code, answer.json()["code"]) == (409, "conflict")


async def test_a_job_without_a_lane_can_be_canceled_but_not_paused(batches: Batches, ana: httpx.AsyncClient) -> None:
    job_id = await batches.add_job(queue_state="RUNNING")
    assert (await ana.post(f"/api/jobs/{job_id}/pause")).status_code == 409
    assert (await ana.post(f"/api/jobs/{job_id}/cancel")).json()["queueState"] == "CANCELED"


@pytest.mark.parametrize(("steer", "state"), [("pause", "PAUSED"), ("resume", "RUNNING"), ("cancel", "CANCELED")])
async def test_repeating_a_command_changes_nothing(
    batches: Batches, ana: httpx.AsyncClient, steer: str, state: str
) -> None:
    job_id = await new_job(batches)
    await ana.post(f"/api/jobs/{job_id}/pause")
    answers = [await ana.post(f"/api/jobs/{job_id}/{steer}") for _ in range(2)]
    assert [(answer.status_code, answer.json()["queueState"]) for answer in answers] == [(200, state)] * 2


async def canceled_rows(batches: Batches, job_id: int) -> int:
    statement = "select count(*) from job_items where job_id = %(job)s and status = 'CANCELED'"
    return int((await batches.execute(statement, job=job_id))[0]["count"])


async def test_rows_of_a_canceled_job_are_canceled_without_a_worker(
    batches: Batches, ana: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("garner.runtime.duties.feeding.CANCEL_ROWS", 7)  # so that it takes several rounds
    other, job_id = await new_job(batches), await new_job(batches, rows=40)
    await ana.post(f"/api/jobs/{job_id}/cancel")
    async with asyncio.timeout(20):
        while await canceled_rows(batches, job_id) < 40:
            await asyncio.sleep(0.02)
    assert (await ana.get(f"/api/jobs/{job_id}")).json()["counts"]["canceled"] == 40
    assert await canceled_rows(batches, other) == 0


async def test_rows_of_a_canceled_job_are_left_to_a_live_worker(batches: Batches, ana: httpx.AsyncClient) -> None:
    async with batches.engine.database.connection() as connection:
        await duties.attend(connection, "somebody", (), allows_private=False)
    job_id = await new_job(batches)
    await ana.post(f"/api/jobs/{job_id}/cancel")
    await asyncio.sleep(0.3)
    assert await canceled_rows(batches, job_id) == 0


@pytest.mark.parametrize("job", ["0", "x", str(2**63)])
async def test_an_invalid_job_id_is_rejected(ana: httpx.AsyncClient, job: str) -> None:
    assert (await ana.post(f"/api/jobs/{job}/pause")).status_code == 422


async def test_controlling_a_job_requires_sign_in(batches: Batches, ana: httpx.AsyncClient) -> None:
    job_id = await new_job(batches)
    answer = await ana.post(f"/api/jobs/{job_id}/pause", headers={"Authorization": ""})
    assert answer.status_code == 401


# The audit log ----------------------------------------------------------------------------------------------


async def actions(batches: Batches) -> list[tuple[str, str]]:
    entries = await batches.execute("select action, actor from audit_log order by id")
    return [(entry["action"], entry["actor"]) for entry in entries]


async def test_what_an_admin_does_with_a_job_of_another_user_is_in_the_audit_log(
    batches: Batches, ana: httpx.AsyncClient, admin: httpx.AsyncClient
) -> None:
    job_id = await new_job(batches)
    path = f"/api/jobs/{job_id}"
    (row, *_) = (await ana.get(f"{path}/items")).json()["items"]
    for verb in ("pause", "pause", "resume", "reprocess"):  # pausing a paused job changes nothing
        assert (await admin.post(f"{path}/{verb}")).status_code == 200
    added = await admin.post(f"{path}/items", json={"rows": [{"name": "Pan"}]})
    assert added.status_code == 201, added.text
    edited = await admin.patch(f"{path}/items/{row['id']}", json={"input": {"name": "Pot"}})
    assert edited.status_code == 200, edited.text
    assert (await admin.post(f"{path}/cancel")).status_code == 200
    assert (await admin.delete(path)).status_code == 204
    done = ["pause", "resume", "reprocess", "add_rows", "edit_row", "cancel", "remove"]
    assert await actions(batches) == [(f"job.{verb}", "root@example.com") for verb in done]
    (paused,) = await batches.execute("select * from audit_log where action = 'job.pause'")
    assert (paused["object_type"], paused["object_id"], str(paused["address"])) == ("job", str(job_id), "203.0.113.7")
    assert (paused["before"], paused["after"]) == ({"queueState": "QUEUED"}, {"queueState": "PAUSED"})
    (removed,) = await batches.execute("select * from audit_log where action = 'job.remove'")
    (owner,) = await batches.execute("select user_id from users where email = 'ana@example.com'")
    assert (removed["before"], removed["after"]) == ({"userId": owner["user_id"], "queueState": "CANCELED"}, None)


async def test_what_users_and_admins_do_with_their_own_jobs_is_not_in_the_audit_log(
    batches: Batches, ana: httpx.AsyncClient, admin: httpx.AsyncClient
) -> None:
    for client, owner in ((ana, "ana@example.com"), (admin, "root@example.com")):
        job_id = await new_job(batches, owner)
        for verb in ("pause", "resume", "cancel"):
            assert (await client.post(f"/api/jobs/{job_id}/{verb}")).status_code == 200
        assert (await client.delete(f"/api/jobs/{job_id}")).status_code == 204
    assert await actions(batches) == []


async def test_an_admin_who_is_refused_leaves_no_entry(
    batches: Batches, ana: httpx.AsyncClient, admin: httpx.AsyncClient
) -> None:
    job_id = await batches.add_job(queue_state="DONE")
    assert (await admin.post(f"/api/jobs/{job_id}/pause")).status_code == 409
    assert await actions(batches) == []
