"""The reason why a page waits, over HTTP."""

from datetime import datetime

import httpx
from tests.contract.operators.conftest import SHOP, order
from tests.integration.helpers import ask, claim_page, fetch_failed, settle_page

from garner.engine import Engine
from garner.store.queue import duties


async def test_a_page_shows_what_it_waits_for_until_it_ends(operator: httpx.AsyncClient, engine: Engine) -> None:
    async with engine.database.transaction() as connection:
        asked = await ask(connection, SHOP)
    where = f"/api/admin/crawl-tasks/{asked.task_id}"
    assert (await operator.get(where)).json()["waitingFor"] == {
        "code": "no_worker",
        "message": "no worker is running",
        "until": None,
    }
    await operator.patch("/api/admin/domains/shop.example", json={"paused": True})
    (listed,) = (await operator.get("/api/admin/crawl-tasks")).json()["tasks"]
    assert listed["waitingFor"]["code"] == "site_paused"
    await operator.patch("/api/admin/domains/shop.example", json={"paused": False, "obeysRobots": False})
    async with engine.database.transaction() as connection:
        assert await settle_page(connection, fetch_failed(await claim_page(connection)))
    assert (await operator.get(where)).json()["waitingFor"] is None


async def test_the_end_of_the_wait_is_in_a_field_and_in_the_message(
    operator: httpx.AsyncClient, engine: Engine
) -> None:
    (task_id,) = await order(operator, scheduledAt="2100-01-01T00:00:00Z")
    async with engine.database.transaction() as connection:
        await duties.attend(connection, "one", (), allows_private=False)
    waiting = (await operator.get(f"/api/admin/crawl-tasks/{task_id}")).json()["waitingFor"]
    assert (waiting["code"], waiting["message"]) == (
        "scheduled",
        "the page is not due yet; due at 2100-01-01T00:00:00Z",
    )
    assert datetime.fromisoformat(waiting["until"]) == datetime.fromisoformat("2100-01-01T00:00:00Z")
