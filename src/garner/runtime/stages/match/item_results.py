"""The results of items that are worked on without a page, as the stage settles them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from garner.core.lifecycle import ItemStatus
from garner.core.matching import Unmatched
from garner.core.matching.strategies import Search, StoredCandidate, read_kept, serialize_candidates, wait_after
from garner.core.pacing.backoff import Backoff
from garner.core.pacing.outcome import Action, judge_error
from garner.core.record import Record
from garner.core.rows.row import AWAITS_PAGES
from garner.errors import DiskFull, GarnerError, Overloaded, Unavailable
from garner.settings import Settings
from garner.store.queue.matching import ItemClaim, ItemResult
from garner.store.records.search_events import NewSearchEvent

RETRY = Backoff(first_seconds=1.0, max_seconds=60.0)
NOTHING_TO_MATCH = "nothing_to_match"
# Reasons that are not the item's fault and do not use up a run.
WAITS = (Unavailable.code, DiskFull.code, Overloaded.code, "throttled", AWAITS_PAGES)
_RUNS = "runs"
SOURCE = "match"  # of searches


@dataclass(frozen=True, slots=True)
class Learned:
    """A user's picture that is known to show a product."""

    product_id: int
    print: int
    user_id: int


@dataclass(frozen=True, slots=True)
class Settled(ItemResult):
    """An item's result, with the facts that are logged and learned when it is written."""

    job_id: int | None = None
    kind: str | None = None
    run: int = 1
    spent: bool = False  # it would have been retried if attempts had been left
    learned: Learned | None = None
    search: NewSearchEvent | None = None

    @property
    def has_failed(self) -> bool:
        """Whether the attempt failed. Finding nothing is no failure, nor is waiting for an unavailable service, nor an
        unreadable input."""
        retries = self.status is ItemStatus.PENDING and self.code not in (None, *Unmatched, *WAITS)
        return retries or self.spent


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of earlier runs, as the item stores it between runs."""

    runs: int = 0  # that found nothing
    candidates: list[StoredCandidate] = field(default_factory=list)
    seen: Mapping[str, Any] = field(default_factory=dict)  # on a picture

    @classmethod
    def of(cls, claim: ItemClaim) -> "Progress":
        kept = claim.result or {}
        runs, seen = kept.get(_RUNS), kept.get("seen")
        if not isinstance(runs, int):  # the final result of an earlier round: this round starts from the beginning
            return cls()
        return cls(runs, read_kept(kept), seen if isinstance(seen, dict) else {})


def make_settled(claim: ItemClaim, status: ItemStatus, **fields: Any) -> Settled:
    facts = {"item_id": claim.item_id, "job_id": claim.job_id, "kind": claim.kind, "run": claim.attempts + 1}
    return Settled(claim.work_id, claim.fence, status, **facts | fields)


def unmatchable(claim: ItemClaim, why: str) -> Settled:
    return make_settled(claim, ItemStatus.NOT_FOUND, result={"candidates": []}, code=NOTHING_TO_MATCH, error=why)


def max_runs(claim: ItemClaim, settings: Settings) -> int:
    """Return how many runs without a match the item may have, including earlier ones: as many as it has attempts left,
    so that the last of them tries every strategy not tried before."""
    most = settings.queue.max_attempts_not_found
    return min(most, Progress.of(claim).runs + max(1, most - claim.attempts))


def settle_unmatched(
    claim: ItemClaim,
    settings: Settings,
    candidates: list[StoredCandidate],
    why: str,
    *,
    code: str = Unmatched.NO_MATCH,
    seen: Mapping[str, Any] | None = None,
    reads_text: bool | None = None,
    is_final: bool = False,
    chance: float,
) -> Settled:
    """Settle a run without a good match: retry later with other strategies, or end if there is nothing else to try
    (`is_final`) or no attempt left."""
    runs = Progress.of(claim).runs + 1
    kept: dict[str, Any] = {"candidates": serialize_candidates(candidates)}
    if is_final or runs >= max_runs(claim, settings):
        return make_settled(claim, ItemStatus.NOT_FOUND, result=kept, code=code, error=why)
    kept |= {_RUNS: runs} | ({"seen": dict(seen)} if seen else {})
    delay = wait_after(runs, settings.matching.not_found_retry_seconds, chance)
    fields = {"code": code, "error": why, "delay_seconds": delay, "reads_text": reads_text}
    return make_settled(claim, ItemStatus.PENDING, result=kept, **fields)


def with_search(claim: ItemClaim, result: Settled, search: Search | None) -> Settled:
    """Add the run's search to its result, if it searched at all."""
    if search is None:
        return result
    event = NewSearchEvent(
        *(claim.user_id, claim.job_id, claim.item_id, SOURCE),
        *(search.query, search.corrections, search.hits, round(search.took_ms, 3)),
    )
    return replace(result, search=event)


def put_off(claim: ItemClaim, code: str, why: str, delay_seconds: float) -> Settled:
    """Retry later without using up a run. The results of earlier runs are kept."""
    assert code in WAITS
    fields: dict[str, Any] = {"result": claim.result, "code": code, "error": why, "delay_seconds": delay_seconds}
    return make_settled(claim, ItemStatus.PENDING, **fields)


def settle_failure(claim: ItemClaim, error: GarnerError, chance: float, *, at_least_seconds: float = 0.0) -> Settled:
    """Settle a run that raised an error. The results of earlier runs are kept."""
    if isinstance(error, Unavailable):  # a service that it needs is unavailable, which is not the item's fault
        return put_off(claim, error.code, error.message, RETRY.max_seconds * chance)
    verdict = judge_error(error, attempt=claim.attempt, max_attempts=claim.max_attempts, backoff=RETRY, chance=chance)
    fields: dict[str, Any] = {"code": verdict.code, "error": verdict.message}
    if verdict.action is not Action.RETRY:
        kept = {"candidates": serialize_candidates(read_kept(claim.result))} if claim.result else None
        return make_settled(claim, ItemStatus.ERROR, result=kept, spent=verdict.spent, **fields)
    delay = max(verdict.delay_seconds, at_least_seconds)
    return make_settled(claim, ItemStatus.PENDING, result=claim.result, delay_seconds=delay, **fields)


def flat(record: Record) -> dict[str, Any]:
    """Return a record as the grid shows it."""
    return {
        **record.data,
        "kind": record.kind,
        "url": None,
        "confidence": record.confidence,
        "strategy": record.strategy,
        "warnings": list(record.warnings),
    }
