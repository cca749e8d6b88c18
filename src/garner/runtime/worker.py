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
from garner.core.tuning.process_load import ProcessLoad
from garner.engine import Engine
from garner.errors import Unavailable
from garner.extraction.ocr import ocr
from garner.fetch import Fetcher, FetchLimits
from garner.fetch.browser.render import Renderer
from garner.fetch.caller import Caller
from garner.fetch.guard import Destination
from garner.pools.extractors import Extractors
from garner.pools.pictures import Pictures
from garner.runtime.calls.llm_fallback import make_llm
from garner.runtime.duties import catalogue_pictures
from garner.runtime.duties.background import Background, background_loops
from garner.runtime.duties.catalogue_pictures import CataloguePictures
from garner.runtime.duties.decisions import Decisions
from garner.runtime.duties.webhooks import DUTY, LOOK_SECONDS, WebhookCalls, make_caller
from garner.runtime.ingest.readers import Ingesting, own_connections
from garner.runtime.loop import AnyLoop, Loop, StageWork
from garner.runtime.process_load import LoadWatch
from garner.runtime.signals import listen
from garner.runtime.stages.crawl.stage import CrawlStage, politeness
from garner.runtime.stages.extract.parser_tally import FLUSH_SECONDS, ParserTally
from garner.runtime.stages.extract.shadow import open_shadow
from garner.runtime.stages.extract.stage import ExtractStage
from garner.runtime.stages.match.providers import Providers, load_providers, make_provider_caller
from garner.runtime.stages.match.stage import MatchStage
from garner.settings import LOOPBACK, Settings
from garner.store.queue import workers


def worker_name() -> str:
    """Return a name unique to this process's life, so that a worker never takes another's lease for its own."""
    return f"{socket.gethostname()[:24]}-{os.getpid()}-{uuid7().hex[-8:]}"


def _sample_site(settings: Settings) -> Destination | None:
    origin = settings.server.sample_origin
    return None if origin is None else (LOOPBACK, int(origin.rpartition(":")[2]))


def make_fetcher(engine: Engine) -> Fetcher:
    settings = engine.settings
    return Fetcher(
        limits=FetchLimits(settings.fetch.timeout_seconds, settings.fetch.max_bytes, settings.fetch.max_redirects),
        user_agent=settings.fetch.user_agent,
        allow_private=settings.fetch.allow_private,
        exempt=_sample_site(settings),
        concurrency=settings.fetch.concurrency,
    )


def make_renderer(settings: Settings) -> Renderer | None:
    if not settings.rendering.enabled:
        return None
    return Renderer(
        limits=FetchLimits(settings.fetch.timeout_seconds, settings.fetch.max_bytes, settings.fetch.max_redirects),
        user_agent=settings.fetch.user_agent,
        allow_private=settings.fetch.allow_private,
        exempt=_sample_site(settings),
        pages=settings.rendering.pages,
        chromium=settings.rendering.chromium,
    )


def make_extractors(engine: Engine) -> Extractors:
    settings = engine.settings
    return Extractors(
        settings.extraction.processes,
        settings.extraction.timeout_seconds,
        settings.fetch.max_bytes,
        settings.extraction.memory_mb,
    )


@asynccontextmanager
async def _announce_worker(engine: Engine, name: str) -> AsyncIterator[None]:
    """Announce this worker to the others while the context is open."""

    async def announce() -> int:
        async with engine.database.transaction() as connection:
            allows_private = engine.settings.fetch.allow_private
            reads_text = ocr.is_installed()
            await workers.record_heartbeat(connection, name, allows_private=allows_private, reads_text=reads_text)
        return 0

    signs = Background("announce", workers.HEARTBEAT_SECONDS, announce, at_once=False, rng=engine.rng)
    with suppress(Unavailable):  # the next heartbeat comes soon
        await announce()
    giving_signs = asyncio.create_task(signs.run())
    try:
        yield
    finally:
        giving_signs.cancel()
        with suppress(Unavailable):
            async with engine.database.transaction() as connection:
                await workers.leave(connection, name)


@asynccontextmanager
async def _open_tally(engine: Engine) -> AsyncIterator[ParserTally]:
    """Count extraction quality, and flush the counts of the last pages on exit."""
    tally = ParserTally(engine.database)
    flushing = asyncio.create_task(Background("parser_tally", FLUSH_SECONDS, tally.flush, rng=engine.rng).run())
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


async def run_worker(
    engine: Engine, stop: asyncio.Event, *, started: Callable[[Callable[[Stage], None]], None] | None = None
) -> None:
    """Work until `stop` is set, then finish the held work. `started` gets the function that wakes the loops."""
    name = worker_name()
    known_providers = load_providers(engine.settings.matching.providers)  # first, since it may be misconfigured
    async with AsyncExitStack() as stack:
        pictures = stack.enter_context(Pictures(engine.settings))
        asking = await stack.enter_async_context(make_provider_caller(engine.settings))
        providers = Providers(engine.database, asking, known_providers, politeness(engine.settings), engine.rng)
        stages = await _open_stages(engine, name, stack, pictures, providers)
        await stack.enter_async_context(publish_decisions(engine, name))
        load = ProcessLoad()
        loops: dict[Stage, AnyLoop] = {
            stage.stage: Loop(stage, engine.database, name, engine.settings, load, engine.rng) for stage in stages
        }
        ingesting = Ingesting(await stack.enter_async_context(own_connections(engine)), name)

        def wake(stage: Stage) -> None:
            if stage in loops:
                loops[stage].wake()
            if stage is Stage.MATCH:  # rows to be matched come from files
                ingesting.wake()

        await stack.enter_async_context(_announce_worker(engine, name))
        duties = [*background_loops(engine), *await _open_duties(engine, stack, asking, pictures)]
        beside = [*(duty.run() for duty in duties), ingesting.run(), LoadWatch(load).run()]
        if not engine.database.pooler:
            beside.append(listen(engine.database, wake, engine.rng))
        observe.emit(observe.Started("worker", __version__, name))
        if started is not None:
            started(wake)
        await _work_until(stop, list(loops.values()), beside)


async def _open_stages(
    engine: Engine, name: str, stack: AsyncExitStack, pictures: Pictures, providers: Providers
) -> list[StageWork[Any, Any]]:
    """Create the stages with their resources, which are closed with the stack."""
    fetcher = await stack.enter_async_context(make_fetcher(engine))
    extractors = stack.enter_context(make_extractors(engine))
    renderer = make_renderer(engine.settings)
    if renderer is not None:
        await stack.enter_async_context(renderer)
        await renderer.require_browser()  # now, rather than at every page that would need one
    llm = make_llm(engine.settings)
    if llm is not None:
        await stack.enter_async_context(llm)
    shadow = await stack.enter_async_context(open_shadow(engine))
    tally = await stack.enter_async_context(_open_tally(engine))
    return [
        CrawlStage(engine, fetcher, name, renderer),
        ExtractStage(engine, extractors, name, llm, tally=tally, shadow=shadow),
        MatchStage(engine, pictures, name, llm, providers=providers),
    ]


async def _open_duties(engine: Engine, stack: AsyncExitStack, asking: Caller, pictures: Pictures) -> list[Background]:
    """Create the periodic duties that need more than the database."""
    caller = await stack.enter_async_context(make_caller(engine.settings))
    calls = await stack.enter_async_context(WebhookCalls(engine, caller))
    duties = [Background(DUTY, LOOK_SECONDS, calls.run_once, rng=engine.rng)]
    if engine.settings.matching.hash_pictures:
        shown = CataloguePictures(engine, asking, pictures)
        duties.append(
            Background(catalogue_pictures.DUTY, catalogue_pictures.LOOK_SECONDS, shown.run_once, rng=engine.rng)
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
