"""Find the data that a page carries for its own scripts, in all the usual forms.

Pages that are rendered in the browser hold their content as JSON: in a script of that type (`__NEXT_DATA__`), assigned
to a variable (`window.__INITIAL_STATE__ = {...}`), as a text for `JSON.parse`, pushed in pieces (`__next_f`), as one
flat list whose numbers are indexes into it (`__NUXT_DATA__`), or in an attribute of the element to be rendered. Only
scripts that match the caller's `pattern` pattern are read, because scripts are long.
"""

import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from selectolax.lexbor import LexborNode

from garner.extraction.page.document import Document

MAX_SCRIPT = 3_000_000
MAX_SCRIPTS = 60
MAX_STARTS = 50  # positions in one script where data may begin
MAX_DEPTH = 40

_BEGINS = re.compile(r"=\s*(?=[{\[])|\bJSON\.parse\(\s*(?=[\"'`])|\b(?P<pushed>__next_f\.push)\(\s*(?=\[)")
_QUOTED = {mark: re.compile(rf"{mark}((?:[^{mark}\\]++|\\.)*+){mark}", re.S) for mark in "\"'`"}
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(.))", re.S)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}
_CHUNK = re.compile(r"[0-9a-f]{1,6}:(?=[\[{])")
_PUSHES = "__next_f.push"
_ATTRIBUTES = ("data-page", "data-props", "data-react-props", "data-initial-state", "data-state", "data-json", "props")
_CARRIERS = ", ".join(f"[{name}]" for name in _ATTRIBUTES)
_DECODER = json.JSONDecoder()


def embedded_states(document: Document, pattern: re.Pattern[str]) -> Iterator[Any]:
    """Yield every value of the page's own data that stands in a script or an attribute that matches `pattern`."""
    pushed: list[str] = []
    for script in document.tree.css("script:not([src])")[: 10 * MAX_SCRIPTS]:
        text = script.text()
        kind = (script.attributes.get("type") or "").lower()
        is_relevant = pattern.search(text) is not None or _PUSHES in text
        if not 20 < len(text) < MAX_SCRIPT or "ld+json" in kind or not is_relevant:
            continue
        if "json" in kind:
            values = _decode_value(text, len(text) - len(text.lstrip()))
            yield from map(_unflatten, values) if "__NUXT_DATA__" in (script.id or "") else values
            continue
        decoded_values = [
            value
            for start in islice(_BEGINS.finditer(text), MAX_STARTS)
            for value in _decode_start(text, start, pushed)
        ]
        yield from decoded_values
    yield from _in_chunks("".join(pushed), pattern)
    yield from _in_attributes(document, pattern)


def _decode_start(text: str, start: re.Match[str], pushed: list[str]) -> Iterator[Any]:
    """Yield the value that begins here; append pieces of a push to those before it."""
    if start["pushed"]:
        pieces: list[Any] = next(_decode_value(text, start.end()), [])
        pushed += [piece for piece in pieces if isinstance(piece, str)]
    elif text[start.end()] in "{[":
        yield from _decode_value(text, start.end())
    elif quoted := _QUOTED[text[start.end()]].match(text, start.end()):
        yield from _decode_value(_ESCAPE.sub(_unescape, quoted[1]), 0)


def _decode_value(text: str, start: int) -> Iterator[Any]:
    try:
        value = _DECODER.raw_decode(text, start)[0]
    except (ValueError, RecursionError):  # scripts hold anything; text that is not JSON is ignored
        return
    if isinstance(value, dict | list):
        yield value


def _unescape(escape: re.Match[str]) -> str:
    digits = escape[1] or escape[2]
    return chr(int(digits, 16)) if digits else _ESCAPED.get(escape[3], escape[3])


def _in_chunks(stream: str, pattern: re.Pattern[str]) -> Iterator[Any]:
    """Yield the values that are sent in numbered lines (`1a:{...}`)."""
    for line in islice(stream.split("\n"), 10 * MAX_STARTS):
        if (chunk := _CHUNK.match(line)) and pattern.search(line):
            yield from _decode_value(line, chunk.end())


def _unflatten(flat: Any) -> Any:
    """Return the first value of a flat list, with each index in it and in its children replaced by the value at that
    index. A list that begins with a text is a marker followed by the marked value."""
    if not isinstance(flat, list) or not flat:
        return flat
    made: list[Any] = [type(value)() if isinstance(value, dict | list) else value for value in flat]
    for value, target in zip(flat, made, strict=True):
        if isinstance(value, dict):
            target |= {key: made[index] for key, index in value.items() if _is_index(index, made)}
        elif isinstance(value, list):
            indexes = value[1:2] if value and isinstance(value[0], str) else value
            target += [made[index] for index in indexes if _is_index(index, made)]
    return made[0]


def _is_index(number: Any, made: list[Any]) -> bool:
    return isinstance(number, int) and 0 <= number < len(made)


def _in_attributes(document: Document, pattern: re.Pattern[str]) -> Iterator[Any]:
    for element in document.tree.css(_CARRIERS)[:MAX_SCRIPTS]:
        for text in _texts_of(element):
            if pattern.search(text):
                yield from _decode_value(text, 0)


def _texts_of(element: LexborNode) -> Iterator[str]:
    attributes = element.attributes
    written = (attributes.get(name) or "" for name in _ATTRIBUTES)
    return (text for text in written if text[:1] in ("{", "[") and len(text) < MAX_SCRIPT)
