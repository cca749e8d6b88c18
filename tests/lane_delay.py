"""Compute the delay of a lane in Python, for simulated lanes and as a reference for `lane_delay.sql`."""

from datetime import datetime

from garner.core.pacing.lane import LanePolicy, LaneState, throttle_in_force


def delay_seconds(
    state: LaneState, *, configured: float, robots: float, latency_factor: float, now: datetime, policy: LanePolicy
) -> float:
    """Return the seconds from one request to the next."""
    pace = max(configured, robots, latency_factor * (state.latency_seconds or 0.0))
    return max(pace, throttle_in_force(state, now, policy), _delay_of_failures(state.failures, pace, policy))


def _delay_of_failures(failures: int, pace: float, policy: LanePolicy) -> float:
    if failures < policy.slow_after:
        return 0.0
    slower = max(policy.throttle_first, 2 * pace) * 2.0 ** min(failures - policy.slow_after, 60)
    return min(slower, policy.throttle_longest)
