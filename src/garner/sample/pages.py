"""The pages of the sample site, each with the expected outcome of parsing it.

`SITE_PAGES` lists the pages that tests and `garner demo` request. Most pages end in a record; a page with a `Quirk`
shows one way in which the web misbehaves, and many of those must still end in a record. A page that never arrives
complete (too large, broken off) carries a record in its first part, so that a parser that accepts half a page is
caught. The site links and serves the pages that robots.txt forbids, but the list omits them: a polite client never
requests them.
"""

from dataclasses import dataclass
from enum import StrEnum

from garner.sample.content import Node, RecordKind, read_nodes, read_site, read_text

RECORD = "record"

_SITE = read_site()

NAME: str = _SITE["name"]
LEAD: str = _SITE["lead"]
OFF_LIMITS: str = _SITE["off_limits"]
REDIRECTS: dict[str, str] = _SITE["redirects"]


class Quirk(StrEnum):
    """A way in which a page misbehaves."""

    MISSING = "missing"
    WITHDRAWN = "withdrawn"
    FLAKY = "flaky"
    THROTTLED = "throttled"
    SLOW = "slow"
    MOVED = "moved"
    LOOPING = "looping"
    MALFORMED = "malformed"
    EMPTY = "empty"
    HUGE = "huge"
    GZIPPED = "gzipped"
    WINDOWS_1252 = "windows_1252"
    BROKEN_OFF = "broken_off"


@dataclass(frozen=True, slots=True)
class QuirkyPage:
    """A page that misbehaves: the note explains how, and the outcome is the expected result of parsing it."""

    path: str
    quirk: Quirk
    note: str
    outcome: str


@dataclass(frozen=True, slots=True)
class AboutPage:
    path: str
    title: str
    content: str


@dataclass(frozen=True, slots=True)
class SitePage:
    """A page, the kind of record to request, and the outcome: "record", or the code of the error."""

    path: str
    kind: RecordKind
    outcome: str


@dataclass(frozen=True, slots=True)
class SiteSection:
    path: str
    title: str
    lead: str
    kind: RecordKind
    nodes: dict[str, Node]
    """By the last part of the path."""


ABOUT = AboutPage(_SITE["about"]["path"], _SITE["about"]["title"], read_text(_SITE["about"]["content"]).rstrip())

SECTIONS: tuple[SiteSection, ...] = tuple(
    SiteSection(entry["path"], entry["title"], entry["lead"], entry["kind"], read_nodes(entry["records"]))
    for entry in _SITE["sections"]
)

NODES: dict[str, Node] = {section.path + slug: node for section in SECTIONS for slug, node in section.nodes.items()}

QUIRKS: dict[str, QuirkyPage] = {
    entry["path"]: QuirkyPage(**{**entry, "quirk": Quirk(entry["quirk"])}) for entry in _SITE["quirks"]
}


def find_section(path: str) -> SiteSection:
    return next(section for section in SECTIONS if path.startswith(section.path))


def find_quirk(path: str) -> Quirk | None:
    return QUIRKS[path].quirk if path in QUIRKS else None


def find_title(path: str) -> str:
    """Return the title of the record at this path, or at its redirect target."""
    node = NODES[REDIRECTS.get(path, path)]
    return str(node.get("name") or node["title"])


def _describe_page(path: str) -> SitePage:
    return SitePage(path, find_section(path).kind, QUIRKS[path].outcome if path in QUIRKS else RECORD)


SITE_PAGES: tuple[SitePage, ...] = tuple(
    _describe_page(path) for path in dict.fromkeys((*NODES, *QUIRKS)) if not path.startswith(OFF_LIMITS)
)
