"""Messages for other systems: written in the transaction they report, published at least once, in order, never lost."""

import asyncio
from collections.abc import Sequence
from datetime import timedelta

import psycopg
import pytest
from prometheus_client.parser import text_string_to_metric_families
from tests.integration.helpers import CAKE, ask, claim_page, fetch_failed, page, rows, settle_page, value
from tests.integration.outbox_helpers import (
    TOPIC,
    Broker,
    end_rests,
    expire_leases,
    relay_once,
    relaying,
    write,
)
from tests.services import ask_for_page

from garner.cli.commands.doctor_outbox import stuck_topics
from garner.cli.commands.findings import Mark
from garner.core.lifecycle import Origin
from garner.core.record import Kind
from garner.engine import Engine, submit_page
from garner.engine.asking.submitter import Submitter
from garner.observe import metrics
from garner.postgres.database import Connection
from garner.runtime.duties import outbox_relay
from garner.store.health.queue_statistics import count_queue
from garner.store.queue import outbox
from garner.store.queue.outbox import MAX_REFUSALS, PARTS, Message

SAME_PART = ("a", "k")  # keys of one part
LEFT = "select payload ->> 'n' as n from outbox where dead_at is null order by id"


# Writing ------------------------------------------------------------------------------------------------------


async def test_a_new_request_is_a_message_with_its_id_and_url(connection: Connection) -> None:
    asked = await ask(connection, topic="parse-requests")
    [message] = await rows(connection, "select topic, key, payload, part = outbox_part(key) as is_in_part from outbox")
    assert message == {
        "topic": "parse-requests",
        "key": page(CAKE).hash,
        "payload": {"requestId": str(asked.item_id), "url": CAKE, "kind": "recipe"},
        "is_in_part": True,
    }


async def test_only_a_new_request_is_a_message(connection: Connection) -> None:
    await ask(connection, topic="parse-requests")
    assert (await ask(connection, topic="parse-requests")).outcome == "joined"
    await settle_page(connection, fetch_failed(await claim_page(connection)))
    assert await value(connection, "select count(*) from outbox") == 1
    assert (await ask(connection, topic="parse-requests")).outcome == "created"
    assert await value(connection, "select count(*) from outbox") == 2


async def test_without_a_consumer_nothing_is_written(engine: Engine) -> None:
    await ask_for_page(engine, CAKE, kind=Kind.RECIPE, origin=Origin.PARSE)
    async with engine.database.connection() as connection:
        assert await value(connection, "select count(*) from outbox") == 0


async def test_a_rolled_back_request_creates_no_message(engine: Engine) -> None:
    with pytest.raises(RuntimeError):
        async with engine.database.transaction() as connection:
            await ask(connection, topic="parse-requests")
            raise RuntimeError
    assert await relay_once(engine, Broker(), topic="parse-requests") == 0


async def test_a_request_is_published(engine: Engine) -> None:
    await submit_page(engine, Submitter(engine.database, "parse-requests"), CAKE, kind=Kind.RECIPE, origin=Origin.PARSE)
    broker = Broker()
    assert await relay_once(engine, broker, topic="parse-requests") == 1
    assert [message.payload["url"] for message in broker.taken] == [CAKE]


async def test_keys_are_spread_over_all_parts_and_a_key_stays_in_one(connection: Connection) -> None:
    parts = await rows(connection, "select outbox_part(n::text) as part from generate_series(1, 1000) n")
    assert {row["part"] for row in parts} == set(range(PARTS))
    # Fixed values: another hash would part messages that wait from later ones of their key.
    keys = ("a", "b", "https://kitchen.example/cake", "Brötchen")
    found = await rows(connection, "select outbox_part(k) as part from unnest(%s::text[]) k", list(keys))
    assert [row["part"] for row in found] == [4, 2, 4, 3]


# Publishing ---------------------------------------------------------------------------------------------------


async def test_messages_of_a_key_are_published_in_order_and_deleted(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox_relay, "BATCH", 3)
    numbers = list(range(20))
    async with engine.database.connection() as connection:
        await write(connection, *((f"key {n % 2}", n) for n in numbers))
        broker = Broker()
        assert await relay_once(engine, broker) == 20
        for key in ("key 0", "key 1"):
            sent = [message.payload["n"] for message in broker.taken if message.key == key]
            assert sent == sorted(sent) and len(sent) == 10
        assert await rows(connection, LEFT) == []


async def test_publishing_holds_no_transaction(engine: Engine) -> None:
    """The watchdog of stalled sessions would end one that waits for a broker."""

    class Watching(Broker):
        async def publish(self, messages: Sequence[Message]) -> None:
            async with engine.database.connection() as connection:
                self.open = await value(
                    connection,
                    """
                    select count(*) from pg_stat_activity
                    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
                    """,
                )

    async with engine.database.connection() as connection:
        await write(connection, ("a", 1))
    broker = Watching()
    assert await relay_once(engine, broker) == 1
    assert broker.open == 0


async def test_concurrent_relays_publish_each_message_once(engine: Engine) -> None:
    async with engine.database.connection() as connection:
        await write(connection, *((str(n), n) for n in range(500)))
    broker = Broker()
    await asyncio.gather(*(relay_once(engine, broker, holder=str(n)) for n in range(6)))
    assert sorted(broker.payloads) == list(range(500))


async def test_a_broker_that_is_down_delays_messages_and_loses_none(engine: Engine) -> None:
    broker = Broker()
    async with engine.database.connection() as connection:
        await write(connection, ("a", 1), ("a", 2))
        broker.is_down = True
        for _ in range(3):
            assert await relay_once(engine, broker) == 0
        assert len(broker.calls) == 1, "it rests after a failure"
        await end_rests(connection)
        assert await relay_once(engine, broker) == 0
        assert len(broker.calls) == 2
        broker.is_down = False
        await end_rests(connection)
        assert await relay_once(engine, broker) == 2
    assert broker.payloads == [1, 2]


async def test_rests_grow_with_each_failure_up_to_a_maximum(engine: Engine) -> None:
    broker = Broker()
    broker.is_down = True
    rests = []
    rest = "select extract(epoch from rests_until - now())::float8 from outbox_parts where part = 4"
    async with engine.database.connection() as connection:
        await write(connection, ("a", 1))
        for _ in range(12):
            await relay_once(engine, broker)
            rests.append(await value(connection, rest))
            await end_rests(connection)
    assert rests[0] <= 1.0 and 1.5 < rests[3] <= 8.0
    assert all(25.0 < rest <= 60.0 for rest in rests[7:])
    assert len({round(rest, 3) for rest in rests[7:]}) > 1, "with jitter"


async def test_a_failing_topic_rests_alone(engine: Engine) -> None:
    down, up = Broker(), Broker()
    down.is_down = True
    async with engine.database.connection() as connection:
        await write(connection, ("a", 1), topic="down")
        await write(connection, ("a", 1), topic="up")
    assert [await relay_once(engine, broker, topic=topic) for topic, broker in (("down", down), ("up", up))] == [0, 1]


async def test_a_failing_part_does_not_delay_the_others(engine: Engine) -> None:
    broker = Broker()
    broker.refused = {"a"}
    async with engine.database.connection() as connection:
        await write(connection, ("a", 1), ("b", 2), ("b", 3))
        assert await relay_once(engine, broker) == 2
        assert await rows(connection, LEFT) == [{"n": "1"}]


async def test_a_hanging_part_does_not_delay_the_others(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox_relay, "IDLE_SECONDS", 0.01)
    hung, others_done = asyncio.Event(), asyncio.Event()

    class Hanging(Broker):
        async def publish(self, messages: Sequence[Message]) -> None:
            if messages[0].key == "a":
                hung.set()
                await others_done.wait()
            await super().publish(messages)
            if 3 in self.payloads:
                others_done.set()

    broker = Hanging()
    async with engine.database.connection() as connection:
        await write(connection, ("a", 1), ("b", 2))
        async with asyncio.timeout(60), relaying(engine, broker) as relay:
            running = asyncio.create_task(relay.run_once())
            await hung.wait()
            await write(connection, ("b", 3))  # while the first part hangs
            assert await running == 3
    assert broker.payloads == [2, 3, 1]


async def test_a_failed_message_is_not_overtaken_by_a_later_one_of_its_key(engine: Engine) -> None:
    broker = Broker()
    broker.refused = {SAME_PART[0]}
    async with engine.database.connection() as connection:
        await write(connection, (SAME_PART[1], 1), (SAME_PART[0], 2), (SAME_PART[0], 3))
        assert await relay_once(engine, broker) == 1
        assert await rows(connection, LEFT) == [{"n": "2"}, {"n": "3"}]
        await end_rests(connection)
        await relay_once(engine, broker)
        assert broker.payloads == [1], "what was accepted before it is not published again"
        broker.refused = set()
        await end_rests(connection)
        await relay_once(engine, broker)
    assert broker.payloads == [1, 2, 3]


async def test_a_message_refused_for_good_is_given_up_and_kept_with_its_cause(engine: Engine) -> None:
    broker = Broker()
    broker.refused = {SAME_PART[0]}
    async with engine.database.connection() as connection:
        await write(connection, (SAME_PART[0], 1), (SAME_PART[1], 2))
        for _ in range(MAX_REFUSALS):
            assert broker.payloads == []
            await relay_once(engine, broker)
            await end_rests(connection)
        await relay_once(engine, broker)
        assert broker.payloads == [2]
        [dead] = await rows(connection, "select attempts, last_error from outbox where dead_at is not null")
        assert dead == {"attempts": MAX_REFUSALS, "last_error": "The broker refuses it."}
        broker.refused = set()
        await connection.execute("update outbox set dead_at = null")  # as `garner doctor` advises
        assert await relay_once(engine, broker) == 1


async def test_the_messages_after_one_that_is_given_up_do_not_wait_longer_for_it(engine: Engine) -> None:
    """Each message that is refused for good delays its part by a few seconds, however many there were before."""
    broker = Broker()
    broker.refused = {"a"}
    failures = "select failures, rests_until is not null as rests from outbox_parts where part = 4"
    async with engine.database.connection() as connection:
        await write(connection, ("a", 1), ("a", 2))
        for _ in range(MAX_REFUSALS):
            await end_rests(connection)
            await relay_once(engine, broker)
        assert await rows(connection, failures) == [{"failures": 1, "rests": True}], "of the second message"
        broker.refused = set()
        await end_rests(connection)
        await relay_once(engine, broker)
    assert broker.payloads == [2]


async def test_after_a_failure_one_message_is_published_at_first(engine: Engine) -> None:
    """A broker that fails without saying how much it accepted gets little twice."""
    broker = Broker()
    async with engine.database.connection() as connection:
        await write(connection, *(("a", n) for n in range(3)))
        broker.is_down = True
        await relay_once(engine, broker)
        broker.is_down = False
        await end_rests(connection)
        await relay_once(engine, broker)
    assert [len(ids) for ids in broker.calls] == [3, 1, 2]


async def test_a_message_is_never_given_up_because_its_broker_is_down(engine: Engine) -> None:
    """Not even one that is about to be given up because it was refused."""
    broker = Broker()
    broker.refused = {"a"}
    async with engine.database.connection() as connection:
        await write(connection, ("a", 1))
        for attempt in range(3 * MAX_REFUSALS):
            broker.is_down = attempt >= MAX_REFUSALS - 1
            await relay_once(engine, broker)
            await end_rests(connection)
        assert await rows(connection, LEFT) == [{"n": "1"}]
        assert await value(connection, "select attempts from outbox where dead_at is null") == MAX_REFUSALS - 1


async def test_a_bug_of_a_publisher_makes_its_part_rest(engine: Engine) -> None:
    class Buggy(Broker):
        async def publish(self, messages: Sequence[Message]) -> None:
            raise KeyError("surprise")

    async with engine.database.connection() as connection:
        await write(connection, ("a", 1))
        assert await relay_once(engine, Buggy()) == 0
        [part] = await rows(connection, "select failures, last_error, lease_until from outbox_parts where part = 4")
        assert part == {"failures": 1, "last_error": "KeyError('surprise')", "lease_until": None}


async def test_a_publisher_that_hangs_is_ended_before_the_lease(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox_relay, "PUBLISH_SECONDS", 0.05)

    class Hanging(Broker):
        async def publish(self, messages: Sequence[Message]) -> None:
            await asyncio.sleep(60)

    async with engine.database.connection() as connection:
        await write(connection, ("a", 1))
        assert await relay_once(engine, Hanging()) == 0
        assert "not accepted within" in await value(connection, "select last_error from outbox_parts where part = 4")
        assert await rows(connection, LEFT) == [{"n": "1"}]


async def test_a_relay_that_was_stopped_before_publishing_publishes_nothing_late(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    broker = Broker()
    async with engine.database.connection() as connection:
        await write(connection, ("a", 1))
    moments = iter([0.0, outbox_relay.LEASE_SECONDS])
    monkeypatch.setattr(outbox_relay.time, "monotonic", lambda: next(moments, outbox_relay.LEASE_SECONDS))
    assert await relay_once(engine, broker) == 0
    assert broker.calls == []


# Leases -------------------------------------------------------------------------------------------------------


async def _lease(connection: Connection, holder: str) -> outbox.LeasedPart:
    await outbox.add_parts(connection, TOPIC)
    [leased] = await outbox.lease(connection, TOPIC, holder, timedelta(seconds=30))
    return leased


async def test_a_leased_part_is_not_leased_again_until_its_lease_has_run_out(connection: Connection) -> None:
    await write(connection, ("a", 1))
    first = await _lease(connection, "one")
    assert await outbox.lease(connection, TOPIC, "two", timedelta(seconds=30)) == []
    await expire_leases(connection)
    assert (await _lease(connection, "two")).fence == first.fence + 1


async def test_a_relay_that_lost_its_lease_deletes_nothing(connection: Connection) -> None:
    await write(connection, ("a", 1))
    late = await _lease(connection, "one")
    messages = await outbox.read(connection, late, 10)
    await expire_leases(connection)
    await _lease(connection, "two")
    assert not await outbox.settle(connection, late, messages)
    assert await value(connection, "select count(*) from outbox") == 1
    assert await value(connection, "select holder from outbox_parts where lease_until is not null") == "two"


async def test_a_relay_that_lost_its_lease_neither_counts_a_failure_nor_deletes(connection: Connection) -> None:
    await write(connection, ("a", 1), ("a", 2))
    late = await _lease(connection, "one")
    first, second = await outbox.read(connection, late, 10)
    await expire_leases(connection)
    await _lease(connection, "two")
    failed = outbox.FailedPublish(second, [first], "It failed.", True, timedelta(seconds=9))
    assert not await outbox.settle_failed(connection, late, failed)
    assert await value(connection, "select count(*) from outbox where attempts = 0") == 2
    assert await value(connection, "select failures from outbox_parts where lease_until is not null") == 0


async def test_messages_written_while_a_part_is_published_are_not_deleted(engine: Engine) -> None:
    class Slow(Broker):
        async def publish(self, messages: Sequence[Message]) -> None:
            await super().publish(messages)
            if len(self.calls) == 1:
                async with engine.database.connection() as connection:
                    await write(connection, ("a", 2))

    broker = Slow()
    async with engine.database.connection() as connection:
        await write(connection, ("a", 1))
    assert await relay_once(engine, broker) == 2
    assert broker.payloads == [1, 2]


# Lag ----------------------------------------------------------------------------------------------------------


async def test_the_lag_of_each_topic_is_a_metric(connection: Connection) -> None:
    await write(connection, ("a", 1), ("b", 2), topic="slow")
    await write(connection, ("a", 1), topic="dead")
    await connection.execute("update outbox set created_at = now() - interval '90 seconds' where topic = 'slow'")
    await connection.execute("update outbox set dead_at = now() where topic = 'dead'")
    text, _ = metrics.render(await count_queue(connection, 60))
    samples = {
        (sample.name, sample.labels.get("topic")): sample.value
        for family in text_string_to_metric_families(text.decode())
        for sample in family.samples
    }
    assert samples["garner_outbox_messages", "slow"] == 2
    assert 90 <= samples["garner_outbox_oldest_seconds", "slow"] < 300
    assert samples["garner_outbox_dead", "slow"] == 0
    assert samples["garner_outbox_messages", "dead"] == 0
    assert samples["garner_outbox_dead", "dead"] == 1


@pytest.mark.parametrize(
    ("change", "marks", "words"),
    [
        ("update outbox set created_at = now()", [], ""),
        ("update outbox set created_at = now() - interval '1 hour'", [Mark.WRONG], "for 60 min"),
        ("update outbox set dead_at = now()", [Mark.DOUBTFUL], "1 message of tests"),
    ],
)
async def test_the_doctor_reports_a_topic_that_is_stuck(
    engine: Engine, database_url: str, change: str, marks: list[Mark], words: str
) -> None:
    async with engine.database.connection() as connection:
        await write(connection, ("a", 1))
        await connection.execute(change.encode())
    with psycopg.connect(database_url) as plain:
        findings = list(stuck_topics(plain))
    assert [finding.mark for finding in findings] == marks
    assert all(words in finding.what for finding in findings)
