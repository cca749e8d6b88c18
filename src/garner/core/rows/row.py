"""Serialize a row of a job as JSON that the database can store, and compute its identity.

Two rows of a job with the same identity share one piece of work. They have it if all their cells are equal, except for
surrounding blanks and the spelling of the page's URL; cells of columns without a known meaning count too, since they
may mean something to the sender. The identity of a picture is its content.
"""

from collections.abc import Mapping, Sequence

import orjson
import xxhash

from garner.core.urls.page_url import normalize
from garner.errors import InvalidUrl

BAD_ROW = "bad_row"  # the code of an unreadable line, which cannot be retried until a user edits it
# The code of a row that is not in the catalogue while pages of its own job may still add to the catalogue.
AWAITS_PAGES = "awaits_pages"
DEEPEST = 50
_ESCAPED_NUL = b"\\u0000"


def json_of(value: object) -> bytes:
    """Return JSON without what the database rejects: the character NUL, halves of surrogate pairs, endless nesting.
    Keys are sorted, so that rows whose columns are merely in another order are equal."""
    try:
        dumped = orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    except TypeError:
        return orjson.dumps(_holdable(value), option=orjson.OPT_SORT_KEYS)
    return orjson.dumps(_holdable(value), option=orjson.OPT_SORT_KEYS) if _ESCAPED_NUL in dumped else dumped


def identify_row(raw: Mapping[str, object], row_json: bytes, url: str | None) -> bytes | None:
    """Return the identity of a row whose cells as JSON are `row_json`; None if its URL is not a page's."""
    if url is None:
        # A blank beside a quote is at the edge of a cell, or harmless; most of the millions of rows have none.
        return json_of(_trim_cells(raw)) if b'" ' in row_json or b' "' in row_json else row_json
    try:
        page = normalize(url)
    except InvalidUrl:
        return None
    return json_of({header: page if cell == url else cell for header, cell in _trim_cells(raw).items()})


def _trim_cells(raw: Mapping[str, object]) -> dict[str, object]:
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
