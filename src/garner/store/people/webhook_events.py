"""Events for webhooks: what they are about, the webhooks that subscribe to them, and their deliveries."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from psycopg.rows import class_row
from psycopg.types.json import Jsonb

from garner.postgres.database import Connection

# Deliveries of events that may wait for one webhook. Further events are dropped, and counted.
MAX_WAITING = 10_000


@dataclass(frozen=True, slots=True)
class ChangedRecord:
    """A record that changed, with the version before."""

    message_id: int
    url: str
    domain: str
    data: dict[str, Any]
    data_before: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ChangeMessage:
    """The subject of a message about a changed record."""

    message_id: int
    url_hash: str
    kind: str
    version: int
    happened_at: datetime


async def find_changed(connection: Connection, changes: Sequence[ChangeMessage]) -> list[ChangedRecord]:
    """Return the records that a subscriber asked for, out of those that changed."""
    cursor = connection.cursor(row_factory=class_row(ChangedRecord))
    await cursor.execute(
        """
        select c.message_id, t.url, d.domain_name as domain, v.data, b.data as data_before
        from unnest(%s::bigint[], %s::text[], %s::text[], %s::integer[]) c (message_id, url_hash, kind, version)
        cross join lateral (
            select from job_items i join webhooks w on w.user_id = i.user_id
            where i.url_hash = c.url_hash and i.kind = c.kind and i.record_version is not null and i.user_id is not null
              and w.active and w.events && array['record.changed', c.kind || '.changed']
            limit 1) subscribed
        join record_versions v on v.url_hash = c.url_hash and v.kind = c.kind and v.version = c.version
        join record_versions b on b.url_hash = c.url_hash and b.kind = c.kind and b.version = c.version - 1
        join crawl_tasks t on t.url_hash = c.url_hash
        join domains d on d.id = t.domain_id
        """,
        (
            [change.message_id for change in changes],
            [change.url_hash for change in changes],
            [change.kind for change in changes],
            [change.version for change in changes],
        ),
    )
    return await cursor.fetchall()


async def webhooks_of_page(connection: Connection, event: str, change: ChangeMessage, domain: str) -> list[int]:
    """List the webhooks that subscribe to changes of a page, of users who had asked for it before it changed. A user
    whose first request found the change has nothing to compare it with; a row that was rerun was there before."""
    cursor = await connection.execute(
        """
        select w.id
        from (select distinct i.user_id from job_items i
              where i.url_hash = %(url_hash)s and i.kind = %(kind)s and i.record_version is not null
                and i.user_id is not null and i.completed_at is not null
                and (i.completed_at < %(at)s or i.redone_at is not null)) asked
        join webhooks w on w.user_id = asked.user_id
        where w.active and w.events @> array[%(event)s] and w.created_at <= %(at)s
          and coalesce(w.only_kind, %(kind)s) = %(kind)s and coalesce(w.only_domain, %(domain)s) = %(domain)s
        order by w.id
        """,
        {
            "url_hash": change.url_hash,
            "kind": change.kind,
            "event": event,
            "domain": domain,
            "at": change.happened_at,
        },
    )
    return [row["id"] for row in await cursor.fetchall()]


async def webhooks_of_user(connection: Connection, event: str, user_id: int, at: datetime) -> list[int]:
    cursor = await connection.execute(
        """
        select id from webhooks
        where user_id = %s and active and events @> array[%s] and created_at <= %s order by id
        """,
        (user_id, event, at),
    )
    return [row["id"] for row in await cursor.fetchall()]


async def webhooks_of_operators(
    connection: Connection, event: str, emails: Collection[str], kind: str, domain: str, at: datetime
) -> list[int]:
    """List the webhooks that subscribe to an operators' event, of users who are operators now."""
    cursor = await connection.execute(
        """
        select w.id from webhooks w join users u on u.user_id = w.user_id
        where w.active and w.events @> array[%(event)s] and u.email = any(%(emails)s) and w.created_at <= %(at)s
          and coalesce(w.only_kind, %(kind)s) = %(kind)s and coalesce(w.only_domain, %(domain)s) = %(domain)s
        order by w.id
        """,
        {"event": event, "emails": list(emails), "kind": kind, "domain": domain, "at": at},
    )
    return [row["id"] for row in await cursor.fetchall()]


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event, and what its deliveries say. It is the only one of its name that a message of the outbox reports."""

    message_id: int
    event: str
    payload: dict[str, Any]
    happened_at: datetime


async def deliver(
    connection: Connection, event: StoredEvent, webhook_ids: Sequence[int], max_waiting: int = MAX_WAITING
) -> tuple[int, int]:
    """Store the event, and queue it for each webhook, once however often this is repeated. A webhook for which too many
    events wait does not get it; an event that no webhook gets is not stored. Return how many got it, and how many did
    not. The lock guards against a webhook that is being removed."""
    cursor = await connection.execute(
        """
        with subscribed as materialized (
            select w.id from webhooks w
            where w.id = any(%(webhooks)s)
              and not exists (
                  select from webhook_deliveries d join webhook_events e on e.id = d.event_id
                  where e.message_id = %(message)s and e.event = %(event)s and d.webhook_id = w.id)
            order by w.id for key share),
        crowded as materialized (
            select s.id from subscribed s cross join lateral (
                select from webhook_deliveries d
                where d.webhook_id = s.id and d.event_next_at is not null offset %(most)s - 1 limit 1) filled),
        event as (  -- unless every webhook drops it
            insert into webhook_events (message_id, event, payload, happened_at)
            select %(message)s, %(event)s, %(payload)s, %(at)s
            where exists (select from subscribed s where s.id not in (select id from crowded))
            on conflict (message_id, event) do update set message_id = excluded.message_id returning id, happened_at),
        made as (
            insert into webhook_deliveries (webhook_id, event_id, happened_at, next_at, event_next_at)
            select s.id, e.id, e.happened_at, null, now() from subscribed s cross join event e
            where s.id not in (select id from crowded)
            on conflict do nothing returning 1),
        dropped as (
            update webhooks set dropped = dropped + 1 where id in (select id from crowded) returning 1)
        select (select count(*) from made) as made, (select count(*) from dropped) as dropped
        """,
        {
            "message": event.message_id,
            "event": event.event,
            "payload": Jsonb(event.payload),
            "at": event.happened_at,
            "webhooks": list(webhook_ids),
            "most": max_waiting,
        },
    )
    row = await cursor.fetchone()
    assert row is not None
    return int(row["made"]), int(row["dropped"])


async def delete_old(connection: Connection, older_than: timedelta, limit: int = 5000) -> int:
    """Delete events of which no delivery is left."""
    cursor = await connection.execute(
        """
        delete from webhook_events where id in (
            select e.id from webhook_events e
            where e.created_at < now() - %s
              and not exists (select from webhook_deliveries d where d.event_id = e.id)
            order by e.created_at limit %s)
        """,
        (older_than, limit),
    )
    return cursor.rowcount
