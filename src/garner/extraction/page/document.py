"""A page, parsed once and read by every rung.

The charset is determined first. Bytes that are valid UTF-8 are UTF-8, regardless of what the page declares: text in
another encoding is almost never valid UTF-8 by accident, while wrong declarations are common. Otherwise a byte order
mark, the HTTP header, then the page's own `<meta>` decide; failing all of them, Windows-1252, which is the usual
encoding of undeclared bytes on the web.

The tree is built on first access, and anything that can be read without it does not access it: a page that holds all
its data in JSON-LD is never parsed. A page that would take absurdly long to parse is cut off where that begins
(`nesting`).
"""

import codecs
import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, SelectolaxError

from garner.extraction.page.lines import PageLines
from garner.extraction.page.markup.json_ld import MEDIA_TYPE_PARTS, blocks_in, blocks_of, json_ld_graph
from garner.extraction.page.markup.microdata import microdata_graph
from garner.extraction.page.markup.open_graph import OpenGraph, first, open_graph
from garner.extraction.page.markup.rdfa import rdfa_graph
from garner.extraction.page.markup.schema_org import Graph
from garner.extraction.page.nesting import truncate_deep_page
from garner.extraction.page.titles import Called
from garner.extraction.page.visible_text import VisibleLine, main_lines, visible_text
from garner.extraction.values.fields import UnknownUrl, clean_text, web_address

MAX_BYTES = 10_000_000
MAX_NAMES = 5
MAX_OCCURRENCES = 200  # occurrences of one text to examine
_PROLOGUE_BYTES = 4_096

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# UTF-16 without a byte order mark: a page begins with markup, and no other text has a zero byte beside its first
# character.
_WIDE_STARTS = ((b"<\0", "utf-16-le"), (b"\0<", "utf-16-be"))
_OWN_ADDRESSES = ("base[href]", 'link[rel~="canonical" i][href]')
# A no-break space that was escaped twice, or that was UTF-8 and was decoded as Latin-1 once before.
_TWICE_ENCODED_SPACES = (b"&amp;nbsp;", b"&Acirc;&nbsp;", b"\xc3\x82\xc2\xa0")
_TWICE_ENCODED_NUMBERS = (b"&amp;#160;", b"&amp;#xa0;", b"&amp;#xA0;")
_KNOWN_STARTS = tuple(start for start, _ in (*_BYTE_ORDER_MARKS, *_WIDE_STARTS))
_ROOT = re.compile(rb"<html\s[^<>]*+>", re.I)
_LANGUAGE = re.compile(rb"""\slang\s{0,5}=\s{0,5}["']?\s{0,5}([a-zA-Z][\w-]{1,19})(?=["'\s/>])""", re.I)
_META_CHARSET = re.compile(rb"<meta[^<>]{0,300}?charset\s{0,5}=\s{0,5}[\"']?([a-zA-Z0-9_:.-]{2,30})", re.I)
# The superset that browsers use when a page declares a subset of the charset it uses.
_WIDER = {
    "ascii": "cp1252", "iso8859-1": "cp1252", "latin-1": "cp1252", "iso8859-9": "cp1254", "gb2312": "gb18030",
    "gbk": "gb18030", "shift_jis": "cp932", "euc_kr": "cp949", "tis-620": "cp874",
}  # fmt: skip
_WEB_CODECS = ("cp", "iso8859", "gb", "big5", "euc", "koi8", "iso2022_", "mac-", "hz", "ptcp", "kz")
_APART = (b">", b" ", b"\t", b"\n", b":", b"#", b"(", b";")  # characters that may stand before a number
_SEVEN_BIT = ("iso2022_", "hz")  # their bytes are all ASCII, so being valid UTF-8 says nothing


def decode_page(body: bytes, charset: str | None) -> str:
    """Return the text of a page. Never fails: invalid bytes become replacement characters."""
    for mark, encoding in _BYTE_ORDER_MARKS:
        if body.startswith(mark):
            return body[len(mark) :].decode(encoding, "replace")
    for start, encoding in _WIDE_STARTS:
        if body.startswith(start):
            return body.decode(encoding, "replace")
    declared = _codec(charset) or _codec(_meta_charset(body))
    if not _is_seven_bit(declared):
        try:
            return body.decode()
        except UnicodeDecodeError:
            pass
    if declared and declared != "utf-8":
        return body.decode(declared, "replace")
    text = body.decode("utf-8", "replace")
    foreign = len(body) - len(body.translate(None, bytes(range(0x80, 0x100))))
    # A few broken bytes in a UTF-8 page are a slip; if most of the non-ASCII bytes are broken, it was never UTF-8.
    return body.decode("cp1252", "replace") if text.count("\ufffd") * 4 > foreign else text


def _meta_charset(body: bytes) -> str | None:
    match = _META_CHARSET.search(body[:_PROLOGUE_BYTES])
    return match.group(1).decode("ascii") if match else None


def _codec(name: str | None) -> str | None:
    """Return the codec that reads this charset, or None if pages are not written in it."""
    try:
        codec = codecs.lookup((name or "").strip().strip("\"'")).name
    except (LookupError, ValueError):
        return None
    codec = _WIDER.get(codec, codec)
    if codec.startswith("utf"):
        return "utf-8"  # a page that was readable up to its <meta> is not UTF-16, even if it declares so
    return codec if codec.startswith(_WEB_CODECS) else None


def _is_seven_bit(codec: str | None) -> bool:
    return codec is not None and codec.startswith(_SEVEN_BIT)


def _is_utf_8(body: bytes) -> bool:
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return True


class Document:
    """One page: its tree and the data found in it, each computed on first access."""

    def __init__(self, body: bytes, *, url: str, charset: str | None) -> None:
        self._given_url = url
        self.warnings: list[str] = []
        self.readings: dict[Any, Any] = {}  # the result of each rung of a ladder on this page
        self._charset = charset
        self._body = body[:MAX_BYTES]
        if len(body) > MAX_BYTES:
            self.warnings.append(f"only the first {MAX_BYTES} of {len(body)} bytes were read")
        self._declared = _codec(charset) or _codec(_meta_charset(body))
        if _is_seven_bit(self._declared) or body.startswith(_KNOWN_STARTS):
            # From here on every ASCII character is its own byte, so that markup can be searched for in the bytes.
            self._body = decode_page(self._body, charset).encode()
            self._declared = "utf-8"

    @cached_property
    def url(self) -> str:
        """The URL where the page was found; if it is not given, the URL that the page declares for itself."""
        return self._given_url or self._own_address() or UnknownUrl()

    def _own_address(self) -> str | None:
        if not self.mentions(b"<base", b"canonical"):
            return None
        written = (self.tree.css_first(selector) for selector in _OWN_ADDRESSES)
        addresses = (web_address(element.attributes.get("href"), "") for element in written if element)
        return next(filter(None, addresses), None)

    @cached_property
    def tree(self) -> LexborHTMLParser:
        body = self._body if _is_utf_8(self._body) else decode_page(self._body, self._charset).encode()
        spaces = _TWICE_ENCODED_SPACES + (_TWICE_ENCODED_NUMBERS if b"&amp;#" in body else ())
        for space in spaces:  # one at a time: searching for one text is fast, for any of several is not
            body = body.replace(space, b"&nbsp;")
        page = truncate_deep_page(body)
        if len(page) < len(body):
            self.warnings.append(
                "elements are nested too deeply or have too many attributes; the rest of the page was ignored"
            )
        # Garner never edits the tree, so mutation events, which slow parsing by half, are off.
        try:
            return LexborHTMLParser(page or b"<html></html>", options=LexborDocumentOptions.WO_EVENTS)
        except SelectolaxError as error:  # any text can be parsed if there is memory for its tree
            raise MemoryError("no memory for the page's elements") from error

    @cached_property
    def json_ld(self) -> Graph:
        blocks = self._blocks_without_tree()
        graph, warnings = json_ld_graph(blocks_of(self.tree) if blocks is None else blocks)
        self.warnings += warnings
        return graph

    def _blocks_without_tree(self) -> list[str] | None:
        blocks = blocks_in(self._body)
        if not blocks:
            return None if self.mentions(*MEDIA_TYPE_PARTS) else []
        # In an encoding other than UTF-8 a short text may be valid UTF-8 by accident: there the whole page decides.
        if self._declared not in (None, "utf-8") and not all(map(bytes.isascii, blocks)):
            return None
        try:
            return [block.decode() for block in blocks]
        except UnicodeDecodeError:
            return None

    @cached_property
    def _names(self) -> bytes:
        """The page in lower case."""
        return self._body.lower()

    def mentions(self, *words: bytes) -> bool:
        """Return whether any of these words, given in lower case, occurs on the page, so that a search can be
        skipped."""
        return any(word in self._names for word in words)

    def matches(self, pattern: re.Pattern[bytes]) -> Iterator[re.Match[bytes]]:
        """Return the matches of a lower-case pattern in the source of the page."""
        return pattern.finditer(self._names)

    def shows(self, text: str) -> bool:
        """Return whether a text ends right before a tag, as visible text does and the text of a script does not. At
        most `MAX_OCCURRENCES` occurrences are examined, because a short text may occur anywhere."""
        wanted = text.lower().encode()
        at = self._names.find(wanted) if wanted else -1
        for _ in range(MAX_OCCURRENCES):
            if at < 0:
                break
            end = at + len(wanted)
            if (
                self._names[end : end + 8].lstrip(b" \t\r\n.,)")[:1] == b"<"
                and self._names[max(0, at - 1) : at] in _APART
            ):
                return True
            at = self._names.find(wanted, end)
        return False

    @cached_property
    def microdata(self) -> Graph:
        return microdata_graph(self.tree) if self.mentions(b"itemscope") else Graph()

    @cached_property
    def rdfa(self) -> Graph:
        return rdfa_graph(self.tree) if self.mentions(b"typeof=") else Graph()

    @cached_property
    def open_graph(self) -> OpenGraph:
        return open_graph(self.tree)

    @cached_property
    def title(self) -> str | None:
        element = self.tree.css_first("title")
        return clean_text(element.text(), 500) or None if element else None

    @cached_property
    def called(self) -> Called:
        """The names that the page gives its subject, to tell it from the other things it describes."""
        headings = (clean_text(element.text(separator=" "), 500) for element in self.tree.css("h1")[:MAX_NAMES])
        titles = (first(self.open_graph, "og:title") or "", self.title or "")
        texts = [text for text in (*headings, *titles) if text]
        return Called.of(texts, first(self.open_graph, "og:site_name"), self.url)

    @cached_property
    def language(self) -> str | None:
        opening = _ROOT.search(self._body, 0, 16 * _PROLOGUE_BYTES)
        declared = _LANGUAGE.search(opening.group()) if opening else None
        return declared.group(1).decode() if declared else None

    @cached_property
    def text(self) -> str:
        """The text that a reader sees, without menus, headers and footers."""
        return visible_text(self.tree)

    @cached_property
    def lines(self) -> PageLines:
        """The elements and lines of the page, for the readers of all kinds."""
        return PageLines(self.tree)

    @cached_property
    def main_lines(self) -> list[VisibleLine]:
        """The text that a reader sees of the page's main part, line by line."""
        return main_lines(self.lines)
