"""Local sign-in by email address alone: only on a local server."""

from typing import Any

import httpx
import pytest

from .conftest import ELSEWHERE, LOCAL, Api
from .issuer import CLIENT


async def sign_in(client: httpx.AsyncClient, email: Any = "ana@example.com", **headers: str) -> httpx.Response:
    return await client.post("/auth/local", json={"email": email}, headers=headers)


async def refused(client: httpx.AsyncClient, email: str = "ana@example.com", **headers: str) -> str:
    answer = await sign_in(client, email, **headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden"), answer.text
    return str(answer.json()["error"])


async def test_a_local_caller_signs_in_by_email(api: Api) -> None:
    answer = await sign_in(await api.caller(), " Ana@Example.com ")
    assert answer.status_code == 200 and answer.headers["Cache-Control"] == "no-store"
    said = answer.json()
    assert set(said) == {"access_token", "token_type", "expires_in", "user"} and said["token_type"] == "bearer"
    user = said["user"]
    assert user["settings"] == {"enabled_companies": ["ALL"], "title_filters": []}
    assert (user["email"], user["name"], user["picture_url"], user["is_admin"]) == (
        "ana@example.com",
        None,
        None,
        False,
    )
    assert "user_id" not in user
    known = await api.caller(ELSEWHERE, token=said["access_token"])
    assert (await known.get("/api/user")).json() == user | {"is_operator": False}


async def test_signing_in_again_uses_the_same_account(api: Api) -> None:
    first, again = await api.signed_in("ana@example.com"), await api.signed_in("ana@example.com")
    assert first["user"]["created_at"] == again["user"]["created_at"]
    assert first["user"]["last_login"] < again["user"]["last_login"]


@pytest.mark.parametrize("base_url", ["http://127.0.0.1:8000", "http://[::1]:8000", "http://localhost"])
async def test_every_loopback_name_of_the_machine_is_accepted(api: Api, base_url: str) -> None:
    assert (await sign_in(await api.caller(base_url=base_url), Origin=base_url)).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "rebound.example.com:8000"},
        {"Host": "localhost.example.com"},
        {"Host": ""},
        {"Origin": "https://elsewhere.example.com"},
        {"Origin": "http://localhost:5173"},
        {"Origin": "null"},
        {"X-Forwarded-For": "127.0.0.1"},
        {"X-Forwarded-Proto": "https"},
        {"Via": "1.1 proxy"},
        {"X-Forwarded-Host": "localhost"},
        {"X-Real-IP": "127.0.0.1"},
        {"Forwarded": "for=127.0.0.1"},
    ],
)
async def test_a_forwarded_or_cross_origin_request_over_loopback_is_rejected(api: Api, headers: dict[str, str]) -> None:
    said = await refused(await api.caller(), **headers)
    assert "own machine" in said and "localhost" in said
    assert await api.execute("select 1 from users") == []


async def test_a_remote_caller_cannot_sign_in(api: Api) -> None:
    assert "own machine" in await refused(await api.caller(ELSEWHERE))


async def test_local_sign_in_is_off_when_the_server_listens_on_other_addresses(api: Api) -> None:
    for host in ("0.0.0.0", "::", "192.0.2.7", "garner.example.com"):
        api.set(host=host)
        assert f"GARNER_HOST={host}" in await refused(await api.caller())
    for host in ("localhost", "::1", "127.0.0.2"):
        api.set(host=host)
        assert (await sign_in(await api.caller())).status_code == 200


async def test_local_sign_in_is_off_when_a_google_client_is_configured(api: Api) -> None:
    api.set(google_client_id=CLIENT)
    assert "GARNER_GOOGLE_CLIENT_ID" in await refused(await api.caller())


async def test_local_sign_in_can_be_disabled(api: Api) -> None:
    api.set(local_sign_in="off")
    assert "GARNER_LOCAL_SIGN_IN=off" in await refused(await api.caller())


async def test_enabled_local_sign_in_accepts_remote_callers_and_only_allowed_origins(api: Api) -> None:
    api.set(local_sign_in="on", host="0.0.0.0", google_client_id=CLIENT, allowed_origins="https://app.example.com")
    far = await api.caller(ELSEWHERE, "http://garner.example.com")
    for headers in ({}, {"Origin": "http://garner.example.com"}, {"Origin": "https://app.example.com"}):
        assert (await sign_in(far, **headers)).status_code == 200
    assert "ALLOWED_ORIGINS" in await refused(far, Origin="https://elsewhere.example.com")


async def test_an_admin_signs_in_locally_only_where_a_caller_without_a_token_may_operate(api: Api) -> None:
    admin = "admin@example.com"
    api.set(admin_emails=admin)
    assert (await api.signed_in(admin))["user"]["is_admin"] is True
    api.set(admin_token="a-token-of-at-least-sixteen")
    assert "GARNER_ADMIN_TOKEN" in await refused(await api.caller(), "ADMIN@example.com")
    assert (await sign_in(await api.caller())).status_code == 200
    api.set(admin_token=None, local_sign_in="on", host="0.0.0.0")
    assert "Admins" in await refused(await api.caller(ELSEWHERE), admin)


@pytest.mark.parametrize(
    "email",
    [
        None,
        7,
        "",
        "ana",
        "ana@",
        "@example.com",
        "a@b@c",
        "ana @example.com",
        "ana@example..com",
        "ana\x00@example.com",
        "ana\n@example.com",
        "a" * 250 + "@example.com",
        "İ" * 124 + "@example.com",
        ["ana@example.com"],
        "\u202eana@example.com",
    ],
)
async def test_an_invalid_email_is_rejected(api: Api, email: Any) -> None:
    answer = await sign_in(await api.caller(), email)
    assert answer.status_code == 422, answer.text
    assert [field["field"] for field in answer.json()["fields"]] == ["email"]


async def test_an_email_with_a_lone_surrogate_is_rejected(api: Api) -> None:
    client = await api.caller()
    headers = {"Content-Type": "application/json"}
    answer = await client.post("/auth/local", content=b'{"email": "\\ud800@example.com"}', headers=headers)
    assert answer.status_code == 422


async def test_the_host_header_is_not_repeated_in_the_error(api: Api) -> None:
    """A forged Host header is not echoed."""
    assert "evil" not in await refused(await api.caller(base_url=LOCAL), Host="evil.example.com")
