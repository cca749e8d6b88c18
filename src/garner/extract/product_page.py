"""Products on pages without markup: from the heading, the price near it, and the lines that say what they tell.

A page sells a thing if it has a heading, a price near it, and a way to buy it or a number to order it by. A page that
only mentions prices (a recipe with its cost, an article, a list of things) has none of it, or has it many times.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from selectolax.lexbor import LexborNode

from garner.extract import embedded_product, preview_product
from garner.extract.currencies import country_of
from garner.extract.document import Document
from garner.extract.fields import clean_text, web_address
from garner.extract.identifiers import brand_name, gtin, seller_number
from garner.extract.ladder import Candidate
from garner.extract.prices import Money, money_in
from garner.extract.product_words import BUY, BUY_NAME, LABELS, LONGEST_LABEL, NOT_THE_PRICE, availability_in
from garner.extract.shop_lines import Line, shop_lines
from garner.extract.titles import first_part

MAX_NAME = 500
MAX_IMAGES = 20
LEAST_SCORE = 2.0
NEAR = 120  # lines below the heading that can still be about the thing
LEAST_CUT = Decimal("1.03")  # by how much a former price is higher; what is nearer is another seller's
MOST_CUT = 3
MANY_OFFERS = 8  # as many buttons to buy stand on a list of things

_PRODUCT_TYPES = frozenset({"product", "productgroup", "productmodel", "individualproduct"})
_WORD = re.compile(r"\w+")
_OLD_WORD = re.compile(
    r"\b(?:was|regular(?:ly)?|list price|rrp|msrp|uvp|statt|instead of|au lieu de|antes|prima|prezzo di listino|van|"
    r"vorher|"
    r"original(?:ly)?|previous|ord\.?|ordinarie|f[øo]r|normalpris|normally|typical price|běžná cena|stara cena|"
    r"старая цена|"
    r"precio (?:anterior|normal)|de:|retail)\b[^\d]{0,20}$",
    re.I,
)
_ADDED = re.compile(r"[+(*]|\b(?:inkl|incl|zzgl|plus|excl|exkl|inc|ink|iva|tva|ttc|vat|mwst|moms|btw)\b|\d", re.I)
_ARTICLE_NUMBER = re.compile(
    r"(?<![A-Za-z0-9])(?:\d{5,14}|(?=[A-Z0-9]*[A-Z])(?=(?:[A-Z]*\d){2})[A-Z0-9]{7,14})(?![A-Za-z0-9])"
)
_NUMBER_KEYS = ("pid", "sku", "productid", "product_id", "itemid", "item", "id", "prod", "article", "artnr", "p")
_CALL = re.compile(
    r"\s*(?:buy|shop|order|купить|купити|kaufen|acheter|comprar|compra|kup|koupit|the|der|die|das)\b", re.I
)
_HOME = frozenset(
    ("home", "homepage", "page", "start", "startseite", "accueil", "inicio", "início", "главная", "strona", "główna",
     "hem", "forside", "hjem", "etusivu", "anasayfa", "úvod", "domů", "kezdőlap", "acasă", "ホーム", "トップ", "首页",
     "首頁", "홈", "shop", "back", "return", "zurück", "retour", "powrót")
)  # fmt: skip
_CRUMBS = (
    "[class*=readcrumb], [id*=readcrumb], [aria-label*=readcrumb], [class*=BREADCRUMB], [data-test*=readcrumb], "
    "[data-testid*=readcrumb], [itemtype*=readcrumb]"
)
_RATING = re.compile(
    r"(?<![\d.,])([0-5](?:[.,]\d{1,2})?)\s?(?:/|out of|von|sur|de|su|av|van|z|из|of)\s?5(?![\d.,])", re.I
)
_REVIEWS = re.compile(
    r"(?<![\d.,])(\d{1,3}(?:[.,\s]\d{3})+|\d{1,6})\s(?:customer |global |user |product )?"
    r"(?:reviews?|ratings?|bewertungen|rezensionen|avis|évaluations|opiniones|valoraciones|calificaciones|recensioni|"
    r"avaliações|beoordelingen|omdömen|anmeldelser|arvostelua|opinii|hodnocení|отзыв\w{0,3})\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class _Page:
    document: Document
    lines: Sequence[Line]
    heading: int  # the place of the line that names the thing
    country: str | None
    told: dict[str, str]  # what labels say, by field


def read(document: Document) -> Candidate | None:
    heading = _heading(document)
    lines = shop_lines(document.tree, heading)
    place = next((place for place, line in enumerate(lines) if line.is_main), 0)
    page = _Page(document, lines, place, country_of(document.url, document.language), _labelled(lines))
    asked = _price(page) if heading else None
    is_sold = _can_be_bought(page)
    if not _sells(page, asked is not None, is_sold):
        return None
    found = Candidate()
    name = lines[place].text if heading and lines else first_part(document.title or "")
    found.put("name", clean_text(name, MAX_NAME), "h1" if heading else "title")
    if asked is not None:
        _put_price(found, page, *asked)
    found.put("availability", _stated(page) or ("in_stock" if is_sold else None), "text")
    _put_numbers(found, page)
    found.put("brand", _brand(page), "text")
    found.put("category", _breadcrumbs(document, found.values.get("name")) or page.told.get("category"), "breadcrumb")
    _put_rating(found, page)
    found.put("description", _description(document), "meta[name=description]")
    found.put("images", _images(document, found.values.get("name") or ""), "img")
    return found


def _sells(page: _Page, is_priced: bool, is_sold: bool) -> bool:
    if _is_marked(page.document):
        return True
    has_number = any(name in page.told for name in ("sku", "gtin", "mpn"))
    if not is_priced:  # what is sold out often has no price any more
        return has_number and _stated(page) in ("out_of_stock", "discontinued")
    offers = sum(line.is_button and BUY.search(line.text) is not None for line in page.lines)
    return (is_sold or has_number) and offers < MANY_OFFERS


def _is_marked(document: Document) -> bool:
    """Whether the page says itself that it is a product's; what it says of it was read by other rungs."""
    if preview_product.is_product(document.open_graph):
        return True
    graphs = (document.json_ld, document.microdata)
    own = [node for graph in graphs for node in graph.nodes if node.types & _PRODUCT_TYPES and not node.aside]
    return len({node.text("name") for node in own}) == 1


def _heading(document: Document) -> LexborNode | None:
    """The heading that the page's title repeats; the first <h1> if none does."""
    title = _words(document.title or "")
    best, most = None, 0.0
    for node in document.tree.css("h1, h2, [class*=product-title], [class*=product-name], [class*=product_title]")[:60]:
        words = _words(node.text()[:1_000])
        if not words or len(words) > 80:
            continue
        likeness = len(words & title) / len(words) if title else 0.0
        score = likeness + (0.3 if node.tag == "h1" else 0.0) + min(len(words & title), 8) / 20
        if score > most and (likeness >= 0.5 or node.tag == "h1"):
            best, most = node, score
    return best


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))


def _price(page: _Page) -> tuple[Money, int] | None:
    """The amount that most looks like the price, and the line it is in."""
    scored = [
        (_price_score(page, place, money), -place, money)
        for place, line in enumerate(page.lines)
        if not line.is_aside and -60 < place - page.heading < 4 * NEAR
        for money in money_in(line.text, page.country)
        if money.amount > 0
    ]
    score, place, money = max(scored, key=lambda each: each[:2], default=(0.0, 0, None))
    if money is None or score < LEAST_SCORE:
        return None
    # Of two amounts side by side the higher one is the former price, crossed out by the style sheet.
    beside = [each for each in scored if abs(each[1] - place) <= 2 and each[0] > score - 1.5]
    lower = [(other.amount, at, other) for _, at, other in beside if _is_reduced(other, money)]
    _, place, money = min(lower, key=lambda each: each[0], default=(money.amount, place, money))
    return money, -place


def _is_reduced(lower: Money, higher: Money) -> bool:
    return lower.sign == higher.sign and LEAST_CUT * lower.amount < higher.amount < MOST_CUT * lower.amount


def _price_score(page: _Page, place: int, money: Money) -> float:
    line = page.lines[place]
    before = page.lines[place - 1].text if place else ""
    label = before if len(before) < 40 and not any(map(str.isdigit, before)) else ""
    distance = place - page.heading
    score = 3.0 - distance / 12 if distance >= 0 else -distance / -12
    score = max(score, -2.0)
    score += 3.0 * (line.kind == "price")
    said = line.text[: money.start] or label
    score += 1.5 * (LABELS.get(said.lower().strip(" :：")) == "price")
    score += 1.0 * (money.end - money.start >= len(line.text) - 3)
    score -= 6.0 * (line.is_old or _is_called_old(line.text[: money.start]) or _is_called_old(label))
    score -= 5.0 * any(NOT_THE_PRICE.search(text) for text in (_around(line.text, money), label))
    score -= 5.0 * line.is_link + 1.0 * (len(line.text) > 120) + 6.0 * _another_begins(page, place)
    return score


def _is_called_old(text: str) -> bool:
    return _OLD_WORD.search(text) is not None


def _around(text: str, money: Money) -> str:
    """What is said of an amount: what comes before it, and the words behind it up to what is added or included."""
    return text[: money.start] + " # " + _ADDED.split(text[money.end : money.end + 20], maxsplit=1)[0]


def _another_begins(page: _Page, place: int) -> bool:
    """Whether a heading with a link stands between the name and this line: then the line is about something else."""
    between = page.lines[page.heading + 1 : place]
    return any(line.heading > 1 and line.is_link for line in between)


def _put_price(found: Candidate, page: _Page, money: Money, place: int) -> None:
    found.put("price", format(money.amount, "f"), "text")
    found.put("currency", money.currency, "text")
    near = [
        (line, other)
        for line in page.lines[max(0, place - 6) : place + 7]
        if not line.is_aside
        for other in money_in(line.text, page.country)
    ]
    listed = [
        other.amount
        for line, other in near
        if line.is_old or _is_called_old(line.text[: other.start]) or len(line.text) < 15
        if _is_reduced(money, other) and not NOT_THE_PRICE.search(_around(line.text, other))
    ]
    found.put("list_price", format(listed[0], "f") if listed else None, "text")


def _can_be_bought(page: _Page) -> bool:
    for line in page.lines[max(0, page.heading - NEAR) : page.heading + 3 * NEAR]:
        if line.is_aside or len(line.text) > 60:
            continue
        is_named = line.is_button and BUY_NAME.search(line.names) is not None
        if (is_named or BUY.search(line.text)) and (line.is_button or line.is_link):
            return "disabled" not in line.names.lower() and availability_in(line.text) not in ("out_of_stock",)
    return False


def _stated(page: _Page) -> str | None:
    """What the page says about whether the thing can be had: by a label, in a place named for it, in a short line."""
    if state := availability_in(page.told.get("availability", "")):
        return state
    near = [line for line in page.lines[max(0, page.heading - 20) : page.heading + NEAR] if not line.is_aside]
    in_place = (line for line in near if line.kind in ("stock", "price") and len(line.text) < 120)
    short = (line for line in near if len(line.text) < 50 and not line.is_link)
    return next(filter(None, (availability_in(line.text) for line in (*in_place, *short))), None)


def _labelled(lines: Sequence[Line]) -> dict[str, str]:
    """What stands behind a label, on the same line (`Brand: Acme`) or in the next cell."""
    told: dict[str, str] = {}
    for place, line in enumerate(lines):
        if line.is_aside or len(line.text) > 300:
            continue
        for label, value in _pairs(line.text, lines[place + 1] if place + 1 < len(lines) else None):
            field = LABELS.get(label)
            if field and field not in told and 0 < len(value) <= 200:
                told[field] = value
    return told


def _pairs(text: str, following: Line | None) -> Iterator[tuple[str, str]]:
    alone = text.rstrip(" :：.#").lower()
    if len(alone) <= LONGEST_LABEL and alone in LABELS:
        if following is not None and len(following.text) <= 200:
            yield alone, following.text.lstrip(" :：\u200e\u200f")
        return
    for part in re.split(r"\s[|•·/]\s", text)[:10]:
        label, mark, value = _split_label(part)
        if mark:
            yield label, value


def _split_label(part: str) -> tuple[str, str, str]:
    match = re.match(r"[\W_]*([^:：]{2,45}?)[\s.\u200e\u200f]*([:：]|№|#(?=\s?\w))[\s#№\u200e\u200f]*(.+)", part)
    return (match[1].lower(), match[2], match[3].strip()) if match else ("", "", "")


def _put_numbers(found: Candidate, page: _Page) -> None:
    named = next((line.text for line in page.lines if line.kind == "sku" and not line.is_aside), "")[:60]
    sku = _own_number(page.told.get("sku")) or _own_number(named)
    found.put("sku", sku or number_in_address(page.document.url), "text" if sku else "url")
    found.put("mpn", _own_number(page.told.get("mpn")), "text")
    found.put("gtin", gtin(page.told.get("gtin")) or gtin(page.told.get("sku")), "text")


def _own_number(written: str | None) -> str | None:
    """An article number of what stands behind its label: the first word, if it has a digit."""
    text = seller_number(written)
    if text is None:
        return None
    word = text.split()[0].strip(",;()[]")
    return word if any(map(str.isdigit, word)) and len(word) >= 3 else None


def number_in_address(url: str) -> str | None:
    """The article number in the address of the page, where shops like to keep it."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    for key, value in parse_qsl(parts.query)[:20]:
        if key.lower() in _NUMBER_KEYS and _ARTICLE_NUMBER.fullmatch(value):
            return value
    for segment in reversed(unquote(parts.path).rstrip("/").split("/")[-3:]):
        if numbers := _ARTICLE_NUMBER.findall(segment.replace("_", "-")):
            return str(numbers[-1])
    return None


def _brand(page: _Page) -> str | None:
    if brand := brand_name(page.told.get("brand")):
        return brand if len(brand) <= 60 else None
    for line in page.lines[max(0, page.heading - 15) : page.heading + NEAR // 2]:
        is_named = line.kind == "brand" and not line.is_aside and not line.is_main and len(line.text) <= 60
        if is_named and (brand := brand_name(line.text)):
            return brand
    name = page.lines[page.heading].text if page.lines else ""
    return (
        _before_the_name(page.document.title or "", name)
        or _linked_beginning(page, name)
        or embedded_product.brand_in_scripts(page.document, name)
    )


def _before_the_name(title: str, name: str) -> str | None:
    """`Acme` where the page is called `Acme Pan 24 cm | Shop` and the thing `Pan 24 cm`."""
    before, found, _ = title.partition(name) if len(name) > 3 else ("", "", "")
    words = before.strip(" -|:,").split()
    return brand_name(" ".join(words)) if found and 0 < len(words) <= 3 and not _CALL.match(before) else None


def _linked_beginning(page: _Page, name: str) -> str | None:
    """The words that the name begins with, if there is a link of just these words: to all that the brand makes."""
    lowered = name.casefold() + " "
    for line in page.lines:
        text = line.text.casefold()
        is_short = 1 < len(text) < len(name) - 3 and len(text.split()) <= 3
        if line.is_link and is_short and lowered.startswith(text + " ") and lowered[len(text) + 1].isalnum():
            return brand_name(line.text)
    return None


def _breadcrumbs(document: Document, name: str | None) -> str | None:
    for trail in document.tree.css(_CRUMBS)[:5]:
        names = [clean_text(link.text()[:300], 100) for link in trail.css("a")[:12]]
        if path := category_path(names, name):
            return path
    return None


def category_path(names: Sequence[str], product: str | None) -> str | None:
    """`Kitchen > Pans` from the names on the way there, without the front page and the product itself."""
    own = _words(product or "")
    bare = dict.fromkeys(name.strip(" »«›‹>/|<←") for name in names)
    path = [name for name in bare if _words(name) - _HOME and not (own and _words(name) == own)]
    return " > ".join(path)[:500] or None


def _put_rating(found: Candidate, page: _Page) -> None:
    for line in page.lines[max(0, page.heading - 10) : page.heading + NEAR // 2]:
        rating = _RATING.search(line.text)
        if rating and "rating" not in found.values and not line.is_aside:
            found.put("rating", float(rating[1].replace(",", ".")), "text")
        reviews = _REVIEWS.search(line.text)
        if reviews and "review_count" not in found.values and not line.is_aside:
            found.put("review_count", int(re.sub(r"\D", "", reviews[1])), "text")


def _description(document: Document) -> str | None:
    meta = document.tree.css_first("meta[name=description], meta[name=Description]")
    return clean_text(meta.attributes.get("content") or "", 10_000) or None if meta else None


def _images(document: Document, name: str) -> list[dict[str, Any]]:
    """Pictures that are described by the name of the thing."""
    wanted = _words(name)
    found: dict[str, str] = {}
    for image in document.tree.css("img[alt]")[:500]:
        attributes = image.attributes
        alt = clean_text((attributes.get("alt") or "")[:1_000], 300)
        if not wanted or 2 * len(_words(alt) & wanted) < len(wanted):
            continue
        written = (attributes.get(key) for key in ("data-zoom-image", "data-large", "data-src", "src"))
        address = next(filter(None, (web_address(value, document.url) for value in written)), None)
        if address and len(found) < MAX_IMAGES:
            found.setdefault(address, alt)
    return [{"url": url, "alt": alt, "position": place} for place, (url, alt) in enumerate(found.items())]
