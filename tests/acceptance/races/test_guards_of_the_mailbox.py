"""Who saves, drops, abandons or finishes a parse in the same moment: one of them wins, and the others are told.

Each guard is proved twice: the interleaving that it is for comes out right, and comes out wrong once the guard is
taken out of the statement that holds it.
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
from garner.store.jobs import items
from garner.store.people import mailbox

STILL_DONE = "and user_id = %s and status = 'DONE'"
WHATEVER_IT_IS = "and user_id = %s"


async def asked(cast: Cast) -> tuple[int, UUID]:
    one, *_ = cast.actors
    user_id = await new_user(one)
    submission = await ask(one, origin=Origin.MAILBOX, user_id=user_id)
    assert submission.item_id is not None
    return user_id, submission.item_id


async def complete(cast: Cast) -> tuple[int, UUID]:
    """A parse that waits in the mailbox, and has done so for long."""
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


async def told(cast: Cast) -> list[str]:
    return [row["status"] for row in await rows(cast.watcher, "select status from mailbox_events order by id")]


# Commit and abandon -------------------------------------------------------------------------------------------


async def test_what_is_being_committed_is_not_abandoned(cast: Cast) -> None:
    one, two, _ = cast.actors
    user_id, job_id = await complete(cast)
    async with one.transaction():
        assert await mailbox.commit(one, user_id, job_id)
        abandoning = await cast.begin(two, abandon)
        assert await abandoning == 0  # without waiting
    assert await abandon(two) == 0
    assert await status(cast, job_id) == "COMMITTED"
    assert await told(cast) == ["DONE", "COMMITTED"]


async def test_a_commit_that_is_taken_back_leaves_the_job_complete(cast: Cast) -> None:
    one, two, _ = cast.actors
    user_id, job_id = await complete(cast)
    with pytest.raises(ZeroDivisionError):
        async with one.transaction():
            assert await mailbox.commit(one, user_id, job_id)
            raise ZeroDivisionError
    assert await status(cast, job_id) == "DONE"
    assert await told(cast) == ["DONE"]
    assert await abandon(two) == 1


async def commit_while_it_is_abandoned(cast: Cast) -> tuple[bool, UUID]:
    one, two, _ = cast.actors
    user_id, job_id = await complete(cast)
    async with one.transaction():
        assert await abandon(one) == 1
        committing = await cast.begin(two, partial(mailbox.commit, user_id=user_id, item_id=job_id))
        assert committing.waits
    return await committing, job_id


async def test_who_commits_what_was_abandoned_a_moment_before_is_told(cast: Cast) -> None:
    committed, job_id = await commit_while_it_is_abandoned(cast)
    assert not committed
    assert await status(cast, job_id) == "ABANDONED"


@pytest.mark.slow
async def test_without_asking_for_its_state_a_commit_would_overrule_the_end(cast: Cast) -> None:
    cast.actors[1].leave_out(STILL_DONE, WHATEVER_IT_IS)
    committed, _ = await commit_while_it_is_abandoned(cast)
    assert committed


# Twice the same -----------------------------------------------------------------------------------------------


async def commit_twice(cast: Cast) -> bool:
    one, two, _ = cast.actors
    user_id, job_id = await complete(cast)
    async with one.transaction():
        assert await mailbox.commit(one, user_id, job_id)
        again = await cast.begin(two, partial(mailbox.commit, user_id=user_id, item_id=job_id))
        assert again.waits
    return await again


async def test_of_two_who_commit_one_does(cast: Cast) -> None:
    assert not await commit_twice(cast)


@pytest.mark.slow
async def test_without_asking_for_its_state_both_would(cast: Cast) -> None:
    cast.actors[1].leave_out(STILL_DONE, WHATEVER_IT_IS)
    assert await commit_twice(cast)


async def test_of_two_who_cancel_one_does(cast: Cast) -> None:
    one, two, _ = cast.actors
    _, job_id = await asked(cast)
    async with one.transaction():
        assert await items.cancel(one, [job_id]) == 1
        again = await cast.begin(two, partial(items.cancel, item_ids=[job_id]))
        assert again.waits
    assert await again == 0
    assert await told(cast) == ["CANCELED"]


# Cancel and complete ------------------------------------------------------------------------------------------


async def test_who_cancels_while_the_worker_completes_is_too_late(cast: Cast) -> None:
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


async def test_a_worker_that_completes_what_is_being_canceled_comes_away_with_nothing(cast: Cast) -> None:
    one, two, _ = cast.actors
    _, job_id = await asked(cast)
    await fetch_page(one)
    result = extracted(await claim_body(one), recipe())
    async with one.transaction():
        assert await items.cancel(one, [job_id]) == 1
        settling = await cast.begin(two, partial(settle_body, result=result))
    assert not await settling
    assert await status(cast, job_id) == "CANCELED"
    assert await told(cast) == ["CANCELED"]


async def test_anothers_job_for_the_same_page_completes_all_the_same(cast: Cast) -> None:
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
