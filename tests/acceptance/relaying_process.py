"""A process that writes messages to the outbox, or relays a topic, and kills itself at a given point.

relaying_process.py write URL KILL_AT
relaying_process.py relay URL TOPIC PORT KILL_AT
"""

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import orjson
from psycopg.types.json import Jsonb

from garner.blobs import local_blobs
from garner.engine import Engine
from garner.errors import NotPublished
from garner.postgres.database import Connection, Database
from garner.runtime.duties.outbox_relay import OutboxRelay
from garner.runtime.duties.webhook_fan_out import TOPIC, WebhookFanOut
from garner.settings import Settings
from garner.store.queue import outbox
from garner.store.queue.outbox import LeasedPart, Message

KEYS = 5
MESSAGES = 40
ROLLED_BACK_EVERY = 4


def kill_if(point: str, kill_at: str) -> None:
    if point == kill_at:
        os.kill(os.getpid(), signal.SIGKILL)


class RecordingBroker:
    """Sends each message as a line over TCP, and waits for its confirmation."""

    def __init__(self, port: int, kill_at: str) -> None:
        self._port = port
        self._kill_at = kill_at

    async def publish(self, messages: Sequence[Message]) -> None:
        kill_if("before publish", self._kill_at)
        accepted = 0
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
            for message in messages:
                writer.write(orjson.dumps({"id": message.id, "key": message.key, **message.payload}) + b"\n")
                assert await reader.readline() == b"ok\n"
                accepted += 1
                if accepted > len(messages) // 2:
                    kill_if("while publishing", self._kill_at)
            writer.close()
        except (OSError, AssertionError) as error:
            raise NotPublished(repr(error), accepted=accepted) from error
        kill_if("after publish", self._kill_at)


def kill_around_the_delete(kill_at: str) -> None:
    settle = outbox.settle

    async def settle_and_die(connection: Connection, leased: LeasedPart, published: Sequence[Message]) -> bool:
        kill_if("before delete", kill_at)
        if kill_at == "while deleting":
            async with connection.transaction():
                await settle(connection, leased, published)
                kill_if("while deleting", kill_at)
        is_held = await settle(connection, leased, published)
        kill_if("after delete", kill_at)
        return is_held

    vars(outbox)["settle"] = settle_and_die


async def write(database: Database, kill_at: str) -> None:
    for number in range(MESSAGES):
        key = f"key {number % KEYS}"
        async with (
            database.connection() as connection,
            connection.transaction(force_rollback=number % ROLLED_BACK_EVERY == 0),
        ):
            await connection.execute(
                "insert into outbox (topic, key, part, payload) values ('broker', %s, outbox_part(%s), %s)",
                (key, key, Jsonb({"number": number})),
            )
    async with database.transaction() as connection:
        await connection.execute(
            "insert into outbox (topic, key, payload) values ('broker', 'open', %s)", (Jsonb({"number": -1}),)
        )
        kill_if("before commit", kill_at)
    kill_if("after commit", kill_at)


async def relay(database: Database, topic: str, port: int, kill_at: str) -> None:
    settings = Settings.from_values(data_dir=Path.cwd(), fetch_allow_private=True)
    engine = Engine(settings, database, local_blobs(Path.cwd() / "bodies"), wake=lambda stage: None)
    kill_around_the_delete(kill_at)
    async with OutboxRelay(engine, topic, make_publisher(engine, topic, port, kill_at), str(os.getpid())) as relaying:
        while True:
            await relaying.run_once()
            await asyncio.sleep(0.05)


class KilledFanOut(WebhookFanOut):
    """The publisher of webhooks, killed at a point."""

    def __init__(self, engine: Engine, kill_at: str) -> None:
        super().__init__(engine)
        self._kill_at = kill_at

    async def publish(self, messages: Sequence[Message]) -> None:
        kill_if("before publish", self._kill_at)
        if self._kill_at == "while publishing":
            await super().publish(messages[: len(messages) // 2 + 1])
            kill_if("while publishing", self._kill_at)
        await super().publish(messages)
        kill_if("after publish", self._kill_at)


def make_publisher(engine: Engine, topic: str, port: int, kill_at: str) -> Any:
    return KilledFanOut(engine, kill_at) if topic == TOPIC else RecordingBroker(port, kill_at)


async def main(act: str, url: str, *arguments: str) -> None:
    async with Database(url, size=8) as database:
        if act == "write":
            await write(database, *arguments)
        else:
            topic, port, kill_at = arguments
            await relay(database, topic, int(port), kill_at)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
