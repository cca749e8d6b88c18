"""The way to PostgreSQL: a pool, one call or one transaction at a time, and one error when it cannot be had."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import orjson
import psycopg
from psycopg.rows import dict_row
from psycopg.types.json import set_json_dumps, set_json_loads
from psycopg_pool import AsyncConnectionPool, PoolTimeout, TooManyRequests

from garner.errors import Unavailable

Connection = psycopg.AsyncConnection[dict[str, Any]]
Row = dict[str, Any]

set_json_dumps(lambda value: orjson.dumps(value, default=str))
set_json_loads(orjson.loads)

# A connection whose other end has silently gone is noticed within seconds rather than by the kernel's hours.
KEEPALIVE: dict[str, Any] = {
    "keepalives_idle": 3,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 8000,
    "connect_timeout": 5,
}


class Database:
    """A pool of autocommitting connections. A statement alone is its own transaction, in one round trip."""

    def __init__(self, url: str, *, size: int = 10, pooler: bool = False, wait_seconds: float = 2.0) -> None:
        self.url = url
        self.pooler = pooler
        self._recheck: asyncio.Task[None] | None = None
        self._pool: AsyncConnectionPool[Connection] = AsyncConnectionPool(
            url,
            min_size=1,
            max_size=size,
            timeout=wait_seconds,
            max_waiting=size * 50,
            reconnect_timeout=1,
            open=False,
            kwargs={
                "autocommit": True,
                "row_factory": dict_row,
                # Behind a transaction pooler a statement prepared on one server may run on another.
                "prepare_threshold": None if pooler else 2,
                "application_name": "garner",
                **KEEPALIVE,
            },
        )

    async def __aenter__(self) -> "Database":
        await self._pool.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._recheck is not None:
            self._recheck.cancel()
        await self._pool.close()

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Connection]:
        """A connection for one statement, or for several that need not stand together."""
        try:
            async with self._pool.connection() as connection:
                yield connection
        except (psycopg.OperationalError, psycopg.InterfaceError, PoolTimeout, TooManyRequests) as error:
            self._drop_broken_connections()
            raise Unavailable("The database cannot be reached just now.", retry_after=1) from error

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Connection]:
        async with self.connection() as connection, connection.transaction():
            yield connection

    async def connect_alone(self, name: str) -> Connection:
        """A connection outside the pool, for what keeps one open: LISTEN."""
        options = {**KEEPALIVE, "application_name": name}
        return await psycopg.AsyncConnection.connect(
            self.url, autocommit=True, row_factory=dict_row, prepare_threshold=None, context=None, **options
        )

    def _drop_broken_connections(self) -> None:
        """After a restart of the server every pooled connection is dead; without this each would cost its user
        an error of its own."""
        if self._recheck is None or self._recheck.done():
            self._recheck = asyncio.create_task(self._pool.check())

    def statistics(self) -> dict[str, int]:
        return self._pool.get_stats()
