"""The amount of work that a loop requests at a time, and its reduction while attempts fail."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest

from garner import observe
from garner.core.lifecycle import ItemStatus, Stage
from garner.core.tuning.process_load import ProcessLoad
from garner.postgres.database import Database
from garner.runtime.loop import LeasedWork, Loop
from garner.settings import Settings
from garner.store.queue.matching import ItemClaim, ItemResult

CODE = "provider_failed"


class EndlessStage:
    """Has as much work as requested, and records the requested amounts."""

    stage = Stage.MATCH
    deadline_seconds = 60.0

    def __init__(
        self,
        concurrency: int,
        ends_as: Callable[[int], ItemResult | None],
        total: int,
        user_of: Callable[[int], int | None] = lambda number: None,
    ) -> None:
        self.concurrency, self._ends_as, self._user_of = concurrency, ends_as, user_of
        self._left, self._made = total, 0
        self.asked: list[int] = []
        self.under_way = self.max_concurrent = 0
        self.settled: list[ItemResult] = []
        self.finished = asyncio.Event()

    async def claim(self, limit: int, lease_seconds: float) -> list[ItemClaim]:
        if not self._left:
            return []
        self.asked.append(limit)
        taken = min(limit, self._left)
        self._left -= taken
        return [self._next() for _ in range(taken)]

    def _next(self) -> ItemClaim:
        self._made += 1
        rank, number, user = datetime.now(UTC), UUID(int=self._made), self._user_of(self._made)
        return ItemClaim(self._made, 1, 1, 5, rank, number, {}, 1, user, "batch", "table", "product", 0, None)

    async def work(self, claim: ItemClaim, lease: LeasedWork) -> ItemResult:
        self.under_way += 1
        self.max_concurrent = max(self.max_concurrent, self.under_way)
        await asyncio.sleep(0.06 if claim.work_id % 5 == 0 else 0.001)  # to free slots a few at a time
        self.under_way -= 1
        return self._ends_as(claim.work_id) or ItemResult(claim.work_id, 1, ItemStatus.DONE)

    def fail(self, claim: ItemClaim, error: BaseException, trace: str) -> ItemResult:
        raise error

    async def settle(self, results: Sequence[ItemResult]) -> set[int]:
        self.settled += results
        if not self._left and len(self.settled) == self._made:
            self.finished.set()
        return {result.work_id for result in results}

    async def seconds_until_ready(self) -> float | None:
        return None


@pytest.fixture
def decisions() -> Iterator[list[observe.ControllerDecided]]:
    events: list[observe.ControllerDecided] = []

    def hear(event: observe.Event) -> None:
        if isinstance(event, observe.ControllerDecided):
            events.append(event)

    unsubscribe = observe.subscribe(hear)
    yield events
    unsubscribe()


async def run(stage: EndlessStage, database: Database, settings: Settings, load: ProcessLoad | None = None) -> None:
    loop: Loop[Any, Any] = Loop(stage, database, "w", settings, load)
    running = asyncio.create_task(loop.run())
    async with asyncio.timeout(60):
        await stage.finished.wait()
    loop.stop()
    await running


def done(number: int) -> ItemResult | None:
    return None


def fails(number: int) -> ItemResult:
    return ItemResult(number, 1, ItemStatus.PENDING, code=CODE, error="It failed.", delay_seconds=2.0)


@pytest.mark.parametrize(("least", "concurrency"), [(5, 8), (8, 8), (20, 8)])
async def test_every_claim_requests_at_least_the_minimum(
    database: Database, settings: Settings, least: int, concurrency: int
) -> None:
    stage = EndlessStage(concurrency, done, total=400)
    await run(stage, database, settings.with_values(claim_min=least))
    assert len(stage.asked) > 5 and min(stage.asked) >= least
    assert stage.max_concurrent == concurrency  # claims beyond the concurrency wait for a slot


async def test_a_process_under_load_still_requests_the_minimum(database: Database, settings: Settings) -> None:
    stage = EndlessStage(8, done, total=100)
    await run(stage, database, settings.with_values(claim_min=4), ProcessLoad(share=1 / 64))
    assert set(stage.asked) == {4}


async def test_claims_shrink_and_retries_are_spaced_while_attempts_fail(
    database: Database, settings: Settings, decisions: list[observe.ControllerDecided]
) -> None:
    stage = EndlessStage(32, lambda number: fails(number) if number <= 300 else None, total=900)
    await run(stage, database, settings)
    spacings = [event.value for event in decisions if event.controller == "retry_spacing_match"]
    assert spacings[:4] == [1, 2, 4, 8] and spacings[-1] == 1  # until the rate has dropped
    sizes = [event for event in decisions if event.controller == "claim_size_match"]
    shrunk = [event.value for event in sizes if "of attempts fail" in event.cause]
    assert shrunk and min(shrunk) < sizes[0].value
    delays = [result.delay_seconds for result in stage.settled if result.code == CODE]
    assert min(delays) == 2.0 and max(delays) == 16.0
    assert {result.delay_seconds for result in stage.settled if result.code is None} == {0.0}


async def test_failures_of_one_user_do_not_space_the_retries_of_another(database: Database, settings: Settings) -> None:
    # Nine of ten attempts are of one user, and fail; one in five attempts of the other user fails.
    stage = EndlessStage(
        32,
        lambda number: None if number % 10 == 0 and number % 50 else fails(number),
        total=1000,
        user_of=lambda number: 2 if number % 10 == 0 else 1,
    )
    await run(stage, database, settings)
    delays = {result.delay_seconds for result in stage.settled if result.code == CODE and result.work_id % 10 == 0}
    assert delays == {2.0}


async def test_rows_without_a_match_are_not_errors(
    database: Database, settings: Settings, decisions: list[observe.ControllerDecided]
) -> None:
    from garner.core.matching import Unmatched
    from garner.runtime.stages.match.item_results import Settled

    def unfound(number: int) -> ItemResult:
        return Settled(number, 1, ItemStatus.PENDING, code=Unmatched.NO_MATCH, error="Nothing.", delay_seconds=2.0)

    stage = EndlessStage(32, unfound, total=200)
    await run(stage, database, settings)
    assert [event.value for event in decisions if event.controller == "retry_spacing_match"] == [1]
    assert {result.delay_seconds for result in stage.settled} == {2.0}
