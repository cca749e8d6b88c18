"""Helpers for tests of the outbox: messages, a broker that records, and relays."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from psycopg.types.json import Jsonb

from garner.engine import Engine
from garner.errors import MessageRefused, NotPublished
from garner.postgres.database import Connection
from garner.runtime.duties.outbox_relay import OutboxRelay, Publisher
from garner.store.queue.outbox import Message

TOPIC = "tests"


class Broker:
    """Records what it accepts. It accepts nothing while it is down, and never a message of a refused key."""

    def __init__(self) -> None:
        self.is_down = False
        self.refused: set[str] = set()
        self.taken: list[Message] = []
        self.calls: list[list[int]] = []

    async def publish(self, messages: Sequence[Message]) -> None:
        self.calls.append([message.id for message in messages])
        for accepted, message in enumerate(messages):
            if self.is_down:
                raise NotPublished("The broker is down.", accepted=accepted)
            if message.key in self.refused:
                raise MessageRefused("The broker refuses it.", accepted=accepted)
            self.taken.append(message)

    @property
    def payloads(self) -> list[Any]:
        return [message.payload["n"] for message in self.taken]


async def write(connection: Connection, *messages: tuple[str, int], topic: str = TOPIC) -> None:
    for key, number in messages:
        await connection.execute(
            "insert into outbox (topic, key, part, payload) values (%s, %s, outbox_part(%s), %s)",
            (topic, key, key, Jsonb({"n": number})),
        )


@asynccontextmanager
async def relaying(
    engine: Engine, publisher: Publisher, *, topic: str = TOPIC, holder: str = "one"
) -> AsyncIterator[OutboxRelay]:
    async with OutboxRelay(engine, topic, publisher, holder) as relay:
        yield relay


async def relay_once(engine: Engine, publisher: Publisher, **options: Any) -> int:
    async with relaying(engine, publisher, **options) as relay:
        return await relay.run_once()


async def end_rests(connection: Connection) -> None:
    await connection.execute("update outbox_parts set rests_until = now()")


async def expire_leases(connection: Connection) -> None:
    await connection.execute("update outbox_parts set lease_until = now() where lease_until is not null")
