"""Ended jobs are removed, on request or after their retention, with everything only they own."""

import asyncio
import io
import zipfile
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from tests.integration.helpers import CAKE, everything, finish_page, new_user, recipe, value
from tests.integration.ingest_helpers import Reading, things
from tests.integration.job_helpers import feed, new_fed_job, states
from tests.services import send_file

from garner import observe
from garner.core.lifecycle import ItemStatus
from garner.engine import Engine
from garner.engine.files import uploads
from garner.engine.files.reading_threads import ReadingThreads
from garner.engine.files.spool import describe_file
from garner.engine.files.uploads import Sender, UploadOptions, submit_files, submit_kept
from garner.engine.jobs.exports import chunks, prepare
from garner.engine.jobs.job_control import cancel, pause
from garner.engine.jobs.removal import delete_leftovers, remove_job
from garner.engine.jobs.reprocessing import ReprocessRequest, reprocess
from garner.errors import Conflict, NotFound
from garner.kinds.export_columns import Format, RowSelection
from garner.postgres.database import Connection, Database
from garner.runtime.duties import background
from garner.runtime.ingest.ingester import Ingester
from garner.settings import Settings
from garner.store.crawl import bodies
from garner.store.health import dead_letters
from garner.store.ingest import ingests
from garner.store.ingest.ingests import NewJob, UploadQuota
from garner.store.jobs import job_views, jobs, removal

LEFT = ("jobs", "job_items", "lanes", "ingests", "files", "job_changes", "job_deltas", "work", "dead_letters")


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.with_values(job_retention_days=30)


@pytest.fixture
def reading(engine: Engine, tmp_path: Path) -> Reading:
    return Reading(engine, tmp_path)


async def left(database: Database, *tables: str) -> dict[str, int]:
    """Return the number of rows of each non-empty table."""
    async with database.connection() as connection:
        counts = {table: await value(connection, f"select count(*) from {table}") for table in tables or LEFT}
    return {table: count for table, count in counts.items() if count}


async def fold(database: Database) -> None:
    async with database.transaction() as connection:
        await jobs.fold(connection)


async def read_and_cancel(reading: Reading, *bodies: str) -> int:
    """Create a job whose rows were read and canceled."""
    job_id = await reading.submit(*bodies)
    while await Ingester(reading.engine, "one").run_next():
        pass
    await cancel(reading.engine, job_id)
    while await feed(reading.engine, job_id):
        pass
    await fold(reading.engine.database)
    return job_id


async def finish(
    connection: Connection, database: Database, rows: int = 2, status: ItemStatus = ItemStatus.DONE
) -> int:
    """Create a job whose rows have all ended with this status."""
    job_id = await new_fed_job(connection, [None] * rows)
    await connection.execute(
        "update job_items set status = %s, completed_at = now() where job_id = %s", (status, job_id)
    )
    await fold(database)
    return job_id


async def age(connection: Connection, days: int) -> None:
    await connection.execute(
        "update jobs set finished_at = finished_at - %s, exported_at = exported_at - %s",
        (timedelta(days=days), timedelta(days=days)),
    )


# On request --------------------------------------------------------------------------------------------------


async def test_removing_a_job_deletes_everything_it_owns(reading: Reading, database: Database) -> None:
    job_id = await read_and_cancel(reading, things(5), things(3, "Other"))
    assert (await left(database))["job_items"] == 8
    paths = [file["path"] for file in await reading.execute("select path from files")]
    await remove_job(reading.engine, job_id)
    assert await left(database) == {}
    async with database.connection() as connection:
        assert len(paths) == 2 and await bodies.find_referenced(connection, paths) == set()  # so cleaning deletes them


async def test_records_and_pages_are_kept(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        job_id = await new_fed_job(connection, [CAKE])
        await feed(engine, job_id)
        await background.schedule_pages(engine)
        await finish_page(connection, recipe())
        await fold(database)
    await remove_job(engine, job_id)
    assert await left(database, "jobs", "job_items") == {}
    stay = await left(database, "recipes", "crawl_tasks", "resources")
    assert stay == {"recipes": 1, "crawl_tasks": 1, "resources": 1}


@pytest.mark.parametrize("state", ["QUEUED", "RUNNING", "PAUSED"])
async def test_an_unfinished_job_is_not_removed(engine: Engine, database: Database, state: str) -> None:
    async with database.connection() as connection:
        job_id = await new_fed_job(connection, [None])
        if state == "PAUSED":
            await pause(engine, job_id)
        else:
            await connection.execute("update jobs set queue_state = %s", (state,))
        before = await everything(connection)
        with pytest.raises(Conflict, match=state):
            await remove_job(engine, job_id)
        assert await everything(connection) == before


async def test_a_removed_job_disappears_at_once_regardless_of_its_size(
    engine: Engine, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("garner.engine.jobs.removal.ANSWER_SECONDS", 0)
    monkeypatch.setattr(removal, "ROWS", 2)
    async with database.connection() as connection:
        job_id = await finish(connection, database, 5)
        await remove_job(engine, job_id)
        assert await left(database, "job_items") == {"job_items": 3}
        assert await job_views.find_owned(connection, job_id, None) is None
        assert await job_views.find(connection, job_id) is None
        assert await job_views.page_of(connection, user_id=None, limit=10) == []
    for verb in (pause, cancel, remove_job):
        with pytest.raises(NotFound):
            await verb(engine, job_id)
    with pytest.raises(NotFound):
        await reprocess(engine, job_id, ReprocessRequest())
    while await delete_leftovers(engine):
        pass
    assert await left(database) == {}


async def test_removal_waits_for_rows_that_are_still_being_canceled(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        job_id = await new_fed_job(connection, [None] * 3)
        await cancel(engine, job_id)
        await fold(database)
        await remove_job(engine, job_id)
        assert await left(database, "job_items") == {"job_items": 3}
        await feed(engine, job_id)
        assert await delete_leftovers(engine) == 0  # not counted yet
        await fold(database)
    while await delete_leftovers(engine):
        pass
    assert await left(database) == {}


async def test_removal_waits_for_a_file_that_is_still_being_read(reading: Reading, database: Database) -> None:
    job_id = await reading.submit(things(3))
    await cancel(reading.engine, job_id)
    await remove_job(reading.engine, job_id)
    assert (await left(database, "files", "ingests")) == {"files": 1, "ingests": 1}
    assert await Ingester(reading.engine, "one").run_next()
    while await delete_leftovers(reading.engine):
        pass
    assert await left(database) == {}


async def test_removal_waits_for_rows_that_are_being_reprocessed(engine: Engine, database: Database) -> None:
    """The removal then finds the job running."""
    async with database.connection() as connection:
        job_id = await finish(connection, database)
        async with database.transaction() as redoing:
            await redoing.execute("select from lanes where job_id = %s for no key update", (job_id,))
            removing = asyncio.create_task(remove_job(engine, job_id))
            await asyncio.sleep(0.2)
            assert not removing.done()
            await jobs.resume_ended(redoing, job_id)
        with pytest.raises(Conflict, match="RUNNING"):
            await removing


async def test_files_used_by_other_jobs_are_kept(reading: Reading, database: Database, tmp_path: Path) -> None:
    first = await read_and_cancel(reading, things(3))
    async with database.connection() as connection:
        user = await value(connection, "select user_id from jobs where id = %s", first)
        file_id = await value(connection, "select file_id from jobs where id = %s", first)
        again = await submit_kept(reading.engine, ReadingThreads(), file_id, Sender(user), UploadOptions("product"))
        await remove_job(reading.engine, first)
        (kept,) = await reading.execute("select path, job_id from files")
        assert kept["job_id"] == again.job_id
        assert await bodies.find_referenced(connection, [kept["path"]]) == {kept["path"]}
    assert await Ingester(reading.engine, "one").run_next()
    assert len(await reading.titles()) == 3


async def test_a_file_read_by_two_jobs_is_kept_for_the_other(reading: Reading, database: Database) -> None:
    first = await read_and_cancel(reading, things(3))
    async with database.connection() as connection:
        other = await new_fed_job(connection, [None])
        file_id = await value(connection, "select file_id from jobs where id = %s", first)
        await connection.execute("insert into ingests (job_id, file_id) values (%s, %s)", (other, file_id))
    await remove_job(reading.engine, first)
    assert await left(database, "jobs", "files", "ingests") == {"jobs": 1, "files": 1, "ingests": 1}


async def test_the_idempotency_key_of_a_removed_job_is_free(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        job_id = await finish(connection, database)
        user_id = await new_user(connection)
        await connection.execute("update jobs set idempotency_key = 'one', user_id = %s", (user_id,))
        again = NewJob(user_id, "rows", "product", {}, idempotency_key="one")
        assert await ingests.create_job(connection, again, UploadQuota(10, 10)) is None
        async with database.transaction() as marking:
            assert await removal.mark(marking, job_id)
        assert await ingests.find_by_key(connection, user_id, "one") is None
        made = await ingests.create_job(connection, again, UploadQuota(10, 10))
        assert made is not None and await ingests.find_by_key(connection, user_id, "one") == (made, None)


async def test_a_key_that_becomes_free_during_a_retry_creates_another_job(
    reading: Reading, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The request looks up the key before the first job is created, and again after that job is removed."""
    path = reading.folder / "things.csv"
    path.write_text(things(3))
    async with database.connection() as connection:
        sender = Sender(await new_user(connection))
    send = partial(
        submit_files,
        reading.engine,
        ReadingThreads(),
        [describe_file(path, path.name)],
        sender,
        UploadOptions("product"),
        "one",
    )
    first = await send()
    looks = 0
    look = uploads._find_by_key

    async def find_at_bad_times(*asked: Any) -> Any:
        nonlocal looks
        looks += 1
        if looks == 1:
            return None
        if looks == 2:
            await cancel(reading.engine, first.job_id)
            await remove_job(reading.engine, first.job_id)
        return await look(*asked)

    monkeypatch.setattr(uploads, "_find_by_key", find_at_bad_times)
    second = await send()
    assert second.created and second.job_id != first.job_id


async def test_a_job_can_be_marked_while_its_rows_are_being_written(engine: Engine, database: Database) -> None:
    """The job was canceled while its file is read. A writer of rows locks the job that they refer to."""
    async with database.connection() as connection:
        job_id = await finish(connection, database)
        async with database.transaction() as writing, database.transaction() as marking:
            await writing.execute("select from jobs where id = %s for key share", (job_id,))
            await marking.execute("set local lock_timeout = '5s'")
            assert await removal.mark(marking, job_id)


async def test_jobs_that_cannot_be_deleted_yet_do_not_block_others(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        marked = {await finish(connection, database) for _ in range(3)}
        await connection.execute("update jobs set removed_at = now()")
        assert {one for _ in range(100) for one in await removal.find_marked(connection, limit=1)} == marked


async def test_an_export_of_a_job_that_is_removed_fails_instead_of_ending_early(
    engine: Engine, database: Database
) -> None:
    async with database.connection() as connection:
        job_id = await finish(connection, database, 200)
        job = await job_views.find_owned(connection, job_id, None)
        assert job is not None
    export = await prepare(database, job, RowSelection(), Format.CSV)
    made = chunks(database, export)
    await anext(made)
    await remove_job(engine, job_id)
    with pytest.raises(NotFound):
        [chunk async for chunk in made]
    with pytest.raises(NotFound):
        await prepare(database, job, RowSelection(), Format.CSV)


async def test_a_replay_does_not_reopen_rows_of_a_removed_job(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        job_id = await finish(connection, database, 1, ItemStatus.ERROR)
        letter = await value(
            connection,
            """
            insert into dead_letters (stage, item_id, cause, message, attempts)
            select 'match', id, 'crash', 'It crashed.', 5 from job_items returning id
            """,
        )
        async with database.transaction() as marking:
            assert await removal.mark(marking, job_id)
        async with database.transaction() as replaying:
            await dead_letters.replay(replaying, [letter])
        assert await states(connection, job_id) == ["ERROR"]
    while await delete_leftovers(engine):
        pass
    assert await left(database) == {}


async def test_a_replay_that_waits_for_a_removal_does_not_restart_the_job(engine: Engine, database: Database) -> None:
    page = "a" * 64
    async with database.connection() as connection:
        job_id = await finish(connection, database, 1, ItemStatus.ERROR)
        await connection.execute("insert into resources (url_hash, url) values (%s, %s)", (page, CAKE))
        await connection.execute("update job_items set url_hash = %s, url = %s", (page, CAKE))
        async with database.transaction() as marking:
            assert await removal.mark(marking, job_id)
            replaying = asyncio.create_task(reopen_page(database, page))
            await asyncio.sleep(0.3)
            assert not replaying.done()
        await replaying
        assert await value(connection, "select queue_state from jobs") == "DONE"


async def reopen_page(database: Database, page: str) -> None:
    async with database.transaction() as connection:
        await dead_letters._reopen(connection, "url_hash", [page])


async def test_pictures_from_a_zip_are_deleted_with_their_job(reading: Reading, database: Database) -> None:
    path = reading.folder / "shelf.zip"
    with zipfile.ZipFile(path, "w") as shelf:
        for colour in ("red", "blue"):
            shelf.writestr(f"{colour}.png", picture(colour))
    job_ids = []
    for _ in range(2):
        sent = await send_file(reading.engine, path, path.name, Sender(None), UploadOptions("product"))
        job_ids.append(sent.job_id)
        assert await Ingester(reading.engine, "one").run_next()
        await cancel(reading.engine, sent.job_id)
        await feed(reading.engine, sent.job_id)
    await fold(database)
    assert await left(database, "files") == {"files": 6}
    await remove_job(reading.engine, job_ids[0])
    kept = await reading.execute("select job_id from files")
    assert [file["job_id"] for file in kept] == [job_ids[1]] * 3


def picture(colour: str) -> bytes:
    output = io.BytesIO()
    Image.new("RGB", (8, 8), colour).save(output, "PNG")
    return output.getvalue()


# Retention ---------------------------------------------------------------------------------------------------


async def remove_expired(engine: Engine) -> None:
    await background.delete_expired(engine)
    while await background.remove_jobs(engine):
        pass


async def test_a_job_is_kept_for_its_retention_and_no_longer(engine: Engine, database: Database) -> None:
    events: list[Any] = []
    unsubscribe = observe.subscribe(events.append)
    async with database.connection() as connection:
        job_id = await finish(connection, database)
        await age(connection, 29)
        await remove_expired(engine)
        assert (await left(database, "jobs", "job_items")) == {"jobs": 1, "job_items": 2}
        await age(connection, 2)
        await remove_expired(engine)
    unsubscribe()
    assert await left(database) == {}
    assert [event for event in events if isinstance(event, observe.JobRemoved)] == [
        observe.JobRemoved(job_id, "retention")
    ]


async def test_a_recently_exported_job_is_kept(engine: Engine, database: Database) -> None:
    async with database.connection() as connection:
        job_id = await finish(connection, database)
        await age(connection, 31)
        job = await job_views.find_owned(connection, job_id, None)
        assert job is not None
        await prepare(database, job, RowSelection(), Format.CSV)
        await remove_expired(engine)
        assert await left(database, "jobs") == {"jobs": 1}
        await age(connection, 31)
    await remove_expired(engine)
    assert await left(database) == {}


async def test_a_job_with_a_pending_reprocessing_is_kept(engine: Engine, database: Database) -> None:
    """It was requested, and not processed yet."""
    async with database.connection() as connection:
        job_id = await finish(connection, database)
        await age(connection, 31)
        await connection.execute(
            "insert into reprocessings (job_id, statuses, reset_attempts, last_row) values (%s, '{DONE}', false, 2)",
            (job_id,),
        )
        await remove_expired(engine)
        assert await left(database, "jobs") == {"jobs": 1}
        async with database.transaction() as marking:
            assert not await removal.mark(marking, job_id, timedelta(days=30))


@pytest.mark.parametrize("state", ["QUEUED", "RUNNING", "PAUSED"])
async def test_an_unfinished_job_is_kept_regardless_of_its_age(engine: Engine, database: Database, state: str) -> None:
    async with database.connection() as connection:
        await new_fed_job(connection, [None])
        await connection.execute("update jobs set queue_state = %s, created_at = now() - interval '1 year'", (state,))
        await remove_expired(engine)
    assert await left(database, "jobs", "job_items") == {"jobs": 1, "job_items": 1}


async def test_jobs_are_kept_forever_unless_a_retention_is_set(engine: Engine, database: Database) -> None:
    keeping = Engine(
        engine.settings.with_values(job_retention_days=Settings().retention.job_days),
        engine.database,
        engine.blobs,
        engine.wake,
    )
    async with database.connection() as connection:
        await finish(connection, database)
        await age(connection, 36_000)
    await remove_expired(keeping)
    assert await left(database, "jobs") == {"jobs": 1}
