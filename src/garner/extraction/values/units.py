"""The kitchen's units: a short English name for each, and its spellings in several languages.

Only words listed here are ever units. A word that is also a food (a clove, an ear, a leaf) is a unit only where the
line leaves something else to be the food; the reader of the line decides that. Words that are a unit in one language
and a food or an everyday word in another (the French `noix`, the Swedish `bit`) are left out.
"""

import re
from typing import NamedTuple

from garner.core.word_lists import load_word_lists

_SPELLINGS = load_word_lists(__package__, "units")
_WORDS = _SPELLINGS.groups("words")
_PHRASES = _SPELLINGS.groups("phrases")
_PLURALS = (("ves", "f"), ("s", ""), ("es", ""), ("n", ""), ("en", ""))


def _singular(word: str, spellings: tuple[str, ...]) -> str:
    for ending, instead in _PLURALS:
        shorter = word.removesuffix(ending) + instead
        if shorter != word and shorter in spellings and not word.endswith("ss"):  # glass is not the plural of glas
            return shorter
    return word


def _singular_phrase(phrase: str, phrases: tuple[str, ...]) -> str:
    first, *rest = phrase.split()
    singulars = (" ".join([first.removesuffix(ending), *rest]) for ending in ("es", "s"))
    return next((singular for singular in singulars if singular != phrase and singular in phrases), phrase)


UNITS = _SPELLINGS.keys_by_word("words") | _SPELLINGS.keys_by_word("phrases")

_SINGULARS = {word: _singular(word, words) for words in _WORDS.values() for word in words}
_SINGULARS |= {phrase: _singular_phrase(phrase, phrases) for phrases in _PHRASES.values() for phrase in phrases}
_PHRASE_BEGINNINGS = frozenset(phrase.split()[0] for phrases in _PHRASES.values() for phrase in phrases)
_MAX_PHRASE_WORDS = 4
_LETTERS = {"T": "tablespoon", "t": "teaspoon"}
_SUFFIX = r"(?:\([a-z]{1,2}\)|/[a-z]{1,2}(?!\w))"  # Zehe(n), Tasse/n
_WORD = re.compile(rf"[^\W\d_]+(?:\.[^\W\d_]+)*\.?{_SUFFIX}?")
_ABBREVIATION = re.compile(rf"\.|{_SUFFIX}\Z")
# Scripts that leave no space between a unit and its food.
_UNSPACED = re.compile("[\u3040-\u30ff\u4e00-\u9fff]{1,4}")
_PREPOSITION = re.compile(r" d[ei]?\Z")
# Foods with a first word that is a unit elsewhere.
_FOODS = re.compile(rf"(?:{_SPELLINGS.pattern('foods')})", re.I)
_FOOD_BEGINNINGS = frozenset(_SPELLINGS.words("food_beginnings"))
_APOSTROPHES = ("'", "\u2019")


class UnitMatch(NamedTuple):
    unit: str  # its English name
    written: str  # as the page writes it, in the singular
    end: int


def unit_at(text: str, start: int) -> UnitMatch | None:
    """Return the longest unit that is written at this position, or None."""
    word = _WORD.match(text, start)
    if word is None:
        return None
    written, end = word.group(), word.end()
    key = _key(written)
    if key in _PHRASE_BEGINNINGS and (phrase := _phrase_at(text, start, end)):
        return phrase
    unit = UNITS.get(key) or _LETTERS.get(written.rstrip("."))
    if unit is None:
        return None if key.isascii() else _unspaced_at(text, start)
    if text[end : end + 1] in _APOSTROPHES or (key in _FOOD_BEGINNINGS and _FOODS.match(text, start)):
        return None
    return UnitMatch(unit, _as_one(written, key), end)


def _key(written: str) -> str:
    if "." in written or written[-1] == ")" or "/" in written:
        written = _ABBREVIATION.sub("", written)
    return written.casefold()


def _as_one(written: str, key: str) -> str:
    singular = _SINGULARS.get(key, key)
    if not key.startswith(singular):
        return singular
    if written[: len(key)].casefold() == key:
        return written[: len(singular)]
    return written if "." in written[:-1] else written.rstrip(".")  # dropping only the last point breaks it


def _phrase_at(text: str, start: int, first_end: int) -> UnitMatch | None:
    ends = [first_end]
    while len(ends) < _MAX_PHRASE_WORDS and (
        word := _WORD.match(text, ends[-1] + (text[ends[-1] : ends[-1] + 1] == " "))
    ):
        ends.append(word.end())
    for end in reversed(ends[1:]):
        written = text[start:end]
        if unit := UNITS.get(key := _key(written)):
            elided = text[end : end + 1] in _APOSTROPHES  # the oil of `filet d'huile`
            return UnitMatch(unit, _PREPOSITION.sub("", _as_one(written, key)), end + elided)
    return None


def _unspaced_at(text: str, start: int) -> UnitMatch | None:
    match = _UNSPACED.match(text, start)
    for length in range(len(match.group()) if match else 0, 0, -1):
        if unit := UNITS.get(text[start : start + length]):
            return UnitMatch(unit, text[start : start + length], start + length)
    return None
