"""The grid can be opened at any row, without paging through the rows before."""

import httpx
import pytest

from .grid_helpers import Batches


@pytest.fixture
async def job_id(batches: Batches, ana: httpx.AsyncClient) -> int:
    job_id = await batches.add_job()
    for status in ("DONE", "ERROR") * 5:
        await batches.add_rows(job_id, status)
    return job_id


async def rows(client: httpx.AsyncClient, job_id: int, **parameters: object) -> list[int]:
    page = (await client.get(f"/api/jobs/{job_id}/items", params=parameters)).raise_for_status().json()
    return [item["row"] for item in page["items"]]


async def test_rows_after_a_given_row_are_returned(ana: httpx.AsyncClient, job_id: int) -> None:
    assert await rows(ana, job_id, afterRow=0, pageSize=3) == [1, 2, 3]
    assert await rows(ana, job_id, afterRow=7, pageSize=2) == [8, 9]
    assert await rows(ana, job_id, afterRow=10) == []
    assert await rows(ana, job_id, afterRow=2**62) == []


async def test_the_cursor_of_a_jump_continues_from_there(ana: httpx.AsyncClient, job_id: int) -> None:
    page = (await ana.get(f"/api/jobs/{job_id}/items?afterRow=4&pageSize=2")).json()
    assert await rows(ana, job_id, after=page["next"]) == [7, 8, 9, 10]


async def test_a_jump_can_be_combined_with_filters(ana: httpx.AsyncClient, job_id: int) -> None:
    assert await rows(ana, job_id, afterRow=5, statuses="ERROR") == [6, 8, 10]


@pytest.mark.parametrize("also", [{"sort": "updatedAt"}, {"sort": "-updatedAt"}, {"after": "x"}])
async def test_a_jump_cannot_be_combined_with_another_order_or_a_cursor(
    ana: httpx.AsyncClient, job_id: int, also: dict[str, str]
) -> None:
    answer = await ana.get(f"/api/jobs/{job_id}/items", params={"afterRow": 1, **also})
    assert answer.status_code == 422
    assert [field["field"] for field in answer.json()["fields"]] == ["afterRow"]


@pytest.mark.parametrize("said", [-1, "x", 2**63])
async def test_an_invalid_row_number_is_rejected(ana: httpx.AsyncClient, job_id: int, said: object) -> None:
    assert (await ana.get(f"/api/jobs/{job_id}/items", params={"afterRow": said})).status_code == 422


async def test_rows_of_other_users_are_not_found(ben: httpx.AsyncClient, job_id: int) -> None:
    assert (await ben.get(f"/api/jobs/{job_id}/items?afterRow=0")).status_code == 404
