"""One slice of one job: the workers' stages, each claiming only this job's work, and the other duties that the job
needs where no worker is alive. Claims decide who does what, so any number of slices and workers may work on the same
job."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial

from garner.core.lifecycle import JobState, Stage
from garner.core.tuning.process_load import ProcessLoad
from garner.engine import Engine
from garner.engine.jobs.reprocessing import process_next_rows
from garner.errors import Unavailable
from garner.runtime.duties.background import expire_waiting_items, sweep_leases
from garner.runtime.duties.duplicates import settle_duplicates
from garner.runtime.duties.duty import BackgroundDuty
from garner.runtime.duties.feeding import feed_job
from garner.runtime.ingest.ingester import INGEST_BATCH
from garner.runtime.process_load import LoadWatch
from garner.runtime.stage_resources import StageResources, make_loops, make_stages
from garner.runtime.stages.extract.parser_tally import ParserTally
from garner.runtime.worker import publish_decisions, worker_name
from garner.store.jobs import jobs
from garner.store.queue import duplicates, slices

TEND_SECONDS = 0.1
# Shortly before its end a slice starts nothing more, so that most work in progress ends within the slice.
LAST_SHARE, LAST_SECONDS = 0.1, 0.5
GIVE_UP_SECONDS = 5.0  # until canceled tasks have ended
WORKING = (JobState.QUEUED, JobState.RUNNING)


@asynccontextmanager
async def observe_slices(engine: Engine, load: ProcessLoad) -> AsyncIterator[None]:
    """Measure the load of this process and publish the decisions of its controllers, for all slices together."""
    name = f"kickoff-{worker_name()}"
    async with publish_decisions(engine, name, lambda controller: controller != INGEST_BATCH):
        watching = asyncio.create_task(LoadWatch(load).run())
        try:
            yield
        finally:
            watching.cancel()


class JobSlice:
    def __init__(self, engine: Engine, resources: StageResources, job_id: int) -> None:
        self.until = 0.0  # on the monotonic clock
        self.hurry = asyncio.Event()
        self.finished = asyncio.Event()  # the job is over, or none of its work is in progress here any more
        self._began = time.monotonic()
        self._engine = replace(engine, wake=self._wake)
        self._wake_others = engine.wake
        self._job_id = job_id
        self._tally = ParserTally(engine.database)
        name = f"slice-{worker_name()}"
        stages = make_stages(self._engine, resources, name, self._tally, job_id=job_id)
        self._loops = make_loops(self._engine, stages, name, resources.load)

    def _wake(self, stage: Stage) -> None:
        self._loops[stage].wake()
        self._wake_others(stage)

    async def run(self, begins_nothing_more: Callable[[], object]) -> None:
        """Work until the time is up or the job is over, and call back when nothing more is started: a caller that wants
        a slice from then on needs another."""
        beside = [asyncio.create_task(duty.run()) for duty in self._duties()]
        running = [asyncio.create_task(loop.run()) for loop in self._loops.values()]
        try:
            try:
                await self._wait_for_last_seconds()
            finally:
                begins_nothing_more()
            for loop in self._loops.values():
                loop.stop()
            await asyncio.gather(*running)
            await self._feed_and_fold()
        finally:
            for task in (*beside, *running):
                task.cancel()
            await asyncio.wait([*beside, *running], timeout=GIVE_UP_SECONDS)
            self.finished.set()
            with suppress(Unavailable):
                await self._tally.flush()

    def _duties(self) -> list[BackgroundDuty]:
        return [
            BackgroundDuty("slice", TEND_SECONDS, self._feed_and_fold, rng=self._engine.rng),
            BackgroundDuty("sweep_leases", 2.0, partial(sweep_leases, self._engine), rng=self._engine.rng),
            BackgroundDuty(
                "expire_waiting_items", 5.0, partial(expire_waiting_items, self._engine), rng=self._engine.rng
            ),
        ]

    async def _wait_for_last_seconds(self) -> None:
        while not (self.finished.is_set() or self.hurry.is_set()):
            last = min(LAST_SECONDS, LAST_SHARE * (self.until - self._began))
            left = self.until - last - time.monotonic()
            if left <= 0:
                return
            await self._wait_for_end(left)

    async def _wait_for_end(self, timeout: float) -> None:
        """Wait until the job is over or the server stops, for at most that time."""
        waits = [asyncio.create_task(event.wait()) for event in (self.finished, self.hurry)]
        try:
            await asyncio.wait(waits, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()

    async def _feed_and_fold(self) -> int:
        """Feed the job's rows, fold its counters, and end it if all of them have ended."""
        engine, job_id = self._engine, self._job_id
        await process_next_rows(engine, job_id)
        async with engine.database.connection() as connection:
            lane_id = await slices.lane_of(connection, job_id)
        fed = None if lane_id is None else await feed_job(engine, lane_id)
        await settle_duplicates(engine, job_id, limit=duplicates.ROWS)
        async with engine.database.transaction() as connection:
            handed = await slices.hand_out_pages(connection, job_id)
        async with engine.database.transaction() as connection:
            await jobs.fold(connection)
            state = await jobs.state(connection, job_id)
        if state not in WORKING:
            self.finished.set()
        if handed or (fed is not None and fed.moved):
            for loop in self._loops.values():
                loop.wake()
        return 0
