"""Split a product's name into words, numbers and model numbers, each in one spelling.

Shops spell one thing in many ways: `KX-TG9343T` and `kxtg9343t`, `4 GB` and `4gb`, `v. 8.0` and `8`, `III` and `3`.
Normalization makes them equal, so that a remaining difference may be a real one.
"""

import re
import unicodedata

from garner.core.word_lists import load_word_lists

MAX_TEXT_LENGTH = 2_000  # of a field; more text does not help to identify the product, and doubles the cost
MAX_WORD_LENGTH = 64
MAX_CODE_LENGTH = 40
MAX_JOIN_LENGTH = 24
MAX_JOINED = 4

_WORDS = load_word_lists(__package__)
UNIT_OF = _WORDS.keys_by_word("units")
_ALIASES = _WORDS.keys_by_word("aliases")

# Packaging and the list of supported systems do not identify a product.
_PACKING = re.compile(
    r"\b(?:jewel case|(?:small|large|mini|retail) box|minibox|retail packaging|(?:cd|dvd)-?rom|"
    r"complete (?:product|package)|full version|older version)\b|\( ?(?:r|tm|s|c) ?\)"
)
_SYSTEMS = re.compile(r"\bwin(?:dows)?(?:[ /,-]+(?:95|98(?:se)?|me|nt|2000|2003|xp|vista|7|8|10)\b){2,}")
_BEFORE_UNIT = re.compile(rf"(?<=\d)[ -](?=(?:{'|'.join(UNIT_OF)})\b)")
_STRAY_SPACE_IN_NUMBER = re.compile(r"(?<=\d) ?\.(?=\d)")
_INCH_MARK = re.compile(r"(?<=\d) ?(?:''|['\"”″])(?!\w)")
_CHUNK = re.compile(r"[^\W_]+(?:[-/.&+_][^\W_]+)*")
_PART = re.compile(r"v?\d+(?:\.\d+)+|[^\W_]+")
_BARE_PART = re.compile(r"[^\W_]+")
_ZERO_DECIMALS = re.compile(r"(?:\.0+)+$")
_NUMBER_AND_LETTERS = re.compile(r"(\d+(?:\.\d+)?)([a-z]+)")
_MEASURING_LETTERS = frozenset(_WORDS.words("measuring_letters"))


def fold_text(text: str) -> str:
    """Return the text in lower case, without accents, with inch marks as words."""
    decomposed = unicodedata.normalize("NFKD", text[:MAX_TEXT_LENGTH].casefold())[:MAX_TEXT_LENGTH]
    bare = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return _STRAY_SPACE_IN_NUMBER.sub(".", _INCH_MARK.sub(" inch ", bare))


def squash(text: str) -> str:
    """Return letters and digits only: a model number is the same however it is divided."""
    return "".join(filter(str.isalnum, text))


def is_number(word: str) -> bool:
    return word.replace(".", "").isdecimal()


def is_measure(word: str) -> bool:
    """Return whether the word is a quantity rather than an identifier: 500gb, 1080p, 40x."""
    measured = _NUMBER_AND_LETTERS.fullmatch(word)
    return measured is not None and (measured[2] in UNIT_OF or measured[2] in _MEASURING_LETTERS)


def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a folded text, each in one spelling, and a number with its unit as one word."""
    text = _BEFORE_UNIT.sub("", _SYSTEMS.sub(" windows ", _PACKING.sub(" ", text)))
    return tuple(_plain_word(part[:MAX_WORD_LENGTH]) for part in _PART.findall(text))


def _plain_word(part: str) -> str:
    part = _ALIASES.get(part, part)
    part = part[1:] if part[0] == "v" and is_number(part[1:]) else part
    if is_number(part):
        return _ZERO_DECIMALS.sub("", part).lstrip("0") or "0"
    if (measured := _NUMBER_AND_LETTERS.fullmatch(part)) and measured[2] in UNIT_OF:
        return _ZERO_DECIMALS.sub("", measured[1]) + UNIT_OF[measured[2]]
    return part


def codes_of(text: str, *, min_length: int = 4) -> tuple[str, ...]:
    """Return the likely model numbers of a folded text, undivided: letters mixed with digits, or many digits."""
    codes: dict[str, None] = {}
    for chunk in _CHUNK.findall(text):
        for written in (chunk, *chunk.split("/")) if "/" in chunk else (chunk,):
            code = squash(written)
            if min_length <= len(code) <= MAX_CODE_LENGTH and _is_code(written, code):
                codes[code] = None
    return tuple(codes)


def _is_code(written: str, code: str) -> bool:
    digits = sum(map(str.isdecimal, code))
    if digits == len(code):
        return digits >= 5 and "." not in written
    if not digits or is_measure(code):
        return False
    # `3-in-1` and `8-port` are words with a digit: a divided code begins with letters, or has a part with both.
    parts = re.split(r"[-/.&+_]", written)
    mixed = any(not part.isdecimal() and not part.isalpha() and not is_measure(part) for part in parts)
    return mixed or digits >= 4 or (parts[0].isalpha() and parts[-1].isdecimal())


def joins_of(text: str) -> frozenset[str]:
    """Return joined neighbours that contain a digit: a code that the other side does not divide is one of these."""
    parts = _BARE_PART.findall(text)
    joins = set()
    for start in range(len(parts)):
        joined = ""
        for part in parts[start : start + MAX_JOINED]:
            joined += part
            if len(joined) > MAX_JOIN_LENGTH:
                break
            if len(joined) >= 4 and any(map(str.isdecimal, joined)):
                joins.add(joined)
    return frozenset(joins)


def stem_of(code: str) -> str:
    """Return a model number without the letters at its end, which stand for the colour or the country."""
    return code.rstrip("abcdefghijklmnopqrstuvwxyz") or code
