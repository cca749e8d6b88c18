"""Data is kept for its retention, and no longer."""

from datetime import timedelta

import pytest
from tests.integration.helpers import (
    CAKE,
    add_rows,
    ask,
    claim_page,
    fetch_failed,
    finish_page,
    make_due,
    new_job,
    recipe,
    settle_page,
    value,
)

from garner.engine import Engine
from garner.postgres.database import Connection, Database
from garner.runtime.duties import background
from garner.store.health import dead_letters
from garner.store.tasks import attempts, error_logs, items

MONTH, QUARTER = timedelta(days=30), timedelta(days=90)


async def fail_for_good(connection: Connection, *urls: str) -> None:
    for url in urls:
        await ask(connection, url)
        await make_due(connection)
        assert await settle_page(connection, fetch_failed(await claim_page(connection), spent=True))


async def left(connection: Connection, table: str) -> int:
    return int(await value(connection, f"select count(*) from {table}"))


async def test_finished_requests_and_attempts_are_kept_for_their_retention(connection: Connection) -> None:
    await ask(connection)
    await finish_page(connection, recipe())
    await ask(connection, "https://shop.example/open")
    await add_rows(connection, await new_job(connection, total=1), [CAKE])
    month = timedelta(days=30)
    assert (await items.delete_old(connection, month), await attempts.delete_old(connection, month)) == (0, 0)
    await connection.execute("update job_items set completed_at = completed_at - interval '31 days'")
    await connection.execute("update crawl_attempts set started_at = started_at - interval '31 days'")
    assert (await items.delete_old(connection, month), await attempts.delete_old(connection, month)) == (1, 1)
    assert await value(connection, "select count(*) from job_items") == 2
    assert await value(connection, "select count(*) from recipes") == 1


async def test_error_logs_are_kept_for_their_retention_and_deleted_oldest_first(connection: Connection) -> None:
    await fail_for_good(connection, *(f"https://kitchen.example/{number}" for number in range(4)))
    await connection.execute("update error_logs set occurred_at = now() - interval '29 days' - id * interval '1 day'")
    oldest = await value(connection, "select max(id) from error_logs")
    await connection.execute("update error_logs set occurred_at = now() where id = %s - 3", (oldest,))
    assert await error_logs.delete_old(connection, MONTH, limit=1) == 1
    assert await value(connection, "select max(id) from error_logs") == oldest - 1
    assert await error_logs.delete_old(connection, MONTH) == 2
    assert await left(connection, "error_logs") == 1


async def test_dead_letters_are_kept_longer_before_a_replay_than_after_it(connection: Connection) -> None:
    waits, waited, replayed, over = letters = [f"https://kitchen.example/{name}" for name in "abcd"]
    await fail_for_good(connection, *letters)
    for url, created, done in ((waits, 89, None), (waited, 91, None), (replayed, 89, 29), (over, 60, 31)):
        await connection.execute(
            """
            update dead_letters d
            set created_at = now() - %s * interval '1 day', replayed_at = now() - %s * interval '1 day'
            from crawl_tasks t where t.id = d.task_id and t.url = %s
            """,
            (created, done, url),
        )
    assert await dead_letters.delete_old(connection, QUARTER, MONTH) == 2
    kept = await connection.execute(
        "select t.url from dead_letters d join crawl_tasks t on t.id = d.task_id order by 1"
    )
    assert [row["url"] for row in await kept.fetchall()] == [waits, replayed]
    assert await left(connection, "crawl_tasks") == 4


async def test_dead_letters_are_deleted_in_batches_and_not_during_a_replay(database: Database) -> None:
    async with database.connection() as connection:
        await fail_for_good(connection, *(f"https://kitchen.example/{number}" for number in range(4)))
        await connection.execute("update dead_letters set created_at = now() - interval '91 days'")
        held = await value(connection, "select min(id) from dead_letters")
        assert await dead_letters.delete_old(connection, QUARTER, MONTH, limit=1) == 1
        held += 1
        async with database.transaction() as replaying:
            assert [letter.id for letter in await dead_letters.replay(replaying, [held])] == [held]
            assert await dead_letters.delete_old(connection, QUARTER, MONTH) == 2
        assert await value(connection, "select array_agg(id) from dead_letters") == [held]


@pytest.mark.parametrize("table", ["error_logs", "dead_letters", "crawl_attempts", "job_items", "proxy_traffic"])
async def test_the_loop_deletes_by_the_retention_settings(engine: Engine, table: str) -> None:
    setting = {
        "error_logs": "error_log_retention_days",
        "dead_letters": "dead_letter_retention_days",
        "crawl_attempts": "attempt_retention_days",
        "job_items": "item_retention_days",
        "proxy_traffic": "proxy_traffic_retention_days",
    }[table]
    forgetful = Engine(engine.settings.with_values(**{setting: 0}), engine.database, engine.blobs, engine.wake)
    async with engine.database.connection() as connection:
        await fail_for_good(connection, CAKE)
        await connection.execute("insert into proxy_traffic values (1, 1, current_date - 2, 1, 1)")
        assert await background.delete_expired(engine) == 0
        assert await background.delete_expired(forgetful) == 1
        assert await left(connection, table) == 0
