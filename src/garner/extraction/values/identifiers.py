"""The numbers that identify a product: GTIN (EAN, UPC, ISBN) with its check digit verified, and a seller's own numbers.

A GTIN is one number space of 14 digits; EAN-13, UPC-A and ISBN-13 are parts of it, so leading zeros have no meaning. An
old ISBN of ten digits is not in it, and is converted to the ISBN-13 of the same book.
"""

import re
from urllib.parse import parse_qsl, unquote, urlsplit

from garner.core.rows.check_digit import GTIN_LENGTHS as GTIN_LENGTHS
from garner.core.rows.check_digit import has_right_check_digit as has_right_check_digit
from garner.core.rows.check_digit import isbn_13
from garner.core.word_lists import load_word_lists

_WORDS = load_word_lists(__package__)

MIN_DIGITS = 7  # of a GTIN without its leading zeros
MAX_LENGTH = 100

_RUN = re.compile(r"\d(?:[ \u00a0\-\u2010-\u2013]?\d){7,16}[xX]?(?![\w])")
_OLD_ISBN = re.compile(r"(?<![\d-])\d(?:[ -]?\d){8}[ -]?[\dXx](?![\w])")
_LABEL = re.compile(
    rf"\s*(?:{_WORDS.pattern('number_label')})\b(?:[\s.-]*(?:number|nummer|num|no|nr|id|code)\b)?"
    r"[\s.]*(?:(?<=[\s.])|[:#№])[\s:#№]*(?=\S*\d)",  # a label ends in a space or a mark: ART-12 is a number as it is
    re.I,
)
_ARTICLE_NUMBER = re.compile(
    r"(?<![A-Za-z0-9])(?:\d{5,14}|(?=[A-Z0-9]*[A-Z])(?=(?:[A-Z]*\d){2})[A-Z0-9]{7,14})(?![A-Za-z0-9])"
)
_NUMBER_KEYS = ("pid", "sku", "productid", "product_id", "itemid", "item", "id", "prod", "article", "artnr", "p")
_EMPTY = frozenset(_WORDS.words("no_value"))


def gtin(written: str | None) -> str | None:
    """Return the digits of the GTIN in a text, if its check digit is correct; an ISBN of ten digits as one of
    thirteen."""
    text = (written or "")[:MAX_LENGTH]
    # A label that ends in digits (EAN13, GTIN-14, ISBN-10) must not add them to the number.
    text = re.sub(r"\b(?:ean|gtin|isbn|upc|jan)(?:[- ]?(?:8|1[0234])(?=[\s:#=]))?", " ", text, flags=re.I)
    for run in _RUN.findall(text):
        digits = re.sub(r"\D", "", run)
        if len(digits) in GTIN_LENGTHS and has_right_check_digit(digits):
            return digits
    isbn = _OLD_ISBN.search(text)
    return isbn_13(re.sub(r"[ -]", "", isbn.group())) if isbn else None


def gtin_of_number(written: int, name: str) -> str | None:
    """Return the GTIN that was written as a number and so lost its leading zeros, with as many digits as its property's
    name gives (`gtin13`, `upc`) or else as the shortest kind has."""
    digits = str(written) if 0 < written < 10**14 else ""
    named = {"gtin13": 13, "ean": 13, "gtin12": 12, "upc": 12, "gtin14": 14}.get(name, 0)
    length = next((length for length in GTIN_LENGTHS if length >= max(named, len(digits))), 0)
    return digits.zfill(length) if len(digits) >= MIN_DIGITS and has_right_check_digit(digits) else None


def seller_number(written: str | None) -> str | None:
    """Return an article or part number without its label; None for the placeholders of shops that have none."""
    text = " ".join((written or "").split())[:MAX_LENGTH]
    if is_placeholder(text):
        return None
    text = _LABEL.sub("", text, count=1).strip(" :#,;|")
    return None if not text or text.casefold() in _EMPTY or not any(map(str.isalnum, text)) else text


def is_placeholder(text: str) -> bool:
    """Return whether a text is an unfilled placeholder of a shop's template."""
    return _PLACEHOLDER.fullmatch(text) is not None


# `$metabrand`, `$!brand`, `$brand->name`, `{{ product.brand }}`, `#{brand}`, `@Model.Brand`, `%BRAND%`.
_PLACEHOLDER = re.compile(
    r"\${1,2}!?[A-Za-z_][\w.]*(?:->\w+)*\${0,2}|[$#]?!?\{{1,3}[^{}]*\}{1,3}|@[A-Za-z_]\w*(?:\.\w+)+|<%[^%]*%>|<\s?\?[^?]*\?>|%{1,2}[A-Za-z_][\w.]*%{1,2}|"
    r"#{2,3}[^#]+#{2,3}|#[A-Za-z_][\w.]*#|\*\|[^|]*\|\*|__\w+__|\[(?:object \w+|\[?[a-z_.]+\]?)\]|@@\w+@@"
)


def number_in_address(url: str) -> str | None:
    """Return the article number in the URL of the page, where shops often put it."""
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


def article_number(written: str | None, url: str) -> str | None:
    """Return the seller's own number. The value in its place is sometimes the GTIN, or the number of one variant: if
    the page's URL then has a number of its own, or the one that the variant's begins with, that is returned."""
    number = seller_number(written)
    at = number_in_address(url) if number else None
    if number is None or at is None:
        return number
    is_gtin = len(number) > 10 and gtin(number) == number
    is_variant = number.startswith(at) and number[len(at) :][:1] in ("-", "_", ".", "/")
    return at if is_gtin or is_variant else number


def brand_name(written: str | None, *, is_shown: bool = False) -> str | None:
    """Return a brand without the words around it: `by Acme`, `Visit the Acme Store`, `Brand: Acme`. Visible text may be
    a label alone; in a field that only holds a brand, `Maker` and `La Marca` are brands."""
    text = " ".join((written or "").split())[:200]
    if is_placeholder(text):
        return None
    text = _BRAND_LABEL.sub("", text)
    text = next((match.group(1) for phrase in _BRAND_PHRASES if (match := phrase.fullmatch(text))), text)
    if not text or _LEADING_TO_BRAND.fullmatch(text) or (is_shown and _LABEL_ALONE.fullmatch(text)):
        return None
    text = text.strip(" :|-\u2013\u2014,;®™")
    return None if not text or text.casefold() in _EMPTY | _NO_BRAND else text


_NO_BRAND = frozenset(_WORDS.words("no_brand"))
_BRAND_WORD = f"(?:{_WORDS.pattern('brand_word')})"
_MORE = f"(?:{_WORDS.pattern('more_of_brand')})"
_BRAND_LABEL = re.compile(rf"^(?:{_MORE}\b[^:：]{{0,60}}\b)?{_BRAND_WORD}\s*[:：]\s*", re.I)
# Words that link to the brand's other products and do not name the brand.
_LEADING_TO_BRAND = re.compile(rf"{_MORE}\b.{{0,60}}\b{_BRAND_WORD}s?\W*|(?:\w+ )?{_BRAND_WORD}\s*[:：]\W*", re.I)
_LABEL_ALONE = re.compile(rf"(?:(?:the|die|la|this|diese[rs]?) )?{_BRAND_WORD}\W*", re.I)
_BRAND_PHRASES = tuple(re.compile(phrase, re.I) for phrase in _WORDS.words("brand_phrases"))
