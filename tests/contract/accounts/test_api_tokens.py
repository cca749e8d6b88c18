"""Personal tokens for scripts."""

import asyncio
import hashlib
from typing import Any

import httpx
import pytest

from .conftest import ELSEWHERE, Api

TOKENS = "/api/tokens"


async def create(person: httpx.AsyncClient, name: str = "nightly import", **fields: Any) -> dict[str, Any]:
    answer = await person.post(TOKENS, json={"name": name, **fields})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


async def listed(person: httpx.AsyncClient) -> list[dict[str, Any]]:
    answer = await person.get(TOKENS)
    assert answer.status_code == 200, answer.text
    return list(answer.json()["tokens"])


async def status(api: Api, token: str) -> int:
    return (await (await api.caller(ELSEWHERE, token=token)).get("/api/user")).status_code


async def test_a_token_is_shown_once_and_only_its_hash_is_kept(api: Api) -> None:
    ana = await api.person("ana@example.com")
    answer = await ana.post(TOKENS, json={"name": "  nightly import ", "expires_in_days": 90})
    assert answer.status_code == 201 and answer.headers["Cache-Control"] == "no-store"
    created = answer.json()
    token = created.pop("token")
    assert token.startswith("garner_") and len(token) == 50
    assert set(created) == {"id", "name", "hint", "created_at", "expires_at", "last_used_at"}
    assert created["name"] == "nightly import" and token.endswith(created["hint"])
    assert await listed(ana) == [created]
    (row,) = await api.execute("select * from api_tokens")
    assert row["token_hash"] == hashlib.sha256(token.encode()).hexdigest()
    assert token not in str(row) and (row["expires_at"] - row["created_at"]).days == 90


async def test_an_api_token_authenticates_as_its_owner(api: Api) -> None:
    ana = await api.person("ana@example.com")
    script = await api.caller(ELSEWHERE, token=(await create(ana))["token"])
    assert (await script.get("/api/user")).json()["email"] == "ana@example.com"
    assert (await script.get("/recipes/parse-url/jobs")).json()["jobs"] == []
    assert (await script.post("/api/stream-token")).status_code == 200


async def test_an_api_token_cannot_create_list_revoke_or_renew_tokens(api: Api) -> None:
    ana = await api.person("ana@example.com")
    created, another = await create(ana, expires_in_days=1), await create(ana)
    script = await api.caller(token=created["token"])
    for method, path, body in (
        ("POST", TOKENS, {"name": "another"}),
        ("GET", TOKENS, None),
        ("DELETE", f"{TOKENS}/{another['id']}", None),
        ("DELETE", f"{TOKENS}/{another['id'] + 1000}", None),
        ("DELETE", "/api/user", {"email": "ana@example.com"}),
        ("POST", "/auth/refresh", None),
    ):
        answer = await script.request(method, path, json=body)
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden"), (method, path)
    assert len(await listed(ana)) == 2


async def test_an_api_token_can_revoke_itself(api: Api) -> None:
    ana = await api.person("ana@example.com")
    created, another = await create(ana), await create(ana)
    script = await api.caller(ELSEWHERE, token=created["token"])
    assert (await script.delete(f"{TOKENS}/{created['id']}")).status_code == 204
    assert (await script.delete(f"{TOKENS}/{created['id']}")).status_code == 401
    assert [await status(api, one["token"]) for one in (created, another)] == [401, 200]


async def test_a_revoked_or_expired_token_is_rejected(api: Api) -> None:
    ana = await api.person("ana@example.com")
    first, second = await create(ana), await create(ana, expires_in_days=1)
    assert [await status(api, created["token"]) for created in (first, second)] == [200, 200]
    assert (await ana.delete(f"{TOKENS}/{first['id']}")).status_code == 204
    await api.execute("update api_tokens set expires_at = now()")
    assert [await status(api, created["token"]) for created in (first, second)] == [401, 401]
    assert [token["id"] for token in await listed(ana)] == [second["id"]]
    assert (await ana.delete(f"{TOKENS}/{first['id']}")).status_code == 404


async def test_a_token_is_deleted_with_its_owner(api: Api) -> None:
    created = await create(await api.person("ana@example.com"))
    await api.execute("delete from users")
    assert await status(api, created["token"]) == 401
    assert await api.execute("select 1 from api_tokens") == []


async def test_tokens_of_other_users_are_not_found(api: Api) -> None:
    ana, ben = await api.person("ana@example.com"), await api.person("ben@example.com")
    created = await create(ana)
    assert await listed(ben) == []
    answer = await ben.delete(f"{TOKENS}/{created['id']}")
    unknown = await ben.delete(f"{TOKENS}/{created['id'] + 1000}")
    assert answer.status_code == unknown.status_code == 404 and answer.json() == unknown.json()
    assert await status(api, created["token"]) == 200


async def test_last_used_at_is_updated_at_most_once_a_minute(api: Api) -> None:
    ana = await api.person("ana@example.com")
    created = await create(ana)
    assert created["last_used_at"] is None
    await asyncio.gather(*(status(api, created["token"]) for _ in range(10)))
    (first,) = await listed(ana)
    assert first["last_used_at"] is not None
    version = "select xmin::text from api_tokens"
    written = await api.execute(version)
    await asyncio.gather(*(status(api, created["token"]) for _ in range(10)))
    assert await api.execute(version) == written
    await api.execute("update api_tokens set last_used_at = now() - interval '61 seconds'")
    await status(api, created["token"])
    (again,) = await listed(ana)
    assert again["last_used_at"] > first["last_used_at"]


async def test_an_invalid_api_token_writes_nothing(api: Api) -> None:
    created = await create(await api.person("ana@example.com"))
    assert await status(api, created["token"][:-1]) == await status(api, created["token"] + "A") == 401
    assert (await api.execute("select last_used_at from api_tokens"))[0]["last_used_at"] is None


async def test_the_number_of_tokens_per_user_is_limited_even_for_concurrent_requests(api: Api) -> None:
    ana = await api.person("ana@example.com")
    await api.execute(
        "insert into api_tokens (user_id, name, token_hash, hint) select user_id, 'x', n::text, 'x' "
        "from users, generate_series(1, 45) n"
    )
    answers = await asyncio.gather(*(ana.post(TOKENS, json={"name": str(number)}) for number in range(15)))
    assert sorted(answer.status_code for answer in answers) == [201] * 5 + [409] * 10
    assert "Revoke one" in next(answer for answer in answers if answer.status_code == 409).json()["error"]
    assert len(await listed(ana)) == 50
    await create(await api.person("ben@example.com"))


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "name"),
        ({"name": ""}, "name"),
        ({"name": "   "}, "name"),
        ({"name": "n" * 101}, "name"),
        ({"name": "a\x00b"}, "name"),
        ({"name": 7}, "name"),
        ({"name": "x", "expires_in_days": 0}, "expires_in_days"),
        ({"name": "x", "expires_in_days": 3651}, "expires_in_days"),
        ({"name": "x", "expires_in_days": "7"}, "expires_in_days"),
        ({"name": "x", "expires_in_days": True}, "expires_in_days"),
        ({"name": "x", "expires_in_days": 1.5}, "expires_in_days"),
    ],
)
async def test_an_invalid_token_request_names_the_field(api: Api, body: dict[str, Any], field: str) -> None:
    answer = await (await api.person("ana@example.com")).post(TOKENS, json=body)
    assert answer.status_code == 422, answer.text
    assert [problem["field"] for problem in answer.json()["fields"]] == [field]


@pytest.mark.parametrize("token_id", ["0", "-1", "x", str(2**63)])
async def test_an_invalid_token_id_is_rejected(api: Api, token_id: str) -> None:
    assert (await (await api.person("ana@example.com")).delete(f"{TOKENS}/{token_id}")).status_code == 422
