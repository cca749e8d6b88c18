"""`POST /api/extract`: a page in, its record out, and what becomes of a request that was shut out."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from typing import Any
from uuid import uuid4

import httpx
import pytest

from garner import wiring
from garner.api.app import create_app
from garner.api.extract import MOST_PAGE_BYTES
from garner.core.record import Kind
from garner.engine import Engine
from garner.errors import ExtractTimeout
from garner.extract.handed import HandedPage
from garner.settings import Settings
from garner.work.handed import HandedPages

URL = "http://127.0.0.1:9/soup"
SOUP = {
    "@type": "Recipe",
    "name": "Red lentil soup",
    "image": "/soup.jpg",
    "recipeIngredient": ["2 cups red lentils"],
    "recipeInstructions": "Simmer.",
}
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


async def send(client: httpx.AsyncClient, **fields: Any) -> httpx.Response:
    return await client.post("/api/extract", json={"html": PAGE, **fields})


async def test_a_page_in_json_gives_its_record_and_the_sources(client: httpx.AsyncClient) -> None:
    answer = await send(client, url=URL)
    assert answer.status_code == 200
    found = answer.json()
    assert (found["kind"], found["strategy"], found["itemId"]) == ("recipe", "schema_org_json_ld", None)
    assert found["record"]["title"] == "Red lentil soup"
    assert found["record"]["image"] == "http://127.0.0.1:9/soup.jpg"
    assert found["sources"]["title"] == {
        "rung": "schema_org_json_ld",
        "path": "Recipe.name",
        "confidence": 0.95,
        "snippet": "Red lentil soup",
    }


async def test_a_page_as_it_is_gives_the_same(client: httpx.AsyncClient) -> None:
    answer = await client.post(
        "/api/extract",
        params={"url": URL, "kind": "recipe"},
        content=PAGE.replace("Red lentil", "Crème").encode("latin-1"),
        headers={"Content-Type": "text/html; charset=iso-8859-1"},
    )
    assert answer.status_code == 200
    assert answer.json()["record"]["title"] == "Crème soup"


async def test_a_page_without_a_record_is_an_answer_too(client: httpx.AsyncClient) -> None:
    answer = await send(client, url=URL, kind="posting")
    assert answer.status_code == 200
    assert (answer.json()["kind"], answer.json()["record"], answer.json()["sources"]) == (None, None, {})


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        ({"json": {"html": ""}}, 422, "empty"),
        ({"json": {"html": "%PDF-1.7"}}, 422, "wrong_type"),
        ({"json": {"html": "<title>Just a moment...</title><p>_cf_chl_opt</p>"}}, 422, "soft_block"),
        ({"json": {"url": URL}}, 422, "invalid_input"),
        ({"json": {"html": PAGE, "url": "nowhere"}}, 422, "invalid_url"),
        ({"json": {"html": PAGE, "kind": "car"}}, 422, "invalid_input"),
        ({"json": {"html": PAGE, "itemId": "7"}}, 422, "invalid_input"),
        ({"json": {"html": PAGE, "more": 1}}, 422, "invalid_input"),
        ({"json": [1]}, 422, "invalid_input"),
        ({"content": b"{", "headers": {"Content-Type": "application/json"}}, 400, "malformed_body"),
        ({"content": b"x", "headers": {"Content-Type": "image/png"}}, 422, "invalid_input"),
        ({"content": b"x" * (MOST_PAGE_BYTES + 1), "headers": {"Content-Type": "text/html"}}, 413, "body_too_large"),
    ],
)
async def test_what_cannot_be_used_is_told_in_the_common_shape(
    client: httpx.AsyncClient, sent: dict[str, Any], status: int, code: str
) -> None:
    answer = await client.post("/api/extract", **sent)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert answer.json()["error"]


async def test_its_own_errors_are_documented_as_they_are(client: httpx.AsyncClient, openapi: dict[str, Any]) -> None:
    said = openapi["paths"]["/api/extract"]["post"]
    huge = await client.post("/api/extract", content=b"x" * (MOST_PAGE_BYTES + 1))
    pending = await send(client, itemId=await ask(client))
    for answer in (huge, pending):
        documented = said["responses"][str(answer.status_code)]["content"]["application/json"]["example"]
        assert documented == answer.json()
    assert set(said["responses"]["200"]["content"]["application/json"]["example"]) == set((await send(client)).json())
    assert "$defs" not in str(said)  # which a reader of the document would look for in vain
    assert set(said["requestBody"]["content"]) == {"application/json", "text/html"}


async def test_a_page_larger_than_any_other_body_is_taken(client: httpx.AsyncClient) -> None:
    answer = await send(client, html=PAGE + "<p>Words.</p>" * 100_000)
    assert answer.status_code == 200 and answer.json()["record"]["title"] == "Red lentil soup"


async def test_guests_may_not_send_pages_without_end(engine: Engine, handed: HandedPages) -> None:
    settings = engine.settings.model_copy(update={"guest_requests_per_minute": 2})
    app = create_app(Engine(settings, engine.database, engine.blobs, engine.wake, read_handed=handed.read))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://garner") as client:
        codes = [(await send(client)).status_code for _ in range(3)]
    assert codes == [200, 200, 429]


async def test_no_more_pages_wait_than_there_is_room_for(client: httpx.AsyncClient, handed: HandedPages) -> None:
    handed._waiting += 32
    try:
        answer = await send(client)
    finally:
        handed._waiting -= 32
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")


async def test_a_server_as_it_is_put_together_reads_pages(settings: Settings, database_url: str) -> None:
    async with wiring.open_engine(settings, database_url) as (engine, _):
        app = create_app(engine)
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://garner") as client:
            assert (await send(client)).json()["record"]["title"] == "Red lentil soup"


async def test_a_page_that_takes_too_long_costs_itself_alone(settings: Settings) -> None:
    with HandedPages(settings.model_copy(update={"extract_timeout_seconds": 0.001})) as hasty:
        page = HandedPage(PAGE.encode() + b"<p>Words.</p>" * 100_000, URL, (Kind.RECIPE,))
        with pytest.raises(ExtractTimeout):
            await hasty.read(page, "somebody")


# Attached to a request ---------------------------------------------------------------------------------------


async def ask(client: httpx.AsyncClient) -> str:
    answer = await client.post("/parse-requests", json={"url": URL})
    assert answer.status_code == 202
    return str(answer.json()["requestId"])


async def end(engine: Engine, code: str = "soft_block") -> None:
    async with engine.database.transaction() as connection:
        await connection.execute(
            "update job_items set status = 'ERROR', error_code = %s, last_error = 'Shut out.', completed_at = now()",
            (code,),
        )


async def test_the_page_that_somebody_sends_completes_their_request(client: httpx.AsyncClient, engine: Engine) -> None:
    request_id = await ask(client)
    await end(engine)
    assert (await client.get(f"/parse-requests/{request_id}")).json()["status"] == "FAILED"
    answer = await send(client, itemId=request_id)
    assert (answer.status_code, answer.json()["itemId"]) == (200, request_id)
    polled = (await client.get(f"/parse-requests/{request_id}")).json()
    assert polled["status"] == "COMPLETED"
    assert polled["recipe"]["title"] == "Red lentil soup"
    assert polled["recipe"]["image"] == "http://127.0.0.1:9/soup.jpg"  # by the request's own address
    assert polled["recipe"]["parsedAt"].endswith("Z")


async def test_what_somebody_sends_is_given_to_nobody_who_asks_anew(client: httpx.AsyncClient, engine: Engine) -> None:
    mine = await ask(client)
    await end(engine)
    await send(client, itemId=mine)
    theirs = await ask(client)
    assert theirs != mine
    async with engine.database.connection() as connection:
        kept = await (await connection.execute("select from recipes union all select from record_versions")).fetchall()
    assert kept == []


@pytest.mark.parametrize("code", ["gone", "server_error", "no_record"])
async def test_a_request_that_was_not_shut_out_takes_no_page(
    client: httpx.AsyncClient, engine: Engine, code: str
) -> None:
    request_id = await ask(client)
    assert (await send(client, itemId=request_id)).status_code == 409
    await end(engine, code)
    assert (await send(client, itemId=request_id)).status_code == 409
    assert (await client.get(f"/parse-requests/{request_id}")).json()["status"] == "FAILED"


async def test_of_two_pages_sent_at_once_one_is_taken(client: httpx.AsyncClient, engine: Engine) -> None:
    request_id = await ask(client)
    await end(engine)
    answers = await asyncio.gather(*(send(client, itemId=request_id) for _ in range(2)))
    assert sorted(answer.status_code for answer in answers) == [200, 409]


async def test_a_request_takes_a_page_once_and_only_for_its_kind(client: httpx.AsyncClient, engine: Engine) -> None:
    request_id = await ask(client)
    await end(engine, "hard_block")
    assert (await send(client, itemId=request_id, kind="product")).status_code == 422
    assert (await send(client, itemId=request_id, html="<p>Nothing to cook.</p>")).json()["itemId"] is None
    assert (await send(client, itemId=request_id)).status_code == 200
    assert (await send(client, itemId=request_id)).status_code == 409
    assert (await send(client, itemId=str(uuid4()))).status_code == 404
