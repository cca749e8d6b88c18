"""List the products of the catalogue, and a user's own."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from garner.engine.engine import Engine
from garner.errors import NotFound
from garner.postgres.database import Connection
from garner.store.records.products import facets, filters, history, lists
from garner.store.records.products.facets import FACETS, ValueCount
from garner.store.records.products.filters import ProductFilter
from garner.store.records.products.history import HistoryEntry
from garner.store.records.products.lists import MAX_COUNTED, ListedProduct, ProductList, ProductSort
from garner.store.search.candidates import SearchTimedOut, searching
from garner.store.search.visibility import MAX_FEW, Viewer, count_own

NO_SUCH_PRODUCT = NotFound("Product not found")


@dataclass(frozen=True, slots=True)
class ProductPage:
    products: Sequence[ListedProduct]
    total: int
    approximate: bool  # there are more than are counted
    next: str | None = None
    timed_out: bool = False


async def list_products(
    engine: Engine,
    user_id: int | None,
    wanted: ProductFilter,
    domains: Sequence[str],
    *,
    sort: ProductSort,
    limit: int,
    after: str | None,
) -> ProductPage:
    """Return a page of the products that the user sees, or a guest."""
    place = None if after is None else lists.decode_place(sort, after)
    try:
        async with _listing(engine, user_id, wanted, domains, sort) as (connection, listed):
            total = await lists.count(connection, listed)
            are_few = total <= MAX_COUNTED
            rows = await lists.read(connection, listed, limit=limit + 1, after=place, are_few=are_few)
            if not are_few:
                total = max(total, await lists.estimate(connection, listed))
    except SearchTimedOut:
        return ProductPage((), 0, approximate=True, timed_out=True)
    page = rows[:limit]
    following = lists.encode_place(sort, page[-1]) if len(rows) > limit else None
    return ProductPage(page, total, approximate=not are_few, next=following)


@dataclass(frozen=True, slots=True)
class ProductFacets:
    facets: Mapping[str, Sequence[ValueCount]]
    approximate: bool  # there are more products than are counted
    timed_out: bool = False


async def count_facets(
    engine: Engine, user_id: int | None, wanted: ProductFilter, domains: Sequence[str]
) -> ProductFacets:
    """Count the values of the products that the user sees, or a guest. The values of a facet are counted without its
    own filter, so that they show what else there is."""
    try:
        async with _listing(engine, user_id, wanted, domains, ProductSort.CREATED) as (connection, listed):
            counted = {name: await facets.count_values(connection, listed, name) for name in FACETS}
    except SearchTimedOut:
        return ProductFacets({}, approximate=True, timed_out=True)
    is_capped = any(value.counted > facets.MAX_COUNTED for values in counted.values() for value in values)
    return ProductFacets(counted, is_capped)


@asynccontextmanager
async def _listing(
    engine: Engine, user_id: int | None, wanted: ProductFilter, domains: Sequence[str], sort: ProductSort
) -> AsyncIterator[tuple[Connection, ProductList]]:
    """Yield a connection with a limit on the time of each statement, and the list as this user sees it."""
    async with searching(engine.database, engine.settings.search.timeout_ms) as connection:
        if domains:
            wanted = replace(wanted, domains=await filters.find_domains(connection, domains))
        has_few = user_id is None or await count_own(connection, Viewer(user_id)) <= MAX_FEW
        yield connection, ProductList(user_id, wanted, sort, has_few)


async def read_product(engine: Engine, user_id: int | None, product_id: int) -> ListedProduct:
    """Return a product that the user sees, or a guest."""
    async with engine.database.connection() as connection:
        product = await lists.find(connection, user_id, product_id)
    if product is None:
        raise NO_SUCH_PRODUCT.copy()
    return product


async def read_history(engine: Engine, user_id: int | None, product_id: int) -> list[HistoryEntry]:
    """Return what a product that the user sees, or a guest, cost over time."""
    product = await read_product(engine, user_id, product_id)
    async with engine.database.connection() as connection:
        return await history.read_history(connection, product.url_hash)


async def read_products(engine: Engine, ids: Sequence[int]) -> list[ListedProduct]:
    """Return products that a search has found for the user."""
    async with engine.database.connection() as connection:
        return await lists.read_by_ids(connection, ids)
