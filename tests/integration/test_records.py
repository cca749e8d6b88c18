"""Records of a page: updated in place, with every earlier version kept."""

from datetime import timedelta
from decimal import Decimal

import pytest
from tests.integration.helpers import CAKE, ask, finish_page, item, page, product, recipe, row, rows, task

from garner.core.lifecycle import Origin
from garner.core.record import FieldSource, Kind, Record
from garner.postgres.database import Connection
from garner.store.records import records
from garner.store.records.records import FoundRecord
from garner.store.tasks import items


async def find_again(connection: Connection, *found: Record) -> None:
    """Fetch and extract the page once more, an hour after the last time."""
    await connection.execute("update recipes set parsed_at = parsed_at - interval '1 hour'")
    await connection.execute("update recipes set updated_at = updated_at - interval '1 hour'")
    await ask(connection, kind=found[0].kind, ttl=timedelta(0))
    await finish_page(connection, *found)


async def save(connection: Connection, record: Record, url: str = CAKE) -> int:
    versions = await records.save(connection, [FoundRecord(page(url).hash, record)])
    return versions[(page(url).hash, record.kind)].version


async def test_a_record_is_stored_completely_with_its_sources(connection: Connection) -> None:
    await ask(connection)
    sources = {"title": FieldSource("json_ld", "$.name", 0.95, "Cake")}
    found = Record(
        Kind.RECIPE, {"title": "Cake", "ingredients": [{"name": "flour"}]}, "1" * 64, "schema_org", "7",
        "schema_org_json_ld", 0.9, used_llm=True, warnings=("no yield",), sources=sources,
    )  # fmt: skip
    await finish_page(connection, found)
    kept = await row(connection, "select * from recipes")
    assert (kept["url_hash"], kept["title"], kept["ingredients"]) == (page(CAKE).hash, "Cake", [{"name": "flour"}])
    assert kept["data"] == {"title": "Cake", "ingredients": [{"name": "flour"}]}
    assert kept["sources"]["title"] == {"rung": "json_ld", "path": "$.name", "confidence": 0.95, "snippet": "Cake"}
    assert (kept["extractor_version"], kept["strategy"], kept["confidence"]) == ("7", "schema_org_json_ld", 0.9)
    assert (kept["used_llm"], kept["warnings"], kept["version"]) == (True, ["no yield"], 1)


async def test_a_changed_record_is_updated_in_place_and_its_earlier_version_is_kept(connection: Connection) -> None:
    await ask(connection)
    await finish_page(connection, recipe("Cake", "1" * 64))
    await find_again(connection, recipe("Better cake", "2" * 64))
    current = await row(connection, "select title, version, updated_at = now() as updated from recipes")
    assert tuple(current.values()) == ("Better cake", 2, True)
    versions = await rows(connection, "select version, data->>'title' as title from record_versions order by version")
    assert [tuple(version.values()) for version in versions] == [(1, "Cake"), (2, "Better cake")]


async def test_an_unchanged_record_keeps_its_version_and_becomes_fresh(connection: Connection) -> None:
    await ask(connection)
    await finish_page(connection, recipe("Cake", "1" * 64))
    await find_again(connection, recipe("Cake", "1" * 64))
    current = await row(
        connection,
        "select version, parsed_at = now() as fresh, updated_at = now() - interval '1 hour' as untouched from recipes",
    )
    assert tuple(current.values()) == (1, True, True)
    version = await row(connection, "select version, parsed_at = now() as fresh from record_versions")
    assert tuple(version.values()) == (1, True)


async def test_a_record_that_changes_back_is_a_new_version(connection: Connection) -> None:
    await ask(connection)
    await finish_page(connection, recipe("Cake", "1" * 64))
    await find_again(connection, recipe("Pie", "2" * 64))
    await find_again(connection, recipe("Cake", "1" * 64))
    assert (await row(connection, "select version, title from recipes")) == {"version": 3, "title": "Cake"}


async def test_an_ended_request_returns_its_own_version(connection: Connection) -> None:
    first = await ask(connection)
    await finish_page(connection, recipe("Cake", "1" * 64))
    await find_again(connection, recipe("Pie", "2" * 64))
    assert first.item_id is not None
    seen = await items.find(connection, first.item_id, Origin.PARSE)
    assert seen is not None and seen.data is not None and seen.data["title"] == "Cake"
    assert (await item(connection, first.item_id))["record_version"] == 1


async def test_a_request_is_found_only_by_its_own_origin(connection: Connection) -> None:
    asked = await ask(connection)
    assert asked.item_id is not None
    assert await items.find(connection, asked.item_id, Origin.PARSE) is not None
    assert await items.find(connection, asked.item_id, Origin.MAILBOX) is None


async def test_a_page_has_one_record_of_each_kind(connection: Connection) -> None:
    await ask(connection, kind=Kind.RECIPE)
    await ask(connection, kind=Kind.PRODUCT)
    await finish_page(connection, recipe(), product())
    kinds = await rows(connection, "select kind, version from record_versions order by kind")
    assert [tuple(kind.values()) for kind in kinds] == [("product", 1), ("recipe", 1)]


async def test_a_product_has_its_domain_page_and_columns(connection: Connection) -> None:
    await ask(connection, kind=Kind.PRODUCT)
    await finish_page(
        connection,
        product("Pan", price="12.50", currency="EUR", rating=4.5, review_count=7, gtin="4006381333931", brand="Acme"),
    )
    kept = await row(
        connection,
        """
        select p.*, d.domain_name from products p join domains d on d.id = p.domain_id
        """,
    )
    assert (kept["product_name"], kept["price"], kept["currency"]) == ("Pan", Decimal("12.50"), "EUR")
    assert (kept["rating"], kept["review_count"], kept["gtin"]) == (Decimal("4.50"), 7, "4006381333931")
    assert (kept["domain_name"], kept["url"]) == ("kitchen.example", CAKE)
    assert kept["crawl_task_id"] == (await task(connection))["id"]


async def test_missing_fields_are_null(connection: Connection) -> None:
    await ask(connection, kind=Kind.PRODUCT)
    await finish_page(connection, product("Pan", price="9.99"))
    kept = await row(connection, "select currency, availability, rating, review_count, brand, sku from products")
    assert set(kept.values()) == {None}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("price", "12345678901234567890"),
        ("price", "NaN"),
        ("price", "-1"),
        ("price", "on request"),
        ("rating", 97),
        ("review_count", 2**40),
        ("review_count", "many"),
    ],
)
async def test_a_value_that_does_not_fit_its_column_is_kept_in_the_record(
    connection: Connection, field: str, value: object
) -> None:
    await ask(connection, kind=Kind.PRODUCT)
    await finish_page(connection, product("Pan", **{field: value}))
    kept = await row(connection, f"select {field} as own, data from products")
    assert (kept["own"], kept["data"][field]) == (None, value)


async def test_a_text_longer_than_its_column_is_cut_there_and_complete_in_the_record(connection: Connection) -> None:
    await ask(connection)
    await finish_page(connection, recipe("x" * 600))
    kept = await row(connection, "select length(title) as own, length(data->>'title') as whole from recipes")
    assert tuple(kept.values()) == (500, 600)


async def test_a_posting_keeps_its_dates(connection: Connection) -> None:
    await ask(connection, kind=Kind.POSTING)
    data = {"title": "Cook", "company": "Acme", "posted_at": "2030-01-02", "valid_through": "soon"}
    await finish_page(connection, Record(Kind.POSTING, data, "4" * 64, "schema_org", "1", "schema_org_json_ld", 0.8))
    kept = await row(connection, "select title, company, posted_at::date::text as posted, valid_through from postings")
    assert tuple(kept.values()) == ("Cook", "Acme", "2030-01-02", None)


async def test_many_records_are_saved_at_once_with_their_versions(connection: Connection) -> None:
    urls = [f"https://kitchen.example/{number}" for number in range(5)]
    for url in urls:
        await ask(connection, url)
    await save(connection, recipe("old", "9" * 64), urls[0])
    saved = await records.save(
        connection, [FoundRecord(page(url).hash, recipe(url, f"{number}" * 64)) for number, url in enumerate(urls)]
    )
    assert [saved[(page(url).hash, Kind.RECIPE)].version for url in urls] == [2, 1, 1, 1, 1]


async def test_a_cosmetic_change_never_rewrites_an_earlier_version(connection: Connection) -> None:
    await ask(connection)
    await finish_page(connection, recipe("Cake", "1" * 64))
    await find_again(connection, recipe("Cake.", "1" * 64))
    current = await row(
        connection, "select version, updated_at = now() - interval '1 hour' as meaning_untouched from recipes"
    )
    assert tuple(current.values()) == (2, True)
    versions = await rows(connection, "select version, data->>'title' as title from record_versions order by version")
    assert [tuple(version.values()) for version in versions] == [(1, "Cake"), (2, "Cake.")]


@pytest.mark.parametrize("price", ["9999999999.999", "1e309", "-1", "nonsense"])
async def test_a_price_that_does_not_fit_its_column_does_not_prevent_saving(connection: Connection, price: str) -> None:
    await ask(connection, kind=Kind.PRODUCT)
    record = Record(Kind.PRODUCT, {"name": "Gold", "price": price}, "1" * 64, "garner", "1", "test", 1.0)
    await save(connection, record)
    assert (await row(connection, "select price from products"))["price"] is None
