"""Read the microdata of a page as one graph, in the same shape as its JSON-LD.

One query finds items and properties. Each property belongs to the nearest item above it, and the result of each climb
is cached so that deep pages stay linear. Values keep their markup: the reader of the field decides whether a `<li>` is
a new step or a stray tag.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from selectolax.lexbor import LexborHTMLParser, LexborNode

from garner.extraction.page.markup.schema_org import MAX_TYPES, Graph

MAX_PROPERTIES = 5_000
MAX_NAMES = 20  # of one property
MAX_CLAIMS = 50
MAX_VALUE = 100_000
MAX_ALT = 1_000
MAX_TEXT = 20_000_000  # of all values together: a text inside a thousand nested properties is a thousand values

Attributes = Mapping[str, str | None]

# Without `:is`, an element comes once for each part of the selector that it matches.
_MARKED = ":is([itemscope], [itemprop])"
_ADDRESS_ATTRIBUTE = {
    "a": "href", "area": "href", "link": "href", "img": "src", "audio": "src", "video": "src", "source": "src",
    "embed": "src", "iframe": "src", "object": "data",
}  # fmt: skip
_MACHINE_READABLE = {"meta": "content", "data": "value", "meter": "value", "time": "datetime"}
_CUT_OFF = re.compile(r"\s*[\[{][\[{\s]*")  # JSON in an attribute that its own first quotation mark has ended
_UNSEEN = re.compile(r"<(script|style)\b.*?</\1>", re.DOTALL)
# Properties with the text of a link as their value, not its target, contrary to the letter of the standard.
WORDS = frozenset(
    ("name", "alternateName", "headline", "title", "description", "text", "author", "creator", "publisher", "brand",
     "manufacturer", "category", "keywords", "genre", "articleSection", "recipeCategory", "recipeCuisine",
     "ingredients", "recipeIngredient", "recipeInstructions", "recipeYield", "suitableForDiet", "tool", "model",
     "color", "material", "sku", "mpn", "gtin", "gtin13", "price", "reviewCount", "ratingCount", "ratingValue",
     "hiringOrganization", "jobLocation", "addressLocality", "addressRegion", "addressCountry", "streetAddress",
     "employmentType", "email", "telephone", "datePublished")
)  # fmt: skip


def microdata_graph(tree: LexborHTMLParser) -> Graph:
    elements = [(element, element.attributes) for element in tree.css(_MARKED)[: 2 * MAX_PROPERTIES]]
    scopes = [(element, attributes) for element, attributes in elements if "itemscope" in attributes][:MAX_PROPERTIES]
    if not scopes:
        return Graph()
    items = {element.mem_id: _new_item(attributes) for element, attributes in scopes}
    owners = _claimed_by_id(tree, scopes)
    owned = set()
    length = 0
    for element, attributes in [pair for pair in elements if "itemprop" in pair[1]][:MAX_PROPERTIES]:
        owner = _owner(element, items, owners)
        if owner is None:
            continue
        if length > MAX_TEXT:
            break
        names = (attributes["itemprop"] or "").split()[:MAX_NAMES]
        value: Any = items.get(element.mem_id)
        if value is not None:
            owned.add(element.mem_id)
        else:
            text = _value(element, attributes, names[0] if names else "")
            length += len(text)
            value = _describe_picture(text[:MAX_VALUE], element, attributes)
        for name in names:
            items[owner].setdefault(name.rpartition("/")[2], []).append(value)
    return Graph.of(item for identity, item in items.items() if identity not in owned)


def _new_item(attributes: Attributes) -> dict[str, Any]:
    item: dict[str, Any] = {"@type": (attributes.get("itemtype") or "Thing").split()[:MAX_TYPES]}
    if attributes.get("itemid"):
        item["@id"] = attributes["itemid"]
    return item


def _claimed_by_id(tree: LexborHTMLParser, scopes: Sequence[tuple[LexborNode, Attributes]]) -> dict[int, int | None]:
    """Return the elements that an item elsewhere on the page claims with `itemref`, with that item."""
    claims: dict[str, int] = {}
    for scope, attributes in scopes:
        for reference in (attributes.get("itemref") or "").split()[:MAX_CLAIMS]:
            claims.setdefault(reference, scope.mem_id)
        if len(claims) >= MAX_CLAIMS:
            break
    claimed: dict[int, int | None] = {}
    for element in tree.css("[id]") if claims else ():
        owner = claims.pop(element.id or "", None)
        if owner is not None:
            claimed[element.mem_id] = owner
    return claimed


def _owner(element: LexborNode, items: dict[int, Any], owners: dict[int, int | None]) -> int | None:
    """Return the item that the element is a property of: one that claims it, or else its nearest ancestor that is an
    item."""
    climbed: list[int] = []
    at: LexborNode | None = element
    while at is not None and at.mem_id not in owners:
        climbed.append(at.mem_id)
        at = at.parent
        if at is not None and at.mem_id in items:
            break
    owner = None if at is None else at.mem_id if at.mem_id in items and climbed else owners[at.mem_id]
    owners.update(dict.fromkeys(climbed, owner))
    return owner


def _value(element: LexborNode, attributes: Attributes, name: str) -> str:
    tag = element.tag or ""
    machine_readable = attributes.get("content") or attributes.get(_MACHINE_READABLE.get(tag, "content"))
    if machine_readable is not None and not (_CUT_OFF.fullmatch(machine_readable) and element.first_child):
        return machine_readable
    address = attributes.get(_ADDRESS_ATTRIBUTE.get(tag, ""))
    if address and (name not in WORDS or tag not in ("a", "area", "object")):
        return address
    return markup_of(element)


def _describe_picture(value: str, element: LexborNode, attributes: Attributes) -> str | dict[str, Any]:
    """Return a picture that has a description as an object with an address and a name; return any other value as
    text."""
    name = attributes.get("alt")
    if not name or element.tag != "img" or value != attributes.get("src"):
        return value
    return {"@type": "ImageObject", "url": value, "name": name[:MAX_ALT]}


def markup_of(element: LexborNode) -> str:
    """Return the source of the element without its scripts and styles. The tree closes every script that it
    serializes."""
    written = element.html or ""
    return _UNSEEN.sub("", written) if "<script" in written or "<style" in written else written
