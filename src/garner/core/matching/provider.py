"""A provider: an external search endpoint, the queries sent to it, and the mapping of its answers.

    [{"name": "acme", "url": "https://api.example.com/search?q={query}", "headers": {"X-Key": "…"},
      "items": "result.products", "fields": {"title": "name", "brand": "maker.name", "gtin": "ean", "url": "link"},
      "queries": ["gtin", "brand mpn", "brand title"]}]

A setting names the file that holds them; startup reports an error in the file in one line.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlsplit

from garner.core.rows.check_digit import GTIN_LENGTHS, printed_gtin
from garner.core.rows.columns import CANONICAL, GTIN
from garner.errors import ConfigurationError

PLACEHOLDER = "{query}"
QUERIES = ("gtin", "brand mpn", "brand sku", "brand title", "title")
MAX_PROVIDERS = 20
MAX_HITS = 20
MAX_QUERY_LENGTH = 200
MAX_VALUE_LENGTH = 4_000
MAX_NAME_LENGTH = 50
DEEPEST = 10
_KNOWN = {"name", "url", "headers", "items", "fields", "queries"}


@dataclass(frozen=True, slots=True)
class Provider:
    name: str
    url: str
    fields: Mapping[str, str]  # path of each canonical field in a hit
    items: str = ""  # path of the hits in the answer
    queries: tuple[tuple[str, ...], ...] = tuple(tuple(query.split()) for query in QUERIES)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)  # may contain API keys

    def queries_for(self, row: Mapping[str, object]) -> list[str]:
        """Return the queries for this row, without duplicates, in the configured order."""
        asked = (_build_query(row, names) for names in self.queries)
        return list(dict.fromkeys(query for query in asked if query))

    def address(self, query: str) -> str:
        return self.url.replace(PLACEHOLDER, quote(query, safe=""))

    def hits(self, body: bytes) -> list[dict[str, str]]:
        """Return the hits in canonical fields. Raise `ValueError` if the answer does not have the configured shape."""
        try:
            items = resolve_path(json.loads(body), self.items)
        except RecursionError:
            raise ValueError("it is nested too deeply") from None
        if not isinstance(items, list):
            raise ValueError(f"there is no list at {self.items or 'the top level'!r}")
        return [hit for hit in map(self._hit, items[:MAX_HITS]) if hit.get("title")]

    def _hit(self, item: object) -> dict[str, str]:
        texts = {name: _text(resolve_path(item, path)) for name, path in self.fields.items()}
        return {name: text for name, text in texts.items() if text}


def resolve_path(value: object, path: str) -> object:
    """Return the value at a path like `a.b.0.c`, or None."""
    for step in filter(None, path.split(".")):
        if isinstance(value, dict):
            value = value.get(step)
        elif isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        else:
            return None
    return value


def _build_query(row: Mapping[str, object], names: Sequence[str]) -> str | None:
    """Return the query, or None if one of its words is missing, since it would then be a different query."""
    values = [_format_query_value(name, " ".join(str(row.get(name) or "").split())) for name in names]
    return " ".join(values)[:MAX_QUERY_LENGTH] if all(values) else None


def _format_query_value(name: str, value: str) -> str:
    """Return the query text of a value. A row has its GTIN in 14 digits, a form that few search endpoints find."""
    return printed_gtin(value) if name == GTIN and value.isdecimal() and len(value) == max(GTIN_LENGTHS) else value


def _text(value: object) -> str:
    if isinstance(value, str):
        whole = value[: 2 * MAX_VALUE_LENGTH].encode("utf-8", "replace").decode()  # drops half a surrogate pair
        return " ".join(whole.replace("\0", "").split())[:MAX_VALUE_LENGTH]
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)[:MAX_VALUE_LENGTH]
    return ""


# Reading the file --------------------------------------------------------------------------------------------


def read_providers(text: str) -> tuple[Provider, ...]:
    """Parse the file. Raise a `ConfigurationError` that says which provider is wrong, and why."""
    try:
        given = json.loads(text)
    except ValueError as error:
        raise ConfigurationError(f"it is not JSON: {error}") from None
    if not isinstance(given, list) or len(given) > MAX_PROVIDERS:
        raise ConfigurationError(f"it must be a list of at most {MAX_PROVIDERS} providers")
    providers = []
    for number, entry in enumerate(given, 1):
        problem = next(_problems(entry), None)
        if problem is not None:
            raise ConfigurationError(f"provider {number}: {problem}")
        providers.append(_provider(entry))
    names = [provider.name for provider in providers]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise ConfigurationError(f"two providers have the name {twice!r}")
    return tuple(providers)


def _provider(given: Mapping[str, Any]) -> Provider:
    queries = given.get("queries") or QUERIES
    return Provider(
        name=given["name"],
        url=given["url"],
        fields=given["fields"],
        items=given.get("items") or "",
        queries=tuple(tuple(query.split()) for query in queries),
        headers=given.get("headers") or {},
    )


def _problems(given: object) -> Iterator[str]:
    if not isinstance(given, dict):
        yield "it must be an object"
        return
    if unknown := sorted(set(given) - _KNOWN):
        yield f"unknown key {unknown[0]!r}; the keys are {', '.join(sorted(_KNOWN))}"
    name = given.get("name")
    if not isinstance(name, str) or not name.strip() or len(name) > MAX_NAME_LENGTH or not name.isprintable():
        yield f"'name' must be a string of at most {MAX_NAME_LENGTH} characters"
    yield from _problems_of_url(given.get("url"))
    yield from _problems_of_fields(given.get("fields"))
    if not isinstance(given.get("items", ""), str) or str(given.get("items", "")).count(".") > DEEPEST:
        yield "'items' must be a path like 'result.products'"
    queries = given.get("queries", list(QUERIES))
    if not isinstance(queries, list) or not all(isinstance(query, str) and query.split() for query in queries):
        yield "'queries' must be a list of strings like 'brand title'"
    elif unknown := [word for query in queries for word in query.split() if word not in CANONICAL]:
        yield f"'queries' contains the unknown field {unknown[0]!r}; the fields are {', '.join(CANONICAL)}"
    headers = given.get("headers", {})
    if not isinstance(headers, dict) or not all(map(_is_header, headers, headers.values())):
        yield "'headers' must be an object of printable strings"


def _problems_of_url(url: object) -> Iterator[str]:
    if not isinstance(url, str) or url.count(PLACEHOLDER) != 1:
        yield f"'url' must contain {PLACEHOLDER} exactly once"
        return
    try:
        parts = urlsplit(url)
        is_right = parts.scheme in ("http", "https") and bool(parts.hostname) and PLACEHOLDER not in parts.netloc
        parts.port  # noqa: B018  # raises if the port is invalid
    except ValueError:
        is_right = False
    if not is_right or not url.isprintable() or " " in url:
        yield f"'url' must be like https://host/search?q={PLACEHOLDER}"
    elif parts.username is not None or parts.password is not None:
        yield "'url' must not contain a user name or password; use 'headers' instead"


def _problems_of_fields(fields: object) -> Iterator[str]:
    if not isinstance(fields, dict) or not all(isinstance(path, str) and path for path in fields.values()):
        yield "'fields' must be an object of paths"
    elif unknown := sorted(set(fields) - set(CANONICAL)):
        yield f"'fields' contains the unknown field {unknown[0]!r}; the fields are {', '.join(CANONICAL)}"
    elif "title" not in fields:
        yield "'fields' must contain a path for 'title'"


def _is_header(name: object, value: object) -> bool:
    texts = isinstance(name, str) and isinstance(value, str)
    return texts and bool(name) and all(" " <= letter <= "~" for letter in f"{name}{value}") and ":" not in str(name)
