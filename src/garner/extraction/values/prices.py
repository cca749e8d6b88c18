"""Read prices in running text: `$1,299.00`, `12,50 €`, `1 890 р.`, `35€99`.

A number is money if the sign or code of a currency stands beside it, looked up in the table of the world's currencies,
or the dash that stands for no cents. price-parser reads the number itself.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from price_parser.parser import parse_number

from garner.core.word_lists import load_word_lists
from garner.extraction.values.currencies import BY_WRITING, CODES, currency_code, home_currency

_CURRENCIES = load_word_lists(__package__, "currencies")

HIGHEST = Decimal(10) ** 10

_THOUSANDTHS = frozenset(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"))
_WHOLE_ONLY = frozenset(
    ["CLP", "COP", "HUF", "IDR", "IRR", "ISK", "JPY", "KRW", "PYG", "UGX", "VND", "XAF", "XOF", "XPF"]
)


@dataclass(frozen=True, slots=True)
class Money:
    amount: Decimal
    sign: str  # as written
    currency: str | None  # ISO 4217
    start: int
    end: int


# Unambiguous signs of money beside an amount in running text: signs, codes in capitals, abbreviations.
_ABBREVIATED = _CURRENCIES.words("in_text")
_CODES_THAT_ARE_WORDS = frozenset(_CURRENCIES.words("codes_that_are_words"))
_SIGNS = sorted(
    {form for form in BY_WRITING if not any(map(str.isalpha, form)) and form not in ("/-", "/=", ":-", "¢")}
    | {form.upper() for form in BY_WRITING if "$" in form or "£" in form}
    | (CODES - _CODES_THAT_ARE_WORDS)
    | set(_ABBREVIATED),
    key=len,
    reverse=True,
)
_SIGN = r"(?:(?<![^\W\d_])(?:" + "|".join(map(re.escape, _SIGNS)) + r")(?![^\W\d_]))"
_GROUPED = (
    r"\d{1,3}(?:[.,'\u2019 \u00a0\u202f]\d{3})+(?!\d)|"
    r"\d{1,2}(?:,\d\d)+,\d{3}(?!\d)|"  # lakhs and crores: 12,34,567
    r"\d{1,9}"
)
_NUMBER = rf"(?:{_GROUPED})(?:[.,]\d{{1,4}}(?!\d))?"
_IN_TEXT = re.compile(
    rf"(?P<before>{_SIGN})\.?:?[ \u00a0\u202f]?(?P<amount>{_NUMBER})(?P<small>[ \u00a0]\d\d(?![\d.,%]))?"
    r"(?![A-Z\d]|,\d)"
    rf"|(?<![\d.,])(?P<amount2>{_NUMBER})(?:[ \u00a0]?[\u2013\u2014][ \u00a0]?(?P<most>{_NUMBER}))?"
    rf"(?:,-|,--|\.-)?[ \u00a0\u202f]?(?P<after>{_SIGN})(?P<cents>\d\d(?!\d))?"
    rf"|(?<![\d.,])(?P<amount3>{_NUMBER})(?P<dash>,-|:-|,\u2013)(?![\w-])"
)
_HAS_DIGIT = re.compile(r"\d")
# Signs that occur in the names of models and sizes as well: Yamaha R6, SR500, a tyre 185R14.
_OF_MODELS = frozenset(("R", "SR", "QR", "JD", "KD", "KM", "TL"))
_MODEL = re.compile(r"[A-Z]+\d+|\d+[A-Z]+\d*")


def money_in(text: str, country: str | None = None) -> Iterator[Money]:
    """Yield every amount of money in a line of text, from left to right: a number with the sign of a currency beside
    it, or with the dash that stands for no cents in the shop's own currency (`1 299,-`)."""
    if not _HAS_DIGIT.search(text):
        return
    for match in _IN_TEXT.finditer(text[:2_000]):
        sign = match["before"] or match["after"] or match["dash"]
        code = home_currency(country) if match["dash"] else currency_code(sign, country)
        if sign in _OF_MODELS and _MODEL.fullmatch(match[0]) and code != home_currency(country):
            continue
        amount = exact_amount(match["amount"] or match["amount2"] or match["amount3"], code)
        if amount is not None and match["most"]:  # of a range the lowest; of a year before a price, the price
            amount = min(amount, exact_amount(match["most"], code) or amount)
        cents = match["cents"]
        if amount is not None and cents and amount == amount.to_integral_value():
            amount += Decimal(cents) / 100
        if amount is not None and amount < HIGHEST:
            yield Money(amount, sign, code, match.start(), match.end())


def exact_amount(written: str, currency: str | None = None) -> Decimal | None:
    """Return the number as people write it. Three digits after a single mark are thousands, unless the currency has
    mills."""
    digits = re.sub(r"[\s\u00a0\u202f'\u2019]", "", written)
    if currency in _THOUSANDTHS and re.fullmatch(r"\d+[.,]\d{3}", digits):
        return Decimal(digits.replace(",", "."))
    try:
        return parse_number(digits)
    except InvalidOperation:
        return None


def in_shortest_form(amount: str | None) -> str | None:
    """Return the same text for the same amount, regardless of trailing zeros: `12.5` for `12.50`."""
    try:
        return amount and format(Decimal(amount).normalize(), "f")
    except InvalidOperation:
        return amount


def without_false_decimals(written: object, currency: str | None) -> object:
    """Return `24.990` in a currency without cents as 24990, even if the point is declared to be a decimal mark."""
    if isinstance(written, str) and currency in _WHOLE_ONLY and re.fullmatch(r"\s*\d{1,3}(?:\.\d{3})+\s*", written):
        return written.replace(".", "")
    return written
