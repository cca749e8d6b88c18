"""Reprocessing rows: which rows, in which state, and that their work is really repeated."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from tests.integration.helpers import (
    CAKE,
    claim_page,
    fetch_again,
    fetched,
    finish_page,
    lane,
    recipe,
    settle_page,
    task,
    value,
    work_rows,
)
from tests.integration.job_helpers import (
    add_row,
    claim_rows,
    ended,
    feed,
    in_queue,
    job_lane,
    new_fed_job,
    require_recount,
    row_of,
    states,
)

from garner.core.lifecycle import ItemStatus
from garner.engine import Engine
from garner.engine.jobs import reprocessing
from garner.engine.jobs.job_control import cancel, pause, resume
from garner.engine.jobs.reprocessing import ReprocessRequest, ReprocessResult, process_next_rows, reprocess
from garner.errors import Conflict, NotFound
from garner.postgres.database import Connection
from garner.store.crawl import schedule
from garner.store.jobs import jobs
from garner.store.jobs.reprocessing import orders
from garner.store.queue import matching

MATCHED, FAILED, NOT_FOUND = ItemStatus.DONE, ItemStatus.ERROR, ItemStatus.NOT_FOUND


async def new_job(engine: Engine, urls: Sequence[str | None], **said: Any) -> int:
    async with engine.database.connection() as connection:
        return await new_fed_job(connection, urls, **said)


async def ended_job(engine: Engine, *statuses: ItemStatus, code: str = "broken") -> int:
    """Create a job whose rows were matched and ended with these statuses."""
    job_id = await new_job(engine, [None] * len(statuses))
    await feed(engine, job_id)
    async with engine.database.connection() as connection:
        claims = await claim_rows(connection, len(statuses), job_id=job_id)
        claims.sort(key=lambda claim: claim.rank)
        told = [
            ended(claim, status, code=None if status is MATCHED else code)
            for claim, status in zip(claims, statuses, strict=True)
        ]
        await matching.settle(connection, "one", told)
        await fold(connection)
    return job_id


async def fold(connection: Connection) -> None:
    async with connection.transaction():
        await jobs.fold(connection)


async def feed_pages(engine: Engine, job_id: int) -> None:
    await feed(engine, job_id)
    async with engine.database.connection() as connection:
        await schedule.feed(connection, window=10)
        await connection.execute("update lanes set ready_at = now(), next_at = now() where domain_id is not null")


async def ids(engine: Engine, job_id: int, *row_numbers: int) -> list[UUID]:
    async with engine.database.connection() as connection:
        return [(await row_of(connection, job_id, number))["id"] for number in row_numbers]


async def state_of(engine: Engine, job_id: int) -> str:
    async with engine.database.connection() as connection:
        return str(await jobs.state(connection, job_id))


# Ended rows --------------------------------------------------------------------------------------------------


async def test_failed_rows_are_reprocessed_and_the_job_is_running_again(engine: Engine) -> None:
    job_id = await ended_job(engine, MATCHED, FAILED, NOT_FOUND)
    assert await state_of(engine, job_id) == "DONE"
    await reprocess(engine, job_id, ReprocessRequest())
    async with engine.database.connection() as connection:
        assert await states(connection, job_id) == ["DONE", "PENDING", "PENDING"]
        redone = await row_of(connection, job_id, 2)
        assert (redone["result_json"], redone["error_code"], redone["started_at"]) == (None, None, None)
        assert redone["attempts"] == 1
        assert await value(connection, "select count(*) from reprocessings") == 0
    assert await state_of(engine, job_id) == "RUNNING"
    assert await require_recount(engine.database, job_id) == {"done": 1, "pending": 2}
    assert await feed(engine, job_id) == 2
    async with engine.database.connection() as connection:
        assert await in_queue(connection, job_id) == [2, 3]


async def test_rows_without_attempts_left_are_skipped_unless_reset_or_named(
    engine: Engine,
) -> None:
    job_id = await ended_job(engine, FAILED, NOT_FOUND)
    async with engine.database.connection() as connection:
        await connection.execute("update job_items set attempts = case row_no when 1 then 5 else 3 end")
    await reprocess(engine, job_id, ReprocessRequest())
    assert await require_recount(engine.database, job_id) == {"error": 1, "not_found": 1}
    assert await state_of(engine, job_id) == "DONE"
    await reprocess(engine, job_id, ReprocessRequest(await ids(engine, job_id, 2)))
    assert await require_recount(engine.database, job_id) == {"error": 1, "pending": 1}
    await reprocess(engine, job_id, ReprocessRequest(reset_attempts=True))
    async with engine.database.connection() as connection:
        assert (await row_of(connection, job_id, 1))["attempts"] == 0
    assert await require_recount(engine.database, job_id) == {"pending": 2}


async def test_rows_are_selected_by_state_and_reason(engine: Engine) -> None:
    job_id = await ended_job(engine, MATCHED, FAILED, NOT_FOUND, FAILED)
    async with engine.database.connection() as connection:
        await connection.execute("update job_items set error_code = 'timeout' where row_no = 4")
    await reprocess(engine, job_id, ReprocessRequest(reasons=["timeout"]))
    async with engine.database.connection() as connection:
        assert await states(connection, job_id) == ["DONE", "ERROR", "NOT_FOUND", "PENDING"]
    await reprocess(engine, job_id, ReprocessRequest(statuses=[MATCHED]))
    async with engine.database.connection() as connection:
        assert await states(connection, job_id) == ["PENDING", "ERROR", "NOT_FOUND", "PENDING"]


async def test_an_unreadable_line_is_not_reprocessed(engine: Engine) -> None:
    job_id = await ended_job(engine, FAILED, code="bad_row")
    await reprocess(engine, job_id, ReprocessRequest(reset_attempts=True))
    await reprocess(engine, job_id, ReprocessRequest(await ids(engine, job_id, 1)))
    assert await require_recount(engine.database, job_id) == {"error": 1}


async def test_rows_are_reprocessed_in_batches(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reprocessing, "ROWS", 2)
    monkeypatch.setattr(reprocessing, "ANSWER_SECONDS", 0.0)
    job_id = await ended_job(engine, *([FAILED, MATCHED] * 3))
    await reprocess(engine, job_id, ReprocessRequest())
    async with engine.database.connection() as connection:
        assert await states(connection, job_id) == ["PENDING", "DONE", "PENDING", "DONE", "ERROR", "DONE"]
        await fold(connection)
    assert await process_next_rows(engine, job_id) == ReprocessResult(taken=1)
    assert await process_next_rows(engine, job_id) == ReprocessResult()
    assert await require_recount(engine.database, job_id) == {"done": 3, "pending": 3}


async def test_postponed_rows_are_made_due_in_batches(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reprocessing, "ROWS", 2)
    monkeypatch.setattr(reprocessing, "ANSWER_SECONDS", 0.0)
    job_id = await new_job(engine, [None] * 5)
    await feed(engine, job_id)
    async with engine.database.connection() as connection:
        later = [ended(claim, ItemStatus.PENDING, delay_seconds=60) for claim in await claim_rows(connection)]
        await matching.settle(connection, "one", later)
        assert await reprocess(engine, job_id, ReprocessRequest(statuses=[ItemStatus.PENDING])) == ReprocessResult(
            taken=2, has_more=True
        )
        assert await value(connection, "select count(*) from work where due_at <= now()") == 2
        while (await process_next_rows(engine, job_id)).has_more:
            pass
        assert await value(connection, "select count(*) from work where due_at <= now()") == 5


@pytest.mark.parametrize("other", ["worker", "request"])
async def test_a_request_counts_all_its_rows_while_others_process_orders(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, other: str
) -> None:
    monkeypatch.setattr(reprocessing, "ROWS", 1)
    job_id = await ended_job(engine, FAILED, FAILED, FAILED)
    alone = reprocessing.process_next_rows

    async def disturbed(engine: Engine, job_id: int, own: int | None = None) -> ReprocessResult:
        if other == "worker":
            monkeypatch.setattr(reprocessing, "process_next_rows", alone)
            await reprocessing.process_orders(engine)
            monkeypatch.setattr(reprocessing, "process_next_rows", disturbed)
        else:
            await alone(engine, job_id, own=-1)  # the order of another request
        return await alone(engine, job_id, own)

    monkeypatch.setattr(reprocessing, "process_next_rows", disturbed)
    assert await reprocess(engine, job_id, ReprocessRequest()) == ReprocessResult(taken=3)


async def test_an_order_abandoned_by_its_request_is_processed_by_workers(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reprocessing, "ROWS", 1)
    monkeypatch.setattr(reprocessing, "ANSWER_SECONDS", 0.0)
    job_id = await ended_job(engine, FAILED, FAILED)
    assert (await reprocess(engine, job_id, ReprocessRequest())).has_more
    assert await reprocessing.process_orders(engine) == 0
    monkeypatch.setattr(orders, "ATTENDED", timedelta(0))
    await reprocessing.process_orders(engine)
    async with engine.database.connection() as connection:
        assert await states(connection, job_id) == ["PENDING", "PENDING"]


async def test_an_order_from_before_the_clock_went_back_is_processed_by_workers(engine: Engine) -> None:
    job_id = await ended_job(engine, FAILED)
    async with engine.database.connection() as connection:
        await orders.give(connection, job_id, ["ERROR"], None, reset_attempts=False)
        await connection.execute("update reprocessings set asked_at = now() + interval '1 hour'")
    await reprocessing.process_orders(engine)
    async with engine.database.connection() as connection:
        assert await states(connection, job_id) == ["PENDING"]


async def test_every_row_that_waits_for_a_page_is_counted(engine: Engine) -> None:
    job_id = await new_job(engine, [CAKE, CAKE, None])
    await feed_pages(engine, job_id)
    async with engine.database.connection() as connection:
        await connection.execute("update work set due_at = now() + interval '1 hour'")
    assert (await reprocess(engine, job_id, ReprocessRequest(statuses=[ItemStatus.PENDING]))).taken == 3


async def test_a_job_does_not_end_while_an_order_is_unfinished(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reprocessing, "ROWS", 1)
    monkeypatch.setattr(reprocessing, "ANSWER_SECONDS", 0.0)
    job_id = await ended_job(engine, FAILED, FAILED)
    await reprocess(engine, job_id, ReprocessRequest())
    await feed(engine, job_id)
    async with engine.database.connection() as connection:
        (claim,) = await claim_rows(connection)
        await matching.settle(connection, "one", [ended(claim)])
        await fold(connection)
    assert await state_of(engine, job_id) == "RUNNING"
    assert (await process_next_rows(engine, job_id)).taken == 1
    assert await require_recount(engine.database, job_id) == {"done": 1, "pending": 1}


async def test_rows_that_fail_after_the_order_are_not_included(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reprocessing, "ROWS", 1)
    monkeypatch.setattr(reprocessing, "ANSWER_SECONDS", 0.0)
    job_id = await ended_job(engine, FAILED, FAILED)
    await reprocess(engine, job_id, ReprocessRequest())
    async with engine.database.connection() as connection:
        await connection.execute("update job_items set completed_at = now() where row_no = 2")
    while (await process_next_rows(engine, job_id)).has_more:
        pass
    async with engine.database.connection() as connection:
        assert await states(connection, job_id) == ["PENDING", "ERROR"]


async def test_rows_that_ended_before_the_clock_went_back_are_included(engine: Engine) -> None:
    job_id = await ended_job(engine, FAILED)
    async with engine.database.connection() as connection:
        await connection.execute("update job_items set completed_at = now() + interval '1 hour'")
    assert await reprocess(engine, job_id, ReprocessRequest()) == ReprocessResult(taken=1)


async def test_duplicates_are_reprocessed_without_an_original_that_ended_before_the_clock_went_back(
    engine: Engine,
) -> None:
    job_id = await ended_job(engine, MATCHED, FAILED)
    async with engine.database.connection() as connection:
        await connection.execute(
            "update job_items set twin_of = (select id from job_items where row_no = 1) where row_no = 2"
        )
        await connection.execute("update job_items set completed_at = now() + interval '1 hour'")
    assert await reprocess(engine, job_id, ReprocessRequest()) == ReprocessResult(taken=1)
    async with engine.database.connection() as connection:
        assert (await row_of(connection, job_id, 2))["twin_of"] is None


# Waiting rows and rows in progress ---------------------------------------------------------------------------


async def test_a_postponed_row_becomes_due_now(engine: Engine) -> None:
    job_id = await new_job(engine, [None])
    await feed(engine, job_id)
    async with engine.database.connection() as connection:
        (claim,) = await claim_rows(connection)
        await matching.settle(connection, "one", [ended(claim, ItemStatus.PENDING, delay_seconds=3600)])
        assert await claim_rows(connection) == []
    await reprocess(engine, job_id, ReprocessRequest(await ids(engine, job_id, 1)))
    async with engine.database.connection() as connection:
        assert len(await claim_rows(connection)) == 1


async def test_a_row_with_a_postponed_page_becomes_due_now(engine: Engine) -> None:
    job_id = await new_job(engine, [CAKE])
    await feed_pages(engine, job_id)
    async with engine.database.connection() as connection:
        assert await settle_page(connection, fetch_again(await claim_page(connection), delay_seconds=3600))
    await reprocess(engine, job_id, ReprocessRequest(statuses=[ItemStatus.PENDING]))
    async with engine.database.connection() as connection:
        assert (await lane(connection))["ready_in"] <= 1  # the pace of the site
        await connection.execute("update lanes set ready_at = now(), next_at = now() where domain_id is not null")
        await claim_page(connection)
    assert await require_recount(engine.database, job_id) == {"processing": 1}


async def test_a_row_in_progress_is_withdrawn_from_its_worker(engine: Engine) -> None:
    job_id = await new_job(engine, [None])
    await feed(engine, job_id)
    async with engine.database.connection() as connection:
        (claim,) = await claim_rows(connection)
    await reprocess(engine, job_id, ReprocessRequest(statuses=[ItemStatus.PROCESSING]))
    assert await feed(engine, job_id) == 1
    async with engine.database.connection() as connection:
        assert await matching.settle(connection, "one", [ended(claim)]) == set()
        assert await states(connection, job_id) == ["PENDING"]
        (again,) = await claim_rows(connection)
        assert again.fence > claim.fence
        await matching.settle(connection, "one", [ended(again)])
    assert await require_recount(engine.database, job_id) == {"done": 1}


async def test_a_page_that_only_these_rows_wait_for_is_withdrawn_from_its_worker(engine: Engine) -> None:
    job_id = await new_job(engine, [CAKE, CAKE])
    await feed_pages(engine, job_id)
    async with engine.database.connection() as connection:
        claim = await claim_page(connection)
    assert await require_recount(engine.database, job_id) == {"processing": 2}
    await reprocess(engine, job_id, ReprocessRequest(statuses=[ItemStatus.PROCESSING]))
    assert await require_recount(engine.database, job_id) == {"pending": 2}
    await feed_pages(engine, job_id)
    async with engine.database.connection() as connection:
        assert not await settle_page(connection, fetched(claim))
        await finish_page(connection, recipe())
        assert [(await row_of(connection, job_id, number))["attempts"] for number in (1, 2)] == [1, 1]
    assert await require_recount(engine.database, job_id) == {"done": 2}


async def test_a_page_that_others_wait_for_continues_and_the_row_joins_it_again(engine: Engine) -> None:
    theirs, job_id = await new_job(engine, [CAKE]), await new_job(engine, [CAKE])
    await feed_pages(engine, theirs)
    await feed(engine, job_id)
    async with engine.database.connection() as connection:
        claim = await claim_page(connection)
    await reprocess(engine, job_id, ReprocessRequest(await ids(engine, job_id, 1)))
    await feed(engine, job_id)
    async with engine.database.connection() as connection:
        assert await settle_page(connection, fetched(claim))
        assert (await task(connection))["status"] == "downloaded"
    assert await require_recount(engine.database, theirs) == {"processing": 1}
    assert await require_recount(engine.database, job_id) == {"processing": 1}


# Pages -------------------------------------------------------------------------------------------------------


async def test_a_page_is_fetched_again_although_its_record_is_fresh(engine: Engine) -> None:
    job_id = await new_job(engine, [CAKE, CAKE])
    await feed_pages(engine, job_id)
    async with engine.database.connection() as connection:
        await finish_page(connection, recipe())
        await fold(connection)
    assert await state_of(engine, job_id) == "DONE"
    await reprocess(engine, job_id, ReprocessRequest(await ids(engine, job_id, 1)))
    await feed_pages(engine, job_id)
    async with engine.database.connection() as connection:
        assert await states(connection, job_id) == ["PENDING", "DONE"]
        await finish_page(connection, recipe("Better cake", "3" * 64))
        assert (await row_of(connection, job_id, 1))["result_json"]["title"] == "Better cake"
        assert (await row_of(connection, job_id, 1))["attempts"] == 2
    assert await require_recount(engine.database, job_id) == {"done": 2}


async def test_rows_of_one_page_are_reprocessed_with_one_fetch(engine: Engine) -> None:
    job_id = await new_job(engine, [CAKE, CAKE])
    await feed_pages(engine, job_id)
    async with engine.database.connection() as connection:
        await finish_page(connection, recipe())
    await reprocess(engine, job_id, ReprocessRequest(statuses=[MATCHED]))
    async with engine.database.connection() as connection:
        await connection.execute("update lanes set fed_to = 0 where job_id is not null")
    await feed_pages(engine, job_id)
    async with engine.database.connection() as connection:
        await finish_page(connection, recipe())
        assert await work_rows(connection) == []
    assert await require_recount(engine.database, job_id) == {"done": 2}


async def test_a_reprocessed_row_of_any_kind_may_get_another_kind(engine: Engine) -> None:
    job_id = await new_job(engine, [CAKE], kind="auto")
    await feed_pages(engine, job_id)
    async with engine.database.connection() as connection:
        await finish_page(connection, recipe())
        assert (await row_of(connection, job_id, 1))["kind"] == "recipe"
    await reprocess(engine, job_id, ReprocessRequest(await ids(engine, job_id, 1)))
    async with engine.database.connection() as connection:
        assert (await row_of(connection, job_id, 1))["kind"] == "auto"


# Duplicate rows ----------------------------------------------------------------------------------------------


async def job_with_duplicates(engine: Engine) -> int:
    job_id = await new_job(engine, [None] * 3, duplicates=True)
    await feed(engine, job_id)
    async with engine.database.connection() as connection:
        (claim,) = await claim_rows(connection)
        await matching.settle(connection, "one", [ended(claim, FAILED, code="broken")])
    return job_id


async def test_duplicate_rows_share_the_work_again(engine: Engine) -> None:
    job_id = await job_with_duplicates(engine)
    await reprocess(engine, job_id, ReprocessRequest())
    assert await feed(engine, job_id) == 1
    async with engine.database.connection() as connection:
        (claim,) = await claim_rows(connection)
        await matching.settle(connection, "one", [ended(claim)])
    assert await require_recount(engine.database, job_id) == {"done": 3}


async def test_a_single_duplicate_is_processed_itself(engine: Engine) -> None:
    job_id = await job_with_duplicates(engine)
    await reprocess(engine, job_id, ReprocessRequest(await ids(engine, job_id, 2)))
    assert await feed(engine, job_id) == 1
    async with engine.database.connection() as connection:
        assert await in_queue(connection, job_id) == [2]
        assert await states(connection, job_id) == ["ERROR", "PENDING", "ERROR"]


# Jobs --------------------------------------------------------------------------------------------------------


async def test_a_paused_job_stays_paused_and_reprocesses_when_it_is_resumed(engine: Engine) -> None:
    job_id = await ended_job(engine, FAILED)
    async with engine.database.connection() as connection:
        await add_row(connection, job_id, 2)
        await connection.execute("update jobs set queue_state = 'RUNNING', rows_numbered = 2")
    await pause(engine, job_id)
    await reprocess(engine, job_id, ReprocessRequest())
    assert await state_of(engine, job_id) == "PAUSED"
    async with engine.database.connection() as connection:
        own = await job_lane(connection, job_id)
        assert (own["fed_to"], own["is_to_be_fed"]) == (0, False)
    await resume(engine, job_id)
    assert await feed(engine, job_id) == 2


async def test_a_canceled_job_cannot_be_reprocessed(engine: Engine) -> None:
    job_id = await new_job(engine, [None])
    await cancel(engine, job_id)
    with pytest.raises(Conflict):
        await reprocess(engine, job_id, ReprocessRequest())


async def test_rows_of_another_job_are_not_found(engine: Engine) -> None:
    job_id, other = await ended_job(engine, FAILED), await ended_job(engine, FAILED)
    with pytest.raises(NotFound):
        await reprocess(engine, job_id, ReprocessRequest([*await ids(engine, job_id, 1), *await ids(engine, other, 1)]))
    assert await require_recount(engine.database, job_id) == {"error": 1}
