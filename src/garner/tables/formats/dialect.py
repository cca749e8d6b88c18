"""Detect the dialect of a delimited text: try each delimiter and take the one that makes rows of equal width."""

import math
import re
from collections import Counter
from collections.abc import Collection, Sequence

from garner.core.rows.columns import fold_name, is_known_header
from garner.tables.formats.delimited import DelimitedReader, Dialect
from garner.tables.rows import Limits

DELIMITERS = ",;\t|"
NONE = "\x1f"  # for a single column, whose text may contain any of them
MAX_EXAMINED = 64 * 1024
MAX_SAMPLE_WASTE = 16 * MAX_EXAMINED
_SAYS_DELIMITER = re.compile(r"sep=([^\w \r\n\"'\\])\r?\n", re.IGNORECASE)
_TYPED = re.compile(r"|[-+]?[\d.,]*\d%?|[\w./:-]+|https?://\S+", re.UNICODE)


def dialect_of(text: str, names: Collection[str] = ()) -> Dialect:
    """Return the dialect of the text. `names` are names of columns that must occur."""
    declaration = _SAYS_DELIMITER.match(text)  # spreadsheets write it into the first line
    if declaration:
        return _make_dialect(text[declaration.end() : MAX_EXAMINED], declaration[1], lines_before=1)
    sample = text[:MAX_EXAMINED]
    known = {fold_name(name) for name in names}
    # Column names are better evidence than the widths of a few rows, since users leave out trailing cells.
    by_name = max(DELIMITERS, key=lambda delimiter: _count_column_names(sample, delimiter, known))
    if _count_column_names(sample, by_name, known) > 1:
        return _make_dialect(sample, by_name)
    best = max(DELIMITERS, key=lambda delimiter: _fitness(sample, delimiter))
    return _make_dialect(sample, best if _fitness(sample, best) > 0 else NONE)


def _count_column_names(text: str, delimiter: str, known: Collection[str]) -> int:
    """Count the cells of the first line that name a column."""
    first = text.lstrip().partition("\n")[0].partition("\r")[0]
    cells = next(_make_dialect(first, delimiter).reader([first]), ()) if delimiter in first else ()
    return sum(is_known_header(cell) or fold_name(cell) in known for cell in map(str, cells))


def _fitness(text: str, delimiter: str) -> float:
    if delimiter not in text:
        return 0
    rows = _rows(text, _make_dialect(text, delimiter))
    if not rows:
        return 0
    widths = Counter(map(len, rows))
    usual = max((width for width in widths if width > 1), key=lambda width: (widths[width], width), default=1)
    several = sum(count for width, count in widths.items() if width > 1) / len(rows)
    share = widths[usual] / len(rows)
    if usual < 2 or (share < 0.5 and several < 0.9):
        return 0
    return share * _score_types(rows) * (1 + math.log2(min(usual, 16)) / 8)


def _rows(text: str, dialect: Dialect) -> list[Sequence[object]]:
    cut = len(text) >= MAX_EXAMINED
    records = list(DelimitedReader(dialect, Limits(), MAX_SAMPLE_WASTE).feed(text, last=not cut))
    return [cells for _, cells, _ in (records[:-1] if cut and len(records) > 1 else records)]


def _score_types(rows: Sequence[Sequence[object]]) -> float:
    """Return a score for the share of cells that are a word, a number or an address: a cell cut out of the middle of a
    text seldom is."""
    cells = [str(cell).strip()[:200] for row in rows[:200] for cell in row[:50]]
    return 0.5 + 0.5 * sum(_TYPED.fullmatch(cell) is not None for cell in cells) / len(cells)


def _make_dialect(text: str, delimiter: str, lines_before: int = 0) -> Dialect:
    edge = re.escape(delimiter)
    single = '"' not in text and len(re.findall(rf"(?:^|{edge})'[^'\n]*'(?={edge}|\r?$)", text, re.MULTILINE)) > 1
    quote = "'" if single else '"'
    return Dialect(
        delimiter,
        quote,
        "\\" if f"\\{quote}" in text and re.search(rf"[^\\{quote}]\\{quote}[^{edge}\r\n]", text) else None,
        re.search(rf"{edge} +{quote}", text) is not None,
        lines_before,
    )
