"""The documented answers of the account routes match the real ones."""

from typing import Any

import httpx

from .conftest import ELSEWHERE, Api
from .issuer import CLIENT, unsigned


async def test_documented_errors_match_the_real_ones(api: Api, openapi: dict[str, Any]) -> None:
    paths = openapi["paths"]
    ana, stranger = await api.person("ana@example.com"), await api.caller(ELSEWHERE)
    script = await api.caller(token=(await ana.post("/api/tokens", json={"name": "x"})).json()["token"])
    await api.execute(
        "insert into api_tokens (user_id, name, token_hash, hint) select user_id, 'x', n::text, 'x' "
        "from users, generate_series(1, 49) n"
    )
    api.set(local_sign_in="off")
    real: dict[tuple[str, str], httpx.Response] = {
        ("GET", "/api/user"): await stranger.get("/api/user"),
        ("POST", "/api/stream-token"): await stranger.post("/api/stream-token"),
        ("POST", "/auth/refresh"): await script.post("/auth/refresh"),
        ("GET", "/api/tokens"): await script.get("/api/tokens"),
        ("POST", "/api/tokens"): await ana.post("/api/tokens", json={"name": "one more"}),
        ("DELETE", "/api/tokens/{token_id}"): await ana.delete("/api/tokens/4711"),
        ("DELETE", "/api/user"): await script.request("DELETE", "/api/user", json={"email": "ana@example.com"}),
        ("POST", "/auth/local"): await (await api.caller()).post("/auth/local", json={"email": "ana@example.com"}),
    }
    without_client = await stranger.post("/auth/google", json={"token": unsigned()})
    api.set(google_client_id=CLIENT)
    refused = await (await api.caller(ELSEWHERE)).post("/auth/google", json={"token": unsigned()})
    by_google = [(("POST", "/auth/google"), answer) for answer in (without_client, refused)]
    for (method, path), answer in [*real.items(), *by_google]:
        said = paths[path][method.lower()]["responses"][str(answer.status_code)]
        assert said["content"]["application/json"]["example"] == answer.json(), (method, path)
        assert ("WWW-Authenticate" in said.get("headers", {})) == ("WWW-Authenticate" in answer.headers)
    statuses = sorted(answer.status_code for answer in (*real.values(), without_client, refused))
    assert statuses == [401, 401, 401, 403, 403, 403, 403, 404, 409, 501]


async def test_documented_examples_have_the_fields_of_the_real_answers(api: Api, openapi: dict[str, Any]) -> None:
    paths = openapi["paths"]
    ana = await api.person("ana@example.com")
    real = {
        ("POST", "/auth/local", "200"): await api.signed_in("ana@example.com"),
        ("POST", "/auth/refresh", "200"): (await ana.post("/auth/refresh")).json(),
        ("GET", "/api/user", "200"): (await ana.get("/api/user")).json(),
        ("POST", "/api/stream-token", "200"): (await ana.post("/api/stream-token")).json(),
        ("POST", "/api/tokens", "201"): (await ana.post("/api/tokens", json={"name": "x"})).json(),
        ("GET", "/api/tokens", "200"): (await ana.get("/api/tokens")).json(),
    }
    for (method, path, status), answer in real.items():
        example = paths[path][method.lower()]["responses"][status]["content"]["application/json"]["example"]
        assert set(example) == set(answer), (method, path)
    listed = paths["/api/tokens"]["get"]["responses"]["200"]["content"]["application/json"]["example"]["tokens"]
    assert set(listed[0]) == set(real["GET", "/api/tokens", "200"]["tokens"][0])
