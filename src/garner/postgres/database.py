"""Connect to PostgreSQL: a pool, one call or one transaction at a time, and one error when it is unavailable.

A transaction's effects exist only once it is committed: an event added to a connection waits until then, and is never
emitted for a transaction that is rolled back.
"""

import asyncio
import shutil
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import orjson
import psycopg
from psycopg import sql
from psycopg.rows import dict_row
from psycopg.types.json import set_json_dumps, set_json_loads
from psycopg_pool import AsyncConnectionPool, PoolTimeout, TooManyRequests

from garner import observe
from garner.core.tuning.controllers import Average
from garner.errors import Overloaded, Unavailable, disk_full, says_disk_full
from garner.postgres.connection_watchdog import DeadConnectionWatchdog
from garner.postgres.server import DISK

Connection = psycopg.AsyncConnection[dict[str, Any]]
Row = dict[str, Any]

set_json_dumps(lambda value: orjson.dumps(value, default=str))
set_json_loads(orjson.loads)

# The application name of all sessions that work with the data; store/health/stalled_sessions.py may end these.
APPLICATION = "garner"

# A connection whose other end has silently gone is noticed within seconds rather than by the kernel's hours.
KEEPALIVE: dict[str, Any] = {
    "keepalives_idle": 3,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 8000,
    "connect_timeout": 5,
}

# One of several transactions that wait for each other has to give way. psycopg has no common base class for these.
GAVE_WAY = (
    psycopg.errors.DeadlockDetected,
    psycopg.errors.SerializationFailure,
    psycopg.errors.TransactionRollback,
)

# PostgreSQL has a code for a full disk and none for an exceeded quota, which would look like a bug. The source file in
# which PostgreSQL raised the error tells that storage failed.
STORAGE = frozenset({"md.c", "fd.c", "xlog.c", "slru.c", "buffile.c"})

# PostgreSQL refuses a statement that was prepared before a table got another column, if it selects all columns. Every
# connection of the pool may have prepared it.
OUTDATED_PLAN = "RevalidateCachedQuery"

# With less than two segments of its log left, PostgreSQL stops, and then no connection reports why.
MIN_FREE_BYTES = 32 * 1024**2
REPORT_SECONDS = 1.0
MAX_MEASURED_SECONDS = 30.0

_pending_events: WeakKeyDictionary[Connection, list[observe.Event]] = WeakKeyDictionary()


def emit_on_commit(connection: Connection, event: observe.Event) -> None:
    """Emit an event when its transaction is committed, or at once if there is none."""
    events = _pending_events.get(connection)
    if events is None:
        observe.emit(event)
    else:
        events.append(event)


class LatencyMeter:
    """The average duration of transactions and of waits for a connection, emitted about once a second."""

    def __init__(self) -> None:
        self.latency_ms = Average(0.1)
        self.pool_wait_ms = Average(0.1)
        self._reported_at = float("-inf")

    def observe_wait(self, seconds: float) -> None:
        self.pool_wait_ms.observe(seconds * 1000)

    def observe_transaction(self, seconds: float) -> None:
        if seconds > MAX_MEASURED_SECONDS:  # a slow reader, not a slow database
            return
        self.latency_ms.observe(seconds * 1000)
        if time.monotonic() - self._reported_at > REPORT_SECONDS:
            self._reported_at = time.monotonic()
            latency, waited = self.latency_ms.value or 0.0, self.pool_wait_ms.value or 0.0
            observe.emit(observe.DatabaseMeasured(round(latency, 2), round(waited, 3)))


class Database:
    """A pool of autocommitting connections. A single statement is its own transaction, in one round trip."""

    def __init__(
        self,
        url: str,
        *,
        size: int = 10,
        at_least: int = 1,
        pooler: bool = False,
        wait_seconds: float = 2.0,
        folder: Path | None = None,
    ) -> None:
        """Create the pool, closed. `folder` is on the disk that the server writes to, if that is on this machine."""
        self.url = url
        self._size, self._in_use = size, 0
        self.folder = folder
        self.pooler = pooler
        self.meter = LatencyMeter()
        self._recheck: asyncio.Task[None] | None = None
        # Behind a pooler the server has other process ids for its connections.
        self._watch = None if pooler else DeadConnectionWatchdog(url)
        self._watching: asyncio.Task[None] | None = None
        self._pool: AsyncConnectionPool[Connection] = AsyncConnectionPool(
            url,
            min_size=at_least,
            max_size=size,
            timeout=wait_seconds,
            max_waiting=size * 50,
            reconnect_timeout=1,
            open=False,
            configure=None if self._watch is None else self._watch.add,
            kwargs={
                "autocommit": True,
                "row_factory": dict_row,
                # Behind a transaction pooler a statement prepared on one server may run on another.
                "prepare_threshold": None if pooler else 2,
                "application_name": APPLICATION,
                **KEEPALIVE,
            },
        )

    async def __aenter__(self) -> "Database":
        await self._pool.open()
        if self._watch is not None:
            self._watching = asyncio.create_task(self._watch.run())
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in (self._recheck, self._watching):
            if task is not None:
                task.cancel()
        await self._pool.close()

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Connection]:
        """Yield a connection for one statement, or for several that need no common transaction."""
        try:
            asked = time.monotonic()
            async with self._pool.connection() as connection:
                self.meter.observe_wait(time.monotonic() - asked)
                self._in_use += 1
                try:
                    yield connection
                finally:
                    self._in_use -= 1
        except GAVE_WAY as error:
            raise Unavailable("Another request was changing the same data. Retry in 1 s.", retry_after=1) from error
        except psycopg.errors.FeatureNotSupported as error:
            if error.diag.source_function != OUTDATED_PLAN:
                raise
            await self._pool.drain()
            raise Unavailable("The database was being upgraded. Retry in 1 s.", retry_after=1) from error
        except (psycopg.OperationalError, psycopg.InterfaceError, PoolTimeout, TooManyRequests) as error:
            self._drop_broken_connections()
            raise self._unavailable(error) from error
        except psycopg.InternalError as error:
            if error.diag.source_file not in STORAGE:
                raise
            if says_disk_full(error):
                raise disk_full(DISK) from error
            raise Unavailable("The database cannot write at the moment.", retry_after=1) from error

    def _unavailable(self, error: psycopg.Error) -> Unavailable:
        """Return the error to raise for a failure that the statement did not cause."""
        if isinstance(error, psycopg.errors.DiskFull) or says_disk_full(error) or self._has_no_room():
            return disk_full(DISK)
        if isinstance(error, TooManyRequests):
            message = "This server is busy: too many requests are waiting for its database connections."
            return Overloaded(message, retry_after=2)
        if isinstance(error, PoolTimeout) and self._is_used_up():
            message = f"This server is busy: its {self._size} database connections are all in use."
            return Overloaded(message, retry_after=2)
        return Unavailable("The database cannot be reached at the moment.", retry_after=1)

    def _is_used_up(self) -> bool:
        """Return whether the pool has all its connections and none available. One may be changing hands, so not all
        need be in use; but if none is, the server gives none."""
        measures = self._pool.get_stats()
        return self._in_use > 0 and measures["pool_size"] >= self._size and not measures["pool_available"]

    def _has_no_room(self) -> bool:
        try:
            return self.folder is not None and shutil.disk_usage(self.folder).free < MIN_FREE_BYTES
        except OSError:
            return False

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Connection]:
        async with self.connection() as connection:
            events = _pending_events[connection] = []
            began = time.monotonic()
            try:
                async with connection.transaction():
                    yield connection
                self.meter.observe_transaction(time.monotonic() - began)
            finally:
                del _pending_events[connection]
        for event in events:
            observe.emit(event)

    @property
    def queued(self) -> int:
        """The number of times that a caller found no connection free so far."""
        return int(self._pool.get_stats().get("requests_queued", 0))

    async def ping(self) -> None:
        """Raise `Unavailable` unless the database answers."""
        async with self.connection() as connection:
            await connection.execute("select 1")

    async def notify(self, channel: str, words: Iterable[str]) -> None:
        async with self.connection() as connection:
            for word in words:
                await connection.execute("select pg_notify(%s, %s)", (channel, word))

    @asynccontextmanager
    async def listening(self, channel: str) -> AsyncIterator[AsyncIterator[str]]:
        """Yield the payloads sent on a channel from now on, over a connection of its own, outside the pool."""
        options = {**KEEPALIVE, "application_name": "garner listen"}
        try:
            async with await psycopg.AsyncConnection.connect(self.url, autocommit=True, **options) as connection:
                await connection.execute(sql.SQL("listen {}").format(sql.Identifier(channel)))
                yield (notification.payload async for notification in connection.notifies())
        except (psycopg.Error, OSError) as error:
            raise Unavailable("Database notifications cannot be received at the moment.") from error

    def _drop_broken_connections(self) -> None:
        """Check all pooled connections: after a restart of the server every one is dead, and without this each would
        cost its caller an error of its own."""
        if self._recheck is None or self._recheck.done():
            self._recheck = asyncio.create_task(self._pool.check())
