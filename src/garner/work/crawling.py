"""The crawl stage: fetch a page on its lane's terms, classify the answer, keep the body.

A claim is one request: the page, one more hop on the way to it, or its host's robots.txt. Each took its slot on the
lane of the host that it goes to, and whatever comes next takes another.
"""

import random
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from urllib.parse import urljoin

from garner import observe
from garner.core.backoff import Backoff
from garner.core.lane import LanePolicy
from garner.core.lifecycle import Stage
from garner.core.outcome import Action, LaneEffect, Verdict, classify, judge_error, judge_page, lane_effect
from garner.core.robots import RobotsUnreachable, lifetime_seconds
from garner.core.urls import origin_of, parse_page_url
from garner.engine import Engine
from garner.errors import (
    BadRedirect,
    ConfigurationError,
    FetchError,
    FetchTimeout,
    GarnerError,
    InvalidUrl,
    ProxyFailed,
    RobotsDisallowed,
    TooLarge,
    TooManyRedirects,
    Unavailable,
    UndecodableBody,
)
from garner.fetch import Exit, Fetcher, FetchLimits, Page, Redirect
from garner.fetch.render import Renderer
from garner.settings import Settings
from garner.store import crawl, lanes, robots
from garner.store.crawl import FetchedBody, Hop, PageClaim, PageResult
from garner.store.lanes import Politeness
from garner.store.robots import RobotsRead
from garner.work.exits import ExitDesk
from garner.work.loop import Held
from garner.work.robots import RobotsDesk
from garner.work.turns import TurnDesk

RETRY = Backoff(first_seconds=1.0, longest_seconds=300.0)
ROBOTS_RETRY = Backoff(first_seconds=5.0, longest_seconds=300.0)
# Beyond the fetch's own limit: keeping the body, and time to be told of the limit.
SLACK_SECONDS = 15
# What is beyond the part that counts is read as well, for a longer file is no reason to fail.
ROBOTS_LIMITS = FetchLimits(timeout_seconds=10.0, max_bytes=5_000_000, max_redirects=5)
# A robots.txt that was answered and still cannot be had says as little as none.
ROBOTS_UNREADABLE = (TooManyRedirects, BadRedirect, TooLarge, UndecodableBody)


class CrawlStage:
    stage = Stage.CRAWL

    def __init__(self, engine: Engine, fetcher: Fetcher, worker: str, renderer: Renderer | None = None) -> None:
        settings = engine.settings
        self.concurrency = settings.crawl_concurrency
        self.deadline_seconds = settings.fetch_timeout_seconds + SLACK_SECONDS
        self._engine = engine
        self._fetcher = fetcher
        self._renderer = renderer
        self._worker = worker
        self._robots = RobotsDesk(engine.database, settings)
        self._exits = ExitDesk(engine.database, settings)
        self._turns = TurnDesk(engine.database)
        self._politeness = politeness(settings)

    async def claim(self, limit: int, lease_seconds: float) -> list[PageClaim]:
        async with self._engine.database.connection() as connection:
            claims = await crawl.claim(connection, self._worker, limit, lease_seconds, self._politeness)
            await self._robots.look_up(
                connection, [(origin_of(claim.url), claim.robots_at) for claim in claims if claim.robots_at is not None]
            )
            return claims

    async def seconds_until_ready(self) -> float | None:
        async with self._engine.database.connection() as connection:
            return await lanes.seconds_until_ready(connection, Stage.CRAWL)

    async def work(self, claim: PageClaim, lease: Held) -> PageResult:
        started = time.monotonic()
        try:
            result = await (self._read_robots if claim.reads_robots else self._fetch_page)(claim, lease)
        except FetchError as error:
            result = self._failed(claim, error)
        except Unavailable as error:
            result = self._put_off(claim, error)
        result = replace(result, seconds=time.monotonic() - started, proxy_id=claim.proxy_id)
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

    # A page --------------------------------------------------------------------------------------------------

    async def _fetch_page(self, claim: PageClaim, lease: Held) -> PageResult:
        if not await self._robots.allows(claim.url, claim.robots_at):
            raise RobotsDisallowed(f"The robots.txt of {origin_of(claim.url)} does not allow this page to be fetched.")
        # A browser goes out by itself; where proxies are to be used, nothing goes past them.
        if claim.renders and self._renderer is not None and claim.proxy_id is None:
            return await self._keep(claim, await self._renderer.render(claim.url, before_send=lease.check))
        answer = await self._fetcher.fetch_hop(
            claim.url,
            trail=claim.trail,
            proxy=await self._exit(claim),
            etag=claim.etag if not claim.trail else None,
            last_modified=claim.last_modified if not claim.trail else None,
            before_send=partial(self._turns.take, claim, lease),
        )
        if isinstance(answer, Redirect):
            return self._followed(claim, answer)
        return await self._keep(claim, answer)

    def _followed(self, claim: PageClaim, answer: Redirect) -> PageResult:
        return PageResult(
            claim.work_id,
            claim.fence,
            Verdict(Action.FOLLOW, "redirected"),
            answer.seconds,
            answer.status,
            hop=_hop(answer),
        )

    async def _keep(self, claim: PageClaim, page: Page) -> PageResult:
        found = classify(
            page.status,
            page.content_type,
            page.body,
            requested_url=(*claim.trail, claim.url)[0],
            final_url=page.url,
            conditional=page.conditional,
            challenged=page.challenged,
        )
        verdict = judge_page(
            found,
            status=page.status,
            content_type=page.content_type,
            retry_after=page.retry_after,
            attempt=claim.attempt,
            max_attempts=claim.max_attempts,
            backoff=RETRY,
            chance=random.random(),
        )
        verdict = self._patiently(claim, verdict)
        body = None
        if verdict.action is Action.GO_ON:
            try:
                body = await self._kept(claim, page)
            except Unavailable as error:
                return self._put_off(claim, error, page)
        return PageResult(
            claim.work_id,
            claim.fence,
            verdict,
            0.0,
            page.status,
            page.transferred,
            body,
            effect=lane_effect(verdict.code),
            retry_after=page.retry_after,
        )

    def _put_off(self, claim: PageClaim, error: Unavailable, page: Page | None = None) -> PageResult:
        """There is nowhere to keep it just now, or nobody to ask about it, which is no fault of the page."""
        verdict = self._patiently(claim, Verdict(Action.WAIT, error.code, error.message, delay_seconds=5.0))
        status, transferred = (None, 0) if page is None else (page.status, page.transferred)
        return PageResult(
            claim.work_id, claim.fence, verdict, 0.0, status, transferred, effect=lane_effect(verdict.code)
        )

    async def _kept(self, claim: PageClaim, page: Page) -> FetchedBody:
        # The very bytes that are kept already are not kept twice.
        same = page.content_hash == claim.content_hash
        path = None if same else await self._engine.blobs.put(page.content_hash, page.body)
        return FetchedBody(path, page.content_hash, page.charset, page.url, page.etag, page.last_modified)

    def _patiently(self, claim: PageClaim, verdict: Verdict) -> Verdict:
        """A site that asks to wait is waited for, and not for ever."""
        longest = self._engine.settings.throttle_longest_seconds
        if verdict.action is Action.WAIT and claim.waited_seconds > longest:
            return replace(verdict, action=Action.FAIL, spent=True)
        return verdict

    async def _exit(self, claim: PageClaim) -> Exit | None:
        if claim.proxy_id is None:
            return None
        try:
            exit = await self._exits.find(claim.proxy_id)
        except ConfigurationError as error:  # another proxy may need no password, or one that opens
            raise ProxyFailed(error.message) from error
        if exit is None:
            raise ProxyFailed("The proxy that was chosen is no longer there.")
        return exit

    # The robots.txt of its host ------------------------------------------------------------------------------

    async def _read_robots(self, claim: PageClaim, lease: Held) -> PageResult:
        origin = origin_of(claim.url)
        try:
            answer = await self._fetcher.fetch_hop(
                claim.robots_url or urljoin(origin, "/robots.txt"),
                proxy=await self._exit(claim),
                before_send=partial(self._turns.take, claim, lease),
                limits=ROBOTS_LIMITS,
            )
            if isinstance(answer, Redirect):
                hop = _hop(answer)
                return self._have_read(
                    claim,
                    RobotsRead(
                        origin, answer.status, hop_url=hop.url, hop_domain=hop.domain, hop_base_url=hop.base_url
                    ),
                )
        except ROBOTS_UNREADABLE as error:
            read = RobotsRead(origin, lasts_seconds=robots.LOST_LASTS_SECONDS)
            return self._have_read(claim, read, warning=error.message)
        except FetchError as error:
            # It is this page's attempt that failed: a host that cannot be reached is not waited for without end.
            return replace(self._failed(claim, error), robots=RobotsRead(origin, wait_seconds=0.0))
        rules = await self._robots.understood(answer.status, answer.body, answer.retry_after)
        if isinstance(rules, RobotsUnreachable):
            return self._left_alone(claim, answer, origin)
        lasts = min(lifetime_seconds(answer.cache_control), self._engine.settings.robots_cache_hours * 3600)
        read = RobotsRead(origin, answer.status, rules.text, rules.delay_seconds, lasts)
        return self._have_read(claim, read, answer, rules.warning)

    def _have_read(
        self, claim: PageClaim, read: RobotsRead, page: Page | None = None, warning: str | None = None
    ) -> PageResult:
        verdict = Verdict(Action.COME_BACK, "robots_read")
        if warning is not None:
            verdict = Verdict(Action.COME_BACK, "robots_unreadable", f"{read.origin}: {warning}")
        return PageResult(
            claim.work_id,
            claim.fence,
            verdict,
            0.0,
            read.http_status,
            0 if page is None else page.transferred,
            robots=read,
        )

    def _left_alone(self, claim: PageClaim, page: Page, origin: str) -> PageResult:
        wait = max(ROBOTS_RETRY.delay(claim.attempt, random.random()), page.retry_after or 0.0)
        verdict = Verdict(
            Action.WAIT,
            "robots_unreachable",
            f"The robots.txt of {origin} cannot be read just now (HTTP {page.status}).",
            delay_seconds=wait,
        )
        return PageResult(
            claim.work_id,
            claim.fence,
            self._patiently(claim, verdict),
            0.0,
            page.status,
            page.transferred,
            effect=LaneEffect.THROTTLED if page.status in (429, 503) else LaneEffect.FAILURE,
            retry_after=page.retry_after,
            robots=RobotsRead(origin, page.status, wait_seconds=wait),
        )

    # What went wrong -----------------------------------------------------------------------------------------

    def _failed(self, claim: PageClaim, error: GarnerError, trace: str | None = None) -> PageResult:
        verdict = judge_error(
            error,
            attempt=claim.attempt,
            max_attempts=claim.max_attempts,
            backoff=RETRY,
            chance=random.random(),
        )
        return PageResult(
            claim.work_id,
            claim.fence,
            verdict,
            0.0,
            stack_trace=trace,
            effect=lane_effect(verdict.code),
            proxy_id=claim.proxy_id,
            proxy_failed=isinstance(error, ProxyFailed),
        )

    def failed(self, claim: PageClaim, error: BaseException, trace: str) -> PageResult:
        if isinstance(error, TimeoutError):
            return self._failed(claim, FetchTimeout("The page took longer than allowed."), trace)
        return self._failed(claim, UnforeseenFetchError(f"Fetching broke down: {type(error).__name__}."), trace)

    async def settle(self, results: Sequence[PageResult]) -> set[int]:
        async with self._engine.database.transaction() as connection:
            owned = await crawl.settle(connection, self._worker, results, self._politeness, random.random())
        if any(result.verdict.action in (Action.GO_ON, Action.UNCHANGED) for result in results):
            self._engine.wake(Stage.EXTRACT)
        return owned


def politeness(settings: Settings) -> Politeness:
    return Politeness(
        settings.default_crawl_delay_seconds,
        settings.default_max_concurrent_requests,
        settings.lane_latency_factor,
        settings.obey_robots,
        ROBOTS_LIMITS.timeout_seconds + SLACK_SECONDS,
        LanePolicy(
            breaker_failures=settings.breaker_failures,
            breaker_seconds=settings.breaker_open_seconds,
            throttle_quiet_seconds=settings.throttle_quiet_seconds,
            longest_retry_after=settings.throttle_longest_seconds,
        ),
    )


def _hop(answer: Redirect) -> Hop:
    try:
        target = parse_page_url(answer.location, allow_private=True)
    except InvalidUrl as error:
        raise BadRedirect(f"The page redirects to what is no web page: {error.message}") from error
    return Hop(answer.location, target.domain, target.base_url)


class UnforeseenFetchError(FetchError):
    """A bug in fetching: worth another attempt, and a line in the error log with its stack trace."""

    code = "unforeseen"
    retryable = True
