"""A site whose pages a test rewrites between two visits, and real stages that visit it on request."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from aiohttp import web
from tests.integration.helpers import make_due, row
from tests.services import ask_for_page

from garner import observe
from garner.core.lifecycle import Origin
from garner.core.record import Kind
from garner.engine import Engine, JobRow, find_request, submit_row
from garner.engine.asking.finder import Finder
from garner.pools.extractors import Extractors
from garner.postgres.database import Row
from garner.runtime.calls.llm_fallback import make_llm
from garner.runtime.loop import Loop
from garner.runtime.stages.crawl.stage import CrawlStage
from garner.runtime.stages.extract.stage import ExtractStage
from garner.settings import LOOPBACK
from garner.store.tasks.items import ItemView
from garner.wiring.stages import make_fetcher, make_renderer

PAN = {
    "@type": "Product",
    "name": "Copper pan",
    "offers": {"price": "49.90", "priceCurrency": "EUR", "availability": "https://schema.org/InStock"},
}
SOUP = {
    "@type": "Recipe",
    "name": "Barley soup",
    "recipeIngredient": ["200 g barley", "1 l water", "2 carrots"],
    "recipeInstructions": "Boil the barley in the water for an hour.",
}
CHALLENGE = """<!doctype html><title>Just a moment...</title><h1>Checking your browser</h1>
<form id="challenge-form" action="/cdn-cgi/challenge-platform/h/b"><div class="g-recaptcha"></div></form>"""


def linked(*things: dict[str, Any], around: str = "") -> str:
    """Return a page with these things as structured data, and optional markup around them."""
    data = json.dumps([{"@context": "https://schema.org", **thing} for thing in things])
    return (
        f"<!doctype html><html><head><title>A page</title><script type='application/ld+json'>{data}</script></head>"
        f"<body><h1>A page of this site</h1><p>What it is about stands in its data.</p>{around}</body></html>"
    )


@dataclass
class ChangingSite:
    """Serves the current `pages`, and 304 if the validators of the visitor match `validators`."""

    url: str = ""
    pages: dict[str, str] = field(default_factory=dict)
    validators: dict[str, dict[str, str]] = field(default_factory=dict)
    moved: dict[str, str] = field(default_factory=dict)  # path to target
    statuses: dict[str, int] = field(default_factory=dict)  # instead of the page
    visits: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    answered: list[int] = field(default_factory=list)

    def headers_of_last_visit(self, path: str) -> dict[str, str]:
        return next(headers for visited, headers in reversed(self.visits) if visited == path)

    def count(self, path: str) -> int:
        return sum(visited == path for visited, _ in self.visits)

    async def answer(self, request: web.Request) -> web.Response:
        self.visits.append((request.path, dict(request.headers)))
        answer = self._answer(request)
        self.answered.append(answer.status)
        return answer

    def _answer(self, request: web.Request) -> web.Response:
        if request.path in self.moved:
            return web.Response(status=302, headers={"Location": self.moved[request.path]})
        if request.path in self.statuses:
            return web.Response(status=self.statuses[request.path])
        text = self.pages.get(request.path)
        if text is None:
            return web.Response(status=404)
        validators = self.validators.get(request.path, {})
        sent = request.headers
        if "ETag" in validators and sent.get("If-None-Match") == validators["ETag"]:
            return web.Response(status=304, headers=validators)
        if "Last-Modified" in validators and sent.get("If-Modified-Since") == validators["Last-Modified"]:
            return web.Response(status=304, headers=validators)
        return web.Response(text=text, content_type="text/html", headers=validators)


@asynccontextmanager
async def changing_site() -> AsyncIterator[ChangingSite]:
    site = ChangingSite()
    application = web.Application()
    application.router.add_get("/{path:.*}", site.answer)
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    listening = web.TCPSite(runner, LOOPBACK, 0)
    await listening.start()
    site.url = f"http://{LOOPBACK}:{listening.port}"
    try:
        yield site
    finally:
        await runner.cleanup()


class Visitor:
    """Real stages that work on request and do not wait for work that is due later."""

    def __init__(self, engine: Engine, site: ChangingSite, crawl: Loop, extract: Loop) -> None:
        self.engine, self.site = engine, site
        self._crawl, self._extract = crawl, extract
        self.events: list[observe.Event] = []

    async def visit(
        self, path: str, kind: Kind = Kind.RECIPE, *, row: JobRow | None = None, use_llm: bool = False
    ) -> ItemView:
        """Request the current state of the page, and work until it is done."""
        origin = Origin.PARSE if row is None else Origin.CLI
        url = self.site.url + path
        if row is None:
            options = {"max_age": timedelta(0), "use_llm": use_llm}
            asked = await ask_for_page(self.engine, url, kind=kind, origin=origin, **options)
        else:
            asked = await submit_row(self.engine, url, row, kind=kind, origin=origin, max_age=timedelta(0))
        assert asked.item_id is not None
        await self.work()
        return await find_request(Finder(self.engine.database), asked.item_id, origin)

    async def work(self) -> None:
        """Do all work, including retries."""
        while await self._crawl.run_once() + await self._extract.run_once() or await self._has_work():
            async with self.engine.database.connection() as connection:
                await make_due(connection)

    async def _has_work(self) -> bool:
        return bool((await self.look("select count(*) as left_over from work"))["left_over"])

    async def look(self, query: str, *parameters: Any) -> Row:
        async with self.engine.database.connection() as connection:
            return await row(connection, query, *parameters)

    async def change(self, statement: str, *parameters: Any) -> None:
        async with self.engine.database.connection() as connection:
            await connection.execute(statement, parameters or None)

    async def task(self, path: str) -> Row:
        return await self.look("select * from crawl_tasks where url = %s", self.site.url + path)

    async def item(self, view: ItemView) -> Row:
        return await self.look("select * from job_items where id = %s", view.id)

    def happened(self, kind: type[observe.Event]) -> int:
        return sum(isinstance(event, kind) for event in self.events)


@asynccontextmanager
async def visiting(
    engine: Engine, site: ChangingSite, extractors: Extractors, *, browser: bool = True, **beside: Any
) -> AsyncIterator[Visitor]:
    """Open a visitor, with a browser and a language model if configured; `browser=False` omits the browser."""
    renderer = make_renderer(engine.settings) if browser else None
    async with make_fetcher(engine) as fetcher, make_llm(engine.settings) or nullcontext() as llm:
        visitor = Visitor(
            engine,
            site,
            Loop(CrawlStage(engine, fetcher, "one", renderer), engine.database, "one", engine.settings),
            Loop(ExtractStage(engine, extractors, "one", llm, **beside), engine.database, "one", engine.settings),
        )
        forget = observe.subscribe(visitor.events.append)
        try:
            if renderer is None:
                yield visitor
            else:
                async with renderer:
                    yield visitor
        finally:
            forget()
