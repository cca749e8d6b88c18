"""The port: the request and the answer of a search, the same for every engine."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Protocol

from garner.core.gone import GoneFilter
from garner.core.record import Kind
from garner.core.search.highlights import Highlight
from garner.store.search.visibility import GUEST, Viewer

__all__ = [
    "GUEST",
    "Correction",
    "FacetValue",
    "Facets",
    "Filters",
    "Hit",
    "SearchAnswer",
    "SearchEngine",
    "SearchRequest",
    "Viewer",
]

MAX_LIMIT = 50


@dataclass(frozen=True, slots=True)
class Filters:
    """Conditions on hits besides the words. A hit needs only one of several values of a facet."""

    labels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by facet
    min_price: Decimal | None = None
    max_price: Decimal | None = None
    posted_since: datetime | None = None
    min_rating: Decimal | None = None
    updated_since: datetime | None = None
    gone: GoneFilter = GoneFilter.EXISTING


@dataclass(frozen=True, slots=True)
class SearchRequest:
    text: str
    viewer: Viewer = GUEST
    kind: Kind | None = None
    filters: Filters = Filters()
    limit: int = 20
    after: str | None = None  # the `next` of the page before
    with_facets: bool = True


@dataclass(frozen=True, slots=True)
class Hit:
    kind: Kind
    id: str  # of a product or posting its number, of a recipe the hash of its page, of a saved one its own id
    is_saved: bool  # one of the user's own saved recipes
    title: str
    url: str | None
    score: float
    labels: Mapping[str, tuple[str, ...]]
    price: Decimal | None
    posted_at: datetime | None
    updated_at: datetime
    highlights: Mapping[str, Highlight]  # `title`, and `text` for an excerpt


@dataclass(frozen=True, slots=True)
class Correction:
    """A word of the query, and the word that was searched for instead."""

    typed: str
    meant: str


@dataclass(frozen=True, slots=True)
class FacetValue:
    value: str
    count: int


Facets = Mapping[str, Sequence[FacetValue]]


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    hits: Sequence[Hit]
    total: int
    approximate: bool  # there are more candidates than were counted
    engine: str
    corrections: Sequence[Correction] = ()
    is_partial: bool = False  # no document has all words; the hits have some of them
    timed_out: bool = False  # the search took too long; the answer has what was known by then
    facets: Facets = field(default_factory=dict)
    next: str | None = None


class SearchEngine(Protocol):
    """An index that can be searched. Every adapter passes tests/integration/search_conformance."""

    @property
    def name(self) -> str: ...

    async def search(self, request: SearchRequest) -> SearchAnswer: ...
