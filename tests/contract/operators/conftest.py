"""Operators of Garner over HTTP."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from garner import observe
from garner.api.app import create_app
from garner.engine import Engine
from garner.wiring.server import make_services

TOKEN = "a-token-of-at-least-sixteen"
HERE = ("127.0.0.1", 50000)
LOCAL = "http://127.0.0.1:8000"
SHOP = "https://shop.example/pan"


@asynccontextmanager
async def calling(
    engine: Engine, peer: tuple[str, int] = HERE, base_url: str = LOCAL, **settings: Any
) -> AsyncIterator[httpx.AsyncClient]:
    changed = Engine(engine.settings.with_values(**settings), engine.database, engine.blobs, wake=lambda stage: None)
    transport = httpx.ASGITransport(create_app(make_services(changed)), client=peer)
    async with httpx.AsyncClient(transport=transport, base_url=base_url) as client:
        yield client


@pytest.fixture
async def operator(engine: Engine) -> AsyncIterator[httpx.AsyncClient]:
    async with calling(engine, secret_key="a passphrase of these tests") as client:
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
