"""Settling claimed work: fenced, for every waiting item, and in one transaction."""

import asyncio
from dataclasses import replace

import pytest
from tests.integration.helpers import (
    CAKE,
    add_matching,
    add_rows,
    ask,
    body_missing,
    claim_bodies,
    claim_body,
    claim_items,
    claim_page,
    claim_pages,
    everything,
    expire_leases,
    extracted,
    fetch_again,
    fetch_failed,
    fetch_page,
    fetched,
    item,
    lane,
    make_due,
    new_job,
    new_user,
    product,
    recipe,
    row,
    rows,
    settle_body,
    settle_page,
    task,
    until_blocked,
    value,
    work_rows,
)

from garner.core.lifecycle import ItemStatus, Origin
from garner.core.pacing.outcome import Action, Verdict
from garner.core.record import Kind
from garner.postgres.database import Connection, Database
from garner.store.crawl import extraction, fetching
from garner.store.crawl.extraction import ExtractionResult
from garner.store.crawl.fetching import PageClaim
from garner.store.jobs import jobs
from garner.store.queue import matching
from garner.store.queue.matching import ItemResult

PIE = "https://kitchen.example/pie"


# Fetches -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("result", [fetched, fetch_again, fetch_failed])
async def test_a_worker_that_lost_its_lease_changes_nothing(connection: Connection, result) -> None:  # type: ignore[no-untyped-def]  # three functions that make a result
    await ask(connection)
    late = await claim_page(connection, worker="late")
    await expire_leases(connection)
    await connection.execute("update work set lease_until = null, worker = null")
    await claim_page(connection, worker="two")
    before = await everything(connection)
    assert await settle_page(connection, result(late), worker="late") is False
    assert await everything(connection) == before


async def test_a_worker_cannot_settle_with_an_older_fence(connection: Connection) -> None:
    await ask(connection)
    first = await claim_page(connection)
    await settle_page(connection, fetch_again(first))
    await make_due(connection)
    second = await claim_page(connection)
    before = await everything(connection)
    assert await settle_page(connection, fetched(first)) is False
    assert await everything(connection) == before
    assert await settle_page(connection, fetched(second)) is True


async def test_another_worker_cannot_settle_even_with_the_right_fence(connection: Connection) -> None:
    await ask(connection)
    claim = await claim_page(connection)
    before = await everything(connection)
    assert await settle_page(connection, fetched(claim), worker="two") is False
    assert await everything(connection) == before


async def test_settling_twice_has_no_effect(connection: Connection) -> None:
    await ask(connection)
    claim = await claim_page(connection)
    assert await settle_page(connection, fetch_failed(claim)) is True
    before = await everything(connection)
    assert await settle_page(connection, fetch_failed(claim)) is False
    assert await everything(connection) == before


async def test_stale_results_of_a_batch_are_dropped_and_the_others_written(connection: Connection) -> None:
    for url in (CAKE, PIE):
        await ask(connection, url)
    stale, good = await claim_pages(connection)
    await connection.execute("update work set worker = 'two' where id = %s", (stale.work_id,))
    assert await fetching.settle(connection, "one", [fetched(stale), fetched(good)]) == {good.work_id}
    assert (await task(connection, stale.url))["status"] == "crawling"
    assert (await task(connection, good.url))["status"] == "downloaded"


async def test_a_fetched_page_moves_to_extraction_with_the_results_of_its_fetch(connection: Connection) -> None:
    asked = await ask(connection)
    await fetch_page(connection)
    after = await task(connection)
    assert (after["status"], after["html_path"], after["content_hash"]) == ("downloaded", "aa/body.zst", "a" * 64)
    assert (after["http_status"], after["charset"], after["etag"], after["final_url"]) == (200, "utf-8", '"tag"', CAKE)
    (queued,) = await work_rows(connection)
    assert (queued["stage"], queued["lane_id"], queued["attempt"], queued["worker"]) == ("extract", None, 0, None)
    assert (await item(connection, asked.item_id))["status"] == ItemStatus.PROCESSING


async def test_every_fetch_is_recorded_as_an_attempt(connection: Connection) -> None:
    await ask(connection)
    await settle_page(connection, fetch_again(await claim_page(connection)))
    await make_due(connection)
    await fetch_page(connection)
    attempts = await rows(
        connection,
        """
        select outcome, http_status, bytes, worker, extract(epoch from ended_at - started_at)::float8 as seconds
        from crawl_attempts order by id
        """,
    )
    assert [tuple(attempt.values()) for attempt in attempts] == [
        ("server_error", 500, 0, "one", 0.25),
        ("ok", 200, 1000, "one", 0.25),
    ]


async def test_a_failed_attempt_is_in_the_error_log_with_its_type_and_trace(connection: Connection) -> None:
    await ask(connection)
    claim = await claim_page(connection)
    verdict = Verdict(Action.FAIL, "hard_block", "The site refused the request (HTTP 403).")
    await settle_page(
        connection, fetching.PageResult(claim.work_id, claim.fence, verdict, 0.1, 403, stack_trace="Traceback")
    )
    logged = await row(connection, "select error_type, error_code, error_message, stack_trace from error_logs")
    assert tuple(logged.values()) == ("blocked", "hard_block", "The site refused the request (HTTP 403).", "Traceback")


async def test_a_retry_requeues_the_page_after_its_delay_with_the_reason(connection: Connection) -> None:
    asked = await ask(connection)
    claim = await claim_page(connection)
    assert await settle_page(connection, fetch_again(claim, delay_seconds=45)) is True
    back = await row(
        connection,
        """
        select attempt, lease_until, worker, due_at = now() + interval '45 seconds' as delayed,
               rank = due_at + interval '10 minutes' as ranked from work
        """,
    )
    assert tuple(back.values()) == (1, None, None, True, True)
    after = await task(connection)
    assert (after["status"], after["retry_count"], after["error_code"]) == ("queued", 1, "server_error")
    waiting = await item(connection, asked.item_id)
    assert (waiting["status"], waiting["error_code"]) == (ItemStatus.PENDING, "server_error")
    assert waiting["last_error"] == "The site returned an error (HTTP 500)."
    assert waiting["completed_at"] is None


async def test_waiting_for_a_throttled_site_uses_no_attempt(connection: Connection) -> None:
    await ask(connection)
    patience = Verdict(Action.WAIT, "throttled", "The site asked to slow down (HTTP 429).", 30)
    for _ in range(5):
        claim = await claim_page(connection)
        assert claim.attempt == 1
        assert await settle_page(connection, replace(fetch_again(claim), verdict=patience)) is True
        assert (await row(connection, "select due_at = now() + interval '30 seconds' as delayed from work"))["delayed"]
        await make_due(connection)
    after = await task(connection)
    assert (after["status"], after["retry_count"], after["error_code"]) == ("queued", 0, "throttled")


async def test_success_after_a_retry_clears_the_error(connection: Connection) -> None:
    asked = await ask(connection)
    await settle_page(connection, fetch_again(await claim_page(connection)))
    await make_due(connection)
    await fetch_page(connection)
    await settle_body(connection, extracted(await claim_body(connection), recipe()))
    done = await item(connection, asked.item_id)
    assert (done["status"], done["error_code"], done["last_error"], done["attempts"]) == ("DONE", None, None, 2)
    assert (await task(connection))["error_code"] is None


async def test_a_failure_ends_every_waiting_item_of_every_kind(connection: Connection) -> None:
    user_id = await new_user(connection)
    asked = [
        (await ask(connection, kind=Kind.RECIPE)).item_id,
        (await ask(connection, kind=Kind.PRODUCT)).item_id,
        (await ask(connection, kind=Kind.POSTING)).item_id,
        (await ask(connection, origin=Origin.MAILBOX, user_id=user_id)).item_id,
    ]
    job_id = await new_job(connection, total=2)
    asked += await add_rows(connection, job_id, [CAKE, CAKE])
    elsewhere = await ask(connection, "https://shop.example/pan")
    claims = {claim.url: claim for claim in await claim_pages(connection)}
    await settle_page(connection, fetch_failed(claims[CAKE]))
    for item_id in asked:
        ended = await item(connection, item_id)
        assert (ended["status"], ended["error_code"]) == (ItemStatus.ERROR, "gone")
        assert ended["completed_at"] is not None
    assert (await item(connection, elsewhere.item_id))["status"] == ItemStatus.PROCESSING
    counted = await jobs.counts(connection, job_id)
    assert counted is not None and (counted["processing"], counted["error"], counted["total"]) == (0, 2, 2)
    after = await task(connection)
    assert (after["status"], after["error_code"]) == ("failed", "gone")


async def test_a_permanent_failure_is_not_a_dead_letter(connection: Connection) -> None:
    await ask(connection)
    await settle_page(connection, fetch_failed(await claim_page(connection)))
    assert await work_rows(connection) == []
    assert await value(connection, "select count(*) from dead_letters") == 0


async def test_work_without_attempts_left_is_a_dead_letter(connection: Connection) -> None:
    await ask(connection)
    claim = await claim_page(connection)
    for _ in range(claim.max_attempts - 1):
        await settle_page(connection, fetch_again(claim))
        await make_due(connection)
        claim = await claim_page(connection)
    assert claim.attempt == claim.max_attempts == 3
    await settle_page(connection, fetch_failed(claim, spent=True))
    letter = await row(connection, "select stage, task_id, cause, attempts, replayed_at from dead_letters")
    assert tuple(letter.values()) == ("crawl", claim.task_id, "gone", 3, None)
    assert await work_rows(connection) == []


async def test_an_item_that_joins_while_a_failure_waits_for_its_lock_fails_too(
    database: Database,
) -> None:
    async with database.connection() as connection:
        await ask(connection)
        claim = await claim_page(connection)
    async with database.transaction() as joining:
        joined = await ask(joining, kind=Kind.PRODUCT)
        settling = asyncio.create_task(_settle_alone(database, claim))
        await until_blocked(database)
    assert await settling is True
    async with database.connection() as connection:
        assert (await item(connection, joined.item_id))["status"] == ItemStatus.ERROR


async def _settle_alone(database: Database, claim: PageClaim) -> bool:
    async with database.transaction() as connection:
        return await settle_page(connection, fetch_failed(claim))


async def test_concurrent_settling_and_requesting_do_not_deadlock(database: Database) -> None:
    urls = [f"https://kitchen.example/{number}" for number in range(20)]
    async with database.connection() as connection:
        for url in urls:
            await ask(connection, url, concurrency=100)
        claims = await claim_pages(connection, limit=20)

    async def settle(some: list[PageClaim]) -> None:
        async with database.transaction() as connection:
            await fetching.settle(connection, "one", [fetch_failed(claim) for claim in some])

    async def ask_alone(url: str) -> None:
        async with database.connection() as connection:
            await ask(connection, url, kind=Kind.PRODUCT)

    await asyncio.gather(*(settle(claims[start::4]) for start in range(4)), *(ask_alone(url) for url in reversed(urls)))
    async with database.connection() as connection:
        left = await value(connection, "select count(*) from job_items where kind = 'recipe' and status <> 'ERROR'")
    assert left == 0


# Extractions -------------------------------------------------------------------------------------------------


async def test_a_found_record_ends_its_waiting_items_with_its_version(connection: Connection) -> None:
    asked = await ask(connection)
    await fetch_page(connection)
    await settle_body(connection, extracted(await claim_body(connection), recipe("Cake")))
    done = await item(connection, asked.item_id)
    assert (done["status"], done["record_version"]) == (ItemStatus.DONE, 1)
    finished = await task(connection)
    assert finished["status"] == "completed" and finished["completed_at"] is not None
    assert await work_rows(connection) == []


async def test_a_page_without_the_requested_kind_is_not_found(connection: Connection) -> None:
    asked = await ask(connection)
    await fetch_page(connection)
    await settle_body(connection, extracted(await claim_body(connection)))
    ended = await item(connection, asked.item_id)
    assert (ended["status"], ended["error_code"]) == (ItemStatus.NOT_FOUND, "no_record")
    assert ended["last_error"] == "No recipe was found on the page."
    assert ended["completed_at"] is not None
    after = await task(connection)
    assert (after["status"], after["error_code"], after["completed_at"]) == ("failed", "no_record", None)


async def test_found_and_missing_kinds_each_end_their_own_items(connection: Connection) -> None:
    as_recipe, as_product = await ask(connection), await ask(connection, kind=Kind.PRODUCT)
    await fetch_page(connection)
    await settle_body(connection, extracted(await claim_body(connection), recipe()))
    assert (await item(connection, as_recipe.item_id))["status"] == ItemStatus.DONE
    assert (await item(connection, as_product.item_id))["status"] == ItemStatus.NOT_FOUND
    assert (await task(connection))["status"] == "completed"


async def test_an_item_of_another_kind_has_the_stored_body_extracted_again_without_a_fetch(
    connection: Connection,
) -> None:
    as_recipe = await ask(connection)
    await fetch_page(connection)
    body = await claim_body(connection)
    late = await ask(connection, kind=Kind.PRODUCT)
    await settle_body(connection, extracted(body, recipe()))
    assert (await item(connection, as_recipe.item_id))["status"] == ItemStatus.DONE
    assert (await item(connection, late.item_id))["completed_at"] is None
    assert (await task(connection))["status"] == "downloaded"
    assert await claim_pages(connection) == []
    again = await claim_body(connection)
    assert (again.kinds, again.attempt, again.html_path) == (["product"], 1, body.html_path)
    await settle_body(connection, extracted(again, product()))
    assert (await item(connection, late.item_id))["status"] == ItemStatus.DONE
    assert (await task(connection))["status"] == "completed"
    assert await value(connection, "select count(*) from crawl_attempts") == 1


async def test_an_item_that_joins_while_the_settle_waits_for_its_lock_is_served(database: Database) -> None:
    async with database.connection() as connection:
        await ask(connection)
        await fetch_page(connection)
        body = await claim_body(connection)
        user_id = await new_user(connection)

    async def settle() -> bool:
        async with database.transaction() as connection:
            return await settle_body(connection, extracted(body, recipe()))

    async with database.transaction() as joining:
        same = await ask(joining, origin=Origin.MAILBOX, user_id=user_id)
        other = await ask(joining, kind=Kind.PRODUCT)
        settling = asyncio.create_task(settle())
        await until_blocked(database)
    assert await settling is True
    async with database.connection() as connection:
        assert (await item(connection, same.item_id))["status"] == ItemStatus.DONE
        assert (await claim_body(connection)).kinds == ["product"]
        assert (await item(connection, other.item_id))["status"] == ItemStatus.PROCESSING


async def test_an_extraction_that_lost_its_lease_changes_nothing(connection: Connection) -> None:
    await ask(connection)
    await fetch_page(connection)
    late = await claim_body(connection, worker="late")
    await connection.execute("update work set lease_until = null, worker = null")
    await claim_body(connection, worker="two")
    before = await everything(connection)
    assert await settle_body(connection, extracted(late, recipe()), worker="late") is False
    assert await settle_body(connection, body_missing(late), worker="late") is False
    assert await everything(connection) == before


async def test_a_crashing_extraction_ends_its_items_and_is_a_dead_letter(connection: Connection) -> None:
    asked = await ask(connection)
    await fetch_page(connection)
    body = await claim_body(connection)
    verdict = Verdict(Action.FAIL, "extract_crashed", "The process that extracted the page died.")
    await settle_body(connection, ExtractionResult(body.work_id, body.fence, verdict, stack_trace="Traceback"))
    ended = await item(connection, asked.item_id)
    assert (ended["status"], ended["error_code"]) == (ItemStatus.ERROR, "extract_crashed")
    letter = await row(connection, "select stage, cause, attempts from dead_letters")
    assert tuple(letter.values()) == ("extract", "extract_crashed", 1)
    assert await value(connection, "select stack_trace from error_logs where error_type = 'parse'") == "Traceback"
    assert await work_rows(connection) == []


async def test_a_page_whose_stored_body_is_missing_is_fetched_again(connection: Connection) -> None:
    asked = await ask(connection)
    await fetch_page(connection)
    await claim_pages(connection)
    assert (await lane(connection))["parked"] is True
    await settle_body(connection, body_missing(await claim_body(connection)))
    assert (await task(connection))["status"] == "queued"
    assert (await item(connection, asked.item_id))["status"] == ItemStatus.PENDING
    await fetch_page(connection)
    await settle_body(connection, extracted(await claim_body(connection), recipe()))
    assert (await item(connection, asked.item_id))["status"] == ItemStatus.DONE
    assert await value(connection, "select count(*) from crawl_attempts") == 2


async def test_a_body_that_is_missing_each_time_uses_all_attempts(connection: Connection) -> None:
    asked = await ask(connection)
    for _ in range(10):
        await fetch_page(connection)
        await settle_body(connection, body_missing(await claim_body(connection)))
        if not await work_rows(connection):
            break
    ended = await item(connection, asked.item_id)
    assert (ended["status"], ended["error_code"]) == (ItemStatus.ERROR, "body_missing")
    assert await value(connection, "select count(*) from crawl_attempts") == 3
    assert await value(connection, "select cause from dead_letters") == "body_missing"


async def test_a_batch_is_settled_completely_or_not_at_all(database: Database) -> None:
    async with database.connection() as connection:
        for url in (CAKE, PIE):
            await ask(connection, url)
        for claim in await claim_pages(connection):
            await settle_page(connection, fetched(claim))
        bodies = await claim_bodies(connection)
    unwritable = recipe(content_hash="3" * 65)  # longer than its column
    with pytest.raises(Exception, match="value too long"):
        async with database.transaction() as connection:
            await extraction.settle(
                connection, "one", [extracted(bodies[0], recipe()), extracted(bodies[1], unwritable)]
            )
    async with database.connection() as connection:
        assert await value(connection, "select count(*) from recipes") == 0
        assert await value(connection, "select count(*) from job_items where status <> 'PROCESSING'") == 0
        assert await value(connection, "select count(*) from work where lease_until is not null") == 2


# Matching items ----------------------------------------------------------------------------------------------


async def test_a_matching_item_ends_with_its_result(connection: Connection) -> None:
    (item_id,) = await add_matching(connection, await new_job(connection, total=1), 1)
    (claim,) = await claim_items(connection)
    result = ItemResult(claim.work_id, claim.fence, ItemStatus.DONE, {"name": "x"})
    assert await matching.settle(connection, "one", [result]) == {claim.work_id}
    done = await item(connection, item_id)
    assert (done["status"], done["result_json"]) == (ItemStatus.DONE, {"name": "x"})
    assert await work_rows(connection) == []


async def test_a_matching_item_is_retried_after_its_delay(connection: Connection) -> None:
    (item_id,) = await add_matching(connection, await new_job(connection, total=1), 1)
    (claim,) = await claim_items(connection)
    result = ItemResult(claim.work_id, claim.fence, ItemStatus.PENDING, delay_seconds=30)
    assert await matching.settle(connection, "one", [result]) == {claim.work_id}
    assert (await item(connection, item_id))["status"] == ItemStatus.PENDING
    assert await claim_items(connection) == []
    assert await value(connection, "select due_at = now() + interval '30 seconds' from work") is True


async def test_a_stale_worker_settles_no_item(connection: Connection) -> None:
    await add_matching(connection, await new_job(connection, total=1), 1)
    (claim,) = await claim_items(connection)
    before = await everything(connection)
    result = ItemResult(claim.work_id, claim.fence, ItemStatus.DONE)
    assert await matching.settle(connection, "two", [result]) == set()
    assert await matching.settle(connection, "one", [replace(result, fence=claim.fence - 1)]) == set()
    assert await everything(connection) == before
