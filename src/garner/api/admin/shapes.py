"""Requests and answers of the admin API. The commands validate the same requests and print the same JSON."""

from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Literal, Self
from uuid import UUID

from pydantic import (
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    SecretStr,
    StrictBool,
    StrictFloat,
    StrictInt,
    StrictStr,
    StringConstraints,
    model_validator,
)
from pydantic.alias_generators import to_camel

from garner.core.record import Kind
from garner.core.waiting import Reason, Waiting
from garner.engine.operating.operating import Acted, NewProxy, Replayed
from garner.store.crawl.domains import DomainView
from garner.store.crawl.schedule import Ordered, StandingOrder
from garner.store.crawl.task_views import TaskView


class Shape(BaseModel):
    """An answer built from engine objects, serialized in camelCase."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, from_attributes=True)


class AdminRequest(BaseModel):
    """A request of an operator: an unknown field is an error, and is not ignored."""

    model_config = ConfigDict(alias_generator=to_camel, extra="forbid")


def _example(**fields: Any) -> ConfigDict:
    return ConfigDict(json_schema_extra={"examples": [fields]})


# Text that the database can store: everything but NUL. Lone surrogates are refused without being named.
Text = Annotated[str, StringConstraints(pattern=r"^[^\x00]*$")]
MOST_AT_ONCE = 10_000
Urls = Annotated[list[StrictStr], Field(max_length=MOST_AT_ONCE)]


class DomainChanges(AdminRequest):
    """Fields that are not sent stay as they are; null resets to the setting for all domains."""

    model_config = _example(crawlDelaySeconds=0.5, maxConcurrentRequests=2, paused=False)

    crawl_delay_seconds: StrictFloat | None = Field(None, ge=0, le=86400, allow_inf_nan=False)
    max_concurrent_requests: StrictInt | None = Field(None, ge=1, le=1000)
    is_active: StrictBool = Field(True, description="False ends what waits for the domain as SKIPPED")
    obeys_robots: StrictBool = Field(
        True, description="False fetches what robots.txt forbids; who said so is kept and logged"
    )
    paces_each_proxy: StrictBool = Field(False, description="The delay holds for each proxy and not for all together")
    paused: StrictBool = Field(False, description="True begins nothing more, and keeps what waits")

    @model_validator(mode="after")
    def _says_something(self) -> "DomainChanges":
        if not self.model_fields_set:
            raise ValueError("Say what to change")
        return self


class ProxyWanted(AdminRequest):
    model_config = _example(protocol="socks5", host="proxy.example", port=1080, username="garner", password="secret")

    protocol: Literal["http", "https", "socks5"] = "http"
    host: str = Field(max_length=255, pattern=r"^([A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?|\[?[0-9A-Fa-f:.]+\]?)$")
    port: StrictInt = Field(ge=1, le=65535)
    username: str | None = Field(None, min_length=1, max_length=100, pattern=r"^[^:\x00-\x1f\x7f]+$")
    password: SecretStr | None = Field(None, min_length=1)

    @model_validator(mode="after")
    def _password_has_a_user(self) -> "ProxyWanted":
        if self.password is not None and self.username is None:
            raise ValueError("A password needs a username")
        return self

    def to_add(self) -> NewProxy:
        password = None if self.password is None else self.password.get_secret_value()
        return NewProxy(self.protocol, self.host.strip("[]"), self.port, self.username, password)


# Outside this range, calendars overflow in some time zones, and those of clients before that of the database.
Moment = Annotated[AwareDatetime, Field(ge=datetime(1970, 1, 1, tzinfo=UTC), lt=datetime(2200, 1, 1, tzinfo=UTC))]


class CrawlOrder(AdminRequest):
    """The defaults apply to pages that are not ordered yet; for an existing order, fields that are not sent stay as
    they are."""

    model_config = _example(
        urls=["https://shop.example/pan", "https://shop.example/pot"],
        kinds=["product"],
        priority=3,
        crawlFrequency="PT6H",
    )

    urls: Urls = Field(min_length=1)
    kinds: list[Kind] = Field(min_length=1, max_length=len(Kind), description="What to look for on the pages")
    priority: StrictInt = Field(5, ge=1, le=10, description="1 goes first")
    scheduled_at: Moment | None = Field(None, description="When first; for a new order now, unless said")
    crawl_frequency: timedelta | None = Field(
        timedelta(days=1),
        ge=timedelta(minutes=1),
        le=timedelta(days=3650),
        description="ISO 8601 duration, or seconds; null fetches once",
    )

    def wanted(self, retries: int) -> StandingOrder:
        said = frozenset(_ORDER_FIELDS[name] for name in self.model_fields_set & _ORDER_FIELDS.keys())
        return StandingOrder(tuple(self.kinds), self.priority, self.crawl_frequency, self.scheduled_at, retries, said)


_ORDER_FIELDS = {"kinds": "kinds", "priority": "priority", "crawl_frequency": "frequency", "scheduled_at": "at"}


class OrderedShape(Shape):
    ids: list[int] = Field(description="The tasks of all these pages")
    ordered: int = Field(description="Pages that there was no order for")
    amended: int = Field(description="Orders that were changed by what was said")
    unchanged: int = Field(description="Orders that were like that already")

    @classmethod
    def of(cls, ordered: Ordered) -> Self:
        counts = (len(ordered.made), len(ordered.amended), len(ordered.unchanged))
        return cls(ids=ordered.ids, ordered=counts[0], amended=counts[1], unchanged=counts[2])


class TaskNamed(Shape):
    id: int
    url: str


class ActedShape(Shape):
    count: int = Field(description="How many it concerned")
    unaffected: list[TaskNamed] = Field(
        description="As they were: paused already, not paused, under way already, without an order to stop"
    )
    unknown: list[int | str] = Field(description="Ids and URLs that there is no task of")

    @classmethod
    def of(cls, acted: Acted) -> Self:
        unaffected = [TaskNamed.model_validate(task) for task in acted.unaffected]
        return cls(count=len(acted.concerned), unaffected=unaffected, unknown=acted.unknown)


class ReplayedShape(Shape):
    count: int = Field(description="Letters")
    pages: int = Field(description="Pages that they were about; one may have several letters")
    rows: int = Field(description="Rows of jobs that they were about")
    replayed_before: list[int] = Field(description="Letters that somebody had replayed already")
    unknown: list[int] = Field(description="Letters that there are not")

    @classmethod
    def of(cls, replayed: Replayed) -> Self:
        return cls(
            count=len(replayed.letters),
            pages=len(replayed.pages),
            rows=len(replayed.rows),
            replayed_before=replayed.replayed_before,
            unknown=replayed.unknown,
        )


class Breaker(Shape):
    state: Literal["closed", "open", "half_open"] = Field(
        description="Half open: the next page is the probe, and without one it stays so"
    )
    failures: int = Field(description="In a row, so far")
    cause: str | None = Field(description="What the last of them was")
    opened_at: datetime | None
    open_until: datetime | None = Field(description="When the next probe may go")
    probes: int = Field(description="How many have failed since it opened")


class DomainShape(Shape):
    domain: str
    base_url: str
    crawl_delay_seconds: float | None = Field(description="Null follows GARNER_DEFAULT_CRAWL_DELAY_SECONDS")
    max_concurrent_requests: int | None = Field(description="Null follows GARNER_DEFAULT_MAX_CONCURRENT_REQUESTS")
    is_active: bool
    paused_at: datetime | None
    obeys_robots: bool
    robots_said_by: str | None = Field(description="Who last decided that: `token`, `loopback`, or a user of a command")
    robots_said_at: datetime | None
    paces_each_proxy: bool
    waiting: int = Field(description="Pages in the queue")
    in_flight: int
    backlog: int = Field(description="Pages that are due and wait for room in the queue; counting ends at 10000")
    next_at: datetime | None = Field(description="When the site may be called next")
    robots_delay_seconds: float
    latency_seconds: float | None
    last_success_at: datetime | None = Field(description="When the site last answered with a page; null: never")
    throttle_seconds: float = Field(description="The delay that its answers of 429 and 503 have led to")
    throttled_at: datetime | None
    not_before: datetime | None = Field(description="What its Retry-After said")
    breaker: Breaker

    @classmethod
    def of(cls, view: DomainView) -> Self:
        state = "closed" if view.opened_at is None else "half_open" if view.probing else "open"
        shared: dict[str, Any] = {name: getattr(view, name) for name in cls.model_fields if hasattr(view, name)}
        breaker = Breaker(
            state=state,
            failures=view.failures,
            cause=view.breaker_cause,
            opened_at=view.opened_at,
            open_until=view.open_until,
            probes=view.probes,
        )
        return cls(domain=view.domain_name, breaker=breaker, **shared)


class ProxyShape(Shape):
    id: int
    protocol: str
    host: str
    port: int
    username: str | None
    has_password: bool
    is_active: bool
    failure_count: int = Field(description="In a row; more than ten disable it")
    success_count: int
    success_rate: float | None = Field(
        description="Of about its last hundred requests, those that it carried; null before the first"
    )
    avg_response_time_ms: int | None
    last_used_at: datetime | None
    last_success_at: datetime | None
    last_failure_at: datetime | None
    retry_at: datetime | None = Field(description="When one that its failures disabled is tried again")
    shut_out_of: int = Field(description="Domains that it rests from")


class WaitingShape(Shape):
    code: Reason
    message: str
    until: datetime | None = Field(description="When that ends, or is tried again, as far as it is known")


class TaskShape(Shape):
    id: int
    url: str
    domain: str
    status: str
    kinds: list[str] = Field(description="What its order wants; without one, none")
    asked_kinds: list[str] = Field(description="What people wait for")
    priority: int
    crawl_frequency: timedelta | None = Field(
        description="As it is by now, for it adapts to how often the page changes; null: once"
    )
    next_at: datetime | None = Field(description="When it is fetched next; null: it is under way, or over for good")
    scheduled_at: datetime
    started_at: datetime | None
    completed_at: datetime | None
    failed_at: datetime | None
    next_crawl_at: datetime | None
    paused_at: datetime | None
    retry_count: int
    max_retries: int
    http_status: int | None = Field(description="Of the last try; null if that brought no answer")
    error_code: str | None
    error_message: str | None
    updated_at: datetime
    waiting_for: WaitingShape | None = Field(None, description="What a page that is not over waits for")

    @classmethod
    def of(cls, view: TaskView, waiting: Waiting | None) -> Self:
        shape = cls.model_validate(view)
        return shape.model_copy(update={"waiting_for": waiting and WaitingShape.model_validate(waiting)})


class AttemptShape(Shape):
    id: int
    started_at: datetime
    ended_at: datetime
    outcome: str
    http_status: int | None
    bytes: int | None
    proxy_id: int | None
    worker: str


class LoggedErrorShape(Shape):
    id: int
    task_id: int | None
    url: str | None
    error_type: str
    error_code: str | None
    error_message: str
    stack_trace: str | None
    occurred_at: datetime


class CauseShape(Shape):
    cause: str
    stage: str
    letters: int
    domains: int
    first_at: datetime
    last_at: datetime
    example: str = Field(description="What the newest of them says")


class LetterShape(Shape):
    id: int
    stage: str
    cause: str
    message: str
    attempts: int
    created_at: datetime
    replayed_at: datetime | None
    task_id: int | None
    item_id: UUID | None
    url: str | None


class FieldHealthShape(Shape):
    field: str
    rate: float = Field(description="Share of the newest records that have it")
    baseline: float = Field(description="Share that was usual before")


class ParserShape(Shape):
    domain: str
    kind: str
    extractor: str
    version: str = Field(description="That is at work")
    pages: int = Field(description="The newest, which are looked at")
    rate: float = Field(description="Share of them that gave a record")
    baseline_pages: int = Field(description="Those before, within the memory of what is usual")
    baseline: float | None = Field(description="Share of those that gave a record")
    weakest: list[FieldHealthShape] = Field(description="Fields that are found less often than usual, the worst first")
    alerts: list[str] = Field(description="Fields that an alert is open for, or `(whole record)`")


class ParserAlertShape(Shape):
    id: int
    domain: str
    kind: str
    field: str = Field(description="What is found less often; `(whole record)` if pages give none")
    extractor: str
    version: str
    rate: float = Field(description="Share that was found when the alert was opened")
    baseline: float = Field(description="Share that was usual")
    pages: int = Field(description="By which that was told")
    opened_at: datetime
    closed_at: datetime | None
    closed_because: Literal["recovered", "usual", "silent"] | None = Field(
        description="It recovered; or was so for as long as what is usual is remembered; or no page was read any more"
    )
    closing_rate: float | None


class FieldComparisonShape(Shape):
    candidate: str
    kind: str
    field: str = Field(description="Or `(whole record)`: whether there is one")
    pages: int = Field(description="Of which either says something about it")
    same: int
    added: int
    changed: int
    lost: int


class ShadowRunShape(Shape):
    candidate: str
    kind: str
    versions: list[str] = Field(description="Which its records say they are of")
    pages: int
    failures: int
    first_at: datetime
    last_at: datetime


class ShadowFailureShape(Shape):
    candidate: str
    kind: str
    domain: str
    url: str
    error_code: str
    error: str
    compared_at: datetime


class ShadowShape(Shape):
    runs: list[ShadowRunShape]
    fields: list[FieldComparisonShape]
    failures: list[ShadowFailureShape] = Field(description="A few, the newest first")


class ShadowDifferenceShape(Shape):
    candidate: str
    kind: str
    domain: str
    url: str
    version: str | None
    change: Literal["added", "changed", "lost"]
    before: Any = Field(description="What the extractor at work says")
    after: Any = Field(description="What the one on trial says")
    compared_at: datetime
