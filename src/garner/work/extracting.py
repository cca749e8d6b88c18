"""The extract stage: from a kept body to records, in processes of its own.

Extraction is all CPU, so it never runs on the event loop; and a page may hang or crash the code that reads it, so
it runs where it can be killed.
"""

import asyncio
import multiprocessing
import random
import threading
import time
from collections.abc import Iterable, Sequence
from concurrent.futures.process import BrokenProcessPool
from datetime import UTC, datetime
from types import TracebackType
from typing import Self

from pebble import ProcessExpired, ProcessPool

from garner import observe
from garner.blobs import unpack
from garner.core.backoff import Backoff
from garner.core.lifecycle import Stage
from garner.core.outcome import Action, Verdict, judge_error
from garner.core.record import Kind
from garner.engine import Engine
from garner.errors import BodyMissing, ExtractCrashed, ExtractError, ExtractTimeout, GarnerError
from garner.extract import Extraction, extract
from garner.store import extraction
from garner.store.extraction import BodyClaim, ExtractionResult
from garner.work.loop import Held

RETRY = Backoff(first_seconds=1.0, longest_seconds=60.0)
SLACK_SECONDS = 15
# Pages handed to a process ahead of the one it is at, so that it does not wait for the next.
AHEAD = 3
# How long the hint for where the claim's scan may begin is trusted.
HINT_SECONDS = 1.0
THE_BEGINNING = datetime.min.replace(tzinfo=UTC)


def extract_packed(packed: bytes, url: str, charset: str | None, kinds: Iterable[Kind], max_bytes: int) -> Extraction:
    """What a process of the pool does with one page."""
    return extract(unpack(packed, max_bytes), url=url, charset=charset, kinds=kinds)


def warm_up() -> None:
    extract(b"<html></html>", url="http://localhost/", charset=None, kinds=tuple(Kind))


class Extractors:
    """A pool of processes that extract. A page that takes too long costs its process its life, and nothing else."""

    def __init__(self, processes: int, timeout_seconds: float, max_bytes: int) -> None:
        self.processes = processes
        self._timeout = timeout_seconds
        self._max_bytes = max_bytes

    def __enter__(self) -> Self:
        self._pool = self._new_pool()
        return self

    def _new_pool(self) -> ProcessPool:
        # Not forked: a fork would inherit the event loop, the sockets and the locks of this process.
        context = multiprocessing.get_context("spawn")
        pool = ProcessPool(max_workers=self.processes, max_tasks=5000, context=context)
        for _ in range(self.processes):  # starting one takes most of a second: not at the first page's expense
            pool.schedule(warm_up)
        return pool

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._pool.stop()  # type: ignore[no-untyped-call]  # pebble leaves these two untyped
        self._pool.join()

    async def extract(self, packed: bytes, url: str, charset: str | None, kinds: Sequence[Kind]) -> Extraction:
        self._replace_a_broken_pool()
        future = self._pool.schedule(
            extract_packed, args=(packed, url, charset, tuple(kinds), self._max_bytes), timeout=self._timeout
        )
        try:
            return await asyncio.wrap_future(future)
        except TimeoutError as error:
            raise ExtractTimeout(f"Extraction took longer than {self._timeout:g} s.") from error
        except ProcessExpired as error:
            raise ExtractCrashed("The process that extracted the page died.") from error
        except BrokenProcessPool as error:
            raise ExtractorsLost("The processes that extract were lost.") from error

    def _replace_a_broken_pool(self) -> None:
        """A process that is killed while no page is at work breaks the whole pool, and it stays broken."""
        if self._pool.active:
            return
        # Clearing away what is left of it may take seconds.
        threading.Thread(target=self._pool.join, name="broken-extractors", daemon=True).start()
        self._pool = self._new_pool()


class ExtractorsLost(ExtractCrashed):
    """The pool broke down around the page, which need not be the page's doing: worth another attempt."""

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
        try:
            packed = await self._engine.blobs.get_packed(claim.html_path)
            found = (await self._extractors.extract(packed, claim.url, claim.charset, kinds)).records
        except ExtractError as error:
            return self._stumbled(claim, error)
        observe.emit(
            observe.PageExtracted(
                claim.task_id,
                claim.url,
                ",".join(found),
                ",".join(kind for kind in kinds if kind not in found),
                time.monotonic() - started,
            )
        )
        return ExtractionResult(claim.work_id, claim.fence, Verdict(Action.GO_ON), kinds, tuple(found.values()))

    def failed(self, claim: BodyClaim, error: BaseException, trace: str) -> ExtractionResult:
        if isinstance(error, TimeoutError):
            return self._stumbled(claim, ExtractTimeout("Extraction took longer than allowed."), trace)
        broken = ExtractCrashed(f"Extraction broke down: {type(error).__name__}.")
        return self._stumbled(claim, broken, trace)

    def _stumbled(self, claim: BodyClaim, error: GarnerError, trace: str | None = None) -> ExtractionResult:
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
            owned = await extraction.settle(connection, self._worker, results)
        if any(result.refetch for result in results):
            self._engine.wake(Stage.CRAWL)
        return owned
