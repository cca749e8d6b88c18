"""Sweeping work of lost workers."""

import asyncio

from tests.integration.helpers import (
    CAKE,
    add_matching,
    add_rows,
    ask,
    claim_body,
    claim_items,
    claim_page,
    claim_pages,
    everything,
    expire_leases,
    fetch_page,
    fetched,
    item,
    lane,
    make_due,
    new_job,
    row,
    settle_page,
    task,
    value,
    work_rows,
)

from garner.core.lifecycle import ItemStatus, Stage
from garner.engine import Engine
from garner.postgres.database import Connection, Database
from garner.runtime.duties import background
from garner.store.crawl import lanes
from garner.store.jobs import jobs
from garner.store.queue import leases
from garner.store.queue.leases import Swept


async def sweep(connection: Connection, delay_seconds: float = 0.5) -> Swept:
    return await leases.sweep(connection, delay_seconds=delay_seconds)


async def test_an_expired_lease_is_revoked_and_its_attempt_counts(connection: Connection) -> None:
    asked = await ask(connection)
    lost = await claim_page(connection, worker="lost")
    await expire_leases(connection)
    assert await sweep(connection) == Swept(freed=1, dead=0)
    freed = await row(connection, "select attempt, worker, due_at = now() + interval '0.5 second' as late from work")
    assert tuple(freed.values()) == (1, None, True)
    waiting = await item(connection, asked.item_id)
    assert (waiting["status"], waiting["error_code"]) == (ItemStatus.PENDING, "worker_lost")
    assert (await task(connection))["status"] == "queued"
    attempt = await row(connection, "select crawl_task_id, outcome, worker from crawl_attempts")
    assert tuple(attempt.values()) == (lost.task_id, "worker_lost", "lost")
    await make_due(connection)
    again = await claim_page(connection)
    assert (again.attempt, again.fence > lost.fence) == (2, True)


async def test_an_unexpired_lease_is_unchanged(connection: Connection) -> None:
    await ask(connection)
    await claim_page(connection)
    await connection.execute("update work set lease_until = now()")  # its last moment
    before = await everything(connection)
    assert await sweep(connection) == Swept(freed=0, dead=0)
    assert await everything(connection) == before


async def test_unclaimed_work_is_unchanged(connection: Connection) -> None:
    await ask(connection)
    before = await everything(connection)
    assert await sweep(connection) == Swept(freed=0, dead=0)
    assert await everything(connection) == before


async def test_the_lost_worker_cannot_settle_afterwards(connection: Connection) -> None:
    await ask(connection)
    lost = await claim_page(connection, worker="lost")
    await expire_leases(connection)
    await sweep(connection)
    before = await everything(connection)
    assert await settle_page(connection, fetched(lost), worker="lost") is False
    assert await everything(connection) == before


async def test_a_page_that_kills_each_worker_uses_all_attempts(connection: Connection) -> None:
    asked = await ask(connection)
    job_id = await new_job(connection, total=1)
    (in_job,) = await add_rows(connection, job_id, [CAKE])
    for number in range(3):
        await make_due(connection)
        assert (await claim_page(connection)).attempt == number + 1
        await expire_leases(connection)
        swept = await sweep(connection)
        assert swept == (Swept(0, 1) if number == 2 else Swept(1, 0))
    assert await work_rows(connection) == []
    for item_id in (asked.item_id, in_job):
        ended = await item(connection, item_id)
        assert (ended["status"], ended["error_code"]) == (ItemStatus.ERROR, "worker_lost")
        assert ended["last_error"] == "The worker stopped responding, and no attempts are left."
    letter = await row(connection, "select stage, cause, attempts from dead_letters")
    assert tuple(letter.values()) == ("crawl", "worker_lost", 3)
    assert (await task(connection))["status"] == "failed"
    assert await value(connection, "select count(*) from crawl_attempts where outcome = 'worker_lost'") == 3
    counted = await jobs.counts(connection, job_id)
    assert counted is not None and (counted["pending"], counted["processing"], counted["error"]) == (0, 0, 1)


async def test_an_expired_extraction_returns_to_its_own_stage_and_is_not_a_fetch(connection: Connection) -> None:
    await ask(connection)
    await fetch_page(connection)
    await claim_body(connection)
    await expire_leases(connection)
    assert await sweep(connection) == Swept(freed=1, dead=0)
    assert (await task(connection))["status"] == "downloaded"
    assert await value(connection, "select count(*) from crawl_attempts") == 1
    await make_due(connection)
    assert (await claim_body(connection)).attempt == 2


async def test_an_extraction_that_kills_each_worker_is_a_dead_letter(connection: Connection) -> None:
    asked = await ask(connection)
    await fetch_page(connection)
    for _ in range(3):
        await make_due(connection)
        await claim_body(connection)
        await expire_leases(connection)
        await sweep(connection)
    assert (await item(connection, asked.item_id))["status"] == ItemStatus.ERROR
    assert await value(connection, "select stage from dead_letters") == "extract"


async def test_a_swept_page_wakes_its_lane(connection: Connection) -> None:
    await ask(connection, concurrency=1)
    await claim_page(connection)
    await claim_pages(connection)
    assert (await lane(connection))["saturated"] is True
    await expire_leases(connection)
    await sweep(connection, delay_seconds=0)
    assert (await lane(connection))["saturated"] is False
    assert await lanes.seconds_until_ready(connection, Stage.CRAWL) == 0


async def test_matching_items_are_swept_like_pages(connection: Connection) -> None:
    job_id = await new_job(connection, total=2)
    again, over = await add_matching(connection, job_id, 2)
    await connection.execute("update work set max_attempts = 1 where item_id = %s", (over,))
    await claim_items(connection)
    assert await sweep(connection) == Swept(0, 0)
    await expire_leases(connection)
    assert await sweep(connection) == Swept(freed=1, dead=1)
    assert (await item(connection, again))["status"] == ItemStatus.PENDING
    ended = await item(connection, over)
    assert (ended["status"], ended["error_code"]) == (ItemStatus.ERROR, "worker_lost")
    assert await value(connection, "select item_id from dead_letters where stage = 'match'") == over
    counted = await jobs.counts(connection, job_id)
    assert counted is not None and (counted["pending"], counted["processing"], counted["error"]) == (1, 0, 1)


async def test_a_sweeper_skips_work_that_is_being_settled(database: Database) -> None:
    async with database.connection() as connection:
        await ask(connection)
        claim = await claim_page(connection)
        await expire_leases(connection)
    async with database.transaction() as settling:
        assert await settle_page(settling, fetched(claim)) is True
        async with asyncio.timeout(5), database.transaction() as sweeping:
            assert await sweep(sweeping) == Swept(0, 0)
    async with database.connection() as connection:
        assert (await task(connection))["status"] == "downloaded"


async def test_concurrent_sweepers_free_each_lease_once(engine: Engine) -> None:
    async with engine.database.connection() as connection:
        for number in range(30):
            await ask(connection, f"https://shop-{number}.example/")
        assert len(await claim_pages(connection, limit=100)) == 30
        await expire_leases(connection)
    freed = await asyncio.gather(*(background.sweep_leases(engine) for _ in range(5)))
    assert sum(freed) == 30
    async with engine.database.connection() as connection:
        assert await value(connection, "select count(*) from crawl_attempts") == 30
