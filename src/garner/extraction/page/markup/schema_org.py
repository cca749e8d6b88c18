"""schema.org nodes from any syntax, and the choice of the node that the page is about.

JSON-LD and microdata both become plain dictionaries (`@type`, `@id`, properties) in a `Graph`. References by `@id` are
followed only when a property is read, one step at a time, so that cycles in the data cost nothing: there is no expanded
tree to loop in. Readers that recurse (steps within sections) have a depth limit of their own.

A page often describes several things of one type: related products, a carousel of recipes, the same recipe twice.
`Graph.main` takes the node with the most content. It prefers nodes that are marked as the main entity, carry the page's
own URL, or have the name that the page's headings, titles and URL give, and it distrusts nodes below a list or a
"related" property. If several nodes exist and none has a similar name, they are secondary content, and the page is
about none of them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import Any
from urllib.parse import urlsplit

from garner.extraction.page.titles import Called
from garner.extraction.values.fields import clean_text, web_address

MAX_NODES = 20_000
MAX_DEPTH = 60
MAX_TYPES = 50
MAX_VALUES = 5_000  # of one property: a list that a thousand nodes refer to is read a thousand times
MAX_COMPARED = 200  # things of one type, by their names

_MAIN = frozenset({"mainEntity", "mainEntityOfPage", "about"})
_ASIDE = frozenset(
    {"itemListElement", "isRelatedTo", "isSimilarTo", "isAccessoryOrSparePartFor", "itemReviewed", "review", "reviews",
     "hasPart", "isPartOf", "recommendedItem", "relatedLink", "itemOffered", "isConsumableFor", "mentions",
     "hasVariant"}
)  # fmt: skip
_LISTED = frozenset({"itemListElement", "isRelatedTo", "isSimilarTo", "mentions"})
# The properties that any reader uses.
_NAMES = frozenset(
    ("address", "addressCountry", "addressLocality", "addressRegion", "aggregateRating", "alternateName",
     "amount", "applicantLocationRequirements", "author", "availability", "baseSalary", "bestRating", "brand",
     "caption", "category", "contentUrl", "cookTime", "currency", "datePosted", "description", "duration",
     "employmentType", "estimatedSalary", "gtin", "gtin12", "gtin13", "gtin14", "gtin8", "hasVariant",
     "headline", "hiringOrganization", "identifier", "image", "images", "inLanguage", "ingredient",
     "ingredients", "instructions", "item", "itemListElement", "itemOffered", "itemReviewed", "jobLocation",
     "jobLocationType", "jobLocations", "lowPrice", "mainEntity", "mainEntityOfPage", "manufacturer",
     "maxValue", "minPrice", "minValue", "mpn", "name", "nutrition", "offerCount", "offers", "performTime",
     "photo", "position", "prepTime", "price", "priceCurrency", "priceSpecification", "priceType", "productID",
     "ratingCount", "ratingValue", "recipeIngredient", "recipeInstructions", "recipeYield", "requiredQuantity",
     "reviewCount", "salary", "salaryCurrency", "sameAs", "seller", "sku", "step", "steps", "text",
     "thumbnailUrl", "title", "totalTime", "unitCode", "unitText", "url", "validThrough", "value", "yield",
     "@type", "@id", "@graph")
)  # fmt: skip
_SPELLINGS = {name.lower(): name for name in _NAMES}
_DISTINGUISHING = ("name", "headline", "sku", "url")
_BONUS = 3.0
_BONUS_FOR_NAME = 9.0  # as much as a thing can score beyond its name
_MIN_LIKENESS = 0.2


@dataclass(slots=True)
class Graph:
    """All typed nodes of a page in document order."""

    nodes: "list[Node]" = field(default_factory=list)
    definitions: dict[str, dict[str, Any]] = field(default_factory=dict)
    truncated: bool = False

    @classmethod
    def of(cls, roots: Iterable[Any]) -> "Graph":
        graph = cls()
        pending: list[tuple[Any, str, str, int]] = [(root, "", "", 0) for root in roots][::-1]
        visited = 0
        while pending:
            value, under, aside, depth = pending.pop()
            visited += 1
            if depth > MAX_DEPTH or visited > 10 * MAX_NODES or len(graph.nodes) >= MAX_NODES:
                graph.truncated = True
            elif isinstance(value, list):
                pending += [
                    (item, under, aside, depth + 1) for item in reversed(value) if isinstance(item, dict | list)
                ]
            elif isinstance(value, dict):
                graph._add(value, under, aside)
                pending += [
                    (child, name, name if name in _ASIDE else aside, depth + 1)
                    for name, child in reversed(value.items())
                    if isinstance(child, dict | list)
                ]
        return graph

    def _add(self, properties: dict[str, Any], under: str, aside: str) -> None:
        names = "\n".join(properties)
        if ":" in names or "/" in names:
            _shorten_names(properties)
        if odd := [name for name in properties if name not in _NAMES and name.lower() in _SPELLINGS]:
            _spell_as_usual(properties, odd)
        types = _type_names(properties)
        identifier = properties.get("@id")
        if isinstance(identifier, str) and len(properties) > 1:
            properties = self._merge_definition(identifier, properties, types)
        if types:
            self.nodes.append(Node(properties, self, types, under, aside))

    def _merge_definition(self, identifier: str, properties: dict[str, Any], types: frozenset[str]) -> dict[str, Any]:
        """Return the known properties of the thing with this identifier. One thing may be described in several places,
        each adding properties. Different things with the same identifier are common too; then the identifier stands for
        the fuller one."""
        known = self.definitions.setdefault(identifier, properties)
        if known is properties:
            return properties
        is_same_type = not types or _type_names(known) in (types, frozenset())
        if is_same_type and not any(_differ(known, properties, name) for name in _DISTINGUISHING):
            for name, value in properties.items():
                known.setdefault(name, value)
            return known
        if len(properties) > len(known):
            self.definitions[identifier] = properties
        return properties

    def resolve(self, value: Any) -> Any:
        """Return the node that a reference points to, or the value itself. One step: references in the node are
        followed when read."""
        if isinstance(value, dict) and len(value) <= 2 and set(value) <= {"@id", "@type"}:
            return self.definitions.get(str(value.get("@id")), value)
        return value

    def main(
        self, types: frozenset[str], weights: Mapping[str, float], page_url: str, called: Callable[[], Called]
    ) -> "Node | None":
        """Return the node of one of these types that the page is about. `weights` gives the weight of each property.
        `called` runs only where the page's own names decide."""
        candidates = [node for node in self.nodes if node.types & types]
        if sum(node.aside in _LISTED for node in candidates) == len(candidates) > 1:
            return None  # a list of peers: the page is about none of them
        if len(candidates) < 2:
            return next(iter(candidates), None)
        weighed = sorted(((node.weight(weights, page_url), node) for node in candidates), key=_weight, reverse=True)
        named = [
            (weight, node, node.text("name", "title", "headline", limit=500) or "")
            for weight, node in weighed[:MAX_COMPARED]
            if node.aside != "hasVariant" or node is weighed[0][1]
        ]
        if len({name for _, _, name in named}) > 1:
            return _choose_by_name(named, called(), page_url)
        return weighed[0][1]


@dataclass(slots=True, eq=False)
class Node:
    """One schema.org item: its properties, with references followed."""

    properties: Mapping[str, Any]
    graph: Graph
    types: frozenset[str] = frozenset()
    under: str = ""  # the property it is the value of
    aside: str = ""  # the list or "related" property above it, at any distance

    def all(self, *names: str) -> list[Any]:
        """Return the values of the first of these properties that has any, as a flat list."""
        for name in names:
            written = islice(self._flat(self.properties.get(name)), MAX_VALUES)
            values = [value for value in written if value not in (None, "", [], {})]
            if values:
                return values
        return []

    def first(self, *names: str) -> Any:
        return next(iter(self.all(*names)), None)

    def nodes(self, *names: str) -> "list[Node]":
        return [self.node(value) for value in self.all(*names) if isinstance(value, dict)]

    def node(self, value: dict[str, Any]) -> "Node":
        return Node(value, self.graph, _type_names(value))

    def text(self, *names: str, limit: int = 10_000) -> str | None:
        return next(filter(None, (self.text_of(value, limit) for value in self.all(*names))), None)

    def texts(self, *names: str, limit: int = 10_000) -> list[str]:
        return [text for value in self.all(*names) if (text := self.text_of(value, limit))]

    def text_of(self, value: Any, limit: int = 10_000) -> str | None:
        """Return the text that a value stands for: itself, or the name of the thing it is."""
        if isinstance(value, str) and value in self.graph.definitions:
            value = _plain(self.graph.definitions[value]) or value  # a reference that is not marked as one
        plain = _plain(self.graph.resolve(value))
        return clean_text(plain, limit) or None if plain is not None else None

    def address(self, base: str, *names: str) -> str | None:
        """Return the first web address among the values: a string, or the url of an image or thing."""
        return next(self.addresses(base, *names), None)

    def addresses(self, base: str, *names: str) -> Iterator[str]:
        for value in self.all(*names):
            if isinstance(value, dict):
                inner = self.node(value)
                value = inner.first("url", "contentUrl", "@id", "thumbnailUrl")
            if address := web_address(value, base):
                yield address

    def weight(self, weights: Mapping[str, float], page_url: str) -> float:
        score = sum(worth for name, worth in weights.items() if self.properties.get(name) not in (None, "", [], {}))
        if self.under in _MAIN:
            score += _BONUS
        if self.is_at(page_url):
            score += _BONUS
        return score - 2 * _BONUS if self.aside else score

    def is_at(self, page_url: str) -> bool:
        return bool(page_url) and any(same_page(page_url, own) for own in self._own_addresses())

    def _own_addresses(self) -> Iterator[str]:
        for name in ("url", "@id", "mainEntityOfPage"):
            value = self.properties.get(name)
            value = value.get("@id") if isinstance(value, dict) else value
            if isinstance(value, str):
                yield value

    def _flat(self, value: Any, depth: int = 0) -> Iterator[Any]:
        if not isinstance(value, list):
            yield self.graph.resolve(value)
        elif depth < 5:
            for item in value:
                yield from self._flat(item, depth + 1)


def _weight(weighed: tuple[float, Node]) -> float:
    return weighed[0]


def _choose_by_name(named: list[tuple[float, Node, str]], called: Called, page_url: str) -> Node | None:
    """Return, of things with different names, heaviest first, the one with the name of the page's subject."""
    likeness = {name: called.likeness(name) for _, _, name in named}
    bonus = {name: _BONUS_FOR_NAME * alike + _BONUS * (alike == 1) for name, alike in likeness.items()}
    _, chosen, _ = max(named, key=lambda entry: entry[0] + bonus[entry[2]])
    is_said_to_be = chosen.under in _MAIN or chosen.is_at(page_url)
    if called.names and all(likeness) and max(likeness.values()) < _MIN_LIKENESS and not is_said_to_be:
        return None
    return chosen


def same_page(url: str, other: str) -> bool:
    try:
        a, b = urlsplit(url), urlsplit(other)
    except ValueError:
        return False
    if not b.path.strip("/") or (b.netloc and a.netloc.removeprefix("www.") != b.netloc.removeprefix("www.")):
        return False
    return a.path.rstrip("/") == b.path.rstrip("/")


def _is_nested(value: Any) -> bool:
    return isinstance(value, dict | list)


def _differ(properties: Mapping[str, Any], other: Mapping[str, Any], name: str) -> bool:
    return name in properties and name in other and properties[name] != other[name]


def _plain(value: Any) -> str | None:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return f"{value:.15g}"
    if isinstance(value, list):
        return next(filter(None, map(_plain, value[:5])), None) if value and not _is_nested(value[0]) else None
    if isinstance(value, dict):
        inner_values = (value.get(key) for key in ("@value", "name", "text", "value", "title"))
        return next(filter(None, (_plain(item) for item in inner_values if not isinstance(item, dict))), None)
    return None


def _shorten_names(properties: dict[str, Any]) -> None:
    """Shorten `schema:name` and `http://schema.org/name` to `name`."""
    for name in [name for name in properties if ":" in name or "/" in name]:
        short = _last_part(name)
        if short and short not in properties:
            properties[short] = properties.pop(name)


def _spell_as_usual(properties: dict[str, Any], odd: Iterable[str]) -> None:
    """Correct the case of `ItemListElement` and `recipeingredient`, unless the correct spelling is present as well."""
    for name in odd:
        usual = _SPELLINGS[name.lower()]
        if usual not in properties:
            properties[usual] = properties.pop(name)


def _type_names(properties: Mapping[str, Any]) -> frozenset[str]:
    declared = properties.get("@type") or properties.get("type")
    if isinstance(declared, str):
        return _single_type(declared)
    if not isinstance(declared, list):
        return frozenset()
    return frozenset().union(*(_single_type(name) for name in declared[:MAX_TYPES] if isinstance(name, str)))


@lru_cache(maxsize=1_000)
def _single_type(name: str) -> frozenset[str]:
    return frozenset({_last_part(name).lower()})


def _last_part(name: str) -> str:
    return name.strip().rstrip("/").replace("#", "/").replace(":", "/").rpartition("/")[2]
