"""Convert cells of numeric and GTIN columns into one canonical form.

A number may be written with a decimal comma or a decimal point. `1.234,50` and `12.5` are unambiguous; `1.234` is not,
and is read as most other cells of its column are written. If these do not decide it, it stays as typed.

A GTIN becomes 14 digits if its check digit is right, and so does an ISBN of ten digits in a column of ISBNs. A
spreadsheet that took it for a number may have written `4006381333931,0`, which is the same number, or `4.00638E+12`:
the digits are restored only if the check digit then holds. A number with the length of a GTIN and a wrong check digit
is reported. Everything else stays as typed.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from garner.core.rows.check_digit import GTIN_LENGTHS, isbn_13

POINT, COMMA = ".", ","
MAX_DIGITS = 15  # that a JSON number holds without loss
MAX_CHARACTERS = 40
GTIN_DIGITS = max(GTIN_LENGTHS)
MIN_GTIN_DIGITS = min(GTIN_LENGTHS)

OTHER_NUMBERS = (9, 10)  # lengths of old ISBNs and article numbers, rather than of GTINs without their leading zeros

_CURRENCY = r"(?:[€$£¥₹₽₺₴₩]|(?-i:[A-Z]{1,3}\$|[A-Z]{3}(?![A-Za-z]))|zł|kč|kr\.?|fr\.?|euros?)"
_AMOUNT = re.compile(
    rf"(?:{_CURRENCY}\s*)?(?P<sign>[-+−]?)\s*(?:{_CURRENCY}\s*)?"
    rf"(?P<number>[0-9](?:[0-9.,'’\s]*[0-9])?)(?:[.,]\s?[-–—]{{1,2}})?\s*(?:{_CURRENCY})?",
    re.IGNORECASE,  # and spaces of every kind: no-break spaces occur before signs and between thousands
)
_GROUPS = re.compile(r"\d{1,3}(?:[.,]\d{3})+", re.ASCII)
_BLANKS = re.compile(r"[\s'’]")
_SPACED = re.compile(r"\d{1,3}(?:[\s'’]\d{3})+(?:[.,]\d*)?")
_SCIENTIFIC = re.compile(r"\+?(\d)(?:[.,](\d{1,30}))?[eE]\+?0{0,3}(\d{1,2})", re.ASCII)
_OLD_ISBN = re.compile(r"[0-9](?:[ \u00a0-]?[0-9]){8}[ \u00a0-]?[0-9Xx]")
_ZERO_FRACTION = re.compile(r"[.,]0+\Z")
_NOT_OF_ISBN = re.compile(r"[ \u00a0-]")
_DIGIT = re.compile(r"\d")
_ZERO = ord("0")
# The digits of a GTIN weigh 3 and 1 in turn; character codes add this surplus.
_SURPLUS = _ZERO * (3 + 1) * GTIN_DIGITS // 2


@dataclass(frozen=True, slots=True)
class Doubt:
    """A cell that stays as typed because it is ambiguous."""

    text: str

    @property
    def kept(self) -> str:
        return self.text


class AmbiguousNumber(Doubt):
    pass


class LostDigits(Doubt):
    pass


class UnreadNumber(Doubt):
    pass


@dataclass(frozen=True, slots=True)
class WrongCheckDigit(Doubt):
    digits: str

    @property
    def kept(self) -> str:
        return self.digits


def number_of(text: str, decimal: str | None) -> float | int | AmbiguousNumber | None:
    """Return the number in a text, given the decimal sign of its column, if known; None if it is no number."""
    # Fast path: most of the millions of cells are written like this.
    if (text[-3:-2] == POINT or text[-2:-1] == POINT) and len(text) <= MAX_DIGITS and "_" not in text:
        try:
            return _number(text)
        except ValueError:
            pass  # it has other characters, too
    amount = _AMOUNT.fullmatch(text) if len(text) <= MAX_CHARACTERS else None
    if amount is None:
        return None
    sign = "-" if amount["sign"] in ("-", "−") else ""
    written = amount["number"]
    own = _own_decimal(written)
    if own is None:
        return AmbiguousNumber(text) if decimal is None else _read(sign, written, decimal)
    return _read(sign, written, own)


def amount_of(text: str, decimal: str | None) -> float | int | Doubt | None:
    """Return the same as `number_of`, but a doubt for a text that contains digits."""
    number = number_of(text, decimal)
    return UnreadNumber(text[:MAX_CHARACTERS]) if number is None and _DIGIT.search(text) else number


def decimal_of(texts: Iterable[str]) -> str | None:
    """Return the decimal sign of most cells of a column; None if undecided."""
    votes: Counter[str] = Counter()
    for text in texts:
        amount = _AMOUNT.fullmatch(text) if len(text) <= MAX_CHARACTERS else None
        own = _own_decimal(amount["number"]) if amount else ""
        votes[own or ""] += 1
    if votes[POINT] == votes[COMMA]:
        return None
    return POINT if votes[POINT] > votes[COMMA] else COMMA


def _own_decimal(written: str) -> str | None:
    """Return the decimal sign that a number shows by itself; empty if it has no sign at all, None if it may be
    either."""
    signs = [sign for sign in written if sign in (POINT, COMMA)]
    if not signs:
        return ""
    other = COMMA if signs[-1] == POINT else POINT
    if len(set(signs)) == 2:
        return signs[-1]
    if len(signs) > 1:
        return other
    if _BLANKS.search(written):
        return signs[0]  # something else separates the thousands
    whole, _, rest = written.partition(signs[0])
    return None if len(rest) == 3 and len(whole) <= 3 and whole.strip("0") else signs[0]


def _read(sign: str, written: str, decimal: str) -> float | int | None:
    whole, point, rest = written.rpartition(decimal) if decimal and decimal in written else (written, "", "")
    if _BLANKS.search(whole):
        if not _SPACED.fullmatch(whole):
            return None
        whole = _BLANKS.sub("", whole)
    if not whole.isdecimal():
        if not _GROUPS.fullmatch(whole) or len({sign for sign in whole if sign in (POINT, COMMA)}) > 1:
            return None
        whole = whole.replace(POINT, "").replace(COMMA, "")
    if not (rest or not point) or (rest and not rest.isdecimal()) or len(whole) + len(rest) > MAX_DIGITS:
        return None
    return _number(f"{sign}{whole}.{rest or 0}")


def _number(text: str) -> float | int:
    number = float(text)
    return int(number) if number.is_integer() else number


def gtin_of(text: str) -> str | Doubt | None:
    """Return the GTIN in 14 digits, with lost leading zeros restored; None if it is no GTIN."""
    if text.isdecimal() and text.isascii():
        return _verify_digits(text) or _wrong(text, text)
    bare = text.strip("='\"")
    scientific = _SCIENTIFIC.fullmatch(bare)
    if scientific is not None:
        digits, whole = _digits(scientific)
        return _verify_digits(digits) or (_wrong(text, digits) if whole else LostDigits(text))
    bare = _ZERO_FRACTION.sub("", bare).replace(" ", "").replace("-", "").replace("\u00a0", "")
    return _verify_digits(bare) or _wrong(text, bare) if bare.isdecimal() and bare.isascii() else None


def isbn_of(text: str) -> str | Doubt | None:
    """Return the same as `gtin_of`, for a column of ISBNs, where ten digits are an old ISBN."""
    old = _OLD_ISBN.fullmatch(text)
    isbn = isbn_13(_NOT_OF_ISBN.sub("", text)) if old is not None else None
    return gtin_of(isbn or text)


def _digits(scientific: re.Match[str]) -> tuple[str, bool]:
    """Return the digits before the decimal sign, and whether none is missing; digits after it may only be zeros."""
    first, rest, exponent = scientific.groups(default="")
    places = int(exponent)
    if places > GTIN_DIGITS or rest[places:].strip("0"):
        return "", False
    return (first + rest[:places]).ljust(places + 1, "0"), len(rest) >= places


def _verify_digits(digits: str) -> str | None:
    if not MIN_GTIN_DIGITS <= len(digits) <= GTIN_DIGITS or len(digits) in OTHER_NUMBERS:
        return None
    whole = digits.zfill(GTIN_DIGITS)
    codes = whole.encode()
    weight = 3 * sum(codes[0::2]) + sum(codes[1::2]) - _SURPLUS
    return whole if weight and weight % 10 == 0 else None


def _wrong(text: str, digits: str) -> WrongCheckDigit | None:
    return WrongCheckDigit(text, digits) if len(digits) in GTIN_LENGTHS and digits.strip("0") else None


_WARNINGS: dict[type[Doubt], str] = {
    AmbiguousNumber: "{} has a separator that may be decimal or thousands. Such cells are kept as typed.",
    UnreadNumber: "{} is not a number. Such cells are kept as typed.",
    LostDigits: "the spreadsheet lost digits of {}. Such cells are kept as typed."
    " Format the column as text, enter the numbers again, and send the file again.",
    WrongCheckDigit: "the check digit of {} is wrong. Such numbers are kept but not used as GTINs.",
}


@dataclass(slots=True)
class CellDoubts:
    """The columns with doubtful cells, with the first cell of each kind of doubt and its line."""

    _first: dict[tuple[type[Doubt], str], tuple[str, int | None]] = field(default_factory=dict)

    def note(self, header: str, doubt: Doubt, line: int | None = None) -> None:
        self._first.setdefault((type(doubt), header), (doubt.text, line))

    def warnings(self) -> list[str]:
        return [
            f"Column {header[:200]!r}{'' if line is None else f', line {line}'}: {warning.format(repr(text))}"
            for kind, warning in _WARNINGS.items()
            for (noted, header), (text, line) in self._first.items()
            if noted is kind
        ]
