"""Read the JSON-LD of a page as one graph. A block that cannot be read does not affect the other blocks.

Most pages that hold a record describe all of it in JSON-LD, so the blocks are searched for in the page's bytes first:
that takes a tenth of the time that building a tree takes. The result is used only if nothing could make it wrong, such
as a comment or a script that is still open; in doubt, the tree is used.
"""

import re
from collections.abc import Sequence
from typing import Any

from selectolax.lexbor import LexborHTMLParser, LexborNode

from garner.extraction.page.markup import tolerant_json
from garner.extraction.page.markup.schema_org import Graph

MAX_BLOCKS = 200
MAX_REPAIRED = 2_000_000  # characters of malformed blocks: repairing takes a second per million of the worst kind
_MAX_TAG_LENGTH = 2_000

# Some frameworks, configured to add a head entry named after the media type, write a <meta> instead of a <script>.
_CARRIERS = 'script[type*="ld+json" i], meta[name="application/ld+json"]'
MEDIA_TYPE_PARTS = (b"ld+json", b"/ld&")  # every spelling of it contains one of them
_MEDIA_TYPE = b"application/ld+json"
_OPENING = re.compile(rb"<script\s[^<>]*+>")
_DECLARED = re.compile(rb"""\stype\s{0,5}=\s{0,5}["']?\s{0,5}application/ld\+json""")
_CLOSING = re.compile(rb"</script[\s/>]", re.I)
_ASSIGNED = re.compile(rb"""=\s{0,5}["']?\s{0,5}\Z""")
_AROUND_TEXT = ((b"<!--", b"-->"), (b"<script", b"</script"))  # text that looks like a script in there is none


def json_ld_graph(blocks: Sequence[str]) -> tuple[Graph, tuple[str, ...]]:
    """Return the nodes of all JSON-LD blocks, and a warning for each block that had to be left out."""
    roots: list[Any] = []
    warnings: list[str] = []
    repairable = MAX_REPAIRED
    for position, block in enumerate(blocks[:MAX_BLOCKS], start=1):
        try:
            values, left_out, repaired = tolerant_json.read(block, repairable)
        except MemoryError:
            raise
        except Exception as error:  # blocks hold anything; a block that cannot be read must not stop the others
            warnings.append(f"JSON-LD block {position} left out: {type(error).__name__}")
            continue
        roots += values
        repairable -= repaired
        if left_out:
            warnings.append(f"JSON-LD block {position} read in part: {left_out}")
    if len(blocks) > MAX_BLOCKS:
        warnings.append(f"only the first {MAX_BLOCKS} of {len(blocks)} JSON-LD blocks were read")
    graph = Graph.of(roots)
    if graph.truncated:
        warnings.append("JSON-LD is larger or deeper than allowed; a part was left out")
    return graph, tuple(warnings)


def blocks_of(tree: LexborHTMLParser) -> list[str]:
    return [text for element in tree.css(_CARRIERS) if (text := _block(element))]


def _block(element: LexborNode) -> str | None:
    return element.attributes.get("content") if element.tag == "meta" else element.text()


def blocks_in(body: bytes) -> list[bytes] | None:
    """Return the blocks of a page that has not been parsed, or None if they cannot be determined with certainty."""
    blocks: list[bytes] = []
    behind = 0  # the end of the last block
    tag, tag_start = None, -1
    at = body.find(_MEDIA_TYPE)
    while at >= 0:
        start = body.rfind(b"<", max(behind, at - _MAX_TAG_LENGTH), at)
        if start != tag_start:
            tag, tag_start = _OPENING.match(body, start, start + _MAX_TAG_LENGTH) if start >= 0 else None, start
        if tag is None or tag.end() <= at:
            if _may_be_a_tag(body, start, at):
                return None
            at = body.find(_MEDIA_TYPE, at + 1)
            continue
        closing = _CLOSING.search(body, tag.end())
        end = closing.start() if closing else len(body)
        if not _DECLARED.search(tag.group()) or not _stands_free(body, behind, start, tag.end(), end):
            return None
        blocks.append(body[tag.end() : end])
        behind = end
        at = body.find(_MEDIA_TYPE, end)
    return blocks


def _may_be_a_tag(body: bytes, start: int, at: int) -> bool:
    """Return whether the media type, though not in a script tag at first sight, may be the value of an attribute. A
    selector in a script, `[type="..."]`, has a bracket after it."""
    is_value = _ASSIGNED.search(body[max(0, at - 12) : at]) is not None
    after = body[at + len(_MEDIA_TYPE) : at + len(_MEDIA_TYPE) + 3]
    return body[start : start + 5].lower() == b"<meta" or (is_value and b"]" not in after)


def _stands_free(body: bytes, behind: int, start: int, inside: int, end: int) -> bool:
    """Return whether nothing that turns a tag into text is open between the last block and this one, or within this
    one."""
    for opens, closes in _AROUND_TEXT:
        closed = body.rfind(closes, behind, start)
        if body.rfind(opens, max(behind, closed), start) >= 0:
            return False
    return body.find(b"<!--", inside, end) < 0 or body.find(b"<script", inside, end) < 0
