"""Inconsistent states are repaired and counted; consistent states are unchanged and not counted."""

from collections.abc import Awaitable, Callable

import pytest
from tests.integration.helpers import (
    ask,
    claim_body,
    claim_page,
    claim_pages,
    everything,
    fetch_again,
    fetch_failed,
    fetch_page,
    finish_page,
    item,
    lane,
    recipe,
    settle_page,
    task,
    value,
    work_rows,
)

from garner import observe
from garner.core.lifecycle import ItemStatus
from garner.engine import Engine
from garner.postgres.database import Connection
from garner.runtime.duties import background
from garner.store.crawl import lanes
from garner.store.tasks import items


async def let_pass(connection: Connection, seconds: int = 60) -> None:
    """Make everything this much older. Future times stay in the future."""
    ago = f"interval '{seconds} seconds'"
    await connection.execute(f"update work set due_at = due_at - {ago} where due_at <= now()")
    await connection.execute(f"update job_items set updated_at = updated_at - {ago}")


async def test_an_open_request_with_an_idle_page_is_queued_again(connection: Connection) -> None:
    asked = await ask(connection)
    await fetch_page(connection)
    await connection.execute("delete from work")
    await connection.execute("update crawl_tasks set status = 'completed', completed_at = now()")
    await let_pass(connection)
    assert await items.reattach(connection) == 1
    assert (await task(connection))["status"] == "queued"
    await finish_page(connection, recipe())
    assert (await item(connection, asked.item_id))["status"] == ItemStatus.DONE


async def test_a_page_is_queued_once_regardless_of_the_number_of_waiting_items(connection: Connection) -> None:
    await ask(connection)
    await connection.execute("delete from work")
    await connection.execute(
        """
        insert into job_items (id, origin, kind, url, url_hash)
        select gen_random_uuid(), 'cli', 'recipe', url, url_hash from crawl_tasks, generate_series(1, 3)
        """
    )
    await connection.execute("update crawl_tasks set status = 'failed'")
    await let_pass(connection)
    assert await items.reattach(connection) == 1
    assert len(await work_rows(connection)) == 1
    assert await items.reattach(connection) == 0


async def test_a_new_request_is_not_checked_yet(connection: Connection) -> None:
    await ask(connection)
    await connection.execute("delete from work")
    await connection.execute("update crawl_tasks set status = 'failed'")
    assert await items.reattach(connection) == 0


async def test_a_lane_that_sleeps_past_due_work_is_woken(connection: Connection) -> None:
    await ask(connection)
    await connection.execute("update lanes set ready_at = 'infinity'")
    await let_pass(connection)
    assert await lanes.wake_forgotten(connection) == 1
    assert (await lane(connection))["ready_in"] == 0
    assert len(await claim_pages(connection)) == 1


async def test_a_woken_lane_keeps_its_pace(connection: Connection) -> None:
    await ask(connection)
    await connection.execute("update lanes set ready_at = 'infinity', next_at = now() + interval '10 seconds'")
    await let_pass(connection)
    assert await lanes.wake_forgotten(connection) == 1
    assert (await lane(connection))["ready_in"] == 10


async def queued(connection: Connection) -> None:
    await ask(connection)


async def paced(connection: Connection) -> None:
    for number in range(3):
        await ask(connection, f"https://kitchen.example/{number}", delay=30)
    await claim_page(connection)


async def saturated(connection: Connection) -> None:
    for number in range(3):
        await ask(connection, f"https://kitchen.example/{number}", concurrency=1)
    await claim_page(connection)
    await claim_pages(connection)


async def crawling(connection: Connection) -> None:
    await ask(connection)
    await claim_page(connection)
    await claim_pages(connection)


async def waiting_for_its_retry(connection: Connection) -> None:
    await ask(connection)
    await settle_page(connection, fetch_again(await claim_page(connection), delay_seconds=300))
    await claim_pages(connection)


async def downloaded(connection: Connection) -> None:
    await ask(connection)
    await fetch_page(connection)
    await claim_pages(connection)


async def parsing(connection: Connection) -> None:
    await downloaded(connection)
    await claim_body(connection)


async def completed(connection: Connection) -> None:
    await ask(connection)
    await finish_page(connection, recipe())


async def failed(connection: Connection) -> None:
    await ask(connection)
    await settle_page(connection, fetch_failed(await claim_page(connection)))


async def inactive(connection: Connection) -> None:
    await ask(connection)
    await connection.execute("update domains set is_active = false")
    await claim_pages(connection)


async def held(connection: Connection) -> None:
    await ask(connection)
    await connection.execute("update work set held = true")
    await claim_pages(connection)


@pytest.mark.parametrize(
    "reach",
    [
        queued, paced, saturated, crawling, waiting_for_its_retry, downloaded, parsing, completed, failed, inactive,
        held,
    ],
)  # fmt: skip
async def test_a_consistent_state_is_unchanged(
    connection: Connection, reach: Callable[[Connection], Awaitable[None]]
) -> None:
    await reach(connection)
    await let_pass(connection)
    before = await everything(connection)
    assert (await lanes.wake_forgotten(connection), await items.reattach(connection)) == (0, 0)
    assert await everything(connection) == before


async def test_the_loop_reports_what_it_repaired(engine: Engine) -> None:
    async with engine.database.connection() as connection:
        await ask(connection, "https://shop.example/forgotten")
        await ask(connection, "https://kitchen.example/stranded")
        await connection.execute(
            "delete from work where task_id in (select id from crawl_tasks where url like '%stranded')"
        )
        await connection.execute("update crawl_tasks set status = 'failed' where url like '%stranded'")
        await connection.execute("update lanes set ready_at = 'infinity'")
        await let_pass(connection)
    seen: list[observe.Event] = []
    unsubscribe = observe.subscribe(seen.append)
    assert await background.reconcile(engine) == 2
    assert await background.reconcile(engine) == 0
    unsubscribe()
    assert [(event.what, event.count) for event in seen if isinstance(event, observe.Reconciled)] == [
        ("lane", 1),
        ("item", 1),
    ]
    async with engine.database.connection() as connection:
        assert await value(connection, "select count(*) from work") == 2
