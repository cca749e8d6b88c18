"""Read the properties of Open Graph and similar vocabularies that a page declares for link previews.

Facebook's catalogue reads `product:*` properties, so many shops that do not use schema.org fill them in.
"""

from collections.abc import Mapping

from selectolax.lexbor import LexborHTMLParser

from garner.extraction.values.fields import clean_text

MAX_PROPERTIES = 500
_MAX_VALUE = 10_000
_PREFIXES = ("og:", "product:", "twitter:", "article:", "book:", "music:", "video:", "profile:", "fb:")

OpenGraph = Mapping[str, list[str]]


def open_graph(tree: LexborHTMLParser) -> OpenGraph:
    """Return every property with its values in page order. Names are in lower case; empty values are left out."""
    properties: dict[str, list[str]] = {}
    for meta in tree.css("meta[content]")[:MAX_PROPERTIES]:
        attributes = meta.attributes
        name = (attributes.get("property") or attributes.get("name") or "").strip().lower()
        if name.startswith(_PREFIXES):
            value = clean_text(attributes.get("content") or "", _MAX_VALUE)
            if value:
                properties.setdefault(name, []).append(value)
    return properties


def first(properties: OpenGraph, *names: str) -> str | None:
    """Return the first value of the first of these properties that has one."""
    return next((properties[name][0] for name in names if name in properties), None)
