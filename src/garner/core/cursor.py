"""Where a page of a list ended, as a word that a caller hands back to get the next one and need not understand."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from datetime import UTC, datetime
from uuid import UUID

from garner.errors import FieldError, InputError

_SENTENCE = "The cursor is not one that this list gave."


def encode(moment: datetime, number: int) -> str:
    """Of a list in order of time, then number."""
    return _written(moment, str(number))


def decode(cursor: str) -> tuple[datetime, int]:
    try:
        moment, number = _read(cursor)
        return moment, _possible(int(number))
    except (Error, ValueError):
        raise _unknown() from None


def encode_item(moment: datetime, item_id: UUID) -> str:
    """Of a list of items, in order of time."""
    return _written(moment, item_id.hex)


def decode_item(cursor: str) -> tuple[datetime, UUID]:
    try:
        moment, item_id = _read(cursor)
        return moment, UUID(hex=item_id)
    except (Error, ValueError):
        raise _unknown() from None


def _written(moment: datetime, last: str) -> str:
    return urlsafe_b64encode(f"{moment.astimezone(UTC).isoformat()} {last}".encode()).decode().rstrip("=")


def _read(cursor: str) -> tuple[datetime, str]:
    written = urlsafe_b64decode(cursor.encode("ascii") + b"=" * (-len(cursor) % 4)).decode("ascii")
    moment, last = written.split(" ")
    return _aware(datetime.fromisoformat(moment)), last


def _unknown() -> InputError:
    return InputError(_SENTENCE, fields=[FieldError("after", _SENTENCE)])


def _aware(moment: datetime) -> datetime:
    if moment.tzinfo is None:
        raise ValueError("no zone")
    return moment


def _possible(number: int) -> int:
    if not 0 <= number < 2**63:
        raise ValueError("no id")
    return number
