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


class Desk:
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
async def desk(engine: Engine, database: Database, pictures: Pictures) -> AsyncIterator[Desk]:
    async with database.connection() as connection:
        yield Desk(engine, connection, MatchStage(engine, pictures, "w", reads_text=False))


# Postponing --------------------------------------------------------------------------------------------------


async def test_a_row_without_a_match_returns_to_the_backlog_without_an_attempt(desk: Desk) -> None:
    job_id = await desk.job(None, PAN)
    assert await desk.match() == 1
    found = await row_of(desk.connection, job_id, 1)
    assert (found["status"], found["attempts"], found["error_code"]) == ("PENDING", 0, AWAITS_PAGES)
    assert found["last_error"] == "Waiting for pages of the same job, which may add the product to the catalogue."
    assert await in_queue(desk.connection, job_id) == []
    assert await recount(desk.connection, job_id) == {"pending": 2}
    entry = await desk.entry()
    assert entry is not None and 0 < entry["retry_in"] <= FIRST_SECONDS


async def test_a_matched_row_does_not_wait(desk: Desk) -> None:
    await desk.add_pan()
    await desk.job(None, PAN)
    await desk.match()
    assert (await desk.states())[0] == "DONE" and await desk.entry() is None


async def test_a_waiting_row_is_updated_once_regardless_of_retries(desk: Desk) -> None:
    """Otherwise it would reappear repeatedly in views sorted by time."""
    job_id = await desk.job(None, PAN)
    await desk.match()
    moved = (await row_of(desk.connection, job_id, 1))["updated_at"]
    await desk.pass_time(FIRST_SECONDS)
    await desk.feed()
    assert await desk.match() == 1
    assert (await row_of(desk.connection, job_id, 1))["updated_at"] == moved


async def test_the_feeder_is_woken_soon_even_if_it_was_parked(desk: Desk) -> None:
    """The pages may have ended since the row was claimed, and the feeder may be parked."""
    await desk.job(None, PAN)
    await desk.feed()
    assert not (await job_lane(desk.connection, desk.job_id))["is_to_be_fed"]
    await desk.match()
    soon = await value(
        desk.connection,
        "select feed_at <= now() + interval '1 second' from lanes where job_id = %s",
        desk.job_id,
    )
    assert soon


async def test_a_worker_that_lost_a_row_postpones_nothing(desk: Desk) -> None:
    job_id = await desk.job(None, PAN)
    (claim,) = await claim_rows(desk.connection)
    late = ItemResult(claim.work_id, claim.fence - 1, ItemStatus.PENDING, error="late")
    assert await page_waits.put_off(desk.connection, "one", [late], retry_seconds=1.0) == set()
    other = ItemResult(claim.work_id, claim.fence, ItemStatus.PENDING, error="not mine")
    assert await page_waits.put_off(desk.connection, "two", [other], retry_seconds=1.0) == set()
    assert await in_queue(desk.connection, job_id) == [1] and await desk.waiting() == []
    assert await desk.entry() is None


# Reasons to wait ---------------------------------------------------------------------------------------------


async def is_postponed(desk: Desk) -> bool:
    assert await desk.match() == 1
    (found,) = await rows(
        desk.connection,
        "select status, error_code from job_items where job_id = %s and url is null",
        desk.job_id,
    )
    assert found["status"] == ("PENDING" if found["error_code"] == AWAITS_PAGES else "NOT_FOUND")
    return bool(found["error_code"] == AWAITS_PAGES)


@pytest.mark.parametrize("status", ["PENDING", "PROCESSING"])
async def test_a_row_waits_for_an_open_page(desk: Desk, status: str) -> None:
    await desk.job(PAN, None)
    await desk.connection.execute("update job_items set status = %s where url is not null", (status,))
    assert await waits_for_page(desk.connection, desk.job_id) == [1]
    assert await is_postponed(desk)


async def test_a_row_waits_for_links_that_are_not_fed_yet(desk: Desk) -> None:
    """Two pages fit, and neither of them is open any more."""
    await desk.job(None, PAN, POT, "https://shop.example/lid")
    await desk.connection.execute(
        "update job_items set status = 'DONE', completed_at = now() where job_id = %s and url_hash is not null",
        (desk.job_id,),
    )
    assert (await job_lane(desk.connection, desk.job_id))["fed_to"] == 3
    assert await is_postponed(desk)


async def test_a_row_waits_for_files_that_are_still_being_read(desk: Desk) -> None:
    await desk.job(None)
    await add_file(desk, may_have_links=True)
    assert await is_postponed(desk)


async def test_a_row_does_not_wait_for_a_file_without_links(desk: Desk) -> None:
    await desk.job(None)
    await add_file(desk, may_have_links=False)
    assert not await is_postponed(desk)


async def test_a_row_does_not_wait_for_a_file_that_has_been_read(desk: Desk) -> None:
    await desk.job(None)
    await add_file(desk, may_have_links=True)
    await desk.connection.execute("update ingests set finished_at = now()")
    assert not await is_postponed(desk)


async def add_file(desk: Desk, *, may_have_links: bool) -> None:
    await desk.connection.execute(
        """
        with file as (insert into files (name, size_bytes, content_hash, path)
                      values ('rows.csv', 1, repeat('a', 64), 'aa/a.zst') returning id)
        insert into ingests (job_id, file_id, may_have_links) select %s, id, %s from file
        """,
        (desk.job_id, may_have_links),
    )


@pytest.mark.parametrize("status", ["DONE", "ERROR", "CANCELED", "SKIPPED"])
async def test_a_row_does_not_wait_for_an_ended_page(desk: Desk, status: str) -> None:
    await desk.job(None, PAN)
    await desk.end_pages(status)
    assert not await is_postponed(desk)


async def test_a_row_does_not_wait_for_a_page_of_another_job(desk: Desk) -> None:
    await desk.job(PAN)
    await desk.job(None)
    assert not await is_postponed(desk)


async def test_rows_of_a_job_without_links_end_at_once(desk: Desk) -> None:
    await desk.job(*[None] * WINDOW)
    assert await desk.match() == WINDOW
    assert await desk.states() == ["NOT_FOUND"] * WINDOW and await desk.entry() is None


async def test_a_page_that_ends_between_claim_and_search_causes_another_try(desk: Desk) -> None:
    """The search may have run before the page ended. So one more try follows the last page."""
    await desk.job(None, PAN)
    (claim,) = await desk.stage.claim(10, 60.0)
    await desk.end_pages()
    result = await desk.stage.work(claim, LeasedWork(claim, Lease(claim.work_id, claim.fence), float("inf")))
    assert await desk.stage.settle([result]) == {claim.work_id}
    assert await desk.states() == ["PENDING", "DONE"]
    product = await desk.add_pan()
    await desk.feed()
    await desk.match()
    found = await row_of(desk.connection, desk.job_id, 1)
    assert (found["status"], found["attempts"], found["result_json"]["match_id"]) == ("DONE", 1, product)


async def test_open_pages_are_checked_with_a_snapshot_after_the_claim(connection: Connection) -> None:
    """With a snapshot from before the claim, a file that arrived meanwhile would have no links."""
    assert await value(connection, "select provolatile from pg_proc where proname = 'has_open_links'") == "v"


# Retrying ----------------------------------------------------------------------------------------------------


async def test_the_try_after_the_last_page_is_final(desk: Desk) -> None:
    await desk.job(None, None, PAN)
    await add_row(desk.connection, desk.job_id, 4, kind="product")
    await desk.match()
    assert await desk.waiting() == [1, 2]
    await desk.end_pages()
    await desk.connection.execute('update job_items set normalized_json = \'{"title": "Moon"}\' where row_no = 2')
    await desk.add_pan()
    await desk.feed()  # to the end of the job
    await desk.feed()
    assert sorted(await in_queue(desk.connection, desk.job_id)) == [1, 2, 4]
    await desk.match()
    assert await desk.states() == ["DONE", "NOT_FOUND", "DONE", "DONE"]
    assert (await row_of(desk.connection, desk.job_id, 2))["attempts"] == 1
    await desk.feed()
    assert await desk.entry() is None
    assert not (await job_lane(desk.connection, desk.job_id))["is_to_be_fed"]


async def test_a_row_is_retried_only_when_due_while_pages_are_open(desk: Desk) -> None:
    await desk.job(None, PAN)
    await desk.match()
    assert await desk.feed() == 0 and await desk.feed() == 0
    assert (await job_lane(desk.connection, desk.job_id))["is_to_be_fed"], "the end of the page is to be noticed"
    await desk.pass_time(FIRST_SECONDS)
    await desk.add_pan()
    assert await desk.feed() == 1
    await desk.match()
    assert await desk.states() == ["DONE", "PENDING"]


async def test_the_number_of_tries_is_small_for_long_waits(desk: Desk) -> None:
    """The next try follows after half the time waited so far: about 16 tries in ten hours."""
    await desk.job(None, PAN)
    await desk.match()
    waited, tries = 0.0, 0
    while waited < 36_000:
        entry = await desk.entry()
        assert entry is not None
        waited += entry["retry_in"]
        await desk.pass_time(entry["retry_in"])
        assert await desk.feed() == 1
        assert await desk.match() == 1
        tries += 1
    assert 10 < tries < 20


async def test_waiting_rows_are_retried_once_each_a_window_at_a_time(desk: Desk) -> None:
    many = 2 * WINDOW + 1
    await desk.job(*[None] * many, PAN)
    while await desk.match():
        await desk.feed()
    assert len(await desk.waiting()) == many and await in_queue(desk.connection, desk.job_id) == []
    await desk.pass_time(FIRST_SECONDS)
    tried = []
    while await desk.feed():
        queued = await in_queue(desk.connection, desk.job_id)
        assert len(queued) <= WINDOW
        assert await desk.feed() == 0, "there is no room"
        tried += queued
        await desk.match()
    assert tried == list(range(1, many + 1))
    entry = await desk.entry()
    assert entry is not None and entry["retried_to"] is None and entry["retry_in"] > 0


async def test_rows_with_links_are_fed_before_rows_are_retried(desk: Desk) -> None:
    await desk.job(None, PAN, POT, "https://shop.example/lid", None)
    assert (await job_lane(desk.connection, desk.job_id))["fed_to"] == 3, "there is room for two pages"
    await desk.match()
    await desk.pass_time(FIRST_SECONDS)
    assert await desk.feed() == 1
    assert await in_queue(desk.connection, desk.job_id) == [1], "it is tried while the pages take their time"
    await desk.match()
    await desk.connection.execute(
        "update job_items set status = 'DONE', completed_at = now() where job_id = %s and row_no = 2", (desk.job_id,)
    )
    await desk.pass_time(36_000)
    assert await desk.feed() == 2
    assert await waits_for_page(desk.connection, desk.job_id) == [3, 4]
    assert await in_queue(desk.connection, desk.job_id) == [5], "what was not tried yet goes first"


async def test_a_waiting_row_is_not_fed_like_a_new_one(desk: Desk) -> None:
    """The feeder may return for other rows any number of times."""
    await desk.job(None, PAN)
    await desk.match()
    await desk.connection.execute("update lanes set fed_to = 0 where job_id = %s", (desk.job_id,))
    assert await desk.feed() == 0
    assert await in_queue(desk.connection, desk.job_id) == []


async def test_reprocessing_a_waiting_row_retries_it_at_once(desk: Desk) -> None:
    await desk.job(None, PAN)
    await desk.match()
    await desk.pass_time(-3600)
    waiting = await row_of(desk.connection, desk.job_id, 1)
    assert (await reprocess(desk.engine, desk.job_id, ReprocessRequest([waiting["id"]]))).taken == 1
    assert await desk.feed() == 1
    assert await in_queue(desk.connection, desk.job_id) == [1]


async def test_a_paused_job_retries_nothing_until_it_is_resumed(desk: Desk) -> None:
    await desk.job(None, PAN)
    await desk.match()
    await pause(desk.engine, desk.job_id)
    await desk.pass_time(3600)
    waiting = await row_of(desk.connection, desk.job_id, 1)
    await reprocess(desk.engine, desk.job_id, ReprocessRequest([waiting["id"]]))
    assert await desk.feed() == 0
    await resume(desk.engine, desk.job_id)
    assert await desk.feed() == 1, "the page"
    assert await waits_for_page(desk.connection, desk.job_id) == [2]
    assert await desk.feed() == 1
    assert await in_queue(desk.connection, desk.job_id) == [1]


async def test_canceling_a_job_deletes_its_page_wait(desk: Desk) -> None:
    await desk.job(None, PAN)
    await desk.match()
    await cancel(desk.engine, desk.job_id)
    await desk.feed()
    await desk.feed()
    assert await desk.states() == ["CANCELED", "CANCELED"] and await desk.entry() is None


async def test_deleting_a_job_deletes_its_page_wait(desk: Desk) -> None:
    await desk.job(None, PAN)
    await desk.match()
    await desk.connection.execute("delete from job_items where job_id = %s", (desk.job_id,))
    await desk.connection.execute("delete from jobs where id = %s", (desk.job_id,))
    assert await desk.entry() is None


# Turns -------------------------------------------------------------------------------------------------------


async def claims_by_job(connection: Connection, limit: int) -> dict[int | None, int]:
    counted: dict[int | None, int] = {}
    for claim in await claim_rows(connection, limit):
        counted[claim.job_id] = counted.get(claim.job_id, 0) + 1
    return counted


async def test_retried_rows_take_turns_with_rows_of_other_users(desk: Desk) -> None:
    """Each user gets half of a claim, regardless of the number of waiting rows."""
    one, two = await new_user(desk.connection), await new_user(desk.connection)
    waits = await desk.job(*[None] * (3 * WINDOW), PAN, user_id=one)
    while await desk.match():
        await desk.feed()
    await desk.pass_time(FIRST_SECONDS)
    assert await desk.feed() == WINDOW
    other = await desk.job(*[None] * WINDOW, user_id=two)
    assert await claims_by_job(desk.connection, 4) == {waits: 2, other: 2}


async def test_a_postponed_row_counts_as_a_turn_of_its_user(desk: Desk) -> None:
    """A claim that ends in a wait counts like any other: small claims alternate between users."""
    one, two = await new_user(desk.connection), await new_user(desk.connection)
    waits = await desk.job(*[None] * WINDOW, PAN, user_id=one)
    other = await desk.job(*[None] * WINDOW, user_id=two)
    served = []
    for _ in range(4):
        (claim,) = await desk.stage.claim(1, 60.0)
        served.append(claim.job_id)
        result = await desk.stage.work(claim, LeasedWork(claim, Lease(claim.work_id, claim.fence), float("inf")))
        await desk.stage.settle([result])
    assert sorted(served[:2]) == sorted(served[2:]) == sorted([waits, other])


# Links -------------------------------------------------------------------------------------------------------


async def test_rows_of_several_jobs_are_postponed_together(desk: Desk) -> None:
    first = await desk.job(None, PAN)
    second = await desk.job(None, POT)
    assert await desk.match() == 2
    found = await rows(desk.connection, "select job_id from page_waits order by job_id")
    assert [one["job_id"] for one in found] == [first, second]


async def test_an_edited_row_can_be_the_first_with_a_link(desk: Desk) -> None:
    await desk.job(None, None)
    await desk.connection.execute(
        "update jobs set options = %s where id = %s",
        ('{"columns": ["title", "url"], "meanings": [["title", "title"], ["url", "url"]]}', desk.job_id),
    )
    second = await row_of(desk.connection, desk.job_id, 2)
    await edit(desk.engine, desk.job_id, second["id"], {"url": PAN})
    assert await value(desk.connection, "select last_linked_row from jobs where id = %s", desk.job_id) == 2
    assert await desk.match() == 1
    assert await desk.waiting() == [1]
