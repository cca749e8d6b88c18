"""The guards between reprocessing or editing rows and settling them, and what happens without them."""

from uuid import UUID

import pytest
from tests.acceptance.races.interleaving import Cast
from tests.integration.helpers import CAKE, claim_body, extracted, fetch_page, recipe, settle_body, value
from tests.integration.job_helpers import claim_rows, ended, job_lane, new_fed_job, recount, row_of, states

from garner.core.lifecycle import ItemStatus
from garner.core.urls.page_url import parse_page_url
from garner.engine.files.appending import edit_row
from garner.engine.jobs.reprocessing import ReprocessRequest, lock_job, reprocess_named
from garner.postgres.database import Connection
from garner.store.crawl import schedule
from garner.store.jobs import jobs
from garner.store.jobs.reprocessing.orders import MaxAttempts
from garner.store.queue import job_lanes, matching
from garner.store.queue.job_lanes import PageWanted
from garner.store.queue.matching import ItemClaim

from .test_guards_of_jobs import TTLS, feed_rows

HOLD_WORK = "select from work where item_id = any(%(ids)s) order by id for update"
HOLD_JOB = "select 1 from jobs where id = %s for no key update"


# The operations, on one connection ---------------------------------------------------------------------------


async def reprocess_rows(connection: Connection, job_id: int, *row_numbers: int) -> None:
    wanted = [(await row_of(connection, job_id, number))["id"] for number in row_numbers]
    lane = await lock_job(connection, job_id)
    await reprocess_named(connection, lane, ReprocessRequest(wanted), wanted, MaxAttempts(5, 3))


async def edit(connection: Connection, job_id: int, item_id: UUID) -> None:
    lane = await lock_job(connection, job_id)
    await edit_row(connection, lane, item_id, {"title": "Copper pan"})


async def row_in_hand(cast: Cast) -> tuple[int, ItemClaim]:
    one, *_ = cast.actors
    job_id = await new_fed_job(one, [None])
    assert await feed_rows(one, job_id) == 1
    (claim,) = await claim_rows(one)
    return job_id, claim


async def page_in_hand(cast: Cast) -> int:
    """Create a row that waits for a fetched page."""
    one, *_ = cast.actors
    job_id = await new_fed_job(one, [CAKE])
    async with one.transaction():
        lane = await job_lanes.take(one, (await job_lane(one, job_id))["id"])
        assert lane is not None
        (row,) = await job_lanes.backlog(one, lane, 10, 10)
        wanted = [PageWanted(row.id, parse_page_url(CAKE), "recipe", require_complete=False)]
        await job_lanes.attach(one, lane, wanted, ttls=TTLS, delay_seconds=0)
        await job_lanes.move_on(one, lane, fed_to=1, again_in=None)
    await schedule.feed(one, window=10)
    await fetch_page(one)
    return job_id


# Against a worker that settles -------------------------------------------------------------------------------


async def test_a_row_that_is_being_settled_is_reprocessed_after_it_ends(cast: Cast) -> None:
    one, two, _ = cast.actors
    job_id, claim = await row_in_hand(cast)
    async with one.transaction():
        assert await matching.settle(one, "one", [ended(claim)])
        reprocessing = await cast.begin(two, lambda connection: reprocess_rows(connection, job_id, 1))
        assert reprocessing.waits
    await reprocessing
    assert await states(cast.watcher, job_id) == ["PENDING"]
    assert await recount(cast.watcher, job_id) == {"pending": 1}
    assert (await job_lane(cast.watcher, job_id))["fed_to"] == 0


@pytest.mark.slow
async def test_without_the_work_lock_a_row_that_is_being_settled_is_missed(cast: Cast) -> None:
    one, two, _ = cast.actors
    two.leave_out(HOLD_WORK, "select from work where item_id = any(%(ids)s)")
    job_id, claim = await row_in_hand(cast)
    async with one.transaction():
        assert await matching.settle(one, "one", [ended(claim)])
        reprocessing = await cast.begin(two, lambda connection: reprocess_rows(connection, job_id, 1))
        assert reprocessing.waits
    await reprocessing
    assert await states(cast.watcher, job_id) == ["DONE"]


async def test_settling_a_row_that_is_being_reprocessed_has_no_effect(cast: Cast) -> None:
    one, two, _ = cast.actors
    job_id, claim = await row_in_hand(cast)
    async with two.transaction():
        await reprocess_rows(two, job_id, 1)
        settling = await cast.begin(one, lambda connection: matching.settle(connection, "one", [ended(claim)]))
        assert settling.waits
    assert await settling == set()
    assert await states(cast.watcher, job_id) == ["PENDING"]
    assert await recount(cast.watcher, job_id) == {"pending": 1}


async def test_retrying_a_row_that_is_being_reprocessed_does_not_deadlock(cast: Cast) -> None:
    one, two, _ = cast.actors
    job_id, claim = await row_in_hand(cast)
    again = [ended(claim, ItemStatus.PENDING)]
    async with two.transaction():
        await reprocess_rows(two, job_id, 1)
        settling = await cast.begin(one, lambda connection: matching.settle(connection, "one", again))
        assert settling.waits
    assert await settling == set()
    assert await recount(cast.watcher, job_id) == {"pending": 1}


async def test_a_row_whose_page_is_being_settled_is_reprocessed_after_it_ends(cast: Cast) -> None:
    one, two, _ = cast.actors
    job_id = await page_in_hand(cast)
    claim = await claim_body(one)
    async with one.transaction():
        assert await settle_body(one, extracted(claim, recipe()))
        reprocessing = await cast.begin(two, lambda connection: reprocess_rows(connection, job_id, 1))
        assert reprocessing.waits
    await reprocessing
    assert await recount(cast.watcher, job_id) == {"pending": 1}
    assert await value(cast.watcher, "select status from crawl_tasks") == "completed"


async def test_settling_a_page_whose_row_is_being_reprocessed_has_no_effect(cast: Cast) -> None:
    one, two, _ = cast.actors
    job_id = await page_in_hand(cast)
    claim = await claim_body(one)
    async with two.transaction():
        await reprocess_rows(two, job_id, 1)
        settling = await cast.begin(one, lambda connection: settle_body(connection, extracted(claim, recipe())))
        assert settling.waits
    assert await settling is False
    assert await recount(cast.watcher, job_id) == {"pending": 1}


# Concurrent requests -----------------------------------------------------------------------------------------


async def test_a_concurrent_reprocess_of_the_same_row_has_no_further_effect(cast: Cast) -> None:
    one, two, _ = cast.actors
    job_id, claim = await row_in_hand(cast)
    await matching.settle(one, "one", [ended(claim, ItemStatus.ERROR, code="broken")])
    async with one.transaction():
        await reprocess_rows(one, job_id, 1)
        reprocessing = await cast.begin(two, lambda connection: reprocess_rows(connection, job_id, 1))
        assert reprocessing.waits
    await reprocessing
    assert await recount(cast.watcher, job_id) == {"pending": 1}


# Editing -----------------------------------------------------------------------------------------------------


async def test_a_row_edited_while_it_is_settled_is_reprocessed_with_the_new_input(cast: Cast) -> None:
    one, two, _ = cast.actors
    job_id, claim = await row_in_hand(cast)
    async with one.transaction():
        assert await matching.settle(one, "one", [ended(claim)])
        editing = await cast.begin(two, lambda connection: edit(connection, job_id, claim.item_id))
        assert editing.waits
    await editing
    row = await row_of(cast.watcher, job_id, 1)
    assert (row["status"], row["result_json"], row["normalized_json"]["title"]) == ("PENDING", None, "Copper pan")
    assert await recount(cast.watcher, job_id) == {"pending": 1}


async def test_settling_a_row_that_is_being_edited_has_no_effect(cast: Cast) -> None:
    one, two, _ = cast.actors
    job_id, claim = await row_in_hand(cast)
    async with two.transaction():
        await edit(two, job_id, claim.item_id)
        settling = await cast.begin(one, lambda connection: matching.settle(connection, "one", [ended(claim)]))
        assert settling.waits
    assert await settling == set()
    assert await recount(cast.watcher, job_id) == {"pending": 1}


# Against the end of the job ----------------------------------------------------------------------------------


async def reprocess_while_the_job_ends(cast: Cast) -> int:
    one, two, _ = cast.actors
    job_id, claim = await row_in_hand(cast)
    await matching.settle(one, "one", [ended(claim)])
    async with one.transaction():
        await jobs.fold(one)
        reprocessing = await cast.begin(two, lambda connection: reprocess_rows(connection, job_id, 1))
    await reprocessing
    return job_id


async def test_a_job_that_is_being_ended_runs_again_after_a_reprocess(cast: Cast) -> None:
    job_id = await reprocess_while_the_job_ends(cast)
    assert await value(cast.watcher, "select queue_state from jobs where id = %s", job_id) == "RUNNING"


@pytest.mark.slow
async def test_without_the_job_lock_the_job_is_done_with_a_pending_row(cast: Cast) -> None:
    cast.actors[1].leave_out(HOLD_JOB, "select 1 from jobs where id = %s")
    job_id = await reprocess_while_the_job_ends(cast)
    assert await value(cast.watcher, "select queue_state from jobs where id = %s", job_id) == "DONE"
    assert await recount(cast.watcher, job_id) == {"pending": 1}


async def test_a_job_whose_rows_are_being_reprocessed_is_not_ended(cast: Cast) -> None:
    one, two, _ = cast.actors
    job_id, claim = await row_in_hand(cast)
    await matching.settle(one, "one", [ended(claim)])
    await one.execute("delete from job_deltas where job_id = %s", (job_id,))
    await one.execute("update jobs set total_items = 1, done = 1, queue_state = 'RUNNING' where id = %s", (job_id,))
    async with two.transaction():
        await reprocess_rows(two, job_id, 1)
        folding = await cast.begin(one, jobs.fold)
        assert not folding.waits
    await folding
    await jobs.fold(one)
    assert await value(cast.watcher, "select queue_state from jobs where id = %s", job_id) == "RUNNING"
    assert await recount(cast.watcher, job_id) == {"pending": 1}
