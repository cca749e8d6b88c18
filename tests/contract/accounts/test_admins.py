"""Admins: whom GARNER_ADMIN_EMAILS names, and who may operate wherever they are."""

import pytest

from garner import observe
from garner.core.accounts.identity import Identity
from garner.engine.people.accounts import sign_in

from .conftest import ELSEWHERE, Api

ADMIN, OTHER = "admin@example.com", "ana@example.com"
ADMIN_TOKEN = "a-token-of-at-least-sixteen"
PROXIES = "/api/admin/proxies"


@pytest.fixture
def with_admins(api: Api) -> Api:
    api.set(admin_emails=f" {ADMIN.upper()}, second@example.com ")
    return api


async def token_of(api: Api, email: str) -> str:
    return (await sign_in(api.engine, Identity(email))).token


async def status(api: Api, token: str | None, peer: tuple[str, int] = ELSEWHERE) -> int:
    client = await api.caller(peer, "https://garner.example.com" if peer is ELSEWHERE else "http://localhost", token)
    return (await client.get(PROXIES)).status_code


async def test_an_admin_operates_from_anywhere_and_nobody_else_does(with_admins: Api) -> None:
    admin, other = await token_of(with_admins, ADMIN), await token_of(with_admins, OTHER)
    assert await status(with_admins, admin) == 200
    assert await status(with_admins, other) == 403
    assert await status(with_admins, admin + "x") == 401
    assert await status(with_admins, None) == 401


async def test_who_is_an_admin_is_told_who_they_are(with_admins: Api) -> None:
    for email, is_admin in ((ADMIN, True), ("second@example.com", True), (OTHER, False)):
        client = await with_admins.caller(token=await token_of(with_admins, email))
        assert (await client.get("/api/user")).json()["is_admin"] is is_admin


async def test_an_admin_may_have_scripts(with_admins: Api) -> None:
    for email, answered in ((ADMIN, 200), (OTHER, 403)):
        client = await with_admins.caller(token=await token_of(with_admins, email))
        script = (await client.post("/api/tokens", json={"name": "x"})).json()["token"]
        assert await status(with_admins, script) == answered


async def test_beside_a_token_of_the_operators_both_open(with_admins: Api) -> None:
    with_admins.set(admin_token=ADMIN_TOKEN)
    admin, other = await token_of(with_admins, ADMIN), await token_of(with_admins, OTHER)
    shown = (ADMIN_TOKEN, admin, other, ADMIN_TOKEN + "x", None)
    assert [await status(with_admins, token) for token in shown] == [200, 200, 403, 401, 401]


async def test_at_the_machine_itself_whoever_says_who_they_are_is_taken_at_that(with_admins: Api) -> None:
    here = ("127.0.0.1", 1)
    admin, other = await token_of(with_admins, ADMIN), await token_of(with_admins, OTHER)
    assert [await status(with_admins, token, here) for token in (None, admin, other)] == [200, 200, 403]


async def test_on_a_machine_of_ones_own_whoever_is_signed_in_operates_it_and_sees_nothing_of_others(api: Api) -> None:
    ana, ben = await api.person("ana@example.com"), await api.person("ben@example.com")
    assert (await ana.get(PROXIES)).status_code == 200
    user = (await ana.get("/api/user")).json()
    assert (user["is_operator"], user["is_admin"]) == (True, False)
    [job] = await api.execute(
        "insert into jobs (user_id, job_type) select user_id, 'table' from users where email = %s returning id",
        "ana@example.com",
    )
    assert (await ana.get(f"/api/jobs/{job['id']}")).status_code == 200
    assert (await ben.get(f"/api/jobs/{job['id']}")).status_code == 404
    assert (await ben.get("/api/jobs?userId=all")).status_code == 403


async def test_what_a_script_of_theirs_may_is_what_they_may(api: Api) -> None:
    ana = await api.person("ana@example.com")
    script = (await ana.post("/api/tokens", json={"name": "x"})).json()["token"]
    assert [await status(api, script, peer) for peer in (("127.0.0.1", 1), ELSEWHERE)] == [200, 403]


@pytest.mark.parametrize(
    "said",
    [
        {"admin_emails": ADMIN},
        {"admin_token": ADMIN_TOKEN},
        {"google_client_id": "x.apps.example.com"},
        {"host": "0.0.0.0"},
        {"local_sign_in": "off"},
        {"local_sign_in": "on"},
    ],
)
async def test_it_is_nobodys_own_machine_where_others_were_made_operators_or_may_come(
    api: Api, said: dict[str, str]
) -> None:
    token = await token_of(api, OTHER)
    api.set(**said)
    here = await api.caller(token=token)
    assert (await here.get(PROXIES)).status_code == 403
    assert (await here.get("/api/user")).json()["is_operator"] is False


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "rebound.example.com:8000"},
        {"Origin": "https://elsewhere.example.com"},
        {"X-Forwarded-For": "127.0.0.1"},
    ],
)
async def test_what_merely_arrives_by_loopback_operates_nothing(api: Api, headers: dict[str, str]) -> None:
    ana = await api.person("ana@example.com")
    assert (await ana.get(PROXIES, headers=headers)).status_code == 403
    assert (await ana.get("/api/user", headers=headers)).json()["is_operator"] is False


async def test_whoever_is_no_longer_named_is_no_admin_any_more(with_admins: Api) -> None:
    admin = await token_of(with_admins, ADMIN)
    with_admins.set(admin_emails="")
    assert await status(with_admins, admin) == 403


async def test_tokens_for_streams_do_not_operate(with_admins: Api) -> None:
    client = await with_admins.caller(token=await token_of(with_admins, ADMIN))
    stream = (await client.post("/api/stream-token")).json()["token"]
    assert await status(with_admins, stream) == 401


async def test_what_an_admin_does_is_logged_as_theirs(with_admins: Api) -> None:
    told: list[observe.Event] = []
    forget = observe.subscribe(told.append)
    client = await with_admins.caller(ELSEWHERE, token=await token_of(with_admins, ADMIN))
    changes = {"obeysRobots": False}
    assert (await client.patch("/api/admin/domains/shop.example", json=changes)).status_code == 200
    forget()
    assert {event.by for event in told if isinstance(event, observe.Operated | observe.RobotsOverridden)} == {ADMIN}
