"""Share the threads in which files are examined fairly between users."""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import TypeVar

from garner.tables.stopping import StopSignal

THREADS = 8
THREADS_PER_USER = 2
LOCAL = 0  # the key of files without a user

ResultT = TypeVar("ResultT")


class FairTurns:
    """A bounded number of turns, of which one user never holds all. Waiting users are served in rotation."""

    def __init__(self, max_threads: int, max_per_user: int) -> None:
        self._max_threads, self._max_per_user = max_threads, max_per_user
        self._held: Counter[int] = Counter()
        self._waiting: OrderedDict[int, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def turn(self, user_id: int) -> AsyncIterator[None]:
        granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(user_id, deque()).append(granted)
        self._grant()
        try:
            await granted
            yield
        finally:
            if not granted.cancelled():
                self._held[user_id] -= 1
            self._held += Counter()  # drops users who hold none
            self._grant()

    def _grant(self) -> None:
        while self._held.total() < self._max_threads:
            user_id = next((user for user in self._waiting if self._held[user] < self._max_per_user), None)
            if user_id is None:
                return
            waiting = self._waiting.pop(user_id)
            granted = waiting.popleft()
            if waiting:
                self._waiting[user_id] = waiting  # behind the other users
            if not granted.done():
                self._held[user_id] += 1
                granted.set_result(None)


class ReadingThreads:
    """A thread pool for reading files only, so that a slow file delays nothing but files."""

    def __init__(self) -> None:
        self._turns = FairTurns(THREADS, THREADS_PER_USER)
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="reading")

    async def run(self, user_id: int | None, work: Callable[[StopSignal], ResultT]) -> ResultT:
        """Run `work` in a thread. When the caller is canceled, set the stop signal and wait for the thread to end."""
        stop = StopSignal()
        async with self._turns.turn(user_id or LOCAL):
            running = asyncio.get_running_loop().run_in_executor(self._pool, work, stop)
            try:
                return await asyncio.shield(running)
            finally:
                stop.set()
                await asyncio.wait([running])
