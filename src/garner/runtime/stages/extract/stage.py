"""The extract stage: from a stored body to records."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from garner import observe
from garner.core.lifecycle import Stage
from garner.core.pacing.backoff import Backoff
from garner.core.pacing.outcome import Action, Verdict, judge_error
from garner.core.pacing.recrawl import RecrawlPolicy
from garner.core.pacing.rendering import RenderHistory
from garner.core.record import Kind
from garner.core.tuning.controllers import Average, Prefetch
from garner.engine import Engine, ExtractKept
from garner.errors import BodyMissing, ExtractCrashed, ExtractError, ExtractTimeout, GarnerError, LlmError, Unavailable
from garner.extraction import VERSION, Extraction, has_records, is_incomplete
from garner.extraction.llm.cache import load_for_body
from garner.kinds.registry import KINDS
from garner.pools.extractors import Extractors, PageToExtract
from garner.runtime.calls.llm_fallback import About, LlmFallback, with_failures
from garner.runtime.loop import LeasedWork
from garner.runtime.stages.extract.parser_tally import ParserTally
from garner.runtime.stages.extract.shadow import Shadow
from garner.settings import Settings
from garner.store.crawl import extraction
from garner.store.crawl.extraction import BodyClaim, ExtractionResult, Turns
from garner.store.queue import slices
from garner.store.records.reparse import KeptPage

if TYPE_CHECKING:
    from garner.extraction.llm.client import Llm

RETRY = Backoff(first_seconds=1.0, max_seconds=60.0)
SLACK_SECONDS = 15
# Pages claimed for a process ahead of its current one: enough that it does not wait while some of them are settled and
# others claimed. Fewer of slow pages: once claimed, they are no longer taken in turn.
AHEAD = 15
AHEAD_MS = 250.0
# How long the hints for the start of the claim's scans are trusted.
HINT_SECONDS = 1.0


@contextmanager
def extracting_kept_pages(settings: Settings, candidate: str | None) -> Iterator[ExtractKept]:
    """Open a pool that extracts stored pages again."""
    with Extractors(
        settings.extraction.processes,
        settings.extraction.timeout_seconds,
        settings.fetch.max_bytes,
        settings.extraction.memory_mb,
        candidate,
    ) as extractors:

        async def extract_kept(page: KeptPage, packed: bytes) -> Extraction:
            kinds = tuple(Kind(kind) for kind in page.kinds)
            same = page.content_hash is not None and page.content_hash == page.extracted_hash
            # The current extractor finds a language model's answers for this body in the fingerprint; a candidate is
            # given them.
            answers = load_for_body(page.page_fingerprint) if candidate is not None and same else {}
            again = PageToExtract(
                *(packed, page.url, page.charset, kinds, page.page_fingerprint),
                answers=answers,
                known=False,
                same_body=same,
            )
            return await extractors.extract(again)

        yield extract_kept


class ExtractStage:
    """The extract stage. With a `job_id` it works for that job alone."""

    stage = Stage.EXTRACT

    def __init__(
        self,
        engine: Engine,
        extractors: Extractors,
        worker: str,
        llm: "Llm | None" = None,
        *,
        tally: ParserTally | None = None,
        shadow: Shadow | None = None,
        job_id: int | None = None,
    ) -> None:
        self._prefetch = Prefetch(AHEAD, AHEAD_MS, extractors.processes, Average())
        self._under_way = 0
        self.deadline_seconds = engine.settings.extraction.timeout_seconds * (1 + AHEAD) + SLACK_SECONDS
        if llm is not None:
            self.deadline_seconds += engine.settings.llm.timeout_seconds * len(Kind)
        self._llm_fallback = LlmFallback(engine.database, llm, engine.settings.llm.daily_tokens) if llm else None
        self._engine = engine
        self._extractors = extractors
        self._worker = worker
        self._job_id = job_id
        self._turns = Turns()
        self._hints_until = 0.0
        self._recrawl = recrawl_policy(engine.settings)
        self._tally = tally
        self._shadow = shadow

    @property
    def concurrency(self) -> int:
        return self._extractors.processes * (1 + self._prefetch.decide())

    async def claim(self, limit: int, lease_seconds: float) -> list[BodyClaim]:
        if time.monotonic() >= self._hints_until:
            self._turns = replace(self._turns, lows={})
            self._hints_until = time.monotonic() + HINT_SECONDS
        async with self._engine.database.connection() as connection:
            work_ids = None
            if self._job_id is not None:
                work_ids = await slices.find_pages(connection, self._job_id, Stage.EXTRACT)
            claims = await extraction.claim(
                connection, self._worker, limit, lease_seconds, self._turns, work_ids=work_ids
            )
        self._turns = self._turns.after_claim(claims)
        if len(claims) < limit:
            self._turns = replace(self._turns, lows={})
        return claims

    async def seconds_until_ready(self) -> float | None:
        return None

    async def work(self, claim: BodyClaim, lease: LeasedWork) -> ExtractionResult:
        started = time.monotonic()
        kinds = tuple(Kind(kind) for kind in claim.kinds)
        lease.check()
        known = self._is_known(claim, kinds)
        same_body = claim.content_hash is not None and claim.content_hash == claim.extracted_hash
        if known and same_body:
            return self._make_unchanged_result(claim, kinds, started)
        try:
            if claim.html_path is None:  # deleted by the cleanup while the page was being fetched
                raise BodyMissing("The stored body is missing.")
            packed = await self._engine.blobs.get_packed(claim.html_path)
            page = PageToExtract(
                *(packed, claim.url, claim.charset, kinds, claim.page_fingerprint),
                self._engine.settings.recrawl.simhash_threshold,
                self._llm_kinds(claim),
                known=known,
                same_body=same_body,
            )
            extracted = await self._extract(page)
            render = not extracted.records and not extracted.unchanged and self._may_render(claim)
            if self._shadow and not extracted.unchanged and not render:
                self._shadow.offer(claim.url_hash, page, extracted.records)
            failures: Mapping[Kind, LlmError] = {}
            if self._llm_fallback and extracted.shown and not render:
                lease.check()
                extracted, failures = await self._ask_llm(self._llm_fallback, claim, page, extracted)
        except (ExtractError, Unavailable) as error:
            return self._fail(claim, error)
        if extracted.unchanged:
            return self._make_unchanged_result(claim, kinds, started)
        return self._make_result(claim, kinds, extracted, failures, render=render, started=started)

    async def _extract(self, page: PageToExtract) -> Extraction:
        joined, began = self._under_way, time.monotonic()
        self._under_way += 1
        try:
            return await self._extractors.extract(page)
        finally:
            self._under_way -= 1
            self._prefetch.observe((time.monotonic() - began) * 1000, under_way=joined)

    def _is_known(self, claim: BodyClaim, kinds: tuple[Kind, ...]) -> bool:
        """Return whether the page has all these records, so that they hold for as long as the page is unchanged."""
        # A record of an older extractor may differ from what this one would find.
        known = bool(kinds) and all((claim.versions or {}).get(kind) == VERSION for kind in kinds)
        # Kinds that the page did not hold at its last extraction count as unknown.
        known = known and has_records(claim.page_fingerprint, kinds)
        # Fields that a language model was not asked for then may be asked for now.
        return known and not is_incomplete(claim.page_fingerprint, self._llm_kinds(claim))

    def _llm_kinds(self, claim: BodyClaim) -> tuple[Kind, ...]:
        return tuple(Kind(kind) for kind in claim.llm_kinds) if self._llm_fallback else ()

    async def _ask_llm(
        self, llm_fallback: LlmFallback, claim: BodyClaim, page: PageToExtract, extracted: Extraction
    ) -> tuple[Extraction, Mapping[Kind, LlmError]]:
        """Return the extraction with a language model's help, and the kinds for which that failed."""
        asked = await llm_fallback.ask(About(claim.url, claim.task_id), extracted, claim.llm_kinds)
        if asked.answers:
            extracted = await self._extract(replace(page, known=False, answers=asked.answers))
        return with_failures(extracted, asked.failures), asked.failures

    def _make_result(
        self,
        claim: BodyClaim,
        kinds: tuple[Kind, ...],
        extracted: Extraction,
        failures: Mapping[Kind, LlmError],
        *,
        render: bool,
        started: float,
    ) -> ExtractionResult:
        records = extracted.records
        result = ExtractionResult(
            claim.work_id,
            claim.fence,
            Verdict(Action.EXTRACT),
            kinds,
            tuple(records.values()),
            page_fingerprint=dict(extracted.page_fingerprint or {}),
            failures=failures,
            lost=claim.fetched and any(_is_lost(kind, claim, extracted, failures) for kind in kinds),
            render=render,
            rendered=claim.rendered,
            fetched=claim.fetched,
            url=claim.url,
        )
        # If any kind was wanted, kinds that the page lacks besides its record are not missed.
        missed = () if records and result.looked_for_all else tuple(kind for kind in kinds if kind not in records)
        seconds = time.monotonic() - started
        observe.emit(observe.PageExtracted(claim.task_id, claim.url, ",".join(records), ",".join(missed), seconds))
        return result

    def _make_unchanged_result(self, claim: BodyClaim, kinds: tuple[Kind, ...], started: float) -> ExtractionResult:
        seconds = time.monotonic() - started
        observe.emit(observe.PageUnchanged(claim.task_id, claim.url, ",".join(kinds), seconds))
        done = Verdict(Action.EXTRACT)
        return ExtractionResult(
            *(claim.work_id, claim.fence, done, kinds),
            unchanged=True,
            rendered=claim.rendered,
            fetched=claim.fetched,
        )

    def _may_render(self, claim: BodyClaim) -> bool:
        """Return whether to try a browser: only if plain HTTP gave nothing, and only on sites where a browser has
        helped."""
        if claim.renders or not claim.fetched or not self._engine.settings.rendering.enabled:
            return False
        return RenderHistory(claim.render_wins, claim.render_losses).worth_rendering(self._engine.rng.random())

    def fail(self, claim: BodyClaim, error: BaseException, trace: str) -> ExtractionResult:
        if isinstance(error, TimeoutError):
            return self._fail(claim, ExtractTimeout("Extraction took longer than allowed."), trace)
        broken = ExtractCrashed(f"Extraction failed unexpectedly: {type(error).__name__}.")
        return self._fail(claim, broken, trace)

    def _fail(self, claim: BodyClaim, error: GarnerError, trace: str | None = None) -> ExtractionResult:
        if isinstance(error, Unavailable):  # the body store cannot be reached, which is no fault of the page
            verdict = Verdict(Action.WAIT, error.code, error.message, RETRY.max_seconds * self._engine.rng.random())
            return ExtractionResult(claim.work_id, claim.fence, verdict)
        verdict = judge_error(
            error,
            attempt=claim.attempt,
            max_attempts=claim.max_attempts,
            backoff=RETRY,
            chance=self._engine.rng.random(),
        )
        return ExtractionResult(
            claim.work_id,
            claim.fence,
            verdict,
            tuple(Kind(kind) for kind in claim.kinds),
            refetch=isinstance(error, BodyMissing),
            stack_trace=trace,
            url=claim.url,
        )

    async def settle(self, results: Sequence[ExtractionResult]) -> set[int]:
        async with self._engine.database.transaction() as connection:
            most = self._engine.settings.queue.max_attempts_not_found
            owned = await extraction.settle(connection, self._worker, results, self._recrawl, most)
        if self._tally is not None:
            self._tally.count(result for result in results if result.work_id in owned)
        if any(result.refetch or result.render for result in results):
            self._engine.wake(Stage.CRAWL)
        return owned


def _is_lost(kind: Kind, claim: BodyClaim, extracted: Extraction, failures: Mapping[Kind, LlmError]) -> bool:
    """Return whether the page had such a record, and has none any more."""
    had = KINDS[kind].table.tells_gone and kind in (claim.versions or {})
    return had and kind not in extracted.records and kind not in failures


def recrawl_policy(settings: Settings) -> RecrawlPolicy:
    return RecrawlPolicy(
        timedelta(hours=settings.recrawl.shortest_hours),
        timedelta(days=settings.recrawl.longest_days),
        adapts=settings.recrawl.adapts,
    )
