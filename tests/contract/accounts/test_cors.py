"""Pages of other origins: allowed ones may call the API and read every answer."""

from typing import Any

import httpx
import pytest

from garner.errors import ConfigurationError
from garner.settings import Settings, load

from .conftest import ELSEWHERE, Api

APP = "https://app.example.com"
ALLOWED = "Access-Control-Allow-Origin"


@pytest.fixture
def named(api: Api) -> Api:
    api.set(allowed_origins=f"{APP}/, http://localhost:5173")
    return api


async def preflight(client: httpx.AsyncClient, origin: str, method: str = "POST", headers: str = "") -> httpx.Response:
    asks = {"Origin": origin, "Access-Control-Request-Method": method, "Access-Control-Request-Headers": headers}
    return await client.options("/recipes/parse-url/async", headers=asks)


@pytest.mark.parametrize("origin", [APP, "http://localhost:5173"])
@pytest.mark.parametrize("method", ["GET", "POST", "PATCH", "DELETE"])
async def test_an_allowed_origin_may_send_a_token(named: Api, origin: str, method: str) -> None:
    answer = await preflight(await named.caller(ELSEWHERE), origin, method, "authorization, content-type, x-request-id")
    assert answer.status_code == 200 and answer.headers[ALLOWED] == origin
    assert "authorization" in answer.headers["Access-Control-Allow-Headers"].lower()
    assert "Access-Control-Allow-Credentials" not in answer.headers


@pytest.mark.parametrize(
    "origin",
    [
        "https://elsewhere.example.com",
        "http://app.example.com",
        "https://app.example.com:8443",
        "null",
        "https://app.example.com.evil.example",
        "https://evil-app.example.com",
        "https://sub.app.example.com",
    ],
)
async def test_other_origins_are_not_allowed(named: Api, origin: str) -> None:
    client = await named.caller(ELSEWHERE)
    assert ALLOWED not in (await preflight(client, origin)).headers
    assert ALLOWED not in (await client.get("/health", headers={"Origin": origin})).headers


async def test_by_default_no_origin_is_allowed(api: Api) -> None:
    client = await api.caller(ELSEWHERE)
    assert ALLOWED not in (await preflight(client, APP)).headers
    assert ALLOWED not in (await client.get("/health", headers={"Origin": APP})).headers


async def test_an_allowed_origin_can_read_every_answer_including_errors(
    named: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    named.set(user_requests_per_minute=5)
    token = (await named.signed_in("ana@example.com"))["access_token"]
    client = await named.caller(ELSEWHERE, token=token, Origin=APP)
    stranger = await named.caller(ELSEWHERE, Origin=APP)
    json = {"Content-Type": "application/json"}
    answers = {
        200: await client.get("/api/user"),
        202: await client.post("/recipes/parse-url/async", json={"url": "https://example.com/soup"}),
        400: await client.post("/recipes/parse-url/async", content=b"{", headers=json),
        401: await stranger.get("/api/user"),
        403: await stranger.post("/auth/local", json={"email": "ana@example.com"}),
        404: await client.delete("/api/tokens/77"),
        405: await stranger.put("/api/user"),
        413: await stranger.post("/auth/local", content=b"x" * 1_100_000, headers=json),
        422: await client.post("/recipes/parse-url/async", json={}),
        429: [await client.get("/api/user") for _ in range(3)][-1],
        501: await stranger.post("/auth/google", json={"token": "eyJhbGciOiAiUlMyNTYiLCAia2lkIjogIngifQ.e30."}),
    }

    async def break_down(*_: Any) -> None:
        raise RuntimeError("nobody foresaw this")

    monkeypatch.setattr("garner.api.access.identity.grant_of_token", break_down)
    answers[500] = await client.get("/api/user")
    for status, answer in answers.items():
        assert answer.status_code == status, (status, answer.text)
        assert answer.headers[ALLOWED] == APP and "Origin" in answer.headers["Vary"], status
        exposed = answer.headers["Access-Control-Expose-Headers"].lower()
        assert "x-request-id" in exposed and "retry-after" in exposed
        assert answer.headers["X-Request-ID"]
    assert "Retry-After" in answers[429].headers


@pytest.mark.parametrize(
    ("written", "origins"),
    [
        ("", ()),
        (" , ", ()),
        ("https://App.Example.com:443/", ("https://app.example.com",)),
        ("http://localhost:80,http://[::1]:5173", ("http://localhost", "http://[::1]:5173")),
        ("https://example.com:80", ("https://example.com:80",)),
    ],
)
def test_origins_are_normalised_as_browsers_send_them(written: str, origins: tuple[str, ...]) -> None:
    assert Settings.from_values(allowed_origins=written).server.origins == origins


@pytest.mark.parametrize(
    "written",
    [
        "*",
        "app.example.com",
        "https://",
        "ftp://example.com",
        "https://example.com/app",
        "https://*.example.com",
        "null",
        "https://me:secret@example.com",
        "https://example.com?x",
        "https://exämple.com",
        f"{APP} http://localhost",
        f"{APP},*",
    ],
)
def test_an_invalid_origin_prevents_the_start_with_a_one_line_message(
    monkeypatch: pytest.MonkeyPatch, written: str
) -> None:
    monkeypatch.setenv("ALLOWED_ORIGINS", written)
    with pytest.raises(ConfigurationError, match="ALLOWED_ORIGINS") as raised:
        load(env_file=None)
    assert "\n" not in raised.value.message
