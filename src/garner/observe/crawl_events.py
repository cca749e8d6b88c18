"""Events of fetching pages and of the queue, and a snapshot of the queue."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from garner.observe.event import Event


@dataclass(frozen=True, slots=True)
class WorkClaimed(Event):
    level = "debug"
    stage: str
    count: int
    asked: int


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
class LeasesSwept(Event):
    level = "warning"
    freed: int
    dead: int


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
class PageRetried(Event):
    """A retry or a wait of a page after its fetch or its extraction failed, or its worker was lost."""

    sampled = True
    task_id: int
    code: str | None
    seconds: float  # from now


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
class TopicCounts:
    """The messages of a topic in the outbox."""

    topic: str
    messages: int  # that wait
    oldest_seconds: float
    dead: int  # given up
    last_error: str | None = None  # of a part that has failed since its last success


@dataclass(frozen=True, slots=True)
class ReaderLag:
    """The changes of records that a reader of the log, such as the search index, has not processed yet."""

    reader: str
    changes: int
    seconds: float  # age of the oldest


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
    outbox: Sequence[TopicCounts] = ()
    oldest_due_at: datetime | None = None  # of the work in the queue that is ready to run
    oldest_due_seconds: Mapping[str, float] = field(default_factory=dict)  # its age, by stage
    change_readers: Sequence[ReaderLag] = ()
    workers: int = 0  # that are alive
    unheld_duties: int = 0  # duties of the cluster whose holder is not alive
