"""The catalogue of what happens in Garner.

Domain code emits events; logs and metrics subscribe. An event is a frozen dataclass named in the past tense;
its fields go to the log as they are, so ids of requests, jobs and tasks can be followed through all stages.
Secrets are never fields of an event.
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
    sampled: ClassVar[bool] = False  # there may be so many that only some are logged

    @classmethod
    def name(cls) -> str:
        return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()

    def sampled_with(self) -> str:
        """Events that say the same share their lines of the log."""
        return self.name()


@dataclass(frozen=True, slots=True)
class Started(Event):
    what: str
    version: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class SettingUnknown(Event):
    """Something is set that is no setting: a slip in its name, most likely. Its value may be a secret."""

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
    why: str = ""  # what it said itself


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
    """Google's certificates could not be read: whoever signs in by Google now is judged by the last ones, if any."""

    level = "warning"
    address: str
    error: str


@dataclass(frozen=True, slots=True)
class PageSubmitted(Event):
    outcome: str  # created; of one that is known, fresh or joined
    kind: str
    origin: str
    item_id: str | None
    job_id: int | None
    task_id: int | None
    url: str


@dataclass(frozen=True, slots=True)
class PageKnown(PageSubmitted):
    """Asked for, and answered from what is there: too many to log each."""

    level = "debug"


@dataclass(frozen=True, slots=True)
class PictureSubmitted(Event):
    outcome: str  # created, or joined one that is being read
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
    """A product's own picture was fetched to know the product by it, or would have been."""

    level = "debug"
    product_id: int
    outcome: str  # known, unremarkable, put_off, or why it could not be had
    seconds: float


@dataclass(frozen=True, slots=True)
class ItemRetried(Event):
    """A row that found nothing, or failed, is tried once more, by the next strategies or by the same."""

    sampled = True
    item_id: str
    job_id: int | None
    code: str | None
    run: int
    seconds: float  # from now


@dataclass(frozen=True, slots=True)
class PageRetried(Event):
    """A page is tried once more, or waited for: its fetch or its extraction failed, or its worker was lost."""

    sampled = True
    task_id: int
    code: str | None
    seconds: float  # from now


@dataclass(frozen=True, slots=True)
class ProviderCalled(Event):
    """A search endpoint was asked for a row, or would have been."""

    level = "debug"
    provider: str
    outcome: str  # found, nothing, throttled, failed, refused
    hits: int
    seconds: float


@dataclass(frozen=True, slots=True)
class ItemEnded(Event):
    """Somebody can be told what came of what they asked for."""

    item_id: str
    job_id: int | None
    task_id: int | None
    kind: str | None
    status: str
    code: str | None  # why, unless it is done
    url: str | None


@dataclass(frozen=True, slots=True)
class RowsCanceled(Event):
    """Rows of a canceled job, which may be a million, and are not told of one by one."""

    job_id: int
    kind: str | None
    rows: int


@dataclass(frozen=True, slots=True)
class DuplicatesEnded(Event):
    """Rows of a job ended as those did that they repeat: so many since the last time that this was told."""

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
    """Somebody paused a job, let it go on, or called it off."""

    job_id: int
    state: str


@dataclass(frozen=True, slots=True)
class RowsRedone(Event):
    """Somebody wanted rows of a job done again."""

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
    """With its rows and files, which go soon after."""

    job_id: int
    why: str  # asked, or retention


@dataclass(frozen=True, slots=True)
class IngestStarted(Event):
    """Somebody begins to read a job's file, or goes on where another stopped."""

    job_id: int
    file: str
    bytes: int
    rows_before: int


@dataclass(frozen=True, slots=True)
class RowsWritten(Event):
    """A batch of a file's rows is safe."""

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
    error: str | None  # why it was not read to its end
    seconds: float


@dataclass(frozen=True, slots=True)
class PlaceScanned(Event):
    """A place was looked through, and there was something that had not been seen before."""

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
    """A language model was asked about a page, or would have been."""

    task_id: int | None  # None for a page that somebody handed over
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
    """A site asks for a longer delay than is kept (GARNER_ROBOTS_LONGEST_DELAY_SECONDS)."""

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
    """This worker cannot open a proxy's password, and leaves that proxy to others."""

    level = "warning"
    proxy_id: int
    proxy: str  # its host and port
    why: str


@dataclass(frozen=True, slots=True)
class WebhookCalled(Event):
    """Of its address the host alone is told: the rest may well be a secret."""

    webhook_id: int
    delivery_id: int
    told: str  # the event's name
    host: str
    outcome: str  # "delivered", "failed", or "gone" for who wants no more calls
    answer: int | None  # HTTP status
    attempt: int
    seconds: float


@dataclass(frozen=True, slots=True)
class DeliveriesGivenUp(Event):
    """A webhook has not taken these for too long. They can be read, and delivered again by its owner."""

    level = "warning"
    webhook_id: int
    count: int


@dataclass(frozen=True, slots=True)
class WebhookUnusable(Event):
    """This worker cannot open a webhook's secret, and leaves that webhook to others."""

    level = "warning"
    webhook_id: int
    why: str


@dataclass(frozen=True, slots=True)
class Operated(Event):
    """An operator did something to the crawl."""

    verb: str
    what: str
    by: str  # how the operator is known


@dataclass(frozen=True, slots=True)
class RobotsOverridden(Event):
    """From now on a domain's robots.txt is not asked, or is again."""

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
    """Pages of a site give a record, or records some fields, less often than they did."""

    level = "warning"
    domain: str
    kind: str
    version: str
    fields: str  # or the whole record
    drops: str  # of each, the share of now and the usual one
    pages: int


@dataclass(frozen=True, slots=True)
class ParserAlertClosed(Event):
    domain: str
    kind: str
    fields: str
    because: str


@dataclass(frozen=True, slots=True)
class ShadowCompared(Event):
    """An extractor on trial was given a page, or would have been."""

    level = "debug"
    candidate: str
    url: str
    outcome: str  # same, different, failed, or dropped for want of room
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
    """A process stopped in the middle of a transaction, and what it had locked kept others out."""

    level = "warning"
    pid: int  # of the server's process
    seconds: float
    doing: str


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
class DatabaseClockWentBack(Event):
    """What lies ahead was moved back with it."""

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
    measured_ms: float | None = None  # by which that was decided

    def sampled_with(self) -> str:
        return f"{self.name()} {self.controller}"


@dataclass(frozen=True, slots=True)
class PageListed(Event):
    """A page of a list was read: from where to where, by what it is in order of."""

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
    """How long transactions of this process take, and how long it waits for connections, on average."""

    level = "debug"
    latency_ms: float
    pool_wait_ms: float


@dataclass(frozen=True, slots=True)
class QueueSnapshot:
    """No event: how much there is, at one moment, of what is shared by all processes."""

    open_breakers: int
    throttled_lanes: int
    backlog: int
    dead_letters: int
    work: Mapping[tuple[str, str], int]  # by stage, and whether it is `waiting` or `leased`
    parser_alerts: int = 0
    pending_count: int = 0  # items of jobs that have not ended
    queue_depth: int = 0  # those of them that nobody is at
    items_sec: float = 0.0  # items of jobs that ended, lately
    error_rate: float = 0.0  # of those, the share that failed
    not_found_rate: float = 0.0
    oldest_due_at: datetime | None = None  # of what waits in the queue and could be at work


_subscribers: list[Subscriber] = []


def emit(event: Event) -> None:
    for subscriber in _subscribers:
        subscriber(event)


def subscribe(subscriber: Subscriber) -> Callable[[], None]:
    """Adds a subscriber and returns what takes it away again."""
    _subscribers.append(subscriber)
    return lambda: _subscribers.remove(subscriber)
