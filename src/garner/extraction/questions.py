"""The questions about a page to a language model: the form of each answer, and how its quotes become values."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any

from garner.extraction.ladder import Candidate
from garner.extraction.values.fields import currency, iso_date, minutes, price
from garner.extraction.values.ingredients import parse_ingredient
from garner.extraction.values.prices import money_in

RUNG = "llm"
MAX_LINE_LENGTH = 2_000
MAX_MINUTES = 60 * 24 * 60
_LETTERS = re.compile(r"[^\W\d_]+")


class AnswerShape(StrEnum):
    VALUE = "value"  # a few words in one line
    MONEY = "money"  # a sum of money
    TEXT = "text"  # sentences
    LINES = "lines"  # a list of lines
    STEPS = "steps"  # a list of texts

    @property
    def is_list(self) -> bool:
        return self in (AnswerShape.LINES, AnswerShape.STEPS)


Put = Callable[[Candidate, str, list[str]], None]  # stores the quotes that were found for a field


def put_text(candidate: Candidate, name: str, quotes: list[str], limit: int = 500) -> None:
    candidate.put(name, quotes[0][:limit].rstrip(), RUNG)


def put_list(candidate: Candidate, name: str, quotes: list[str]) -> None:
    candidate.put(name, quotes, RUNG)


def put_lines(candidate: Candidate, name: str, quotes: list[str]) -> None:
    candidate.put(name, "\n".join(quotes), RUNG)


def put_ingredients(candidate: Candidate, name: str, quotes: list[str]) -> None:
    candidate.put(name, [{**parse_ingredient(quote), "group": None} for quote in quotes], RUNG)


def put_with_words(candidate: Candidate, name: str, quotes: list[str]) -> None:
    if _LETTERS.search(quotes[0]):
        put_text(candidate, name, quotes)
    else:
        candidate.drop(name, quotes[0])


def put_minutes(candidate: Candidate, name: str, quotes: list[str]) -> None:
    amount = minutes(quotes[0]) if _LETTERS.search(quotes[0]) else None
    if amount and amount <= MAX_MINUTES:
        candidate.put(name, amount, RUNG, quotes[0])
    else:
        candidate.drop(name, quotes[0])


def put_price(candidate: Candidate, name: str, quotes: list[str]) -> None:
    money = next(money_in(quotes[0]), None)
    amount = price(money.amount if money else quotes[0])
    if amount is None:
        candidate.drop(name, quotes[0])
    candidate.put(name, amount, RUNG, quotes[0])
    if money and name == "price":
        candidate.put("currency", money.currency, RUNG, quotes[0])


def put_currency(candidate: Candidate, name: str, quotes: list[str]) -> None:
    if name not in candidate.values:
        candidate.put(name, currency(quotes[0]), RUNG, quotes[0])


def put_read(candidate: Candidate, name: str, quotes: list[str], read: Callable[[str], Any]) -> None:
    candidate.put(name, read(quotes[0]), RUNG, quotes[0])


@dataclass(frozen=True, slots=True)
class Question:
    field: str
    about: str
    shape: AnswerShape = AnswerShape.VALUE
    put: Put = put_text


PUT_LONG_TEXT = partial(put_text, limit=MAX_LINE_LENGTH)
PUT_DATE = partial(put_read, read=iso_date)
