"""Parse tables whose rows name their own columns (JSON lines, a JSON array, a sequence of values), and lists of
URLs."""

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import StringIO
from typing import Any

import orjson

from garner.core.rows.columns import MAX_ADDRESS_CHARS, has_scheme, is_known_header, is_web_address
from garner.errors import InvalidUrl
from garner.tables.heading import visible
from garner.tables.rows import BATCH_ROWS, Limits, TableRow

COMMENT = "#"
MIN_URL_SHARE = 0.8
MAX_EXAMINED = 200
MAX_SHOWN = 1_000
MAX_DEPTH = 50
_HOST_AND_PATH = re.compile(r"(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?/\S*", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s,\ufeff\x1e]*")
_NEXT_OBJECT = re.compile(r"\}\s*+(?:,\s*+)?(?=\{)")
_ODD = re.compile(r"\\u(?:0000|[dD][89a-fA-F])|NaN|Infinity")
_NEAR = 32  # characters from the end of the text: an error there may only be a truncation
Blocks = Iterable[tuple[str, bool]]


def _number(text: str) -> float | str:
    """Return the number, or its text if it is not finite: the database would store null."""
    number = float(text)
    return number if math.isfinite(number) else text


_DECODER = json.JSONDecoder(strict=False, parse_float=_number)


def is_json(text: str) -> bool:
    return text.lstrip("\ufeff \t\r\n").startswith(("{", "[{", "[\n", "[\r", "[ ", "[]"))


def is_json_lines(text: str) -> bool:
    """Return whether the first line is a complete object."""
    first = next((line for line in StringIO(text) if line.strip()), "")
    return isinstance(_load(first), dict)


def is_url_list(text: str, *, alone: bool = False, cut: bool = False) -> bool:
    """Return whether the text is a list of URLs. With `alone`, each line is a single cell: then the text is a list if
    it begins like one and contains at least one URL."""
    lines = [line.strip() for line in StringIO(text)]
    whole = lines[:-1] if cut and len(lines) > 1 else lines
    asked = [_strip_comment(line) for line in whole if line and not line.startswith(COMMENT)][:MAX_EXAMINED]
    addresses = sum(map(_is_address, asked))
    if alone:
        return addresses > 0 and (_is_address(asked[0]) or has_scheme(asked[0]))
    return bool(asked) and _is_address(asked[0]) and addresses >= MIN_URL_SHARE * len(asked)


def url_rows(blocks: Blocks) -> Iterator[list[TableRow]]:
    before = 0
    for text, _ in blocks:
        lines = list(StringIO(text, newline=""))
        numbered = enumerate(map(str.strip, lines), before + 1)
        yield [_url_row(number, line) for number, line in numbered if line and not line.startswith(COMMENT)]
        before += len(lines)


def _strip_comment(line: str) -> str:
    return line.split(f" {COMMENT}", 1)[0].rstrip()


def _url_row(number: int, line: str) -> TableRow:
    address = _strip_comment(line)
    if _is_address(address):
        return TableRow(number, {"url": address})
    return TableRow(number, {"url": address[:MAX_SHOWN]}, f"Line {number} is not a URL.", InvalidUrl.code)


def json_line_rows(blocks: Blocks, limits: Limits) -> Iterator[list[TableRow]]:
    before = 0
    for text, cut in blocks:
        lines = list(StringIO(text, newline=""))
        yield [
            _row(number, None if cut else _load(line), line, limits)
            for number, line in enumerate(lines, before + 1)
            if not line.isspace()
        ]
        before += len(lines)


def json_rows(blocks: Blocks, limits: Limits) -> Iterator[list[TableRow]]:
    """Yield the rows of an array, or of values in sequence. A single object that contains one list of objects stands
    for that list."""
    values, rows = _Values(iter(blocks), limits), list[TableRow]()
    for line, value, text in values:
        listed = None if values.in_array else _find_nested_rows(value)
        rows.extend(_row(line, row_value, text, limits) for row_value in listed or (value,))
        if len(rows) >= BATCH_ROWS:
            yield rows
            rows = []
    yield rows


def _find_nested_rows(value: object) -> list[object] | None:
    if not isinstance(value, dict):
        return None
    lists = [inner for inner in value.values() if isinstance(inner, list) and inner and isinstance(inner[0], dict)]
    rest = [name for name, inner in value.items() if not isinstance(inner, list)]
    return lists[0] if len(lists) == 1 and not any(map(is_known_header, rest)) else None


def _row(number: int, value: object, text: str, limits: Limits) -> TableRow:
    if not isinstance(value, dict):
        reason = "cannot be read as JSON" if value is None else "is not an object"
        return TableRow(number, {"text": text.strip()[:MAX_SHOWN]}, f"Line {number} {reason}.")
    if len(value) > limits.max_columns:
        return TableRow(number, {}, f"Line {number} has more than {limits.max_columns:,} fields.")
    names = "".join(value)
    return TableRow(number, value if visible(names) == names else _with_visible_names(value))


def _with_visible_names(value: dict[str, object]) -> dict[str, object]:
    """Remove invisible characters from names; names that would then be equal stay as written."""
    shown = {name: visible(name) for name in value}
    times = Counter(shown.values())
    return {shown[name] if times[shown[name]] == 1 else name: inner for name, inner in value.items()}


def _load(line: str) -> Any:
    if "\\u" not in line or not _ODD.search(line):
        try:
            return orjson.loads(line)
        except orjson.JSONDecodeError:
            if not _ODD.search(line):
                return None
    try:
        return clean(json.loads(line.strip("\ufeff \t\r\n"), strict=False))
    except (ValueError, RecursionError):
        return None


def clean(value: object, depth: int = 0) -> object:
    """Return the value without data that JSON can express and the database cannot store: NUL, lone surrogates, NaN."""
    match value:
        case str():
            return value.replace("\0", "").encode("utf-8", "replace").decode()
        case float():
            return value if math.isfinite(value) else None
        case dict() if depth < MAX_DEPTH:
            return {str(clean(name)): clean(inner, depth + 1) for name, inner in value.items()}
        case list() if depth < MAX_DEPTH:
            return [clean(inner, depth + 1) for inner in value]
    return value if depth < MAX_DEPTH else None


def _is_address(text: str) -> bool:
    return is_web_address(text) or _HOST_AND_PATH.fullmatch(text[:MAX_ADDRESS_CHARS]) is not None


@dataclass
class _Values:
    """Iterator over JSON values in a text of any length: (line, value or None, text that could not be parsed)."""

    blocks: Iterator[tuple[str, bool]]
    limits: Limits
    in_array: bool = False
    _text: str = ""
    _position: int = 0
    _line: int = 1

    def __iter__(self) -> Iterator[tuple[int, object, str]]:
        self._pass_over_blanks()
        if self._text[self._position : self._position + 1] == "[":
            self.in_array = True
            self._move(self._position + 1)
        while self._pass_over_blanks() and not (self.in_array and self._text[self._position] == "]"):
            yield self._next()

    def _next(self) -> tuple[int, object, str]:
        line = self._line
        try:
            value, end = self._decode()
        except (ValueError, RecursionError):
            text = self._text[self._position : self._position + MAX_SHOWN]
            self._recover()
            return line, None, text
        odd = _ODD.search(self._text, self._position, end)
        self._move(end)
        return line, clean(value) if odd else value, ""

    def _decode(self) -> tuple[object, int]:
        while True:
            try:
                return _DECODER.raw_decode(self._text, self._position)
            except json.JSONDecodeError as error:
                cut = error.pos > len(self._text) - _NEAR or error.msg.startswith("Unterminated")
                if not cut or len(self._text) - self._position > self.limits.max_value_bytes or not self._read_on():
                    raise

    def _recover(self) -> None:
        """Continue where the next object seems to begin."""
        while True:
            match = _NEXT_OBJECT.search(self._text, self._position)
            if match:
                return self._move(match.end())
            self._move(max(self._position, len(self._text) - _NEAR))
            if not self._read_on():
                return self._move(len(self._text))

    def _pass_over_blanks(self) -> bool:
        while True:
            match = _BETWEEN.match(self._text, self._position)
            self._move(match.end() if match else self._position)
            if self._position < len(self._text):
                return True
            if not self._read_on():
                return False

    def _move(self, position: int) -> None:
        self._line += self._text.count("\n", self._position, position)
        self._position = position

    def _read_on(self) -> bool:
        """Read as much again as is pending, so that a long value is not parsed again for each block."""
        pieces, wanted = [self._text[self._position :]], max(len(self._text) - self._position, 1)
        while wanted > 0 and (block := next(self.blocks, None)) is not None:
            pieces.append(block[0])
            wanted -= len(block[0])
        self._text, self._position = "".join(pieces), 0
        return len(pieces) > 1
