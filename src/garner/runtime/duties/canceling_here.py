"""Where nobody works, whoever cancels a job goes through its rows: to be over, a job needs nobody to work on it."""

import asyncio

from garner.runtime.duties.feeding import (
    HELD_SECONDS,
    Fed,
    feed_job,
)
from garner.runtime.local_worker import LocalWorker
from garner.store.queue import job_lanes


class LocalRowCanceler(LocalWorker):
    """The rows of all jobs that were canceled, also by a server that was killed in the middle of them."""

    name = "cancel_rows"

    async def _do_all(self) -> None:
        while lane_ids := await self._lanes():
            gone_through = Fed.total([await feed_job(self._engine, lane_id) for lane_id in lane_ids])
            if not gone_through.passed and not gone_through.moved:  # somebody else is at them, or was the last
                await asyncio.sleep(HELD_SECONDS)

    async def _lanes(self) -> list[int]:
        async with self._engine.database.connection() as connection:
            return await job_lanes.to_be_canceled(connection)
