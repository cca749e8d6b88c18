"""Pausing, resuming and canceling jobs in progress."""

import pytest
from tests.integration.helpers import (
    CAKE,
    ask,
    claim_body,
    claim_page,
    expire_leases,
    extracted,
    fetched,
    item,
    make_due,
    recipe,
    row,
    settle_body,
    settle_page,
    task,
    value,
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
    waits_for_page,
)

from garner.core.lifecycle import ItemStatus, JobState
from garner.engine import Engine, why_requests_wait
from garner.engine.jobs.job_control import cancel, pause, resume
from garner.errors import Conflict, NotFound
from garner.postgres.database import Connection, Database
from garner.settings import Settings
from garner.store.crawl import lanes, schedule
from garner.store.jobs import jobs
from garner.store.queue import leases, matching

PIE = "https://kitchen.example/pie"


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.with_values(job_window=4, job_pages=4)


async def state(connection: Connection, job_id: int) -> str:
    return str(await value(connection, "select queue_state from jobs where id = %s", job_id))


async def fold(database: Database) -> None:
    async with database.transaction() as connection:
        await jobs.fold(connection)


# Pausing -----------------------------------------------------------------------------------------------------


async def test_rows_of_a_paused_job_are_not_claimed(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        job_id = await new_fed_job(connection, [None] * 6)
        await feed(engine, job_id)
        await pause(engine, job_id)
        assert await state(connection, job_id) == JobState.PAUSED
        assert await claim_rows(connection) == []
        assert await feed(engine, job_id) == 0
        assert await lanes.wake_forgotten(connection) == 0


async def test_rows_in_progress_end_normally_without_waking_a_paused_job(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        job_id = await new_fed_job(connection, [None] * 3)
        await feed(engine, job_id)
        first, second, third = await claim_rows(connection)
        await pause(engine, job_id)
        later = ended(second, ItemStatus.PENDING, delay_seconds=0)
        assert len(await matching.settle(connection, "one", [ended(first), later])) == 2
        await expire_leases(connection)
        async with database.transaction() as sweeping:
            assert (await leases.sweep(sweeping, delay_seconds=0)).freed == 1
        assert (await job_lane(connection, job_id))["parked"]
        assert await claim_rows(connection) == []
        assert await require_recount(database, job_id) == {"pending": 2, "done": 1}
        assert third.job_id == job_id


async def test_pages_of_a_paused_job_are_not_fetched_unless_another_request_waits(
    engine: Engine, database: Database
) -> None:
    async with database.connection() as connection:
        job_id = await new_fed_job(connection, [CAKE, PIE])
        await feed(engine, job_id)
        asked = await ask(connection, PIE)
        await pause(engine, job_id)
        assert await waits_for_page(connection, job_id) == []
        assert ((await task(connection))["status"], (await task(connection, PIE))["status"]) == ("failed", "queued")
        assert (await job_lane(connection, job_id))["fed_to"] == 0
        await settle_page(connection, fetched(await claim_page(connection)))
        await settle_body(connection, extracted(await claim_body(connection), recipe()))
        assert (await item(connection, asked.item_id))["status"] == "DONE"
        assert await states(connection, job_id) == ["PENDING", "PENDING"]


async def test_a_page_being_fetched_ends_its_row_although_the_job_is_paused(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        job_id = await new_fed_job(connection, [CAKE])
        await feed(engine, job_id)
        async with database.transaction() as feeding:
            await schedule.feed(feeding, window=10)
        claim = await claim_page(connection)
        await pause(engine, job_id)
        assert await settle_page(connection, fetched(claim))
        assert await settle_body(connection, extracted(await claim_body(connection), recipe()))
        assert await states(connection, job_id) == ["DONE"]
        await fold(database)
        assert await state(connection, job_id) == JobState.PAUSED


async def test_rows_added_to_a_paused_job_wait_with_it(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        job_id = await new_fed_job(connection, [None])
        await pause(engine, job_id)
        await add_row(connection, job_id, 2)
        await connection.execute("update lanes set feed_at = now() where job_id = %s", (job_id,))
        assert await feed(engine, job_id) == 0
        assert not (await job_lane(connection, job_id))["is_to_be_fed"]
        await resume(engine, job_id)
        assert await feed(engine, job_id) == 2


async def test_pausing_and_resuming_are_idempotent(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        job_id = await new_fed_job(connection, [None])
    await pause(engine, job_id)
    await pause(engine, job_id)
    await resume(engine, job_id)
    await resume(engine, job_id)


async def test_a_row_of_a_paused_job_reports_why_it_waits(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        job_id = await new_fed_job(connection, [None])
        await pause(engine, job_id)
        item_id = (await row_of(connection, job_id, 1))["id"]
    waiting = (await why_requests_wait(engine, [item_id]))[item_id]
    assert waiting.message == f"job {job_id} is paused"


async def test_rows_report_what_they_wait_for(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        job_id = await new_fed_job(connection, [None] * 7)
        duplicate = await add_row(connection, job_id, 8, duplicate_of=(await row_of(connection, job_id, 1))["id"])
        await feed(engine, job_id)
        claims = await claim_rows(connection, 2)
        tired = ended(claims[1], ItemStatus.PENDING, delay_seconds=60, code="no_match", error="Nothing matched.")
        await matching.settle(connection, "one", [tired])
        ids = [(await row_of(connection, job_id, row_no))["id"] for row_no in (1, 2, 3, 7)]
    said = {item_id: waiting.what for item_id, waiting in (await why_requests_wait(engine, [*ids, duplicate])).items()}
    assert [said[item_id] for item_id in (*ids, duplicate)] == [
        "worker one is working on it",
        "retrying (attempt 2): Nothing matched",
        "queued for the next free worker",
        f"the row is in the backlog of job {job_id}; 2 rows are ahead",
        "duplicate of row 1; it gets the same result",
    ]


# Resuming ----------------------------------------------------------------------------------------------------


async def test_a_resumed_job_continues_where_it_was(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        job_id = await new_fed_job(connection, [None, None, CAKE])
        await feed(engine, job_id)
        await pause(engine, job_id)
        await resume(engine, job_id)
        assert await state(connection, job_id) == JobState.RUNNING
        assert [claim.attempts for claim in await claim_rows(connection)] == [0, 0]
        await feed(engine, job_id)
        assert await waits_for_page(connection, job_id) == [3]
        assert (await task(connection))["status"] == "pending"


async def test_a_job_whose_last_rows_ended_while_paused_is_done_when_resumed(
    engine: Engine, database: Database
) -> None:
    async with database.connection() as connection:
        job_id = await new_fed_job(connection, [None])
        await feed(engine, job_id)
        (claim,) = await claim_rows(connection)
        await pause(engine, job_id)
        await matching.settle(connection, "one", [ended(claim)])
        await fold(database)
        await resume(engine, job_id)
        await fold(database)
        assert await state(connection, job_id) == JobState.DONE


# Canceling ---------------------------------------------------------------------------------------------------


async def test_a_canceled_job_ends_at_once_and_its_rows_soon_after(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        job_id = await new_fed_job(connection, [None] * 5 + [CAKE])
        await feed(engine, job_id)
        (claim, *_) = await claim_rows(connection, 1)
        await cancel(engine, job_id)
        job = await row(connection, "select queue_state, finished_at from jobs where id = %s", job_id)
        assert (job["queue_state"], job["finished_at"] is None) == (JobState.CANCELED, False)
        assert await states(connection, job_id) == ["CANCELED"] * 4 + ["PENDING"] * 2
        assert await in_queue(connection, job_id) == []
        assert await matching.settle(connection, "one", [ended(claim)]) == set()
        assert await feed(engine, job_id) == 2
        assert await states(connection, job_id) == ["CANCELED"] * 6
        await feed(engine, job_id)
        assert not (await job_lane(connection, job_id))["is_to_be_fed"]
        assert await require_recount(database, job_id) == {"canceled": 6}


async def test_finished_rows_of_a_canceled_job_are_unchanged(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        job_id = await new_fed_job(connection, [None] * 2)
        await feed(engine, job_id)
        (claim,) = await claim_rows(connection, 1)
        await matching.settle(connection, "one", [ended(claim)])
        await cancel(engine, job_id)
        await cancel(engine, job_id)
        assert await states(connection, job_id) == ["DONE", "CANCELED"]


async def test_duplicate_rows_are_canceled_too(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        job_id = await new_fed_job(connection, [None] * 3, duplicates=True)
        await feed(engine, job_id)
        await cancel(engine, job_id)
        await feed(engine, job_id)
        assert await states(connection, job_id) == ["CANCELED"] * 3
        assert await require_recount(database, job_id) == {"canceled": 3}


async def test_a_page_requested_only_by_the_canceled_job_is_dropped(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        job_id = await new_fed_job(connection, [CAKE])
        await feed(engine, job_id)
        await cancel(engine, job_id)
        assert (await task(connection))["error_code"] == "canceled"
        assert await states(connection, job_id) == ["CANCELED"]


async def test_a_paused_job_can_be_canceled(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        job_id = await new_fed_job(connection, [None] * 2)
        await feed(engine, job_id)
        await pause(engine, job_id)
        await cancel(engine, job_id)
        assert await states(connection, job_id) == ["CANCELED"] * 2


@pytest.mark.parametrize("steer", [pause, resume, cancel])
async def test_an_ended_job_cannot_be_controlled(engine: Engine, database: Database, steer: object) -> None:
    assert callable(steer)
    async with database.connection() as connection:
        job_id = await new_fed_job(connection, [])
        await fold(database)
        before = await job_lane(connection, job_id)
        with pytest.raises(Conflict, match="DONE"):
            await steer(engine, job_id)
        assert await job_lane(connection, job_id) == before


async def test_a_missing_job_cannot_be_controlled(engine: Engine) -> None:
    for steer in (pause, resume, cancel):
        with pytest.raises(NotFound):
            await steer(engine, 12345)


async def test_a_retry_that_is_due_when_a_job_is_resumed_is_claimed(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        job_id = await new_fed_job(connection, [None])
        await feed(engine, job_id)
        (claim,) = await claim_rows(connection)
        await matching.settle(connection, "one", [ended(claim, ItemStatus.PENDING, delay_seconds=60)])
        await pause(engine, job_id)
        await make_due(connection)
        await resume(engine, job_id)
        assert [again.attempts for again in await claim_rows(connection)] == [1]
