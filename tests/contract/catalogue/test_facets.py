"""`GET /api/products/facets`: how many products have each value."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from tests.contract.operators.conftest import fields_of
from tests.integration.search_helpers import add_product

from garner.engine import Engine
from garner.store.records.products import facets


async def count(client: httpx.AsyncClient, **params: Any) -> dict[str, dict[str, int]]:
    answer = await client.get("/api/products/facets", params=params)
    assert answer.status_code == 200, answer.text
    return {
        name: {value["value"]: value["count"] for value in values} for name, values in answer.json()["facets"].items()
    }


async def test_values_are_counted_most_frequent_first(client: httpx.AsyncClient) -> None:
    answer = (await client.get("/api/products/facets")).json()
    assert answer["facets"]["availability"][0] == {"value": "in_stock", "count": 2}
    assert (answer["approximate"], answer["timedOut"]) == (False, False)
    counted = await count(client)
    assert counted["brand"] == {"Hearth": 2, "Blaze": 2}
    assert counted["currency"] == {"EUR": 2, "USD": 1}, "a product without a currency has no value"
    assert counted["domain"] == {"shop.example": 4}


async def test_a_filter_narrows_all_facets_but_its_own(client: httpx.AsyncClient) -> None:
    counted = await count(client, brand="hearth")
    assert counted["brand"] == {"Hearth": 2, "Blaze": 2}
    assert counted["availability"] == {"in_stock": 2}
    both = await count(client, brand="hearth", currency="EUR")
    assert both["brand"] == {"Hearth": 1, "Blaze": 1}
    assert both["currency"] == {"EUR": 1, "USD": 1}
    assert both["category"] == {"Kitchen > Pans": 1}
    assert (await count(client, domain="another.example"))["domain"] == {"shop.example": 4}


async def test_spellings_that_differ_in_case_are_one_value(client: httpx.AsyncClient, engine: Engine) -> None:
    async with engine.database.transaction() as connection:
        await add_product(connection, "Small pan", brand="HEARTH")
    assert sorted((await count(client))["brand"].values()) == [2, 3]


async def test_only_what_the_caller_sees_is_counted(
    client: httpx.AsyncClient, engine: Engine, sign_in_as: Callable[[str], Any]
) -> None:
    ana = await sign_in_as("ana@example.com")
    async with engine.database.transaction() as connection:
        await add_product(connection, "Ana's pan", owner=ana, brand="Secret")
    assert (await count(client))["brand"]["Secret"] == 1
    del client.headers["Authorization"]
    assert "Secret" not in (await count(client))["brand"]


async def test_of_very_many_some_are_counted(client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facets, "MAX_COUNTED", 2)
    answer = (await client.get("/api/products/facets")).json()
    assert answer["approximate"] is True
    assert sum(value["count"] for value in answer["facets"]["domain"]) == 3


async def test_hits_of_a_search_are_counted(client: httpx.AsyncClient) -> None:
    counted = await count(client, q="pan", brand="blaze")
    assert counted["brand"] == {"Hearth": 2, "Blaze": 1}
    assert counted["availability"] == {"preorder": 1}


@pytest.mark.parametrize(
    ("params", "field"),
    [({"priceMin": 5, "priceMax": 1}, "priceMax"), ({"sort": "name"}, "sort"), ({"brand": "a\x00"}, "brand")],
)
async def test_bad_input_is_refused_by_field(client: httpx.AsyncClient, params: dict[str, Any], field: str) -> None:
    answer = await client.get("/api/products/facets", params=params)
    assert any(name.startswith(field) for name in fields_of(answer))
