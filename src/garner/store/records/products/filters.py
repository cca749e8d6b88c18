"""The filters of lists of products, as conditions on rows of `products`.

Text is compared by `lower` on both sides, as its indexes have it. The values are parameters of their own rather than an
array: the planner folds them and knows how many rows have each.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from garner.core.gone import GoneFilter
from garner.core.record import Kind
from garner.postgres.database import Connection

CATEGORY_SEPARATOR = " > "


@dataclass(frozen=True, slots=True)
class ProductFilter:
    """Conditions on products. Of the values of one any suffices; an empty list of domains has no products."""

    price_min: Decimal | None = None
    price_max: Decimal | None = None
    rating_min: Decimal | None = None
    updated_since: datetime | None = None
    currencies: Sequence[str] = ()
    availabilities: Sequence[str] = ()
    brands: Sequence[str] = ()
    categories: Sequence[str] = ()  # with everything below them
    domains: Sequence[int] | None = None
    gone: GoneFilter = GoneFilter.EXISTING


@dataclass(frozen=True, slots=True)
class Conditions:
    """Conditions in SQL, and their parameters."""

    text: str
    parameters: dict[str, Any]


def conditions_of(wanted: ProductFilter, *, price: str = "p.price", rating: str = "p.rating") -> Conditions:
    """Return the conditions on rows `p`, each preceded by `and`; those on who may see a product are not among them. A
    list that is read in the order of an expression passes it, to begin and end where the filter does."""
    plain = {
        f"p.price is not null and {price} >= %(price_min)s": ("price_min", wanted.price_min),
        f"{price} <= %(price_max)s": ("price_max", wanted.price_max),
        f"{rating} >= %(rating_min)s": ("rating_min", wanted.rating_min),
        "p.updated_at >= %(updated_since)s": ("updated_since", wanted.updated_since),
        "p.domain_id = any(%(domains)s)": ("domains", None if wanted.domains is None else list(wanted.domains)),
    }
    texts = [condition for condition, (_, value) in plain.items() if value is not None]
    parameters: dict[str, Any] = {name: value for name, value in plain.values() if value is not None}
    for name, column, values in (
        ("currency", "p.currency", [value.upper() for value in wanted.currencies]),
        ("availability", "p.availability", [value.lower() for value in wanted.availabilities]),
    ):
        if values:
            texts.append(f"{column} = any(%({name})s)")
            parameters[name] = values
    brands = {f"brand_{place}": value for place, value in enumerate(wanted.brands)}
    categories = {f"category_{place}": value for place, value in enumerate(wanted.categories)}
    below = {f"{name}_below": _below(value) for name, value in categories.items()}
    for condition, named in ((_BRAND, brands), (_CATEGORY, categories)):
        if named:
            texts.append("(" + " or ".join(condition.format(name=name) for name in named) + ")")
    parameters |= brands | categories | below
    return Conditions("".join(f" and {text}" for text in texts), parameters)


_BRAND = "lower(p.brand) = lower(%({name})s)"
_CATEGORY = "(lower(p.category) = lower(%({name})s) or lower(p.category) like lower(%({name}_below)s))"
_SPECIAL_IN_LIKE = re.compile(r"([\\%_])")


def _below(category: str) -> str:
    """Return the pattern of the categories below."""
    return _SPECIAL_IN_LIKE.sub(r"\\\1", category) + CATEGORY_SEPARATOR + "%"


def branches_of(gone: GoneFilter) -> Iterator[str]:
    """Yield the condition of each part of the lists, each of which has indexes of its own."""
    if gone in (GoneFilter.EXISTING, GoneFilter.ANY):
        yield "p.gone_at is null"
    if gone in (GoneFilter.GONE, GoneFilter.ANY):
        yield "p.gone_at is not null"


def relations_of(gone: GoneFilter, *, is_user: bool, has_few_own: bool) -> list[str]:
    """Return the relations of the products that the user `user_id` sees: those of the catalogue, and the user's own
    outside of it. A few of the user's own are looked up one by one; many are looked for among those of all users."""
    relations = []
    for existing in branches_of(gone):
        relations.append(f"products p where p.in_catalogue and {existing}")
        if is_user:
            relations.append(f"{_FEW_OWN if has_few_own else _MANY_OWN} and not p.in_catalogue and {existing}")
    return relations


_FEW_OWN = f"""
    (select distinct i.url_hash from job_items i
     where i.user_id = %(user_id)s and i.kind = '{Kind.PRODUCT}' and i.record_version is not null) o
    join products p on p.url_hash = o.url_hash where true
"""
_MANY_OWN = f"""
    products p
    where exists (select from job_items i
                  where i.user_id = %(user_id)s and i.kind = '{Kind.PRODUCT}' and i.url_hash = p.url_hash
                    and i.record_version is not null)
"""


async def find_domains(connection: Connection, names: Sequence[str]) -> list[int]:
    """Return the ids of domains by name."""
    cursor = await connection.execute(
        "select id from domains where domain_name = any(%s) order by id", ([name.lower() for name in names],)
    )
    return [row["id"] for row in await cursor.fetchall()]
