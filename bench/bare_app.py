"""A minimal HTTP service over PostgreSQL: a FastAPI route with one INSERT, another with one SELECT."""

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID

import psycopg
import uvicorn
import uvloop
from fastapi import FastAPI
from psycopg.rows import dict_row
from psycopg_pool import AsyncConnectionPool
from pydantic import BaseModel
from uuid_utils.compat import uuid7

TABLE = """
    create table bare (
        id uuid primary key, url text not null, data jsonb, created_at timestamptz not null default now())
"""

Connection = psycopg.AsyncConnection[dict[str, Any]]


class Given(BaseModel):
    url: str


def create_app(database_url: str, pool_size: int) -> FastAPI:
    options = {"autocommit": True, "row_factory": dict_row, "prepare_threshold": 2}
    pool: AsyncConnectionPool[Connection] = AsyncConnectionPool(
        database_url, min_size=1, max_size=pool_size, open=False, kwargs=options
    )

    @asynccontextmanager
    async def opened(app: FastAPI) -> AsyncIterator[None]:
        async with pool:
            yield

    app = FastAPI(lifespan=opened)

    @app.post("/rows", status_code=202, response_model=None)
    async def insert(body: Given) -> dict[str, Any]:
        row = uuid7()
        async with pool.connection() as connection:
            await connection.execute("insert into bare (id, url) values (%s, %s)", (row, body.url))
        return {"id": str(row), "status": "PENDING"}

    @app.get("/rows/{row}", response_model=None)
    async def select(row: UUID) -> dict[str, Any]:
        async with pool.connection() as connection:
            cursor = await connection.execute("select id, url, data, created_at from bare where id = %s", (row,))
            found = await cursor.fetchone()
        assert found is not None
        return found

    return app


def serve(database_url: str, pool_size: int, listening: socket.socket) -> None:
    config = uvicorn.Config(create_app(database_url, pool_size), log_config=None, access_log=False, server_header=False)
    uvloop.run(uvicorn.Server(config).serve([listening]))
