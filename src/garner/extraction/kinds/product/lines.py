"""Split the lines of a shop's page into those that a shopper reads, each with the context of its surroundings.

A line ends where a block ends, or where an element begins that is named for its content (`price`, `sku`): shops put
several such elements in a row. An element named for a price is one line regardless
of its inner structure, because shops split prices into signs, whole parts and cents to style them.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from selectolax.lexbor import LexborNode

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
from garner.extraction.page.lines import BUTTON, HEADING_LEVELS, LINKED, Contexts, Element, PageLines, ancestor_ids

MAX_LINES = 6_000
MAX_LINE = 1_000
_MAX_PRICE_LENGTH = 60

_UNSEEN = frozenset(("noscript", "canvas", "select", "textarea", "nav", "footer"))
_BLOCKS = frozenset(("button", "input"))  # inline elements that are lines of their own
_LABELS = {
    "input": ("value",), "image": ("alt", "title", "value", "name"), "button": ("aria-label", "title", "alt"),
    "img": ("aria-label", "title", "alt"),
}  # fmt: skip
_LABELLED = frozenset(("button", "input", "img"))
_MAX_BUTTON_LENGTH = 30
_STRUCK_TAGS = frozenset(("del", "s", "strike"))
_STRUCK_INSIDE = "del,s,strike," + ",".join(
    f"[class*={name}]" for name in ["old", "was", "strike", "regular", "list", "compare"]
)
_SPLIT_AMOUNT = re.compile(r"(?<=\d) ?([.,]) ?(?=\d\d(?!\d))")
_CENTS_APART = re.compile(r"^(\D{0,12}\d(?:[\d.,]*\d)?) (\d\d)(\D{0,12})$")
_DECIMALS = re.compile(r"[.,]\d\d$")
_CUT, _LEAVE, _RAISED = "\0", "\1", "\2"  # an element begins, it ends, a raised one begins
_BLANK = _CUT + _LEAVE + _RAISED + " \n\t\r\u00a0"
_RAISED_CENTS = re.compile(rf"(?<=\d)\s*{_RAISED}\s*(?=\d\d(?!\d))")
_COLON_FIELDS = ("brand", "sku", "mpn", "gtin", "availability")  # fields with labels that only the style separates
_MAX_NAMES_LENGTH = 300
_RELEVANT_TAGS = _STRUCK_TAGS | {"aside"}
_ENDS_PRICE = frozenset((*HEADING_LEVELS, "button", "aside", "p", "div", "section", "li", "td"))
_OFTEN_APART = _STRUCK_TAGS | _BLOCKS | {"a"}
_NEVER_ASIDE = frozenset(("body", "main", "form"))


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
    """A page that shows one product, as far as a shopper can tell. It does not refer to its document, which keeps it
    among its readings: such a cycle would keep the tree in memory until the garbage collector runs."""

    lines: Sequence[ShopLine]
    heading: int  # the index of the line that names the product
    end: int  # the index of the line from which other products are shown
    country: str | None
    labelled_values: Mapping[str, str]  # by field
    named_by: str  # the provenance of the heading; empty if there is none

    def near(self, above: int, below: int) -> Sequence[ShopLine]:
        """Return the lines around the heading that are not about other products."""
        return [line for line in self.lines[max(0, self.heading - above) : self.heading + below] if not line.is_aside]


@dataclass(slots=True, eq=False)  # a page has thousands; frozen or named tuples take longer to create and to read
class _LineContext:
    kind: str = ""
    is_main: bool = False
    is_old: bool = False
    is_aside: bool = False
    names: str = ""
    price: tuple[str, Element] | None = None  # an element that holds only a price, and its text


def shop_lines(page: PageLines, main: LexborNode | None) -> list[ShopLine]:
    """Return the lines of the page from top to bottom; `main` is the element that names the product."""
    return _ShopReader(Contexts(page, _LineContext(), _ShopContextReader(main).read)).read()


class _ShopContextReader:
    """Reads the context that an element gives to its lines."""

    def __init__(self, main: LexborNode | None) -> None:
        self._main = main.mem_id if main else 0
        self._main_tag = main.tag if main else ""
        self._around = ancestor_ids([main]) | {self._main} if main else set()
        self._known: dict[str, _NameMeaning] = {"": _NameMeaning()}  # a page repeats the same few hundred names

    def read(self, element: Element, before: _LineContext) -> _LineContext | None:
        if before.price is not None:
            return before  # it is read with the element that holds the price
        tag, names = element.tag, element.names
        if element.hiding or (tag in _UNSEEN and element.node.mem_id not in self._around):
            return None
        meaning = self._known.get(names) or self._meaning(names)
        kind = meaning.kind
        if tag == "a" and not kind and not element.heading and _leads_to_brand(element):
            kind = "brand link"
        is_main = tag == self._main_tag and element.node.mem_id == self._main
        is_reset = before.kind == "price" and tag in _ENDS_PRICE
        if not (meaning.names or kind or is_main or is_reset or tag in _RELEVANT_TAGS):
            return before
        is_inline = not element.is_block and tag not in _BLOCKS
        is_aside = (
            before.is_aside
            or tag == "aside"
            or (meaning.is_aside and not kind and not is_inline and tag not in _NEVER_ASIDE)
        )
        # On a large part of the page a name with `old` describes something else than a price.
        is_old = meaning.is_old and (kind == "price" or before.kind == "price" or is_inline)
        context = _LineContext(
            kind or (before.kind if is_inline or before.kind != "price" else ""),
            before.is_main or is_main,
            before.is_old or is_old or tag in _STRUCK_TAGS,
            is_aside and element.node.mem_id not in self._around,
            meaning.names or before.names,
        )
        if kind == "price" and not context.is_main and (text := _price_text(element.node)):
            context.price = text, element
        return context

    def _meaning(self, names: str) -> "_NameMeaning":
        meaning = self._known[names] = _meaning_of_names(names)
        return meaning


class _ShopReader:
    def __init__(self, contexts: Contexts[_LineContext]) -> None:
        self._contexts = contexts
        self._lines: list[ShopLine] = []
        self._price: Element | None = None  # the last element that was read as a price
        self._are_apart: list[bool] = []  # for each open inline element, whether it is a line of its own
        self._begin_line()

    def _begin_line(self) -> None:
        self._texts: list[str] = []
        self._is_linked = True  # no text of the line stands outside a link
        self._begins_linked = False

    def read(self) -> list[ShopLine]:
        contexts = self._contexts.by_index
        for line in self._contexts.seen_lines():
            if len(self._lines) >= MAX_LINES:
                break
            element = line.within
            context = contexts[element.index]
            if context.price is not None:
                self._read_price(*context.price)
            for part in line.parts:
                if isinstance(part, str):
                    if context.price is None:
                        self._read_text(part, is_link=element.marks & LINKED != 0)
                    continue
                if part is not None:
                    around, context = contexts[(part.parent or part).index], contexts[part.index]
                    if around.price is None:
                        self._enter(part, context, around)
                    element = part
                    continue
                left, element = element, element.parent or element
                context = contexts[element.index]
                if context.price is None:
                    self._leave(left)
            if self._texts:
                self._end_line(element)
        return self._lines

    def _read_text(self, text: str, *, is_link: bool) -> None:
        """Append to the line; white space before its first word is dropped."""
        if not text.isspace():
            if not self._texts:
                self._begins_linked = is_link
            self._texts.append(text)
            self._is_linked = self._is_linked and is_link
        elif self._texts:
            self._texts.append(text)

    def _enter(self, element: Element, context: _LineContext, around: _LineContext) -> None:
        tag = element.tag
        is_apart = (tag in _OFTEN_APART or context is not around) and self._is_set_apart(element, context, around)
        self._are_apart.append(is_apart)
        if self._texts:
            if is_apart:
                self._end_line(element.parent or element)
            else:
                self._texts.append(_RAISED if tag == "sup" else _CUT)
        if tag in _LABELLED:
            self._read_label(element, context)
        if context.price is not None:
            self._read_price(*context.price)

    def _leave(self, element: Element) -> None:
        is_apart = self._are_apart.pop()
        if self._texts:
            if is_apart:
                self._end_line(element)
            else:
                self._texts.append(_LEAVE)

    def _is_set_apart(self, element: Element, context: _LineContext, around: _LineContext) -> bool:
        """Return whether an inline element is a line of its own: it has another meaning than the text before it."""
        tag = element.tag
        if tag in _BLOCKS or tag in _STRUCK_TAGS or context.kind != around.kind or context.is_old != around.is_old:
            return True
        return tag == "a" and bool(self._texts) and _buys(_first_words(element.node))

    def _read_label(self, element: Element, context: _LineContext) -> None:
        tag, attributes = element.tag, element.attributes
        kind = (attributes.get("type") or "").lower()
        is_button = tag != "input" or kind in ("submit", "button", "image")
        if not is_button or "donat" in _start(attributes, "src").lower():  # a donation is not a purchase
            return
        label = next(filter(None, map(attributes.get, _LABELS["image" if kind == "image" else tag])), "")
        is_logo = tag == "img" and context.kind == "brand"
        is_read = tag != "img" or is_logo or BUY_NAME.search(context.names) is not None
        if label and (is_read or (element.marks & LINKED and _buys(label))):
            self._lines.append(self._line(" ".join(label.split())[:MAX_LINE], element, is_button=not is_logo))

    def _read_price(self, text: str, element: Element) -> None:
        """Read an element that holds only a price as one line, regardless of its lines."""
        if element is not self._price:
            self._price = element
            self._begin_line()
            self._read_text(text, is_link=element.marks & LINKED != 0)
            self._end_line(element)

    def _line(self, text: str, element: Element, *, is_button: bool = False, is_linked: bool = False) -> ShopLine:
        context, is_link = self._contexts[element], element.marks & LINKED != 0
        return ShopLine(
            text, context.kind, element.heading, context.is_main, is_link or is_linked, context.is_old,
            context.is_aside, element.marks & BUTTON != 0 or is_button, context.names, is_link or self._begins_linked,
        )  # fmt: skip

    def _end_line(self, element: Element) -> None:
        text = _as_read("".join(self._texts)[: 2 * MAX_LINE])
        if text and len(self._lines) < MAX_LINES:
            if "." in text or "," in text:
                text = _SPLIT_AMOUNT.sub(r"\1", text)
            self._lines.append(self._line(text, element, is_linked=self._is_linked))
        self._begin_line()


def _price_text(node: LexborNode) -> str:
    """Return the text of an element that holds only a price, or else an empty string."""
    text = " ".join(node.text(separator=" ").split()) if _is_small(node) else ""
    if not text or len(text) > _MAX_PRICE_LENGTH or not any(map(str.isdigit, text)) or node.css_first(_STRUCK_INSIDE):
        return ""
    apart = _CENTS_APART.match(_SPLIT_AMOUNT.sub(r"\1", text))
    if apart and not _DECIMALS.search(apart[1]):
        text = f"{apart[1]}.{apart[2]}{apart[3]}"
    return text


def _buys(text: str) -> bool:
    return 2 < len(text) <= _MAX_BUTTON_LENGTH and BUY.search(text) is not None


def _first_words(node: LexborNode) -> str:
    """Return the text that an element begins with, if it is not within another."""
    child = node.first_child
    return (child.text_content or "").strip() if child is not None and child.tag == "-text" else ""


def _leads_to_brand(link: Element) -> bool:
    return BRAND_ADDRESS.search(_start(link.attributes, "href")) is not None


def _start(attributes: Mapping[str, str | None], name: str) -> str:
    return (attributes.get(name) or "")[:300]


def _as_read(text: str) -> str:
    """Return the text of a line: a label that only its style separates gets a colon, raised cents get their point."""
    if _LEAVE in text:
        label, _, value = text.lstrip(_BLANK).partition(_LEAVE)
        if field_called(label) in _COLON_FIELDS and any(map(str.isalnum, value)) and not value.lstrip().startswith(":"):
            text = f"{label.rstrip(' :')}: {value}"
    if _RAISED in text:
        text = _RAISED_CENTS.sub(".", text.replace(_LEAVE, "")).replace(_RAISED, " ")
    return " ".join(text.replace(_CUT, " ").replace(_LEAVE, "").split())[:MAX_LINE]


@dataclass(slots=True, eq=False)
class _NameMeaning:
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


def _is_small(node: LexborNode) -> bool:
    """Return whether few elements are inside: a list of products that is named for its prices is not read as one
    price."""
    return sum(1 for _ in _first(node.traverse(include_text=False), 25)) < 25


def _first(nodes: Iterator[LexborNode], limit: int) -> Iterator[LexborNode]:
    for _, node in zip(range(limit), nodes, strict=False):
        yield node
