"""Requests with a text of choice in every place of the API that takes one, made from its OpenAPI document."""

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

# As JSON spells them: escapes stay escapes.
TEXTS = {
    "high surrogate": '"\\ud800"',
    "low surrogate": '"a\\udfffb"',
    "pair the wrong way round": '"\\udc00\\ud800"',
    "nul": '"a\\u0000b"',
    "no character": '"\\ufffe\\uffff"',
    "right to left": '"\\u202e\\u0627\\u0301\\u200f"',
    "beyond the basic plane": '"\\ud83d\\ude00"',
    "control characters": '"\\u0001\\u001b[2J\\r\\n"',
    "long": f'"{"long " * 20_000}"',
}
MARK = "%%TEXT%%"


@dataclass(frozen=True, slots=True)
class Call:
    method: str
    path: str
    place: str
    query: str = ""
    body: str | None = None
    headers: dict[str, bytes] = field(default_factory=dict)


def calls(document: dict[str, Any], ids: dict[str, Any]) -> Iterator[Call]:
    """Yield the calls of every operation except streams, which do not end; deletions come last."""
    operations = [
        (path, method, operation) for path, of in document["paths"].items() for method, operation in of.items()
    ]
    for path, method, operation in sorted(operations, key=lambda named: named[1] == "delete"):
        if "text/event-stream" not in str(operation["responses"].get("200")):
            yield from _calls_of(document, method.upper(), path, operation, ids)


def _calls_of(
    document: dict[str, Any], method: str, path: str, operation: dict[str, Any], ids: dict[str, Any]
) -> Iterator[Call]:
    parameters = operation.get("parameters", [])
    named = {name: ids.get(name, 1) for name in _names(parameters, "path")}
    bodies = list(_bodies(document, operation))
    whole = bodies[0] if bodies else None
    for name in named:
        yield Call(method, path.format(**(named | {name: MARK})), f"path {name}", body=whole)
    here = path.format(**named)
    for name in _names(parameters, "query"):
        yield Call(method, here, f"query {name}", f"{name}={MARK}", whole)
    for name in (*_names(parameters, "header"), "X-Request-ID", "Authorization"):
        yield Call(method, here, f"header {name}", body=whole, headers={name: MARK.encode()})
    for body in bodies[1:]:
        yield Call(method, here, "body", body=body)


def _names(parameters: list[dict[str, Any]], where: str) -> list[str]:
    return [parameter["name"] for parameter in parameters if parameter["in"] == where]


def _bodies(document: dict[str, Any], operation: dict[str, Any]) -> Iterator[str]:
    """The example; then with the mark in place of each field, in place and at the end of each text, and as a field."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if content is None:
        return
    schema = _resolved(document, content["schema"])
    example: Any = content.get("example") or next(iter(schema.get("examples", [])), {})
    yield json.dumps(example)
    for name in schema.get("properties", {}):
        yield json.dumps(example | {name: MARK})
        yield json.dumps(example | {name: [MARK]})
        yield json.dumps(example | {name: {MARK: MARK}})
        yield json.dumps(example | {name: [{MARK: MARK}]})
    for place in _texts(example):
        yield json.dumps(_changed(example, place, lambda text: MARK))
        yield json.dumps(_changed(example, place, lambda text: text + MARK))
    yield json.dumps(example | {MARK: MARK})
    yield json.dumps(MARK)


def _changed(example: Any, place: tuple[Any, ...], change: Callable[[str], str]) -> Any:
    changed = deepcopy(example)
    inner = changed
    for part in place[:-1]:
        inner = inner[part]
    inner[place[-1]] = change(inner[place[-1]])
    return changed


def _resolved(document: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    if "anyOf" in schema:
        schema = schema["anyOf"][0]
    if "$ref" not in schema:
        return schema
    return dict(document["components"]["schemas"][schema["$ref"].rpartition("/")[2]])


def _texts(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, str):
        yield place
    elif isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _texts(inner, (*place, key))


def with_text(call: Call, spelled: str) -> Call:
    """The call with a text in place of the mark: as JSON in a body, percent-encoded in an address."""
    text: str = json.loads(spelled)
    encoded = text.encode("utf-8", "surrogatepass")
    in_address = quote(encoded, safe="")[:4_000]
    in_header = bytes(byte for byte in encoded if byte >= 32)[:4_000]  # no client sends others
    return Call(
        call.method,
        call.path.replace(quote(MARK), in_address).replace(MARK, in_address),
        call.place,
        call.query.replace(MARK, in_address),
        None if call.body is None else call.body.replace(MARK, spelled[1:-1]),
        {name: value.replace(MARK.encode(), in_header) for name, value in call.headers.items()},
    )
