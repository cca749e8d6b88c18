"""Opaque cursors: the end of a page of a list, which a client sends back to get the next page.

In lists ordered by time a cursor is the base64 of `moment|id`, as the contract of the pending screens defines it.
"""

from base64 import b64decode, urlsafe_b64encode
from binascii import Error
from datetime import UTC, datetime
from uuid import UUID

from garner.errors import FieldError, InputError

_SENTENCE = "The cursor is not valid for this list."
_BACKWARDS = "-"


def encode(moment: datetime, number: int) -> str:
    """Encode a cursor of a list ordered by time, then number."""
    return _serialize(moment, str(number))


def decode(cursor: str) -> tuple[datetime, int]:
    try:
        moment, number = _read(cursor)
        return moment, _possible(int(number))
    except (Error, ValueError):
        raise unknown_cursor() from None


def encode_item(moment: datetime, item_id: UUID, *, backwards: bool = False) -> str:
    """Encode a cursor of a list of items ordered by time. In a list with both directions, the `backwards` one has
    different cursors: a cursor of one direction does not continue the other."""
    return _serialize(moment, f"{_BACKWARDS if backwards else ''}{item_id}")


def decode_item(cursor: str, *, backwards: bool = False) -> tuple[datetime, UUID]:
    try:
        moment, item_id = _read(cursor)
        if item_id.startswith(_BACKWARDS) is not backwards:
            raise ValueError("another direction")
        return moment, UUID(item_id.removeprefix(_BACKWARDS))
    except (Error, ValueError):
        raise unknown_cursor() from None


def encode_row(row_no: int) -> str:
    """Encode a cursor of a list of a job's items, in the order of the file."""
    return _encode(f"row {row_no}")


def decode_row(cursor: str) -> int:
    try:
        word, row_no = _decode(cursor).split(" ")
        if word != "row":
            raise ValueError("no row")
        return _possible(int(row_no))
    except (Error, ValueError):
        raise unknown_cursor() from None


def encode_sorted(order: str, value: str, number: int) -> str:
    """Encode a cursor of a list in one of several orders: by this value, then number."""
    return _encode(f"{order}|{number}|{value}")


def decode_sorted(cursor: str, order: str) -> tuple[str, int]:
    """Return the value and number of a cursor of this order. The caller checks the value (`unknown_cursor`)."""
    try:
        known, number, value = _decode(cursor, "utf-8").split("|", 2)
        if known != order or "\x00" in value:
            raise ValueError("another order")
        return value, _possible(int(number))
    except (Error, ValueError):
        raise unknown_cursor() from None


def _serialize(moment: datetime, last: str) -> str:
    return _encode(f"{moment.astimezone(UTC).isoformat(timespec='microseconds')}|{last}")


def _read(cursor: str) -> tuple[datetime, str]:
    moment, last = _decode(cursor).split("|")
    return _aware(datetime.fromisoformat(moment)), last


def _encode(words: str) -> str:
    return urlsafe_b64encode(words.encode()).decode().rstrip("=")


def _decode(cursor: str, encoding: str = "ascii") -> str:
    padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
    return b64decode(padded, altchars=b"-_", validate=True).decode(encoding)


def unknown_cursor() -> InputError:
    return InputError(_SENTENCE, fields=[FieldError("after", _SENTENCE)])


def _aware(moment: datetime) -> datetime:
    if moment.tzinfo is None:
        raise ValueError("no zone")
    return moment


def _possible(number: int) -> int:
    if not 0 <= number < 2**63:
        raise ValueError("no id")
    return number
