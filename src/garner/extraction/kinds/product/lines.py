"""Split a shop's page into the lines that a shopper reads, each with the context of its surroundings.

One walk over the tree finds them. A line ends where a block ends, or where an element begins that is named for its
content (`price`, `sku`): shops put several such elements in a row. An element named for a price is one line regardless
of its inner structure, because shops split prices into signs, whole parts and cents to style them.
"""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser, LexborNode

from garner.extraction.kinds.product.words import (
    ASIDE_NAME,
    BRAND_ADDRESS,
    BRAND_NAME,
    BUY,
    BUY_NAME,
    OLD_NAME,
    PRICE_NAME,
    SKU_NAME,
    STOCK_NAME,
    field_called,
)
from garner.extraction.page.document import Document

MAX_VISITS = 80_000
MAX_LINES = 6_000
MAX_LINE = 1_000
_MAX_PRICE_LENGTH = 60

_UNSEEN = frozenset(
    ("script", "style", "noscript", "template", "svg", "math", "iframe", "object", "audio", "video", "canvas", "select",
     "textarea", "nav", "footer", "head")
)  # fmt: skip
_INLINE = frozenset(
    ("a", "abbr", "b", "bdi", "bdo", "cite", "code", "data", "del", "em", "font", "i", "img", "ins", "kbd", "label",
     "mark", "q", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr", "strike",
     "-comment", "meta", "link", "source", "picture")
)  # fmt: skip
_LABELS = {
    "input": ("value",), "image": ("alt", "title", "value", "name"), "button": ("aria-label", "title", "alt"),
    "img": ("aria-label", "title", "alt"),
}  # fmt: skip
_MAX_BUTTON_LENGTH = 30
_STRUCK = frozenset(("del", "s", "strike"))
_STRUCK_INSIDE = "del,s,strike," + ",".join(
    f"[class*={name}]" for name in ["old", "was", "strike", "regular", "list", "compare"]
)
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)
_SPLIT_AMOUNT = re.compile(r"(?<=\d) ?([.,]) ?(?=\d\d(?!\d))")
_CENTS_APART = re.compile(r"^(\D{0,12}\d(?:[\d.,]*\d)?) (\d\d)(\D{0,12})$")
_DECIMALS = re.compile(r"[.,]\d\d$")
_CUT, _LEAVE, _RAISED = "\0", "\1", "\2"  # an element begins, it ends, a raised one begins
_BLANK = _CUT + _LEAVE + _RAISED + " \n\t\r\u00a0"
_RAISED_CENTS = re.compile(rf"(?<=\d)\s*{_RAISED}\s*(?=\d\d(?!\d))")
_COLON_FIELDS = ("brand", "sku", "mpn", "gtin", "availability")  # fields with labels that only the style separates
_MAX_NAMES_LENGTH = 300
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_RELEVANT_TAGS = _STRUCK | _HEADINGS | {"a", "button", "aside", "p", "div", "section", "li", "td"}
_NEVER_ASIDE = _INLINE | {"body", "main", "form"}


class ShopLine(NamedTuple):
    text: str
    kind: str = ""  # the meaning of the name around it: price, sku, brand or stock; or of its target: brand link
    heading: int = 0  # 1 to 6 for <h1> to <h6>
    is_main: bool = False  # the heading that names the product
    is_link: bool = False
    is_old: bool = False  # crossed out
    is_aside: bool = False  # belongs to other products
    is_button: bool = False
    names: str = ""
    begins_linked: bool = False  # its first words are those of a link


@dataclass(frozen=True, slots=True)
class ShopPage:
    """A page that shows one product, as far as a shopper can tell."""

    document: Document
    lines: Sequence[ShopLine]
    heading: int  # the index of the line that names the product
    end: int  # the index of the line from which other products are shown
    country: str | None
    labelled_values: Mapping[str, str]  # by field
    named_by: str  # the provenance of the heading; empty if there is none

    def near(self, above: int, below: int) -> Sequence[ShopLine]:
        """Return the lines around the heading that are not about other products."""
        return [line for line in self.lines[max(0, self.heading - above) : self.heading + below] if not line.is_aside]


class _LineContext(NamedTuple):  # a page has thousands, and tuples are created in half the time
    kind: str = ""
    heading: int = 0
    is_main: bool = False
    is_link: bool = False
    is_old: bool = False
    is_aside: bool = False
    is_button: bool = False
    names: str = ""


def shop_lines(tree: LexborHTMLParser, main: LexborNode | None) -> list[ShopLine]:
    """Return the lines of the page from top to bottom; `main` is the element that names the product."""
    return _ShopWalk(main).lines(tree)


class _ShopWalk:
    def __init__(self, main: LexborNode | None) -> None:
        self._main = main.mem_id if main else 0
        self._around = _around(main)
        self._known: dict[str, _NameMeaning] = {"": _NameMeaning()}  # a page repeats the same few hundred names
        self._lines: list[ShopLine] = []
        self._texts: list[str] = []
        self._context = _LineContext()
        self._is_linked = True  # no text of the line stands outside a link
        self._begins_linked = False

    def lines(self, tree: LexborHTMLParser) -> list[ShopLine]:
        node: LexborNode | None = tree.body
        above: list[tuple[LexborNode, _LineContext, bool]] = []
        for _ in range(MAX_VISITS):
            if node is None:
                if not above or len(self._lines) >= MAX_LINES:
                    break
                node, before, is_line = above.pop()
                if self._texts and is_line:
                    self._end_line()
                elif self._texts:
                    self._texts.append(_LEAVE)
                self._context = before
                node = node.next if above else None
                continue
            tag = node.tag or ""
            if tag == "-text":
                self._read(node.text_content or "")
            elif tag not in _UNSEEN or node.mem_id in self._around:
                before = self._context
                inside, is_line = self._enter(node, tag)
                if inside:
                    above.append((node, before, is_line))
                    node = node.first_child
                    continue
                self._context = before
            node = node.next
        self._end_line()
        return self._lines

    def _read(self, text: str) -> None:
        """Append to the line; white space before its first word is dropped."""
        if not text.isspace():
            self._begins_linked = self._begins_linked if self._texts else self._context.is_link
            self._texts.append(text)
            self._is_linked = self._is_linked and self._context.is_link
        elif self._texts:
            self._texts.append(text)

    def _enter(self, node: LexborNode, tag: str) -> tuple[bool, bool]:
        """Enter an element; return whether it has visible content, and whether it is a line of its own."""
        attributes = node.attributes
        if "hidden" in attributes or ("style" in attributes and _HIDDEN.search(attributes["style"] or "")):
            return False, False
        meaning = self._read_attributes(attributes)
        if (
            tag == "a"
            and not meaning.kind
            and not self._context.heading
            and BRAND_ADDRESS.search(_start(attributes, "href"))
        ):
            meaning = meaning._replace(kind="brand link")
        is_line = tag not in _INLINE or self._is_set_apart(node, tag, meaning)
        if self._texts and is_line:
            self._end_line()
        elif self._texts:
            self._texts.append(_RAISED if tag == "sup" else _CUT)
        if meaning.names or meaning.kind or tag in _RELEVANT_TAGS or node.mem_id == self._main:
            self._context = self._make_context(node, tag, meaning)
        if tag in ("button", "input", "img"):
            self._read_label(tag, attributes)
        if meaning.kind == "price" and not self._context.is_main and self._read_price(node):
            return False, False
        return True, is_line

    def _is_set_apart(self, node: LexborNode, tag: str, meaning: "_NameMeaning") -> bool:
        """Return whether an inline element has another meaning than the text before it."""
        context = self._context
        if (
            tag in _STRUCK
            or (meaning.kind != "" and meaning.kind != context.kind)
            or (meaning.is_old and not context.is_old)
        ):
            return True
        return tag == "a" and bool(self._texts) and _buys(_first_words(node))

    def _read_label(self, tag: str, attributes: dict[str, str | None]) -> None:
        kind = (attributes.get("type") or "").lower()
        is_button = tag != "input" or kind in ("submit", "button", "image")
        if not is_button or "donat" in _start(attributes, "src").lower():  # a donation is not a purchase
            return
        label = next(filter(None, map(attributes.get, _LABELS["image" if kind == "image" else tag])), "")
        is_logo = tag == "img" and self._context.kind == "brand"
        is_read = tag != "img" or is_logo or BUY_NAME.search(self._context.names) is not None
        if label and (is_read or (self._context.is_link and _buys(label))):
            self._lines.append(self._line(" ".join(label.split())[:MAX_LINE], is_button=not is_logo))

    def _read_price(self, node: LexborNode) -> bool:
        """Read an element that holds only a price as one line."""
        text = " ".join(node.text(separator=" ").split()) if _is_small(node) else ""
        if (
            not text
            or len(text) > _MAX_PRICE_LENGTH
            or not any(map(str.isdigit, text))
            or node.css_first(_STRUCK_INSIDE)
        ):
            return False
        apart = _CENTS_APART.match(_SPLIT_AMOUNT.sub(r"\1", text))
        if apart and not _DECIMALS.search(apart[1]):
            text = f"{apart[1]}.{apart[2]}{apart[3]}"
        self._texts, self._is_linked = [text], self._context.is_link
        self._begins_linked = self._context.is_link
        self._end_line()
        return True

    def _make_context(self, node: LexborNode, tag: str, meaning: "_NameMeaning") -> _LineContext:
        context = self._context
        own = node.mem_id
        is_aside = context.is_aside or (meaning.is_aside and meaning.kind == "" and tag not in _NEVER_ASIDE)
        is_old = meaning.is_old and _is_about_price(context, tag, meaning.kind)
        return _LineContext(
            kind=meaning.kind or (context.kind if tag in _INLINE or context.kind != "price" else ""),
            heading=int(tag[1]) if tag in _HEADINGS else context.heading,
            is_main=context.is_main or own == self._main,
            is_link=context.is_link or tag == "a",
            is_old=context.is_old or tag in _STRUCK or is_old,
            is_aside=(is_aside or tag == "aside") and own not in self._around,
            is_button=context.is_button or tag == "button",
            names=meaning.names or context.names,
        )

    def _read_attributes(self, attributes: dict[str, str | None]) -> "_NameMeaning":
        names = attributes.get("class") or ""
        if "id" in attributes:
            names = f"{names} {attributes['id'] or ''}"
        known = self._known.get(names)
        if known is None:
            known = self._known[names] = _meaning_of_names(names)
        return known

    def _line(self, text: str, *, is_button: bool = False, is_linked: bool = False) -> ShopLine:
        context = self._context
        return ShopLine(
            text, context.kind, context.heading, context.is_main, context.is_link or is_linked, context.is_old,
            context.is_aside, context.is_button or is_button, context.names, context.is_link or self._begins_linked,
        )  # fmt: skip

    def _end_line(self) -> None:
        text = _as_read("".join(self._texts)[: 2 * MAX_LINE])
        if text and len(self._lines) < MAX_LINES:
            self._lines.append(self._line(_SPLIT_AMOUNT.sub(r"\1", text), is_linked=self._is_linked))
        self._texts, self._is_linked, self._begins_linked = [], True, False


def _buys(text: str) -> bool:
    return 2 < len(text) <= _MAX_BUTTON_LENGTH and BUY.search(text) is not None


def _first_words(node: LexborNode) -> str:
    """Return the text that an element begins with, if it is not within another."""
    child = node.first_child
    return (child.text_content or "").strip() if child is not None and child.tag == "-text" else ""


def _start(attributes: Mapping[str, str | None], name: str) -> str:
    return (attributes.get(name) or "")[:300]


def _as_read(text: str) -> str:
    """Return the text of a line: a label that only its style separates gets a colon, raised cents get their point."""
    label, mark, value = text.lstrip(_BLANK).partition(_LEAVE)
    if (
        mark
        and field_called(label) in _COLON_FIELDS
        and any(map(str.isalnum, value))
        and not value.lstrip().startswith(":")
    ):
        text = f"{label.rstrip(' :')}: {value}"
    if _RAISED in text:
        text = _RAISED_CENTS.sub(".", text.replace(_LEAVE, "")).replace(_RAISED, " ")
    return " ".join(text.replace(_CUT, " ").replace(_LEAVE, "").split())[:MAX_LINE]


class _NameMeaning(NamedTuple):
    """The meaning of an element's class and id for its content."""

    names: str = ""
    kind: str = ""
    is_old: bool = False
    is_aside: bool = False


_KINDS = (("sku", SKU_NAME), ("stock", STOCK_NAME), ("brand", BRAND_NAME), ("price", PRICE_NAME))
_KIND_ORDER = [kind for kind, _ in _KINDS]


def _meaning_of_names(names: str) -> _NameMeaning:
    names = names[:_MAX_NAMES_LENGTH]
    meanings = [meaning for meaning in map(_meaning_of_name, names.split()) if meaning is not None]
    if not meanings:  # the common case
        return _NameMeaning(names)
    kind = min((kind for kind, _, _ in meanings if kind), key=_KIND_ORDER.index, default="")
    return _NameMeaning(names, kind, any(old for _, old, _ in meanings), any(aside for _, _, aside in meanings))


@lru_cache(maxsize=20_000)  # the same names occur on every page of a site
def _meaning_of_name(name: str) -> tuple[str, bool, bool] | None:
    kind = next((kind for kind, pattern in _KINDS if pattern.search(name)), "")
    meaning = kind, OLD_NAME.search(name) is not None, ASIDE_NAME.search(name) is not None
    return meaning if any(meaning) else None


def _is_about_price(context: _LineContext, tag: str, kind: str) -> bool:
    """Return whether a name with `old` can describe a price: on a large part of the page it describes something
    else."""
    return kind == "price" or context.kind == "price" or tag in _INLINE


def _is_small(node: LexborNode) -> bool:
    """Return whether few elements are inside: a list of products that is named for its prices is not read as one
    price."""
    return sum(1 for _ in _first(node.traverse(include_text=False), 25)) < 25


def _first(nodes: Iterator[LexborNode], limit: int) -> Iterator[LexborNode]:
    for _, node in zip(range(limit), nodes, strict=False):
        yield node


def _around(node: LexborNode | None) -> Set[int]:
    """Return the element and all its ancestors."""
    ids: set[int] = set()
    while node is not None:
        ids.add(node.mem_id)
        node = node.parent
    return ids
