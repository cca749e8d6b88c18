"""The counters of a job: base and deltas always add up, folding only moves them, and only the folder ends a job."""

import asyncio

import psycopg
import pytest
from tests.integration.helpers import (
    CAKE,
    add_matching,
    add_rows,
    ask,
    claim_body,
    claim_items,
    claim_page,
    expire_leases,
    extracted,
    fetch_again,
    fetch_page,
    item,
    make_due,
    new_job,
    new_user,
    page,
    recipe,
    row,
    rows,
    settle_body,
    settle_page,
    value,
)
from tests.integration.job_helpers import claim_rows, feed, new_fed_job

from garner import observe
from garner.core.lifecycle import ItemStatus, JobState, Origin
from garner.engine import Engine
from garner.postgres.database import Connection, Database
from garner.runtime.duties import background
from garner.store.jobs import jobs
from garner.store.queue import leases, matching
from garner.store.queue.matching import ItemResult
from garner.store.schema import COUNTERS
from garner.store.tasks import items


async def counts(connection: Connection, job_id: int) -> dict[str, int]:
    """Return the non-zero counters that a reader sees, after checking them against the items."""
    seen = await jobs.counts(connection, job_id)
    assert seen is not None
    assert sum(seen[name] for name in COUNTERS) == seen["total"]
    actual = await connection.execute(
        """
        select case when w.id is null then lower(i.status) else 'processing' end as status, count(*)
        from job_items i left join work w on w.item_id = i.id and w.lease_until is not null
        where i.job_id = %s group by 1
        """,
        (job_id,),
    )
    told = {name: seen[name] for name in COUNTERS if seen[name]}
    assert told == {group["status"]: group["count"] for group in await actual.fetchall()}
    return told


async def fold(connection: Connection) -> None:
    while await jobs.fold(connection):
        pass


async def state(connection: Connection, job_id: int) -> str:
    return str(await value(connection, "select queue_state from jobs where id = %s", job_id))


async def end_items(connection: Connection, *statuses: ItemStatus) -> None:
    claims = await claim_items(connection)
    results = [
        ItemResult(claim.work_id, claim.fence, status, delay_seconds=60)
        for claim, status in zip(claims, statuses, strict=True)
    ]
    assert len(await matching.settle(connection, "one", results)) == len(statuses)


async def test_counters_follow_every_transition_of_a_page_and_add_up(connection: Connection) -> None:
    await ask(connection)
    job_id = await new_job(connection, total=3)
    kept, canceled, _ = await add_rows(connection, job_id, [CAKE] * 3)
    assert await counts(connection, job_id) == {"pending": 3}
    claim = await claim_page(connection)
    assert await counts(connection, job_id) == {"processing": 3}
    await settle_page(connection, fetch_again(claim))
    assert await counts(connection, job_id) == {"pending": 3}
    await items.cancel(connection, [canceled])
    assert await counts(connection, job_id) == {"pending": 2, "canceled": 1}
    await make_due(connection)
    await claim_page(connection)
    await expire_leases(connection)
    await leases.sweep(connection, delay_seconds=0)
    assert await counts(connection, job_id) == {"pending": 2, "canceled": 1}
    await make_due(connection)
    await fetch_page(connection)
    await settle_body(connection, extracted(await claim_body(connection), recipe()))
    assert await counts(connection, job_id) == {"done": 2, "canceled": 1}
    assert (await item(connection, kept))["status"] == ItemStatus.DONE


async def test_folding_moves_the_counts_and_changes_none(connection: Connection) -> None:
    await ask(connection)
    job_id = await new_job(connection, total=2)
    await add_rows(connection, job_id, [CAKE] * 2)
    await claim_page(connection)
    before = await counts(connection, job_id)
    assert await jobs.fold(connection) == 1
    assert await counts(connection, job_id) == before
    base = await row(connection, "select pending, processing, total_items, processed_items from jobs")
    assert tuple(base.values()) == (0, 2, 2, 0)
    assert await jobs.fold(connection) == 0
    assert await counts(connection, job_id) == before


async def test_folding_a_few_at_a_time_gives_the_same_counts(connection: Connection) -> None:
    job_id = await new_job(connection, total=4)
    await add_matching(connection, job_id, 4)
    await end_items(connection, ItemStatus.DONE, ItemStatus.NOT_FOUND, ItemStatus.ERROR, ItemStatus.SKIPPED)
    ended = {"done": 1, "not_found": 1, "error": 1, "skipped": 1}
    assert await counts(connection, job_id) == ended
    while await jobs.fold(connection, limit=1):
        assert await counts(connection, job_id) == ended
    base = await row(connection, "select processed_items, failed_items from jobs")
    assert tuple(base.values()) == (4, 2)


async def test_any_statement_that_moves_rows_is_counted(connection: Connection) -> None:
    """The trigger counts, so that no statement can omit it."""
    job_id = await new_job(connection, total=4)
    made = await add_matching(connection, job_id, 4)
    for ended in ItemStatus.DONE, ItemStatus.ERROR:
        await connection.execute(
            "update job_items set status = %s, completed_at = now() where id = any(%s)", (ended, made[:3])
        )
        assert await counts(connection, job_id) == {"pending": 1, ended.lower(): 3}
        await connection.execute("update job_items set status = 'PENDING', completed_at = null")
        assert await counts(connection, job_id) == {"pending": 4}


async def test_a_statement_appends_one_delta_for_each_job_whose_rows_it_moves(connection: Connection) -> None:
    first, second, _ = made = [await new_job(connection, total=3) for _ in range(3)]
    for job_id in made:
        await add_matching(connection, job_id, 3)
    await connection.execute(
        """
        update job_items set status = case row_no when 1 then 'DONE' else 'SKIPPED' end, completed_at = now()
        where job_id = any(%s) and row_no < 3
        """,
        ([first, second],),
    )
    deltas = await rows(
        connection, "select job_id, total, pending, done, skipped, duplicates from job_deltas order by job_id"
    )
    assert [tuple(delta.values()) for delta in deltas] == [
        (first, 0, -2, 1, 1, False),
        (second, 0, -2, 1, 1, False),
    ]


async def test_a_statement_that_moves_no_row_appends_no_delta(connection: Connection) -> None:
    job_id = await new_job(connection, total=2)
    await add_matching(connection, job_id, 2)
    await connection.execute("update job_items set attempts = attempts + 1, status = status, updated_at = now()")
    assert await rows(connection, "select id from job_deltas") == []
    assert await counts(connection, job_id) == {"pending": 2}


async def test_rows_of_a_job_and_requests_of_a_mailbox_move_in_one_statement(connection: Connection) -> None:
    user_id = await new_user(connection)
    requested = await ask(connection, origin=Origin.MAILBOX, user_id=user_id)
    job_id = await new_job(connection, total=1)
    await add_rows(connection, job_id, [CAKE])
    await items.fail_waiting(connection, [page(CAKE).hash], "gone", "The page is gone.")
    assert await counts(connection, job_id) == {"error": 1}
    (event,) = await rows(connection, "select user_id, item_id, status from mailbox_events")
    assert tuple(event.values()) == (user_id, requested.item_id, "ERROR")


async def test_a_delta_that_does_not_add_up_is_refused(connection: Connection) -> None:
    job_id = await new_job(connection, total=1)
    with pytest.raises(psycopg.errors.CheckViolation):
        await connection.execute("insert into job_deltas (job_id, done) values (%s, 1)", (job_id,))


async def test_a_job_whose_base_does_not_add_up_is_refused(connection: Connection) -> None:
    await new_job(connection, total=1)
    with pytest.raises(psycopg.errors.CheckViolation):
        await connection.execute("update jobs set done = 1")


async def test_only_the_folder_ends_a_job(connection: Connection) -> None:
    job_id = await new_job(connection, total=2)
    await add_matching(connection, job_id, 2)
    await end_items(connection, ItemStatus.DONE, ItemStatus.NOT_FOUND)
    assert await state(connection, job_id) == JobState.QUEUED
    await fold(connection)
    ended = await row(connection, "select queue_state, started_at, finished_at, pending, processing from jobs")
    assert ended["queue_state"] == JobState.DONE
    assert ended["started_at"] is not None and ended["finished_at"] is not None


async def test_a_job_runs_from_its_first_item_until_its_last(connection: Connection) -> None:
    job_id = await new_job(connection, total=2)
    await add_matching(connection, job_id, 2)
    await fold(connection)
    assert await state(connection, job_id) == JobState.QUEUED
    await end_items(connection, ItemStatus.DONE, ItemStatus.PENDING)
    await fold(connection)
    running = await row(connection, "select queue_state, started_at, finished_at from jobs")
    assert (running["queue_state"], running["finished_at"]) == (JobState.RUNNING, None)
    assert running["started_at"] is not None
    await make_due(connection)
    await end_items(connection, ItemStatus.DONE)
    await fold(connection)
    assert await state(connection, job_id) == JobState.DONE


async def test_a_job_without_claimed_rows_has_not_started(connection: Connection) -> None:
    job_id = await new_job(connection, total=0)
    await add_matching(connection, job_id, 2)
    await connection.execute("insert into job_deltas (job_id, total, pending) values (%s, 2, 2)", (job_id,))
    await fold(connection)
    waiting = await row(connection, "select queue_state, started_at, total_items from jobs")
    assert tuple(waiting.values()) == (JobState.QUEUED, None, 2)


async def test_a_job_that_is_still_being_ingested_does_not_end(connection: Connection) -> None:
    job_id = await new_job(connection, total=1, ingested=False)
    await add_matching(connection, job_id, 1)
    await end_items(connection, ItemStatus.DONE)
    await fold(connection)
    running = await row(connection, "select queue_state, finished_at from jobs")
    assert tuple(running.values()) == (JobState.RUNNING, None)


async def test_a_paused_job_stays_paused_when_its_last_item_ends(connection: Connection) -> None:
    job_id = await new_job(connection, total=1)
    await add_matching(connection, job_id, 1)
    await connection.execute("update jobs set queue_state = 'PAUSED'")
    await end_items(connection, ItemStatus.DONE)
    await fold(connection)
    assert await state(connection, job_id) == JobState.PAUSED


async def test_a_reader_between_settling_and_folding_sees_the_same_sum(database: Database) -> None:
    """Base and deltas are read in one statement: a fold that commits in between is visible completely or not at all."""
    async with database.connection() as connection:
        job_id = await new_job(connection, total=1)
        await add_matching(connection, job_id, 1)
        await claim_items(connection)
        async with database.transaction() as folding:
            await jobs.fold(folding)
            assert await counts(connection, job_id) == {"processing": 1}
        assert await counts(connection, job_id) == {"processing": 1}


async def test_concurrent_folders_fold_each_delta_once(engine: Engine) -> None:
    async with engine.database.connection() as connection:
        made = [await new_job(connection, total=100) for _ in range(5)]
        await connection.execute(
            """
            insert into job_deltas (job_id, pending, processing)
            select 1 + (n * 7) %% 5, -1, 1 from generate_series(1, 500) n order by n * 37 %% 500
            """,
            (),
        )
        assert made == [1, 2, 3, 4, 5]

    async def fold_all() -> int:
        async with engine.database.transaction() as connection:
            return await jobs.fold(connection, limit=40)

    folded = await asyncio.gather(*(fold_all() for _ in range(20)))
    left = await background.fold_counters(engine)
    assert sum(folded) + left == 500
    async with engine.database.connection() as connection:
        base = await row(
            connection, "select sum(pending)::int as pending, sum(processing)::int as processing from jobs"
        )
    assert tuple(base.values()) == (0, 500)


# Starting -----------------------------------------------------------------------------------------------------


async def test_a_job_has_started_when_a_row_is_claimed(engine: Engine) -> None:
    async with engine.database.connection() as connection:
        job_id = await new_fed_job(connection, [None, None])
        await fold(connection)
        await feed(engine, job_id)
        await fold(connection)
        assert await state(connection, job_id) == JobState.QUEUED
        assert len(await claim_rows(connection, limit=1)) == 1
        await fold(connection)
        assert await state(connection, job_id) == JobState.RUNNING


async def test_a_job_whose_rows_were_tried_and_requeued_has_started(engine: Engine) -> None:
    async with engine.database.connection() as connection:
        job_id = await new_fed_job(connection, [None])
        await feed(engine, job_id)
        [claim] = await claim_rows(connection)
        again = ItemResult(claim.work_id, claim.fence, ItemStatus.PENDING, item_id=claim.item_id)
        assert await matching.settle(connection, "one", [again])
        await fold(connection)
        started = await row(connection, "select queue_state, pending, started_at is not null as started from jobs")
        assert tuple(started.values()) == (JobState.RUNNING, 1, True)


async def test_a_job_whose_page_was_claimed_and_released_between_two_folds_has_started(connection: Connection) -> None:
    job_id = await new_job(connection, total=3)
    await connection.execute(
        "insert into job_deltas (job_id, pending, processing) values (%(job)s, -1, 1), (%(job)s, 1, -1)",
        {"job": job_id},
    )
    await fold(connection)
    assert await state(connection, job_id) == JobState.RUNNING


@pytest.mark.parametrize("ending", ["skipped", "canceled"])
async def test_rows_that_end_without_work_do_not_start_the_job(connection: Connection, ending: str) -> None:
    job_id = await new_job(connection, total=3)
    await connection.execute(f"insert into job_deltas (job_id, pending, {ending}) values (%s, -1, 1)", (job_id,))
    await fold(connection)
    assert await state(connection, job_id) == JobState.QUEUED


async def test_a_start_between_two_folds_is_reported_before_the_end(database: Database) -> None:
    events: list[observe.Event] = []
    unsubscribe = observe.subscribe(events.append)
    async with database.transaction() as connection:
        job_id = await new_job(connection, total=2)
        await add_matching(connection, job_id, 2)
        await end_items(connection, ItemStatus.DONE, ItemStatus.DONE)
        await jobs.fold(connection)
    unsubscribe()
    of_jobs = [event for event in events if isinstance(event, observe.JobStarted | observe.JobEnded)]
    assert of_jobs == [observe.JobStarted(job_id, 2), observe.JobEnded(job_id, "DONE", 2, 2, 0)]
