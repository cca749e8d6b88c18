"""Concurrent save, drop, abandon and completion of a parse: one wins, and the others are notified.

Each guard is proved twice: its interleaving has the right outcome, and the wrong one once the guard is
removed from its statement.
"""

from datetime import timedelta
from functools import partial
from uuid import UUID

import pytest
from tests.acceptance.races.interleaving import Cast
from tests.integration.helpers import (
    CAKE,
    ask,
    claim_body,
    extracted,
    fetch_page,
    item,
    new_user,
    recipe,
    rows,
    settle_body,
)

from garner.core.lifecycle import Origin
from garner.postgres.database import Connection
from garner.store.people import mailbox
from garner.store.tasks import items

STILL_DONE = "and user_id = %s and status = 'DONE'"
ANY_STATUS = "and user_id = %s"


async def asked(cast: Cast) -> tuple[int, UUID]:
    one, *_ = cast.actors
    user_id = await new_user(one)
    submission = await ask(one, origin=Origin.MAILBOX, user_id=user_id)
    assert submission.item_id is not None
    return user_id, submission.item_id


async def complete(cast: Cast) -> tuple[int, UUID]:
    """Create a completed parse that has been in the mailbox for a long time."""
    one, *_ = cast.actors
    user_id, job_id = await asked(cast)
    await fetch_page(one)
    assert await settle_body(one, extracted(await claim_body(one), recipe()))
    await one.execute("update job_items set completed_at = now() - interval '4 days'")
    return user_id, job_id


async def abandon(connection: Connection) -> int:
    return await mailbox.abandon(connection, timedelta(days=3), prune=False)


async def status(cast: Cast, job_id: UUID) -> str:
    return str((await item(cast.watcher, job_id))["status"])


async def events(cast: Cast) -> list[str]:
    return [row["status"] for row in await rows(cast.watcher, "select status from mailbox_events order by id")]


# Commit and abandon -------------------------------------------------------------------------------------------


async def test_a_job_that_is_being_committed_is_not_abandoned(cast: Cast) -> None:
    one, two, _ = cast.actors
    user_id, job_id = await complete(cast)
    async with one.transaction():
        assert await mailbox.commit(one, user_id, job_id)
        abandoning = await cast.begin(two, abandon)
        assert await abandoning == 0  # without waiting
    assert await abandon(two) == 0
    assert await status(cast, job_id) == "COMMITTED"
    assert await events(cast) == ["DONE", "COMMITTED"]


async def test_a_rolled_back_commit_leaves_the_job_complete(cast: Cast) -> None:
    one, two, _ = cast.actors
    user_id, job_id = await complete(cast)
    with pytest.raises(ZeroDivisionError):
        async with one.transaction():
            assert await mailbox.commit(one, user_id, job_id)
            raise ZeroDivisionError
    assert await status(cast, job_id) == "DONE"
    assert await events(cast) == ["DONE"]
    assert await abandon(two) == 1


async def commit_while_it_is_abandoned(cast: Cast) -> tuple[bool, UUID]:
    one, two, _ = cast.actors
    user_id, job_id = await complete(cast)
    async with one.transaction():
        assert await abandon(one) == 1
        committing = await cast.begin(two, partial(mailbox.commit, user_id=user_id, item_id=job_id))
        assert committing.waits
    return await committing, job_id


async def test_committing_a_job_that_was_just_abandoned_fails(cast: Cast) -> None:
    committed, job_id = await commit_while_it_is_abandoned(cast)
    assert not committed
    assert await status(cast, job_id) == "ABANDONED"


@pytest.mark.slow
async def test_without_the_status_check_a_commit_overrides_an_abandon(cast: Cast) -> None:
    cast.actors[1].leave_out(STILL_DONE, ANY_STATUS)
    committed, _ = await commit_while_it_is_abandoned(cast)
    assert committed


# Concurrent repeats -------------------------------------------------------------------------------------------


async def commit_twice(cast: Cast) -> bool:
    one, two, _ = cast.actors
    user_id, job_id = await complete(cast)
    async with one.transaction():
        assert await mailbox.commit(one, user_id, job_id)
        again = await cast.begin(two, partial(mailbox.commit, user_id=user_id, item_id=job_id))
        assert again.waits
    return await again


async def test_one_of_two_concurrent_commits_succeeds(cast: Cast) -> None:
    assert not await commit_twice(cast)


@pytest.mark.slow
async def test_without_the_status_check_both_commits_succeed(cast: Cast) -> None:
    cast.actors[1].leave_out(STILL_DONE, ANY_STATUS)
    assert await commit_twice(cast)


async def test_one_of_two_concurrent_cancels_succeeds(cast: Cast) -> None:
    one, two, _ = cast.actors
    _, job_id = await asked(cast)
    async with one.transaction():
        assert await items.cancel(one, [job_id]) == 1
        again = await cast.begin(two, partial(items.cancel, item_ids=[job_id]))
        assert again.waits
    assert await again == 0
    assert await events(cast) == ["CANCELED"]


# Cancel and complete ------------------------------------------------------------------------------------------


async def test_a_cancel_while_the_worker_completes_has_no_effect(cast: Cast) -> None:
    one, two, _ = cast.actors
    _, job_id = await asked(cast)
    await fetch_page(one)
    claim = await claim_body(one)
    async with one.transaction():
        assert await settle_body(one, extracted(claim, recipe()))
        canceling = await cast.begin(two, partial(items.cancel, item_ids=[job_id]))
        assert canceling.waits
    assert await canceling == 0
    assert await status(cast, job_id) == "DONE"


async def test_completing_a_job_that_is_being_canceled_has_no_effect(cast: Cast) -> None:
    one, two, _ = cast.actors
    _, job_id = await asked(cast)
    await fetch_page(one)
    result = extracted(await claim_body(one), recipe())
    async with one.transaction():
        assert await items.cancel(one, [job_id]) == 1
        settling = await cast.begin(two, partial(settle_body, result=result))
    assert not await settling
    assert await status(cast, job_id) == "CANCELED"
    assert await events(cast) == ["CANCELED"]


async def test_a_job_of_another_user_for_the_same_page_still_completes(cast: Cast) -> None:
    one, two, _ = cast.actors
    _, job_id = await asked(cast)
    other = await ask(one, CAKE, origin=Origin.MAILBOX, user_id=await new_user(one))
    await fetch_page(one)
    result = extracted(await claim_body(one), recipe())
    async with one.transaction():
        assert await items.cancel(one, [job_id]) == 1
        settling = await cast.begin(two, partial(settle_body, result=result))
    assert await settling
    assert other.item_id is not None
    assert (await status(cast, job_id), await status(cast, other.item_id)) == ("CANCELED", "DONE")
