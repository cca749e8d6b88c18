"""The open items of one job: by default ordered by time, with readable cursors."""

from base64 import b64decode, b64encode
from datetime import datetime

import httpx
import pytest

from garner.core import cursor

from .grid_helpers import MOMENT, Batches, every_page


def keys(items: list[dict]) -> list[tuple[str, str]]:
    return [(item["updatedAt"], item["id"]) for item in items]


@pytest.fixture
async def job_id(batches: Batches, ana: httpx.AsyncClient) -> int:
    """Rows whose file order differs from their time order."""
    made = await batches.add_job()
    for minute in (5, 1, 3):
        await batches.add_rows(made, "PENDING", 3, updated_at=f"2026-03-01T12:0{minute}:00Z")
        await batches.add_rows(made, "PROCESSING", 2, updated_at=f"2026-03-01T12:0{minute}:00Z")
        await batches.add_rows(made, "DONE", 1, updated_at=f"2026-03-01T12:0{minute}:00Z")
    return made


OPEN_ONLY: list[dict[str, str]] = [
    {"statuses": "PENDING,PROCESSING"},
    {"statuses": "PROCESSING"},
    {"status": "PENDING"},
]


@pytest.mark.parametrize("asked", OPEN_ONLY)
async def test_open_items_are_ordered_by_update_time_then_id(
    ana: httpx.AsyncClient, job_id: int, asked: dict[str, str]
) -> None:
    path = f"/api/jobs/{job_id}/items"
    found = await every_page(ana, path, pageSize=2, **asked)
    whole = (await ana.get(path, params=asked)).json()["items"]
    assert keys(found) == keys(whole) == sorted(keys(whole))
    assert len(found) == {"PENDING,PROCESSING": 15, "PROCESSING": 6}.get(asked.get("statuses", ""), 9)


async def test_the_cursor_is_the_time_and_id_of_the_last_item(ana: httpx.AsyncClient, job_id: int) -> None:
    asked = {"statuses": "PENDING,PROCESSING", "pageSize": 4}
    page = (await ana.get(f"/api/jobs/{job_id}/items", params=asked)).json()
    moment, item_id = b64decode(page["next"], validate=True).decode("ascii").split("|")
    last = page["items"][-1]
    assert (datetime.fromisoformat(moment), item_id) == (datetime.fromisoformat(last["updatedAt"]), last["id"])
    made = b64encode(
        f"{last['updatedAt']}|{last['id']}".encode()
    ).decode()  # a client may build it, with any ISO form of the time
    again = (await ana.get(f"/api/jobs/{job_id}/items", params=asked | {"after": made})).json()
    assert keys(again["items"]) == keys(
        (await ana.get(f"/api/jobs/{job_id}/items", params=asked | {"after": page["next"]})).json()["items"]
    )


async def test_other_lists_keep_the_file_order(ana: httpx.AsyncClient, job_id: int) -> None:
    path = f"/api/jobs/{job_id}/items"
    for asked in ({}, {"statuses": "PENDING,DONE"}, {"statuses": "PENDING,PROCESSING", "sort": "row"}):
        found = await every_page(ana, path, pageSize=4, **asked)
        assert [item["row"] for item in found] == sorted(item["row"] for item in found)


async def test_a_jump_to_an_open_row_keeps_the_file_order(ana: httpx.AsyncClient, job_id: int) -> None:
    asked = {"statuses": "PENDING,PROCESSING", "afterRow": 4}
    found = (await ana.get(f"/api/jobs/{job_id}/items", params=asked)).json()["items"]
    assert [item["row"] for item in found] == [5, 7, 8, 9, 10, 11, 13, 14, 15, 16, 17]


ID = "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11"


@pytest.mark.parametrize(
    "written",
    [
        *("", "|", "x|y", f"{MOMENT}", f"{MOMENT}|", f"|{ID}", f"{MOMENT}|7", f"2026-03-01T12:00:00|{ID}"),
        *(f"{MOMENT}|{ID}|more", f"{MOMENT} {ID}", f"99999-01-01T00:00:00Z|{ID}", f"{MOMENT}|-{ID}"),
    ],
)
async def test_a_cursor_with_invalid_content_is_rejected(ana: httpx.AsyncClient, job_id: int, written: str) -> None:
    after = b64encode(written.encode()).decode()
    answer = await ana.get(f"/api/jobs/{job_id}/items", params={"status": "PENDING", "after": after or "="})
    assert answer.status_code == 422 and answer.json()["fields"][0]["field"] == "after"


@pytest.mark.parametrize("after", ["%%%", "é", "AAAA", "!" + b64encode(f"{MOMENT}|{ID}".encode()).decode()])
async def test_a_cursor_that_is_not_base64_is_rejected(ana: httpx.AsyncClient, job_id: int, after: str) -> None:
    answer = await ana.get(f"/api/jobs/{job_id}/items", params={"status": "PENDING", "after": after})
    assert answer.status_code == 422 and answer.json()["fields"][0]["field"] == "after"


async def test_a_cursor_of_the_file_order_is_rejected(ana: httpx.AsyncClient, job_id: int) -> None:
    asked = {"status": "PENDING", "after": cursor.encode_row(3)}
    assert (await ana.get(f"/api/jobs/{job_id}/items", params=asked)).status_code == 422
