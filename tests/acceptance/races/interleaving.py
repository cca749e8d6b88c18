"""Real connections that advance one step at a time, and guards that can be removed.

A test writes an interleaving in order: one actor has done something and not committed, another begins and
waits for it, the first commits, the second continues. `begin` returns once the second waits or is done, so nothing
sleeps and nothing depends on luck.

A guard is removed by changing its text: for a function, in a schema that comes first on one actor's
search path; for a statement, in one actor's cursor. A guard text that no longer exists fails
the test, so a proof that a guard is needed cannot silently become stale.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Generator
from contextlib import asynccontextmanager
from typing import Any, Generic, TypeVar

import psycopg
from psycopg.rows import dict_row

from garner.kinds.registry import KINDS
from garner.postgres.database import Connection, Row
from garner.store import sql_functions

T = TypeVar("T")
Act = Callable[[Connection], Awaitable[T]]

TABLES = (
    *("outbox", "outbox_parts", "dead_letters", "error_logs", "crawl_attempts"),
    *("job_deltas", "work", "job_items", "jobs"),
    *("mailbox_events", "webhook_deliveries", "webhook_events", "webhooks", "saved_recipes", "api_tokens"),
    *("record_versions", *(declared.table.name for declared in KINDS.values())),
    *("crawl_tasks", "lanes", "domains", "resources", "users"),
)
EMPTY = ";".join(f"delete from {table}" for table in TABLES)


class Actor(psycopg.AsyncConnection[Row]):
    """A connection that can remove guards from the statements it executes."""

    _left_out: dict[str, str]
    _met: set[str]

    @classmethod
    async def enter(cls, url: str, name: str) -> "Actor":
        actor = await cls.connect(
            url,
            autocommit=True,
            row_factory=dict_row,
            cursor_factory=_AlteringCursor,
            prepare_threshold=None,
            application_name=name,
            options="-c synchronous_commit=off -c deadlock_timeout=20ms",
        )
        actor._left_out = {}
        actor._met = set()
        return actor

    def leave_out(self, guard: str, instead: str = "") -> None:
        self._left_out[guard] = instead

    def altered(self, statement: str | bytes) -> str:
        statement = statement.decode() if isinstance(statement, bytes) else statement
        for guard, instead in self._left_out.items():
            if guard in statement:
                self._met.add(guard)
                statement = statement.replace(guard, instead)
        return statement

    def check_alterations(self) -> None:
        assert self._met == set(self._left_out), "a guard to be left out was never met: say what guards it now"


class _AlteringCursor(psycopg.AsyncCursor[Any]):
    async def execute(self, query: Any, params: Any = None, **options: Any) -> Any:
        assert isinstance(self.connection, Actor)
        return await super().execute(self.connection.altered(query), params, **options)


class Begun(Generic[T]):
    """An operation of an actor, in its own transaction."""

    def __init__(self, actor: Actor, act: Act[T]) -> None:
        self._task = asyncio.create_task(_in_transaction(actor, act))
        self.waits = False

    async def end(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    @property
    def through(self) -> bool:
        return self._task.done()

    def __await__(self) -> Generator[Any, None, T]:
        return asyncio.wait_for(self._task, 60).__await__()


async def _in_transaction(actor: Actor, act: Act[T]) -> T:
    async with actor.transaction():
        return await act(actor)


class Cast:
    """The actors of one test, and the watcher that detects which of them waits."""

    def __init__(self, watcher: Actor, *actors: Actor) -> None:
        self.watcher = watcher
        self.actors = actors
        self._begun: list[Begun[Any]] = []

    async def begin(self, actor: Actor, act: Act[T]) -> Begun[T]:
        begun = Begun(actor, act)
        self._begun.append(begun)
        while not begun.through and not begun.waits:
            cursor = await self.watcher.execute(
                "select cardinality(pg_blocking_pids(%s)) > 0 as waits", (actor.info.backend_pid,)
            )
            (row,) = await cursor.fetchall()
            begun.waits = row["waits"] and not begun.through
            await asyncio.sleep(0.001)
        return begun

    async def end(self) -> None:
        """End operations that a failed test left waiting, since they would block the next test."""
        for begun in self._begun:
            await begun.end()
        for actor in (self.watcher, *self.actors):
            await actor.close()

    async def leave_out(self, actor: Actor, function: str, *guards: tuple[str, str]) -> None:
        """Give this actor a copy of a database function with each guard replaced."""
        body = sql_functions.function_texts()[function].text
        for guard, instead in guards:
            assert guard in body, f"{function} has no {guard!r} any more: say what guards it now"
            body = body.replace(guard, instead)
        async with self.watcher.transaction():
            await self.watcher.execute("create schema if not exists unguarded")
            await self.watcher.execute("set local search_path = unguarded, public")
            await self.watcher.execute("set local check_function_bodies = off")
            await self.watcher.execute(body)
        await actor.execute("set search_path = unguarded, public")


@asynccontextmanager
async def open_cast(url: str, *names: str) -> AsyncIterator[Cast]:
    """Open the actors on an emptied database: no rows, and no functions without their guards."""
    actors = [await Actor.enter(url, name) for name in ("watcher", *names)]
    cast = Cast(*actors)
    await cast.watcher.execute(EMPTY)
    await cast.watcher.execute("drop schema if exists unguarded cascade")
    try:
        yield cast
    finally:
        await cast.end()
    for actor in actors:
        actor.check_alterations()
