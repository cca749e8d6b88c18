"""Rows match products of the catalogue and of their own user, and never those of other users."""

from collections.abc import Awaitable, Callable

import pytest

from garner.core.matching.lexemes import LexemeQuery
from garner.core.record import Kind
from garner.postgres.database import Connection
from garner.store.crawl import schedule
from garner.store.records import catalogue
from garner.store.records.catalogue import CatalogueEntry

from .helpers import new_user, page
from .search_helpers import SHOP, add_product, own

Search = Callable[[Connection, int | None], Awaitable[list[CatalogueEntry]]]

GTIN = "4006381333931"
WORDS = LexemeQuery((("kettle",),), ("kettle",), (1.0,))
SEARCHES: dict[str, Search] = {
    "GTIN": lambda connection, user: catalogue.by_gtin(connection, user, GTIN),
    "numbers": lambda connection, user: catalogue.by_numbers(connection, user, [GTIN], ["ek2041"]),
    "words": lambda connection, user: catalogue.by_words(connection, user, WORDS),
    "spelling": lambda connection, user: catalogue.by_spelling(connection, user, ["ketle"]),
}


@pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)
async def test_a_row_finds_the_catalogue_and_products_of_its_user(connection: Connection, search: Search) -> None:
    ana, ben = await new_user(connection), await new_user(connection)
    public = await add_product(connection, "Public kettle", gtin=GTIN, sku="EK-2041")
    private = await add_product(connection, "Ana's kettle", gtin=GTIN, sku="EK-2041", owner=ana)
    found = {user: {entry.url for entry in await search(connection, user)} for user in (None, ana, ben)}
    assert found == {None: {public}, ana: {public, private}, ben: {public}}


async def test_a_product_of_another_user_is_not_shown_by_its_id(connection: Connection) -> None:
    ana, ben = await new_user(connection), await new_user(connection)
    await add_product(connection, "Ana's kettle", gtin=GTIN, owner=ana)
    (entry,) = await catalogue.by_gtin(connection, ana, GTIN)
    assert [each.id for each in await catalogue.by_ids(connection, ana, [entry.id])] == [entry.id]
    assert await catalogue.by_ids(connection, ben, [entry.id]) == []


async def test_a_product_that_two_users_asked_for_is_found_by_both(connection: Connection) -> None:
    ana, ben = await new_user(connection), await new_user(connection)
    url = await add_product(connection, "Ana's kettle", gtin=GTIN, owner=ana)
    await own(connection, ben, Kind.PRODUCT, page(url).hash)
    assert len(await catalogue.by_gtin(connection, ben, GTIN)) == 1


async def test_stopping_an_order_takes_a_product_out_of_the_catalogue(connection: Connection) -> None:
    await add_product(connection, "Public kettle", gtin=GTIN, path="kettle")
    assert len(await catalogue.by_gtin(connection, None, GTIN)) == 1
    cursor = await connection.execute("select id from crawl_tasks where url_hash = %s", (page(f"{SHOP}/kettle").hash,))
    (task,) = await cursor.fetchall()
    await schedule.stop(connection, [task["id"]])
    assert await catalogue.by_gtin(connection, None, GTIN) == []
