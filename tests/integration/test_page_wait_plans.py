"""The cost of rows that wait for pages of their own job on a large queue is proportional to their number."""

from tests.integration.job_helpers import claim_rows, ended
from tests.integration.test_job_plans import lane_of_the_big_job
from tests.integration.test_plans import BATCH, Watched, large, large_url

from garner.core.lifecycle import ItemStatus
from garner.store.queue import page_waits

__all__ = ["large", "large_url"]  # fixtures


async def test_open_pages_are_checked_once_per_claim_by_an_index(large: Watched) -> None:
    """The job has links, and none of them is open any more, so that no search ends early."""
    await lane_of_the_big_job(large)
    await large.prepare(
        "update jobs set last_linked_row = 10 where id = 1; update lanes set fed_to = 30000 where job_id = 1"
    )
    claims = await claim_rows(large.connection, BATCH)
    assert len(claims) == BATCH and not any(claim.pages_open for claim in claims)
    read = [one for one in await large.forget() if "g.may_have_links" in one[3]]
    assert read and all(count <= 1 for _, _, count, _ in read), read
    tables = [table for table, _, _, _ in read]
    assert [tables.count(table) for table in ("job_items", "jobs", "lanes")] == [1, 1, 1]


async def test_waiting_rows_are_found_by_an_index(large: Watched) -> None:
    """All but a few rows of the job have another state: done, or pending and not tried yet."""
    lane = await lane_of_the_big_job(large)
    await large.prepare("update jobs set last_linked_row = 30000 where id = 1")
    claims = await claim_rows(large.connection, BATCH)
    assert all(claim.pages_open for claim in claims)
    results = [ended(claim, ItemStatus.PENDING, error="It waits.") for claim in claims]
    await large.forget()
    assert len(await page_waits.put_off(large.connection, "one", results, retry_seconds=1.0)) == BATCH
    await large.assert_frugal(at_least=4)
    waiting = await page_waits.next_rows(large.connection, lane, BATCH + 1)
    assert len(waiting) == BATCH
    await large.assert_frugal(at_least=1)
    assert await page_waits.start_pass(large.connection, lane, [one.id for one in waiting]) == BATCH
    await large.assert_frugal(at_least=1)
