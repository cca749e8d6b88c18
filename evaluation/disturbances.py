"""Changes to a page that leave its right answer as it is.

A rule that reads what a page says survives them; a rule that fits the pages it was made with may not. Each is a pure
function of the page and of `PageContext`: the same page is changed in the same way every time.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from hashlib import blake2b
from itertools import pairwise, takewhile
from random import Random

from selectolax.lexbor import LexborHTMLParser, LexborNode

from evaluation import inserted_blocks
from evaluation.layout import Layout, ShownRecord, ancestors, read_amount
from garner.core.record import Kind


@dataclass(frozen=True)
class PageContext:
    """The knowledge about a page that a change needs in order to be harmless."""

    seed: str
    kind: Kind
    record: ShownRecord

    def random(self, change: str) -> Random:
        return Random(f"{self.seed} {change}")


class EditedPage:
    """A page to which blocks of HTML are added. They stand as marks in the tree until it is written."""

    def __init__(self, html: str) -> None:
        self._html = html
        self._added: list[str] = []
        self.tree = LexborHTMLParser(html)
        self.body = self.tree.body

    def mark(self, html: str) -> str:
        self._added.append(html)
        return f"\ue000{len(self._added) - 1}\ue001"

    def put_first(self, body: LexborNode, html: str) -> None:
        first = body.first_child
        if first is None:
            body.insert_child(self.mark(html))
        else:
            first.insert_before(self.mark(html))

    def put_after(self, node: LexborNode, html: str) -> None:
        if node.tag == "body":
            node.insert_child(self.mark(html))
        else:
            node.insert_after(self.mark(html))

    def write(self) -> str:
        return re.sub(r"\ue000(\d+)\ue001", lambda mark: self._added[int(mark[1])], self.tree.html or self._html)


# Names

_CONSONANTS = "bcdfghjkmnpqrstvwxz"  # a name without vowels holds no word
_REFERENCES = (
    *("for", "headers", "itemref", "list", "form", "aria-labelledby", "aria-describedby", "aria-controls"),
    *("aria-owns", "aria-details", "aria-flowto"),
)


def renamed_classes(html: str, context: PageContext) -> str:
    """Rename every class and every id, and the references to ids, each name the same way throughout the page."""
    page = EditedPage(html)
    ids = {node.attributes.get("id") for node in page.tree.css("[id]")}
    for node in page.tree.css("[class]"):
        _rename_names(node, "class", context.seed)
    for node in page.tree.css("[id]"):
        _rename_names(node, "id", context.seed)
    for reference in _REFERENCES:
        for node in page.tree.css(f"[{reference}]"):
            _rename_names(node, reference, context.seed)
    for node in page.tree.css("[href^='#']"):
        target = (node.attributes.get("href") or "")[1:]
        if target in ids:
            node.attrs["href"] = f"#{_new_name(target, context.seed)}"
    return page.write()


def _rename_names(node: LexborNode, attribute: str, seed: str) -> None:
    names = (node.attributes.get(attribute) or "").split()
    node.attrs[attribute] = " ".join(_new_name(name, seed) for name in names)


def _new_name(name: str, seed: str) -> str:
    digest = blake2b(f"{seed} {name}".encode(), digest_size=9).digest()
    return "".join(_CONSONANTS[byte % len(_CONSONANTS)] for byte in digest)


# Order

_MOVABLE = {
    *("article", "aside", "center", "div", "footer", "form", "header", "main", "nav", "ol", "section", "table", "ul")
}
_FLOW = {"article", "aside", "body", "center", "div", "footer", "form", "header", "main", "section"}
_LABEL_LENGTH = 60  # a block with less text may be the heading of the next one, and moves with it


def shuffled_blocks(html: str, context: PageContext) -> str:
    """Shuffle the blocks beside the record, at every level around it. The record itself stays in its place."""
    page = EditedPage(html)
    layout = Layout(page.body) if page.body else None
    record = layout.record_block(context.record) if layout else None
    if layout is None or record is None:
        return html
    random = context.random("shuffled_blocks")
    levels = list(ancestors(record))
    shuffles = [_shuffle(page, _movable_units(layout, parent, child), random) for child, parent in pairwise(levels)]
    return page.write() if any(shuffles) else html


def _shuffle(page: EditedPage, units: list[list[LexborNode]], random: Random) -> bool:
    if len(units) < 2:
        return False
    order = random.sample(units, len(units))
    if order == units:
        order = [*order[1:], order[0]]
    texts = ["".join(node.html or "" for node in unit) for unit in order]
    for unit, text in zip(units, texts, strict=True):
        unit[0].insert_before(page.mark(text))
        for node in unit:
            node.remove()
    return True


def _movable_units(layout: Layout, parent: LexborNode, record: LexborNode) -> list[list[LexborNode]]:
    """Return the children that can change places: blocks beside the record, each with the labels in front of it.

    None if there is anything else beside the record, such as a heading or text: it may belong to what follows.
    """
    children = [child for child in parent.iter(include_text=True) if _shows_text(layout, child)]
    beside = [child for child in children if child.mem_id != record.mem_id]
    if parent.tag not in _FLOW or any(child.tag not in _MOVABLE for child in beside):
        return []
    units: list[list[LexborNode]] = []
    labels: list[LexborNode] = []
    for child in children:
        if child.mem_id == record.mem_id:
            labels = []
        elif layout.text_length(child) < _LABEL_LENGTH and not _names_its_role(child):
            labels.append(child)
        else:
            units.append([*labels, child])
            labels = []
    return units


def _shows_text(layout: Layout, node: LexborNode) -> bool:
    if node.is_text_node:
        return bool((node.text_content or "").strip(" \t\r\n\f\ufeff\u00a0"))
    return layout.text_length(node) > 0


def _names_its_role(node: LexborNode) -> bool:
    return node.tag in ("nav", "aside", "footer")


# Additions


def related_items(html: str, context: PageContext) -> str:
    """Put other records after the record, and others at the top of the page."""
    random = context.random("related_items")
    after = inserted_blocks.related_items(random, context.kind)
    return _surround(html, context, before=inserted_blocks.recently_viewed(random, context.kind), after=after)


def comments(html: str, context: PageContext) -> str:
    """Put comments of readers after the record."""
    return _surround(html, context, after=inserted_blocks.comments(context.random("comments")))


def banners(html: str, context: PageContext) -> str:
    """Put banners at the top of the page: cookies, free shipping, a newsletter."""
    return _surround(html, context, before=inserted_blocks.banners(context.random("banners")))


def _surround(html: str, context: PageContext, *, before: str = "", after: str = "") -> str:
    page = EditedPage(html)
    body = page.body
    if body is None:
        return html
    if after:
        page.put_after(_end_of_record(body, context.record), after)
    if before:
        page.put_first(body, before)
    return page.write()


def _end_of_record(body: LexborNode, record: ShownRecord) -> LexborNode:
    """Return the element after which a block can stand without being inside of the record, a table or a list."""
    block = Layout(body).record_block(record) or body
    nodes = (node for node in ancestors(block) if node.parent is not None and node.parent.tag in _FLOW)
    return next(nodes, body)


# Prices

_CURRENCY_LENGTH = 4
_INLINE = {"b", "bdi", "big", "em", "font", "i", "ins", "small", "span", "strong"}
_DIGITS = re.compile(r"\d[\d.,\s\u00a0]*\d|\d")


def second_prices(html: str, context: PageContext) -> str:
    """Put the older price, crossed out, the saving and the shipping beside the price, each with its label."""
    page = EditedPage(html)
    if page.body is None:
        return html
    node = _shown_price(Layout(page.body), context.record)
    if node is None:
        return html
    shown = " ".join(node.text().split())
    prices = _labelled_prices(read_amount(context.record.prices[0]), shown, context.random("second_prices"))
    if node.tag in ("body", "dd", "dt", "li", "p", "td", "th"):
        node.insert_child(page.mark(prices))
    else:
        node.insert_after(page.mark(prices))
    return page.write()


def _shown_price(layout: Layout, record: ShownRecord) -> LexborNode | None:
    """Return the element that shows the price and its currency, within the record if that is known."""
    block = layout.record_block(record)
    shown = (layout.innermost(start, end) for start, end in layout.find_price(record.prices))
    nodes = (element.node for element in shown if element)
    amount = next((node for node in nodes if block is None or _is_inside(node, block)), None)
    return amount and _with_currency(layout, amount)


def _with_currency(layout: Layout, amount: LexborNode) -> LexborNode:
    longest = layout.text_length(amount) + _CURRENCY_LENGTH
    around = takewhile(
        lambda node: node.tag in _INLINE and layout.text_length(node) <= longest,
        ancestors(amount),
    )
    return next(iter(reversed(list(around))), amount)


def _is_inside(node: LexborNode, block: LexborNode) -> bool:
    return any(element.mem_id == block.mem_id for element in ancestors(node))


def _labelled_prices(amount: Decimal, shown: str, random: Random) -> str:
    older = amount * random.choice((115, 120, 130, 145)) / 100
    shipping = Decimal(random.choice((395, 495, 650, 799))) / 100

    def spell(value: Decimal) -> str:
        return _spell_like(shown, value)

    labels = [
        f" <span>{random.choice(('List price', 'Was', 'Regular price'))}: <del>{spell(older)}</del></span>",
        f" <span>You save: {spell(older - amount)}</span>",
        f" <span>Shipping: {spell(shipping)}</span>",
    ]
    return "".join(random.sample(labels, len(labels)))


def _spell_like(shown: str, value: Decimal) -> str:
    """Write a price as the page writes its own: `$1.50` or `1,50 €`."""
    digits = _DIGITS.search(shown)
    if digits is None or len(shown) > 20:
        return f"${value:,.2f}"
    text = f"{value:.2f}"
    if re.search(r",\d\d$", digits[0]):
        text = text.replace(".", ",")
    return shown[: digits.start()] + text + shown[digits.end() :]


@dataclass(frozen=True)
class Disturbance:
    change: Callable[[str, PageContext], str]
    kinds: tuple[Kind, ...] = tuple(Kind)


DISTURBANCES = {
    "renamed_classes": Disturbance(renamed_classes),
    "shuffled_blocks": Disturbance(shuffled_blocks),
    "related_items": Disturbance(related_items),
    "comments": Disturbance(comments),
    "second_prices": Disturbance(second_prices, (Kind.PRODUCT,)),
    "banners": Disturbance(banners),
}
