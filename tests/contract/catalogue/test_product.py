"""`GET /api/products/{id}`, and the tags of answers."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from tests.contract.operators.conftest import fields_of
from tests.integration.search_helpers import add_product

from garner.engine import Engine
from garner.store.records import gone_products


async def find(client: httpx.AsyncClient, name: str) -> dict[str, Any]:
    listed = (await client.get("/api/products")).json()["products"]
    return next(product for product in listed if product["product_name"] == name)


async def test_a_product_is_what_the_list_shows(client: httpx.AsyncClient) -> None:
    listed = await find(client, "Iron pan")
    answer = await client.get(f"/api/products/{listed['id']}")
    assert (answer.status_code, answer.json()) == (200, listed)


async def test_a_product_is_seen_by_those_who_see_it_in_the_list(
    client: httpx.AsyncClient, engine: Engine, sign_in_as: Callable[[str], Any]
) -> None:
    ana = await sign_in_as("ana@example.com")
    async with engine.database.transaction() as connection:
        await add_product(connection, "Ana's pan", owner=ana)
    path = f"/api/products/{(await find(client, 'Ana' + chr(39) + 's pan'))['id']}"
    assert (await client.get(path)).status_code == 200
    await sign_in_as("ben@example.com")
    foreign = await client.get(path)
    assert (foreign.status_code, foreign.json()["code"]) == (404, "not_found")
    del client.headers["Authorization"]
    assert (await client.get(path)).status_code == 404


async def test_a_product_that_is_gone_is_read_by_its_id(client: httpx.AsyncClient, engine: Engine) -> None:
    product = await find(client, "Iron pan")
    async with engine.database.transaction() as connection:
        await gone_products.mark_pages_gone(connection, [product["url_hash"]])
    answer = await client.get(f"/api/products/{product['id']}")
    assert answer.json()["gone_reason"] == "page_gone"


@pytest.mark.parametrize(
    ("number", "status"), [("999999", 404), ("0", 422), ("-1", 422), (str(2**64), 422), ("x", 422)]
)
async def test_an_unknown_or_impossible_id_is_refused(client: httpx.AsyncClient, number: str, status: int) -> None:
    answer = await client.get(f"/api/products/{number}")
    assert answer.status_code == status
    if status == 422:
        assert fields_of(answer) == ["productId"]


@pytest.mark.parametrize("path", ["/api/products", "/api/products?q=pan&facets=false", "/api/products/{id}"])
async def test_an_answer_is_not_sent_again_while_it_is_current(
    client: httpx.AsyncClient, engine: Engine, path: str
) -> None:
    product = await find(client, "Iron pan")
    path = path.format(id=product["id"])
    first = await client.get(path)
    assert first.headers["Cache-Control"] == "private, no-cache"
    assert first.headers["Vary"] == "Authorization"
    tag = first.headers["ETag"]
    for header in (tag, f'"another", W/{tag}', "*"):
        again = await client.get(path, headers={"If-None-Match": header})
        assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
    async with engine.database.connection() as connection:
        await connection.execute("update products set price = 25 where id = %s", (product["id"],))
    changed = await client.get(path, headers={"If-None-Match": tag})
    assert changed.status_code == 200
    assert changed.headers["ETag"] != tag
