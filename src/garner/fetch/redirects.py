"""Resolve and check the target of a redirect."""

import re
from collections.abc import Collection
from urllib.parse import urljoin

from yarl import URL

from garner.core.plurals import format_count
from garner.core.urls.page_url import parse_page_url
from garner.errors import BadRedirect, FetchError, InvalidUrl, TooManyRedirects

REDIRECTS = frozenset({301, 302, 303, 307, 308})

# Nearly every URL comes from `parse_page_url`, and parsing it a second time would cost a tenth of its fetch.
AS_GARNER_WRITES_IT = re.compile(
    r"(?!.*/(?:\.|%2))"
    r"https?://(?:(?:[a-z0-9-]{1,63}\.)*[a-z][a-z0-9-]{0,62}|(?:(?:0|[1-9]\d{0,2})\.){3}(?:0|[1-9]\d{0,2}))"
    r"(?::[1-9]\d{0,3}|:[1-5]\d{4})?"
    r"/(?:[\w.~!$&()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*",
    re.ASCII,
)

NOT_UTF8 = re.compile(r"[\udc80-\udcff]")  # a header byte that is not UTF-8, as Python decodes it


def starting_url(text: str) -> URL:
    try:
        return _fetchable(text)
    except InvalidUrl as error:
        raise FetchError(error.message) from error


def next_hop(current: URL, location: str, trail: Collection[str], max_redirects: int) -> URL:
    """Return the URL that `current` redirects to. `trail` is every URL that redirected so far, including `current`."""
    written = NOT_UTF8.sub(lambda byte: f"%{ord(byte.group()) - 0xDC00:02X}", location)
    try:
        target = _fetchable(urljoin(str(current), written))
    except InvalidUrl as error:
        raise BadRedirect(f"{current.host} redirects to a URL that cannot be fetched: {error.message}") from error
    except ValueError as error:
        raise BadRedirect(f"{current.host} redirects to an invalid URL.") from error
    if str(target) in trail:
        raise TooManyRedirects(f"{current.host} redirects in a loop.")
    if len(trail) > max_redirects:
        raise TooManyRedirects(f"{current.host} redirects more than {format_count(max_redirects, 'time')}.")
    return target


def _fetchable(text: str) -> URL:
    # Taken as already encoded: escaping it again would request another address than the one given.
    if not AS_GARNER_WRITES_IT.fullmatch(text):
        text = parse_page_url(text, allow_private=True).original
    return URL(text, encoded=True)
