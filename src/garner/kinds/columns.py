"""The columns that a kind's table has beside its full data, and the values that they hold.

A column repeats a field of the record so that it can be searched and compared. A value that its column cannot hold is
shortened or left out there; it is in the full data in any case.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation
from functools import partial
from typing import Any

from garner.core.record import RecordData

Convert = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class StoredColumn:
    name: str
    convert: Convert
    field: str | None = None  # of the record, if it has another name than the column
    must_exist: bool = False  # a record without the field cannot be stored

    def value_of(self, data: RecordData) -> Any:
        """Return the column's value for a record; raise `LookupError` if a field that must exist does not."""
        name = self.field or self.name
        return self.convert(data[name] if self.must_exist else data.get(name))


def to_text(max_length: int) -> Convert:
    return partial(_shorten, max_length=max_length)


def _shorten(value: Any, max_length: int) -> str | None:
    return None if value is None else str(value)[:max_length]


def to_amount(bound: int) -> Convert:
    """Return the conversion to a number with two decimals that is at least zero and less than the bound."""
    return partial(_to_amount, bound=bound)


def _to_amount(value: Any, bound: int) -> Decimal | None:
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        return None
    # Rounded as the column rounds, because a value just below the bound may end up on it.
    return number if number.is_finite() and 0 <= number < bound and round(number, 2) < bound else None


def to_count(value: Any) -> int | None:
    return value if isinstance(value, int) and 0 <= value < 2**31 else None


def to_moment(value: Any) -> datetime | None:
    """Return the time in UTC, because Python reads offsets that PostgreSQL rejects; a time without offset is taken as
    UTC."""
    try:
        parsed = datetime.fromisoformat(str(value))
        return parsed.astimezone(UTC) if parsed.tzinfo else parsed.replace(tzinfo=UTC)
    except (ValueError, OverflowError):  # the first and the last day of the calendar have no earlier or later one
        return None


def keep(value: Any) -> Any:
    return value


def to_list(value: Any) -> Any:
    return value or []
