"""The places of texts in the tree of a page.

Texts are compared without white space and letter case, so that a line break or a tag inside a value does not hide it.
"""

import html
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from unicodedata import normalize

from selectolax.lexbor import LexborNode

_WITHOUT_TEXT = {"script", "style", "noscript", "template", "select", "iframe", "textarea", "title"}
_EDGES = " ,.:;>-"
_MIN_ANCHORS = 2
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_AMOUNT = re.compile(r"\d[\d,]*(?:\.\d+)?")


@dataclass(frozen=True)
class ShownRecord:
    """The texts and prices of the right record, as far as a page may show them."""

    texts: tuple[str, ...]
    prices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Block:
    """An element, and the range of its text in the text of the page."""

    node: LexborNode
    start: int
    end: int


def compact(text: str) -> str:
    """Return the text without white space, in one letter case."""
    unescaped = html.unescape(html.unescape(text))
    return "".join(normalize("NFKC", unescaped).split()).casefold()


class Layout:
    """The text of a page's body, and the range of each element in it."""

    def __init__(self, body: LexborNode) -> None:
        self._parts: list[str] = []
        self._length = 0
        self.blocks: list[Block] = []
        self._read(body)
        self._by_node = {block.node.mem_id: block for block in self.blocks}
        self.text = "".join(self._parts)

    def _read(self, body: LexborNode) -> None:
        pending: list[tuple[LexborNode, int | None]] = [(body, None)]
        while pending:
            node, start = pending.pop()
            if start is not None:
                self.blocks.append(Block(node, start, self._length))
            elif node.is_text_node:
                self._add(node.text_content or "")
            elif node.is_element_node and node.tag not in _WITHOUT_TEXT:
                pending.append((node, self._length))
                pending += [(child, None) for child in reversed(list(node.iter(include_text=True)))]

    def _add(self, text: str) -> None:
        part = "".join(normalize("NFKC", text).split()).casefold()
        self._parts.append(part)
        self._length += len(part)

    def find(self, text: str) -> list[tuple[int, int]]:
        """Return the ranges of a text. A number is not found inside a longer one."""
        wanted = compact(text).strip(_EDGES)
        if not wanted:
            return []
        pattern = re.escape(wanted)
        if wanted[0].isdigit():
            pattern = r"(?<!\d)(?<!\d[.,])" + pattern
        if wanted[-1].isdigit():
            pattern += r"(?![.,]?\d)"
        return [match.span() for match in re.finditer(pattern, self.text)]

    def innermost(self, start: int, end: int) -> Block | None:
        """Return the smallest element around a range."""
        around = (block for block in self.blocks if block.start <= start and end <= block.end)
        return min(around, key=lambda block: block.end - block.start, default=None)

    def record_block(self, record: ShownRecord) -> LexborNode | None:
        """Return the smallest element that holds the first heading, the price and all texts that the page shows.

        None if the page shows fewer than two of the texts, or not the price, or all of them in a heading: then nothing
        tells where its record begins and ends.
        """
        places = [ranges for text in dict.fromkeys(record.texts) if (ranges := self.find(text))]
        prices = self.find_price(record.prices)
        if len(places) + bool(prices) < _MIN_ANCHORS or (record.prices and not prices):
            return None
        places += [ranges for ranges in (prices, self._first_heading()) if ranges]
        around = (block for block in self.blocks if _holds_all(block, places))
        block = min(around, key=lambda block: block.end - block.start, default=None)
        if block is None or any(node.tag in _HEADINGS for node in ancestors(block.node)):
            return None
        return block.node

    def find_price(self, prices: Iterable[str]) -> list[tuple[int, int]]:
        """Return the ranges of the first of the prices that the page shows, in any of its spellings."""
        spellings = (spelling for price in prices for spelling in spell_price(read_amount(price)))
        return next((ranges for spelling in spellings if (ranges := self.find(spelling))), [])

    def _first_heading(self) -> list[tuple[int, int]]:
        headings = (block for block in self.blocks if block.node.tag == "h1" and block.end > block.start)
        return sorted((block.start, block.end) for block in headings)[:1]

    def text_length(self, node: LexborNode) -> int:
        """Return the number of characters that an element shows, white space aside."""
        block = self._by_node.get(node.mem_id)
        return block.end - block.start if block else 0


def _holds_all(block: Block, places: Sequence[list[tuple[int, int]]]) -> bool:
    return all(any(block.start <= start and end <= block.end for start, end in ranges) for ranges in places)


def read_amount(price: str) -> Decimal:
    digits = _AMOUNT.search(price)
    return Decimal(digits[0].replace(",", "")) if digits else Decimal(0)


def spell_price(amount: Decimal) -> Iterator[str]:
    """Yield the spellings of an amount: with and without thousands separators, with a point or a comma."""
    for text in dict.fromkeys((f"{amount:,.2f}", f"{amount:.2f}", f"{amount:,f}", f"{amount:f}")):
        yield text
        yield text.translate(str.maketrans(".,", ",."))


def ancestors(node: LexborNode) -> Iterator[LexborNode]:
    """Yield the node and the elements around it, from the inside out, up to the body."""
    current: LexborNode | None = node
    while current is not None and current.tag not in ("html", "-document"):
        yield current
        current = current.parent
