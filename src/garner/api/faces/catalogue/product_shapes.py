"""Products: the answers. Their fields have the names of the columns of `products`."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field

from garner.api.faces.catalogue.shapes import EXAMPLE as SEARCH_EXAMPLE
from garner.api.faces.catalogue.shapes import FacetValueShape, SearchPage
from garner.api.http.shapes import EXAMPLE_TIME, Shape, shape_config
from garner.engine.asking.products import ProductFacets, ProductPage
from garner.search.port import FacetValue, SearchAnswer
from garner.store.records.products.facets import ValueCount
from garner.store.records.products.history import HistoryEntry
from garner.store.records.products.lists import ListedProduct

PRODUCT: dict[str, Any] = {
    "id": 4711,
    "domain_id": 12,
    "domain_name": "shop.example",
    "crawl_task_id": 90412,
    "url": "https://shop.example/pan",
    "url_hash": "4f0c1f6a9d2be7a08d3a3b1f5c6e7d8091a2b3c4d5e6f708192a3b4c5d6e7f80",
    "product_name": "Cast iron pan 28 cm",
    "description": "Heats evenly and keeps the warmth.",
    "price": "26.00",
    "currency": "EUR",
    "availability": "in_stock",
    "rating": 4.6,
    "review_count": 218,
    "brand": "Hearth",
    "category": "Kitchen > Pans",
    "sku": "HP-28",
    "gtin": "4006381333931",
    "content_hash": "9b74c9897bac770ffc029102a200c5de4f0c1f6a9d2be7a08d3a3b1f5c6e7d80",
    "metadata": None,
    "created_at": EXAMPLE_TIME,
    "updated_at": EXAMPLE_TIME,
    "gone_at": None,
    "gone_reason": None,
}


class ProductShape(BaseModel):
    """A product with the name of its domain. Unknown values are null."""

    model_config = ConfigDict(from_attributes=True, json_schema_extra={"examples": [PRODUCT]})

    id: int
    domain_id: int
    domain_name: str
    crawl_task_id: int | None
    url: str
    url_hash: str = Field(description="SHA-256 of the normalised URL")
    product_name: str
    description: str | None
    price: str | None = Field(description="A decimal as text")
    currency: str | None = Field(description="Code of three letters; null if the page does not name it")
    availability: str | None
    rating: float | None = Field(description="Out of five")
    review_count: int | None
    brand: str | None
    category: str | None
    sku: str | None
    gtin: str | None
    content_hash: str | None = Field(description="Changes with the content of the product")
    metadata: dict[str, Any] | None
    created_at: datetime = Field(description="When it was first crawled")
    updated_at: datetime = Field(description="When its content last changed")
    gone_at: datetime | None = Field(description="Since when it does not exist any more")
    gone_reason: str | None

    @classmethod
    def of(cls, product: ListedProduct) -> Self:
        fields = {name: getattr(product, name) for name in cls.model_fields}
        return cls(**fields | {"price": None if product.price is None else str(product.price)})


class ProductPageShape(Shape):
    """A page of the catalogue."""

    model_config = shape_config(
        {"products": [PRODUCT], "total": 1, "approximate": False, "timedOut": False, "next": None}
    )

    products: list[ProductShape]
    total: int = Field(description="The number of products on all pages")
    approximate: bool = Field(description="Whether `total` is an estimate, because there are more than are counted")
    timed_out: bool = Field(description="Whether it took too long and was ended without products")
    next: str | None = Field(description="Pass as `after` to get the next page; null on the last page")

    @classmethod
    def of(cls, page: ProductPage) -> Self:
        return cls(
            products=[ProductShape.of(product) for product in page.products],
            total=page.total,
            approximate=page.approximate,
            timed_out=page.timed_out,
            next=page.next,
        )


HISTORY_ENTRY: dict[str, Any] = {
    "version": 3,
    "at": EXAMPLE_TIME,
    "price": "26.00",
    "list_price": "34.00",
    "currency": "EUR",
    "availability": "in_stock",
}


class HistoryEntryShape(BaseModel):
    """The price and availability of a product from a time on."""

    model_config = ConfigDict(json_schema_extra={"examples": [HISTORY_ENTRY]})

    version: int = Field(description="The version of the record that has it first")
    at: datetime = Field(description="When it was read first")
    price: str | None = Field(description="A decimal as text")
    list_price: str | None = Field(description="The previous or recommended price")
    currency: str | None
    availability: str | None


class ProductHistoryShape(BaseModel):
    """The prices and the availability of a product over time."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"history": [HISTORY_ENTRY]}]})

    history: list[HistoryEntryShape] = Field(description="Oldest first; each differs from the one before")

    @classmethod
    def of(cls, entries: Sequence[HistoryEntry]) -> Self:
        return cls(
            history=[
                HistoryEntryShape(
                    version=entry.version,
                    at=entry.parsed_at,
                    price=entry.price,
                    list_price=entry.list_price,
                    currency=entry.currency,
                    availability=entry.availability,
                )
                for entry in entries
            ]
        )


FACETS: dict[str, Any] = {
    "brand": [{"value": "Hearth", "count": 12}, {"value": "Blaze", "count": 4}],
    "category": [{"value": "Kitchen > Pans", "count": 16}],
    "availability": [{"value": "in_stock", "count": 15}, {"value": "preorder", "count": 1}],
    "currency": [{"value": "EUR", "count": 16}],
    "domain": [{"value": "shop.example", "count": 16}],
}


class ProductFacetsShape(Shape):
    """The values of the filters."""

    model_config = shape_config({"facets": FACETS, "approximate": False, "timedOut": False})

    facets: Mapping[str, Sequence[FacetValueShape]] = Field(
        description="How many products have each value, most frequent first"
    )
    approximate: bool = Field(description="Whether only some were counted, because there are very many")
    timed_out: bool = Field(description="Whether it took too long and was ended without counts")

    @classmethod
    def of(cls, counted: ProductFacets) -> Self:
        facets = {name: [_shape_value(each) for each in values] for name, values in counted.facets.items()}
        return cls(facets=facets, approximate=counted.approximate, timed_out=counted.timed_out)

    @classmethod
    def of_search(cls, answer: SearchAnswer) -> Self:
        facets = {name: [_shape_value(each) for each in answer.facets.get(name, ())] for name in FACETS}
        return cls(facets=facets, approximate=answer.approximate, timed_out=answer.timed_out)


def _shape_value(counted: ValueCount | FacetValue) -> FacetValueShape:
    return FacetValueShape(value=counted.value, count=counted.count)


class FoundProductsShape(SearchPage):
    """The hits of a search for products, best first, and the products themselves."""

    model_config = shape_config({"products": [PRODUCT], **SEARCH_EXAMPLE})

    products: list[ProductShape] = Field(description="The products of `hits`, in the same order")

    @classmethod
    def of_products(cls, answer: SearchAnswer, products: Sequence[ListedProduct]) -> Self:
        page = SearchPage.of(answer)
        fields = {name: getattr(page, name) for name in SearchPage.model_fields}
        return cls(**fields, products=[ProductShape.of(product) for product in products])
