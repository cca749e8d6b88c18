"""Requests submitted in a batch have the same effect as if each was submitted alone."""

from datetime import timedelta

import pytest
from tests.integration.batch_helpers import PIE, STEW, request, submit, submit_urls
from tests.integration.helpers import (
    CAKE,
    ask,
    claim_page,
    claim_pages,
    fetch_failed,
    fetch_page,
    finish_page,
    item,
    lane,
    new_user,
    page,
    recipe,
    rows,
    settle_page,
    task,
    value,
)

from garner.core.lifecycle import Origin
from garner.core.record import Kind
from garner.postgres.database import Connection, Database, Row
from garner.store.tasks import items
from garner.store.tasks.items import PageRequest, Submission

OWN = {"id", "domain_id", "domain_name", "base_url", "url", "url_hash", "task_id", "lane_id", "key", "part", "payload"}
ALL_OF_A_PAGE = {
    "domains": "domains x where domain_name = %(domain)s",
    "lanes": "lanes x where domain_id = (select id from domains where domain_name = %(domain)s)",
    "resources": "resources x where url_hash = %(hash)s",
    "crawl_tasks": "crawl_tasks x where url_hash = %(hash)s",
    "work": "work x where task_id = (select id from crawl_tasks where url_hash = %(hash)s)",
    "job_items": "job_items x where url_hash = %(hash)s",
    "outbox": "outbox x where key = %(hash)s",
}


async def made_for(connection: Connection, url: str) -> dict[str, list[Row]]:
    """Return all rows of a page, without the values that identify it."""
    named = {"hash": page(url).hash, "domain": page(url).domain}
    found = {}
    for table, where in ALL_OF_A_PAGE.items():
        cursor = await connection.execute(
            f"select to_jsonb(x) - %(own)s::text[] as line from {where} order by 1", {**named, "own": [*OWN]}
        )
        found[table] = [line["line"] for line in await cursor.fetchall()]
    return found


@pytest.mark.parametrize(("origin", "topic"), [(Origin.PARSE, "parse-requests"), (Origin.MAILBOX, None)])
async def test_a_page_submitted_in_a_batch_is_stored_as_if_submitted_alone(
    connection: Connection, origin: Origin, topic: str | None
) -> None:
    user = await new_user(connection) if origin is Origin.MAILBOX else None
    await ask(connection, CAKE, origin=origin, user_id=user, priority=3, delay=2.5, topic=topic)
    alone = await made_for(connection, CAKE)
    asked = [request(url, origin=origin, user_id=user) for url in (STEW, "https://diner.example/soup")]
    found = await submit(connection, *asked, priority=3, delay=2.5, topic=topic)
    assert all(len(lines) == 1 for table, lines in alone.items() if table != "outbox" or topic)
    for wanted, submission in zip(asked, found, strict=True):
        assert submission is not None
        assert (submission.outcome, submission.item_id, submission.status) == ("created", wanted.item_id, "PENDING")
        assert submission.task_id == (await task(connection, wanted.page.original))["id"]
        assert await made_for(connection, wanted.page.original) == alone


async def test_each_new_request_is_one_message(connection: Connection) -> None:
    asked = [request(CAKE), request(STEW, kind=Kind.PRODUCT)]
    await submit(connection, *asked, topic="parse-requests")
    told = await rows(connection, "select topic, key, payload from outbox order by payload ->> 'kind'")
    assert told == [
        {
            "topic": "parse-requests",
            "key": wanted.page.hash,
            "payload": {"requestId": str(wanted.item_id), "url": wanted.page.original, "kind": wanted.kind},
        }
        for wanted in reversed(asked)
    ]


async def test_new_pages_of_one_new_domain_share_its_lane(connection: Connection) -> None:
    assert await submit_urls(connection, CAKE, PIE, STEW) == ["created"] * 3
    assert await value(connection, "select count(*) from domains") == 2
    assert await value(connection, "select count(*) from lanes") == 2
    assert {claim.url for claim in await claim_pages(connection)} == {CAKE, PIE, STEW}


async def test_a_domain_without_a_lane_gets_one(connection: Connection) -> None:
    await connection.execute("insert into domains (domain_name, base_url) values ('kitchen.example', 'https://k')")
    assert await submit_urls(connection, CAKE, STEW) == ["created"] * 2
    assert len(await claim_pages(connection)) == 2


async def test_a_page_known_only_by_its_url_is_new(connection: Connection) -> None:
    await connection.execute("insert into resources (url_hash, url) values (%s, %s)", (page(CAKE).hash, CAKE))
    assert await submit_urls(connection, CAKE) == ["created"]


async def test_a_fresh_record_is_served_and_the_rest_of_the_batch_is_created(connection: Connection) -> None:
    await ask(connection, CAKE)
    await finish_page(connection, recipe("Cake"))
    fresh, created = await submit(connection, request(CAKE), request(STEW))
    assert fresh is not None and created is not None
    assert (fresh.outcome, fresh.item_id, fresh.data) == ("fresh", None, recipe("Cake").data)
    assert fresh.parsed_at == await value(connection, "select parsed_at from recipes")
    assert created.outcome == "created"
    assert await value(connection, "select count(*) from job_items") == 2


async def test_a_batch_of_fresh_records_writes_nothing(database: Database) -> None:
    async with database.connection() as connection:
        await ask(connection, CAKE)
        await finish_page(connection, recipe())
    async with database.transaction() as connection:
        # Not by a helper: those set a pace, which may take a number of a sequence.
        (answer,) = await items.submit_pages(connection, [request(CAKE)], priority=1, topic=None)
        assert answer is not None and answer.outcome == "fresh"
        assert await value(connection, "select pg_current_xact_id_if_assigned()::text") is None


@pytest.mark.parametrize(
    "wanted",
    [request(CAKE, kind=Kind.PRODUCT), request(CAKE, ttl=timedelta(0))],
    ids=["another kind", "no age allowed"],
)
async def test_a_page_with_an_unusable_record_is_started_again(connection: Connection, wanted: PageRequest) -> None:
    await ask(connection, CAKE)
    await finish_page(connection, recipe())
    found = await submit(connection, wanted, request(STEW))
    assert [submission and (submission.outcome, submission.status) for submission in found] == [
        ("created", "PENDING")
    ] * 2
    assert (await task(connection, CAKE))["status"] == "queued"
    assert await value(connection, "select count(*) from job_items where url_hash = %s", page(CAKE).hash) == 2


async def test_an_open_request_for_the_same_page_and_kind_is_joined(connection: Connection) -> None:
    one, two = await new_user(connection), await new_user(connection)
    mine = await ask(connection, CAKE, origin=Origin.MAILBOX, user_id=one)
    everyones = await ask(connection, PIE)
    await claim_pages(connection)
    joined = await submit(connection, request(CAKE, origin=Origin.MAILBOX, user_id=one), request(PIE))
    assert joined == [
        Submission("joined", made.item_id, made.task_id, "PROCESSING", None, None) for made in (mine, everyones)
    ]
    others = [request(CAKE, origin=Origin.MAILBOX, user_id=two), request(PIE, kind=Kind.PRODUCT)]
    others += [request(CAKE), request(PIE, origin=Origin.MAILBOX, user_id=one)]
    for pair in others[:2], others[2:]:
        created = await submit(connection, *pair)
        assert created == [
            Submission("created", wanted.item_id, made.task_id, "PROCESSING", None, None)
            for wanted, made in zip(pair, (mine, everyones), strict=True)
        ]
    assert await value(connection, "select count(*) from job_items") == 6


async def test_requests_of_the_command_line_are_not_joined(connection: Connection) -> None:
    await ask(connection, CAKE, origin=Origin.CLI)
    (created,) = await submit(connection, request(CAKE, origin=Origin.CLI))
    assert created is not None and created.outcome == "created"
    assert await value(connection, "select count(*) from job_items") == 2


async def test_a_page_is_restarted_in_a_batch_as_if_submitted_alone(connection: Connection) -> None:
    for url in CAKE, STEW:
        await ask(connection, url)
        await settle_page(connection, fetch_failed(await claim_page(connection)))
    assert (await ask(connection, CAKE)).outcome == "created"
    assert await submit_urls(connection, STEW) == ["created"]
    assert await made_for(connection, STEW) == await made_for(connection, CAKE)
    assert (await task(connection, STEW))["status"] == "queued"


async def test_a_page_in_the_queue_is_moved_up_for_a_request_of_a_batch(connection: Connection) -> None:
    for url in CAKE, STEW:
        await ask(connection, url, priority=5)
    user = await new_user(connection)
    wanted = [request(url, origin=Origin.MAILBOX, user_id=user) for url in (CAKE, STEW)]
    await submit(connection, *wanted, priority=0)
    queued = await rows(connection, "select priority, asker_id from work")
    assert queued == [{"priority": 0, "asker_id": user}] * 2


async def test_a_mailbox_request_of_a_batch_ends_at_once_with_a_fresh_record(connection: Connection) -> None:
    await ask(connection, CAKE)
    await finish_page(connection, recipe())
    user = await new_user(connection)
    wanted = request(CAKE, origin=Origin.MAILBOX, user_id=user)
    completed, created = await submit(connection, wanted, request(STEW))
    assert completed == Submission("completed", wanted.item_id, None, "DONE", None, None)
    assert created is not None and created.outcome == "created"
    assert (await item(connection, wanted.item_id))["record_version"] == 1


async def test_a_page_whose_task_is_locked_is_left_to_be_submitted_alone(database: Database) -> None:
    async with database.connection() as connection:
        await ask(connection, CAKE)
        await settle_page(connection, fetch_failed(await claim_page(connection)))
        before = await task(connection, CAKE)
        async with database.transaction() as holding:
            await holding.execute("select from crawl_tasks for update")
            assert await submit_urls(connection, CAKE, STEW) == [None, "created"]
        assert await task(connection, CAKE) == before
        assert await value(connection, "select count(*) from job_items where url_hash = %s", page(CAKE).hash) == 1


async def test_a_parked_lane_is_woken_no_sooner_than_its_pace_allows(connection: Connection) -> None:
    await ask(connection, CAKE, delay=10)
    await fetch_page(connection)
    await connection.execute("update lanes set ready_at = 'infinity'")
    await submit_urls(connection, PIE, STEW)
    assert ((await lane(connection))["ready_in"], (await lane(connection, STEW))["ready_in"]) == (10, 0)


async def test_a_lane_that_is_ready_is_not_written_to(database: Database) -> None:
    async with database.connection() as connection:
        await ask(connection, CAKE)
        before = await value(connection, "select xmin::text from lanes")
        assert await submit_urls(connection, PIE) == ["created"]
        assert await value(connection, "select xmin::text from lanes") == before
