"""Helpers for webhook tests: create webhooks, end jobs, run the due calls."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx

from garner.fetch import Caller
from garner.runtime.duties.webhooks import MAX_AT_ONCE, WebhookCalls

from .conftest import Garner

WEBHOOKS = "/api/webhooks"
ENDED = """
    insert into job_items (id, origin, user_id, kind, url, status, error_code, last_error, completed_at)
    select gen_random_uuid(), 'mailbox', user_id, 'recipe', 'https://example.com/' || n, 'ERROR', 'server_error',
           'It failed.', now()
    from users, generate_series(1, %s) n where email = 'ana@example.com'
"""
DUE = """
    with awake as (update webhooks set rests_until = null)
    update webhook_deliveries set next_at = now() where next_at is not null
"""


@asynccontextmanager
async def calling(garner: Garner, seconds: float = 0.5, **options: Any) -> AsyncIterator[WebhookCalls]:
    options = {"allow_private": True, "concurrency": MAX_AT_ONCE} | options
    caller = Caller(timeout_seconds=seconds, user_agent="Garner-test", **options)
    async with caller, WebhookCalls(garner.engine, caller) as calls:
        yield calls


async def call(garner: Garner, seconds: float = 0.5, **options: Any) -> int:
    async with calling(garner, seconds, **options) as calls:
        return await calls.run_once()


async def add(person: httpx.AsyncClient, url: str) -> dict[str, Any]:
    answer = await person.post(WEBHOOKS, json={"url": url})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


async def listed(person: httpx.AsyncClient) -> list[dict[str, Any]]:
    return list((await person.get(WEBHOOKS)).json()["webhooks"])


async def deliveries(person: httpx.AsyncClient, webhook: dict[str, Any], **query: Any) -> list[dict[str, Any]]:
    answer = await person.get(f"{WEBHOOKS}/{webhook['id']}/deliveries", params=query)
    assert answer.status_code == 200, answer.text
    return list(answer.json()["deliveries"])
