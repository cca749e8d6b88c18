"""Lists of products in several orders, a page at a time.

A page of few products is read by all its filters and then sorted; a page of many is read along the index of its order,
where enough of them come soon. Without this distinction a filter that few products pass, or a statistic that is wrong,
would have the index of the order read to its end.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Any

from psycopg.rows import class_row

from garner.core import cursor as cursors
from garner.postgres.database import Connection
from garner.store.records.products.filters import Conditions, ProductFilter, conditions_of, relations_of
from garner.store.records.visibility import is_visible_product

MAX_COUNTED = 1_000
MAX_AMOUNT = 10**12
CENT = Decimal("0.01")


class ProductSort(StrEnum):
    CREATED = "created"
    UPDATED = "updated"
    PRICE = "price"
    RATING = "rating"
    NAME = "name"


@dataclass(frozen=True, slots=True)
class _Order:
    """An order: the expression that its index has, its type, its direction, and how to check a value of a cursor."""

    expression: str
    type: str
    is_descending: bool
    check: Callable[[str], str]

    @property
    def direction(self) -> str:
        return "desc" if self.is_descending else "asc"

    @property
    def sign(self) -> str:
        return "<" if self.is_descending else ">"


def _check_moment(text: str) -> str:
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError("no zone")
    return moment.astimezone(UTC).isoformat()


def _check_amount(text: str) -> str:
    amount = Decimal(text)
    if amount == Decimal("Infinity"):
        return "Infinity"
    if not -MAX_AMOUNT < amount < MAX_AMOUNT:
        raise ValueError("no amount")
    return str(amount.quantize(CENT))


# Products without a price or rating come last.
_ORDERS = {
    ProductSort.CREATED: _Order("p.created_at", "timestamptz", True, _check_moment),
    ProductSort.UPDATED: _Order("p.updated_at", "timestamptz", True, _check_moment),
    ProductSort.PRICE: _Order("coalesce(p.price, 'Infinity'::numeric)", "numeric", False, _check_amount),
    ProductSort.RATING: _Order("coalesce(p.rating, '-1'::numeric)", "numeric", True, _check_amount),
    ProductSort.NAME: _Order("lower(p.product_name)", "text", False, str),
}


@dataclass(frozen=True, slots=True)
class ProductList:
    """A list of products as a user sees it, or as a guest does."""

    user_id: int | None
    filters: ProductFilter
    sort: ProductSort = ProductSort.CREATED
    has_few_own: bool = True


@dataclass(frozen=True, slots=True)
class ProductPlace:
    """The last product of a page."""

    value: str
    id: int


def encode_place(sort: ProductSort, last: "ListedProduct") -> str:
    return cursors.encode_sorted(sort, last.sort_value, last.id)


def decode_place(sort: ProductSort, text: str) -> ProductPlace:
    value, number = cursors.decode_sorted(text, sort)
    try:
        return ProductPlace(_ORDERS[sort].check(value), number)
    except (ArithmeticError, ValueError):
        raise cursors.unknown_cursor() from None


@dataclass(frozen=True, slots=True)
class ListedProduct:
    """A row of `products` with the name of its domain."""

    id: int
    domain_id: int
    domain_name: str
    crawl_task_id: int | None
    url: str
    url_hash: str
    product_name: str
    description: str | None
    price: Decimal | None
    currency: str | None
    availability: str | None
    rating: Decimal | None
    review_count: int | None
    brand: str | None
    category: str | None
    sku: str | None
    gtin: str | None
    content_hash: str | None
    metadata: dict[str, Any] | None
    created_at: datetime
    updated_at: datetime
    gone_at: datetime | None
    gone_reason: str | None
    sort_value: str


COLUMNS = """
    p.id, p.domain_id, d.domain_name, p.crawl_task_id, p.url, p.url_hash, p.product_name, p.description, p.price,
    p.currency, p.availability, p.rating, p.review_count, p.brand, p.category, p.sku, p.gtin, p.content_hash,
    p.metadata, p.created_at, p.updated_at, p.gone_at, p.gone_reason
"""


async def count(connection: Connection, wanted: ProductList) -> int:
    """Count the products of the list, up to one more than `MAX_COUNTED`."""
    conditions = conditions_of(wanted.filters)
    cursor = await connection.execute(
        f"select count(*) as amount from (select from ({_select(wanted, conditions)}) a limit %(limit)s) f".encode(),
        _parameters(wanted, conditions, MAX_COUNTED + 1),
    )
    (row,) = await cursor.fetchall()
    return int(row["amount"])


async def estimate(connection: Connection, wanted: ProductList) -> int:
    """Estimate how many products the list has, as the planner does."""
    conditions = conditions_of(wanted.filters)
    cursor = await connection.execute(
        f"explain (format json) {_select(wanted, conditions, with_limits=False)}".encode(),
        _parameters(wanted, conditions, 0),
    )
    (row,) = await cursor.fetchall()
    return int(row["QUERY PLAN"][0]["Plan"]["Plan Rows"])


async def read(
    connection: Connection, wanted: ProductList, *, limit: int, after: ProductPlace | None = None, are_few: bool
) -> list[ListedProduct]:
    """Return the first products of the list after a place."""
    order = _ORDERS[wanted.sort]
    conditions = conditions_of(wanted.filters)
    place = f"({{value}}, {{id}}) {order.sign} (%(after_value)s::{order.type}, %(after_id)s)"
    ordered = f"order by value {order.direction}, id {order.direction} limit %(limit)s"
    if are_few:
        later = f"where {place.format(value='value', id='id')}" if after else ""
        relation = f"with f as materialized ({_select(wanted, conditions, with_limits=False)}) select * from f {later}"
    else:
        later = f" and {place.format(value=order.expression, id='p.id')}" if after else ""
        walked = _walked_conditions(wanted.sort, wanted.filters)
        each = _select(wanted, Conditions(walked.text + later, walked.parameters), ordered)
        relation = f"select * from ({each}) a"
    cursor = connection.cursor(row_factory=class_row(ListedProduct))
    await cursor.execute(
        f"""
        select {COLUMNS}, {_write_value("f.value", order)} as sort_value
        from ({relation} {ordered}) f join products p on p.id = f.id join domains d on d.id = p.domain_id
        order by f.value {order.direction}, f.id {order.direction}
        """.encode(),
        _parameters(wanted, conditions, limit) | {"after_value": after and after.value, "after_id": after and after.id},
    )
    return await cursor.fetchall()


async def find(connection: Connection, user_id: int | None, product_id: int) -> ListedProduct | None:
    """Return a product that the user sees, gone or not."""
    cursor = connection.cursor(row_factory=class_row(ListedProduct))
    await cursor.execute(
        f"""
        select {COLUMNS}, '' as sort_value
        from products p join domains d on d.id = p.domain_id
        where p.id = %(product_id)s and {is_visible_product("p")}
        """.encode(),
        {"product_id": product_id, "user_id": user_id},
    )
    return await cursor.fetchone()


async def read_by_ids(connection: Connection, ids: Sequence[int]) -> list[ListedProduct]:
    """Return products in the order of their ids. The caller has checked who may see them."""
    cursor = connection.cursor(row_factory=class_row(ListedProduct))
    await cursor.execute(
        f"""
        select {COLUMNS}, '' as sort_value
        from unnest(%s::bigint[]) with ordinality g (id, place)
        join products p on p.id = g.id join domains d on d.id = p.domain_id
        order by g.place
        """.encode(),
        (list(ids),),
    )
    return await cursor.fetchall()


def _select(
    wanted: ProductList, conditions: Conditions, each: str = "limit %(limit)s", *, with_limits: bool = True
) -> str:
    """Return the relation of the ids and values of the list, of which each part is limited."""
    relations = relations_of(wanted.filters.gone, is_user=wanted.user_id is not None, has_few_own=wanted.has_few_own)
    limit = each if with_limits else ""
    return " union all ".join(
        f"(select p.id, {_ORDERS[wanted.sort].expression} as value from {relation}{conditions.text} {limit})"
        for relation in relations
    )


def _walked_conditions(sort: ProductSort, filters: ProductFilter) -> Conditions:
    """Return the conditions for reading along the index of the order, which bound its part that is read."""
    expression = _ORDERS[sort].expression
    if sort is ProductSort.PRICE:
        return conditions_of(filters, price=expression)
    return conditions_of(filters, rating=expression) if sort is ProductSort.RATING else conditions_of(filters)


def _write_value(value: str, order: _Order) -> str:
    """Return a value as text that reads back to the same value, in any time zone of the session."""
    if order.type == "timestamptz":
        return f"to_char({value} at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"+00:00\"')"
    return f"{value}::text"


def _parameters(wanted: ProductList, conditions: Conditions, limit: int) -> dict[str, Any]:
    return {"user_id": wanted.user_id, "limit": limit, **conditions.parameters}
