"""Read pay as advertisements write it: `$120,000 - $150,000 a year`, `60k-75k EUR`, `£45k p.a.`, `15 €/Std.`

An amount of money is pay only if the line says so: by a label such as "Salary", or by a period, an hour or a year.
Companies also mention the funding they raised, and gift cards.
"""

import re
from dataclasses import dataclass
from decimal import Decimal

from garner.core.word_lists import load_word_lists
from garner.extraction.values.currencies import currency_code

_WORDS = load_word_lists(__package__)

MAX_LINE = 400
HIGHEST = Decimal(10) ** 10
MIN_YEARLY = 1_000
MIN_PRO_RATA = 10_000

_SIGN = (
    r"(?:(?:US|CA|AU|NZ|C|A|R|S|HK|MX|S/)?\$|[€£¥￥₹₽₩₺₴₫฿₪]|"
    rf"\b(?:{_WORDS.pattern('pay_currency')})(?![^\W\d_])|円|元)"
)
_NUMBER = (
    r"\d{1,2}(?:,\d\d)+,\d{3}(?!\d)|\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+(?:[.,]\d{1,2})?(?!\d)|"
    r"\d{1,9}(?:[.,]\d{1,2})?(?!\d)"
)
_SCALE = r"(?:k|тыс\.?|tys\.?|mil|lakhs?|lpa|万|만)(?![^\W\d_])|万|만"
_MONEY = rf"(?:{_SIGN})?\s?(?:{_NUMBER})\s?(?:{_SCALE})?\s?(?:{_SIGN})?"
_TO = (
    r"(?:[-–—~～]|(?:and|en|und|et|y|e) (?:maximaal|maximum|maximal|máximo|max\.?|up to)|"
    rf"{_WORDS.pattern('pay_to')})"
)
_RANGE = re.compile(rf"(?<![A-Za-z\d.,])({_MONEY})\s*{_TO}\s*({_MONEY})", re.I)
_SINGLE = re.compile(rf"(?<![A-Za-z\d.,])({_MONEY})", re.I)
_PARTS = re.compile(rf"(?P<sign>{_SIGN})?\s?(?P<number>{_NUMBER})\s?(?P<scale>{_SCALE})?\s?(?P<after>{_SIGN})?", re.I)
_ANY_SIGN = re.compile(_SIGN, re.I)
_SCALED = re.compile(rf"\d\s?(?:{_SCALE})", re.I)
_DIGIT = re.compile(r"\d")
_GROUPED = re.compile(r"\d{1,2}(?:,\d\d)+,\d{3}\Z|\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+\Z")
_TOO_BIG_OR_SHARE = re.compile(r"\s?(?:%|(?:m|mn|mm|million|millionen|mio|b|bn|billion|mrd|percent|prozent)\b)", re.I)
_SCALES = {"k": 1000, "тыс": 1000, "tys": 1000, "mil": 1000, "lakh": 100_000, "lakhs": 100_000, "lpa": 100_000,
           "万": 10_000, "만": 10_000}  # fmt: skip

_PER = rf"(?:\b(?:{_WORDS.pattern('per')})\s|/\s?)"
_PERIODS = {
    period: rf"{_PER}(?:{_WORDS.patterns('after_per')[period]})\b|{words}"
    for period, words in _WORDS.patterns("period").items()
}
_PERIOD = {period: re.compile(words, re.I) for period, words in _PERIODS.items()}
_PRO_RATA = re.compile(r"\bpro[- ]?rata\b", re.I)
_LABEL = re.compile(rf"\b(?:{_WORDS.pattern('pay_label')})\b|{_WORDS.pattern('pay_label_anywhere')}", re.I)
# Pay that the applicant is to state, not the pay that is offered.
_ASKED = re.compile(_WORDS.pattern("pay_asked"), re.I)
_OTHER_MONEY = re.compile(rf"\b(?:{_WORDS.pattern('other_money')})(?:\b|(?<=\)))", re.I)


@dataclass(frozen=True, slots=True)
class Pay:
    minimum: Decimal | None
    maximum: Decimal | None
    currency: str | None
    period: str | None


def read_pay(line: str, country: str | None, *, is_labelled: bool = False) -> Pay | None:
    """Return the pay that a line offers. `is_labelled` means that a label before the line already marks it as pay."""
    line = " ".join(line[:MAX_LINE].split())
    if not _DIGIT.search(line):
        return None
    labelled = is_labelled or _LABEL.search(_ASKED.sub("", line)) is not None
    if _OTHER_MONEY.search(line) and not labelled:
        return None
    range_match = _RANGE.search(line)
    if range_match is not None and _is_money(line, range_match, range_match.group(1), range_match.group(2), labelled):
        pay = _pay(line, range_match, country)
        if pay and pay.minimum and pay.maximum and pay.minimum <= pay.maximum:
            return pay
    for single in _SINGLE.finditer(line):
        if _is_money(line, single, single.group(1), "", labelled):
            return _pay(line, single, country)
    return None


def _is_money(line: str, amount_match: re.Match[str], low: str, high: str, labelled: bool) -> bool:
    """Return whether the amount is pay: with neither a label nor a period it may be any sum; with a label, it may still
    be a number of days."""
    if _TOO_BIG_OR_SHARE.match(line, amount_match.end()):
        return False
    has_sign = _ANY_SIGN.search(f"{low} {high}") is not None
    around = line[max(0, amount_match.start() - 40) : amount_match.end() + 40]
    has_period = any(pattern.search(around) for pattern in _PERIOD.values())
    has_scale = _SCALED.search(f"{low} {high}") is not None
    is_large = any(sum(map(str.isdigit, part)) >= 4 for part in (low, high))
    if re.search(r"\blpa\b", around, re.I) or (has_sign and has_scale and high):
        return True  # `12-15 LPA` and `60k-75k EUR` are unambiguous
    if labelled:
        return has_sign or has_scale or (is_large and not re.search(r"\b(?:19|20)\d\d\Z", low.strip()))
    return has_sign and has_period


def _pay(line: str, amount_match: re.Match[str], country: str | None) -> Pay | None:
    parts = [_PARTS.search(group) for group in amount_match.groups()]
    low, high = parts[0], parts[1] if len(parts) > 1 else None
    if low is None:
        return None
    scale = _scale(high) if high else 1
    least = _amount(low, _scale(low) if _scale(low) > 1 else 1)
    most = _amount(high, scale) if high else None
    if most is not None and least is not None and _scale(low) == 1 < scale and least * scale <= most:
        least *= scale  # 60-75k
    signs = [match.group(name) for match in (low, high) if match for name in ("sign", "after") if match.group(name)]
    currency = next(filter(None, (currency_code(sign, country) for sign in signs)), None)
    if "lpa" in amount_match.group().lower() or "lakh" in amount_match.group().lower():
        currency = currency or "INR"
    if least is None or not 0 < least < HIGHEST or (most is not None and not most < HIGHEST):
        return None
    period = _period(line, amount_match) or _period_of_share(line, most or least)
    if period == "year" and (most or least) < MIN_YEARLY:
        return None
    before = line[: amount_match.start()].rstrip().lower()
    if most is None and before.endswith(("up to", "bis zu", "jusqu'à", "hasta", "fino a", "até", "tot", "do", "до")):
        least, most = None, least
    return Pay(least, most, currency, period)


def _scale(money: re.Match[str]) -> int:
    return _SCALES.get((money.group("scale") or "").lower().rstrip("."), 1)


def _amount(money: re.Match[str], scale: int) -> Decimal | None:
    text = money.group("number")
    if _GROUPED.match(text):
        return Decimal(re.sub(r"\D", "", text)) * scale
    whole, mark, fraction = text[:-3], text[-3:-2], text[-2:]
    if mark in (".", ",") and mark:
        return Decimal(f"{re.sub(r'[^0-9]', '', whole)}.{fraction}") * scale
    if len(text) > 2 and text[-2] in ".,":
        return Decimal(f"{re.sub(r'[^0-9]', '', text[:-2])}.{text[-1]}") * scale
    return Decimal(re.sub(r"\D", "", text)) * scale


def _period(line: str, amount_match: re.Match[str]) -> str | None:
    """Return the period named soonest after the amount, or else anywhere in the line."""
    positions = []
    for period, pattern in _PERIOD.items():
        match = pattern.search(line, amount_match.end() - 1) or pattern.search(line)
        if match:
            positions.append((match.start() < amount_match.end() - 1, match.start(), period))
    return min(positions)[2] if positions else None


def _period_of_share(line: str, amount: Decimal) -> str | None:
    """Return the period of a pro rata amount: `£28,500 pro rata` is the share of a year's pay for the hours worked;
    `£12 pro rata` gives no period."""
    return "year" if _PRO_RATA.search(line) and amount >= MIN_PRO_RATA else None


def as_text(amount: Decimal | None) -> str | None:
    """Return the exact amount without an exponent or a zero fraction: 45k is 45000."""
    if amount is None:
        return None
    return format(amount.to_integral_value() if amount == amount.to_integral_value() else amount, "f")
