"""Concurrent relays of one part, and concurrent fan-out of one event, with and without their guards."""

from datetime import timedelta
from functools import partial

import pytest
from psycopg.types.json import Jsonb
from tests.acceptance.races.interleaving import Cast
from tests.integration.helpers import new_user, value

from garner.postgres.database import Connection
from garner.store.people import webhook_events, webhooks
from garner.store.people.webhook_events import StoredEvent
from garner.store.queue import outbox
from garner.store.queue.outbox import LeasedPart

TOPIC = "races"
LEASE = timedelta(seconds=30)
IS_FREE = "and coalesce(p.lease_until, '-infinity') <= now()"
LOCK_PARTS = "for no key update skip locked"
FENCE = "and fence = %(fence)s"


async def write(connection: Connection) -> None:
    await outbox.add_parts(connection, TOPIC)
    await connection.execute(
        "insert into outbox (topic, key, part, payload) values (%s, 'a', outbox_part('a'), %s)", (TOPIC, Jsonb({}))
    )


async def lease(connection: Connection, holder: str = "one") -> list[LeasedPart]:
    return await outbox.lease(connection, TOPIC, holder, LEASE)


# Two relays, one part -----------------------------------------------------------------------------------------


async def test_a_second_relay_does_not_wait_and_gets_nothing(cast: Cast) -> None:
    one, two, _ = cast.actors
    await write(one)
    async with one.transaction():
        assert len(await lease(one)) == 1
        second = await cast.begin(two, lease)
        assert (second.waits, await second) == (False, [])
    assert await lease(two) == []


@pytest.mark.slow
async def test_without_the_lease_a_part_has_two_relays(cast: Cast) -> None:
    one, two, _ = cast.actors
    await write(one)
    two.leave_out(IS_FREE)
    assert len(await lease(one)) == len(await lease(two)) == 1


@pytest.mark.slow
async def test_without_skipping_locked_parts_a_second_relay_waits_for_the_first(cast: Cast) -> None:
    one, two, _ = cast.actors
    await write(one)
    two.leave_out(LOCK_PARTS, "for no key update")
    async with one.transaction():
        assert len(await lease(one)) == 1
        second = await cast.begin(two, lease)
        assert second.waits
    assert await second == []


# A relay without its lease ------------------------------------------------------------------------------------


async def lose_lease(cast: Cast) -> tuple[LeasedPart, list[outbox.Message]]:
    """Return the part and the messages of a relay whose lease has run out, and which another holds now."""
    one, two, _ = cast.actors
    await write(one)
    [late] = await lease(one)
    messages = await outbox.read(one, late, 10)
    await one.execute("update outbox_parts set lease_until = now()")
    assert len(await lease(two, "two")) == 1
    return late, messages


async def test_only_the_latest_lease_can_delete(cast: Cast) -> None:
    one, *_ = cast.actors
    late, messages = await lose_lease(cast)
    assert not await outbox.settle(one, late, messages)
    assert await value(cast.watcher, "select count(*) from outbox") == 1


@pytest.mark.slow
async def test_without_the_fence_a_late_relay_deletes_what_another_publishes(cast: Cast) -> None:
    one, *_ = cast.actors
    late, messages = await lose_lease(cast)
    one.leave_out(FENCE)
    assert await outbox.settle(one, late, messages)
    assert await value(cast.watcher, "select count(*) from outbox") == 0


async def test_a_late_relay_that_waits_for_the_next_lease_deletes_nothing(cast: Cast) -> None:
    one, two, three = cast.actors
    await write(one)
    [late] = await lease(one)
    messages = await outbox.read(one, late, 10)
    await one.execute("update outbox_parts set lease_until = now()")
    async with three.transaction():
        assert len(await lease(three, "three")) == 1
        settling = await cast.begin(two, partial(outbox.settle, leased=late, published=messages))
        assert settling.waits
    assert await settling is False
    assert await value(cast.watcher, "select count(*) from outbox") == 1


# One event, relayed twice -------------------------------------------------------------------------------------


async def subscribe(connection: Connection) -> tuple[StoredEvent, int]:
    webhook = await webhooks.add(connection, await new_user(connection), "https://example.com/", "sealed")
    return StoredEvent(1, "record.changed", {}, await value(connection, "select now()")), webhook.id


async def test_an_event_that_is_relayed_twice_at_once_is_queued_once(cast: Cast) -> None:
    one, two, _ = cast.actors
    event, webhook_id = await subscribe(one)
    async with one.transaction():
        assert await webhook_events.deliver(one, event, [webhook_id]) == (1, 0)
        again = await cast.begin(two, partial(webhook_events.deliver, event=event, webhook_ids=[webhook_id]))
        assert again.waits
    assert await again == (0, 0)
    assert await value(cast.watcher, "select count(*) from webhook_deliveries") == 1


async def test_an_event_is_queued_although_its_webhook_is_being_removed(cast: Cast) -> None:
    one, two, _ = cast.actors
    event, webhook_id = await subscribe(one)
    owner = await value(one, "select user_id from webhooks")
    async with one.transaction():
        assert await webhooks.remove(one, owner, webhook_id)
        queueing = await cast.begin(two, partial(webhook_events.deliver, event=event, webhook_ids=[webhook_id]))
        assert queueing.waits
    assert await queueing == (0, 0)
