"""Reads JSON the way browsers read HTML: whatever is there is understood as far as it can be.

A tenth of the JSON-LD on real pages is not JSON: raw line breaks in strings, trailing or missing commas, comments,
CDATA wrappers, quotes inside quotes, two objects in a row, an end cut off. Instead of a chain of textual repairs,
each of which can break what the others mend, there is one small reader that simply does not insist: commas are
white space, an unclosed bracket closes at the end, and a quote ends a string only where a string can end.

The reader advances at least one character per step and looks ahead only over white space, so it is linear; nesting
beyond `MAX_DEPTH` and blocks beyond `MAX_LENGTH` are refused with ValueError.
"""

import html
import json
import math
import re
from typing import Any

import orjson

MAX_DEPTH = 100
MAX_LENGTH = 5_000_000
MAX_TOLERANT_LENGTH = 1_000_000
LONG_DIGITS = 20

_ZEROS = bytes.maketrans(b"123456789", b"000000000")
_LONG_NUMBER = b"0" * LONG_DIGITS

_WRAPPER = re.compile(r"\s*(?:(?:<!--|//|/\*)?\s*<!\[CDATA\[\s*(?:\*/)?|<!--)")
_SEPARATORS = re.compile(r"(?:[\s,;\ufeff]++|//[^\n]*+|/\*(?:.*?\*/|.*))*+", re.DOTALL)
_SPACE = re.compile(r"\s*+")
_PLAIN = {'"': re.compile(r'[^"\\]*+'), "'": re.compile(r"[^'\\]*+")}
_BARE = re.compile(r"""[^\s,:;\[\]{}"']++""")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\Z")
_HEX = re.compile(r"[0-9a-fA-F]{4}")
# What may follow the comma after a string: the next key of an object, the next item of an array.
_NEXT_KEY = re.compile(r"""\s*+(?:["'}]|\Z)""")
_NEXT_ITEM = re.compile(r"""\s*+(?:["'{\[\]\d-]|true|false|null|\Z)""")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_CONSTANTS = {"true": True, "false": False, "null": None, "undefined": None, "NaN": None}


def load_all(text: str) -> list[Any]:
    """Every top-level object or array in the text; most often exactly one."""
    if len(text) > MAX_LENGTH:
        raise ValueError("longer than allowed")
    try:
        return [_strict(text)]
    except ValueError:
        pass
    if len(text) > MAX_TOLERANT_LENGTH:
        raise ValueError("malformed, and longer than allowed for repair")
    if '"' not in text and "&quot;" in text:
        text = html.unescape(text)
    return _Reader(text).everything()


def _strict(text: str) -> Any:
    """A number with more digits than fit one is a name for something: it must not be rounded, nor become infinite.
    The fast parser does that, and does not tell, so what may hold such a number goes to the slow one."""
    encoded = text.encode("utf-8", "surrogatepass")
    if _LONG_NUMBER in encoded.translate(_ZEROS):
        return json.loads(text, parse_int=_number_or_word, parse_float=_number_or_word, parse_constant=_CONSTANTS.get)
    return orjson.loads(encoded)


class _Reader:
    def __init__(self, text: str) -> None:
        wrapper = _WRAPPER.match(text)
        self.text = text
        self.at = wrapper.end() if wrapper else 0
        self.end = len(text)

    def everything(self) -> list[Any]:
        found = []
        while self._skip_separators():
            if self.text[self.at] in "{[":
                found.append(self._value(0))
            else:
                self._value(0)
        return found

    def _skip_separators(self) -> bool:
        """Moves to the next meaningful character; False at the end of the text."""
        match = _SEPARATORS.match(self.text, self.at)
        self.at = match.end() if match else self.at
        return self.at < self.end

    def _value(self, depth: int, following: re.Pattern[str] = _NEXT_ITEM) -> Any:
        if depth > MAX_DEPTH:
            raise ValueError("nested deeper than allowed")
        if not self._skip_separators():
            return None
        character = self.text[self.at]
        if character == "{":
            return self._object(depth)
        if character == "[":
            return self._array(depth)
        if character in "\"'":
            return self._string(character, "}],", following)
        return self._bare()

    def _object(self, depth: int) -> dict[str, Any]:
        self.at += 1
        found: dict[str, Any] = {}
        while self._skip_separators() and self.text[self.at] != "]":
            character = self.text[self.at]
            if character == "}":
                self.at += 1
                break
            if character in "{[":  # a key is missing: nothing to file the value under
                self._value(depth + 1)
                continue
            key = self._string(character, ":", _NEXT_KEY) if character in "\"'" else str(self._bare())
            if self._skip_separators() and self.text[self.at] == ":":
                self.at += 1
                found[key] = None if self._closes() else self._value(depth + 1, _NEXT_KEY)
        return found

    def _closes(self) -> bool:
        return self._skip_separators() and self.text[self.at] in "}]"

    def _array(self, depth: int) -> list[Any]:
        self.at += 1
        found: list[Any] = []
        while self._skip_separators() and self.text[self.at] != "}":
            if self.text[self.at] == "]":
                self.at += 1
                break
            found.append(self._value(depth + 1))
        return found

    def _bare(self) -> Any:
        match = _BARE.match(self.text, self.at)
        if match is None:
            self.at += 1
            return None
        self.at = match.end()
        word = match.group()
        if word in _CONSTANTS:
            return _CONSTANTS[word]
        return _number_or_word(word)

    def _string(self, quote: str, followers: str, following: re.Pattern[str]) -> str:
        self.at += 1
        pieces: list[str] = []
        while self.at < self.end:
            match = _PLAIN[quote].match(self.text, self.at)
            if match:
                pieces.append(match.group())
                self.at = match.end()
            if self.at >= self.end:
                break
            if self.text[self.at] == "\\":
                pieces.append(self._escape())
                continue
            self.at += 1
            if self._string_ends_here(followers, following):
                break
            pieces.append(quote)
        return "".join(pieces)

    def _string_ends_here(self, followers: str, following: re.Pattern[str]) -> bool:
        """Whether the quote just read can be a closing one, or is a quotation mark the author forgot to escape."""
        after = self._next_at(self.at)
        if after >= self.end:
            return True
        character = self.text[after]
        if character not in followers:
            # a forgotten comma: the next key or value starts on a line of its own
            return character in "\"'{[" and "\n" in self.text[self.at : after]
        return character != "," or following.match(self.text, after + 1) is not None

    def _next_at(self, start: int) -> int:
        match = _SPACE.match(self.text, start)
        return match.end() if match else start

    def _escape(self) -> str:
        character = self.text[self.at + 1 : self.at + 2]
        digits = _HEX.match(self.text, self.at + 2) if character == "u" else None
        self.at += 6 if digits else 2
        if digits is None:
            return _ESCAPES.get(character, character)
        return chr(int(digits.group(), 16))  # halves of a pair are joined where text is cleaned


def _number_or_word(word: str) -> Any:
    """The number that a word spells, where it can be held exactly or nearly so; otherwise the word."""
    if not _NUMBER.match(word):
        return word
    if word.lstrip("-").isdecimal():
        return int(word) if len(word) < LONG_DIGITS else word
    number = float(word)
    return number if math.isfinite(number) else word
