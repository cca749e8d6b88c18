"""The loop, over a stage whose work the test defines."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
from uuid_utils.compat import uuid7

from garner import observe
from garner.core.lifecycle import ItemStatus, Stage
from garner.postgres.database import Database
from garner.runtime.duties.duty import BackgroundDuty
from garner.runtime.loop import LeasedWork, Loop
from garner.settings import Settings
from garner.store.jobs import jobs
from garner.store.queue import matching
from garner.store.queue.matching import ItemClaim, ItemResult

Act = Callable[[ItemClaim], Awaitable[dict[str, Any] | None]]
BEGINNING = datetime.min.replace(tzinfo=UTC)


class ActStage:
    stage = Stage.MATCH

    def __init__(self, database: Database, act: Act, *, concurrency: int = 10, deadline: float = 5.0) -> None:
        self._database, self._act = database, act
        self.concurrency, self.deadline_seconds = concurrency, deadline
        self.settles: list[int] = []

    async def claim(self, limit: int, lease_seconds: float) -> list[ItemClaim]:
        async with self._database.connection() as connection:
            return await matching.claim(connection, "w", limit, lease_seconds, BEGINNING)

    async def work(self, claim: ItemClaim, lease: LeasedWork) -> ItemResult:
        lease.check()
        return ItemResult(claim.work_id, claim.fence, ItemStatus.DONE, await self._act(claim))

    def fail(self, claim: ItemClaim, error: BaseException, trace: str) -> ItemResult:
        return ItemResult(claim.work_id, claim.fence, ItemStatus.ERROR, None, type(error).__name__, str(error))

    async def settle(self, results: Sequence[ItemResult]) -> set[int]:
        self.settles.append(len(results))
        async with self._database.connection() as connection:
            return await matching.settle(connection, "w", results)

    async def seconds_until_ready(self) -> float | None:
        return None


@pytest.fixture
def quick(settings: Settings) -> Settings:
    return settings.with_values(lock_floor_ms=1500, poll_seconds=0.05, drain_seconds=0.5)


def patient(quick: Settings) -> Settings:
    """Use leases that outlast a machine that stalls for a second."""
    return quick.with_values(lock_floor_ms=3000)


class Job:
    def __init__(self, database: Database, job_id: int, items: list[UUID]) -> None:
        self.database, self.id, self.items = database, job_id, items

    async def query(self, statement: str, *parameters: Any) -> list[dict[str, Any]]:
        async with self.database.connection() as connection:
            cursor = await connection.execute(statement, parameters)
            return await cursor.fetchall() if cursor.description else []

    async def states(self) -> dict[str, int]:
        rows = await self.query("select status, count(*) as n from job_items group by 1")
        return {row["status"]: row["n"] for row in rows}

    async def leased_until(self) -> datetime:
        """Wait for the lease of the only work and return its end."""
        while not (found := await self.query("select lease_until from work where lease_until is not null")):
            await asyncio.sleep(0.02)
        until: datetime = found[0]["lease_until"]
        return until

    async def ended(self, seconds: float = 15.0) -> dict[str, int]:
        async with asyncio.timeout(seconds):
            while not set(states := await self.states()) <= {"DONE", "ERROR"}:
                await asyncio.sleep(0.02)
        return states


@pytest.fixture
def job(database: Database) -> Callable[[int], Awaitable[Job]]:
    async def make(count: int) -> Job:
        ids = [uuid7() for _ in range(count)]
        async with database.transaction() as connection:
            job_id = await jobs.create(connection, job_type="test", kind="product")
            await connection.execute(
                "insert into job_items (id, job_id, row_no, origin, input_json)"
                " select id, %s, n, 'batch', '{}' from unnest(%s::uuid[]) with ordinality r (id, n)",
                (job_id, ids),
            )
            await connection.execute(
                "insert into job_deltas (job_id, total, pending) values (%s, %s, %s)", (job_id, count, count)
            )
            await connection.execute(
                "insert into work (stage, item_id, rank) select 'match', unnest(%s::uuid[]), now()", (ids,)
            )
        return Job(database, job_id, ids)

    return make


@contextlib.asynccontextmanager
async def running(loop: Loop[Any, Any]) -> AsyncIterator[asyncio.Task[None]]:
    task = asyncio.create_task(loop.run())
    try:
        yield task
    finally:
        loop.stop()
        await task


async def nothing(claim: ItemClaim) -> dict[str, Any]:
    return {"seen": True}


async def test_all_work_is_processed_and_settled_in_batches(database: Database, quick: Settings, job: Any) -> None:
    made = await job(250)
    stage = ActStage(database, nothing, concurrency=100)
    async with running(Loop(stage, database, "w", quick)):
        assert await made.ended() == {"DONE": 250}
    assert len(stage.settles) < 25
    counts = await jobs_counts(made)
    assert (counts["total"], counts["done"], counts["pending"], counts["processing"]) == (250, 250, 0, 0)


async def jobs_counts(made: Job) -> dict[str, Any]:
    async with made.database.connection() as connection:
        found = await jobs.counts(connection, made.id)
    assert found is not None
    return found


async def test_a_handler_that_raises_fails_only_its_own_item(database: Database, quick: Settings, job: Any) -> None:
    made = await job(20)

    async def act(claim: ItemClaim) -> dict[str, Any]:
        if claim.item_id == made.items[3]:
            raise RuntimeError("no")
        return {}

    async with running(Loop(ActStage(database, act), database, "w", quick)):
        assert await made.ended() == {"DONE": 19, "ERROR": 1}


async def test_a_result_that_the_database_rejects_fails_only_its_own_item(
    database: Database, quick: Settings, job: Any
) -> None:
    made = await job(20)

    async def act(claim: ItemClaim) -> dict[str, Any]:
        return {"text": "\x00" if claim.item_id == made.items[3] else "fine"}

    async with running(Loop(ActStage(database, act), database, "w", quick)):
        assert await made.ended() == {"DONE": 19, "ERROR": 1}


async def test_a_handler_that_hangs_is_stopped_at_its_deadline(database: Database, quick: Settings, job: Any) -> None:
    made = await job(1)

    async def hang(claim: ItemClaim) -> dict[str, Any]:
        await asyncio.sleep(60)
        return {}

    async with running(Loop(ActStage(database, hang, deadline=0.2), database, "w", quick)):
        assert await made.ended() == {"ERROR": 1}
    assert (await made.query("select error_code from job_items"))[0]["error_code"] == "TimeoutError"


async def test_a_lease_is_renewed_during_work(database: Database, quick: Settings, job: Any) -> None:
    made = await job(1)
    enough = asyncio.Event()

    async def work_until_then(claim: ItemClaim) -> dict[str, Any]:
        await enough.wait()
        return {}

    async with running(Loop(ActStage(database, work_until_then, deadline=60), database, "w", patient(quick))):
        await made.leased_until()
        is_over = "select 1 from work where claimed_at + interval '3.2 seconds' < now()"  # the original lease
        late = "select 1 from work where lease_until < now()"
        while not await made.query(is_over):
            assert await made.query(late) == []
            await asyncio.sleep(0.05)
        assert await made.query(late) == []
        enough.set()
        assert await made.ended() == {"DONE": 1}


async def test_work_that_was_taken_over_is_stopped(database: Database, quick: Settings, job: Any) -> None:
    made = await job(1)
    stopped = asyncio.Event()

    async def watch(claim: ItemClaim) -> dict[str, Any]:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            stopped.set()
            raise
        return {}

    async with running(Loop(ActStage(database, watch, deadline=60), database, "w", quick)):
        await made.leased_until()
        await made.query("update work set fence = fence + 1000000, worker = 'another'")
        await asyncio.wait_for(stopped.wait(), 5)
    assert (await made.query("select worker from work"))[0]["worker"] == "another"


async def test_a_lease_that_ends_with_its_own_settle_is_not_reported_as_lost(
    database: Database, quick: Settings, job: Any
) -> None:
    made = await job(1)

    class SlowToHear(ActStage):
        async def settle(self, results: Sequence[ItemResult]) -> set[int]:
            owned = await super().settle(results)
            await asyncio.sleep(1.0)  # two renewals
            return owned

    lost: list[observe.Event] = []
    unsubscribe = observe.subscribe(lambda event: lost.append(event) if isinstance(event, observe.LeaseLost) else None)
    try:
        async with running(loop := Loop(SlowToHear(database, nothing), database, "w", quick)):
            assert await made.ended() == {"DONE": 1}
            while loop._held:
                await asyncio.sleep(0.02)
    finally:
        unsubscribe()
    assert lost == []


async def test_a_stopping_loop_finishes_what_it_can_and_releases_the_rest(
    database: Database, quick: Settings, job: Any
) -> None:
    made = await job(3)
    begun = asyncio.Semaphore(0)

    async def act(claim: ItemClaim) -> dict[str, Any]:
        begun.release()
        await asyncio.sleep(60 if claim.item_id == made.items[0] else 0.1)
        return {}

    async with running(Loop(ActStage(database, act, deadline=60), database, "w", quick)):
        for _ in range(3):
            await begun.acquire()
    assert await made.states() == {"DONE": 2, "PENDING": 1}
    rows = await made.query("select attempt, lease_until from work")
    assert rows == [{"attempt": 0, "lease_until": None}]


async def test_no_more_work_is_held_than_there_are_slots(database: Database, quick: Settings, job: Any) -> None:
    made = await job(40)
    at_once = most = 0

    async def act(claim: ItemClaim) -> dict[str, Any]:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        await asyncio.sleep(0.01)
        at_once -= 1
        return {}

    async with running(Loop(ActStage(database, act, concurrency=7), database, "w", quick)):
        await made.ended()
    assert 1 <= most <= 7


async def test_the_heartbeat_survives_an_unexpected_error(database: Database, quick: Settings, job: Any) -> None:
    made = await job(1)
    failed, enough = asyncio.Event(), asyncio.Event()

    async def work_until_then(claim: ItemClaim) -> dict[str, Any]:
        await enough.wait()
        return {}

    def hear(event: observe.Event) -> None:
        if isinstance(event, observe.LoopFailed) and event.loop.startswith("renew"):
            failed.set()

    unsubscribe = observe.subscribe(hear)
    try:
        async with running(Loop(ActStage(database, work_until_then, deadline=60), database, "w", patient(quick))):
            leased_until = await made.leased_until()
            await made.query("alter table work rename to elsewhere")
            await asyncio.wait_for(failed.wait(), 10)
            await made.query("alter table elsewhere rename to work")
            async with asyncio.timeout(10):
                while await made.leased_until() == leased_until:
                    await asyncio.sleep(0.02)
            enough.set()
            assert await made.ended() == {"DONE": 1}
    finally:
        unsubscribe()


# Wherever the lease begins between two renewals.
@pytest.mark.parametrize(
    "after", [pytest.param(0.1, marks=pytest.mark.slow), 0.5, pytest.param(0.9, marks=pytest.mark.slow)]
)
async def test_work_whose_lease_cannot_be_renewed_is_stopped_before_it_expires(
    database: Database, quick: Settings, job: Any, after: float
) -> None:
    for _ in range(3):  # a machine that pauses just before the end of a lease stops the work too late
        if await _is_stopped_while_held(database, patient(quick), job, after):
            return
    pytest.fail("The work was stopped after its lease.")


async def _is_stopped_while_held(database: Database, settings: Settings, job: Any, after: float) -> bool:
    begun, stopped = asyncio.Event(), asyncio.Event()

    async def watch(claim: ItemClaim) -> dict[str, Any]:
        begun.set()
        try:
            await asyncio.sleep(60)
        finally:
            stopped.set()
        return {}

    async with running(Loop(ActStage(database, watch, deadline=60), database, "w", settings)):
        await asyncio.sleep(after)
        await job(1)
        await asyncio.wait_for(begun.wait(), 5)
        async with database.transaction() as connection:
            await connection.execute("lock table work in access exclusive mode")
            await asyncio.wait_for(stopped.wait(), 10)
            cursor = await connection.execute("select lease_until > clock_timestamp() as is_held from work")
            held = await cursor.fetchall()
            await connection.execute("delete from work")
            return held == [{"is_held": True}]


async def test_a_lease_lost_during_a_rejected_settle_does_not_stop_settling(
    database: Database, quick: Settings, job: Any
) -> None:
    made = await job(3)

    async def act(claim: ItemClaim) -> dict[str, Any]:
        return {"text": "\x00" if claim.item_id == made.items[0] else "fine"}

    class Losing(ActStage):
        async def settle(self, results: Sequence[ItemResult]) -> set[int]:
            try:
                return await super().settle(results)
            except Exception:
                for lease in list(loop._held):
                    if any(lease.work_id == result.work_id for result in results):
                        loop._forget(lease, "lost meanwhile")
                raise

    loop: Loop[Any, Any] = Loop(Losing(database, act, concurrency=1), database, "w", quick)
    async with running(loop):
        async with asyncio.timeout(10):
            while (await made.states()).get("DONE") != 2:
                await asyncio.sleep(0.05)


# Cancellation ------------------------------------------------------------------------------------------------


class Deaf:
    """Swallows the first cancellation, like a waiter whose result arrives at the same moment."""

    def __init__(self) -> None:
        self.waits = asyncio.Event()
        self.rounds = 0

    async def __call__(self) -> int:
        self.rounds += 1
        self.waits.set()
        if self.rounds == 1:
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.sleep(60)
        return 0


async def require_end(task: asyncio.Task[None], deaf: Deaf) -> None:
    async with asyncio.timeout(10):
        await deaf.waits.wait()
    task.cancel()
    ended, _ = await asyncio.wait([task], timeout=3)
    still_there = not ended
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert not still_there and deaf.rounds == 1


async def test_a_duty_ends_even_if_its_cancellation_was_swallowed() -> None:
    deaf = Deaf()
    await require_end(asyncio.create_task(BackgroundDuty("deaf", 0.01, deaf).run()), deaf)


@pytest.mark.parametrize("deaf_in", ["claim", "settle"])
async def test_a_loop_ends_even_if_its_cancellation_was_swallowed(
    database: Database, quick: Settings, job: Any, monkeypatch: pytest.MonkeyPatch, deaf_in: str
) -> None:
    await job(1)
    deaf, stage = Deaf(), ActStage(database, nothing)
    act = getattr(stage, deaf_in)

    async def act_deafly(*said: Any) -> Any:
        await deaf()
        return await act(*said)

    monkeypatch.setattr(stage, deaf_in, act_deafly)
    await require_end(asyncio.create_task(Loop(stage, database, "w", quick).run()), deaf)
