"""Signing in by an address alone: on a machine of one's own, and nowhere else."""

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


async def test_somebody_at_the_machine_signs_in_by_an_address(api: Api) -> None:
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


async def test_signing_in_again_is_the_same_account(api: Api) -> None:
    first, again = await api.signed_in("ana@example.com"), await api.signed_in("ana@example.com")
    assert first["user"]["created_at"] == again["user"]["created_at"]
    assert first["user"]["last_login"] < again["user"]["last_login"]


@pytest.mark.parametrize("base_url", ["http://127.0.0.1:8000", "http://[::1]:8000", "http://localhost"])
async def test_every_name_of_this_machine_will_do(api: Api, base_url: str) -> None:
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
async def test_what_merely_arrives_by_loopback_is_refused(api: Api, headers: dict[str, str]) -> None:
    said = await refused(await api.caller(), **headers)
    assert "own machine" in said and "localhost" in said
    assert await api.execute("select 1 from users") == []


async def test_nobody_signs_in_from_elsewhere(api: Api) -> None:
    assert "own machine" in await refused(await api.caller(ELSEWHERE))


async def test_it_is_off_while_others_can_reach_the_server(api: Api) -> None:
    for host in ("0.0.0.0", "::", "192.0.2.7", "garner.example.com"):
        api.set(host=host)
        assert f"GARNER_HOST={host}" in await refused(await api.caller())
    for host in ("localhost", "::1", "127.0.0.2"):
        api.set(host=host)
        assert (await sign_in(await api.caller())).status_code == 200


async def test_it_is_off_while_there_is_a_google_client(api: Api) -> None:
    api.set(google_client_id=CLIENT)
    assert "GARNER_GOOGLE_CLIENT_ID" in await refused(await api.caller())


async def test_it_can_be_switched_off(api: Api) -> None:
    api.set(local_sign_in="off")
    assert "GARNER_LOCAL_SIGN_IN=off" in await refused(await api.caller())


async def test_switched_on_it_is_for_whoever_reaches_the_server_but_not_for_pages_of_other_sites(api: Api) -> None:
    api.set(local_sign_in="on", host="0.0.0.0", google_client_id=CLIENT, allowed_origins="https://app.example.com")
    far = await api.caller(ELSEWHERE, "http://garner.example.com")
    for headers in ({}, {"Origin": "http://garner.example.com"}, {"Origin": "https://app.example.com"}):
        assert (await sign_in(far, **headers)).status_code == 200
    assert "ALLOWED_ORIGINS" in await refused(far, Origin="https://elsewhere.example.com")


async def test_it_makes_nobody_an_admin_who_would_not_be_let_in_as_an_operator_without(api: Api) -> None:
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
async def test_what_is_no_address_is_told_so(api: Api, email: Any) -> None:
    answer = await sign_in(await api.caller(), email)
    assert answer.status_code == 422, answer.text
    assert [field["field"] for field in answer.json()["fields"]] == ["email"]


async def test_a_lone_surrogate_is_no_address_either(api: Api) -> None:
    client = await api.caller()
    headers = {"Content-Type": "application/json"}
    answer = await client.post("/auth/local", content=b'{"email": "\\ud800@example.com"}', headers=headers)
    assert answer.status_code == 422


async def test_the_address_of_the_server_is_not_written_into_what_is_refused(api: Api) -> None:
    """A Host that somebody made up is not said back to them."""
    assert "evil" not in await refused(await api.caller(base_url=LOCAL), Host="evil.example.com")
