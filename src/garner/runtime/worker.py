"""A worker: the stages' loops and the background loops, in one process, until it is stopped."""

import asyncio
import os
import socket
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any

from uuid_utils.compat import uuid7

from garner import __version__, observe
from garner.core.lifecycle import Stage
from garner.engine import Engine
from garner.engine.people.webhooks import key_fingerprint
from garner.errors import Unavailable
from garner.runtime.duties import catalogue_pictures, site_discovery, webhook_fan_out
from garner.runtime.duties.attendance import Attending
from garner.runtime.duties.background import make_duties
from garner.runtime.duties.catalogue_pictures import CataloguePictures
from garner.runtime.duties.decisions import Decisions
from garner.runtime.duties.duty import BackgroundDuty
from garner.runtime.duties.outbox_relay import OutboxRelay, relay_duty
from garner.runtime.duties.site_discovery import SiteDiscovery, make_discovery_caller
from garner.runtime.duties.webhook_fan_out import WebhookFanOut
from garner.runtime.duties.webhooks import DUTY, POLL_SECONDS, WebhookCalls, make_caller
from garner.runtime.ingest.readers import Ingesting, own_connections
from garner.runtime.loop import AnyLoop
from garner.runtime.process_load import LoadWatch
from garner.runtime.signals import HintListener
from garner.runtime.stage_resources import StageResources, make_loops, make_stages
from garner.runtime.stages.extract.parser_tally import FLUSH_SECONDS, ParserTally
from garner.runtime.stages.extract.shadow import Shadow
from garner.settings import Settings

# While notifications and heartbeats arrive, an idle worker looks for work with its heartbeats, and its loops hardly
# ever do: fifty idle workers that did so twice a minute would send more statements than all duties.
WOKEN_POLL_SECONDS = 300.0


def worker_name() -> str:
    """Return a name unique to this process's life, so that a worker never takes another's lease for its own."""
    return f"{socket.gethostname()[:24]}-{os.getpid()}-{uuid7().hex[-8:]}"


@asynccontextmanager
async def _open_tally(engine: Engine) -> AsyncIterator[ParserTally]:
    """Count extraction quality, and flush the counts of the last pages on exit."""
    tally = ParserTally(engine.database)
    flushing = asyncio.create_task(BackgroundDuty("parser_tally", FLUSH_SECONDS, tally.flush, rng=engine.rng).run())
    try:
        yield tally
    finally:
        flushing.cancel()
        await asyncio.gather(flushing, return_exceptions=True)
        with suppress(Unavailable):
            await tally.flush()


@asynccontextmanager
async def publish_decisions(
    engine: Engine, name: str, concerns: Callable[[str], bool] = lambda controller: True
) -> AsyncIterator[None]:
    """Publish the decisions of this process's controllers to other processes while the context is open."""
    decisions = Decisions(engine.database, name, concerns, engine.clock)
    try:
        async with decisions.collect_and_publish():
            yield
    finally:
        with suppress(Unavailable):
            await decisions.forget()


def idle_seconds(settings: Settings, listener: HintListener, attending: Attending) -> float:
    """Return how long an idle loop may wait for work at most."""
    is_woken = listener.is_listening and attending.is_attending
    return WOKEN_POLL_SECONDS if is_woken else settings.queue.poll_seconds


async def run_worker(
    engine: Engine,
    resources: StageResources,
    shadow: Shadow | None,
    stop: asyncio.Event,
    *,
    started: Callable[[Callable[[Stage], None]], None] | None = None,
) -> None:
    """Work until `stop` is set, then finish the held work. `started` gets the function that wakes the loops."""
    name = worker_name()
    async with AsyncExitStack() as stack:
        tally = await stack.enter_async_context(_open_tally(engine))
        stages = make_stages(engine, resources, name, tally, shadow=shadow)
        await stack.enter_async_context(publish_decisions(engine, name))
        listener = HintListener(engine.database, engine.rng)

        def poll_seconds() -> float:
            return idle_seconds(engine.settings, listener, attending)

        loops = make_loops(engine, stages, name, resources.load, poll_seconds)
        readers = await stack.enter_async_context(own_connections(engine))
        ingesting = Ingesting(readers, name, poll_seconds)

        def wake(stage: Stage) -> None:
            if stage in loops:
                loops[stage].wake()
            if stage is Stage.MATCH:  # rows to be matched come from files
                ingesting.wake()
                attending.wake()

        duties = [*make_duties(engine), *await _open_duties(engine, stack, resources, name)]
        attending = Attending(engine, name, duties, wake)
        beside = [attending.run(), ingesting.run(), LoadWatch(resources.load).run()]
        if not engine.database.pooler:
            beside.append(listener.run(wake))
        observe.emit(observe.Started("worker", __version__, name))
        if started is not None:
            started(wake)
        await _work_until(stop, list(loops.values()), beside)


async def _open_duties(
    engine: Engine, stack: AsyncExitStack, resources: StageResources, worker: str
) -> list[BackgroundDuty]:
    """Create the periodic duties that need more than the database."""
    caller = await stack.enter_async_context(make_caller(engine.settings))
    calls = await stack.enter_async_context(WebhookCalls(engine, caller))
    # Workers with another key cannot sign the same calls, so one of them has the duty too.
    name = f"{DUTY}:{key_fingerprint(engine.settings)}"
    duties = [BackgroundDuty(name, POLL_SECONDS, calls.run_once, rng=engine.rng)]
    for topic, publisher in {webhook_fan_out.TOPIC: WebhookFanOut(engine)}.items():
        relay = await stack.enter_async_context(OutboxRelay(engine, topic, publisher, worker))
        duties.append(relay_duty(relay, engine.rng))
    discovery = SiteDiscovery(engine, await stack.enter_async_context(make_discovery_caller(engine.settings)))
    duties.append(BackgroundDuty(site_discovery.DUTY, site_discovery.POLL_SECONDS, discovery.run_once, rng=engine.rng))
    if engine.settings.matching.hash_pictures:
        shown = CataloguePictures(engine, resources.provider_caller, resources.pictures)
        duties.append(
            BackgroundDuty(catalogue_pictures.DUTY, catalogue_pictures.POLL_SECONDS, shown.run_once, rng=engine.rng)
        )
    return duties


async def _work_until(
    stop: asyncio.Event, loops: Sequence[AnyLoop], beside: Sequence[Coroutine[Any, Any, Any]]
) -> None:
    """Run the loops until `stop` is set. The loops then finish their held work; the other tasks are canceled."""
    running = [asyncio.create_task(loop.run()) for loop in loops]
    stopping = asyncio.create_task(stop.wait())
    others = [stopping, *(asyncio.create_task(other) for other in beside)]
    try:
        await asyncio.wait([stopping, *running], return_when=asyncio.FIRST_COMPLETED)
        for loop in loops:
            loop.stop()
        await asyncio.gather(*running)
    finally:
        for task in (*others, *running):
            task.cancel()
        await asyncio.gather(*others, *running, return_exceptions=True)
        observe.emit(observe.Stopped("worker"))
