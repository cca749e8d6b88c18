"""No text in any part of a request causes a server error."""

from typing import Any

import httpx
import pytest

from .conftest import Api
from .probe_helpers import TEXTS, Call, calls, with_text

PAGE = "https://example.com/lentil-soup"
RECIPE: dict[str, Any] = {"title": "Soup", "ingredients": ["1 onion"], "url": PAGE}


@pytest.fixture
async def ana(api: Api) -> httpx.AsyncClient:
    api.set(user_requests_per_minute=0)
    return await api.person("pia@example.com")  # not the one of the examples, who is removed


async def things_of(ana: httpx.AsyncClient) -> dict[str, Any]:
    """Create one of each object that a URL may name, so that requests about it are validated."""
    recipe = (await ana.post("/recipes", json=RECIPE)).json()
    mailbox = (await ana.post("/recipes/parse-url/async", json={"url": PAGE})).json()
    request = (await ana.post("/parse-requests", json={"url": PAGE})).json()
    files = {"file": ("rows.csv", b"name\npan\npot\n", "text/csv")}
    job = (await ana.post("/api/jobs", files=files)).json()
    items = (await ana.get(f"/api/jobs/{job['jobId']}/items")).json()
    webhook = (await ana.post("/api/webhooks", json={"url": "https://example.com/hook"})).json()
    ping = (await ana.post(f"/api/webhooks/{webhook['id']}/test")).json()
    return {
        "recipe_id": recipe["id"],
        "job_id": mailbox["id"],
        "requestId": request["requestId"],
        "jobId": job["jobId"],
        "itemId": items["items"][0]["id"],
        "webhook_id": webhook["id"],
        "delivery_id": ping["id"],
        "domain": "example.com",
        "verb": "pause",
    }


async def send(client: httpx.AsyncClient, call: Call) -> httpx.Response:
    headers: dict[str, Any] = {"Content-Type": "application/json"} | call.headers
    address = f"{call.path}?{call.query}" if call.query else call.path
    return await client.request(call.method, address, content=call.body, headers=headers)


SOME = ("low surrogate", "nul")  # the others are slow


@pytest.mark.parametrize("text", [pytest.param(text, marks=() if text in SOME else pytest.mark.slow) for text in TEXTS])
async def test_a_text_in_any_part_of_a_request_is_accepted_or_rejected(
    text: str, api: Api, ana: httpx.AsyncClient, openapi: dict[str, Any]
) -> None:
    guest = await api.caller()  # who may operate on a local server
    things = await things_of(ana)
    failures = set()
    for call in calls(openapi, things):
        caller = guest if call.path.startswith("/api/admin") else ana
        answer = await send(caller, with_text(call, TEXTS[text]))
        if answer.status_code == 500 or (answer.is_error and not answer.json().get("error")):
            failures.add((call.method, call.path, call.place, call.body))
    assert not failures


@pytest.mark.parametrize("text", TEXTS)
async def test_a_file_may_have_any_name_and_any_content(text: str, ana: httpx.AsyncClient) -> None:
    name = TEXTS[text][1:-1].encode()
    for path, content in (("/api/jobs", name + b"\n" + name), ("/recipes/parse-image/async", name)):
        form = b'--x\r\nContent-Disposition: form-data; name="file"; filename="%s"\r\n\r\n%s\r\n--x--\r\n'
        headers = {"Content-Type": "multipart/form-data; boundary=x"}
        answer = await ana.post(path, content=form % (name[:1000], content), headers=headers)
        assert answer.status_code != 500, answer.text


async def test_text_that_cannot_be_stored_is_rejected_with_its_field(ana: httpx.AsyncClient) -> None:
    for body, expected in (
        ('{"url": "https://example.com/\\ud800"}', "url"),
        ('{"url": "https://example.com/", "\\udc00": 1}', "?"),
    ):
        headers = {"Content-Type": "application/json"}
        answer = await ana.post("/recipes/parse-url/async", content=body, headers=headers)
        assert (answer.status_code, answer.json()["fields"][0]["field"]) == (422, expected)


async def test_a_surrogate_pair_is_read_as_one_character(ana: httpx.AsyncClient) -> None:
    body = '{"title": "Pie \\ud83e\\udd67"}'
    answer = await ana.post("/recipes", content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["title"]) == (201, "Pie \U0001f967")


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "01", "1e"])
async def test_an_invalid_number_is_not_json(ana: httpx.AsyncClient, number: str) -> None:
    body = f'{{"title": "Soup", "more": {number}}}'
    answer = await ana.post("/recipes", content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed_body")


@pytest.mark.parametrize(
    ("number", "limit"),
    [
        ("1e400", "1.8e308"),
        (f"1{'0' * 400}.5", "1.8e308"),
        ("9" * 5_000, "1,000 digits"),
        (f"-{'9' * 900_000}", "1,000 digits"),
    ],
)
async def test_a_number_that_is_out_of_range_is_refused_with_the_limit(
    ana: httpx.AsyncClient, number: str, limit: str
) -> None:
    body = f'{{"title": "Soup", "more": {number}}}'
    answer = await ana.post("/recipes", content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_input")
    assert limit in answer.json()["error"]
