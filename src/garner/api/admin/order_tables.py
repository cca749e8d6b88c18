"""Read orders of pages from a CSV: one page per row, and for each its own priority, frequency and first fetch."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from garner.api.admin.shapes import MAX_AT_ONCE, CrawlItem, CrawlOrder
from garner.errors import FieldError, InputError
from garner.field_reasons import field_sentence, reason_of

COLUMNS = tuple(str(field.alias) for field in CrawlItem.model_fields.values())
URL = COLUMNS[0]
DELIMITERS = ",;\t"
ONCE = "once"  # as a frequency; an empty cell names none
MAX_ROWS_REPORTED = 50


def read_order_table(text: str, common: Mapping[str, Any]) -> CrawlOrder:
    """Return the order of a table with a column `url`, and others of `COLUMNS`. Fields in `common` apply to all rows.
    Each invalid row is reported by its line."""
    lines: list[int] = []
    items: list[dict[str, Any]] = []
    for line, item in _rows(text):
        if len(items) == MAX_AT_ONCE:
            raise InputError(f"The table has more than {MAX_AT_ONCE:,} rows. Send it in parts.")
        lines.append(line)
        items.append(item)
    if not items:
        raise InputError("The table has no rows.")
    try:
        return CrawlOrder.model_validate({**common, "items": items}).at_lines(lines)
    except ValidationError as error:
        fields = [_find_line(problem, lines) for problem in error.errors()[:MAX_ROWS_REPORTED]]
        raise InputError(field_sentence(fields[0].field, fields[0].reason), fields=fields) from None


def _find_line(problem: Any, lines: Sequence[int]) -> FieldError:
    """Return the error of a row, as `lines.4.priority`."""
    match problem["loc"]:
        case ("items", int(place), *names):
            field = ".".join(["lines", str(lines[place]), *map(str, names)])
        case names:
            field = ".".join(map(str, names))
    return FieldError(field, reason_of(problem).text)


def _rows(text: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the rows that are not blank, with their lines."""
    head = text.partition("\n")[0]
    delimiter = max(DELIMITERS, key=head.count)
    # The limit is global to the process, and long cells are refused with their field.
    csv.field_size_limit(max(csv.field_size_limit(), len(text)))
    reader = csv.reader(text.splitlines(keepends=True), delimiter=delimiter, strict=True)
    try:
        columns = _columns(next(reader, []))
        for row in reader:
            if any(cell.strip() for cell in row):
                yield reader.line_num, _item(columns, row, reader.line_num)
    except csv.Error as error:
        raise InputError(f"Line {reader.line_num} of the table is not valid CSV: {error}.") from None


def _columns(header: Sequence[str]) -> list[str]:
    by_name = {name.lower(): name for name in COLUMNS}
    names = [cell.strip().lower() for cell in header]
    unknown = [name for name in names if name not in by_name]
    wrong = [f"an unknown column {unknown[0][:50]!r}"] if unknown else []
    wrong += ["no column url"] if URL not in names else ["a column twice"] if len(set(names)) < len(names) else []
    if wrong:
        raise InputError(f"The first line of the table has {wrong[0]}. Its columns are {', '.join(COLUMNS)}.")
    return [by_name[name] for name in names]


def _item(columns: Sequence[str], row: Sequence[str], line: int) -> dict[str, Any]:
    if len(row) > len(columns):
        raise InputError(f"Line {line} of the table has {len(row)} cells, and the first line {len(columns)}.")
    cells = {name: cell.strip() for name, cell in zip(columns, row, strict=False)}
    return {name: _value(name, cell) for name, cell in cells.items() if cell}


def _value(column: str, cell: str) -> object:
    if column == URL:
        return cell
    if column == "crawlFrequency" and cell.lower() == ONCE:
        return None
    return int(cell) if cell.isascii() and cell.isdecimal() and len(cell) < 10 else cell
