"""Read from the settings the limits that every request to a site keeps."""

from garner.core.pacing.lane import LanePolicy
from garner.settings import Settings
from garner.store.crawl.lanes import Politeness

ROBOTS_TIMEOUT_SECONDS = 10.0
# Beyond the fetch's own limit: for storing the body, and for reporting the timeout.
SLACK_SECONDS = 15


def politeness(settings: Settings) -> Politeness:
    return Politeness(
        settings.pacing.default_crawl_delay_seconds,
        settings.pacing.default_max_concurrent_requests,
        settings.pacing.lane_latency_factor,
        settings.pacing.obey_robots,
        ROBOTS_TIMEOUT_SECONDS + SLACK_SECONDS,
        settings.fetch.allow_private,
        LanePolicy(
            breaker_failures=settings.pacing.breaker_failures,
            breaker_seconds=settings.pacing.breaker_open_seconds,
            throttle_quiet_seconds=settings.pacing.throttle_quiet_seconds,
            max_retry_after=settings.pacing.throttle_longest_seconds,
        ),
    )
