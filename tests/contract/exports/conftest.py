"""Jobs whose rows have ended in every state, and users who download them."""

import io
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from typing import Any
from uuid import UUID

import httpx
import openpyxl
import pytest
from psycopg.types.json import Jsonb
from tests.services import HasServices
from uuid_utils.compat import uuid7

from garner.api.app import create_app
from garner.engine import Engine
from garner.engine.people.accounts import Identity, sign_in
from garner.store.people.users import User

ENDED = ("DONE", "NOT_FOUND", "ERROR", "SKIPPED", "CANCELED")


class Jobs(HasServices):
    """Results of uploads, written as the pipeline writes them."""

    def __init__(self, engine: Engine, stack: AsyncExitStack) -> None:
        self.engine, self._stack = engine, stack

    async def signed_in(self, email: str) -> tuple[User, str]:
        signed = await sign_in(self.engine, Identity(email))
        return signed.user, signed.token

    async def person(self, email: str) -> httpx.AsyncClient:
        _, token = await self.signed_in(email)
        transport = httpx.ASGITransport(create_app(self.services))
        headers = {"Authorization": f"Bearer {token}"}
        return await self._stack.enter_async_context(
            httpx.AsyncClient(transport=transport, base_url="http://garner", headers=headers, timeout=60)
        )

    async def execute(self, statement: str, *parameters: Any) -> list[dict[str, Any]]:
        async with self.engine.database.connection() as connection:
            cursor = await connection.execute(statement, parameters)
            return await cursor.fetchall() if cursor.description else []

    async def job(
        self,
        email: str,
        rows: Sequence[dict[str, Any]],
        *,
        kind: str = "product",
        columns: Sequence[str] = (),
        file_name: str | None = "products.csv",
    ) -> int:
        user, _ = await self.signed_in(email)
        file_id = None
        if file_name is not None:
            (file,) = await self.execute(
                """
                insert into files (user_id, name, size_bytes, content_hash, path) values (%s, %s, 1, %s, 'x')
                returning id
                """,
                *(user.user_id, file_name, "0" * 64),
            )
            file_id = file["id"]
        (job,) = await self.execute(
            """
            insert into jobs (job_type, kind, user_id, file_id, options) values ('table', %s, %s, %s, %s)
            returning id
            """,
            *(kind, user.user_id, file_id, Jsonb({"columns": list(columns)})),
        )
        for number, row in enumerate(rows, 1):
            await self.add(job["id"], number, kind=row.pop("kind", kind), **row)
        return int(job["id"])

    async def add(
        self,
        job_id: int,
        number: int,
        *,
        status: str = "DONE",
        kind: str | None = None,
        given: Any = None,
        result: Any = None,
        url: str | None = None,
        unchanged: bool = False,
        code: str | None = None,
        message: str | None = None,
        attempts: int = 1,
    ) -> UUID:
        item = uuid7()
        await self.execute(
            """
            insert into job_items (id, job_id, row_no, origin, kind, status, attempts, input_json, result_json, url,
                                   unchanged, error_code, last_error, completed_at)
            values (%s, %s, %s, 'batch', %s, %s, %s, %s, %s, %s, %s, %s, %s, case when %s then now() end)
            """,
            *(item, job_id, number, kind, status, attempts, _json(given), _json(result), url),
            *(unchanged, code, message, status in ENDED),
        )
        return item

    async def many(self, email: str, count: int, text: str = "Red lentils, organic") -> int:
        """Create a job with that many rows in one statement."""
        job_id = await self.job(email, [], columns=["Name", "EAN"])
        await self.execute(
            """
            insert into job_items (id, job_id, row_no, origin, kind, status, attempts, input_json, result_json, url,
                                   error_code, completed_at)
            select gen_random_uuid(), %s, n, 'batch', 'product', s.status, 1,
                   jsonb_build_object('Name', 'Row ' || n, 'EAN', lpad(n::text, 13, '0')),
                   case when s.status = 'DONE' then jsonb_build_object(
                       'kind', 'product', 'url', 'https://shop.example/' || n, 'name', %s || ' ' || n,
                       'price', '10.50', 'rating', 4.5, 'review_count', n, 'images', jsonb_build_array(
                           jsonb_build_object('url', 'https://shop.example/' || n || '.jpg', 'position', 0))) end,
                   'https://shop.example/' || n, case when s.status = 'ERROR' then 'fetch_timeout' end, now()
            from generate_series(1, %s) n
            cross join lateral (select case when n %% 100 = 0 then 'ERROR' else 'DONE' end as status) s
            """,
            *(job_id, text, count),
        )
        return job_id


def _json(value: Any) -> Jsonb | None:
    return None if value is None else Jsonb(value)


def table(book: bytes) -> list[dict[str, Any]]:
    """The rows of a workbook by their headers."""
    rows = openpyxl.load_workbook(io.BytesIO(book), read_only=True).active.iter_rows(values_only=True)
    headers = next(rows)
    return [dict(zip(headers, row, strict=True)) for row in rows]


@pytest.fixture
async def jobs(engine: Engine) -> AsyncIterator[Jobs]:
    async with AsyncExitStack() as stack:
        yield Jobs(engine, stack)


@pytest.fixture
async def ana(jobs: Jobs) -> httpx.AsyncClient:
    return await jobs.person("ana@example.com")
