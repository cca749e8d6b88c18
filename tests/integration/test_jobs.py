"""A job from its creation to its end: rows are counted in the transaction that creates them, and events of a job are
emitted when it commits."""

import asyncio
from collections.abc import Iterator

import pytest
from tests.integration.helpers import (
    CAKE,
    ask,
    cancel,
    claim_body,
    claim_page,
    claim_pages,
    extracted,
    fetch_failed,
    fetched,
    finish_page,
    item,
    recipe,
    row,
    settle_body,
    settle_page,
    until_blocked,
    value,
)

from garner import observe
from garner.core.lifecycle import JobState, Origin
from garner.core.record import Kind
from garner.engine import Engine, JobRow, cancel_all, create_job, find_job, finish_ingest, submit_row
from garner.errors import NotFound
from garner.postgres.database import Connection, Database, emit_on_commit
from garner.runtime.duties import background
from garner.store.jobs import jobs
from garner.store.schema import COUNTERS

PAGES = [f"https://kitchen.example/{number}" for number in range(3)]


@pytest.fixture
def events() -> Iterator[list[observe.Event]]:
    seen: list[observe.Event] = []
    measured = observe.DatabaseMeasured
    forget = observe.subscribe(lambda event: None if isinstance(event, measured) else seen.append(event))
    yield seen
    forget()


async def new_job(connection: Connection) -> int:
    return await jobs.create(connection, job_type="pages", kind="recipe")


async def seen_counts(connection: Connection, job_id: int) -> dict[str, int]:
    seen = await jobs.counts(connection, job_id)
    assert seen is not None and sum(seen[name] for name in COUNTERS) == seen["total"]
    return {name: seen[name] for name in COUNTERS if seen[name]}


async def state(connection: Connection, job_id: int) -> str:
    return str(await value(connection, "select queue_state from jobs where id = %s", job_id))


# Rows ---------------------------------------------------------------------------------------------------------


async def test_a_job_of_pages_runs_from_its_first_row_to_its_last(engine: Engine) -> None:
    job_id = await create_job(engine, job_type="pages", kind="recipe")
    for row_no, url in enumerate(PAGES, start=1):
        await submit_row(engine, url, JobRow(job_id, row_no), kind=Kind.RECIPE, origin=Origin.CLI)
    await finish_ingest(engine, job_id)
    await background.fold_counters(engine)
    job = await find_job(engine, job_id)
    assert (job["queue_state"], job["total"], job["pending"]) == (JobState.QUEUED, 3, 3)
    async with engine.database.connection() as connection:
        rows = await connection.execute("select row_no, job_type, url from job_items order by row_no")
        assert [tuple(made.values()) for made in await rows.fetchall()] == [
            (row_no, "pages", url) for row_no, url in enumerate(PAGES, start=1)
        ]
        await connection.execute("update domains set crawl_delay_seconds = 0")
        gone, *others = await claim_pages(connection)
        await settle_page(connection, fetch_failed(gone))
        await background.fold_counters(engine)
        assert await state(connection, job_id) == JobState.RUNNING
        for claim in others:
            await settle_page(connection, fetched(claim))
            await settle_body(connection, extracted(await claim_body(connection), recipe()))
    await background.fold_counters(engine)
    job = await find_job(engine, job_id)
    assert (job["queue_state"], job["total"], job["done"], job["error"]) == (JobState.DONE, 3, 2, 1)


async def test_a_cached_page_creates_no_row(engine: Engine) -> None:
    async with engine.database.connection() as connection:
        await ask(connection)
        await finish_page(connection, recipe())
    job_id = await create_job(engine, job_type="pages", kind="recipe")
    answer = await submit_row(engine, CAKE, JobRow(job_id, 1), kind=Kind.RECIPE, origin=Origin.CLI)
    assert answer.data is not None
    assert (await find_job(engine, job_id))["total"] == 0


async def test_a_missing_job_is_not_found(engine: Engine) -> None:
    with pytest.raises(NotFound):
        await find_job(engine, 7)


@pytest.mark.parametrize("ending", ["pending", "processing", "done", "error", "canceled"])
async def test_an_item_is_counted_under_its_state(connection: Connection, ending: str) -> None:
    asked = await ask(connection, origin=Origin.CLI)
    if ending == "processing":
        await claim_page(connection)
    elif ending == "done":
        await finish_page(connection, recipe())
    elif ending == "error":
        await settle_page(connection, fetch_failed(await claim_page(connection)))
    elif ending == "canceled":
        await cancel(connection, asked)
    job_id = await new_job(connection)
    assert asked.item_id is not None
    await jobs.add(connection, job_id, 1, asked.item_id)
    assert await seen_counts(connection, job_id) == {ending: 1}


async def test_an_item_is_added_and_counted_once(connection: Connection) -> None:
    asked = await ask(connection, origin=Origin.CLI)
    first, second = await new_job(connection), await new_job(connection)
    assert asked.item_id is not None
    for job_id in (first, first, second):
        await jobs.add(connection, job_id, 1, asked.item_id)
    assert (await seen_counts(connection, first), await seen_counts(connection, second)) == ({"pending": 1}, {})
    assert (await item(connection, asked.item_id))["job_id"] == first


async def test_an_item_that_ends_while_it_is_added_is_counted_afterwards(database: Database) -> None:
    """Other transactions may have seen the item without its job; the first to lock it goes first."""
    async with database.connection() as connection:
        asked = await ask(connection, origin=Origin.CLI)
        job_id = await new_job(connection)
    assert asked.item_id is not None

    async def cancel_it() -> None:
        async with database.transaction() as other:
            await cancel(other, asked)

    async with database.transaction() as adding:
        await jobs.add(adding, job_id, 1, asked.item_id)
        canceling = asyncio.create_task(cancel_it())
        await until_blocked(database)
    await canceling
    async with database.connection() as connection:
        assert await seen_counts(connection, job_id) == {"canceled": 1}


# The end ------------------------------------------------------------------------------------------------------


async def test_a_job_without_rows_ends_when_its_ingest_is_finished(connection: Connection) -> None:
    job_id = await new_job(connection)
    await jobs.fold(connection)
    assert await state(connection, job_id) == JobState.QUEUED
    await jobs.finish_ingest(connection, job_id)
    await jobs.fold(connection)
    ended = await row(connection, "select queue_state, started_at, finished_at, total_items from jobs")
    assert ended["queue_state"] == JobState.DONE and ended["total_items"] == 0
    assert ended["started_at"] is not None and ended["finished_at"] is not None


async def test_a_job_whose_rows_ended_during_ingest_ends_when_ingest_is_finished(connection: Connection) -> None:
    job_id = await new_job(connection)
    asked = await ask(connection, origin=Origin.CLI)
    assert asked.item_id is not None
    await jobs.add(connection, job_id, 1, asked.item_id)
    await finish_page(connection, recipe())
    await jobs.fold(connection)
    assert await state(connection, job_id) == JobState.RUNNING
    await jobs.finish_ingest(connection, job_id)
    assert await jobs.fold(connection) == 0
    assert await state(connection, job_id) == JobState.DONE


async def test_a_job_does_not_end_while_a_delta_is_not_folded(connection: Connection) -> None:
    job_id = await new_job(connection)
    await connection.execute(
        "insert into job_deltas (job_id, total, done, pending) values (%(job)s, 1, 1, 0), (%(job)s, 1, 0, 1)",
        {"job": job_id},
    )
    await jobs.finish_ingest(connection, job_id)
    await jobs.fold(connection, limit=1)
    assert await state(connection, job_id) == JobState.RUNNING
    await jobs.fold(connection)
    assert await state(connection, job_id) == JobState.RUNNING


async def test_the_end_of_a_job_is_written_once(database: Database) -> None:
    async with database.connection() as connection:
        job_id = await new_job(connection)
        await jobs.finish_ingest(connection, job_id)
        await jobs.fold(connection)
        ended = await row(connection, "select finished_at, updated_at from jobs")
        await connection.execute("insert into job_deltas (job_id, total, done) values (%s, 1, 1)", (job_id,))
        await jobs.fold(connection)
        assert await value(connection, "select finished_at from jobs") == ended["finished_at"]


async def test_a_paused_job_does_not_end_until_it_is_resumed(connection: Connection) -> None:
    job_id = await new_job(connection)
    await connection.execute("insert into job_deltas (job_id, total, done) values (%s, 1, 1)", (job_id,))
    await jobs.finish_ingest(connection, job_id)
    await connection.execute("update jobs set queue_state = 'PAUSED'")
    await jobs.fold(connection)
    paused = await row(connection, "select queue_state, finished_at from jobs")
    assert tuple(paused.values()) == (JobState.PAUSED, None)
    await connection.execute("update jobs set queue_state = 'RUNNING'")
    await jobs.fold(connection)
    ended = await row(connection, "select queue_state, started_at, finished_at from jobs")
    assert ended["queue_state"] == JobState.DONE
    assert ended["started_at"] is not None and ended["finished_at"] is not None


async def test_a_job_paused_before_its_first_row_starts_with_that_row(connection: Connection) -> None:
    job_id = await new_job(connection)
    await connection.execute("update jobs set queue_state = 'PAUSED'")
    await connection.execute("update jobs set queue_state = 'RUNNING'")
    await jobs.fold(connection)
    assert await value(connection, "select started_at from jobs") is None
    await connection.execute("insert into job_deltas (job_id, total, processing) values (%s, 1, 1)", (job_id,))
    await jobs.fold(connection)
    assert await value(connection, "select started_at from jobs") is not None


async def test_a_job_locked_by_another_folder_is_skipped(database: Database) -> None:
    async with database.transaction() as holding:
        job_id = await new_job(holding)
        await jobs.finish_ingest(holding, job_id)
    async with database.transaction() as holding, database.connection() as folding:
        await holding.execute("select 1 from jobs for update")
        await asyncio.wait_for(jobs.fold(folding), 5)
        assert await state(folding, job_id) == JobState.QUEUED
    async with database.connection() as folding:
        await jobs.fold(folding)
        assert await state(folding, job_id) == JobState.DONE


# Events -------------------------------------------------------------------------------------------------------


async def test_a_job_is_reported_from_its_creation_to_its_end(engine: Engine, events: list[observe.Event]) -> None:
    job_id = await create_job(engine, job_type="pages", kind="recipe")
    asked = await submit_row(engine, CAKE, JobRow(job_id, 1), kind=Kind.RECIPE, origin=Origin.CLI)
    await finish_ingest(engine, job_id)
    async with engine.database.connection() as connection:
        task_id = await value(connection, "select id from crawl_tasks")
        await claim_page(connection)
    await background.fold_counters(engine)
    assert asked.item_id is not None and await cancel_all(engine, [asked.item_id]) == 1
    await background.fold_counters(engine)
    await background.fold_counters(engine)
    told = [event for event in events if not isinstance(event, observe.ItemEnded)]
    assert told == [
        observe.JobCreated(job_id, "pages", "recipe"),
        observe.PageSubmitted("created", "recipe", "cli", str(asked.item_id), job_id, task_id, CAKE),
        observe.JobStarted(job_id, 1),
        observe.JobEnded(job_id, "DONE", 1, 0, 0),
    ]


async def test_events_are_emitted_after_the_commit_in_order(database: Database, events: list[observe.Event]) -> None:
    async with database.transaction() as connection:
        for what in ("first", "second"):
            emit_on_commit(connection, observe.Stopped(what))
        assert events == []
    assert events == [observe.Stopped("first"), observe.Stopped("second")]


async def test_events_of_a_rolled_back_transaction_are_never_emitted(
    database: Database, events: list[observe.Event]
) -> None:
    with pytest.raises(RuntimeError):
        async with database.transaction() as connection:
            emit_on_commit(connection, observe.Stopped("never"))
            raise RuntimeError
    async with database.transaction() as connection:
        await connection.execute("select 1")
    assert events == []


async def test_events_outside_a_transaction_are_emitted_at_once(
    database: Database, events: list[observe.Event]
) -> None:
    async with database.connection() as connection:
        emit_on_commit(connection, observe.Stopped("now"))
        assert events == [observe.Stopped("now")]
