"""The end of a page of hits, which a client sends back to get the next page."""

import zlib
from base64 import b64decode, urlsafe_b64encode
from binascii import Error
from dataclasses import dataclass
from math import isfinite

from garner.errors import FieldError, InputError

_SENTENCE = "The cursor is not valid for this search."


@dataclass(frozen=True, slots=True)
class SearchCursor:
    is_best: bool  # among the best hits, which are ordered by their score; the others follow by their rank
    value: float
    id: int


def encode_cursor(cursor: SearchCursor, subject: str) -> str:
    """Encode a cursor for the search that `subject` describes."""
    parts = ("b" if cursor.is_best else "r", cursor.value.hex(), str(cursor.id), str(_sum_of(subject)))
    return urlsafe_b64encode("|".join(parts).encode()).decode().rstrip("=")


def decode_cursor(text: str, subject: str) -> SearchCursor:
    try:
        padded = text.encode("ascii") + b"=" * (-len(text) % 4)
        stage, value, number, belongs_to = b64decode(padded, altchars=b"-_", validate=True).decode("ascii").split("|")
        cursor = SearchCursor({"b": True, "r": False}[stage], float.fromhex(value), int(number))
        if not isfinite(cursor.value) or not 0 <= cursor.id < 2**63 or int(belongs_to) != _sum_of(subject):
            raise ValueError("another search")
    except (Error, KeyError, OverflowError, ValueError):
        raise InputError(_SENTENCE, fields=[FieldError("after", _SENTENCE)]) from None
    return cursor


def _sum_of(subject: str) -> int:
    return zlib.crc32(subject.encode())
