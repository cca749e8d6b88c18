"""The catalogue of what happens in Garner.

Domain code emits events; logs and metrics subscribe. An event is a frozen dataclass named in the past tense;
its fields go to the log as they are, so ids of requests, jobs and tasks can be followed through all stages.
Secrets are never fields of an event.
"""

import re
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

import orjson
import structlog
from prometheus_client import Counter, Gauge, Histogram

Subscriber = Callable[["Event"], None]


@dataclass(frozen=True, slots=True)
class Event:
    level: ClassVar[str] = "info"

    @classmethod
    def name(cls) -> str:
        return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()


@dataclass(frozen=True, slots=True)
class Started(Event):
    what: str
    version: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Stopped(Event):
    what: str


@dataclass(frozen=True, slots=True)
class WorkerDied(Event):
    level = "error"
    pid: int
    exit_code: int


@dataclass(frozen=True, slots=True)
class RequestAnswered(Event):
    level = "debug"
    method: str
    route: str
    status: int
    seconds: float


@dataclass(frozen=True, slots=True)
class RequestFailed(Event):
    level = "error"
    method: str
    route: str
    error: str


@dataclass(frozen=True, slots=True)
class PageSubmitted(Event):
    outcome: str  # fresh, joined, created
    kind: str
    origin: str
    item_id: str | None
    url: str


@dataclass(frozen=True, slots=True)
class WorkClaimed(Event):
    level = "debug"
    stage: str
    count: int
    asked: int


@dataclass(frozen=True, slots=True)
class PageFetched(Event):
    task_id: int
    url: str
    outcome: str
    http_status: int | None
    bytes: int
    seconds: float
    attempt: int


@dataclass(frozen=True, slots=True)
class PageExtracted(Event):
    task_id: int
    url: str
    found: str
    missing: str
    seconds: float


@dataclass(frozen=True, slots=True)
class WorkSettled(Event):
    level = "debug"
    stage: str
    count: int
    stale: int
    seconds: float


@dataclass(frozen=True, slots=True)
class LeaseLost(Event):
    level = "warning"
    stage: str
    work_id: int
    why: str


@dataclass(frozen=True, slots=True)
class HandlerCrashed(Event):
    level = "error"
    stage: str
    work_id: int
    error: str


@dataclass(frozen=True, slots=True)
class LeasesSwept(Event):
    level = "warning"
    freed: int
    dead: int


@dataclass(frozen=True, slots=True)
class RequestsTimedOut(Event):
    level = "warning"
    count: int


@dataclass(frozen=True, slots=True)
class Reconciled(Event):
    """Something a race should never have left behind was mended. It should be zero for ever."""

    level = "warning"
    what: str
    count: int


@dataclass(frozen=True, slots=True)
class DatabaseLost(Event):
    level = "warning"
    where: str
    error: str


@dataclass(frozen=True, slots=True)
class DatabaseBack(Event):
    where: str


@dataclass(frozen=True, slots=True)
class LoopFailed(Event):
    level = "error"
    loop: str
    error: str


@dataclass(frozen=True, slots=True)
class ControllerDecided(Event):
    level = "debug"
    controller: str
    value: float
    cause: str


@dataclass(frozen=True, slots=True)
class Published(Event):
    level = "debug"
    topic: str
    count: int


_subscribers: list[Subscriber] = []


def emit(event: Event) -> None:
    for subscriber in _subscribers:
        subscriber(event)


def subscribe(subscriber: Subscriber) -> Callable[[], None]:
    """Adds a subscriber and returns what takes it away again."""
    _subscribers.append(subscriber)
    return lambda: _subscribers.remove(subscriber)


# Logs --------------------------------------------------------------------------------------------------------


def log_events(level: str, format: str) -> None:
    """Writes events to stderr: for people on a terminal, as JSON lines elsewhere."""
    people = sys.stderr.isatty() if format == "auto" else format == "console"
    renderer: Any = (
        structlog.dev.ConsoleRenderer()
        if people
        else structlog.processors.JSONRenderer(lambda value, **_: orjson.dumps(value, default=str).decode())
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    logger = structlog.get_logger()
    subscribe(lambda event: getattr(logger, event.level)(event.name(), **asdict(event)))


# Metrics -----------------------------------------------------------------------------------------------------

REQUESTS = Counter("garner_http_requests", "Requests answered", ["method", "route", "status"])
REQUEST_SECONDS = Histogram("garner_http_request_seconds", "Time to answer", ["method", "route"])
SUBMITTED = Counter("garner_pages_submitted", "Pages asked for, by what came of it", ["outcome", "kind", "origin"])
CLAIMED = Counter("garner_work_claimed", "Work claimed", ["stage"])
SETTLED = Counter("garner_work_settled", "Work settled", ["stage"])
STALE = Counter("garner_work_stale", "Results dropped because the lease was lost", ["stage"])
SETTLE_SECONDS = Histogram("garner_settle_seconds", "Time of a settling transaction", ["stage"])
FETCHED = Counter("garner_pages_fetched", "Pages fetched, by outcome", ["outcome"])
FETCHED_BYTES = Counter("garner_fetched_bytes", "Bytes of pages fetched")
FETCH_SECONDS = Histogram("garner_fetch_seconds", "Time of a fetch")
EXTRACT_SECONDS = Histogram("garner_extract_seconds", "Time to extract a page")
EXTRACTED = Counter("garner_records", "Records wanted, by whether they were found", ["kind", "found"])
SWEPT = Counter("garner_leases_swept", "Leases of lost workers", ["fate"])
RECONCILED = Counter("garner_reconciled", "Left behind by a race and mended; should be zero", ["what"])
TIMED_OUT = Counter("garner_requests_timed_out", "Requests that did not move for too long")
DATABASE_LOST = Counter("garner_database_lost", "Times the database could not be reached", ["where"])
CONTROLLER = Gauge("garner_controller", "What an adaptive controller decided last", ["controller"])


def _split(words: str) -> list[str]:
    return words.split(",") if words else []


def _count_extracted(event: PageExtracted) -> None:
    EXTRACT_SECONDS.observe(event.seconds)
    for kind in _split(event.found):
        EXTRACTED.labels(kind, "yes").inc()
    for kind in _split(event.missing):
        EXTRACTED.labels(kind, "no").inc()


def _count_fetched(event: PageFetched) -> None:
    FETCHED.labels(event.outcome).inc()
    FETCHED_BYTES.inc(event.bytes)
    FETCH_SECONDS.observe(event.seconds)


def _count_settled(event: WorkSettled) -> None:
    SETTLED.labels(event.stage).inc(event.count)
    STALE.labels(event.stage).inc(event.stale)
    SETTLE_SECONDS.labels(event.stage).observe(event.seconds)


def _count_request(event: RequestAnswered) -> None:
    REQUESTS.labels(event.method, event.route, event.status).inc()
    REQUEST_SECONDS.labels(event.method, event.route).observe(event.seconds)


def _count_swept(event: LeasesSwept) -> None:
    SWEPT.labels("freed").inc(event.freed)
    SWEPT.labels("dead").inc(event.dead)


_METRICS: dict[type[Event], Callable[[Any], None]] = {
    RequestAnswered: _count_request,
    PageSubmitted: lambda event: SUBMITTED.labels(event.outcome, event.kind, event.origin).inc(),
    WorkClaimed: lambda event: CLAIMED.labels(event.stage).inc(event.count),
    WorkSettled: _count_settled,
    PageFetched: _count_fetched,
    PageExtracted: _count_extracted,
    LeasesSwept: _count_swept,
    Reconciled: lambda event: RECONCILED.labels(event.what).inc(event.count),
    RequestsTimedOut: lambda event: TIMED_OUT.inc(event.count),
    DatabaseLost: lambda event: DATABASE_LOST.labels(event.where).inc(),
    ControllerDecided: lambda event: CONTROLLER.labels(event.controller).set(event.value),
}


def measure_events() -> None:
    def count(event: Event) -> None:
        measure = _METRICS.get(type(event))
        if measure is not None:
            measure(event)

    subscribe(count)
