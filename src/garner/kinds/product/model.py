"""The data of a product, as it is extracted: every field is present."""

from typing import Annotated, TypedDict

from garner.kinds.model_fields import Amount, Currency, Number, Url, Word


class Picture(TypedDict):
    """A picture of a product."""

    url: Annotated[Url, "The URL of the picture"]
    alt: Annotated[str | None, "The alternative text"]
    position: Annotated[int, "The position in the list, from 0"]


class Variant(TypedDict):
    """A variant of a product, such as a size."""

    name: Annotated[str | None, "The name of the variant"]
    sku: Annotated[str | None, "The seller's product number"]
    gtin: Annotated[str | None, "The EAN, UPC or ISBN; its check digit is verified"]
    price: Annotated[Amount | None, "The price"]
    currency: Annotated[Currency | None, "The currency of the price"]
    availability: Annotated[Word | None, "The same values as for the product"]
    options: Annotated[dict[str, str], "The options that identify the variant: `{color: red, size: S}`"]
    url: Annotated[Url | None, "The page of the variant"]


class Product(TypedDict):
    """A product of a shop."""

    name: Annotated[str, "The name; a product requires it"]
    description: Annotated[str | None, "The description on the page"]
    price: Annotated[Amount | None, "The current price: `1099.95`"]
    currency: Annotated[Currency | None, "The currency of the prices: `EUR`"]
    list_price: Annotated[Amount | None, "The previous or recommended price"]
    availability: Annotated[
        Word | None, "`in_stock`, `limited`, `preorder`, `backorder`, `out_of_stock` or `discontinued`"
    ]
    rating: Annotated[Number | None, "The rating, out of five"]
    review_count: Annotated[int | None, "The number of ratings"]
    brand: Annotated[str | None, "The brand or manufacturer"]
    category: Annotated[str | None, "The path of categories: `Kitchen > Knives`"]
    sku: Annotated[str | None, "The seller's product number"]
    gtin: Annotated[str | None, "The EAN, UPC or ISBN; its check digit is verified"]
    mpn: Annotated[str | None, "The manufacturer's part number"]
    images: Annotated[list[Picture], "The pictures"]
    variants: Annotated[list[Variant], "The variants, such as sizes and colours"]
