"""Events of the API, of webhooks and of operators."""

from dataclasses import dataclass
from typing import Any

from garner.observe.event import Event


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
class EventQueued(Event):
    """An event for webhooks that subscribe to it."""

    level = "debug"
    told: str  # its name
    message_id: int
    deliveries: int
    dropped: int  # webhooks for which too many events wait already


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
    changes: dict[str, Any] | None = None  # the settings that were changed


@dataclass(frozen=True, slots=True)
class RobotsOverridden(Event):
    """A domain's robots.txt is ignored from now on, or obeyed again."""

    level = "warning"
    domain: str
    obeys_robots: bool
    by: str
