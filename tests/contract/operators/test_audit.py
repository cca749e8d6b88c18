"""The log of operators' actions: complete, in the transaction of the action, and without secrets."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import psycopg
import pytest
from tests.contract.operators.conftest import SHOP, TOKEN, calling, fields_of, order
from tests.integration.helpers import OPERATOR, until_blocked

from garner.core.accounts.actor import ActionSource, AuditActor
from garner.core.record import Kind
from garner.engine import Engine
from garner.engine.operating import operating
from garner.engine.people import account_removal, accounts, api_tokens
from garner.errors import NotFound, Unavailable
from garner.runtime.duties import background
from garner.store.crawl import schedule
from garner.store.crawl.schedule import CrawlTaskOrder
from garner.store.people import audit_log, users

PASSWORD = "swordfish-of-the-proxy"
PROXY = {"protocol": "http", "host": "proxy.example", "port": 3128, "username": "garner", "password": PASSWORD}
Call = Callable[[httpx.AsyncClient], Awaitable[httpx.Response]]


async def listed(client: httpx.AsyncClient, **parameters: Any) -> list[dict[str, Any]]:
    answer = await client.get("/api/admin/audit", params=parameters)
    assert answer.status_code == 200, answer.text
    return list(answer.json()["entries"])


async def add_letter(engine: Engine, cause: str = "gone") -> None:
    async with engine.database.connection() as connection:
        await connection.execute(
            """
            insert into dead_letters (stage, task_id, cause, message, attempts)
            select 'crawl', min(id), %s, 'No such page.', 3 from crawl_tasks
            """,
            (cause,),
        )


# Completeness ------------------------------------------------------------------------------------------------


async def _add_proxy(client: httpx.AsyncClient) -> httpx.Response:
    return await client.post("/api/admin/proxies", json=PROXY)


async def _proxy_path(client: httpx.AsyncClient) -> str:
    return f"/api/admin/proxies/{(await _add_proxy(client)).json()['id']}"


async def _switch_proxy(client: httpx.AsyncClient) -> httpx.Response:
    return await client.patch(await _proxy_path(client), json={"isActive": False})


async def _remove_proxy(client: httpx.AsyncClient) -> httpx.Response:
    return await client.delete(await _proxy_path(client))


async def _remove_domain(client: httpx.AsyncClient) -> httpx.Response:
    await client.post("/api/admin/domains", json={"domainName": "shop.example"})
    return await client.delete("/api/admin/domains/shop.example")


async def _close_breaker(client: httpx.AsyncClient) -> httpx.Response:
    await order(client)
    return await client.post("/api/admin/domains/shop.example/breaker/close")


async def _site_path(client: httpx.AsyncClient, *, dry_run: bool = False) -> str:
    wanted = {"url": "https://shop.example/", "kinds": ["product"], "dryRun": dry_run}
    return f"/api/admin/sites/{(await client.post('/api/admin/sites', json=wanted)).json()['siteId']}"


async def _add_site(client: httpx.AsyncClient) -> httpx.Response:
    return await client.post("/api/admin/sites", json={"url": "https://shop.example/", "kinds": ["product"]})


async def _start_site(client: httpx.AsyncClient) -> httpx.Response:
    return await client.post(f"{await _site_path(client, dry_run=True)}/start")


async def _pause_site(client: httpx.AsyncClient) -> httpx.Response:
    return await client.post(f"{await _site_path(client)}/pause")


async def _resume_site(client: httpx.AsyncClient) -> httpx.Response:
    path = await _site_path(client)
    await client.post(f"{path}/pause")
    return await client.post(f"{path}/resume")


async def _remove_site(client: httpx.AsyncClient) -> httpx.Response:
    return await client.delete(await _site_path(client))


async def _pause(client: httpx.AsyncClient) -> httpx.Response:
    return await client.post("/api/admin/crawl-tasks/pause", json={"ids": await order(client)})


async def _start_reparse(client: httpx.AsyncClient) -> httpx.Response:
    return await client.post("/api/admin/reparse", json={"domain": "none.example"})


async def _stop_reparse(client: httpx.AsyncClient) -> httpx.Response:
    return await client.delete(f"/api/admin/reparse/{(await _start_reparse(client)).json()['id']}")


CALLS: dict[tuple[str, str], tuple[str, Call]] = {
    ("POST", "/api/admin/domains"): (
        "domain.add",
        lambda client: client.post("/api/admin/domains", json={"domainName": "shop.example"}),
    ),
    ("DELETE", "/api/admin/domains/{domain}"): ("domain.remove", _remove_domain),
    ("PATCH", "/api/admin/domains/{domain}"): (
        "domain.change",
        lambda client: client.patch("/api/admin/domains/shop.example", json={"paused": True}),
    ),
    ("POST", "/api/admin/domains/{domain}/breaker/close"): ("domain.close_breaker", _close_breaker),
    ("POST", "/api/admin/sites"): ("site.add", _add_site),
    ("POST", "/api/admin/sites/{siteId}/start"): ("site.start", _start_site),
    ("POST", "/api/admin/sites/{siteId}/pause"): ("site.pause", _pause_site),
    ("POST", "/api/admin/sites/{siteId}/resume"): ("site.resume", _resume_site),
    ("DELETE", "/api/admin/sites/{siteId}"): ("site.remove", _remove_site),
    ("POST", "/api/admin/crawl-tasks"): (
        "crawl_task.order",
        lambda client: client.post("/api/admin/crawl-tasks", json={"urls": [SHOP], "kinds": ["product"]}),
    ),
    ("POST", "/api/admin/crawl-tasks/{verb}"): ("crawl_task.pause", _pause),
    ("POST", "/api/admin/crawl-tasks/reprioritise"): (
        "crawl_task.reprioritise",
        lambda client: client.post(
            "/api/admin/crawl-tasks/reprioritise", json={"filter": {"status": "failed"}, "priority": 1}
        ),
    ),
    ("POST", "/api/admin/dead-letters/replay"): (
        "dead_letter.replay",
        lambda client: client.post("/api/admin/dead-letters/replay", json={"cause": "gone"}),
    ),
    ("POST", "/api/admin/proxies"): ("proxy.add", _add_proxy),
    ("PATCH", "/api/admin/proxies/{proxyId}"): ("proxy.disable", _switch_proxy),
    ("DELETE", "/api/admin/proxies/{proxyId}"): ("proxy.remove", _remove_proxy),
    ("POST", "/api/admin/reparse"): ("reparse.start", _start_reparse),
    ("DELETE", "/api/admin/reparse/{runId}"): ("reparse.stop", _stop_reparse),
}


def test_every_route_by_which_operators_act_is_tested(openapi: dict[str, Any]) -> None:
    acting = {
        (method.upper(), path)
        for path, methods in openapi["paths"].items()
        for method in methods
        if path.startswith("/api/admin") and method != "get"
    }
    assert acting == set(CALLS)


@pytest.mark.parametrize("route", CALLS, ids=" ".join)
async def test_every_action_is_an_entry(operator: httpx.AsyncClient, route: tuple[str, str]) -> None:
    action, call = CALLS[route]
    started = datetime.now(UTC) - timedelta(minutes=1)
    answer = await call(operator)
    assert answer.is_success, answer.text
    entry = (await listed(operator))[0]
    assert (entry["action"], entry["objectType"]) == (
        action,
        action.partition(".")[0].replace("reparse", "reparse_run"),
    )
    assert (entry["actor"], entry["source"], entry["address"]) == ("loopback", "api", "127.0.0.1")
    assert datetime.fromisoformat(entry["happenedAt"]) > started
    assert entry["before"] or entry["after"]


@pytest.mark.parametrize("verb", operating.ACTS)
async def test_every_verb_on_pages_is_an_entry(operator: httpx.AsyncClient, verb: str) -> None:
    ids = await order(operator, crawlFrequency="P1D")
    (ordered,) = await listed(operator)
    assert (ordered["objectId"], ordered["after"]["crawlFrequency"]) == (str(ids[0]), "P1D")
    await operator.post(f"/api/admin/crawl-tasks/{verb}", json={"ids": ids, "urls": ["https://shop.example/other"]})
    entry = (await listed(operator))[0]
    assert (entry["action"], entry["objectId"]) == (f"crawl_task.{verb}", str(ids[0]))
    assert (entry["after"]["ids"], entry["after"]["named"]) == (ids, 2)


async def test_reading_is_no_action(operator: httpx.AsyncClient) -> None:
    await operator.get("/api/admin/domains")
    await operator.get("/api/admin/proxies")
    assert await listed(operator) == []


# What an entry says ------------------------------------------------------------------------------------------


async def test_a_change_of_a_domain_has_its_settings_before_and_after(operator: httpx.AsyncClient) -> None:
    path = "/api/admin/domains/shop.example"
    await operator.patch(path, json={"crawlDelaySeconds": 2})
    await operator.patch(path, json={"crawlDelaySeconds": 0.5, "paused": True})
    second, first = await listed(operator)
    assert first["before"] is None and first["after"]["crawlDelaySeconds"] == 2
    assert second["before"] == first["after"]
    changed = {name for name, value in second["after"].items() if value != second["before"][name]}
    assert changed == {"crawlDelaySeconds", "paused"} and second["objectId"] == "shop.example"


async def test_a_changed_order_is_described_as_it_was_before(operator: httpx.AsyncClient) -> None:
    await order(operator, crawlFrequency="P1D", priority=3)
    await order(operator, crawlFrequency="PT6H")
    await order(operator, SHOP, "https://shop.example/other", crawlFrequency="PT2H", priority=1)
    several, changed, new = await listed(operator)
    assert several["before"] is None
    assert (new["before"], new["after"]["crawlFrequency"]) == (None, "P1D")
    assert changed["before"] == {"kinds": ["product"], "crawlFrequency": "P1D"}
    assert changed["after"]["crawlFrequency"] == "PT6H"


async def test_a_removed_proxy_is_described_without_its_password(operator: httpx.AsyncClient, engine: Engine) -> None:
    path = await _proxy_path(operator)
    await operator.patch(path, json={"isActive": False})
    await operator.delete(path)
    removed, disabled, added = await listed(operator)
    assert (added["before"], removed["after"]) == (None, None)
    assert (disabled["before"]["isActive"], disabled["after"]["isActive"]) == (True, False)
    assert removed["before"] == disabled["after"] and removed["before"]["hasPassword"]
    async with engine.database.connection() as connection:
        cursor = await connection.execute("select string_agg(e::text, ' ') as text from audit_log e")
        text = str((await cursor.fetchone() or {})["text"])
    assert "proxy.example" in text
    assert PASSWORD not in text and "sealed" not in text and not {"password", "proxy_password"} & set(text.split('"'))


async def test_an_action_on_many_pages_is_one_entry(
    operator: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if it takes several transactions."""
    monkeypatch.setattr(operating, "ORDERED_AT_ONCE", 10)
    ids = await order(operator, *(f"https://shop.example/{number}" for number in range(35)))
    (entry,) = await listed(operator)
    assert (entry["objectId"], entry["after"]["count"], entry["after"]["ordered"]) == (None, 35, 35)
    assert len(entry["after"]["urls"]) == 20 and entry["after"]["kinds"] == ["product"]
    await operator.post("/api/admin/crawl-tasks/stop", json={"ids": ids})
    stopped = (await listed(operator))[0]
    assert (stopped["after"]["named"], stopped["after"]["count"], len(stopped["after"]["ids"])) == (35, 35, 20)


async def test_a_replay_names_its_cause_and_count(
    operator: httpx.AsyncClient, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(operating, "REPLAYED_AT_ONCE", 2)
    await order(operator)
    for _ in range(5):
        await add_letter(engine)
    await add_letter(engine, "server_error")
    answer = await operator.post("/api/admin/dead-letters/replay", json={"cause": "gone"})
    assert answer.json()["count"] == 5
    (entry,) = await listed(operator, action="dead_letter.replay")
    assert entry["after"] == {"cause": "gone", "count": 5}


async def test_an_admin_is_named_with_their_account(engine: Engine) -> None:
    user, _ = await accounts.known_user(engine, "root@example.com")
    token = (await api_tokens.create_api_token(engine, user.user_id, "script")).token
    async with calling(engine, peer=("203.0.113.7", 1), admin_emails="root@example.com") as client:
        client.headers["Authorization"] = f"Bearer {token}"
        await client.patch("/api/admin/domains/shop.example", json={"paused": True})
        (entry,) = await listed(client)
    assert (entry["actor"], entry["userId"], entry["address"]) == ("root@example.com", user.user_id, "203.0.113.7")

    await account_removal.remove_user(engine, user, by=OPERATOR)
    async with calling(engine) as client:
        removed, kept = await listed(client)
    assert (kept["actor"], kept["userId"]) == ("root@example.com", user.user_id)
    assert (removed["action"], removed["before"]["email"]) == ("user.remove", "root@example.com")


async def test_an_admin_with_a_link_local_address_acts_too(engine: Engine) -> None:
    async with calling(engine, peer=("fe80::1%eth0", 1), admin_token=TOKEN) as client:
        client.headers["Authorization"] = f"Bearer {TOKEN}"
        answer = await client.patch("/api/admin/domains/shop.example", json={"paused": True})
        assert answer.status_code == 200, answer.text
        (entry,) = await listed(client)
    assert entry["address"] == "fe80::1"


async def test_the_operator_token_is_named_and_not_shown(engine: Engine) -> None:
    async with calling(engine, admin_token=TOKEN) as client:
        client.headers["Authorization"] = f"Bearer {TOKEN}"
        await client.patch("/api/admin/domains/shop.example", json={"paused": True})
        (entry,) = await listed(client)
    assert entry["actor"] == "token" and TOKEN not in str(entry)


async def test_tokens_that_operators_create_and_revoke_are_entries_without_the_token(
    operator: httpx.AsyncClient, engine: Engine
) -> None:
    user, _ = await accounts.known_user(engine, "ana@example.com", by=OPERATOR)
    created = await api_tokens.create_api_token(engine, user.user_id, "script", by=OPERATOR)
    await api_tokens.create_api_token(engine, user.user_id, "her own")  # by the user: no operator's action
    await api_tokens.revoke_of_any_user(engine, created.view.id, by=OPERATOR)
    entries = await listed(operator)
    assert [entry["action"] for entry in entries] == ["api_token.revoke", "api_token.create", "user.create"]
    assert {entry["source"] for entry in entries} == {"command"}
    assert created.token not in str(entries) and created.token.removeprefix("garner_") not in str(entries)


# One transaction ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/admin/proxies", PROXY),  # it exists
        ("DELETE", "/api/admin/proxies/4711", None),
        ("PATCH", "/api/admin/proxies/4711", {"isActive": True}),
        ("POST", "/api/admin/domains/none.example/breaker/close", None),
        ("POST", "/api/admin/crawl-tasks", {"urls": ["not a URL"], "kinds": ["product"]}),
        ("DELETE", "/api/admin/reparse/0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11", None),
    ],
)
async def test_an_action_that_fails_is_no_entry(operator: httpx.AsyncClient, method: str, path: str, body: Any) -> None:
    await _add_proxy(operator)
    answer = await operator.request(method, path, **({} if body is None else {"json": body}))
    assert answer.status_code >= 400
    assert [entry["action"] for entry in await listed(operator)] == ["proxy.add"]


async def test_an_action_that_is_rolled_back_leaves_no_entry(
    operator: httpx.AsyncClient, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second of two transactions fails: what the first did has an entry, which says how far it came."""
    monkeypatch.setattr(operating, "ORDERED_AT_ONCE", 10)
    order_some, calls = schedule.order_each, 0

    async def fail_later(*arguments: Any) -> Any:
        nonlocal calls
        calls += 1
        ordered = await order_some(*arguments)
        if calls == 2:
            raise NotFound("It went away.")
        return ordered

    monkeypatch.setattr(schedule, "order_each", fail_later)
    urls = [f"https://shop.example/{number}" for number in range(20)]
    with pytest.raises(NotFound):
        await operating.order_pages(engine, urls, CrawlTaskOrder((Kind.PRODUCT,)), by=OPERATOR)
    (entry,) = await listed(operator)
    assert entry["after"]["ordered"] == 10
    assert len((await operator.get("/api/admin/crawl-tasks")).json()["tasks"]) == 10


async def test_a_removal_of_a_user_that_stops_halfway_is_an_entry(
    operator: httpx.AsyncClient, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the user owned is deleted before the account."""
    user, _ = await accounts.known_user(engine, "ana@example.com")

    async def fail(*_: Any) -> bool:
        raise psycopg.errors.DiskFull("no room")

    with monkeypatch.context() as patch:
        patch.setattr(users, "remove", fail)
        with pytest.raises(Unavailable):
            await account_removal.remove_user(engine, user, by=OPERATOR)
    (entry,) = await listed(operator)
    assert (entry["action"], entry["before"]["email"]) == ("user.remove", "ana@example.com")
    await account_removal.remove_user(engine, user)
    with pytest.raises(NotFound):
        await account_removal.remove_user(engine, user, by=OPERATOR)
    assert len(await listed(operator)) == 1


async def test_a_removed_proxy_is_described_as_it_was_when_it_was_removed(
    operator: httpx.AsyncClient, engine: Engine
) -> None:
    path = await _proxy_path(operator)
    async with engine.database.transaction() as connection:
        await connection.execute("update proxies set is_active = false")
        removal = asyncio.create_task(operator.delete(path))
        await until_blocked(engine.database)
    assert (await removal).status_code == 204
    assert (await listed(operator))[0]["before"]["isActive"] is False


async def test_a_removed_domain_is_described_as_it_was_when_it_was_removed(
    operator: httpx.AsyncClient, engine: Engine
) -> None:
    await operator.post("/api/admin/domains", json={"domainName": "shop.example"})
    async with engine.database.transaction() as connection:
        await connection.execute("update domains set notes = 'Ask Ana.'")
        removal = asyncio.create_task(operator.delete("/api/admin/domains/shop.example"))
        await until_blocked(engine.database)
    assert (await removal).status_code == 204
    assert (await listed(operator))[0]["before"]["notes"] == "Ask Ana."


async def test_without_its_entry_nothing_is_done(
    operator: httpx.AsyncClient, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _add_proxy(operator)
    before = (await operator.get("/api/admin/proxies")).json()

    async def fail(*_: Any, **__: Any) -> int:
        raise psycopg.errors.DiskFull("no room")

    with monkeypatch.context() as patch:
        patch.setattr(audit_log, "write", fail)
        for method, path in CALLS:
            if not {"reparse", "dead-letters", "sites"} & {*path.split("/")}:  # sites have a test of their own
                body = {"urls": [SHOP], "kinds": ["product"], "ids": [], "isActive": False, "paused": True}
                fields = {"domains": ["paused"], "proxies": ["isActive"], "crawl-tasks": ["urls", "kinds"]}
                names = fields[path.split("/")[3]][: 1 if "verb" in path else None]
                actual = path.format(domain="shop.example", verb="pause", proxyId=before["proxies"][0]["id"])
                sent = PROXY | {"port": 1} if (method, actual) == ("POST", "/api/admin/proxies") else None
                answer = await operator.request(
                    method,
                    actual,
                    **({} if method == "DELETE" or "close" in path else {"json": sent or {n: body[n] for n in names}}),
                )
                assert answer.status_code >= 400, (method, path, answer.text)
        run = await operator.post("/api/admin/reparse", json={"domain": "none.example"})
        assert run.status_code == 503
    assert (await operator.get("/api/admin/proxies")).json() == before
    assert (await operator.get("/api/admin/domains")).json()["domains"] == []
    assert (await operator.get("/api/admin/crawl-tasks")).json()["tasks"] == []
    assert (await operator.get("/api/admin/reparse")).json()["runs"] == []


# The list ----------------------------------------------------------------------------------------------------


async def act(engine: Engine) -> None:
    ana = AuditActor("ana@example.com", ActionSource.API, 1, "203.0.113.7")
    for name in ("one.example", "two.example"):
        await operating.change_domain(engine, name, {}, paused=True, by=ana)
    await operating.change_domain(engine, "one.example", {}, paused=False, by=OPERATOR)
    await operating.add_proxy(engine, operating.NewProxy("http", "proxy.example", 3128), by=OPERATOR)


@pytest.mark.parametrize(
    ("wanted", "count"),
    [
        ({}, 4),
        ({"actor": "ana@example.com"}, 2),
        ({"actor": "a test"}, 2),
        ({"actor": "nobody"}, 0),
        ({"action": "domain.change"}, 3),
        ({"action": "domain.change", "actor": "a test"}, 1),
        ({"object": "domain"}, 3),
        ({"object": "domain:one.example"}, 2),
        ({"object": "proxy"}, 1),
        ({"since": "2020-01-01T00:00:00Z"}, 4),
        ({"since": "2199-01-01T00:00:00Z"}, 0),
    ],
)
async def test_the_list_is_filtered(
    operator: httpx.AsyncClient, engine: Engine, wanted: dict[str, str], count: int
) -> None:
    await act(engine)
    assert len(await listed(operator, **wanted)) == count


async def test_an_action_that_began_earlier_and_took_longer_is_not_listed_as_later(
    operator: httpx.AsyncClient, engine: Engine
) -> None:
    await act(engine)
    async with engine.database.connection() as connection:
        await connection.execute(
            "update audit_log set happened_at = now() - interval '1 minute' where id = (select max(id) from audit_log)"
        )
    since = (datetime.now(UTC) - timedelta(seconds=30)).isoformat()
    assert [entry["action"] for entry in await listed(operator, since=since)] == ["domain.change"] * 3


async def test_the_list_is_paged_newest_first(operator: httpx.AsyncClient, engine: Engine) -> None:
    await act(engine)
    seen: list[int] = []
    page: dict[str, Any] = {"next": None}
    while not seen or page["next"] is not None:
        after = {} if page["next"] is None else {"after": page["next"]}
        page = (await operator.get("/api/admin/audit", params={"limit": 3, **after})).json()
        seen += [entry["id"] for entry in page["entries"]]
    assert len(seen) == 4 and seen == sorted(seen, reverse=True)


@pytest.mark.parametrize(
    ("field", "bad"),
    [
        *(("action", "domain"), ("action", "DROP TABLE"), ("object", "Domain"), ("object", "domain:\x00")),
        *(("since", "yesterday"), ("since", "2026-01-01T00:00:00"), ("after", "0"), ("limit", "501")),
        *(("actor", "\x00"), ("whose", "mine")),
    ],
)
async def test_a_malformed_filter_is_refused(operator: httpx.AsyncClient, field: str, bad: str) -> None:
    assert fields_of(await operator.get("/api/admin/audit", params={field: bad})) == [field]


async def test_entries_are_kept_for_their_retention(operator: httpx.AsyncClient, engine: Engine) -> None:
    await act(engine)
    async with engine.database.connection() as connection:
        await connection.execute("update audit_log set happened_at = now() - interval '364 days'")
        await connection.execute("update audit_log set happened_at = now() - interval '366 days' where id % 2 = 0")
    await background.delete_expired(engine)
    assert len(await listed(operator)) == 2
