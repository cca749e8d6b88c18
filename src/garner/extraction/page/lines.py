"""Split a page into lines in one walk over its tree, for the readers of all kinds.

A *line* is the content between two boundaries of block elements. It is neutral: it has its text and its inline elements
in page order, and every element has its parent and its own facts (heading, emphasis, link, hidden, names). A reader
decides which elements it leaves out, what the names of elements mean, and whether it splits or joins lines.

Elements are in page order, so that a reader can derive the context of each from that of its parent in one pass. The
walk is not recursive and ends after `MAX_VISITS` steps, so that its time and memory are bounded on any page.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Generic, TypeVar

from selectolax.lexbor import LexborHTMLParser, LexborNode

C = TypeVar("C")

MAX_VISITS = 300_000

# Elements whose content is never text of the page. They do not end a line.
UNSEEN_TAGS = frozenset(("script", "style", "template", "svg", "math", "iframe", "object", "audio", "video"))
# Elements that do not begin a new line on the screen, controls included.
INLINE_TAGS = frozenset(
    ("a", "abbr", "amp-img", "b", "bdi", "bdo", "big", "button", "canvas", "cite", "code", "data", "del", "em", "font",
     "i", "img", "input", "ins", "kbd", "label", "link", "mark", "meta", "noscript", "optgroup", "option", "picture",
     "q", "s", "samp", "select", "small", "source", "span", "strike", "strong", "sub", "sup", "textarea", "time", "tt",
     "u", "var", "wbr", "-comment")
)  # fmt: skip
HEADING_LEVELS = {f"h{level}": level for level in range(1, 7)}

# Facts that elements inherit from those around them, as bits.
LINKED, BUTTON, BOLD, BIG, SLANTED, UNDERLINED, LISTED, PREFORMATTED = (1 << bit for bit in range(8))
_MARKS = {
    "a": LINKED, "button": BUTTON, "b": BOLD, "strong": BOLD, "big": BIG, "i": SLANTED, "em": SLANTED, "u": UNDERLINED,
    "li": LISTED, "pre": PREFORMATTED,
}  # fmt: skip
_OWN_FACTS = {tag: (_MARKS.get(tag, 0), HEADING_LEVELS.get(tag, 0)) for tag in (*_MARKS, *HEADING_LEVELS)}
_NO_FACTS = (0, 0)
# Ways in which an element hides itself and its content, as bits. Readers differ in which they follow.
HIDDEN_ATTRIBUTE, NOT_DISPLAYED, INVISIBLE = (1 << bit for bit in range(3))
_NOT_DISPLAYED = re.compile(r"display\s*:\s*none", re.I)
_INVISIBLE = re.compile(r"visibility\s*:\s*hidden", re.I)


class Element:
    """An element of the page, with what more than one reader asks of it."""

    __slots__ = ("attributes", "heading", "hiding", "index", "is_block", "marks", "names", "node", "parent", "tag")

    def __init__(self, node: LexborNode, tag: str, parent: "Element | None", index: int) -> None:
        self.node = node
        self.tag = tag
        self.parent = parent  # the body has none; a cycle would keep the tree in memory
        self.index = index  # in page order: parents before their children
        self.is_block = tag not in INLINE_TAGS
        marks, heading = _OWN_FACTS.get(tag, _NO_FACTS)
        self.marks: int = marks if parent is None else marks | parent.marks
        self.heading: int = heading or (parent.heading if parent is not None else 0)  # the innermost level
        attributes = self.attributes = node.attributes
        self.names = ""  # class and id, separated by a space
        self.hiding = 0  # the ways in which it hides itself; class names are interpreted by the readers
        if attributes:
            self.names = attributes.get("class") or ""
            if "id" in attributes:
                self.names = f"{self.names} {attributes['id'] or ''}".strip()
            if "style" in attributes or "hidden" in attributes:
                self.hiding = _hiding(attributes)


def _hiding(attributes: Mapping[str, str | None]) -> int:
    hiding = HIDDEN_ATTRIBUTE if "hidden" in attributes else 0
    style = attributes.get("style") or ""
    return (
        hiding | (NOT_DISPLAYED if _NOT_DISPLAYED.search(style) else 0) | (INVISIBLE if _INVISIBLE.search(style) else 0)
    )


# A text, an inline element that begins, or None where the innermost open inline element ends.
Part = str | Element | None


class Line:
    """The content between two boundaries of blocks. A line of only white space is left out."""

    __slots__ = ("begins_at", "ends_at", "parts", "within")

    def __init__(self, within: Element, begins_at: Element, parts: list[Part] | None = None) -> None:
        self.within = within  # the innermost element that is open where the line begins
        self.parts = [] if parts is None else parts
        self.begins_at = begins_at  # the block whose beginning or end is the boundary
        self.ends_at = begins_at


class PageLines:
    """The elements and lines of a page, in page order."""

    def __init__(self, tree: LexborHTMLParser) -> None:
        self.tree = tree
        self.elements: list[Element] = []
        self.lines: list[Line] = []
        if tree.body is not None:
            self._walk(tree.body)

    def __iter__(self) -> Iterator[Line]:
        return iter(self.lines)

    def _walk(self, body: LexborNode) -> None:
        elements = self.elements
        root = element = Element(body, "body", None, 0)
        elements.append(root)
        line = Line(root, root)
        node = body.first_child
        for _ in range(MAX_VISITS):
            if node is None:
                left, parent = element, element.parent
                if parent is None:
                    break
                node, element = left.node.next, parent
                if left.is_block:
                    line = self._end_line(line, element, left)
                else:
                    line.parts.append(None)
                continue
            tag = node.tag or ""
            if tag == "-text":
                line.parts.append(node.text_content or "")
            elif tag not in UNSEEN_TAGS:
                element = Element(node, tag, element, len(elements))
                elements.append(element)
                if element.is_block:
                    line = self._end_line(line, element, element)
                else:
                    line.parts.append(element)
                node = node.first_child
                continue
            node = node.next
        self._end_line(line, root, root)

    def _end_line(self, line: Line, within: Element, boundary: Element) -> Line:
        """Return the line that begins within this element."""
        parts = line.parts
        if not parts or (len(parts) == 1 and isinstance(parts[0], str) and parts[0].isspace()):
            parts.clear()
            line.within, line.begins_at = within, boundary
            return line
        line.ends_at = boundary
        self.lines.append(line)
        return Line(within, boundary)


class Contexts(Generic[C]):
    """The contexts that a reader gives to the elements of a page, each derived from that of its parent.

    `read` gets an element and the context of its parent, and returns None if the element is not seen. Such elements and
    what is in them do not exist for the reader: the text on both sides of them is one line.
    """

    def __init__(self, page: PageLines, outermost: C, read: Callable[[Element, C], C | None]) -> None:
        self._page = page
        self._unseen: set[Element] = set()
        self.by_index: list[C] = []  # by the index of the element
        by_index, unseen = self.by_index, self._unseen
        for element in page.elements:
            parent = element.parent
            before = outermost if parent is None else by_index[parent.index]
            context = None if parent in unseen else read(element, before)
            if context is None:
                unseen.add(element)
                context = before
            by_index.append(context)

    def __getitem__(self, element: Element) -> C:
        return self.by_index[element.index]

    def around(self, element: Element) -> C:
        """Return the context of the element's parent."""
        return self.by_index[(element.parent or element).index]

    def seen_lines(self) -> Iterator[Line]:
        """Yield the lines without the elements that are not seen."""
        unseen = self._unseen
        pending: Line | None = None  # a line that goes on behind a block that is not seen
        for line in self._page:
            if pending is not None and line.begins_at not in unseen:
                yield pending
                pending = None
            parts = line.parts
            if line.within in unseen or not unseen.isdisjoint(parts):
                parts = self._seen_parts(line)
            if pending is not None:
                pending = Line(pending.within, pending.begins_at, pending.parts + parts)
            elif parts:
                pending = line if parts is line.parts else Line(line.within, line.begins_at, parts)
            if pending is not None and line.ends_at not in unseen:
                yield pending
                pending = None
        if pending is not None:
            yield pending

    def _seen_parts(self, line: Line) -> list[Part]:
        parts: list[Part] = []
        unseen, element = self._unseen, line.within
        for part in line.parts:
            if isinstance(part, Element):
                element = part
            if element not in unseen:
                parts.append(part)
            if part is None:
                element = element.parent or element
        return parts


def ancestor_ids(nodes: Iterable[LexborNode]) -> set[int]:
    """Return the identities (`mem_id`) of all ancestors of these nodes."""
    around: set[int] = set()
    for start in nodes:
        node = start.parent
        while node is not None and node.mem_id not in around:
            around.add(node.mem_id)
            node = node.parent
    return around
