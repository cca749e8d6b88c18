"""Sessions of processes that stop in the middle of a transaction."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import psycopg
import pytest
from psycopg.pq import ExecStatus
from sqlalchemy import text
from tests.integration.helpers import ask, claim_page, expire_leases, rows, value

from garner import observe
from garner.engine import Engine
from garner.errors import Unavailable
from garner.postgres.database import Database
from garner.runtime.duties.background import sweep_leases
from garner.runtime.duties.stalled_sessions import StalledSessions
from garner.settings import Settings
from garner.store import migrate
from garner.store.health import stalled_sessions

Session = psycopg.AsyncConnection[Any]
WRITE = "insert into users (email) values ('frozen@example.com')"


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Use leases that expire at once, so that a stalled session is detected immediately."""
    queue = settings.queue.model_copy(update={"lock_cap_ms": 0})  # below the minimum of the setting
    return settings.model_copy(update={"queue": queue})


@pytest.fixture
def ended() -> Iterator[list[observe.FrozenSessionEnded]]:
    seen: list[observe.FrozenSessionEnded] = []
    unsubscribe = observe.subscribe(lambda event: seen.append(event) if _is_end(event) else None)
    yield seen
    unsubscribe()


def _is_end(event: observe.Event) -> bool:
    return isinstance(event, observe.FrozenSessionEnded)


@asynccontextmanager
async def session(url: str, name: str = "garner") -> AsyncIterator[Session]:
    """Open a session of a process that stops using it; drop it silently afterwards."""
    opened = await psycopg.AsyncConnection.connect(url, application_name=name)
    try:
        yield opened
    finally:
        opened.pgconn.finish()


async def in_transaction(frozen: Session) -> None:
    await frozen.execute(WRITE)
    await until(frozen, "insert into users%", "ClientRead")


async def in_savepoint_that_failed(frozen: Session) -> None:
    await frozen.execute(WRITE)
    await frozen.execute("savepoint here")
    with suppress(psycopg.errors.DivisionByZero):
        await frozen.execute("select 1 / 0")


async def in_copy(frozen: Session) -> None:
    """Stop between two chunks of a copy."""
    await frozen.execute(WRITE)
    assert frozen.pgconn.exec_(b"copy users (email) from stdin").status == ExecStatus.COPY_IN
    frozen.pgconn.put_copy_data(b"first@example.com\n")
    frozen.pgconn.flush()


async def in_answer(frozen: Session) -> None:
    """Stop without reading the result."""
    question = b"insert into users (email) select n || '@example.com' from generate_series(1, 200000) n returning *"
    frozen.pgconn.send_query(question)
    await until(frozen, "insert into users%returning *", "ClientWrite")


async def until(frozen: Session, query: str, wait_event: str) -> None:
    found = "select 1 from pg_stat_activity where pid = %s and query like %s and wait_event = %s"
    async with asyncio.timeout(10), await psycopg.AsyncConnection.connect(frozen.info.dsn, autocommit=True) as asking:
        while not await (await asking.execute(found, (frozen.info.backend_pid, query, wait_event))).fetchone():
            await asyncio.sleep(0.01)


async def check_twice(engine: Engine) -> int:
    frozen = StalledSessions(engine)
    return await frozen.run_once() + await frozen.run_once()


async def check_until_one_is_ended(engine: Engine) -> None:
    """Check until a session is terminated; two checks are enough once the server has processed everything."""
    frozen = StalledSessions(engine)
    async with asyncio.timeout(5):
        while not await frozen.run_once():
            await asyncio.sleep(0.01)


async def is_alive(engine: Engine, one: Session) -> bool:
    async with engine.database.connection() as connection:
        return bool(await rows(connection, "select 1 from pg_stat_activity where pid = %s", one.info.backend_pid))


@pytest.mark.parametrize(
    ("freeze", "state", "query"),
    [
        (in_transaction, "idle in transaction", WRITE),
        (in_savepoint_that_failed, "idle in transaction (aborted)", "select 1 / 0"),
        (in_copy, "active", "copy users (email) from stdin"),
        (in_answer, "active", "insert into users (email) select n ||"),
    ],
)
async def test_a_stalled_session_that_holds_locks_is_terminated(
    engine: Engine,
    database_url: str,
    ended: list[observe.FrozenSessionEnded],
    freeze: Callable[[Session], Awaitable[None]],
    state: str,
    query: str,
) -> None:
    async with session(database_url) as frozen:
        await freeze(frozen)
        await check_until_one_is_ended(engine)
        [event] = ended
        assert event.pid == frozen.info.backend_pid and event.doing.startswith(f"{state}: {query}")
        async with asyncio.timeout(5):
            while await is_alive(engine, frozen):
                await asyncio.sleep(0.01)
    async with engine.database.connection() as connection:
        assert await rows(connection, "select email from users") == []


async def test_a_stalled_session_behind_a_pooler_is_terminated(engine: Engine, database_url: str) -> None:
    """pgbouncer adds the address if application_name_add_host is set."""
    async with session(database_url, "garner - 127.0.0.1:50418") as frozen:
        await in_transaction(frozen)
        await check_until_one_is_ended(engine)


async def only_read(frozen: Session) -> None:
    await frozen.execute("select * from users")
    await until(frozen, "select * from users", "ClientRead")


async def in_nothing(frozen: Session) -> None:
    await frozen.set_autocommit(True)
    await frozen.execute(WRITE)
    await until(frozen, "insert into users%", "ClientRead")


async def in_a_long_statement(frozen: Session) -> None:
    """Run a statement that keeps the server busy."""
    await frozen.execute(WRITE)
    frozen.pgconn.send_query(b"select pg_sleep(60)")
    await until(frozen, "select pg_sleep%", "PgSleep")


@pytest.mark.parametrize("freeze", [only_read, in_nothing, in_a_long_statement])
async def test_a_session_that_blocks_nothing_or_runs_a_statement_is_kept(
    engine: Engine, database_url: str, freeze: Callable[[Session], Awaitable[None]]
) -> None:
    async with session(database_url) as frozen:
        await freeze(frozen)
        assert await check_twice(engine) == 0
        assert await is_alive(engine, frozen)


async def test_a_session_that_waited_for_less_than_a_lease_is_kept(engine: Engine, database_url: str) -> None:
    usual = Settings().queue.lock_cap_ms
    unhurried = Engine(engine.settings.with_values(lock_cap_ms=usual), engine.database, engine.blobs, engine.wake)
    async with session(database_url) as young:
        await in_transaction(young)
        assert await check_twice(unhurried) == 0
        await young.execute("select 1")


async def test_a_session_of_another_application_is_kept(engine: Engine, database_url: str, shared_url: str) -> None:
    async with session(database_url, "psql") as stranger, session(shared_url) as elsewhere:
        for one in (stranger, elsewhere):
            await in_transaction(one)
        assert await check_twice(engine) == 0
        for one in (stranger, elsewhere):
            await one.execute("select 1")


async def test_a_session_that_progresses_between_two_checks_is_kept(engine: Engine, database_url: str) -> None:
    frozen = StalledSessions(engine)
    async with session(database_url) as slow:
        await in_transaction(slow)
        for _ in range(3):
            assert await frozen.run_once() == 0
            await slow.execute("select 1")
        await slow.commit()


async def test_a_copy_that_progresses_is_kept(engine: Engine, database_url: str) -> None:
    frozen = StalledSessions(engine)
    async with session(database_url) as slow:
        await in_copy(slow)
        for number in range(3):
            assert await frozen.run_once() == 0
            copied = await bytes_copied(engine)
            slow.pgconn.put_copy_data(f"{number}@example.com\n".encode())
            slow.pgconn.flush()
            async with asyncio.timeout(5):
                while await bytes_copied(engine) == copied:
                    await asyncio.sleep(0.01)
        assert await is_alive(engine, slow)


async def bytes_copied(engine: Engine) -> int:
    async with engine.database.connection() as connection:
        return int(await value(connection, "select bytes_processed from pg_stat_progress_copy"))


async def test_a_session_that_progressed_since_the_check_is_not_terminated(engine: Engine, database_url: str) -> None:
    async with session(database_url) as slow, engine.database.connection() as connection:
        await in_transaction(slow)
        [before] = await stalled_sessions.waiting(connection)
        await slow.execute("select 1")
        await until(slow, "select 1", "ClientRead")
        assert not await stalled_sessions.end(connection, before)
        [after] = await stalled_sessions.waiting(connection)
        assert await stalled_sessions.end(connection, after)


async def sweep_until_freed(engine: Engine) -> int:
    """Sweep until leases are freed and return their number: a terminated session releases its locks with a delay."""
    async with asyncio.timeout(5):
        while not (count := await sweep_leases(engine)):
            await asyncio.sleep(0.01)
    return count


async def test_work_held_by_a_stalled_worker_can_be_taken_over(engine: Engine, database_url: str) -> None:
    """The pool of the worker reports the lost connection, and provides another."""
    async with engine.database.transaction() as connection:
        await ask(connection)
        await claim_page(connection)
        await expire_leases(connection)
    async with Database(database_url, size=1) as of_worker:
        with pytest.raises(Unavailable):
            async with of_worker.transaction() as settling:
                await settling.execute("select * from work for update")
                assert await sweep_leases(engine) == 0
                await check_until_one_is_ended(engine)
                assert await sweep_until_freed(engine) == 1
                await settling.execute("delete from work")
        async with of_worker.connection() as connection:
            assert await value(connection, "select count(*) from work where lease_until is null") == 1


async def test_a_schema_upgrade_is_never_terminated(database_url: str) -> None:
    names: list[str] = []

    def act(config: Any, revision: str) -> None:
        names.append(config.attributes["connection"].scalar(text("select current_setting('application_name')")))

    migrate._run(f"{database_url}&application_name=garner", act, "head")
    assert names == ["garner upgrade"]
