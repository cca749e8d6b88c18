"""Split a page into lines, each with its context: the input for reading a posting without markup.

One walk over the tree finds them. Elements that begin a new line on screen begin one here. A line keeps its pieces,
because the parts set apart inside a line (`<b>Location</b> Berlin`) are often a label and its value.
"""

import re
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser, LexborNode

MAX_LINES = 4_000
MAX_VISITS = 200_000
MAX_LINE = 4_000

_UNSEEN = frozenset(
    ("script", "style", "noscript", "template", "svg", "math", "iframe", "object", "select", "textarea", "audio",
     "video", "canvas", "dialog", "-comment")
)  # fmt: skip
_INLINE = frozenset(
    ("a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "em", "font", "i", "img", "ins", "kbd",
     "label", "mark", "q", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr")
)  # fmt: skip
_SETS_APART = frozenset(("b", "strong", "i", "u", "span", "label", "font", "em", "big", "time"))
_BOLD = frozenset(("b", "strong", "big"))
_LEADS = frozenset(("a", "button"))
_AROUND = frozenset(("nav", "footer"))
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none", re.I)
_AROUND_NAME = re.compile(
    r"(?:^|[\s_-])(?:related|similar|recommend\w*|cookies?|consent|newsletter|share|sharing|social|breadcrumbs?|menu|"
    r"navbar|footer|comments?|more-jobs|other-jobs)(?:[\s_-]|$)",
    re.I,
)
_APART = "\0"


@dataclass(frozen=True, slots=True)
class LineContext:
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


def posting_lines(tree: LexborHTMLParser) -> list[PostingLine]:
    walk = _PostingWalk()
    node: LexborNode | None = tree.body
    above: list[tuple[LexborNode, str, LineContext]] = []
    for _ in range(MAX_VISITS):
        if node is None:
            if not above or len(walk.lines) >= MAX_LINES:
                break
            node, tag, before = above.pop()
            walk.leave(tag, before)
            node = node.next if above else None
            continue
        tag = node.tag or ""
        before = walk.context
        if tag == "-text":
            walk.read(node.text_content or "")
        elif tag not in _UNSEEN and walk.enter(node, tag):
            above.append((node, tag, before))
            node = node.first_child
            continue
        node = node.next
    walk.end_line()
    return walk.lines


class _PostingWalk:
    """The line being read and its context."""

    def __init__(self) -> None:
        self.lines: list[PostingLine] = []
        self.context = LineContext()
        self._depth = {"bold": 0, "link": 0}
        self._address = ""
        self._begin_line()

    def _begin_line(self) -> None:
        self._texts: list[str] = []
        self._has_words = False
        self._only = {"bold": True, "link": True}
        self._names = ""
        self._moment: str | None = None

    def read(self, text: str) -> None:
        self._texts.append(text)
        if not text.isspace():
            self._has_words = True
            for name, depth in self._depth.items():
                self._only[name] = self._only[name] and depth > 0

    def enter(self, node: LexborNode, tag: str) -> bool:
        """Enter an element; return False if it is hidden."""
        attributes = node.attributes
        if attributes and ("hidden" in attributes or _HIDDEN_STYLE.search(attributes.get("style") or "")):
            return False
        names = f"{attributes.get('class') or ''} {attributes.get('id') or ''}".strip() if attributes else ""
        if tag in _LEADS:
            self._depth["link"] += 1
            self._address = attributes.get("href") or ""
        if tag in _INLINE:
            self._enter_inline(tag, names, attributes.get("datetime") if tag == "time" else None)
            return True
        self.end_line()
        context = self.context
        self.context = LineContext(
            tag=tag,
            names=names or context.names,
            heading=int(tag[1]) if len(tag) == 2 and tag[0] == "h" and tag[1].isdigit() else context.heading,
            is_around=context.is_around or tag in _AROUND or bool(names and _AROUND_NAME.search(names)),
        )
        return True

    def _enter_inline(self, tag: str, names: str, moment: str | None) -> None:
        if tag in _BOLD:
            self._depth["bold"] += 1
        if tag in _SETS_APART:
            self._texts.append(_APART)
        if not self._has_words:
            self._names = names or self._names
        self._moment = self._moment or moment

    def leave(self, tag: str, before: LineContext) -> None:
        if tag not in _INLINE:
            self.end_line()
        elif tag in _BOLD:
            self._depth["bold"] -= 1
        if tag in _SETS_APART:
            self._texts.append(_APART)
        if tag in _LEADS:
            self._depth["link"] -= 1
        self.context = before

    def end_line(self) -> None:
        if not self._texts:
            return
        text = "".join(self._texts)[: 2 * MAX_LINE]
        pieces = tuple(piece for part in text.split(_APART) if (piece := " ".join(part.split())))
        if pieces and len(self.lines) < MAX_LINES:
            whole = " ".join(_join_words(text).split())[:MAX_LINE]
            leads_to = self._address if self._only["link"] else None
            names = self._names or self.context.names
            self.lines.append(
                PostingLine(whole, pieces, self.context, self._only["bold"], leads_to, names, self._moment)
            )
        self._begin_line()


_BETWEEN_WORDS = re.compile(r"(?<=\w)\x00+(?=[\w$€£])")


def _join_words(text: str) -> str:
    return _BETWEEN_WORDS.sub(" ", text).replace(_APART, "")
