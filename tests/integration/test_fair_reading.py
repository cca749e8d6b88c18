"""Files of many users are read in turns, so that no user and no file delays the others."""

import io
import zipfile
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter
from tests.integration.helpers import new_user
from tests.integration.ingest_helpers import Reading, things

from garner import observe
from garner.engine import Engine
from garner.engine.files.reading_threads import ReadingThreads
from garner.engine.files.spool import describe_file
from garner.engine.files.uploads import Sender, UploadOptions, submit_files
from garner.runtime.ingest import ingester, open_files
from garner.runtime.ingest.ingester import Ingester
from garner.store.ingest import ingests


class Users(Reading):
    """Jobs of several users."""

    async def user(self) -> int:
        async with self.engine.database.connection() as connection:
            return await new_user(connection)

    async def send(self, user: int, name: str, body: bytes | str) -> int:
        path = self.folder / name
        path.write_bytes(body.encode() if isinstance(body, str) else body)
        made = await submit_files(
            self.engine, ReadingThreads(), [describe_file(path, name)], Sender(user), UploadOptions("product")
        )
        return made.job_id

    async def is_read(self, job_id: int) -> bool:
        (job,) = await self.execute("select ingested_at from jobs where id = %s", job_id)
        return job["ingested_at"] is not None

    async def rows(self, job_id: int) -> list[dict[str, Any]]:
        return await self.execute("select row_no, input_json from job_items where job_id = %s order by row_no", job_id)


@pytest.fixture
def users(engine: Engine, tmp_path: Path) -> Users:
    settings = engine.settings.with_values(ingest_min_rows=10, ingest_max_rows=10)
    return Users(Engine(settings, engine.database, engine.blobs, engine.wake), tmp_path)


@pytest.fixture
def events() -> Iterator[list[observe.Event]]:
    told: list[observe.Event] = []
    unsubscribe = observe.subscribe(told.append)
    yield told
    unsubscribe()


def opened(events: list[observe.Event]) -> list[str]:
    """Return the names of the opened files, once per opening."""
    return [event.file for event in events if isinstance(event, observe.IngestStarted)]


@pytest.fixture
def short_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """End a turn as soon as some rows are written."""
    monkeypatch.setattr(ingester, "TURN_SECONDS", 0.0)
    monkeypatch.setattr(ingester, "TURN_PER_OPENING", 0.0)


def zip_of(members: int, rows: int = 1) -> bytes:
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w") as archive:
        for number in range(members):
            table = "title,sku\n" + "".join(f"Thing {number},{number}-{row}\n" for row in range(rows))
            archive.writestr(f"{number}.csv", table)
    return body.getvalue()


async def test_a_file_of_a_user_without_open_files_is_read_before_older_ones(users: Users) -> None:
    eve, ana = await users.user(), await users.user()
    for number in range(3):
        await users.send(eve, f"eve-{number}.csv", things(3))
    assert await users.claim("reader") is not None
    await users.send(ana, "ana.csv", things(3))
    claim = await users.claim("reader")
    assert claim is not None and claim.file_name == "ana.csv"


async def test_one_user_does_not_occupy_all_readers_of_a_worker(users: Users) -> None:
    eve, ana = await users.user(), await users.user()
    for number in range(3):
        await users.send(eve, f"eve-{number}.csv", things(3))

    async def claimed(worker: str) -> str | None:
        async with users.engine.database.transaction() as connection:
            claim = await ingests.claim(connection, worker, 60, max_per_user=1)
        return claim and claim.file_name

    assert await claimed("one") == "eve-0.csv"
    assert await claimed("one") is None
    assert await claimed("two") == "eve-1.csv"
    await users.send(ana, "ana.csv", things(3))
    assert await claimed("one") == "ana.csv"


async def test_a_long_file_yields_to_a_waiting_one_and_is_not_reopened(
    users: Users, short_turns: None, events: list[observe.Event]
) -> None:
    eve, ana = await users.user(), await users.user()
    long = await users.send(eve, "long.csv", things(100))
    short = await users.send(ana, "short.csv", things(5, "Short"))
    reader = Ingester(users.engine, "reader")
    while not await users.is_read(short):
        assert await reader.run_next()
    assert not await users.is_read(long)
    while await reader.run_next():
        pass
    assert [row["input_json"]["title"] for row in await users.rows(long)] == [f"Thing {n}" for n in range(100)]
    assert opened(events) == ["long.csv", "short.csv"]


async def test_a_file_is_read_to_its_end_if_no_other_waits(users: Users, short_turns: None) -> None:
    job = await users.send(await users.user(), "long.csv", things(100))
    assert await Ingester(users.engine, "reader").run_next()
    assert await users.is_read(job)


async def test_a_file_that_another_reader_advanced_is_reopened(
    users: Users, short_turns: None, events: list[observe.Event]
) -> None:
    eve, ana = await users.user(), await users.user()
    long = await users.send(eve, "long.csv", things(60))
    await users.send(ana, "other.csv", things(60, "Other"))
    one, two = Ingester(users.engine, "one"), Ingester(users.engine, "two")
    for reader in cycle([one, one, two, two]):
        if not await reader.run_next():
            break
    await one.close()
    await two.close()
    assert [row["input_json"]["title"] for row in await users.rows(long)] == [f"Thing {n}" for n in range(60)]
    assert len(opened(events)) > 2
    assert list((users.engine.settings.storage.data_dir / "spool").glob("*")) == []


async def test_rows_of_many_small_tables_are_written_together(users: Users, events: list[observe.Event]) -> None:
    job = await users.send(await users.user(), "many.zip", zip_of(40))
    assert await Ingester(users.engine, "reader").run_next()
    assert len(await users.rows(job)) == 40
    assert sum(isinstance(event, observe.RowsWritten) for event in events) < 40


async def test_a_zip_of_many_tables_yields_between_tables(
    users: Users, short_turns: None, events: list[observe.Event]
) -> None:
    eve, ana = await users.user(), await users.user()
    many = await users.send(eve, "many.zip", zip_of(100))
    short = await users.send(ana, "short.csv", things(1))
    reader = Ingester(users.engine, "reader")
    while not await users.is_read(short):
        assert await reader.run_next()
    assert not await users.is_read(many)
    while await reader.run_next():
        pass
    assert [row["row_no"] for row in await users.rows(many)] == list(range(1, 101))
    assert opened(events) == ["many.zip", "short.csv"]


async def test_a_canceled_job_is_not_read_further_even_without_rows(
    users: Users, short_turns: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ingester, "MAX_TURN_SECONDS", 0.0)
    monkeypatch.setattr("garner.runtime.ingest.row_sources.TAKE_SECONDS", 0.0)
    job = await users.send(await users.user(), "many.zip", zip_of(20))
    await users.execute("update jobs set queue_state = 'CANCELED' where id = %s", job)
    assert await Ingester(users.engine, "reader").run_next()
    (read,) = await users.execute("select error_code, rows_read from ingests where job_id = %s", job)
    assert read == {"error_code": "canceled", "rows_read": 0}


async def test_files_that_cannot_be_kept_open_progress_in_every_turn(
    users: Users, short_turns: None, events: list[observe.Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_files, "MAX_PARKED", 1)
    monkeypatch.setattr("garner.runtime.ingest.row_sources.TAKE_SECONDS", 0.001)
    jobs = [await users.send(await users.user(), f"{number}.zip", zip_of(30, 2)) for number in range(3)]
    reader = Ingester(users.engine, "reader")
    while await reader.run_next():
        pass
    for job in jobs:
        titles = [row["input_json"]["title"] for row in await users.rows(job)]
        assert titles == [f"Thing {number}" for number in range(30) for _ in range(2)]
    assert len(opened(events)) > 3


async def test_a_file_that_is_reopened_repeatedly_without_rows_fails(
    users: Users, short_turns: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_files, "MAX_PARKED", 0)
    monkeypatch.setattr("garner.engine.files.inspection.EXAMINE_SECONDS", 0.0)
    monkeypatch.setattr(ingester, "MAX_TURN_SECONDS", 0.0)
    monkeypatch.setattr("garner.runtime.ingest.row_sources.TAKE_SECONDS", 0.0)
    bad = await users.send(await users.user(), "bad.zip", zip_of(100, 0))
    for _ in range(users.engine.settings.queue.max_attempts_error + 1):
        other = await users.send(await users.user(), "other.csv", things(1))
        while not await users.is_read(other):
            assert await Ingester(users.engine, "reader").run_next()
    while await Ingester(users.engine, "reader").run_next():
        pass
    (read,) = await users.execute("select error_code from ingests where job_id = %s", bad)
    assert read["error_code"] == "reader_died"


async def test_the_number_of_open_spreadsheets_is_bounded(users: Users, short_turns: None) -> None:
    for number in range(4):
        path = users.folder / f"{number}.xlsx"
        with xlsxwriter.Workbook(path) as book:
            sheet = book.add_worksheet()
            for row in range(50):
                sheet.write_row(row, 0, ["title", "sku"] if row == 0 else [f"Thing {row}", row])
        await users.send(await users.user(), path.name, path.read_bytes())
    reader = Ingester(users.engine, "reader")
    for _ in range(4):
        assert await reader.run_next()
    assert len(reader._parked._files) == open_files.MAX_HEAVY
    await reader.close()


async def test_free_files_can_be_filtered_by_size(users: Users) -> None:
    await users.send(await users.user(), "long.csv", things(100))
    async with users.engine.database.connection() as connection:
        assert await ingests.has_free(connection)
        assert not await ingests.has_free(connection, max_bytes=10)
