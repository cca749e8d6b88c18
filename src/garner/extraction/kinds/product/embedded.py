"""Read products in the data that a page carries for its own scripts: application state, a shop system's product JSON.

Such data has no standard form, and describes other products as well. So an object is read only if it clearly is a
product, with a name, a price and another mark of a product, and if it is the product of this page: the page's title
contains its name, or the page's URL its number.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from itertools import islice
from typing import Any
from urllib.parse import unquote, urlsplit

import orjson

from garner.extraction.kinds.product.words import availability_in
from garner.extraction.ladder import Candidate
from garner.extraction.page.document import Document
from garner.extraction.values.currencies import country_of
from garner.extraction.values.fields import clean_text, currency, price, web_address
from garner.extraction.values.identifiers import brand_name, gtin, seller_number
from garner.kinds.product.model import Picture, Variant

MAX_SCRIPT = 3_000_000
MAX_SCRIPTS = 30
MAX_NODES = 30_000
MAX_DEPTH = 40
MAX_VARIANTS = 200
_ENOUGH = 5  # marks of a product, after which the search for a better object ends

_STATE = re.compile(
    r"(?:__INITIAL_STATE__|__PRELOADED_STATE__|__APOLLO_STATE__|__STATE__|__INITIAL_DATA__|__DATA__|digitalData|"
    r"productJSON|productData|var meta|var product|window\.product)[\"'\]]?\s*=\s*(?=\{)"
)
_PRICE_KEY = re.compile(r"[\"']?(?:price|Price)")
_NAMES = ("name", "title", "productName", "displayName")
_PRICES = (
    "salePrice", "sale_price", "currentPrice", "finalPrice", "final_price", "price", "sellingPrice", "offerPrice",
)  # fmt: skip
_MARKS = (
    "sku", "brand", "vendor", "variants", "handle", "availability", "inStock", "in_stock", "available", "gtin", "ean",
    "mpn", "images", "image", "description", "productId", "product_id", "currency", "priceCurrency", "category", "id",
)  # fmt: skip
_IDENTITIES = ("sku", "id", "productId", "product_id", "handle", "slug", "code", "urlKey")
_IN_AN_AMOUNT = ("amount", "value", "current", "price", "sale", "final", "now", "formatted")
_WORD = re.compile(r"\w+")


def read(document: Document) -> Candidate | None:
    best: Mapping[str, Any] | None = None
    most = 2  # a name, a price and a description also occur on articles and on tiles
    for thing in _objects(document):
        marks = sum(thing.get(name) not in (None, "", [], {}) for name in _MARKS)
        if marks > most and _amount(thing) is not None and _is_of_the_page(thing, document):
            best, most = thing, marks
            if marks >= _ENOUGH:
                break
    return _candidate(best, document) if best is not None else None


def _objects(document: Document) -> Iterator[Mapping[str, Any]]:
    """Yield every object in the data that has a name and a price, from the outside in."""
    pending: list[tuple[Any, int]] = [(value, 0) for value in _states(document)][::-1]
    for _ in range(MAX_NODES):
        if not pending:
            return
        value, depth = pending.pop()
        if isinstance(value, dict):
            if _name(value) and any(name in value for name in _PRICES):
                yield value
            value = list(value.values())
        if isinstance(value, list) and depth < MAX_DEPTH:
            pending.extend((item, depth + 1) for item in reversed(value[:1_000]) if isinstance(item, dict | list))


def _states(document: Document) -> Iterator[Any]:
    for script in document.tree.css("script:not([src])")[: 10 * MAX_SCRIPTS]:
        kind = (script.attributes.get("type") or "").lower()
        text = script.text() if "ld+json" not in kind else ""
        if not 20 < len(text) < MAX_SCRIPT or not _PRICE_KEY.search(text):
            continue
        if "json" in kind:
            yield from _parse(text)
        elif start := _STATE.search(text):
            yield from _parse(_cut_object(text, start.end()))


def brand_in_scripts(document: Document, name: str) -> str | None:
    """Return a brand that some script of the page names, if the product's name contains it too: then it is this
    product's."""
    for script in document.tree.css("script:not([src])")[: 10 * MAX_SCRIPTS]:
        for written in islice(_BRAND.findall(script.text()[:MAX_SCRIPT]), 20):
            words = _BETWEEN_WORDS.join(map(re.escape, _WORD.findall(clean_text(written, 60))))
            as_named = re.search(rf"\b{words}\b", name, re.I)
            if as_named and as_named.group():
                return brand_name(as_named.group())
    return None


_BETWEEN_WORDS = r"[\W_]{1,3}"
_BRAND = re.compile(
    r"""["']brand(?:Name|_name|)["']\s{0,5}:\s{0,5}(?:\{[^{}]{0,80}?"name"\s{0,5}:\s{0,5})?["']([^"'\\]{2,40})["']"""
)


def _parse(text: str) -> Iterator[Any]:
    try:
        yield orjson.loads(text)
    except orjson.JSONDecodeError:  # scripts hold anything; text that is not JSON is ignored
        return


def _cut_object(text: str, start: int) -> str:
    """Return the object that begins here, up to the brace that closes it."""
    depth, quoted = 0, False
    for token in _BRACES.finditer(text, start):
        mark = token.group()
        if mark == '"':
            quoted = not quoted
        elif not quoted and mark in "{}":
            depth += 1 if mark == "{" else -1
            if depth == 0:
                return text[start : token.end()]
    return ""


_BRACES = re.compile(r'\\.|["{}]', re.S)


def _name(thing: Mapping[str, Any]) -> str | None:
    return next((value for key in _NAMES if isinstance(value := thing.get(key), str) and value.strip()), None)


def _is_of_the_page(thing: Mapping[str, Any], document: Document) -> bool:
    address = unquote(urlsplit(document.url).path).lower()
    if any(len(own) >= 5 and own in address for own in (str(thing.get(key) or "").lower() for key in _IDENTITIES)):
        return True
    title = set(_WORD.findall((document.title or "").casefold()))
    words = set(_WORD.findall(clean_text(_name(thing) or "", 500).casefold()))
    return len(words) > 1 and words <= title


def _amount(thing: Mapping[str, Any]) -> str | None:
    written = next((thing[key] for key in _PRICES if thing.get(key) not in (None, "", [], {}, 0, "0")), None)
    if isinstance(written, dict):
        if isinstance(cents := written.get("centAmount"), int):
            return price(Decimal(cents).scaleb(-_digits(written.get("fractionDigits"))))
        written = next((written[key] for key in _IN_AN_AMOUNT if isinstance(written.get(key), str | int | float)), None)
    if _counts_in_cents(thing) and isinstance(written, int):
        written = Decimal(written).scaleb(-2)
    amount = price(written)
    return amount if amount is not None and Decimal(amount) > 0 else None


def _digits(written: Any) -> int:
    return written if isinstance(written, int) and 0 <= written <= 4 else 2


def _counts_in_cents(thing: Mapping[str, Any]) -> bool:
    """Return whether prices are whole numbers of cents, as in Shopify's products."""
    return any(key in thing for key in ("price_min", "compare_at_price", "compare_at_price_min"))


def _candidate(thing: Mapping[str, Any], document: Document) -> Candidate:
    candidate = Candidate()
    candidate.put("name", clean_text(_name(thing) or "", 500), "state.name")
    description = thing.get("description")
    described = clean_text(description, 10_000) if isinstance(description, str) else None
    candidate.put("description", described, "state.description")
    candidate.put("price", _amount(thing), "state.price")
    candidate.put("currency", _currency(thing, document), "state.currency")
    candidate.put("brand", brand_name(_text(thing, "brand", "brandName", "vendor", "manufacturer")), "state.brand")
    candidate.put("availability", _availability(thing), "state.availability")
    first = next(iter(_variants(thing)), {})
    for name, keys in (("sku", ("sku", "SKU")), ("mpn", ("mpn", "manufacturerPartNumber", "partNumber"))):
        candidate.put(name, seller_number(_text(thing, *keys) or _text(first, *keys)), f"state.{name}")
    written = _text(thing, *_GTINS) or _text(first, *_GTINS)
    candidate.put_read("gtin", gtin, seller_number(written), "state.gtin")
    candidate.put("images", _images(thing, document.url), "state.images")
    variants = [_variant(variant, thing) for variant in _variants(thing)[:MAX_VARIANTS]]
    candidate.put("variants", each_once(variants), "state.variants")
    return candidate


_GTINS = ("gtin", "gtin13", "ean", "upc", "barcode", "isbn")


def _text(thing: Mapping[str, Any], *keys: str) -> str | None:
    for key in keys:
        value = thing.get(key)
        value = value.get("name") or value.get("value") or value.get("label") if isinstance(value, dict) else value
        if isinstance(value, str | int) and not isinstance(value, bool) and str(value).strip():
            return clean_text(str(value)[:1_000], 200)
    return None


def _currency(thing: Mapping[str, Any], document: Document) -> str | None:
    country = country_of(document.url, document.language)
    inner: Mapping[str, Any] = next((thing[key] for key in _PRICES if isinstance(thing.get(key), dict)), {})
    keys = ("currency", "priceCurrency", "currencyCode", "currency_code", "currencyIso")
    return currency(_text(thing, *keys) or _text(inner, *keys), country)


def _availability(thing: Mapping[str, Any]) -> str | None:
    for key in ("inStock", "in_stock", "available", "isAvailable", "isInStock", "availableForSale", "outOfStock"):
        if isinstance(value := thing.get(key), bool):
            return "in_stock" if value is (key != "outOfStock") else "out_of_stock"
    status = _text(thing, "availability", "stockStatus", "availabilityStatus", "stock_status") or ""
    return availability_in(re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", status.rpartition("/")[2]))


def _images(thing: Mapping[str, Any], base: str) -> list[Picture]:
    written = thing.get("images") or thing.get("image") or thing.get("media") or []
    alts: dict[str, str | None] = {}
    for value in (written if isinstance(written, list) else [written])[:50]:
        alt = None
        if isinstance(value, dict):
            alt = value.get("alt")
            value = next((value[key] for key in ("url", "src", "href") if value.get(key)), None)
        if address := web_address(value, base):
            alts.setdefault(address, clean_text(alt, 300) if isinstance(alt, str) else None)
    return [{"url": url, "alt": alt, "position": position} for position, (url, alt) in enumerate(alts.items())]


def _variants(thing: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    written = thing.get("variants")
    return [variant for variant in written if isinstance(variant, dict)] if isinstance(written, list) else []


def each_once(variants: Iterable[Variant]) -> list[Variant]:
    """Return the variants without those that repeat another's article number, or all its fields: some shops list a size
    again for every picture of it."""
    unique_variants: dict[str, Variant] = {}
    for variant in variants:
        unique_variants.setdefault(variant["sku"] or str(variant), variant)
    return list(unique_variants.values())


def _variant(variant: Mapping[str, Any], parent: Mapping[str, Any]) -> Variant:
    as_parent = {"price_min": None} if _counts_in_cents(parent) else {}
    options = variant.get("options")
    is_named = isinstance(options, list) and all(isinstance(value, str) for value in options)
    chosen = options[:3] if isinstance(options, list) and is_named else []
    return {
        "name": _text(variant, *_NAMES),
        "sku": seller_number(_text(variant, "sku", "SKU")),
        "gtin": gtin(_text(variant, *_GTINS)),
        "price": _amount({**variant, **as_parent}),
        "currency": None,
        "availability": _availability(variant),
        "options": {f"option{position}": clean_text(value[:100]) for position, value in enumerate(chosen, 1)},
        "url": None,
    }
