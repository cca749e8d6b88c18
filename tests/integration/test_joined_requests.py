"""A request or a row that joins a page in progress has its state: PROCESSING since the fetch began."""

from datetime import datetime

import pytest
from tests.integration.helpers import (
    CAKE,
    ask,
    claim_body,
    claim_page,
    extracted,
    fetch_again,
    fetch_page,
    fetched,
    finish_page,
    item,
    new_user,
    recipe,
    row,
    settle_body,
    settle_page,
    task,
    value,
)
from tests.integration.job_helpers import feed, new_fed_job, require_recount, row_of, states

from garner.core.lifecycle import Origin
from garner.core.pacing.outcome import Action, Verdict
from garner.core.record import Kind
from garner.engine import Engine
from garner.postgres.database import Connection
from garner.store.crawl.fetching import NextHop, PageResult

ORIGINS = [Origin.PARSE, Origin.MAILBOX]


async def begin_fetch(connection: Connection) -> datetime:
    """Begin the fetch of another request for the page, some time ago."""
    await ask(connection, kind=Kind.PRODUCT)
    await claim_page(connection)
    await connection.execute("update crawl_tasks set started_at = started_at - interval '1 minute'")
    began = (await task(connection))["started_at"]
    assert isinstance(began, datetime)
    return began


@pytest.mark.parametrize("origin", ORIGINS)
async def test_a_request_that_joins_a_fetch_is_processing_since_the_fetch_began(
    connection: Connection, origin: Origin
) -> None:
    began = await begin_fetch(connection)
    joined = await ask(connection, origin=origin, user_id=await new_user(connection))
    assert (joined.outcome, joined.status) == ("created", "PROCESSING")
    seen = await item(connection, joined.item_id)
    assert (seen["status"], seen["started_at"], seen["attempts"]) == ("PROCESSING", began, 1)


@pytest.mark.parametrize("origin", ORIGINS)
async def test_a_request_that_joins_a_fetched_page_is_processing(connection: Connection, origin: Origin) -> None:
    await ask(connection, kind=Kind.PRODUCT)
    await fetch_page(connection)
    joined = await ask(connection, origin=origin, user_id=await new_user(connection))
    seen = await item(connection, joined.item_id)
    assert (seen["status"], seen["started_at"]) == ("PROCESSING", (await task(connection))["started_at"])
    assert await settle_body(connection, extracted(await claim_body(connection), recipe()))
    ended = await item(connection, joined.item_id)
    assert (ended["status"], ended["attempts"]) == ("DONE", 1)


async def test_a_request_that_joins_a_page_in_the_queue_is_pending(connection: Connection) -> None:
    await ask(connection, kind=Kind.PRODUCT)
    joined = await ask(connection)
    assert joined.status == "PENDING"
    assert (await item(connection, joined.item_id))["started_at"] is None


async def test_a_request_that_joins_a_page_between_two_attempts_is_pending(connection: Connection) -> None:
    await ask(connection, kind=Kind.PRODUCT)
    assert await settle_page(connection, fetch_again(await claim_page(connection), delay_seconds=60))
    assert (await ask(connection)).status == "PENDING"


async def test_a_request_that_joined_a_fetch_is_pending_again_when_it_is_retried(connection: Connection) -> None:
    await ask(connection, kind=Kind.PRODUCT)
    claim = await claim_page(connection)
    joined = await ask(connection)
    assert await settle_page(connection, fetch_again(claim))
    assert (await item(connection, joined.item_id))["status"] == "PENDING"


async def test_a_request_that_joins_between_two_hops_has_the_state_of_the_others(connection: Connection) -> None:
    waiting = await ask(connection, kind=Kind.PRODUCT)
    claim = await claim_page(connection)
    hop = NextHop("https://kitchen.example/moved", "kitchen.example", "https://kitchen.example")
    followed = PageResult(claim.work_id, claim.fence, Verdict(Action.FOLLOW, "redirected"), 0.1, 301, hop=hop)
    assert await settle_page(connection, followed)
    assert (await task(connection))["status"] == "queued"
    joined = await item(connection, (await ask(connection)).item_id)
    seen = await item(connection, waiting.item_id)
    assert (joined["status"], joined["started_at"]) == (seen["status"], seen["started_at"])
    assert joined["status"] == "PROCESSING"


async def test_a_request_for_another_extraction_is_pending_until_that_begins(connection: Connection) -> None:
    """A page that is only extracted again was not fetched, and has no fetch to join."""
    await ask(connection, kind=Kind.PRODUCT)
    await finish_page(connection)
    await connection.execute(
        "select extract_kept_pages(array[id], array[interval '1 day'], array[0::bigint], 1, 0) from crawl_tasks"
    )
    assert (await task(connection))["started_at"] is None
    joined = await ask(connection)
    assert joined.status == "PENDING"
    await claim_body(connection)
    assert (await item(connection, joined.item_id))["status"] == "PROCESSING"


async def test_a_row_that_joins_a_fetch_is_processing_and_counted_as_such(engine: Engine) -> None:
    async with engine.database.connection() as connection:
        began = await begin_fetch(connection)
        job_id = await new_fed_job(connection, [CAKE, "https://kitchen.example/other"])
    await feed(engine, job_id)
    async with engine.database.connection() as connection:
        assert await states(connection, job_id) == ["PROCESSING", "PENDING"]
        joined = await row_of(connection, job_id, 1)
        assert (joined["started_at"], joined["attempts"]) == (began, 1)
        assert joined["updated_at"] > joined["created_at"]
    assert await require_recount(engine.database, job_id) == {"processing": 1, "pending": 1}


async def test_a_row_that_joined_a_fetch_ends_with_it_after_one_attempt(engine: Engine) -> None:
    async with engine.database.connection() as connection:
        await ask(connection, kind=Kind.PRODUCT)
        claim = await claim_page(connection)
        job_id = await new_fed_job(connection, [CAKE])
    await feed(engine, job_id)
    async with engine.database.transaction() as connection:
        assert await settle_page(connection, fetched(claim))
    async with engine.database.transaction() as connection:
        assert await settle_body(connection, extracted(await claim_body(connection), recipe()))
    async with engine.database.connection() as connection:
        ended = await row_of(connection, job_id, 1)
        assert (ended["status"], ended["attempts"]) == ("DONE", 1)
    assert await require_recount(engine.database, job_id) == {"done": 1}


async def test_a_reprocessed_row_that_joins_a_fetch_counts_another_attempt(engine: Engine) -> None:
    async with engine.database.connection() as connection:
        await begin_fetch(connection)
        job_id = await new_fed_job(connection, [CAKE])
        await connection.execute("update job_items set attempts = 1 where job_id = %s", (job_id,))
    await feed(engine, job_id)
    async with engine.database.connection() as connection:
        assert (await row_of(connection, job_id, 1))["attempts"] == 2


async def test_a_job_whose_first_row_joined_a_fetch_is_running(engine: Engine) -> None:
    from garner.runtime.duties.background import fold_counters

    async with engine.database.connection() as connection:
        await begin_fetch(connection)
        job_id = await new_fed_job(connection, [CAKE])
    await feed(engine, job_id)
    await fold_counters(engine)
    async with engine.database.connection() as connection:
        assert await value(connection, "select queue_state from jobs where id = %s", job_id) == "RUNNING"
        assert await row(connection, "select pending, processing from jobs where id = %s", job_id) == {
            "pending": 0,
            "processing": 1,
        }
