"""Search: the parameters and the answer."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from pydantic import Field

from garner.api.http.shapes import Shape, shape_config
from garner.core.record import Kind
from garner.core.search.highlights import Highlight
from garner.search.port import Hit, SearchAnswer

EXAMPLE: dict[str, Any] = {
    "hits": [
        {
            "kind": "product",
            "id": "4711",
            "saved": False,
            "title": "Cast iron pan 28 cm",
            "url": "https://shop.example/pan",
            "score": 1.274,
            "price": "26.00",
            "postedAt": None,
            "updatedAt": "2026-03-01T12:00:00Z",
            "labels": {"domain": ["shop.example"], "brand": ["Hearth"], "availability": ["in_stock"]},
            "highlights": {
                "title": {"text": "Cast iron pan 28 cm", "marks": [[5, 9], [10, 13]]},
                "text": {"text": "… heats evenly: iron keeps the warmth …", "marks": [[16, 20]]},
            },
        }
    ],
    "total": 1,
    "approximate": False,
    "partial": False,
    "timedOut": False,
    "corrections": [{"from": "iorn", "to": "iron"}],
    "facets": {"brand": [{"value": "Hearth", "count": 1}]},
    "engine": "postgres",
    "next": None,
}


class HighlightShape(Shape):
    """A text with the places of the words that match. The text is as it is stored: escape it before you show it."""

    model_config = shape_config(EXAMPLE["hits"][0]["highlights"]["title"])

    text: str
    marks: list[tuple[int, int]] = Field(description="Start and end of each, in characters")

    @classmethod
    def of(cls, highlight: Highlight) -> "HighlightShape":
        return cls(text=highlight.text, marks=list(highlight.marks))


class HitShape(Shape):
    """A record, or one of your saved recipes."""

    model_config = shape_config(EXAMPLE["hits"][0])

    kind: Kind
    id: str = Field(
        description="The number of a product or posting, the hash of a recipe's URL, or the id of a saved recipe"
    )
    saved: bool = Field(description="Whether it is one of your saved recipes")
    title: str
    url: str | None
    score: float = Field(description="Comparable within one answer only")
    price: str | None
    posted_at: datetime | None
    updated_at: datetime
    labels: Mapping[str, Sequence[str]] = Field(description="The values that you can filter by")
    highlights: Mapping[str, HighlightShape] = Field(
        description="The `title`, and an excerpt of the `text` if words were found there"
    )

    @classmethod
    def of(cls, hit: Hit) -> "HitShape":
        return cls(
            kind=hit.kind,
            id=hit.id,
            saved=hit.is_saved,
            title=hit.title,
            url=hit.url,
            score=hit.score,
            price=None if hit.price is None else str(hit.price),
            posted_at=hit.posted_at,
            updated_at=hit.updated_at,
            labels=hit.labels,
            highlights={name: HighlightShape.of(highlight) for name, highlight in hit.highlights.items()},
        )


class CorrectionShape(Shape):
    """A word of the query, and the word that was searched for instead."""

    model_config = shape_config(EXAMPLE["corrections"][0])

    typed: str = Field(alias="from")
    meant: str = Field(alias="to")


class FacetValueShape(Shape):
    """A value of a facet, and how many hits have it."""

    model_config = shape_config(EXAMPLE["facets"]["brand"][0])

    value: str
    count: int


class SearchPage(Shape):
    """The hits, best first."""

    model_config = shape_config(EXAMPLE)

    hits: list[HitShape]
    total: int = Field(description="The number of hits on all pages")
    approximate: bool = Field(description="Whether `total` is an estimate, because there are more than are counted")
    partial: bool = Field(description="Whether no record has all words; the hits then have some of them")
    timed_out: bool = Field(description="Whether the search took too long and was ended without hits")
    corrections: list[CorrectionShape]
    facets: Mapping[str, Sequence[FacetValueShape]] = Field(
        description="How many hits have each value, most frequent first. The values of a facet that you filter by are"
        " counted without that filter."
    )
    engine: str
    next: str | None = Field(description="Pass as `after` to get the next page; null on the last page")

    @classmethod
    def of(cls, answer: SearchAnswer) -> "SearchPage":
        return cls(
            hits=[HitShape.of(hit) for hit in answer.hits],
            total=answer.total,
            approximate=answer.approximate,
            partial=answer.is_partial,
            timed_out=answer.timed_out,
            corrections=[CorrectionShape(typed=each.typed, meant=each.meant) for each in answer.corrections],
            facets={
                name: [FacetValueShape(value=each.value, count=each.count) for each in values]
                for name, values in answer.facets.items()
            },
            engine=answer.engine,
            next=answer.next,
        )
