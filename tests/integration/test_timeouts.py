"""Requests whose page makes no progress."""

from datetime import timedelta

import pytest
from tests.integration.helpers import (
    CAKE,
    add_rows,
    ask,
    claim_body,
    claim_page,
    everything,
    fetch_again,
    fetch_page,
    fetched,
    item,
    new_job,
    settle_page,
    task,
    work_rows,
)

from garner.core.lifecycle import ItemStatus
from garner.engine import Engine
from garner.postgres.database import Connection
from garner.runtime.duties import background
from garner.settings import Settings
from garner.store.jobs import jobs
from garner.store.tasks import items

LIMIT = timedelta(minutes=15)


async def let_pass(connection: Connection, time: str) -> None:
    await connection.execute("update crawl_tasks set updated_at = updated_at - %s::interval", (time,))


def test_the_default_limit_is_fifteen_minutes() -> None:
    assert timedelta(seconds=Settings().queue.processing_timeout_seconds) == LIMIT


async def test_a_fetched_page_that_waits_for_extraction_does_not_time_out(
    connection: Connection,
) -> None:
    await ask(connection)
    await fetch_page(connection)
    assert (await task(connection))["status"] == "downloaded"
    await let_pass(connection, "1 hour")
    assert await items.time_out(connection, LIMIT) == 0


@pytest.mark.parametrize("status", ["crawling", "parsing"])
async def test_a_request_whose_page_made_no_progress_for_too_long_fails(connection: Connection, status: str) -> None:
    asked = await ask(connection)
    job_id = await new_job(connection, total=1)
    await add_rows(connection, job_id, [CAKE])
    if status == "crawling":
        await claim_page(connection)
    else:
        await fetch_page(connection)
        await claim_body(connection)
    assert (await task(connection))["status"] == status
    await let_pass(connection, "15 minutes 1 second")
    assert await items.time_out(connection, LIMIT) == 2
    ended = await item(connection, asked.item_id)
    assert (ended["status"], ended["error_code"]) == (ItemStatus.ERROR, "timeout")
    assert ended["last_error"] == "The page made no progress for 15 minutes."
    assert (await task(connection))["status"] == "failed"
    assert await work_rows(connection) == []
    counted = await jobs.counts(connection, job_id)
    assert counted is not None and (counted["processing"], counted["error"]) == (0, 1)


async def test_a_request_with_progress_within_the_limit_is_unchanged(connection: Connection) -> None:
    await ask(connection)
    await claim_page(connection)
    await let_pass(connection, "15 minutes")
    before = await everything(connection)
    assert await items.time_out(connection, LIMIT) == 0
    assert await everything(connection) == before


async def test_a_queued_page_does_not_time_out(connection: Connection) -> None:
    await ask(connection)
    await let_pass(connection, "1 day")
    assert await items.time_out(connection, LIMIT) == 0


async def test_a_page_that_waits_for_its_retry_does_not_time_out(connection: Connection) -> None:
    await ask(connection)
    await settle_page(connection, fetch_again(await claim_page(connection), delay_seconds=3600))
    await let_pass(connection, "1 day")
    assert await items.time_out(connection, LIMIT) == 0


async def test_a_request_after_a_timeout_starts_fresh_and_the_old_worker_cannot_settle(
    connection: Connection,
) -> None:
    first = await ask(connection)
    stuck = await claim_page(connection, worker="stuck")
    await let_pass(connection, "16 minutes")
    await items.time_out(connection, LIMIT)
    again = await ask(connection)
    assert (again.outcome, again.item_id == first.item_id) == ("created", False)
    assert await settle_page(connection, fetched(stuck), worker="stuck") is False
    assert (await claim_page(connection)).attempt == 1


async def test_the_loop_uses_the_timeout_setting(engine: Engine) -> None:
    async with engine.database.connection() as connection:
        await ask(connection)
        await claim_page(connection)
        await let_pass(connection, "14 minutes")
        assert await background.time_out_requests(engine) == 0
        await let_pass(connection, "2 minutes")
    assert await background.time_out_requests(engine) == 1
