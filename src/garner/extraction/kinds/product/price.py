"""Choose the amount on a shop's page that is the price of its product.

A page shows many amounts: postage, savings, instalments, other products. Each amount is weighed by its distance below
the name, by the names of the elements around it and by the words that belong to it. Those are the words between it and
the previous amount, and the words after it that cannot belong to the next.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from garner.core.word_lists import load_word_lists
from garner.extraction.kinds.product.lines import ShopLine, ShopPage
from garner.extraction.kinds.product.words import NOT_THE_PRICE, OLD_WORD, WITHOUT_TAX, ends_in_price_label
from garner.extraction.ladder import Candidate
from garner.extraction.values.prices import Money, money_in

_WORDS = load_word_lists(__package__)

MIN_SCORE = 2.0
ABOVE = 60  # lines above the heading where the price may stand
BELOW = 480
MIN_CUT = Decimal("1.03")  # a former price is higher by at least this factor; a closer one is another seller's
MAX_CUT = 3
_BEHIND = 20

_ADDED = re.compile(rf"[+(*]|\b(?:{_WORDS.pattern('added_to_price')})\b|\d", re.I)
_LEANS_BACK = re.compile(r"\s?(?:/|per\b|pro\b|off\b|mtl\b|p\.? ?m\b)", re.I)  # belong to the previous amount
_QUANTITY = re.compile(
    r"\W*(?:from |ab |od |от |à partir de |desde )?\d{1,6} ?(?:\+|[-\u2013] ?\d{1,6}|(?:or|and) (?:more|up|over)|"
    r"pcs?|pieces|units|stk|stück|szt|ks|шт)\.?\W*",
    re.I,
)


@dataclass(frozen=True, slots=True)
class AskingPrice:
    """An amount on the page with the words that belong to it."""

    money: Money
    index: int
    line: ShopLine
    words_before: str  # on the same line, after the previous amount
    behind: str
    label: str  # the line before, if it may be a label and there is none on the line itself

    @property
    def is_old(self) -> bool:
        return self.line.is_old or OLD_WORD.search(self.words_before or self.label) is not None

    @property
    def is_something_else(self) -> bool:
        words = self.words_before or self.label
        after = _ADDED.split(self.behind, maxsplit=1)[0]
        without_tax = any(map(WITHOUT_TAX.search, (words[-30:], self.behind)))
        return without_tax or NOT_THE_PRICE.search(f"{words} # {after}") is not None


def amounts(page: ShopPage, start: int, stop: int) -> Iterator[AskingPrice]:
    for index in range(max(0, start), min(stop, len(page.lines))):
        line = page.lines[index]
        is_relevant = not line.is_aside and index != page.heading  # the name of a product may look like an amount
        line_amounts = list(money_in(line.text, page.country)) if is_relevant else []
        before = page.lines[index - 1].text if index and line_amounts else ""
        label = before if len(before) < 40 and not any(map(str.isdigit, before)) else ""
        label = before if _QUANTITY.fullmatch(before) else label
        previous_end = 0
        for number, money in enumerate(line_amounts):
            words = line.text[previous_end : money.start]
            words = words if any(map(str.isalnum, words)) else ""
            following = line_amounts[number + 1].start if number + 1 < len(line_amounts) else None
            yield AskingPrice(
                money, index, line, words, _behind(line.text, money.end, following), "" if previous_end else label
            )
            previous_end = money.end


def _behind(text: str, end: int, following: int | None) -> str:
    if following is None or following > end + _BEHIND:
        return text[end : end + _BEHIND]
    return text[end:following] if _LEANS_BACK.match(text, end) else ""


def asked_price(page: ShopPage) -> AskingPrice | None:
    """Return the amount that looks most like the price."""
    candidates = amounts(page, page.heading - ABOVE + 1, page.heading + BELOW)
    scored = [(_score(page, each), each) for each in candidates if each.money.amount > 0]
    score, best = max(scored, key=lambda each: (each[0], -each[1].index), default=(0.0, None))
    if best is None or score < MIN_SCORE:
        return None
    # Of two amounts side by side the higher one is the former price, crossed out by the style sheet.
    beside = [other for rated, other in scored if abs(other.index - best.index) <= 2 and rated > score - 1.5]
    lower = [other for other in beside if _is_reduced(other.money, best.money)]
    return min(lower, key=lambda each: each.money.amount, default=best)


def _is_reduced(lower: Money, higher: Money) -> bool:
    return lower.sign == higher.sign and MIN_CUT * lower.amount < higher.amount < MAX_CUT * lower.amount


def _score(page: ShopPage, asked: AskingPrice) -> float:
    line, money = asked.line, asked.money
    distance = asked.index - page.heading
    score = max(3.0 - distance / 12 if distance >= 0 else distance / 12, -2.0)
    score += 3.0 * (line.kind == "price")
    score += 1.5 * ends_in_price_label(asked.words_before or asked.label)
    score += 1.0 * (money.end - money.start >= len(line.text) - 3)
    score -= 6.0 * asked.is_old + 5.0 * asked.is_something_else
    score -= 4.0 * (_QUANTITY.fullmatch(asked.words_before or asked.label) is not None)
    score -= 5.0 * line.is_link + 1.0 * (len(line.text) > 120)
    score -= 6.0 * (asked.index > page.end or _another_begins(page, asked.index))
    return score


def _another_begins(page: ShopPage, index: int) -> bool:
    """Return whether a heading with a link stands between the name and this line: then the line is about another
    product."""
    between = page.lines[page.heading + 1 : index]
    return any(line.heading > 1 and line.is_link for line in between)


def put_price(candidate: Candidate, page: ShopPage, asked: AskingPrice) -> None:
    written = asked.line.text[asked.money.start : asked.money.end]
    candidate.put("price", format(asked.money.amount, "f"), "text", written)
    candidate.put("currency", asked.money.currency, "text", written)
    near = (each for each in amounts(page, asked.index - 6, asked.index + 7) if each.is_old or len(each.line.text) < 15)
    listed = (each.money for each in near if _is_reduced(asked.money, each.money) and not each.is_something_else)
    highest = next(listed, None)
    candidate.put("list_price", format(highest.amount, "f") if highest else None, "text")
