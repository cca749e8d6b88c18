"""A value of a record as one cell of a table. Grid and export show the same values by this one rule.

Text stays the text that it is, prices among it: a price is kept as decimal text (`10.50`), and as a binary number it
would come out as another text (`10.5`), or with another last digit. Numbers are numbers, a list of texts has a line for
each, and whatever is nested deeper is compact JSON.
"""

import re
from typing import Any

import orjson

Cell = str | int | float | bool | None

PLAIN = frozenset((str, int, float, bool, type(None)))
# What a spreadsheet skips before it looks for a formula, and what it takes for the beginning of one: also the wide and
# the small forms of the same characters, which some take for them.
_SKIPPED = "\\s\\x00-\\x20\\u200b-\\u200f\\u2060\\ufeff"
_BEGINS = "=+\\-@＝＋－＠﹢﹣﹦﹫"
_NUMBER = "[+-]?[0-9]+(?:[.,][0-9]+)?"
_FORMULA = re.compile(f"(?!{_NUMBER}\\Z)(?:[{_SKIPPED}]*[{_BEGINS}]|[\\t\\r\\n])")
# Where commas are decimal points, tables are divided by these, whatever was meant: then a cell begins here too.
_DIVIDES = "[;\\t\\r\\n]"
_IN_THE_MIDDLE = re.compile(
    f'({_DIVIDES})(?!{_NUMBER}(?:{_DIVIDES}|\\Z))(?=(?:(?!{_DIVIDES})["{_SKIPPED}])*[{_BEGINS}])'
)
_IS_DIVIDED = re.compile(_DIVIDES)


def cell_of(value: Any) -> Cell:
    if type(value) in PLAIN:
        return value  # type: ignore[no-any-return]  # by its type, which it was just asked for
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return "\n".join(value) or None
    return orjson.dumps(value, default=str).decode()


def neutral(text: str) -> str:
    """Text that no spreadsheet takes for a formula, where it would read the table as plain text. What is a number and
    nothing else does no harm, and is left alone."""
    inside = _IN_THE_MIDDLE.sub(r"\1'", text) if _IS_DIVIDED.search(text) else text
    return f"'{inside}" if _FORMULA.match(text) else inside


def plain_text(cell: Cell) -> str | int | float:
    """A cell of a table that is written as text."""
    if isinstance(cell, str):
        # Most are harmless at first sight.
        return cell if cell[:1].isalnum() and not _IS_DIVIDED.search(cell) else neutral(cell)
    if isinstance(cell, bool):
        return "true" if cell else "false"
    return "" if cell is None else cell
