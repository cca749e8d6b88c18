"""Slices of jobs: for a limited time, a server works on one job as a worker would.

A request for a slice of a job that already has one here shares and extends it. When its time is over a slice starts
nothing more; its work in progress ends after the response, or is released after the time that any worker takes to stop:
a page that takes longer than a slice would never finish if every slice dropped it. The resources of slices are opened
for the first one, and kept.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, suppress
from importlib import import_module
from types import TracebackType
from typing import TYPE_CHECKING, Self

from garner import observe
from garner.errors import Unavailable

if TYPE_CHECKING:
    from garner.engine import Engine
    from garner.runtime.slices.job_slice import JobSlice
    from garner.runtime.stage_resources import StageResources

MAX_JOBS = 8
TOO_MANY = Unavailable(f"This server is already working on {MAX_JOBS} jobs. Retry in 5 s.", retry_after=5)
GIVE_UP_SECONDS = 5.0  # beyond the time that any worker takes to stop
ANSWER_SECONDS = 0.01  # the time it takes to respond afterwards


class JobSlices:
    def __init__(
        self, engine: "Engine", open_resources: "Callable[[], AbstractAsyncContextManager[StageResources]]"
    ) -> None:
        self._engine = engine
        self._open_resources = open_resources
        self._stack = AsyncExitStack()
        self._opening: asyncio.Task[StageResources] | None = None
        self._slices: dict[int, JobSlice] = {}
        self._running: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._opening is not None:
            await asyncio.wait([self._opening])
        for job_slice in self._slices.values():
            job_slice.hurry.set()
        # Each releases what it does not finish in time.
        await self._wait_for_end(self._engine.settings.queue.drain_seconds + GIVE_UP_SECONDS)
        for task in self._running:
            task.cancel()
        await self._wait_for_end(GIVE_UP_SECONDS)
        await self._stack.aclose()

    async def _wait_for_end(self, timeout: float) -> None:
        if self._running:
            await asyncio.wait(self._running, timeout=timeout)

    async def run(self, job_id: int, seconds: float) -> None:
        """Work on the job, and return when that time is over or the job is."""
        until = time.monotonic() + seconds - ANSWER_SECONDS
        resources = await self._find_resources(until)
        if resources is None:
            return
        job_slice = self._slices.get(job_id) or self._begin(resources, job_id)
        job_slice.until = max(job_slice.until, until)
        with suppress(TimeoutError):
            async with asyncio.timeout(max(0.0, until - time.monotonic())):
                await job_slice.finished.wait()

    def _begin(self, resources: "StageResources", job_id: int) -> "JobSlice":
        from garner.runtime.slices.job_slice import JobSlice

        if len(self._slices) >= MAX_JOBS:
            raise TOO_MANY.copy()
        job_slice = self._slices[job_id] = JobSlice(self._engine, resources, job_id)
        task = asyncio.create_task(job_slice.run(lambda: self._slices.pop(job_id, None)))
        self._running.add(task)
        task.add_done_callback(self._forget)
        return job_slice

    def _forget(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            observe.emit(observe.LoopFailed("slice", repr(error)))

    async def _find_resources(self, until: float) -> "StageResources | None":
        """Return the resources, or None if opening them takes until then: the next slice finds them."""
        if self._opening is None or (self._opening.done() and self._opening.exception() is not None):
            self._opening = asyncio.create_task(self._open())
        await asyncio.wait([self._opening], timeout=max(0.0, until - time.monotonic()))
        return self._opening.result() if self._opening.done() else None

    async def _open(self) -> "StageResources":
        resources = await self._stack.enter_async_context(self._open_resources())
        # Slow to import like the resources, and thus done in a thread too.
        await asyncio.to_thread(import_module, "garner.runtime.slices.job_slice")
        from garner.runtime.slices.job_slice import observe_slices

        await self._stack.enter_async_context(observe_slices(self._engine, resources.load))
        return resources
