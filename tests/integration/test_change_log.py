"""The log of changed records: what is in it, and the order in which readers see it."""

import asyncio
from datetime import timedelta

import psycopg
import pytest
from tests.integration.helpers import CAKE, ask, fetch_page, finish_page, page, product, recipe, rows, until_blocked
from tests.integration.test_records import find_again

from garner.core.record import Kind, Record
from garner.engine import Engine
from garner.postgres.database import Connection, Database
from garner.runtime.duties import background
from garner.runtime.duties.change_numbering import FULL_LOOK_SECONDS, ChangeNumbering
from garner.store.records import change_log, records
from garner.store.records.change_log import LogRange
from garner.store.records.records import FoundRecord


async def save(connection: Connection, *found: Record, url: str = CAKE) -> None:
    await records.save(connection, [FoundRecord(page(url).hash, record) for record in found])


async def numbered(connection: Connection, limit: int = 100) -> list[tuple[int, str, int, bool]]:
    """Number the changes, and return the whole log."""
    await change_log.assign_numbers(connection, limit)
    return [
        (change.number, change.kind, change.version, change.changed)
        for change in await change_log.read(connection, 0, 100)
    ]


# What is in it -----------------------------------------------------------------------------------------------


async def test_every_new_version_of_a_record_is_a_change(connection: Connection) -> None:
    await ask(connection)
    await ask(connection, kind=Kind.PRODUCT)
    await finish_page(connection, recipe("Cake", "1" * 64), product())
    await find_again(connection, recipe("Pie", "2" * 64))
    assert await numbered(connection) == [
        (1, "product", 1, True),
        (2, "recipe", 1, True),
        (3, "recipe", 2, True),
    ]


async def test_a_record_that_was_found_as_before_is_no_change(connection: Connection) -> None:
    await ask(connection)
    await finish_page(connection, recipe("Cake", "1" * 64))
    await find_again(connection, recipe("Cake", "1" * 64))
    assert await numbered(connection) == [(1, "recipe", 1, True)]


async def test_a_version_that_differs_in_details_alone_has_not_changed_in_meaning(connection: Connection) -> None:
    await ask(connection)
    await finish_page(connection, recipe("Cake", "1" * 64))
    await save(connection, recipe("A cake", "1" * 64))
    assert await numbered(connection) == [(1, "recipe", 1, True), (2, "recipe", 2, False)]


async def test_a_change_exists_only_if_its_transaction_commits(database: Database) -> None:
    async with database.transaction() as connection:
        await ask(connection)
    with pytest.raises(RuntimeError):
        async with database.transaction() as connection:
            await save(connection, recipe())
            raise RuntimeError
    async with database.connection() as connection:
        assert not await change_log.has_unnumbered(connection)


# Its order ---------------------------------------------------------------------------------------------------


async def test_numbers_follow_the_commits_while_another_transaction_is_open(database: Database) -> None:
    """The earlier change has the lower id. A reader of ids would miss it; a reader that waited for all older
    transactions would not see the later one yet."""
    pie = "https://kitchen.example/pie"
    async with database.transaction() as connection:
        for url in (CAKE, pie):
            await ask(connection, url)
    async with database.connection() as reader:
        async with database.transaction() as slow:
            await save(slow, recipe())
            async with database.transaction() as quick:
                await save(quick, recipe(), url=pie)
            assert [number for number, *_ in await numbered(reader)] == [1]
            (seen,) = await change_log.read(reader, 0, 10)
            assert seen.url_hash == page(pie).hash
        await change_log.assign_numbers(reader, 100)
        assert [change.url_hash for change in await change_log.read(reader, seen.number, 10)] == [page(CAKE).hash]


async def test_two_who_number_at_once_leave_neither_gap_nor_repetition(database: Database) -> None:
    urls = [f"https://kitchen.example/{number}" for number in range(3)]
    async with database.transaction() as connection:
        for url in urls:
            await ask(connection, url)
            await save(connection, recipe(), url=url)
    async with database.transaction() as first:
        assert (await change_log.assign_numbers(first, 2)).count == 2
        second = asyncio.create_task(_number(database))
        await until_blocked(database)
        async with database.connection() as reader:
            assert await change_log.read(reader, 0, 10) == []
    assert await second == 1
    async with database.connection() as reader:
        assert [change.number for change in await change_log.read(reader, 0, 10)] == [1, 2, 3]


async def test_without_the_lock_of_the_counter_two_who_number_at_once_collide(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The guard of the test above, taken away."""
    async with database.transaction() as connection:
        await ask(connection)
        await save(connection, recipe())
        await connection.execute("insert into change_counter default values")
    unguarded = psycopg.AsyncConnection.execute

    async def execute(self: Connection, query: str, *rest: object) -> object:
        if "on conflict (id) do update" in query:
            query = "select last_number from change_counter"
        return await unguarded(self, query, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(psycopg.AsyncConnection, "execute", execute)
    async with database.transaction() as first:
        await change_log.assign_numbers(first, 100)
        async with database.transaction() as connection:
            await ask(connection, "https://kitchen.example/pie")
            await save(connection, recipe(), url="https://kitchen.example/pie")
        second = asyncio.create_task(_number(database))
        await until_blocked(database)
    with pytest.raises(psycopg.errors.UniqueViolation):
        await second


async def _number(database: Database) -> int:
    async with database.transaction() as connection:
        return (await change_log.assign_numbers(connection, 100)).count


async def test_many_saving_at_once_are_all_in_the_log_once(database: Database, engine: Engine) -> None:
    """A reader follows the log while writers commit in any order, and meets every change exactly once."""
    urls = [f"https://kitchen.example/{number}" for number in range(60)]
    async with database.transaction() as connection:
        for url in urls:
            await ask(connection, url)

    async def write(url: str) -> None:
        async with database.transaction() as connection:
            await save(connection, recipe(), url=url)

    numbering = ChangeNumbering(engine)
    seen: list[str] = []
    writing = asyncio.gather(*map(write, urls))
    last = 0
    while len(seen) < len(urls):
        async with asyncio.timeout(30):
            await numbering.run_once()
            async with database.connection() as connection:
                changes = await change_log.read(connection, last, 7)
        for change in changes:
            assert change.number == last + 1
            last = change.number
            seen.append(change.url_hash)
    await writing
    assert sorted(seen) == sorted(page(url).hash for url in urls)


async def test_a_change_that_commits_very_late_is_numbered_by_the_next_full_look(
    database: Database, engine: Engine
) -> None:
    """Other looks begin where the numbering was half a minute ago."""
    urls = [f"https://kitchen.example/{number}" for number in range(5)]
    async with database.transaction() as connection:
        for url in urls:
            await ask(connection, url)
    time = 0.0
    numbering = ChangeNumbering(engine, lambda: time)
    async with database.transaction() as slow:
        await save(slow, recipe(), url=urls[0])
        for url in urls[1:4]:
            async with database.transaction() as quick:
                await save(quick, recipe(), url=url)
            assert await numbering.run_once() == 1
            time += FULL_LOOK_SECONDS
        await numbering.run_once()
    async with database.transaction() as quick:
        await save(quick, recipe(), url=urls[4])
    time += 1
    assert await numbering.run_once() == 1
    assert await numbering.run_once() == 0
    time += FULL_LOOK_SECONDS
    assert await numbering.run_once() == 1
    async with database.connection() as connection:
        changes = await change_log.read(connection, 0, 10)
    assert [change.url_hash for change in changes] == [page(urls[number]).hash for number in (1, 2, 3, 4, 0)]


# Retention and readers ---------------------------------------------------------------------------------------


async def test_old_changes_are_deleted_from_the_beginning(connection: Connection) -> None:
    await ask(connection)
    for number in range(4):
        await save(connection, recipe(f"Cake {number}", str(number) * 64))
    await numbered(connection)
    await connection.execute("update record_changes set happened_at = now() - interval '31 days' where number < 4")
    assert await change_log.delete_old(connection, timedelta(days=30), limit=2) == 2
    assert await change_log.kept_range(connection) == LogRange(deleted_to=2, last_number=4)
    assert await change_log.delete_old(connection, timedelta(days=30)) == 1
    assert await change_log.delete_old(connection, timedelta(days=30)) == 0
    assert await change_log.kept_range(connection) == LogRange(deleted_to=3, last_number=4)
    assert [change.number for change in await change_log.read(connection, 0, 10)] == [4]


async def test_the_duty_deletes_changes_after_their_retention(engine: Engine) -> None:
    forgetful = Engine(engine.settings.with_values(change_retention_days=0), engine.database, engine.blobs, engine.wake)
    async with engine.database.connection() as connection:
        await ask(connection)
        await save(connection, recipe())
        numbering = ChangeNumbering(engine)
        assert (await numbering.run_once(), await numbering.run_once()) == (1, 0)
        await background.delete_expired(engine)
        assert len(await change_log.read(connection, 0, 10)) == 1
        await background.delete_expired(forgetful)
        assert await change_log.read(connection, 0, 10) == []


async def test_one_consumer_at_a_time_holds_its_position(database: Database) -> None:
    async with database.transaction() as first, database.transaction() as second:
        held = await change_log.hold_position(first, "search")
        assert held is not None and (held.number, held.is_lost) == (0, False)
        # The row is not committed yet, so another transaction would wait for it.
        await change_log.move_position(first, "search", 7)
        assert await change_log.hold_position(second, "other") is not None
    async with database.transaction() as first, database.transaction() as second:
        held = await change_log.hold_position(first, "search")
        assert held is not None and held.number == 7
        assert await change_log.hold_position(second, "search") is None


async def test_a_consumer_learns_that_changes_it_has_not_read_are_gone(connection: Connection) -> None:
    await connection.execute("insert into change_counter (last_number, deleted_to) values (9, 8)")
    held = await change_log.hold_position(connection, "search")
    assert held is not None and held.is_lost
    await change_log.move_position(connection, "search", 8)
    held = await change_log.hold_position(connection, "search")
    assert held is not None and not held.is_lost


async def test_saving_many_records_appends_their_changes_in_one_statement(connection: Connection) -> None:
    urls = [f"https://kitchen.example/{number}" for number in range(5)]
    for url in urls:
        await ask(connection, url)
    await records.save(connection, [FoundRecord(page(url).hash, recipe()) for url in urls])
    found = await rows(connection, "select version from unnumbered_changes")
    assert len(found) == 5


async def test_a_fetched_page_alone_is_no_change(connection: Connection) -> None:
    await ask(connection)
    await fetch_page(connection)
    assert not await change_log.has_unnumbered(connection)
