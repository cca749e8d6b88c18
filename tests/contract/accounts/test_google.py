"""Sign-in with Google: accepted and rejected tokens."""

import asyncio
import time
from typing import Any

import httpx
import pytest

from garner import observe
from garner.engine.people.google import Certificates
from garner.errors import Unavailable

from .conftest import ELSEWHERE, Api
from .issuer import (
    CLIENT,
    FIRST,
    SECOND,
    STRANGER,
    Issuer,
    claims,
    id_token,
    segment,
    signed_with_public_certificate,
    unsigned,
)

REFUSED = {"error": "Google's token is invalid or has expired. Sign in again.", "code": "unauthorized"}


async def sign_in(api: Api, token: Any) -> httpx.Response:
    client = await api.caller(ELSEWHERE, "https://garner.example.com")
    return await client.post("/auth/google", json={"token": token})


async def test_the_first_sign_in_creates_an_account(google: Api) -> None:
    answer = await sign_in(google, id_token())
    assert answer.status_code == 200 and answer.headers["Cache-Control"] == "no-store"
    said = answer.json()
    assert set(said) == {"access_token", "token_type", "expires_in", "user"}
    assert (said["token_type"], said["expires_in"]) == ("bearer", 3600)
    user = said["user"]
    assert set(user) == {
        *("email", "name", "picture_url", "settings", "is_admin", "is_operator", "created_at", "last_login"),
    }
    assert (user["email"], user["name"], user["picture_url"]) == (
        "ana@example.com",
        "Ana",
        "https://example.com/ana.png",
    )
    assert user["settings"] == {"enabled_companies": ["ALL"], "title_filters": []} and user["is_admin"] is False
    known = await google.caller(ELSEWHERE, token=said["access_token"])
    assert (await known.get("/api/user")).json() == user


async def test_every_sign_in_refreshes_the_profile_and_keeps_the_settings(google: Api) -> None:
    first = (await sign_in(google, id_token())).json()["user"]
    await google.execute("""update users set settings = '{"title_filters": ["chef"]}'""")
    again = (await sign_in(google, id_token(email="ANA@example.com", name="Ana B.", picture=...))).json()["user"]
    assert (again["name"], again["picture_url"]) == ("Ana B.", first["picture_url"])
    assert again["settings"] == {"title_filters": ["chef"]}
    assert again["created_at"] == first["created_at"] and again["last_login"] > first["last_login"]
    assert len(await google.execute("select 1 from users")) == 1


async def test_concurrent_first_sign_ins_create_one_account(google: Api, issuer: Issuer) -> None:
    client = await google.caller(ELSEWHERE)
    answers = await asyncio.gather(*(client.post("/auth/google", json={"token": id_token()}) for _ in range(10)))
    assert {answer.status_code for answer in answers} == {200}
    assert len(await google.execute("select 1 from users")) == 1
    assert issuer.asked == 1


@pytest.mark.parametrize(
    "profile",
    [
        {"name": "\x00\u202e", "picture": "javascript:alert(1)"},
        {"name": 7, "picture": ["https://x"]},
        {"name": "n" * 999},
    ],
)
async def test_an_invalid_profile_does_not_prevent_sign_in(google: Api, profile: dict[str, Any]) -> None:
    user = (await sign_in(google, id_token(**{"picture": ..., **profile}))).json()["user"]
    assert (user["name"], user["picture_url"]) == ("n" * 255 if len(str(profile["name"])) > 99 else None, None)


@pytest.mark.parametrize("issued_by", ["accounts.google.com", "https://accounts.google.com"])
async def test_both_issuer_names_of_google_are_accepted(google: Api, issued_by: str) -> None:
    assert (await sign_in(google, id_token(iss=issued_by))).status_code == 200


async def test_a_small_clock_difference_is_accepted(google: Api) -> None:
    now = int(time.time())
    assert (await sign_in(google, id_token(iat=now + 5))).status_code == 200
    assert (await sign_in(google, id_token(iat=now - 3600, exp=now - 5))).status_code == 200


NOW = int(time.time())
BAD = {
    "nothing": "",
    "no token": "word",
    "dots": "..",
    "junk": "a.b.c",
    "not ASCII": "ü.ü.ü",
    "without end": "a." * 5000,
    "too long": id_token(name="n" * 9000),
    "expired": id_token(iat=NOW - 7200, exp=NOW - 3600),
    "from the future": id_token(iat=NOW + 3600, exp=NOW + 7200),
    "without an end": id_token(exp=...),
    "with a word for an end": id_token(exp="tomorrow"),
    "for another client": id_token(aud="another.apps.example.com"),
    "for several": id_token(aud=[CLIENT, "another.apps.example.com"]),
    "for no client": id_token(aud=...),
    "of another issuer": id_token(iss="https://accounts.example.com"),
    "of no issuer": id_token(iss=...),
    "of an unverified address": id_token(email_verified=False),
    "of an address that is nearly verified": id_token(email_verified="true"),
    "of an address without verification": id_token(email_verified=...),
    "without an address": id_token(email=...),
    "with an address that is none": id_token(email="ana"),
    "with a NUL in its address": id_token(email="ana\x00@example.com"),
    "with a number for an address": id_token(email=7),
    "forged": id_token(STRANGER),
    "of an unknown key": id_token(SECOND),
    "of an unnamed key": id_token(named=False),
    "of several keys": f"{segment({'alg': 'RS256', 'kid': ['first']})}.{segment(claims())}.{segment(b'x')}",
    "unsigned": unsigned(),
    "unsigned, in other letters": unsigned("None"),
    "unsigned, as if it were": unsigned("RS256"),
    "signed with what is public": signed_with_public_certificate(),
    "of another algorithm": id_token().replace(id_token().split(".")[0], segment({"alg": "ES256", "kid": "first"})),
    "with a body that was changed": ".".join([id_token().split(".")[0], segment(claims(email="ben@example.com")), "x"]),
    "of no object": f"{segment({'alg': 'RS256', 'kid': 'first'})}.{segment([1])}.x",
    "nested deeply": f"{segment(b'[' * 4000)}.{segment(b'{}')}.x",
}


@pytest.mark.parametrize("token", BAD.values(), ids=BAD.keys())
async def test_every_other_token_is_rejected_with_the_same_message(google: Api, token: str) -> None:
    answer = await sign_in(google, token)
    assert (answer.status_code, answer.json()) == (401, REFUSED)
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert await google.execute("select 1 from users") == []


@pytest.mark.parametrize("body", [{}, {"token": None}, {"token": 7}, {"tokens": "x"}])
async def test_a_body_without_a_token_names_the_field(google: Api, body: dict[str, Any]) -> None:
    answer = await (await google.caller()).post("/auth/google", json=body)
    assert answer.status_code == 422 and answer.json()["fields"][0]["field"] == "token"


async def test_without_a_google_client_the_error_names_the_setting(api: Api) -> None:
    answer = await sign_in(api, id_token())
    assert (answer.status_code, answer.json()["code"]) == (501, "not_installed")
    assert "GARNER_GOOGLE_CLIENT_ID" in answer.json()["error"]
    for token in ("junk", "a.b.c", unsigned(), "x" * 10_000):
        assert (await sign_in(api, token)).json() == answer.json()


# Certificates -------------------------------------------------------------------------------------------------


async def test_a_json_web_key_set_is_accepted(google: Api, issuer: Issuer) -> None:
    odd = [{"kty": "EC", "kid": "curve"}, {"kty": "RSA", "kid": "broken", "n": "!", "e": 7}, 7, {}]
    issuer.shown = {"keys": [*odd, FIRST.json_web_key, SECOND.json_web_key]}
    assert [(await sign_in(google, id_token(key))).status_code for key in (FIRST, SECOND, STRANGER)] == [200, 200, 401]
    assert issuer.asked == 1


@pytest.mark.parametrize(
    "shown",
    [
        b"<html>",
        [],
        {},
        {"keys": []},
        {"first": "no certificate"},
        {"first": 7},
        {"first": FIRST.certificate, "rest": "x" * 200_000},
    ],
)
async def test_sign_in_is_unavailable_until_certificates_are_loaded(google: Api, issuer: Issuer, shown: Any) -> None:
    issuer.shown = shown
    answer = await sign_in(google, id_token())
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable") and "Retry-After" in answer.headers


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


async def test_certificates_are_cached_for_the_max_age_of_their_response(issuer: Issuer) -> None:
    clock = Clock()
    certificates = Certificates(issuer.url, clock)
    for passed, asked in ((0, 1), (18_999, 1), (19_000, 2), (19_001, 2)):
        clock.now = 1000.0 + passed
        assert set(await certificates.load_keys("first")) == {"first"}
        assert issuer.asked == asked, passed


@pytest.mark.parametrize(
    ("headers", "life"),
    [
        ({}, 3600),
        ({"Cache-Control": "no-store"}, 3600),
        ({"Cache-Control": "max-age=0"}, 60),
        ({"Cache-Control": "max-age=600", "Age": "400"}, 200),
        ({"Cache-Control": "max-age=600", "Age": "old"}, 600),
        ({"Cache-Control": "max-age=999999999"}, 86_400),
    ],
)
async def test_the_cache_time_of_certificates_is_bounded(issuer: Issuer, headers: dict[str, str], life: float) -> None:
    issuer.headers = headers
    clock = Clock()
    certificates = Certificates(issuer.url, clock)
    for passed, asked in ((0, 1), (life - 0.1, 1), (life, 2)):
        clock.now = 1000.0 + passed
        await certificates.load_keys("first")
        assert issuer.asked == asked, passed


async def test_an_unknown_key_reloads_the_certificates_at_most_once_a_minute(issuer: Issuer) -> None:
    clock = Clock()
    certificates = Certificates(issuer.url, clock)
    await certificates.load_keys("first")
    clock.now += 61
    issuer.shown = {SECOND.name: SECOND.certificate}
    assert set(await certificates.load_keys("second")) == {"second"}
    await asyncio.gather(*(certificates.load_keys(f"made up {number}") for number in range(50)))
    assert issuer.asked == 2
    clock.now += 61
    await asyncio.gather(*(certificates.load_keys(f"made up {number}") for number in range(50)))
    assert issuer.asked == 3


async def test_old_certificates_are_used_for_a_limited_time_while_reloading_fails(issuer: Issuer) -> None:
    events: list[observe.Event] = []
    forget = observe.subscribe(events.append)
    clock = Clock()
    certificates = Certificates(issuer.url, clock)
    await certificates.load_keys("first")
    issuer.status = 500
    clock.now += 19_000
    assert set(await certificates.load_keys("first")) == {"first"}
    assert [type(event).__name__ for event in events] == ["CertificatesUnread"]
    await certificates.load_keys("first")
    assert issuer.asked == 2
    clock.now += 86_401
    with pytest.raises(Unavailable):
        await certificates.load_keys("first")
    clock.now += 61
    issuer.status = 200
    assert set(await certificates.load_keys("first")) == {"first"}
    forget()


@pytest.mark.parametrize("trouble", [{"status": 404}, {"status": 302, "headers": {"Location": "http://127.0.0.1:1/"}}])
async def test_a_failed_first_load_of_certificates_is_retried_soon(issuer: Issuer, trouble: dict[str, Any]) -> None:
    clock = Clock()
    certificates = Certificates(issuer.url, clock)
    for name, value in trouble.items():
        setattr(issuer, name, value)
    for passed, asked in ((0, 1), (4.9, 1), (5, 2)):
        clock.now = 1000.0 + passed
        with pytest.raises(Unavailable):
            await certificates.load_keys("first")
        assert issuer.asked == asked


async def test_loading_certificates_times_out(issuer: Issuer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("garner.engine.people.google.FETCH_SECONDS", 0.2)
    issuer.seconds = 3
    began = time.monotonic()
    with pytest.raises(Unavailable):
        await Certificates(issuer.url).load_keys("first")
    with pytest.raises(Unavailable):
        await Certificates("http://127.0.0.1:1/certs").load_keys("first")
    assert time.monotonic() - began < 2
