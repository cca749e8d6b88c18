"""What one sends for a request that was shut out is never told to another, however close the two come."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from tests.integration.helpers import recipe, rows, until_blocked, value

from garner.api.app import create_app
from garner.core.lifecycle import Origin
from garner.core.record import Kind
from garner.engine import Engine, submit_page
from garner.settings import Settings
from garner.store import sent
from garner.store.database import Connection, Database
from garner.work.handed import HandedPages

URL = "http://127.0.0.1:9/soup"
SOUP = {"@type": "Recipe", "name": "Poison soup", "recipeIngredient": ["1 cup"], "recipeInstructions": "Simmer."}
PAGE = f'<html><script type="application/ld+json">{json.dumps(SOUP)}</script><p>Words.</p></html>'


@pytest.fixture(scope="module")
def handed() -> Iterator[HandedPages]:
    with HandedPages(Settings(_env_file=None, extract_processes=1, extract_sent_timeout_seconds=60)) as pages:
        yield pages


@pytest.fixture
async def client(engine: Engine, handed: HandedPages) -> AsyncIterator[httpx.AsyncClient]:
    app = create_app(replace(engine, read_handed=handed.read))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://garner") as opened:
        yield opened


async def ask(client: httpx.AsyncClient) -> str:
    answer = await client.post("/parse-requests", json={"url": URL})
    assert answer.status_code == 202
    return str(answer.json()["requestId"])


async def send(client: httpx.AsyncClient, item_id: str, **fields: Any) -> httpx.Response:
    return await client.post("/api/extract", json={"html": PAGE, "itemId": item_id, **fields})


async def poll(client: httpx.AsyncClient, item_id: str) -> dict[str, Any]:
    return dict((await client.get(f"/parse-requests/{item_id}")).json())


async def shut_out(connection: Connection) -> None:
    await connection.execute(
        "update job_items set status = 'ERROR', error_code = 'hard_block', last_error = 'No.', completed_at = now()"
    )


async def end(database: Database) -> None:
    async with database.transaction() as connection:
        await shut_out(connection)


async def assert_each_has_their_own(client: httpx.AsyncClient, shared: str) -> None:
    answer = await send(client, shared)
    own = answer.json()["itemId"]
    assert answer.status_code == 200 and own != shared
    assert (await poll(client, shared))["status"] == "FAILED"
    polled = await poll(client, own)
    assert (polled["status"], polled["recipe"]["title"]) == ("COMPLETED", "Poison soup")
    assert polled["warnings"][-1] == sent.NOT_FETCHED


async def test_who_sends_a_page_for_a_request_that_others_joined_gets_one_of_their_own(
    client: httpx.AsyncClient, database: Database
) -> None:
    mine, theirs = await ask(client), await ask(client)
    assert mine == theirs
    await end(database)
    await assert_each_has_their_own(client, mine)
    await assert_each_has_their_own(client, mine)  # as often as somebody likes


async def test_those_who_ask_at_the_same_moment_share_a_request(client: httpx.AsyncClient, database: Database) -> None:
    """One goes ahead alone, and the others are asked for in one batch."""
    await asyncio.gather(client.post("/parse-requests", json={"url": f"{URL}?ahead"}), *(ask(client) for _ in range(3)))
    await end(database)
    async with database.connection() as connection:
        found = await rows(connection, "select id, shared from job_items where url = %s", URL)
    assert [item["shared"] for item in found] == [True]
    await assert_each_has_their_own(client, str(found[0]["id"]))


async def test_who_joins_because_a_language_model_is_allowed_shares_the_request_too(
    client: httpx.AsyncClient, database: Database
) -> None:
    mine = await ask(client)
    await client.post("/parse-requests", json={"url": URL, "use_llm_fallback": True})
    await end(database)
    await assert_each_has_their_own(client, mine)


async def test_a_request_that_nobody_joined_is_completed_and_says_that_it_was_not_fetched(
    client: httpx.AsyncClient, database: Database
) -> None:
    mine = await ask(client)
    await end(database)
    assert (await send(client, mine)).json()["itemId"] == mine
    polled = await poll(client, mine)
    assert (polled["status"], polled["warnings"]) == ("COMPLETED", [sent.NOT_FETCHED])


async def test_a_mailbox_is_nobody_elses(engine: Engine, database: Database) -> None:
    async with database.transaction() as connection:
        user = await value(connection, "insert into users (email) values ('a@example.com') returning user_id")
    for _ in range(2):
        await submit_page(engine, URL, kind=Kind.RECIPE, origin=Origin.MAILBOX, user_id=user)
    async with database.connection() as connection:
        assert [item["shared"] for item in await rows(connection, "select shared from job_items")] == [False]


@pytest.mark.parametrize("url", ["http://other.example/soup", "http://127.0.0.1:10/soup"])
async def test_a_page_of_another_host_is_not_taken(client: httpx.AsyncClient, database: Database, url: str) -> None:
    mine = await ask(client)
    await end(database)
    answer = await send(client, mine, url=url)
    assert (answer.status_code, answer.json()["fields"][0]["field"]) == (422, "url")
    assert (await poll(client, mine))["status"] == "FAILED"
    assert (await send(client, mine, url="http://127.0.0.1:9/soup?print")).status_code == 200


# Join while attaching ----------------------------------------------------------------------------------------


async def attach(database: Database, item_id: str) -> UUID | None:
    async with database.transaction() as connection:
        return await sent.attach(connection, UUID(item_id), recipe("Poison soup"), uuid4())


async def test_who_attaches_while_another_joins_sees_that_they_did(
    client: httpx.AsyncClient, database: Database
) -> None:
    mine = await ask(client)
    await end(database)
    async with database.transaction() as connection:
        await connection.execute("update job_items set shared = true")
        attaching = asyncio.create_task(attach(database, mine))
        await until_blocked(database)
    attached = await attaching
    assert attached is not None and str(attached) != mine


async def test_who_joins_while_another_attaches_starts_anew(client: httpx.AsyncClient, database: Database) -> None:
    mine = await ask(client)
    async with database.transaction() as connection:
        await shut_out(connection)
        assert await sent.attach(connection, UUID(mine), recipe("Poison soup"), uuid4()) == UUID(mine)
        joining = asyncio.create_task(ask(client))
        await until_blocked(database)
    assert await joining != mine
