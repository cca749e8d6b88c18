"""Split a page into the rows that a reader sees, one below the other, each with the context of its surroundings.

A row is an entry of a list, a row of a table, a paragraph, or a line between two breaks. A row of a layout table is not
a row: its lines are. The name of an element (`class`, `id`) describes the rows inside it, and the innermost name with a
meaning wins, so that a list of ingredients inside a block of instructions is still a list of ingredients.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

from selectolax.lexbor import LexborNode

from garner.extraction.page.lines import (
    BOLD,
    HEADING_LEVELS,
    LINKED,
    NOT_DISPLAYED,
    PREFORMATTED,
    SLANTED,
    UNDERLINED,
    Contexts,
    Element,
    PageLines,
    ancestor_ids,
)
from garner.extraction.values.units import unit_at

MAX_ROWS = 20_000
MAX_ROW = 5_000

_UNSEEN = frozenset(("noscript", "button", "select", "textarea", "canvas", "dialog"))
_BOLD = BOLD | SLANTED | UNDERLINED
_LISTS = frozenset(("ul", "ol", "table", "dl"))
_ITEMS = frozenset(("li", "tr"))
_NAMED_INLINE = frozenset(("span", "label"))  # inline elements that pages name for their content
_CELLS = frozenset(("td", "th"))
_WHOLE_PAGE = frozenset(("body", "main", "article", "form"))
_HEADINGS_CLIMBED = 20
_ASIDE = frozenset(("nav", "footer", "aside"))
_UNSEEN_NAME = re.compile(
    r"(?:^|\s)(?:sr-only|screen-reader-text|(?:u-)?visually-?hidden|d-none|tooltip\S*|\S*unit-system-2)(?:\s|$)", re.I
)
# The maximum number of lines and characters of an entry that is one row: layout tables put whole pages into a row.
_ONE_ROW = {"li": (40, 4_000), "tr": (8, 600)}
_ONE_NAMED_ROW = (8, 400)
_LINES_OF_LAYOUT = 3  # in one cell of a table
_LARGE = 5  # of the <font> sizes 1 to 7; text is 3
_COUNTED = re.compile(r"[\d½¼¾⅓⅔]\S{0,6} (?=.{7}).*[^\W\d_]{3}")


# Marks in the text of a line. Parts that only the style sheet separates are still separate words (1cup), and the comma
# or dash between an ingredient and its note is decoration.
_SPAN, _NOTE_BEGINS = "\0", "\1"
_SET_APART = re.compile(r"(?<=\w)\x00+(?=\w)")
_NOTE_NAME = re.compile(r"(?:\b|[-_])notes?(?:\b|[-_])", re.I)
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200e\u200f\u2060\ufeff"))
_NUMBER = re.compile(r"\d[\d.,/\s]{0,12}\Z")
_WEIGHED = frozenset(("g", "kg", "mg", "ml", "cl", "dl", "l", "ounce", "pound"))
# Preformatted text is wrapped by hand: a line of at least this width that ends in mid-sentence continues in the next.
_WIDE = 45
_LETTER = re.compile(r"[^\W\d_]")
_IN_THE_MIDST = re.compile(r"[\w,)]\s*\Z")
_BEGINS_WITH_AMOUNT = re.compile(r"\s*[\d½¼¾⅓⅔](?!\d?[.)]\s)")
# Recipe programs export two columns of ingredients, continuations of an ingredient below it after a dash, and the names
# of groups within a drawn line.
_SECOND_COLUMN = re.compile(r"(?<=[^\W\d_]|[;,)])\s{3,}(?=\d)|(?<=\w)\s{3,}(?=[^\W\d_][^:\s]*(?: [^:\s]+)? ?:)")
_SAID_MORE = re.compile(r"\s+-(?=[^\W\d_])")
_NAME_IN_LINE = re.compile(r"\s*M*-{3,}\s*([^\W_](?:[^-]|-(?!-))*?)\s*-{3,}\s*\Z")
_NOTE = re.compile(r"(?:\x00[\s,\u2013-]*+)?\x01([^\x00\x01]*+)\x00")


class RowContext(NamedTuple):  # a page has thousands, and tuples are created faster than objects
    """The context of a row on the page."""

    heading: int = 0  # 1 to 6 for <h1> to <h6>
    list: int = 0  # the list or table around it
    ordered: bool = False
    item: int = 0  # the entry that it is, or is a line of
    item_tag: str = ""
    cell: int = 0  # of a table
    says: str = ""  # the part of the record that the names around it indicate
    aside: bool = False
    names: str = ""  # class and id of the innermost block


@dataclass(slots=True)
class PageRow:
    text: str
    context: RowContext
    is_link: bool = False  # it has no text outside a link
    is_bold: bool = False
    is_large: bool = False
    is_head: bool = False  # header row of a table: it names the columns of the rows below it


def page_rows(page: PageLines, says: Callable[[str], str]) -> list[PageRow]:
    """Return the rows of the page. `says` maps a class or id name to the meaning of its content, or to an empty
    string."""
    lines = _RowReader(Contexts(page, RowContext(), _RowContextReader(page, says).read)).read()
    groups = (list(group) for _, group in groupby(lines, key=lambda row: row.context.item))
    return [row for rows in _with_units(groups) for row in _as_one(rows)]


def _as_one(rows: list[PageRow]) -> list[PageRow]:
    """Join the lines of one entry into one row, unless they are too many, or each begins with an amount of its own, or
    they are the cells of a whole grid."""
    context = rows[0].context
    if len(rows) == 1 or not context.item:
        return rows
    max_lines, max_text = _ONE_ROW.get(context.item_tag, _ONE_NAMED_ROW)
    is_one = len(rows) <= max_lines and sum(len(row.text) for row in rows) <= max_text
    is_one = is_one and sum(_COUNTED.match(row.text) is not None for row in rows) <= 1
    if context.item_tag == "tr":
        if not is_one or _lays_out(rows):
            return [replace(row, context=row.context._replace(list=0, item=0, item_tag="")) for row in rows]
    elif not is_one or sum(_NUMBER.match(row.text) is not None for row in rows) > 1:
        return rows
    return [PageRow(" ".join(row.text for row in rows), context, all(row.is_link for row in rows))]


def _lays_out(cells: Sequence[PageRow]) -> bool:
    """Return whether a row of a table has a cell in which several lines stand one below the other."""
    return any(
        sum(1 for _ in lines) >= _LINES_OF_LAYOUT for _, lines in groupby(cells, key=lambda row: row.context.cell)
    )


def _with_units(groups: Iterable[list[PageRow]]) -> Iterator[list[PageRow]]:
    """Yield the rows of cells; where the table head gives a unit (`Dough | kg`), add it to the numbers below it."""
    table, units = 0, dict[int, str]()
    for cells in groups:
        context = cells[0].context
        if context.item_tag != "tr":
            yield cells
            continue
        column_units = _units_of_columns(cells)
        if column_units or context.list != table:
            table, units = context.list, column_units
        yield [_head(cells, units)] if column_units else _beside_units(cells, units)


def _units_of_columns(cells: Sequence[PageRow]) -> dict[int, str]:
    """Return the units by column index counted from the right, since the first column often has no name. A row that
    contains a number is not a head."""
    if any(_NUMBER.match(cell.text) for cell in cells):
        return {}
    return {at: cell.text for at, cell in enumerate(reversed(cells)) if is_unit_alone(cell.text)}


def is_unit_alone(text: str) -> bool:
    """Return whether the text is a unit of weight or volume, as in the head of a column; the `pinch` in a cell beside
    the salt is not."""
    unit = unit_at(text, 0) if len(text) < 20 else None
    return unit is not None and unit.unit in _WEIGHED and unit.end == len(text)


def _head(cells: Sequence[PageRow], units: dict[int, str]) -> PageRow:
    names = [cell.text for cell in cells if cell.text not in units.values() and cell.text[0].isalnum()]
    return PageRow(" ".join(names), cells[0].context, is_head=True)


def _beside_units(cells: list[PageRow], units: dict[int, str]) -> list[PageRow]:
    """Add units to the numbers below them. Other numbers are not amounts but shares of the whole, or prices."""
    kept_cells = []
    for at, cell in zip(range(len(cells) - 1, -1, -1), cells, strict=True):
        is_number = bool(units) and _NUMBER.match(cell.text)
        if not is_number:
            kept_cells.append(cell)
        elif at in units:
            kept_cells.append(replace(cell, text=f"{cell.text} {units[at]}"))
    return kept_cells or cells


class _RowContextReader:
    """Reads the context that an element gives to its rows."""

    def __init__(self, page: PageLines, says: Callable[[str], str]) -> None:
        self._says = says
        self._known = {"": ""}  # by class and id; a page repeats the same few hundred
        # The names of the ancestors of the page's heading do not classify content.
        self._around = ancestor_ids(page.tree.css("h1")[:_HEADINGS_CLIMBED])

    def read(self, element: Element, before: RowContext) -> RowContext | None:
        tag = element.tag
        if tag in _UNSEEN:
            return None
        if not element.is_block and tag not in _NAMED_INLINE:
            return before
        if element.is_block and element.hiding & NOT_DISPLAYED:
            return None
        names = element.names if element.is_block else _class_of(element)
        meaning = self._known.get(names)
        if meaning is None:
            meaning = self._meaning(names)
        if meaning == "unseen":
            return None
        if not element.is_block:
            return self._make(element, before, names, meaning) if meaning and not before.item else before
        if meaning == "both" and before.says == "instructions":
            return None  # the ingredients that the step uses, repeated beside it
        return self._make(element, before, names, meaning)

    def _make(self, element: Element, before: RowContext, names: str, meaning: str) -> RowContext:
        tag = element.tag
        is_whole = tag in _WHOLE_PAGE or element.node.mem_id in self._around
        is_other = meaning == "other" and not is_whole and not (before.item and before.says)
        is_said = meaning in ("ingredients", "instructions") and not is_whole
        says = meaning if is_said else "" if is_other else before.says
        is_list, is_cell = tag in _LISTS, tag in _CELLS
        is_item = tag in HEADING_LEVELS or tag in _ITEMS
        # Entries of a list that is not written as one; the cells of a row are one entry.
        is_item = is_item or (says == "ingredients" and not is_cell and _is_repeated(element))
        return RowContext(
            element.heading,
            element.index if is_list else before.list,
            tag == "ol" if is_list else before.ordered,
            element.index if is_item else before.item,
            tag if is_item else before.item_tag,
            element.index if is_cell else 0 if is_list else before.cell,
            says,
            before.aside or is_other or (tag in _ASIDE and not is_whole),
            names,
        )

    def _meaning(self, names: str) -> str:
        meaning = self._known[names] = "unseen" if _UNSEEN_NAME.search(names) else self._says(names)
        return meaning


class _RowReader:
    """Reads the lines of a page as rows, each with its context, before those of one entry are joined."""

    def __init__(self, contexts: Contexts[RowContext]) -> None:
        self._contexts = contexts
        self._rows: list[PageRow] = []
        self._fonts: list[bool] = []  # for each open <font>, whether it is a large one
        self._note = 0  # how deep inside a note
        self._begin_row()

    def _begin_row(self) -> None:
        self._texts: list[str] = []
        self._is_link = self._is_bold = self._is_large = True

    def read(self) -> list[PageRow]:
        for line in self._contexts.seen_lines():
            element = line.within
            for part in line.parts:
                if isinstance(part, str):
                    self._read_text(part, element)
                elif part is None:
                    self._leave(element)
                    element = element.parent or element
                else:
                    self._enter(part)
                    element = part
            self._end_row(element)
        return self._rows

    def _read_text(self, text: str, element: Element) -> None:
        if element.marks & PREFORMATTED:
            self._read_preformatted(text, element)
        else:
            self._read_piece(text, element)

    def _read_piece(self, text: str, element: Element) -> None:
        self._texts.append(text)  # the parser leaves no NUL in it, and a stray \x01 is read as a space
        if not text.isspace():
            marks = element.marks
            self._is_link = self._is_link and marks & LINKED != 0
            self._is_bold = self._is_bold and marks & _BOLD != 0
            self._is_large = self._is_large and any(self._fonts)

    def _read_preformatted(self, text: str, element: Element) -> None:
        first, *others = text.split("\n", MAX_ROWS)
        self._read_piece(first, element)
        before = first
        for line in others:
            for column in _columns(line[:MAX_ROW]):
                if not _is_continued(before, column):
                    self._end_row(element)
                self._read_piece(" " + _SAID_MORE.sub("", column, count=1), element)
                before = column

    def _enter(self, element: Element) -> None:
        if element.tag == "font":
            self._fonts.append(_is_large(element.attributes.get("size") or ""))
        elif element.tag in _NAMED_INLINE:
            is_note = bool(self._texts) and self._is_note(element)
            if self._note or is_note:
                self._note += 1
            if self._note <= 1:
                self._texts.append(_NOTE_BEGINS if is_note else _SPAN)

    def _leave(self, element: Element) -> None:
        if element.tag == "font":
            self._fonts.pop()
        elif element.tag in _NAMED_INLINE:
            self._note = max(0, self._note - 1)
            if not self._note:
                self._texts.append(_SPAN)
            if self._contexts[element] is not self._contexts.around(element):
                self._end_row(element)

    def _is_note(self, element: Element) -> bool:
        names = _class_of(element)
        return bool(names and self._contexts.around(element).says == "ingredients" and _NOTE_NAME.search(names))

    def _end_row(self, element: Element) -> None:
        if self._texts:
            context = self._contexts[element]
            text = " ".join(_in_words("".join(self._texts)[: 2 * MAX_ROW]).split())[:MAX_ROW]
            text = text if text.isascii() else text.translate(_INVISIBLE).strip()
            if text and len(self._rows) < MAX_ROWS:
                self._rows.append(PageRow(text, context, self._is_link, self._is_bold, self._is_large))
            self._begin_row()


def _class_of(element: Element) -> str:
    return element.attributes.get("class") or ""


def _is_continued(line: str, following: str) -> bool:
    """Return whether a line of preformatted text was only broken because it was full."""
    if _BEGINS_WITH_AMOUNT.match(line):
        return _SAID_MORE.match(following) is not None
    return len(line) >= _WIDE and bool(_IN_THE_MIDST.search(line) and _LETTER.search(following))


def _columns(line: str) -> list[str]:
    if named := _NAME_IN_LINE.match(line):
        return [f"{named[1]}:"]
    return _SECOND_COLUMN.split(line) if _BEGINS_WITH_AMOUNT.match(line) or ":" in line else [line]


def _is_large(size: str) -> bool:
    digits = size.strip().lstrip("+")
    return digits.isdecimal() and len(digits) == 1 and int(digits) + 3 * ("+" in size) >= _LARGE


def _in_words(text: str) -> str:
    """Return the text with its marks resolved: a note that has an element of its own is put into brackets."""
    if _NOTE_BEGINS in text:
        text = _NOTE.sub(_bracket, text).replace(_NOTE_BEGINS, _SPAN)
    return _SET_APART.sub(" ", text).replace(_SPAN, "") if _SPAN in text else text


def _bracket(match: re.Match[str]) -> str:
    note: str = match[1].strip()
    if note.startswith("(") and note.endswith(")") and note.count("(") == 1:
        note = note[1:-1]
    return f" ({note})" if note else ""


def _is_repeated(element: Element) -> bool:
    """Return whether it is one of several siblings with the same class: pages without lists write their entries this
    way."""
    own, node = element.attributes.get("class"), element.node
    if not own or element.tag in HEADING_LEVELS:
        return False
    return any(
        other is not None and other.tag == element.tag and other.attributes.get("class") == own
        for other in (_sibling(node, "next"), _sibling(node, "prev"))
    )


def _sibling(node: LexborNode, direction: str) -> LexborNode | None:
    for _ in range(3):  # past the white space and a comment
        other: LexborNode | None = getattr(node, direction)
        if other is None or (other.tag or "-")[0] != "-":
            return other
        node = other
    return None
