"""The limits of JSON bodies, on every route."""

import json
import time

import httpx
import pytest

from garner.api.http import json_bodies
from garner.api.http.errors import MAX_FIELDS_REPORTED
from garner.api.http.json_bodies import MAX_DEPTH, MAX_NAME_LENGTH, MAX_UNKNOWN_FIELDS, MAX_VALUES
from garner.errors import InputError

from .conftest import Api

JSON = {"Content-Type": "application/json"}
URL = "https://example.com/lentil-soup"
ROUTES = ("/parse-requests", "/api/extract", "/auth/local", "/auth/google", "/recipes", "/api/admin/crawl-tasks")
TOO_MANY = "The body has more than 50,000 values."


@pytest.fixture
async def guest(api: Api) -> httpx.AsyncClient:
    return await api.caller()


@pytest.fixture
async def ana(api: Api) -> httpx.AsyncClient:
    return await api.person("ana@example.com")


async def post(client: httpx.AsyncClient, path: str, body: str) -> httpx.Response:
    return await client.post(path, content=body, headers=JSON)


# Bounds -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ROUTES)
async def test_a_body_with_too_many_keys_is_rejected_before_validation(ana: httpx.AsyncClient, path: str) -> None:
    keys = 440_000 if path == "/api/extract" else 80_000
    body = "{" + ",".join(f'"{key:06x}":1' for key in range(keys)) + "}"
    before = time.process_time()
    answer = await post(ana, path, body)
    assert time.process_time() - before < 0.8  # 1.6 s and 8.3 s when each of them was an error
    most = "50,000" if path in ("/recipes", "/api/admin/crawl-tasks") else "1,000"
    assert (answer.status_code, answer.json()["error"]) == (422, f"The body has more than {most} values.")
    assert len(answer.content) < 200


@pytest.mark.parametrize("path", ["/parse-requests", "/api/extract", "/auth/local", "/api/admin/crawl-tasks"])
async def test_too_many_unknown_fields_are_rejected_without_a_list(ana: httpx.AsyncClient, path: str) -> None:
    fields = {f"field{number}": 1 for number in range(MAX_UNKNOWN_FIELDS + 1)}
    answer = await post(ana, path, json.dumps(fields))
    assert (answer.status_code, "more than 100 unknown fields" in answer.json()["error"]) == (422, True)
    assert "fields" not in answer.json()


async def test_too_many_unknown_query_parameters_are_rejected_without_a_list(guest: httpx.AsyncClient) -> None:
    query = "&".join(f"f{number}=1" for number in range(MAX_UNKNOWN_FIELDS + 1))
    answer = await guest.post(f"/api/extract?{query}", content="<p>Soup</p>", headers={"Content-Type": "text/html"})
    assert (answer.status_code, "more than 100 unknown parameters" in answer.json()["error"]) == (422, True)
    assert "fields" not in answer.json()


@pytest.mark.parametrize("path", ROUTES)
@pytest.mark.parametrize("opening", ["[", '{"a":'])
async def test_a_deeply_nested_body_is_rejected(ana: httpx.AsyncClient, path: str, opening: str) -> None:
    for depth in (MAX_DEPTH, 400_000 // len(opening)):
        answer = await post(ana, path, f'{{"more": {opening * depth}')
        assert (answer.status_code, answer.json()["error"]) == (400, json_bodies.TOO_DEEP)


@pytest.mark.parametrize(
    ("body", "error"),
    [
        pytest.param("[" * MAX_DEPTH + "]" * MAX_DEPTH, None, id="deep enough"),
        pytest.param("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1), json_bodies.TOO_DEEP, id="too deep"),
        pytest.param("[" * MAX_DEPTH + "]" * MAX_DEPTH + "," * 99, json_bodies.NOT_JSON, id="no JSON"),
        pytest.param(f"[{','.join(['1'] * (MAX_VALUES - 2))}]", None, id="as many as are taken"),
        pytest.param(f"[{','.join(['1'] * (MAX_VALUES + 1))}]", TOO_MANY, id="too many"),
        pytest.param(f"[{'[],' * MAX_VALUES}1]", TOO_MANY, id="too many lists"),
        pytest.param(json.dumps({"html": '{"a": [1, 2]}, ' * 100_000}), None, id="marks within a text"),
        pytest.param(json.dumps(["\\", '\\"', '"[[', "\\\\"] * 1000), None, id="escapes"),
        pytest.param('["' + '\\"[' * 500_000, json_bodies.NOT_JSON, id="a text without an end"),
        pytest.param('"' * 1_000_000, json_bodies.NOT_JSON, id="texts side by side"),
        pytest.param("[1]" + " " * 1_000_000, None, id="room"),
    ],
)
def test_the_limits_count_only_the_structure_of_json(body: str, error: str | None) -> None:
    if error is None:
        assert json_bodies.read_json(body.encode()) == json.loads(body)
    else:
        with pytest.raises(InputError) as raised:
            json_bodies.read_json(body.encode())
        assert raised.value.message == error


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-16-le", "latin-1"])
async def test_a_body_in_another_encoding_is_rejected(guest: httpx.AsyncClient, encoding: str) -> None:
    body = json.dumps({"url": f"{URL}/käse"}, ensure_ascii=False).encode(encoding)
    answer = await guest.post("/parse-requests", content=body, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed_body")


async def test_a_byte_order_mark_is_accepted(guest: httpx.AsyncClient) -> None:
    body = json.dumps({"url": URL}).encode("utf-8-sig")
    assert (await guest.post("/parse-requests", content=body, headers=JSON)).status_code == 202


async def test_the_number_of_reported_field_errors_is_limited(ana: httpx.AsyncClient) -> None:
    files = {"file": ("rows.csv", b"name\npan\n", "text/csv")}
    job = (await ana.post("/api/jobs", files=files)).json()["jobId"]
    answer = await ana.post(f"/api/jobs/{job}/reprocess", json={"itemIds": ["x" * 50] * 9_000})
    assert (answer.status_code, len(answer.json()["fields"])) == (422, MAX_FIELDS_REPORTED)
    assert len(answer.content) < 20_000


async def test_a_long_field_name_is_truncated_in_the_error(ana: httpx.AsyncClient) -> None:
    answer = await ana.post("/auth/local", json={"email": "ana@example.com", "x" * 900_000: 1})
    assert answer.status_code == 422
    assert answer.json()["fields"][0]["field"] == "x" * MAX_NAME_LENGTH + "…"
    assert len(answer.content) < 1_000
