"""Where a page of a list ended, as a word that a caller hands back to get the next one and need not understand."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from datetime import UTC, datetime

from garner.errors import FieldError, InputError

_SENTENCE = "The cursor is not one that this list gave."


def encode(moment: datetime, number: int) -> str:
    written = f"{moment.astimezone(UTC).isoformat()} {number}".encode()
    return urlsafe_b64encode(written).decode().rstrip("=")


def decode(cursor: str) -> tuple[datetime, int]:
    try:
        written = urlsafe_b64decode(cursor.encode("ascii") + b"=" * (-len(cursor) % 4)).decode("ascii")
        moment, number = written.split(" ")
        return _aware(datetime.fromisoformat(moment)), _possible(int(number))
    except (Error, ValueError):
        raise InputError(_SENTENCE, fields=[FieldError("after", _SENTENCE)]) from None


def _aware(moment: datetime) -> datetime:
    if moment.tzinfo is None:
        raise ValueError("no zone")
    return moment


def _possible(number: int) -> int:
    if not 0 <= number < 2**63:
        raise ValueError("no id")
    return number
