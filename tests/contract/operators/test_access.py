"""Access to the operators' face, and the errors of its routes."""

from typing import Any

import httpx
import pytest
from starlette.types import Receive, Scope, Send
from tests.contract.operators.conftest import LOCAL, TOKEN, calling

from garner.api.app import create_app
from garner.engine import Engine
from garner.wiring.server import make_services

ROUTES = [
    ("GET", "/api/admin/domains"),
    ("POST", "/api/admin/domains"),
    ("GET", "/api/admin/domains/shop.example"),
    ("DELETE", "/api/admin/domains/shop.example"),
    ("PATCH", "/api/admin/domains/shop.example"),
    ("POST", "/api/admin/domains/shop.example/breaker/close"),
    ("GET", "/api/admin/sites"),
    ("POST", "/api/admin/sites"),
    ("GET", "/api/admin/sites/1"),
    ("DELETE", "/api/admin/sites/1"),
    ("POST", "/api/admin/sites/1/start"),
    ("POST", "/api/admin/sites/1/pause"),
    ("POST", "/api/admin/sites/1/resume"),
    ("GET", "/api/admin/proxies"),
    ("POST", "/api/admin/proxies"),
    ("PATCH", "/api/admin/proxies/1"),
    ("GET", "/api/admin/proxies/costs"),
    ("POST", "/api/admin/crawl-tasks/reprioritise"),
    ("GET", "/api/admin/error-logs/groups"),
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
    ("GET", "/api/admin/parsers"),
    ("GET", "/api/admin/parsers/alerts"),
    ("GET", "/api/admin/parsers/shadow"),
    ("GET", "/api/admin/parsers/shadow/differences"),
    ("GET", "/api/admin/searches"),
    ("GET", "/api/admin/workers"),
    ("GET", "/api/admin/standing"),
    ("GET", "/api/admin/audit"),
]


async def test_the_list_of_routes_is_complete(openapi: dict[str, Any]) -> None:
    documented = openapi["paths"]
    known = {(method.upper(), path) for path, methods in documented.items() for method in methods if "admin" in path}
    assert len([route for route in known if "reparse" not in route[1]]) == len(ROUTES)


async def test_every_route_rejects_a_remote_caller_and_a_caller_without_the_token(engine: Engine) -> None:
    async with calling(engine, peer=("203.0.113.7", 1)) as far, calling(engine, admin_token=TOKEN) as without_token:
        for client, refused in ((far, (403, "forbidden")), (without_token, (401, "unauthorized"))):
            for method, path in ROUTES:
                answer = await client.request(method, path)
                assert (answer.status_code, answer.json()["code"]) == refused, (method, path)


@pytest.mark.parametrize("host", ["localhost:8000", "LocalHost", "127.0.0.1", "[::1]:8000", "127.8.0.1:80"])
async def test_without_a_configured_token_a_local_caller_is_admitted_by_loopback_names(
    engine: Engine, host: str
) -> None:
    async with calling(engine) as client:
        assert (await client.get("/api/admin/proxies", headers={"Host": host})).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "rebound.example:8000"},
        {"Host": "localhost.rebound.example"},
        {"Host": ""},
        {"Host": "[::1"},
        {"Host": "rebound.example@localhost"},
        {"Host": "rebound.example@127.0.0.1:8000"},
        {"Host": "localhost/rebound.example"},
        {"Host": "localhost?rebound.example"},
        {"Host": "localhost#rebound.example"},
        {"Host": "localhost:8000:8000"},
        {"Host": "localhost rebound.example"},
        {"Origin": "https://elsewhere.example"},
        {"Origin": "http://127.0.0.1:9999"},
        {"Origin": "null"},
        {"Origin": "http://["},
        {"X-Forwarded-For": "127.0.0.1"},
        {"X-Real-IP": "203.0.113.7"},
        {"Forwarded": "for=203.0.113.7"},
        {"X-Original-Forwarded-For": "203.0.113.7"},
        {"X-Envoy-External-Address": "203.0.113.7"},
        {"Fly-Client-IP": "203.0.113.7"},
    ],
)
async def test_a_forwarded_or_cross_origin_request_over_loopback_is_rejected(
    engine: Engine, headers: dict[str, str]
) -> None:
    async with calling(engine) as client:
        answer = await client.post("/api/admin/domains/shop.example/breaker/close", headers=headers)
        assert answer.status_code == 403


PROXY_HEADERS = [
    *("Forwarded", "X-Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Port"),
    *("X-Forwarded-Server", "X-Forwarded-Prefix", "X-Original-Forwarded-For", "X-Original-Host", "X-Original-URL"),
    *("X-Real-IP", "X-Client-IP", "X-Cluster-Client-IP", "X-Remote-IP", "X-Remote-Addr", "X-Originating-IP"),
    *("CF-Connecting-IP", "CF-Connecting-IPv6", "CF-Ray", "CF-Visitor", "CDN-Loop", "True-Client-IP", "Client-IP"),
    *("Fastly-Client-IP", "Fly-Client-IP", "Incap-Client-IP", "DO-Connecting-IP", "Akamai-Origin-Hop"),
    *("Proxy-Client-IP", "WL-Proxy-Client-IP", "Proxy-Connection", "Remote-Addr", "Remote_Addr", "Via", "Max-Forwards"),
    *("X-Azure-ClientIP", "X-AppEngine-User-IP", "X-Amzn-Trace-Id", "X-ARR-SSL", "X-Envoy-External-Address"),
    *("X-NF-Client-Connection-IP", "X-Vercel-Forwarded-For", "X-Sucuri-ClientIP", "X-Varnish", "X-ProxyUser-Ip"),
    *("Surrogate-Capability", "Front-End-Https", "X-Of-Some-Proxy-To-Come"),
]


async def test_any_possible_proxy_header_revokes_local_access(engine: Engine) -> None:
    async with calling(engine) as client:
        for name in PROXY_HEADERS:
            for value in ("203.0.113.7", "127.0.0.1", ""):
                answer = await client.get("/api/admin/proxies", headers={name: value})
                assert answer.status_code == 403, name


async def test_an_http_1_0_request_is_treated_as_proxied(engine: Engine) -> None:
    app = create_app(make_services(engine))

    async def called_by_nginx(scope: Scope, receive: Receive, send: Send) -> None:
        await app({**scope, "http_version": "1.0"}, receive, send)

    transport = httpx.ASGITransport(called_by_nginx, client=("127.0.0.1", 50_000))
    async with httpx.AsyncClient(transport=transport, base_url=LOCAL) as client:
        assert (await client.get("/api/admin/proxies")).status_code == 403


async def test_headers_of_browsers_and_scripts_keep_local_access(engine: Engine) -> None:
    headers = {
        "Accept": "*/*",
        "Accept-Encoding": "gzip",
        "Accept-Language": "en",
        "Cache-Control": "no-cache",
        "Connection": "keep-alive",
        "Content-Type": "application/json",
        "Cookie": "a=b",
        "DNT": "1",
        "Idempotency-Key": "one",
        "If-None-Match": "a",
        "Last-Event-ID": "1",
        "Origin": LOCAL,
        "Pragma": "no-cache",
        "Priority": "u=1",
        "Range": "bytes=0-",
        "Referer": f"{LOCAL}/engine",
        "Save-Data": "on",
        "Sec-CH-UA-Platform": "Linux",
        "Sec-Fetch-Site": "same-origin",
        "Sec-GPC": "1",
        "TE": "trailers",
        "Upgrade-Insecure-Requests": "1",
        "User-Agent": "Mozilla/5.0",
        "X-Request-ID": "mine",
        "X-Requested-With": "XMLHttpRequest",
    }
    async with calling(engine) as client:
        assert (await client.get("/api/admin/proxies", headers=headers)).status_code == 200


async def test_the_page_of_the_server_itself_is_admitted(engine: Engine) -> None:
    async with calling(engine) as client:
        assert (await client.get("/api/admin/proxies", headers={"Origin": LOCAL})).status_code == 200


async def test_with_a_configured_token_only_the_token_is_accepted(engine: Engine) -> None:
    async with calling(engine, peer=("203.0.113.7", 1), base_url="https://garner.example", admin_token=TOKEN) as client:
        for shown, status in (
            (f"Bearer {TOKEN}", 200),
            (f"bearer {TOKEN}", 200),
            (f"Bearer {TOKEN}x", 401),
            (f"Basic {TOKEN}", 401),
            ("Bearer ", 401),
            ("Bearer ümläut", 401),
            ("", 401),
        ):
            headers = [(b"authorization", shown.encode())]
            answer = await client.get("/api/admin/proxies", headers=headers)
            assert answer.status_code == status, shown
            assert answer.headers.get("WWW-Authenticate") == ("Bearer" if status == 401 else None)
            assert TOKEN not in answer.text


async def test_without_a_configured_token_no_bearer_challenge_is_sent(engine: Engine) -> None:
    async with calling(engine, peer=("203.0.113.7", 1)) as far:
        answer = await far.get("/api/admin/proxies")
        assert answer.status_code == 403 and "WWW-Authenticate" not in answer.headers


def test_a_short_operator_token_is_rejected_and_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    from garner import settings
    from garner.errors import ConfigurationError

    monkeypatch.setenv("GARNER_ADMIN_TOKEN", "short")
    with pytest.raises(ConfigurationError, match="GARNER_ADMIN_TOKEN is not valid"):
        settings.load(env_file=None)


async def test_documented_errors_match_the_real_ones(
    operator: httpx.AsyncClient, engine: Engine, openapi: dict[str, Any]
) -> None:
    proxy = {"host": "proxy.example", "port": 3128}
    await operator.post("/api/admin/proxies", json=proxy)
    async with calling(engine, admin_token=TOKEN) as client:
        real = {
            ("GET", "/api/admin/domains/{domain}", 401): await client.get("/api/admin/domains/shop.example"),
            ("GET", "/api/admin/domains", 403): await operator.get(
                "/api/admin/domains", headers={"Host": "rebound.example"}
            ),
            ("GET", "/api/admin/domains/{domain}", 404): await operator.get("/api/admin/domains/shop.example"),
            ("PATCH", "/api/admin/proxies/{proxyId}", 404): await operator.patch(
                "/api/admin/proxies/7", json={"isActive": True}
            ),
            ("POST", "/api/admin/proxies", 409): await operator.post("/api/admin/proxies", json=proxy),
            ("GET", "/api/admin/crawl-tasks/{taskId}", 404): await operator.get("/api/admin/crawl-tasks/7"),
            ("GET", "/api/admin/crawl-tasks", 422): await operator.get("/api/admin/crawl-tasks?limit=501"),
        }
    paths = openapi["paths"]
    for (method, path, status), answer in real.items():
        said = paths[path][method.lower()]["responses"][str(status)]
        assert (answer.status_code, answer.json()) == (status, said["content"]["application/json"]["example"])
    for path, methods in paths.items():
        for method, operation in methods.items():
            if path.startswith("/api/admin"):
                assert {"401", "403", "503"} <= set(operation["responses"]) and operation["summary"], (method, path)


async def test_a_body_that_is_not_a_json_object_is_rejected(operator: httpx.AsyncClient) -> None:
    headers = {"Content-Type": "application/json"}
    for content, status in ((b"{", 400), (b"[]", 422), (b"", 422)):
        answer = await operator.post("/api/admin/crawl-tasks", content=content, headers=headers)
        assert answer.status_code == status and answer.json()["code"]


async def test_an_invalid_token_is_rejected_for_local_callers_too(engine: Engine) -> None:
    async with calling(engine) as near:
        assert (await near.get("/api/admin/proxies")).status_code == 200
        answer = await near.get("/api/admin/proxies", headers={"Authorization": "Bearer a.b.c"})
        assert answer.status_code == 401
