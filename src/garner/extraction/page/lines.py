"""Split a page into lines in one walk over its tree, for the readers of all kinds.

A *line* is the content between two boundaries of block elements. It is neutral: it has its text and its inline elements
in page order, and every element has its parent and its own facts (heading, emphasis, link, hidden, names). A reader
decides which elements it leaves out, what the names of elements mean, and whether it splits or joins lines.

Elements are in page order, so that a reader can derive the context of each from that of its parent in one pass. The
walk is not recursive and ends after `MAX_VISITS` steps, so that its time and memory are bounded on any page.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

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
# Ways in which an element hides itself and its content, as bits. Readers differ in which they follow.
HIDDEN_ATTRIBUTE, NOT_DISPLAYED, INVISIBLE = (1 << bit for bit in range(3))
_NOT_DISPLAYED = re.compile(r"display\s*:\s*none", re.I)
_INVISIBLE = re.compile(r"visibility\s*:\s*hidden", re.I)


class Element:
    """An element of the page, with what more than one reader asks of it."""

    __slots__ = ("heading", "hiding", "index", "is_block", "marks", "names", "node", "parent", "tag")

    def __init__(self, node: LexborNode, tag: "_Tag", parent: "Element | None", index: int) -> None:
        self.node = node
        self.tag, self.is_block, marks, heading = tag
        self.parent = parent  # the body has none; a cycle would keep the tree in memory
        self.index = index  # in page order: parents before their children
        if parent is not None:
            marks |= parent.marks
            heading = heading or parent.heading
        self.marks: int = marks
        self.heading: int = heading  # the innermost level
        self.names = ""  # class and id, separated by a space
        self.hiding = 0  # the ways in which it hides itself; class names are interpreted by the readers
        attributes = node.attributes
        if attributes:
            if "class" in attributes:
                self.names = attributes["class"] or ""
            if "id" in attributes:
                self.names = f"{self.names} {attributes['id'] or ''}".strip()
            if "style" in attributes or "hidden" in attributes:
                self.hiding = _hiding(attributes)

    @property
    def attributes(self) -> Mapping[str, str | None]:
        """Its attributes, read again each time: few readers ask, and thousands of mappings would be kept."""
        return self.node.attributes


class _Tag(NamedTuple):
    """The facts that elements with the same tag share."""

    tag: str
    is_block: bool
    marks: int
    heading: int


def _tag_of(node: LexborNode) -> _Tag:
    tag = node.tag or ""
    return _Tag(tag, tag not in INLINE_TAGS, _MARKS.get(tag, 0), HEADING_LEVELS.get(tag, 0))


def _hiding(attributes: Mapping[str, str | None]) -> int:
    hiding = HIDDEN_ATTRIBUTE if "hidden" in attributes else 0
    if style := attributes.get("style"):
        hiding |= NOT_DISPLAYED if _NOT_DISPLAYED.search(style) else 0
        hiding |= INVISIBLE if _INVISIBLE.search(style) else 0
    return hiding


# A text, an inline element that begins, or None where the innermost open inline element ends.
Part = str | Element | None


class Line:
    """The content between two boundaries of blocks. A line of only white space is left out."""

    __slots__ = ("begins_at", "ends_at", "parts", "within")

    def __init__(self, within: Element, begins_at: Element, parts: list[Part], ends_at: Element) -> None:
        self.within = within  # the innermost element that is open where the line begins
        self.begins_at = begins_at  # the block whose beginning or end is the boundary
        self.parts = parts
        self.ends_at = ends_at


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
        elements, lines = self.elements, self.lines
        tags: dict[int, _Tag] = {}  # by the number that the parser gives a tag on this page
        root = element = Element(body, _tag_of(body), None, 0)
        elements.append(root)
        within = begins_at = root
        parts: list[Part] = []
        node = body.first_child
        for _ in range(MAX_VISITS):
            if node is None:
                boundary, parent = element, element.parent
                if parent is None:
                    break
                node, element = boundary.node.next, parent
                if not boundary.is_block:
                    parts.append(None)
                    continue
            else:
                number = node.tag_id
                tag = tags.get(number)
                if tag is None:
                    tag = tags[number] = _tag_of(node)
                name = tag[0]
                if name == "-text":
                    parts.append(node.text_content or "")
                    node = node.next
                    continue
                if name in UNSEEN_TAGS:
                    node = node.next
                    continue
                boundary = element = Element(node, tag, element, len(elements))
                elements.append(element)
                node = node.first_child
                if not tag[1]:
                    parts.append(element)
                    continue
            if parts and not _is_white(parts):
                lines.append(Line(within, begins_at, parts, boundary))
                parts = []
            elif parts:
                parts.clear()
            within, begins_at = element, boundary
        if parts and not _is_white(parts):
            lines.append(Line(within, begins_at, parts, root))


def _is_white(parts: Sequence[Part]) -> bool:
    return len(parts) == 1 and isinstance(parts[0], str) and parts[0].isspace()


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
            context = None if unseen and parent in unseen else read(element, before)
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
        pending: Line | None = None  # a line that continues after a block that is not seen
        for line in self._page:
            if pending is not None and line.begins_at not in unseen:
                yield pending
                pending = None
            parts = line.parts
            if line.within in unseen or not unseen.isdisjoint(parts):
                parts = self._seen_parts(line)
            if pending is not None:
                pending = Line(pending.within, pending.begins_at, pending.parts + parts, line.ends_at)
            elif parts:
                pending = line if parts is line.parts else Line(line.within, line.begins_at, parts, line.ends_at)
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
