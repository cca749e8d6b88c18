"""The values that products of a list have, and how many have each.

Of a list of very many products, some are counted and not all: the first that the planner finds.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from psycopg.rows import class_row

from garner.postgres.database import Connection
from garner.store.records.products.filters import conditions_of, relations_of
from garner.store.records.products.lists import ProductList

MAX_COUNTED = 5_000
MAX_VALUES = 20


@dataclass(frozen=True, slots=True)
class _Facet:
    column: str
    filter: str  # its field in `ProductFilter`
    unset: Any  # the value of that field if it is not filtered by


_FACETS: Mapping[str, _Facet] = {
    "brand": _Facet("p.brand", "brands", ()),
    "category": _Facet("p.category", "categories", ()),
    "availability": _Facet("p.availability", "availabilities", ()),
    "currency": _Facet("p.currency", "currencies", ()),
    "domain": _Facet("(select d.domain_name from domains d where d.id = p.domain_id)", "domains", None),
}
FACETS = tuple(_FACETS)


@dataclass(frozen=True, slots=True)
class ValueCount:
    value: str
    count: int
    counted: int  # products that were looked at, one more than `MAX_COUNTED` if there are more


async def count_values(connection: Connection, wanted: ProductList, name: str) -> list[ValueCount]:
    """Return the most frequent values of a facet among the products of the list, but for the facet's own filter.
    Spellings that differ in case are one value."""
    facet = _FACETS[name]
    filters = replace(wanted.filters, **{facet.filter: facet.unset})
    conditions = conditions_of(filters)
    relations = relations_of(filters.gone, is_user=wanted.user_id is not None, has_few_own=wanted.has_few_own)
    each = " union all ".join(
        f"(select {facet.column} as value from {relation}{conditions.text} limit %(limit)s)" for relation in relations
    )
    cursor = connection.cursor(row_factory=class_row(ValueCount))
    await cursor.execute(
        f"""
        with f as materialized (select a.value from ({each}) a limit %(limit)s)
        select min(value) as value, count(*) as count, (select count(*) from f) as counted
        from f where value is not null
        group by lower(value) order by count desc, lower(value) limit %(most)s
        """.encode(),
        {"user_id": wanted.user_id, "limit": MAX_COUNTED + 1, "most": MAX_VALUES, **conditions.parameters},
    )
    return await cursor.fetchall()
