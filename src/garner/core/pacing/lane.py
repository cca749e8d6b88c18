"""The reaction of a lane to the outcomes of its fetches: its pace, its throttle and its circuit breaker.

A lane is the queue of one domain, shared by all workers. Its state is a value stored on the lane's row; a batch of
settled fetches turns one value into the next. Nothing here reads a clock, so a test feeds a lane a sequence of
outcomes.

*Pace.* The delay between requests is the largest of the delay that the site asks for, the operator's delay, a multiple
of the latency, and the throttle. Latency is smoothed over good answers; errors are often quicker than pages, so they
may raise it and never lower it.

*Throttle.* A site that asks to slow down (429, or an error with a Retry-After: see core/pacing/outcome.py) doubles the
delay in force, and its Retry-After is obeyed on top. Requests in flight at that moment belong to the same incident: a
request that began before the last escalation does not escalate again. The throttle halves after each quiet period, and
a quiet period is never shorter than a few requests at that pace: time without a request proves nothing. The lane also
stores since when a site has answered with nothing but throttling, for the requests queued behind the throttled ones.

*Evidence.* The cause of a failure (503, 403, a timeout) may be the page or the site. The pages that failed since the
site last answered are stored without duplicates: a page that fails repeatedly counts once, and any answer clears them.
While they are few, the failure is the page's, and each has its own backoff. From the second on the lane sends one
request at a time, and from a few on each failure doubles the delay.

The database computes the delay of a lane as well, for claims (store/functions/lanes). Each of its functions names its
counterpart here, and a test compares them, constant by constant.

*Breaker.* When many pages in a row have failed, the lane sends nothing until a probe is due. Only the probe decides: an
answer closes the breaker, anything else re-opens it for longer. Requests that began before the opening no longer count,
not even after the closing. A probe that is lost or inconclusive is replaced by another.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from garner.core.pacing.backoff import Backoff
from garner.core.pacing.outcome import LaneEffect

PAGES = ("ok", "not_modified")
GOOD_ANSWERS = (*PAGES, "answered")  # the request was not for a page
# Answers on the way to a page, which do not show whether the page is available.
UNDER_WAY = ("robots_read", "robots_unreadable", "redirected")
MAX_LATENCY_SECONDS = 3600.0


@dataclass(frozen=True, slots=True)
class LanePolicy:
    alone_after: int = 2  # pages that failed in a row before the lane allows one request at a time
    slow_after: int = 3  # pages that failed in a row before each further one doubles the delay
    breaker_failures: int = 5  # pages that failed in a row
    breaker_seconds: float = 30.0
    breaker_longest_seconds: float = 600.0
    throttle_first: float = 1.0
    throttle_longest: float = 300.0
    throttle_quiet_seconds: float = 60.0
    throttle_quiet_requests: float = 3.0  # minimum length of a quiet period, in requests
    throttle_forgotten: float = 0.1  # a throttle below this is dropped
    max_retry_after: float = 3600.0
    smoothing: float = 0.2


@dataclass(frozen=True, slots=True)
class LaneState:
    """The state stored on the lane's row."""

    latency_seconds: float | None = None
    throttle_seconds: float = 0.0  # as of the last escalation; 0 is none
    throttled_at: datetime | None = None  # time of the last escalation
    throttled_since: datetime | None = None  # all answers since then were throttling
    not_before: datetime | None = None  # Retry-After: no request before
    failing_pages: tuple[int, ...] = ()  # failed since the site last answered, without duplicates
    opened_at: datetime | None = None  # opening time of the breaker; None is closed
    open_until: datetime | None = None  # when the next probe is due
    probes: int = 0  # failed probes in this outage
    cause: str | None = None  # code of the failure that opened it
    probe_fence: int | None = None  # of the one probe in flight
    trusted_from: datetime | None = None  # time of the last opening; earlier requests do not affect the breaker

    @property
    def failures(self) -> int:
        return len(self.failing_pages)

    @property
    def is_open(self) -> bool:
        return self.opened_at is not None


@dataclass(frozen=True, slots=True)
class LaneObservation:
    """One settled fetch. `started_at` is when it was claimed, by the clock that `now` comes from."""

    started_at: datetime
    fence: int
    kind: LaneEffect
    seconds: float
    retry_after: float | None
    code: str
    page: int = 0  # the requested page, or the one to request after the host's robots.txt


def react(
    state: LaneState,
    observed: Sequence[LaneObservation],
    now: datetime,
    policy: LanePolicy,
    chance: float,
    *,
    pace: float = 0.0,
) -> LaneState:
    """Return the state after a batch of settled fetches, in the given order. `chance` in [0, 1) spreads lanes that
    failed together; `pace` is the lane's delay without any throttle, which throttling doubles."""
    for observation in observed:
        state = _update_breaker(state, observation, now, policy, chance)
        state = _update_latency(state, observation, policy)
        if observation.kind is LaneEffect.THROTTLED:
            state = _update_throttle(
                _begin_throttling(state, observation, now, policy, pace), observation, now, policy, chance, pace
            )
        elif observation.kind is LaneEffect.ANSWER and observation.code not in UNDER_WAY:
            state = replace(state, throttled_since=None)
    return state


def gave_a_page(observed: Sequence[LaneObservation]) -> bool:
    return any(observation.kind is LaneEffect.ANSWER and observation.code in PAGES for observation in observed)


def pace_seconds(
    *, configured: float, robots: float = 0.0, latency: float | None = None, latency_factor: float = 0.0
) -> float:
    """Return the seconds between two requests of a lane without any throttle."""
    return max(configured, robots, latency_factor * (latency or 0.0))


def delay_seconds(state: LaneState, pace: float, now: datetime, policy: LanePolicy) -> float:
    """Return the seconds between two requests of a lane."""
    return max(pace, throttle_in_force(state, now, policy), _delay_of_failures(state.failures, pace, policy))


def _delay_of_failures(failures: int, pace: float, policy: LanePolicy) -> float:
    if failures < policy.slow_after:
        return 0.0
    slower = max(policy.throttle_first, 2 * pace) * 2.0 ** min(failures - policy.slow_after, 60)
    return min(slower, policy.throttle_longest)


def width(state: LaneState, configured: int, policy: LanePolicy) -> int:
    """Return the number of requests that a lane may have in flight."""
    return 1 if state.is_open or state.failures >= policy.alone_after else configured


def held_until(state: LaneState) -> datetime | None:
    """Return until when a lane sends nothing, regardless of its last request."""
    throttled = state.throttled_at and state.throttled_at + timedelta(seconds=state.throttle_seconds)
    return max((until for until in (state.not_before, state.open_until, throttled) if until is not None), default=None)


def throttle_in_force(state: LaneState, now: datetime, policy: LanePolicy) -> float:
    """Return the rest of the throttle: it halves after each quiet period since requests were allowed again."""
    if state.throttled_at is None:
        return 0.0
    quiet = quiet_seconds(policy, state.throttle_seconds)
    halvings = math.floor(max(0.0, (now - _last_asked_to_wait(state.throttled_at, state)).total_seconds()) / quiet)
    left = state.throttle_seconds * 0.5 ** min(halvings, 64)
    return left if left >= policy.throttle_forgotten else 0.0


def _last_asked_to_wait(throttled_at: datetime, state: LaneState) -> datetime:
    return max(throttled_at, state.not_before or throttled_at)


def quiet_seconds(policy: LanePolicy, pace: float) -> float:
    """Return the time after which a throttle halves."""
    return max(policy.throttle_quiet_seconds, policy.throttle_quiet_requests * pace)


def throttled_until(state: LaneState, pace: float, policy: LanePolicy) -> datetime | None:
    """Return when a lane has been quiet for long enough not to be throttled any more."""
    if state.throttled_at is None:
        return None
    quiet = quiet_seconds(policy, max(state.throttle_seconds, pace))
    return _last_asked_to_wait(state.throttled_at, state) + timedelta(seconds=quiet)


def _begin_throttling(
    state: LaneState, observation: LaneObservation, now: datetime, policy: LanePolicy, pace: float
) -> LaneState:
    """Set the start of throttling, or restart it after a quiet period without requests."""
    until = throttled_until(state, pace, policy)
    if state.throttled_since is not None and until is not None and observation.started_at <= until:
        return state
    return replace(state, throttled_since=now)


def find_throttle_end(state: LaneState, policy: LanePolicy) -> datetime | None:
    """Return when the throttle drops to zero and the site's Retry-After ends, if no further throttling follows."""
    if state.throttled_at is None or state.throttle_seconds < policy.throttle_forgotten:
        return state.not_before
    since = _last_asked_to_wait(state.throttled_at, state)
    quiet = quiet_seconds(policy, state.throttle_seconds)
    halvings = math.floor(math.log2(state.throttle_seconds / policy.throttle_forgotten)) + 1
    return since + timedelta(seconds=quiet * halvings)


def _is_good(observation: LaneObservation) -> bool:
    return observation.kind is LaneEffect.ANSWER and observation.code in GOOD_ANSWERS


def _update_latency(state: LaneState, observation: LaneObservation, policy: LanePolicy) -> LaneState:
    # One page's time to fail says nothing about the site.
    if observation.kind is LaneEffect.FAILURE and state.failures < policy.alone_after:
        return state
    if observation.kind is LaneEffect.NEUTRAL or not 0 <= observation.seconds <= MAX_LATENCY_SECONDS:
        return state
    good = _is_good(observation)
    before = state.latency_seconds
    if before is None:
        return replace(state, latency_seconds=observation.seconds) if good else state
    if not good and observation.seconds <= before:
        return state
    return replace(state, latency_seconds=before + policy.smoothing * (observation.seconds - before))


def _update_throttle(
    state: LaneState, observation: LaneObservation, now: datetime, policy: LanePolicy, chance: float, pace: float
) -> LaneState:
    in_force = throttle_in_force(state, now, policy)
    if observation.retry_after is not None:
        until = now + _retry_after(observation.retry_after, policy)
        state = replace(state, not_before=max(until, state.not_before or until))
    if state.throttled_at is not None and observation.started_at <= state.throttled_at:
        return state
    ceiling = max(policy.throttle_first, 2 * max(in_force, pace))
    # At least one and a half times the delay, or an unlucky draw would not slow the lane at all.
    slower = min(ceiling * (0.75 + 0.25 * chance), policy.throttle_longest)
    return replace(state, throttle_seconds=slower, throttled_at=now)


def _update_breaker(
    state: LaneState, observation: LaneObservation, now: datetime, policy: LanePolicy, chance: float
) -> LaneState:
    if state.is_open:
        return (
            _judge_probe(state, observation, now, policy, chance) if observation.fence == state.probe_fence else state
        )
    if state.trusted_from is not None and observation.started_at < state.trusted_from:
        return state
    if observation.kind is LaneEffect.ANSWER:
        return replace(state, failing_pages=())
    if observation.kind is not LaneEffect.FAILURE or observation.page in state.failing_pages:
        return state
    state = replace(state, failing_pages=(*state.failing_pages, observation.page))
    if state.failures < policy.breaker_failures:
        return state
    return replace(
        state,
        opened_at=now,
        open_until=now + _pause(1, policy, chance),
        probes=0,
        cause=observation.code,
        probe_fence=None,
        trusted_from=now,
    )


def _judge_probe(
    state: LaneState, probe: LaneObservation, now: datetime, policy: LanePolicy, chance: float
) -> LaneState:
    if probe.kind is LaneEffect.ANSWER:
        closed = replace(state, opened_at=None, open_until=None, probes=0, cause=None, probe_fence=None)
        return replace(closed, failing_pages=())
    if probe.kind is LaneEffect.NEUTRAL:
        return replace(state, open_until=now, probe_fence=None)
    probes = state.probes + 1
    if probe.kind is LaneEffect.THROTTLED and probe.retry_after is not None:
        pause = _retry_after(probe.retry_after, policy)
    else:
        pause = _pause(probes + 1, policy, chance)
    return replace(state, open_until=now + pause, probes=probes, probe_fence=None)


def _pause(opening: int, policy: LanePolicy, chance: float) -> timedelta:
    """Return the backoff interval plus up to a quarter, so that lanes that failed together are not all probed at
    once."""
    promised = Backoff(policy.breaker_seconds, policy.breaker_longest_seconds).delay(opening, 1.0)
    return timedelta(seconds=promised * (1.25 - 0.25 * chance))


def _retry_after(seconds: float, policy: LanePolicy) -> timedelta:
    return timedelta(seconds=min(max(seconds, 0.0), policy.max_retry_after))
