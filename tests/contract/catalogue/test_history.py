"""`GET /api/products/{id}/history`: prices and availability over time."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from tests.integration.search_helpers import SHOP, add_product, save_record

from garner.core.record import Kind
from garner.engine import Engine
from garner.store.records.products import history

FIRST: dict[str, Any] = {"price": "30.00", "list_price": None, "currency": "EUR", "availability": "in_stock"}
VERSIONS: list[dict[str, Any]] = [
    FIRST,
    FIRST | {"description": "Nothing of the offer changed."},
    FIRST | {"price": "25.00", "list_price": "30.00"},
    FIRST | {"price": "25.00", "list_price": "30.00", "availability": "out_of_stock"},
    FIRST | {"price": None, "currency": None, "availability": "out_of_stock"},
    FIRST,
]


async def add_versions(engine: Engine, owner: int | None = None) -> int:
    """Add a product with these versions, one after the other. Return its id."""
    async with engine.database.transaction() as connection:
        await add_product(connection, "Changing pan", owner=owner, **VERSIONS[0])
        for fields in VERSIONS[1:]:
            await save_record(connection, Kind.PRODUCT, f"{SHOP}/changing-pan", {"name": "Changing pan", **fields})
        cursor = await connection.execute("select id from products where product_name = 'Changing pan'")
        (row,) = await cursor.fetchall()
    return int(row["id"])


async def get(client: httpx.AsyncClient, product_id: int) -> list[dict[str, Any]]:
    answer = await client.get(f"/api/products/{product_id}/history")
    assert answer.status_code == 200, answer.text
    return answer.json()["history"]


async def test_every_change_of_the_offer_is_shown_oldest_first(client: httpx.AsyncClient, engine: Engine) -> None:
    entries = await get(client, await add_versions(engine))
    assert [entry["version"] for entry in entries] == [1, 3, 4, 5, 6]
    shown = [{name: entry[name] for name in FIRST} for entry in entries]
    assert shown == [{name: VERSIONS[place][name] for name in FIRST} for place in (0, 2, 3, 4, 5)]
    assert all(entry["at"] for entry in entries)


async def test_the_last_versions_are_read(
    client: httpx.AsyncClient, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "MAX_VERSIONS", 2)
    assert [entry["version"] for entry in await get(client, await add_versions(engine))] == [5, 6]


async def test_a_history_is_seen_by_those_who_see_the_product(
    client: httpx.AsyncClient, engine: Engine, sign_in_as: Callable[[str], Any]
) -> None:
    path = f"/api/products/{await add_versions(engine, owner=await sign_in_as('ana@example.com'))}/history"
    seen = await client.get(path)
    assert seen.status_code == 200
    again = await client.get(path, headers={"If-None-Match": seen.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    del client.headers["Authorization"]
    assert (await client.get(path)).status_code == 404
