"""Read JSON the way browsers read HTML: recover as much as possible.

A tenth of the JSON-LD on real pages is not JSON: raw line breaks in strings, trailing or missing commas, comments,
CDATA wrappers, quotes inside quotes, two objects in a row, an end cut off. Instead of a chain of textual repairs, each
of which can break what the others fix, there is one small lenient reader: commas are white space, an unclosed bracket
closes at the end, and a quote ends a string only where a string can end.

The reader advances at least one character per step and looks ahead only over white space, so it is linear. Content
nested deeper than `MAX_DEPTH` is skipped, and only the beginning of a block that is too long for its kind is read: half
of a block is better than none of it.
"""

import html
import json
import math
import re
from typing import Any, NamedTuple

import orjson

MAX_DEPTH = 100
MAX_LENGTH = 5_000_000
MAX_TOLERANT_LENGTH = 1_000_000
MAX_BRACKETS = 250_000  # of a block read in one pass: an empty object is two characters long and takes 64 bytes
MAX_WRAPPINGS = 2  # a text that is itself JSON, and once more
LONG_DIGITS = 20

_ZEROS = bytes.maketrans(b"123456789", b"000000000")
_LONG_NUMBER = b"0" * LONG_DIGITS

_WRAPPER = re.compile(r"\s*(?:(?:<!--|//|/\*)?\s*<!\[CDATA\[\s*(?:\*/)?|<!--)")
_SEPARATORS = re.compile(r"(?:[\s,;\ufeff]++|//[^\n]*+|/\*(?:.*?\*/|.*))*+", re.DOTALL)
_SPACE = re.compile(r"[\s\ufeff]*+")
_BARE = re.compile(r"""[^\s,:;\[\]{}"'“”„‘’`]++""")
_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\Z")
_HEX = re.compile(r"[0-9a-fA-F]{4}")
# An opening quotation mark, and the marks that can close its string: word processors curl both alike.
_CLOSING = {'"': '"', "'": "'", "`": "`", "“": "“”", "”": "“”", "„": "“”", "‘": "‘’", "’": "‘’"}
_PLAIN = {opening: re.compile(rf"[^{closing}\\]*+") for opening, closing in _CLOSING.items()}
# The possible successors of the comma after a string: the next key of an object, the next item of an array.
_NEXT_KEY = re.compile(r"""\s*+(?:["'“”„‘’`}]|//|/\*|</?(?:br|p)\b|\Z)""")
_NEXT_ITEM = re.compile(r"""\s*+(?:["'“”„‘’`{\[\]\d-]|//|/\*|</?(?:br|p)\b|true|false|null|\Z)""")
_BRACKET_OR_STRING = re.compile(r"""[\[{]()|[\]}]|"(?:[^"\\]|\\.)*+\"""", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_CONSTANTS: dict[str, bool | None] = {
    "true": True, "false": False, "null": None, "undefined": None, "NaN": None, "Infinity": None, "-Infinity": None,
    "True": True, "False": False, "None": None,
}  # fmt: skip


class Reading(NamedTuple):
    values: list[Any]  # every top-level object or array in the text; most often exactly one
    left_out: str | None  # the reason why a part of the text was not read
    repaired: int = 0  # the number of characters read by the slow reader


def read(text: str, repairable: int = MAX_TOLERANT_LENGTH, wrappings: int = 0) -> Reading:
    """Return the values in the text; of a malformed text, read at most `repairable` characters."""
    if len(text) <= MAX_LENGTH:
        try:
            value = _strict(text)
        except (ValueError, RecursionError):
            pass
        else:
            return _unwrap(value, repairable, wrappings) if isinstance(value, str) else Reading([value], None)
    reader = _JsonReader(_with_quotes(text[: max(0, min(repairable, MAX_TOLERANT_LENGTH))]))
    values = reader.everything()
    if not values and reader.texts:
        return _unwrap(max(reader.texts, key=len), repairable - reader.end, wrappings)
    is_cut = len(text) > min(repairable, MAX_TOLERANT_LENGTH)
    return Reading(values, "longer than allowed" if is_cut else reader.left_out, reader.end)


def _unwrap(text: str, repairable: int, wrappings: int) -> Reading:
    """Return the values of a text that was quoted as a whole, as in `JSON.parse("...")`."""
    if wrappings < MAX_WRAPPINGS and text.lstrip().startswith(("{", "[", '"')):
        return read(text, repairable, wrappings + 1)
    return Reading([], None)


def _with_quotes(text: str) -> str:
    for _ in range(2):  # escaped once by the template, once more by the editor
        if '"' in text or "&" not in text:
            break
        text = html.unescape(text)
    return text


def _strict(text: str) -> Any:
    """Parse valid JSON. A number with more digits than a number type holds is an identifier: it must not be rounded,
    nor become infinite. The fast parser does that silently, so a text that may hold such a number goes to the slow
    one."""
    encoded = text.encode("utf-8", "surrogatepass")
    if len(encoded) > MAX_BRACKETS and encoded.count(b"{") + encoded.count(b"[") > MAX_BRACKETS:
        raise ValueError("too many values")
    if _LONG_NUMBER in encoded.translate(_ZEROS):
        return json.loads(text, parse_int=_number_or_word, parse_float=_number_or_word, parse_constant=_CONSTANTS.get)
    return orjson.loads(encoded)


class _JsonReader:
    def __init__(self, text: str) -> None:
        wrapper = _WRAPPER.match(text)
        self.text = text
        self.at = wrapper.end() if wrapper else 0
        self.end = len(text)
        self.texts: list[str] = []  # strings at the top level
        self.left_out: str | None = None

    def everything(self) -> list[Any]:
        values = []
        while self._skip_separators():
            character = self.text[self.at]
            if character in "{[":
                values.append(self._value(0))
            elif character in _CLOSING:
                self._text_by_itself(values)
            else:
                self._bare()
        return values

    def _text_by_itself(self, values: list[Any]) -> None:
        """Read a key whose object was never opened or closed too early, or a string that may hold the whole
        document."""
        start = self.at
        text = self._string(":,)];}", _NEXT_ITEM)
        if not self._next_is(":"):
            self.texts.append(text)
            return
        self.at = start
        members = self._members(0)
        if values and isinstance(values[-1], dict):
            values[-1] = members | values[-1]
        else:
            values.append(members)

    def _skip_separators(self) -> bool:
        """Move to the next meaningful character; return False at the end of the text."""
        match = _SEPARATORS.match(self.text, self.at)
        self.at = match.end() if match else self.at
        return self.at < self.end

    def _next_is(self, characters: str) -> bool:
        return self._skip_separators() and self.text[self.at] in characters

    def _value(self, depth: int, following: re.Pattern[str] = _NEXT_ITEM) -> Any:
        if not self._skip_separators():
            return None
        character = self.text[self.at]
        if character in "{[":
            if depth > MAX_DEPTH:
                return self._step_over()
            self.at += 1
            return self._members(depth) if character == "{" else self._items(depth)
        if character in _CLOSING:
            return self._string("}],", following)
        return self._bare()

    def _step_over(self) -> None:
        """Move past the object or array that starts here, without reading it."""
        self.left_out = "nested deeper than allowed"
        depth = 0
        for token in _BRACKET_OR_STRING.finditer(self.text, self.at):
            if token.group()[0] != '"':
                depth += 1 if token.group(1) is not None else -1
            if depth == 0:
                self.at = token.end()
                return
        self.at = self.end

    def _members(self, depth: int) -> dict[str, Any]:
        members: dict[str, Any] = {}
        while self._skip_separators() and self.text[self.at] != "]":
            character = self.text[self.at]
            if character == "}":
                self.at += 1
                break
            if character in "{[":  # a key is missing: the value has no name
                self._value(depth + 1)
                continue
            key = self._string(":,", _NEXT_KEY) if character in _CLOSING else str(self._bare())
            if self._next_is(":"):
                self.at += 1
                members[key] = None if self._value_is_missing() else self._value(depth + 1, _NEXT_KEY)
        return members

    def _value_is_missing(self) -> bool:
        """Return whether the value is missing: templates leave a comma or a bracket in place of an empty value."""
        at = self._next_at(self.at)
        return (at < self.end and self.text[at] == ",") or self._next_is("}]")

    def _items(self, depth: int) -> list[Any]:
        items: list[Any] = []
        while self._skip_separators() and self.text[self.at] != "}":
            if self.text[self.at] == "]":
                self.at += 1
                break
            items.append(self._value(depth + 1))
        return items

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

    def _string(self, followers: str, following: re.Pattern[str]) -> str:
        quote = self.text[self.at]
        plain = _PLAIN[quote]
        self.at += 1
        pieces: list[str] = []
        while self.at < self.end:
            match = plain.match(self.text, self.at)
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
            pieces.append(self.text[self.at - 1])
        return "".join(pieces)

    def _string_ends_here(self, followers: str, following: re.Pattern[str]) -> bool:
        """Return whether the quote just read can be a closing one, rather than a quotation mark that the author forgot
        to escape."""
        after = self._next_at(self.at)
        if after >= self.end:
            return True
        character = self.text[after]
        if character not in followers:
            if character == "/" and self.text[after + 1 : after + 2] in ("/", "*"):
                return True
            # a forgotten comma: the next key or value starts on a line of its own
            return (character in _CLOSING or character in "{[") and "\n" in self.text[self.at : after]
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
        return chr(int(digits.group(), 16))  # surrogate pairs are joined where text is cleaned


def _number_or_word(word: str) -> Any:
    """Return the number that a word spells if it can be held exactly or nearly so; otherwise the word."""
    if not _NUMBER.match(word):
        return word
    if word.lstrip("-").isdecimal():
        return int(word) if len(word) < LONG_DIGITS else word
    number = float(word)
    return number if math.isfinite(number) else word
