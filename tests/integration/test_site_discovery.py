"""Discovery of sites: sitemaps and links of a real site on loopback, read politely and within budgets."""

import asyncio
import gzip
import tracemalloc
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from tests.hostile.conftest import answer
from tests.integration.helpers import OPERATOR
from tests.integration.lane_helpers import Pages, redirect, robots

from garner.core.record import Kind
from garner.core.sites.url_rules import SiteRules
from garner.engine import Engine
from garner.engine.operating import operating, sites
from garner.engine.operating.sites import NewSite, SiteSources
from garner.errors import Conflict, NotFound
from garner.postgres.database import Row
from garner.runtime.duties import site_discovery
from garner.runtime.duties.site_discovery import SiteDiscovery, make_discovery_caller
from garner.store.crawl import sites as stored_sites
from garner.store.crawl.schedule import CrawlTaskOrder
from garner.store.crawl.sites import SiteProgress, SiteView
from garner.wiring.worker import run_worker

PLAIN = SiteRules()


class Shop:
    """The site under test as an operator sees it."""

    def __init__(self, engine: Engine, pages: Pages, discovery: SiteDiscovery) -> None:
        self.engine, self.pages, self.discovery = engine, pages, discovery

    def url(self, path: str) -> str:
        return self.pages.url(path)

    async def look(self, query: str, *parameters: Any) -> list[Row]:
        async with self.engine.database.connection() as connection:
            cursor = await connection.execute(query, parameters or None)
            return await cursor.fetchall() if cursor.description else []

    async def add(
        self, *, preview: bool = False, priority: int | None = None, rules: SiteRules = PLAIN, **sources: Any
    ) -> SiteView:
        await operating.change_domain(self.engine, self.url("/"), {"crawl_delay_seconds": 0.0}, by=OPERATOR)
        wanted = NewSite(self.url("/"), (Kind.PRODUCT,), rules, priority=priority, sources=SiteSources(**sources))
        return await sites.add_site(self.engine, wanted, preview=preview, by=OPERATOR)

    async def discover(self) -> int:
        return await self.discovery.run_once()

    async def progress(self, site: SiteView) -> tuple[SiteView, SiteProgress]:
        return await sites.find_site(self.engine, site.id)

    async def found(self) -> list[str]:
        """Return the paths of the pages that were found."""
        rows = await self.look("select url from site_pages order by url")
        return [row["url"].removeprefix(self.url("")) for row in rows]

    async def ordered(self) -> list[str]:
        rows = await self.look("select url from crawl_tasks where kinds <> '{}' order by url")
        return [row["url"].removeprefix(self.url("")) for row in rows]

    def serve_sitemap(self, path: str, *paths: str, modified: str = "") -> None:
        more = f"<lastmod>{modified}</lastmod>" if modified else ""
        entries = "".join(f"<url><loc>{self.url(p) if p[0] == '/' else p}</loc>{more}</url>" for p in paths)
        self.pages.said[path] = answer(f"<urlset>{entries}</urlset>".encode())

    def serve_index(self, path: str, *paths: str) -> None:
        entries = "".join(f"<sitemap><loc>{self.url(p)}</loc></sitemap>" for p in paths)
        self.pages.said[path] = answer(f"<sitemapindex>{entries}</sitemapindex>".encode())

    def serve_links(self, path: str, *links: str) -> None:
        body = "".join(f'<a href="{link}">x</a>' for link in links)
        self.pages.said[path] = answer(f"<html><body>{body}</body></html>".encode(), "Content-Type: text/html")


@pytest.fixture
async def shop(engine: Engine, site: Pages) -> AsyncIterator[Shop]:
    async with make_discovery_caller(engine.settings) as caller:
        yield Shop(engine, site, SiteDiscovery(engine, caller))


# Sitemaps ---------------------------------------------------------------------------------------------------------


async def test_a_site_is_found_through_the_sitemaps_of_its_robots_txt_and_ordered(shop: Shop) -> None:
    shop.pages.said["/robots.txt"] = robots(f"User-agent: *\nDisallow: /no\nSitemap: {shop.url('/all.xml')}")
    shop.serve_index("/all.xml", "/1.xml", "/2.xml.gz")
    shop.serve_sitemap("/1.xml", "/p/1", "/p/2")
    listed = f"<urlset><url><loc>{shop.url('/p/3')}</loc></url></urlset>".encode()
    shop.pages.said["/2.xml.gz"] = answer(gzip.compress(listed), "Content-Type: application/gzip")
    site = await shop.add(priority=3)
    await shop.discover()
    assert await shop.found() == await shop.ordered() == ["/p/1", "/p/2", "/p/3"]
    orders = await shop.look("select priority, kinds, crawl_frequency from crawl_tasks")
    assert all((row["priority"], row["kinds"]) == (3, ["product"]) for row in orders)
    assert shop.pages.paths == ["/robots.txt", "/all.xml", "/1.xml", "/2.xml.gz"]
    shown, progress = await shop.progress(site)
    assert (shown.found, progress.ordered, progress.fetched, progress.unread_sources) == (3, 3, 0, 0)
    assert {source.url: source.entries for source in progress.sources}[shop.url("/1.xml")] == 2


async def test_without_a_named_sitemap_the_usual_one_is_read(shop: Shop) -> None:
    shop.serve_sitemap("/sitemap.xml", "/p/1")
    await shop.add()
    await shop.discover()
    assert await shop.ordered() == ["/p/1"]


async def test_twenty_thousand_entries_in_several_files_are_found_with_bounded_memory(shop: Shop) -> None:
    shop.serve_index("/all.xml", *(f"/{number}.xml" for number in range(4)))
    for number in range(4):
        shop.serve_sitemap(f"/{number}.xml", *(f"/p/{number}-{entry}" for entry in range(5_000)))
    site = await shop.add(preview=True, rules=SiteRules(page_budget=50_000), sitemaps=[shop.url("/all.xml")])
    tracemalloc.start()
    try:
        await shop.discover()
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (await shop.progress(site))[0].found == 20_000
    assert peak < 20_000_000


async def test_bombs_and_other_files_fail_with_their_cause(shop: Shop) -> None:
    bomb = gzip.compress(b"<urlset>" + bytes(60 * 1024 * 1024))
    shop.pages.said["/bomb.gz"] = answer(gzip.compress(b"<urlset>" + b" " * (60 * 1024 * 1024)))
    shop.pages.said["/zeros.gz"] = answer(bomb)
    shop.pages.said["/gone.xml"] = answer(status="410 Gone")
    shop.pages.said["/entities.xml"] = answer(
        b'<!DOCTYPE u [<!ENTITY a "b">]><urlset><url><loc>&a;</loc></url></urlset>'
    )
    names = ["/bomb.gz", "/zeros.gz", "/gone.xml", "/entities.xml"]
    site = await shop.add(sitemaps=[shop.url(name) for name in names])
    await shop.discover()
    _, progress = await shop.progress(site)
    assert [source.error_code for source in progress.sources] == [
        "too_large",
        "sitemap_unreadable",
        "source_refused",
        "sitemap_unreadable",
    ]
    asked = len(shop.pages.paths)
    await shop.discover()
    assert len(shop.pages.paths) == asked  # none of them is tried again by itself


async def test_a_source_that_fails_for_a_while_is_tried_again_and_then_no_more(shop: Shop) -> None:
    shop.pages.said["/s.xml"] = answer(status="500 Broken")
    await shop.add(sitemaps=[shop.url("/s.xml")])
    for _ in range(stored_sites.MAX_FAILURES + 2):
        await shop.discover()
        await shop.look("update site_sources set due_at = now() where due_at < 'infinity'")
        await shop.look("update lanes set next_at = now(), opened_at = null, open_until = null, failures = 0")
    assert shop.pages.count("/s.xml") == stored_sites.MAX_FAILURES


async def test_a_cycle_of_indexes_ends(shop: Shop) -> None:
    shop.serve_index("/a.xml", "/b.xml", "/a.xml")
    shop.serve_index("/b.xml", "/a.xml", "/c.xml")
    shop.serve_sitemap("/c.xml", "/p/1")
    await shop.add(sitemaps=[shop.url("/a.xml")])
    await shop.discover()
    assert sorted(path for path in shop.pages.paths if path.endswith(".xml")) == ["/a.xml", "/b.xml", "/c.xml"]
    assert await shop.ordered() == ["/p/1"]


async def test_indexes_within_indexes_without_end_are_bounded(shop: Shop) -> None:
    for number in range(20):
        shop.serve_index(f"/{number}.xml", f"/{number + 1}.xml")
    site = await shop.add(sitemaps=[shop.url("/0.xml")])
    await shop.discover()
    assert len([path for path in shop.pages.paths if path.endswith(".xml")]) == 5
    assert (await shop.progress(site))[1].refused == {"too_deep": 1}


async def test_pages_of_other_hosts_are_counted_and_not_crawled(shop: Shop) -> None:
    other = "https://other.example/p/1"
    shop.serve_sitemap("/s.xml", "/p/1", other, "https://third.example/", "ftp://x/", "/" + "x" * 3000)
    rules = SiteRules(hosts=("other.example",))
    site = await shop.add(rules=rules, sitemaps=[shop.url("/s.xml")])
    await shop.discover()
    rows = await shop.look("select url from crawl_tasks order by url")
    assert [row["url"] for row in rows] == [shop.url("/p/1"), other]
    assert (await shop.progress(site))[1].refused == {"other_host": 1, "invalid_url": 2}


async def test_a_source_that_redirects_to_another_host_is_refused(shop: Shop) -> None:
    shop.pages.said["/s.xml"] = redirect("https://other.example/s.xml")
    shop.pages.said["/t.xml"] = redirect("/u.xml")
    shop.pages.said["/loop.xml"] = redirect("/loop.xml")
    shop.serve_sitemap("/u.xml", "/p/1")
    site = await shop.add(sitemaps=[shop.url(path) for path in ("/s.xml", "/t.xml", "/loop.xml")])
    await shop.discover()
    assert await shop.ordered() == ["/p/1"]
    codes = [source.error_code for source in (await shop.progress(site))[1].sources]
    assert codes == ["source_refused", None, "source_refused"]
    assert shop.pages.count("/loop.xml") == 5


async def test_a_sitemap_that_robots_txt_disallows_is_not_requested(shop: Shop) -> None:
    shop.pages.said["/robots.txt"] = robots("User-agent: *\nDisallow: /s.xml")
    site = await shop.add(sitemaps=[shop.url("/s.xml")])
    await shop.discover()
    assert shop.pages.paths == ["/robots.txt"]
    assert [source.error_code for source in (await shop.progress(site))[1].sources] == ["robots_disallowed"]


async def test_no_source_is_requested_while_proxies_are_configured(shop: Shop) -> None:
    await shop.look("insert into proxies (proxy_url, proxy_port) values ('proxy.example', 8080)")
    site = await shop.add()
    await shop.discover()
    assert shop.pages.paths == []
    assert [source.error_code for source in (await shop.progress(site))[1].sources] == ["proxies_configured"]


# Rules and budgets ------------------------------------------------------------------------------------------------


async def test_patterns_choose_the_pages(shop: Shop) -> None:
    shop.serve_sitemap("/s.xml", "/p/1", "/p/1/print", "/about")
    await shop.add(rules=SiteRules(include=("/p/*",), exclude=("*/print",)), sitemaps=[shop.url("/s.xml")])
    await shop.discover()
    assert await shop.ordered() == ["/p/1"]


async def test_the_budget_of_pages_is_exact_over_all_sources(shop: Shop) -> None:
    shop.serve_sitemap("/1.xml", *(f"/a/{number}" for number in range(7)))
    shop.serve_sitemap("/2.xml", *(f"/a/{number}" for number in range(5)), *(f"/b/{number}" for number in range(9)))
    sitemaps = [shop.url("/1.xml"), shop.url("/2.xml")]
    site = await shop.add(rules=SiteRules(page_budget=10), sitemaps=sitemaps)
    await shop.discover()
    assert len(await shop.ordered()) == 10
    shown, progress = await shop.progress(site)
    assert (shown.found, progress.refused) == (10, {"over_budget": 6})
    await shop.look("update site_sources set due_at = now()")
    await shop.discover()
    assert len(await shop.ordered()) == 10


async def test_a_calendar_without_end_is_bounded_by_depth(shop: Shop) -> None:
    shop.pages.said.update(
        {f"/cal/{day}": answer(f'<a href="/cal/{day + 1}">n</a><a href="/p/{day}">p</a>'.encode()) for day in range(99)}
    )
    rules = SiteRules(include=("/p/*",), follow=("/cal/*",), depth=4)
    await shop.add(rules=rules, seeds=[shop.url("/cal/0")])
    await shop.discover()
    assert [path for path in shop.pages.paths if "cal" in path] == [f"/cal/{day}" for day in range(4)]
    assert await shop.ordered() == [f"/p/{day}" for day in range(4)]


async def test_a_calendar_without_end_is_bounded_by_the_number_of_sources(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored_sites, "MAX_SOURCES", 6)
    shop.pages.said.update({f"/cal/{day}": answer(f'<a href="/cal/{day + 1}">n</a>'.encode()) for day in range(99)})
    await shop.add(rules=SiteRules(depth=50, page_budget=8), seeds=[shop.url("/cal/0")])
    await shop.discover()
    assert len([path for path in shop.pages.paths if "cal" in path]) == 6
    assert len(await shop.found()) <= 8


async def test_an_uploaded_list_has_a_priority_per_row(shop: Shop) -> None:
    await shop.add(priority=7, pages=[(shop.url("/p/1"), 2), (shop.url("/p/2"), None)])
    await shop.discover()
    assert await shop.look("select priority from crawl_tasks order by url") == [{"priority": 2}, {"priority": 7}]
    assert shop.pages.paths == []


async def test_an_order_of_an_operator_stays_as_it_is(shop: Shop) -> None:
    once = CrawlTaskOrder((Kind.RECIPE,), priority=9, frequency=timedelta(days=9))
    await operating.order_pages(shop.engine, [shop.url("/p/1")], once, by=OPERATOR)
    before = await shop.look("select * from crawl_tasks")
    site = await shop.add(priority=1, pages=[(shop.url("/p/1"), None), (shop.url("/p/2"), None)])
    await shop.discover()
    assert await shop.look("select * from crawl_tasks where priority = 9") == before
    await sites.remove_site(shop.engine, site.id, by=OPERATOR)
    assert await shop.ordered() == ["/p/1"]


# Freshness --------------------------------------------------------------------------------------------------------


async def test_a_page_that_its_sitemap_calls_changed_is_fetched_soon(shop: Shop) -> None:
    now = datetime.now(UTC)
    old, new = (now - timedelta(days=3)).isoformat(), (now - timedelta(hours=1)).isoformat()
    future = (now + timedelta(days=300)).isoformat()
    await shop.add(sitemaps=[shop.url("/s.xml")])
    due = []
    for modified in (old, new, new, future):
        shop.serve_sitemap("/s.xml", "/p/1", modified=modified)
        await shop.discover()
        due += await shop.look("select scheduled_at <= now() as due from crawl_tasks")
        await shop.look(
            "update crawl_tasks set status = 'completed', completed_at = now() - interval '1 day', rank = null,"
            " scheduled_at = now() + interval '1 day'"
        )
        await shop.look("update site_sources set due_at = now()")
    # New; changed; the same time again; a time to come.
    assert [row["due"] for row in due] == [True, True, False, False]


# Operating --------------------------------------------------------------------------------------------------------


async def test_a_preview_finds_pages_and_orders_none_until_it_is_started(shop: Shop) -> None:
    shop.serve_sitemap("/s.xml", "/p/1", "/p/2")
    site = await shop.add(preview=True, sitemaps=[shop.url("/s.xml")])
    await shop.discover()
    await shop.look("update site_sources set due_at = now()")
    await shop.discover()
    assert (await shop.found(), await shop.ordered(), shop.pages.count("/s.xml")) == (["/p/1", "/p/2"], [], 1)
    _, progress = await shop.progress(site)
    assert progress.sample and progress.ordered == 0
    await sites.start_site(shop.engine, site.id, by=OPERATOR)
    await shop.discover()
    assert await shop.ordered() == ["/p/1", "/p/2"]


async def test_the_time_left_is_the_delay_of_the_lane_for_each_page(shop: Shop) -> None:
    site = await shop.add(pages=[(shop.url(f"/p/{number}"), None) for number in range(10)])
    await operating.change_domain(shop.engine, shop.url("/"), {"crawl_delay_seconds": 2.5}, by=OPERATOR)
    _, progress = await shop.progress(site)
    assert (progress.delay_seconds, progress.seconds_left) == (2.5, 25.0)
    await shop.discover()
    await shop.look("update crawl_tasks set completed_at = now(), status = 'completed' where url like '%%/p/1'")
    await shop.look("update crawl_tasks set status = 'failed', error_code = 'gone' where url like '%%/p/2'")
    _, progress = await shop.progress(site)
    assert (progress.fetched, progress.failed, progress.seconds_left) == (1, {"gone": 1}, 20.0)


async def test_a_paused_site_discovers_and_orders_nothing(shop: Shop) -> None:
    shop.serve_sitemap("/s.xml", "/p/1")
    site = await shop.add(sitemaps=[shop.url("/s.xml")], pages=[(shop.url("/p/0"), None)])
    await sites.pause_site(shop.engine, site.id, by=OPERATOR)
    assert await shop.discover() == 0
    assert (shop.pages.paths, await shop.ordered()) == ([], [])
    await sites.resume_site(shop.engine, site.id, by=OPERATOR)
    await shop.discover()
    assert await shop.ordered() == ["/p/0", "/p/1"]


async def test_a_visit_adds_nothing_once_its_site_is_paused(shop: Shop) -> None:
    asked, goes_on = asyncio.Event(), asyncio.Event()
    shop.serve_sitemap("/s.xml", "/p/1")
    site = await shop.add(sitemaps=[shop.url("/s.xml")])
    ask = shop.discovery._calls.ask

    async def ask_slowly(*arguments: Any, **options: Any) -> Any:
        asked.set()
        await goes_on.wait()
        return await ask(*arguments, **options)

    shop.discovery._calls.ask = ask_slowly  # type: ignore[method-assign]  # between the lease and the answer
    visiting = asyncio.create_task(shop.discovery.run_round())
    await asked.wait()
    await sites.pause_site(shop.engine, site.id, by=OPERATOR)
    goes_on.set()
    await visiting
    assert await shop.found() == []


async def test_a_visit_that_is_killed_is_repeated_and_adds_what_is_missing_once(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("garner.runtime.duties.site_discovery.BATCH", 100)
    shop.serve_sitemap("/s.xml", *(f"/p/{number:05}" for number in range(2_000)))
    site = await shop.add(rules=SiteRules(page_budget=5_000), sitemaps=[shop.url("/s.xml")])
    add_pages, batches = stored_sites.add_pages, 0

    async def stop_after_two(*arguments: Any) -> int:
        nonlocal batches
        batches += 1
        if batches > 2:
            raise asyncio.CancelledError  # as if the process ended here: nothing is cleaned up
        return await add_pages(*arguments)

    monkeypatch.setattr(stored_sites, "add_pages", stop_after_two)
    with suppress(asyncio.CancelledError):
        await shop.discovery.run_round()
    some = len(await shop.found())
    assert 0 < some < 2_000
    monkeypatch.setattr(stored_sites, "add_pages", add_pages)
    await shop.discover()
    assert shop.pages.count("/s.xml") == 1  # its lease lasts
    await shop.look("update site_sources set lease_until = now() - interval '1 second'")
    await shop.discover()
    assert len(await shop.found()) == len(await shop.ordered()) == 2_000
    assert (await shop.progress(site))[0].found == 2_000


async def test_a_visitor_that_lost_its_lease_adds_nothing(shop: Shop) -> None:
    site = await shop.add(sitemaps=[shop.url("/s.xml")])
    async with shop.engine.database.transaction() as connection:
        (slow,) = await stored_sites.lease_sources(connection, 5)
        assert await stored_sites.lease_sources(connection, 5) == []
        assert await stored_sites.hold(connection, slow)
        await connection.execute("update site_sources set lease_until = now() - interval '1 second'")
        (fast,) = await stored_sites.lease_sources(connection, 5)
        assert fast.id == slow.id and not await stored_sites.hold(connection, slow)
        assert await stored_sites.hold(connection, fast)
        await stored_sites.finish(connection, slow)
        assert await stored_sites.hold(connection, replace(fast, site_id=site.id))


async def test_choosing_a_source_reads_few_of_a_large_frontier(shop: Shop) -> None:
    site = await shop.add()
    await shop.look(
        """
        insert into site_sources (site_id, type, url, url_hash, depth, lease_until)
        select %s, 'links', 'https://x.example/' || n, n::text, 1,
               case when n %% 2 = 0 then now() - interval '1 hour' end
        from generate_series(1, 20000) n
        """,
        site.id,
    )
    async with shop.engine.database.transaction() as connection:
        await connection.execute("set local statement_timeout = '15s'")  # comparing all with all takes over a minute
        assert len(await stored_sites.lease_sources(connection, 5)) == 1


async def test_a_started_preview_reads_its_sources_when_they_are_due(shop: Shop) -> None:
    shop.serve_sitemap("/s.xml", "/p/1")
    site = await shop.add(preview=True, sitemaps=[shop.url("/s.xml"), shop.url("/t.xml")])
    shop.pages.said["/t.xml"] = answer(status="404 Not Found")
    await shop.discover()
    await sites.start_site(shop.engine, site.id, by=OPERATOR)
    await shop.discover()
    assert (shop.pages.count("/s.xml"), shop.pages.count("/t.xml")) == (1, 2)
    (row,) = await shop.look("select due_at - visited_at as wait from site_sources where url like '%%/s.xml'")
    assert row["wait"] == timedelta(days=1)


async def test_two_workers_visit_a_source_once(shop: Shop) -> None:
    shop.serve_sitemap("/s.xml", *(f"/p/{number}" for number in range(50)))
    await shop.add(sitemaps=[shop.url("/s.xml")])
    async with make_discovery_caller(shop.engine.settings) as caller:
        await asyncio.gather(shop.discover(), SiteDiscovery(shop.engine, caller).run_once())
        await shop.discover()
    assert shop.pages.count("/s.xml") == 1
    assert len(await shop.ordered()) == 50


async def test_a_site_with_many_pages_does_not_delay_the_orders_of_another(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site_discovery, "ORDERED_AT_ONCE", 1)
    await shop.add(pages=[(shop.url(f"/p/{number}"), None) for number in range(60)])
    other = shop.url("/p/other").replace("127.0.0.1", "127.0.0.2")
    wanted = NewSite(other, (Kind.PRODUCT,), PLAIN, sources=SiteSources(pages=[(other, None)]))
    await sites.add_site(shop.engine, wanted, by=OPERATOR)
    for _ in range(50):  # fewer than the first site has pages
        await shop.discovery.order_pages()
    assert await shop.look("select id from crawl_tasks where url = %s", other)


async def test_a_removed_site_leaves_no_orders(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sites, "REMOVED_AT_ONCE", 3)
    site = await shop.add(pages=[(shop.url(f"/p/{number}"), None) for number in range(8)])
    await shop.discover()
    assert len(await shop.ordered()) == 8
    await sites.remove_site(shop.engine, site.id, by=OPERATOR)
    assert (await shop.ordered(), await shop.look("select * from sites")) == ([], [])
    with pytest.raises(NotFound):
        await sites.find_site(shop.engine, site.id)
    await shop.add()  # again


async def test_a_domain_has_one_site(shop: Shop) -> None:
    await shop.add()
    with pytest.raises(Conflict):
        await shop.add()


@pytest.mark.usefixtures("workers_share_extractors")
async def test_a_worker_discovers_and_crawls_a_site(shop: Shop) -> None:
    shop.serve_sitemap("/sitemap.xml", "/p/1", "/p/2")
    site = await shop.add()
    stop = asyncio.Event()
    working = asyncio.create_task(run_worker(shop.engine, stop))
    try:
        async with asyncio.timeout(60):
            while (await shop.progress(site))[1].fetched < 2:
                await asyncio.sleep(0.1)
    finally:
        stop.set()
        await working
    assert sorted(path for path in shop.pages.paths if path.startswith("/p/")) == ["/p/1", "/p/2"]
