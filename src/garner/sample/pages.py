"""What the sample site holds, and what should come of each page when Garner is sent over it.

`DEMO_PAGES` is the answer sheet. Most pages end in a record; a page with a `Quirk` shows one way in which
the web misbehaves, and many of those must end in a record all the same. A page that never arrives whole (too
large, broken off) still carries a record in its first part, so that settling for half a page is caught. What
robots.txt puts off limits is linked and served but not on the sheet: nobody should ask for it.
"""

from dataclasses import dataclass
from enum import Enum

from garner.sample.content import Node, RecordKind, read_nodes

RECORD = "record"
ABOUT = "/recipes/about"
OFF_LIMITS = "/private/"


class Quirk(Enum):
    """A way in which a page misbehaves, told for people, and what should come of the page."""

    MISSING = "answers 404, as if it had never been", "gone"
    WITHDRAWN = "answers 410: it was taken down", "gone"
    FLAKY = "fails with 500 twice, then works", RECORD
    THROTTLED = "answers 429 with Retry-After: 1 once, then works", RECORD
    SLOW = "takes two seconds", RECORD
    MOVED = "redirects to where it lives now", RECORD
    LOOPING = "redirects to a page that redirects back", "too_many_redirects"
    MALFORMED = "has trailing commas and raw line breaks in its JSON-LD", RECORD
    EMPTY = "holds no record at all", "no_record"
    HUGE = "is twelve megabytes long", "too_large"
    GZIPPED = "is sent compressed with gzip", RECORD
    WINDOWS_1252 = "is in windows-1252, which only the page itself says", RECORD
    BROKEN_OFF = "drops the connection before the page is complete", "network_error"

    def __init__(self, note: str, outcome: str) -> None:
        self.note = note
        self.outcome = outcome


QUIRKS: dict[str, Quirk] = {
    "/recipes/herb-omelette": Quirk.FLAKY,
    "/recipes/slow-baked-beans": Quirk.SLOW,
    "/recipes/apple-crumble": Quirk.MALFORMED,
    "/recipes/creme-caramel": Quirk.WINDOWS_1252,
    "/recipes/roasted-tomato-soup": Quirk.MOVED,
    ABOUT: Quirk.EMPTY,
    "/shop/enamel-mug": Quirk.THROTTLED,
    "/shop/linen-apron": Quirk.GZIPPED,
    "/shop/complete-catalogue": Quirk.HUGE,
    "/shop/paper-lantern": Quirk.MISSING,
    "/shop/spring-sale": Quirk.LOOPING,
    "/careers/delivery-rider": Quirk.WITHDRAWN,
    "/careers/night-baker": Quirk.BROKEN_OFF,
}

REDIRECTS = {
    "/recipes/roasted-tomato-soup": "/recipes/roast-tomato-soup",
    "/shop/spring-sale": "/shop/summer-sale",
    "/shop/summer-sale": "/shop/spring-sale",
}


@dataclass(frozen=True, slots=True)
class DemoPage:
    """A page, the kind of record to ask it for, and the outcome: "record", or the way it ends instead."""

    path: str
    kind: RecordKind
    outcome: str


@dataclass(frozen=True, slots=True)
class Section:
    path: str
    title: str
    lead: str
    kind: RecordKind
    nodes: dict[str, Node]
    """By the last part of the path."""


SECTIONS = (
    Section(
        "/recipes/",
        "Recipes",
        "What we cooked this year, written down the same day.",
        "recipe",
        read_nodes("recipes.json"),
    ),
    Section("/shop/", "Shop", "A few good things for the kitchen.", "product", read_nodes("products.json")),
    Section("/careers/", "Careers", "Come and bake with us.", "posting", read_nodes("postings.json")),
    Section(OFF_LIMITS, "Private", "Please leave these to the family.", "recipe", read_nodes("private_recipes.json")),
)

NODES: dict[str, Node] = {section.path + slug: node for section in SECTIONS for slug, node in section.nodes.items()}


def section_of(path: str) -> Section:
    return next(section for section in SECTIONS if path.startswith(section.path))


def _answer_of(path: str) -> DemoPage:
    return DemoPage(path, section_of(path).kind, QUIRKS[path].outcome if path in QUIRKS else RECORD)


DEMO_PAGES: tuple[DemoPage, ...] = tuple(
    _answer_of(path) for path in dict.fromkeys((*NODES, *QUIRKS)) if not path.startswith(OFF_LIMITS)
)
