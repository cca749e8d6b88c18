"""Real connections, moved one step at a time, and guards that can be taken away.

An interleaving is told as it happens: one actor has done something and not committed, another begins and comes to
wait for it, the first commits, the second goes on. `begin` returns once the second waits or is through, so nothing
sleeps and nothing depends on luck.

A guard is taken away by changing the text that holds it: a function's in a schema of its own that comes first on one
actor's search path, a statement's on its way through one actor's cursor. A text that is no longer there to be changed
fails the test, so these proofs cannot go stale in silence.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Generic, TypeVar

import psycopg
from psycopg.rows import dict_row

from garner.store import migrate
from garner.store.database import Connection, Row

T = TypeVar("T")

EMPTY = """
    truncate users, jobs, job_deltas, job_items, domains, lanes, resources, crawl_tasks, crawl_attempts, work, recipes,
             products, postings, record_versions, error_logs, dead_letters, outbox cascade
"""


class Actor(psycopg.AsyncConnection[Row]):
    """A connection that may have been told to leave something out of what it is asked to execute."""

    left_out: dict[str, str]

    @classmethod
    async def enter(cls, url: str, name: str) -> "Actor":
        actor = await cls.connect(
            url,
            autocommit=True,
            row_factory=dict_row,
            cursor_factory=AlteringCursor,
            prepare_threshold=None,
            application_name=name,
            options="-c synchronous_commit=off",
        )
        actor.left_out = {}
        actor.altered = set()
        return actor

    def leave_out(self, guard: str, instead: str = "") -> None:
        self.left_out[guard] = instead

    def alter(self, statement: str) -> str:
        for guard, instead in self.left_out.items():
            if guard in statement:
                self.altered.add(guard)
                statement = statement.replace(guard, instead)
        return statement


class AlteringCursor(psycopg.AsyncCursor[Any]):
    async def execute(self, query: Any, params: Any = None, **options: Any) -> Any:
        return await super().execute(self.connection.alter(query), params, **options)


class Begun(Generic[T]):
    """What an actor is at, in a transaction of its own that commits when it is through."""

    def __init__(self, actor: Actor, act: Callable[[Connection], Awaitable[T]]) -> None:
        self._task = asyncio.create_task(self._run(actor, act))
        self.waited = False

    @staticmethod
    async def _run(actor: Actor, act: Callable[[Connection], Awaitable[T]]) -> T:
        async with actor.transaction():
            return await act(actor)

    @property
    def through(self) -> bool:
        return self._task.done()

    def __await__(self) -> Any:
        return asyncio.wait_for(self._task, 10).__await__()


class Cast:
    """The actors of one test, and the watcher who sees which of them waits."""

    def __init__(self, watcher: Actor, *actors: Actor) -> None:
        self.watcher = watcher
        self.actors = actors

    async def begin(self, actor: Actor, act: Callable[[Connection], Awaitable[T]]) -> Begun[T]:
        begun = Begun(actor, act)
        while not begun.through and not begun.waited:
            cursor = await self.watcher.execute(
                "select cardinality(pg_blocking_pids(%s)) > 0 as waits", (actor.info.backend_pid,)
            )
            row = await cursor.fetchone()
            begun.waited = not begun.through and bool(row and row["waits"])
            await asyncio.sleep(0.001)
        return begun

    async def leave_out(self, actor: Actor, function: str, guard: str, instead: str = "") -> None:
        """Gives this actor a copy of a database function with the guard replaced."""
        text = migrate.function_texts()[function]
        assert guard in text, f"{function} has no {guard!r} any more: say what guards it now"
        await self.watcher.execute("create schema if not exists unguarded")
        await self.watcher.execute("set search_path = unguarded, public")
        await self.watcher.execute("set check_function_bodies = off")
        await self.watcher.execute(
            text.replace(guard, instead).replace("%", "%%") if False else text.replace(guard, instead)
        )
        await self.watcher.execute("reset search_path")
        await actor.execute("set search_path = unguarded, public")


@asynccontextmanager
async def open_cast(url: str) -> AsyncIterator[Cast]:
    actors = [await Actor.enter(url, name) for name in ("watcher", "one", "two", "three")]
    cast = Cast(*actors)
    try:
        await cast.watcher.execute(EMPTY)
        yield cast
    finally:
        for actor in actors:
            await actor.close()
