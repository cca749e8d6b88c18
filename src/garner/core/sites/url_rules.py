"""Decide which URLs of a site are pages to crawl, and which pages are read for further links.

Patterns have one special character, `*`, for any text. Every pattern is matched in linear time, and a `?` is the one of
a query string.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from garner.core.urls.page_url import PageUrl, parse_page_url
from garner.errors import InvalidUrl

ANY = "*"
MAX_DEPTH = 20
MAX_PAGE_BUDGET = 1_000_000


class Refusal(StrEnum):
    """A reason not to crawl a URL that a source names."""

    INVALID_URL = "invalid_url"
    OTHER_HOST = "other_host"
    EXCLUDED = "excluded"
    OVER_BUDGET = "over_budget"
    TOO_DEEP = "too_deep"


@dataclass(frozen=True, slots=True)
class SiteRules:
    """`depth` is the number of pages on a way of links from a seed page, which is 1 itself. Without `include` all URLs
    are crawled; without `follow` all links may be followed. `exclude` precedes both."""

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    follow: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()  # other hosts that pages and sources may be on
    depth: int = 1
    page_budget: int = 10_000

    def is_page(self, page: PageUrl) -> bool:
        return self._allows(page, self.include)

    def is_followed(self, page: PageUrl) -> bool:
        return self._allows(page, self.follow)

    def _allows(self, page: PageUrl, patterns: Sequence[str]) -> bool:
        path = page.original[len(page.base_url) :]
        return not _matches_any(self.exclude, path, page.original) and (
            not patterns or _matches_any(patterns, path, page.original)
        )


def parse_site_url(text: str, domains: Collection[str]) -> PageUrl | Refusal:
    """Parse a URL that a site names itself, which must be on one of these domains."""
    try:
        page = parse_page_url(text, allow_private=True)  # of the operator's own domains, and the fetch is guarded
    except InvalidUrl:
        return Refusal.INVALID_URL
    return page if page.domain in domains else Refusal.OTHER_HOST


def matches(pattern: str, text: str) -> bool:
    """Return whether the whole text matches the pattern, in which `*` is any text."""
    first, *others = pattern.split(ANY)
    if not others:
        return text == pattern
    *inner, last = others
    if not text.startswith(first) or len(text) < len(first) + len(last) or not text.endswith(last):
        return False
    # The leftmost place of each part leaves most to the next, so no choice has to be taken back.
    position, end = len(first), len(text) - len(last)
    for part in inner:
        start = text.find(part, position, end)
        if start < 0:
            return False
        position = start + len(part)
    return True


def _matches_any(patterns: Sequence[str], path: str, url: str) -> bool:
    """Match patterns that begin with a slash or a star with path and query, and others with the URL."""
    return any(matches(pattern, path if pattern.startswith(("/", ANY)) else url) for pattern in patterns)
