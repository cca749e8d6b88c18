"""Waking workers: no hint is lost, and the listener never stops."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

from garner.core.lifecycle import Stage
from garner.postgres.database import Connection, Database
from garner.runtime.signals import CHANNEL, HintListener, Notifier
from garner.settings import Settings
from garner.wiring import open_engine


class Woken:
    def __init__(self, listener: HintListener) -> None:
        self.listener = listener
        self.stages: list[Stage] = []
        self.was_listening: list[bool] = []

    def note(self, stage: Stage) -> None:
        self.stages.append(stage)
        self.was_listening.append(self.listener.is_listening)

    async def wait_for(self, stage: Stage) -> None:
        async with asyncio.timeout(5):
            while stage not in self.stages:
                await asyncio.sleep(0.01)


@asynccontextmanager
async def listening(database: Database) -> AsyncIterator[Woken]:
    woken = Woken(HintListener(database, Random()))
    task = asyncio.create_task(woken.listener.run(woken.note))
    try:
        await woken.wait_for(Stage.MATCH)  # it wakes every stage when it starts
        woken.stages.clear()
        yield woken
    finally:
        task.cancel()


class Interrupted(Database):
    """Receives another hint while the first one is sent."""

    notifier: Notifier

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Connection]:
        async with super().connection() as connection:
            yield connection
            if not getattr(self, "done", False):
                self.done = True
                self.notifier.wake(Stage.EXTRACT)


async def test_a_hint_that_arrives_while_another_is_sent_is_sent_too(database: Database) -> None:
    async with listening(database) as woken, Interrupted(database.url, size=2) as interrupted:
        interrupted.notifier = Notifier(interrupted)
        interrupted.notifier.wake(Stage.CRAWL)
        await woken.wait_for(Stage.CRAWL)
        await woken.wait_for(Stage.EXTRACT)


async def test_a_hint_is_sent_again_if_its_connection_was_lost(database: Database, database_url: str) -> None:
    async with listening(database) as woken, Database(database_url, size=1) as sending:
        async with sending.connection() as connection:
            pid = connection.info.backend_pid
        async with database.connection() as connection:
            await connection.execute("select pg_terminate_backend(%s)", (pid,))
        woken.stages.clear()
        Notifier(sending).wake(Stage.CRAWL)
        await woken.wait_for(Stage.CRAWL)


async def test_a_hint_of_a_command_that_ends_immediately_is_sent(database: Database, settings: Settings) -> None:
    async with listening(database) as woken:
        woken.stages.clear()
        async with open_engine(settings, database.url) as (engine, _):
            engine.wake(Stage.CRAWL)
        await woken.wait_for(Stage.CRAWL)


async def test_a_hint_of_another_version_does_not_stop_the_listener(database: Database) -> None:
    async with listening(database) as woken, database.connection() as connection:
        await connection.execute(f"notify {CHANNEL}, 'a stage of tomorrow'")
        await connection.execute(f"notify {CHANNEL}, 'crawl'")
        await woken.wait_for(Stage.CRAWL)


async def test_a_listener_whose_connection_is_lost_reconnects(database: Database) -> None:
    async with listening(database) as woken, database.connection() as connection:
        await connection.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'garner listen'"
            " and datname = current_database()"
        )
        await woken.wait_for(Stage.MATCH)


async def test_loops_are_woken_when_hints_may_be_missed_from_now_on_and_when_they_arrive_again(
    database: Database,
) -> None:
    async with listening(database) as woken, database.connection() as connection:
        woken.was_listening.clear()
        await connection.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'garner listen'"
            " and datname = current_database()"
        )
        async with asyncio.timeout(30):
            while True not in woken.was_listening:
                await asyncio.sleep(0.01)
        assert woken.was_listening[: len(Stage)] == [False] * len(Stage)
