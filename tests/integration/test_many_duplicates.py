"""Jobs with more duplicate rows than one transaction settles: each step is bounded, and no row is left."""

from uuid import UUID

import psycopg
import pytest
from tests.integration.helpers import row, value
from tests.integration.job_helpers import (
    claim_rows,
    ended,
    feed,
    in_queue,
    job_lane,
    new_fed_job,
    require_recount,
    row_of,
)
from tests.integration.loaded_databases import own_database
from tests.integration.test_plans import MAX_ROWS, Watched, watched

from garner import observe
from garner.core.lifecycle import ItemStatus
from garner.engine import Engine
from garner.engine.files.appending import edit
from garner.engine.jobs import reprocessing
from garner.engine.jobs.job_control import CANCEL_AT_ONCE, cancel
from garner.engine.jobs.reprocessing import ReprocessRequest, process_next_rows, reprocess
from garner.postgres.database import Connection
from garner.runtime.duties import feeding
from garner.runtime.duties.duplicates import settle_duplicates
from garner.settings import Settings
from garner.store.jobs import removal
from garner.store.people import users
from garner.store.queue import duplicates, matching

DUPLICATES = 5_000
SLICE = duplicates.ROWS
NOT_FOUND = ItemStatus.NOT_FOUND
# Rows of a job that are duplicates of its first one.
ADD_DUPLICATES = """
    with made as (
        insert into job_items (id, job_id, row_no, origin, job_type, kind, input_json, normalized_json, twin_of)
        select uuidv7(), o.job_id, n, 'batch', 'table', o.kind, o.input_json, o.normalized_json, o.id
        from job_items o, generate_series(2, %(duplicates)s + 1) n where o.job_id = %(job)s and o.row_no = 1
        returning job_id),
    counted as (
        insert into job_deltas (job_id, total, pending) select %(job)s, count(*), count(*) from made)
    update jobs set rows_numbered = 1 + %(duplicates)s where id = %(job)s
"""


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.with_values(job_window=50_000)


async def job_with_duplicates(engine: Engine, count: int = DUPLICATES) -> int:
    async with engine.database.connection() as connection:
        job_id = await new_fed_job(connection, [None], kind="product")
        await connection.execute(ADD_DUPLICATES, {"job": job_id, "duplicates": count})
    return job_id


async def feed_all(engine: Engine, job_id: int) -> int:
    """Feed until the end and return the largest number of rows moved in one turn."""
    moved = [await feed(engine, job_id)]
    async with engine.database.connection() as connection:
        while (await job_lane(connection, job_id))["is_to_be_fed"]:
            moved.append(await feed(engine, job_id))
    return max(moved)


async def settle_original(engine: Engine, status: ItemStatus = ItemStatus.DONE) -> UUID:
    async with engine.database.connection() as connection:
        (claim,) = await claim_rows(connection)
        await matching.settle(connection, "one", [ended(claim, status)])
    return claim.item_id


async def pending(engine: Engine, job_id: int) -> int:
    """Return the number of pending rows, after checking counters against rows."""
    return (await require_recount(engine.database, job_id)).get("pending", 0)


async def backlog(engine: Engine) -> list[UUID]:
    async with engine.database.connection() as connection:
        return await duplicates.backlog(connection)


async def settle_all(engine: Engine) -> list[int]:
    """Settle all duplicates and return the number of each slice."""
    slices = []
    while await backlog(engine):
        slices.append(await settle_duplicates(engine))
    return slices


async def test_settling_ends_some_duplicates_and_the_rest_follow_in_slices(engine: Engine) -> None:
    job_id = await job_with_duplicates(engine)
    await feed_all(engine, job_id)
    await settle_original(engine, NOT_FOUND)
    assert await pending(engine, job_id) == DUPLICATES - SLICE
    assert await settle_duplicates(engine) == SLICE
    assert await pending(engine, job_id) == DUPLICATES - 2 * SLICE
    assert await settle_duplicates(engine) == DUPLICATES - 2 * SLICE
    assert await require_recount(engine.database, job_id) == {"not_found": DUPLICATES + 1}
    assert await backlog(engine) == []


async def test_a_slice_that_was_rolled_back_is_settled_by_the_next_worker(engine: Engine) -> None:
    job_id = await job_with_duplicates(engine)
    await feed_all(engine, job_id)
    original = await settle_original(engine)
    with pytest.raises(psycopg.errors.DivisionByZero):
        async with engine.database.transaction() as connection:
            assert await duplicates.settle(connection, original) == SLICE
            await connection.execute("select 1 / 0")  # like a worker that dies before its commit
    assert await pending(engine, job_id) == DUPLICATES - SLICE
    assert await settle_all(engine) == [SLICE, DUPLICATES - 2 * SLICE]
    assert await require_recount(engine.database, job_id) == {"done": DUPLICATES + 1}


async def test_two_workers_do_not_settle_the_same_slice(engine: Engine) -> None:
    await feed_all(engine, await job_with_duplicates(engine))
    original = await settle_original(engine)
    async with engine.database.transaction() as one, engine.database.transaction() as two:
        assert await duplicates.settle(one, original) == SLICE
        assert await duplicates.settle(two, original) == 0


async def test_the_feeder_ends_a_bounded_number_of_duplicates(engine: Engine) -> None:
    job_id = await job_with_duplicates(engine, 0)
    await feed_all(engine, job_id)
    await settle_original(engine)
    async with engine.database.connection() as connection:
        await connection.execute(ADD_DUPLICATES, {"job": job_id, "duplicates": DUPLICATES})
        await connection.execute("update lanes set feed_at = now() where job_id = %s", (job_id,))
    assert await feed_all(engine, job_id) == feeding.TURN_DUPLICATES
    assert await require_recount(engine.database, job_id) == {"done": DUPLICATES + 1}


async def test_duplicates_left_when_their_original_is_reprocessed_end_with_it(engine: Engine) -> None:
    job_id = await job_with_duplicates(engine)
    await feed_all(engine, job_id)
    original = await settle_original(engine, NOT_FOUND)
    await reprocess(engine, job_id, ReprocessRequest([original]))
    assert await settle_duplicates(engine) == 0
    assert await backlog(engine) == []
    await feed_all(engine, job_id)
    await settle_original(engine)
    await settle_all(engine)
    assert await require_recount(engine.database, job_id) == {"done": 1 + DUPLICATES - SLICE, "not_found": SLICE}


# Reprocessing ------------------------------------------------------------------------------------------------


async def ended_duplicates(engine: Engine) -> int:
    job_id = await job_with_duplicates(engine)
    await feed_all(engine, job_id)
    await settle_original(engine, NOT_FOUND)
    await settle_all(engine)
    return job_id


async def test_duplicates_get_the_result_of_an_original_that_ended_again_before_them(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An order is processed in slices, and the original in the first slice is matched before the last slice."""
    job_id = await ended_duplicates(engine)
    monkeypatch.setattr(reprocessing, "ANSWER_SECONDS", 0.0)
    await reprocess(engine, job_id, ReprocessRequest())
    await feed(engine, job_id)
    await settle_original(engine)
    while (await process_next_rows(engine, job_id)).has_more:
        assert await feed_all(engine, job_id) <= SLICE
    await feed_all(engine, job_id)
    await settle_all(engine)
    assert await require_recount(engine.database, job_id) == {"done": DUPLICATES + 1}
    async with engine.database.connection() as connection:
        assert await value(connection, "select count(*) from work") == 0


async def test_duplicates_of_an_original_that_ended_before_share_work_among_themselves(engine: Engine) -> None:
    job_id = await ended_duplicates(engine)
    async with engine.database.connection() as connection:
        original = (await row_of(connection, job_id, 1))["id"]
    await reprocess(engine, job_id, ReprocessRequest([original]))
    await feed_all(engine, job_id)
    await settle_original(engine)
    assert await require_recount(engine.database, job_id) == {"done": 1, "not_found": DUPLICATES}
    await reprocess(engine, job_id, ReprocessRequest())
    while (await process_next_rows(engine, job_id)).has_more:
        pass
    await feed_all(engine, job_id)
    async with engine.database.connection() as connection:
        assert len(await in_queue(connection, job_id)) == -(-DUPLICATES // reprocessing.ROWS)
        claims = await claim_rows(connection)
        await matching.settle(connection, "one", [ended(claim) for claim in claims])
    await settle_all(engine)
    assert await require_recount(engine.database, job_id) == {"done": DUPLICATES + 1}


# Editing -----------------------------------------------------------------------------------------------------


async def test_an_edited_row_hands_over_its_duplicates_in_slices(engine: Engine) -> None:
    job_id = await job_with_duplicates(engine)
    async with engine.database.connection() as connection:
        original = (await row_of(connection, job_id, 1))["id"]
        await edit(engine, job_id, original, {"title": "Kettle"})
        heir = (await row_of(connection, job_id, 2))["id"]
        passed_on = "select count(*) from job_items where twin_of = %s"
        assert await value(connection, passed_on, heir) == SLICE
    await feed_all(engine, job_id)
    async with engine.database.connection() as connection:
        assert await in_queue(connection, job_id) == [1, 2]
        claims = {claim.item_id: claim for claim in await claim_rows(connection)}
        await matching.settle(connection, "one", [ended(claims[original], NOT_FOUND)])
        assert await require_recount(engine.database, job_id) == {
            "not_found": 1,
            "processing": 1,
            "pending": DUPLICATES - 1,
        }
        await matching.settle(connection, "one", [ended(claims[heir])])
    await settle_all(engine)
    assert await require_recount(engine.database, job_id) == {"not_found": 1, "done": DUPLICATES}


async def test_an_edited_successor_hands_over_the_duplicates_it_was_due(engine: Engine) -> None:
    job_id = await job_with_duplicates(engine)
    async with engine.database.connection() as connection:
        for row_no in (1, 2):
            await edit(engine, job_id, (await row_of(connection, job_id, row_no))["id"], {"title": f"Kettle {row_no}"})
        heir = (await row_of(connection, job_id, 3))["id"]
        await settle_all(engine)
        assert await value(connection, "select count(*) from job_items where twin_of = %s", heir) == DUPLICATES - 2
        assert await value(connection, "select count(*) from job_items where twin_of is not null") == DUPLICATES - 2


# Canceling ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("whose", ["job", "user"])
async def test_duplicates_of_a_later_row_are_deleted_before_it(
    connection: Connection, whose: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(removal, "ROWS", 2)
    job_id = await new_fed_job(connection, [None] * 6, kind="product")
    await connection.execute(
        "update job_items set twin_of = (select id from job_items where row_no = 6) where row_no < 5"
    )
    await connection.execute("update job_items set status = 'DONE', completed_at = now()")
    await connection.execute("delete from job_deltas")
    await connection.execute("update jobs set queue_state = 'DONE', removed_at = now() where id = %s", (job_id,))
    for left in (4, 2, 0):
        if whose == "job":
            assert await removal.delete_some(connection, job_id) == 2
        else:
            assert await users.delete_items(connection, 0, job_id, 2) == 2
        parted = (
            "select count(*) filter (where twin_of is null and row_no < 5) as parted, count(*) as left from job_items"
        )
        assert await row(connection, parted) == {"parted": 0, "left": left}


async def test_canceling_returns_after_a_bounded_number_of_rows(engine: Engine) -> None:
    """Regardless of the queue length: postponed rows take no place in the window."""
    async with engine.database.connection() as connection:
        job_id = await new_fed_job(connection, [None] * 1_500, kind="product")
    await feed_all(engine, job_id)
    events: list[observe.Event] = []
    unsubscribe = observe.subscribe(events.append)
    await cancel(engine, job_id)
    assert await require_recount(engine.database, job_id) == {"canceled": CANCEL_AT_ONCE, "pending": 500}
    await feed_all(engine, job_id)
    unsubscribe()
    assert await require_recount(engine.database, job_id) == {"canceled": 1_500}
    assert [event.rows for event in events if isinstance(event, observe.RowsCanceled)] == [CANCEL_AT_ONCE, 500]
    assert not any(isinstance(event, observe.ItemEnded) for event in events)


# Rows read ---------------------------------------------------------------------------------------------------


async def settle_and_follow(large: Watched, job_id: int, most: int) -> int:
    """Return the number of slices until all duplicates have ended, and check that none reads too many rows."""
    (claim,) = await claim_rows(large.connection)
    await large.forget()
    await matching.settle(large.connection, "one", [ended(claim)])
    await large.assert_frugal(most)
    slices = 0
    while await duplicates.settle(large.connection, claim.item_id):
        await large.assert_frugal(most)
        slices += 1
    await large.forget()
    left = "select count(*) from job_items where job_id = %s and completed_at is null"
    assert await value(large.connection, left, job_id) == 0
    return slices


async def queue_original(connection: Connection, count: int) -> int:
    job_id = await new_fed_job(connection, [None], kind="product")
    await connection.execute(ADD_DUPLICATES, {"job": job_id, "duplicates": count})
    await connection.execute(
        """
        insert into work (stage, item_id, lane_id, rank)
        select 'match', i.id, l.id, now() from job_items i join lanes l using (job_id) where i.row_no = 1
        """
    )
    await connection.execute("update lanes set ready_at = now() - interval '1 second', feed_at = 'infinity'")
    return job_id


A_MILLION = pytest.param(1_000_000, marks=[pytest.mark.slow, pytest.mark.timeout(1200)])


@pytest.mark.parametrize("count", [4 * SLICE, A_MILLION])
async def test_no_slice_reads_more_rows_than_it_settles(server_url: str, template: str, count: int) -> None:
    """The statistics are those of an empty table, and any number of rows has ended before."""
    with own_database(server_url) as url:
        async with watched(url) as large:
            async with large.unwatched():
                job_id = await queue_original(large.connection, count)
            assert await settle_and_follow(large, job_id, SLICE + MAX_ROWS) <= count // SLICE
