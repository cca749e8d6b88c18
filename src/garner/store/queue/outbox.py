"""Outgoing messages, written in the transaction that they report and deleted once delivered."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from psycopg.rows import class_row

from garner.postgres.database import Connection


@dataclass(frozen=True, slots=True)
class Message:
    id: int
    topic: str
    key: str
    payload: dict[str, Any]


Publish = Callable[[Sequence[Message]], Awaitable[None]]


async def relay(connection: Connection, publish: Publish, limit: int = 100) -> int:
    """Publish a batch and delete it, in the caller's transaction: after a crash in between it is published again,
    and a rolled-back message was never there. Deleting after the acknowledgement needs no cursor, so no message can
    fall into a gap between sequence numbers. Publishing must take less time than a lease lasts, or the session is taken
    for that of a frozen process and ended."""
    cursor = connection.cursor(row_factory=class_row(Message))
    await cursor.execute(
        "select id, topic, key, payload from outbox order by id limit %s for update skip locked", (limit,)
    )
    messages = await cursor.fetchall()
    if messages:
        await publish(messages)
        await connection.execute("delete from outbox where id = any(%s)", ([message.id for message in messages],))
    return len(messages)
