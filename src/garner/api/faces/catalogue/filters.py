"""Search and lists of products: the filters, and which kinds of records have them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Annotated, Literal

from fastapi import Depends, Query
from pydantic import StringConstraints

from garner.api.http.shapes import Moment
from garner.core.gone import GoneFilter
from garner.core.record import Kind
from garner.errors import FieldError, InputError
from garner.kinds.registry import KINDS
from garner.search.port import Filters
from garner.store.records.products.filters import ProductFilter

MAX_PRICE = Decimal("9999999999.99")
MAX_VALUES = 20

Value = Annotated[str, StringConstraints(min_length=1, max_length=120, pattern=r"^[^\x00]*$")]
Values = Annotated[list[Value] | None, Query(max_length=MAX_VALUES)]
Labels = Mapping[str, list[str] | None]
# Without a limit on decimals an amount may be too long for PostgreSQL, which refuses the statement then.
Price = Annotated[Decimal | None, Query(ge=0, le=MAX_PRICE, decimal_places=2, allow_inf_nan=False)]
Currency = Annotated[str, StringConstraints(pattern=r"^[A-Za-z]{3}$")]

_RANGES = {"priceMin": "price", "priceMax": "price", "postedSince": "posted_at"}


@dataclass(frozen=True, slots=True)
class Prices:
    least: Decimal | None
    most: Decimal | None


async def product_labels(
    brand: Values = None,
    category: Values = None,
    availability: Values = None,
    currency: Annotated[
        list[Currency] | None, Query(max_length=MAX_VALUES, description="Code of three letters, such as `EUR`")
    ] = None,
    domain: Values = None,
) -> Labels:
    return {
        "brand": brand,
        "category": category,
        "availability": availability,
        "currency": currency,
        "domain": domain,
    }


async def other_labels(
    company: Values = None,
    location: Values = None,
    employment_type: Annotated[list[Value] | None, Query(alias="employmentType", max_length=MAX_VALUES)] = None,
    author: Values = None,
    language: Values = None,
) -> Labels:
    return {
        "company": company,
        "location": location,
        "employmentType": employment_type,
        "author": author,
        "language": language,
    }


async def prices(
    least: Annotated[Price, Query(alias="priceMin")] = None, most: Annotated[Price, Query(alias="priceMax")] = None
) -> Prices:
    if least is not None and most is not None and least > most:
        reason = "It is less than `priceMin`."
        raise InputError("`priceMax` must not be less than `priceMin`.", fields=[FieldError("priceMax", reason)])
    return Prices(least, most)


Gone = Annotated[
    Literal["false", "true", "any"],
    Query(description="`true` finds only products that do not exist any more, `any` these too"),
]
ProductLabels = Annotated[Labels, Depends(product_labels)]
OtherLabels = Annotated[Labels, Depends(other_labels)]
PriceRange = Annotated[Prices, Depends(prices)]


RatingMin = Annotated[
    Decimal | None,
    Query(alias="ratingMin", ge=0, le=5, decimal_places=2, allow_inf_nan=False, description="Out of five"),
]
UpdatedSince = Annotated[
    Moment | None, Query(alias="updatedSince", description="Products that changed at this time or later")
]


def make_filters(
    kind: Kind | None,
    labels: Labels,
    price: Prices,
    posted_since: date | None = None,
    gone: str = GoneFilter.EXISTING,
) -> Filters:
    """Return the filters. One that records of the kind do not have is refused: it would find nothing."""
    given = {name: tuple(dict.fromkeys(values)) for name, values in labels.items() if values}
    since = None if posted_since is None else datetime.combine(posted_since, time.min, UTC)
    ranges = {"priceMin": price.least, "priceMax": price.most, "postedSince": since}
    if kind is not None:
        _require_fitting(kind, [*given, *(name for name, value in ranges.items() if value is not None)])
    return Filters(given, price.least, price.most, since, gone=GoneFilter(gone))


@dataclass(frozen=True, slots=True)
class WantedProducts:
    """The filters of products, for a list or for a search."""

    labels: Labels
    price: Prices
    rating_min: Decimal | None
    updated_since: datetime | None
    gone: str

    @property
    def of_list(self) -> ProductFilter:
        """The filters of a list; the domains, which it knows by number, are left to the caller."""
        return ProductFilter(
            price_min=self.price.least,
            price_max=self.price.most,
            rating_min=self.rating_min,
            updated_since=self.updated_since,
            currencies=self.labels["currency"] or (),
            availabilities=self.labels["availability"] or (),
            brands=self.labels["brand"] or (),
            categories=self.labels["category"] or (),
            gone=GoneFilter(self.gone),
        )

    @property
    def domains(self) -> Sequence[str]:
        return self.labels["domain"] or ()

    @property
    def of_search(self) -> Filters:
        filters = make_filters(Kind.PRODUCT, self.labels, self.price, gone=self.gone)
        return replace(filters, min_rating=self.rating_min, updated_since=self.updated_since)


async def wanted_products(
    labels: ProductLabels,
    price: PriceRange,
    rating_min: RatingMin = None,
    updated_since: UpdatedSince = None,
    gone: Gone = "false",
) -> WantedProducts:
    return WantedProducts(labels, price, rating_min, updated_since, gone)


Wanted = Annotated[WantedProducts, Depends(wanted_products)]


def _require_fitting(kind: Kind, names: list[str]) -> None:
    declared = KINDS[kind]
    columns = {column.name for column in declared.table.columns}
    for name in names:
        fits = _RANGES[name] in columns if name in _RANGES else name == "domain" or name in declared.search.facets
        if not fits:
            reason = f"Records of the kind `{kind}` cannot be filtered by it."
            raise InputError(f"{name}: {reason}", fields=[FieldError(name, reason)])
