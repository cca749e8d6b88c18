"""Search over HTTP: hits, filters, and the answers to bad input."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from tests.contract.operators.conftest import calling
from tests.integration.search_helpers import add_product, add_record, index_all

from garner.core.record import Kind
from garner.engine import Engine
from garner.engine.people.accounts import Identity, sign_in
from garner.store.records import gone_products


@pytest.fixture
async def client(engine: Engine) -> AsyncIterator[httpx.AsyncClient]:
    async with engine.database.transaction() as connection:
        await add_product(
            connection, "Cast iron pan", brand="Hearth", price="26.00", currency="EUR", description="Iron keeps warm."
        )
        await add_product(connection, "Steel pan", brand="Blaze", price="90.00", currency="EUR")
        posting = {"title": "Pan maker", "company": "Hearth", "locations": ["Berlin"], "posted_at": "2026-03-01"}
        await add_record(connection, Kind.POSTING, "job", posting)
    await index_all(engine.database)
    async with calling(engine) as opened:
        yield opened


async def get(client: httpx.AsyncClient, path: str = "/api/search", **params: Any) -> Any:
    answer = await client.get(path, params=params)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def refuse(client: httpx.AsyncClient, path: str = "/api/search", **params: Any) -> list[str]:
    answer = await client.get(path, params=params)
    assert answer.status_code == 422, answer.text
    return [field["field"] for field in answer.json()["fields"]]


async def test_a_guest_searches_the_catalogue(client: httpx.AsyncClient) -> None:
    answer = await get(client, q="iorn pan")
    (hit,) = answer["hits"]
    assert (hit["kind"], hit["title"], hit["price"]) == ("product", "Cast iron pan", "26.00")
    assert hit["highlights"]["title"]["marks"] == [[5, 9], [10, 13]]
    assert answer["corrections"] == [{"from": "iorn", "to": "iron"}]
    assert (answer["total"], answer["approximate"], answer["engine"], answer["next"]) == (1, False, "postgres", None)


async def test_products_are_searched_alone(client: httpx.AsyncClient) -> None:
    answer = await get(client, "/api/products", q="pan")
    assert {hit["kind"] for hit in answer["hits"]} == {"product"}
    assert {value["value"] for value in answer["facets"]["brand"]} == {"Hearth", "Blaze"}
    assert {hit["kind"] for hit in (await get(client, q="pan"))["hits"]} == {"product", "posting"}


async def test_filters_narrow_the_hits(client: httpx.AsyncClient) -> None:
    assert [hit["title"] for hit in (await get(client, q="pan", brand="blaze"))["hits"]] == ["Steel pan"]
    assert [hit["title"] for hit in (await get(client, q="pan", priceMax=50))["hits"]] == ["Cast iron pan"]
    found = await get(client, q="pan", kind="posting", location="berlin", postedSince="2026-01-01")
    assert [hit["title"] for hit in found["hits"]] == ["Pan maker"]
    assert (await get(client, q="pan", kind="posting", postedSince="2026-04-01"))["hits"] == []


@pytest.mark.parametrize("path", ["/api/search", "/api/products"])
async def test_products_that_are_gone_are_found_on_request(
    client: httpx.AsyncClient, engine: Engine, path: str
) -> None:
    async with engine.database.transaction() as connection:
        products = await (await connection.execute("select url_hash from products where brand = 'Blaze'")).fetchall()
        await gone_products.mark_pages_gone(connection, [product["url_hash"] for product in products])
    await index_all(engine.database)
    titles = {
        gone: {hit["title"] for hit in (await get(client, path, q="pan", gone=gone))["hits"]} - {"Pan maker"}
        for gone in ("false", "true", "any")
    }
    assert titles == {"false": {"Cast iron pan"}, "true": {"Steel pan"}, "any": {"Cast iron pan", "Steel pan"}}


async def test_an_unknown_value_of_gone_is_answered_with_those_that_exist(client: httpx.AsyncClient) -> None:
    answer = await client.get("/api/search", params={"q": "pan", "gone": "archived"})
    assert (answer.status_code, answer.json()["error"]) == (422, "gone must be false, true or any.")


async def test_pages_follow_each_other(client: httpx.AsyncClient) -> None:
    first = await get(client, q="pan", limit=2)
    second = await get(client, q="pan", limit=2, after=first["next"])
    assert len({hit["title"] for page in (first, second) for hit in page["hits"]}) == 3
    assert second["next"] is None


@pytest.mark.parametrize(
    ("params", "field"),
    [
        ({}, "q"),
        ({"q": " "}, "q"),
        ({"q": "x" * 10_000}, "q"),
        ({"q": "a\x00b"}, "q"),
        ({"q": "-pan"}, "q"),
        ({"q": "pan", "kind": "car"}, "kind"),
        ({"q": "pan", "colour": "red"}, "colour"),
        ({"q": "pan", "kind": "posting", "brand": "Hearth"}, "brand"),
        ({"q": "pan", "kind": "recipe", "priceMin": 1}, "priceMin"),
        ({"q": "pan", "priceMin": "cheap"}, "priceMin"),
        ({"q": "pan", "priceMin": "NaN"}, "priceMin"),
        ({"q": "pan", "priceMin": "1e-100000"}, "priceMin"),
        ({"q": "pan", "priceMax": "9.999"}, "priceMax"),
        ({"q": "pan", "priceMin": 5, "priceMax": 1}, "priceMax"),
        ({"q": "pan", "currency": "€"}, "currency"),
        ({"q": "pan", "currency": "EURO"}, "currency"),
        ({"q": "pan", "postedSince": "yesterday"}, "postedSince"),
        ({"q": "pan", "limit": 0}, "limit"),
        ({"q": "pan", "after": "nonsense"}, "after"),
        ({"q": "pan", "brand": "a\x00"}, "brand"),
    ],
)
async def test_bad_input_is_refused_by_field(client: httpx.AsyncClient, params: dict[str, Any], field: str) -> None:
    assert any(name.startswith(field) for name in await refuse(client, **params))


async def test_a_filter_of_products_is_the_only_kind_that_products_have(client: httpx.AsyncClient) -> None:
    assert await refuse(client, "/api/products", q="pan", company="Hearth") == ["company"]


async def test_searches_are_logged_and_operators_see_those_that_found_nothing(
    client: httpx.AsyncClient, engine: Engine
) -> None:
    for text in ("pan", "zeppelin", "Zeppelin", "pan zeppelin"):
        await get(client, q=text)
    listed = (await client.get("/api/admin/searches", params={"empty": True})).json()["searches"]
    assert [(search["query"].lower(), search["empty"]) for search in listed] == [("zeppelin", 2), ("pan zeppelin", 1)]
    every = (await client.get("/api/admin/searches")).json()["searches"]
    assert len(every) == 3


async def test_a_user_finds_their_own_records(client: httpx.AsyncClient, engine: Engine) -> None:
    signed_in = await sign_in(engine, Identity("ana@example.com"))
    async with engine.database.transaction() as connection:
        users = await (await connection.execute("select user_id from users")).fetchall()
        await add_product(connection, "Ana's copper pan", owner=users[0]["user_id"])
    await index_all(engine.database)
    client.headers["Authorization"] = f"Bearer {signed_in.token}"
    assert [hit["title"] for hit in (await get(client, q="copper"))["hits"]] == ["Ana's copper pan"]
    del client.headers["Authorization"]
    assert (await get(client, q="copper"))["hits"] == []


async def test_a_fresh_search_finds_what_was_saved_just_now(engine: Engine) -> None:
    async with calling(engine, search_fresh=True) as client:
        assert (await get(client, q="copper"))["hits"] == []
        async with engine.database.transaction() as connection:
            await add_product(connection, "Copper pan")
        assert [hit["title"] for hit in (await get(client, q="copper"))["hits"]] == ["Copper pan"]


async def test_the_documentation_shows_an_answer(openapi: dict[str, Any]) -> None:
    for path in ("/api/search", "/api/products"):
        assert openapi["paths"][path]["get"]["responses"]["200"]
    assert openapi["components"]["schemas"]["SearchPage"]["examples"]
