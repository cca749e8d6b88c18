"""Users' webhooks and their deliveries.

A webhook is called by one worker at a time, by a lease on its row; every claim counts the delivery's attempts, and only
the worker that claimed it last records the outcome. A call that a worker did not live to record is made again, under
the same number. The deliveries with the fewest attempts go first, in the order of their numbers: a delivery that its
receiver never accepts does not block the others. After a failed call the webhook rests as a whole, regardless of how
many deliveries wait.

A transaction that locks both takes the webhook before its deliveries.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

from psycopg.rows import class_row

from garner.postgres.database import Connection

_WEBHOOK = "id, url, active, failures, rests_until, created_at"
_DELIVERY = "id, item_id, status, happened_at, attempts, next_at, delivered_at, last_answer, last_error"
_NEVER_ANSWERED = "The receiver has not answered for too long."


@dataclass(frozen=True, slots=True)
class WebhookView:
    id: int
    url: str
    active: bool
    failures: int
    rests_until: datetime | None
    created_at: datetime


@dataclass(frozen=True, slots=True)
class DeliveryView:
    id: int
    item_id: UUID | None  # none for a ping
    status: str | None
    happened_at: datetime
    attempts: int
    next_at: datetime | None
    delivered_at: datetime | None
    last_answer: int | None
    last_error: str | None


@dataclass(frozen=True, slots=True)
class WebhookCall:
    """A delivery that this worker has claimed, with its payload."""

    webhook_id: int
    url: str
    secret: str = field(repr=False)  # sealed
    failures: int
    delivery_id: int
    attempt: int
    called_at: datetime
    happened_at: datetime
    item_id: UUID | None
    status: str | None
    job_type: str | None
    job_url: str | None
    error_code: str | None
    last_error: str | None
    completed_at: datetime | None  # null if the job is no longer kept
    title: str | None


@dataclass(frozen=True, slots=True)
class FailedCall:
    answer: int | None
    error: str
    webhook_pause: timedelta
    delivery_delay: timedelta
    gone: bool = False


# Users' actions ---------------------------------------------------------------------------------------------------


async def add(connection: Connection, user_id: int, url: str, sealed_secret: str) -> WebhookView:
    cursor = connection.cursor(row_factory=class_row(WebhookView))
    await cursor.execute(
        f"insert into webhooks (user_id, url, secret) values (%s, %s, %s) returning {_WEBHOOK}",
        (user_id, url, sealed_secret),
    )
    added = await cursor.fetchone()
    assert added is not None
    return added


async def count_locked(connection: Connection, user_id: int) -> int:
    """Count a user's webhooks, and lock the user, so that no other transaction counts them and adds one more until
    this one ends."""
    await connection.execute("select from users where user_id = %s for no key update", (user_id,))
    cursor = await connection.execute("select count(*) from webhooks where user_id = %s", (user_id,))
    row = await cursor.fetchone()
    assert row is not None
    return int(row["count"])


async def list_of(connection: Connection, user_id: int) -> Sequence[WebhookView]:
    cursor = connection.cursor(row_factory=class_row(WebhookView))
    await cursor.execute(f"select {_WEBHOOK} from webhooks where user_id = %s order by id desc", (user_id,))
    return await cursor.fetchall()


async def find(connection: Connection, user_id: int, webhook_id: int, *, lock: bool = False) -> WebhookView | None:
    cursor = connection.cursor(row_factory=class_row(WebhookView))
    await cursor.execute(
        f"select {_WEBHOOK} from webhooks where user_id = %s and id = %s {'for no key update' if lock else ''}",
        (user_id, webhook_id),
    )
    return await cursor.fetchone()


async def switch(connection: Connection, user_id: int, webhook_id: int, *, active: bool) -> WebhookView | None:
    cursor = connection.cursor(row_factory=class_row(WebhookView))
    await cursor.execute(
        f"""
        update webhooks set active = %s, failures = 0, rests_until = null
        where user_id = %s and id = %s returning {_WEBHOOK}
        """,
        (active, user_id, webhook_id),
    )
    return await cursor.fetchone()


async def remove(connection: Connection, user_id: int, webhook_id: int) -> bool:
    cursor = await connection.execute("delete from webhooks where user_id = %s and id = %s", (user_id, webhook_id))
    return cursor.rowcount == 1


async def deliveries_of(
    connection: Connection, webhook_id: int, *, undelivered: bool, after: int | None, limit: int
) -> Sequence[DeliveryView]:
    """List deliveries, latest first. None is attempted before the webhook's rest is over, even if it is due
    earlier."""
    cursor = connection.cursor(row_factory=class_row(DeliveryView))
    await cursor.execute(
        """
        select d.id, item_id, status, happened_at, attempts, delivered_at, last_answer, last_error,
               case when next_at is not null then greatest(next_at, rests_until) end as next_at
        from webhook_deliveries d join webhooks w on w.id = d.webhook_id
        where d.webhook_id = %(webhook)s and (%(after)s::bigint is null or d.id < %(after)s::bigint)
          and not (%(undelivered)s and delivered_at is not null)
        order by d.id desc limit %(limit)s
        """,
        {"webhook": webhook_id, "after": after, "undelivered": undelivered, "limit": limit},
    )
    return await cursor.fetchall()


async def add_ping(connection: Connection, webhook_id: int) -> DeliveryView:
    """Add a delivery without content, or return the one that waits already. The webhook is locked."""
    cursor = connection.cursor(row_factory=class_row(DeliveryView))
    await cursor.execute(
        f"""
        with made as (
            insert into webhook_deliveries (webhook_id)
            select %(webhook)s where not exists (
                select from webhook_deliveries
                where webhook_id = %(webhook)s and next_at is not null and item_id is null)
            returning {_DELIVERY})
        select * from made
        union all
        (select {_DELIVERY} from webhook_deliveries
         where webhook_id = %(webhook)s and next_at is not null and item_id is null order by id limit 1)
        """,
        {"webhook": webhook_id},
    )
    made = await cursor.fetchone()
    assert made is not None
    await _call_soon(connection, webhook_id)
    return made


async def queue_again(connection: Connection, webhook_id: int, delivery_id: int) -> DeliveryView | None:
    """Queue a delivery again, regardless of its earlier outcome. The webhook is locked."""
    cursor = connection.cursor(row_factory=class_row(DeliveryView))
    await cursor.execute(
        f"""
        update webhook_deliveries set next_at = now(), queued_at = now(), delivered_at = null
        where webhook_id = %s and id = %s returning {_DELIVERY}
        """,
        (webhook_id, delivery_id),
    )
    queued = await cursor.fetchone()
    if queued is not None:
        await _call_soon(connection, webhook_id)
    return queued


async def _call_soon(connection: Connection, webhook_id: int) -> None:
    """End the webhook's rest, because a user who requests a call does not want to wait for it."""
    await connection.execute("update webhooks set rests_until = null where id = %s", (webhook_id,))


# Workers' actions -------------------------------------------------------------------------------------------------


async def claim(
    connection: Connection, lease: timedelta, limit: int, closed: Collection[int] = ()
) -> list[WebhookCall]:
    """Claim a due delivery of each of some webhooks without a lease, longest uncalled first; none of `closed`."""
    cursor = connection.cursor(row_factory=class_row(WebhookCall))
    await cursor.execute(
        """
        with ready as materialized (
            select w.id from webhooks w
            where w.active and w.id <> all(%(closed)s)
              and (w.rests_until is null or w.rests_until <= now())
              and (w.leased_until is null or w.leased_until <= now())
              and w.id in (select d.webhook_id from webhook_deliveries d where d.next_at <= now())
            order by w.leased_until nulls first limit %(limit)s
            for no key update skip locked),
        due as materialized (
            select ready.id as webhook_id, first.id from ready cross join lateral (
                select d.id from webhook_deliveries d where d.webhook_id = ready.id and d.next_at <= now()
                order by d.attempts, d.id limit 1) first),
        leased as (
            update webhooks w set leased_until = now() + %(lease)s from due where w.id = due.webhook_id
            returning w.id, w.url, w.secret, w.failures),
        claimed as (
            update webhook_deliveries d set attempts = d.attempts + 1 from due
            where d.id = due.id and d.next_at is not null
            returning d.*)
        select w.id as webhook_id, w.url, w.secret, w.failures, d.id as delivery_id, d.attempts as attempt,
               now() as called_at, d.happened_at, d.item_id, d.status, i.job_type, i.url as job_url, i.error_code,
               i.last_error, i.completed_at,
               coalesce(v.data ->> 'title', i.result_json -> 'sent' -> 'record' ->> 'title') as title
        from claimed d join leased w on w.id = d.webhook_id
        left join job_items i on i.id = d.item_id
        left join record_versions v
          on v.url_hash = i.url_hash and v.kind = i.kind and v.version = i.record_version
        """,
        {"closed": list(closed), "limit": limit, "lease": lease},
    )
    return await cursor.fetchall()


async def mark_delivered(connection: Connection, call: WebhookCall, answer: int) -> bool:
    """Record a success, or return False if another worker has claimed the delivery since."""
    if not await _is_current_attempt(connection, call):
        return False
    await connection.execute(
        """
        update webhook_deliveries set delivered_at = now(), next_at = null, last_answer = %s, last_error = null
        where id = %s
        """,
        (answer, call.delivery_id),
    )
    await connection.execute(
        "update webhooks set leased_until = now(), failures = 0, rests_until = null where id = %s", (call.webhook_id,)
    )
    return True


async def mark_failed(connection: Connection, call: WebhookCall, failed: FailedCall, give_up_after: timedelta) -> int:
    """Postpone a failed delivery, give up those that have been tried for too long by then, and return how many."""
    if not await _is_current_attempt(connection, call):
        return 0
    await connection.execute(
        """
        update webhooks
        set leased_until = now(), failures = failures + 1, rests_until = now() + %s, active = active and not %s
        where id = %s
        """,
        (failed.webhook_pause, failed.gone, call.webhook_id),
    )
    await connection.execute(
        "update webhook_deliveries set next_at = now() + %s, last_answer = %s, last_error = %s where id = %s",
        (failed.delivery_delay, failed.answer, failed.error, call.delivery_id),
    )
    cursor = await connection.execute(
        """
        update webhook_deliveries set next_at = null, last_error = coalesce(last_error, %(why)s)
        where webhook_id = %(webhook)s and next_at is not null
          and (queued_at + %(give_up_after)s < greatest(now(), next_at) or id = %(delivery)s and %(gone)s)
        """,
        {
            "webhook": call.webhook_id,
            "delivery": call.delivery_id,
            "gone": failed.gone,
            "give_up_after": give_up_after,
            "why": _NEVER_ANSWERED,
        },
    )
    return cursor.rowcount


async def hand_back(connection: Connection, call: WebhookCall, why: str) -> None:
    """Release a call that was not made, without counting an attempt, for a worker that can make it."""
    if not await _is_current_attempt(connection, call):
        return
    await connection.execute("update webhooks set leased_until = now() where id = %s", (call.webhook_id,))
    await connection.execute(
        "update webhook_deliveries set attempts = attempts - 1, last_error = coalesce(last_error, %s) where id = %s",
        (why, call.delivery_id),
    )


async def _is_current_attempt(connection: Connection, call: WebhookCall) -> bool:
    await connection.execute("select from webhooks where id = %s for no key update", (call.webhook_id,))
    cursor = await connection.execute(
        "select from webhook_deliveries where id = %s and attempts = %s and next_at is not null for no key update",
        (call.delivery_id, call.attempt),
    )
    return cursor.rowcount == 1


async def delete_old(
    connection: Connection, older_than: timedelta, unmade_older_than: timedelta, limit: int = 5000
) -> int:
    """Delete finished deliveries, and those that cannot be made because the webhook is disabled or its secret
    lost."""
    cursor = await connection.execute(
        """
        delete from webhook_deliveries where id in (
            select id from webhook_deliveries
            where queued_at < now() - %(over)s and (next_at is null or queued_at < now() - %(unmade)s)
            order by queued_at limit %(limit)s)
        """,
        {"over": older_than, "unmade": unmade_older_than, "limit": limit},
    )
    return cursor.rowcount
