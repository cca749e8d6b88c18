"""The microdata of a page as one graph, in the same shape as its JSON-LD.

One query finds the items, one the properties; each property belongs to the nearest item above it, and its climb is
remembered so that deep pages stay linear. Values keep their markup: whether a `<li>` is a new step or a stray tag is
for the reader of the field to say.
"""

from typing import Any

from selectolax.lexbor import LexborHTMLParser, LexborNode

from garner.extract.schema_org import Graph

MAX_PROPERTIES = 5_000
MAX_VALUE = 100_000
MAX_TEXT = 20_000_000  # of all values together: a text inside a thousand nested properties is a thousand values

_ADDRESS_ATTRIBUTE = {
    "a": "href", "area": "href", "link": "href", "img": "src", "audio": "src", "video": "src", "source": "src",
    "embed": "src", "iframe": "src", "object": "data",
}  # fmt: skip
_MACHINE_READABLE = {"meta": "content", "data": "value", "meter": "value", "time": "datetime"}
_ADDRESSES = frozenset(
    {"url", "image", "thumbnailUrl", "contentUrl", "sameAs", "availability", "itemCondition", "logo"}
)


def microdata_graph(tree: LexborHTMLParser) -> Graph:
    scopes = tree.css("[itemscope]")[:MAX_PROPERTIES]
    if not scopes:
        return Graph()
    items = {scope.mem_id: _new_item(scope) for scope in scopes}
    owners: dict[int, int | None] = {}
    owned = set()
    length = 0
    for element in tree.css("[itemprop]")[:MAX_PROPERTIES]:
        owner = _owner(element, items, owners)
        if owner is None:
            continue
        if length > MAX_TEXT:
            break
        names = (element.attributes.get("itemprop") or "").split()
        value: Any = items.get(element.mem_id)
        if value is not None:
            owned.add(element.mem_id)
        else:
            text = _value(element, names[0] if names else "")
            length += len(text)
            value = text[:MAX_VALUE]
        for name in names:
            items[owner].setdefault(name.rpartition("/")[2], []).append(value)
    _follow_itemrefs(tree, scopes, items)
    return Graph.of(item for identity, item in items.items() if identity not in owned)


def _new_item(scope: LexborNode) -> dict[str, Any]:
    attributes = scope.attributes
    item: dict[str, Any] = {"@type": (attributes.get("itemtype") or "Thing").split()}
    if attributes.get("itemid"):
        item["@id"] = attributes["itemid"]
    return item


def _owner(element: LexborNode, items: dict[int, Any], owners: dict[int, int | None]) -> int | None:
    """The item that the element is a property of: its nearest ancestor that is one."""
    climbed: list[int] = []
    owner: int | None = None
    parent = element.parent
    while parent is not None:
        identity = parent.mem_id
        if identity in items:
            owner = identity
            break
        if identity in owners:
            owner = owners[identity]
            break
        climbed.append(identity)
        parent = parent.parent
    owners.update(dict.fromkeys(climbed, owner))
    return owner


def _value(element: LexborNode, name: str) -> str:
    attributes = element.attributes
    tag = element.tag or ""
    machine_readable = attributes.get("content") or attributes.get(_MACHINE_READABLE.get(tag, "content"))
    if machine_readable is not None:
        return machine_readable
    address = attributes.get(_ADDRESS_ATTRIBUTE.get(tag, ""))
    if address and (name in _ADDRESSES or tag not in ("a", "area", "object")):
        return address
    # an <a itemprop="name"> means the words, whatever the letter of the standard says
    return element.html or ""


def _follow_itemrefs(tree: LexborHTMLParser, scopes: list[LexborNode], items: dict[int, dict[str, Any]]) -> None:
    """Properties that stand elsewhere on the page and are claimed by id."""
    for scope in scopes:
        for reference in (scope.attributes.get("itemref") or "").split()[:20]:
            if not reference.replace("-", "").replace("_", "").isalnum():
                continue
            for element in tree.css(f'[id="{reference}"] [itemprop], [id="{reference}"][itemprop]')[:100]:
                value = items.get(element.mem_id) or _value(element, "")
                for name in (element.attributes.get("itemprop") or "").split():
                    items[scope.mem_id].setdefault(name, [value])
