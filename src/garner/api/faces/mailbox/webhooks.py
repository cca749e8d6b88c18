"""Webhooks: URLs of a user that are called when something happens."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Literal, Self
from uuid import UUID

from fastapi import Depends, Path, Query
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    StrictStr,
    WithJsonSchema,
    model_validator,
)

from garner.api.access.identity import WITHOUT_TOKEN, CurrentUser
from garner.api.faces.mailbox.mailbox import JOB_ID
from garner.api.http.dependencies import TheEngine, forbid_caching
from garner.api.http.errors import about_field, document_errors
from garner.api.http.routing import FaceRouter
from garner.core.accounts.webhooks import EVENT_MEANINGS, EVENTS, MAILBOX_EVENTS, WebhookEvent, event_of
from garner.core.record import Kind
from garner.core.urls.page_url import parse_site
from garner.engine.people import webhooks as acts
from garner.engine.people.webhooks import (
    DISABLED,
    FOR_OPERATORS,
    NO_SUCH_DELIVERY,
    NO_SUCH_WEBHOOK,
    TOO_MANY,
    EventFilter,
    WebhookChanges,
    check_events,
)
from garner.errors import InvalidUrl
from garner.store.people.webhook_events import MAX_WAITING
from garner.store.people.webhooks import DeliveryView, Subscription, WebhookView

router = FaceRouter(prefix="/api/webhooks", tags=["webhooks"], responses=document_errors(WITHOUT_TOKEN, 429, 503))

GREATEST_ID = 2**63 - 1
WebhookId = Annotated[int, Path(ge=1, le=GREATEST_ID)]
DeliveryId = Annotated[int, Path(ge=1, le=GREATEST_ID)]
MAX_LISTED = 200
ADDRESS = "https://example.com/garner-calls"
WEBHOOK: dict[str, Any] = {
    "id": 3,
    "url": ADDRESS,
    "active": True,
    "events": ["job.completed", "job.failed", "product.changed"],
    "filter": {"kind": None, "domain": "example.com"},
    "dropped": 0,
    "failures": 0,
    "rests_until": None,
    "created_at": "2026-03-01T12:00:00Z",
}
DELIVERY: dict[str, Any] = {
    "id": 41,
    "event": "job.completed",
    "job_id": JOB_ID,
    "state": "waiting",
    "created_at": "2026-03-01T12:00:02Z",
    "attempts": 2,
    "last_answer": 503,
    "last_error": "The receiver did not accept the call (HTTP 503).",
    "next_try_at": "2026-03-01T12:00:21Z",
    "delivered_at": None,
}


def _example(example: dict[str, Any]) -> ConfigDict:
    return ConfigDict(json_schema_extra={"examples": [example]})


EventName = Annotated[StrictStr, WithJsonSchema({"type": "string", "enum": [str(event) for event in EVENTS]})]
NO_DOMAIN = "Must be a domain, such as example.com"
EVENTS_MEANING = "The events to send. " + "; ".join(
    f"`{event}`: {meaning}" for event, meaning in EVENT_MEANINGS.items()
)


def _normalize_domain(domain: str) -> str:
    """Return the domain as pages have it: another spelling would match none."""
    try:
        site = parse_site(domain)
    except InvalidUrl:
        raise ValueError(NO_DOMAIN) from None
    if site.original.removesuffix("/") != site.base_url:
        raise ValueError(NO_DOMAIN)
    return site.domain


class WebhookFilter(BaseModel):
    """Restricts events about pages. It does not apply to `batch.finished` and `run.finished`."""

    model_config = ConfigDict(extra="forbid", **_example({"kind": None, "domain": "example.com"}))

    kind: Kind | None = Field(default=None, description="Only about records of this kind")
    domain: Annotated[str, Field(min_length=1, max_length=255), AfterValidator(_normalize_domain)] | None = Field(
        default=None, description="Only about pages of this domain, such as `example.com`"
    )


class WebhookWanted(BaseModel):
    model_config = ConfigDict(
        extra="forbid", **_example({"url": ADDRESS, "events": ["job.completed", "job.failed", "product.changed"]})
    )

    url: StrictStr = Field(description="The URL to call with POST; redirects are not followed")
    events: list[EventName] = Field(
        default=list(map(str, MAILBOX_EVENTS)), max_length=len(EVENTS), description=EVENTS_MEANING
    )
    filter: WebhookFilter | None = Field(default=None, description="Without it, all of these events are sent")


class WebhookChanged(BaseModel):
    """At least one field. What is not sent stays, so the document names no defaults."""

    model_config = ConfigDict(extra="forbid", **_example({"active": False}))

    active: StrictBool = Field(default_factory=lambda: True, description="Whether it is called")
    events: list[EventName] = Field(default_factory=list, max_length=len(EVENTS), description=EVENTS_MEANING)
    filter: WebhookFilter | None = Field(default=None, description="Replaces the filter; null removes it")

    @model_validator(mode="after")
    def _require_a_change(self) -> Self:
        if not self.model_fields_set:
            raise ValueError("Send at least one of active, events and filter.")
        return self


class WebhookListed(BaseModel):
    model_config = _example(WEBHOOK)

    id: int
    url: str
    active: bool = Field(description="Whether it is called; an answer of 410 disables it too")
    events: list[WebhookEvent]
    filter: WebhookFilter | None = Field(description="Null if all of these events are sent")
    dropped: int = Field(
        description=f"Events that were not queued because {MAX_WAITING:,} were waiting already for this webhook"
    )
    failures: int = Field(description="Failed calls since the last successful one")
    rests_until: datetime | None = Field(description="It is not called before this time, because it failed")
    created_at: datetime


class WebhookCreated(WebhookListed):
    model_config = _example({**WEBHOOK, "secret": "bm90IGEgc2VjcmV0IGJ1dCBhbiBleGFtcGxlIG9mIG9u"})

    secret: str = Field(description="Signs every call; shown only once")


class WebhookList(BaseModel):
    model_config = _example({"webhooks": [WEBHOOK]})

    webhooks: list[WebhookListed]


class Delivery(BaseModel):
    model_config = _example(DELIVERY)

    id: int = Field(description="The value of `Garner-Delivery` in its calls")
    event: WebhookEvent
    job_id: UUID | None = Field(description="Of a parse in your mailbox; null for other events")
    state: Literal["waiting", "delivered", "given_up"]
    created_at: datetime
    attempts: int
    last_answer: int | None = Field(description="HTTP status of the last call that was answered")
    last_error: str | None = Field(description="Why the last call failed")
    next_try_at: datetime | None = Field(
        description="Earliest time of the next call of a waiting delivery; it also waits for `rests_until`"
    )
    delivered_at: datetime | None


class DeliveryList(BaseModel):
    model_config = _example({"deliveries": [DELIVERY], "next": None})

    deliveries: list[Delivery]
    next: int | None = Field(description="Pass as `after` to get the next page; null on the last page")


@router.post(
    "",
    status_code=201,
    summary="Create a webhook",
    responses=document_errors(400, FOR_OPERATORS, TOO_MANY, 413, 422),
    dependencies=[Depends(forbid_caching)],
)
async def create_webhook(wanted: WebhookWanted, user: CurrentUser, engine: TheEngine) -> WebhookCreated:
    """The URL is called for each of the events. Store the secret safely: it is shown only once, and anyone who has it
    can impersonate Garner."""
    events = check_events(wanted.events, is_operator=engine.is_admin(user.email))
    wanted_filter = wanted.filter or WebhookFilter()
    with about_field("url"):
        created = await acts.create_webhook(
            engine, user.user_id, wanted.url, Subscription(events, wanted_filter.kind, wanted_filter.domain)
        )
    return WebhookCreated(**_shape_of(created.view).model_dump(), secret=created.secret)


@router.get("", summary="List your webhooks")
async def list_webhooks(user: CurrentUser, engine: TheEngine) -> WebhookList:
    return WebhookList(webhooks=[_shape_of(view) for view in await acts.list_webhooks(engine, user.user_id)])


@router.patch(
    "/{webhook_id}",
    summary="Change a webhook",
    responses=document_errors(400, FOR_OPERATORS, NO_SUCH_WEBHOOK, 413, 422),
)
async def change_webhook(
    webhook_id: WebhookId, wanted: WebhookChanged, user: CurrentUser, engine: TheEngine
) -> WebhookListed:
    """Enables or disables it, or changes its events and its filter; what is not sent stays. Events that happen while it
    is disabled are not delivered. Waiting deliveries keep waiting, for as long as deliveries are kept."""
    given = wanted.model_fields_set
    new_filter = wanted.filter or WebhookFilter()
    changes = WebhookChanges(
        wanted.active if "active" in given else None,
        check_events(wanted.events, is_operator=engine.is_admin(user.email)) if "events" in given else None,
        EventFilter(new_filter.kind, new_filter.domain) if "filter" in given else None,
    )
    return _shape_of(await acts.change_webhook(engine, user.user_id, webhook_id, changes))


@router.delete(
    "/{webhook_id}",
    status_code=204,
    summary="Delete a webhook and its deliveries",
    responses=document_errors(NO_SUCH_WEBHOOK, 422),
)
async def remove_webhook(webhook_id: WebhookId, user: CurrentUser, engine: TheEngine) -> None:
    await acts.remove_webhook(engine, user.user_id, webhook_id)


@router.post(
    "/{webhook_id}/test",
    status_code=202,
    summary="Test a webhook",
    responses=document_errors(NO_SUCH_WEBHOOK, DISABLED, 422),
)
async def ping_webhook(webhook_id: WebhookId, user: CurrentUser, engine: TheEngine) -> Delivery:
    """Sends the event `ping` at once, even to a webhook that is paused after failures. The result is listed with its
    deliveries."""
    return _delivery(await acts.ping_webhook(engine, user.user_id, webhook_id))


@router.get(
    "/{webhook_id}/deliveries",
    summary="List the deliveries of a webhook",
    responses=document_errors(NO_SUCH_WEBHOOK, 422),
)
async def list_deliveries(
    webhook_id: WebhookId,
    user: CurrentUser,
    engine: TheEngine,
    undelivered: Annotated[bool, Query(description="Only deliveries that have not succeeded")] = False,
    after: Annotated[int | None, Query(ge=1, le=GREATEST_ID, description="`next` of the previous page")] = None,
    limit: Annotated[int, Query(ge=1, le=MAX_LISTED, description="Maximum number of results")] = 50,
) -> DeliveryList:
    """Newest first."""
    views = await acts.list_deliveries(
        engine, user.user_id, webhook_id, undelivered=undelivered, after=after, limit=limit
    )
    return DeliveryList(deliveries=[_delivery(view) for view in views], next=_next(views, limit))


@router.post(
    "/{webhook_id}/deliveries/{delivery_id}/redeliver",
    status_code=202,
    summary="Redeliver an event",
    responses=document_errors(NO_SUCH_DELIVERY, DISABLED, 422),
)
async def redeliver(webhook_id: WebhookId, delivery_id: DeliveryId, user: CurrentUser, engine: TheEngine) -> Delivery:
    """Works for a delivery in any state. It is tried at once, and retried for as long as a new one."""
    return _delivery(await acts.redeliver(engine, user.user_id, webhook_id, delivery_id))


def _shape_of(view: WebhookView) -> WebhookListed:
    only = WebhookFilter.model_construct(kind=Kind(view.only_kind) if view.only_kind else None, domain=view.only_domain)
    return WebhookListed(
        id=view.id,
        url=view.url,
        active=view.active,
        events=[WebhookEvent(event) for event in view.events],
        filter=only if only.kind or only.domain else None,
        dropped=view.dropped,
        failures=view.failures,
        rests_until=view.rests_until,
        created_at=view.created_at,
    )


def _next(views: Sequence[DeliveryView], limit: int) -> int | None:
    return views[-1].id if len(views) == limit else None


def _delivery(view: DeliveryView) -> Delivery:
    return Delivery(
        id=view.id,
        event=event_of(view.status, view.event),
        job_id=view.item_id,
        state=_state(view),
        created_at=view.happened_at,
        attempts=view.attempts,
        last_answer=view.last_answer,
        last_error=view.last_error,
        next_try_at=view.next_at,
        delivered_at=view.delivered_at,
    )


def _state(view: DeliveryView) -> Literal["waiting", "delivered", "given_up"]:
    if view.delivered_at is not None:
        return "delivered"
    return "given_up" if view.next_at is None else "waiting"
