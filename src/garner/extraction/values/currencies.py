"""The world's currencies and their written forms: signs, abbreviations and words.

Many signs are shared. `$` is written in thirty countries, `kr` in four; such a sign identifies a currency only together
with a country, and the page's URL and language indicate the country.
"""

from collections.abc import Mapping
from urllib.parse import urlsplit

from garner.core.word_lists import load_word_lists

_CURRENCIES = load_word_lists(__package__, "currencies")
# Every code of ISO 4217 in which prices are given, some obsolete ones, and the other written forms of each.
_WRITTEN: Mapping[str, tuple[str, ...]] = _CURRENCIES.groups("written")

ABBREVIATED_CODES: Mapping[str, str] = _CURRENCIES.keys_by_word("abbreviated")
CODES: frozenset[str] = frozenset(_WRITTEN) - {"VAL"}

# The currency of a shared sign if the country is unknown. Signs without a usual meaning are not included.
_USUALLY: Mapping[str, str] = _CURRENCIES.keys_by_word("usual")

_OF_COUNTRY: Mapping[str, str] = _CURRENCIES.keys_by_word("countries")
# Country-code domains that are sold worldwide.
_ENDINGS_FOR_ALL = frozenset(_CURRENCIES.words("endings_for_all"))
# Languages that shops use in one country or one currency.
_COUNTRY_OF_LANGUAGE: Mapping[str, str] = _CURRENCIES.keys_by_word("languages")


def _by_writing() -> dict[str, tuple[str, ...]]:
    codes_by_form: dict[str, list[str]] = {}
    for code, forms in _WRITTEN.items():
        for form in (code.lower(), *forms):
            codes_by_form.setdefault(form, []).append(code)
    return {form: tuple(dict.fromkeys(codes)) for form, codes in codes_by_form.items()}


BY_WRITING: Mapping[str, tuple[str, ...]] = _by_writing()


def currency_code(written: str, country: str | None = None) -> str | None:
    """Return the ISO 4217 code of a sign, an abbreviation, a word or a code; a shared one needs the country to be
    unambiguous."""
    form = written.strip().casefold().replace("\u200f", "").replace("\u200e", "")
    if len(form) == 3 and form.isascii() and form.upper() in CODES | ABBREVIATED_CODES.keys():
        return ABBREVIATED_CODES.get(form.upper(), form.upper())
    form = form if form in BY_WRITING else form.rstrip(".:")
    codes = BY_WRITING.get(form, ())
    at_home = _OF_COUNTRY.get(country or "")
    if at_home in codes:
        return at_home
    return codes[0] if len(codes) == 1 else _USUALLY.get(form)


def home_currency(country: str | None) -> str | None:
    """Return the ISO 4217 code of a country's currency."""
    return _OF_COUNTRY.get(country or "")


def country_of(url: str, language: str | None) -> str | None:
    """Return the shop's country as a two-letter code: by the suffix of its host, by its URL, by the page's language."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        return None
    ending = host.rpartition(".")[2]
    if len(ending) == 2 and ending not in _ENDINGS_FOR_ALL and ending.upper() in _OF_COUNTRY:
        return "GB" if ending == "uk" else ending.upper()
    primary, _, region = (language or "").replace("_", "-").partition("-")
    named = _named_in(host.partition(".")[0]) or next(filter(None, map(_named_in, parts.path.split("/")[1:4])), None)
    region = region.rpartition("-")[2].upper()
    if named or region in _OF_COUNTRY:
        return named or region
    by_language = _COUNTRY_OF_LANGUAGE.get(primary.lower())
    # English with no other indication of a country, on a generic host, is usual for American shops; if the host is
    # unknown too, the page must declare that it is English.
    is_american = primary.lower() == "en" or (not primary and bool(ending))
    return by_language or ("US" if is_american and ending != "eu" else None)


def _named_in(part: str) -> str | None:
    """Return the country in `en-ca`, `ca_en` or `ca`, by which shops distinguish several countries."""
    halves = part.replace("_", "-").split("-")
    if len(halves) == 2 and all(len(half) == 2 for half in halves):
        second, first = halves[1].upper(), halves[0].upper()
        return second if second in _OF_COUNTRY and second != "EN" else first if first in _OF_COUNTRY else None
    return part.upper() if part in ("us", "ca", "au", "nz", "uk", "gb", "ie", "sg", "hk", "mx", "ar", "cl") else None
