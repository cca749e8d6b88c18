"""Convert the text of pages into the values of records: clean text, minutes, numbers, money, dates, addresses.

Every function is total: given any value it returns the clean one, or None if there is nothing usable. Regular
expressions here are linear on purpose, because the text is untrusted.
"""

import html
import math
import re
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal, InvalidOperation
from typing import Any
from urllib.parse import quote, urljoin, urlsplit

from garner.core.word_lists import load_word_lists
from garner.extraction.sanitize import defuse_tags, remove_invisible
from garner.extraction.values.currencies import currency_code
from garner.extraction.values.date_words import MONTHS

MAX_TEXT = 100_000

MAX_LAYERS = 10  # of markup that appears only when other markup is removed, or an escape undone

_BLOCK_TAG = re.compile(
    r"</?(?:p|br|li|ul|ol|div|h[1-6]|tr|td|th|table|section|article|dd|dt|hr|blockquote)(?:[\s/][^<>]*+)?>",
    re.I,
)
_HIDDEN = re.compile(r"<(script|style)\b[^<>]*+>[^<]*+</\1\s*>", re.I)
_COMMENT = re.compile(r"<!--(?:(?!-->)[^<]|(?!<!--)<)*+-->")
_TAG = re.compile(r"</?[a-zA-Z][^<>]*+>")
_ESCAPED_SPACE = re.compile(r"\\(?:u00|x)[aA]0")  # from JSON with an escaped backslash
_NO_ADDRESS = re.compile(r"""[\s<>"`]""")


def _without_markup(text: str, block: str) -> str:
    text = remove_invisible(text[:MAX_TEXT])
    for _ in range(MAX_LAYERS):
        if "<" not in text and "&" not in text:
            return text
        barer = _without_tags(remove_invisible(html.unescape(text)), block)
        if barer == text:
            break
        text = barer
    return defuse_tags(text)


def _without_tags(text: str, block: str) -> str:
    if "<" not in text:
        return text
    text = _COMMENT.sub("", _HIDDEN.sub("", text))
    return _TAG.sub("", _BLOCK_TAG.sub(block, text))


def _with_spaces(text: str) -> str:
    """Return the text with no-break spaces that were encoded twice as spaces."""
    if "\u00a0" in text:
        text = text.replace("\u00c2\u00a0", " ")  # UTF-8 that was decoded as Latin-1, and encoded as UTF-8 again
    return _ESCAPED_SPACE.sub(" ", text) if "\\" in text else text


def clean_text(text: str, limit: int = MAX_TEXT) -> str:
    """Return one line of plain text: no tags, no entities, single spaces."""
    return " ".join(_with_spaces(_without_markup(text, " ")).split())[:limit].rstrip()


def clean_lines(text: str) -> list[str]:
    """Return the non-empty lines of a text in which line breaks and block tags both start a new line."""
    lines = (" ".join(line.split()) for line in _with_spaces(_without_markup(text, "\n")).splitlines())
    return [line for line in lines if line]


def has_content(line: str) -> bool:
    """Return whether it contains a letter or a digit: `[{` is the rest of an attribute cut off by a quotation mark."""
    return any(map(str.isalnum, line))


HIGHEST_NUMBER = 10**15


def number(value: Any) -> float | None:
    """Return a finite number from a number or from text that starts with one, with either decimal mark."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return float(value) if abs(value) < HIGHEST_NUMBER else None
    amount = decimal_amount(value)
    return float(amount) if amount is not None and abs(amount) < HIGHEST_NUMBER else None


_AMOUNT = re.compile(r"-?(?:\d[\d.,'\u2019\u00a0\u202f ]{0,40}|[.,]\d{1,9})(?:[eE][+-]?\d{1,4})?")


def decimal_amount(value: Any) -> Decimal | None:
    """Return the first amount in a value, exact. `1.234,56`, `1,234.56`, `1 234,56`, `1'234.56` are one number."""
    if isinstance(value, bool) or not isinstance(value, int | float | str | Decimal):
        return None
    text = clean_text(value, 200) if isinstance(value, str) else repr(value)
    match = _AMOUNT.search(text)
    if match is None:
        return None
    try:
        amount = Decimal(_with_decimal_point(match.group()))
    except InvalidOperation:
        return None
    return amount if amount.is_finite() else None


def _with_decimal_point(text: str) -> str:
    mantissa, exponent, power = text.lower().partition("e")
    digits = re.sub(r"['\u2019\u00a0\u202f ]", "", mantissa).rstrip(".,")
    comma, point = digits.rfind(","), digits.rfind(".")
    if comma >= 0 and point >= 0:
        grouping = "," if point > comma else "."
        digits = digits.replace(grouping, "").replace(",", ".")
    elif digits.count(",") > 1 or digits.count(".") > 1 or re.fullmatch(r"-?[1-9]\d{0,2},\d{3}", digits):
        digits = digits.replace(",", "").replace(".", "")
    return digits.replace(",", ".") + exponent + power


HIGHEST_PRICE = Decimal(10) ** 10


def price(value: Any) -> str | None:
    """Return money as an exact decimal string, or None if it is not a believable amount."""
    amount = decimal_amount(value)
    if amount is None or not 0 <= amount < HIGHEST_PRICE:
        return None
    return format(round(amount, 6).normalize() if amount.as_tuple().exponent < -6 else amount, "f")  # type: ignore[operator] # exponent is an int for finite decimals


def currency(value: Any, country: str | None = None) -> str | None:
    """Return an ISO 4217 code. A bare dollar sign stands for twenty currencies, so without a country the result is
    None."""
    return currency_code(clean_text(value, 40), country) if isinstance(value, str) else None


_OF_UNIT = r"(\d+(?:[.,]\d+)?)?"  # some software writes the units of unknown values: PTH30MS
_ISO_DURATION = re.compile(
    rf"P(?:{_OF_UNIT}Y)?(?:{_OF_UNIT}M)?(?:{_OF_UNIT}W)?(?:{_OF_UNIT}D)?"
    rf"(?:T?(?:{_OF_UNIT}H)?(?:{_OF_UNIT}M(?:IN(?:UTE)?S?)?)?(?:{_OF_UNIT}S)?)?\Z"
)
_ISO_MINUTES = (525_600, 43_200, 10_080, 1_440, 60, 1, 1 / 60)
# Malformed durations, and their intended form.
_ISO_REPAIRS = (
    (re.compile(r"\APT(\d{1,4}D)"), r"P\1T"),  # PT0D4H45M
    (re.compile(r"\A(PT(?:\d{1,3}H)?\d{1,3})\Z"), r"\1M"),  # PT1H30
    (re.compile(r"\AP(\d{2,3}M|[3-9]M)\Z"), r"PT\1"),  # P30M, which are not months: no recipe takes that long
    (re.compile(r"\APT(\d{1,3}):([0-5]\d)(?::[0-5]\d)?\Z"), r"PT\1H\2M"),  # PT01:20:00
)
_MEANT_AS_ISO = re.compile(r"[-+]?P[-+]?(?:T|\d)")
_NO_DURATION = re.compile(r"\A-\d|\d[eE][-+]?\d")  # negative, or in a notation that no cook uses
_AND = r"(?:and|et|und|y|e|i|en|og|och)\s+"
_DURATION_IN_WORDS = re.compile(
    rf"(?:(?:(\d{{1,4}})\s+(?:{_AND})?)?(\d{{1,4}}\s*[/⁄]\s*\d{{1,4}})|(\d+(?:[.,]\d+)?))\s*([^\W\d_]+)"
)
_AND_A_HALF = re.compile(rf"\s+{_AND}(?:an?\s+|eine?\s+|een\s+)?(?:half|halbe?|demie?|media|mezz[ao]|meia|pół|1/2)\b")
_MINUTES_AFTER = re.compile(r"\s*([0-5]?\d)\s*\Z")  # 1 h 30
_CLOCK = re.compile(r"(\d{1,3}):([0-5]\d)(?::[0-5]\d)?(?:\s*(?:h|hrs?|hours?|std|stunden|uur|ore|horas)\b\.?)?\Z", re.I)
# The beginnings of the words for a unit of time, the languages of most recipe pages first.
_MINUTES_OF = {"day": 1_440, "hour": 60, "minute": 1, "second": 1 / 60}
_TIME_WORDS = tuple(
    (_MINUTES_OF[unit], beginnings) for unit, beginnings in load_word_lists(__package__).groups("time_words").items()
)
_VULGAR = str.maketrans({"½": " 1/2", "¼": " 1/4", "¾": " 3/4", "⅓": " 1/3", "⅔": " 2/3"})


def minutes(value: Any) -> int | None:
    """Return whole minutes from an ISO-8601 duration, a clock reading, words (`1 hr 20 min`) or a bare number. A
    malformed ISO-8601 duration is not read as one of the others."""
    if isinstance(value, dict):
        value = next((value[k] for k in ("maxValue", "@value", "value", "minValue") if value.get(k)), None)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _whole_minutes(value)
    if not isinstance(value, str):
        return None
    text = clean_text(value, 200)
    compact = text.upper().replace(" ", "")
    iso = _ISO_DURATION.match(_repaired_duration(compact))
    if iso and any(iso.groups()):
        parts = zip(iso.groups(), _ISO_MINUTES, strict=True)
        return _whole_minutes(sum(float(part.replace(",", ".")) * unit for part, unit in parts if part))
    if _MEANT_AS_ISO.match(compact) or _NO_DURATION.search(text):
        return None
    clock = _CLOCK.match(text)
    if clock:
        return int(clock.group(1)) * 60 + int(clock.group(2))
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else _minutes_in_words(text.lower())


def _repaired_duration(compact: str) -> str:
    for pattern, meant in _ISO_REPAIRS if compact.startswith("P") else ():
        compact = pattern.sub(meant, compact)
    return compact


def _minutes_in_words(text: str) -> int | None:
    text = text.translate(_VULGAR)
    parts: dict[float, float] = {}
    for match in _DURATION_IN_WORDS.finditer(text):
        unit = next((size for size, starts in _TIME_WORDS if match[4].startswith(starts)), None)
        if unit is None or unit in parts:
            continue
        half = 0.5 if _AND_A_HALF.match(text, match.end()) else 0.0
        parts[unit] = (_amount_in_words(match) + half) * unit
        if unit == 60 and (rest := _MINUTES_AFTER.match(text, match.end())):
            parts[1] = float(rest[1])
    return _whole_minutes(sum(parts.values())) if parts else None


def _amount_in_words(match: re.Match[str]) -> float:
    whole, fraction, decimal, _ = match.groups()
    if not fraction:
        return float(decimal.replace(",", "."))
    over, under = re.split(r"\s*[/⁄]\s*", fraction)
    return float(whole or 0) + float(over) / (float(under) or 1)


def _whole_minutes(amount: float) -> int | None:
    return math.ceil(round(amount, 3)) if math.isfinite(amount) and 0 <= amount < 1e9 else None


FURTHEST_OFFSET = timedelta(hours=14)
_YEAR_FIRST = re.compile(r"(?<!\d)(\d{4})(?:[-/.]\s?|\s?[年년]\s?)(\d{1,2})(?:[-/.]\s?|\s?[月월]\s?)(\d{1,2})(?!\d)")
_YEAR_LAST = re.compile(r"(?<![\d.])(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4})(?!\d)")
_MONTH_WORD = re.compile(r"[^\W\d_]{3,12}")
_DAY_BEFORE = re.compile(r"(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|[.ºª°])?(?:\s*[-/,]\s*|\s+(?:de|of|d['’])?\s*)\Z")
_DAY_AND_YEAR = re.compile(r"[.,]?\s*(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)")
_YEAR_AFTER = re.compile(r"(?:[.,]?\s*[-/]?|\.?\s+del?)\s*(\d{4})(?!\d)")
_YEAR_BEFORE = re.compile(r"(?<!\d)(\d{4})[.,]?\s+(?:m\.\s+)?\Z")
_DAY_AFTER = re.compile(r"\.?\s+(\d{1,2})(?!\d)")


def iso_date(value: Any, day_first: bool | None = None) -> str | None:
    """Return `2024-05-01`, with time and offset where the page gave them, or None for an ambiguous value.

    `day_first` gives the meaning of 05/06 for the page's readers; an age such as `3 days ago` is not a date.
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return _from_epoch(value)
    text = clean_text(value, 60) if isinstance(value, str) else ""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return _from_epoch(int(text)) if text.isdecimal() and len(text) in (10, 13) else _loose_date(text, day_first)
    if not 1970 <= moment.year <= 2100 or not _is_timezone_offset(moment.utcoffset()):
        return None
    return moment.isoformat() if ":" in text else moment.date().isoformat()


def _is_timezone_offset(offset: timedelta | None) -> bool:
    """Return whether the offset exists: no clock on earth is further from UTC, nor by a part of a minute; PostgreSQL
    accepts neither."""
    return offset is None or (abs(offset) <= FURTHEST_OFFSET and not offset % timedelta(minutes=1))


def _from_epoch(value: int) -> str | None:
    seconds = value / 1000 if value > 10**11 else value
    return datetime.fromtimestamp(seconds, UTC).isoformat() if 0 < seconds < 4_102_444_800 else None


def _loose_date(text: str, day_first: bool | None) -> str | None:
    """Return the first date in a text."""
    year_first = _YEAR_FIRST.search(text)
    if year_first:
        year, month, day = (int(part) for part in year_first.groups())
        return _valid_date(year, month, day)
    year_last = _YEAR_LAST.search(text)
    if year_last:
        return _year_last_date(year_last, day_first)
    for word in _MONTH_WORD.finditer(text):
        month = MONTHS.get(word.group().lower(), 0)
        worded_date = _worded_date(text[: word.start()], month, text[word.end() :]) if month else None
        if worded_date:
            return worded_date
    return None


def _year_last_date(match: re.Match[str], day_first: bool | None) -> str | None:
    first, second, year = int(match.group(1)), int(match.group(3)), int(match.group(4))
    if first > 12 or first == second:
        day_first = True
    elif second > 12:
        day_first = False
    elif match.group(2) == ".":
        day_first = True  # dates separated by points put the day first
    if day_first is None:
        return None
    return _valid_date(year, second, first) if day_first else _valid_date(year, first, second)


def _worded_date(before: str, month: int, after: str) -> str | None:
    """Return the date in `3 March 2024`, `March 3, 2024` or `2024 March 3`, given the month."""
    day, year = _DAY_BEFORE.search(before[-12:]), _YEAR_AFTER.match(after)
    if day and year:
        return _valid_date(int(year.group(1)), month, int(day.group(1)))
    both = _DAY_AND_YEAR.match(after)
    if both:
        return _valid_date(int(both.group(2)), month, int(both.group(1)))
    year, day = _YEAR_BEFORE.search(before[-12:]), _DAY_AFTER.match(after)
    return _valid_date(int(year.group(1)), month, int(day.group(1))) if day and year else None


def _valid_date(year: int, month: int, day: int) -> str | None:
    try:
        return date(year, month, day).isoformat() if 1970 <= year <= 2100 else None
    except ValueError:
        return None


class UnknownUrl(str):
    """The URL of a page with an unknown location: an empty address that records the relative addresses it could not
    resolve."""

    MAX_LEFT_OUT = 1_000

    def __init__(self) -> None:
        self.left_out: set[str] = set()

    def leave_out(self, address: str) -> None:
        if len(self.left_out) < self.MAX_LEFT_OUT:
            self.left_out.add(address)


def web_address(value: Any, base: str) -> str | None:
    """Return an absolute http(s) address, resolved against the page's own."""
    if not isinstance(value, str) or not value.strip() or len(value) > 4_000:
        return None
    try:
        address = _NO_ADDRESS.sub(_percent_encoded, urljoin(base, clean_text(value).replace(" ", "%20")))
        parts = urlsplit(address)
    except ValueError:
        return None
    if isinstance(base, UnknownUrl) and not parts.scheme:
        base.leave_out(address)
    return address if parts.scheme in ("http", "https") and parts.netloc else None


def _percent_encoded(character: re.Match[str]) -> str:
    return quote(character.group(), safe="")
