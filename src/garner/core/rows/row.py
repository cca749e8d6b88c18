"""A row on its way into a job: as JSON that the database can hold, and known by what it asks for.

Two rows of a job that ask for the same share one piece of work. They do if all their cells are equal, but for blanks
around them and the spelling of the page's address; also those of columns that mean nothing here, since they may mean
something to whoever sent them. A picture asks for what it shows.
"""

from collections.abc import Mapping, Sequence

import orjson
import xxhash

from garner.core.urls import normalize
from garner.errors import InvalidUrl

BAD_ROW = "bad_row"  # the code of a line that cannot be read, and has nothing to be done again until somebody edits it
# The code of a row that is not in the catalogue while pages of its own job may still add to that.
AWAITS_PAGES = "awaits_pages"
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


def wanted_by(raw: Mapping[str, object], said: bytes, url: str | None) -> bytes | None:
    """What tells a row from others, whose cells are `said` in JSON; None if its address is no page's."""
    if url is None:
        # A blank beside a quote is at the edge of a cell, or harmless; most rows have none, and there are millions.
        return json_of(_trimmed(raw)) if b'" ' in said or b' "' in said else said
    try:
        page = normalize(url)
    except InvalidUrl:
        return None
    return json_of({header: page if cell == url else cell for header, cell in _trimmed(raw).items()})


def _trimmed(raw: Mapping[str, object]) -> dict[str, object]:
    return {header: cell.strip() if isinstance(cell, str) else cell for header, cell in raw.items()}


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
