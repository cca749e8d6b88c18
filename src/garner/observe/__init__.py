"""The catalogue of Garner's events.

Domain code emits events; logs and metrics subscribe. An event is a frozen dataclass named in the past tense; its fields
go to the log unchanged, so ids of requests, jobs and tasks can be followed through all stages. Secrets are never fields
of an event.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

Subscriber = Callable[["Event"], None]


@dataclass(frozen=True, slots=True)
class Event:
    level: ClassVar[str] = "info"
    sampled: ClassVar[bool] = False  # frequent, so only a sample is logged

    @classmethod
    def name(cls) -> str:
        return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()

    def sampled_with(self) -> str:
        """Return the sampling key; events with the same key share their quota of log lines."""
        return self.name()


@dataclass(frozen=True, slots=True)
class Started(Event):
    what: str
    version: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class SettingUnknown(Event):
    """An environment variable that is no setting, most likely misspelt. Its value may be a secret."""

    level = "warning"
    setting: str
    did_you_mean: str | None


@dataclass(frozen=True, slots=True)
class Stopped(Event):
    what: str


@dataclass(frozen=True, slots=True)
class WorkerDied(Event):
    level = "error"
    pid: int
    exit_code: int
    why: str = ""  # its own error message


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
    trace: str


@dataclass(frozen=True, slots=True)
class CertificatesUnread(Event):
    """A failure to read Google's certificates: sign-ins by Google are checked against the last ones, if any."""

    level = "warning"
    address: str
    error: str


@dataclass(frozen=True, slots=True)
class PageSubmitted(Event):
    outcome: str  # created; for a known page, fresh or joined
    kind: str
    origin: str
    item_id: str | None
    job_id: int | None
    task_id: int | None
    url: str


@dataclass(frozen=True, slots=True)
class PageKnown(PageSubmitted):
    """A request answered from stored data: too many to log each."""

    level = "debug"


@dataclass(frozen=True, slots=True)
class PictureSubmitted(Event):
    outcome: str  # created, or joined one in progress
    item_id: str
    media_type: str
    bytes: int


@dataclass(frozen=True, slots=True)
class PictureRead(Event):
    item_id: str
    lines: int  # of text
    found: str
    seconds: float


@dataclass(frozen=True, slots=True)
class PictureLookedAt(Event):
    level = "debug"
    item_id: str
    gtins: int  # on barcodes
    seconds: float


@dataclass(frozen=True, slots=True)
class CataloguePictureLookedAt(Event):
    """A fetch, or a skipped fetch, of a product's own picture, by which the product is recognised."""

    level = "debug"
    product_id: int
    outcome: str  # known, unremarkable, put_off, or the reason why it could not be fetched
    seconds: float


@dataclass(frozen=True, slots=True)
class ItemRetried(Event):
    """A retry of a row that found nothing or failed, by the next strategies or by the same."""

    sampled = True
    item_id: str
    job_id: int | None
    code: str | None
    run: int
    seconds: float  # from now


@dataclass(frozen=True, slots=True)
class PageRetried(Event):
    """A retry or a wait of a page after its fetch or its extraction failed, or its worker was lost."""

    sampled = True
    task_id: int
    code: str | None
    seconds: float  # from now


@dataclass(frozen=True, slots=True)
class ProviderCalled(Event):
    """A call, or a skipped call, of a search endpoint for a row."""

    level = "debug"
    provider: str
    outcome: str  # found, nothing, throttled, failed, refused
    hits: int
    seconds: float


@dataclass(frozen=True, slots=True)
class ItemEnded(Event):
    """The end of an item: its result is available to the user."""

    item_id: str
    job_id: int | None
    task_id: int | None
    kind: str | None
    status: str
    code: str | None  # the reason, unless it is done
    url: str | None


@dataclass(frozen=True, slots=True)
class RowsCanceled(Event):
    """The canceled rows of a job, which may be a million and are not reported one by one."""

    job_id: int
    kind: str | None
    rows: int


@dataclass(frozen=True, slots=True)
class DuplicatesEnded(Event):
    """Duplicate rows of a job that ended like their originals: the count since the last such event."""

    job_id: int
    rows: int


@dataclass(frozen=True, slots=True)
class JobCreated(Event):
    job_id: int
    job_type: str
    kind: str


@dataclass(frozen=True, slots=True)
class JobStarted(Event):
    job_id: int
    total: int


@dataclass(frozen=True, slots=True)
class JobSteered(Event):
    """A user paused, resumed or canceled a job."""

    job_id: int
    state: str


@dataclass(frozen=True, slots=True)
class RowsRedone(Event):
    """A user requested a new run of some rows of a job."""

    job_id: int
    rows: int


@dataclass(frozen=True, slots=True)
class JobEnded(Event):
    job_id: int
    state: str
    total: int
    done: int
    failed: int


@dataclass(frozen=True, slots=True)
class JobRemoved(Event):
    """A removed job. Its rows and files are deleted soon after."""

    job_id: int
    why: str  # asked, or retention


@dataclass(frozen=True, slots=True)
class IngestStarted(Event):
    """A worker starts to read a job's file, or continues where another stopped."""

    job_id: int
    file: str
    bytes: int
    rows_before: int


@dataclass(frozen=True, slots=True)
class RowsWritten(Event):
    """A committed batch of a file's rows."""

    level = "debug"
    job_id: int
    rows: int
    bad: int
    repeated: int
    bytes: int
    ms: float


@dataclass(frozen=True, slots=True)
class IngestFinished(Event):
    job_id: int
    file: str
    rows: int
    error: str | None  # the reason why it was not read to its end
    seconds: float


@dataclass(frozen=True, slots=True)
class PlaceScanned(Event):
    """A scan of a source that found new files."""

    place: str
    new: int
    refused: int


@dataclass(frozen=True, slots=True)
class ScanFailed(Event):
    level = "warning"
    place: str
    reason: str


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
class LlmAsked(Event):
    """A call, or a skipped call, of a language model about a page."""

    task_id: int | None  # None for a submitted page
    url: str
    kind: str
    outcome: str  # "ok" or the error's code
    tokens: int
    seconds: float


@dataclass(frozen=True, slots=True)
class WorkSettled(Event):
    level = "debug"
    stage: str
    count: int
    stale: int
    seconds: float


@dataclass(frozen=True, slots=True)
class LaneThrottled(Event):
    level = "warning"
    lane_id: int
    domain: str
    delay_seconds: float
    not_before: str


@dataclass(frozen=True, slots=True)
class RobotsDelayCut(Event):
    """A site asks for a longer delay than the maximum (GARNER_ROBOTS_LONGEST_DELAY_SECONDS)."""

    level = "warning"
    origin: str
    asked_seconds: float
    kept_seconds: float


@dataclass(frozen=True, slots=True)
class BreakerOpened(Event):
    level = "warning"
    lane_id: int
    domain: str
    cause: str
    failures: int
    open_until: str


@dataclass(frozen=True, slots=True)
class BreakerClosed(Event):
    lane_id: int
    domain: str


@dataclass(frozen=True, slots=True)
class ProxyUnusable(Event):
    """This worker cannot decrypt a proxy's password, and leaves that proxy to other workers."""

    level = "warning"
    proxy_id: int
    proxy: str  # its host and port
    why: str


@dataclass(frozen=True, slots=True)
class WebhookCalled(Event):
    """A call of a webhook. Only the host of its URL is logged: the rest may be a secret."""

    webhook_id: int
    delivery_id: int
    told: str  # the event's name
    host: str
    outcome: str  # "delivered", "failed", or "gone" for a receiver that wants no more calls
    answer: int | None  # HTTP status
    attempt: int
    seconds: float


@dataclass(frozen=True, slots=True)
class DeliveriesGivenUp(Event):
    """Deliveries that a webhook has not accepted for too long. Its owner can read and redeliver them."""

    level = "warning"
    webhook_id: int
    count: int


@dataclass(frozen=True, slots=True)
class WebhookUnusable(Event):
    """This worker cannot decrypt a webhook's secret, and leaves that webhook to other workers."""

    level = "warning"
    webhook_id: int
    why: str


@dataclass(frozen=True, slots=True)
class Operated(Event):
    """An operator's action on the crawl."""

    verb: str
    what: str
    by: str  # the operator's identity


@dataclass(frozen=True, slots=True)
class RobotsOverridden(Event):
    """A domain's robots.txt is ignored from now on, or obeyed again."""

    level = "warning"
    domain: str
    obeys_robots: bool
    by: str


@dataclass(frozen=True, slots=True)
class PageUnchanged(Event):
    task_id: int
    url: str
    kinds: str
    seconds: float


@dataclass(frozen=True, slots=True)
class ParserAlertOpened(Event):
    """Pages of a site give a record, or records have some fields, less often than before."""

    level = "warning"
    domain: str
    kind: str
    version: str
    fields: str  # or the whole record
    drops: str  # of each field, the current share and the usual one
    pages: int


@dataclass(frozen=True, slots=True)
class ParserAlertClosed(Event):
    domain: str
    kind: str
    fields: str
    because: str


@dataclass(frozen=True, slots=True)
class ShadowCompared(Event):
    """A comparison, or a skipped one, of a candidate extractor on a page."""

    level = "debug"
    candidate: str
    url: str
    outcome: str  # same, different, failed, or dropped because the queue was full
    seconds: float


@dataclass(frozen=True, slots=True)
class BodiesCleaned(Event):
    deleted: int
    freed_bytes: int
    kept: int
    kept_bytes: int


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
class FrozenSessionEnded(Event):
    """A process stopped inside a transaction, and its locks blocked others."""

    level = "warning"
    pid: int  # of the database server's process
    seconds: float
    doing: str


@dataclass(frozen=True, slots=True)
class RequestsTimedOut(Event):
    level = "warning"
    count: int


@dataclass(frozen=True, slots=True)
class Reconciled(Event):
    """A repair of an inconsistency that no race should leave behind. The count should stay zero."""

    level = "warning"
    what: str
    count: int


@dataclass(frozen=True, slots=True)
class DatabaseClockWentBack(Event):
    """The database's clock went back, and times in the future were moved back with it."""

    level = "warning"
    seconds: float
    rows: int


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
    sampled = True
    controller: str
    value: float
    cause: str
    measured_ms: float | None = None  # the measurement behind the decision

    def sampled_with(self) -> str:
        return f"{self.name()} {self.controller}"


@dataclass(frozen=True, slots=True)
class PageListed(Event):
    """A page of a list was read: the first and the last value of its sort key."""

    sampled = True
    listing: str
    rows: int
    first: str | None
    last: str | None
    milliseconds: float

    def sampled_with(self) -> str:
        return f"{self.name()} {self.listing}"


@dataclass(frozen=True, slots=True)
class QueryWasSlow(Event):
    """A page of a list took longer than GARNER_SLOW_QUERY_MS."""

    level = "warning"
    listing: str
    milliseconds: float
    first: str | None
    last: str | None


@dataclass(frozen=True, slots=True)
class DatabaseMeasured(Event):
    """The average time of this process's transactions, and of its waits for connections."""

    level = "debug"
    latency_ms: float
    pool_wait_ms: float


@dataclass(frozen=True, slots=True)
class QueueSnapshot:
    """A snapshot, not an event: the counts of what all processes share, at one moment."""

    open_breakers: int
    throttled_lanes: int
    backlog: int
    dead_letters: int
    work: Mapping[tuple[str, str], int]  # by stage and state, `waiting` or `leased`
    parser_alerts: int = 0
    pending_count: int = 0  # items of jobs that have not ended
    queue_depth: int = 0  # pending items that no worker has
    items_sec: float = 0.0  # recently ended items of jobs
    error_rate: float = 0.0  # share of these that failed
    not_found_rate: float = 0.0
    oldest_due_at: datetime | None = None  # of the work in the queue that is ready to run


_subscribers: list[Subscriber] = []


def emit(event: Event) -> None:
    for subscriber in _subscribers:
        subscriber(event)


def subscribe(subscriber: Subscriber) -> Callable[[], None]:
    """Add a subscriber and return a function that removes it."""
    _subscribers.append(subscriber)
    return lambda: _subscribers.remove(subscriber)
