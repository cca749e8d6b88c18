"""Split the flat result of a job's row into the record, its provenance and its match.

The grid and the exports show it flat, in one line.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

from garner.kinds.export_columns import LAST_OF_RESULT, MATCH_COLUMNS
from garner.kinds.model_fields import Amount, Currency, Number, Url, Word

_NON_RECORD_COLUMNS = ("kind", "url", *LAST_OF_RESULT, *MATCH_COLUMNS)


class ResultCandidate(TypedDict):
    """A product of the catalogue, or a provider's offer, that a row may mean."""

    id: Annotated[int | None, "The product; null for a provider's offer"]
    name: Annotated[str, "The name"]
    brand: Annotated[str | None, "The brand"]
    sku: Annotated[str | None, "The seller's product number"]
    url: Annotated[Url | None, "The page"]
    score: Annotated[Number, "How well it fits the row, up to 1"]
    strategy: Annotated[Word, "The strategy that found it"]
    provider: Annotated[str | None, "The provider of the offer"]


class ResultOffer(TypedDict):
    """Another entry of a matched product: a copy, or another shop's offer."""

    id: Annotated[int, "The entry"]
    name: Annotated[str, "The name"]
    url: Annotated[Url | None, "The page"]
    price: Annotated[Amount | None, "The price"]
    currency: Annotated[Currency | None, "The currency of the price"]
    sku: Annotated[str | None, "The seller's product number"]


class ResultFacts(TypedDict):
    """The fields of a row's result beside those of the record."""

    kind: Annotated[Word, "The kind of the record"]
    url: Annotated[Url | None, "The page of the record"]
    match_id: Annotated[int | None, "The matched product"]
    match_score: Annotated[Number | None, "How well it fits the row, up to 1"]
    match_strategy: Annotated[Word | None, "The strategy that found it"]
    candidates: Annotated[list[ResultCandidate], "Possible matches, best first"]
    offers: Annotated[list[ResultOffer], "Other entries of the same product"]
    confidence: Annotated[Number | None, "The confidence of the record, up to 1"]
    strategy: Annotated[str | None, "The source of most of the record"]
    warnings: Annotated[list[str], "Notes about the record"]


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """The basis of a row's match or, without a score, its candidates."""

    product_id: int | None
    score: float | None
    strategy: str | None
    candidates: list[ResultCandidate]
    offers: list[ResultOffer]  # other entries of the same product


@dataclass(frozen=True, slots=True)
class FlatResult:
    kind: str | None
    data: dict[str, Any] | None
    url: str | None
    confidence: float | None
    strategy: str | None
    warnings: list[str]
    match: MatchFacts | None


def split_result(result: Mapping[str, Any]) -> FlatResult:
    data = {name: value for name, value in result.items() if name not in _NON_RECORD_COLUMNS}
    return FlatResult(
        result.get("kind"),
        data or None,
        result.get("url"),
        result.get("confidence"),
        result.get("strategy"),
        list(result.get("warnings") or []),
        _match(result) if "candidates" in result else None,
    )


def _match(result: Mapping[str, Any]) -> MatchFacts:
    product, score, strategy, candidates, offers = (result.get(name) for name in MATCH_COLUMNS)
    return MatchFacts(product, score, strategy, list(candidates or []), list(offers or []))
