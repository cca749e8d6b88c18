"""The pace, the throttle and the width of a lane: SQL computes what the core computes, with the same constants."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import pytest
from tests.integration.helpers import rows

from garner.core.pacing.lane import (
    LanePolicy,
    LaneState,
    delay_seconds,
    held_until,
    pace_seconds,
    quiet_seconds,
    throttle_in_force,
    throttled_until,
    width,
)
from garner.postgres.database import Connection

POLICY = LanePolicy(throttle_quiet_seconds=45)
WIDTH = 5
SECONDS = (0.0, 0.0, 0.05, 0.1, 0.3, 1.0, 44.999, 45.0, 60.0, 89.999999, 90.0, 900.0, 5000.0, 1e6)
# The constants that SQL repeats. Of the others, claims get the quiet period as a parameter; the rest is decided when
# outcomes are settled, in Python alone.
CONSTANTS: dict[str, float] = {
    "alone_after": 3,
    "slow_after": 4,
    "throttle_first": 1.5,
    "throttle_longest": 200.0,
    "throttle_quiet_requests": 4.0,
    "throttle_forgotten": 0.2,
}
NAMES = ("pace", "delay", "in_force", "throttled_until", "held_until", "quiet", "width")


@dataclass(frozen=True)
class Story:
    state: LaneState
    own: float
    robots: float
    factor: float


def draw_stories(now: datetime) -> list[Story]:
    draw = random.Random(3)

    def some_time_ago(less: float = 0.0) -> datetime | None:
        return draw.choice((None, now - timedelta(seconds=draw.choice(SECONDS) - less)))

    return [
        Story(
            LaneState(
                latency_seconds=draw.choice((None, 0.0, 0.4, 12.5)),
                throttle_seconds=draw.choice(SECONDS[:10]),
                throttled_at=some_time_ago(),
                not_before=some_time_ago(50),
                failing_pages=tuple(range(draw.choice((0, 0, 1, 2, 3, 4, 7, 20, 900)))),
                opened_at=draw.choice((None, None, now)),
                open_until=some_time_ago(50),
            ),
            *(draw.choice((0.0, 0.5, 2.0, 30.0)), draw.choice((0.0, 1.0, 10.0)), draw.choice((0.0, 0.5, 4.0))),
        )
        for _ in range(3000)
    ]


def compute(stories: Sequence[Story], now: datetime, policy: LanePolicy) -> dict[str, list[float | None]]:
    """Return each quantity of each story, with times in seconds from now."""
    computed: dict[str, list[float | None]] = {name: [] for name in NAMES}
    for story in stories:
        state, latency = story.state, story.state.latency_seconds
        pace = pace_seconds(configured=story.own, robots=story.robots, latency=latency, latency_factor=story.factor)
        values = (
            *(pace, delay_seconds(state, pace, now, policy), throttle_in_force(state, now, policy)),
            *(_seconds(throttled_until(state, pace, policy), now), _seconds(held_until(state), now)),
            *(quiet_seconds(policy, pace), width(state, WIDTH, policy)),
        )
        for name, value in zip(NAMES, values, strict=True):
            computed[name].append(value)
    return computed


def _seconds(moment: datetime | None, now: datetime) -> float | None:
    return None if moment is None else (moment - now).total_seconds()


async def ask_the_database(connection: Connection, stories: Sequence[Story], now: datetime) -> list[dict[str, float]]:
    states = [story.state for story in stories]

    def ago(name: str) -> list[timedelta | None]:
        moments = [getattr(state, name) for state in states]
        return [moment and now - moment for moment in moments]

    return await rows(
        connection,
        """
        select pace, lane_delay(pace, throttle, throttled, before, quiet, failures) as delay,
               throttle_in_force(throttle, throttled, before, quiet) as in_force,
               extract(epoch from throttled_until(pace, throttle, throttled, before, quiet) - now())::float8
                   as throttled_until,
               extract(epoch from held_until(before, until, throttled, throttle) - now())::float8 as held_until,
               quiet_seconds(quiet, pace) as quiet, lane_width(opened, failures, %s) as width
        from (select s.place, s.throttle, s.failures, lane_pace(own, robots, latency, factor) as pace,
                     %s::float8 as quiet,
                     now() - throttled_for as throttled, now() - before_for as before, now() - opened_for as opened,
                     now() - until_for as until
              from unnest(%s::float8[], %s::float8[], %s::float8[], %s::float8[], %s::float8[], %s::integer[],
                          %s::interval[], %s::interval[], %s::interval[], %s::interval[]) with ordinality
                   s (own, robots, latency, factor, throttle, failures, throttled_for, before_for, opened_for,
                      until_for, place)) s
        order by place
        """,
        *(WIDTH, POLICY.throttle_quiet_seconds, [story.own for story in stories], [story.robots for story in stories]),
        *([state.latency_seconds for state in states], [story.factor for story in stories]),
        *([state.throttle_seconds for state in states], [state.failures for state in states]),
        *(ago(name) for name in ("throttled_at", "not_before", "opened_at", "open_until")),
    )


async def test_sql_computes_what_the_core_computes(connection: Connection) -> None:
    now = datetime.now(UTC).replace(microsecond=0)
    stories = draw_stories(now)
    computed = await ask_the_database(connection, stories, now)
    expected = compute(stories, now, POLICY)
    for name in NAMES:
        assert [row[name] for row in computed] == [
            None if value is None else pytest.approx(value) for value in expected[name]
        ], name


@pytest.mark.parametrize(("constant", "other"), CONSTANTS.items())
def test_the_stories_notice_a_constant_that_differs(constant: str, other: float) -> None:
    now = datetime.now(UTC).replace(microsecond=0)
    stories = draw_stories(now)
    changed = replace(POLICY, **{constant: other})
    assert compute(stories, now, changed) != compute(stories, now, POLICY)
