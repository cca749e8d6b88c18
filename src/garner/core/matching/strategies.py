"""The search strategies of each matching run, and the wait after a run without a match.

Strategies are ordered from the most reliable and cheapest to the most expensive, and spread over the runs of an item: a
run that finds nothing good leaves the next strategies to the next run, some time later. The candidates of each run are
kept, and the last decision covers all of them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

MAX_KEPT = 10
MAX_WAIT_SECONDS = 3600.0


class Strategy(StrEnum):
    BARCODE = "barcode"  # of a picture
    LOOKS = "looks"
    GTIN = "gtin"  # of a row
    NUMBER = "number"  # the seller's, the maker's, or a model number in the title
    WORDS = "words"
    SPELLING = "spelling"
    PROVIDER = "provider"
    COMMON_WORDS = "common_words"


NUMBERS = (Strategy.GTIN, Strategy.NUMBER)
ROW_RUNS: tuple[tuple[Strategy, ...], ...] = (
    NUMBERS,
    (Strategy.WORDS, Strategy.SPELLING),
    (Strategy.PROVIDER, Strategy.COMMON_WORDS),
)
# A row without a number has nothing to look up, and starts with its words.
ROW_RUNS_WITHOUT_NUMBERS: tuple[tuple[Strategy, ...], ...] = (
    (Strategy.WORDS,),
    (Strategy.SPELLING,),
    (Strategy.PROVIDER, Strategy.COMMON_WORDS),
)


def strategies(run: int, runs: int, *, has_number: bool, has_provider: bool) -> tuple[Strategy, ...]:
    """Return the strategies of a row's run (1 is the first) of `runs`. The last run has all that are left; if there are
    more runs than groups of strategies, the most expensive group is repeated, since it may find more by then."""
    ladder = ROW_RUNS if has_number else ROW_RUNS_WITHOUT_NUMBERS
    index = min(run, len(ladder)) - 1
    chosen = ladder[index:] if run >= runs else (ladder[index],)
    return tuple(way for group in chosen for way in group if has_provider or way is not Strategy.PROVIDER)


def wait_after(run: int, first_seconds: float, chance: float) -> float:
    """Return the seconds until the next run. `chance` in [0, 1) spreads rows that failed together."""
    return min(MAX_WAIT_SECONDS, first_seconds * 2.0 ** min(run - 1, 30)) * (0.75 + 0.5 * chance)


@dataclass(slots=True)
class Search:
    """The query of one run and the number of its hits."""

    query: str
    corrections: dict[str, str] = field(default_factory=dict)  # of words that seem misspelt
    hits: int = 0
    took_ms: float = 0.0

    def include(self, earlier: "Search | None") -> None:
        """Count an earlier search by other strategies as part of this one."""
        if earlier is not None:
            self.corrections = earlier.corrections | self.corrections
            self.hits = max(self.hits, earlier.hits)
            self.took_ms += earlier.took_ms


@dataclass(frozen=True, slots=True)
class StoredCandidate:
    """A candidate as stored with an item."""

    id: int | None  # of the product; None for a provider's hit
    name: str
    brand: str | None
    sku: str | None
    url: str | None
    score: float
    strategy: str
    provider: str | None = None

    @property
    def key(self) -> object:
        return self.id if self.id is not None else (self.provider, self.url or self.name)

    def serialize(self) -> dict[str, Any]:
        shown = {"id": self.id, "name": self.name, "brand": self.brand, "sku": self.sku, "url": self.url}
        scoring = {"score": round(self.score, 4), "strategy": self.strategy}
        return shown | scoring | ({"provider": self.provider} if self.provider else {})


def read_kept(result: Mapping[str, Any] | None) -> list[StoredCandidate]:
    """Return the candidates of earlier runs from an item's result."""
    written = (result or {}).get("candidates")
    candidates = []
    for entry in written if isinstance(written, list) else ():
        if isinstance(entry, dict) and isinstance(entry.get("score"), int | float):
            texts = {name: entry.get(name) for name in ("brand", "sku", "url", "provider")}
            number = entry.get("id") if isinstance(entry.get("id"), int) else None
            name, strategy = str(entry.get("name")), str(entry.get("strategy"))
            candidates.append(
                StoredCandidate(id=number, name=name, score=float(entry["score"]), strategy=strategy, **texts)
            )
    return candidates


def merge_candidates(*runs: Iterable[StoredCandidate], limit: int = MAX_KEPT) -> list[StoredCandidate]:
    """Merge candidates without duplicates, best first, each with its best score of any run."""
    best: dict[object, StoredCandidate] = {}
    for candidate in (candidate for run in runs for candidate in run):
        known = best.get(candidate.key)
        if known is None or candidate.score > known.score:
            best[candidate.key] = candidate
    return sorted(best.values(), key=lambda candidate: -candidate.score)[:limit]


def serialize_candidates(candidates: Sequence[StoredCandidate]) -> list[dict[str, Any]]:
    return [candidate.serialize() for candidate in candidates]
