"""The extract stage: from a kept body to records, in processes of its own.

Extraction is all CPU, so it never runs on the event loop; and a page may hang or crash the code that reads it, so
it runs where it can be killed.
"""

import asyncio
import random
import signal
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from types import TracebackType
from typing import Any, Self

from garner import observe
from garner.blobs import unpack
from garner.core.backoff import Backoff
from garner.core.lifecycle import Stage
from garner.core.outcome import Action, Verdict, judge_error
from garner.core.record import Kind
from garner.core.recrawl import RecrawlPolicy
from garner.core.rendering import RenderHistory
from garner.engine import Engine, ExtractKept
from garner.errors import BodyMissing, ExtractCrashed, ExtractError, ExtractTimeout, GarnerError, Unavailable
from garner.extract import VERSION, Extraction, extract, extract_if_changed, knows
from garner.extract.candidates import extract_by
from garner.settings import Settings
from garner.store import extraction
from garner.store.extraction import BodyClaim, ExtractionResult
from garner.store.reparse import KeptPage
from garner.work.loop import Held
from garner.work.processes import ProcessDied, Processes

RETRY = Backoff(first_seconds=1.0, longest_seconds=60.0)
SLACK_SECONDS = 15
# Pages claimed for a process ahead of the one it is at: enough that it does not wait while some of them are settled
# and others claimed.
AHEAD = 15
# How long the hint for where the claim's scan may begin is trusted.
HINT_SECONDS = 1.0
# What people send, and the kernel when memory runs out; code that crashes dies of others.
KILLED_FROM_OUTSIDE = (signal.SIGKILL, signal.SIGTERM)
THE_BEGINNING = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class PageToExtract:
    packed: bytes
    url: str
    charset: str | None
    kinds: tuple[Kind, ...]
    before: Mapping[str, Any] | None = None  # the print of the page last extracted, if that is still worth anything
    threshold: int = 3


def extract_packed(page: PageToExtract, max_bytes: int, candidate: str | None = None) -> Extraction:
    """What a process of the pool does with one page."""
    body = unpack(page.packed, max_bytes)
    if candidate is not None:
        return extract_by(candidate, body, url=page.url, charset=page.charset, kinds=page.kinds)
    return extract_if_changed(
        body,
        url=page.url,
        charset=page.charset,
        kinds=page.kinds,
        before=page.before,
        threshold=page.threshold,
    )


def warm_up() -> None:
    extract(b"<html></html>", url="http://localhost/", charset=None, kinds=tuple(Kind))


def prepare(memory_mb: int) -> None:
    """What a process of the pool does before it takes pages."""
    warm_up()
    if memory_mb:
        _limit_memory(memory_mb * 1024**2)


def _limit_memory(most_bytes: int) -> None:
    # A page of some hundred kilobytes can be written so that its elements take gigabytes.
    with suppress(ImportError, OSError, ValueError):  # not every system has such a limit
        import resource

        _, most_possible = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (most_bytes, most_possible))


class Extractors:
    """A pool of processes that extract, by the extractor that is current or by a candidate ("module:function"). A page
    that takes too long costs its process its life, and nothing else."""

    def __init__(
        self, processes: int, timeout_seconds: float, max_bytes: int, memory_mb: int = 0, candidate: str | None = None
    ) -> None:
        self.processes = processes
        self._candidate = candidate
        self._timeout = timeout_seconds
        self._max_bytes = max_bytes
        self._pool = Processes(processes, partial(prepare, memory_mb))

    def __enter__(self) -> Self:
        self._pool.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._pool.__exit__(kind, error, traceback)

    async def extract(self, page: PageToExtract) -> Extraction:
        try:
            return await asyncio.wrap_future(
                self._pool.run(extract_packed, page, self._max_bytes, self._candidate, timeout=self._timeout)
            )
        except TimeoutError as error:
            raise ExtractTimeout(f"Extraction took longer than {self._timeout:g} s.") from error
        except MemoryError as error:
            raise ExtractCrashed("Extraction took more memory than allowed.") from error
        except ProcessDied as error:
            if error.by_signal in KILLED_FROM_OUTSIDE:
                raise ExtractorLost("The process that extracted the page was killed.") from error
            raise ExtractCrashed("The process that extracted the page died.") from error


@contextmanager
def extracting_kept_pages(settings: Settings, candidate: str | None) -> Iterator[ExtractKept]:
    """A pool for pages that are read again from what was kept of them."""
    with Extractors(
        settings.extract_processes,
        settings.extract_timeout_seconds,
        settings.fetch_max_bytes,
        settings.extract_memory_mb,
        candidate,
    ) as extractors:

        async def extract_kept(page: KeptPage, packed: bytes) -> Extraction:
            kinds = tuple(Kind(kind) for kind in page.kinds)
            return await extractors.extract(PageToExtract(packed, page.url, page.charset, kinds))

        yield extract_kept


class ExtractorLost(ExtractCrashed):
    """Somebody killed the process, which need not be the page's doing: worth another attempt."""

    retryable = True


class ExtractStage:
    stage = Stage.EXTRACT

    def __init__(self, engine: Engine, extractors: Extractors, worker: str) -> None:
        self.concurrency = extractors.processes * (1 + AHEAD)
        self.deadline_seconds = engine.settings.extract_timeout_seconds * (1 + AHEAD) + SLACK_SECONDS
        self._engine = engine
        self._extractors = extractors
        self._worker = worker
        self._low = THE_BEGINNING
        self._low_until = 0.0
        self._recrawl = recrawl_policy(engine.settings)

    async def claim(self, limit: int, lease_seconds: float) -> list[BodyClaim]:
        low = self._low if time.monotonic() < self._low_until else THE_BEGINNING
        async with self._engine.database.connection() as connection:
            claims = await extraction.claim(connection, self._worker, limit, lease_seconds, low)
        if len(claims) < limit:
            self._low_until = 0.0
        elif low is THE_BEGINNING:
            self._low_until = time.monotonic() + HINT_SECONDS
        if claims:
            self._low = min(claim.rank for claim in claims)
        return claims

    async def seconds_until_ready(self) -> float | None:
        return None

    async def work(self, claim: BodyClaim, lease: Held) -> ExtractionResult:
        started = time.monotonic()
        kinds = tuple(Kind(kind) for kind in claim.kinds)
        lease.check()
        # What a record by an older extractor says is not trusted to be what this one would say.
        known = bool(kinds) and all((claim.versions or {}).get(kind) == VERSION for kind in kinds)
        # Nor what the page did not say when it was last extracted.
        known = known and knows(claim.page_print, kinds)
        if known and claim.content_hash == claim.extracted_hash:
            return self._unchanged(claim, kinds, started)
        try:
            if claim.html_path is None:  # cleaned away while the page was being fetched
                raise BodyMissing("The kept body is gone.")
            packed = await self._engine.blobs.get_packed(claim.html_path)
            threshold = self._engine.settings.simhash_threshold
            before = claim.page_print if known else None
            page = PageToExtract(packed, claim.url, claim.charset, kinds, before, threshold)
            extracted = await self._extractors.extract(page)
        except (ExtractError, Unavailable) as error:
            return self._stumbled(claim, error)
        if extracted.unchanged:
            return self._unchanged(claim, kinds, started)
        found = extracted.records
        observe.emit(
            observe.PageExtracted(
                claim.task_id,
                claim.url,
                ",".join(found),
                ",".join(kind for kind in kinds if kind not in found),
                time.monotonic() - started,
            )
        )
        return ExtractionResult(
            claim.work_id,
            claim.fence,
            Verdict(Action.GO_ON),
            kinds,
            tuple(found.values()),
            page_print=dict(extracted.page_print or {}),
            render=not found and self._may_render(claim),
            rendered=claim.rendered,
        )

    def _unchanged(self, claim: BodyClaim, kinds: tuple[Kind, ...], started: float) -> ExtractionResult:
        seconds = time.monotonic() - started
        observe.emit(observe.PageUnchanged(claim.task_id, claim.url, ",".join(kinds), seconds))
        done = Verdict(Action.GO_ON)
        return ExtractionResult(claim.work_id, claim.fence, done, kinds, unchanged=True, rendered=claim.rendered)

    def _may_render(self, claim: BodyClaim) -> bool:
        """A browser is asked only where plain HTTP gave nothing, and only where it has been seen to help."""
        if claim.rendered or not self._engine.settings.render:
            return False
        return RenderHistory(claim.render_wins, claim.render_losses).worth_rendering(random.random())

    def failed(self, claim: BodyClaim, error: BaseException, trace: str) -> ExtractionResult:
        if isinstance(error, TimeoutError):
            return self._stumbled(claim, ExtractTimeout("Extraction took longer than allowed."), trace)
        broken = ExtractCrashed(f"Extraction broke down: {type(error).__name__}.")
        return self._stumbled(claim, broken, trace)

    def _stumbled(self, claim: BodyClaim, error: GarnerError, trace: str | None = None) -> ExtractionResult:
        if isinstance(error, Unavailable):  # the bodies cannot be reached, which is no fault of the page
            verdict = Verdict(Action.WAIT, error.code, error.message, RETRY.longest_seconds * random.random())
            return ExtractionResult(claim.work_id, claim.fence, verdict)
        verdict = judge_error(
            error,
            attempt=claim.attempt,
            max_attempts=claim.max_attempts,
            backoff=RETRY,
            chance=random.random(),
        )
        return ExtractionResult(
            claim.work_id,
            claim.fence,
            verdict,
            refetch=isinstance(error, BodyMissing),
            stack_trace=trace,
        )

    async def settle(self, results: Sequence[ExtractionResult]) -> set[int]:
        async with self._engine.database.transaction() as connection:
            owned = await extraction.settle(connection, self._worker, results, self._recrawl)
        if any(result.refetch or result.render for result in results):
            self._engine.wake(Stage.CRAWL)
        return owned


def recrawl_policy(settings: Settings) -> RecrawlPolicy:
    return RecrawlPolicy(
        timedelta(hours=settings.recrawl_shortest_hours),
        timedelta(days=settings.recrawl_longest_days),
        adapts=settings.recrawl_adapts,
    )
