"""Explain why a page or item is not done yet: the first obstacle, in words and as data.

Things that people disabled or paused come first, since waiting does not end them; then missing workers; then what
holds back the site, its robots.txt, its proxies and the page itself; last, that it is simply not its turn.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from garner.core.lifecycle import Stage, TaskStatus
from garner.core.plurals import format_count


class Reason(StrEnum):
    SITE_INACTIVE = "site_inactive"
    SITE_PAUSED = "site_paused"
    PAGE_PAUSED = "page_paused"
    JOB_PAUSED = "job_paused"
    JOB_BACKLOG = "job_backlog"
    JOB_PAGES = "job_pages"
    SCHEDULED = "scheduled"
    BACKLOG = "backlog"
    NO_WORKER = "no_worker"
    NO_WORKER_ALLOWED = "no_worker_allowed"
    BREAKER_OPEN = "breaker_open"
    ASKED_TO_WAIT = "asked_to_wait"
    ROBOTS_BEING_READ = "robots_being_read"
    ROBOTS_UNREACHABLE = "robots_unreachable"
    PROXIES_OFF = "proxies_off"
    RETRY = "retry"
    SITE_BUSY = "site_busy"
    PACE = "pace"
    FETCHING = "fetching"
    EXTRACTING = "extracting"
    WORKER_LOST = "worker_lost"
    IN_HAND = "in_hand"
    QUEUED = "queued"


# No obstacle: a worker has it, or is about to take it.
UNDER_WAY = frozenset({Reason.FETCHING, Reason.EXTRACTING, Reason.ROBOTS_BEING_READ, Reason.IN_HAND, Reason.QUEUED})
# Waiting does not end these: a person has to act.
NEEDS_ACTION = frozenset(
    {
        Reason.SITE_INACTIVE,
        Reason.SITE_PAUSED,
        Reason.PAGE_PAUSED,
        Reason.JOB_PAUSED,
        Reason.NO_WORKER,
        Reason.NO_WORKER_ALLOWED,
    }
)
# Reasons to postpone a page without spending an attempt.
WAITED_FOR = {"throttled": Reason.ASKED_TO_WAIT, "robots_unreachable": Reason.ROBOTS_UNREACHABLE}
MAX_COUNTED = 1000


@dataclass(frozen=True, slots=True)
class Waiting:
    code: Reason
    what: str
    until: datetime | None = None
    then: str = " until"  # what happens at that time
    site: str | None = None

    @property
    def message(self) -> str:
        return self.in_words(lambda moment: f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}")

    @property
    def is_stuck(self) -> bool:
        """Return whether it would wait forever, rather than being merely slow."""
        return self.code in NEEDS_ACTION or (self.code is Reason.PROXIES_OFF and self.until is None)

    def in_words(self, clock: Callable[[datetime], str]) -> str:
        return self.what if self.until is None else f"{self.what}{self.then} {clock(self.until)}"


@dataclass(frozen=True, slots=True)
class TaskObstacles:
    """The state of a page, and every possible obstacle. Past times are equivalent to None."""

    now: datetime
    status: str
    scheduled_at: datetime
    in_backlog: bool
    backlog_ahead: int
    page_paused: bool
    error_code: str | None
    error_message: str | None
    workers: int
    workers_for_private: int
    # The site of the next request, possibly after redirects
    site: str
    is_active: bool
    site_paused_at: datetime | None
    delay_seconds: float
    width: int
    in_flight: int
    next_at: datetime | None
    opened_at: datetime | None
    open_until: datetime | None
    breaker_cause: str | None
    not_before: datetime | None
    needs_private: bool
    robots_unread: bool
    robots_next_try_at: datetime | None
    robots_failures: int
    proxied: bool
    proxy_free_at: datetime | None
    # Its queued work, if any
    stage: str | None
    due_at: datetime | None
    attempt: int | None
    max_attempts: int | None
    waiting_since: datetime | None
    lease_until: datetime | None
    claimed_at: datetime | None
    worker: str | None
    ahead: int

    def is_ahead(self, moment: datetime | None) -> bool:
        return moment is not None and moment > self.now


def explain(page: TaskObstacles) -> Waiting | None:
    """Return the reason why the page waits; None if it has ended."""
    if page.status in (TaskStatus.COMPLETED, TaskStatus.FAILED):
        return None
    return replace(_first_reason(page), site=page.site)


def _first_reason(page: TaskObstacles) -> Waiting:
    if page.worker is not None:
        return _explain_claimed(page, page.worker)
    if page.stage == Stage.EXTRACT:
        return _explain_missing_worker(page) or _explain_extraction(page)
    return (
        _explain_switched_off(page)
        or _explain_not_due(page)
        or _explain_missing_worker(page)
        or _explain_backlog(page)
        or _explain_site(page)
        or _explain_pending_retry(page)
        or _explain_access(page)
        or _explain_turn(page)
    )


def _explain_claimed(page: TaskObstacles, worker: str) -> Waiting:
    if not page.is_ahead(page.lease_until):
        return Waiting(Reason.WORKER_LOST, f"worker {worker} stopped responding; another worker takes over soon")
    seconds = 0 if page.claimed_at is None else round((page.now - page.claimed_at).total_seconds())
    if page.stage == Stage.EXTRACT:
        return Waiting(Reason.EXTRACTING, f"worker {worker} is reading the page ({seconds} s so far)")
    if page.robots_unread:
        return Waiting(Reason.ROBOTS_BEING_READ, f"worker {worker} is reading the robots.txt of {page.site} first")
    return Waiting(Reason.FETCHING, f"worker {worker} is fetching the page ({seconds} s so far)")


def _explain_extraction(page: TaskObstacles) -> Waiting:
    if page.is_ahead(page.due_at):
        return _retry(page)
    return Waiting(Reason.QUEUED, f"the page is fetched and waits for a free extractor{_queue_ahead(page.ahead)}")


def _explain_switched_off(page: TaskObstacles) -> Waiting | None:
    if not page.is_active:
        return Waiting(Reason.SITE_INACTIVE, f"{page.site} is disabled")
    if page.site_paused_at is not None:
        return Waiting(Reason.SITE_PAUSED, f"{page.site} is paused until an operator resumes it")
    if page.page_paused:
        return Waiting(Reason.PAGE_PAUSED, "the page is paused until an operator resumes it")
    return None


def _explain_not_due(page: TaskObstacles) -> Waiting | None:
    if page.stage is None and page.is_ahead(page.scheduled_at):
        return Waiting(Reason.SCHEDULED, "the page is not due yet", page.scheduled_at, "; due at")
    return None


def _explain_missing_worker(page: TaskObstacles) -> Waiting | None:
    if page.workers == 0:
        return Waiting(Reason.NO_WORKER, "no worker is running")
    if page.needs_private and page.workers_for_private == 0:
        return Waiting(
            Reason.NO_WORKER_ALLOWED, f"{page.site} is private, and no running worker may fetch private addresses"
        )
    return None


def _explain_backlog(page: TaskObstacles) -> Waiting | None:
    if page.stage is not None:
        return None
    if page.in_backlog:
        return Waiting(Reason.BACKLOG, f"the page is in the backlog of {page.site}{_queue_ahead(page.backlog_ahead)}")
    return Waiting(Reason.BACKLOG, f"the page is due and joins the backlog of {page.site} shortly")


def _explain_site(page: TaskObstacles) -> Waiting | None:
    if page.opened_at is not None:
        cause = f" ({page.breaker_cause})" if page.breaker_cause else ""
        what = f"{page.site} does not answer{cause}"
        if page.is_ahead(page.open_until):
            return Waiting(Reason.BREAKER_OPEN, what, page.open_until, "; next try at")
        return Waiting(Reason.BREAKER_OPEN, f"{what}; trying again now")
    if page.is_ahead(page.not_before):
        return Waiting(Reason.ASKED_TO_WAIT, f"{page.site} asked Garner to wait", page.not_before)
    return None


def _explain_access(page: TaskObstacles) -> Waiting | None:
    if page.robots_unread and page.is_ahead(page.robots_next_try_at):
        if page.robots_failures:
            what = f"the robots.txt of {page.site} cannot be read"
            return Waiting(Reason.ROBOTS_UNREACHABLE, what, page.robots_next_try_at, "; next try at")
        return Waiting(Reason.ROBOTS_BEING_READ, f"the robots.txt of {page.site} is being read first")
    if page.proxied and (page.proxy_free_at is None or page.is_ahead(page.proxy_free_at)):
        what = f"no proxy is available for {page.site}"
        return Waiting(Reason.PROXIES_OFF, what, page.proxy_free_at, "; next try at")
    return None


def _explain_pending_retry(page: TaskObstacles) -> Waiting | None:
    return _retry(page) if page.is_ahead(page.due_at) else None


def _retry(page: TaskObstacles) -> Waiting:
    until = max((moment for moment in (page.due_at, page.next_at) if moment is not None), default=None)
    message = (page.error_message or page.error_code or "").rstrip(".")
    if page.waiting_since is not None:
        code = WAITED_FOR.get(page.error_code or "", Reason.RETRY)
        return Waiting(code, message or f"{page.site} asked Garner to wait", until, "; next try at")
    cause = f": {message}" if message else ""
    what = f"retrying (attempt {(page.attempt or 0) + 1} of {page.max_attempts}){cause}"
    return Waiting(Reason.RETRY, what, until, "; next try at")


def _explain_turn(page: TaskObstacles) -> Waiting:
    if page.in_flight >= page.width:
        limit = format_count(page.width, "page")
        what = f"{page.site} is at its limit of {limit} at a time{_queue_ahead(page.ahead)}"
        return Waiting(Reason.SITE_BUSY, what)
    if not page.ahead and not page.is_ahead(page.next_at):
        return Waiting(Reason.QUEUED, "the page is next")
    if page.ahead and not page.delay_seconds:
        return Waiting(Reason.PACE, _count_ahead(page.ahead, f" of {page.site}"))
    turn = max(page.next_at or page.now, page.now) + timedelta(seconds=page.ahead * page.delay_seconds)
    if page.delay_seconds:
        what = f"{page.site} gets one request every {page.delay_seconds:.3g} s{_queue_ahead(page.ahead)}"
    else:
        what = f"{page.site} gets its next request after a pause"
    return Waiting(Reason.PACE, what, turn, "; expected start at")


def _queue_ahead(ahead: int) -> str:
    return f"; {_count_ahead(ahead)}" if ahead else ""


def _count_ahead(count: int, of: str = "") -> str:
    if count == 1:
        return f"1 page{of} is ahead"
    return f"{count}{' or more' if count >= MAX_COUNTED else ''} pages{of} are ahead"
