"""The guards between the feeder, the workers and job control, and what happens without them."""

import asyncio

import psycopg
import pytest
from tests.acceptance.races.interleaving import Cast
from tests.integration.helpers import CAKE, ask, claim_body, extracted, fetch_page, page, recipe, settle_body, value
from tests.integration.job_helpers import TTLS, add_row, claim_rows, ended, job_lane, new_fed_job, recount, states

from garner.core.lifecycle import ItemStatus, JobState
from garner.core.urls.page_url import parse_page_url
from garner.postgres.database import Connection
from garner.store.jobs import jobs
from garner.store.queue import duplicates, job_lanes, leases, matching
from garner.store.queue.job_lanes import JobLane, PageWanted
from garner.store.tasks import items

LOCK_PAGES = "order by t.id for update skip locked"
LOCK_LANES = "order by l.id for no key update;"


# The operations, on one connection ---------------------------------------------------------------------------


async def taken(connection: Connection, job_id: int) -> JobLane | None:
    return await job_lanes.take(connection, (await job_lane(connection, job_id))["id"])


async def feed_pages(connection: Connection, job_id: int) -> int:
    """Feed rows that have a URL, as the feeder does."""
    lane = await taken(connection, job_id)
    if lane is None or lane.queue_state not in (JobState.QUEUED, JobState.RUNNING):
        return 0
    rows = await job_lanes.backlog(connection, lane, 10, 10)
    wanted = [PageWanted(row.id, parse_page_url(str(row.url)), str(row.kind), require_complete=False) for row in rows]
    attached = await job_lanes.attach(connection, lane, wanted, ttls=TTLS, delay_seconds=0)
    if len(attached) == len(rows):
        await job_lanes.move_on(connection, lane, fed_to=10, again_in=None)
    return len(attached)


async def feed_rows(connection: Connection, job_id: int) -> int:
    lane = await taken(connection, job_id)
    if lane is None or lane.queue_state not in (JobState.QUEUED, JobState.RUNNING):
        return 0
    rows = await job_lanes.backlog(connection, lane, 10, 10)
    await job_lanes.queue(connection, lane, [row.id for row in rows], max_attempts=5, reads_text=False)
    await job_lanes.move_on(connection, lane, fed_to=10, again_in=0, queued=True)
    return len(rows)


async def pause(connection: Connection, job_id: int) -> None:
    lane = await job_lanes.lock(connection, job_id)
    assert lane is not None
    await job_lanes.stop(connection, lane)
    await job_lanes.detach(connection, lane)
    await jobs.move(connection, job_id, [JobState.QUEUED, JobState.RUNNING], JobState.PAUSED)


async def cancel(connection: Connection, job_id: int) -> None:
    lane = await job_lanes.lock(connection, job_id)
    assert lane is not None
    await job_lanes.stop(connection, lane)
    await items.cancel(connection, await job_lanes.find_open_rows(connection, job_id))


# A row is attached to a page that is just ending -------------------------------------------------------------


async def attach_while_it_ends(cast: Cast) -> tuple[int, int]:
    one, two, _ = cast.actors
    job_id = await new_fed_job(one, [CAKE], kind="product")
    await ask(one)
    await fetch_page(one)
    claim = await claim_body(one)
    async with one.transaction():
        assert await settle_body(one, extracted(claim, recipe()))
        feeding = await cast.begin(two, lambda connection: feed_pages(connection, job_id))
        assert not feeding.waits
    return job_id, await feeding


async def test_a_row_is_not_attached_to_a_page_that_is_ending(cast: Cast) -> None:
    job_id, attached = await attach_while_it_ends(cast)
    assert attached == 0
    assert await feed_pages(cast.actors[1], job_id) == 1
    assert await value(cast.watcher, "select status from crawl_tasks") == "pending"


@pytest.mark.slow
async def test_without_the_lock_of_the_page_a_row_waits_for_a_completed_page(cast: Cast) -> None:
    await cast.leave_out(cast.actors[1], "attach_rows", (LOCK_PAGES, "order by t.id"))
    _, attached = await attach_while_it_ends(cast)
    assert attached == 1
    assert await value(cast.watcher, "select status from crawl_tasks") == "completed"
    assert await value(cast.watcher, "select status from job_items where origin = 'batch'") == "PROCESSING"


# The feeder and a pause of the job ---------------------------------------------------------------------------


async def test_the_feeder_skips_a_job_that_is_being_paused(cast: Cast) -> None:
    one, two, _ = cast.actors
    job_id = await new_fed_job(one, [None] * 3)
    async with one.transaction():
        await pause(one, job_id)
        feeding = await cast.begin(two, lambda connection: feed_rows(connection, job_id))
        assert not feeding.waits
    assert await feeding == 0
    assert await feed_rows(two, job_id) == 0
    assert await value(cast.watcher, "select count(*) from work") == 0


async def test_a_pause_waits_for_the_feeder_and_detaches_the_rows_it_fed(cast: Cast) -> None:
    one, two, _ = cast.actors
    job_id = await new_fed_job(one, [CAKE])
    async with one.transaction():
        assert await feed_pages(one, job_id) == 1
        pausing = await cast.begin(two, lambda connection: pause(connection, job_id))
        assert pausing.waits
    await pausing
    assert await value(cast.watcher, "select count(*) from job_items where url_hash is not null") == 0
    assert await value(cast.watcher, "select status from crawl_tasks") == "failed"


@pytest.mark.slow
async def test_without_the_lock_of_the_lane_pages_of_a_paused_job_are_fetched(cast: Cast) -> None:
    one, two, _ = cast.actors
    two.leave_out("select id from lanes where job_id = %s for no key update", "select id from lanes where job_id = %s")
    job_id = await new_fed_job(one, [CAKE])
    async with one.transaction():
        lane = await taken(one, job_id)
        assert lane is not None and lane.queue_state == JobState.QUEUED
        pausing = await cast.begin(two, lambda connection: _pause_without_writing_to_the_lane(connection, job_id))
        await pausing
        (row,) = await job_lanes.backlog(one, lane, 10, 10)
        await job_lanes.attach(
            one, lane, [PageWanted(row.id, page(CAKE), "recipe", require_complete=False)], ttls=TTLS, delay_seconds=0
        )
    assert await value(cast.watcher, "select queue_state from jobs") == JobState.PAUSED
    assert await value(cast.watcher, "select status from crawl_tasks") == "pending"


async def _pause_without_writing_to_the_lane(connection: Connection, job_id: int) -> None:
    lane = await job_lanes.lock(connection, job_id)
    assert lane is not None
    await job_lanes.detach(connection, lane)
    await jobs.move(connection, job_id, [JobState.QUEUED, JobState.RUNNING], JobState.PAUSED)


# A row is retried while its lane is parked -------------------------------------------------------------------


async def one_row_in_hand(cast: Cast) -> tuple[int, matching.ItemClaim]:
    one, *_ = cast.actors
    job_id = await new_fed_job(one, [None])
    assert await feed_rows(one, job_id) == 1
    (claim,) = await claim_rows(one)
    return job_id, claim


async def retry_while_a_claim_parks_the_lane(cast: Cast, *, waits: bool) -> int:
    one, two, _ = cast.actors
    job_id, claim = await one_row_in_hand(cast)
    async with two.transaction():
        assert await claim_rows(two, worker="two") == []  # and locks the lane, which it has parked
        again = [ended(claim, ItemStatus.PENDING)]
        settling = await cast.begin(one, lambda connection: matching.settle(connection, "one", again))
        assert settling.waits is waits
    await settling
    return job_id


async def test_a_row_retried_while_its_lane_is_parked_wakes_the_lane(cast: Cast) -> None:
    job_id = await retry_while_a_claim_parks_the_lane(cast, waits=True)
    assert (await job_lane(cast.watcher, job_id))["ready"]


@pytest.mark.slow
async def test_without_the_lane_lock_a_retried_row_stays_in_a_parked_lane(cast: Cast) -> None:
    await cast.leave_out(cast.actors[0], "settle_items", (LOCK_LANES, "order by l.id;"))
    job_id = await retry_while_a_claim_parks_the_lane(cast, waits=False)
    assert (await job_lane(cast.watcher, job_id))["parked"]


# Duplicates -------------------------------------------------------------------------------------------------


async def duplicate_added_while_it_ends(cast: Cast) -> int:
    """Add a duplicate of a row that an earlier statement is settling."""
    one, two, _ = cast.actors
    job_id, claim = await one_row_in_hand(cast)
    async with two.transaction():
        await two.execute("select from job_items where id = %s for share", (claim.item_id,))
        settling = await cast.begin(one, lambda connection: matching.settle(connection, "one", [ended(claim)]))
        assert settling.waits
        await add_row(two, job_id, 2, duplicate_of=claim.item_id)
    await settling
    return job_id


async def test_a_duplicate_added_while_its_original_ends_ends_with_it(cast: Cast) -> None:
    job_id = await duplicate_added_while_it_ends(cast)
    assert await states(cast.watcher, job_id) == ["DONE", "DONE"]
    assert await recount(cast.watcher, job_id) == {"done": 2}


@pytest.mark.slow
async def test_a_duplicate_is_missed_if_searched_before_the_lock(cast: Cast) -> None:
    one, *_ = cast.actors
    early = "v_ended := array(select i.twin_of from job_items i where i.twin_of is not null);"
    await cast.leave_out(
        one,
        "settle_items",
        (
            "    if 'PENDING' = any (p_statuses) then\n        perform",
            f"    {early}\n    if false then\n        perform",
        ),
        (
            "           array(select t.id from told t where t.job_id is not null and t.status <> 'PENDING')\n",
            "           v_ended\n",
        ),
    )
    job_id = await duplicate_added_while_it_ends(cast)
    assert await states(cast.watcher, job_id) == ["DONE", "PENDING"]


async def settle_duplicates_while_their_original_is_noted(cast: Cast) -> None:
    """A settle adds the row to the backlog under its lock, while another settles its duplicates with both locks."""
    one, two, _ = cast.actors
    job_id, claim = await one_row_in_hand(cast)
    note = """
        insert into twin_backlog (item_id, job_id) values (%s, %s) on conflict (item_id) do update set settled_to = 0
    """
    await one.execute(note, (claim.item_id, job_id))
    async with one.transaction():
        await one.execute("select from job_items where id = %s for update", (claim.item_id,))
        settling = await cast.begin(two, lambda connection: duplicates.settle(connection, claim.item_id))
        assert settling.waits
        await one.execute(note, (claim.item_id, job_id))
    await settling


async def test_settling_duplicates_does_not_block_adding_their_original_to_the_backlog(cast: Cast) -> None:
    await settle_duplicates_while_their_original_is_noted(cast)
    assert await value(cast.watcher, "select count(*) from twin_backlog") == 0


@pytest.mark.slow
async def test_locking_the_backlog_before_the_row_deadlocks(cast: Cast) -> None:
    early = "perform from twin_backlog b where b.item_id = p_item for update;"
    first = "    perform from job_items i where i.id = v_original for share;\n"
    await cast.leave_out(cast.actors[1], "settle_twins", (first, f"    {early}\n{first}"))
    with pytest.raises(psycopg.errors.DeadlockDetected):
        await settle_duplicates_while_their_original_is_noted(cast)


# One lock order ----------------------------------------------------------------------------------------------


async def meet_at_the_lane(cast: Cast, job_id: int, first: object, second: object) -> None:
    """Begin both while a third party locks the lane of the job."""
    one, two, three = cast.actors
    assert callable(first) and callable(second)
    async with three.transaction():
        await three.execute("select from lanes where job_id = %s for no key update", (job_id,))
        begun = [await cast.begin(one, first), await cast.begin(two, second)]
        assert all(each.waits for each in begun)
    await asyncio.gather(*begun)


async def test_canceling_a_job_and_settling_its_rows_do_not_deadlock(cast: Cast) -> None:
    job_id, claim = await one_row_in_hand(cast)
    again = [ended(claim, ItemStatus.PENDING)]
    await meet_at_the_lane(
        cast,
        job_id,
        lambda connection: matching.settle(connection, "one", again),
        lambda connection: cancel(connection, job_id),
    )
    assert await states(cast.watcher, job_id) == ["CANCELED"]
    assert await recount(cast.watcher, job_id) == {"canceled": 1}


async def settle_while_canceled(cast: Cast) -> None:
    """The settle locks the row, and the cancel locks the lane."""
    one, two, three = cast.actors
    job_id, claim = await one_row_in_hand(cast)
    assert await claim_rows(one) == []  # so that the lane is parked
    again = [ended(claim, ItemStatus.PENDING)]
    async with three.transaction():
        await three.execute("select from job_items where job_id = %s for update", (job_id,))
        settling = await cast.begin(one, lambda connection: matching.settle(connection, "one", again))
        canceling = await cast.begin(two, lambda connection: cancel(connection, job_id))
        assert settling.waits and canceling.waits
    await asyncio.gather(settling, canceling)


async def test_lanes_of_jobs_are_locked_before_their_work(cast: Cast) -> None:
    await settle_while_canceled(cast)


@pytest.mark.slow
async def test_locking_lanes_after_their_work_deadlocks(cast: Cast) -> None:
    await cast.leave_out(cast.actors[0], "settle_items", (LOCK_LANES, "order by l.id;"))
    with pytest.raises(psycopg.errors.DeadlockDetected):
        await settle_while_canceled(cast)


async def test_a_sweep_skips_rows_whose_lane_is_locked(cast: Cast) -> None:
    one, two, _ = cast.actors
    job_id, _ = await one_row_in_hand(cast)
    await one.execute("update work set lease_until = now() - interval '1 second'")
    async with one.transaction():
        await one.execute("select from lanes where job_id = %s for no key update", (job_id,))
        sweeping = await cast.begin(two, lambda connection: leases.sweep(connection, delay_seconds=0))
        assert not sweeping.waits
        assert (await sweeping).freed == 0
    assert (await leases.sweep(two, delay_seconds=0)).freed == 1
