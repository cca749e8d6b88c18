"""Users that sign in with a test issuer, and an API that is called from an address of the test's choice."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any

import httpx
import pytest
from tests.services import HasServices

from garner.api.app import create_app
from garner.engine import Engine

from .issuer import CLIENT, Issuer

HERE = ("127.0.0.1", 50000)
ELSEWHERE = ("203.0.113.7", 50000)
LOCAL = "http://localhost:8000"


class Api(HasServices):
    """The API under settings of a test's choice."""

    def __init__(self, engine: Engine, stack: AsyncExitStack) -> None:
        self.engine, self._stack = engine, stack

    def set(self, **settings: Any) -> None:
        self.engine = replace(self.engine, settings=self.engine.settings.with_values(**settings))

    async def caller(
        self, peer: tuple[str, int] = HERE, base_url: str = LOCAL, token: str | None = None, **headers: str
    ) -> httpx.AsyncClient:
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        transport = httpx.ASGITransport(create_app(self.services), client=peer)
        client = httpx.AsyncClient(transport=transport, base_url=base_url, headers=headers)
        return await self._stack.enter_async_context(client)

    async def signed_in(self, email: str) -> dict[str, Any]:
        answer = await (await self.caller()).post("/auth/local", json={"email": email})
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    async def person(self, email: str, **where: Any) -> httpx.AsyncClient:
        return await self.caller(token=(await self.signed_in(email))["access_token"], **where)

    async def execute(self, statement: str, *parameters: Any) -> list[dict[str, Any]]:
        async with self.engine.database.connection() as connection:
            cursor = await connection.execute(statement, parameters)
            return await cursor.fetchall() if cursor.description else []


@pytest.fixture
async def api(engine: Engine) -> AsyncIterator[Api]:
    async with AsyncExitStack() as stack:
        yield Api(engine, stack)


@pytest.fixture
async def issuer() -> AsyncIterator[Issuer]:
    async with Issuer() as running:
        yield running


@pytest.fixture
def google(api: Api, issuer: Issuer) -> Api:
    api.set(google_client_id=CLIENT, google_certs_url=issuer.url)
    return api
