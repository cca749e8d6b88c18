"""Crawl tasks over HTTP: ordered, listed, paused, resumed, stopped, and their attempts."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest
from tests.contract.operators.conftest import SHOP, calling, fields_of, order
from tests.integration.helpers import ask, claim_page, fetch_failed, settle_page

from garner.engine import Engine
from garner.engine.operating.operating import find_task
from garner.settings import Settings
from garner.store.crawl.schedule import CrawlTaskOrder


async def test_an_order_is_stored_as_given(operator: httpx.AsyncClient) -> None:
    at = datetime(2030, 1, 1, tzinfo=UTC)
    (task_id,) = await order(operator, priority=2, crawlFrequency="PT6H", scheduledAt=at.isoformat())
    shown = (await operator.get(f"/api/admin/crawl-tasks/{task_id}")).json()
    assert (shown["url"], shown["domain"], shown["status"]) == (SHOP, "shop.example", "pending")
    assert (shown["kinds"], shown["priority"], shown["crawlFrequency"]) == (["product"], 2, "PT6H")
    assert datetime.fromisoformat(shown["scheduledAt"]) == at

    assert datetime.fromisoformat(shown["nextAt"]) == at


async def test_ordering_a_page_again_changes_only_the_named_fields(operator: httpx.AsyncClient) -> None:
    at = "2030-01-01T00:00:00Z"
    (task_id,) = await order(operator, priority=2, crawlFrequency="PT6H", scheduledAt=at)

    async def amended(**said: Any) -> dict[str, Any]:
        body = {"urls": [f"{SHOP}#top", "https://shop.example/pot"], "kinds": ["product"], **said}
        answer = (await operator.post("/api/admin/crawl-tasks", json=body)).json()
        shown = (await operator.get(f"/api/admin/crawl-tasks/{task_id}")).json()
        return {name: answer[name] for name in ("ordered", "amended", "unchanged")} | shown

    def counts(shown: dict[str, Any]) -> tuple[int, int, int]:
        return shown["ordered"], shown["amended"], shown["unchanged"]

    first = await amended(priority=1)
    assert counts(first) == (1, 1, 0)
    assert (first["priority"], first["crawlFrequency"], first["scheduledAt"]) == (1, "PT6H", at)
    assert counts(await amended()) == (0, 0, 2)
    assert counts(await amended(priority=1)) == (0, 0, 2)
    other = await amended(kinds=["recipe"], crawlFrequency=None)
    assert (counts(other), other["kinds"], other["crawlFrequency"]) == ((0, 2, 0), ["recipe"], None)
    assert (other["priority"], other["scheduledAt"]) == (1, at)


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
        ({"scheduledAt": "0001-01-01T00:00:00+14:00"}, "scheduledAt"),
        ({"scheduledAt": "9999-12-31T23:59:59-14:00"}, "scheduledAt"),
        ({"colour": "red"}, "colour"),
    ],
)
async def test_an_invalid_order_names_the_field_and_orders_nothing(
    operator: httpx.AsyncClient, change: dict[str, Any], field: str
) -> None:
    body = {"urls": [SHOP], "kinds": ["product"], **change}
    answer = await operator.post("/api/admin/crawl-tasks", json=body)
    assert fields_of(answer)[0] == field
    assert (await operator.get("/api/admin/crawl-tasks")).json()["tasks"] == []


async def test_a_private_page_is_not_ordered_unless_allowed(engine: Engine) -> None:
    async with calling(engine, fetch_allow_private=False) as client:
        body = {"urls": ["http://10.0.0.1/"], "kinds": ["product"]}
        assert fields_of(await client.post("/api/admin/crawl-tasks", json=body)) == ["urls.0"]


async def test_a_private_page_is_found_by_its_url_wherever_it_may_be_fetched(
    operator: httpx.AsyncClient, engine: Engine
) -> None:
    url = "http://10.0.0.1/"
    (task_id,) = await order(operator, url)
    narrow = replace(engine, settings=engine.settings.with_values(fetch_allow_private=False))
    assert (await find_task(narrow, url)).id == task_id


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
async def test_invalid_list_parameters_are_rejected(operator: httpx.AsyncClient, parameters: dict[str, Any]) -> None:
    assert fields_of(await operator.get("/api/admin/crawl-tasks", params=parameters)) == list(parameters)


async def test_tasks_are_paused_resumed_stopped_and_recrawled_by_id_or_by_url(operator: httpx.AsyncClient) -> None:
    (task_id,) = await order(operator, scheduledAt="2030-01-01T00:00:00Z")

    async def act(verb: str, **named: Any) -> dict[str, Any]:
        answer = await operator.post(f"/api/admin/crawl-tasks/{verb}", json=named)
        assert answer.json()["count"] == 1, answer.text
        return (await operator.get(f"/api/admin/crawl-tasks/{task_id}")).json()

    assert (await act("pause", ids=[task_id, 999]))["pausedAt"] is not None
    assert (await act("resume", urls=[SHOP]))["pausedAt"] is None
    assert (await act("recrawl", urls=[f"{SHOP}#top"], ids=[task_id]))["scheduledAt"] < "2030"
    stopped = await act("stop", ids=[task_id])
    assert (stopped["crawlFrequency"], stopped["kinds"], stopped["status"]) == (None, [], "failed")
    assert stopped["nextAt"] is None


async def test_unaffected_and_unknown_tasks_are_named(operator: httpx.AsyncClient) -> None:
    first, second = await order(operator, SHOP, "https://shop.example/pot")
    assert (await operator.post("/api/admin/crawl-tasks/pause", json={"ids": [first]})).json()["count"] == 1
    unknown = "https://unknown.example/"
    body = {"ids": [first, second, 999], "urls": [SHOP, unknown]}
    answer = (await operator.post("/api/admin/crawl-tasks/resume", json=body)).json()
    (left,) = answer.pop("unaffected")
    assert left["id"] == second and answer == {"count": 1, "unknown": [999, unknown]}


async def test_a_requested_page_shows_the_requested_kinds(operator: httpx.AsyncClient, engine: Engine) -> None:
    async with engine.database.transaction() as connection:
        asked = await ask(connection)
    path = f"/api/admin/crawl-tasks/{asked.task_id}"
    shown = (await operator.get(path)).json()
    assert (shown["kinds"], shown["askedKinds"], shown["status"], shown["nextAt"]) == ([], ["recipe"], "queued", None)


async def test_an_attempt_without_a_response_does_not_show_an_earlier_http_status(
    operator: httpx.AsyncClient, engine: Engine
) -> None:
    async with engine.database.transaction() as connection:
        asked = await ask(connection)
        await settle_page(connection, fetch_failed(await claim_page(connection), spent=True))
        await connection.execute("update crawl_tasks set http_status = 200")
    path = f"/api/admin/crawl-tasks/{asked.task_id}"
    assert (await operator.get(path)).json()["httpStatus"] == 404
    async with engine.database.transaction() as connection:
        await connection.execute(
            """
            insert into crawl_attempts (crawl_task_id, started_at, ended_at, outcome, worker)
            values (%s, now(), now(), 'proxy_failed', 'one')
            """,
            (asked.task_id,),
        )
    assert (await operator.get(path)).json()["httpStatus"] is None


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
async def test_an_action_without_valid_targets_is_rejected(
    operator: httpx.AsyncClient, verb: str, body: dict[str, Any], field: str
) -> None:
    assert fields_of(await operator.post(f"/api/admin/crawl-tasks/{verb}", json=body)) == [field]


async def test_attempts_and_errors_of_a_task_are_listed(operator: httpx.AsyncClient, engine: Engine) -> None:
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


def test_an_order_recurs_by_default() -> None:
    assert CrawlTaskOrder(()).frequency is not None and Settings().recrawl.max_retries == CrawlTaskOrder(()).retries
