"""Read the lines of a page as those of a posting: the input for reading a posting without markup.

A line keeps its pieces, because the parts set apart inside a line (`<b>Location</b> Berlin`) are often a label and its
value.
"""

import re
from dataclasses import dataclass
from typing import NamedTuple

from garner.extraction.page.lines import (
    BIG,
    BOLD,
    BUTTON,
    HIDDEN_ATTRIBUTE,
    LINKED,
    NOT_DISPLAYED,
    Contexts,
    Element,
    PageLines,
)

MAX_LINES = 4_000
MAX_LINE = 4_000

_UNSEEN = frozenset(("noscript", "select", "textarea", "canvas", "dialog"))
_HIDING = HIDDEN_ATTRIBUTE | NOT_DISPLAYED
_SETS_APART = frozenset(("b", "strong", "i", "u", "span", "label", "font", "em", "big", "time"))
_BLOCKS = frozenset(("button",))  # inline elements that are lines of their own
_LEADS = frozenset(("a", "button"))
_AROUND = frozenset(("nav", "footer"))
_AROUND_NAME = re.compile(
    r"(?:^|[\s_-])(?:related|similar|recommend\w*|cookies?|consent|newsletter|share|sharing|social|breadcrumbs?|menu|"
    r"navbar|footer|comments?|more-jobs|other-jobs)(?:[\s_-]|$)",
    re.I,
)
_APART = "\0"


class LineContext(NamedTuple):
    """The context that the blocks around a line give."""

    tag: str = "body"
    names: str = ""  # class and id of the nearest block that has any
    heading: int = 0
    is_around: bool = False  # menus, footers, other postings


@dataclass(frozen=True, slots=True)
class PostingLine:
    text: str
    pieces: tuple[str, ...]
    context: LineContext
    is_bold: bool
    leads_to: str | None  # the address, or "" for a button, if the line has no text outside a link
    names: str  # of its first piece, or else of its block
    moment: str | None = None  # the machine-readable value of a <time> in it


def posting_lines(page: PageLines) -> list[PostingLine]:
    return _LineReader(Contexts(page, LineContext(), _read_element)).read()


def _read_element(element: Element, before: LineContext) -> LineContext | None:
    tag = element.tag
    if tag in _UNSEEN or element.hiding & _HIDING:
        return None
    if not element.is_block and tag not in _BLOCKS:
        return before
    names = element.names
    is_around = before.is_around or tag in _AROUND or bool(names and _AROUND_NAME.search(names))
    return LineContext(tag, names or before.names, element.heading, is_around)


class _LineReader:
    def __init__(self, contexts: Contexts[LineContext]) -> None:
        self._contexts = contexts
        self._lines: list[PostingLine] = []
        self._begin_line()

    def _begin_line(self) -> None:
        self._texts: list[str] = []
        self._last: Element | None = None  # the element around the last words
        self._is_bold = self._is_link = True
        self._names = ""
        self._moment: str | None = None

    def read(self) -> list[PostingLine]:
        for line in self._contexts.seen_lines():
            if len(self._lines) >= MAX_LINES:
                break
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
            self._end_line(self._contexts[element])
        return self._lines

    def _read_text(self, text: str, element: Element) -> None:
        self._texts.append(text)
        if not text.isspace():
            self._last = element
            self._is_bold = self._is_bold and element.marks & (BOLD | BIG) != 0
            self._is_link = self._is_link and element.marks & (LINKED | BUTTON) != 0

    def _enter(self, element: Element) -> None:
        tag = element.tag
        if tag in _BLOCKS:
            self._end_line(self._contexts.around(element))
            return
        if tag in _SETS_APART:
            self._texts.append(_APART)
        if self._last is None:
            self._names = element.names or self._names
        if tag == "time":
            self._moment = self._moment or element.attributes.get("datetime")

    def _leave(self, element: Element) -> None:
        if element.tag in _BLOCKS:
            self._end_line(self._contexts[element])
        elif element.tag in _SETS_APART:
            self._texts.append(_APART)

    def _end_line(self, context: LineContext) -> None:
        text = "".join(self._texts)[: 2 * MAX_LINE]
        pieces = tuple(piece for part in text.split(_APART) if (piece := " ".join(part.split())))
        if pieces and len(self._lines) < MAX_LINES:
            whole = " ".join(_join_words(text).split())[:MAX_LINE]
            leads_to = _address_around(self._last) if self._is_link else None
            names = self._names or context.names
            self._lines.append(PostingLine(whole, pieces, context, self._is_bold, leads_to, names, self._moment))
        self._begin_line()


def _address_around(element: Element | None) -> str:
    """Return the address of the link around the element, or an empty string for a button."""
    while element is not None and element.tag not in _LEADS:
        element = element.parent
    return (element.attributes.get("href") or "") if element is not None else ""


_BETWEEN_WORDS = re.compile(r"(?<=\w)\x00+(?=[\w$€£])")


def _join_words(text: str) -> str:
    return _BETWEEN_WORDS.sub(" ", text).replace(_APART, "")
