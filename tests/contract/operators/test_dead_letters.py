"""Dead letters over HTTP: listed by cause, and replayed."""

from typing import Any

import httpx
import pytest
from tests.contract.operators.conftest import fields_of
from tests.integration.helpers import ask, claim_page, fetch_failed, settle_page

from garner.engine import Engine
from garner.runtime.duties import background


async def dead_letter(engine: Engine, url: str) -> None:
    async with engine.database.transaction() as connection:
        await ask(connection, url)
        await settle_page(connection, fetch_failed(await claim_page(connection), spent=True))


async def test_dead_letters_are_listed_by_cause_and_replayed(operator: httpx.AsyncClient, engine: Engine) -> None:
    for number in range(3):
        await dead_letter(engine, f"https://kitchen.example/{number}")
    (cause,) = (await operator.get("/api/admin/dead-letters/causes")).json()["causes"]
    assert (cause["cause"], cause["stage"], cause["letters"], cause["domains"]) == ("gone", "crawl", 3, 1)
    assert cause["example"] == "The page does not exist (HTTP 404)."

    page = (await operator.get("/api/admin/dead-letters", params={"cause": "gone", "limit": 2})).json()
    assert [letter["url"] for letter in page["letters"]] == ["https://kitchen.example/2", "https://kitchen.example/1"]
    rest = (await operator.get("/api/admin/dead-letters", params={"after": page["next"]})).json()
    assert [letter["url"] for letter in rest["letters"]] == ["https://kitchen.example/0"] and rest["next"] is None

    path = "/api/admin/dead-letters/replay"
    first = page["letters"][0]["id"]
    nothing = {"count": 0, "pages": 0, "rows": 0, "replayedBefore": [], "unknown": []}
    replayed = (await operator.post(path, json={"ids": [first, first, 999]})).json()
    assert replayed == nothing | {"count": 1, "pages": 1, "unknown": [999]}
    assert (await operator.post(path, json={"ids": [first]})).json() == nothing | {"replayedBefore": [first]}
    assert (await operator.post(path, json={"cause": "other"})).json() == nothing
    assert (await operator.post(path, json={"cause": "gone"})).json() == nothing | {"count": 2, "pages": 2}
    assert (await operator.get("/api/admin/dead-letters/causes")).json()["causes"] == []
    tasks = (await operator.get("/api/admin/crawl-tasks", params={"status": "pending"})).json()["tasks"]
    assert len(tasks) == 3 and all(task["kinds"] == ["recipe"] for task in tasks)
    await background.schedule_pages(engine)
    assert len((await operator.get("/api/admin/crawl-tasks", params={"status": "queued"})).json()["tasks"]) == 3


async def test_two_dead_letters_of_a_page_replay_one_page(operator: httpx.AsyncClient, engine: Engine) -> None:
    await dead_letter(engine, "https://kitchen.example/")
    async with engine.database.transaction() as connection:
        await connection.execute(
            """
            insert into dead_letters (stage, task_id, cause, message, attempts)
            select stage, task_id, cause, message, attempts from dead_letters
            """
        )
    replayed = (await operator.post("/api/admin/dead-letters/replay", json={"cause": "gone"})).json()
    assert (replayed["count"], replayed["pages"]) == (2, 1)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "body"),
        ({"ids": [1], "cause": "gone"}, "body"),
        ({"ids": []}, "ids"),
        ({"ids": ["x"]}, "ids.0"),
        ({"cause": "\0"}, "cause"),
    ],
)
async def test_a_replay_without_valid_targets_is_rejected(
    operator: httpx.AsyncClient, body: dict[str, Any], field: str
) -> None:
    assert fields_of(await operator.post("/api/admin/dead-letters/replay", json=body)) == [field]
