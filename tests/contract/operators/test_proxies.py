"""Proxies over HTTP: created and deleted, and their passwords never shown."""

import json
from typing import Any

import httpx
import pytest
from tests.contract.operators.conftest import calling, fields_of

from garner import observe
from garner.engine import Engine

PROXY = {"protocol": "socks5", "host": "proxy.example", "port": 1080, "username": "me", "password": "opens-all"}


async def test_a_proxy_is_created_changed_and_deleted_and_its_password_never_shown(
    operator: httpx.AsyncClient, engine: Engine, events: list[observe.Event]
) -> None:
    made = await operator.post("/api/admin/proxies", json=PROXY)
    assert made.status_code == 201, made.text
    body = made.json()
    assert (body["protocol"], body["host"], body["port"], body["username"]) == ("socks5", "proxy.example", 1080, "me")
    assert body["hasPassword"] and body["isActive"] and "password" not in body
    async with engine.database.connection() as connection:
        kept = await (await connection.execute("select proxy_password from proxies")).fetchone()
    assert kept is not None and kept["proxy_password"] and "opens-all" not in kept["proxy_password"]

    again = await operator.post("/api/admin/proxies", json=PROXY)
    assert (again.status_code, again.json()["code"]) == (409, "conflict")
    path = f"/api/admin/proxies/{body['id']}"
    assert not (await operator.patch(path, json={"isActive": False})).json()["isActive"]
    assert (await operator.patch(path, json={"isActive": True})).json()["isActive"]
    listed = await operator.get("/api/admin/proxies")
    assert [proxy["id"] for proxy in listed.json()["proxies"]] == [body["id"]]
    assert (await operator.delete(path)).status_code == 204
    assert (await operator.delete(path)).status_code == 404
    assert (await operator.patch(path, json={"isActive": True})).status_code == 404
    assert "opens-all" not in made.text + listed.text + repr(events)


async def test_a_proxy_shows_its_success_rate(operator: httpx.AsyncClient, engine: Engine) -> None:
    made = (await operator.post("/api/admin/proxies", json={"host": "10.0.0.1", "port": 3128})).json()
    assert made["successRate"] is None
    async with engine.database.transaction() as connection:
        await connection.execute("update proxies set recent_requests = 80, recent_successes = 60, success_count = 900")
    (listed,) = (await operator.get("/api/admin/proxies")).json()["proxies"]
    assert (listed["successRate"], listed["successCount"]) == (0.75, 900)
    enabled = (await operator.patch(f"/api/admin/proxies/{made['id']}", json={"isActive": True})).json()
    assert (enabled["successRate"], enabled["successCount"]) == (None, 900)


async def test_without_a_secret_key_a_proxy_with_a_password_is_rejected(engine: Engine) -> None:
    async with calling(engine) as client:
        refused = await client.post("/api/admin/proxies", json=PROXY)
        assert (refused.status_code, refused.json()["code"]) == (409, "secret_key_missing")
        assert "GARNER_SECRET_KEY" in refused.json()["error"]
        assert (await client.get("/api/admin/proxies")).json()["proxies"] == []
        assert (await client.post("/api/admin/proxies", json={"host": "10.0.0.1", "port": 3128})).status_code == 201


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"port": 0}, "port"),
        ({"port": 65536}, "port"),
        ({"protocol": "ftp"}, "protocol"),
        ({"host": ""}, "host"),
        ({"host": "http://proxy.example"}, "host"),
        ({"host": "proxy.example\0"}, "host"),
        ({"username": "a:b"}, "username"),
        ({"username": None}, "body"),
        ({"password": ""}, "password"),
        ({"password": "x" * 128}, "password"),
        ({"password": "\ud800"}, "password"),
        ({"username": "\ud800"}, "username"),
        ({"colour": "red"}, "colour"),
    ],
)
async def test_an_invalid_proxy_names_the_field(
    operator: httpx.AsyncClient, change: dict[str, Any], field: str
) -> None:
    content = json.dumps({**PROXY, **change})
    answer = await operator.post("/api/admin/proxies", content=content, headers={"Content-Type": "application/json"})
    assert fields_of(answer) == [field]
