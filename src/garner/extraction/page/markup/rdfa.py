"""Read the RDFa of a page as one graph, in the same shape as its JSON-LD.

In RDFa an element's attributes name a thing (`typeof`, `about`, `resource`), or a property of the thing around it
(`property`, `rel`). The elements that carry any of these are visited in page order. Each passes the current thing and
vocabulary on to the elements inside it, so that one climb to the nearest of them is enough, and the climb is cached.
This covers the part of RDFa that pages use: no lists, no reversed relations.

Terms of other vocabularies have other meanings (`foaf:name`, `og:title`) and are left out. A term without a vocabulary
is read as schema.org, because many pages omit the declaration.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from selectolax.lexbor import LexborHTMLParser, LexborNode

from garner.extraction.page.markup.microdata import MAX_PROPERTIES, MAX_TEXT, MAX_VALUE, WORDS, markup_of
from garner.extraction.page.markup.schema_org import MAX_TYPES, Graph

# Without `:is`, an element comes once for each part of the selector that it matches.
_MARKED = ":is([typeof], [property], [about], [resource], [vocab], [prefix], [rel])"
_SCHEMA = ("schema.org", "data-vocabulary.org", "goodrelations")
_PREFIXES = frozenset({"schema", "v", "gr"})
_MAX_PREFIXES = 20
_MACHINE_READABLE = {"time": "datetime", "data": "value", "meter": "value"}

Attributes = Mapping[str, str | None]
Item = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Around:
    """The context that an element passes on to the elements inside it."""

    item: Item | None = None
    vocabulary: str = ""
    prefixes: frozenset[str] = _PREFIXES  # those that stand for schema.org; the meaning of others does not matter
    awaiting: tuple[str, ...] = ()  # relations whose object is further inside


def rdfa_graph(tree: LexborHTMLParser) -> Graph:
    reader = _RdfaReader()
    for element in tree.css(_MARKED)[:MAX_PROPERTIES]:
        if reader.length > MAX_TEXT:
            break
        reader.visit(element)
    return Graph.of(reader.roots)


class _RdfaReader:
    def __init__(self) -> None:
        self.roots: list[Item] = []
        self.length = 0
        self._named: dict[str, Item] = {}
        self._inside: dict[int, _Around] = {}

    def visit(self, element: LexborNode) -> None:
        attributes = element.attributes
        around = _apply_vocabulary(self._around(element), attributes)
        names = _names(attributes.get("property"), around)
        relations = () if "property" in attributes else _names(attributes.get("rel"), around)
        if attributes.get("typeof") is not None:
            inside = self._enter_typed(element, attributes, around, names, relations)
        else:
            inside = self._enter_untyped(element, attributes, around, names, relations)
        self._inside[element.mem_id] = inside

    def _around(self, element: LexborNode) -> _Around:
        climbed: list[int] = []
        at = element.parent
        while at is not None and at.mem_id not in self._inside:
            climbed.append(at.mem_id)
            at = at.parent
        around = self._inside[at.mem_id] if at is not None else _Around()
        self._inside.update(dict.fromkeys(climbed, around))
        return around

    def _enter_typed(
        self,
        element: LexborNode,
        attributes: Attributes,
        around: _Around,
        names: tuple[str, ...],
        relations: tuple[str, ...],
    ) -> _Around:
        is_literal = "content" in attributes
        identifier = attributes.get("about") or _address(attributes)
        item, is_new = self._item(identifier)
        types = [_last_word(name) for name in (attributes.get("typeof") or "").split()[:MAX_TYPES]]
        item["@type"] = list(dict.fromkeys([*item.get("@type", []), *types]))[:MAX_TYPES]
        links = relations if names and is_literal else names or relations or around.awaiting
        self._attach(around.item, links, item, is_new=is_new)
        if names and is_literal:
            self._put(item, names, element, attributes)
        return replace(around, item=item, awaiting=())

    def _enter_untyped(
        self,
        element: LexborNode,
        attributes: Attributes,
        around: _Around,
        names: tuple[str, ...],
        relations: tuple[str, ...],
    ) -> _Around:
        subject = attributes.get("about")
        resource = attributes.get("resource")
        if subject is None and "property" not in attributes and not relations:
            subject = resource
        if subject:
            item, is_new = self._item(subject)
            self._attach(around.item, around.awaiting, item, is_new=is_new)
            around = replace(around, item=item, awaiting=())
        if around.item is None:
            return around
        self._put(around.item, names, element, attributes)
        address = _address(attributes)
        if not relations:
            return around
        if address is None:
            return replace(around, awaiting=relations)
        self._attach(around.item, relations, {"@id": address}, is_new=False)
        return replace(around, item=self._item(resource)[0]) if resource else around

    def _item(self, identifier: str | None) -> tuple[Item, bool]:
        """Return the item of this name and whether it is new; later mentions extend a known item."""
        if not identifier:
            return {}, True
        known = self._named.get(identifier)
        if known is None:
            known = self._named[identifier] = {"@id": identifier}
            return known, True
        return known, False

    def _attach(self, owner: Item | None, names: tuple[str, ...], item: Item, *, is_new: bool) -> None:
        """Attach a new item to its owner, or a reference to a known one, so that items never contain themselves."""
        if owner is not None and names:
            for name in names:
                owner.setdefault(name, []).append(item if is_new else {"@id": item["@id"]})
        elif is_new:
            self.roots.append(item)

    def _put(self, item: Item, names: tuple[str, ...], element: LexborNode, attributes: Attributes) -> None:
        if names:
            value = _value(element, attributes, names[0])
            self.length += len(value)
            for name in names:
                item.setdefault(name, []).append(value[:MAX_VALUE])


def _apply_vocabulary(around: _Around, attributes: Attributes) -> _Around:
    vocabulary, prefixes = attributes.get("vocab"), attributes.get("prefix")
    if vocabulary is not None:
        around = replace(around, vocabulary=vocabulary)
    return replace(around, prefixes=_read_prefixes(prefixes, around.prefixes)) if prefixes else around


def _read_prefixes(prefixes: str, known: frozenset[str]) -> frozenset[str]:
    """Return the prefixes of schema.org after this declaration, which may redefine some of them. Few are kept, because
    every element inside carries them."""
    words = prefixes.split(maxsplit=100)[:100]
    declared = {name.rstrip(":").lower(): address for name, address in zip(words[::2], words[1::2], strict=False)}
    ours = [name for name, address in declared.items() if _is_schema_org(address)]
    kept = [name for name in known if name not in declared]
    return known if not ours and len(kept) == len(known) else frozenset([*kept, *ours][:_MAX_PREFIXES])


def _names(written: str | None, around: _Around) -> tuple[str, ...]:
    """Return the properties of schema.org among these words."""
    words = (written or "").split()[:20]
    return tuple(dict.fromkeys(_last_word(word) for word in words if _is_of_schema_org(word, around)))


def _is_of_schema_org(word: str, around: _Around) -> bool:
    prefix, colon, rest = word.partition(":")
    if colon and not rest.startswith("//"):
        return prefix.lower() in around.prefixes
    vocabulary = rest if colon else around.vocabulary
    return not vocabulary or _is_schema_org(vocabulary)


def _is_schema_org(vocabulary: str) -> bool:
    return any(known in vocabulary for known in _SCHEMA)


def _last_word(name: str) -> str:
    return name.rstrip("/").replace("#", "/").replace(":", "/").rpartition("/")[2]


def _address(attributes: Attributes) -> str | None:
    return attributes.get("resource") or attributes.get("href") or attributes.get("src")


def _value(element: LexborNode, attributes: Attributes, name: str) -> str:
    tag = element.tag or ""
    machine_readable = attributes.get("content")
    if machine_readable is None:
        machine_readable = attributes.get(_MACHINE_READABLE.get(tag, ""))
    if machine_readable is not None:
        return machine_readable
    address = _address(attributes)
    if address and (name not in WORDS or element.first_child is None):
        return address
    return markup_of(element)
