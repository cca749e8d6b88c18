"""The operators' verbs and queries for sites of the catalogue.

A site that is only previewed is discovered and not crawled. While it runs, the pages found there get standing orders.
Each verb writes to the audit log in the transaction of the action.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from typing import Any

from pydantic_core import to_jsonable_python

from garner import observe
from garner.core.accounts.actor import AuditActor
from garner.core.lifecycle import Stage
from garner.core.record import Kind
from garner.core.sites.states import SiteStatus, SourceType
from garner.core.sites.url_rules import Refusal, SiteRules, parse_site_url
from garner.core.urls.page_url import PageUrl, parse_site
from garner.engine.asking.asked_pages import operator_page
from garner.engine.engine import Engine
from garner.engine.politeness import politeness
from garner.errors import Conflict, FieldError, InputError, InvalidUrl, NotFound
from garner.postgres.database import Connection
from garner.store.crawl import schedule, sites
from garner.store.crawl.sites import FoundPage, NewSource, SiteOrder, SiteProgress, SiteView
from garner.store.people import audit_log
from garner.store.people.audit_log import AuditObject

REMOVED_AT_ONCE = 500
MAX_ID_DIGITS = 18
MAX_BAD_URLS_REPORTED = 20


@dataclass(frozen=True, slots=True)
class SiteSources:
    """The places where the pages of a site are found. Without any, the sitemaps that its robots.txt names."""

    sitemaps: Sequence[str] = ()
    seeds: Sequence[str] = ()
    pages: Sequence[tuple[str, int | None]] = ()  # with their priorities


@dataclass(frozen=True, slots=True)
class NewSite:
    url: str
    kinds: tuple[Kind, ...]
    rules: SiteRules
    priority: int | None = None
    frequency: timedelta | None = None
    sources: SiteSources = SiteSources()


async def add_site(engine: Engine, wanted: NewSite, *, preview: bool = False, by: AuditActor) -> SiteView:
    """Add a site and discover its pages; crawl them too, unless it is only previewed."""
    start = _start(engine, wanted.url)
    rules = replace(wanted.rules, hosts=_hosts(wanted.rules.hosts))
    order = SiteOrder(start, wanted.kinds, rules, wanted.priority, wanted.frequency)
    sources, pages = _sources(order, wanted.sources)
    async with engine.database.transaction() as connection:
        site_id = await sites.add(connection, order, SiteStatus.PREVIEW if preview else SiteStatus.RUNNING)
        if site_id is None:
            raise Conflict(f"The site {start.domain} already exists.")
        await sites.add_sources(connection, site_id, sources)
        over = await sites.add_pages(connection, site_id, pages, rules)
        if over:
            message = f"The list has {over} pages more than the page budget of {rules.page_budget}."
            raise InputError(message, fields=[FieldError("sources.pages", message)])
        added = await _site(connection, site_id)
        after = site_values(added) | {"sources": [source.page.original for source in sources[:20]], "pages": len(pages)}
        await audit_log.write(connection, by, "site.add", AuditObject("site", str(site_id)), after=after)
    observe.emit(observe.Operated("add_site", start.domain, by.name))
    return added


def _start(engine: Engine, url: str) -> PageUrl:
    try:
        return operator_page(engine.settings, url if "://" in url else f"https://{url.strip()}/")
    except InvalidUrl as error:
        raise InvalidUrl(error.message, fields=[FieldError("url", error.message)]) from None


def _hosts(names: Sequence[str]) -> tuple[str, ...]:
    hosts = []
    for number, name in enumerate(names):
        try:
            hosts.append(parse_site(name).domain)
        except InvalidUrl:
            message = f"{name!r} is not a valid host name."
            raise InputError(message, fields=[FieldError(f"rules.hosts.{number}", message)]) from None
    return tuple(hosts)


def _sources(order: SiteOrder, wanted: SiteSources) -> tuple[list[NewSource], list[FoundPage]]:
    domains = {order.start.domain, *order.rules.hosts}
    wrong: list[FieldError] = []

    def parse(field: str, urls: Sequence[str]) -> list[PageUrl]:
        parsed = [parse_site_url(url, domains) for url in urls]
        wrong.extend(
            FieldError(f"sources.{field}.{number}", _reason(page, order.start.domain))
            for number, page in enumerate(parsed)
            if isinstance(page, Refusal)
        )
        return [page for page in parsed if not isinstance(page, Refusal)]

    sources = [
        *(NewSource(SourceType.SITEMAP, page) for page in parse("sitemaps", wanted.sitemaps)),
        *(NewSource(SourceType.LINKS, page) for page in parse("seeds", wanted.seeds)),
    ]
    listed = parse("pages", [url for url, _ in wanted.pages])
    if wrong:
        message = wrong[0].reason if len(wrong) == 1 else f"{len(wrong)} of the URLs are not valid."
        raise InvalidUrl(message, fields=wrong[:MAX_BAD_URLS_REPORTED])
    pages = [FoundPage(page, None, priority) for page, (_, priority) in zip(listed, wanted.pages, strict=True)]
    if not sources and not pages:
        sources.append(NewSource(SourceType.ROBOTS, order.start))
    return sources, pages


def _reason(refusal: Refusal, domain: str) -> str:
    if refusal is Refusal.OTHER_HOST:
        return f"The URL is not on {domain}. Name its host in rules.hosts to allow it."
    return "The URL is not valid."


async def list_sites(engine: Engine, *, after: int = 0, limit: int = 100) -> list[SiteView]:
    async with engine.database.connection() as connection:
        return await sites.page_of(connection, after=after, limit=limit)


async def find_site(engine: Engine, site_id: int) -> tuple[SiteView, SiteProgress]:
    async with engine.database.connection() as connection:
        site = await _site(connection, site_id)
        return site, await sites.progress_of(connection, site, politeness(engine.settings))


async def find_site_id(engine: Engine, name: str) -> int:
    """Return the id of a site, given by its id, or by the name of its domain or a URL of it."""
    if name.isascii() and name.isdecimal() and len(name) <= MAX_ID_DIGITS:
        async with engine.database.connection() as connection:
            return (await _site(connection, int(name))).id
    try:
        domain = parse_site(name).domain
    except InvalidUrl:
        raise InputError(f"{name!r} is not a valid site name.") from None
    async with engine.database.connection() as connection:
        site = await sites.find_by_domain(connection, domain)
    if site is None:
        raise NotFound(f"There is no site {domain}.")
    return site.id


async def start_site(engine: Engine, site_id: int, *, by: AuditActor) -> SiteView:
    """Order the pages that were found on a site that was only previewed, and those found from now on."""
    return await _change_status(engine, site_id, "start", by)


async def pause_site(engine: Engine, site_id: int, *, by: AuditActor) -> SiteView:
    """Discover and order nothing until the site is resumed. Pages that are ordered are crawled on."""
    return await _change_status(engine, site_id, "pause", by)


async def resume_site(engine: Engine, site_id: int, *, by: AuditActor) -> SiteView:
    return await _change_status(engine, site_id, "resume", by)


@dataclass(frozen=True, slots=True)
class _Change:
    allowed: frozenset[str]
    status: SiteStatus
    refusal: str


_CHANGES = {
    "start": _Change(
        frozenset({SiteStatus.PREVIEW, SiteStatus.PAUSED, SiteStatus.RUNNING}), SiteStatus.RUNNING, "is being removed"
    ),
    "pause": _Change(frozenset({SiteStatus.RUNNING, SiteStatus.PAUSED}), SiteStatus.PAUSED, "is not running"),
    "resume": _Change(frozenset({SiteStatus.RUNNING, SiteStatus.PAUSED}), SiteStatus.RUNNING, "is not paused"),
}


async def _change_status(engine: Engine, site_id: int, verb: str, by: AuditActor) -> SiteView:
    change = _CHANGES[verb]
    async with engine.database.transaction() as connection:
        before = await _site(connection, site_id, lock=True)
        if before.status not in change.allowed:
            raise Conflict(f"The site {before.domain} {change.refusal}.")
        await sites.set_status(connection, site_id, change.status)
        if change.status is SiteStatus.RUNNING:
            await sites.retry_sources(connection, site_id)
        after = await _site(connection, site_id)
        await audit_log.write(
            connection,
            by,
            f"site.{verb}",
            AuditObject("site", str(site_id)),
            before={"status": before.status},
            after={"status": after.status},
        )
    observe.emit(observe.Operated(f"{verb}_site", before.domain, by.name))
    return after


async def remove_site(engine: Engine, site_id: int, *, by: AuditActor) -> None:
    """Stop the orders that were made for a site, in chunks, and remove it. Its records stay, and so do orders that
    operators gave for its pages. A removal that is interrupted is continued by the next."""
    async with engine.database.transaction() as connection:
        before = await _site(connection, site_id, lock=True)
        await sites.set_status(connection, site_id, SiteStatus.REMOVING)
        if before.status != SiteStatus.REMOVING:
            subject = AuditObject("site", str(site_id))
            await audit_log.write(connection, by, "site.remove", subject, before=site_values(before))
    while await _remove_some(engine, site_id):
        pass
    async with engine.database.transaction() as connection:
        await sites.remove(connection, site_id)
    engine.wake(Stage.CRAWL)
    observe.emit(observe.Operated("remove_site", before.domain, by.name))


async def _remove_some(engine: Engine, site_id: int) -> int:
    async with engine.database.transaction() as connection:
        count, tasks = await sites.take_orders(connection, site_id, REMOVED_AT_ONCE)
        await schedule.stop(connection, tasks)
    return count


async def _site(connection: Connection, site_id: int, *, lock: bool = False) -> SiteView:
    site = await sites.find(connection, site_id, lock=lock)
    if site is None:
        raise NotFound(f"There is no site {site_id}.")
    return site


def site_values(site: SiteView) -> dict[str, Any]:
    """Return the settings of a site, for the audit log."""
    return {
        "url": site.url,
        "kinds": site.kinds,
        "rules": to_jsonable_python(asdict(site.rules)),
        "priority": site.priority,
        "frequency": to_jsonable_python(site.frequency),
        "status": site.status,
    }
