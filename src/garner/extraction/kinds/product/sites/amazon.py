"""Read Amazon's product pages, which carry no structured data, by the stable ids of their parts."""

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborNode

from garner.extraction.kinds.product.words import LABELS, availability_in
from garner.extraction.ladder import Candidate
from garner.extraction.page.document import Document
from garner.extraction.values.currencies import country_of
from garner.extraction.values.fields import clean_text, web_address
from garner.extraction.values.identifiers import brand_name, gtin, seller_number
from garner.extraction.values.prices import Money, money_in
from garner.kinds.product.model import Picture

HOSTS = (
    "amazon.com", "amazon.co.uk", "amazon.de", "amazon.fr", "amazon.it", "amazon.es", "amazon.ca", "amazon.com.au",
    "amazon.co.jp", "amazon.in", "amazon.com.br", "amazon.com.mx", "amazon.nl", "amazon.se", "amazon.pl", "amazon.sg",
    "amazon.ae", "amazon.sa", "amazon.com.tr", "amazon.eg", "amazon.com.be", "amazon.cn", "amazon.ie", "amazon.co.za",
)  # fmt: skip

MAX_IMAGES = 20
_ASIN = re.compile(r"/(?:dp|gp/product|gp/aw/d|product)/([A-Z0-9]{10})(?![A-Z0-9])")
# The price of this very offer for its buyer, newest layout first.
_PRICES = (
    "#corePrice_feature_div .a-price .a-offscreen", "#corePriceDisplay_desktop_feature_div .a-price .a-offscreen",
    "#apex_desktop .a-price .a-offscreen", "#price_inside_buybox", "#priceblock_dealprice", "#priceblock_ourprice",
    "#priceblock_saleprice", "#priceblock_pospromoprice", "#newBuyBoxPrice", "#kindle-price",
    "#buyNewSection .a-color-price", "#buybox .a-color-price:not(#availability *)",
    ".swatchElement.selected .a-color-price",
)  # fmt: skip
_LIST_PRICES = (
    "#corePrice_feature_div .a-text-price .a-offscreen",
    "#corePriceDisplay_desktop_feature_div .a-text-price .a-offscreen",
    ".priceBlockStrikePriceString", "#listPriceValue", "#price .a-text-strike",
)  # fmt: skip
_DETAILS = (
    "#prodDetails tr, #productDetails_techSpec_section_1 tr, #productOverview_feature_div tr, "
    "#technicalSpecifications_section_1 tr"
)
_BUY = "#add-to-cart-button, #buy-now-button, #one-click-button, #buyNow"
_BULLETS = "#detailBullets_feature_div li, #detail-bullets li, #detailBulletsWrapper_feature_div li"
_COUNT = re.compile(r"\d[\d.,\s]*")
_RATING = re.compile(r"(\d(?:[.,]\d)?)\s")


def read(document: Document) -> Candidate | None:
    title = document.tree.css_first("#productTitle, #ebooksProductTitle, #title")
    if title is None:
        return None
    candidate = Candidate()
    candidate.put("name", clean_text(title.text(), 500), "#productTitle")
    _put_offer(candidate, document)
    details = _details(document)
    candidate.put("brand", _brand(document) or brand_name(details.get("brand")), "#bylineInfo")
    candidate.put("sku", _asin(document), "ASIN")
    candidate.put("mpn", seller_number(details.get("mpn")), "#prodDetails")
    candidate.put("gtin", gtin(details.get("gtin")), "#prodDetails")
    _put_rating(candidate, document)
    crumbs = document.tree.css("#wayfinding-breadcrumbs_feature_div a")
    candidate.put(
        "category", " > ".join(clean_text(crumb.text(), 100) for crumb in crumbs[:10]), "#wayfinding-breadcrumbs"
    )
    candidate.put("description", _text(document, "#feature-bullets", "#productDescription"), "#feature-bullets")
    candidate.put("images", _images(document), "#landingImage")
    return candidate


def _put_offer(candidate: Candidate, document: Document) -> None:
    asked = _money(document, _PRICES)
    if asked is not None:
        candidate.put("price", format(asked.amount, "f"), "#corePrice")
        candidate.put("currency", asked.currency, "#corePrice")
        listed = _money(document, _LIST_PRICES)
        if listed and listed.amount > asked.amount:
            candidate.put("list_price", format(listed.amount, "f"), "#price")
    availability_text = (
        _text(document, "#availability", "#outOfStock", "#availability-brief", "#ddmAvailabilityMessage") or ""
    )
    state = availability_in(availability_text)
    can_be_bought = document.tree.css_first(_BUY) is not None
    candidate.put("availability", state or ("in_stock" if can_be_bought or asked else None), "#availability")


def _money(document: Document, selectors: tuple[str, ...]) -> Money | None:
    country = country_of(document.url, document.language)
    texts = (clean_text(node.text(), 100) for selector in selectors for node in document.tree.css(selector)[:3])
    return next((money for text in texts for money in money_in(text, country) if money.amount > 0), None)


def _text(document: Document, *selectors: str) -> str | None:
    for selector in selectors:
        node = document.tree.css_first(selector)
        if node is not None and (text := clean_text(" ".join(_visible(node)), 5_000)):
            return text
    return None


def _visible(node: LexborNode) -> Iterator[str]:
    """Yield the text of an element without the scripts inside it."""
    for child in node.traverse(include_text=True):
        if child.tag == "-text" and child.parent is not None and child.parent.tag not in ("script", "style"):
            yield child.text_content or ""


def _brand(document: Document) -> str | None:
    line = _text(document, "#bylineInfo:not(.author)", "#brand", "#brandByline_feature_div")
    return None if line and len(line) > 80 else brand_name(line, is_shown=True)


def _asin(document: Document) -> str | None:
    """Return the number of the variant that is shown, which is not always that of the URL."""
    field = document.tree.css_first("input#ASIN, input[name='ASIN.0'], input[name=ASIN]")
    value = (field.attributes.get("value") or "") if field else ""
    in_address = _ASIN.search(document.url)
    return value if re.fullmatch(r"[A-Z0-9]{10}", value) else in_address.group(1) if in_address else None


def _details(document: Document) -> dict[str, str]:
    """Return the values in the tables and bullets of details, by field."""
    details: dict[str, str] = {}
    for row in document.tree.css(_DETAILS)[:100]:
        cells = [clean_text(" ".join(_visible(cell)), 300) for cell in row.css("th, td")]
        if len(cells) == 2 and (field := LABELS.get(_label(cells[0]))):
            details.setdefault(field, cells[1])
    for bullet in document.tree.css(_BULLETS)[:100]:
        label, _, value = clean_text(" ".join(_visible(bullet)), 300).partition(":")
        if value.strip() and (field := LABELS.get(_label(label))):
            details.setdefault(field, value.strip())
    return details


def _label(text: str) -> str:
    return text.strip(" :\u200e\u200f\u202a\u202c").lower()


def _put_rating(candidate: Candidate, document: Document) -> None:
    stars = _RATING.search(_text(document, "#acrPopover .a-icon-alt", "#averageCustomerReviews .a-icon-alt") or "")
    if stars:
        candidate.put("rating", float(stars.group(1).replace(",", ".")), "#acrPopover")
    count = _COUNT.search(_text(document, "#acrCustomerReviewText") or "")
    if count:
        candidate.put("review_count", int(re.sub(r"\D", "", count.group())), "#acrCustomerReviewText")


def _images(document: Document) -> list[Picture]:
    alt_texts: dict[str, str | None] = {}
    for image in document.tree.css("#landingImage, #imgBlkFront, #ebooksImgBlkFront, #altImages img")[:MAX_IMAGES]:
        written = (image.attributes.get(name) for name in ("data-old-hires", "src"))
        address = next(filter(None, (web_address(value, document.url) for value in written)), None)
        if address:
            alt_texts.setdefault(address, clean_text(image.attributes.get("alt") or "", 300) or None)
    return [{"url": url, "alt": alt, "position": position} for position, (url, alt) in enumerate(alt_texts.items())]
