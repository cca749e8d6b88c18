"""Match rows without a URL, and build their results."""

from collections.abc import Mapping, Sequence
from typing import Any

from garner.core.lifecycle import ItemStatus
from garner.core.matching import Unmatched
from garner.core.matching.strategies import ROW_RUNS, StoredCandidate, serialize_candidates
from garner.core.record import Kind
from garner.core.rows.row import AWAITS_PAGES
from garner.engine import Engine
from garner.errors import ProviderFailed
from garner.runtime.stages.match.item_results import (
    RETRY,
    Learned,
    Progress,
    Settled,
    make_settled,
    max_runs,
    put_off,
    settle_failure,
    settle_unmatched,
    unmatchable,
    with_search,
)
from garner.runtime.stages.match.row_matching import MatchRow, RowMatch, RowMatcher, RowOutcome, offered_record, row_of
from garner.store.queue.matching import ItemClaim
from garner.store.records import catalogue

MATCHED_KINDS = (Kind.PRODUCT, "auto", None)
NOTHING_LIKE_IT = "No confident match in the catalogue."
SEVERAL_ALIKE = "Several products of the catalogue match this row equally well: {names}."
MAX_NAMED = 3
MAX_NAMED_LENGTH = 60
NO_ADDRESS = "A {kind} is found by its URL, and this row has none."
EMPTY_ROW = "The row has no title, brand or number to search for."
WAITS_FOR_PROVIDER = "Waiting for the rate limit of a provider."
WAITS_FOR_PAGES = "Waiting for pages of the same job, which may add the product to the catalogue."


class Rows:
    def __init__(self, engine: Engine, matcher: RowMatcher) -> None:
        self._engine = engine
        self._matcher = matcher

    async def match(self, claim: ItemClaim) -> Settled:
        if claim.kind not in MATCHED_KINDS:
            return unmatchable(claim, NO_ADDRESS.format(kind=claim.kind))
        row = row_of(claim.input or {})
        if row.is_empty:
            return unmatchable(claim, EMPTY_ROW)
        outcome = await self._search(row, claim.user_id, Progress.of(claim), max_runs(claim, self._engine.settings))
        if outcome.match is not None:
            result = await self.settle_match(claim, outcome.match, outcome.candidates)
        elif self._matcher.asks_providers:
            result = self.settle_no_match(claim, outcome, NOTHING_LIKE_IT)
        elif claim.pages_open:
            return put_off(claim, AWAITS_PAGES, WAITS_FOR_PAGES, 0.0)  # `page_waits` decides when
        else:
            result = self.settle_no_match(claim, outcome, NOTHING_LIKE_IT, is_final=True)
        return with_search(claim, result, outcome.search)

    async def _search(self, row: MatchRow, user_id: int | None, progress: Progress, runs: int) -> RowOutcome:
        """Search for the row. A provider may have more to offer later, so strategies are spread over the row's runs.
        The catalogue does not, unless pages of the same job add to it: without providers, one run uses all
        strategies."""
        if not await self._matcher.has_candidates():
            return RowOutcome(None, progress.candidates)
        run = progress.runs + 1
        outcome = await self._matcher.match(row, user_id, progress.candidates, run, runs)
        last_run = run if self._matcher.asks_providers else min(runs, len(ROW_RUNS))
        while outcome.match is None and run < last_run:
            run, earlier = run + 1, outcome.search
            outcome = await self._matcher.match(row, user_id, outcome.candidates, run, runs)
            if outcome.search is not None:
                outcome.search.include(earlier)
        return outcome

    async def settle_match(
        self, claim: ItemClaim, match: RowMatch, candidates: list[StoredCandidate], *, learned: Learned | None = None
    ) -> Settled:
        record = await self._record(match)
        if record is None:  # it was deleted just now
            return settle_unmatched(
                claim, self._engine.settings, candidates, NOTHING_LIKE_IT, chance=self._engine.rng.random()
            )
        match_fields = {
            "match_id": match.product_id,
            "match_score": round(match.score, 4),
            "match_strategy": match.strategy,
            "candidates": serialize_candidates(candidates),
            "offers": match.offers,
        }
        return make_settled(
            claim, ItemStatus.DONE, result={**record, **match_fields}, kind=Kind.PRODUCT, learned=learned
        )

    async def _record(self, match: RowMatch) -> dict[str, Any] | None:
        if match.offer is not None:
            return offered_record(match.offer, match.score)
        assert match.product_id is not None
        async with self._engine.database.connection() as connection:
            return await catalogue.record(connection, match.product_id)

    def settle_no_match(
        self,
        claim: ItemClaim,
        outcome: RowOutcome,
        why: str,
        *,
        seen: Mapping[str, Any] | None = None,
        is_final: bool = False,
    ) -> Settled:
        """Settle a row without a match. A provider that could not be queried, or did not answer, may still have the
        product."""
        searched, chance = outcome.searched, self._engine.rng.random()
        if searched.failures:
            return settle_failure(
                claim, ProviderFailed(searched.failures[0]), chance, at_least_seconds=searched.wait_seconds or 0.0
            )
        if searched.wait_seconds is not None:
            return put_off(claim, "throttled", WAITS_FOR_PROVIDER, max(searched.wait_seconds, RETRY.first_seconds))
        code = outcome.reason or Unmatched.NO_MATCH
        if code is Unmatched.AMBIGUOUS:
            why = SEVERAL_ALIKE.format(names=_join_names(outcome.candidates))
        message = " ".join((why, *searched.refusals))
        settings = self._engine.settings
        return settle_unmatched(
            claim, settings, outcome.candidates, message, code=code, seen=seen, is_final=is_final, chance=chance
        )


def _join_names(candidates: Sequence[StoredCandidate]) -> str:
    return ", ".join(candidate.name[:MAX_NAMED_LENGTH] for candidate in candidates[:MAX_NAMED])
