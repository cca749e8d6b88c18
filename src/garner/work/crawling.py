"""The crawl stage: fetch a page on its lane's terms, classify the answer, keep the body."""

import random
import time
from collections.abc import Sequence

from garner import observe
from garner.core.backoff import Backoff
from garner.core.lifecycle import Stage
from garner.core.outcome import Action, Verdict, classify, judge_error, judge_page
from garner.engine import Engine
from garner.errors import FetchError, FetchTimeout, GarnerError
from garner.fetch import Fetcher, Page
from garner.store import crawl, lanes
from garner.store.crawl import FetchedBody, PageClaim, PageResult
from garner.work.loop import Held

RETRY = Backoff(first_seconds=1.0, longest_seconds=300.0)
# Beyond the fetch's own limit: keeping the body, and time to be told of the limit.
SLACK_SECONDS = 15


class CrawlStage:
    stage = Stage.CRAWL

    def __init__(self, engine: Engine, fetcher: Fetcher, worker: str) -> None:
        self.concurrency = engine.settings.crawl_concurrency
        self.deadline_seconds = engine.settings.fetch_timeout_seconds + SLACK_SECONDS
        self._engine = engine
        self._fetcher = fetcher
        self._worker = worker

    async def claim(self, limit: int, lease_seconds: float) -> list[PageClaim]:
        async with self._engine.database.connection() as connection:
            return await crawl.claim(connection, self._worker, limit, lease_seconds)

    async def seconds_until_ready(self) -> float | None:
        async with self._engine.database.connection() as connection:
            return await lanes.seconds_until_ready(connection, Stage.CRAWL)

    async def work(self, claim: PageClaim, lease: Held) -> PageResult:
        started = time.monotonic()
        try:
            page = await self._fetcher.fetch(claim.url, before_send=lease.check)
        except FetchError as error:
            result = self._judged(claim, self._judge_error(claim, error), started)
        else:
            result = await self._keep(claim, page, started)
        observe.emit(
            observe.PageFetched(
                claim.task_id,
                claim.url,
                result.verdict.code,
                result.http_status,
                result.bytes,
                result.seconds,
                claim.attempt,
            )
        )
        return result

    async def _keep(self, claim: PageClaim, page: Page, started: float) -> PageResult:
        verdict = judge_page(
            classify(page.status, page.content_type, page.body),
            status=page.status,
            content_type=page.content_type,
            retry_after=page.retry_after,
            attempt=claim.attempt,
            max_attempts=claim.max_attempts,
            backoff=RETRY,
            chance=random.random(),
        )
        body = None
        if verdict.action is Action.GO_ON:
            path = await self._engine.blobs.put(page.content_hash, page.body)
            body = FetchedBody(path, page.content_hash, page.charset, page.url, page.etag, page.last_modified)
        return self._judged(claim, verdict, started, page, body)

    def failed(self, claim: PageClaim, error: BaseException, trace: str) -> PageResult:
        if isinstance(error, TimeoutError):
            foreseen: GarnerError = FetchTimeout("The page took longer than allowed.")
        else:
            foreseen = UnforeseenFetchError(f"Fetching broke down: {type(error).__name__}.")
        return self._judged(claim, self._judge_error(claim, foreseen), time.monotonic(), trace=trace)

    def _judge_error(self, claim: PageClaim, error: GarnerError) -> Verdict:
        return judge_error(
            error,
            attempt=claim.attempt,
            max_attempts=claim.max_attempts,
            backoff=RETRY,
            chance=random.random(),
        )

    def _judged(
        self,
        claim: PageClaim,
        verdict: Verdict,
        started: float,
        page: Page | None = None,
        body: FetchedBody | None = None,
        trace: str | None = None,
    ) -> PageResult:
        return PageResult(
            claim.work_id,
            claim.fence,
            verdict,
            time.monotonic() - started,
            None if page is None else page.status,
            0 if page is None else page.transferred,
            body,
            trace,
        )

    async def settle(self, results: Sequence[PageResult]) -> set[int]:
        async with self._engine.database.transaction() as connection:
            owned = await crawl.settle(connection, self._worker, results)
        if any(result.verdict.action is Action.GO_ON for result in results):
            self._engine.wake(Stage.EXTRACT)
        return owned


class UnforeseenFetchError(FetchError):
    """A bug in fetching: worth another attempt, and a line in the error log with its stack trace."""

    code = "unforeseen"
    retryable = True
