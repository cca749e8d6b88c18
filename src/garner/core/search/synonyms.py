"""Words that mean the same, from `words.toml`."""

from collections.abc import Mapping
from functools import cache

from garner.core.search.words import words_of
from garner.core.word_lists import load_word_lists

Spelling = tuple[str, ...]  # the words of it


def synonyms_of(spelling: Spelling) -> tuple[Spelling, ...]:
    return _synonyms().get(spelling, ())


def max_synonym_words() -> int:
    """Return the number of words of the longest entry."""
    return max(map(len, _synonyms()), default=1)


@cache
def _synonyms() -> Mapping[Spelling, tuple[Spelling, ...]]:
    others: dict[Spelling, tuple[Spelling, ...]] = {}
    for group in load_word_lists(__package__).groups("synonyms").values():
        spellings = [_spelling_of(entry) for entry in group]
        for spelling in spellings:
            known = others.get(spelling, ())
            others[spelling] = (*known, *(other for other in spellings if other != spelling and other not in known))
    return others


def _spelling_of(entry: str) -> Spelling:
    words = words_of(entry)
    whole = [word.text for word in words if word.is_whole]
    return tuple(whole[:1] if whole and " " not in entry else [word.text for word in words if not word.is_whole])
