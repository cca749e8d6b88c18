"""`POST /api/extract`: a page in, its record out."""

import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from typing import Any

import httpx
import pytest

from garner.api.app import create_app
from garner.api.faces.parse_requests.extract import MAX_PAGE_BYTES
from garner.core.record import Kind
from garner.engine import Engine
from garner.engine.people.accounts import Identity, sign_in
from garner.errors import ExtractTimeout
from garner.extraction.submitted import SubmittedPage
from garner.runtime.submitted_pages import SubmittedPages
from garner.settings import Settings
from garner.wiring.server import make_services, open_server

URL = "http://127.0.0.1:9/soup"
ITEM = "0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11"
SOUP = {
    "@type": "Recipe",
    "name": "Red lentil soup",
    "image": "/soup.jpg",
    "recipeIngredient": ["2 cups red lentils"],
    "recipeInstructions": "Simmer.",
}
PAGE = f'<html><script type="application/ld+json">{json.dumps(SOUP)}</script><p>Words.</p></html>'


@pytest.fixture(scope="module")
def page_reader() -> Iterator[SubmittedPages]:
    with SubmittedPages(Settings.from_values(extract_processes=1, extract_sent_timeout_seconds=60)) as pages:
        yield pages


@pytest.fixture
async def client(engine: Engine, page_reader: SubmittedPages) -> AsyncIterator[httpx.AsyncClient]:
    app = create_app(replace(make_services(engine), submitted_pages=page_reader))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://garner") as opened:
        yield opened


async def signed_in(client: httpx.AsyncClient, engine: Engine) -> httpx.AsyncClient:
    client.headers["Authorization"] = f"Bearer {(await sign_in(engine, Identity('ana@example.com'))).token}"
    return client


async def send(client: httpx.AsyncClient, **fields: Any) -> httpx.Response:
    return await client.post("/api/extract", json={"html": PAGE, **fields})


@pytest.mark.parametrize("odd", ["\\ud83c", "\\udf55", "\\u0000"])
async def test_a_lone_surrogate_is_accepted_in_the_page_and_rejected_in_the_url(
    client: httpx.AsyncClient, odd: str
) -> None:
    headers = {"Content-Type": "application/json"}
    html = json.dumps(PAGE.replace("Words.", "Words ODD")).replace("ODD", odd)
    answer = await client.post("/api/extract", content=f'{{"html": {html}}}', headers=headers)
    assert (answer.status_code, answer.json()["record"]["title"]) == (200, "Red lentil soup")
    answer = await client.post("/api/extract", content=f'{{"html": {html}, "url": "{URL}{odd}"}}', headers=headers)
    assert (answer.status_code, answer.json()["fields"][0]["field"]) == (422, "url")


async def test_a_page_in_json_returns_its_record_and_sources(client: httpx.AsyncClient) -> None:
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


async def test_a_page_as_html_returns_the_same(client: httpx.AsyncClient) -> None:
    answer = await client.post(
        "/api/extract",
        params={"url": URL, "kind": "recipe"},
        content=PAGE.replace("Red lentil", "Crème").encode("latin-1"),
        headers={"Content-Type": "text/html; charset=iso-8859-1"},
    )
    assert answer.status_code == 200
    assert answer.json()["record"]["title"] == "Crème soup"


async def test_a_page_without_a_record_returns_200(client: httpx.AsyncClient) -> None:
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
        ({"content": b"x" * (MAX_PAGE_BYTES + 1), "headers": {"Content-Type": "text/html"}}, 413, "body_too_large"),
    ],
)
async def test_invalid_input_is_rejected_in_the_common_error_format(
    client: httpx.AsyncClient, sent: dict[str, Any], status: int, code: str
) -> None:
    answer = await client.post("/api/extract", **sent)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert answer.json()["error"]


async def test_documented_errors_match_the_real_ones(
    client: httpx.AsyncClient, engine: Engine, openapi: dict[str, Any]
) -> None:
    said = openapi["paths"]["/api/extract"]["post"]
    huge = await client.post("/api/extract", content=b"x" * (MAX_PAGE_BYTES + 1))
    ana = await signed_in(client, engine)
    asked = await ana.post("/parse-requests", json={"url": URL})
    pending = await send(ana, itemId=asked.json()["requestId"])
    for answer in (huge, pending):
        documented = said["responses"][str(answer.status_code)]["content"]["application/json"]["example"]
        assert documented == answer.json()
    assert set(said["responses"]["200"]["content"]["application/json"]["example"]) == set((await send(client)).json())
    assert "$defs" not in str(said)  # a reference that the document would not resolve
    assert set(said["requestBody"]["content"]) == {"application/json", "text/html"}


async def test_a_page_larger_than_other_bodies_is_accepted(client: httpx.AsyncClient) -> None:
    answer = await send(client, html=PAGE + "<p>Words.</p>" * 100_000)
    assert answer.status_code == 200 and answer.json()["record"]["title"] == "Red lentil soup"


async def test_guests_have_a_rate_limit_for_pages(engine: Engine, page_reader: SubmittedPages) -> None:
    settings = engine.settings.with_values(guest_requests_per_minute=2)
    app = create_app(replace(make_services(replace(engine, settings=settings)), submitted_pages=page_reader))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://garner") as client:
        codes = [(await send(client)).status_code for _ in range(3)]
    assert codes == [200, 200, 429]


async def test_the_number_of_waiting_pages_is_limited(client: httpx.AsyncClient, page_reader: SubmittedPages) -> None:
    page_reader._waiting += 32
    try:
        answer = await send(client)
    finally:
        page_reader._waiting -= 32
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")


async def test_a_fully_wired_server_extracts_pages(settings: Settings, database_url: str) -> None:
    async with open_server(settings, database_url) as services:
        app = create_app(services)
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://garner") as client:
            assert (await send(client)).json()["record"]["title"] == "Red lentil soup"


async def test_extraction_of_a_slow_page_times_out(settings: Settings) -> None:
    with SubmittedPages(settings.with_values(extract_timeout_seconds=0.001)) as hasty:
        page = SubmittedPage(PAGE.encode() + b"<p>Words.</p>" * 100_000, URL, (Kind.RECIPE,))
        async with hasty.admit("a sender") as read:
            with pytest.raises(ExtractTimeout):
                await read(page)


# The query beside JSON ----------------------------------------------------------------------------------------


async def test_query_parameters_apply_to_a_json_body(client: httpx.AsyncClient) -> None:
    query = {"url": URL, "kind": "product"}
    answer = await client.post("/api/extract", json={"html": PAGE}, params=query)
    assert (answer.status_code, answer.json()["record"]) == (200, None)  # it is no product
    agreeing = await client.post("/api/extract", json={"html": PAGE, "kind": "recipe"}, params={"kind": "recipe"})
    assert (agreeing.status_code, agreeing.json()["record"]["title"]) == (200, "Red lentil soup")
    asked = await client.post("/api/extract", json={"html": PAGE}, params={"itemId": ITEM})
    assert (asked.status_code, asked.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize(
    ("field", "by_query", "by_body"),
    [
        ("kind", "product", "recipe"),
        ("url", URL, f"{URL}/2"),
        ("itemId", ITEM, ITEM.replace("0", "1")),
        ("itemId", ITEM, None),
        ("use_llm_fallback", "true", False),
    ],
)
async def test_contradicting_query_and_body_are_rejected(
    client: httpx.AsyncClient, field: str, by_query: str, by_body: Any
) -> None:
    answer = await client.post("/api/extract", json={"html": PAGE, field: by_body}, params={field: by_query})
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_input")
    assert answer.json()["fields"] == [{"field": field, "reason": "The query and the body have different values"}]
