"""Requesting a page: it is served from the cache, joined to an open request, or queued."""

import asyncio
from datetime import timedelta

import psycopg
import pytest
from tests.integration.helpers import (
    CAKE,
    ask,
    claim_body,
    claim_page,
    claim_pages,
    extracted,
    fetch_again,
    fetch_failed,
    fetch_page,
    fetched,
    finish_page,
    item,
    lane,
    make_due,
    new_user,
    page,
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
from garner.core.record import Kind
from garner.engine.asking.submitter import SINGLE_PRIORITY
from garner.postgres.database import Connection, Database

PIE = "https://kitchen.example/pie"


async def test_the_first_request_for_a_page_creates_everything_it_needs(connection: Connection) -> None:
    asked = await ask(connection, delay=2.5, concurrency=3)
    assert (asked.outcome, asked.status) == ("created", ItemStatus.PENDING)
    domain = await row(connection, "select * from domains")
    assert (domain["domain_name"], domain["base_url"]) == ("kitchen.example", "https://kitchen.example")
    assert (float(domain["crawl_delay_seconds"]), domain["max_concurrent_requests"]) == (2.5, 3)
    assert (await task(connection))["status"] == "queued"
    assert (await task(connection))["crawl_frequency"] is None
    (queued,) = await work_rows(connection)
    assert (queued["stage"], queued["attempt"], queued["lease_until"]) == ("crawl", 0, None)
    assert (await lane(connection))["ready_in"] == 0
    assert (await item(connection, asked.item_id))["status"] == ItemStatus.PENDING


async def test_the_second_request_joins_the_first(connection: Connection) -> None:
    first = await ask(connection)
    again = await ask(connection)
    assert (again.outcome, again.item_id, again.status) == ("joined", first.item_id, ItemStatus.PENDING)
    await claim_page(connection)
    during = await ask(connection)
    assert (during.item_id, during.status) == (first.item_id, ItemStatus.PROCESSING)
    assert await value(connection, "select count(*) from job_items") == 1


async def test_a_request_of_guests_belongs_to_all_who_joined_it(connection: Connection) -> None:
    user_id = await new_user(connection)
    for origin, owner in ((Origin.PARSE, None), (Origin.MAILBOX, user_id)):
        asked = await ask(connection, origin=origin, user_id=owner)
        assert not (await item(connection, asked.item_id))["shared"]
        await ask(connection, origin=origin, user_id=owner)
        assert (await item(connection, asked.item_id))["shared"] is (origin is Origin.PARSE)


async def test_two_spellings_of_one_url_are_one_page(connection: Connection) -> None:
    first = await ask(connection, "https://kitchen.example/cake?b=2&a=1")
    again = await ask(connection, "HTTPS://Kitchen.Example:443/cake?a=1&b=2&utm_source=x#top")
    assert again.item_id == first.item_id


async def test_a_fresh_record_is_served_without_any_work(connection: Connection) -> None:
    await ask(connection)
    await finish_page(connection, recipe("Cake"))
    again = await ask(connection)
    assert (again.outcome, again.item_id, again.data["title"]) == ("fresh", None, "Cake")
    assert await value(connection, "select count(*) from job_items") == 1
    assert await work_rows(connection) == []


async def test_a_record_older_than_its_time_to_live_is_fetched_again(connection: Connection) -> None:
    await ask(connection)
    await finish_page(connection, recipe())
    await connection.execute("update recipes set parsed_at = now() - interval '30 days 1 second'")
    assert (await ask(connection, ttl=timedelta(days=30))).outcome == "created"
    assert (await task(connection))["status"] == "queued"


async def test_a_record_one_second_younger_than_its_time_to_live_is_fresh(connection: Connection) -> None:
    await ask(connection)
    await finish_page(connection, recipe())
    await connection.execute("update recipes set parsed_at = now() - interval '30 days' + interval '1 second'")
    assert (await ask(connection, ttl=timedelta(days=30))).outcome == "fresh"


async def test_a_time_to_live_of_zero_never_serves_from_the_cache(connection: Connection) -> None:
    await ask(connection)
    await finish_page(connection, recipe())
    assert (await ask(connection, ttl=timedelta(0))).outcome == "created"


async def test_a_record_of_another_kind_is_not_served(connection: Connection) -> None:
    await ask(connection)
    await finish_page(connection, recipe())
    assert (await ask(connection, kind=Kind.PRODUCT)).outcome == "created"


async def test_two_kinds_of_one_page_are_two_requests_and_one_fetch(connection: Connection) -> None:
    as_recipe = await ask(connection, kind=Kind.RECIPE)
    as_product = await ask(connection, kind=Kind.PRODUCT)
    assert (as_product.outcome, as_product.item_id == as_recipe.item_id) == ("created", False)
    assert await value(connection, "select count(*) from crawl_tasks") == 1
    assert len(await work_rows(connection)) == 1
    await fetch_page(connection)
    body = await claim_body(connection)
    assert sorted(body.kinds) == ["product", "recipe"]
    await settle_body(connection, extracted(body, recipe(), product()))
    for asked in (as_recipe, as_product):
        assert (await item(connection, asked.item_id))["status"] == ItemStatus.DONE
    assert await value(connection, "select count(*) from crawl_attempts") == 1


async def test_two_users_have_their_own_requests_and_share_the_fetch(connection: Connection) -> None:
    one, two = await new_user(connection), await new_user(connection)
    asked = [
        await ask(connection, origin=Origin.MAILBOX, user_id=one),
        await ask(connection, origin=Origin.MAILBOX, user_id=two),
        await ask(connection, origin=Origin.PARSE),
    ]
    assert [answer.outcome for answer in asked] == ["created"] * 3
    again = await ask(connection, origin=Origin.MAILBOX, user_id=two)
    assert (again.outcome, again.item_id) == ("joined", asked[1].item_id)
    await finish_page(connection, recipe())
    ended = await rows(connection, "select status from job_items")
    assert [row["status"] for row in ended] == [ItemStatus.DONE] * 3


async def test_a_request_after_a_failure_creates_a_new_item(connection: Connection) -> None:
    first = await ask(connection)
    await settle_page(connection, fetch_failed(await claim_page(connection)))
    again = await ask(connection)
    assert (again.outcome, again.item_id == first.item_id) == ("created", False)
    after = await task(connection)
    assert (after["status"], after["error_code"], after["retry_count"]) == ("queued", None, 0)
    assert (await item(connection, first.item_id))["status"] == ItemStatus.ERROR
    assert (await claim_page(connection)).attempt == 1


async def test_joining_a_page_that_waits_for_its_retry_creates_no_second_work(connection: Connection) -> None:
    await ask(connection)
    await settle_page(connection, fetch_again(await claim_page(connection), delay_seconds=30))
    assert (await ask(connection, kind=Kind.PRODUCT)).outcome == "created"
    (only,) = await work_rows(connection)
    assert only["attempt"] == 1
    assert await claim_pages(connection) == []


async def test_a_better_priority_goes_first_regardless_of_arrival(connection: Connection) -> None:
    await ask(connection, CAKE, priority=5)
    await ask(connection, PIE, priority=1)
    assert [claim.url for claim in await claim_pages(connection, limit=1)] == [PIE]


async def test_a_single_request_goes_before_any_backlog(connection: Connection) -> None:
    await ask(connection, CAKE, priority=1)
    await connection.execute("update work set rank = rank - interval '10 years'")
    await ask(connection, PIE, priority=SINGLE_PRIORITY)
    assert [claim.url for claim in await claim_pages(connection, limit=1)] == [PIE]


async def test_a_worse_priority_that_has_waited_long_enough_goes_first(connection: Connection) -> None:
    await ask(connection, CAKE, priority=5)
    await connection.execute("update work set rank = rank - interval '41 minutes'")
    await ask(connection, PIE, priority=1)
    assert [claim.url for claim in await claim_pages(connection, limit=1)] == [CAKE]


async def test_joining_a_queued_page_with_a_better_priority_lowers_its_rank(connection: Connection) -> None:
    await ask(connection, CAKE, priority=3)
    await ask(connection, PIE, priority=5)
    await ask(connection, PIE, kind=Kind.PRODUCT, priority=1)
    assert [claim.url for claim in await claim_pages(connection, limit=1)] == [PIE]


async def test_joining_never_raises_a_rank(connection: Connection) -> None:
    await ask(connection, CAKE, priority=1)
    before = await work_rows(connection)
    await ask(connection, CAKE, kind=Kind.PRODUCT, priority=5)
    assert await work_rows(connection) == before


async def test_submitting_wakes_a_parked_lane_no_sooner_than_its_pace_allows(connection: Connection) -> None:
    await ask(connection, CAKE, delay=10)
    await fetch_page(connection)
    await connection.execute("update lanes set ready_at = 'infinity'")
    await ask(connection, PIE)
    assert (await lane(connection))["ready_in"] == 10
    await make_due(connection)
    assert (await claim_page(connection)).url == PIE


async def test_the_database_rejects_a_second_open_request_for_the_same_page_and_kind(connection: Connection) -> None:
    await ask(connection)
    with pytest.raises(psycopg.errors.UniqueViolation):
        await connection.execute(
            """
            insert into job_items (id, origin, kind, url, url_hash)
            values (gen_random_uuid(), 'parse', 'recipe', '', %s)
            """,
            (page(CAKE).hash,),
        )


async def test_a_request_that_waited_for_another_joins_it(database: Database) -> None:
    async with database.transaction() as connection:
        first = await ask(connection)
        waiting = asyncio.create_task(_ask_alone(database))
        await until_blocked(database)
    outcome, item_id = await waiting
    assert (outcome, item_id) == ("joined", first.item_id)


async def test_a_request_that_waited_for_a_settling_worker_gets_its_record(database: Database) -> None:
    async with database.connection() as connection:
        await ask(connection)
        await fetch_page(connection)
        body = await claim_body(connection)
    async with database.transaction() as connection:
        await settle_body(connection, extracted(body, recipe()))
        waiting = asyncio.create_task(_ask_alone(database))
        await until_blocked(database)
    assert (await waiting)[0] == "fresh"


async def test_a_page_requested_while_its_failure_is_settled_is_queued_again(database: Database) -> None:
    async with database.connection() as connection:
        await ask(connection)
        claim = await claim_page(connection)
    async with database.transaction() as connection:
        await settle_page(connection, fetch_failed(claim))
        waiting = asyncio.create_task(_ask_alone(database))
        await until_blocked(database)
    assert (await waiting)[0] == "created"
    async with database.connection() as connection:
        assert (await claim_page(connection)).attempt == 1


async def test_a_hundred_concurrent_requests_create_one_item(database: Database) -> None:
    answers = await asyncio.gather(*(_ask_alone(database) for _ in range(100)))
    assert [outcome for outcome, _ in answers].count("created") == 1
    assert len({item_id for _, item_id in answers}) == 1
    async with database.connection() as connection:
        assert len(await work_rows(connection)) == 1


async def test_requests_for_different_pages_of_a_busy_domain_do_not_wait_for_each_other(database: Database) -> None:
    """Submits lock a lane with key share only: two for different pages of a domain never wait for each other."""
    async with database.connection() as connection:
        await ask(connection, CAKE)
    async with database.transaction() as one, database.transaction() as two:
        await ask(one, PIE)
        async with asyncio.timeout(5):
            assert (await ask(two, "https://kitchen.example/stew")).outcome == "created"


async def _ask_alone(database: Database) -> tuple[str, object]:
    async with database.connection() as connection:
        asked = await ask(connection)
    return asked.outcome, asked.item_id


async def test_a_fetched_page_is_extracted_at_the_rank_of_its_request(connection: Connection) -> None:
    for url, priority in ((CAKE, 5), (PIE, 1)):
        await ask(connection, url, priority=priority)
    for claim in await claim_pages(connection):
        await settle_page(connection, fetched(claim))
    assert [claim["stage"] for claim in await work_rows(connection)] == ["extract", "extract"]
    best = await value(connection, "select url from body_claims(claim_bodies('one', 1, '1 minute'))")
    assert best == PIE
