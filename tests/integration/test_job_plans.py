"""Feeding a job, claiming its rows and pausing it on a large queue read no more than the window needs."""

from collections.abc import AsyncIterator

import pytest
from tests.integration.helpers import row, value
from tests.integration.job_helpers import TTLS, claim_rows, ended, new_fed_job
from tests.integration.loaded_databases import own_database
from tests.integration.test_plans import BATCH, MAX_ROWS, Watched, large, large_url, watched

from garner.core.lifecycle import ItemStatus
from garner.core.urls.page_url import parse_page_url
from garner.store.queue import job_lanes, leases, matching
from garner.store.queue.job_lanes import JobLane, PageWanted

__all__ = ["large", "large_url"]  # fixtures


WINDOW = 500


async def lane_of_the_big_job(large: Watched) -> JobLane:
    """Put the queued rows of the big job on its lane; twenty other jobs have no work."""
    await large.prepare(
        """
        insert into jobs (job_type, kind) select 'csv', 'product' from generate_series(1, 20);
        insert into lanes (stage, job_id, ready_at) select 'match', id, now() - interval '1 second' from jobs;
        update work set lane_id = (select id from lanes where job_id = 1) where stage = 'match';
        update lanes set feed_at = now(), fed_to = 15000 where job_id = 1;
        """
    )
    lane_id = await value(large.connection, "select id from lanes where job_id = 1")
    await large.forget()
    lane = await job_lanes.take(large.connection, lane_id)
    assert lane is not None
    return lane


async def test_claiming_and_settling_rows_of_jobs(large: Watched) -> None:
    await lane_of_the_big_job(large)
    await large.forget()
    claims = await claim_rows(large.connection, BATCH)
    assert len(claims) == BATCH
    await large.assert_frugal(at_least=5)
    fates = (ItemStatus.DONE, ItemStatus.PENDING)
    results = [ended(claim, fates[number % 2]) for number, claim in enumerate(claims)]
    assert len(await matching.settle(large.connection, "one", results)) == BATCH
    await large.assert_frugal(at_least=5)


async def test_feeding_rows_to_the_queue(large: Watched) -> None:
    lane = await lane_of_the_big_job(large)
    last = await job_lanes.last_in_sight(large.connection, lane, MAX_ROWS)
    assert last == 15_000 + MAX_ROWS
    room = await job_lanes.room(large.connection, lane, rows=BATCH, pages=BATCH)
    assert room.rows == 0
    waiting = await job_lanes.backlog(large.connection, lane, last, BATCH)
    assert len(waiting) == BATCH
    await large.assert_frugal(at_least=4)
    await job_lanes.queue(large.connection, lane, [one.id for one in waiting], max_attempts=5, reads_text=False)
    await job_lanes.move_on(large.connection, lane, fed_to=last, again_in=0.0, queued=True)
    await large.assert_frugal(at_least=1)


async def test_attaching_rows_to_pages(large: Watched) -> None:
    lane = await lane_of_the_big_job(large)
    waiting = await job_lanes.backlog(large.connection, lane, 20_000, BATCH)
    known = await row(large.connection, "select array(select url from crawl_tasks order by id limit 25) as urls")
    urls = [*known["urls"], *(f"https://kitchen.example/{number}" for number in range(BATCH - 25))]
    wanted = [
        PageWanted(one.id, parse_page_url(url, allow_private=True), "recipe", require_complete=False)
        for one, url in zip(waiting, urls, strict=True)
    ]
    await large.forget()
    attached = await job_lanes.attach(large.connection, lane, wanted, ttls=TTLS, delay_seconds=1.0)
    assert len(attached) == BATCH
    await large.assert_frugal(at_least=10)
    assert await job_lanes.detach(large.connection, lane) == BATCH
    await large.assert_frugal(at_least=4)


@pytest.fixture
async def fresh(server_url: str, template: str) -> AsyncIterator[Watched]:
    """A database without gathered statistics."""
    with own_database(server_url) as url:
        async with watched(url) as opened:
            yield opened


@pytest.mark.parametrize("known", [False, True], ids=["nothing is known", "known as they were before"])
async def test_attaching_all_rows_to_pages_without_statistics(fresh: Watched, known: bool) -> None:
    """The first job has just arrived: the tables have no statistics, or statistics from when they were almost empty."""
    urls = [f"https://kitchen.example/{number}" for number in range(WINDOW)]
    pages = [parse_page_url(url, allow_private=True) for url in urls]
    async with fresh.unwatched():
        if known:
            await new_fed_job(fresh.connection, ["https://kitchen.example/first"])
            await fresh.connection.execute("analyze job_items; analyze crawl_tasks; analyze resources")
        job_id = await new_fed_job(fresh.connection, urls)
        lane_id = await value(fresh.connection, "select id from lanes where job_id = %s", job_id)
        lane = await job_lanes.take(fresh.connection, lane_id)
        assert lane is not None
        waiting = await job_lanes.backlog(fresh.connection, lane, WINDOW, WINDOW)
    wanted = [PageWanted(one.id, of, "recipe", require_complete=False) for one, of in zip(waiting, pages, strict=True)]
    assert len(await job_lanes.attach(fresh.connection, lane, wanted, ttls=TTLS, delay_seconds=1.0)) == WINDOW
    assert [read for read in await fresh.forget() if read[2] > 4 * WINDOW] == []
    assert await job_lanes.detach(fresh.connection, lane) == WINDOW
    assert [read for read in await fresh.forget() if read[2] > 4 * WINDOW] == []


async def test_claiming_and_settling_rows_of_a_job_without_statistics(fresh: Watched) -> None:
    """The statistics do not cover the job yet."""
    async with fresh.unwatched():
        await new_fed_job(fresh.connection, [None])
        await fresh.connection.execute("analyze")
        job_id = await new_fed_job(fresh.connection, [None] * WINDOW)
        lane_id = await value(fresh.connection, "select id from lanes where job_id = %s", job_id)
        lane = await job_lanes.take(fresh.connection, lane_id)
        assert lane is not None
        waiting = await job_lanes.backlog(fresh.connection, lane, WINDOW, WINDOW)
        await job_lanes.queue(fresh.connection, lane, [one.id for one in waiting], max_attempts=5, reads_text=False)
        await job_lanes.move_on(fresh.connection, lane, fed_to=WINDOW, again_in=0.0, queued=True)
    claims = await claim_rows(fresh.connection, BATCH)
    assert len(claims) == BATCH
    await matching.settle(fresh.connection, "one", [ended(claim, ItemStatus.DONE) for claim in claims])
    # The leases of a worker may be scanned for each, but not the rows of jobs.
    assert [read for read in await fresh.forget() if read[2] > 2 * BATCH * BATCH] == []


async def test_taking_rows_from_lost_workers(large: Watched) -> None:
    await lane_of_the_big_job(large)
    await claim_rows(large.connection, BATCH)
    await large.connection.execute("update work set lease_until = now() - interval '1 second' where worker = 'one'")
    await large.forget()
    assert (await leases._sweep_items(large.connection, 0, BATCH)).freed == BATCH
    await large.assert_frugal(2 * MAX_ROWS, at_least=2)
