"""The result of a fetch, and the parsing of the headers that go into it.

Header values come from strangers and end up in a database: a value that is not clean text counts as absent.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

SECONDS = re.compile(r"\d{1,9}(\.\d{1,9})?")
CHARSET = re.compile(r";\s*charset\s*=\s*[\"']?\s*([\w.:+-]+)", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True)
class FetchLimits:
    timeout_seconds: float  # for the whole fetch, redirects included
    max_bytes: int  # of the body, over the wire and after decompression alike
    max_redirects: int
    proxy_seconds: float = 10.0  # part of the timeout: for a proxy to let us through to the site
    cuts: bool = False  # a longer body is truncated instead of refused

    @property
    def seconds_for_proxy(self) -> float:
        """Seconds to wait for a proxy: at most half of the timeout, so that a hanging proxy is detected before the
        fetch as a whole ends."""
        return min(self.proxy_seconds, self.timeout_seconds / 2)


@dataclass(frozen=True, slots=True)
class Page:
    """An answer of any status. `redirects` are the addresses that redirected, the requested one first."""

    url: str
    status: int
    body: bytes
    content_type: str | None
    charset: str | None
    etag: str | None
    last_modified: str | None
    retry_after: float | None
    redirects: tuple[str, ...]
    content_hash: str
    transferred: int  # bytes of the body over the wire, before Content-Encoding was decoded
    conditional: bool = False  # the request was conditional: only if the page had changed
    cache_control: str | None = None
    challenged: bool = False  # a header says that this is a challenge instead of the page
    seconds: float | None = None  # from sending the request to the end of its body; unknown for a rendered page


@dataclass(frozen=True, slots=True)
class Redirect:
    """A redirect. `location` is absolute and has passed every check that needs no connection."""

    location: str
    status: int
    seconds: float | None  # same as for a page


def clean(value: str | None) -> str | None:
    """Return the header's value, unless it is missing, empty, or contains bytes that are not UTF-8."""
    value = value.strip() if value else ""
    return value if value and value.isprintable() else None


def media_type(content_type: str | None) -> str | None:
    """Return the media type: `text/html` for `Text/HTML; charset=utf-8`."""
    return (content_type or "").partition(";")[0].strip().lower() or None


def charset(content_type: str | None) -> str | None:
    """Return the charset: `utf-8` for `Text/HTML; charset=UTF-8`."""
    match = CHARSET.search(content_type or "")
    return match.group(1).lower() if match else None


def retry_after(headers: Mapping[str, str], now: datetime) -> float | None:
    """Return the seconds that the server asks us to wait.

    A date is compared with the server's own `Date`, so that its clock and ours need not agree.
    """
    asked = clean(headers.get("Retry-After"))
    if asked is None:
        return None
    if SECONDS.fullmatch(asked):
        return float(asked)
    until = http_date(asked)
    if until is None:
        return None
    since = http_date(clean(headers.get("Date")) or "") or now
    return max(0.0, (until - since).total_seconds())


def http_date(text: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, TypeError, OverflowError):
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
