"""Split the flat result of a job's row into the record, its provenance and its match.

The grid and the exports show it flat, in one line.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from garner.kinds.export_columns import LAST_OF_RESULT, MATCH_COLUMNS

_NON_RECORD_COLUMNS = ("kind", "url", *LAST_OF_RESULT, *MATCH_COLUMNS)


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """The basis of a row's match or, without a score, its candidates."""

    product_id: int | None
    score: float | None
    strategy: str | None
    candidates: list[dict[str, Any]]
    offers: list[dict[str, Any]]  # other entries of the same product


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
