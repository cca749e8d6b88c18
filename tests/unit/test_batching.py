"""Calls made while others are in flight are batched; each gets the answer it would get alone."""

import asyncio
from collections.abc import Sequence

import pytest
import structlog

from garner.engine.batching import Batcher
from garner.errors import Unavailable


class Counter:
    """Doubles numbers and records the batches. Answers nothing until `open` is set."""

    def __init__(self, *, max_batch: int = 50, under_way: int = 2) -> None:
        self.batches: list[list[int]] = []
        self.open = asyncio.Event()
        self.fails: Exception | None = None
        self.batcher = Batcher(self.together, self.alone, max_batch=max_batch, under_way=under_way)

    async def together(self, numbers: Sequence[int]) -> list[int]:
        self.batches.append(list(numbers))
        await self.open.wait()
        if self.fails is not None:
            raise self.fails
        return [2 * number for number in numbers]

    async def alone(self, number: int) -> int:
        self.batches.append([number])
        await self.open.wait()
        if number < 0:
            raise ValueError(number)
        return 2 * number

    def ask(self, *numbers: int) -> list[asyncio.Task[int]]:
        return [asyncio.create_task(self.batcher.ask(number)) for number in numbers]

    async def ask_while_closed(self, *numbers: int) -> list[asyncio.Task[int]]:
        """The first call is sent alone; the others are queued or batched."""
        asked = self.ask(*numbers)
        await run_pending_tasks()
        return asked


async def run_pending_tasks() -> None:
    """Run the event loop until no task can make progress."""
    for _ in range(10):
        await asyncio.sleep(0)


async def answers(asked: list[asyncio.Task[int]]) -> list[int | BaseException]:
    return await asyncio.wait_for(asyncio.gather(*asked, return_exceptions=True), 5)


async def test_a_single_call_is_sent_immediately_and_alone() -> None:
    counter = Counter()
    counter.open.set()
    assert [await counter.batcher.ask(number) for number in (1, 2, 3)] == [2, 4, 6]
    assert counter.batches == [[1], [2], [3]]


async def test_calls_made_while_others_are_in_flight_are_batched() -> None:
    counter = Counter()
    asked = await counter.ask_while_closed(1, 2, 3, 4)
    assert counter.batches == [[1], [2, 3, 4]]
    asked += await counter.ask_while_closed(5, 6, 7)
    assert counter.batches == [[1], [2, 3, 4]]
    counter.open.set()
    assert await answers(asked) == [2, 4, 6, 8, 10, 12, 14]
    assert counter.batches == [[1], [2, 3, 4], [5, 6, 7]]


async def test_batch_size_and_batches_in_flight_are_bounded() -> None:
    counter = Counter(max_batch=3, under_way=2)
    asked = await counter.ask_while_closed(*range(10))
    assert counter.batches == [[0], [1, 2, 3]]
    counter.open.set()
    assert await answers(asked) == [2 * number for number in range(10)]
    assert max(map(len, counter.batches)) == 3


@pytest.mark.parametrize("under_way", [1, 2])
async def test_a_call_made_when_the_last_batch_is_answered_is_sent(under_way: int) -> None:
    counter = Counter(under_way=under_way)

    async def ask_again_at_once(number: int) -> list[int]:
        return [await counter.batcher.ask(number), await counter.batcher.ask(10 * number)]

    asking = [asyncio.create_task(ask_again_at_once(number)) for number in (1, 2)]
    await run_pending_tasks()
    counter.open.set()
    assert await asyncio.wait_for(asyncio.gather(*asking), 5) == [[2, 20], [4, 40]]


async def test_a_caller_canceled_while_queued_is_dropped_from_its_batch() -> None:
    counter = Counter(under_way=1)
    asked = await counter.ask_while_closed(1, 2, 3, 4)
    asked[2].cancel()
    await run_pending_tasks()
    counter.open.set()
    found = await answers(asked)
    assert [found[0], found[1], found[3]] == [2, 4, 8] and isinstance(found[2], asyncio.CancelledError)
    assert counter.batches == [[1], [2, 4]]


async def test_a_caller_canceled_in_flight_does_not_affect_its_batch() -> None:
    counter = Counter()
    asked = await counter.ask_while_closed(1, 2, 3)
    asked[0].cancel()
    asked[1].cancel()
    await run_pending_tasks()
    counter.open.set()
    found = await answers(asked)
    assert found[2] == 6 and [type(left) for left in found[:2]] == [asyncio.CancelledError] * 2
    assert await counter.batcher.ask(5) == 10


async def test_a_failing_call_does_not_fail_the_rest_of_its_batch() -> None:
    counter = Counter()
    counter.fails = ValueError("one of them is bad")
    asked = await counter.ask_while_closed(1, 2, -3, 4)
    counter.open.set()
    found = await answers(asked)
    assert [found[0], found[1], found[3]] == [2, 4, 8] and isinstance(found[2], ValueError)
    assert counter.batches == [[1], [2, -3, 4], [2], [-3], [4]]


async def test_a_batch_that_fails_as_unavailable_is_not_retried_call_by_call() -> None:
    counter = Counter()
    counter.fails = Unavailable("away")
    asked = await counter.ask_while_closed(1, 2, 3)
    counter.open.set()
    found = await answers(asked)
    assert found[0] == 2 and [type(error) for error in found[1:]] == [Unavailable] * 2
    assert counter.batches == [[1], [2, 3]]
    counter.fails = None
    assert await answers(counter.ask(4, 5, 6)) == [8, 10, 12]


async def test_a_missing_answer_leaves_no_caller_waiting() -> None:
    async def one_too_few(numbers: Sequence[int]) -> list[int]:
        return list(numbers)[1:]

    async def alone(number: int) -> int:
        await asyncio.sleep(0)
        return number

    batcher = Batcher(one_too_few, alone, max_batch=2, under_way=1)
    found = await answers([asyncio.create_task(batcher.ask(number)) for number in range(4)])
    assert found[0] == 0 and [type(error) for error in found[2:]] == [asyncio.CancelledError] * 2


async def test_a_batch_runs_without_the_log_context_of_a_caller() -> None:
    seen: list[object] = []

    async def together(numbers: Sequence[int]) -> list[int]:
        seen.append(structlog.contextvars.get_contextvars())
        return list(numbers)

    async def alone(number: int) -> int:
        await asyncio.sleep(0)
        return number

    batcher = Batcher(together, alone)
    with structlog.contextvars.bound_contextvars(request_id="mine"):
        await asyncio.gather(*(batcher.ask(number) for number in range(3)))
    assert seen == [{}]


def test_closing_the_event_loop_leaves_no_caller_or_task_pending(recwarn: pytest.WarningsRecorder) -> None:
    ended: list[int] = []

    async def ask(counter: Counter, number: int) -> None:
        try:
            await counter.batcher.ask(number)
        finally:
            ended.append(number)

    async def main() -> set[asyncio.Task[None]]:
        counter = Counter(max_batch=2)
        asking = {asyncio.create_task(ask(counter, number)) for number in range(9)}
        await run_pending_tasks()
        return asking

    asking = asyncio.run(main())
    assert sorted(ended) == list(range(9)) and all(task.cancelled() for task in asking)
    assert [str(warning.message) for warning in recwarn] == []


async def test_no_task_remains_after_all_calls_are_answered() -> None:
    before = asyncio.all_tasks()
    counter = Counter()
    asked = await counter.ask_while_closed(*range(20))
    counter.open.set()
    await answers(asked)
    await run_pending_tasks()
    assert asyncio.all_tasks() == before
