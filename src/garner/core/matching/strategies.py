"""Which ways of finding a product a run tries, and what becomes of a run that found none.

The ways are ordered from the surest and cheapest to the dearest, and spread over the runs that an item has: each run
that finds nothing good leaves the next ways to the next run, some time later. What a run has found is kept, and the
last decision is taken over all of it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

MOST_KEPT = 10
LONGEST_WAIT_SECONDS = 3600.0


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
# A row without a number has nothing to look up, and begins with what it has.
ROW_RUNS_WITHOUT_NUMBERS: tuple[tuple[Strategy, ...], ...] = (
    (Strategy.WORDS,),
    (Strategy.SPELLING,),
    (Strategy.PROVIDER, Strategy.COMMON_WORDS),
)


def strategies(run: int, runs: int, *, has_number: bool, has_provider: bool) -> tuple[Strategy, ...]:
    """Those of a row's run (1 is the first) of so many. The last has all that is left; with more runs than ways, the
    dearest are tried again, by then perhaps with more to find."""
    ladder = ROW_RUNS if has_number else ROW_RUNS_WITHOUT_NUMBERS
    place = min(run, len(ladder)) - 1
    chosen = ladder[place:] if run >= runs else (ladder[place],)
    return tuple(way for group in chosen for way in group if has_provider or way is not Strategy.PROVIDER)


def wait_after(run: int, first_seconds: float, chance: float) -> float:
    """Seconds until the next run. `chance` in [0, 1) spreads rows that failed together."""
    return min(LONGEST_WAIT_SECONDS, first_seconds * 2.0 ** min(run - 1, 30)) * (0.75 + 0.5 * chance)


@dataclass(slots=True)
class Search:
    """What one run searched for, and how much it found."""

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
class Kept:
    """A candidate as an item keeps it."""

    id: int | None  # of the product; what a provider offers has none
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

    def written(self) -> dict[str, Any]:
        shown = {"id": self.id, "name": self.name, "brand": self.brand, "sku": self.sku, "url": self.url}
        told = {"score": round(self.score, 4), "strategy": self.strategy}
        return shown | told | ({"provider": self.provider} if self.provider else {})


def read_kept(result: Mapping[str, Any] | None) -> list[Kept]:
    """The candidates of earlier runs, out of an item's result."""
    written = (result or {}).get("candidates")
    found = []
    for one in written if isinstance(written, list) else ():
        if isinstance(one, dict) and isinstance(one.get("score"), int | float):
            texts = {name: one.get(name) for name in ("brand", "sku", "url", "provider")}
            number = one.get("id") if isinstance(one.get("id"), int) else None
            name, strategy = str(one.get("name")), str(one.get("strategy"))
            found.append(Kept(id=number, name=name, score=float(one["score"]), strategy=strategy, **texts))
    return found


def merged(*runs: Iterable[Kept], most: int = MOST_KEPT) -> list[Kept]:
    """Best first, each once, by the best score that any run gave it."""
    best: dict[object, Kept] = {}
    for one in (one for run in runs for one in run):
        known = best.get(one.key)
        if known is None or one.score > known.score:
            best[one.key] = one
    return sorted(best.values(), key=lambda one: -one.score)[:most]


def written(candidates: Sequence[Kept]) -> list[dict[str, Any]]:
    return [one.written() for one in candidates]
