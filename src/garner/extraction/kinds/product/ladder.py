"""The product ladder: schema.org/Product nodes and their offers first, then the other rungs."""

import re
from dataclasses import replace
from decimal import Decimal
from typing import Any
from urllib.parse import urlsplit

from garner.extraction.kinds.product import embedded, page, preview
from garner.extraction.kinds.product.category import Crumb, category_path
from garner.extraction.kinds.product.words import availability_in, says_free
from garner.extraction.ladder import Candidate, Ladder, Rung, Way, schema_org_rungs
from garner.extraction.page.document import Document
from garner.extraction.page.markup.schema_org import Graph, Node, same_page
from garner.extraction.site_parsers import site_rung
from garner.extraction.values.currencies import country_of
from garner.extraction.values.fields import currency, number, price, web_address
from garner.extraction.values.identifiers import (
    article_number,
    brand_name,
    gtin,
    gtin_of_number,
    number_in_address,
    seller_number,
)
from garner.extraction.values.prices import in_shortest_form, money_in, without_false_decimals
from garner.kinds.product.declaration import PRODUCT
from garner.kinds.product.model import Picture, Product, Variant

MAX_NAME = 500
MAX_IMAGES = 50
MAX_OFFERS = 500
MAX_OFFERS_ASKED = 5_000
MAX_VARIANTS = 200
MAX_CRUMBS = 10
MAX_COUNT = 10**9
BEST_RATING = 5.0

_TYPES = frozenset(
    {"product", "productgroup", "productmodel", "individualproduct", "someproducts", "vehicle", "car", "book"}
)
_PROPERTY_WEIGHTS = {"name": 3, "offers": 3, "hasVariant": 2, "sku": 1, "image": 1, "description": 1, "brand": 1}
_GTINS = ("gtin", "gtin13", "gtin14", "gtin12", "gtin8", "ean", "upc", "isbn")
_GTINS_BY_CHANCE = ("productID", "sku")
_OPTIONS = ("color", "size", "material", "pattern")
_THOUSANDS = re.compile(r"(?<![\d.,])\d{1,3}(?:[.,]\d{3})+(?![\d.,])")
_MARK_OF_THOUSANDS = re.compile(r"(?<=\d)[.,](?=\d{3})")
_LIST_PRICES = ("listprice", "strikethroughprice", "msrp", "srp", "regularprice")
_AVAILABILITY = {
    "instock": "in_stock", "instoreonly": "in_stock", "onlineonly": "in_stock", "available": "in_stock",
    "limitedavailability": "limited", "outofstock": "out_of_stock", "soldout": "out_of_stock",
    "unavailable": "out_of_stock", "reserved": "out_of_stock", "preorder": "preorder", "presale": "preorder",
    "backorder": "backorder", "madetoorder": "backorder", "discontinued": "discontinued",
}  # fmt: skip


def _from_graph(graph: Graph, document: Document) -> Candidate | None:
    node = graph.main(_TYPES, _PROPERTY_WEIGHTS, document.url, lambda: document.called)
    if node is None or ("book" in node.types and not node.all("offers")):  # a book without an offer is not a product
        return None
    candidate = Candidate()
    candidate.put("name", node.text("name", "title", limit=MAX_NAME), "Product.name")
    candidate.put("description", node.text("description"), "Product.description")
    candidate.put("brand", _brand(node), "Product.brand")
    trail = _breadcrumbs(graph, candidate.values.get("name"), document.url)
    candidate.put("category", _category(node) or trail, "Product.category")
    candidate.put("images", _images(node, document.url), "Product.image")
    offer = _best_offer(node, document.url)
    country = country_of(document.url, document.language)
    _put_identifiers(candidate, node, offer, document.url)
    if offer is not None:
        _put_offer(candidate, offer, document, country)
    _put_rating(candidate, node)
    candidate.put("variants", _variants(node, country, document.url), "Product.hasVariant")
    return candidate


def _brand(node: Node) -> str | None:
    written = (*node.texts("brand", limit=200), *node.texts("manufacturer", limit=200))
    return next(filter(None, map(brand_name, written)), None)


def _category(node: Node) -> str | None:
    """Return one path: of several categories the most precise, which is the longest; parts of one path are joined."""
    written = node.texts("category", limit=500)
    return max(written, key=lambda text: text.count(">") + text.count("/"), default=None)


def _breadcrumbs(graph: Graph, name: str | None, page_url: str) -> str | None:
    """Return the breadcrumb path to the product through the shop, if the page gives one."""
    trail = next((node for node in graph.nodes if "breadcrumblist" in node.types), None)
    if trail is None:
        return None
    crumbs = sorted(trail.nodes("itemListElement")[:MAX_CRUMBS], key=lambda crumb: number(crumb.first("position")) or 0)
    named = [(crumb.text("name", limit=100) or crumb.text("item", limit=100), crumb) for crumb in crumbs]
    steps = [Crumb(text, crumb.address(page_url, "item", "url")) for text, crumb in named if text and "://" not in text]
    return category_path(steps, name, page_url)


def _images(node: Node, base: str) -> list[Picture]:
    images: dict[str, str | None] = {}
    for value in node.all("image", "images", "photo")[:MAX_IMAGES]:
        inner = node.node(value) if isinstance(value, dict) else None
        address = next(inner.addresses(base, "url", "contentUrl"), None) if inner else web_address(value, base)
        if address:
            images.setdefault(address, inner.text("caption", "name", "alternateName", limit=300) if inner else None)
    return [{"url": url, "alt": alt, "position": position} for position, (url, alt) in enumerate(images.items())]


class _Visits:
    """A budget of nodes of a page that may still be searched for offers. Nodes refer to each other, so that a few of
    them lead to many."""

    def __init__(self) -> None:
        self.left = MAX_OFFERS_ASKED

    def related_nodes(self, node: Node, *names: str) -> list[Node]:
        nodes = node.nodes(*names)[: min(MAX_OFFERS, self.left)] if self.left > 0 else []
        self.left -= len(nodes)
        return nodes


def _offers(node: Node, visits: _Visits, seen: set[int], *, with_variants: bool = True) -> list[Node]:
    """Return all single offers, including those inside aggregates and variants; each node is visited once."""
    if id(node.properties) in seen:
        return []
    seen.add(id(node.properties))
    offers: list[Node] = []
    for offer in visits.related_nodes(node, "offers", "offer"):
        inner = _offers(offer, visits, seen, with_variants=False) if _amount(offer) is None else []
        offers += inner or [offer]
    if with_variants and not offers:
        for variant in visits.related_nodes(node, "hasVariant", "model"):
            offers += _offers(variant, visits, seen, with_variants=False)
    return offers


def _best_offer(node: Node, page_url: str) -> Node | None:
    """Return the offer of this very page or article number, else the first that is in stock, else the first with a
    price."""
    sku = node.text("sku", limit=200)

    def rank(offer: Node) -> tuple[bool, bool, bool]:
        own = web_address(offer.first("url"), page_url)
        is_this = bool(own and same_page(page_url, own) and urlsplit(own).query == urlsplit(page_url).query)
        is_this = is_this or bool(sku and offer.text("sku", limit=200) == sku)
        return _believable_money(offer, None)[0] is not None, is_this, _availability(offer) == "in_stock"

    return max(_offers(node, _Visits(), set()), key=rank, default=None)


def _amount(offer: Node) -> Any:
    """Return the asking price as written: the price, the lowest of an aggregate, or the one in a price
    specification."""
    direct = offer.first("price", "lowPrice")
    if direct is not None:
        return direct
    asked = [s for s in offer.nodes("priceSpecification") if not _is_list_price(s)]
    return next((value for s in asked if (value := s.first("price", "minPrice")) is not None), None)


def _is_list_price(specification: Node) -> bool:
    kind = (specification.text("priceType", "name", limit=100) or "").lower().replace(" ", "")
    return kind.endswith(_LIST_PRICES)


def _put_offer(candidate: Candidate, offer: Node, document: Document, country: str | None) -> None:
    candidate.put("availability", _availability(offer), "Product.offers.availability", offer.first("availability"))
    written = _amount(offer)
    amount, code = _money(offer, country)
    if amount is None or _is_placeholder_price(amount, document):
        if written is not None:
            candidate.drop("price", written)
        return
    candidate.put("price", amount, "Product.offers.price", written)
    candidate.put("currency", code, "Product.offers.priceCurrency", offer.first("priceCurrency") or written)
    listed = next((price(s.first("price")) for s in offer.nodes("priceSpecification") if _is_list_price(s)), None)
    candidate.put("list_price", listed, "Product.offers.priceSpecification")


def _is_placeholder_price(amount: str, document: Document) -> bool:
    """Return whether a price of 0 is only the placeholder of a shop's software for no price: the page does not say
    free."""
    return not Decimal(amount) and not any(says_free(line.text) for line in document.main_lines)


def _money(offer: Node, country: str | None) -> tuple[str | None, str | None]:
    written = _amount(offer)
    specifications = offer.nodes("priceSpecification")
    codes = [offer.first("priceCurrency"), *(s.first("priceCurrency") for s in specifications)]
    code = next((code for code in (currency(code, country) for code in codes) if code), None)
    code = code or currency_sign(written, country)
    return price(without_false_decimals(written, code)), code


def _believable_money(offer: Node, country: str | None) -> tuple[str | None, str | None]:
    """Return the same, except for a price of 0."""
    amount, code = _money(offer, country)
    return (amount, code) if amount and Decimal(amount) else (None, None)


def currency_sign(written: Any, country: str | None = None) -> str | None:
    """Return the currency of an amount that carries its sign, like `12,50 €`."""
    return next((money.currency for money in money_in(written, country)), None) if isinstance(written, str) else None


def _availability(offer: Node) -> str | None:
    text = (offer.text("availability", limit=200) or "").rpartition("/")[2]
    state = _AVAILABILITY.get("".join(filter(str.isalpha, text.lower()))) or availability_in(text)
    # An aggregate consists of current offers of sellers: if its count is positive, the product is in stock.
    return state or ("in_stock" if (number(offer.first("offerCount")) or 0) > 0 else None)


def _variants(node: Node, country: str | None, base: str) -> list[Variant]:
    visits = _Visits()
    parts: list[tuple[Node, Node | None]] = [
        (variant, next(iter(_offers(variant, visits, set(), with_variants=False)), None))
        for variant in node.nodes("hasVariant")[:MAX_VARIANTS]
    ]
    parts = parts or [(offer, offer) for offer in _offers_of_variants(node)]
    variants = [_variant(variant, offer, country, base) for variant, offer in parts]
    return embedded.each_once(variant for variant in variants if any(variant.values()))


def _offers_of_variants(node: Node) -> list[Node]:
    """Return the offers of one seller with article numbers of their own."""
    offers = _offers(node, _Visits(), set(), with_variants=False)[:MAX_VARIANTS]
    numbers = {offer.text("sku", limit=100) for offer in offers}
    sellers = {offer.text("seller", limit=100) for offer in offers}
    return offers if len(numbers) > 1 and None not in numbers and len(sellers) == 1 else []


def _variant(variant: Node, offer: Node | None, country: str | None, base: str) -> Variant:
    amount, code = _believable_money(offer, country) if offer else (None, None)
    return {
        "name": variant.text("name", limit=MAX_NAME),
        "sku": seller_number(variant.text("sku", limit=100)),
        "gtin": _gtin(variant),
        "price": amount,
        "currency": code,
        "availability": _availability(offer) if offer else None,
        "options": {name: text for name in _OPTIONS if (text := variant.text(name, limit=100))},
        "url": variant.address(base, "url") or (offer.address(base, "url") if offer else None),
    }


def _put_identifiers(candidate: Candidate, node: Node, offer: Node | None, page_url: str) -> None:
    variants = node.nodes("hasVariant")[:1]
    owners = [owner for owner in (node, offer, *variants) if owner is not None]
    for owner in owners:
        numbers = {
            "sku": article_number(owner.text("sku", "productID", limit=100), page_url),
            "mpn": seller_number(owner.text("mpn", limit=100)),
            "gtin": _gtin(owner),
        }
        for name, value in numbers.items():
            if name not in candidate.values:
                candidate.put(name, value, f"Product.{name}")
    wrong = [number for owner in owners if (number := seller_number(owner.text(*_GTINS, limit=100)))]
    if wrong and "gtin" not in candidate.values:
        candidate.drop("gtin", wrong[0])


def _gtin(owner: Node) -> str | None:
    """Return the first number with a correct check digit; shops mix up the properties, so all of them are read."""
    for name in _GTINS:
        written = owner.first(name)
        number = gtin_of_number(written, name) if isinstance(written, int) else gtin(owner.text(name, limit=100))
        if number:
            return number
    return next(filter(None, (gtin(owner.text(name, limit=100)) for name in _GTINS_BY_CHANCE)), None)


def _put_rating(candidate: Candidate, node: Node) -> None:
    rating = next(iter(node.nodes("aggregateRating")), None)
    if rating is None:
        return
    written = rating.first("reviewCount", "ratingCount")
    count = _count(written)
    value, best = number(rating.first("ratingValue")), number(rating.first("bestRating")) or BEST_RATING
    if value or (value is not None and count):  # a rating of 0 with no reviews is none
        scaled = value * BEST_RATING / best if best > 0 else -1.0
        if 0 <= scaled <= BEST_RATING:
            candidate.put(
                "rating", round(scaled, 2), "Product.aggregateRating.ratingValue", rating.first("ratingValue")
            )
        else:
            candidate.drop("rating", f"{value:g} of {best:g}")
    if count is not None:
        candidate.put("review_count", count, "Product.aggregateRating.reviewCount", written)
    elif written is not None:
        candidate.drop("review_count", written)


def _count(written: Any) -> int | None:
    """Return a count. Three digits after any separator are thousands, because counts have no decimals."""
    if isinstance(written, str) and _THOUSANDS.search(written):
        written = _MARK_OF_THOUSANDS.sub("", written)
    count = number(written)
    return int(count) if count is not None and 0 <= count < MAX_COUNT else None


def _from_address(document: Document) -> Candidate:
    """Return the article number in the page's URL, for a page that is a product by all the other rungs."""
    candidate = Candidate()
    candidate.put("sku", number_in_address(document.url), "url")
    return candidate


def meaning(data: Product) -> Any:
    """Return the fields that identify this offer of this product. Ratings count to a tenth and reviews not at all: they
    change slightly every day."""
    variants = [
        [in_shortest_form(variant["price"]), *(variant[name] for name in ("sku", "name", "currency", "availability"))]
        for variant in data["variants"]
    ]
    return {
        "images": [urlsplit(image["url"]).path for image in data["images"]],
        "rating": data["rating"] and round(data["rating"], 1),
        "variants": sorted(variants, key=str),
        **{name: data[name] for name in ("name", "description", "currency", "availability", "brand", "category")},
        **{name: data[name] for name in ("sku", "gtin", "mpn")},
        **{name: in_shortest_form(data[name]) for name in ("price", "list_price")},
    }


def _prefer_shown_number(rung: Rung) -> Rung:
    """Wrap the rung so that the article number shown on the page replaces a different one."""

    def read(document: Document) -> Candidate | None:
        candidate = rung.read(document)
        if candidate is not None and (number := candidate.values.get("sku")):
            candidate.put("sku", page.number_shown(document, number), "label on the page")
        return candidate

    return replace(rung, read=read)


LADDER = Ladder.of_kind(
    PRODUCT,
    meaning=meaning,
    rungs=(
        *map(_prefer_shown_number, schema_org_rungs(_from_graph)),
        _prefer_shown_number(Rung("open_graph", 0.8, preview.read, Way.STRUCTURED)),
        _prefer_shown_number(Rung("embedded_state", 0.75, embedded.read, Way.STRUCTURED)),
        site_rung(f"{__package__}.sites"),
        Rung("product_page", 0.5, page.read),
        Rung("address", 0.4, _from_address),
    ),
)
