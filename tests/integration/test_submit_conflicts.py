"""Batches that meet other transactions on the same pages: none waits long, and none deadlocks."""

import asyncio

import psycopg
import pytest
from tests.acceptance.races.interleaving import Cast, open_cast
from tests.integration.batch_helpers import PIE, STEW, ask_at_once, submit_urls
from tests.integration.helpers import (
    CAKE,
    ask,
    claim_body,
    claim_page,
    claim_pages,
    extracted,
    fetch_failed,
    fetch_page,
    finish_page,
    item,
    lane,
    page,
    recipe,
    rows,
    settle_body,
    settle_page,
    until_blocked,
    value,
)

from garner.core.lifecycle import Origin
from garner.core.record import Kind
from garner.engine import Engine, SubmitAnswer, submit_page
from garner.engine.asking.submitter import Submitter
from garner.postgres.database import Database


def begin(engine: Engine, *wanted: tuple[str, Kind]) -> list[asyncio.Task[SubmitAnswer]]:
    """Submit one request alone, and the named ones as a batch."""
    submitter = Submitter(engine.database)
    _, *batch = [
        asyncio.create_task(submit_page(engine, submitter, url, kind=kind, origin=Origin.PARSE))
        for url, kind in (("https://ahead.example/1", Kind.RECIPE), *wanted)
    ]
    return batch


async def test_a_batch_does_not_wait_for_a_page_that_is_being_settled(engine: Engine, database: Database) -> None:
    await ask_at_once(engine, CAKE)
    async with database.connection() as connection:
        claim = await claim_page(connection)
    async with database.transaction() as connection:
        await settle_page(connection, fetch_failed(claim))
        stew, cake_as_product, pie = begin(engine, (STEW, Kind.RECIPE), (CAKE, Kind.PRODUCT), (PIE, Kind.RECIPE))
        async with asyncio.timeout(5):
            await asyncio.gather(stew, pie)
        await until_blocked(database)
        assert not cake_as_product.done()
    assert (await cake_as_product).status == "PENDING"
    async with database.connection() as connection:
        queued = await rows(connection, "select t.url from work w join crawl_tasks t on t.id = w.task_id")
    assert {task["url"] for task in queued} >= {CAKE, PIE, STEW}


async def test_a_shared_request_is_joined_without_waiting_for_the_settling_worker(
    engine: Engine, database: Database
) -> None:
    asked, _ = await ask_at_once(engine, CAKE, CAKE)
    async with database.connection() as connection:
        await fetch_page(connection)
        body = await claim_body(connection)
    async with database.transaction() as connection:
        await settle_body(connection, extracted(body, recipe("Cake")))
        async with asyncio.timeout(5):
            _, cake = await asyncio.gather(*begin(engine, (STEW, Kind.RECIPE), (CAKE, Kind.RECIPE)))
    assert cake.item_id == asked.item_id
    async with database.connection() as connection:
        assert (await item(connection, cake.item_id))["status"] == "DONE"


async def test_the_first_to_join_a_request_being_settled_gets_its_result(engine: Engine, database: Database) -> None:
    await ask_at_once(engine, CAKE)
    async with database.connection() as connection:
        await fetch_page(connection)
        body = await claim_body(connection)
    async with database.transaction() as connection:
        await settle_body(connection, extracted(body, recipe("Cake")))
        stew, cake = begin(engine, (STEW, Kind.RECIPE), (CAKE, Kind.RECIPE))
        async with asyncio.timeout(5):
            await stew
        await until_blocked(database)
    assert ((await cake).data or {})["title"] == "Cake"


async def test_a_batch_does_not_wait_long_for_a_page_that_is_being_created(engine: Engine, database: Database) -> None:
    async with database.transaction() as connection:
        made = await ask(connection, CAKE)
        pudding = "https://bistro.example/pudding"
        stew, cake, last = begin(engine, (STEW, Kind.RECIPE), (CAKE, Kind.RECIPE), (pudding, Kind.RECIPE))
        async with asyncio.timeout(5):
            await asyncio.gather(stew, last)
        await until_blocked(database)
        assert not cake.done()
    assert (await cake).item_id == made.item_id


async def test_a_fresh_record_is_served_even_if_the_rest_of_the_batch_must_wait(database: Database) -> None:
    async with database.connection() as connection:
        await ask(connection, CAKE)
        await finish_page(connection, recipe())
    async with database.transaction() as making, database.connection() as connection:
        await ask(making, PIE)
        assert await submit_urls(connection, STEW, CAKE, PIE) == [None, "fresh", None]
        assert await value(connection, "select count(*) from lanes") == 1


async def test_pages_dropped_for_a_locked_lane_are_not_reported_as_created(database: Database) -> None:
    async with database.connection() as connection:
        await ask(connection, CAKE)
        await fetch_page(connection)
        await connection.execute("update lanes set ready_at = 'infinity'")
    async with database.transaction() as holding, database.connection() as connection:
        await holding.execute("select from lanes for no key update")
        assert await submit_urls(connection, PIE) == [None]
        assert await value(connection, "select count(*) from job_items") == 1


PATIENT = ("'50ms'", "'10s'")
BY_HASH = 'p_url_hashes[p.place] collate "C"'


async def test_a_page_created_meanwhile_is_joined(database_url: str) -> None:
    async with open_cast(database_url, "one", "two") as cast:
        one, two = cast.actors
        await cast.leave_out(two, "submit_pages", PATIENT)
        async with one.transaction():
            await ask(one, CAKE)
            submitting = await cast.begin(two, lambda connection: submit_urls(connection, CAKE, STEW))
            assert submitting.waits
        assert await submitting == ["joined", "created"]


async def meet(cast: Cast, *order: tuple[str, str]) -> list[str | None]:
    """Let two batches submit the same pages in two orders while a third transaction creates the one in the middle."""
    one, two, three = cast.actors
    await ask(three, CAKE)
    first, middle, last = sorted((f"{CAKE}/{number}" for number in range(3)), key=lambda url: page(url).hash)
    await cast.leave_out(one, "submit_pages", PATIENT)
    await cast.leave_out(one, "create_pages", *order)
    await two.execute("set search_path = unguarded, public")
    async with three.transaction():
        await ask(three, middle)
        up = await cast.begin(one, lambda connection: submit_urls(connection, first, middle, last))
        down = await cast.begin(two, lambda connection: submit_urls(connection, last, middle, first))
        assert up.waits and down.waits
    outcomes = await asyncio.gather(up, down, return_exceptions=True)
    for outcome in outcomes:
        if isinstance(outcome, BaseException):
            raise outcome
    assert await down == ["joined", "joined", "joined"]
    return await up


async def test_two_batches_create_the_same_pages_in_one_order(database_url: str) -> None:
    async with open_cast(database_url, "one", "two", "three") as cast:
        assert await meet(cast) == ["created", "joined", "created"]


async def test_batches_that_create_pages_in_two_orders_deadlock(database_url: str) -> None:
    async with open_cast(database_url, "one", "two", "three") as cast:
        with pytest.raises(psycopg.errors.DeadlockDetected):
            await meet(cast, (BY_HASH, "p.place"))


async def test_a_lane_is_not_parked_while_its_work_is_uncommitted(database: Database) -> None:
    async with database.connection() as connection:
        await ask(connection, CAKE)
        await claim_page(connection)
    async with database.transaction() as submitting, database.connection() as claiming:
        await submit_urls(submitting, PIE)
        assert await claim_pages(claiming) == []
    async with database.connection() as connection:
        assert not (await lane(connection))["parked"]
        assert [claim.url for claim in await claim_pages(connection)] == [PIE]
