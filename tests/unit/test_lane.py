import heapq
import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from garner.core.pacing.backoff import Backoff
from garner.core.pacing.lane import (
    LaneObservation,
    LanePolicy,
    LaneState,
    delay_seconds,
    find_throttle_end,
    gave_a_page,
    pace_seconds,
    react,
    throttle_in_force,
)
from garner.core.pacing.outcome import KNOWN_CODES, LaneEffect, lane_effect

START = datetime(2025, 1, 1, tzinfo=UTC)
POLICY = LanePolicy()
FRESH = LaneState()


def at(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def seen(
    code: str,
    *,
    started: float = 0,
    fence: int = 0,
    seconds: float = 0.5,
    retry_after: float | None = None,
    page: int = 1,
) -> LaneObservation:
    return LaneObservation(at(started), fence, lane_effect(code), seconds, retry_after, code, page)


def of_pages(count: int, code: str = "network_error", *, first: int = 1, started: float = 0) -> list[LaneObservation]:
    """The same outcome for `count` pages."""
    return [seen(code, started=started, page=first + number) for number in range(count)]


def after(state: LaneState, *observed: LaneObservation, now: float, chance: float = 1, pace: float = 0) -> LaneState:
    return react(state, observed, at(now), POLICY, chance, pace=pace)


def pace_of(state: LaneState, now: float, *, configured: float = 0, robots: float = 0, factor: float = 0) -> float:
    pace = pace_seconds(configured=configured, robots=robots, latency=state.latency_seconds, latency_factor=factor)
    return delay_seconds(state, pace, at(now), POLICY)


def begin_probe(state: LaneState, fence: int, until: datetime) -> LaneState:
    """Start a probe as a claim does. If it is never settled, another probe may start after `until`."""
    return replace(state, probe_fence=fence, open_until=until)


def held_until(state: LaneState) -> datetime:
    """The earliest time of the next request. While the breaker is open, only a probe is sent then."""
    return max(START, state.not_before or START, state.open_until or START)


# How long a site has been throttling


def test_throttled_since_is_the_time_of_the_first_throttling() -> None:
    state = after(FRESH, seen("throttled"), now=1)
    state = after(state, seen("throttled", started=5), seen("server_error", started=6), now=9)
    assert state.throttled_since == at(1)


@pytest.mark.parametrize("code", ["ok", "not_modified", "gone"])
def test_an_answered_page_clears_throttled_since(code: str) -> None:
    assert after(FRESH, seen("throttled"), seen(code), now=1).throttled_since is None


@pytest.mark.parametrize("code", ["robots_read", "redirected", "network_error", "unavailable"])
def test_an_outcome_without_an_answered_page_keeps_throttled_since(code: str) -> None:
    assert after(after(FRESH, seen("throttled"), now=1), seen(code, started=2), now=3).throttled_since == at(1)


def test_throttled_since_restarts_a_while_after_retry_after() -> None:
    state = after(FRESH, seen("throttled", retry_after=1000), now=0)
    assert after(state, seen("throttled", started=1059), now=1060).throttled_since == at(0)
    assert after(state, seen("throttled", started=1061), now=1062).throttled_since == at(1062)


def test_throttled_since_is_kept_for_a_lane_with_a_slow_pace() -> None:
    state = after(FRESH, seen("throttled"), now=0, pace=3000)
    assert after(state, seen("throttled", started=6000), now=6001, pace=3000).throttled_since == at(0)


# Delivered pages


def test_only_ok_and_not_modified_count_as_a_delivered_page() -> None:
    good = {"ok", "not_modified"}
    assert {code for code in KNOWN_CODES if gave_a_page([seen(code)])} == good
    assert gave_a_page([seen("server_error"), seen("ok"), seen("gone")])
    assert not gave_a_page([])


# The pace


def test_the_largest_delay_sets_the_pace() -> None:
    state = replace(FRESH, latency_seconds=2.0)
    assert pace_of(FRESH, 0, configured=1) == 1
    assert pace_of(FRESH, 0, configured=1, robots=5) == 5
    assert pace_of(state, 0, configured=1, robots=5, factor=3) == 6
    assert pace_of(after(FRESH, seen("throttled"), now=1, pace=10), 1, configured=10) == 20


def test_latency_follows_good_answers_smoothly() -> None:
    state = after(FRESH, seen("ok", seconds=1), now=1)
    assert state.latency_seconds == 1
    assert after(state, seen("ok", seconds=2), now=2).latency_seconds == pytest.approx(1.2)
    assert after(state, seen("not_modified", seconds=0.5), now=2).latency_seconds == pytest.approx(0.9)


@pytest.mark.parametrize("code", ["gone", "network_error", "server_error", "hard_block", "throttled", "login_wall"])
def test_errors_can_raise_the_latency_but_never_lower_or_start_it(code: str) -> None:
    slow = replace(FRESH, latency_seconds=1.0, failing_pages=(2,))
    assert after(slow, seen(code, seconds=0.001), now=1).latency_seconds == 1
    assert after(slow, seen(code, seconds=2), now=1).latency_seconds == pytest.approx(1.2)
    assert after(FRESH, seen(code, seconds=0.001), now=1).latency_seconds is None


def test_a_single_slow_failing_page_does_not_raise_the_latency() -> None:
    slow = replace(FRESH, latency_seconds=1.0)
    state = after(slow, *[seen("fetch_timeout", seconds=30)] * 3, now=1)
    assert state.latency_seconds == 1
    assert after(state, seen("fetch_timeout", seconds=30, page=2), now=2).latency_seconds == pytest.approx(6.8)


@pytest.mark.parametrize("seconds", [-1, float("nan"), float("inf"), 1e9])
def test_an_impossible_latency_is_ignored(seconds: float) -> None:
    assert after(FRESH, seen("ok", seconds=seconds), now=1).latency_seconds is None


# Throttling


def test_throttling_doubles_the_current_delay() -> None:
    once = after(FRESH, seen("throttled", started=0), now=1)
    twice = after(once, seen("throttled", started=2), now=3)
    assert (once.throttle_seconds, twice.throttle_seconds) == (1, 2)
    assert after(FRESH, seen("throttled"), now=1, pace=5).throttle_seconds == 10


def test_throttling_slows_the_lane_with_the_smallest_jitter() -> None:
    state = after(FRESH, seen("throttled"), now=1, pace=4, chance=0)
    assert state.throttle_seconds == 6


def test_the_throttle_never_exceeds_its_bound() -> None:
    state = FRESH
    for second in range(1, 100, 2):
        state = after(state, seen("throttled", started=second), now=second + 1)
    assert state.throttle_seconds == POLICY.throttle_longest


def test_one_incident_slows_the_lane_once_with_many_requests_in_flight() -> None:
    flight = [seen("throttled", started=number / 10, fence=number) for number in range(10)]
    together = after(FRESH, *flight, now=2)
    one_by_one = FRESH
    for number, request in enumerate(flight):
        one_by_one = after(one_by_one, request, now=2 + number)
    assert together.throttle_seconds == one_by_one.throttle_seconds == 1


def test_retry_after_is_respected_within_bounds() -> None:
    assert after(FRESH, seen("throttled", retry_after=30), now=1).not_before == at(31)
    assert after(FRESH, seen("throttled", retry_after=1e9), now=1).not_before == at(3601)
    assert after(FRESH, seen("throttled", retry_after=-5), now=1).not_before == at(1)


def test_the_latest_retry_after_counts_even_from_the_same_incident() -> None:
    state = after(FRESH, seen("throttled", retry_after=60), seen("throttled", retry_after=10), now=1)
    assert held_until(state) == at(61)
    assert held_until(after(state, seen("throttled", retry_after=60), now=5)) == at(65)


def test_the_throttle_is_halved_after_each_quiet_period() -> None:
    state = replace(FRESH, throttle_seconds=8.0, throttled_at=START)
    assert [pace_of(state, now) for now in (0, 59.9, 60, 120, 180)] == [8, 8, 4, 2, 1]
    assert pace_of(state, 3600) == 0


def test_a_quiet_period_spans_a_minimum_number_of_requests() -> None:
    state = replace(FRESH, throttle_seconds=100.0, throttled_at=START)
    assert [pace_of(state, now) for now in (60, 299, 300)] == [100, 100, 50]


def test_throttle_decay_starts_when_requests_are_allowed_again() -> None:
    state = replace(FRESH, throttle_seconds=8.0, throttled_at=START, not_before=at(600))
    assert [pace_of(state, now) for now in (300, 659, 660)] == [8, 8, 4]


def test_the_next_escalation_starts_from_the_decayed_throttle() -> None:
    state = replace(FRESH, throttle_seconds=8.0, throttled_at=START)
    assert after(state, seen("throttled", started=61), now=62).throttle_seconds == 8


# The breaker


def opened(now: float = 10, code: str = "network_error") -> LaneState:
    return after(FRESH, *of_pages(5, code, started=now - 1), now=now)


def probing(fence: int = 7) -> LaneState:
    return begin_probe(opened(), fence, at(100))


def test_the_breaker_opens_when_many_pages_in_a_row_have_failed() -> None:
    four = after(FRESH, *of_pages(4, "fetch_timeout"), now=1)
    assert not four.is_open
    state = after(four, seen("server_error", page=5), now=2)
    assert state.is_open and state.cause == "server_error" and held_until(state) == at(32)


@pytest.mark.parametrize("chance", [0, 0.3, 0.999])
def test_a_breaker_stays_open_for_the_configured_time_plus_at_most_a_quarter(chance: float) -> None:
    state = after(FRESH, *of_pages(5, "server_error"), now=2, chance=chance)
    assert 30 < (held_until(state) - at(2)).total_seconds() <= 37.5


def test_an_answer_between_failures_resets_the_count() -> None:
    assert not after(FRESH, *of_pages(4), seen("gone"), *of_pages(4, first=5), now=1).is_open


def test_a_page_that_fails_repeatedly_counts_once() -> None:
    state = after(FRESH, *[seen("server_error", page=1)] * 20, *[seen("hard_block", page=2)] * 20, now=1)
    assert not state.is_open and state.failing_pages == (1, 2)
    assert pace_of(state, 1, configured=1) == 1


def test_each_further_failing_page_doubles_the_delay_until_an_answer() -> None:
    failing = [after(FRESH, *of_pages(count, "server_error"), now=1) for count in range(5)]
    assert [pace_of(state, 1, configured=2) for state in failing] == [2, 2, 2, 4, 8]
    assert [pace_of(state, 1) for state in failing] == [0, 0, 0, 1, 2]
    assert pace_of(after(failing[4], seen("ok", page=9), now=2), 2, configured=2) == 2


def test_the_delay_added_by_failures_is_bounded() -> None:
    state = replace(FRESH, failing_pages=tuple(range(900)))
    assert pace_of(state, 1, configured=1) == POLICY.throttle_longest
    assert pace_of(state, 1, configured=1000) == 1000


@pytest.mark.parametrize("code", ["throttled", "private_address", "unforeseen"])
def test_neutral_outcomes_neither_count_as_failures_nor_reset_them(code: str) -> None:
    assert not after(FRESH, *of_pages(20, code), now=1).is_open
    assert after(FRESH, *of_pages(4), seen(code), seen("network_error", page=5), now=1).is_open


def test_an_answer_to_the_probe_closes_the_breaker() -> None:
    state = after(probing(), seen("ok", fence=7, started=50), now=51)
    assert not state.is_open and state.failures == 0 and state.cause is None and held_until(state) == START


def test_a_page_that_is_gone_closes_the_breaker_as_a_probe() -> None:
    assert not after(probing(), seen("gone", fence=7, started=50), now=51).is_open


def test_a_failed_probe_reopens_for_longer_and_keeps_the_first_cause() -> None:
    state = opened()
    waits = []
    for number in range(7):
        now = 1000.0 * (number + 1)
        state = after(begin_probe(state, number, at(now)), seen("server_error", fence=number, started=now), now=now)
        waits.append((held_until(state) - at(now)).total_seconds())
    assert waits == [60, 120, 240, 480, 600, 600, 600]
    assert state.cause == "network_error" and state.opened_at == at(10) and state.probe_fence is None


def test_a_throttled_probe_reopens_the_breaker_until_retry_after() -> None:
    state = after(probing(), seen("throttled", fence=7, started=50, retry_after=90), now=51)
    assert state.is_open and state.open_until == at(141) and state.throttle_seconds == 1


def test_a_neutral_probe_is_replaced_by_another() -> None:
    state = after(probing(), seen("private_address", fence=7, started=50), now=51)
    assert state.is_open and state.open_until == at(51) and state.probe_fence is None and state.probes == 0


def test_a_lost_probe_is_replaced_and_only_the_new_one_counts() -> None:
    state = begin_probe(probing(fence=7), 8, at(200))
    assert after(state, seen("ok", fence=7, started=50), now=150).is_open
    assert not after(state, seen("ok", fence=8, started=120), now=150).is_open


@pytest.mark.parametrize("code", ["ok", "network_error", "throttled"])
def test_a_late_outcome_neither_closes_nor_reopens_the_breaker(code: str) -> None:
    for before in (opened(), probing()):
        later = after(before, *of_pages(10, code, started=9), now=20)
        assert (later.opened_at, later.open_until, later.probes) == (before.opened_at, before.open_until, before.probes)
        assert later.probe_fence == before.probe_fence


def test_late_outcomes_of_the_last_outage_do_not_reopen_the_breaker() -> None:
    closed = after(probing(), seen("ok", fence=7, started=50), now=51)
    assert not after(closed, *of_pages(10, "fetch_timeout", started=9), now=52).is_open
    assert after(closed, *of_pages(5, "fetch_timeout", started=52), now=53).is_open


# Invariants

CODES = st.sampled_from(sorted(KNOWN_CODES))
MOMENTS = st.floats(0, 10_000)
OBSERVED = st.builds(
    seen,
    CODES,
    started=MOMENTS,
    fence=st.integers(0, 3),
    seconds=st.floats(0, 100),
    retry_after=st.none() | st.floats(0, 1e12),
    page=st.integers(0, 7),
)
STORIES = st.lists(st.tuples(st.floats(0, 500), st.lists(OBSERVED, max_size=4), st.floats(0, 1, exclude_max=True)))


def run_story(story: list[tuple[float, list[LaneObservation], float]]) -> tuple[LaneState, float]:
    state, now = FRESH, 0.0
    for pause, observed, chance in story:
        now += pause
        if state.is_open and state.open_until is not None and state.open_until <= at(now):
            state = begin_probe(state, 1, at(now + 30))
        state = after(state, *observed, now=now, chance=chance)
    return state, now


@given(STORIES)
def test_every_quantity_stays_within_its_bounds(story: list[tuple[float, list[LaneObservation], float]]) -> None:
    state, now = run_story(story)
    assert 0 <= state.throttle_seconds <= POLICY.throttle_longest
    assert state.latency_seconds is None or 0 <= state.latency_seconds <= 100
    assert held_until(state) <= at(now + POLICY.max_retry_after)
    assert state.is_open == (state.cause is not None) == (state.open_until is not None)
    assert state.is_open or (state.failures < POLICY.breaker_failures and state.probe_fence is None)
    assert len(set(state.failing_pages)) == state.failures <= POLICY.breaker_failures
    assert pace_of(state, now, configured=1, robots=2, factor=1) >= 2


@given(STORIES, OBSERVED, st.floats(0, 1, exclude_max=True))
def test_only_a_good_answer_makes_a_lane_faster(
    story: list[tuple[float, list[LaneObservation], float]], one: LaneObservation, chance: float
) -> None:
    state, now = run_story(story)
    later = after(state, one, now=now, chance=chance)
    faster = pace_of(later, now, factor=1) < pace_of(state, now, factor=1)
    assert not faster or one.code in ("ok", "not_modified") or (state.failures and one.kind is LaneEffect.ANSWER)


@given(STORIES, st.floats(0, 10_000), st.floats(0, 10_000))
def test_a_throttle_never_increases_over_time(
    story: list[tuple[float, list[LaneObservation], float]], soon: float, later: float
) -> None:
    state, now = run_story(story)
    left = throttle_in_force(state, at(now + soon), POLICY)
    assert throttle_in_force(state, at(now + soon + later), POLICY) <= left <= state.throttle_seconds


# Simulations


class Site:
    """A simulated site: serves `rate` requests a second with a small burst, throttles the rest, and may be down."""

    def __init__(
        self,
        rate: float,
        retry_after: float | None = None,
        down: tuple[float, float] = (0, 0),
        too_much: str = "throttled",
    ) -> None:
        self.rate, self.retry_after, self.down, self.too_much = rate, retry_after, down, too_much
        self._saved, self._last = 3.0, 0.0

    def answer(self, now: float) -> tuple[str, float | None]:
        if self.down[0] <= now < self.down[1]:
            return "network_error", None
        self._saved = min(3.0, self._saved + (now - self._last) * self.rate)
        self._last = now
        if self._saved < 1:
            return self.too_much, self.retry_after
        self._saved -= 1
        return "ok", None


def crawl(site: Site, *, seconds: float, configured: float, latency: float = 1.0) -> list[tuple[float, str]]:
    """Simulates a lane that always has work. Returns the time and the outcome of each request."""
    chances = random.Random(7)
    state, now, fence = FRESH, 0.0, 0
    answers: list[tuple[float, str]] = []
    flying: list[tuple[float, int, float, str, float | None]] = []
    while now < seconds:
        while flying and flying[0][0] <= now:
            _, number, started, code, asked = heapq.heappop(flying)
            one = seen(code, started=started, fence=number, seconds=latency, retry_after=asked, page=number)
            state = after(state, one, now=now, chance=chances.random(), pace=configured)
        if held_until(state) <= at(now):
            fence += 1
            if state.is_open:
                state = begin_probe(state, fence, at(now + 30))
            code, asked = site.answer(now)
            answers.append((now, code))
            heapq.heappush(flying, (now + latency, fence, now, code, asked))
            now += max(0.01, pace_of(state, now, configured=configured))
        else:
            now += 0.25
    return answers


@pytest.mark.parametrize("retry_after", [None, 1.0, 20.0])
@pytest.mark.parametrize("rate", [5.0, 1.0, 0.2, 0.02])
def test_a_lane_finds_the_pace_that_a_site_supports(rate: float, retry_after: float | None) -> None:
    seconds = 2000 + 100 / rate
    answers = crawl(Site(rate, retry_after), seconds=seconds, configured=0.1)
    settled = [code for when, code in answers if when > seconds / 4]
    served = settled.count("ok") / (seconds * 3 / 4)
    assert served > 0.4 * rate
    assert settled.count("throttled") < 0.3 * len(settled)


def test_a_lane_is_never_slowed_permanently() -> None:
    answers = crawl(Site(0.1), seconds=600, configured=0.1)
    assert answers[-1][0] > 500
    recovered = crawl(Site(100), seconds=600, configured=1)
    assert len(recovered) == pytest.approx(600, rel=0.02)


def test_a_site_that_is_down_is_probed_rarely_and_used_again_soon() -> None:
    answers = crawl(Site(100, down=(100, 1900)), seconds=2800, configured=1)
    during = [when for when, _ in answers if 110 < when < 1900]
    back = next(when for when, code in answers if when > 1900 and code == "ok")
    assert len(during) < 12
    assert back < 1900 + 1.25 * POLICY.breaker_longest_seconds + 5
    assert sum(back < when < back + 100 for when, _ in answers) > 90


# Failing pages


@dataclass
class Story:
    """The times of requests for good and for failing pages, and how long the breaker was open."""

    good: list[float] = field(default_factory=list)
    bad: list[float] = field(default_factory=list)
    open_seconds: float = 0.0

    @property
    def widest_gap(self) -> float:
        return max(later - earlier for earlier, later in pairwise(self.good))


def crawl_pages(
    answer: Callable[[int, float], str], *, pages: int = 10, seconds: float = 600, delay: float = 1.0
) -> Story:
    """Simulates repeated requests for some pages, each with its own backoff after a failure, in the order in which they
    are due. The answers come half a second later."""
    chances = random.Random(3)
    state, now, fence = FRESH, 0.0, 0
    story = Story()
    due = [(0.0, page, 1) for page in range(pages)]
    flying: list[tuple[float, int, float, int, int, str]] = []
    while now < seconds:
        while flying and flying[0][0] <= now:
            _, number, started, page, attempt, code = heapq.heappop(flying)
            one = seen(code, started=started, fence=number, page=page)
            state = after(state, one, now=now, chance=chances.random(), pace=delay)
            failed = lane_effect(code) is LaneEffect.FAILURE
            wait = Backoff(1, 300).delay(attempt, chances.random()) if failed else 5.0
            heapq.heappush(due, (now + wait, page, attempt + 1 if failed else 1))
        if held_until(state) > at(now) or not due or due[0][0] > now:
            story.open_seconds += 0.25 if state.is_open else 0
            now += 0.25
            continue
        _, page, attempt = heapq.heappop(due)
        fence += 1
        if state.is_open:
            state = begin_probe(state, fence, at(now + 30))
        code = answer(page, now)
        (story.good if code == "ok" else story.bad).append(now)
        heapq.heappush(flying, (now + 0.5, fence, now, page, attempt, code))
        now += max(0.25, pace_of(state, now, configured=delay))
    return story


@pytest.mark.parametrize("code", ["server_error", "hard_block", "fetch_timeout"])
def test_one_failing_page_of_ten_does_not_delay_the_others(code: str) -> None:
    story = crawl_pages(lambda page, _: code if page == 3 else "ok")
    assert story.open_seconds == 0
    assert story.widest_gap <= 2.0  # the request for the failing page takes a slot now and then
    assert len(story.bad) < 20


def test_two_blocked_pages_do_not_open_the_breaker() -> None:
    story = crawl_pages(lambda page, _: "hard_block" if page in (1, 2) else "ok")
    assert story.open_seconds == 0 and story.widest_gap <= 3.0
    alone = crawl_pages(lambda page, _: "hard_block", pages=2)
    assert alone.open_seconds == 0 and len(alone.bad) < 40  # their own backoff is sufficient


def test_a_site_where_every_other_page_fails_keeps_its_pace() -> None:
    story = crawl_pages(lambda page, _: "server_error" if page % 2 else "ok")
    assert story.open_seconds == 0 and story.widest_gap <= 5.0


def test_a_site_where_all_pages_fail_is_hardly_requested() -> None:
    story = crawl_pages(lambda page, _: "server_error")
    assert story.open_seconds > 500 and len(story.bad) < 15


def test_an_overloaded_site_is_requested_less_and_recovers_its_pace() -> None:
    story = crawl_pages(lambda page, now: "server_error" if 100 <= now < 300 else "ok")
    during = [when for when in story.bad if 100 <= when < 300]
    assert len(during) < 15
    back = next(when for when in story.good if when > 300)
    assert back < 300 + 1.25 * 240
    assert sum(back + 10 < when < back + 60 for when in story.good) > 45


@pytest.mark.parametrize("rate", [1.0, 0.2, 0.02])
def test_a_site_that_answers_503_to_excess_requests_is_requested_far_less(rate: float) -> None:
    """The site answers 503 to excess requests, and a page now and then."""
    seconds = 2000 + 100 / rate
    answers = crawl(Site(rate, too_much="server_error"), seconds=seconds, configured=0.1)
    settled = [code for when, code in answers if when > seconds / 4]
    assert len(settled) / (seconds * 3 / 4) < 0.5  # against ten a second
    assert settled.count("ok") > 10


# The end of a throttle


@pytest.mark.parametrize("seconds", [0.1, 0.15, 1.0, 2.0, 37.5, 300.0])
def test_the_end_of_a_throttle_is_computed(seconds: float) -> None:
    state = LaneState(throttle_seconds=seconds, throttled_at=START, not_before=START + timedelta(seconds=20))
    until = find_throttle_end(state, POLICY)
    assert until is not None
    assert throttle_in_force(state, until, POLICY) == 0
    assert throttle_in_force(state, until - timedelta(seconds=1), POLICY) > 0


def test_without_a_throttle_the_end_is_that_of_retry_after() -> None:
    assert find_throttle_end(FRESH, POLICY) is None
    assert find_throttle_end(LaneState(not_before=START), POLICY) == START
