"""A user's webhooks, called when something happens: adds, changes, tests and lists them."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field

from garner.core.accounts.secrets import Key, fingerprint, key_from, seal
from garner.core.accounts.webhooks import EVENTS, OPERATORS_EVENTS
from garner.core.urls.page_url import parse_page_url
from garner.engine.engine import Engine
from garner.errors import Conflict, FieldError, Forbidden, InputError, NotFound
from garner.postgres.database import Connection
from garner.settings import Settings, load_or_create_secret
from garner.store.people import webhooks
from garner.store.people.webhooks import DeliveryView, Subscription, WebhookView

MAX_WEBHOOKS = 20
SECRET_BYTES = 32
TOO_MANY = Conflict(f"You already have {MAX_WEBHOOKS} webhooks. Delete one first.")
NO_SUCH_WEBHOOK = NotFound("There is no such webhook.")
NO_SUCH_DELIVERY = NotFound("There is no such delivery.")
FOR_OPERATORS = Forbidden(f"Only admins (GARNER_ADMIN_EMAILS) can subscribe to {', '.join(OPERATORS_EVENTS)}.")
DISABLED = Conflict("The webhook is disabled. Enable it first.")


@dataclass(frozen=True, slots=True)
class NewWebhook:
    secret: str = field(repr=False)  # shown once: it cannot be read again
    view: WebhookView


def webhook_key(settings: Settings) -> Key:
    """Return the key that seals secrets."""
    return key_from(*_passphrases(settings))


def key_fingerprint(settings: Settings) -> str:
    """Return the same name in all processes whose key seals alike: they can make each other's calls."""
    return fingerprint(_passphrases(settings)[0])


def _passphrases(settings: Settings) -> list[str]:
    """Return the passphrases. Without a configured one, one is generated in the data folder; it still opens what it
    sealed after a passphrase is configured."""
    kept = settings.storage.data_dir / "seal.secret"
    passphrases = settings.security.secret_key.split(",") if settings.security.secret_key else []
    if not passphrases or kept.exists():
        passphrases.append(load_or_create_secret(kept))
    return passphrases


def check_events(events: Sequence[str], *, is_operator: bool) -> list[str]:
    """Return the events of a user's webhook in their usual order, each once."""
    unknown = sorted(set(events) - set(EVENTS))
    if unknown:
        raise _about_events(f"Unknown event: {unknown[0]}. Choose from {', '.join(EVENTS)}.")
    if not events:
        raise _about_events("Choose at least one event.")
    if not is_operator and set(events) & set(OPERATORS_EVENTS):
        raise FOR_OPERATORS.copy()
    return [event for event in EVENTS if event in events]


def _about_events(reason: str) -> InputError:
    return InputError(reason, fields=[FieldError("events", reason)])


async def create_webhook(
    engine: Engine, user_id: int, url: str, subscription: Subscription | None = None
) -> NewWebhook:
    """Create a webhook. Its events have been checked."""
    address = parse_page_url(url, allow_private=engine.settings.fetch.allow_private).original
    secret = secrets.token_urlsafe(SECRET_BYTES)
    sealed = seal(secret, webhook_key(engine.settings))
    async with engine.database.transaction() as connection:
        if await webhooks.count_locked(connection, user_id) >= MAX_WEBHOOKS:
            raise TOO_MANY.copy()
        return NewWebhook(secret, await webhooks.add(connection, user_id, address, sealed, subscription))


async def list_webhooks(engine: Engine, user_id: int) -> Sequence[WebhookView]:
    async with engine.database.connection() as connection:
        return await webhooks.list_of(connection, user_id)


@dataclass(frozen=True, slots=True)
class EventFilter:
    kind: str | None = None
    domain: str | None = None


@dataclass(frozen=True, slots=True)
class WebhookChanges:
    """Changes of a webhook; None leaves a part as it is."""

    active: bool | None = None
    events: Sequence[str] | None = None
    filter: EventFilter | None = None


async def change_webhook(engine: Engine, user_id: int, webhook_id: int, changes: WebhookChanges) -> WebhookView:
    async with engine.database.transaction() as connection:
        view = _require_found(await webhooks.find(connection, user_id, webhook_id, lock=True))
        if changes.events is not None or changes.filter is not None:
            wanted = changes.filter or EventFilter(view.only_kind, view.only_domain)
            subscription = Subscription(
                view.events if changes.events is None else changes.events, wanted.kind, wanted.domain
            )
            view = _require_found(await webhooks.subscribe(connection, user_id, webhook_id, subscription))
        if changes.active is not None:
            view = _require_found(await webhooks.switch(connection, user_id, webhook_id, active=changes.active))
        return view


async def remove_webhook(engine: Engine, user_id: int, webhook_id: int) -> None:
    async with engine.database.transaction() as connection:
        if not await webhooks.remove(connection, user_id, webhook_id):
            raise NO_SUCH_WEBHOOK.copy()


async def ping_webhook(engine: Engine, user_id: int, webhook_id: int) -> DeliveryView:
    async with engine.database.transaction() as connection:
        await _require_active(connection, user_id, webhook_id)
        return await webhooks.add_ping(connection, webhook_id)


async def list_deliveries(
    engine: Engine, user_id: int, webhook_id: int, *, undelivered: bool, after: int | None, limit: int
) -> Sequence[DeliveryView]:
    async with engine.database.connection() as connection:
        _require_found(await webhooks.find(connection, user_id, webhook_id))
        return await webhooks.deliveries_of(connection, webhook_id, undelivered=undelivered, after=after, limit=limit)


async def redeliver(engine: Engine, user_id: int, webhook_id: int, delivery_id: int) -> DeliveryView:
    """Queue the delivery again from its first attempt, regardless of its earlier result."""
    async with engine.database.transaction() as connection:
        await _require_active(connection, user_id, webhook_id)
        queued = await webhooks.queue_again(connection, webhook_id, delivery_id)
    if queued is None:
        raise NO_SUCH_DELIVERY.copy()
    return queued


async def _require_active(connection: Connection, user_id: int, webhook_id: int) -> None:
    if not _require_found(await webhooks.find(connection, user_id, webhook_id, lock=True)).active:
        raise DISABLED.copy()


def _require_found(webhook: WebhookView | None) -> WebhookView:
    if webhook is None:
        raise NO_SUCH_WEBHOOK.copy()
    return webhook
