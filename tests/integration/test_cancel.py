"""Canceling a request: only the own request, and its work if no other request needs it."""

from datetime import timedelta

from tests.integration.helpers import (
    CAKE,
    add_matching,
    add_rows,
    ask,
    cancel,
    claim_body,
    claim_page,
    everything,
    extracted,
    fetch_failed,
    fetch_page,
    fetched,
    finish_page,
    item,
    new_job,
    new_user,
    recipe,
    settle_body,
    settle_page,
    task,
    value,
    work_rows,
)

from garner.core.lifecycle import ItemStatus, Origin
from garner.core.record import Kind
from garner.postgres.database import Connection
from garner.store.jobs import jobs
from garner.store.tasks import items


async def test_a_canceled_request_has_a_status_and_a_time(connection: Connection) -> None:
    asked = await ask(connection)
    assert await cancel(connection, asked) is True
    ended = await item(connection, asked.item_id)
    assert (ended["status"], ended["error_code"]) == (ItemStatus.CANCELED, "canceled")
    assert ended["canceled_at"] is not None and ended["completed_at"] is not None


async def test_canceling_the_last_waiting_request_removes_the_page_from_the_queue(connection: Connection) -> None:
    asked = await ask(connection)
    assert await cancel(connection, asked) is True
    assert await work_rows(connection) == []
    after = await task(connection)
    assert (after["status"], after["error_code"]) == ("failed", "canceled")


async def test_other_requests_for_the_page_are_untouched(connection: Connection) -> None:
    user_id = await new_user(connection)
    mine = await ask(connection, origin=Origin.MAILBOX, user_id=user_id)
    theirs = await ask(connection)
    before = (await item(connection, theirs.item_id), await work_rows(connection), await task(connection))
    assert await cancel(connection, mine) is True
    after = (await item(connection, theirs.item_id), await work_rows(connection), await task(connection))
    assert after == before
    await finish_page(connection, recipe())
    assert (await item(connection, theirs.item_id))["status"] == ItemStatus.DONE
    assert (await item(connection, mine.item_id))["status"] == ItemStatus.CANCELED


async def test_canceling_during_the_fetch_invalidates_the_workers_result(connection: Connection) -> None:
    asked = await ask(connection)
    claim = await claim_page(connection)
    assert await cancel(connection, asked) is True
    before = await everything(connection)
    assert await settle_page(connection, fetched(claim)) is False
    assert await everything(connection) == before


async def test_canceling_during_the_extraction_invalidates_the_workers_result(connection: Connection) -> None:
    asked = await ask(connection)
    await fetch_page(connection)
    body = await claim_body(connection)
    assert await cancel(connection, asked) is True
    assert await settle_body(connection, extracted(body, recipe())) is False
    assert await value(connection, "select count(*) from recipes") == 0


async def test_a_page_completed_before_returns_to_completed(connection: Connection) -> None:
    await ask(connection)
    await finish_page(connection, recipe())
    completed_at = (await task(connection))["completed_at"]
    again = await ask(connection, ttl=timedelta(0))
    assert await cancel(connection, again) is True
    after = await task(connection)
    assert (after["status"], after["error_code"], after["completed_at"]) == ("completed", None, completed_at)
    assert await work_rows(connection) == []


async def test_a_page_that_failed_after_a_completion_returns_to_failed(connection: Connection) -> None:
    await ask(connection)
    await finish_page(connection, recipe())
    await ask(connection, ttl=timedelta(0))
    await settle_page(connection, fetch_failed(await claim_page(connection)))
    again = await ask(connection, ttl=timedelta(0))
    assert await cancel(connection, again) is True
    after = await task(connection)
    assert (after["status"], after["error_code"]) == ("failed", "canceled")


async def test_a_page_without_a_record_after_a_completion_returns_to_failed(connection: Connection) -> None:
    await ask(connection)
    await finish_page(connection, recipe())
    await ask(connection, ttl=timedelta(0))
    await finish_page(connection)
    again = await ask(connection, ttl=timedelta(0))
    assert await cancel(connection, again) is True
    assert (await task(connection))["status"] == "failed"


async def test_a_recurring_page_of_an_operator_stays_queued(connection: Connection) -> None:
    asked = await ask(connection)
    await connection.execute("update crawl_tasks set crawl_frequency = interval '1 day'")
    before = await work_rows(connection)
    assert await cancel(connection, asked) is True
    assert await work_rows(connection) == before
    assert (await task(connection))["status"] == "queued"
    assert (await claim_page(connection)).url == CAKE


async def test_an_ended_request_cannot_be_canceled(connection: Connection) -> None:
    asked = await ask(connection)
    await finish_page(connection, recipe())
    before = await everything(connection)
    assert await cancel(connection, asked) is False
    assert await everything(connection) == before


async def test_canceling_one_kind_keeps_the_other(connection: Connection) -> None:
    as_recipe = await ask(connection)
    as_product = await ask(connection, kind=Kind.PRODUCT)
    assert await cancel(connection, as_recipe) is True
    await fetch_page(connection)
    assert (await claim_body(connection)).kinds == ["product"]
    assert (await item(connection, as_product.item_id))["status"] == ItemStatus.PROCESSING


async def test_a_request_after_a_cancel_starts_fresh(connection: Connection) -> None:
    first = await ask(connection)
    await claim_page(connection)
    assert await cancel(connection, first) is True
    again = await ask(connection)
    assert (again.outcome, again.item_id == first.item_id) == ("created", False)
    assert (await claim_page(connection)).attempt == 1


async def test_a_canceled_row_of_a_job_is_counted_as_canceled(connection: Connection) -> None:
    await ask(connection)
    job_id = await new_job(connection, total=2)
    pending, processing = await add_rows(connection, job_id, [CAKE, CAKE])
    await items.cancel(connection, [pending])
    await claim_page(connection)
    await items.cancel(connection, [processing])
    counted = await jobs.counts(connection, job_id)
    assert counted is not None
    assert (counted["pending"], counted["processing"], counted["canceled"], counted["total"]) == (0, 0, 2, 2)


async def test_a_canceled_matching_item_leaves_the_queue(connection: Connection) -> None:
    canceled, kept = await add_matching(connection, await new_job(connection, total=2), 2)
    assert await items.cancel(connection, [canceled]) == 1
    assert [row["item_id"] for row in await work_rows(connection)] == [kept]


async def test_many_requests_are_canceled_at_once_and_only_open_ones_count(connection: Connection) -> None:
    asked = [await ask(connection, f"https://shop-{number}.example/") for number in range(3)]
    await cancel(connection, asked[0])
    ids = [one.item_id for one in asked if one.item_id is not None]
    assert await items.cancel(connection, ids) == 2
    assert await work_rows(connection) == []
