"""Admins: whom GARNER_ADMIN_EMAILS names, and who may operate wherever they are."""

import pytest

from garner import observe
from garner.core.identity import Identity
from garner.engine.accounts import sign_in

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
