"""Threads that examine files: shared fairly between users, and stopped when their caller is canceled."""

import asyncio
import threading

import pytest

from garner.engine.files.reading_threads import FairTurns, ReadingThreads
from garner.tables.stopping import ReadingStopped, StopSignal

ANA, BEN, EVE = 1, 2, 3


async def _settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


class Turns:
    """Users who hold turns until the test ends them."""

    def __init__(self, max_threads: int, max_per_user: int) -> None:
        self._turns = FairTurns(max_threads, max_per_user)
        self.running: list[int] = []
        self._ends: list[tuple[int, asyncio.Event, asyncio.Task[None]]] = []

    async def begin(self, user: int) -> "asyncio.Task[None]":
        end = asyncio.Event()
        task = asyncio.create_task(self._hold(user, end))
        self._ends.append((user, end, task))
        await _settle()
        return task

    async def end_one(self, user: int) -> None:
        place = next(place for place, (of, _, _) in enumerate(self._ends) if of == user)
        self._ends.pop(place)[1].set()
        await _settle()

    async def end_all(self) -> None:
        for _, end, _ in self._ends:
            end.set()
        await asyncio.gather(*(task for _, _, task in self._ends), return_exceptions=True)

    async def _hold(self, user: int, end: asyncio.Event) -> None:
        async with self._turns.turn(user):
            self.running.append(user)
            await end.wait()
            self.running.remove(user)


async def test_one_user_never_holds_all_turns() -> None:
    turns = Turns(4, 2)
    for _ in range(8):
        await turns.begin(EVE)
    assert turns.running == [EVE, EVE]
    await turns.begin(ANA)
    assert turns.running == [EVE, EVE, ANA]
    await turns.end_all()


async def test_waiting_users_are_served_in_rotation() -> None:
    turns = Turns(1, 1)
    for user in (EVE, EVE, EVE, ANA, BEN):
        await turns.begin(user)
    served = []
    for _ in range(5):
        (user,) = turns.running
        served.append(user)
        await turns.end_one(user)
    assert served == [EVE, EVE, ANA, BEN, EVE]


async def test_a_canceled_waiter_uses_no_turn() -> None:
    turns = Turns(1, 1)
    await turns.begin(EVE)
    waiting = await turns.begin(ANA)
    waiting.cancel()
    await turns.begin(BEN)
    await turns.end_one(EVE)
    assert turns.running == [BEN]
    await turns.end_all()


async def test_work_in_a_thread_is_stopped_when_its_caller_is_cancelled() -> None:
    begun, ended = threading.Event(), threading.Event()

    def work(stop: StopSignal) -> None:
        begun.set()
        try:
            while True:
                stop.check()
        except ReadingStopped:
            ended.set()
            raise

    running = asyncio.create_task(ReadingThreads().run(ANA, work))
    await asyncio.to_thread(begun.wait)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert ended.is_set()
