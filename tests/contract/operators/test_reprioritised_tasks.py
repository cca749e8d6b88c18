"""The priority of many crawl tasks changed at once."""

from typing import Any

import httpx
import pytest
from tests.contract.operators.conftest import fields_of, order

from garner.engine import Engine
from garner.postgres.database import Row
from garner.store.crawl import priorities

PATH = "/api/admin/crawl-tasks/reprioritise"
SALE = [f"https://shop.example/sale/{number}" for number in range(3)]
REST = ["https://shop.example/pan", "https://kitchen.example/sale/1"]


async def reprioritise(client: httpx.AsyncClient, priority: int = 1, **conditions: Any) -> int:
    answer = await client.post(PATH, json={"filter": conditions, "priority": priority})
    assert answer.status_code == 200, answer.text
    assert set(answer.json()) == {"count"}
    return answer.json()["count"]


async def tasks(engine: Engine, columns: str = "url, priority") -> list[Row]:
    async with engine.database.connection() as connection:
        return await (await connection.execute(f"select {columns} from crawl_tasks order by id")).fetchall()


async def raised(engine: Engine) -> list[str]:
    return sorted(task["url"] for task in await tasks(engine) if task["priority"] == 1)


async def test_tasks_are_chosen_by_conditions_that_all_hold(operator: httpx.AsyncClient, engine: Engine) -> None:
    ids = await order(operator, *SALE, *REST)
    assert await reprioritise(operator, domain="shop.example", urlPattern="*/sale/*") == 3
    assert await raised(engine) == SALE
    assert await reprioritise(operator, domain="SHOP.example", urlPattern="*/sale/*") == 0  # nothing changes
    assert await reprioritise(operator, 5, ids=ids) == 3
    assert await reprioritise(operator, status="failed") == 0
    assert await reprioritise(operator, ids=[ids[0], 2**62], status="pending") == 1
    assert len(await raised(engine)) == 1
    assert await reprioritise(operator, urlPattern="*") == 4


@pytest.mark.parametrize("pattern", ["%", "_ttps*", "*sale", "HTTPS*", "\\*", "https://shop.example/sal_/*"])
async def test_only_asterisks_are_special_in_a_pattern(operator: httpx.AsyncClient, pattern: str) -> None:
    await order(operator, *SALE)
    assert await reprioritise(operator, urlPattern=pattern) == 0


async def test_many_tasks_are_changed_in_windows(
    operator: httpx.AsyncClient, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(priorities, "WINDOW", 2)
    await order(operator, *SALE, *REST)
    assert await reprioritise(operator, urlPattern="*/sale/*") == 4
    entries = (await operator.get("/api/admin/audit", params={"action": "crawl_task.reprioritise"})).json()["entries"]
    assert [entry["after"] for entry in entries] == [{"filter": {"urlPattern": "*/sale/*"}, "priority": 1, "count": 4}]
    assert await raised(engine) == [REST[1], *SALE]


async def test_pages_of_the_backlog_move_by_the_difference(operator: httpx.AsyncClient, engine: Engine) -> None:
    await order(operator, *SALE)
    async with engine.database.transaction() as connection:
        await connection.execute("update crawl_tasks set rank = '2026-03-01T12:00:00Z' where url <> %s", (SALE[0],))
    await reprioritise(operator, 7, domain="shop.example")
    moved = "extract(epoch from rank - '2026-03-01T12:00:00Z')::int / 60 as minutes"
    assert sorted(str(task["minutes"]) for task in await tasks(engine, moved)) == ["20", "20", "None"]


async def test_pages_in_the_queue_only_move_forward(operator: httpx.AsyncClient, engine: Engine) -> None:
    first, second, _ = await order(operator, *SALE)
    async with engine.database.transaction() as connection:
        await connection.execute(
            """
            insert into work (stage, task_id, lane_id, priority, rank)
            select 'crawl', t.id, l.id, 5, work_rank(now(), 5)
            from crawl_tasks t join lanes l on l.domain_id = t.domain_id where t.id = any(%s)
            """,
            ([first, second],),
        )
    await reprioritise(operator, 2, ids=[first])
    await reprioritise(operator, 9, ids=[second])
    async with engine.database.connection() as connection:
        cursor = await connection.execute(
            "select priority, rank = work_rank(due_at, priority) as ranked from work order by task_id"
        )
        assert [(row["priority"], row["ranked"]) for row in await cursor.fetchall()] == [(2, True), (5, True)]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"priority": 1}, "filter"),
        ({"filter": {}, "priority": 1}, "filter"),
        ({"filter": {"domain": None}, "priority": 1}, "filter"),
        ({"filter": {"domain": "shop.example"}}, "priority"),
        ({"filter": {"domain": "shop.example"}, "priority": 0}, "priority"),
        ({"filter": {"domain": "shop.example"}, "priority": 11}, "priority"),
        ({"filter": {"domain": "shop.example"}, "priority": "1"}, "priority"),
        ({"filter": {"domain": "no site"}, "priority": 1}, "filter.domain"),
        ({"filter": {"status": "odd"}, "priority": 1}, "filter.status"),
        ({"filter": {"ids": []}, "priority": 1}, "filter.ids"),
        ({"filter": {"ids": ["1"]}, "priority": 1}, "filter.ids.0"),
        ({"filter": {"urlPattern": "\0"}, "priority": 1}, "filter.urlPattern"),
        ({"filter": {"urlPattern": "x" * 501}, "priority": 1}, "filter.urlPattern"),
        ({"filter": {"colour": "red"}, "priority": 1}, "filter.colour"),
    ],
)
async def test_an_invalid_order_names_the_field(operator: httpx.AsyncClient, body: Any, field: str) -> None:
    assert fields_of(await operator.post(PATH, json=body)) == [field]


async def test_an_unknown_domain_is_not_found(operator: httpx.AsyncClient) -> None:
    answer = await operator.post(PATH, json={"filter": {"domain": "unknown.example"}, "priority": 1})
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
