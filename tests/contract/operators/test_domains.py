"""Domains over HTTP: their lanes, breakers and settings."""

from typing import Any

import httpx
import pytest
from tests.contract.operators.conftest import TOKEN, calling, fields_of, order

from garner import observe
from garner.engine import Engine


async def test_a_domain_is_shown_with_its_lane_and_its_breaker(operator: httpx.AsyncClient, engine: Engine) -> None:
    await order(operator)
    async with engine.database.transaction() as connection:
        await connection.execute(
            """
            update lanes set failures = 5, breaker_cause = 'network_error', opened_at = now(),
                             open_until = now() + interval '30 seconds', throttle_seconds = 2
            """
        )
    shown = (await operator.get("/api/admin/domains/shop.example")).json()
    assert (shown["domain"], shown["baseUrl"]) == ("shop.example", "https://shop.example")
    assert shown["crawlDelaySeconds"] is None and shown["isActive"] and shown["obeysRobots"]
    assert shown["throttleSeconds"] == 2
    breaker = shown["breaker"]
    assert (breaker["state"], breaker["failures"], breaker["cause"]) == ("open", 5, "network_error")

    found = (await operator.get("/api/admin/domains", params={"openBreakers": True})).json()
    assert [domain["domain"] for domain in found["domains"]] == ["shop.example"]

    closed = await operator.post("/api/admin/domains/www.shop.example/breaker/close")
    assert closed.status_code == 200
    assert closed.json()["breaker"]["state"] == "closed" and closed.json()["breaker"]["cause"] is None
    assert (await operator.get("/api/admin/domains", params={"openBreakers": True})).json()["domains"] == []


async def test_a_domain_shows_its_last_success_or_none(operator: httpx.AsyncClient, engine: Engine) -> None:
    await order(operator)
    assert (await operator.get("/api/admin/domains/shop.example")).json()["lastSuccessAt"] is None
    async with engine.database.transaction() as connection:
        await connection.execute("update lanes set last_success_at = '2026-01-01T12:00:00Z'")
    (listed,) = (await operator.get("/api/admin/domains")).json()["domains"]
    assert listed["lastSuccessAt"] == "2026-01-01T12:00:00Z"


async def test_a_domain_set_before_its_first_page_adopts_the_base_url_of_that_page(
    operator: httpx.AsyncClient,
) -> None:
    named = await operator.patch("/api/admin/domains/old.example:8123", json={"crawlDelaySeconds": 2})
    assert named.json()["baseUrl"] == "https://old.example:8123"
    await order(operator, "http://old.example:8123/pan")
    shown = await operator.get("/api/admin/domains/old.example:8123")
    assert shown.json()["baseUrl"] == "http://old.example:8123"


async def test_an_open_breaker_whose_probe_is_due_is_half_open(operator: httpx.AsyncClient, engine: Engine) -> None:
    await order(operator)
    async with engine.database.transaction() as connection:
        await connection.execute("update lanes set opened_at = now(), open_until = now() - interval '1 second'")
    shown = (await operator.get("/api/admin/domains/shop.example")).json()
    assert shown["breaker"]["state"] == "half_open"


async def test_domains_are_listed_by_name_page_by_page(operator: httpx.AsyncClient) -> None:
    await order(operator, *(f"https://{name}.example/" for name in "cabed"))
    seen, after = [], ""
    while after is not None:
        page = (await operator.get("/api/admin/domains", params={"limit": 2, "after": after})).json()
        seen += [domain["domain"] for domain in page["domains"]]
        after = page["next"]
    assert seen == [f"{name}.example" for name in "abcde"]


async def test_changing_a_domain_changes_only_the_named_settings(operator: httpx.AsyncClient) -> None:
    path = "/api/admin/domains/WWW.Shop.example"
    changed = (await operator.patch(path, json={"crawlDelaySeconds": 0.25, "maxConcurrentRequests": 2})).json()
    assert (changed["domain"], changed["crawlDelaySeconds"], changed["maxConcurrentRequests"]) == (
        "shop.example",
        0.25,
        2,
    )
    changed = (await operator.patch(path, json={"pacesEachProxy": True, "paused": True})).json()
    assert changed["pacesEachProxy"] and changed["pausedAt"] and changed["crawlDelaySeconds"] == 0.25
    since = changed["pausedAt"]
    assert (await operator.patch(path, json={"paused": True})).json()["pausedAt"] == since
    changed = (await operator.patch(path, json={"crawlDelaySeconds": None, "paused": False})).json()
    assert changed["crawlDelaySeconds"] is None and changed["pausedAt"] is None
    assert changed["maxConcurrentRequests"] == 2


async def test_a_robots_override_is_logged_with_its_author(
    operator: httpx.AsyncClient, engine: Engine, events: list[observe.Event]
) -> None:
    path = "/api/admin/domains/shop.example"
    await operator.patch(path, json={"obeysRobots": False})
    await operator.patch(path, json={"obeysRobots": False, "crawlDelaySeconds": 3})
    async with calling(engine, admin_token=TOKEN) as client:
        await client.patch(path, json={"obeysRobots": True}, headers={"Authorization": f"Bearer {TOKEN}"})
    overridden = [event for event in events if isinstance(event, observe.RobotsOverridden)]
    assert overridden == [
        observe.RobotsOverridden("shop.example", False, "loopback"),
        observe.RobotsOverridden("shop.example", True, "token"),
    ]


async def test_a_domain_shows_who_last_changed_its_robots_setting(operator: httpx.AsyncClient, engine: Engine) -> None:
    path = "/api/admin/domains/shop.example"
    untouched = (await operator.patch(path, json={"obeysRobots": True})).json()
    assert (untouched["robotsSaidBy"], untouched["robotsSaidAt"]) == (None, None)
    overridden = (await operator.patch(path, json={"obeysRobots": False})).json()
    assert overridden["robotsSaidBy"] == "loopback" and overridden["robotsSaidAt"]
    async with calling(engine, admin_token=TOKEN) as client:
        client.headers["Authorization"] = f"Bearer {TOKEN}"
        said_again = (await client.patch(path, json={"obeysRobots": False, "crawlDelaySeconds": 3})).json()
        assert (said_again["robotsSaidBy"], said_again["robotsSaidAt"]) == ("loopback", overridden["robotsSaidAt"])
        assert (await client.patch(path, json={"obeysRobots": True})).json()["robotsSaidBy"] == "token"


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"crawlDelaySeconds": -1}, "crawlDelaySeconds"),
        ({"crawlDelaySeconds": 1e9}, "crawlDelaySeconds"),
        ({"crawlDelaySeconds": "soon"}, "crawlDelaySeconds"),
        ({"crawlDelaySeconds": True}, "crawlDelaySeconds"),
        ({"maxConcurrentRequests": 0}, "maxConcurrentRequests"),
        ({"maxConcurrentRequests": 2.5}, "maxConcurrentRequests"),
        ({"isActive": None}, "isActive"),
        ({"obeysRobots": "no"}, "obeysRobots"),
        ({"crawlDelay": 1}, "crawlDelay"),
        ({}, "body"),
    ],
)
async def test_an_invalid_setting_of_a_domain_names_the_field(
    operator: httpx.AsyncClient, changes: dict[str, Any], field: str
) -> None:
    answer = await operator.patch("/api/admin/domains/shop.example", json=changes)
    assert fields_of(answer) == [field]
    assert (await operator.get("/api/admin/domains/shop.example")).status_code == 404


async def test_a_delay_of_nan_is_rejected(operator: httpx.AsyncClient) -> None:
    headers = {"Content-Type": "application/json"}
    answer = await operator.patch(
        "/api/admin/domains/shop.example", content=b'{"crawlDelaySeconds": NaN}', headers=headers
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed_body")


async def test_an_invalid_domain_name_is_rejected(operator: httpx.AsyncClient) -> None:
    for name in ("no site", "%00", "a%0ab.example", "x" * 250):
        assert (await operator.get(f"/api/admin/domains/{name}")).status_code in (404, 422), name
    assert (await operator.get("/api/admin/domains", params={"after": "\0"})).status_code == 422


async def test_domains_are_found_by_part_of_their_name(operator: httpx.AsyncClient) -> None:
    await order(
        operator, "https://soup.example/", "https://shop.example/", "https://old-shop.example/", "https://a_b.example/"
    )
    found = (await operator.get("/api/admin/domains", params={"search": " Shop"})).json()["domains"]
    assert [domain["domain"] for domain in found] == ["old-shop.example", "shop.example"]
    found = (await operator.get("/api/admin/domains", params={"search": "a%b"})).json()["domains"]
    assert found == []
