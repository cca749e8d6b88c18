"""One rule for unknown input: Garner's own routes reject it, the others ignore it and name it in a warning."""

import io
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute
from PIL import Image

from garner.api.app import include_faces
from garner.api.http.routing import GIVEN_TWICE, LENIENT, NO_BODY, FaceRoute

from .conftest import Api
from .test_any_text import things_of

URL = "https://example.com/lentil-soup"
# Bodies with which these routes succeed; the others act on an existing object and take no body.
BODIES: dict[str, Any] = {
    "/parse-requests": {"url": URL},
    "/recipes/parse-url/async": {"url": URL},
    "/recipes": {"title": "Soup"},
    "/api/jobs/{jobId}/reprocess": {},
    "/api/jobs/{jobId}/export": {},
}
# They need an issuer, an admin and a worker.
NOT_HERE = {"/auth/google", "/api/ingestion/scan", "/api/jobs/{jobId}/kickoff"}
DISABLED = {"/api/sample", "/api/sample/table.csv"}
Operation = tuple[str, str, dict[str, Any]]


@pytest.fixture
async def guest(api: Api) -> httpx.AsyncClient:
    return await api.caller()  # who may operate on a local server


@pytest.fixture
async def ana(api: Api) -> httpx.AsyncClient:
    api.set(user_requests_per_minute=0, pending_dashboard=True)
    return await api.person("ana@example.com")


def routes() -> list[FaceRoute]:
    app = FastAPI()
    include_faces(app)
    found = [route for route in app.router.routes if isinstance(route, APIRoute)]
    assert all(isinstance(route, FaceRoute) for route in found)
    return [route for route in found if isinstance(route, FaceRoute)]


def operations(openapi: dict[str, Any]) -> list[Operation]:
    paths = {path: ways for path, ways in openapi["paths"].items() if path not in DISABLED}
    return [(method.upper(), path, what) for path, ways in paths.items() for method, what in ways.items()]


class Caller:
    """Call every route by its path, as a user with permission."""

    def __init__(self, ana: httpx.AsyncClient, guest: httpx.AsyncClient, things: dict[str, Any]) -> None:
        self._ana, self._guest = ana, guest
        self._names = {"taskId": 1, "runId": 1, "proxyId": 1, "productId": 1, "siteId": 1, "token_id": 1} | things

    async def __call__(self, method: str, path: str, query: str = "", **sent: Any) -> httpx.Response:
        client = self._guest if path.startswith("/api/admin") else self._ana
        return await client.request(method, f"{path.format_map(self._names)}?{query}", **sent)


@pytest.fixture
async def call(ana: httpx.AsyncClient, guest: httpx.AsyncClient) -> Caller:
    return Caller(ana, guest, await things_of(ana))


def test_a_model_rejects_unknown_fields_if_its_route_does() -> None:
    assert {(method, route.path) for route in routes() for method in route.methods or ()} >= LENIENT
    for route in routes():
        if route.body_model is not None:
            extra = route.body_model.model_config.get("extra", "ignore")
            assert extra in ("allow", "ignore" if route.is_lenient else "forbid"), route.path


async def test_every_route_rejects_or_warns_about_an_unknown_parameter(call: Caller, openapi: dict[str, Any]) -> None:
    for method, path, _ in operations(openapi):
        sent: dict[str, Any] = {"json": BODIES[path]} if (method, path) in LENIENT and path in BODIES else {}
        if (method, path) == ("POST", "/api/jobs"):
            sent = {"files": {"file": ("rows.csv", b"name\npan\n", "text/csv")}}
        answer = await call(method, path, "zz=1", **sent)
        where = (method, path, answer.text[:300])
        if (method, path) not in LENIENT:
            assert answer.status_code == 422, where
            assert answer.json().get("fields", [{}])[0].get("field") == "zz", where
        elif path not in NOT_HERE:
            assert answer.is_success, where
            assert answer.headers["Warning"] == '299 garner "Unknown parameters were ignored: zz"', where


async def test_every_route_without_a_body_rejects_or_warns_about_a_body(call: Caller, openapi: dict[str, Any]) -> None:
    for method, path, operation in operations(openapi):
        if "requestBody" in operation or "text/event-stream" in str(operation["responses"].get("200")):
            continue
        answer = await call(method, path, json={"zz": 1})
        where = (method, path, answer.text[:300])
        if (method, path) in LENIENT:
            if answer.is_success:  # a job may have been canceled by now
                assert answer.headers["Warning"] == '299 garner "Unknown fields were ignored: zz"', where
        else:
            fields = answer.json().get("fields", ())
            assert [error["reason"] for error in fields if error["field"] == "zz"] == [NO_BODY], where


async def test_a_repeated_single_value_parameter_is_rejected(call: Caller, openapi: dict[str, Any]) -> None:
    for method, path, operation in operations(openapi):
        for parameter in operation.get("parameters", ()):
            if parameter["in"] != "query" or "array" in str(parameter["schema"]):
                continue
            name = parameter["name"]
            answer = await call(method, path, f"{name}=1&{name}=1")
            if answer.status_code == 401:  # a stream token, which is checked first
                assert name == "token"
            else:
                where = (method, path, name, answer.text[:300])
                assert {"field": name, "reason": GIVEN_TWICE} in answer.json().get("fields", ()), where


@pytest.mark.parametrize("body", [b"{}", b"", b" ", b"null"])
async def test_an_empty_body_counts_as_no_body(ana: httpx.AsyncClient, body: bytes) -> None:
    answer = await ana.post("/api/stream-token", content=body)
    assert (answer.status_code, "Warning" in answer.headers) == (200, False)


@pytest.mark.parametrize("body", [b"[1]", b"zz=1", b"{", b'"zz"'])
async def test_a_body_that_is_not_an_object_is_rejected_as_a_whole(ana: httpx.AsyncClient, body: bytes) -> None:
    answer = await ana.post("/api/stream-token", content=body)
    assert (answer.status_code, answer.json()["fields"]) == (422, [{"field": "body", "reason": NO_BODY}])


async def test_authentication_is_checked_before_unknown_input(guest: httpx.AsyncClient) -> None:
    for query in ("zz=1", "limit=1&limit=2"):
        assert (await guest.get(f"/api/webhooks?{query}")).status_code == 401


@pytest.mark.parametrize(
    "statuses", ["PROCESSING,PENDING", "PENDING&statuses=PROCESSING", "pending&statuses=,PROCESSING"]
)
async def test_a_list_parameter_is_repeated_or_comma_separated(ana: httpx.AsyncClient, statuses: str) -> None:
    files = {"file": ("rows.csv", b"name\npan\npot\n", "text/csv")}
    job = (await ana.post("/api/jobs", files=files)).json()["jobId"]
    items = (await ana.get(f"/api/jobs/{job}/items?statuses={statuses}")).json()["items"]
    assert len(items) == 2
    assert len((await ana.get(f"/api/pending?statuses={statuses}")).json()["items"]) == 2
    exported = (await ana.get(f"/api/jobs/{job}/export?format=jsonl&statuses={statuses}")).text
    assert exported.count("\n") == 2
    ids = [item["id"] for item in items]
    for asked in (f"itemIds={ids[0]},{ids[1]}", f"itemIds={ids[0]}&itemIds={ids[1]}"):
        assert len((await ana.get(f"/api/waiting?{asked}")).json()["waiting"]) == 2


OWN: list[tuple[str, str, dict[str, Any]]] = [
    ("POST", "/auth/local", {"email": "ana@example.com"}),
    ("DELETE", "/api/user", {"email": "ana@example.com"}),
    ("POST", "/api/tokens", {"name": "script"}),
    ("POST", "/api/webhooks", {"url": "https://example.com/hook"}),
    ("PATCH", "/api/webhooks/1", {"active": True}),
    ("POST", "/recipes/00000000-0000-4000-8000-000000000000/refresh", {}),
    ("POST", "/api/extract", {"html": "<p>Soup</p>"}),
]


@pytest.mark.parametrize(("method", "path", "body"), OWN)
async def test_a_route_of_garners_own_rejects_an_unknown_field(
    ana: httpx.AsyncClient, method: str, path: str, body: dict[str, Any]
) -> None:
    answer = await ana.request(method, path, json=body | {"colour": "red"})
    assert (answer.status_code, answer.json()["fields"][0]["field"]) == (422, "colour")


async def test_a_picture_upload_rejects_an_unknown_field(ana: httpx.AsyncClient) -> None:
    picture = io.BytesIO()
    Image.new("RGB", (8, 8)).save(picture, "PNG")
    files = {"file": ("card.png", picture.getvalue())}
    answer = await ana.post("/recipes/parse-image/async", files=files, data={"colour": "red"})
    assert (answer.status_code, answer.json()["fields"][0]["field"]) == (422, "colour")


async def test_a_documented_face_ignores_an_unknown_field_with_a_warning(ana: httpx.AsyncClient) -> None:
    for path in ("/parse-requests", "/recipes/parse-url/async"):
        answer = await ana.post(path, json={"url": URL, "colour": "red", 'sö "': 1})
        assert answer.status_code == 202, answer.text
        assert answer.headers["Warning"] == '299 garner "Unknown fields were ignored: colour, s%C3%B6%20%22"'
        assert "Warning" not in (await ana.post(path, json={"url": URL})).headers


async def test_an_upload_ignores_an_unknown_field_with_a_warning(ana: httpx.AsyncClient) -> None:
    files = {"file": ("rows.csv", b"name\npan\n", "text/csv")}
    answer = await ana.post("/api/jobs", files=files, data={"colour": "red", "kind": "product"})
    assert (answer.status_code, "colour" in answer.headers["Warning"]) == (201, True)
    redone = await ana.post(f"/api/jobs/{answer.json()['jobId']}/reprocess", json={"colour": 1, "statuses": ["ERROR"]})
    assert (redone.status_code, "colour" in redone.headers["Warning"]) == (200, True)


async def test_a_warning_counts_further_unknown_fields(guest: httpx.AsyncClient) -> None:
    answer = await guest.post("/parse-requests", json={"url": URL} | {f"f{number:02}": 1 for number in range(90)})
    assert answer.headers["Warning"].endswith('f08, f09 and 80 more"')


@pytest.mark.parametrize("name", ["f", "ä" * 80, "😀" * 50, "x" * 99], ids=len)
async def test_a_warning_has_at_most_one_kilobyte(guest: httpx.AsyncClient, name: str) -> None:
    unknown = {f"{number}{name}": "1" for number in range(90)}
    answer = await guest.post("/parse-requests", json={"url": URL} | unknown, params=unknown)
    assert answer.status_code == 202
    warning = answer.headers["Warning"]
    assert len(warning) <= 1_000 and warning.isascii()
    parameters, fields = warning.split('", ')
    assert parameters.startswith('299 garner "Unknown parameters were ignored: 0') and parameters.endswith(" more")
    assert fields.startswith('299 garner "Unknown fields were ignored: 0') and fields.endswith(' more"')


def test_the_rule_for_unknown_input_is_documented(openapi: dict[str, Any]) -> None:
    for method, path, operation in operations(openapi):
        answers = operation["responses"]
        if (method, path) in LENIENT:
            assert all("Warning" in answers[status]["headers"] for status in answers if status < "300"), path
        else:
            assert "422" in answers and "Warning" not in str(answers), path
        if any(parameter["in"] == "query" for parameter in operation.get("parameters", ())):
            assert "422" in answers, path
