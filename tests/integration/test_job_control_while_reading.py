"""Controlling a job whose files are being read does not wait for rows that are being copied."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.integration.ingest_helpers import Reading, block_of, things, write
from tests.integration.job_helpers import add_row

from garner.core.lifecycle import ItemStatus
from garner.engine import Engine
from garner.engine.files.appending import edit
from garner.engine.jobs import job_control as steering
from garner.engine.jobs.reprocessing import ReprocessRequest, reprocess
from garner.runtime.ingest.ingester import Canceled, Ingester

ANSWER_SECONDS = 20.0  # for a busy machine: a wait for the rows would never end
Steer = Callable[[Reading], Awaitable[None]]


@pytest.fixture
async def reading(engine: Engine, tmp_path: Path) -> Reading:
    """A job with one row, and more to read."""
    opened = Reading(engine, tmp_path)
    await opened.submit(things(1))
    async with engine.database.transaction() as connection:
        await write(connection, block_of(opened.job_id, ["Pan"]))
    return opened


async def until_it_waits(reading: Reading, writing: "asyncio.Task[int]", statement: str) -> None:
    """Wait until a statement with this beginning waits for a lock."""
    while not await reading.execute(
        """
        select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and starts_with(query, %s)
        """,
        statement,
    ):
        assert not writing.done()
        await asyncio.sleep(0.01)


@asynccontextmanager
async def being_copied(reading: Reading, *titles: str) -> AsyncIterator["asyncio.Task[int]"]:
    """Write rows up to the last one, whose number another transaction holds until the end."""
    reader, claim = Ingester(reading.engine, "one"), await reading.claim("one")
    assert claim is not None
    async with reading.engine.database.connection() as connection, connection.transaction(force_rollback=True):
        await add_row(connection, reading.job_id, 1 + len(titles))
        writing = asyncio.create_task(reader._write_with_retries(claim, block_of(reading.job_id, titles), 0))
        await until_it_waits(reading, writing, "copy job_items")
        async with asyncio.timeout(ANSWER_SECONDS):
            yield writing
        assert not writing.done()
    await asyncio.wait([writing])


async def pause(reading: Reading) -> None:
    await steering.pause(reading.engine, reading.job_id)


async def resume(reading: Reading) -> None:
    await steering.resume(reading.engine, reading.job_id)


async def cancel(reading: Reading) -> None:
    await steering.cancel(reading.engine, reading.job_id)


async def reprocess_everything(reading: Reading) -> None:
    await reprocess(reading.engine, reading.job_id, ReprocessRequest(statuses=tuple(ItemStatus)))


async def edit_the_first_row(reading: Reading) -> None:
    (first,) = await reading.execute("select id from job_items where row_no = 1")
    await edit(reading.engine, reading.job_id, first["id"], {"title": "Another pan"})


@pytest.mark.parametrize("steer", [pause, resume, cancel, reprocess_everything, edit_the_first_row])
async def test_controlling_a_job_does_not_wait_for_copied_rows(reading: Reading, steer: Steer) -> None:
    if steer is resume:
        await pause(reading)
    async with being_copied(reading, "Kettle", "Pot"):
        await steer(reading)


@pytest.mark.parametrize("steer", [pause, cancel, reprocess_everything])
async def test_controlling_a_job_does_not_wait_for_copied_duplicates(reading: Reading, steer: Steer) -> None:
    async with being_copied(reading, "Pan", "Pot"):
        await steer(reading)


async def test_controlling_a_job_and_copying_rows_do_not_deadlock(reading: Reading) -> None:
    """One transaction locks the lane, then the rows; the other has copied duplicates of them, then locks the lane."""
    claim = await reading.claim("one")
    assert claim is not None
    async with reading.engine.database.transaction() as steering:
        await steering.execute("select from lanes where job_id = %s for no key update", (reading.job_id,))
        block = block_of(reading.job_id, ["Pan"])
        writing = asyncio.create_task(Ingester(reading.engine, "one")._write(claim, block, 0))
        await until_it_waits(reading, writing, "select from lanes")
        await steering.execute("select from job_items where row_no = 1 for update")
    assert await writing == 1


async def test_rows_of_a_job_paused_meanwhile_are_written_and_not_fed(reading: Reading) -> None:
    async with being_copied(reading, "Kettle", "Pan"):
        await pause(reading)
    assert await reading.titles() == ["Pan", "Kettle", "Pan"]
    assert await reading.execute("select id from lanes where feed_at < 'infinity'") == []
    assert (await reading.job())["total_items"] == 3


async def test_rows_of_a_job_canceled_meanwhile_are_not_written(reading: Reading) -> None:
    async with being_copied(reading, "Kettle", "Pot") as writing:
        await cancel(reading)
    assert isinstance(writing.exception(), Canceled)
    assert await reading.titles() == ["Pan"]
    (ingest,) = await reading.execute("select rows_read from ingests")
    assert ingest["rows_read"] == 0 and (await reading.job())["total_items"] == 1


async def test_a_row_edited_meanwhile_has_no_duplicates(reading: Reading) -> None:
    """They would get the result of the edited row. So duplicates are looked up again, and only find each other."""
    async with being_copied(reading, "Pan", "Pan"):
        await edit_the_first_row(reading)
    assert await reading.titles() == ["Another pan", "Pan", "Pan"]
    found = await reading.execute("select id, twin_of from job_items order by row_no")
    assert [row["twin_of"] for row in found] == [None, None, found[1]["id"]]
