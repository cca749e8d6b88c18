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
from typing import Any
from uuid import UUID

from psycopg.rows import class_row

from garner.core.accounts.webhooks import MAILBOX_EVENTS
from garner.postgres.database import Connection

_WEBHOOK = "id, url, active, events, only_kind, only_domain, dropped, failures, rests_until, created_at"
_DELIVERY = """
    id, (select e.event from webhook_events e where e.id = event_id) as event, item_id, status, happened_at, attempts,
    coalesce(next_at, event_next_at) as next_at, delivered_at, last_answer, last_error
"""
# A delivery of an event is due by a time of its own (store/schema/accounts.py).
_DUE = "coalesce(d.next_at, d.event_next_at)"
_IS_WAITING = "(next_at is not null or event_next_at is not null)"
# The first due delivery of the webhook `w`.
_FIRST_DUE = """
    select * from (
        (select d.id, d.attempts from webhook_deliveries d
         where d.webhook_id = w.id and d.next_at <= now() order by d.attempts, d.id limit 1)
        union all
        (select d.id, d.attempts from webhook_deliveries d
         where d.webhook_id = w.id and d.event_next_at <= now() order by d.attempts, d.id limit 1)) either
    order by either.attempts, either.id limit 1
"""
CALLS_OF_USER = 4  # at once
LOOKED_AT = 1000  # webhooks with waiting deliveries, per claim


def _set_due(moment: str) -> str:
    return f"""
        next_at = case when event_id is null then {moment} end,
        event_next_at = case when event_id is not null then {moment} end
    """


_NEVER_ANSWERED = "The receiver has not answered for too long."


@dataclass(frozen=True, slots=True)
class WebhookView:
    id: int
    url: str
    active: bool
    events: list[str]
    only_kind: str | None
    only_domain: str | None
    dropped: int
    failures: int
    rests_until: datetime | None
    created_at: datetime


@dataclass(frozen=True, slots=True)
class DeliveryView:
    id: int
    event: str | None  # unless it is about a mailbox job, or a ping
    item_id: UUID | None  # of a mailbox job
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
    event: str | None  # unless it is about a mailbox job, or a ping
    payload: dict[str, Any] | None  # of the event
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


@dataclass(frozen=True, slots=True)
class Subscription:
    """The events that a webhook is called for; with a kind or a domain, only those about such records and pages."""

    events: Sequence[str] = MAILBOX_EVENTS
    only_kind: str | None = None
    only_domain: str | None = None


async def add(
    connection: Connection, user_id: int, url: str, sealed_secret: str, subscription: Subscription | None = None
) -> WebhookView:
    subscription = subscription or Subscription()
    cursor = connection.cursor(row_factory=class_row(WebhookView))
    await cursor.execute(
        f"""
        insert into webhooks (user_id, url, secret, events, only_kind, only_domain)
        values (%s, %s, %s, %s, %s, %s) returning {_WEBHOOK}
        """,
        (
            *(user_id, url, sealed_secret),
            *(list(subscription.events), subscription.only_kind, subscription.only_domain),
        ),
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


async def subscribe(
    connection: Connection, user_id: int, webhook_id: int, subscription: Subscription
) -> WebhookView | None:
    cursor = connection.cursor(row_factory=class_row(WebhookView))
    await cursor.execute(
        f"""
        update webhooks set events = %s, only_kind = %s, only_domain = %s
        where user_id = %s and id = %s returning {_WEBHOOK}
        """,
        (
            *(list(subscription.events), subscription.only_kind, subscription.only_domain),
            *(user_id, webhook_id),
        ),
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
        f"""
        select d.id, e.event, d.item_id, d.status, d.happened_at, d.attempts, d.delivered_at, d.last_answer,
               d.last_error, case when {_DUE} is not null then greatest({_DUE}, w.rests_until) end as next_at
        from webhook_deliveries d join webhooks w on w.id = d.webhook_id
        left join webhook_events e on e.id = d.event_id
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
        update webhook_deliveries set {_set_due("now()")}, queued_at = now(), delivered_at = null
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
    """Claim a due delivery of each of some webhooks without a lease; none of `closed`.

    Users take turns, and a user has few calls at once: webhooks that hang do not delay those of others. Of the webhooks
    with waiting deliveries a bounded number is looked at, beginning at random, however many deliveries each has."""
    cursor = connection.cursor(row_factory=class_row(WebhookCall))
    await cursor.execute(
        _CLAIM,
        {
            "closed": list(closed),
            "limit": limit,
            "lease": lease,
            "window": LOOKED_AT,
            "of_user": CALLS_OF_USER,
        },
    )
    return await cursor.fetchall()


_CLAIM = f"""
    with recursive start as materialized (
        select floor(random() * coalesce(max(id), 0))::bigint as id from webhooks),
    -- One step along the indexes per webhook, from the start to the last one, and again from the first to the start.
    waiting (id, is_again, number) as (
        select start.id, false, 0 from start
        union all
        select coalesce(n.id, 0), w.is_again or n.id is null, w.number + 1
        from waiting w cross join lateral (
            select least(
                (select d.webhook_id from webhook_deliveries d
                 where d.next_at is not null and d.webhook_id > w.id order by d.webhook_id limit 1),
                (select d.webhook_id from webhook_deliveries d
                 where d.event_next_at is not null and d.webhook_id > w.id order by d.webhook_id limit 1)) as id) n
        where w.number < %(window)s and not (w.is_again and (n.id is null or w.id >= (select id from start)))),
    free as materialized (
        select w.id, w.leased_until,
               row_number() over (partition by w.user_id order by w.leased_until nulls first, w.id)
               + (select count(*) from webhooks b where b.user_id = w.user_id and b.leased_until > now()) as turn
        from (select distinct id from waiting) waiting join webhooks w on w.id = waiting.id
        where w.active and w.id <> all(%(closed)s)
          and (w.rests_until is null or w.rests_until <= now())
          and (w.leased_until is null or w.leased_until <= now())
          and exists (select from ({_FIRST_DUE}) first)),
    ready as materialized (
        select w.id from free join webhooks w on w.id = free.id
        where free.turn <= %(of_user)s
          and (w.leased_until is null or w.leased_until <= now())
        order by free.turn, free.leased_until nulls first limit %(limit)s
        for no key update of w skip locked),
    due as materialized (
        select w.id as webhook_id, first.id from ready w cross join lateral ({_FIRST_DUE}) first),
    leased as (
        update webhooks w set leased_until = now() + %(lease)s from due where w.id = due.webhook_id
        returning w.id, w.url, w.secret, w.failures),
    claimed as (
        update webhook_deliveries d set attempts = d.attempts + 1 from due
        where d.id = due.id and {_DUE} is not null
        returning d.*)
    select w.id as webhook_id, w.url, w.secret, w.failures, d.id as delivery_id, d.attempts as attempt,
           now() as called_at, d.happened_at, e.event, e.payload, d.item_id, d.status, i.job_type, i.url as job_url,
           i.error_code, i.last_error, i.completed_at,
           coalesce(v.data ->> 'title', i.result_json -> 'sent' -> 'record' ->> 'title') as title
    from claimed d join leased w on w.id = d.webhook_id
    left join webhook_events e on e.id = d.event_id
    left join job_items i on i.id = d.item_id
    left join record_versions v
      on v.url_hash = i.url_hash and v.kind = i.kind and v.version = i.record_version
"""


async def mark_delivered(connection: Connection, call: WebhookCall, answer: int) -> bool:
    """Record a success, or return False if another worker has claimed the delivery since."""
    if not await _is_current_attempt(connection, call):
        return False
    await connection.execute(
        """
        update webhook_deliveries
        set delivered_at = now(), next_at = null, event_next_at = null, last_answer = %s, last_error = null
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
        f"""
        update webhook_deliveries
        set {_set_due("now() + %(delay)s")}, last_answer = %(answer)s, last_error = %(error)s where id = %(id)s
        """,
        {"delay": failed.delivery_delay, "answer": failed.answer, "error": failed.error, "id": call.delivery_id},
    )
    cursor = await connection.execute(
        f"""
        update webhook_deliveries
        set next_at = null, event_next_at = null, last_error = coalesce(last_error, %(why)s)
        where webhook_id = %(webhook)s and {_IS_WAITING}
          and (queued_at + %(give_up_after)s < greatest(now(), next_at, event_next_at)
               or id = %(delivery)s and %(gone)s)
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
        f"select from webhook_deliveries where id = %s and attempts = %s and {_IS_WAITING} for no key update",
        (call.delivery_id, call.attempt),
    )
    return cursor.rowcount == 1


async def delete_old(
    connection: Connection, older_than: timedelta, unmade_older_than: timedelta, limit: int = 5000
) -> int:
    """Delete finished deliveries, and those that cannot be made because the webhook is disabled or its secret
    lost."""
    cursor = await connection.execute(
        f"""
        delete from webhook_deliveries where id in (
            select id from webhook_deliveries
            where queued_at < now() - %(over)s and (not {_IS_WAITING} or queued_at < now() - %(unmade)s)
            order by queued_at limit %(limit)s)
        """,
        {"over": older_than, "unmade": unmade_older_than, "limit": limit},
    )
    return cursor.rowcount
