"""A row on its way into a job: as JSON that the database can hold, and known by what it asks for.

Two rows of a job that ask for the same share one piece of work. A row with a web address asks for that page; any other
for whatever fits its canonical fields, or its raw ones where no column means anything; a picture for what it shows.
"""

from collections.abc import Mapping, Sequence

import orjson
import xxhash

from garner.core.urls import normalize
from garner.errors import InvalidUrl

BAD_ROW = "bad_row"  # the code of a line that cannot be read, and has nothing to be done again until somebody edits it
DEEPEST = 50
_ESCAPED_NUL = b"\\u0000"


def json_of(value: object) -> bytes:
    """As JSON, without what the database takes for none: the character NUL, halves of surrogate pairs, endless
    nesting. Its keys are sorted, so that rows whose columns merely stand in another order are equal."""
    try:
        dumped = orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    except TypeError:
        return orjson.dumps(_holdable(value), option=orjson.OPT_SORT_KEYS)
    return orjson.dumps(_holdable(value), option=orjson.OPT_SORT_KEYS) if _ESCAPED_NUL in dumped else dumped


def wanted_page(url: str) -> bytes | None:
    """What tells the page that a row asks for from others; None for what is no page's address."""
    try:
        return normalize(url).encode()
    except InvalidUrl:
        return None


def wanted_thing(normalized: Mapping[str, object], raw: Mapping[str, object]) -> bytes:
    """What tells what a row without an address asks for."""
    return json_of(normalized or raw)


def hash_of(wanted: bytes) -> int:
    return int.from_bytes(xxhash.xxh3_64_digest(wanted), "big", signed=True)


def _holdable(value: object, depth: int = 0) -> object:
    match value:
        case str():
            return value.replace("\0", "").encode("utf-8", "replace").decode()
        case bool() | float() | None:
            return value
        case int():
            return value if -(2**63) <= value < 2**63 else str(value)
        case _ if depth >= DEEPEST:
            return "…"
        case Mapping():
            return {str(_holdable(str(key))): _holdable(inner, depth + 1) for key, inner in value.items()}
        case Sequence():
            return [_holdable(inner, depth + 1) for inner in value]
    return str(value)
