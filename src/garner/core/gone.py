"""Products that are gone: the evidence, and how lists treat them.

A page that does not exist (HTTP 404 or 410) is evidence at once. A page that exists but has no product any more is
evidence when it was found so several times in a row: one bad answer or a maintenance page is not. Errors of the server,
blocks and robots.txt say nothing about the product.
"""

from enum import StrEnum

MISSING_UNTIL_GONE = 3  # fetches of the page in a row without a product


class GoneReason(StrEnum):
    PAGE_GONE = "page_gone"
    NO_RECORD = "no_record"


class ChangeEvent(StrEnum):
    """A change of the log that is not a new version of a record."""

    GONE = "gone"
    BACK = "back"


class GoneFilter(StrEnum):
    """The products of a list: those that exist, those that are gone, both, or those that were archived."""

    EXISTING = "false"
    GONE = "true"
    ANY = "any"
    ARCHIVED = "archived"
