"""Background duties, each of which one worker of the cluster performs."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from tests.integration.helpers import add_matching, ask, claim_bodies, fetch_page, new_job

from garner.blobs import local_blobs
from garner.core.lifecycle import Stage
from garner.engine import Engine
from garner.postgres.database import Connection, Database
from garner.runtime.duties import attendance
from garner.runtime.duties.attendance import Attending
from garner.runtime.duties.background import make_duties
from garner.runtime.duties.duty import FULL_ROUND, BackgroundDuty, Scope
from garner.runtime.signals import HintListener
from garner.runtime.worker import WOKEN_POLL_SECONDS, idle_seconds
from garner.store.queue import duties

NAMES = ("feed", "sweep")


async def attend(database: Database, worker: str, names: Sequence[str] = NAMES) -> set[str]:
    async with database.connection() as connection:
        return set((await duties.attend(connection, worker, names, allows_private=False)).held)


async def silence(database: Database, worker: str, seconds: float) -> None:
    async with database.connection() as connection:
        await connection.execute(
            "update workers set seen_at = now() - %s * interval '1 second' where name = %s", (seconds, worker)
        )


async def test_one_worker_holds_all_duties_and_the_other_none(database: Database) -> None:
    assert await attend(database, "one") == set(NAMES)
    assert await attend(database, "two") == set()
    assert await attend(database, "one") == set(NAMES)


async def test_a_worker_takes_the_duties_that_only_it_offers(database: Database) -> None:
    assert await attend(database, "one", ["sweep"]) == {"sweep"}
    assert await attend(database, "two") == {"feed"}


async def test_a_silent_holder_loses_its_duties_to_the_next_heartbeat(database: Database) -> None:
    await attend(database, "one")
    await silence(database, "one", duties.SILENCE_SECONDS - 1)
    assert await attend(database, "two") == set()
    await silence(database, "one", duties.SILENCE_SECONDS + 1)
    assert await attend(database, "two") == set(NAMES)
    assert await attend(database, "one") == set()


async def test_heartbeats_in_the_future_of_a_clock_that_was_set_back_do_not_hold_duties(database: Database) -> None:
    await attend(database, "dead")
    await silence(database, "dead", -3600)
    assert await attend(database, "two") == set(NAMES)


async def test_of_two_workers_that_attend_at_once_the_first_keeps_the_duties(database: Database) -> None:
    await attend(database, "one", [])
    async with database.transaction() as first:
        await duties.attend(first, "one", NAMES, allows_private=False)
        second = asyncio.create_task(attend(database, "two"))  # sees no holder yet, and waits for the rows
        await _until_blocked(database)
    assert await second == set()
    assert await attend(database, "one") == set(NAMES)


async def _until_blocked(database: Database) -> None:
    async with asyncio.timeout(30), database.connection() as connection:
        while True:
            cursor = await connection.execute(
                "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
            )
            if await cursor.fetchone() is not None:
                return
            await asyncio.sleep(0.01)


async def test_a_rare_duty_is_due_at_stored_times(database: Database) -> None:
    await attend(database, "one", ["clean"])
    async with database.connection() as connection:
        assert not await duties.is_due(connection, "clean", 3600, at_once=False)
        assert not await duties.is_due(connection, "clean", 3600, at_once=True)  # the first time is stored
        await connection.execute("update duties set due_at = now()")
        assert await duties.is_due(connection, "clean", 3600, at_once=False)
        await duties.put_off(connection, "clean", 3600)
        assert not await duties.is_due(connection, "clean", 3600, at_once=False)
        await connection.execute("update duties set due_at = now() + interval '1 day'")  # by a clock set back since
        await duties.is_due(connection, "clean", 3600, at_once=False)
        cursor = await connection.execute("select due_at <= now() + interval '1 hour' as near from duties")
        assert (await cursor.fetchone() or {})["near"]


async def test_duties_of_hosts_without_a_worker_are_deleted(database: Database) -> None:
    await attend(database, "one", ["clean@one"])
    await attend(database, "two", ["clean@two"])
    async with database.connection() as connection:
        await connection.execute("update duties set held_since = now() - interval '2 days'")
        await connection.execute("delete from workers where name = 'two'")
        assert await duties.delete_unheld(connection) == 1
    assert await attend(database, "one", ["clean@one"]) == {"clean@one"}


# The look for work that comes with a heartbeat


async def waiting(database: Database, worker: str = "one", **capabilities: bool) -> set[Stage]:
    async with database.connection() as connection:
        heartbeat = await duties.attend(connection, worker, (), **{"allows_private": False, **capabilities})
        return set(heartbeat.waiting)


@pytest.mark.parametrize(
    ("stage", "statements"),
    [
        (Stage.CRAWL, ["insert into domains (domain_name, base_url) values ('a.example', 'https://a.example')",
                       "insert into lanes (stage, domain_id, ready_at) select 'crawl', id, {at} from domains"]),
        (Stage.MATCH, ["insert into jobs (job_type, queue_state) values ('table', 'RUNNING')",
                       "insert into lanes (stage, job_id, ready_at) select 'match', id, {at} from jobs"]),
    ],
)  # fmt: skip
async def test_a_heartbeat_sees_lanes_that_are_ready(database: Database, stage: Stage, statements: list[str]) -> None:
    assert await waiting(database) == set()
    async with database.connection() as connection:
        for statement in statements:
            await connection.execute(statement.format(at="now() + interval '1 hour'").encode())
        assert await waiting(database) == set()
        await connection.execute("update lanes set ready_at = now()")
    assert await waiting(database) == {stage}


async def test_a_heartbeat_leaves_private_lanes_to_workers_that_may_fetch_them(database: Database) -> None:
    async with database.connection() as connection:
        await connection.execute("insert into domains (domain_name, base_url) values ('a.test', 'https://a.test')")
        await connection.execute(
            "insert into lanes (stage, domain_id, ready_at, needs_private) select 'crawl', id, now(), true from domains"
        )
    assert await waiting(database) == set()
    assert await waiting(database, allows_private=True) == {Stage.CRAWL}


async def test_a_heartbeat_sees_pages_that_wait_for_extraction(connection: Connection) -> None:
    await ask(connection)
    await fetch_page(connection)
    heartbeat = await duties.attend(connection, "one", (), allows_private=False)
    assert Stage.EXTRACT in heartbeat.waiting
    await connection.execute("update work set due_at = now() + interval '1 hour'")
    heartbeat = await duties.attend(connection, "one", (), allows_private=False)
    assert Stage.EXTRACT not in heartbeat.waiting


async def test_a_heartbeat_does_not_see_pages_that_are_being_extracted(connection: Connection) -> None:
    await ask(connection)
    await fetch_page(connection)
    await connection.execute("update work set held = true")
    heartbeat = await duties.attend(connection, "one", (), allows_private=False)
    assert Stage.EXTRACT not in heartbeat.waiting
    await connection.execute("update work set held = false")
    assert await claim_bodies(connection)
    heartbeat = await duties.attend(connection, "one", (), allows_private=False)
    assert Stage.EXTRACT not in heartbeat.waiting


async def test_a_heartbeat_sees_single_items_that_wait_to_be_read(connection: Connection) -> None:
    await add_matching(connection, await new_job(connection, total=1), 1)

    async def sees(**capabilities: bool) -> bool:
        heartbeat = await duties.attend(connection, "one", (), allows_private=False, **capabilities)
        return Stage.MATCH in heartbeat.waiting

    assert await sees()
    await connection.execute("update work set reads_text = true")
    assert not await sees()
    assert await sees(reads_text=True)
    await connection.execute("update work set due_at = now() + interval '1 hour'")
    assert not await sees(reads_text=True)


async def test_a_heartbeat_sees_files_that_wait_to_be_read(connection: Connection) -> None:
    await connection.execute(
        """
        with job as (insert into jobs (job_type, queue_state) values ('table', 'RUNNING') returning id),
        file as (insert into files (name, media_type, size_bytes, content_hash, path)
                 values ('rows.csv', 'text/csv', 1, repeat('a', 64), 'x') returning id)
        insert into ingests (job_id, file_id, place) select job.id, file.id, 0 from job, file
        """
    )
    heartbeat = await duties.attend(connection, "one", (), allows_private=False)
    assert heartbeat.waiting == {Stage.MATCH}
    await connection.execute("update ingests set worker = 'two', lease_until = now() + interval '1 minute'")
    heartbeat = await duties.attend(connection, "one", (), allows_private=False)
    assert heartbeat.waiting == set()


async def test_loops_are_woken_when_heartbeats_stop_for_they_look_for_work_themselves_then(engine: Engine) -> None:
    woken: list[tuple[Stage, bool]] = []
    attending = Attending(engine, "one", [], lambda stage: woken.append((stage, attending.is_attending)))

    async def until(is_attending: bool) -> None:
        async with asyncio.timeout(30):
            while attending.is_attending is not is_attending:
                await asyncio.sleep(0.01)

    async with running(attending), engine.database.connection() as connection:
        await until(True)
        woken.clear()
        await connection.execute("alter table duties rename to unknown")
        await until(False)
        assert woken == [(stage, False) for stage in Stage]
        await connection.execute("alter table unknown rename to duties")
        await until(True)


@pytest.mark.parametrize("is_listening", [True, False])
@pytest.mark.parametrize("is_attending", [True, False])
async def test_idle_loops_poll_rarely_only_while_notifications_and_heartbeats_arrive(
    engine: Engine, is_listening: bool, is_attending: bool
) -> None:
    listener, attending = HintListener(engine.database, engine.rng), Attending(engine, "one", [])
    listener.is_listening, attending.is_attending = is_listening, is_attending
    rarely = idle_seconds(engine.settings, listener, attending) == WOKEN_POLL_SECONDS
    assert rarely is (is_listening and is_attending)


async def test_a_heartbeat_that_waits_for_a_lock_is_given_up(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attendance, "MAX_SECONDS", 0.2)
    attending = Attending(engine, "one", [])
    async with running(attending), engine.database.transaction() as connection:
        async with asyncio.timeout(30):
            while not attending.is_attending:
                await asyncio.sleep(0.01)
            await connection.execute("lock table workers in access exclusive mode")
            while attending.is_attending:
                await asyncio.sleep(0.01)


# The workers' side


class Rounds:
    """Duties that count their rounds by worker."""

    def __init__(self) -> None:
        self.rounds: Counter[tuple[str, str]] = Counter()

    def offer(self, worker: str, *names: str, **options: object) -> list[BackgroundDuty]:
        def duty(name: str) -> BackgroundDuty:
            async def run_once() -> int:
                self.rounds[worker, name] += 1
                return 0

            return BackgroundDuty(name, 0.001, run_once, **options)  # type: ignore[arg-type] # of the duty

        return [duty(name) for name in names]

    async def wait_for(self, worker: str, name: str) -> None:
        """Wait for another round."""
        before = self.rounds[worker, name]
        async with asyncio.timeout(30):
            while self.rounds[worker, name] == before:
                await asyncio.sleep(0.005)


@pytest.fixture
def rounds() -> Rounds:
    return Rounds()


@asynccontextmanager
async def running(attending: Attending) -> AsyncIterator[None]:
    task = asyncio.create_task(attending.run())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_a_duty_goes_to_the_next_worker_when_its_holder_leaves(engine: Engine, rounds: Rounds) -> None:
    async with AsyncExitStack() as stack:
        async with running(Attending(engine, "one", rounds.offer("one", "sweep"))):
            await rounds.wait_for("one", "sweep")
            other = Attending(engine, "two", rounds.offer("two", "sweep"))
            await other.attend()
            assert rounds.rounds["two", "sweep"] == 0
        await stack.enter_async_context(running(other))
        await rounds.wait_for("two", "sweep")


async def test_a_holder_that_was_replaced_ends_after_its_round(engine: Engine, rounds: Rounds) -> None:
    stale = Attending(engine, "one", rounds.offer("one", "sweep"))
    async with running(stale):
        await rounds.wait_for("one", "sweep")
        async with engine.database.connection() as connection:
            await connection.execute("update duties set holder = 'two'")
            await duties.attend(connection, "two", ["sweep"], allows_private=False)
        await stale.attend()
        async with asyncio.timeout(30):
            while stale._ending:
                await asyncio.sleep(0.005)
                await attend(engine.database, "two", ["sweep"])
                await stale.attend()
        count = rounds.rounds["one", "sweep"]
        await asyncio.sleep(0.05)
        assert rounds.rounds["one", "sweep"] == count


async def test_a_duty_that_returns_to_its_holder_begins_when_its_last_round_has_ended(
    engine: Engine, rounds: Rounds
) -> None:
    (sweep,) = rounds.offer("one", "sweep")
    count, may_end = sweep.run_once, asyncio.Event()

    async def run_once() -> int:
        await count()
        await may_end.wait()
        return 0

    attending = Attending(engine, "one", [replace(sweep, run_once=run_once)])
    async with running(attending):
        await rounds.wait_for("one", "sweep")
        async with engine.database.connection() as connection:
            await duties.attend(connection, "two", [], allows_private=False)
            for holder in ("two", "one"):
                await connection.execute("update duties set holder = %s", (holder,))
                await attending.attend()
        await asyncio.sleep(0.05)
        assert rounds.rounds["one", "sweep"] == 1
        may_end.set()
        await asyncio.sleep(0.05)
        assert rounds.rounds["one", "sweep"] == 1  # it had been stopped
        await attending.attend()
        await rounds.wait_for("one", "sweep")


async def test_a_rare_duty_is_not_repeated_by_the_next_holder(engine: Engine, rounds: Rounds) -> None:
    for worker in ("one", "two"):
        offered = [replace(duty, every_seconds=3600.0) for duty in rounds.offer(worker, "clean", is_rare=True)]
        rounds_of = asyncio.create_task(_perform(Attending(engine, worker, offered)))
        if worker == "one":
            await rounds.wait_for(worker, "clean")
        else:
            async with asyncio.timeout(30):
                while await _holder(engine, "clean") != "two":
                    await asyncio.sleep(0.005)
            await asyncio.sleep(0.1)
        rounds_of.cancel()
        await asyncio.gather(rounds_of, return_exceptions=True)
    assert rounds.rounds == {("one", "clean"): 1}


async def test_a_rare_duty_that_found_more_than_one_round_goes_on_at_once(engine: Engine, rounds: Rounds) -> None:
    found = iter([FULL_ROUND, FULL_ROUND])

    async def run_once() -> int:
        rounds.rounds["one", "clean"] += 1
        return next(found, 0)

    async with running(Attending(engine, "one", [BackgroundDuty("clean", 3600.0, run_once, is_rare=True)])):
        async with asyncio.timeout(10):
            while rounds.rounds["one", "clean"] < 3:
                await asyncio.sleep(0.005)
        await asyncio.sleep(0.1)
    assert rounds.rounds["one", "clean"] == 3


async def test_a_duty_that_ended_by_itself_begins_again_with_the_next_heartbeat(engine: Engine, rounds: Rounds) -> None:
    (sweep,) = rounds.offer("one", "sweep")
    count = sweep.run_once

    async def run_once() -> int:
        await count()
        if rounds.rounds["one", "sweep"] == 1:
            raise asyncio.CancelledError  # of a call inside, not of the duty
        return 0

    attending = Attending(engine, "one", [replace(sweep, run_once=run_once)])
    async with running(attending):
        await rounds.wait_for("one", "sweep")
        await attending.attend()
        await rounds.wait_for("one", "sweep")


async def test_a_duty_that_keeps_failing_is_left_to_another_worker(
    engine: Engine, rounds: Rounds, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail() -> int:
        rounds.rounds["one", "sweep"] += 1
        raise ValueError("the disk of this host")

    monkeypatch.setattr(attendance, "FAILING_SECONDS", 0.2)
    (failing,) = rounds.offer("one", "sweep")
    one = Attending(engine, "one", [replace(failing, run_once=fail), *rounds.offer("one", "feed")])
    two = Attending(engine, "two", rounds.offer("two", "sweep", "feed"))
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(running(one))
        await rounds.wait_for("one", "sweep")
        await asyncio.sleep(0.3)
        await one.attend()
        assert await _holder(engine, "sweep") == "one"  # there is no other worker
        await stack.enter_async_context(running(two))
        await rounds.wait_for("two", "sweep")
        assert await _holder(engine, "feed") == "one"


async def _perform(attending: Attending) -> None:
    await attending.run()


async def _holder(engine: Engine, name: str) -> str | None:
    async with engine.database.connection() as connection:
        cursor = await connection.execute("select holder from duties where name = %s", (name,))
        row = await cursor.fetchone()
        return None if row is None else row["holder"]


async def test_bodies_in_a_folder_are_cleaned_by_each_host(engine: Engine, tmp_path: Path) -> None:
    local = replace(engine, blobs=local_blobs(tmp_path / "bodies"))
    scopes = {duty.name: duty.scope for duty in make_duties(local)}
    assert scopes.pop("clean_up_bodies") is Scope.HOST
    assert set(scopes.values()) == {Scope.CLUSTER}


# One duty


class RecordedDuty(BackgroundDuty):
    """A duty that does not sleep, and records for how long it would have."""

    __slots__ = ("pauses",)

    async def _sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        await asyncio.sleep(0)


class Middle(Random):
    """Chance without any: every pause is exactly as long as intended."""

    def uniform(self, low: float, high: float) -> float:
        return 1.0


async def pauses_of(found: Sequence[int], idle_seconds: float = 1.0) -> list[float]:
    amounts = iter(found)

    async def run_once() -> int:
        amount = next(amounts, None)
        if amount is None:
            duty.stop()
            return 0
        return amount

    duty = RecordedDuty("feed", 0.2, run_once, rng=Middle(), idle_seconds=idle_seconds)
    duty.pauses = []
    await duty.run()
    return [round(pause, 3) for pause in duty.pauses][: len(found)]


async def test_a_duty_slows_down_while_it_finds_nothing() -> None:
    assert await pauses_of([1, 0, 0, 0, 0, 0, 3]) == [0.2, 0.3, 0.45, 0.675, 1.0, 1.0, 0.2]
    assert await pauses_of([1, 0, 0], idle_seconds=0.0) == [0.2, 0.2, 0.2]


async def test_a_woken_duty_looks_at_once_and_often_again() -> None:
    seen = asyncio.Event()

    async def run_once() -> int:
        seen.set()
        return 0

    duty = BackgroundDuty("feed", 0.001, run_once, idle_seconds=3600.0)
    duty.every_seconds = 3600.0 / 2  # asleep after the first round
    task = asyncio.create_task(duty.run())
    async with asyncio.timeout(30):
        await seen.wait()
        seen.clear()
        await asyncio.sleep(0)
        duty.wake()
        await seen.wait()
        duty.stop()
        await task


async def test_a_duty_that_is_taken_again_waits_before_its_first_round_like_the_first_time() -> None:
    rounds = 0

    async def run_once() -> int:
        nonlocal rounds
        rounds += 1
        return 0

    duty = BackgroundDuty("time out", 3600.0, run_once, at_once=False)
    for _ in range(2):
        task = asyncio.create_task(duty.run())
        await asyncio.sleep(0.02)
        duty.stop()
        await task
    assert rounds == 0
