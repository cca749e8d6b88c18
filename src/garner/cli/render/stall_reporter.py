"""Report what a command waits for when there was no result for a while."""

import time
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import islice
from uuid import UUID

from garner.cli.render.progress import FailureReason, ProgressMeter
from garner.cli.render.tables import clock
from garner.core.plurals import format_count
from garner.core.waiting import UNDER_WAY, Waiting
from garner.core.waiting import Reason as Code
from garner.engine import Engine, why_requests_wait
from garner.errors import Unavailable

ASK_SECONDS = 1.0
# In a list, usually at least one page is in progress.
QUIET_SECONDS_ALONE = 1.0
QUIET_SECONDS = 5.0
LOOKED_AT = 100
SOON = timedelta(seconds=3)
SHORT = {
    Code.FETCHING: "fetching the page",
    Code.EXTRACTING: "reading the page",
    Code.ROBOTS_BEING_READ: "reading the site's robots.txt",
    Code.QUEUED: "the page is next",
}


class StallReporter:
    def __init__(self, engine: Engine, meter: ProgressMeter, *, alone: bool) -> None:
        self._engine = engine
        self._meter = meter
        self._alone = alone
        self._next = 0.0
        self.restart()

    def restart(self) -> None:
        """Restart the quiet period after a result."""
        self._next = time.monotonic() + (QUIET_SECONDS_ALONE if self._alone else QUIET_SECONDS)

    async def explain(self, waiting: Iterable[UUID]) -> None:
        """Report why these requests wait, if it is time to."""
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + ASK_SECONDS
        with suppress(Unavailable):  # the caller that polls the outcomes notices it soon enough
            reasons = list((await self.reasons(waiting)).values())
            if reasons:
                self._meter.explain(_make_reason(reasons[0]) if self._alone else _find_commonest(reasons))

    async def reasons(self, waiting: Iterable[UUID]) -> dict[UUID, Waiting]:
        """Return the reasons of the first requests: the others wait for much the same."""
        return await why_requests_wait(self._engine, list(islice(waiting, LOOKED_AT)))


def _make_reason(reason: Waiting) -> FailureReason:
    words = SHORT.get(reason.code) or reason.in_words(clock)
    return FailureReason(words, _key(reason), under_way=_is_under_way(reason))


def _find_commonest(reasons: list[Waiting]) -> FailureReason:
    (key, count), *_ = Counter(_key(reason) for reason in reasons).most_common()
    reason = next(reason for reason in reasons if _key(reason) == key)
    others = len(reasons) - count
    more = f" (and {format_count(others, 'page waits', 'pages wait')} for other reasons)" if others else ""
    return FailureReason(f"{reason.in_words(clock)}{more}", key, under_way=_is_under_way(reason))


def _is_under_way(reason: Waiting) -> bool:
    """Return whether the wait is over in a moment, and so not worth a line."""
    soon = reason.until is not None and reason.until - datetime.now(UTC) < SOON
    return soon or reason.code in UNDER_WAY


def _key(reason: Waiting) -> str:
    """Return a key that distinguishes another reason from the same one a little later."""
    until = "" if reason.until is None or reason.code is Code.PACE else clock(reason.until)
    return f"{reason.code} {reason.site} {until}"
