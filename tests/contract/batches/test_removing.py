"""Deleting a job over HTTP: permissions, allowed states, and that it is gone for all users."""

import httpx
import pytest
from tests.integration.job_helpers import new_fed_job

from .grid_helpers import Batches, served, streaming


async def ended_job(batches: Batches, state: str = "DONE") -> int:
    job_id = await batches.add_job(queue_state=state)
    await batches.add_rows(job_id, "DONE", 2)
    await batches.fold()
    return job_id


@pytest.mark.parametrize("state", ["DONE", "FAILED", "CANCELED"])
async def test_an_ended_job_is_deleted_permanently(batches: Batches, ana: httpx.AsyncClient, state: str) -> None:
    job_id = await ended_job(batches, state)
    answer = await ana.delete(f"/api/jobs/{job_id}")
    assert (answer.status_code, answer.content) == (204, b"")
    for path in ("", "/items", "/export", "/stream"):
        assert (await ana.get(f"/api/jobs/{job_id}{path}")).status_code == 404
    for act in ("pause", "resume", "cancel", "reprocess", "kickoff"):
        assert (await ana.post(f"/api/jobs/{job_id}/{act}", json={})).status_code == 404
    assert (await ana.get("/api/jobs")).json()["jobs"] == []
    assert (await ana.delete(f"/api/jobs/{job_id}")).status_code == 404
    assert await batches.execute("select id from job_items") == []


@pytest.mark.parametrize("state", ["QUEUED", "RUNNING", "PAUSED"])
async def test_a_job_in_progress_must_be_canceled_before_deletion(
    batches: Batches, ana: httpx.AsyncClient, state: str
) -> None:
    job_id = await batches.add_job(queue_state=state)
    answer = await ana.delete(f"/api/jobs/{job_id}")
    assert (answer.status_code, answer.json()["code"]) == (409, "conflict")
    assert answer.json()["error"] == f"The job is in progress ({state}). Cancel it first."
    assert (await ana.get(f"/api/jobs/{job_id}")).json()["queueState"] == state


async def test_a_job_of_another_user_cannot_be_deleted(
    batches: Batches, ana: httpx.AsyncClient, ben: httpx.AsyncClient
) -> None:
    job_id = await ended_job(batches)
    assert (await ben.delete(f"/api/jobs/{job_id}")).status_code == 404
    assert (await ana.get(f"/api/jobs/{job_id}")).status_code == 200


async def test_an_admin_can_delete_any_job(batches: Batches, ana: httpx.AsyncClient, admin: httpx.AsyncClient) -> None:
    job_id = await ended_job(batches)
    assert (await admin.delete(f"/api/jobs/{job_id}")).status_code == 204
    assert (await ana.get(f"/api/jobs/{job_id}")).status_code == 404


async def test_a_just_canceled_job_can_be_deleted_at_once(batches: Batches, ana: httpx.AsyncClient) -> None:
    (user,) = await batches.execute("select user_id from users where email = 'ana@example.com'")
    async with batches.engine.database.connection() as connection:
        job_id = await new_fed_job(connection, [None] * 3, user_id=user["user_id"])
    assert (await ana.post(f"/api/jobs/{job_id}/cancel")).status_code == 200
    assert (await ana.delete(f"/api/jobs/{job_id}")).status_code == 204
    assert (await ana.get(f"/api/jobs/{job_id}")).status_code == 404


async def test_deleting_a_job_ends_its_streams(batches: Batches, ana: httpx.AsyncClient) -> None:
    job_id = await ended_job(batches)
    async with served(batches.services) as (url, _), streaming(batches.engine, url, job_id) as stream:
        assert (await stream.next())[0] == "job"
        assert (await ana.delete(f"/api/jobs/{job_id}")).status_code == 204
        with pytest.raises(EOFError):
            await stream.next()
