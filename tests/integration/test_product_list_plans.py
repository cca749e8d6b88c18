"""Lists of tens of thousands of products read an index and few rows beyond the page."""

from collections.abc import Iterator
from decimal import Decimal

import pytest
from tests.integration.loaded_databases import TRUE, load_template, own_database
from tests.integration.test_grid_plans import explained

from garner.postgres.database import Database
from garner.store.records.products import lists
from garner.store.records.products.filters import ProductFilter
from garner.store.records.products.lists import ProductList, ProductPlace, ProductSort
from garner.store.search.candidates import searching

ROWS = 30_000
PAGE = 20
LATE = 5_000
ONE_IN = 4  # is in stock
SHELVES = 300
LOAD = f"""
    set session_replication_role = replica;
    insert into domains (domain_name, base_url) values ('shop.example', 'https://shop.example');
    insert into products (domain_id, url, url_hash, product_name, price, currency, availability, brand, category, data,
                          extractor, extractor_version, strategy, confidence, in_catalogue, parsed_at, created_at)
    select d.id, 'https://shop.example/' || n, lpad(n::text, 64, '0'), 'Brand ' || n % 10 || ' product ' || n,
           n % 1000, 'EUR', case when n / 10 % {ONE_IN} = 0 then 'in_stock' else 'out_of_stock' end, 'Brand ' || n % 10,
           'Shelf ' || n % {SHELVES}, '{{}}', 'given', '1', 'given', 0.9, true, now(), now() - n * interval '1 minute'
    from domains d, generate_series(1, {ROWS}) n;
    set session_replication_role = origin;
"""


@pytest.fixture(scope="module")
def large_url(server_url: str, template: str) -> Iterator[str]:
    loaded = load_template(
        server_url, "product_lists", lambda cursor: cursor.execute(LOAD), TRUE, analyzed_when_empty=False
    )
    with own_database(server_url, loaded) as url:
        yield url


async def rows_read(url: str, wanted: ProductList, after: ProductPlace | None = None) -> int:
    """Return how many rows and entries of `products` a page reads."""
    async with Database(url) as database, searching(database, 60_000) as connection:
        plan = await explained(connection, "products")
        page = await lists.read(connection, wanted, limit=PAGE, after=after, are_few=False)
    assert len(page) == PAGE
    assert plan.scans and "Seq Scan" not in plan.scans
    return plan.rows_read


async def place_of(url: str, sort: ProductSort) -> ProductPlace:
    """Return the place of a product far from the beginning."""
    async with Database(url) as database, database.connection() as connection:
        listed = await lists.read(
            connection, ProductList(None, ProductFilter(), sort), limit=LATE, after=None, are_few=False
        )
    return ProductPlace(listed[-1].sort_value, listed[-1].id)


@pytest.mark.parametrize("sort", list(ProductSort))
@pytest.mark.parametrize("depth", ["first", "deep"])
async def test_a_page_of_a_list_reads_an_index_and_few_rows(large_url: str, sort: ProductSort, depth: str) -> None:
    after = await place_of(large_url, sort) if depth == "deep" else None
    wanted = ProductList(None, ProductFilter(availabilities=["in_stock"]), sort)
    assert await rows_read(large_url, wanted, after) <= 2 * PAGE * ONE_IN


async def test_a_range_of_prices_is_read_from_its_beginning(large_url: str) -> None:
    filters = ProductFilter(price_min=Decimal(900), price_max=Decimal(990))
    assert await rows_read(large_url, ProductList(None, filters, ProductSort.PRICE)) <= 3 * PAGE


async def test_products_of_a_brand_are_read_in_the_order_of_their_names(large_url: str) -> None:
    filters = ProductFilter(brands=["brand 9"], currencies=["EUR"])
    assert await rows_read(large_url, ProductList(None, filters, ProductSort.NAME)) <= 3 * PAGE


async def test_rare_products_are_counted_by_their_filter(large_url: str) -> None:
    async with Database(large_url) as database, searching(database, 60_000) as connection:
        plan = await explained(connection, "products")
        filters = ProductFilter(categories=["shelf 7"], brands=["brand 8"])
        assert await lists.count(connection, ProductList(None, filters)) == 0
    assert plan.rows_read < ROWS / 5
