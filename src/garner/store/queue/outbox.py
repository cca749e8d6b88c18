"""Messages for other systems, written in the transaction that they report and deleted once published.

A topic has a fixed number of parts, and a message belongs to the part of its key. One relay at a time publishes a part,
oldest message first, under a lease that is a row of `outbox_parts`: it takes the lease, reads the messages, publishes
them outside any transaction, and deletes them by the fence of its lease. After a crash at any point the messages are
published again once the lease has run out; a relay that has lost its lease deletes nothing. Deleting what was
accepted needs no cursor, so no message falls into a gap between sequence numbers.

Order holds for messages of one key that are written under a common lock, such as that of the row that they are about:
the later transaction then draws the later id.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from psycopg.rows import class_row
from psycopg.types.json import Jsonb

from garner.observe import TopicCounts
from garner.postgres.database import Connection
from garner.postgres.server import PlainConnection

PARTS = 8  # of every topic, as the SQL function `outbox_part` says
MAX_REFUSALS = 5  # of a message, after which it is given up
MAX_COUNTED = 100_000
MAX_ERROR_LENGTH = 500


@dataclass(frozen=True, slots=True)
class Message:
    id: int
    topic: str
    key: str
    payload: dict[str, Any]
    created_at: datetime


@dataclass(frozen=True, slots=True)
class LeasedPart:
    """A part of a topic that this relay holds. The fence tells its lease from any other."""

    topic: str
    part: int
    fence: int
    failures: int


@dataclass(frozen=True, slots=True)
class FailedPublish:
    """A message that was not published, the accepted ones before it, and the reason."""

    message: Message
    accepted: Sequence[Message]
    error: str
    is_refusal: bool  # for good
    pause: timedelta


async def tell_event(connection: Connection, event: str, key: str, payload: dict[str, Any]) -> None:
    """Write an event for webhooks, if one subscribes to it. Events with the same key are delivered in order."""
    await connection.execute("select tell_event(%s, %s, %s)", (event, key, Jsonb(payload)))


async def add_parts(connection: Connection, topic: str) -> None:
    await connection.execute(
        """
        insert into outbox_parts (topic, part) select %s, part from generate_series(0, %s - 1) part
        on conflict do nothing
        """,
        (topic, PARTS),
    )


async def lease(connection: Connection, topic: str, holder: str, duration: timedelta) -> list[LeasedPart]:
    """Take the free parts of a topic that have messages and do not rest. Messages are read in a later statement: this
    one may not see what the holder before has deleted."""
    cursor = connection.cursor(row_factory=class_row(LeasedPart))
    await cursor.execute(
        """
        with free as materialized (
            select p.topic, p.part from outbox_parts p
            where p.topic = %(topic)s and coalesce(p.lease_until, '-infinity') <= now()
              and coalesce(p.rests_until, '-infinity') <= now()
              and exists (select from outbox o where o.topic = p.topic and o.part = p.part and o.dead_at is null)
            for no key update skip locked)
        update outbox_parts p
        set lease_until = now() + %(duration)s, holder = %(holder)s, fence = p.fence + 1
        from free where p.topic = free.topic and p.part = free.part
        returning p.topic, p.part, p.fence, p.failures
        """,
        {"topic": topic, "holder": holder, "duration": duration},
    )
    return await cursor.fetchall()


async def read(connection: Connection, leased: LeasedPart, limit: int) -> list[Message]:
    cursor = connection.cursor(row_factory=class_row(Message))
    await cursor.execute(
        """
        select id, topic, key, payload, created_at from outbox
        where topic = %s and part = %s and dead_at is null order by id limit %s
        """,
        (leased.topic, leased.part, limit),
    )
    return await cursor.fetchall()


_HELD = "topic = %(topic)s and part = %(part)s and fence = %(fence)s"


async def settle(connection: Connection, leased: LeasedPart, published: Sequence[Message]) -> bool:
    """Delete published messages and release the part, or return False if the lease was lost."""
    cursor = await connection.execute(
        f"""
        with held as (
            update outbox_parts set lease_until = null, failures = 0, rests_until = null, last_error = null
            where {_HELD} returning true as held),
        published as (delete from outbox where id = any(%(ids)s) and exists (select from held))
        select held from held
        """,
        {**_named(leased), "ids": [message.id for message in published]},
    )
    return cursor.rowcount == 1


async def settle_failed(connection: Connection, leased: LeasedPart, failed: FailedPublish) -> bool:
    """Delete the accepted messages, and let the part rest. A message that was refused too often is given up, and its
    part continues at once. Return whether it was."""
    cursor = await connection.execute(
        f"""
        with given_up as (
            select from outbox where id = %(message)s and %(refused)s and attempts + 1 >= %(most)s),
        held as (
            update outbox_parts
            set lease_until = null, last_error = %(error)s,
                failures = case when exists (select from given_up) then 0 else failures + 1 end,
                rests_until = case when exists (select from given_up) then null else now() + %(pause)s end
            where {_HELD} returning true),
        published as (delete from outbox where id = any(%(ids)s) and exists (select from held))
        update outbox
        set attempts = attempts + %(refused)s::integer, last_error = %(error)s,
            dead_at = case when exists (select from given_up) then now() end
        where id = %(message)s and exists (select from held)
        returning dead_at
        """,
        {
            **_named(leased),
            "ids": [message.id for message in failed.accepted],
            "message": failed.message.id,
            "pause": failed.pause,
            "error": failed.error[:MAX_ERROR_LENGTH],
            "refused": failed.is_refusal,
            "most": MAX_REFUSALS,
        },
    )
    row = await cursor.fetchone()
    return row is not None and row["dead_at"] is not None


def _named(leased: LeasedPart) -> dict[str, Any]:
    return {"topic": leased.topic, "part": leased.part, "fence": leased.fence}


async def delete_dead(connection: Connection, older_than: timedelta, limit: int = 5000) -> int:
    cursor = await connection.execute(
        """
        delete from outbox where id in (
            select id from outbox where dead_at < now() - %s order by dead_at limit %s)
        """,
        (older_than, limit),
    )
    return cursor.rowcount


# Counts -----------------------------------------------------------------------------------------------------------


# Topics with messages, or with a relay. Each step reads one entry of an index, however many messages wait.
_COUNTS = f"""
    with recursive waiting (topic) as (
        (select topic from outbox where dead_at is null order by topic limit 1)
        union all
        select (select o.topic from outbox o where o.topic > w.topic and o.dead_at is null order by o.topic limit 1)
        from waiting w where w.topic is not null),
    topics as (
        select topic from waiting where topic is not null
        union select topic from outbox_parts
        union select topic from (select topic from outbox where dead_at is not null limit {MAX_COUNTED}) dead)
    select t.topic,
           (select count(*) from (
                select from outbox o where o.topic = t.topic and o.dead_at is null limit {MAX_COUNTED}) c) as messages,
           coalesce((select greatest(extract(epoch from now() - min(first.created_at)), 0)
                     from generate_series(0, {PARTS} - 1) part
                     cross join lateral (
                         select o.created_at from outbox o
                         where o.topic = t.topic and o.part = part and o.dead_at is null order by o.id limit 1) first
                    ), 0)::float8 as oldest_seconds,
           (select count(*) from (
                select from outbox o where o.topic = t.topic and o.dead_at is not null limit {MAX_COUNTED}) c) as dead,
           (select max(p.last_error) from outbox_parts p where p.topic = t.topic) as last_error
    from topics t order by t.topic
"""


async def count_topics(connection: Connection) -> list[TopicCounts]:
    cursor = connection.cursor(row_factory=class_row(TopicCounts))
    await cursor.execute(_COUNTS)
    return await cursor.fetchall()


def examine(connection: PlainConnection) -> list[TopicCounts]:
    """Count for callers without an engine."""
    return connection.cursor(row_factory=class_row(TopicCounts)).execute(_COUNTS.encode()).fetchall()
