"""Operators who act on the same pages concurrently: some wait for others, and none deadlocks."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from random import Random

from tests.integration.helpers import ask, count_deadlocks, page, rows, until_blocked, value

from garner.core.record import Kind
from garner.errors import Unavailable
from garner.postgres.database import Connection, Database
from garner.store.crawl import lanes, schedule
from garner.store.crawl.schedule import CrawlTaskOrder

PAGES = [f"https://kitchen-{number % 8}.example/{number}" for number in range(40)]
ROUNDS = 40


async def create_one_by_one(database: Database) -> list[int]:
    """Create pages whose ids are in another order than their hashes."""
    for url in PAGES:
        async with database.transaction() as connection:
            await schedule.order(connection, [page(url)], CrawlTaskOrder((Kind.RECIPE,)))
    async with database.connection() as connection:
        return [row["id"] for row in await rows(connection, "select id from crawl_tasks")]


async def test_concurrent_operators_do_not_deadlock(database: Database) -> None:
    ids = await create_one_by_one(database)
    before = await count_deadlocks(database)

    async def order(connection: Connection, chosen: Sequence[int]) -> None:
        await schedule.order(
            connection, [page(url) for url in PAGES], CrawlTaskOrder((Kind.RECIPE,), priority=len(chosen) % 9 + 1)
        )

    async def ask_for_one(connection: Connection, chosen: Sequence[int]) -> None:
        await ask(connection, PAGES[chosen[0] % len(PAGES)])

    async def feed(connection: Connection, chosen: Sequence[int]) -> None:
        await schedule.become_due(connection)
        await schedule.feed(connection, window=2)

    async def act_repeatedly(act: Callable[[Connection, Sequence[int]], Awaitable[object]], seed: int) -> None:
        random = Random(seed)
        for _ in range(ROUNDS):
            async with database.transaction() as connection:
                await act(connection, random.sample(ids, 10))

    pausing = (schedule.pause, schedule.resume) * 3
    acts = (*pausing, order, order, schedule.recrawl, schedule.stop, ask_for_one, feed)
    await asyncio.gather(*(act_repeatedly(act, seed) for seed, act in enumerate(acts)))
    assert await count_deadlocks(database) == before


async def test_resuming_a_page_locks_all_its_lanes_in_one_order(database: Database) -> None:
    """Its own lane and that of its redirect target: a holder of the second lane must not wait for the first."""
    async with database.transaction() as connection:
        await ask(connection, "https://first.example/")
        await ask(connection, "https://second.example/")
        first, second = [row["id"] for row in await rows(connection, "select id from lanes order by id")]
        task_id = await value(connection, "select id from crawl_tasks where url = 'https://first.example/'")
        await connection.execute("update work set lane_id = %s where task_id = %s", (second, task_id))
        await schedule.pause(connection, [task_id])
    async with database.transaction() as elsewhere:
        await lanes.lock(elsewhere, [first])
        resuming = asyncio.create_task(resumed(database, task_id))
        await until_blocked(database)
        async with database.transaction() as connection:
            await connection.execute("select from lanes where id = %s for update nowait", (second,))
    await resuming


async def resumed(database: Database, task_id: int) -> None:
    async with database.transaction() as connection:
        await schedule.resume(connection, [task_id])


async def test_one_of_two_deadlocked_transactions_fails_with_a_clear_error(database: Database) -> None:
    async with database.connection() as connection:
        for url in PAGES[:2]:
            await ask(connection, url)

    async def change(first: str, second: str) -> None:
        async with database.transaction() as connection:
            await connection.execute("update crawl_tasks set priority = 1 where url = %s", (first,))
            both_hold.release()
            await both_wait.wait()
            await connection.execute("update crawl_tasks set priority = 1 where url = %s", (second,))

    both_hold, both_wait = asyncio.Semaphore(0), asyncio.Event()
    changes = [asyncio.create_task(change(*pair)) for pair in (PAGES[:2], PAGES[1::-1])]
    for _ in changes:
        await both_hold.acquire()
    both_wait.set()
    (told,) = [one for one in await asyncio.gather(*changes, return_exceptions=True) if one is not None]
    assert isinstance(told, Unavailable) and "Another request" in told.message
