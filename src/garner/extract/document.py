"""A page, parsed once and read by every rung.

The charset is settled first. Bytes that are valid UTF-8 are UTF-8, whatever the page declares: text in
another encoding is valid UTF-8 by accident about never, while wrong declarations are common. Otherwise a byte
order mark, the HTTP header, then the page's own `<meta>` decide; failing all of them, Windows-1252, which is
what undeclared bytes on the web turn out to be.

Parsing takes time by the square of how deep elements nest, so a page that nests absurdly is cut off there.
"""

import codecs
import re
from functools import cached_property

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, SelectolaxError

from garner.extract.fields import clean_text
from garner.extract.json_ld import json_ld_graph
from garner.extract.microdata import microdata_graph
from garner.extract.schema_org import Graph

MAX_BYTES = 10_000_000
MAX_DEPTH = 1_000
_PROLOGUE_BYTES = 4_096
_STRETCH = 16_384
_TAG = re.compile(r"<(/?)([a-zA-Z][^\s/<>]*+)")
# Elements that hold nothing, or that the next of their kind closes: they never nest by themselves.
_CHILDLESS = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
     "p", "li", "td", "th", "tr", "option", "dt", "dd", "path", "circle", "rect", "line", "polygon", "use", "stop")
)  # fmt: skip

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_META_CHARSET = re.compile(rb"<meta[^<>]{0,300}?charset\s{0,5}=\s{0,5}[\"']?([a-zA-Z0-9_:.-]{2,30})", re.I)
# What browsers read when a page names a subset of what it uses.
_WIDER = {
    "ascii": "cp1252", "iso8859-1": "cp1252", "latin-1": "cp1252", "iso8859-9": "cp1254", "gb2312": "gb18030",
    "gbk": "gb18030", "shift_jis": "cp932", "euc_kr": "cp949", "tis-620": "cp874",
}  # fmt: skip
_WEB_CODECS = ("cp", "iso8859", "gb", "big5", "euc", "koi8", "iso2022_jp", "mac-", "hz", "ptcp", "kz")
_SEVEN_BIT = frozenset({"iso2022_jp", "hz"})  # their bytes are all ASCII, so being valid UTF-8 says nothing


def decoded(body: bytes, charset: str | None) -> str:
    """The text of a page. Never fails: bytes that mean nothing become replacement characters."""
    for mark, encoding in _BYTE_ORDER_MARKS:
        if body.startswith(mark):
            return body[len(mark) :].decode(encoding, "replace")
    declared = _codec(charset) or _codec(_meta_charset(body))
    if declared not in _SEVEN_BIT:
        try:
            return body.decode()
        except UnicodeDecodeError:
            pass
    if declared and declared != "utf-8":
        return body.decode(declared, "replace")
    text = body.decode("utf-8", "replace")
    foreign = len(body) - len(body.translate(None, bytes(range(0x80, 0x100))))
    # A few broken bytes in a UTF-8 page are a slip; if most of the non-ASCII is broken, it was never UTF-8.
    return body.decode("cp1252", "replace") if text.count("\ufffd") * 4 > foreign else text


def _meta_charset(body: bytes) -> str | None:
    match = _META_CHARSET.search(body[:_PROLOGUE_BYTES])
    return match.group(1).decode("ascii") if match else None


def _codec(name: str | None) -> str | None:
    """The codec that reads this charset, or None if it is not one that pages are written in."""
    try:
        codec = codecs.lookup((name or "").strip().strip("\"'")).name
    except (LookupError, ValueError):
        return None
    codec = _WIDER.get(codec, codec)
    if codec.startswith("utf"):
        return "utf-8"  # a page that was readable as far as its <meta> is not UTF-16, whatever it says
    return codec if codec.startswith(_WEB_CODECS) else None


def cut_at_depth(text: str) -> str:
    """The page as far as its elements nest no deeper than `MAX_DEPTH`."""
    if not _may_nest_deeply(text):
        return text
    depth = 0
    for tag in _TAG.finditer(text):
        if tag.group(2).lower() not in _CHILDLESS:
            depth = max(0, depth - 1) if tag.group(1) else depth + 1
        if depth > MAX_DEPTH:
            return text[: tag.start()]
    return text


def _may_nest_deeply(text: str) -> bool:
    """Cheap and over-careful: counts every tag that is not closed, those that need not be included."""
    unclosed = 0
    for start in range(0, len(text), _STRETCH):
        unclosed += text.count("<", start, start + _STRETCH) - 2 * text.count("</", start, start + _STRETCH)
        unclosed = max(0, unclosed)
        if unclosed > 3 * MAX_DEPTH:
            return True
    return False


class Document:
    """One page: its tree, and what was found in it, each made when first asked for."""

    def __init__(self, body: bytes, *, url: str, charset: str | None) -> None:
        self.url = url
        self.warnings: list[str] = []
        if len(body) > MAX_BYTES:
            self.warnings.append(f"only the first {MAX_BYTES} of {len(body)} bytes were read")
        text = decoded(body[:MAX_BYTES], charset)
        self._text = cut_at_depth(text)
        if len(self._text) < len(text):
            self.warnings.append("elements nest deeper than allowed; the rest of the page was left out")

    @cached_property
    def tree(self) -> LexborHTMLParser:
        # Nothing here edits the tree, so the mutation events that slow parsing by half are off.
        try:
            return LexborHTMLParser(self._text or "<html></html>", options=LexborDocumentOptions.WO_EVENTS)
        except SelectolaxError as error:  # any text can be parsed, where there is room for its tree
            raise MemoryError("no memory for the page's elements") from error

    @cached_property
    def json_ld(self) -> Graph:
        graph, warnings = json_ld_graph(self.tree)
        self.warnings += warnings
        return graph

    @cached_property
    def microdata(self) -> Graph:
        return microdata_graph(self.tree)

    @cached_property
    def title(self) -> str | None:
        element = self.tree.css_first("title")
        return clean_text(element.text(), 500) or None if element else None

    @cached_property
    def language(self) -> str | None:
        element = self.tree.css_first("html")
        language = (element.attributes.get("lang") or "").strip() if element else ""
        return language if language.replace("-", "").replace("_", "").isalnum() and len(language) <= 20 else None
