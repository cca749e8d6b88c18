"""Removing a job over HTTP: whose it is, when it may go, and that it is gone for everybody."""

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
async def test_a_job_that_has_ended_is_removed_for_good(batches: Batches, ana: httpx.AsyncClient, state: str) -> None:
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
async def test_one_that_is_under_way_is_to_be_canceled_first(
    batches: Batches, ana: httpx.AsyncClient, state: str
) -> None:
    job_id = await batches.add_job(queue_state=state)
    answer = await ana.delete(f"/api/jobs/{job_id}")
    assert (answer.status_code, answer.json()["code"]) == (409, "conflict")
    assert answer.json()["error"] == f"The job is in progress ({state}). Cancel it first."
    assert (await ana.get(f"/api/jobs/{job_id}")).json()["queueState"] == state


async def test_another_persons_job_is_not_there_to_be_removed(
    batches: Batches, ana: httpx.AsyncClient, ben: httpx.AsyncClient
) -> None:
    job_id = await ended_job(batches)
    assert (await ben.delete(f"/api/jobs/{job_id}")).status_code == 404
    assert (await ana.get(f"/api/jobs/{job_id}")).status_code == 200


async def test_an_admin_removes_anybodys_job(
    batches: Batches, ana: httpx.AsyncClient, admin: httpx.AsyncClient
) -> None:
    job_id = await ended_job(batches)
    assert (await admin.delete(f"/api/jobs/{job_id}")).status_code == 204
    assert (await ana.get(f"/api/jobs/{job_id}")).status_code == 404


async def test_one_that_was_just_canceled_is_gone_at_once(batches: Batches, ana: httpx.AsyncClient) -> None:
    (user,) = await batches.execute("select user_id from users where email = 'ana@example.com'")
    async with batches.engine.database.connection() as connection:
        job_id = await new_fed_job(connection, [None] * 3, user_id=user["user_id"])
    assert (await ana.post(f"/api/jobs/{job_id}/cancel")).status_code == 200
    assert (await ana.delete(f"/api/jobs/{job_id}")).status_code == 204
    assert (await ana.get(f"/api/jobs/{job_id}")).status_code == 404


async def test_whoever_follows_it_is_told_by_the_end_of_the_stream(batches: Batches, ana: httpx.AsyncClient) -> None:
    job_id = await ended_job(batches)
    async with served(batches.services) as (url, _), streaming(batches.engine, url, job_id) as stream:
        assert (await stream.next())[0] == "job"
        assert (await ana.delete(f"/api/jobs/{job_id}")).status_code == 204
        with pytest.raises(EOFError):
            await stream.next()
