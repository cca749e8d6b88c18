"""Read products on pages without markup, from the heading, the price near it, and labelled lines.

A page sells a product if it has a heading, a price near it, and other marks of a shop: a way to buy it, an article
number, a statement of availability. A page that only mentions prices (a recipe with its cost, an article, a list of
products) has none of these, or has them many times.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from garner.core.word_lists import load_word_lists
from garner.extraction.kinds.product import preview
from garner.extraction.kinds.product.category import Crumb, category_path
from garner.extraction.kinds.product.facts import (
    NEAR,
    brand,
    can_be_bought,
    is_sold_out,
    labelled_number,
    placed_availability,
    put_numbers,
    read_labels,
    shows_number,
    stated_availability,
)
from garner.extraction.kinds.product.lines import ShopLine, ShopPage, shop_lines
from garner.extraction.kinds.product.naming import line_of_heading, naming_heading, naming_line, only_heading, words_of
from garner.extraction.kinds.product.price import AskingPrice, asked_price, put_price
from garner.extraction.kinds.product.words import (
    ARTICLE_NUMBER_STEMS,
    BUY,
    OLD_WORD,
    OTHER_THINGS,
    OTHER_THINGS_HEADING,
    PAGE_PART,
    availability_in,
    ends_in_price_label,
    names_article_number,
)
from garner.extraction.ladder import Candidate
from garner.extraction.page.document import Document
from garner.extraction.page.titles import first_part
from garner.extraction.values.currencies import country_of
from garner.extraction.values.fields import clean_text, web_address
from garner.extraction.values.identifiers import number_in_address
from garner.extraction.values.prices import money_in

_WORDS = load_word_lists(__package__)

MAX_NAME = 500
MAX_IMAGES = 20
MANY_OFFERS = 8  # so many buttons to buy stand on a list of products
ENOUGH_MARKS = 2  # marks of a shop that a page needs
MAX_HEADING_LENGTH, MAX_LINE_LENGTH = 80, 60  # above other products
MAX_OFFER_LENGTH = 120
ABOVE = 10  # lines above the name that may describe the product
BEHIND = 3  # lines after the last button, where its name stands if the other names follow their buttons
CLOSE = 15  # lines below the name, where a price in an element named for it is the product's

_PRODUCT_TYPES = frozenset({"product", "productgroup", "productmodel", "individualproduct"})
_CRUMBS = (
    "[class*=readcrumb], [id*=readcrumb], [aria-label*=readcrumb], [class*=BREADCRUMB], [data-test*=readcrumb], "
    "[data-testid*=readcrumb], [itemtype*=readcrumb]"
)
_OWN_FACTS = frozenset(("sku", "mpn", "gtin", "brand", "availability"))
_FACT = re.compile(r"[:：]\s*\w")
_NUMBER = re.compile(r"\d+")
_LABEL_BEGINS = re.compile(rb">\s*+((?:%b)[^<>:#]{0,40}+#?)" % b"|".join(map(re.escape, ARTICLE_NUMBER_STEMS)))
_LABEL_ENDS = re.compile(r"[\s.：]+(?=\S*\d)")
_RATING = re.compile(rf"(?<![\d.,])([0-5](?:[.,]\d{{1,2}})?)\s?(?:/|{_WORDS.pattern('out_of')})\s?5(?![\d.,])", re.I)
_REVIEWS = re.compile(
    r"(?<![\d.,])(\d{1,3}(?:[.,\s]\d{3})+|\d{1,6})\s(?:customer |global |user |product )?"
    rf"(?:{_WORDS.pattern('reviews')})\b",
    re.I,
)


def read(document: Document) -> Candidate | None:
    page = _page(document)
    asked = asked_price(page) if page.named_by else None
    is_sold = can_be_bought(page)
    if not _sells(document, page, asked, is_sold):
        return None
    candidate = Candidate()
    name = page.lines[page.heading].text if page.named_by else first_part(document.title or "")
    candidate.put("name", clean_text(name, MAX_NAME), page.named_by or "title")
    if asked is not None:
        put_price(candidate, page, asked)
    candidate.put("availability", stated_availability(page) or ("in_stock" if is_sold else None), "text")
    put_numbers(candidate, page, document.url)
    candidate.put("brand", brand(document, page), "text")
    candidate.put(
        "category",
        _breadcrumbs(document, candidate.values.get("name")) or page.labelled_values.get("category"),
        "breadcrumb",
    )
    _put_rating(candidate, page)
    candidate.put("description", _description(document), "meta[name=description]")
    candidate.put("images", _images(document, candidate.values.get("name") or ""), "img")
    return candidate


def number_shown(document: Document, number: str) -> str | None:
    """Return the article number that the page shows to its readers after a label, if they do not see this one: shops
    put a database identifier where machines look for the article number."""
    key = (number_shown, number)  # several rungs find the same number
    if key not in document.readings:
        document.readings[key] = _find_number_shown(document, number)
    reading: str | None = document.readings[key]
    return reading


def _find_number_shown(document: Document, number: str) -> str | None:
    if not _has_label(document) or document.shows(number):
        return None
    page = _page(document)
    return None if shows_number(page, number) else labelled_number(page)


def _has_label(document: Document) -> bool:
    """Return whether the page may have a label of an article number, judging by its bytes."""
    if _LABEL_BEGINS not in document.readings:
        document.readings[_LABEL_BEGINS] = any(map(_is_label, document.matches(_LABEL_BEGINS)))
    return bool(document.readings[_LABEL_BEGINS])


def _is_label(text: re.Match[bytes]) -> bool:
    return names_article_number(_LABEL_ENDS.split(text[1].decode("utf-8", "replace"), 1)[0])


def _page(document: Document) -> ShopPage:
    if ShopPage not in document.readings:
        document.readings[ShopPage] = _read_page(document)
    page: ShopPage = document.readings[ShopPage]
    return page


def _read_page(document: Document) -> ShopPage:
    lines = shop_lines(document.lines, naming_heading(document))
    place = line_of_heading(document, lines)
    named_by = "text" if place is None else "h1"
    place = naming_line(document, lines) if place is None else place
    place = only_heading(lines) if place is None else place
    heading, named_by = (place, named_by) if place is not None else (0, "")
    country = country_of(document.url, document.language)
    end = _start_of_other_things(lines, heading, country)
    return ShopPage(lines, heading, end, country, read_labels(lines), named_by)


def _start_of_other_things(lines: Sequence[ShopLine], heading: int, country: str | None) -> int:
    """Return the index from which other products are shown: below the first price or button to buy, since everything
    above it is about the product; unless that price is another product's."""
    is_offered = False
    for place in range(heading + 1, len(lines)):
        line = lines[place]
        if _begins_other_things(line):
            if is_offered or _is_named_otherwise(lines, heading, place, country):
                return place
        elif not is_offered:
            is_offered = _is_offer(line, country)
    return len(lines)


def _is_offer(line: ShopLine, country: str | None) -> bool:
    """Return whether a line is a price, a button to buy, or a statement that there is nothing to buy."""
    if line.is_aside or line.is_old or len(line.text) > MAX_OFFER_LENGTH:
        return False
    if (line.is_button and BUY.search(line.text)) or availability_in(line.text) in ("out_of_stock", "discontinued"):
        return True
    return any(not OLD_WORD.search(line.text[: money.start]) for money in money_in(line.text, country))


def _is_named_otherwise(lines: Sequence[ShopLine], heading: int, start: int, country: str | None) -> bool:
    """Return whether the first offer from here on is right below a heading or a link that names another product."""
    behind = range(start + 1, min(start + NEAR, len(lines)))
    offer = next((place for place in behind if _is_offer(lines[place], country)), None)
    if offer is None:
        return True
    own = words_of(lines[heading].text)
    above = lines[max(start + 1, offer - 2) : offer + 1]
    return any(_may_name_another(line) and words_of(line.text) - own for line in above)


def _begins_other_things(line: ShopLine) -> bool:
    if line.is_button:
        return False
    is_heading = line.heading > 1
    if not is_heading and _FACT.search(line.text):
        return False
    if len(line.text) >= (MAX_HEADING_LENGTH if is_heading else MAX_LINE_LENGTH) or (line.is_link and not is_heading):
        return False
    return bool(OTHER_THINGS.match(line.text) or (is_heading and OTHER_THINGS_HEADING.match(line.text)))


def _sells(document: Document, page: ShopPage, asked: AskingPrice | None, is_sold: bool) -> bool:
    if _is_marked(document):
        return True
    numbers = Candidate()
    put_numbers(numbers, page, document.url)
    state = placed_availability(page)
    if asked is None:  # a sold-out product often has no price any more
        return bool(numbers.values) and stated_availability(page) in ("out_of_stock", "discontinued")
    marks = 2 * (is_sold or is_sold_out(page)) + 2 * bool(numbers.values) + (state is not None)
    marks += "brand" in page.labelled_values
    marks += ends_in_price_label(asked.words_before or asked.label)
    is_below = asked.line.kind == "price" and 0 < asked.index - page.heading < CLOSE
    marks += is_below + (number_in_address(document.url) is not None)
    return marks >= ENOUGH_MARKS and _offers(page, asked) < MANY_OFFERS


def _offers(page: ShopPage, asked: AskingPrice) -> int:
    """Return the number of buttons to buy between the name and the start of other products. If the price and a button
    come first, with a fact about the product, then a majority of similar buttons below them that differ from that one
    sells other products; unless the price belongs to a product with a name of its own, the first of a list of
    products."""
    own = [(place, page.lines[place]) for place in range(page.heading, page.end) if not page.lines[place].is_aside]
    buttons = [(place, line) for place, line in own if line.is_button and BUY.search(line.text)]
    looks = [_normalize_names(line) for _, line in buttons]
    if len(looks) < 2 or asked.index > buttons[0][0] or _is_price_of_another(page, asked):
        return len(looks)
    if not _has_own_facts(page, buttons[0][0], buttons[1][0]):
        return len(looks)
    look, alike = Counter(looks[1:]).most_common(1)[0]
    if look != looks[0] and 2 * alike > len(looks):
        return looks.count(looks[0])
    return _unnamed_offers(page, [place for place, _ in buttons])


def _unnamed_offers(page: ShopPage, buttons: Sequence[int]) -> int:
    """Return how many of the buttons are the page's own, where the page has a heading for its name and each of the
    others stands below a link or heading of its own. In a list the first button has such a name, too, or each name
    follows its button."""
    between = list(pairwise(buttons))
    groups = [_names_within(page, start, stop) for start, stop in between]
    texts = Counter(text for group in groups for text in {line.text for line in group})
    named = [
        {_normalize_names(line) for line in group if texts[line.text] == 1} for group in groups
    ]  # `Details` is not a name
    heading = page.lines[page.heading]
    if heading.heading != 1 or heading.is_link or not any(named):
        return len(buttons)
    if any(not looks and stop > start + 1 for looks, (start, stop) in zip(named, between, strict=True)):
        return len(buttons)
    around = _names_within(page, page.heading, buttons[0]) + _names_within(page, buttons[-1], buttons[-1] + 1 + BEHIND)
    usual = Counter(look for looks in named for look in looks)
    is_list = any(2 * usual[_normalize_names(line)] > sum(map(bool, named)) for line in around if texts[line.text] < 2)
    return len(buttons) if is_list else 1 + list(map(bool, named)).index(True)


def _names_within(page: ShopPage, start: int, stop: int) -> list[ShopLine]:
    """Return the lines between two indexes that may name another product than the page does."""
    own = words_of(page.lines[page.heading].text)
    lines = (line for line in page.lines[start + 1 : min(stop, page.end)] if _may_name_another(line))
    return [line for line in lines if words_of(line.text) - own and not _REVIEWS.search(line.text)]


def _normalize_names(line: ShopLine) -> str:
    return _NUMBER.sub("", line.names)


def _has_own_facts(page: ShopPage, button: int, following: int) -> bool:
    """Return whether a number, the brand or the availability stands around the first button, and before another
    product."""
    behind = range(button + 1, following)
    end = next((place for place in behind if _may_name_another(page.lines[place])), following)
    around = page.lines[max(0, page.heading - ABOVE) : end]
    return bool(_OWN_FACTS & read_labels(around).keys()) or any(
        line.kind in ("sku", "stock") and not line.is_aside and line.text for line in around
    )


def _may_name_another(line: ShopLine) -> bool:
    if line.heading:
        return not PAGE_PART.search(line.text)
    return line.begins_linked and not (line.kind or line.is_button)


def _is_price_of_another(page: ShopPage, asked: AskingPrice) -> bool:
    """Return whether a heading or a link right before the price names another product than the page does."""
    between = page.lines[page.heading + 1 : asked.index]
    before = (*between[-1:], asked.line)
    linked = [line for line in before if line.begins_linked and not line.kind and not _REVIEWS.search(line.text)]
    own = words_of(page.lines[page.heading].text)
    return any(words_of(line.text) - own for line in (*linked, *(line for line in between if line.heading)))


def _is_marked(document: Document) -> bool:
    """Return whether the page is marked up as a product; other rungs have read that markup."""
    if preview.is_product(document.open_graph):
        return True
    graphs = (document.json_ld, document.microdata)
    own = [node for graph in graphs for node in graph.nodes if node.types & _PRODUCT_TYPES and not node.aside]
    return len({node.text("name") for node in own}) == 1


def _breadcrumbs(document: Document, name: str | None) -> str | None:
    for trail in document.tree.css(_CRUMBS)[:5]:
        links = [(link.text()[:300], link.attributes.get("href")) for link in trail.css("a")[:12]]
        crumbs = [Crumb(clean_text(text, 100), web_address(address, document.url)) for text, address in links]
        if path := category_path(crumbs, name, document.url):
            return path
    return None


def _put_rating(candidate: Candidate, page: ShopPage) -> None:
    for line in page.lines[max(0, page.heading - 10) : page.heading + NEAR // 2]:
        rating = _RATING.search(line.text)
        if rating and "rating" not in candidate.values and not line.is_aside:
            candidate.put("rating", float(rating[1].replace(",", ".")), "text", rating[0])
        reviews = _REVIEWS.search(line.text)
        if reviews and "review_count" not in candidate.values and not line.is_aside:
            candidate.put("review_count", int(re.sub(r"\D", "", reviews[1])), "text", reviews[0])


def _description(document: Document) -> str | None:
    meta = document.tree.css_first("meta[name=description], meta[name=Description]")
    return clean_text(meta.attributes.get("content") or "", 10_000) or None if meta else None


def _images(document: Document, name: str) -> list[dict[str, Any]]:
    """Return the pictures with a description that contains the name of the product."""
    wanted = words_of(name)
    alts: dict[str, str] = {}
    for image in document.tree.css("img[alt]")[:500]:
        attributes = image.attributes
        alt = clean_text((attributes.get("alt") or "")[:1_000], 300)
        if not wanted or 2 * len(words_of(alt) & wanted) < len(wanted):
            continue
        written = (attributes.get(key) for key in ("data-zoom-image", "data-large", "data-src", "src"))
        address = next(filter(None, (web_address(value, document.url) for value in written)), None)
        if address and len(alts) < MAX_IMAGES:
            alts.setdefault(address, alt)
    return [{"url": url, "alt": alt, "position": place} for place, (url, alt) in enumerate(alts.items())]
