"""Sanitize values before they leave extraction, so that a browser, a terminal and a database all read them as plain
data.

Every rung reads untrusted input in its own way, so sanitizing is not left to the rungs: each value that a rung finds
passes through this module. Text keeps its words. Invisible characters that control a terminal or change the writing
direction are dropped; a `<` that a browser would read as the start of a tag gets a space after it.
"""

import math
import re
from typing import Any

MAX_WHOLE_NUMBER = 2**63 - 1

# Control characters, lone surrogates, invisible marks, and marks that change the writing direction. The joiners U+200C
# and U+200D stay: Persian is misspelt without the one, and emoji fall apart without the other.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064"
    "\u2066-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff\ud800-\udfff]"
)
_SURROGATE_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_LINE_END = re.compile("\r\n?|[\x85\u2028\u2029]")
_TAG_BEGINS = re.compile(r"<(?=[a-zA-Z/!?])")


def remove_invisible(text: str) -> str:
    """Return the text without invisible characters."""
    if _UNSEEN.search(text) is None:
        return text
    return _UNSEEN.sub("", _SURROGATE_PAIR.sub(_joined_surrogates, text))


def _joined_surrogates(pair: re.Match[str]) -> str:
    return pair.group().encode("utf-16", "surrogatepass").decode("utf-16")


def defuse_tags(text: str) -> str:
    """Return the text without anything that a browser reads as markup; `a < b` and `<3` stay as they are."""
    return _TAG_BEGINS.sub("< ", text)


def sanitize_text(text: str, *, is_markup: bool = False) -> str:
    if text.isprintable() and (is_markup or "<" not in text):
        return text
    text = _LINE_END.sub("\n", remove_invisible(text))
    return text if is_markup else defuse_tags(text)


def sanitize_value(value: Any, *, is_markup: bool = False) -> Any:
    """Return the value with all its texts sanitized; a number that JSON or a database cannot hold becomes None."""
    if isinstance(value, str):
        return sanitize_text(value, is_markup=is_markup)
    if isinstance(value, dict):
        return {sanitize_text(name): sanitize_value(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [sanitize_value(inner) for inner in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, int) and abs(value) > MAX_WHOLE_NUMBER:
        return None
    return value
