"""Interpret column names that are composed of several words: `Mfr Part #`, `Herstellerartikelnummer`.

A name is split into words: at separators, in camel case, and in compounds of languages that write them as one word.
Each word maps to an idea, in any language or abbreviation, and the ideas of a name together map to a meaning. An
unknown word makes the whole name unknown: the `number` in `phone number` is no article number.
"""

import re
import unicodedata
from enum import Enum, auto
from functools import lru_cache

from garner.core.word_lists import load_word_lists


class Idea(Enum):
    THING = auto()  # what the row is about
    NAME = auto()
    NUMBER = auto()  # or code
    MAKER = auto()
    PART = auto()
    MODEL = auto()
    ORDER = auto()  # or catalogue: the number used to order
    SUPPLIER = auto()
    SKU = auto()
    GTIN = auto()
    BRAND = auto()
    URL = auto()
    WEB = auto()
    PAGE = auto()  # or address: of the web, a catalogue or a street
    IMAGE = auto()
    PRICE = auto()
    KIND_OF_PRICE = auto()
    BEFORE_PRICE = auto()  # a kind of price if before `price`, something else if after it: `list price`, `price list`
    UNIT = auto()
    MONEY = auto()  # the name of a currency
    CURRENCY = auto()
    CATEGORY = auto()
    GROUP = auto()
    DESCRIPTION = auto()
    TEXT = auto()
    ID = auto()
    LENGTH = auto()  # long or short
    DIGITS = auto()
    FILLER = auto()  # does not change the meaning


# Letters that Unicode does not decompose into a plain letter and an accent.
_PLAIN_LETTERS = str.maketrans({"ı": "i", "ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe"})


def without_accents(text: str) -> str:
    """Return the text without case and accents."""
    letters = unicodedata.normalize("NFKD", text.casefold()).translate(_PLAIN_LETTERS)
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


# A word with different meanings in several languages has the idea that is listed first.
_WORDS = load_word_lists(__package__, "column_words").groups("ideas")
_IDEAS = {without_accents(word): Idea[idea.upper()] for idea, words in reversed(_WORDS.items()) for word in words}
_ABBREVIATIONS = {
    "mpn": (Idea.MAKER, Idea.PART, Idea.NUMBER),
    "pn": (Idea.PART, Idea.NUMBER),
}
_MONEY_SIGNS = "€$£"
_JOINTS = ("", "s", "n", "en", "es", "e")  # between the words of a compound
MIN_COMPOUND_LETTERS = 3  # letters of each word in a compound, except the last
MAX_COMPOUND_WORDS = 4  # words in a compound
MAX_COMPOUND_LETTERS = 40  # letters
MAX_NAME_CHARS = 120

# (meaning, required ideas, optional ideas). The first match counts.
_I = Idea
_RULES: tuple[tuple[str, set[Idea], set[Idea]], ...] = (
    ("gtin", {_I.GTIN}, {_I.NUMBER, _I.THING, _I.ID, _I.DIGITS}),
    ("image", {_I.IMAGE}, {_I.URL, _I.THING, _I.NAME, _I.DIGITS}),
    ("currency", {_I.CURRENCY}, {_I.PRICE, _I.NUMBER, _I.KIND_OF_PRICE, _I.BEFORE_PRICE}),
    ("url", {_I.URL}, {_I.THING, _I.SUPPLIER, _I.DIGITS, _I.WEB, _I.PAGE}),
    ("url", {_I.WEB, _I.PAGE}, {_I.THING, _I.SUPPLIER, _I.DIGITS}),
    ("url", {_I.PAGE, _I.THING}, {_I.SUPPLIER, _I.DIGITS}),
    ("price", {_I.PRICE}, {_I.KIND_OF_PRICE, _I.BEFORE_PRICE, _I.UNIT, _I.PART, _I.MONEY, _I.THING, _I.DIGITS}),
    ("mpn", {_I.MAKER, _I.NUMBER}, {_I.PART, _I.MODEL, _I.THING, _I.ORDER}),
    ("mpn", {_I.MAKER, _I.PART}, {_I.MODEL, _I.THING, _I.ID}),
    ("mpn", {_I.MAKER, _I.MODEL}, {_I.NAME, _I.THING}),
    ("mpn", {_I.MAKER, _I.SKU}, {_I.NUMBER}),
    ("sku", {_I.SUPPLIER, _I.PART, _I.NUMBER}, {_I.THING}),
    ("mpn", {_I.PART, _I.NUMBER}, {_I.THING, _I.MODEL}),
    ("mpn", {_I.MODEL}, {_I.NUMBER, _I.NAME, _I.THING, _I.ID}),
    ("sku", {_I.SKU}, {_I.NUMBER, _I.THING, _I.SUPPLIER, _I.ID}),
    ("sku", {_I.THING, _I.NUMBER}, {_I.SUPPLIER, _I.ORDER}),
    ("sku", {_I.ORDER, _I.NUMBER}, {_I.SUPPLIER}),
    ("category", {_I.CATEGORY}, {_I.THING, _I.NAME, _I.DIGITS}),
    ("category", {_I.THING, _I.GROUP}, {_I.NAME}),
    ("description", {_I.DESCRIPTION}, {_I.THING, _I.LENGTH, _I.TEXT, _I.DIGITS}),
    ("description", {_I.TEXT, _I.LENGTH}, {_I.THING}),
    ("brand", {_I.BRAND}, {_I.NAME, _I.THING, _I.MAKER}),
    ("brand", {_I.MAKER}, {_I.NAME}),
    ("title", {_I.NAME}, {_I.THING, _I.LENGTH, _I.DIGITS}),
    ("title", {_I.THING, _I.LENGTH}, set()),
    ("id", {_I.ID}, {_I.THING, _I.NUMBER}),
)
_SPLIT = re.compile(r"(?<=[a-zà-þ])(?=[A-ZÀ-Þ])|(?<=[^\W\d])(?=\d)|(?<=\d)(?=[^\W\d])")
_WORD = re.compile(r"[€$£%]|[^\W_]+")
_POSSESSIVE = re.compile(r"['’]s\b", re.IGNORECASE)


def meaning_of(name: str) -> tuple[str, int] | None:
    """Return the meaning of the words of a name together, and the number of their ideas."""
    name = _POSSESSIVE.sub("", name[:MAX_NAME_CHARS])
    words = [part for word in _WORD.findall(name) for part in ([word] if _is_known(word) else _SPLIT.split(word))]
    ideas: list[Idea] = []
    for word in words:
        word_ideas = _ideas_of(word)
        if not word_ideas:
            return None
        ideas += word_ideas
    if not _is_about_price(ideas):
        return None
    there = set(ideas) - {Idea.FILLER}
    for meaning, needed, allowed in _RULES:
        if needed <= there <= needed | allowed:
            return meaning, len(ideas)
    return None


def _is_about_price(ideas: list[Idea]) -> bool:
    """Return whether each idea that must precede a price does; `price per unit` is a price, too."""
    return all(
        Idea.PRICE in ideas[index:] or ideas[index - 1 : index] == [Idea.UNIT]
        for index, idea in enumerate(ideas)
        if idea is Idea.BEFORE_PRICE
    )


def _is_known(word: str) -> bool:
    """Return whether the word is known as written, and not as a compound: `MwSt` is one word."""
    plain = without_accents(word)
    return plain in _IDEAS or plain in _ABBREVIATIONS


def _ideas_of(word: str) -> list[Idea]:
    """Return the ideas of a word, or of the words of a compound; empty if it is unknown."""
    if word in _MONEY_SIGNS:
        return [Idea.MONEY]
    plain = without_accents(word)
    if plain.isdecimal():
        return [Idea.DIGITS] if len(plain) <= 2 else []
    if plain in _IDEAS:
        return [_IDEAS[plain]]
    if plain in _ABBREVIATIONS:
        return list(_ABBREVIATIONS[plain])
    return list(_ideas_of_compound(plain)) if len(plain) <= MAX_COMPOUND_LETTERS else []


@lru_cache(maxsize=4096)
def _ideas_of_compound(word: str, max_parts: int = MAX_COMPOUND_WORDS) -> tuple[Idea, ...]:
    """Return the ideas of a compound of at most so many words; empty if it is none. Cached, since the same ending is
    reached in many ways."""
    for end in range(len(word) - 2, MIN_COMPOUND_LETTERS - 1, -1):
        first = _IDEAS.get(word[:end])
        if first is None or first is Idea.FILLER:
            continue
        for joint in _JOINTS:
            rest = word[end:].removeprefix(joint) if word[end:].startswith(joint) else ""
            last = _IDEAS.get(rest)
            if last is not None and last is not Idea.FILLER:
                return first, last
            may_go_on = max_parts > 2 and len(rest) > MIN_COMPOUND_LETTERS
            following = _ideas_of_compound(rest, max_parts - 1) if may_go_on else ()
            if following:
                return first, *following
    return ()
