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


async def test_a_proxy_has_a_price_until_it_is_removed(operator: httpx.AsyncClient) -> None:
    made = (await operator.post("/api/admin/proxies", json={"host": "p.example", "port": 1, "pricePerGb": 3.5})).json()
    assert made["pricePerGb"] == "3.5000"
    path = f"/api/admin/proxies/{made['id']}"
    assert (await operator.patch(path, json={"isActive": False})).json()["pricePerGb"] == "3.5000"
    changed = (await operator.patch(path, json={"pricePerGb": "0.25"})).json()
    assert (changed["pricePerGb"], changed["isActive"]) == ("0.2500", False)
    assert (await operator.patch(path, json={"pricePerGb": None})).json()["pricePerGb"] is None
    entries = (await operator.get("/api/admin/audit", params={"action": "proxy.change"})).json()["entries"]
    assert [(e["before"]["pricePerGb"], e["after"]["pricePerGb"]) for e in entries] == [
        ("0.2500", None),
        ("3.5000", "0.2500"),
    ]
    assert (await operator.patch("/api/admin/proxies/999999", json={"pricePerGb": "1"})).status_code == 404


@pytest.mark.parametrize("price", [-1, "1e400", "NaN", "Infinity", "cheap", "0.00001", "123456789.5", True, [1]])
async def test_an_invalid_price_is_named(operator: httpx.AsyncClient, price: Any) -> None:
    answer = await operator.post("/api/admin/proxies", json={"host": "p.example", "port": 1, "pricePerGb": price})
    assert fields_of(answer) == ["pricePerGb"]


async def test_a_change_of_nothing_is_rejected(operator: httpx.AsyncClient) -> None:
    made = (await operator.post("/api/admin/proxies", json={"host": "p.example", "port": 1})).json()
    assert fields_of(await operator.patch(f"/api/admin/proxies/{made['id']}", json={})) == ["body"]


async def _add_traffic(engine: Engine, proxy_id: int) -> None:
    async with engine.database.transaction() as connection:
        await connection.execute(
            """
            insert into domains (domain_name, base_url)
            select name, 'https://' || name from unnest(array['a.example', 'b.example']) name
            """
        )
        await connection.execute(
            """
            insert into proxy_traffic
            select %s, d.id, (now() at time zone 'utc')::date - days, 10, 500000000::bigint * days
            from domains d, unnest(array[1, 2, 40]) days
            where d.domain_name = 'a.example' or days = 1
            """,
            (proxy_id,),
        )


async def test_costs_are_listed_by_proxy_and_domain(operator: httpx.AsyncClient, engine: Engine) -> None:
    proxy = {"host": "p.example", "port": 1, "pricePerGb": "2"}
    made = (await operator.post("/api/admin/proxies", json=proxy)).json()
    await _add_traffic(engine, made["id"])
    listed = (await operator.get("/api/admin/proxies/costs")).json()
    assert [(c["proxyId"], c["domain"], c["requests"], c["bytes"], c["cost"]) for c in listed["costs"]] == [
        (made["id"], "a.example", 20, 1_500_000_000, "3.0000"),
        (made["id"], "b.example", 10, 500_000_000, "1.0000"),
    ]
    totals = (30, 2_000_000_000, "4.0000")
    assert (listed["totalRequests"], listed["totalBytes"], listed["totalCost"]) == totals
    first = (await operator.get("/api/admin/proxies/costs", params={"limit": 1})).json()
    assert len(first["costs"]) == 1 and first["totalBytes"] == 2_000_000_000
    early = (await operator.get("/api/admin/proxies/costs", params={"since": "2020-05-01T23:30:00-02:00"})).json()
    assert early["since"] == "2020-05-02T00:00:00Z" and early["totalBytes"] == 22_000_000_000
    await operator.patch(f"/api/admin/proxies/{made['id']}", json={"pricePerGb": None})
    unknown = (await operator.get("/api/admin/proxies/costs")).json()
    assert unknown["totalCost"] is None and unknown["costs"][0]["cost"] is None
    late = (await operator.get("/api/admin/proxies/costs", params={"since": "2190-01-01T00:00:00Z"})).json()
    assert (late["costs"], late["totalRequests"], late["totalCost"]) == ([], 0, None)


@pytest.mark.parametrize(
    "since",
    ["", "yesterday", "2026-13-01T00:00:00Z", "2026-01-01T00:00:00", "1960-01-01T00:00:00Z", "9999-01-01T00:00:00Z"],
)
async def test_an_invalid_since_is_named(operator: httpx.AsyncClient, since: str) -> None:
    assert fields_of(await operator.get("/api/admin/proxies/costs", params={"since": since})) == ["since"]


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
