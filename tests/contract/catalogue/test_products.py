"""`GET /api/products`: the catalogue as a list."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from tests.contract.operators.conftest import calling, fields_of
from tests.integration.search_helpers import add_product

from garner.engine import Engine
from garner.store.records import gone_products
from garner.store.records.products import lists

NAMES = ["old kettle", "Steel pan", "Copper pan", "Iron pan"]  # newest first


async def get(client: httpx.AsyncClient, **params: Any) -> Any:
    answer = await client.get("/api/products", params=params)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def names(client: httpx.AsyncClient, **params: Any) -> list[str]:
    return [product["product_name"] for product in (await get(client, **params))["products"]]


async def test_products_are_listed_newest_first_with_the_columns_of_the_document(client: httpx.AsyncClient) -> None:
    answer = await get(client)
    assert [product["product_name"] for product in answer["products"]] == NAMES
    assert {name: answer[name] for name in answer if name != "products"} == {
        "total": 4,
        "approximate": False,
        "timedOut": False,
        "next": None,
    }
    product = answer["products"][-1]
    assert set(product) >= {
        *("id", "domain_id", "crawl_task_id", "url", "url_hash", "product_name", "description", "price", "currency"),
        *("availability", "rating", "review_count", "brand", "category", "sku", "content_hash", "metadata"),
        *("created_at", "updated_at", "domain_name"),
    }
    assert (product["domain_name"], product["price"], product["currency"]) == ("shop.example", "26.00", "EUR")
    assert product["rating"] == 4.6
    assert answer["products"][0]["currency"] is None, "a price that is missing has no currency"


async def test_the_query_of_the_document(client: httpx.AsyncClient) -> None:
    assert await names(client, priceMin=10, priceMax=100, availability="in_stock", pageSize=20) == ["Iron pan"]


@pytest.mark.parametrize(
    ("params", "expected"),
    [
        ({"priceMin": "26.00", "priceMax": "90.00"}, ["Steel pan", "Iron pan"]),
        ({"currency": "usd"}, ["Copper pan"]),
        ({"availability": ["preorder", "OUT_OF_STOCK"]}, ["old kettle", "Steel pan"]),
        ({"ratingMin": "3.2"}, ["Iron pan"]),
        ({"brand": "hEARTH"}, ["Copper pan", "Iron pan"]),
        ({"brand": ["hearth", "blaze"]}, NAMES),
        ({"category": "kitchen"}, ["old kettle", "Copper pan", "Iron pan"]),
        ({"category": "Kitchen > Pans"}, ["Iron pan"]),
        ({"category": "%"}, []),
        ({"category": "Kitche_"}, []),
        ({"brand": "Hearth", "category": "kitchen > pans"}, ["Iron pan"]),
        ({"domain": "SHOP.example"}, NAMES),
        ({"domain": "another.example"}, []),
        ({"updatedSince": "2200-01-01T00:00:00Z"}, None),
        ({"updatedSince": "2026-06-01T00:00:00Z"}, []),
    ],
)
async def test_filters_narrow_the_list(
    client: httpx.AsyncClient, params: dict[str, Any], expected: list[str] | None
) -> None:
    if expected is None:
        assert fields_of(await client.get("/api/products", params=params)) == ["updatedSince"]
        return
    answer = await get(client, **params)
    assert [product["product_name"] for product in answer["products"]] == expected
    assert answer["total"] == len(expected)


ORDERS = {
    "created": NAMES,
    "updated": NAMES[::-1],
    "price": ["Iron pan", "Steel pan", "Copper pan", "old kettle"],
    "rating": ["Iron pan", "Steel pan", "old kettle", "Copper pan"],
    "name": ["Copper pan", "Iron pan", "old kettle", "Steel pan"],
}


@pytest.mark.parametrize("max_counted", [1_000, 1], ids=["few", "many"])
@pytest.mark.parametrize("sort", ORDERS)
async def test_pages_of_every_order_follow_each_other(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, sort: str, max_counted: int
) -> None:
    monkeypatch.setattr("garner.engine.asking.products.MAX_COUNTED", max_counted)
    seen, after = list[str](), {}
    for _ in range(4):
        page = await get(client, sort=sort, pageSize=1, **after)
        seen += [product["product_name"] for product in page["products"]]
        after = {"after": page["next"]}
    assert (seen, after["after"]) == (ORDERS[sort], None)


async def test_a_total_above_those_counted_is_an_estimate(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lists, "MAX_COUNTED", 2)
    monkeypatch.setattr("garner.engine.asking.products.MAX_COUNTED", 2)
    answer = await get(client, pageSize=2)
    assert answer["approximate"] is True
    assert answer["total"] >= 3
    assert (await get(client, brand="Hearth"))["approximate"] is False


async def test_a_page_continues_where_products_were_added_before_it(client: httpx.AsyncClient, engine: Engine) -> None:
    first = await get(client, pageSize=2)
    async with engine.database.transaction() as connection:
        await add_product(connection, "New pan")
    rest = await get(client, pageSize=10, after=first["next"])
    assert [product["product_name"] for product in rest["products"]] == NAMES[2:]


@pytest.mark.parametrize("max_few", [500, 0], ids=["a few own", "many own"])
async def test_users_see_their_own_products_and_nobody_else_does(
    client: httpx.AsyncClient,
    engine: Engine,
    sign_in_as: Callable[[str], Any],
    monkeypatch: pytest.MonkeyPatch,
    max_few: int,
) -> None:
    monkeypatch.setattr("garner.engine.asking.products.MAX_FEW", max_few)
    ana = await sign_in_as("ana@example.com")
    async with engine.database.transaction() as connection:
        await add_product(connection, "Ana's pan", owner=ana)
    assert await names(client, pageSize=1) == ["Ana's pan"]
    assert (await get(client))["total"] == 5
    await sign_in_as("ben@example.com")
    assert await names(client) == NAMES
    del client.headers["Authorization"]
    assert await names(client) == NAMES


async def test_products_that_are_gone_are_listed_on_request(client: httpx.AsyncClient, engine: Engine) -> None:
    async with engine.database.transaction() as connection:
        rows = await (await connection.execute("select url_hash from products where brand = 'Blaze'")).fetchall()
        await gone_products.mark_pages_gone(connection, [row["url_hash"] for row in rows])
    assert await names(client) == NAMES[2:]
    assert await names(client, gone="false") == NAMES[2:]
    assert await names(client, gone="true") == NAMES[:2]
    assert await names(client, gone="any") == NAMES
    assert (await get(client, gone="true"))["products"][0]["gone_reason"] == "page_gone"


@pytest.mark.parametrize(
    ("params", "field"),
    [
        ({"colour": "red"}, "colour"),
        ({"minPrice": 1}, "minPrice"),
        ({"priceMin": 5, "priceMax": 1}, "priceMax"),
        ({"priceMin": "cheap"}, "priceMin"),
        ({"priceMin": "NaN"}, "priceMin"),
        ({"priceMin": -1}, "priceMin"),
        ({"priceMax": "1e-100000"}, "priceMax"),
        ({"priceMax": "1e400"}, "priceMax"),
        ({"currency": "€"}, "currency"),
        ({"currency": "EURO"}, "currency"),
        ({"ratingMin": 6}, "ratingMin"),
        ({"ratingMin": "inf"}, "ratingMin"),
        ({"brand": "a\x00"}, "brand"),
        ({"category": ""}, "category"),
        ({"domain": "x" * 10_000}, "domain"),
        ({"availability": ["x"] * 30}, "availability"),
        ({"updatedSince": "yesterday"}, "updatedSince"),
        ({"updatedSince": "2026-03-01"}, "updatedSince"),
        ({"gone": "archived"}, "gone"),
        ({"sort": "id"}, "sort"),
        ({"sort": ["name", "price"]}, "sort"),
        ({"pageSize": 0}, "pageSize"),
        ({"pageSize": 101}, "pageSize"),
        ({"pageSize": 10**30}, "pageSize"),
        ({"pageSize": 5, "limit": 5}, "limit"),
        ({"after": "nonsense"}, "after"),
        ({"after": "x" * 5_000}, "after"),
        ({"q": " "}, "q"),
        ({"q": "a\x00b"}, "q"),
        ({"q": "pan", "sort": "price"}, "sort"),
        ({"q": "pan", "pageSize": 100}, "pageSize"),
    ],
)
async def test_bad_input_is_refused_by_field(client: httpx.AsyncClient, params: dict[str, Any], field: str) -> None:
    assert any(name.startswith(field) for name in fields_of(await client.get("/api/products", params=params)))


async def test_a_cursor_continues_the_order_that_it_is_of_and_no_other(client: httpx.AsyncClient) -> None:
    after = (await get(client, pageSize=1, sort="price"))["next"]
    assert fields_of(await client.get("/api/products", params={"after": after, "sort": "name"})) == ["after"]
    assert fields_of(await client.get("/api/products", params={"after": after, "q": "pan"})) == ["after"]


@pytest.mark.parametrize(
    ("sort", "value"),
    [
        ("created", "yesterday"),
        ("created", "2026-03-01T12:00:00"),
        ("updated", "99999-01-01"),
        ("price", "NaN"),
        ("price", "sNaN"),
        ("price", "1e400"),
        ("rating", "-Infinity"),
        ("name", "a\x00"),
    ],
)
async def test_an_invented_cursor_is_refused(client: httpx.AsyncClient, sort: str, value: str) -> None:
    from garner.core import cursor

    params = {"sort": sort, "after": cursor.encode_sorted(sort, value, 1)}
    assert fields_of(await client.get("/api/products", params=params)) == ["after"]


async def test_a_search_answers_its_hits_and_the_products(client: httpx.AsyncClient) -> None:
    answer = await get(client, q="pan", brand="hearth")
    assert {hit["title"] for hit in answer["hits"]} == {"Iron pan", "Copper pan"}
    assert [str(product["id"]) for product in answer["products"]] == [hit["id"] for hit in answer["hits"]]
    assert [value["value"] for value in answer["facets"]["brand"]]
    assert (answer["total"], answer["approximate"], answer["next"]) == (2, False, None)


async def test_a_search_has_the_filters_of_the_list(client: httpx.AsyncClient) -> None:
    assert await names(client, q="pan", priceMin=50, priceMax=100) == ["Steel pan"]
    assert await names(client, q="pan", ratingMin=4) == ["Iron pan"]
    assert await names(client, q="pan", updatedSince="2026-06-01T00:00:00Z") == []


async def test_a_list_that_takes_too_long_is_ended(
    client: httpx.AsyncClient, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def sleep(connection: Any, *_: Any) -> int:
        await connection.execute("select pg_sleep(60)")
        return 0

    monkeypatch.setattr(lists, "count", sleep)
    async with calling(engine, search_timeout_ms=50) as hurried:
        answer = await get(hurried)
    assert (answer["products"], answer["timedOut"], answer["approximate"]) == ([], True, True)


async def test_the_documentation_shows_an_answer(openapi: dict[str, Any]) -> None:
    schemas = openapi["components"]["schemas"]
    assert all(schemas[name]["examples"] for name in ("ProductShape", "ProductPageShape", "FoundProductsShape"))
