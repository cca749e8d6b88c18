"""Parse values of options: durations, times, numbers. A parse error names the option and gives a valid example."""

import re
from datetime import UTC, date, datetime, time, timedelta

import typer

from garner.errors import InputError

_SHORT = re.compile(r"(?:(\d{1,9})w)?(?:(\d{1,9})d)?(?:(\d{1,9})h)?(?:(\d{1,9})m)?(?:(\d{1,9})s)?", re.I | re.A)
_SECONDS = (604800, 86400, 3600, 60, 1)


def span(option: str, text: str) -> timedelta:
    """Parse 90s, 30m, 6h, 1d, 2w, 1d12h, seconds, or an ISO 8601 duration."""
    written = "".join(text.split())
    if written.isdecimal() and written.isascii():
        written += "s"
    match = _SHORT.fullmatch(written)
    try:
        if written and match:
            return timedelta(
                seconds=sum(int(number or 0) * size for number, size in zip(match.groups(), _SECONDS, strict=True))
            )
        return _iso_span(text)
    except (ValueError, OverflowError):
        raise InputError(f"{option} {text!r} is not a duration. Write for example 30m, 6h, 1d or 2w.") from None


def _iso_span(text: str) -> timedelta:
    from pydantic import TypeAdapter

    if not text.strip().upper().startswith("P"):
        raise ValueError(text)
    return TypeAdapter(timedelta).validate_python(text.strip())


def moment(option: str, text: str) -> datetime:
    """Parse a time or a date; without a time zone, in this machine's local time."""
    try:
        instant = datetime.fromisoformat(text.strip())
        return instant if instant.tzinfo else instant.astimezone()
    except (ValueError, OverflowError):
        raise InputError(
            f"{option} {text!r} is not a date or time. Write for example 2030-01-31, '2030-01-31 06:00' (local time) "
            "or 2030-01-31T06:00:00Z."
        ) from None


def utc_day(option: str, text: str) -> datetime:
    try:
        return datetime.combine(date.fromisoformat(text.strip()), time(), UTC)
    except ValueError:
        raise InputError(f"{option} {text!r} is not a date. Write for example 2030-01-31.") from None


def number(text: str) -> object:
    """Return an integer or a fraction; any other text unchanged, for validation to refuse."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def identifier(text: str) -> int:
    """Parse an id as the lists show it. Checked here, because an option's range would be spelled out in its help."""
    if text.isascii() and text.isdecimal() and len(text) < 20 and 0 < int(text) < 2**63:
        return int(text)
    raise typer.BadParameter(f"{text!r} is not an ID. Write a number, for example 17.")
