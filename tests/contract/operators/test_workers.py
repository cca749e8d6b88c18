"""Operators see live and lost workers, and the leases of each."""

from datetime import UTC, datetime
from typing import Any

import httpx
import pytest
from tests.services import ask_for_page

from garner.core.lifecycle import Origin
from garner.core.record import Kind
from garner.engine import Engine
from garner.engine.operating.workers import MAX_HELD, with_held
from garner.store.queue import duties
from garner.store.queue.worker_views import LeasedWorkView, WorkerView

from .conftest import SHOP, fields_of

PATH = "/api/admin/workers"


async def announce(engine: Engine, *names: str, **facts: Any) -> None:
    async with engine.database.transaction() as connection:
        for name in names:
            await duties.attend(connection, name, (), **{"allows_private": False, **facts})


async def execute(engine: Engine, statement: str, *parameters: Any) -> None:
    async with engine.database.transaction() as connection:
        await connection.execute(statement, parameters)


async def ask_for(engine: Engine, *urls: str) -> None:
    for url in urls:
        await ask_for_page(engine, url, kind=Kind.PRODUCT, origin=Origin.PARSE)


async def lease(engine: Engine, worker: str, seconds: int = 60) -> None:
    await execute(
        engine,
        """
        update work set worker = %s, claimed_at = now() - task_id * interval '1 second', attempt = 1,
                        lease_until = now() + %s * interval '1 second'
        """,
        worker,
        seconds,
    )


async def listed(client: httpx.AsyncClient, **parameters: Any) -> list[dict[str, Any]]:
    return list((await client.get(PATH, params=parameters)).raise_for_status().json()["workers"])


async def test_the_list_of_workers_can_be_empty(operator: httpx.AsyncClient) -> None:
    assert (await operator.get(PATH)).json() == {"workers": [], "next": None}


async def test_a_worker_shows_its_capabilities_and_that_it_is_alive(
    operator: httpx.AsyncClient, engine: Engine
) -> None:
    await announce(engine, "w-1", allows_private=True, reads_text=True)
    [one] = await listed(operator)
    assert (one["name"], one["alive"], one["allowsPrivate"], one["readsText"]) == ("w-1", True, True, True)
    assert (one["holding"], one["expired"], one["held"]) == (0, 0, [])
    assert one["startedAt"] and one["seenAt"]


async def test_the_oldest_leases_of_a_worker_are_listed_up_to_a_limit(
    operator: httpx.AsyncClient, engine: Engine
) -> None:
    urls = [f"https://shop.example/{number}" for number in range(MAX_HELD + 5)]
    await ask_for(engine, *urls)
    await announce(engine, "w-1", "w-2")
    await lease(engine, "w-1")
    one, two = await listed(operator)
    assert (one["name"], one["holding"], len(one["held"])) == ("w-1", MAX_HELD + 5, MAX_HELD)
    assert (two["name"], two["holding"], two["held"]) == ("w-2", 0, [])
    first = one["held"][0]
    assert (first["stage"], first["url"], first["attempt"]) == ("crawl", urls[-1], 1)
    assert first["itemId"] is None and first["taskId"] and first["since"] < first["leaseUntil"]
    assert [held["since"] for held in one["held"]] == sorted(held["since"] for held in one["held"])


def test_leases_are_assigned_to_workers_in_one_pass() -> None:
    looked_at = 0

    class Watched(LeasedWorkView):
        def __getattribute__(self, name: str) -> Any:
            nonlocal looked_at
            looked_at += 1
            return super().__getattribute__(name)

    now = datetime.now(UTC)
    names = [f"w-{number}" for number in range(100)]
    found = [WorkerView(name, True, now, now, False, False, 2, 0) for name in names]
    held = [
        Watched(name, number, "crawl", SHOP, number, None, None, None, 1, now, now)
        for name in names
        for number in (1, 2)
    ]
    seen = with_held(found, held)
    assert looked_at <= len(held)
    assert [(one.worker.name, [piece.worker for piece in one.held]) for one in seen] == [
        (name, [name, name]) for name in names
    ]


async def test_a_lost_worker_is_not_alive_and_its_expired_leases_are_counted(
    operator: httpx.AsyncClient, engine: Engine
) -> None:
    await ask_for(engine, SHOP)
    await announce(engine, "w-1")
    await execute(engine, "update workers set seen_at = now() - interval '30 seconds'")
    await lease(engine, "w-1", seconds=-5)
    [one] = await listed(operator)
    assert (one["alive"], one["holding"], one["expired"]) == (False, 1, 1)


async def test_a_lease_of_a_deleted_worker_is_listed(operator: httpx.AsyncClient, engine: Engine) -> None:
    await ask_for(engine, SHOP)
    await lease(engine, "w-9")
    [one] = await listed(operator)
    assert (one["name"], one["alive"], one["seenAt"], one["holding"]) == ("w-9", False, None, 1)


async def test_workers_are_listed_page_by_page(operator: httpx.AsyncClient, engine: Engine) -> None:
    await announce(engine, *(f"w-{number}" for number in range(5)))
    seen: list[str] = []
    after = ""
    while True:
        page = (await operator.get(PATH, params={"limit": 2, "after": after})).json()
        seen += [one["name"] for one in page["workers"]]
        if (after := page["next"]) is None:
            break
    assert seen == [f"w-{number}" for number in range(5)]


@pytest.mark.parametrize("query", ["limit=0", "limit=501", "name=x", f"after={'x' * 65}"])
async def test_invalid_parameters_are_rejected(operator: httpx.AsyncClient, query: str) -> None:
    assert fields_of(await operator.get(f"{PATH}?{query}")) == [query.partition("=")[0]]
