"""Read the facts of a product besides its name and price: numbers, brand, availability."""

import re
from collections.abc import Iterator, Mapping, Sequence

from garner.core.word_lists import load_word_lists
from garner.extraction.kinds.product import embedded
from garner.extraction.kinds.product.lines import ShopLine, ShopPage
from garner.extraction.kinds.product.naming import is_site_name, words_of
from garner.extraction.kinds.product.words import (
    BUY,
    BUY_NAME,
    PAGE_PART,
    PAY_BUTTON,
    SOLD_OUT_BUTTON,
    availability_in,
    field_called,
    names_article_number,
)
from garner.extraction.ladder import Candidate
from garner.extraction.page.document import Document
from garner.extraction.page.titles import letters_of
from garner.extraction.values.identifiers import (
    MIN_DIGITS,
    brand_name,
    gtin,
    is_placeholder,
    number_in_address,
    seller_number,
)

_WORDS = load_word_lists(__package__)

NEAR = 120  # lines below the heading that can still be about the product
MAX_LABEL_LENGTH = 45
MAX_LABELLED_LENGTH = 300
BELOW_ITS_NAME = 6  # lines below the name of another product that are about it
_NUMBERED = ("sku", "mpn", "gtin")
_NAMED = ("brand", "category")

_SPLIT = re.compile(r"[\W_]*([^:：]{2,45}?)[\s.\u200e\u200f]*([:：]|№|#(?=\s?\w))[\s:#№\u200e\u200f]*(.+)")
_BARE_NUMBER = re.compile(r"(.{2,30}?)[\s.]+((?=\S*\d)[\w./-]{3,40})[.,]?")
_NAMED_NUMBER = re.compile(r"\bSKU[\s:#.]*((?=\S*\d)[\w./-]{3,40})")
_CAPITALS = re.compile(r"[A-Z]{2,}(?:[-_.][A-Z0-9]+)+")
_BRACKETED = re.compile(r"[\[(]((?=[^\s]*[\dA-Z])[\w./-]{3,30})[\])]")
# Values that shops show after a label in place of its number: an amount, a rating, a percentage, a date; and a number
# in groups.
_NO_NUMBER = re.compile(
    r"\W*\d[\d.,' ]*\s?(?:[%\u20a0-\u20bf$£¥]|(?:eur|usd|gbp|chf|kr|zł|kč|руб)\b)|\W*[$£¥\u20a0-\u20bf]|"
    r"\d{1,4}[.,]\d{1,2}(?:$|\s)|\d{4}-\d\d?-\d\d?\b|\d\d?[./]\d\d?[./](?:\d\d){1,2}\b(?![./-])|"
    rf"\d[\d.,]*\s(?:{_WORDS.pattern('out_of')})\s\d|\d{{1,4}} \d",
    re.I,
)
_COUNT = re.compile(r"\W*(\d{1,6})(?![\d.,/:])")
_YES = frozenset(_WORDS.words("yes"))
_NO = frozenset(_WORDS.words("no"))
_BY = re.compile(r"(?:by|von|par|door|av|af|od|от|di|de) (?=[A-Z0-9À-Þ])(.{2,50})")
_MADE_BY = re.compile(r"(?:by|von|par|door|av|af|od|от)\s(?=[A-Z0-9À-Þ])")  # not `de`: some brand names begin with it
_MARK = re.compile(r"[|:\u2013\u2014»>›,]|\s-\s")  # between the parts of a title
_CALL = re.compile(rf"\s*(?:{_WORDS.pattern('before_name')})\b", re.I)


def read_labels(lines: Sequence[ShopLine]) -> dict[str, str]:
    """Return the values that stand after a label, on the same line (`Brand: Acme`) or in the next cell."""
    values: dict[str, str] = {}
    for index, line in enumerate(lines):
        if line.is_aside or len(line.text) > MAX_LABELLED_LENGTH:
            continue
        for label, value in _pairs(line.text, lines[index + 1] if index + 1 < len(lines) else None):
            field = field_called(label)
            if field and field not in values and 0 < len(value) <= 200 and _may_be(field, value):
                values[field] = value
    return values


def _may_be(field: str, value: str) -> bool:
    return field != "sku" or own_number(value) is not None


def _pairs(text: str, following: ShopLine | None) -> Iterator[tuple[str, str]]:
    alone = text.rstrip(" :：.")
    field = field_called(alone) if len(alone) <= MAX_LABEL_LENGTH and not is_placeholder(text) else None
    if field:
        if following is not None and _may_follow(field, following) and len(following.text) <= 200:
            yield alone, following.text.lstrip(" :：\u200e\u200f")
        return
    for part in re.split(r"\s[|•·/]\s", text)[:10]:
        if match := _SPLIT.match(part):
            yield match[1] + match[2], match[3].strip()
        elif (match := _BARE_NUMBER.fullmatch(part)) and field_called(match[1]) in _NUMBERED:
            yield match[1], match[2]
        elif match := _NAMED_NUMBER.search(part):
            yield "sku", match[1]


def _may_follow(field: str, line: ShopLine) -> bool:
    """Return whether a line below a label can be its value: if the value is empty, an unrelated line follows."""
    if field in _NAMED:
        is_part = bool(line.heading and PAGE_PART.search(line.text))
        is_other = is_part or line.is_button or line.kind in ("price", "stock")
        return not is_other and not _begins_with_label(line.text)
    is_other = line.is_button or bool(line.heading) or line.kind in ("price", "stock")
    return field not in _NUMBERED or (not is_other and availability_in(line.text) is None)


def _begins_with_label(text: str) -> bool:
    split = _SPLIT.match(text)
    return field_called(text.rstrip(" :：.")) is not None or bool(split and field_called(split[1] + split[2]))


def put_numbers(candidate: Candidate, page: ShopPage, url: str) -> None:
    model = own_number(page.labelled_values.get("mpn"))
    # Old shops have no other number than a model; if the URL has one, that is the shop's own.
    candidate.put("sku", _article_number(page) or (None if number_in_address(url) else model), "text")
    candidate.put("mpn", model, "text")
    written_gtin = page.labelled_values.get("gtin") or ""
    number = gtin(written_gtin) or gtin(page.labelled_values.get("sku"))
    if number is None and sum(map(str.isdigit, written_gtin)) >= MIN_DIGITS:
        candidate.drop("gtin", written_gtin)
    candidate.put("gtin", number, "text")


def _article_number(page: ShopPage) -> str | None:
    """Return the article number by its label, by the name of its element, or in brackets below the name."""
    if number := own_number(page.labelled_values.get("sku")):
        return number
    placed = (own_number(line.text[:60]) for line in page.lines if line.kind == "sku" and not line.is_aside)
    behind = page.lines[page.heading + 1 : page.heading + 2]
    bracketed = (match[1] for line in behind if (match := _BRACKETED.fullmatch(line.text)))
    return next(filter(None, (*placed, *bracketed)), None)


def labelled_number(page: ShopPage) -> str | None:
    """Return the article number after an unambiguous label, in the part of the page about the product; not one of
    several that stand below links, as those of other products do."""
    own = words_of(page.lines[page.heading].text) if page.lines else set()
    another = linked = -NEAR  # the indexes of the last heading and the last link that name another product
    below_link: str | None = None
    for index in range(max(0, page.heading - NEAR // 4), page.end):
        line = page.lines[index]
        if line.is_aside or len(line.text) > MAX_LABELLED_LENGTH:
            continue
        following = page.lines[index + 1] if index + 1 < page.end else None
        for label, value in _pairs(line.text, following):
            if not names_article_number(label) or index - another <= BELOW_ITS_NAME:
                continue
            number = _whole_number(value)
            if number and below_link is None and index - linked > BELOW_ITS_NAME:
                return number
            # A link may lead anywhere; several numbers below links are those of other products.
            if number and below_link not in (None, number):
                return None
            below_link = number or below_link
        if line.heading and index > page.heading:
            another = index if _names_another(line.text, own) else -NEAR
        elif line.begins_linked and not (line.kind or line.is_button) and _names_another(line.text, own):
            linked = index
    return below_link


def _names_another(heading: str, own: set[str]) -> bool:
    """Return whether a heading below the name may be that of another product, and not of a part of the page or a
    fact."""
    words = {word for word in words_of(heading) if not word.isdigit()} - own
    return bool(words) and not (PAGE_PART.search(heading) or field_called(heading) or availability_in(heading))


def _whole_number(value: str) -> str | None:
    """Return the article number, if nothing else stands after its label."""
    number = own_number(value)
    is_whole = number is not None and letters_of(number) == letters_of(seller_number(value) or "")
    return number if is_whole else None


def shows_number(page: ShopPage, number: str) -> bool:
    """Return whether a shopper can see the number, regardless of punctuation."""
    wanted = letters_of(number)
    return any(wanted in letters_of(line.text) for line in page.lines if len(line.text) <= MAX_LABELLED_LENGTH)


def own_number(written: str | None) -> str | None:
    """Return the article number in the text after its label: the first word, if it has a digit or is all capitals, and
    is not an amount, date, percentage or stock count, nor the beginning of a longer number."""
    text = seller_number(written)
    if text is None or _NO_NUMBER.match(text) or availability_in(text[:MAX_LABEL_LENGTH].partition("|")[0]):
        return None
    word = text.split()[0].strip(",;()[]")
    is_number = any(map(str.isdigit, word)) or _CAPITALS.fullmatch(word) is not None
    return word if is_number and len(word) >= 3 else None


def can_be_bought(page: ShopPage) -> bool:
    for line in page.near(NEAR, 3 * NEAR):
        if len(line.text) > 60:
            continue
        is_named = line.is_button and any(map(BUY_NAME.search, (line.names, line.text)))
        is_paid = line.is_button and PAY_BUTTON.search(line.text) is not None
        if (is_named or is_paid or BUY.search(line.text)) and (line.is_button or line.is_link):
            return "disabled" not in line.names.lower() and availability_in(line.text) not in ("out_of_stock",)
    return False


def is_sold_out(page: ShopPage) -> bool:
    """Return whether a button in place of the one to buy states that there is nothing to buy now."""
    buttons = (line.text for line in page.near(NEAR, NEAR) if line.is_button and len(line.text) < 50)
    return any(availability_in(text) == "out_of_stock" or SOLD_OUT_BUTTON.search(text) for text in buttons)


def stated_availability(page: ShopPage) -> str | None:
    """Return the availability that the page states: by a label, in an element named for it, in a short line."""
    if state := placed_availability(page):
        return state
    short = (line.text for line in _above_the_end(page) if len(line.text) < 50 and not line.is_link)
    return next(filter(None, map(availability_in, short)), None)


def placed_availability(page: ShopPage) -> str | None:
    """Return the same without the short lines: only statements in the usual places of a shop."""
    if state := _labelled_state(page.labelled_values):
        return state
    in_place = (line for line in _above_the_end(page) if line.kind in ("stock", "price") and len(line.text) < 120)
    return next(filter(None, (availability_in(line.text) for line in in_place)), None)


def _above_the_end(page: ShopPage) -> Sequence[ShopLine]:
    return page.near(20, min(NEAR, page.end - page.heading))


def _labelled_state(labelled_values: Mapping[str, str]) -> str | None:
    text = labelled_values.get("availability", "")
    if state := availability_in(text):
        return state
    if count := _COUNT.match(text):
        return "in_stock" if int(count[1]) else "out_of_stock"
    word = text.strip(" .!").lower()
    return "in_stock" if word in _YES else "out_of_stock" if word in _NO else None


def brand(document: Document, page: ShopPage) -> str | None:
    if labelled_brand := brand_name(page.labelled_values.get("brand"), is_shown=True):
        return labelled_brand if len(labelled_brand) <= 60 else None
    name = page.lines[page.heading].text if page.lines else ""
    return (
        _brand_in_its_place(page)
        or _before_the_name(document, page, name)
        or _linked_beginning(page, name)
        or embedded.brand_in_scripts(document, name)
    )


def _brand_in_its_place(page: ShopPage) -> str | None:
    """Return the brand from an element named for it, from a link to all products of the brand, or from a `by` below the
    name."""
    for line in page.near(15, NEAR // 2):
        is_brand = line.kind == "brand" and not line.is_main and len(line.text) <= 60
        if is_brand and (shown_brand := brand_name(_MADE_BY.sub("", line.text), is_shown=True)):
            return shown_brand
    for line in page.near(4, NEAR // 4):
        is_brand = line.kind == "brand link" and not line.is_main and len(line.text) <= 60
        if is_brand and (shown_brand := brand_name(line.text, is_shown=True)):
            return shown_brand
    below = page.lines[page.heading + 1 : page.heading + 4]
    return next((brand_name(match[1], is_shown=True) for line in below if (match := _BY.fullmatch(line.text))), None)


def _before_the_name(document: Document, page: ShopPage, name: str) -> str | None:
    """Return `Acme` if the title of the page is `Acme Pan 24 cm | Shop` and the name of the product `Pan 24 cm`."""
    title = document.title or ""
    before, name_in_title, _ = title.partition(name) if len(name) > 3 else ("", "", "")
    words = before.split()
    if (
        not name_in_title
        or _MARK.search(before)
        or not 0 < len(words) <= 3
        or _CALL.match(before)
        or is_site_name(before, document)
    ):
        return None
    return brand_name(" ".join(words)) if own_number(words[0]) != page.labelled_values.get("sku", "") else None


def _linked_beginning(page: ShopPage, name: str) -> str | None:
    """Return the words that the name begins with, if there is a link of just these words: to all products of the
    brand."""
    lowered = name.casefold() + " "
    for line in page.lines:
        text = line.text.casefold()
        is_short = 1 < len(text) < len(name) - 3 and len(text.split()) <= 3
        if line.is_link and is_short and lowered.startswith(text + " ") and lowered[len(text) + 1].isalnum():
            return brand_name(line.text, is_shown=True)
    return None
