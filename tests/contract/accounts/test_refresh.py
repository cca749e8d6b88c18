"""Access tokens: refreshed while valid, and exchanged for stream tokens with no more rights."""

import time
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import jwt
import pytest

from garner.core.accounts.tokens import Claims, TokenScope, read, sign
from garner.engine.people.accounts import Grant, Identity, grant_of_token, is_still_good, sign_in
from garner.errors import Unauthorized

from .conftest import ELSEWHERE, Api

REFUSED = {"error": "The token is invalid or has expired. Sign in again.", "code": "unauthorized"}
HOUR = timedelta(hours=1)


async def user_id(api: Api) -> int:
    return int((await api.execute("select user_id from users"))[0]["user_id"])


async def made(api: Api, *, secret: str | None = None, algorithm: str = "HS256", **changes: Any) -> str:
    """Make a token with other claims, secret or algorithm."""
    usual = {"user_id": await user_id(api), "email": "ana@example.com", "exp": int(time.time()) + 60}
    payload = {name: value for name, value in (usual | changes).items() if value is not ...}
    return jwt.encode(payload, secret if secret is not None else api.engine.settings.signing_secret, algorithm)


async def refresh(api: Api, token: str) -> httpx.Response:
    return await (await api.caller(ELSEWHERE, token=token)).post("/auth/refresh")


async def test_a_valid_token_can_be_refreshed(api: Api) -> None:
    first = await api.signed_in("ana@example.com")
    answer = await refresh(api, first["access_token"])
    said = answer.json()
    # Refreshed from a remote address, where no user is an operator.
    same = first["user"] | {"is_operator": False}
    assert answer.status_code == 200 and set(said) == set(first) and said["user"] == same
    assert said["expires_in"] == 3600 and answer.headers["Cache-Control"] == "no-store"
    assert (await refresh(api, said["access_token"])).status_code == 200


async def test_a_token_has_the_documented_claims(api: Api) -> None:
    token = (await api.signed_in("ana@example.com"))["access_token"]
    assert jwt.get_unverified_header(token)["alg"] == "HS256"
    payload = jwt.decode(token, api.engine.settings.signing_secret, algorithms=["HS256"])
    assert (payload["user_id"], payload["email"]) == (await user_id(api), "ana@example.com")
    assert payload["exp"] == pytest.approx(time.time() + 3600, abs=30)


async def test_a_session_ends_after_30_days_despite_refreshes(api: Api) -> None:
    await api.signed_in("ana@example.com")
    now = datetime.now(UTC)
    secret = api.engine.settings.signing_secret
    for days, status in ((29.99, 200), (30.01, 401)):
        signed_in = now - timedelta(days=days)
        token = sign(Claims(await user_id(api), "ana@example.com", now + HOUR, TokenScope.ACCESS, signed_in), secret)
        answer = await refresh(api, token)
        assert answer.status_code == status, days
        if status == 200:
            assert 0 < answer.json()["expires_in"] < 1000
            again = read(answer.json()["access_token"], secret, now)
            assert again.expires_at <= signed_in + timedelta(days=30) + timedelta(seconds=1)


async def test_the_lifetime_of_a_token_is_a_setting(api: Api) -> None:
    api.set(jwt_minutes=5)
    assert (await api.signed_in("ana@example.com"))["expires_in"] == 300


async def test_a_valid_token_of_a_removed_user_is_rejected(api: Api) -> None:
    token = (await api.signed_in("ana@example.com"))["access_token"]
    await api.execute("delete from users")
    client = await api.caller(token=token)
    for answer in (await client.get("/api/user"), await client.post("/auth/refresh")):
        assert (answer.status_code, answer.json()) == (401, REFUSED)


async def bad_tokens(api: Api) -> dict[str, str]:
    good = await made(api)
    head, body, signature = good.split(".")
    stranger = await user_id(api) + 1000
    return {
        "expired": await made(api, exp=int(time.time()) - 1),
        "forged": await made(api, secret="somebody else's secret, long enough"),
        "unsigned": await made(api, secret="", algorithm="none"),
        "without its signature": f"{head}.{body}.",
        "with half its signature": f"{head}.{body}.{signature[:20]}",
        "of another algorithm": await made(api, algorithm="HS512"),
        "of an unknown user": await made(api, user_id=stranger),
        "of a word": await made(api, user_id="1 or 1=1"),
        "of minus one": await made(api, user_id=-1),
        "of more than there are": await made(api, user_id=2**63),
        "that never ends": await made(api, exp=...),
        "without an address": await made(api, email=...),
        "for streams": await made(api, scope="stream"),
        "of an unknown scope": await made(api, scope="admin"),
        "of a script that there is not": "garner_" + "A" * 43,
        "of a script, cut short": "garner_",
        "a NUL": "garner_\x00",
        "junk": "a.b.c",
        "a word": "null",
        "very long": "x" * 30_000,
    }


async def test_every_route_that_requires_a_user_rejects_invalid_tokens(api: Api, openapi: dict[str, Any]) -> None:
    await api.signed_in("ana@example.com")
    routes = [
        (method.upper(), path)
        for path, operations in openapi["paths"].items()
        for method, operation in operations.items()
        if operation.get("security") == [{"people": []}]
    ]
    assert {("GET", "/api/user"), ("POST", "/auth/refresh"), ("POST", "/recipes/parse-url/async")} <= set(routes)
    client = await api.caller(ELSEWHERE)
    for method, path in routes:
        address = path.replace("{token_id}", "1").replace("{", "").replace("}", "")
        answer = await client.request(method, address)
        assert answer.status_code == 401 and answer.json()["code"] == "unauthorized", (method, path, answer.text)
    for kind, token in (await bad_tokens(api)).items():
        headers = [(b"authorization", b"Bearer " + token.encode())]
        for method, path in routes:
            address = path.replace("{token_id}", "1").replace("{", "").replace("}", "")
            answer = await client.request(method, address, headers=headers)
            assert (answer.status_code, answer.json()) == (401, REFUSED), (kind, method, path)
            assert answer.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("authorization", ["", "Bearer", "Bearer ", "Basic YTpi", "Token x", "bearer"])
async def test_a_request_without_a_token_gets_401(api: Api, authorization: str) -> None:
    answer = await (await api.caller()).get("/api/user", headers={"Authorization": authorization})
    assert answer.status_code == 401 and answer.headers["WWW-Authenticate"] == "Bearer"


# Streams ------------------------------------------------------------------------------------------------------


async def test_a_stream_token_is_valid_for_a_minute_and_only_for_streams(api: Api) -> None:
    ana = await api.person("ana@example.com")
    answer = await ana.post("/api/stream-token")
    assert answer.status_code == 200 and answer.headers["Cache-Control"] == "no-store"
    said = answer.json()
    assert set(said) == {"token", "expires_in"} and said["expires_in"] == 60
    assert (await grant_of_token(api.engine, said["token"], TokenScope.STREAM)).user.email == "ana@example.com"
    claims = read(said["token"], api.engine.settings.signing_secret, datetime.now(UTC), TokenScope.STREAM)
    assert timedelta(seconds=50) < claims.expires_at - datetime.now(UTC) <= timedelta(seconds=60)
    with_it = await api.caller(token=said["token"])
    for method, path in (("GET", "/api/user"), ("POST", "/auth/refresh"), ("POST", "/api/stream-token")):
        assert (await with_it.request(method, path)).status_code == 401
    assert (await (await api.caller()).get("/api/user", params={"token": said["token"]})).status_code == 401


async def test_other_tokens_do_not_open_streams(api: Api) -> None:
    token = (await api.signed_in("ana@example.com"))["access_token"]
    personal = (await (await api.caller(token=token)).post("/api/tokens", json={"name": "x"})).json()["token"]
    for other in (token, personal):
        with pytest.raises(Unauthorized, match=r"has expired\. Get a new one from POST /api/stream-token\.$"):
            await grant_of_token(api.engine, other, TokenScope.STREAM)


async def test_a_stream_token_of_a_removed_user_is_rejected_with_the_same_message(api: Api) -> None:
    stream = (await (await api.person("ana@example.com")).post("/api/stream-token")).json()["token"]
    await api.execute("delete from users")
    with pytest.raises(Unauthorized, match=r"Get a new one from POST /api/stream-token\.$"):
        await grant_of_token(api.engine, stream, TokenScope.STREAM)


async def opens_streams(api: Api, stream_token: str) -> bool:
    try:
        await grant_of_token(api.engine, stream_token, TokenScope.STREAM)
    except Unauthorized:
        return False
    return True


async def test_a_stream_token_ends_with_the_api_token_that_made_it(api: Api) -> None:
    ana = await api.person("ana@example.com")
    made = [(await ana.post("/api/tokens", json={"name": "x"})).json() for _ in range(3)]
    scripts = [await api.caller(token=one["token"]) for one in made]
    streams = [(await script.post("/api/stream-token")).json()["token"] for script in scripts]
    grants = [await grant_of_token(api.engine, stream, TokenScope.STREAM) for stream in streams]
    assert (await ana.delete(f"/api/tokens/{made[0]['id']}")).status_code == 204
    await api.execute("update api_tokens set expires_at = now() where id = %s", made[1]["id"])
    assert [await opens_streams(api, stream) for stream in streams] == [False, False, True]
    assert [await is_still_good(api.engine, grant) for grant in grants] == [False, False, True]
    answer = await (await api.caller()).get("/recipes/parse-url/jobs/stream", params={"token": streams[0]})
    assert (answer.status_code, answer.json()["code"]) == (401, "unauthorized")


async def test_a_stream_token_and_its_streams_end_with_the_access_token_that_made_it(api: Api) -> None:
    user = (await sign_in(api.engine, Identity("ana@example.com"))).user
    secret, now = api.engine.settings.signing_secret, datetime.now(UTC).replace(microsecond=0)
    for left in (timedelta(seconds=50), timedelta(hours=1)):
        access = sign(Claims(user.user_id, user.email, now + left), secret)
        said = (await (await api.caller(token=access)).post("/api/stream-token")).json()
        claims = read(said["token"], secret, datetime.now(UTC), TokenScope.STREAM)
        assert claims.expires_at <= now + left and said["expires_in"] <= left.total_seconds()
        grant = await grant_of_token(api.engine, said["token"], TokenScope.STREAM)
        assert grant.expires_at == now + left
        assert await is_still_good(api.engine, grant)
    assert not await is_still_good(api.engine, Grant(user, expires_at=now))


async def test_stream_tokens_and_grants_end_with_a_removed_account(api: Api) -> None:
    ana = await api.person("ana@example.com")
    script = await api.caller(token=(await ana.post("/api/tokens", json={"name": "x"})).json()["token"])
    streams = [(await caller.post("/api/stream-token")).json()["token"] for caller in (ana, script)]
    grants = [await grant_of_token(api.engine, stream, TokenScope.STREAM) for stream in streams]
    assert (await ana.request("DELETE", "/api/user", json={"email": "ana@example.com"})).status_code == 204
    assert [await opens_streams(api, stream) for stream in streams] == [False, False]
    assert [await is_still_good(api.engine, grant) for grant in grants] == [False, False]
