"""Domains over HTTP: added before their first page, with defaults for their pages, and deleted without pages."""

import asyncio
from typing import Any

import httpx
import pytest
from tests.contract.operators.conftest import SHOP, fields_of, order
from tests.integration.helpers import OPERATOR, page, until_blocked

from garner import observe
from garner.core.record import Kind
from garner.engine import Engine
from garner.engine.operating import operating
from garner.errors import Conflict
from garner.store.crawl import domains, schedule
from garner.store.crawl.schedule import CrawlTaskOrder

PATH = "/api/admin/domains"


async def add(client: httpx.AsyncClient, **fields: Any) -> httpx.Response:
    return await client.post(PATH, json={"domainName": "shop.example", **fields})


async def test_a_domain_is_added_with_its_settings(operator: httpx.AsyncClient, events: list[observe.Event]) -> None:
    added = await add(
        operator,
        baseUrl="http://www.shop.example/start",
        crawlDelaySeconds=0.5,
        maxConcurrentRequests=2,
        isActive=False,
        notes="Ask Ana.",
    )
    assert added.status_code == 201, added.text
    shown = added.json()
    assert (shown["domain"], shown["baseUrl"]) == ("shop.example", "http://www.shop.example")
    assert (shown["crawlDelaySeconds"], shown["maxConcurrentRequests"]) == (0.5, 2)
    assert (shown["isActive"], shown["notes"], shown["defaultPriority"]) == (False, "Ask Ana.", None)
    assert (await operator.get(f"{PATH}/shop.example")).json() == shown
    assert [event.verb for event in events if isinstance(event, observe.Operated)] == ["add_domain"]


async def test_a_domain_needs_only_its_name(operator: httpx.AsyncClient) -> None:
    shown = (await operator.post(PATH, json={"domainName": "Shop.example"})).json()
    assert (shown["domain"], shown["baseUrl"], shown["isActive"]) == ("shop.example", "https://shop.example", True)
    assert (shown["crawlDelaySeconds"], shown["maxConcurrentRequests"], shown["notes"]) == (None, None, None)


async def test_a_known_domain_is_not_added_again(operator: httpx.AsyncClient) -> None:
    await order(operator)
    again = await add(operator, crawlDelaySeconds=9)
    assert (again.status_code, again.json()["code"]) == (409, "conflict")
    assert (await operator.get(f"{PATH}/shop.example")).json()["crawlDelaySeconds"] is None


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"domainName": "no site"}, "domainName"),
        ({"domainName": ""}, "domainName"),
        ({"domainName": None}, "domainName"),
        ({"domainName": "x" * 256}, "domainName"),
        ({"baseUrl": "https://other.example"}, "baseUrl"),
        ({"baseUrl": "nonsense//"}, "baseUrl"),
        ({"defaultPriority": 0}, "defaultPriority"),
        ({"defaultPriority": 11}, "defaultPriority"),
        ({"defaultFrequency": 1}, "defaultFrequency"),
        ({"defaultFrequency": "P9999D"}, "defaultFrequency"),
        ({"notes": "x" * 2001}, "notes"),
        ({"paused": True}, "paused"),
    ],
)
async def test_an_invalid_domain_names_the_field(
    operator: httpx.AsyncClient, fields: dict[str, Any], field: str
) -> None:
    assert fields_of(await add(operator, **fields)) == [field]
    assert (await operator.get(PATH)).json()["domains"] == []


# Defaults of its pages ---------------------------------------------------------------------------------------


async def shown_task(client: httpx.AsyncClient, *urls: str, **fields: Any) -> tuple[int, str | None]:
    task_id = (await order(client, *urls, **fields))[0]
    shown = (await client.get(f"/api/admin/crawl-tasks/{task_id}")).json()
    return shown["priority"], shown["crawlFrequency"]


async def test_an_order_that_names_neither_takes_the_defaults_of_its_domain(operator: httpx.AsyncClient) -> None:
    changes = {"defaultPriority": 2, "defaultFrequency": "PT6H"}
    changed = (await operator.patch(f"{PATH}/shop.example", json=changes)).json()
    assert (changed["defaultPriority"], changed["defaultFrequency"]) == (2, "PT6H")
    assert await shown_task(operator) == (2, "PT6H")
    assert await shown_task(operator, "https://shop.example/1", priority=7) == (7, "PT6H")
    assert await shown_task(operator, "https://shop.example/2", crawlFrequency=None) == (2, None)
    assert await shown_task(operator, "https://other.example/") == (5, "P1D")
    both = {"priority": 5, "crawlFrequency": "P1D"}
    assert await shown_task(operator, "https://shop.example/3", **both) == (5, "P1D")


async def test_defaults_do_not_change_pages_that_are_ordered(operator: httpx.AsyncClient) -> None:
    await order(operator, priority=7)
    await operator.patch(f"{PATH}/shop.example", json={"defaultPriority": 2, "defaultFrequency": "PT6H"})
    assert await shown_task(operator) == (7, "P1D")


async def test_a_page_that_is_ordered_again_after_a_stop_takes_the_defaults(operator: httpx.AsyncClient) -> None:
    ids = await order(operator)
    await operator.post("/api/admin/crawl-tasks/stop", json={"ids": ids})
    await operator.patch(f"{PATH}/shop.example", json={"defaultPriority": 2, "defaultFrequency": "PT6H"})
    assert await shown_task(operator) == (2, "PT6H")


async def test_defaults_are_removed_by_null(operator: httpx.AsyncClient) -> None:
    await add(operator, defaultPriority=2, defaultFrequency=3600, notes="One an hour.")
    assert await shown_task(operator, SHOP) == (2, "PT1H")
    cleared = {"defaultPriority": None, "defaultFrequency": None, "notes": None}
    changed = (await operator.patch(f"{PATH}/shop.example", json=cleared)).json()
    assert {name: changed[name] for name in cleared} == cleared
    assert await shown_task(operator, "https://shop.example/new") == (5, "P1D")


# Deletion ----------------------------------------------------------------------------------------------------


async def test_a_domain_without_pages_is_deleted(operator: httpx.AsyncClient) -> None:
    await add(operator)
    assert (await operator.delete(f"{PATH}/www.shop.example")).status_code == 204
    assert (await operator.get(f"{PATH}/shop.example")).status_code == 404
    assert (await operator.delete(f"{PATH}/shop.example")).status_code == 404
    assert (await add(operator)).status_code == 201


async def test_a_domain_with_pages_is_kept(operator: httpx.AsyncClient) -> None:
    ids = await order(operator)
    await operator.post("/api/admin/crawl-tasks/stop", json={"ids": ids})
    refused = await operator.delete(f"{PATH}/shop.example")
    assert (refused.status_code, refused.json()["code"]) == (409, "conflict")
    assert (await operator.get(f"{PATH}/shop.example")).status_code == 200


async def test_a_domain_where_a_redirected_page_waits_is_kept(operator: httpx.AsyncClient, engine: Engine) -> None:
    """Its lane, and with it the work of that page, would be deleted too."""
    await order(operator, "https://old.example/")
    await add(operator)
    async with engine.database.transaction() as connection:
        await connection.execute(
            """
            insert into work (stage, task_id, lane_id, rank)
            select 'crawl', t.id, l.id, now() from crawl_tasks t, lanes l join domains d on d.id = l.domain_id
            where d.domain_name = 'shop.example'
            """
        )
    assert (await operator.delete(f"{PATH}/shop.example")).status_code == 409


async def test_a_deletion_waits_for_a_page_that_is_being_added(operator: httpx.AsyncClient, engine: Engine) -> None:
    await add(operator)
    async with engine.database.transaction() as connection:
        await schedule.order(connection, [page(SHOP)], CrawlTaskOrder((Kind.PRODUCT,)))
        deletion = asyncio.create_task(operator.delete(f"{PATH}/shop.example"))
        await until_blocked(engine.database)
    assert (await deletion).status_code == 409


async def test_a_page_that_waits_for_the_deletion_of_its_domain_creates_it_again(
    operator: httpx.AsyncClient, engine: Engine
) -> None:
    await add(operator)
    async with engine.database.transaction() as connection:
        assert await domains.remove(connection, "shop.example")
        ordering = asyncio.create_task(order(operator))
        await until_blocked(engine.database)
    (task_id,) = await ordering
    assert (await operator.get(f"/api/admin/crawl-tasks/{task_id}")).json()["domain"] == "shop.example"


async def test_a_page_that_a_user_requests_during_the_deletion_of_its_domain_creates_it_again(
    operator: httpx.AsyncClient, engine: Engine
) -> None:
    await add(operator)
    async with engine.database.transaction() as connection:
        assert await domains.remove(connection, "shop.example")
        asking = asyncio.create_task(operator.post("/parse-requests", json={"url": SHOP, "kind": "product"}))
        await until_blocked(engine.database)
    assert (await asking).status_code == 202
    assert (await operator.get(f"{PATH}/shop.example")).json()["waiting"] == 1


async def test_a_refused_deletion_is_no_entry_of_the_audit_log(operator: httpx.AsyncClient, engine: Engine) -> None:
    await order(operator)
    with pytest.raises(Conflict):
        await operating.remove_domain(engine, "shop.example", by=OPERATOR)
    entries = (await operator.get("/api/admin/audit", params={"action": "domain.remove"})).json()["entries"]
    assert entries == []
