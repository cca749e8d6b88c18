"""The operators' face over HTTP: who is let in, what each route gives, and what it says to bad input."""

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

import httpx
import psycopg
import pytest
from tests.conftest import _copy as copy_of_template
from tests.integration.helpers import ask, claim_page, fetch_failed, settle_page

from garner import observe
from garner.api.app import create_app
from garner.engine import Engine
from garner.settings import Settings
from garner.store.schedule import Order
from garner.work import background

TOKEN = "a-token-of-at-least-sixteen"
HERE = ("127.0.0.1", 50000)
LOCAL = "http://127.0.0.1:8000"
SHOP = "https://shop.example/pan"

ROUTES = [
    ("GET", "/api/admin/domains"),
    ("GET", "/api/admin/domains/shop.example"),
    ("PATCH", "/api/admin/domains/shop.example"),
    ("POST", "/api/admin/domains/shop.example/breaker/close"),
    ("GET", "/api/admin/proxies"),
    ("POST", "/api/admin/proxies"),
    ("PATCH", "/api/admin/proxies/1"),
    ("DELETE", "/api/admin/proxies/1"),
    ("GET", "/api/admin/crawl-tasks"),
    ("POST", "/api/admin/crawl-tasks"),
    ("GET", "/api/admin/crawl-tasks/1"),
    ("GET", "/api/admin/crawl-tasks/1/attempts"),
    ("POST", "/api/admin/crawl-tasks/pause"),
    ("GET", "/api/admin/error-logs"),
    ("GET", "/api/admin/dead-letters"),
    ("GET", "/api/admin/dead-letters/causes"),
    ("POST", "/api/admin/dead-letters/replay"),
]


@pytest.fixture(scope="module")
def database_url(server_url: str, template: str) -> Iterator[str]:
    """One database for all of these, emptied after each: they are many, and a copy for each takes its time."""
    with copy_of_template(server_url) as url:
        yield url


@pytest.fixture(autouse=True)
async def leave_nothing_behind(database_url: str) -> AsyncIterator[None]:
    yield
    async with await psycopg.AsyncConnection.connect(database_url, autocommit=True) as connection:
        await connection.execute(
            "truncate domains, resources, proxies, jobs, dead_letters, error_logs restart identity cascade"
        )


@asynccontextmanager
async def calling(
    engine: Engine, peer: tuple[str, int] = HERE, base_url: str = LOCAL, **settings: Any
) -> AsyncIterator[httpx.AsyncClient]:
    changed = Engine(
        engine.settings.model_copy(update=settings), engine.database, engine.blobs, wake=lambda stage: None
    )
    transport = httpx.ASGITransport(create_app(changed), client=peer)
    async with httpx.AsyncClient(transport=transport, base_url=base_url) as client:
        yield client


@pytest.fixture
async def operator(engine: Engine) -> AsyncIterator[httpx.AsyncClient]:
    async with calling(engine, secret_key="a passphrase") as client:
        yield client


@pytest.fixture
def events() -> Iterator[list[observe.Event]]:
    seen: list[observe.Event] = []
    forget = observe.subscribe(seen.append)
    yield seen
    forget()


async def order(client: httpx.AsyncClient, *urls: str, **fields: Any) -> list[int]:
    answer = await client.post(
        "/api/admin/crawl-tasks", json={"urls": list(urls or [SHOP]), "kinds": ["product"], **fields}
    )
    assert answer.status_code == 200, answer.text
    return answer.json()["ids"]


def fields_of(answer: httpx.Response, status: int = 422) -> list[str]:
    assert answer.status_code == status, answer.text
    body = answer.json()
    assert body["error"] and body["code"]
    return [field["field"] for field in body.get("fields", [])]


# Who is let in --------------------------------------------------------------------------------------------------


async def test_the_list_of_routes_below_is_whole(engine: Engine) -> None:
    documented = create_app(engine).openapi()["paths"]
    known = {(method.upper(), path) for path, methods in documented.items() for method in methods if "admin" in path}
    assert len([route for route in known if "reparse" not in route[1]]) == len(ROUTES)


async def test_no_route_is_open_to_a_foreign_caller(engine: Engine) -> None:
    async with calling(engine, peer=("203.0.113.7", 1)) as far, calling(engine, admin_token=TOKEN) as without_token:
        for client in (far, without_token):
            for method, path in ROUTES:
                answer = await client.request(method, path)
                assert (answer.status_code, answer.json()["code"]) == (403, "forbidden"), (method, path)


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1", "[::1]:8000", "127.8.0.1:80"])
async def test_without_a_token_the_own_machine_is_let_in_by_its_own_names(engine: Engine, host: str) -> None:
    async with calling(engine) as client:
        assert (await client.get("/api/admin/proxies", headers={"Host": host})).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "rebound.example:8000"},
        {"Host": "localhost.rebound.example"},
        {"Host": ""},
        {"Host": "[::1"},
        {"Origin": "https://elsewhere.example"},
        {"Origin": "http://127.0.0.1:9999"},
        {"Origin": "null"},
        {"Origin": "http://["},
        {"X-Forwarded-For": "127.0.0.1"},
        {"X-Real-IP": "203.0.113.7"},
        {"Forwarded": "for=203.0.113.7"},
    ],
)
async def test_what_a_browser_or_a_proxy_on_this_machine_passes_on_is_refused(
    engine: Engine, headers: dict[str, str]
) -> None:
    async with calling(engine) as client:
        answer = await client.post("/api/admin/domains/shop.example/breaker/close", headers=headers)
        assert answer.status_code == 403


async def test_our_own_page_on_this_machine_is_let_in(engine: Engine) -> None:
    async with calling(engine) as client:
        assert (await client.get("/api/admin/proxies", headers={"Origin": LOCAL})).status_code == 200


async def test_with_a_token_it_is_the_token_that_counts(engine: Engine) -> None:
    async with calling(engine, peer=("203.0.113.7", 1), base_url="https://garner.example", admin_token=TOKEN) as client:
        for shown, status in (
            (f"Bearer {TOKEN}", 200),
            (f"bearer {TOKEN}", 200),
            (f"Bearer {TOKEN}x", 403),
            (f"Basic {TOKEN}", 403),
            ("Bearer ", 403),
            ("Bearer ümläut", 403),
            ("", 403),
        ):
            headers = [(b"authorization", shown.encode())]
            answer = await client.get("/api/admin/proxies", headers=headers)
            assert answer.status_code == status, shown
            assert TOKEN not in answer.text


def test_a_short_token_is_refused_and_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    from garner import settings
    from garner.errors import ConfigurationError

    monkeypatch.setenv("GARNER_ADMIN_TOKEN", "short")
    with pytest.raises(ConfigurationError, match="GARNER_ADMIN_TOKEN is not valid"):
        settings.load(_env_file=None)


async def test_every_documented_error_looks_like_the_real_one(operator: httpx.AsyncClient, engine: Engine) -> None:
    proxy = {"host": "proxy.example", "port": 3128}
    await operator.post("/api/admin/proxies", json=proxy)
    async with calling(engine, admin_token=TOKEN) as client:
        real = {
            ("GET", "/api/admin/domains/{domain}", 403): await client.get("/api/admin/domains/shop.example"),
            ("GET", "/api/admin/domains/{domain}", 404): await operator.get("/api/admin/domains/shop.example"),
            ("PATCH", "/api/admin/proxies/{proxyId}", 404): await operator.patch(
                "/api/admin/proxies/7", json={"isActive": True}
            ),
            ("POST", "/api/admin/proxies", 409): await operator.post("/api/admin/proxies", json=proxy),
            ("GET", "/api/admin/crawl-tasks/{taskId}", 404): await operator.get("/api/admin/crawl-tasks/7"),
            ("GET", "/api/admin/crawl-tasks", 422): await operator.get("/api/admin/crawl-tasks?limit=501"),
        }
    paths = create_app(engine).openapi()["paths"]
    for (method, path, status), answer in real.items():
        said = paths[path][method.lower()]["responses"][str(status)]
        assert (answer.status_code, answer.json()) == (status, said["content"]["application/json"]["example"])
    for path, methods in paths.items():
        for method, operation in methods.items():
            if path.startswith("/api/admin"):
                assert {"403", "503"} <= set(operation["responses"]) and operation["summary"], (method, path)


# Domains --------------------------------------------------------------------------------------------------------


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


async def test_an_open_breaker_whose_probe_may_go_is_half_open(operator: httpx.AsyncClient, engine: Engine) -> None:
    await order(operator)
    async with engine.database.transaction() as connection:
        await connection.execute("update lanes set opened_at = now(), open_until = now() - interval '1 second'")
    shown = (await operator.get("/api/admin/domains/shop.example")).json()
    assert shown["breaker"]["state"] == "half_open"


async def test_domains_come_by_name_page_by_page(operator: httpx.AsyncClient) -> None:
    await order(operator, *(f"https://{name}.example/" for name in "cabed"))
    seen, after = [], ""
    while after is not None:
        page = (await operator.get("/api/admin/domains", params={"limit": 2, "after": after})).json()
        seen += [domain["domain"] for domain in page["domains"]]
        after = page["next"]
    assert seen == [f"{name}.example" for name in "abcde"]


async def test_a_domain_is_treated_as_it_is_told_to_be_and_otherwise_left_alone(operator: httpx.AsyncClient) -> None:
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


async def test_who_overrides_robots_is_logged(
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


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"crawlDelaySeconds": -1}, "crawlDelaySeconds"),
        ({"crawlDelaySeconds": 1e9}, "crawlDelaySeconds"),
        ({"crawlDelaySeconds": "soon"}, "crawlDelaySeconds"),
        ({"maxConcurrentRequests": 0}, "maxConcurrentRequests"),
        ({"maxConcurrentRequests": 2.5}, "maxConcurrentRequests"),
        ({"isActive": None}, "isActive"),
        ({"obeysRobots": "no"}, "obeysRobots"),
        ({"crawlDelay": 1}, "crawlDelay"),
        ({}, "body"),
    ],
)
async def test_an_invalid_setting_of_a_domain_is_named(
    operator: httpx.AsyncClient, changes: dict[str, Any], field: str
) -> None:
    answer = await operator.patch("/api/admin/domains/shop.example", json=changes)
    assert fields_of(answer) == [field]
    assert (await operator.get("/api/admin/domains/shop.example")).status_code == 404


async def test_not_a_number_is_no_delay(operator: httpx.AsyncClient) -> None:
    headers = {"Content-Type": "application/json"}
    answer = await operator.patch(
        "/api/admin/domains/shop.example", content=b'{"crawlDelaySeconds": NaN}', headers=headers
    )
    assert fields_of(answer) == ["crawlDelaySeconds"]


async def test_a_name_that_no_site_can_have_is_refused(operator: httpx.AsyncClient) -> None:
    for name in ("no site", "%00", "a%0ab.example", "x" * 250):
        assert (await operator.get(f"/api/admin/domains/{name}")).status_code in (404, 422), name
    assert (await operator.get("/api/admin/domains", params={"after": "\0"})).status_code == 422


# Proxies --------------------------------------------------------------------------------------------------------


PROXY = {"protocol": "socks5", "host": "proxy.example", "port": 1080, "username": "me", "password": "opens-all"}


async def test_a_proxy_comes_and_goes_and_its_password_never_comes_out(
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


async def test_without_a_key_a_password_is_refused_and_a_proxy_without_one_is_not(engine: Engine) -> None:
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
async def test_what_no_proxy_can_have_is_named(operator: httpx.AsyncClient, change: dict[str, Any], field: str) -> None:
    content = json.dumps({**PROXY, **change})
    answer = await operator.post("/api/admin/proxies", content=content, headers={"Content-Type": "application/json"})
    assert fields_of(answer) == [field]


# Crawl tasks ----------------------------------------------------------------------------------------------------


async def test_an_order_is_kept_as_given(operator: httpx.AsyncClient) -> None:
    at = datetime(2030, 1, 1, tzinfo=UTC)
    (task_id,) = await order(operator, priority=2, crawlFrequency="PT6H", scheduledAt=at.isoformat())
    shown = (await operator.get(f"/api/admin/crawl-tasks/{task_id}")).json()
    assert (shown["url"], shown["domain"], shown["status"]) == (SHOP, "shop.example", "pending")
    assert (shown["kinds"], shown["priority"], shown["crawlFrequency"]) == (["product"], 2, "PT6H")
    assert datetime.fromisoformat(shown["scheduledAt"]) == at

    assert await order(operator, f"{SHOP}#top", crawlFrequency=3600, kinds=["recipe"]) == [task_id]
    shown = (await operator.get(f"/api/admin/crawl-tasks/{task_id}")).json()
    assert (shown["kinds"], shown["crawlFrequency"]) == (["product", "recipe"], "PT1H")
    await order(operator, crawlFrequency=None)
    assert (await operator.get(f"/api/admin/crawl-tasks/{task_id}")).json()["crawlFrequency"] is None


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"urls": []}, "urls"),
        ({"urls": [SHOP, "nonsense", "ftp://x.example/"]}, "urls.1"),
        ({"urls": [7]}, "urls.0"),
        ({"urls": [SHOP] * 10_001}, "urls"),
        ({"kinds": []}, "kinds"),
        ({"kinds": ["poem"]}, "kinds.0"),
        ({"priority": 0}, "priority"),
        ({"priority": 11}, "priority"),
        ({"crawlFrequency": 0}, "crawlFrequency"),
        ({"crawlFrequency": "often"}, "crawlFrequency"),
        ({"crawlFrequency": "P99999D"}, "crawlFrequency"),
        ({"scheduledAt": "2030-01-01T00:00:00"}, "scheduledAt"),
        ({"colour": "red"}, "colour"),
    ],
)
async def test_what_cannot_be_ordered_is_named_and_nothing_is_ordered(
    operator: httpx.AsyncClient, change: dict[str, Any], field: str
) -> None:
    body = {"urls": [SHOP], "kinds": ["product"], **change}
    answer = await operator.post("/api/admin/crawl-tasks", json=body)
    assert fields_of(answer)[0] == field
    assert (await operator.get("/api/admin/crawl-tasks")).json()["tasks"] == []


async def test_a_private_page_is_not_ordered_unless_that_is_allowed(engine: Engine) -> None:
    async with calling(engine, fetch_allow_private=False) as client:
        body = {"urls": ["http://10.0.0.1/"], "kinds": ["product"]}
        assert fields_of(await client.post("/api/admin/crawl-tasks", json=body)) == ["urls.0"]


async def test_tasks_are_listed_by_status_and_domain_page_by_page(operator: httpx.AsyncClient, engine: Engine) -> None:
    here = await order(operator, *(f"https://shop.example/{number}" for number in range(5)))
    (there,) = await order(operator, "https://kitchen.example/")
    async with engine.database.transaction() as connection:
        await connection.execute("update crawl_tasks set status = 'queued' where id = any(%s)", (here[:3],))

    async def listed(**parameters: Any) -> list[int]:
        seen: list[int] = []
        while True:
            page = (await operator.get("/api/admin/crawl-tasks", params={"limit": 2, **parameters})).json()
            seen += [task["id"] for task in page["tasks"]]
            if page["next"] is None:
                return seen
            parameters["after"] = page["next"]

    assert await listed() == sorted([*here, there], reverse=True)
    assert sorted(await listed(status="queued")) == sorted(here[:3])
    assert sorted(await listed(status="pending")) == sorted([*here[3:], there])
    assert await listed(domain="kitchen.example") == [there]
    assert sorted(await listed(status="pending", domain="shop.example")) == sorted(here[3:])
    assert await listed(domain="elsewhere.example") == []


@pytest.mark.parametrize(
    "parameters", [{"status": "done"}, {"after": "?"}, {"after": "YQ"}, {"limit": 0}, {"limit": 501}]
)
async def test_a_list_that_cannot_be_given_is_refused(operator: httpx.AsyncClient, parameters: dict[str, Any]) -> None:
    assert fields_of(await operator.get("/api/admin/crawl-tasks", params=parameters)) == list(parameters)


async def test_tasks_are_paused_resumed_stopped_and_recrawled_by_id_or_by_url(operator: httpx.AsyncClient) -> None:
    (task_id,) = await order(operator, scheduledAt="2030-01-01T00:00:00Z")

    async def act(verb: str, **named: Any) -> dict[str, Any]:
        answer = await operator.post(f"/api/admin/crawl-tasks/{verb}", json=named)
        assert answer.json() == {"count": 1}, answer.text
        return (await operator.get(f"/api/admin/crawl-tasks/{task_id}")).json()

    assert (await act("pause", ids=[task_id, 999]))["pausedAt"] is not None
    assert (await act("resume", urls=[SHOP]))["pausedAt"] is None
    assert (await act("recrawl", urls=[f"{SHOP}#top"], ids=[task_id]))["scheduledAt"] < "2030"
    stopped = await act("stop", ids=[task_id])
    assert (stopped["crawlFrequency"], stopped["kinds"], stopped["status"]) == (None, [], "failed")


@pytest.mark.parametrize(
    ("verb", "body", "field"),
    [
        ("pause", {}, "body"),
        ("pause", {"ids": []}, "body"),
        ("pause", {"ids": [0]}, "ids.0"),
        ("pause", {"ids": [2**63]}, "ids.0"),
        ("recrawl", {"urls": ["nonsense"]}, "urls.0"),
        ("explode", {"ids": [1]}, "verb"),
    ],
)
async def test_an_act_on_nothing_is_refused(
    operator: httpx.AsyncClient, verb: str, body: dict[str, Any], field: str
) -> None:
    assert fields_of(await operator.post(f"/api/admin/crawl-tasks/{verb}", json=body)) == [field]


async def test_what_was_tried_and_what_went_wrong_can_be_read(operator: httpx.AsyncClient, engine: Engine) -> None:
    async with engine.database.transaction() as connection:
        asked = await ask(connection)
        await settle_page(connection, fetch_failed(await claim_page(connection), spent=True))
    path = f"/api/admin/crawl-tasks/{asked.task_id}"
    (attempt,) = (await operator.get(f"{path}/attempts")).json()["attempts"]
    assert (attempt["outcome"], attempt["httpStatus"], attempt["worker"]) == ("gone", 404, "one")
    (error,) = (await operator.get("/api/admin/error-logs", params={"taskId": asked.task_id})).json()["errors"]
    assert (error["errorType"], error["errorCode"], error["taskId"]) == ("http", "gone", asked.task_id)
    for parameters, count in (({"errorType": "http"}, 1), ({"errorType": "parse"}, 0), ({"after": error["id"]}, 0)):
        found = await operator.get("/api/admin/error-logs", params=parameters)
        assert len(found.json()["errors"]) == count
    assert (await operator.get("/api/admin/error-logs", params={"errorType": "bad"})).status_code == 422
    for missing in ("/api/admin/crawl-tasks/999", "/api/admin/crawl-tasks/999/attempts"):
        assert (await operator.get(missing)).status_code == 404
    assert (await operator.get("/api/admin/crawl-tasks/99999999999999999999")).status_code == 422


# Dead letters ---------------------------------------------------------------------------------------------------


async def bury(engine: Engine, url: str) -> None:
    async with engine.database.transaction() as connection:
        await ask(connection, url)
        await settle_page(connection, fetch_failed(await claim_page(connection), spent=True))


async def test_dead_letters_are_seen_by_cause_and_replayed(operator: httpx.AsyncClient, engine: Engine) -> None:
    for number in range(3):
        await bury(engine, f"https://kitchen.example/{number}")
    (cause,) = (await operator.get("/api/admin/dead-letters/causes")).json()["causes"]
    assert (cause["cause"], cause["stage"], cause["letters"], cause["domains"]) == ("gone", "crawl", 3, 1)
    assert cause["example"] == "The page does not exist (HTTP 404)."

    page = (await operator.get("/api/admin/dead-letters", params={"cause": "gone", "limit": 2})).json()
    assert [letter["url"] for letter in page["letters"]] == ["https://kitchen.example/2", "https://kitchen.example/1"]
    rest = (await operator.get("/api/admin/dead-letters", params={"after": page["next"]})).json()
    assert [letter["url"] for letter in rest["letters"]] == ["https://kitchen.example/0"] and rest["next"] is None

    path = "/api/admin/dead-letters/replay"
    first = page["letters"][0]["id"]
    assert (await operator.post(path, json={"ids": [first, first, 999]})).json() == {"count": 1}
    assert (await operator.post(path, json={"ids": [first]})).json() == {"count": 0}
    assert (await operator.post(path, json={"cause": "other"})).json() == {"count": 0}
    assert (await operator.post(path, json={"cause": "gone"})).json() == {"count": 2}
    assert (await operator.get("/api/admin/dead-letters/causes")).json()["causes"] == []
    tasks = (await operator.get("/api/admin/crawl-tasks", params={"status": "pending"})).json()["tasks"]
    assert len(tasks) == 3 and all(task["kinds"] == ["recipe"] for task in tasks)
    await background.schedule_pages(engine)
    assert len((await operator.get("/api/admin/crawl-tasks", params={"status": "queued"})).json()["tasks"]) == 3


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "body"),
        ({"ids": [1], "cause": "gone"}, "body"),
        ({"ids": []}, "ids"),
        ({"ids": ["x"]}, "ids.0"),
        ({"cause": "\0"}, "cause"),
    ],
)
async def test_a_replay_of_nothing_is_refused(operator: httpx.AsyncClient, body: dict[str, Any], field: str) -> None:
    assert fields_of(await operator.post("/api/admin/dead-letters/replay", json=body)) == [field]


async def test_a_body_that_is_no_json_is_refused(operator: httpx.AsyncClient) -> None:
    headers = {"Content-Type": "application/json"}
    for content, status in ((b"{", 400), (b"[]", 422), (b"", 422)):
        answer = await operator.post("/api/admin/crawl-tasks", content=content, headers=headers)
        assert answer.status_code == status and answer.json()["code"]


def test_an_order_without_more_said_recurs_daily() -> None:
    assert Order(()).frequency is not None and Settings(_env_file=None).max_retries == Order(()).retries
