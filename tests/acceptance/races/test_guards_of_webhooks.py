"""Concurrent removal, calls and settling of a webhook. Each guard is proved twice, with and without it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial

import psycopg
import pytest
from tests.acceptance.races.interleaving import Actor, Cast
from tests.integration.helpers import ask, new_user, row, rows

from garner.core.lifecycle import Origin
from garner.postgres.database import Connection
from garner.store import sql_functions
from garner.store.people import webhooks
from garner.store.people.webhooks import WebhookCall
from garner.store.tasks import items

LEASE = timedelta(seconds=30)
IS_NOT_LEASED = "and (w.leased_until is null or w.leased_until <= now())"
LOCK_WEBHOOKS = "order by w.id for key share"


async def asked(cast: Cast) -> tuple[int, int]:
    """Create a user with a webhook and an open job."""
    one, *_ = cast.actors
    user_id = await new_user(one)
    await ask(one, origin=Origin.MAILBOX, user_id=user_id)
    return user_id, (await webhooks.add(one, user_id, "https://example.com/", "sealed")).id


async def end_job(connection: Connection) -> int:
    found = await rows(connection, "select id from job_items")
    return await items.cancel(connection, [item["id"] for item in found])


async def claim(connection: Connection) -> list[WebhookCall]:
    return await webhooks.claim(connection, LEASE, 10)


# A webhook that is removed while a job ends -------------------------------------------------------------------


@asynccontextmanager
async def without_the_lock(watcher: Actor) -> AsyncIterator[None]:
    """Replace the function for all connections: a trigger refers to its function by oid, not by search path."""
    text = sql_functions.function_texts()["tell_mailbox"].definition
    assert LOCK_WEBHOOKS in text
    await watcher.execute(text.replace(LOCK_WEBHOOKS, ""))
    try:
        yield
    finally:
        await watcher.execute(text)


async def remove_while_a_job_ends(cast: Cast) -> int:
    one, two, _ = cast.actors
    user_id, webhook_id = await asked(cast)
    async with one.transaction():
        assert await webhooks.remove(one, user_id, webhook_id)
        ending = await cast.begin(two, end_job)
        assert ending.waits
    return await ending


async def test_a_job_ends_although_its_webhook_is_being_removed(cast: Cast) -> None:
    assert await remove_while_a_job_ends(cast) == 1
    assert await rows(cast.watcher, "select id from webhook_deliveries") == []


@pytest.mark.slow
async def test_without_the_lock_the_end_of_the_job_fails_with_the_removed_webhook(cast: Cast) -> None:
    async with without_the_lock(cast.watcher):
        with pytest.raises(psycopg.errors.ForeignKeyViolation):
            await remove_while_a_job_ends(cast)


# Two workers, one webhook -------------------------------------------------------------------------------------


async def test_a_second_claim_does_not_wait_and_gets_nothing(cast: Cast) -> None:
    one, two, _ = cast.actors
    await asked(cast)
    await end_job(one)
    async with one.transaction():
        assert len(await claim(one)) == 1
        assert await (await cast.begin(two, claim)) == []
    assert await claim(two) == []


@pytest.mark.slow
async def test_without_the_lease_a_webhook_is_called_twice_at_once(cast: Cast) -> None:
    one, two, _ = cast.actors
    await asked(cast)
    await end_job(one)
    two.leave_out(IS_NOT_LEASED)
    assert len(await claim(one)) == 1
    assert len(await claim(two)) == 1


async def test_a_claim_does_not_block_the_end_of_a_job(cast: Cast) -> None:
    one, two, _ = cast.actors
    await asked(cast)
    await end_job(one)
    await ask(one, "https://example.com/another", origin=Origin.MAILBOX, user_id=await _owner_of_webhook(one))
    async with one.transaction():
        assert len(await claim(one)) == 1
        ending = await cast.begin(two, end_job)
        assert (ending.waits, await ending) == (False, 1)


async def _owner_of_webhook(connection: Connection) -> int:
    return int((await row(connection, "select user_id from webhooks"))["user_id"])


# Settling without the lease -----------------------------------------------------------------------------------


async def lost_and_claimed_again(cast: Cast) -> WebhookCall:
    one, two, _ = cast.actors
    await asked(cast)
    await end_job(one)
    [late] = await claim(one)
    await one.execute("update webhooks set leased_until = now()")
    assert len(await claim(two)) == 1
    return late


async def attempt(cast: Cast) -> tuple[int, bool]:
    found = await row(cast.watcher, "select attempts, delivered_at is not null as over from webhook_deliveries")
    return found["attempts"], found["over"]


async def test_only_the_latest_claim_can_settle_a_delivery(cast: Cast) -> None:
    one, *_ = cast.actors
    late = await lost_and_claimed_again(cast)
    assert not await webhooks.mark_delivered(one, late, 200)
    assert await attempt(cast) == (2, False)


@pytest.mark.slow
async def test_without_the_fence_an_old_claim_settles_the_delivery(cast: Cast) -> None:
    one, *_ = cast.actors
    late = await lost_and_claimed_again(cast)
    one.leave_out("and attempts = %s", "and %s > 0")
    assert await webhooks.mark_delivered(one, late, 200)
    assert await attempt(cast) == (2, True)


async def test_settling_and_reclaiming_a_lost_delivery_do_not_deadlock(cast: Cast) -> None:
    """Both lock the webhook first: the late one waits for it, and then finds its delivery claimed by another."""
    one, two, three = cast.actors
    await asked(cast)
    await end_job(one)
    [late] = await claim(one)
    await one.execute("update webhooks set leased_until = now()")
    async with three.transaction():
        assert len(await claim(three)) == 1
        settling = await cast.begin(two, partial(webhooks.mark_delivered, call=late, answer=200))
        assert settling.waits
    assert await settling is False
