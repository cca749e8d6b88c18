"""The results of pages that were not fetched, or only read robots.txt: failed, deferred or left to another worker."""

from dataclasses import replace
from random import Random

from garner.core.pacing.backoff import Backoff
from garner.core.pacing.outcome import Action, LaneEffect, Verdict, judge_error, lane_effect
from garner.core.pacing.robots import RobotsUnreachable
from garner.core.urls.page_url import origin_of
from garner.errors import FetchError, FetchTimeout, GarnerError, ProxyFailed, RobotsDisallowed, Unavailable, WrongKey
from garner.fetch import Page
from garner.fetch.browser.render import BrowserBusy
from garner.runtime.calls.slot_reservations import TurnFarOff
from garner.settings import Settings
from garner.store.crawl.fetching import PageClaim, PageResult
from garner.store.crawl.robots import RobotsRead

RETRY = Backoff(first_seconds=1.0, max_seconds=300.0)
# Delays of a page whose storage or other services are unavailable.
PUT_OFF = Backoff(first_seconds=5.0, max_seconds=300.0)


class UnforeseenFetchError(FetchError):
    """A bug in fetching: worth another attempt, and a line in the error log with its stack trace."""

    code = "unforeseen"
    retryable = True


def reread_robots(claim: PageClaim) -> RobotsRead | None:
    """Leave robots.txt to the next claim, at once, after a failed attempt to read it."""
    return RobotsRead(origin_of(claim.url), wait_seconds=0.0) if claim.reads_robots else None


class PageResults:
    def __init__(self, settings: Settings, rng: Random) -> None:
        self._max_wait_seconds = settings.pacing.throttle_longest_seconds
        self._rng = rng

    def fail(self, claim: PageClaim, error: GarnerError, trace: str | None = None) -> PageResult:
        verdict = judge_error(
            error,
            attempt=claim.attempt,
            max_attempts=claim.max_attempts,
            backoff=RETRY,
            chance=self._rng.random(),
        )
        return PageResult(
            claim.work_id,
            claim.fence,
            self.limit_waiting(claim, verdict),
            0.0,
            stack_trace=trace,
            effect=lane_effect(verdict.code),
            proxy_id=claim.proxy_id,
            proxy_failed=isinstance(error, ProxyFailed),
            # Known before anything is sent. If each proxy has its own pace, that pace is left as it is.
            unused_delay=claim.delay_seconds if isinstance(error, RobotsDisallowed) else None,
        )

    def fail_unexpectedly(self, claim: PageClaim, error: BaseException, trace: str) -> PageResult:
        if isinstance(error, TimeoutError):
            return self.fail(claim, FetchTimeout("The page took longer than allowed."), trace)
        return self.fail(claim, UnforeseenFetchError(f"Fetching failed unexpectedly: {type(error).__name__}."), trace)

    def put_off(self, claim: PageClaim, error: Unavailable, page: Page | None = None) -> PageResult:
        """Defer a page because its storage or another service is unavailable, which is not the page's fault. If its
        lane is held back, the lane determines when to retry."""
        waited = PUT_OFF.after_waiting(claim.waited_seconds, self._rng.random())
        delay = 0.0 if isinstance(error, TurnFarOff) else waited
        verdict = self.limit_waiting(claim, Verdict(Action.WAIT, error.code, error.message, delay))
        status, transferred = (None, 0) if page is None else (page.status, page.transferred)
        return PageResult(
            claim.work_id,
            claim.fence,
            verdict,
            0.0,
            status,
            transferred,
            effect=lane_effect(verdict.code),
            robots=reread_robots(claim),
        )

    def leave_to_others(self, claim: PageClaim, error: WrongKey) -> PageResult:
        """Requeue a page because this worker lacks a key: another proxy may do, or a worker that has the key."""
        verdict = Verdict(Action.WAIT, error.code, error.message, delay_seconds=1.0)
        return PageResult(
            claim.work_id,
            claim.fence,
            verdict,
            0.0,
            effect=lane_effect(verdict.code),
            robots=reread_robots(claim),
            unused_delay=claim.delay_seconds,
        )

    def requeue_for_browser(self, claim: PageClaim) -> PageResult:
        """Requeue a page that was not requested because the browser was busy. It keeps its place."""
        verdict = Verdict(Action.REQUEUE, BrowserBusy.code)
        return PageResult(
            claim.work_id,
            claim.fence,
            verdict,
            0.0,
            effect=lane_effect(verdict.code),
            unused_delay=claim.delay_seconds,
        )

    def keep_robots(
        self, claim: PageClaim, read: RobotsRead, page: Page | None = None, warning: str | None = None
    ) -> PageResult:
        verdict = Verdict(Action.REQUEUE, "robots_read")
        if warning is not None:
            verdict = Verdict(Action.REQUEUE, "robots_unreadable", f"{read.origin}: {warning}")
        return PageResult(
            claim.work_id,
            claim.fence,
            verdict,
            0.0,
            read.http_status,
            0 if page is None else page.transferred,
            robots=read,
            answer_seconds=None if page is None else page.seconds,
        )

    def await_robots(self, claim: PageClaim, unreachable: RobotsUnreachable, page: Page | None = None) -> PageResult:
        origin = origin_of(claim.url)
        message = f"The robots.txt of {origin} cannot be read at the moment ({unreachable.reason})."
        verdict = Verdict(Action.WAIT, "robots_unreachable", message, delay_seconds=unreachable.retry_seconds)
        status = None if page is None else page.status
        return PageResult(
            claim.work_id,
            claim.fence,
            self.limit_waiting(claim, verdict),
            0.0,
            status,
            0 if page is None else page.transferred,
            effect=LaneEffect.THROTTLED if unreachable.slows_down else LaneEffect.FAILURE,
            retry_after=None if page is None else page.retry_after,
            robots=RobotsRead(origin, status, wait_seconds=unreachable.retry_seconds),
            answer_seconds=None if page is None else page.seconds,
        )

    def limit_waiting(self, claim: PageClaim, verdict: Verdict) -> Verdict:
        """Fail a page that has waited too long for a site that asks to wait, or for a working proxy."""
        longest = self._max_wait_seconds
        if verdict.action is Action.WAIT and claim.waited_seconds > longest:
            return replace(verdict, action=Action.FAIL, spent=True)
        return verdict

    def limit_delay(self, result: PageResult) -> PageResult:
        """Limit the delay that a site asks for to the longest time that pages wait at all."""
        longest = self._max_wait_seconds
        verdict = replace(result.verdict, delay_seconds=min(result.verdict.delay_seconds, longest))
        read = result.robots
        if read is not None and read.wait_seconds is not None:
            read = replace(read, wait_seconds=min(read.wait_seconds, longest))
        return replace(result, verdict=verdict, robots=read)
