"""Publish events to webhooks: store what an event says, and queue a delivery for every webhook that subscribes to it.

An event is one message of the outbox, however many users it concerns. Repeating a message after a crash has its effect
once: an event is stored once per message, and delivered once per event and webhook.
"""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from typing import Any

import orjson

from garner import observe
from garner.core.accounts.webhooks import WebhookEvent
from garner.core.record import Kind, RecordData
from garner.engine import Engine
from garner.errors import MessageRefused
from garner.kinds.changes import FieldChange, changes_between, truncate
from garner.kinds.registry import KINDS
from garner.postgres.database import Connection
from garner.store.people import webhook_events
from garner.store.people.webhook_events import ChangedRecord, ChangeMessage, StoredEvent
from garner.store.queue.outbox import Message

TOPIC = "webhooks"
AT_ONCE = 1000  # webhooks for which deliveries are queued in one transaction
MAX_CHANGES_BYTES = 32_000
_UNREADABLE = (KeyError, TypeError, ValueError)


class WebhookFanOut:
    """The publisher of the topic `webhooks`."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def publish(self, messages: Sequence[Message]) -> None:
        changed = await self._find_changed(messages)
        for accepted, message in enumerate(messages):
            try:
                await self._publish_one(message, changed.get(message.id))
            except _UNREADABLE as error:
                raise MessageRefused(f"The event cannot be read: {error!r}", accepted=accepted) from error

    async def _find_changed(self, messages: Sequence[Message]) -> dict[int, ChangedRecord]:
        """Find the changed records that a subscriber asked for, in one statement: most concern none. A message
        that cannot be read is left out here, and refused in its turn."""
        changes = []
        for message in messages:
            with suppress(*_UNREADABLE):
                if _is_change(message):
                    changes.append(_read_change(message))
        if not changes:
            return {}
        async with self._engine.database.connection() as connection:
            changed_records = await webhook_events.find_changed(connection, changes)
        return {record.message_id: record for record in changed_records}

    async def _publish_one(self, message: Message, changed: ChangedRecord | None) -> None:
        if _is_change(message):
            await self._publish_change(message, _read_change(message), changed)
        elif message.payload["event"] == WebhookEvent.BATCH_FINISHED:
            await self._publish_batch(message)
        elif message.payload["event"] in (WebhookEvent.PRODUCT_GONE, WebhookEvent.PRODUCT_BACK):
            await self._publish_presence(message)
        elif message.payload["event"] == WebhookEvent.PARSER_ALERT:
            await self._publish_alert(message)
        else:
            raise ValueError(f"unknown event {message.payload['event']}")

    async def _publish_change(self, message: Message, change: ChangeMessage, changed: ChangedRecord | None) -> None:
        if changed is None:
            return
        kind = Kind(change.kind)
        record = describe_change(kind, change.version, changed)
        bodies: dict[str, dict[str, Any]] = {WebhookEvent.RECORD_CHANGED: {"record": record}}
        if (own_event := KINDS[kind].change_event) is not None:
            bodies[own_event] = {str(kind): record | describe_highlights(kind, changed)}
        for event, body in bodies.items():
            find = partial(webhook_events.webhooks_of_page, event=event, change=change, domain=changed.domain)
            await self._deliver(message, event, body, find)

    async def _publish_presence(self, message: Message) -> None:
        """Publish that a product is gone or back."""
        payload, event = message.payload, message.payload["event"]
        product = {name: payload[name] for name in ("id", "url", "kind", "title", "version")}
        if event == WebhookEvent.PRODUCT_GONE:
            product |= {"gone_at": payload["goneAt"], "reason": payload["reason"]}
        change = _read_change(message)
        find = partial(webhook_events.webhooks_of_page, event=event, change=change, domain=payload["domain"])
        await self._deliver(message, event, {str(change.kind): product}, find)

    async def _publish_batch(self, message: Message) -> None:
        batch = {name: value for name, value in message.payload.items() if name not in ("event", "userId")}
        batch["urls"] = {
            "job": f"/api/jobs/{batch['id']}",
            "items": f"/api/jobs/{batch['id']}/items",
        }
        find = partial(
            webhook_events.webhooks_of_user,
            event=WebhookEvent.BATCH_FINISHED,
            user_id=message.payload["userId"],
            at=message.created_at,
        )
        await self._deliver(message, WebhookEvent.BATCH_FINISHED, {"batch": batch}, find)

    async def _publish_alert(self, message: Message) -> None:
        alert = {name: value for name, value in message.payload.items() if name != "event"}
        find = partial(
            webhook_events.webhooks_of_operators,
            event=WebhookEvent.PARSER_ALERT,
            emails=self._engine.settings.security.admins,
            kind=alert["kind"],
            domain=alert["domain"],
            at=message.created_at,
        )
        await self._deliver(message, WebhookEvent.PARSER_ALERT, {"alert": alert}, find)

    async def _deliver(
        self,
        message: Message,
        event: str,
        payload: dict[str, Any],
        find_webhooks: Callable[[Connection], Awaitable[list[int]]],
    ) -> None:
        """Queue deliveries by statements of bounded size. When interrupted, the repetition of the message continues."""
        stored = StoredEvent(message.id, event, payload, message.created_at)
        async with self._engine.database.connection() as connection:
            webhook_ids = await find_webhooks(connection)
        for start in range(0, len(webhook_ids), AT_ONCE):
            async with self._engine.database.connection() as connection:
                made, dropped = await webhook_events.deliver(connection, stored, webhook_ids[start : start + AT_ONCE])
            observe.emit(observe.EventQueued(event, message.id, made, dropped))


def _is_change(message: Message) -> bool:
    return bool(message.payload["event"] == WebhookEvent.RECORD_CHANGED)


def _read_change(message: Message) -> ChangeMessage:
    payload = message.payload
    kind, version = Kind(payload["kind"]), int(payload["version"])
    return ChangeMessage(message.id, payload["urlHash"], kind, version, message.created_at)


def describe_change(kind: Kind, version: int, changed: ChangedRecord) -> dict[str, Any]:
    """Describe a change for the receiver, in a bounded size."""
    changes = [_describe_field(change) for change in changes_between(kind, changed.data_before, changed.data)]
    is_long = len(orjson.dumps(changes)) > MAX_CHANGES_BYTES
    if is_long:
        changes = [{"field": change["field"], "change": change["change"]} for change in changes]
    return {
        "url": changed.url,
        "kind": kind,
        "title": _title(kind, changed.data),
        "version": version,
        "changes": changes,
        "values_left_off": is_long,
    }


def _describe_field(change: FieldChange) -> dict[str, Any]:
    described = asdict(change)
    if change.parts is None:
        del described["parts"], described["parts_left_off"]
    else:
        del described["before"], described["after"]
    return described


def _title(kind: Kind, data: RecordData) -> Any:
    return truncate(data.get(KINDS[kind].naming))


def describe_highlights(kind: Kind, changed: ChangedRecord) -> dict[str, Any]:
    """Return the values before and after of the fields that matter most, whether they changed or not."""
    before, after = changed.data_before, changed.data
    return {name: {"before": before.get(name), "after": after.get(name)} for name in KINDS[kind].highlighted}
