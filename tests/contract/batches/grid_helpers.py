"""Jobs with rows in every state, for tests of the views."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import orjson
from psycopg.types.json import Jsonb
from tests.services import HasServices

from garner.api.app import create_app
from garner.cli.serving.serve import HttpServer, server_config
from garner.core.accounts.identity import Identity
from garner.engine import Engine
from garner.engine.people.accounts import sign_in
from garner.runtime.services import Services
from garner.store.jobs import jobs

MOMENT = "2026-03-01T12:00:00Z"


class Batches(HasServices):
    """The API over a real engine, signed-in users, and the database."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._clients: list[httpx.AsyncClient] = []

    async def person(self, email: str) -> httpx.AsyncClient:
        token = (await sign_in(self.engine, Identity(email))).token
        transport = httpx.ASGITransport(create_app(self.services), client=("203.0.113.7", 1))
        client = httpx.AsyncClient(
            transport=transport, base_url="http://garner", headers={"Authorization": f"Bearer {token}"}
        )
        self._clients.append(client)
        return client

    async def close(self) -> None:
        for client in self._clients:
            await client.aclose()

    async def execute(self, statement: str, **parameters: Any) -> list[dict[str, Any]]:
        async with self.engine.database.connection() as connection:
            cursor = await connection.execute(statement, parameters)
            return await cursor.fetchall() if cursor.description else []

    async def add_job(self, owner: str = "ana@example.com", *, ingested: bool = True, **columns: Any) -> int:
        said = {"job_type": "table", "kind": "product", **columns}
        rows = await self.execute(
            f"""
            insert into jobs (user_id, ingested_at, {", ".join(said)})
            select user_id, case when %(in)s then now() end, {", ".join(f"%({name})s" for name in said)}
            from users where email = %(owner)s returning id
            """,
            owner=owner,
            **{"in": ingested},
            **said,
        )
        return int(rows[0]["id"])

    async def add_rows(self, job_id: int, status: str, count: int = 1, **columns: Any) -> list[str]:
        """Append rows, all with one timestamp unless given, and update the counters."""
        said = {"normalized_json": Jsonb({"title": "Pan", "brand": "Hearth", "sku": "P-26"}), **columns}
        async with self.engine.database.transaction() as connection:
            cursor = await connection.execute(
                f"""
                insert into job_items (id, job_id, row_no, origin, user_id, job_type, status, completed_at,
                                       {", ".join(said)})
                select uuidv7(), j.id, coalesce((select max(row_no) from job_items where job_id = j.id), 0) + n,
                       'batch', j.user_id, j.job_type, %(status)s::text,
                       case when %(status)s::text not in ('PENDING', 'PROCESSING') then now() end,
                       {", ".join(f"%({name})s" for name in said)}
                from jobs j, generate_series(1, %(count)s) n where j.id = %(job)s returning id
                """,
                {"job": job_id, "status": status, "count": count, **said},
            )
            added = [str(row["id"]) for row in await cursor.fetchall()]
            await connection.execute(
                f"insert into job_deltas (job_id, total, {status}) values (%(job)s, %(count)s, %(count)s)",
                {"job": job_id, "count": count},
            )
        return added

    async def lease(self, item_id: str, worker: str = "w-1") -> None:
        await self.execute(
            """
            insert into work (stage, item_id, rank, lease_until, worker, claimed_at)
            values ('match', %(item)s, now(), now() + interval '1 hour', %(worker)s, now())
            """,
            item=item_id,
            worker=worker,
        )

    async def end(self, item_id: str, status: str = "DONE") -> None:
        await self.execute(
            "update job_items set status = %(status)s, completed_at = now(), updated_at = now() where id = %(item)s",
            item=item_id,
            status=status,
        )

    async def fold(self) -> None:
        async with self.engine.database.transaction() as connection:
            await jobs.fold(connection)


async def every_page(client: httpx.AsyncClient, path: str, **parameters: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    while True:
        page = (await client.get(path, params=parameters)).raise_for_status().json()
        found += page["items"]
        if page["next"] is None:
            return found
        parameters["after"] = page["next"]


@asynccontextmanager
async def served(services: Services) -> AsyncIterator[tuple[str, HttpServer]]:
    listening = socket.create_server(("127.0.0.1", 0))
    server = HttpServer(server_config(create_app(services), services.engine.settings), services.end_streams)
    serving = asyncio.create_task(server.serve([listening]))
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}", server
    finally:
        server.handle_exit(15, None)
        await asyncio.wait_for(serving, 15)
        listening.close()


class Stream:
    """One open stream, read event by event."""

    def __init__(self, answer: httpx.Response) -> None:
        self._lines = answer.aiter_lines()

    async def next(self, seconds: float = 5) -> tuple[str, int, dict[str, Any]]:
        """Return the name, number and data of the next event."""
        event: dict[str, str] = {}
        async with asyncio.timeout(seconds):
            async for line in self._lines:
                name, _, value = line.partition(": ")
                if not line and "data" in event:
                    return event["event"], int(event["id"]), orjson.loads(event["data"])
                event[name] = value
        raise EOFError


@asynccontextmanager
async def streaming(
    engine: Engine, url: str, job_id: int, email: str = "ana@example.com", **headers: str
) -> AsyncIterator[Stream]:
    token = (await sign_in(engine, Identity(email))).token
    sent = {"Authorization": f"Bearer {token}", **headers}
    async with (
        httpx.AsyncClient(base_url=url, headers=sent, timeout=30) as client,
        client.stream("GET", f"/api/jobs/{job_id}/stream") as answer,
    ):
        assert answer.status_code == 200, await answer.aread()
        yield Stream(answer)
