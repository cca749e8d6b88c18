"""Users that send files: the API over a real engine, signed-in users, and the database."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any
from uuid import uuid4

import httpx
import pytest
from fastapi import FastAPI
from tests.services import HasServices

from garner.api.app import create_app
from garner.engine import Engine
from garner.engine.people.accounts import Identity, sign_in
from garner.runtime.ingest.ingester import Ingester
from garner.store.jobs import jobs

JOBS = "/api/jobs"
File = tuple[str, bytes | str]


class Team(HasServices):
    """Users of one server, and its database."""

    def __init__(self, engine: Engine, stack: AsyncExitStack) -> None:
        self.engine, self._stack = engine, stack

    async def person(self, email: str, app: FastAPI | None = None) -> "Sending":
        signed_in = await sign_in(self.engine, Identity(email))
        return Sending(await self._client(app, Authorization=f"Bearer {signed_in.token}"))

    async def guest(self) -> "Sending":
        return Sending(await self._client())

    async def _client(self, app: FastAPI | None = None, **headers: str) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(app or create_app(self.services), client=("203.0.113.7", 1))
        client = httpx.AsyncClient(transport=transport, base_url="http://garner", headers=headers)
        return await self._stack.enter_async_context(client)

    def ingester(self) -> Ingester:
        """A reader of files."""
        return Ingester(self.engine, f"reader-{uuid4().hex[:8]}")

    def reset(self, **changes: Any) -> None:
        """Change settings for clients that are opened later."""
        self.engine = replace(self.engine, settings=self.engine.settings.with_values(**changes))

    async def execute(self, statement: str, *parameters: Any) -> list[dict[str, Any]]:
        async with self.engine.database.connection() as connection:
            cursor = await connection.execute(statement, parameters)
            return await cursor.fetchall() if cursor.description else []

    async def items(self, job_id: int) -> list[dict[str, Any]]:
        return await self.execute("select * from job_items where job_id = %s order by row_no", job_id)

    async def job(self, job_id: int) -> dict[str, Any]:
        (row,) = await self.execute("select * from jobs where id = %s", job_id)
        return row

    async def counts(self, job_id: int) -> dict[str, Any]:
        async with self.engine.database.connection() as connection:
            found = await jobs.counts(connection, job_id)
        assert found is not None
        return found

    async def fold(self) -> None:
        async with self.engine.database.transaction() as connection:
            await jobs.fold(connection)


class Sending:
    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client

    async def upload(self, *files: File, headers: Mapping[str, str] | None = None, **fields: str) -> httpx.Response:
        parts: Sequence[Any] = [("file", (name, body)) for name, body in files]
        return await self.client.post(JOBS, files=parts, data=fields, headers=dict(headers or {}))

    async def job(self, *files: File, **fields: str) -> int:
        """Upload files and return the id of the job, with every row stored."""
        answer = await self.upload(*files, **fields)
        assert answer.status_code == 201, answer.text
        return int(answer.json()["jobId"])


@pytest.fixture
async def team(engine: Engine) -> AsyncIterator[Team]:
    async with AsyncExitStack() as stack:
        yield Team(engine, stack)


@pytest.fixture
async def ana(team: Team) -> Sending:
    return await team.person("ana@example.com")


@pytest.fixture
async def ben(team: Team) -> Sending:
    return await team.person("ben@example.com")
