"""Errors grouped by cause, domain and hour."""

import httpx
import pytest
from tests.contract.operators.conftest import fields_of, order

from garner.engine import Engine
from garner.store.tasks import task_views

PATH = "/api/admin/error-logs/groups"
PAN, POT, CAKE = "https://shop.example/pan", "https://shop.example/pot", "https://kitchen.example/cake"
NOON = "2026-03-01T12:00:00Z"


@pytest.fixture
async def logged(operator: httpx.AsyncClient, engine: Engine) -> None:
    """Five errors around noon, and one of a minute ago."""
    for url in (PAN, POT, CAKE):
        await order(operator, url)
    async with engine.database.transaction() as connection:
        await connection.execute(
            """
            insert into error_logs (crawl_task_id, error_type, error_code, error_message, occurred_at)
            select t.id, e.type, e.code, e.message, coalesce(e.at::timestamptz, now() - interval '1 minute')
            from (values (%(pan)s, 'http', 'server_error', 'old', '2026-03-01T12:00:00Z'),
                         (%(pot)s, 'http', 'server_error', 'new', '2026-03-01T12:59:59Z'),
                         (%(pan)s, 'http', 'server_error', 'middle', '2026-03-01T12:30:00Z'),
                         (%(cake)s, 'http', 'server_error', 'elsewhere', '2026-03-01T12:30:00Z'),
                         (%(pan)s, 'parse', null, 'later', '2026-03-01T13:00:00Z'),
                         (%(pan)s, 'network', 'fetch_timeout', 'today', null)) e (url, type, code, message, at)
            join crawl_tasks t on t.url = e.url order by e.at
            """,
            {"pan": PAN, "pot": POT, "cake": CAKE},
        )


async def groups(client: httpx.AsyncClient, **query: object) -> list[tuple[object, ...]]:
    answer = await client.get(PATH, params={"since": "2026-01-01T00:00:00Z", "until": "2026-04-01T00:00:00Z", **query})
    assert answer.status_code == 200, answer.text
    assert answer.json()["countedFrom"] is None
    return [
        (group["cause"], group["domain"], group["hour"], group["errors"], group["pages"], group["example"])
        for group in answer.json()["groups"]
    ]


LATER = ("parse", "shop.example", "2026-03-01T13:00:00Z", 1, 1, "later")
SHOP = ("server_error", "shop.example", NOON, 3, 2, "new")
KITCHEN = ("server_error", "kitchen.example", NOON, 1, 1, "elsewhere")


@pytest.mark.usefixtures("logged")
async def test_errors_are_grouped_by_cause_domain_and_hour(operator: httpx.AsyncClient) -> None:
    assert await groups(operator) == [LATER, SHOP, KITCHEN]


@pytest.mark.usefixtures("logged")
async def test_groups_are_filtered(operator: httpx.AsyncClient) -> None:
    assert await groups(operator, domain="KITCHEN.example") == [KITCHEN]
    assert await groups(operator, errorType="parse") == [LATER]
    assert await groups(operator, cause="server_error") == [SHOP, KITCHEN]
    assert await groups(operator, until="2026-03-01T13:00:00Z") == [SHOP, KITCHEN]
    assert await groups(operator, limit=1) == [LATER]
    assert await groups(operator, domain="unknown.example") == []


@pytest.mark.usefixtures("logged")
async def test_without_a_time_the_last_day_is_grouped(operator: httpx.AsyncClient) -> None:
    listed = (await operator.get(PATH)).json()
    assert [(group["cause"], group["errors"]) for group in listed["groups"]] == [("fetch_timeout", 1)]


@pytest.mark.usefixtures("logged")
async def test_counting_is_bounded_and_says_so(operator: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task_views, "MAX_GROUPED", 2)
    query = {"since": "2026-01-01T00:00:00Z", "until": "2026-04-01T00:00:00Z"}
    listed = (await operator.get(PATH, params=query)).json()
    assert listed["countedFrom"] == "2026-03-01T12:59:59Z"
    assert sum(group["errors"] for group in listed["groups"]) == 2
    nothing = (await operator.get(PATH, params={**query, "domain": "unknown.example"})).json()
    assert (nothing["groups"], nothing["countedFrom"]) == ([], "2026-03-01T12:59:59Z")


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"since": "yesterday"}, "since"),
        ({"until": "2026-01-01T00:00:00"}, "until"),
        ({"since": NOON, "until": NOON}, "until"),
        ({"errorType": "odd"}, "errorType"),
        ({"domain": "no site"}, "domain"),
        ({"cause": "x" * 65}, "cause"),
        ({"cause": "\0"}, "cause"),
        ({"limit": 501}, "limit"),
    ],
)
async def test_invalid_parameters_are_named(operator: httpx.AsyncClient, query: dict[str, str], field: str) -> None:
    assert fields_of(await operator.get(PATH, params=query)) == [field]


async def test_errors_of_a_time_are_read_by_an_index(engine: Engine) -> None:
    async with engine.database.transaction() as connection:
        await connection.execute("set local enable_seqscan = off")
        parameters = dict.fromkeys(("since", "until", "domain", "type", "cause")) | {"limit": 100, "most": 100_000}
        cursor = await connection.execute(f"explain {task_views.GROUP_ERRORS}", parameters)
        plan = [str(row["QUERY PLAN"]).strip() for row in await cursor.fetchall()]
    limit, scan = plan[plan.index("CTE counted") + 1 :][:2]
    assert "Limit" in limit and "Index Scan Backward using idx_error_logs_occurred_at" in scan
