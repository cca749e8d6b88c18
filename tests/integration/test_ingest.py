"""Files become rows, even if readers, the database or the job change meanwhile."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from uuid import UUID

import pytest
from tests.integration.ingest_helpers import Reading, block_of, things, write
from tests.integration.job_helpers import feed
from tests.services import send_file

from garner import observe
from garner.engine import Engine
from garner.engine.files.appending import append
from garner.engine.files.uploads import Sender
from garner.errors import Conflict, FileUnreadable
from garner.postgres.database import Connection, Database
from garner.runtime import worker
from garner.runtime.ingest.ingester import Ingester, NotOurs
from garner.runtime.ingest.readers import Ingesting, own_connections
from garner.store.ingest import ingests
from garner.store.ingest.rows import Block
from garner.tables.reading import Table, TableRow
from garner.wiring.worker import run_worker


@pytest.fixture
def reading(engine: Engine, tmp_path: Path) -> Reading:
    return Reading(engine, tmp_path)


class TestClaims:
    async def test_a_file_is_read_by_one_reader_at_a_time(self, reading: Reading) -> None:
        await reading.submit(things(3))
        claims = await asyncio.gather(*(reading.claim(f"w{n}") for n in range(10)))
        assert len([claim for claim in claims if claim is not None]) == 1

    async def test_the_files_of_a_job_are_read_in_order(self, reading: Reading) -> None:
        await reading.submit(things(1), things(1, "Other"))
        first = await reading.claim("a")
        assert first is not None and first.file_name == "0.csv"
        assert await reading.claim("b") is None

    async def test_a_reader_of_small_files_leaves_the_others(self, reading: Reading) -> None:
        await reading.submit(things(1_000))
        assert await reading.claim("a", max_bytes=100) is None
        assert await reading.claim("a", max_bytes=1_000_000) is not None

    async def test_an_expired_lease_is_taken_over(self, reading: Reading) -> None:
        await reading.submit(things(3))
        lost = await reading.claim("a", lease=0.01)
        await asyncio.sleep(0.05)
        taken = await reading.claim("b")
        assert lost is not None and taken is not None and taken.fence == lost.fence + 1

    async def test_a_released_file_is_continued_by_the_next_reader(self, reading: Reading) -> None:
        await reading.submit(things(5_000))
        one = Ingester(reading.engine, "one")
        task = asyncio.create_task(one.run_next())
        while not await reading.execute("select id from job_items limit 1"):
            await asyncio.sleep(0.005)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        (ingest,) = await reading.execute("select worker, lease_until, attempts from ingests")
        assert ingest["worker"] is None and ingest["attempts"] <= 1
        assert await Ingester(reading.engine, "two").run_next()
        assert await reading.titles() == [f"Thing {n}" for n in range(5_000)]

    async def test_a_file_that_kills_its_readers_fails(self, reading: Reading) -> None:
        await reading.submit(things(3))
        most = reading.engine.settings.queue.max_attempts_error
        for _ in range(most):
            assert await reading.claim("victim", lease=0.001) is not None
            await asyncio.sleep(0.01)
        assert await Ingester(reading.engine, "next").run_next()
        job = await reading.job()
        assert job["queue_state"] == "FAILED" and "failed repeatedly" in job["last_error"]


class TestFences:
    async def test_a_reader_that_lost_the_file_writes_nothing(self, reading: Reading) -> None:
        job_id = await reading.submit(things(3))
        late = await reading.claim("late", lease=0.01)
        await asyncio.sleep(0.05)
        assert late is not None and await reading.claim("other") is not None
        with pytest.raises(NotOurs):
            await Ingester(reading.engine, "late")._write(late, block_of(job_id, ["Late"]), 0)
        assert await reading.titles() == []
        async with reading.engine.database.transaction() as connection:
            assert await ingests.finish(connection, late, "late", ingests.IngestEnding()) is None
            assert not await ingests.renew(connection, late, "late", 60)

    async def test_a_commit_with_a_lost_response_is_not_repeated(self, reading: Reading) -> None:
        job_id = await reading.submit(things(3))
        claim = await reading.claim("one")
        assert claim is not None
        ingester = Ingester(reading.engine, "one")
        block = block_of(job_id, ["Pan", "Kettle"])
        assert await ingester._write(claim, block, 0) == 2
        assert await ingester._write(claim, block.part(0, 1), 0) == 2
        assert await ingester._write_with_retries(claim, block, 0) == 2
        assert await reading.titles() == ["Pan", "Kettle"]


class TestWhatTheDatabaseRefuses:
    async def test_a_row_that_cannot_be_stored_is_reported_and_the_others_are_kept(self, reading: Reading) -> None:
        job_id = await reading.submit(things(3))
        claim = await reading.claim("one")
        assert claim is not None
        block = block_of(job_id, [f"Thing {n}" for n in range(100)])
        block.bodies[37] = block.bodies[37].replace(b'{"title":"Thing 37"}', b"no JSON")
        assert await Ingester(reading.engine, "one")._write_with_retries(claim, block, 0) == 100
        found = await reading.execute("select row_no, status, error_code, last_error from job_items order by row_no")
        assert [row["row_no"] for row in found] == list(range(1, 101))
        assert [row["row_no"] for row in found if row["status"] == "ERROR"] == [38]
        assert found[37]["error_code"] == "bad_row" and "invalid input syntax" in found[37]["last_error"]

    async def test_the_reader_waits_for_a_database_that_is_unavailable(self, reading: Reading) -> None:
        await reading.submit(things(4_000))
        events: list[observe.Event] = []
        unsubscribe = observe.subscribe(events.append)
        task = asyncio.create_task(Ingester(reading.engine, "one").run_next())
        for _ in range(3):
            await asyncio.sleep(0.05)
            await reading.execute(
                """
                select pg_terminate_backend(pid) from pg_stat_activity
                where datname = current_database() and pid <> pg_backend_pid() and query ilike 'copy job_items%%'
                """
            )
        await task
        unsubscribe()
        assert await reading.titles() == [f"Thing {n}" for n in range(4_000)]
        (ingest,) = await reading.execute("select rows_read, finished_at from ingests")
        assert ingest["rows_read"] == 4_000


class TestJobsThatChange:
    async def test_a_canceled_job_gets_no_more_rows(self, reading: Reading) -> None:
        await reading.submit(things(3))
        await reading.execute("update jobs set queue_state = 'CANCELED'")
        assert await Ingester(reading.engine, "one").run_next()
        assert await reading.titles() == []
        (ingest,) = await reading.execute("select error_code, finished_at from ingests")
        assert ingest["error_code"] == "canceled" and ingest["finished_at"] is not None

    async def test_a_paused_job_gets_its_rows_and_is_not_fed(self, reading: Reading) -> None:
        await reading.submit(things(3))
        await reading.execute("update jobs set queue_state = 'PAUSED'")
        assert await Ingester(reading.engine, "one").run_next()
        assert len(await reading.titles()) == 3
        assert await reading.execute("select id from lanes where feed_at < 'infinity'") == []

    async def test_new_rows_wake_the_feeder(self, reading: Reading) -> None:
        await reading.submit(things(3))
        assert await reading.execute("select id from lanes where feed_at < 'infinity'") == []
        assert await Ingester(reading.engine, "one").run_next()
        assert len(await reading.execute("select id from lanes where feed_at <= now()")) == 1

    async def test_added_rows_come_after_those_of_the_file(self, reading: Reading) -> None:
        job_id = await reading.submit(things(3_000))
        refused = 0

        async def add(number: int) -> None:
            nonlocal refused
            while True:
                try:
                    await append(reading.engine, job_id, [{"title": f"Added {number}"}])
                    return
                except Conflict:
                    refused += 1
                    await asyncio.sleep(0.01)

        await asyncio.gather(Ingester(reading.engine, "one").run_next(), *(add(n) for n in range(10)))
        found = await reading.execute("select row_no from job_items order by row_no")
        assert [row["row_no"] for row in found] == list(range(1, 3_011))
        assert sorted((await reading.titles())[3_000:]) == [f"Added {n}" for n in range(10)]
        assert refused and (await reading.job())["total_items"] == 3_010


async def test_readers_do_not_wait_for_connections_used_by_other_stages(reading: Reading) -> None:
    """Matching may use all connections; that is not a sign of a slow database, and not a reason for smaller batches."""
    await reading.submit(things(2_000))
    decided: list[observe.ControllerDecided] = []
    unsubscribe = observe.subscribe(
        lambda event: decided.append(event) if isinstance(event, observe.ControllerDecided) else None
    )
    url = reading.engine.database.url
    async with AsyncExitStack() as stack:
        busy = await stack.enter_async_context(Database(url, size=2, wait_seconds=0.1))
        own = await stack.enter_async_context(own_connections(replace(reading.engine, database=busy)))
        for _ in range(2):
            await stack.enter_async_context(busy.connection())
        assert await Ingester(own, "one").run_next()
    unsubscribe()
    assert len(await reading.titles()) == 2_000
    assert not [one.cause for one in decided if "waited" in one.cause]


async def test_a_worker_reads_files_with_its_own_connections(reading: Reading, monkeypatch: pytest.MonkeyPatch) -> None:
    stop, reads_with = asyncio.Event(), list[Database]()

    class Watched(Ingesting):
        def __init__(self, engine: Engine, name: str, poll_seconds: Callable[[], float]) -> None:
            reads_with.append(engine.database)
            super().__init__(engine, name, poll_seconds)

    monkeypatch.setattr(worker, "Ingesting", Watched)
    await reading.submit(things(20))
    working = asyncio.create_task(run_worker(reading.engine, stop))
    async with asyncio.timeout(30):
        while len(await reading.titles()) < 20:
            await asyncio.sleep(0.05)
    stop.set()
    await working
    (own,) = reads_with
    assert own is not reading.engine.database and own.url == reading.engine.database.url


class TestDuplicates:
    async def test_a_duplicate_of_a_row_being_settled_is_written_and_ended_by_the_feeder(
        self, reading: Reading
    ) -> None:
        job_id = await reading.submit(things(1))
        await self._write(reading, block_of(job_id, ["Pan"]))
        (first,) = await reading.execute("select id from job_items")
        async with reading.engine.database.transaction() as settling:
            await self._settle(settling, first["id"])
            await self._write(reading, block_of(job_id, ["Pan"]))
            feeding = asyncio.create_task(feed(reading.engine, job_id))
            await asyncio.sleep(0.2)
            assert not feeding.done()
        await feeding
        found = await reading.execute("select status, result_json from job_items order by row_no")
        assert [row["status"] for row in found] == ["DONE", "DONE"]
        assert found[1]["result_json"] == {"name": "Pan"}
        job = await reading.job()
        assert (job["done"], job["pending"], job["total_items"]) == (2, 0, 2)

    async def test_different_rows_with_the_same_hash_are_not_duplicates(self, reading: Reading) -> None:
        job_id = await reading.submit(things(1))
        first, second = block_of(job_id, ["Pan"]), block_of(job_id, ["Kettle", "Pot"])
        first.hashes = {0: 7}
        second.hashes = {0: 7, 1: 7}
        await self._write(reading, first)
        await self._write(reading, second)
        found = await reading.execute("select twin_of from job_items")
        assert [row["twin_of"] for row in found] == [None, None, None]

    async def _write(self, reading: Reading, block: Block) -> None:
        async with reading.engine.database.transaction() as connection:
            await write(connection, block)

    async def _settle(self, connection: Connection, item_id: UUID) -> None:
        await connection.execute(
            "update job_items set status = 'DONE', completed_at = now(), result_json = '{\"name\": \"Pan\"}'"
            " where id = %s",
            (item_id,),
        )


async def test_an_error_in_the_middle_of_a_file_is_reported_and_earlier_rows_are_kept(
    reading: Reading, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For example, the process of a spreadsheet dies or a disk fails."""

    def breaking(table: Table, skip: int = 0) -> Iterator[list[TableRow]]:
        yield [TableRow(line, {"title": f"Thing {line}"}) for line in range(100)]
        raise FileUnreadable("It is damaged at line 101.")

    await reading.submit(things(500))
    monkeypatch.setattr(Table, "batches", breaking)
    assert await Ingester(reading.engine, "one").run_next()
    assert len(await reading.titles()) == 100
    job = await reading.job()
    assert job["last_error"] == "0.csv: It is damaged at line 101. Rows imported before the error: 100."
    assert job["ingested_at"] is not None and job["queue_state"] == "QUEUED"


async def test_the_start_and_the_end_of_a_file_are_reported(reading: Reading, tmp_path: Path) -> None:
    events: list[observe.Event] = []
    unsubscribe = observe.subscribe(events.append)
    path = tmp_path / "a.csv"
    path.write_text(things(300))
    await send_file(reading.engine, path, "a.csv", Sender(None))
    assert await Ingester(reading.engine, "one").run_next()
    unsubscribe()
    names = [type(event).name() for event in events if not isinstance(event, observe.DatabaseMeasured)]
    assert names[0] == "job_created" and names[-1] == "ingest_finished"
    assert {"ingest_started", "rows_written", "controller_decided"} <= set(names)
    written = [event for event in events if isinstance(event, observe.RowsWritten)]
    assert sum(event.rows for event in written) == 300


class TestLinks:
    """Rows without a link wait for pages depending on what is known about the links of their job."""

    @pytest.mark.parametrize(
        ("body", "may_have_links"),
        [
            ("title,brand\nPan,Hearth\n", False),
            ("title,link\nPan,\n", True),
            ('{"title": "Pan"}\n{"title": "Pot"}\n', True),  # another line may have a link
        ],
    )
    async def test_columns_without_links_are_known_from_the_first_rows(
        self, reading: Reading, monkeypatch: pytest.MonkeyPatch, body: str, may_have_links: bool
    ) -> None:
        seen = []
        write = Ingester._write

        async def look(ingester: Ingester, *given: object) -> int:
            seen.extend(await reading.execute("select may_have_links from ingests"))
            return await write(ingester, *given)  # type: ignore[arg-type]  # passed through

        monkeypatch.setattr(Ingester, "_write", look)
        await reading.submit(body)
        await Ingester(reading.engine, "one").run_next()
        assert [one["may_have_links"] for one in seen] == [may_have_links]

    async def test_an_unopened_file_may_have_links(self, reading: Reading) -> None:
        await reading.submit("title\nPan\n", "title\nPot\n")
        await Ingester(reading.engine, "one").run_next()
        found = await reading.execute("select may_have_links from ingests order by place")
        assert [one["may_have_links"] for one in found] == [False, True]

    async def test_a_job_knows_the_last_row_with_a_link(self, reading: Reading) -> None:
        page = "https://shop.example"
        job_id = await reading.submit(f"title,link\nPan,{page}/pan\nPot,\nLid,{page}/lid\nCup,\n")
        await Ingester(reading.engine, "one").run_next()
        assert (await reading.job())["last_linked_row"] == 3
        await append(reading.engine, job_id, [{"title": "Mug"}])
        assert (await reading.job())["last_linked_row"] == 3
        await append(reading.engine, job_id, [{"title": "Mug", "link": f"{page}/mug"}, {"title": "Fork"}])
        assert (await reading.job())["last_linked_row"] == 6

    async def test_a_job_without_links_has_no_last_linked_row(self, reading: Reading) -> None:
        await reading.submit(things(3))
        await Ingester(reading.engine, "one").run_next()
        assert (await reading.job())["last_linked_row"] == 0

    def test_a_part_of_a_block_keeps_the_end_of_its_links(self) -> None:
        block = block_of(1, ["Pan", "Pot"])
        block.add({"link": "https://shop.example/lid"}, {"url": "https://shop.example/lid"})
        block.add({"title": "Cup"}, {"title": "Cup"})
        parts = [block.part(start, end) for start, end in ((0, 4), (0, 3), (2, 4), (3, 4), (0, 2))]
        assert [part.links_end for part in parts] == [3, 3, 1, 0, 2]
        plain = block_of(1, ["Pan", "Pot"])
        assert (plain.followed_by(block).links_end, block.followed_by(plain).links_end) == (5, 3)
