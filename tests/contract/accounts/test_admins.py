"""Admins: users named in GARNER_ADMIN_EMAILS, who may operate from any address."""

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


async def test_only_admins_may_operate_from_any_address(with_admins: Api) -> None:
    admin, other = await token_of(with_admins, ADMIN), await token_of(with_admins, OTHER)
    assert await status(with_admins, admin) == 200
    assert await status(with_admins, other) == 403
    assert await status(with_admins, admin + "x") == 401
    assert await status(with_admins, None) == 401


async def test_the_user_document_says_whether_the_user_is_an_admin(with_admins: Api) -> None:
    for email, is_admin in ((ADMIN, True), ("second@example.com", True), (OTHER, False)):
        client = await with_admins.caller(token=await token_of(with_admins, email))
        assert (await client.get("/api/user")).json()["is_admin"] is is_admin


async def test_an_api_token_of_an_admin_may_operate(with_admins: Api) -> None:
    for email, answered in ((ADMIN, 200), (OTHER, 403)):
        client = await with_admins.caller(token=await token_of(with_admins, email))
        script = (await client.post("/api/tokens", json={"name": "x"})).json()["token"]
        assert await status(with_admins, script) == answered


async def test_the_operator_token_and_the_tokens_of_admins_both_work(with_admins: Api) -> None:
    with_admins.set(admin_token=ADMIN_TOKEN)
    admin, other = await token_of(with_admins, ADMIN), await token_of(with_admins, OTHER)
    shown = (ADMIN_TOKEN, admin, other, ADMIN_TOKEN + "x", None)
    assert [await status(with_admins, token) for token in shown] == [200, 200, 403, 401, 401]


async def test_a_local_caller_may_operate_unless_signed_in_as_a_non_admin(with_admins: Api) -> None:
    here = ("127.0.0.1", 1)
    admin, other = await token_of(with_admins, ADMIN), await token_of(with_admins, OTHER)
    assert [await status(with_admins, token, here) for token in (None, admin, other)] == [200, 200, 403]


async def test_on_a_local_server_a_signed_in_user_operates_and_sees_no_jobs_of_others(api: Api) -> None:
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


async def test_an_api_token_has_the_permissions_of_its_owner(api: Api) -> None:
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
async def test_a_user_is_no_operator_on_a_server_with_configured_operators_or_remote_access(
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
async def test_a_forwarded_or_cross_origin_request_over_loopback_may_not_operate(
    api: Api, headers: dict[str, str]
) -> None:
    ana = await api.person("ana@example.com")
    assert (await ana.get(PROXIES, headers=headers)).status_code == 403
    assert (await ana.get("/api/user", headers=headers)).json()["is_operator"] is False


async def test_a_user_removed_from_the_setting_is_no_longer_an_admin(with_admins: Api) -> None:
    admin = await token_of(with_admins, ADMIN)
    with_admins.set(admin_emails="")
    assert await status(with_admins, admin) == 403


async def test_stream_tokens_may_not_operate(with_admins: Api) -> None:
    client = await with_admins.caller(token=await token_of(with_admins, ADMIN))
    stream = (await client.post("/api/stream-token")).json()["token"]
    assert await status(with_admins, stream) == 401


async def test_an_operation_is_logged_with_the_admin_who_did_it(with_admins: Api) -> None:
    events: list[observe.Event] = []
    forget = observe.subscribe(events.append)
    client = await with_admins.caller(ELSEWHERE, token=await token_of(with_admins, ADMIN))
    changes = {"obeysRobots": False}
    assert (await client.patch("/api/admin/domains/shop.example", json=changes)).status_code == 200
    forget()
    assert {event.by for event in events if isinstance(event, observe.Operated | observe.RobotsOverridden)} == {ADMIN}
    [operated] = [event for event in events if isinstance(event, observe.Operated)]
    assert (operated.what, operated.changes) == ("shop.example", {"obeys_robots": False})
