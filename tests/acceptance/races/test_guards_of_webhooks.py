"""Who removes, calls or settles a webhook in the same moment. Each guard is proved twice, with it and without."""

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
from garner.store import migrate
from garner.store.jobs import items
from garner.store.people import webhooks
from garner.store.people.webhooks import WebhookCall

LEASE = timedelta(seconds=30)
NOBODY_CALLS_IT = "and (w.leased_until is null or w.leased_until <= now())"
KEPT_WHILE_IT_IS_READ = "order by w.id for key share"


async def asked(cast: Cast) -> tuple[int, int]:
    """Somebody with a webhook, and a job that has not ended."""
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
    """A trigger's function is known by its number, and not by a search path: it is replaced for all."""
    text = migrate.function_texts()["tell_mailbox"].partition("create trigger")[0]
    text = text.replace("create function", "create or replace function")
    assert KEPT_WHILE_IT_IS_READ in text
    await watcher.execute(text.replace(KEPT_WHILE_IT_IS_READ, ""))
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


async def test_a_job_ends_though_its_webhook_is_removed_meanwhile(cast: Cast) -> None:
    assert await remove_while_a_job_ends(cast) == 1
    assert await rows(cast.watcher, "select id from webhook_deliveries") == []


@pytest.mark.slow
async def test_without_the_lock_the_end_is_lost_with_the_webhook(cast: Cast) -> None:
    async with without_the_lock(cast.watcher):
        with pytest.raises(psycopg.errors.ForeignKeyViolation):
            await remove_while_a_job_ends(cast)


# Two workers, one webhook -------------------------------------------------------------------------------------


async def test_whoever_comes_second_does_not_wait_and_gets_nothing(cast: Cast) -> None:
    one, two, _ = cast.actors
    await asked(cast)
    await end_job(one)
    async with one.transaction():
        assert len(await claim(one)) == 1
        assert await (await cast.begin(two, claim)) == []
    assert await claim(two) == []


@pytest.mark.slow
async def test_without_the_lease_it_is_called_twice_at_once(cast: Cast) -> None:
    one, two, _ = cast.actors
    await asked(cast)
    await end_job(one)
    two.leave_out(NOBODY_CALLS_IT)
    assert len(await claim(one)) == 1
    assert len(await claim(two)) == 1


async def test_a_claim_holds_up_no_job_that_ends(cast: Cast) -> None:
    one, two, _ = cast.actors
    await asked(cast)
    await end_job(one)
    await ask(one, "https://example.com/another", origin=Origin.MAILBOX, user_id=await _somebody(one))
    async with one.transaction():
        assert len(await claim(one)) == 1
        ending = await cast.begin(two, end_job)
        assert (ending.waits, await ending) == (False, 1)


async def _somebody(connection: Connection) -> int:
    return int((await row(connection, "select user_id from webhooks"))["user_id"])


# Settling by who no longer holds the lease --------------------------------------------------------------------


async def lost_and_claimed_anew(cast: Cast) -> WebhookCall:
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


async def test_only_who_claimed_it_last_says_what_came_of_it(cast: Cast) -> None:
    one, *_ = cast.actors
    late = await lost_and_claimed_anew(cast)
    assert not await webhooks.mark_delivered(one, late, 200)
    assert await attempt(cast) == (2, False)


@pytest.mark.slow
async def test_without_the_fence_the_late_one_speaks_for_the_other(cast: Cast) -> None:
    one, *_ = cast.actors
    late = await lost_and_claimed_anew(cast)
    one.leave_out("and attempts = %s", "and %s > 0")
    assert await webhooks.mark_delivered(one, late, 200)
    assert await attempt(cast) == (2, True)


async def test_settling_and_claiming_what_was_lost_do_not_lock_each_other_out(cast: Cast) -> None:
    """Both take the webhook first: who is late waits for it, and then finds its delivery claimed by another."""
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
