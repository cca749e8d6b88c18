"""Rows without a link that are not in the catalogue wait for the pages of their own job, which may add to it."""

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest
from tests.integration.helpers import new_user, rows, value
from tests.integration.job_helpers import (
    add_row,
    claim_rows,
    feed,
    in_queue,
    job_lane,
    new_fed_job,
    recount,
    row_of,
    states,
    waits_for_page,
)

from garner.core.lifecycle import ItemStatus
from garner.core.rows.row import AWAITS_PAGES
from garner.engine import Engine
from garner.engine.files.appending import edit
from garner.engine.jobs.job_control import cancel, pause, resume
from garner.engine.jobs.reprocessing import ReprocessRequest, reprocess
from garner.pools.pictures import Pictures
from garner.postgres.database import Connection, Database
from garner.runtime.loop import Lease, LeasedWork, Loop
from garner.runtime.stages.match.stage import MatchStage
from garner.settings import Settings
from garner.store.queue import page_waits
from garner.store.queue.matching import ItemResult

from .catalogue_helpers import add_product

WINDOW = 4
FIRST_SECONDS = 60.0  # longer than any test
PAN, POT = "https://shop.example/pan", "https://shop.example/pot"


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.with_values(job_window=WINDOW, job_pages=2, not_found_retry_seconds=FIRST_SECONDS)


class JobHarness:
    """A job with and without links, its feeder, and a matching worker, each run on request."""

    def __init__(self, engine: Engine, connection: Connection, stage: MatchStage) -> None:
        self.engine, self.connection, self.stage = engine, connection, stage
        self.loop = Loop(stage, engine.database, "w", engine.settings)
        self.job_id = 0

    async def job(self, *urls: str | None, user_id: int | None = None) -> int:
        """Create a job and feed as many of its rows as fit."""
        self.job_id = await new_fed_job(self.connection, urls, kind="product", user_id=user_id)
        await self.feed()
        return self.job_id

    async def feed(self) -> int:
        return await feed(self.engine, self.job_id)

    async def match(self) -> int:
        return await self.loop.run_once()

    async def end_pages(self, status: str = "DONE") -> None:
        await self.connection.execute(
            "update job_items set status = %s, completed_at = now() where job_id = %s and url is not null",
            (status, self.job_id),
        )

    async def states(self) -> list[str]:
        return await states(self.connection, self.job_id)

    async def waiting(self) -> list[int]:
        """Return the numbers of the rows that wait for pages."""
        found = await rows(
            self.connection,
            "select row_no from job_items where job_id = %s and error_code = %s order by row_no",
            self.job_id,
            AWAITS_PAGES,
        )
        return [one["row_no"] for one in found]

    async def entry(self) -> dict[str, Any] | None:
        found = await rows(
            self.connection,
            """
            select extract(epoch from retry_at - now())::float8 as retry_in, retried_to
            from page_waits where job_id = %s
            """,
            self.job_id,
        )
        return found[0] if found else None

    async def pass_time(self, seconds: float) -> None:
        await self.connection.execute(
            "update page_waits set since = since - %(s)s, retry_at = retry_at - %(s)s",
            {"s": timedelta(seconds=seconds)},
        )

    async def add_pan(self) -> int:
        return await add_product(self.connection, "Cast iron pan", brand="Hearth")


@pytest.fixture
async def harness(engine: Engine, database: Database, pictures: Pictures) -> AsyncIterator[JobHarness]:
    async with database.connection() as connection:
        yield JobHarness(engine, connection, MatchStage(engine, pictures, "w", reads_text=False))


# Postponing --------------------------------------------------------------------------------------------------


async def test_a_row_without_a_match_returns_to_the_backlog_without_an_attempt(harness: JobHarness) -> None:
    job_id = await harness.job(None, PAN)
    assert await harness.match() == 1
    found = await row_of(harness.connection, job_id, 1)
    assert (found["status"], found["attempts"], found["error_code"]) == ("PENDING", 0, AWAITS_PAGES)
    assert found["last_error"] == "Waiting for pages of the same job, which may add the product to the catalogue."
    assert await in_queue(harness.connection, job_id) == []
    assert await recount(harness.connection, job_id) == {"pending": 2}
    entry = await harness.entry()
    assert entry is not None and 0 < entry["retry_in"] <= FIRST_SECONDS


async def test_a_matched_row_does_not_wait(harness: JobHarness) -> None:
    await harness.add_pan()
    await harness.job(None, PAN)
    await harness.match()
    assert (await harness.states())[0] == "DONE" and await harness.entry() is None


async def test_a_waiting_row_is_updated_once_regardless_of_retries(harness: JobHarness) -> None:
    """Otherwise it would reappear repeatedly in views sorted by time."""
    job_id = await harness.job(None, PAN)
    await harness.match()
    moved = (await row_of(harness.connection, job_id, 1))["updated_at"]
    await harness.pass_time(FIRST_SECONDS)
    await harness.feed()
    assert await harness.match() == 1
    assert (await row_of(harness.connection, job_id, 1))["updated_at"] == moved


async def test_the_feeder_is_woken_soon_even_if_it_was_parked(harness: JobHarness) -> None:
    """The pages may have ended since the row was claimed, and the feeder may be parked."""
    await harness.job(None, PAN)
    await harness.feed()
    assert not (await job_lane(harness.connection, harness.job_id))["is_to_be_fed"]
    await harness.match()
    soon = await value(
        harness.connection,
        "select feed_at <= now() + interval '1 second' from lanes where job_id = %s",
        harness.job_id,
    )
    assert soon


async def test_a_worker_that_lost_a_row_postpones_nothing(harness: JobHarness) -> None:
    job_id = await harness.job(None, PAN)
    (claim,) = await claim_rows(harness.connection)
    late = ItemResult(claim.work_id, claim.fence - 1, ItemStatus.PENDING, error="late")
    assert await page_waits.put_off(harness.connection, "one", [late], retry_seconds=1.0) == set()
    other = ItemResult(claim.work_id, claim.fence, ItemStatus.PENDING, error="not mine")
    assert await page_waits.put_off(harness.connection, "two", [other], retry_seconds=1.0) == set()
    assert await in_queue(harness.connection, job_id) == [1] and await harness.waiting() == []
    assert await harness.entry() is None


# Reasons to wait ---------------------------------------------------------------------------------------------


async def is_postponed(harness: JobHarness) -> bool:
    assert await harness.match() == 1
    (found,) = await rows(
        harness.connection,
        "select status, error_code from job_items where job_id = %s and url is null",
        harness.job_id,
    )
    assert found["status"] == ("PENDING" if found["error_code"] == AWAITS_PAGES else "NOT_FOUND")
    return bool(found["error_code"] == AWAITS_PAGES)


@pytest.mark.parametrize("status", ["PENDING", "PROCESSING"])
async def test_a_row_waits_for_an_open_page(harness: JobHarness, status: str) -> None:
    await harness.job(PAN, None)
    await harness.connection.execute("update job_items set status = %s where url is not null", (status,))
    assert await waits_for_page(harness.connection, harness.job_id) == [1]
    assert await is_postponed(harness)


async def test_a_row_waits_for_links_that_are_not_fed_yet(harness: JobHarness) -> None:
    """Two pages fit, and neither of them is open any more."""
    await harness.job(None, PAN, POT, "https://shop.example/lid")
    await harness.connection.execute(
        "update job_items set status = 'DONE', completed_at = now() where job_id = %s and url_hash is not null",
        (harness.job_id,),
    )
    assert (await job_lane(harness.connection, harness.job_id))["fed_to"] == 3
    assert await is_postponed(harness)


async def test_a_row_waits_for_files_that_are_still_being_read(harness: JobHarness) -> None:
    await harness.job(None)
    await add_file(harness, may_have_links=True)
    assert await is_postponed(harness)


async def test_a_row_does_not_wait_for_a_file_without_links(harness: JobHarness) -> None:
    await harness.job(None)
    await add_file(harness, may_have_links=False)
    assert not await is_postponed(harness)


async def test_a_row_does_not_wait_for_a_file_that_has_been_read(harness: JobHarness) -> None:
    await harness.job(None)
    await add_file(harness, may_have_links=True)
    await harness.connection.execute("update ingests set finished_at = now()")
    assert not await is_postponed(harness)


async def add_file(harness: JobHarness, *, may_have_links: bool) -> None:
    await harness.connection.execute(
        """
        with file as (insert into files (name, size_bytes, content_hash, path)
                      values ('rows.csv', 1, repeat('a', 64), 'aa/a.zst') returning id)
        insert into ingests (job_id, file_id, may_have_links) select %s, id, %s from file
        """,
        (harness.job_id, may_have_links),
    )


@pytest.mark.parametrize("status", ["DONE", "ERROR", "CANCELED", "SKIPPED"])
async def test_a_row_does_not_wait_for_an_ended_page(harness: JobHarness, status: str) -> None:
    await harness.job(None, PAN)
    await harness.end_pages(status)
    assert not await is_postponed(harness)


async def test_a_row_does_not_wait_for_a_page_of_another_job(harness: JobHarness) -> None:
    await harness.job(PAN)
    await harness.job(None)
    assert not await is_postponed(harness)


async def test_rows_of_a_job_without_links_end_at_once(harness: JobHarness) -> None:
    await harness.job(*[None] * WINDOW)
    assert await harness.match() == WINDOW
    assert await harness.states() == ["NOT_FOUND"] * WINDOW and await harness.entry() is None


async def test_a_page_that_ends_between_claim_and_search_causes_another_try(harness: JobHarness) -> None:
    """The search may have run before the page ended. So one more try follows the last page."""
    await harness.job(None, PAN)
    (claim,) = await harness.stage.claim(10, 60.0)
    await harness.end_pages()
    result = await harness.stage.work(claim, LeasedWork(claim, Lease(claim.work_id, claim.fence), float("inf")))
    assert await harness.stage.settle([result]) == {claim.work_id}
    assert await harness.states() == ["PENDING", "DONE"]
    product = await harness.add_pan()
    await harness.feed()
    await harness.match()
    found = await row_of(harness.connection, harness.job_id, 1)
    assert (found["status"], found["attempts"], found["result_json"]["match_id"]) == ("DONE", 1, product)


async def test_open_pages_are_checked_with_a_snapshot_after_the_claim(connection: Connection) -> None:
    """With a snapshot from before the claim, a file that arrived meanwhile would have no links."""
    assert await value(connection, "select provolatile from pg_proc where proname = 'has_open_links'") == "v"


# Retrying ----------------------------------------------------------------------------------------------------


async def test_the_try_after_the_last_page_is_final(harness: JobHarness) -> None:
    await harness.job(None, None, PAN)
    await add_row(harness.connection, harness.job_id, 4, kind="product")
    await harness.match()
    assert await harness.waiting() == [1, 2]
    await harness.end_pages()
    await harness.connection.execute('update job_items set normalized_json = \'{"title": "Moon"}\' where row_no = 2')
    await harness.add_pan()
    await harness.feed()  # to the end of the job
    await harness.feed()
    assert sorted(await in_queue(harness.connection, harness.job_id)) == [1, 2, 4]
    await harness.match()
    assert await harness.states() == ["DONE", "NOT_FOUND", "DONE", "DONE"]
    assert (await row_of(harness.connection, harness.job_id, 2))["attempts"] == 1
    await harness.feed()
    assert await harness.entry() is None
    assert not (await job_lane(harness.connection, harness.job_id))["is_to_be_fed"]


async def test_a_row_is_retried_only_when_due_while_pages_are_open(harness: JobHarness) -> None:
    await harness.job(None, PAN)
    await harness.match()
    assert await harness.feed() == 0 and await harness.feed() == 0
    assert (await job_lane(harness.connection, harness.job_id))["is_to_be_fed"], "the end of the page is to be noticed"
    await harness.pass_time(FIRST_SECONDS)
    await harness.add_pan()
    assert await harness.feed() == 1
    await harness.match()
    assert await harness.states() == ["DONE", "PENDING"]


async def test_the_number_of_tries_is_small_for_long_waits(harness: JobHarness) -> None:
    """The next try follows after half the time waited so far: about 16 tries in ten hours."""
    await harness.job(None, PAN)
    await harness.match()
    waited, tries = 0.0, 0
    while waited < 36_000:
        entry = await harness.entry()
        assert entry is not None
        waited += entry["retry_in"]
        await harness.pass_time(entry["retry_in"])
        assert await harness.feed() == 1
        assert await harness.match() == 1
        tries += 1
    assert 10 < tries < 20


async def test_waiting_rows_are_retried_once_each_a_window_at_a_time(harness: JobHarness) -> None:
    many = 2 * WINDOW + 1
    await harness.job(*[None] * many, PAN)
    while await harness.match():
        await harness.feed()
    assert len(await harness.waiting()) == many and await in_queue(harness.connection, harness.job_id) == []
    await harness.pass_time(FIRST_SECONDS)
    tried = []
    while await harness.feed():
        queued = await in_queue(harness.connection, harness.job_id)
        assert len(queued) <= WINDOW
        assert await harness.feed() == 0, "there is no room"
        tried += queued
        await harness.match()
    assert tried == list(range(1, many + 1))
    entry = await harness.entry()
    assert entry is not None and entry["retried_to"] is None and entry["retry_in"] > 0


async def test_rows_with_links_are_fed_before_rows_are_retried(harness: JobHarness) -> None:
    await harness.job(None, PAN, POT, "https://shop.example/lid", None)
    assert (await job_lane(harness.connection, harness.job_id))["fed_to"] == 3, "there is room for two pages"
    await harness.match()
    await harness.pass_time(FIRST_SECONDS)
    assert await harness.feed() == 1
    assert await in_queue(harness.connection, harness.job_id) == [1], "it is tried while the pages take their time"
    await harness.match()
    await harness.connection.execute(
        "update job_items set status = 'DONE', completed_at = now() where job_id = %s and row_no = 2", (harness.job_id,)
    )
    await harness.pass_time(36_000)
    assert await harness.feed() == 2
    assert await waits_for_page(harness.connection, harness.job_id) == [3, 4]
    assert await in_queue(harness.connection, harness.job_id) == [5], "what was not tried yet goes first"


async def test_a_waiting_row_is_not_fed_like_a_new_one(harness: JobHarness) -> None:
    """The feeder may return for other rows any number of times."""
    await harness.job(None, PAN)
    await harness.match()
    await harness.connection.execute("update lanes set fed_to = 0 where job_id = %s", (harness.job_id,))
    assert await harness.feed() == 0
    assert await in_queue(harness.connection, harness.job_id) == []


async def test_reprocessing_a_waiting_row_retries_it_at_once(harness: JobHarness) -> None:
    await harness.job(None, PAN)
    await harness.match()
    await harness.pass_time(-3600)
    waiting = await row_of(harness.connection, harness.job_id, 1)
    assert (await reprocess(harness.engine, harness.job_id, ReprocessRequest([waiting["id"]]))).taken == 1
    assert await harness.feed() == 1
    assert await in_queue(harness.connection, harness.job_id) == [1]


async def test_a_paused_job_retries_nothing_until_it_is_resumed(harness: JobHarness) -> None:
    await harness.job(None, PAN)
    await harness.match()
    await pause(harness.engine, harness.job_id)
    await harness.pass_time(3600)
    waiting = await row_of(harness.connection, harness.job_id, 1)
    await reprocess(harness.engine, harness.job_id, ReprocessRequest([waiting["id"]]))
    assert await harness.feed() == 0
    await resume(harness.engine, harness.job_id)
    assert await harness.feed() == 1, "the page"
    assert await waits_for_page(harness.connection, harness.job_id) == [2]
    assert await harness.feed() == 1
    assert await in_queue(harness.connection, harness.job_id) == [1]


async def test_canceling_a_job_deletes_its_page_wait(harness: JobHarness) -> None:
    await harness.job(None, PAN)
    await harness.match()
    await cancel(harness.engine, harness.job_id)
    await harness.feed()
    await harness.feed()
    assert await harness.states() == ["CANCELED", "CANCELED"] and await harness.entry() is None


async def test_deleting_a_job_deletes_its_page_wait(harness: JobHarness) -> None:
    await harness.job(None, PAN)
    await harness.match()
    await harness.connection.execute("delete from job_items where job_id = %s", (harness.job_id,))
    await harness.connection.execute("delete from jobs where id = %s", (harness.job_id,))
    assert await harness.entry() is None


# Turns -------------------------------------------------------------------------------------------------------


async def claims_by_job(connection: Connection, limit: int) -> dict[int | None, int]:
    counted: dict[int | None, int] = {}
    for claim in await claim_rows(connection, limit):
        counted[claim.job_id] = counted.get(claim.job_id, 0) + 1
    return counted


async def test_retried_rows_take_turns_with_rows_of_other_users(harness: JobHarness) -> None:
    """Each user gets half of a claim, regardless of the number of waiting rows."""
    one, two = await new_user(harness.connection), await new_user(harness.connection)
    waits = await harness.job(*[None] * (3 * WINDOW), PAN, user_id=one)
    while await harness.match():
        await harness.feed()
    await harness.pass_time(FIRST_SECONDS)
    assert await harness.feed() == WINDOW
    other = await harness.job(*[None] * WINDOW, user_id=two)
    assert await claims_by_job(harness.connection, 4) == {waits: 2, other: 2}


async def test_a_postponed_row_counts_as_a_turn_of_its_user(harness: JobHarness) -> None:
    """A claim that ends in a wait counts like any other: small claims alternate between users."""
    one, two = await new_user(harness.connection), await new_user(harness.connection)
    waits = await harness.job(*[None] * WINDOW, PAN, user_id=one)
    other = await harness.job(*[None] * WINDOW, user_id=two)
    served = []
    for _ in range(4):
        (claim,) = await harness.stage.claim(1, 60.0)
        served.append(claim.job_id)
        result = await harness.stage.work(claim, LeasedWork(claim, Lease(claim.work_id, claim.fence), float("inf")))
        await harness.stage.settle([result])
    assert sorted(served[:2]) == sorted(served[2:]) == sorted([waits, other])


# Links -------------------------------------------------------------------------------------------------------


async def test_rows_of_several_jobs_are_postponed_together(harness: JobHarness) -> None:
    first = await harness.job(None, PAN)
    second = await harness.job(None, POT)
    assert await harness.match() == 2
    found = await rows(harness.connection, "select job_id from page_waits order by job_id")
    assert [one["job_id"] for one in found] == [first, second]


async def test_an_edited_row_can_be_the_first_with_a_link(harness: JobHarness) -> None:
    await harness.job(None, None)
    await harness.connection.execute(
        "update jobs set options = %s where id = %s",
        ('{"columns": ["title", "url"], "meanings": [["title", "title"], ["url", "url"]]}', harness.job_id),
    )
    second = await row_of(harness.connection, harness.job_id, 2)
    await edit(harness.engine, harness.job_id, second["id"], {"url": PAN})
    assert await value(harness.connection, "select last_linked_row from jobs where id = %s", harness.job_id) == 2
    assert await harness.match() == 1
    assert await harness.waiting() == [1]
