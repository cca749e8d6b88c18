"""Rate limits of users and of sign-in attempts."""

import pytest

from .conftest import ELSEWHERE, Api
from .issuer import unsigned


async def test_a_user_over_the_rate_limit_gets_retry_after_and_other_users_do_not(api: Api) -> None:
    api.set(user_requests_per_minute=3)
    tokens = [(await api.signed_in(email))["access_token"] for email in ("ana@example.com", "ben@example.com")]
    client = await api.caller(ELSEWHERE)

    async def ask(token: str) -> tuple[int, str | None]:
        answer = await client.get("/api/user", headers={"Authorization": f"Bearer {token}"})
        return answer.status_code, answer.headers.get("Retry-After")

    assert [await ask(tokens[0]) for _ in range(5)] == [(200, None)] * 3 + [(429, "20")] * 2
    assert await ask(tokens[1]) == (200, None)


async def test_api_tokens_and_refreshes_count_towards_the_limit_of_their_owner(api: Api) -> None:
    api.set(user_requests_per_minute=3)
    token = (await api.signed_in("ana@example.com"))["access_token"]
    client = await api.caller(token=token)
    script = (await client.post("/api/tokens", json={"name": "x"})).json()["token"]
    assert (await client.post("/auth/refresh")).status_code == 200
    assert (await client.get("/api/user", headers={"Authorization": f"Bearer {script}"})).status_code == 200
    answer = await client.get("/api/user", headers={"Authorization": f"Bearer {script}"})
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many_requests")


async def test_zero_means_no_limit(api: Api) -> None:
    api.set(user_requests_per_minute=0)
    ana = await api.person("ana@example.com")
    assert {(await ana.get("/api/user")).status_code for _ in range(20)} == {200}


@pytest.mark.parametrize(
    ("path", "body", "refused"),
    [("/auth/google", {"token": unsigned()}, 501), ("/auth/local", {"email": "ana@example.com"}, 403)],
)
async def test_sign_in_attempts_are_limited_per_client_address(
    api: Api, path: str, body: dict[str, str], refused: int
) -> None:
    api.set(guest_requests_per_minute=4)
    client = await api.caller(ELSEWHERE)
    answers = [await client.post(path, json=body) for _ in range(6)]
    assert [answer.status_code for answer in answers] == [refused] * 4 + [429] * 2
    assert answers[-1].headers["Retry-After"] == "15"


async def test_requests_with_invalid_tokens_are_limited(api: Api) -> None:
    api.set(guest_requests_per_minute=4)
    client = await api.caller(ELSEWHERE, token="garner_" + "A" * 43)
    answers = [await client.get("/api/user") for _ in range(6)]
    assert [answer.status_code for answer in answers] == [401] * 4 + [429] * 2
