"""Messages for other systems: written in the transaction they report, published at least once, never lost."""

import asyncio
from collections.abc import Sequence

import pytest
from tests.integration.helpers import CAKE, ask, claim_page, fetch_failed, page, rows, settle_page, value
from tests.services import ask_for_page

from garner.core.lifecycle import Origin
from garner.core.record import Kind
from garner.engine import Engine, submit_page
from garner.engine.asking.submitter import Submitter
from garner.postgres.database import Connection
from garner.runtime.duties import background
from garner.store.queue import outbox
from garner.store.queue.outbox import Message


class Broker:
    """Accepts messages, and refuses them while it is down."""

    def __init__(self) -> None:
        self.down = False
        self.taken: list[Message] = []

    async def publish(self, messages: Sequence[Message]) -> None:
        if self.down:
            raise ConnectionError
        self.taken += messages


async def test_a_new_request_is_a_message_with_its_id_and_url(connection: Connection) -> None:
    asked = await ask(connection, topic="parse-requests")
    broker = Broker()
    assert await outbox.relay(connection, broker.publish) == 1
    (message,) = broker.taken
    assert (message.topic, message.key) == ("parse-requests", page(CAKE).hash)
    assert message.payload == {"requestId": str(asked.item_id), "url": CAKE, "kind": "recipe"}


async def test_only_a_new_request_is_a_message(connection: Connection) -> None:
    await ask(connection, topic="parse-requests")
    assert (await ask(connection, topic="parse-requests")).outcome == "joined"
    await settle_page(connection, fetch_failed(await claim_page(connection)))
    assert await value(connection, "select count(*) from outbox") == 1
    assert (await ask(connection, topic="parse-requests")).outcome == "created"
    assert await value(connection, "select count(*) from outbox") == 2


async def test_without_a_publisher_nothing_is_written(engine: Engine) -> None:
    await ask_for_page(engine, CAKE, kind=Kind.RECIPE, origin=Origin.PARSE)
    async with engine.database.connection() as connection:
        assert await value(connection, "select count(*) from outbox") == 0


async def test_published_messages_are_deleted_and_sent_in_order(connection: Connection) -> None:
    urls = [f"https://kitchen.example/{number}" for number in range(5)]
    for url in urls:
        await ask(connection, url, topic="parse-requests")
    broker = Broker()
    assert [await outbox.relay(connection, broker.publish, limit=2) for _ in range(4)] == [2, 2, 1, 0]
    assert [message.payload["url"] for message in broker.taken] == urls


async def test_a_broker_that_is_down_delays_messages_and_loses_none(engine: Engine) -> None:
    broker = Broker()
    await submit_page(engine, Submitter(engine.database, "parse-requests"), CAKE, kind=Kind.RECIPE, origin=Origin.PARSE)
    broker.down = True
    with pytest.raises(ConnectionError):
        await background.relay_outbox(engine, broker.publish)
    broker.down = False
    assert await background.relay_outbox(engine, broker.publish) == 1
    assert await background.relay_outbox(engine, broker.publish) == 0
    assert len(broker.taken) == 1


async def test_a_rolled_back_request_creates_no_message(engine: Engine) -> None:
    with pytest.raises(RuntimeError):
        async with engine.database.transaction() as connection:
            await ask(connection, topic="parse-requests")
            raise RuntimeError
    assert await background.relay_outbox(engine, Broker().publish) == 0


async def test_concurrent_relays_publish_each_message_once(engine: Engine) -> None:
    async with engine.database.connection() as connection:
        await connection.execute(
            "insert into outbox (topic, key, payload) select 't', n::text, '{}' from generate_series(1, 2500) n"
        )
    broker = Broker()
    published = await asyncio.gather(*(background.relay_outbox(engine, broker.publish) for _ in range(6)))
    while more := await background.relay_outbox(engine, broker.publish):
        published.append(more)
    assert sum(published) == 2500
    assert len({message.id for message in broker.taken}) == len(broker.taken) == 2500
    async with engine.database.connection() as connection:
        assert await rows(connection, "select 1 from outbox") == []


async def test_a_worker_relays_only_with_a_publisher(engine: Engine) -> None:
    broker = Broker()
    assert "relay_outbox" not in {loop.name for loop in background.make_duties(engine)}
    await submit_page(engine, Submitter(engine.database, "parse-requests"), CAKE, kind=Kind.RECIPE, origin=Origin.PARSE)
    (relay,) = [loop for loop in background.make_duties(engine, broker.publish) if loop.name == "relay_outbox"]
    assert await relay.run_once() == 1
    assert len(broker.taken) == 1
