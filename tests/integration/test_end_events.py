"""The end of a request or of a row is reported once, with the ids that appear in the log."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from tests.integration.helpers import (
    CAKE,
    add_rows,
    ask,
    cancel,
    claim_page,
    expire_leases,
    fetch_again,
    fetch_failed,
    finish_page,
    new_job,
    recipe,
    settle_page,
    value,
)
from tests.integration.job_helpers import claim_rows, ended, feed, new_fed_job, require_recount, row_of

from garner import observe
from garner.engine import Engine
from garner.observe import ItemEnded
from garner.postgres.database import Connection, Database
from garner.runtime.duties.background import fold_counters
from garner.store.queue import leases, matching
from garner.store.tasks import items


@pytest.fixture
def endings() -> Iterator[list[ItemEnded]]:
    seen: list[ItemEnded] = []
    forget = observe.subscribe(lambda event: seen.append(event) if isinstance(event, ItemEnded) else None)
    yield seen
    forget()


async def test_the_end_of_every_waiting_item_is_reported_with_its_job(
    connection: Connection, endings: list[ItemEnded]
) -> None:
    asked = await ask(connection)
    job_id = await new_job(connection, total=1)
    (row_id,) = await add_rows(connection, job_id, [CAKE])
    await finish_page(connection, recipe())
    assert set(endings) == {
        ItemEnded(str(asked.item_id), None, asked.task_id, "recipe", "DONE", None, CAKE),
        ItemEnded(str(row_id), job_id, asked.task_id, "recipe", "DONE", None, CAKE),
    }
    assert len(endings) == 2


async def test_a_failed_page_or_one_without_a_record_ends_its_item_with_a_code(
    connection: Connection, endings: list[ItemEnded]
) -> None:
    await ask(connection)
    await settle_page(connection, fetch_again(await claim_page(connection), delay_seconds=0))
    assert endings == []
    await settle_page(connection, fetch_failed(await claim_page(connection)))
    await ask(connection)
    await finish_page(connection)
    assert [(ended.status, ended.code) for ended in endings] == [("ERROR", "gone"), ("NOT_FOUND", "no_record")]


async def test_canceled_timed_out_and_lost_items_are_reported_too(
    connection: Connection, endings: list[ItemEnded]
) -> None:
    assert await cancel(connection, await ask(connection))
    await ask(connection)
    await claim_page(connection)
    await connection.execute("update crawl_tasks set updated_at = now() - interval '1 hour'")
    assert await items.time_out(connection, timedelta(minutes=1)) == 1
    await ask(connection)
    await claim_page(connection)
    await connection.execute("update work set attempt = max_attempts")
    await expire_leases(connection)
    await leases.sweep(connection, delay_seconds=0)
    assert [(ended.status, ended.code) for ended in endings] == [
        ("CANCELED", "canceled"),
        ("ERROR", "timeout"),
        ("ERROR", "worker_lost"),
    ]
    task_id = await value(connection, "select id from crawl_tasks")
    assert {ended.task_id for ended in endings} == {task_id}


async def test_a_rolled_back_end_is_not_reported(database: Database, endings: list[ItemEnded]) -> None:
    async with database.connection() as connection:
        asked = await ask(connection)
    with pytest.raises(RuntimeError):
        async with database.transaction() as connection:
            await cancel(connection, asked)
            raise RuntimeError
    assert endings == []
    async with database.transaction() as connection:
        await cancel(connection, asked)
        assert endings == []
    assert [ended.item_id for ended in endings] == [str(asked.item_id)]


async def test_the_ends_of_duplicates_are_one_event_with_their_number(engine: Engine) -> None:
    seen: list[observe.Event] = []
    forget = observe.subscribe(seen.append)
    async with engine.database.connection() as connection:
        job_id = await new_fed_job(connection, [None] * 50, duplicates=True)
    await feed(engine, job_id)
    async with engine.database.transaction() as connection:
        (claim,) = await claim_rows(connection)
        assert await matching.settle(connection, "one", [ended(claim)]) == {claim.work_id}
    await fold_counters(engine)
    forget()
    assert [event for event in seen if isinstance(event, observe.DuplicatesEnded)] == [
        observe.DuplicatesEnded(job_id, 49)
    ]
    assert await require_recount(engine.database, job_id) == {"done": 50}


async def test_a_duplicate_that_is_canceled_itself_is_not_reported_as_ended_like_its_original(engine: Engine) -> None:
    seen: list[observe.Event] = []
    async with engine.database.connection() as connection:
        job_id = await new_fed_job(connection, [None] * 3, duplicates=True)
        duplicate = await row_of(connection, job_id, 3)
    async with engine.database.transaction() as connection:
        assert await items.cancel(connection, [duplicate["id"]]) == 1
    forget = observe.subscribe(seen.append)
    await fold_counters(engine)
    forget()
    assert [event for event in seen if isinstance(event, observe.DuplicatesEnded)] == []
    assert await require_recount(engine.database, job_id) == {"pending": 2, "canceled": 1}


async def test_a_retried_page_is_reported_with_its_delay(database: Database) -> None:
    seen: list[observe.Event] = []
    forget = observe.subscribe(seen.append)
    async with database.transaction() as other:
        asked = await ask(other)
        await settle_page(other, fetch_again(await claim_page(other), delay_seconds=7))
    forget()
    assert asked.task_id is not None
    told = [event for event in seen if isinstance(event, observe.PageRetried)]
    assert told == [observe.PageRetried(asked.task_id, "server_error", 7)]
