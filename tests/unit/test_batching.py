"""Calls that come while others are under way go together; each is answered as if it had gone alone."""

import asyncio
from collections.abc import Sequence

import pytest
import structlog

from garner.engine.batching import Batcher
from garner.errors import Unavailable


class Counter:
    """Doubles numbers, and writes down who came together. Nothing is answered while the door is shut."""

    def __init__(self, *, most: int = 50, under_way: int = 2) -> None:
        self.batches: list[list[int]] = []
        self.open = asyncio.Event()
        self.fails: Exception | None = None
        self.batcher = Batcher(self.together, self.alone, most=most, under_way=under_way)

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

    async def ask_behind_a_shut_door(self, *numbers: int) -> list[asyncio.Task[int]]:
        """The first goes alone, the others wait or go together."""
        asked = self.ask(*numbers)
        await turns()
        return asked


async def turns() -> None:
    """Enough turns of the loop for whatever can go on to have gone on."""
    for _ in range(10):
        await asyncio.sleep(0)


async def answers(asked: list[asyncio.Task[int]]) -> list[int | BaseException]:
    return await asyncio.wait_for(asyncio.gather(*asked, return_exceptions=True), 5)


async def test_a_lone_call_goes_at_once_and_by_itself() -> None:
    counter = Counter()
    counter.open.set()
    assert [await counter.batcher.ask(number) for number in (1, 2, 3)] == [2, 4, 6]
    assert counter.batches == [[1], [2], [3]]


async def test_calls_that_come_while_others_are_under_way_go_together() -> None:
    counter = Counter()
    asked = await counter.ask_behind_a_shut_door(1, 2, 3, 4)
    assert counter.batches == [[1], [2, 3, 4]]
    asked += await counter.ask_behind_a_shut_door(5, 6, 7)
    assert counter.batches == [[1], [2, 3, 4]]
    counter.open.set()
    assert await answers(asked) == [2, 4, 6, 8, 10, 12, 14]
    assert counter.batches == [[1], [2, 3, 4], [5, 6, 7]]


async def test_a_batch_is_bounded_and_so_is_how_many_are_under_way() -> None:
    counter = Counter(most=3, under_way=2)
    asked = await counter.ask_behind_a_shut_door(*range(10))
    assert counter.batches == [[0], [1, 2, 3]]
    counter.open.set()
    assert await answers(asked) == [2 * number for number in range(10)]
    assert max(map(len, counter.batches)) == 3


@pytest.mark.parametrize("under_way", [1, 2])
async def test_a_call_that_comes_just_when_the_last_are_answered_is_not_left_behind(under_way: int) -> None:
    counter = Counter(under_way=under_way)

    async def ask_again_at_once(number: int) -> list[int]:
        return [await counter.batcher.ask(number), await counter.batcher.ask(10 * number)]

    asking = [asyncio.create_task(ask_again_at_once(number)) for number in (1, 2)]
    await turns()
    counter.open.set()
    assert await asyncio.wait_for(asyncio.gather(*asking), 5) == [[2, 20], [4, 40]]


async def test_a_caller_that_goes_away_while_it_waits_is_not_asked_for_and_costs_the_others_nothing() -> None:
    counter = Counter(under_way=1)
    asked = await counter.ask_behind_a_shut_door(1, 2, 3, 4)
    asked[2].cancel()
    await turns()
    counter.open.set()
    found = await answers(asked)
    assert [found[0], found[1], found[3]] == [2, 4, 8] and isinstance(found[2], asyncio.CancelledError)
    assert counter.batches == [[1], [2, 4]]


async def test_a_caller_that_goes_away_when_its_batch_is_under_way_costs_the_others_nothing() -> None:
    counter = Counter()
    asked = await counter.ask_behind_a_shut_door(1, 2, 3)
    asked[0].cancel()
    asked[1].cancel()
    await turns()
    counter.open.set()
    found = await answers(asked)
    assert found[2] == 6 and [type(left) for left in found[:2]] == [asyncio.CancelledError] * 2
    assert await counter.batcher.ask(5) == 10


async def test_one_bad_call_does_not_fail_its_neighbours() -> None:
    counter = Counter()
    counter.fails = ValueError("one of them is bad")
    asked = await counter.ask_behind_a_shut_door(1, 2, -3, 4)
    counter.open.set()
    found = await answers(asked)
    assert [found[0], found[1], found[3]] == [2, 4, 8] and isinstance(found[2], ValueError)
    assert counter.batches == [[1], [2, -3, 4], [2], [-3], [4]]


async def test_a_batch_whose_other_side_cannot_be_reached_is_not_asked_again_call_by_call() -> None:
    counter = Counter()
    counter.fails = Unavailable("away")
    asked = await counter.ask_behind_a_shut_door(1, 2, 3)
    counter.open.set()
    found = await answers(asked)
    assert found[0] == 2 and [type(error) for error in found[1:]] == [Unavailable] * 2
    assert counter.batches == [[1], [2, 3]]
    counter.fails = None
    assert await answers(counter.ask(4, 5, 6)) == [8, 10, 12]


async def test_an_answer_too_few_leaves_nobody_waiting() -> None:
    async def one_too_few(numbers: Sequence[int]) -> list[int]:
        return list(numbers)[1:]

    async def alone(number: int) -> int:
        await asyncio.sleep(0)
        return number

    batcher = Batcher(one_too_few, alone, most=2, under_way=1)
    found = await answers([asyncio.create_task(batcher.ask(number)) for number in range(4)])
    assert found[0] == 0 and [type(error) for error in found[2:]] == [asyncio.CancelledError] * 2


async def test_what_is_logged_on_the_way_is_not_put_down_to_one_of_the_callers() -> None:
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


def test_a_loop_that_closes_leaves_no_caller_and_no_task_behind(recwarn: pytest.WarningsRecorder) -> None:
    ended: list[int] = []

    async def ask(counter: Counter, number: int) -> None:
        try:
            await counter.batcher.ask(number)
        finally:
            ended.append(number)

    async def main() -> set[asyncio.Task[None]]:
        counter = Counter(most=2)
        asking = {asyncio.create_task(ask(counter, number)) for number in range(9)}
        await turns()
        return asking

    asking = asyncio.run(main())
    assert sorted(ended) == list(range(9)) and all(task.cancelled() for task in asking)
    assert [str(warning.message) for warning in recwarn] == []


async def test_no_task_is_left_when_all_are_answered() -> None:
    before = asyncio.all_tasks()
    counter = Counter()
    asked = await counter.ask_behind_a_shut_door(*range(20))
    counter.open.set()
    await answers(asked)
    await turns()
    assert asyncio.all_tasks() == before
