"""Clock checks of `garner doctor`: whether machine and database agree, and whether the database's clock went back."""

import time
from datetime import UTC, datetime, timedelta

from garner.cli.commands.findings import Finding, Findings, doubtful, good, wrong
from garner.core.plurals import format_count
from garner.engine.politeness import politeness
from garner.postgres import server
from garner.postgres.server import PlainConnection
from garner.settings import Settings
from garner.store.health import clock

MAX_SKEW_SECONDS = 1.0
REPORTED_FOR = timedelta(days=1)
SET_BY_NTP = "set the clock of the database's machine by NTP (for example with chrony)"


def skew(connection: PlainConnection) -> Finding:
    before = time.time()
    theirs = server.clock(connection)
    apart = clock_skew(before, theirs, time.time())
    if apart < MAX_SKEW_SECONDS:
        return good(f"The clocks of this machine and the database agree ({apart * 1000:.0f} ms apart)")
    return wrong(
        f"The clocks of this machine and the database are {apart:.1f} s apart",
        "set both by NTP (for example with chrony)",
    )


def clock_skew(before: float, theirs: datetime, after: float) -> float:
    """Return the minimum difference between the clocks: an answer may have been written at any time before it
    arrived."""
    return max(before - theirs.timestamp(), theirs.timestamp() - after, 0.0)


def went_back(settings: Settings, connection: PlainConnection) -> Findings:
    """Yield findings if the database's clock went back; nothing if it only went forward."""
    state = clock.examine(connection, politeness(settings))
    if state.behind_seconds > clock.SLACK.total_seconds():
        yield wrong(
            f"The database's clock went back by {_minutes(state.behind_seconds)}: waiting work waits longer by as much",
            f"a running worker corrects this within seconds: start `garner serve` or `garner worker`; {SET_BY_NTP}",
        )
    elif state.went_back_at is not None and server.clock(connection) - state.went_back_at < REPORTED_FOR:
        yield doubtful(
            f"The database's clock went back by {_minutes(state.went_back_seconds or 0.0)} at "
            f"{state.went_back_at.astimezone(UTC):%Y-%m-%d %H:%M} UTC; waiting times were corrected",
            SET_BY_NTP,
        )
    if state.slots_too_far:
        sites = format_count(state.slots_too_far, "site waits", "sites wait")
        yield wrong(
            f"{sites} longer than any delay explains",
            "a running worker corrects this within seconds: start `garner serve` or `garner worker`",
        )


def _minutes(seconds: float) -> str:
    return f"{round(seconds / 60)} min" if seconds >= 90 else f"{seconds:.0f} s"
