"""Whether the list of ingredients that a page shows says more than the one in its markup.

Markup is made by software, and some of it leaves out the amounts, lists the names of the groups alone, or puts the
whole list into one text. What readers see is whole. It is taken instead if it plainly is the same list: it holds the
words of the markup, and clearly more numbers or, of a text that holds everything, clearly more lines.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from garner.extraction.page.plain_text import (
    has_an_amount,
    pieces_of,
)

Lines = Sequence[dict[str, Any]]  # as `parse_ingredient` reads them

FEW_AMOUNTS = 3  # one line in so many, or fewer, has an amount
MOST_NAMES = 6  # of groups, where there is nothing else
MOST_CROWDED = 3  # lines that may each hold a list
AMOUNTS_OF_A_LIST = 3
LONGEST_PIECE = 100  # characters
_HELD = 0.75  # of the lines in the markup, whose words must be shown
_HELD_WORDS = 2 / 3  # of one line
_OWN_WORDS = 0.6  # of the words shown, which a text that holds everything must have
_MOST_MORE = 2  # times as many lines as in the markup: more are those of another list
_NUMBER = re.compile(r"\d+(?:[.,/]\d+)*|[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]")
# Numbers of an amount that another one has begun: `1 1/2 cups (190 g)`, `2-3`, `plus 2 tbsp`.
_MORE_OF_AN_AMOUNT = re.compile(
    r"\([^()]*\)|(?<=\d)(?:\s*[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]|\s+\d+/\d+|\s*[-–]\s*\d+)|\b(?:plus|or|to|oder|bis|ou)\s+[\d½⅓⅔¼¾⅛/]+",
    re.I,
)
_BETWEEN = re.compile(r"[,;|•·、，]")
_WORD = re.compile(r"[^\W\d_]{2,}|[\u3400-\u9fff]")  # a food may be one character: 卵
# A food before its amount: `Farina 200 g`, `Яйца 3 шт.`
_AMOUNT_LAST = re.compile(r"[^\W\d_][^\d]*[\s:](?:\d[\d.,/]*|[½⅓⅔¼¾⅛])\s?[^\W\d_]{0,12}\.?\Z")


def is_poor(marked: Lines) -> bool:
    """Whether the markup is such that the page may well say more; asking the page is dear."""
    return bool(marked) and (_lacks_amounts(marked) or is_crowded(marked))


def says_more(shown: Lines, marked: Lines) -> bool:
    if len(shown) < 2:
        return False
    if is_crowded(marked):
        return len(shown) > len(marked) and _is_the_same_list(shown, marked)
    if not _lacks_amounts(marked) or not _has_clearly_more_amounts(shown, marked):
        return False
    told = _told(marked)
    if len(shown) <= _MOST_MORE * len(told) and _holds(_words_of(_texts(shown, "raw", "group")), told):
        return True
    return len(marked) <= MOST_NAMES and _holds(_words_of(_texts(shown, "group")), _texts(marked, "raw"))


def _told(marked: Lines) -> list[str]:
    """What the markup lists: its lines, or the parts of them where a few hold everything."""
    lines = _texts(marked, "raw")
    if len(lines) > MOST_CROWDED:
        return lines
    return [part for line in lines for part in _BETWEEN.split(line) if _WORD.search(part)]


def _lacks_amounts(marked: Lines) -> bool:
    amounts = _count_amounts(marked)
    return FEW_AMOUNTS * amounts <= len(marked) if len(marked) > 2 else not amounts


def is_crowded(marked: Lines) -> bool:
    """Whether a line holds a whole list."""
    return len(marked) <= MOST_CROWDED and any(holds_a_list(line["raw"]) for line in marked)


def holds_a_list(text: str) -> bool:
    """Whether a line names several foods, each behind or before its amount; they need not be set apart."""
    pieces = pieces_of(text)
    if len(pieces) > 1:
        first, last = sum(map(has_an_amount, pieces)), sum(map(_is_measured_last, pieces))
        return max(first, last) >= AMOUNTS_OF_A_LIST
    return len(_NUMBER.findall(_MORE_OF_AN_AMOUNT.sub(" ", text))) >= AMOUNTS_OF_A_LIST


def _is_measured_last(piece: str) -> bool:
    return len(piece) <= LONGEST_PIECE and _AMOUNT_LAST.match(piece) is not None


def _has_clearly_more_amounts(shown: Lines, marked: Lines) -> bool:
    more = _count_amounts(shown)
    return more >= max(2, 2 * _count_amounts(marked)) and 2 * more > len(shown)


def _count_amounts(lines: Lines) -> int:
    return sum(_NUMBER.search(line["raw"]) is not None for line in lines)


def _holds(words: set[str], lines: Sequence[str]) -> bool:
    """Whether these are the words of most of the lines."""
    own = [_words_of([line]) for line in lines]
    held = sum(len(line & words) >= _HELD_WORDS * len(line) for line in own if line)
    return held >= max(1, _HELD * len(own))


def _is_the_same_list(shown: Lines, marked: Lines) -> bool:
    """Whether words and numbers are those of a text that holds everything."""
    told, seen = (_words_of(_texts(lines, "raw", "group")) for lines in (marked, shown))
    numbers, others = ({n for line in lines for n in _NUMBER.findall(line["raw"])} for lines in (marked, shown))
    is_held = len(told & seen) >= _HELD * len(told) and len(told & seen) >= _OWN_WORDS * len(seen)
    return is_held and len(numbers & others) >= _OWN_WORDS * len(numbers)


def _texts(lines: Lines, *fields: str) -> list[str]:
    return [line[field] for line in lines for field in fields if line.get(field)]


def _words_of(texts: Iterable[str]) -> set[str]:
    return {word for text in texts for word in _WORD.findall(text.casefold())}
