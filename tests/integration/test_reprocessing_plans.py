"""Reprocessing rows, and working on one job alone, on a large queue read no more than requested."""

from tests.integration.helpers import WITHOUT_ROBOTS, rows, value
from tests.integration.job_helpers import claim_rows
from tests.integration.test_job_plans import lane_of_the_big_job
from tests.integration.test_plans import BATCH, MAX_ROWS, Watched, large, large_url

from garner.core.lifecycle import Stage
from garner.engine.files.appending import edit_row
from garner.store.crawl import extraction, fetching
from garner.store.jobs.reprocessing import orders, reopening
from garner.store.jobs.reprocessing.orders import MaxAttempts
from garner.store.queue import slices

__all__ = ["large", "large_url"]  # fixtures


async def test_processing_the_rows_of_an_order(large: Watched) -> None:
    lane = await lane_of_the_big_job(large)
    await large.prepare("update jobs set rows_numbered = 30000, kind = 'product' where id = 1")
    await orders.give(large.connection, 1, ["DONE", "ERROR"], None, reset_attempts=False)
    await large.forget()
    order = await orders.first(large.connection, 1)
    assert order is not None
    look = await orders.next_batch(large.connection, order, MaxAttempts(5, 3), BATCH)
    assert len(look.chosen) == BATCH and not look.is_last
    assert await reopening.reopen(large.connection, lane, look.chosen, reset_attempts=False) == BATCH
    await orders.note(large.connection, order, look)
    await large.assert_frugal(at_least=5)


async def test_withdrawing_rows_from_workers_and_making_others_due(large: Watched) -> None:
    lane = await lane_of_the_big_job(large)
    claims = await claim_rows(large.connection, BATCH)
    waiting = [
        one["item_id"]
        for one in await rows(
            large.connection,
            "select item_id from work where item_id is not null and lease_until is null order by id desc limit 50",
        )
    ]
    async with large.unwatched():
        await large.connection.execute(
            "update work set due_at = now() + interval '1 hour' where item_id = any(%s)", (waiting,)
        )
    in_hand = [claim.item_id for claim in claims]
    held = await reopening.lock_rows(large.connection, lane, [*in_hand, *waiting])
    assert len(held.rows) == 2 * BATCH
    assert await reopening.withdraw(large.connection, lane, in_hand, reset_attempts=False) == BATCH
    assert (await reopening.make_due(large.connection, lane, waiting, reset_attempts=True))[0] == BATCH
    await reopening.give_up_pages(large.connection, held)
    await large.assert_frugal(3 * MAX_ROWS, at_least=6)  # an index still contains what this transaction wrote before


async def test_editing_a_row(large: Watched) -> None:
    lane = await lane_of_the_big_job(large)
    await large.prepare("update jobs set job_type = 'table', kind = 'product' where id = 1")
    item_id = await value(large.connection, "select id from job_items where job_id = 1 and row_no = 1")
    await large.forget()
    await edit_row(large.connection, lane, item_id, {"title": "Pan"})
    await large.assert_frugal(at_least=5)


async def test_claiming_the_work_of_one_job(large: Watched) -> None:
    await lane_of_the_big_job(large)
    await large.prepare(
        """
        update job_items i set url_hash = t.url_hash, kind = 'recipe'
        from (select url_hash, row_number() over (order by id) * 3 + 15000 as row_no from crawl_tasks limit 50) t
        where i.job_id = 1 and i.row_no = t.row_no;
        update lanes set ready_at = now() - interval '1 second' where stage = 'crawl';
        """
    )
    await slices.hand_out_pages(large.connection, 1)
    for stage in (Stage.CRAWL, Stage.MATCH):
        await slices.seconds_until_ready(large.connection, stage, 1)
    await large.assert_frugal(at_least=5)
    to_fetch = await slices.find_pages(large.connection, 1, Stage.CRAWL)
    to_extract = await slices.find_pages(large.connection, 1, Stage.EXTRACT)
    pages = await fetching.claim(large.connection, "slice", BATCH, 60.0, WITHOUT_ROBOTS, work_ids=to_fetch)
    bodies = await extraction.claim(large.connection, "slice", BATCH, 60.0, work_ids=to_extract)
    assert pages and bodies and len(pages) + len(bodies) <= 50
    # The ready lanes are read in order until enough are of this job, with the queue of each.
    await large.assert_frugal(30 * MAX_ROWS, at_least=10)
