"""Read products from the properties that a page declares for link previews (see `open_graph`)."""

from urllib.parse import urlsplit

from garner.extraction.kinds.product.words import availability_in
from garner.extraction.ladder import Candidate
from garner.extraction.page.document import Document
from garner.extraction.page.markup.open_graph import OpenGraph, first
from garner.extraction.page.titles import without_site_name
from garner.extraction.values.currencies import country_of
from garner.extraction.values.fields import currency, price, web_address
from garner.extraction.values.identifiers import article_number, brand_name, gtin, seller_number
from garner.extraction.values.prices import without_false_decimals
from garner.kinds.product.model import Picture

MAX_NAME = 500
_AMOUNTS = ("product:sale_price:amount", "product:price:amount", "og:price:amount", "product:price", "og:price")
_CURRENCIES = ("product:sale_price:currency", "product:price:currency", "og:price:currency", "product:currency")
_LISTED = ("product:original_price:amount", "og:price:standard_amount", "product:price:standard_amount")
_STATES = ("product:availability", "og:availability", "og:product:availability", "product:condition:availability")
_GTINS = ("product:gtin", "product:ean", "product:upc", "product:isbn", "og:upc", "og:ean", "og:isbn", "book:isbn")
_SKUS = ("product:retailer_item_id", "product:retailer_part_no", "product:sku", "og:sku")


def is_product(properties: OpenGraph) -> bool:
    """Return whether something is offered; the type alone is weak evidence, because shop systems call all their pages
    products."""
    return first(properties, *_AMOUNTS, *_STATES, *_SKUS, "product:brand") is not None


def read(document: Document) -> Candidate | None:
    properties = document.open_graph
    if not is_product(properties):
        return None
    candidate = Candidate()
    host = urlsplit(document.url).hostname or ""
    title = first(properties, "og:title", "twitter:title") or ""
    candidate.put("name", without_site_name(title, first(properties, "og:site_name"), host)[:MAX_NAME], "og:title")
    candidate.put("description", first(properties, "og:description"), "og:description")
    candidate.put("images", _images(properties, document.url)[:50], "og:image")
    _put_offer(candidate, document)
    candidate.put("brand", brand_name(first(properties, "product:brand", "og:brand")), "product:brand")
    candidate.put("category", first(properties, "product:category"), "product:category")
    candidate.put("sku", article_number(first(properties, *_SKUS), document.url), "product:retailer_item_id")
    candidate.put("mpn", seller_number(first(properties, "product:mfr_part_no", "product:mpn")), "product:mfr_part_no")
    candidate.put_read("gtin", gtin, seller_number(first(properties, *_GTINS)), "product:gtin")
    return candidate


def _images(properties: OpenGraph, base: str) -> list[Picture]:
    names = ("og:image", "og:image:url", "og:image:secure_url")
    written = [value for name in names for value in properties.get(name, ())]
    addresses = dict.fromkeys(filter(None, (web_address(value, base) for value in written)))
    alts = properties.get("og:image:alt", [])
    alt = alts[0] if len(alts) == 1 else None
    return [
        {"url": url, "alt": None if position else alt, "position": position} for position, url in enumerate(addresses)
    ]


def _put_offer(candidate: Candidate, document: Document) -> None:
    properties = document.open_graph
    country = country_of(document.url, document.language)
    code = currency(first(properties, *_CURRENCIES), country)
    written = first(properties, *_AMOUNTS)
    amount = price(without_false_decimals(written, code))
    if amount is not None and float(amount) > 0:  # a shop that fills in the property and not the price writes 0
        candidate.put("price", amount, "product:price:amount", written)
        candidate.put("currency", code, "product:price:currency")
        listed = price(first(properties, *_LISTED))
        candidate.put(
            "list_price", listed if listed and float(listed) > float(amount) else None, "product:original_price"
        )
    elif written is not None:
        candidate.drop("price", written)
    state = (first(properties, *_STATES) or "").lower()
    plain = "".join(filter(str.isalpha, state.rpartition("/")[2]))
    candidate.put("availability", _STATE_WORDS.get(plain) or availability_in(state), "product:availability", state)


_STATE_WORDS = {
    "instock": "in_stock", "available": "in_stock", "availablefororder": "in_stock", "oos": "out_of_stock",
    "outofstock": "out_of_stock", "preorder": "preorder", "pending": "backorder", "backorder": "backorder",
    "discontinued": "discontinued", "in": "in_stock", "out": "out_of_stock", "yes": "in_stock", "true": "in_stock",
}  # fmt: skip
