"""Words and numbers that distinguish variants of one product: its colour, its platform, its kind, its size."""

from collections.abc import Collection, Iterable, Sequence

from garner.core.matching.words import stem_of
from garner.core.word_lists import load_word_lists

_WORDS = load_word_lists(__package__)

COLOURS = frozenset(_WORDS.words("colours"))
MAX_POSITIONS_APART = 2  # positions at which titles of variants differ
PLATFORMS = frozenset(_WORDS.words("platforms"))
APPEARANCES = COLOURS | PLATFORMS
KINDS = frozenset(_WORDS.words("kinds"))


def titles_of_variants(title: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether the titles differ only in a word or two: a colour, a size or a flavour, in any language."""
    if len(title) != len(other):
        return False
    pairs = [(mine, theirs) for mine, theirs in zip(title, other, strict=True) if mine != theirs]
    if not 0 < len(pairs) <= MAX_POSITIONS_APART or len(pairs) * 2 >= len(title):
        return False
    return {mine for mine, _ in pairs} != {theirs for _, theirs in pairs}  # the same words in another order


def appearance_differs(words: set[str], others: set[str]) -> bool:
    """Return whether both name a colour or a platform, and different ones."""
    return any(_exclude(words & names, others & names) for names in (COLOURS, PLATFORMS))


def kind_differs(words: set[str], others: set[str]) -> bool:
    return words & KINDS != others & KINDS


def measures_differ(words: Iterable[str], others: Iterable[str]) -> bool:
    """Return whether both give a size in the same unit, or a year, and different ones."""
    mine, theirs = _by_unit(words), _by_unit(others)
    return any(mine[unit].isdisjoint(theirs[unit]) for unit in mine.keys() & theirs.keys())


def _exclude(some: Collection[str], others: Collection[str]) -> bool:
    return bool(some) and bool(others) and set(some).isdisjoint(others)


def _by_unit(words: Iterable[str]) -> dict[str, set[str]]:
    values_by_unit: dict[str, set[str]] = {}
    for word in words:
        value = stem_of(word)
        unit = word[len(value) :]
        is_year = len(word) == 4 and word[:2] in ("19", "20") and word.isdecimal()
        if unit or is_year:
            values_by_unit.setdefault(unit or "year", set()).add(value)
    return values_by_unit
