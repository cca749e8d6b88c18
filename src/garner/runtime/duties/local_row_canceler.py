"""Cancel the rows of a canceled job inside the server when no worker is alive, since a job must be able to end without
one."""

import asyncio

from garner.runtime.duties.feeding import HELD_SECONDS, Fed, feed_job
from garner.runtime.local_worker import LocalWorker
from garner.store.queue import job_lanes


class LocalRowCanceler(LocalWorker):
    """A canceler of the rows of all canceled jobs, including those of a server that was killed before it finished."""

    name = "cancel_rows"

    async def _do_all(self) -> None:
        while lane_ids := await self._lanes():
            gone_through = Fed.total([await feed_job(self._engine, lane_id) for lane_id in lane_ids])
            if not gone_through.passed and not gone_through.moved:  # another process holds them or did the last
                await asyncio.sleep(HELD_SECONDS)

    async def _lanes(self) -> list[int]:
        async with self._engine.database.connection() as connection:
            return await job_lanes.to_be_canceled(connection)
