"""Discover the pages of the catalogue's sites, and order them.

Sources are sitemaps, and pages whose links are read. Each is requested in its host's turn, as robots.txt allows, which
is shared with crawling, and is visited under a lease: its entries are stored in batches, each under the fence, so a
visit that is killed is repeated and adds only what is missing. Everything that a site can enlarge is bounded: the size
of a file, the nesting of indexes, the ways of links, the number of sources, and by the budget the number of pages.
"""

import asyncio
from collections import Counter
from tempfile import SpooledTemporaryFile
from typing import Any
from urllib.parse import urljoin

from garner.core.lifecycle import Stage
from garner.core.pacing.outcome import asks_to_slow_down
from garner.core.record import Kind
from garner.core.sites.sitemap import SitemapEntry, sitemaps_of_robots
from garner.core.sites.states import SourceType
from garner.core.sites.url_rules import Refusal, parse_site_url
from garner.core.urls.page_url import PageUrl, origin_of, parse_page_url
from garner.engine import Engine
from garner.engine.asking.asked_pages import operator_page
from garner.errors import FetchError, GarnerError, SourceRefused, SourceUnavailable
from garner.extraction.page.links import find_links
from garner.fetch.caller import CallAnswer, Caller
from garner.fetch.sitemap_file import MAX_BYTES, read_sitemap
from garner.runtime.calls.host_calls import NotNow
from garner.runtime.duties.permitted_calls import PermittedCalls
from garner.settings import Settings
from garner.store.crawl import robots, schedule, sites
from garner.store.crawl.schedule import CrawlTaskOrder, PageOrder
from garner.store.crawl.sites import FoundPage, NewSource, SiteView, SourceVisit

DUTY = "discover_sites"
POLL_SECONDS = 2.0
VISITS_AT_ONCE = 5
ORDERED_AT_ONCE = 500
BATCH = 1_000
CALL_SECONDS = 60.0
MAX_SITEMAP_DEPTH = 5  # of indexes within indexes
MAX_HOPS = 5
MAX_ROUNDS = 50  # of a call of the duty
MAX_PAGE_BYTES = 5_000_000
SPOOLED_BYTES = 1_000_000  # of a file that is held in memory
RETRY_SECONDS = 60.0
MAX_PUT_OFF_SECONDS = 3600.0
WITH_PROXIES = "proxies_configured"


def make_discovery_caller(settings: Settings) -> Caller:
    return Caller(
        timeout_seconds=CALL_SECONDS,
        user_agent=settings.fetch.user_agent,
        allow_private=settings.fetch.allow_private,
        exempt=settings.server.sample_destination,
        concurrency=VISITS_AT_ONCE,
    )


class VisitEnded(Exception):
    """The visit has lost its lease, or its site is not active any more."""


class SiteDiscovery:
    def __init__(self, engine: Engine, caller: Caller) -> None:
        self._engine = engine
        self._database = engine.database
        self._calls = PermittedCalls(engine, caller)

    async def run_once(self) -> int:
        """Visit sources that are due and order pages until nothing is left to do now, and return how many."""
        amount = 0
        for _ in range(MAX_ROUNDS):
            done = await self.run_round()
            amount += done
            if not done:
                break
        return amount

    async def run_round(self) -> int:
        """Order some pages, and visit one source of some sites."""
        return await self.order_pages() + await self.visit_sources()

    async def visit_sources(self, site_id: int | None = None) -> int:
        """Visit one source of some sites, or of the given one."""
        async with self._database.transaction() as connection:
            visits = await sites.lease_sources(connection, VISITS_AT_ONCE, site_id)
        await asyncio.gather(*(self._visit(visit) for visit in visits))
        return len(visits)

    async def order_pages(self) -> int:
        """Write standing orders for pages that were found on running sites."""
        retries = self._engine.settings.recrawl.max_retries
        async with self._database.transaction() as connection:
            waiting = await sites.take_waiting(connection, ORDERED_AT_ONCE)
            if waiting is None:
                return 0
            orders = [
                PageOrder(parse_page_url(url, allow_private=True), _task_order(waiting.site, priority, retries))
                for url, priority in waiting.new
            ]
            ordered = await schedule.order_each(connection, orders) if orders else None
            await sites.mark_ordered(connection, waiting, ordered.made if ordered else [])
        self._engine.wake(Stage.CRAWL)
        return len(waiting.hashes)

    async def _visit(self, visit: SourceVisit) -> None:
        try:
            if await self._is_hidden(visit):
                return
            await _Visit(self._engine, self._calls, visit).run()
            async with self._database.transaction() as connection:
                await sites.finish(connection, visit)
        except VisitEnded:
            pass
        except NotNow as error:
            await self._put_off(visit, min(error.seconds, MAX_PUT_OFF_SECONDS))
        except GarnerError as error:
            is_over = not error.retryable or visit.failures + 1 >= sites.MAX_FAILURES
            await self._put_off(
                visit, None if is_over else RETRY_SECONDS * 2**visit.failures, error.code, error.message
            )

    async def _is_hidden(self, visit: SourceVisit) -> bool:
        """Put the visit off if proxies are configured: sources are fetched without them, which would reveal what they
        hide."""
        async with self._database.connection() as connection:
            hidden = await sites.uses_proxies(connection)
        if hidden:
            message = "Sources are not fetched through proxies. Upload the list of pages instead."
            await self._put_off(visit, MAX_PUT_OFF_SECONDS, WITH_PROXIES, message)
        return hidden

    async def _put_off(
        self, visit: SourceVisit, seconds: float | None, code: str | None = None, message: str | None = None
    ) -> None:
        async with self._database.transaction() as connection:
            await sites.put_off(connection, visit, seconds, code, message)


def _task_order(site: SiteView, priority: int | None, retries: int) -> CrawlTaskOrder:
    """Return the order of a page, which takes from its domain what neither its source nor its site names."""
    named: dict[str, Any] = {"priority": priority, "frequency": site.frequency}
    named = {name: value for name, value in named.items() if value is not None}
    kinds = tuple(Kind(kind) for kind in site.kinds)
    return CrawlTaskOrder(kinds, **named, retries=retries, fields_set=frozenset({"kinds", *named}))


class _Visit:
    """The visit of one source."""

    def __init__(self, engine: Engine, calls: PermittedCalls, visit: SourceVisit) -> None:
        self._engine = engine
        self._database = engine.database
        self._calls = calls
        self._visit = visit
        self._domains = {visit.domain, *visit.rules.hosts}
        self._page = operator_page(engine.settings, visit.url)
        self._pages: list[FoundPage] = []
        self._sources: list[NewSource] = []
        self._entries = 0
        self._refused: Counter[Refusal] = Counter()

    async def run(self) -> None:
        if self._visit.type == SourceType.ROBOTS:
            await self._read_robots()
        elif self._visit.type == SourceType.SITEMAP:
            await self._read_sitemap()
        else:
            await self._read_links()
        await self._store()

    async def _read_robots(self) -> None:
        await self._calls.require_permission(parse_page_url(f"{self._page.base_url}/", allow_private=True))
        async with self._database.connection() as connection:
            read = await robots.find(connection, origin_of(self._page.normalized))
        named = sitemaps_of_robots(read.body or "") if read is not None else []
        for url in named or ["/sitemap.xml"]:
            self._add_source(SourceType.SITEMAP, urljoin(f"{self._page.base_url}/", url), 1)

    async def _read_sitemap(self) -> None:
        with SpooledTemporaryFile(SPOOLED_BYTES) as file:
            await self._fetch(MAX_BYTES, file)
            file.seek(0)
            for entries in read_sitemap(file):
                for entry in entries:
                    self._add_entry(entry)
                if len(self._pages) + len(self._sources) >= BATCH:
                    await self._store()
                await asyncio.sleep(0)

    def _add_entry(self, entry: SitemapEntry) -> None:
        self._entries += 1
        if entry.is_sitemap:
            self._add_source(SourceType.SITEMAP, entry.url, self._visit.depth + 1)
            return
        page = self._parse(entry.url)
        if page is not None and self._may_crawl(page):
            self._pages.append(FoundPage(page, entry.modified_at))

    async def _read_links(self) -> None:
        answer = await self._fetch(MAX_PAGE_BYTES)
        rules = self._visit.rules
        for url in await asyncio.to_thread(find_links, answer.body, self._page.original):
            self._entries += 1
            page = self._parse(url)
            if page is None:
                continue
            if self._may_crawl(page):
                self._pages.append(FoundPage(page))
            if self._visit.depth < rules.depth and rules.is_followed(page):
                self._sources.append(NewSource(SourceType.LINKS, page, self._visit.depth + 1))

    async def _fetch(self, max_bytes: int, file: "SpooledTemporaryFile[bytes] | None" = None) -> CallAnswer:
        """Return the answer of the source, with its body in the file if there is one. Redirects are followed on the
        site, each in its host's turn."""
        for _ in range(MAX_HOPS):
            sink = None if file is None else file.write
            answer = (await self._calls.ask(self._page, max_bytes, sink=sink)).answer
            if not 300 <= answer.status < 400 or answer.location is None:
                break
            if file is not None:
                file.seek(0)
                file.truncate()
            page = parse_site_url(urljoin(self._page.original, answer.location), self._domains)
            if isinstance(page, Refusal):
                raise SourceRefused(f"The source redirects to {answer.location[:200]}, which is not on the site.")
            self._page = page
        if answer.status != 200:
            raise _unavailable(answer)
        return answer

    def _add_source(self, kind: SourceType, url: str, depth: int) -> None:
        page = self._parse(url)
        if page is None:
            return
        if kind is SourceType.SITEMAP and depth > MAX_SITEMAP_DEPTH:
            self._refused[Refusal.TOO_DEEP] += 1
        else:
            self._sources.append(NewSource(kind, page, depth))

    def _parse(self, url: str) -> PageUrl | None:
        page = parse_site_url(url, self._domains)
        if isinstance(page, Refusal):
            self._refused[page] += 1
            return None
        return page

    def _may_crawl(self, page: PageUrl) -> bool:
        if self._visit.rules.is_page(page):
            return True
        self._refused[Refusal.EXCLUDED] += 1
        return False

    async def _store(self) -> None:
        """Store what was found so far, unless the visit is over."""
        async with self._database.transaction() as connection:
            if not await sites.hold(connection, self._visit):
                raise VisitEnded
            site_id = self._visit.site_id
            over = await sites.add_pages(connection, site_id, self._pages, self._visit.rules)
            over += await sites.add_sources(connection, site_id, self._sources)
            if over:
                self._refused[Refusal.OVER_BUDGET] += over
            await sites.count_entries(connection, self._visit, self._entries, self._refused)
        self._pages, self._sources = [], []


def _unavailable(answer: CallAnswer) -> FetchError:
    message = f"The source answered with HTTP {answer.status}."
    is_final = answer.status < 500 and not asks_to_slow_down(answer.status, answer.retry_after)
    return SourceRefused(message) if is_final else SourceUnavailable(message)
