"""Open the resources that stages share: connections, processes and a browser, as the settings say."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from garner.engine import Engine
from garner.engine.politeness import politeness
from garner.fetch import Fetcher, FetchLimits
from garner.fetch.browser.render import Renderer
from garner.pools.extractors import IDLE_SECONDS, Extractors
from garner.pools.pictures import Pictures
from garner.runtime.calls.llm_fallback import make_llm
from garner.runtime.stage_resources import StageResources
from garner.runtime.stages.match.catalogue_statistics import CatalogueStatistics
from garner.runtime.stages.match.providers import Providers, load_providers, make_provider_caller
from garner.settings import Settings


def make_fetcher(engine: Engine) -> Fetcher:
    settings = engine.settings
    return Fetcher(
        limits=FetchLimits(settings.fetch.timeout_seconds, settings.fetch.max_bytes, settings.fetch.max_redirects),
        user_agent=settings.fetch.user_agent,
        allow_private=settings.fetch.allow_private,
        exempt=settings.server.sample_destination,
        concurrency=settings.fetch.concurrency,
    )


def make_renderer(settings: Settings) -> Renderer | None:
    if not settings.rendering.enabled:
        return None
    return Renderer(
        limits=FetchLimits(settings.fetch.timeout_seconds, settings.fetch.max_bytes, settings.fetch.max_redirects),
        user_agent=settings.fetch.user_agent,
        allow_private=settings.fetch.allow_private,
        exempt=settings.server.sample_destination,
        pages=settings.rendering.pages,
        chromium=settings.rendering.chromium,
    )


def make_extractors(engine: Engine, max_processes: int | None = None) -> Extractors:
    """Create the pool, with at most so many processes."""
    settings = engine.settings
    processes = settings.extraction.processes
    return Extractors(
        processes if max_processes is None else min(max_processes, processes),
        settings.extraction.timeout_seconds,
        settings.fetch.max_bytes,
        settings.extraction.memory_mb,
        idle_seconds=IDLE_SECONDS,
    )


@asynccontextmanager
async def open_stage_resources(engine: Engine, *, max_extractors: int | None = None) -> AsyncIterator[StageResources]:
    settings = engine.settings
    known_providers = load_providers(settings.matching.providers)  # first, since it may be misconfigured
    async with AsyncExitStack() as stack:
        caller = await stack.enter_async_context(make_provider_caller(settings))
        renderer, llm = make_renderer(settings), make_llm(settings)
        for optional in (renderer, llm):
            if optional is not None:
                await stack.enter_async_context(optional)
        yield StageResources(
            await stack.enter_async_context(make_fetcher(engine)),
            stack.enter_context(make_extractors(engine, max_extractors)),
            renderer,
            llm,
            stack.enter_context(Pictures(settings)),
            caller,
            Providers(engine.database, caller, known_providers, politeness(settings), engine.rng),
            CatalogueStatistics(engine.database),
        )
