"""Detect the header row of a table, and name columns without one."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from garner.core.rows.columns import has_scheme, is_known_header, is_page_address, is_web_address

MAX_BEFORE = 20  # rows above the header that are examined: a title, a date, an author
MAX_COMPARED = 50
MAX_NAME_CHARS = 200
MAX_CELLS_TRIED = 100  # in each row that may be the header
MOSTLY = 0.8
MAX_VALUE_CHARS = 100  # characters of a number, a date or an email address
# Each character is examined once: the sender of a file decides what these are matched against.
_NUMBER = re.compile(r"[-+(]?\s*+(?:[$€£¥]|[A-Z]{3}\s)?\s*+\d[\d\s.,'’]*+(?:%|[$€£¥]|[A-Z]{3})?\)?")
_DATE = re.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T ][\d:.]+Z?)?")
_MAIL = re.compile(r"[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+")
_IDENTIFIER = re.compile(r"[^\W\d]+(?:[.-][^\W\d]+)*")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
_YEAR = re.compile(r"(?:19|20)\d\d")
_GTIN = re.compile(r"\d{8}|\d{12,14}")

Cells = Sequence[object]


@dataclass(frozen=True)
class Heading:
    headers: list[str]
    rows_before: int  # index of the first row of data; above it are the header and the rows before that


def heading_of(rows: Sequence[Cells], header: bool | None = None) -> Heading:
    index = None if header is False else _header_row(rows)
    if index is not None and (header or _names_columns(rows[index], rows[index + 1 :])):
        return Heading(unique_headers(rows[index]), index + 1)
    return Heading(_headers_by_content(rows), 0)


def unique_headers(cells: Cells) -> list[str]:
    """Return unique names: `price`, `price_2`; a column without a name is named by its position."""
    names = [shown_name(cell)[:MAX_NAME_CHARS] for cell in cells]
    while len(names) > 1 and not names[-1]:  # a delimiter at the end of the line makes no column
        names.pop()
    return _unique(name or f"column_{index}" for index, name in enumerate(names, 1))


def shown_name(cell: object) -> str:
    """Return the visible part of a column's name."""
    return " ".join(visible(_text(cell)).split())


def visible(name: str) -> str:
    """Return the name without byte order marks, zero-width spaces and similar characters."""
    return name if name.isascii() else _INVISIBLE.sub("", name)


def _unique(names: Iterable[str]) -> list[str]:
    unique = list(names)
    taken, seen = set(unique), set[str]()
    times: Counter[str] = Counter()
    for index, name in enumerate(unique):
        given = name
        while given in seen or (given != name and given in taken):
            times[name] += 1
            given = f"{name}_{times[name] + 1}"
        seen.add(given)
        unique[index] = given
    return unique


def _header_row(rows: Sequence[Cells]) -> int | None:
    """Return the first row that is about as wide as the table, or a later one that consists of column names and has
    only titles above it."""
    usual = Counter(_count_filled(row) for row in rows[:MAX_COMPARED]).most_common(1)[0][0] if rows else 0
    wide = [index for index, row in enumerate(rows[:MAX_BEFORE]) if 2 * _count_filled(row) > usual]
    if not wide:
        return None
    index = next((index for index in wide if _is_named(rows[index])), wide[0])
    above = [rows[row_index] for row_index in wide if row_index < index]
    return index if above and _are_titles(above, rows[index], rows[index + 1 :]) else wide[0]


def _is_named(row: Cells) -> bool:
    names = _beginning(row)
    return 2 * sum(map(is_known_header, names)) >= sum(map(bool, names)) > 0 and not any(map(_is_data, names))


def _are_titles(above: Sequence[Cells], header: Cells, below: Sequence[Cells]) -> bool:
    """Return whether the rows above the column names are not part of the table: they are shorter, or as long and
    without data except dates, while all names are known and differ in kind from the cells below them."""
    names, width = _beginning(header), _count_filled(header)
    known = sum(map(is_known_header, names))
    as_long = [row for row in above if _count_filled(row) >= width]
    if known < 2 or not all(_count_filled(row) == width and _may_be_title(row) for row in as_long):
        return False
    return not as_long or (known == sum(map(bool, names)) and _contrast(names, below[:MAX_COMPARED]) > 0)


def _may_be_title(row: Cells) -> bool:
    words = _beginning(row)
    return not any(is_known_header(word) or (_is_data(word) and not _DATE.fullmatch(word)) for word in words)


def _beginning(row: Cells) -> list[str]:
    """Return the first cells of a row, enough to detect column names regardless of the width of the file."""
    return [_text(cell) for cell in row[:MAX_CELLS_TRIED]]


def _names_columns(first: Cells, below: Sequence[Cells]) -> bool:
    names = [_text(cell) for cell in first]
    known = sum(map(is_known_header, names))
    if not known and any(map(has_scheme, names)):
        return False
    if not any(map(_is_data, names)) and known:
        return True
    contrast = _contrast(names, below[:MAX_COMPARED])
    if contrast:
        return contrast > 0
    if any(map(_is_data, names)):
        return 2 * known >= len(names)
    if len(names) == 1:
        return _IDENTIFIER.fullmatch(names[0]) is not None and len(below) > 0
    return not _repeats(names, below[:MAX_COMPARED])


def _contrast(names: Sequence[str], below: Sequence[Cells]) -> int:
    """Return the number of columns that differ in kind from their top cell, less those that could and do not."""
    votes = 0
    for index, name in enumerate(names):
        texts = [text for row in below if len(row) > index and (text := _text(row[index]))]
        if not texts or not name:
            continue
        data = sum(map(_is_data, texts)) / len(texts)
        if _YEAR.fullmatch(name) and not any(map(_YEAR.fullmatch, texts)):
            votes += 1  # the years of a statistic
        elif _is_data(name):
            votes += -1 if data >= 0.5 else 1
        elif data >= MOSTLY:
            votes += 1
    return votes


def _repeats(names: Sequence[str], below: Sequence[Cells]) -> bool:
    """Return whether names recur in their own columns, as a brand does and a column's name hardly does."""
    named_columns = [(index, name) for index, name in enumerate(names) if name]
    again = sum(len(row) > index and _text(row[index]) == name for row in below for index, name in named_columns)
    return again > 1 + len(below) // 10


def _headers_by_content(rows: Sequence[Cells]) -> list[str]:
    rows = rows[:MAX_COMPARED]
    width = max(Counter(map(len, rows)).most_common(1)[0][0], 1) if rows else 1
    columns = [[text for row in rows if len(row) > at and (text := _text(row[at]))] for at in range(width)]
    headers = [_by_content(texts, index, alone=width == 1) for index, texts in enumerate(columns, 1)]
    of_pages = _column_of_pages(columns)
    if of_pages is not None:
        headers[of_pages] = "url"
    return _unique(headers)


def _column_of_pages(columns: Sequence[Sequence[str]]) -> int | None:
    """Return the column with the most addresses, if they fill at least half of it or it is the only column."""
    alone = len(columns) == 1
    addresses = [sum(map(is_web_address if alone else is_page_address, texts)) for texts in columns]
    index = max(range(len(columns)), key=addresses.__getitem__)
    return index if addresses[index] and (alone or 2 * addresses[index] >= len(columns[index])) else None


def _by_content(texts: Sequence[str], index: int, *, alone: bool) -> str:
    if sum(_GTIN.fullmatch(text) is not None for text in texts) >= MOSTLY * max(len(texts), 1):
        return "gtin"
    # A list of nothing but words is a list of titles.
    return "title" if alone and not any(map(_is_data, texts)) else f"column_{index}"


def _is_data(text: str) -> bool:
    if len(text) > MAX_VALUE_CHARS:
        return is_web_address(text)
    return bool(_NUMBER.fullmatch(text) or _DATE.fullmatch(text) or _MAIL.fullmatch(text) or is_web_address(text))


def _count_filled(row: Cells) -> int:
    return sum(1 for cell in row if _text(cell))


def _text(cell: object) -> str:
    return "" if cell is None else str(cell).strip()[:1000]
