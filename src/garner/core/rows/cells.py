"""Convert a value of a record to one table cell. Grid and export share this rule.

Text stays text, including prices: a price is stored as decimal text (`10.50`), and as a binary number it would become
another text (`10.5`), or get another last digit. Numbers are numbers, a list of texts has one line per text, and deeper
values are compact JSON.
"""

import re
from typing import Any

import orjson

Cell = str | int | float | bool | None

PLAIN = frozenset((str, int, float, bool, type(None)))
# The characters that a spreadsheet skips before it looks for a formula, and those that start one: also their wide and
# small forms, which some spreadsheets accept.
_SKIPPED = "\\s\\x00-\\x20\\u200b-\\u200f\\u2060\\ufeff"
_BEGINS = "=+\\-@＝＋－＠﹢﹣﹦﹫"
_NUMBER = "[+-]?[0-9]+(?:[.,][0-9]+)?"
_FORMULA = re.compile(f"(?!{_NUMBER}\\Z)(?:[{_SKIPPED}]*[{_BEGINS}]|[\\t\\r\\n])")
# In locales with decimal commas, spreadsheets split tables at these characters: a cell may begin here too.
_DIVIDES = "[;\\t\\r\\n]"
_IN_THE_MIDDLE = re.compile(
    f'({_DIVIDES})(?!{_NUMBER}(?:{_DIVIDES}|\\Z))(?=(?:(?!{_DIVIDES})["{_SKIPPED}])*[{_BEGINS}])'
)
_IS_DIVIDED = re.compile(_DIVIDES)


def cell_of(value: Any) -> Cell:
    if type(value) in PLAIN:
        return value  # type: ignore[no-any-return]  # the type was just checked
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return "\n".join(value) or None
    return orjson.dumps(value, default=str).decode()


def escape_formula(text: str) -> str:
    """Return text that no spreadsheet takes for a formula when it reads the table as plain text. A plain number is
    harmless and stays unchanged."""
    inside = _IN_THE_MIDDLE.sub(r"\1'", text) if _IS_DIVIDED.search(text) else text
    return f"'{inside}" if _FORMULA.match(text) else inside


def plain_text(cell: Cell) -> str | int | float:
    """Return a cell for a table that is written as text."""
    if isinstance(cell, str):
        # Fast path: most cells are harmless.
        return cell if cell[:1].isalnum() and not _IS_DIVIDED.search(cell) else escape_formula(cell)
    if isinstance(cell, bool):
        return "true" if cell else "false"
    return "" if cell is None else cell
