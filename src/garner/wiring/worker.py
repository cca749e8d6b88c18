"""Run a worker with its resources."""

import asyncio
from collections.abc import Callable

from garner.core.lifecycle import Stage
from garner.engine import Engine
from garner.runtime import worker
from garner.runtime.stages.extract.shadow import open_shadow
from garner.wiring.stages import open_stage_resources


async def run_worker(
    engine: Engine, stop: asyncio.Event, *, started: Callable[[Callable[[Stage], None]], None] | None = None
) -> None:
    """Work until `stop` is set, then finish the held work. `started` gets the function that wakes the loops."""
    async with open_stage_resources(engine) as resources, open_shadow(engine) as shadow:
        if resources.renderer is not None:
            await resources.renderer.require_browser()  # now, rather than at every page that would need one
        await worker.run_worker(engine, resources, shadow, stop, started=started)
