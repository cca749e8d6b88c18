"""Build the stages and their loops from the resources that the stages of a process share."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from garner.core.lifecycle import Stage
from garner.core.tuning.process_load import ProcessLoad
from garner.engine import Engine
from garner.extraction.llm.client import Llm
from garner.fetch import Fetcher
from garner.fetch.browser.render import Renderer
from garner.fetch.caller import Caller
from garner.pools.extractors import Extractors
from garner.pools.pictures import Pictures
from garner.runtime.loop import AnyLoop, Loop, StageWork
from garner.runtime.stages.crawl.stage import CrawlStage
from garner.runtime.stages.extract.parser_tally import ParserTally
from garner.runtime.stages.extract.shadow import Shadow
from garner.runtime.stages.extract.stage import ExtractStage
from garner.runtime.stages.match.catalogue_statistics import CatalogueStatistics
from garner.runtime.stages.match.providers import Providers
from garner.runtime.stages.match.stage import MatchStage


@dataclass(frozen=True, slots=True)
class StageResources:
    """Opened by `wiring`, and shared by all stages of a worker, or by all slices of a server."""

    fetcher: Fetcher
    extractors: Extractors
    renderer: Renderer | None
    llm: Llm | None
    pictures: Pictures
    provider_caller: Caller
    providers: Providers
    statistics: CatalogueStatistics
    load: ProcessLoad = field(default_factory=ProcessLoad)


def make_stages(
    engine: Engine,
    resources: StageResources,
    name: str,
    tally: ParserTally,
    *,
    shadow: Shadow | None = None,
    job_id: int | None = None,
) -> list[StageWork[Any, Any]]:
    """Create the stages under the name of a worker. With `job_id`, they claim only the work of that job."""
    return [
        CrawlStage(
            *(engine, resources.fetcher, name, resources.renderer),
            expect_bodies=resources.extractors.expect_pages,
            job_id=job_id,
        ),
        ExtractStage(engine, resources.extractors, name, resources.llm, tally=tally, shadow=shadow, job_id=job_id),
        MatchStage(
            *(engine, resources.pictures, name, resources.llm),
            providers=resources.providers,
            statistics=resources.statistics,
            job_id=job_id,
        ),
    ]


def make_loops(
    engine: Engine,
    stages: Sequence[StageWork[Any, Any]],
    name: str,
    load: ProcessLoad,
    poll_seconds: Callable[[], float] | None = None,
) -> dict[Stage, AnyLoop]:
    return {
        stage.stage: Loop(stage, engine.database, name, engine.settings, load, engine.rng, poll_seconds)
        for stage in stages
    }
