"""Queue statistics over HTTP: the numbers that operators watch."""

import httpx
from tests.contract.operators.conftest import TOKEN, calling, order

from garner.engine import Engine


async def test_an_unused_server_has_zero_counts(operator: httpx.AsyncClient) -> None:
    shown = (await operator.get("/api/admin/standing")).json()
    counts = ("openBreakers", "throttledLanes", "backlog", "deadLetters", "parserAlerts")
    assert [shown[name] for name in counts] == [0] * 5
    assert shown["oldestDueAt"] is None
    assert {"stage": "crawl", "waiting": 0, "leased": 0} in shown["work"]


async def test_open_breakers_and_waiting_work_are_counted(operator: httpx.AsyncClient, engine: Engine) -> None:
    await order(operator)
    async with engine.database.transaction() as connection:
        await connection.execute("update lanes set opened_at = now(), open_until = now()")
        await connection.execute(
            """
            insert into work (stage, task_id, lane_id, rank, due_at)
            select 'crawl', t.id, l.id, now(), now() - interval '1 hour'
            from crawl_tasks t join lanes l on l.domain_id = t.domain_id
            on conflict (task_id) where task_id is not null do update set due_at = excluded.due_at
            """
        )
    shown = (await operator.get("/api/admin/standing")).json()
    assert shown["openBreakers"] == 1 and shown["oldestDueAt"] is not None
    assert {"stage": "crawl", "waiting": 1, "leased": 0} in shown["work"]


async def test_the_statistics_require_the_operator_token(engine: Engine) -> None:
    async with calling(engine, admin_token=TOKEN) as client:
        assert (await client.get("/api/admin/standing")).status_code == 401
