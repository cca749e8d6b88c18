"""The names of months as pages write them, and the order in which a language puts day and month."""

from collections.abc import Mapping

from garner.core.word_lists import load_word_lists

_MONTHS = load_word_lists(__package__).groups("months")
MONTHS: Mapping[str, int] = {word: month for month, words in enumerate(_MONTHS.values(), start=1) for word in words}

_MONTH_FIRST = frozenset({"en-us", "en-ph", "es-us"})
_DAY_FIRST_ENGLISH = frozenset({"en-gb", "en-ie", "en-au", "en-nz", "en-in", "en-za", "en-sg", "en-uk"})
_YEAR_FIRST = frozenset({"ja", "zh", "ko", "hu", "lt", "fa", "mn"})


def writes_day_first(language: str | None) -> bool | None:
    """Return whether 05/06 is the fifth of June; None where the language does not decide, as English without a
    country."""
    tag = (language or "").lower().replace("_", "-")
    tongue = tag.partition("-")[0]
    if tag in _MONTH_FIRST:
        return False
    if tag in _DAY_FIRST_ENGLISH:
        return True
    return None if not tongue or tongue == "en" or tongue in _YEAR_FIRST else True
