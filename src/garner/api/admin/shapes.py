"""Requests and answers of the admin API. The commands validate the same requests and print the same JSON."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Annotated, Any, Literal, Self
from uuid import UUID

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PrivateAttr,
    SecretStr,
    StrictBool,
    StrictFloat,
    StrictInt,
    StrictStr,
    model_validator,
)
from pydantic.alias_generators import to_camel

from garner.api.http.shapes import Moment, Shape, Text
from garner.core.lifecycle import TaskStatus
from garner.core.record import Kind
from garner.core.waiting import Reason, Waiting
from garner.engine.operating.operating import Acted, NewOrder, NewProxy, ProxyCosts, Replayed
from garner.store.crawl.domains import DomainView
from garner.store.crawl.priorities import TaskFilter
from garner.store.crawl.schedule import CrawlTaskOrder, Ordered
from garner.store.tasks.task_views import TaskView


class AdminRequest(BaseModel):
    """A request of an operator: an unknown field is an error, and is not ignored."""

    model_config = ConfigDict(alias_generator=to_camel, extra="forbid")


def _example(**fields: Any) -> ConfigDict:
    return ConfigDict(json_schema_extra={"examples": [fields]})


MAX_AT_ONCE = 10_000
Urls = Annotated[list[StrictStr], Field(max_length=MAX_AT_ONCE)]


Priority = Annotated[StrictInt, Field(ge=1, le=10, description="1 is the highest")]
Frequency = Annotated[timedelta, Field(ge=timedelta(minutes=1), le=timedelta(days=3650))]


class _DomainSettings(AdminRequest):
    crawl_delay_seconds: StrictFloat | None = Field(None, ge=0, le=86400, allow_inf_nan=False)
    max_concurrent_requests: StrictInt | None = Field(None, ge=1, le=1000)
    is_active: StrictBool = Field(True, description="If false, everything that waits for the domain ends as SKIPPED")
    default_priority: Priority | None = Field(
        None, description="For crawl tasks that are ordered without a priority; null uses 5"
    )
    default_frequency: Frequency | None = Field(
        None,
        description="For crawl tasks that are ordered without a frequency, as an ISO 8601 duration or in seconds; null "
        "uses a day",
    )
    notes: Text | None = Field(None, max_length=2000)


class DomainWanted(_DomainSettings):
    model_config = _example(
        domainName="shop.example",
        baseUrl="https://www.shop.example",
        crawlDelaySeconds=0.5,
        maxConcurrentRequests=2,
        isActive=True,
        notes="Contact: webmaster@shop.example",
    )

    domain_name: StrictStr = Field(min_length=1, max_length=255)
    base_url: StrictStr | None = Field(
        None, min_length=1, max_length=512, description="A URL of the domain; by default its name with https"
    )

    def settings(self) -> dict[str, Any]:
        return self.model_dump(exclude_unset=True, exclude={"domain_name", "base_url"})


class DomainChanges(_DomainSettings):
    """Fields that are not sent stay as they are; null resets to the setting for all domains."""

    model_config = _example(crawlDelaySeconds=0.5, maxConcurrentRequests=2, paused=False)

    obeys_robots: StrictBool = Field(
        True, description="If false, pages that robots.txt disallows are fetched too; who set it is stored and logged"
    )
    paces_each_proxy: StrictBool = Field(False, description="If true, the delay applies to each proxy separately")
    paused: StrictBool = Field(False, description="If true, no new requests are started; waiting work is kept")

    @model_validator(mode="after")
    def _says_something(self) -> "DomainChanges":
        if not self.model_fields_set:
            raise ValueError("Specify at least one field to change")
        return self


Price = Annotated[
    Decimal | None,
    Field(
        ge=0,
        max_digits=12,
        decimal_places=4,
        allow_inf_nan=False,
        description="Price of a gigabyte (10⁹ bytes), in your currency; null if it is unknown",
    ),
]


class ProxyWanted(AdminRequest):
    model_config = _example(protocol="socks5", host="proxy.example", port=1080, username="garner", password="secret")

    protocol: Literal["http", "https", "socks5"] = "http"
    host: str = Field(max_length=255, pattern=r"^([A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?|\[?[0-9A-Fa-f:.]+\]?)$")
    port: StrictInt = Field(ge=1, le=65535)
    username: str | None = Field(None, min_length=1, max_length=100, pattern=r"^[^:\x00-\x1f\x7f]+$")
    password: SecretStr | None = Field(None, min_length=1)
    price_per_gb: Price = None

    @model_validator(mode="after")
    def _password_has_a_user(self) -> "ProxyWanted":
        if self.password is not None and self.username is None:
            raise ValueError("A password requires a username")
        return self

    def to_add(self) -> NewProxy:
        password = None if self.password is None else self.password.get_secret_value()
        return NewProxy(self.protocol, self.host.strip("[]"), self.port, self.username, password, self.price_per_gb)


class ProxyChanges(AdminRequest):
    """Fields that are not sent stay as they are."""

    model_config = _example(isActive=True, pricePerGb="3.50")

    is_active: StrictBool = Field(True, description="True also resets its failures")
    price_per_gb: Price = None

    @model_validator(mode="after")
    def _require_change(self) -> "ProxyChanges":
        if not self.model_fields_set:
            raise ValueError("Specify at least one field to change")
        return self


FirstFetch = Annotated[
    Moment | None, Field(description="Time of the first fetch; a new order is fetched now by default")
]
Interval = Annotated[
    Frequency | None,
    Field(description="Interval between fetches, as an ISO 8601 duration or in seconds; null fetches once"),
]


class CrawlItem(AdminRequest):
    """A page with values of its own. For those that it does not name, the common ones of the order apply."""

    url: StrictStr
    priority: Priority = 5
    crawl_frequency: Interval = timedelta(days=1)
    scheduled_at: FirstFetch = None


class CrawlOrder(AdminRequest):
    """The defaults apply to pages that are not ordered yet, unless their domain has its own; for an existing order,
    fields that are not sent stay as they are. Of several items with the same page, the last one counts."""

    model_config = _example(
        items=[{"url": "https://shop.example/pan", "priority": 1}, {"url": "https://shop.example/pot"}],
        kinds=["product"],
        priority=3,
        crawlFrequency="PT6H",
    )

    urls: Urls = Field([], min_length=1, description="Pages with the common values")
    kinds: list[Kind] = Field(min_length=1, max_length=len(Kind), description="Kinds of records to extract")
    priority: Priority = 5
    scheduled_at: FirstFetch = None
    crawl_frequency: Interval = timedelta(days=1)
    items: list[CrawlItem] = Field(
        [], min_length=1, max_length=MAX_AT_ONCE, description="Pages with values of their own"
    )
    _lines: Sequence[int] | None = PrivateAttr(None)

    @model_validator(mode="after")
    def _require_pages(self) -> "CrawlOrder":
        if not self.urls and not self.items:
            raise ValueError("Specify pages by `urls` or `items`")
        return self

    def at_lines(self, lines: Sequence[int]) -> "CrawlOrder":
        """Report invalid items by these lines of a table."""
        self._lines = lines
        return self

    def to_orders(self, retries: int) -> list[NewOrder]:
        common = _named(self)
        wanted = self._task_order(common, retries)
        orders = [NewOrder(url, wanted, f"urls.{place}") for place, url in enumerate(self.urls)]
        for place, item in enumerate(self.items):
            field = f"items.{place}.url" if self._lines is None else f"lines.{self._lines[place]}.url"
            orders.append(NewOrder(item.url, self._task_order(common | _named(item), retries), field))
        return orders

    def _task_order(self, named: Mapping[str, Any], retries: int) -> CrawlTaskOrder:
        values = {_ORDER_FIELDS[name]: value for name, value in named.items()}
        return CrawlTaskOrder(**{**values, "kinds": tuple(self.kinds)}, retries=retries, fields_set=frozenset(values))


def _named(schedule: CrawlItem | CrawlOrder) -> dict[str, Any]:
    return {name: getattr(schedule, name) for name in schedule.model_fields_set & _ORDER_FIELDS.keys()}


_ORDER_FIELDS = {"kinds": "kinds", "priority": "priority", "crawl_frequency": "frequency", "scheduled_at": "at"}


class OrderedShape(Shape):
    ids: list[int] = Field(description="Crawl tasks of all these pages")
    ordered: int = Field(description="Pages that had no order yet")
    amended: int = Field(description="Existing orders that were changed")
    unchanged: int = Field(description="Existing orders that already had these values")

    @classmethod
    def of(cls, ordered: Ordered) -> Self:
        counts = (len(ordered.made), len(ordered.changed), len(ordered.unchanged))
        return cls(ids=ordered.ids, ordered=counts[0], amended=counts[1], unchanged=counts[2])


class TasksWanted(AdminRequest):
    """Crawl tasks that match all fields that are sent."""

    ids: list[Annotated[StrictInt, Field(ge=1, le=2**63 - 1)]] | None = Field(
        None, min_length=1, max_length=MAX_AT_ONCE
    )
    domain: Text | None = Field(None, min_length=1, max_length=255)
    status: TaskStatus | None = None
    url_pattern: Text | None = Field(
        None, min_length=1, max_length=500, description="The whole URL; `*` stands for any characters"
    )

    @model_validator(mode="after")
    def _require_condition(self) -> "TasksWanted":
        if all(value is None for value in (self.ids, self.domain, self.status, self.url_pattern)):
            raise ValueError("Specify at least one of `ids`, `domain`, `status` and `urlPattern`")
        return self

    def to_filter(self) -> TaskFilter:
        return TaskFilter(self.ids, self.domain, self.status, self.url_pattern)


class Reprioritisation(AdminRequest):
    model_config = _example(filter={"domain": "shop.example", "urlPattern": "*/sale/*"}, priority=1)

    filter: TasksWanted
    priority: Priority


class ReprioritisedShape(Shape):
    count: int = Field(description="Crawl tasks that had another priority before")


class TaskNamed(Shape):
    id: int
    url: str


class ActedShape(Shape):
    count: int = Field(description="Number of tasks that were changed")
    unaffected: list[TaskNamed] = Field(
        description="Tasks that were not changed: already paused, not paused, in progress, or without an order to stop"
    )
    unknown: list[int | str] = Field(description="Ids and URLs without a crawl task")

    @classmethod
    def of(cls, acted: Acted) -> Self:
        unaffected = [TaskNamed.model_validate(task) for task in acted.unaffected]
        return cls(count=len(acted.concerned), unaffected=unaffected, unknown=acted.unknown)


class ReplayedShape(Shape):
    count: int = Field(description="Dead letters that were replayed")
    pages: int = Field(description="Pages of these letters; a page may have several letters")
    rows: int = Field(description="Rows of jobs of these letters")
    replayed_before: list[int] = Field(description="Letters that had already been replayed")
    unknown: list[int] = Field(description="Letters that do not exist")

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
        description="`half_open`: the next request is the probe; the state lasts until there is one"
    )
    failures: int = Field(description="Consecutive failures")
    cause: str | None = Field(description="Cause of the last failure")
    opened_at: datetime | None
    open_until: datetime | None = Field(description="When the next probe may be sent")
    probes: int = Field(description="Failed probes since it opened")


class DomainShape(Shape):
    domain: str
    base_url: str
    crawl_delay_seconds: float | None = Field(description="Null uses GARNER_DEFAULT_CRAWL_DELAY_SECONDS")
    max_concurrent_requests: int | None = Field(description="Null uses GARNER_DEFAULT_MAX_CONCURRENT_REQUESTS")
    is_active: bool
    paused_at: datetime | None
    obeys_robots: bool
    robots_said_by: str | None = Field(
        description="Who last set `obeysRobots`: `token`, `loopback`, the address of an admin, or the user of a command"
    )
    robots_said_at: datetime | None
    paces_each_proxy: bool
    default_priority: int | None = Field(description="Of crawl tasks that are ordered without one; null is 5")
    default_frequency: timedelta | None = Field(
        description="Of crawl tasks that are ordered without one; null is a day"
    )
    notes: str | None
    waiting: int = Field(description="Pages in the queue")
    in_flight: int
    backlog: int = Field(description="Pages that are due and wait for room in the queue; counted up to 10,000")
    next_at: datetime | None = Field(description="When the site may be requested next")
    robots_delay_seconds: float
    latency_seconds: float | None
    last_success_at: datetime | None = Field(description="When the site last returned a page; null if never")
    throttle_seconds: float = Field(description="Delay between requests because the site asked to slow down")
    throttled_at: datetime | None
    not_before: datetime | None = Field(description="Time given by the site's Retry-After")
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
    failure_count: int = Field(description="Consecutive failures; more than ten disable the proxy")
    success_count: int
    success_rate: float | None = Field(
        description="Share of about its last hundred requests that succeeded; null before the first"
    )
    avg_response_time_ms: int | None
    last_used_at: datetime | None
    last_success_at: datetime | None
    last_failure_at: datetime | None
    retry_at: datetime | None = Field(description="When a proxy that its failures disabled is tried again")
    shut_out_of: int = Field(description="Domains for which it is paused")
    price_per_gb: Decimal | None = Field(description="In your currency; null if it is unknown")


class ProxyCostShape(Shape):
    proxy_id: int
    protocol: str
    host: str
    port: int
    username: str | None
    domain: str
    requests: int
    bytes: int = Field(description="Bytes of bodies; headers and TLS are not counted")
    price_per_gb: Decimal | None
    cost: Decimal | None = Field(description="At the present price, in your currency; null without a price")


class ProxyCostsShape(Shape):
    since: datetime = Field(description="Beginning of the first day, in UTC")
    total_requests: int
    total_bytes: int
    total_cost: Decimal | None = Field(description="Of proxies with a price; null if none has one")
    costs: list[ProxyCostShape]

    @classmethod
    def of(cls, listed: ProxyCosts) -> Self:
        first = listed.costs[0] if listed.costs else None
        return cls(
            since=listed.since,
            total_requests=first.total_requests if first else 0,
            total_bytes=first.total_bytes if first else 0,
            total_cost=first.total_cost if first else None,
            costs=[ProxyCostShape.model_validate(cost) for cost in listed.costs],
        )


class WaitingShape(Shape):
    code: Reason
    message: str
    until: datetime | None = Field(description="When the wait ends or the next attempt is due, if known")


class TaskShape(Shape):
    id: int
    url: str
    domain: str
    status: str
    kinds: list[str] = Field(description="Kinds that the order requests; empty without an order")
    asked_kinds: list[str] = Field(description="Kinds that users wait for")
    priority: int
    crawl_frequency: timedelta | None = Field(
        description="Current interval, which adapts to how often the page changes; null if fetched once"
    )
    next_at: datetime | None = Field(description="When it is fetched next; null if it is in progress or finished")
    scheduled_at: datetime
    started_at: datetime | None
    completed_at: datetime | None
    failed_at: datetime | None
    next_crawl_at: datetime | None
    paused_at: datetime | None
    retry_count: int
    max_retries: int
    http_status: int | None = Field(description="Of the last attempt; null if the site did not answer")
    error_code: str | None
    error_message: str | None
    updated_at: datetime
    waiting_for: WaitingShape | None = Field(None, description="What an unfinished page waits for")

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


class ErrorGroupShape(Shape):
    cause: str = Field(description="The code of the errors, or their type if they have none")
    error_type: str
    domain: str | None
    hour: datetime = Field(description="Beginning of the hour")
    errors: int
    pages: int = Field(description="Pages with these errors")
    last_at: datetime
    example: str = Field(description="Message of the newest error")


class ErrorGroupsShape(Shape):
    groups: list[ErrorGroupShape]
    counted_from: datetime | None = Field(
        description="Null if all errors of the time were counted; otherwise the oldest of the 100,000 that were. Use "
        "`until` for earlier ones"
    )


class CauseShape(Shape):
    cause: str
    stage: str
    letters: int
    domains: int
    first_at: datetime
    last_at: datetime
    example: str = Field(description="Message of the newest letter")


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
    rate: float = Field(description="Share of the newest records that have the field")
    baseline: float = Field(description="Usual share before")


class ParserShape(Shape):
    domain: str
    kind: str
    extractor: str
    version: str = Field(description="Version in use")
    pages: int = Field(description="Number of newest pages that are evaluated")
    rate: float = Field(description="Share of these pages that gave a record")
    baseline_pages: int = Field(description="Number of earlier pages that the baseline is based on")
    baseline: float | None = Field(description="Share of the earlier pages that gave a record")
    weakest: list[FieldHealthShape] = Field(description="Fields that are found less often than usual, worst first")
    alerts: list[str] = Field(description="Fields with an open alert, or `(whole record)`")


class ParserAlertShape(Shape):
    id: int
    domain: str
    kind: str
    field: str = Field(description="Field that is found less often; `(whole record)` if pages give no record")
    extractor: str
    version: str
    rate: float = Field(description="Share when the alert was opened")
    baseline: float = Field(description="Usual share")
    pages: int = Field(description="Number of pages that the rate is based on")
    opened_at: datetime
    closed_at: datetime | None
    closed_because: Literal["recovered", "usual", "silent"] | None = Field(
        description="`recovered`: the rate is back; `usual`: the lower rate is the new baseline; `silent`: no page read"
    )
    closing_rate: float | None


class FieldComparisonShape(Shape):
    candidate: str
    kind: str
    field: str = Field(description="Name of the field; `(whole record)` counts whether there is a record")
    pages: int = Field(description="Pages for which at least one extractor has a value")
    same: int
    added: int
    changed: int
    lost: int


class ShadowRunShape(Shape):
    candidate: str
    kind: str
    versions: list[str] = Field(description="Versions that the candidate's records name")
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
    failures: list[ShadowFailureShape] = Field(description="Some failures, newest first")


class ShadowDifferenceShape(Shape):
    candidate: str
    kind: str
    domain: str
    url: str
    version: str | None
    change: Literal["added", "changed", "lost"]
    before: Any = Field(description="Value of the current extractor")
    after: Any = Field(description="Value of the candidate")
    compared_at: datetime
