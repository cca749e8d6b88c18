"""The operators' verbs and queries: domains, proxies, standing orders, dead letters.

Each verb takes the operator (`by`), logs the action, and writes it to the audit log in the transaction of the action.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from garner import observe
from garner.core.accounts.actor import AuditActor
from garner.core.accounts.secrets import key_from, seal
from garner.core.lifecycle import Stage, TaskStatus
from garner.core.plurals import format_count
from garner.core.urls.page_url import PageUrl, parse_page_url, parse_site
from garner.engine.asking.asked_pages import operator_page
from garner.engine.engine import Engine
from garner.engine.operating.audited_values import (
    breaker_values,
    domain_values,
    earlier_values,
    named_values,
    order_values,
    proxy_values,
    reprioritised_values,
)
from garner.errors import Conflict, FieldError, InputError, InvalidUrl, NotFound, Unsealable
from garner.postgres.database import Connection
from garner.store.crawl import domains, priorities, proxies, proxy_traffic, schedule
from garner.store.crawl.domains import DomainView
from garner.store.crawl.priorities import TaskFilter
from garner.store.crawl.proxies import ProxyView
from garner.store.crawl.proxy_traffic import ProxyCost
from garner.store.crawl.schedule import CrawlTaskOrder, Ordered, PageOrder
from garner.store.health import dead_letters
from garner.store.health.dead_letters import DeadLetterCause, Letter, Subject
from garner.store.people import audit_log
from garner.store.people.audit_log import AuditObject, BulkAuditEntry
from garner.store.tasks import task_views
from garner.store.tasks.task_views import Attempt, GroupedErrors, LoggedError, TaskCursor, TaskName, TaskView

# Domains --------------------------------------------------------------------------------------------------------


async def list_domains(
    engine: Engine, *, after: str = "", limit: int = 100, search: str | None = None, open_breakers: bool = False
) -> list[DomainView]:
    """List domains by name, or those with an open breaker, the longest open first."""
    async with engine.database.connection() as connection:
        if open_breakers:
            return await domains.with_open_breakers(connection, limit)
        return await domains.page_of(connection, after=after, limit=limit, search=search)


async def find_domain(engine: Engine, name: str) -> DomainView:
    async with engine.database.connection() as connection:
        return await _domain(connection, _site(name).domain)


async def add_domain(
    engine: Engine, name: str, changes: dict[str, Any], *, base_url: str | None = None, by: AuditActor
) -> DomainView:
    """Add a domain before any of its pages is ordered, with these settings."""
    site = _site(name, "domainName")
    start = site.base_url if base_url is None else _base_url(base_url, site)
    async with engine.database.transaction() as connection:
        if not await domains.add(connection, site.domain, start):
            raise Conflict(f"The domain {site.domain} already exists.")
        await domains.change(connection, site.domain, start, changes, paused=None)
        added = await _domain(connection, site.domain)
        subject = AuditObject("domain", site.domain)
        await audit_log.write(connection, by, "domain.add", subject, after=domain_values(added))
    observe.emit(observe.Operated("add_domain", site.domain, by.name, changes))
    return added


def _base_url(base_url: str, site: PageUrl) -> str:
    start = _site(base_url, "baseUrl")
    if start.domain != site.domain:
        message = f"{base_url!r} is not a URL of {site.domain}."
        raise InputError(message, fields=[FieldError("baseUrl", message)])
    return start.base_url


async def remove_domain(engine: Engine, name: str, *, by: AuditActor) -> None:
    """Remove a domain that has no pages."""
    site = _site(name)
    async with engine.database.transaction() as connection:
        await domains.lock_to_remove(connection, site.domain)
        before = await _domain(connection, site.domain)
        if not await domains.remove(connection, site.domain):
            raise Conflict(f"The domain {site.domain} has crawl tasks, or a site. Disable the domain instead.")
        subject = AuditObject("domain", site.domain)
        await audit_log.write(connection, by, "domain.remove", subject, before=domain_values(before))
    observe.emit(observe.Operated("remove_domain", site.domain, by.name))


async def change_domain(
    engine: Engine, name: str, changes: dict[str, Any], *, paused: bool | None = None, by: AuditActor
) -> DomainView:
    """Change the settings of a domain, which need not be known yet."""
    site = _site(name)
    async with engine.database.transaction() as connection:
        await domains.lock(connection, site.domain)
        before = await domains.find(connection, site.domain)
        await domains.change(connection, site.domain, site.base_url, changes, paused=paused, by=by.name)
        after = await _domain(connection, site.domain)
        await audit_log.write(
            connection,
            by,
            "domain.change",
            AuditObject("domain", site.domain),
            before=None if before is None else domain_values(before),
            after=domain_values(after),
        )
    engine.wake(Stage.CRAWL)
    if after.obeys_robots != (before.obeys_robots if before else True):
        observe.emit(observe.RobotsOverridden(site.domain, after.obeys_robots, by.name))
    all_changes = changes if paused is None else changes | {"paused": paused}
    observe.emit(observe.Operated("change_domain", site.domain, by.name, all_changes))
    return after


async def close_breaker(engine: Engine, name: str, *, by: AuditActor) -> DomainView:
    site = _site(name)
    async with engine.database.transaction() as connection:
        await domains.lock(connection, site.domain)
        before = await _domain(connection, site.domain)
        await domains.close_breaker(connection, site.domain)
        domain = await _domain(connection, site.domain)
        await audit_log.write(
            connection,
            by,
            "domain.close_breaker",
            AuditObject("domain", site.domain),
            before=breaker_values(before),
            after=breaker_values(domain),
        )
    engine.wake(Stage.CRAWL)
    observe.emit(observe.Operated("close_breaker", site.domain, by.name))
    return domain


def _site(name: str, field: str = "domain") -> PageUrl:
    try:
        return parse_site(name)
    except InvalidUrl:
        message = f"{name!r} is not a valid site name."
        raise InputError(message, fields=[FieldError(field, message)]) from None


async def _domain(connection: Connection, name: str) -> DomainView:
    domain = await domains.find(connection, name)
    if domain is None:
        raise NotFound(f"There is no domain {name}.")
    return domain


# Proxies --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NewProxy:
    protocol: str
    host: str
    port: int
    username: str | None = None
    password: str | None = None
    price_per_gb: Decimal | None = None

    def __repr__(self) -> str:
        return f"NewProxy({self.protocol}://{self.host}:{self.port})"


async def list_proxies(engine: Engine, *, after: int = 0, limit: int = 100) -> list[ProxyView]:
    async with engine.database.connection() as connection:
        return await proxies.page_of(connection, after=after, limit=limit)


async def add_proxy(engine: Engine, proxy: NewProxy, *, by: AuditActor) -> ProxyView:
    sealed = None if proxy.password is None else _seal_password(engine, proxy.password)
    async with engine.database.transaction() as connection:
        made = await proxies.add(
            connection, proxy.protocol, proxy.host, proxy.port, proxy.username, sealed, proxy.price_per_gb
        )
        if made is None:
            raise Conflict(f"The proxy {proxy.protocol}://{proxy.host}:{proxy.port} already exists for this user name.")
        added_proxy = await _proxy(connection, made)
        subject = AuditObject("proxy", str(made))
        await audit_log.write(connection, by, "proxy.add", subject, after=proxy_values(added_proxy))
    observe.emit(observe.Operated("add_proxy", f"{made} {proxy.protocol}://{proxy.host}:{proxy.port}", by.name))
    return added_proxy


def _seal_password(engine: Engine, password: str) -> str:
    if engine.settings.security.secret_key is None:
        message = "Set GARNER_SECRET_KEY first: passwords are stored encrypted with it."
        raise Unsealable(message, fields=[FieldError("password", message)])
    try:
        return seal(password, key_from(*engine.settings.security.secret_key.split(",")))
    except (InputError, UnicodeEncodeError) as error:
        message = error.message if isinstance(error, InputError) else "The password is not valid text."
        raise InputError(message, fields=[FieldError("password", message)]) from None


async def change_proxy(engine: Engine, proxy_id: int, changes: dict[str, Any], *, by: AuditActor) -> ProxyView:
    """Change `is_active`, `price_per_gb`, or both."""
    verb = {True: "enable", False: "disable", None: "change"}[changes.get("is_active")]
    async with engine.database.transaction() as connection:
        await proxies.lock(connection, proxy_id)
        before = await _proxy(connection, proxy_id)
        if "is_active" in changes:
            await proxies.switch(connection, proxy_id, active=changes["is_active"])
        if "price_per_gb" in changes:
            await proxies.set_price(connection, proxy_id, changes["price_per_gb"])
        proxy = await _proxy(connection, proxy_id)
        await audit_log.write(
            connection,
            by,
            f"proxy.{verb}",
            AuditObject("proxy", str(proxy_id)),
            before=proxy_values(before),
            after=proxy_values(proxy),
        )
    observe.emit(observe.Operated(f"{verb}_proxy", str(proxy_id), by.name))
    return proxy


@dataclass(frozen=True, slots=True)
class ProxyCosts:
    since: datetime
    costs: list[ProxyCost]


async def list_proxy_costs(engine: Engine, *, since: datetime | None = None, limit: int = 100) -> ProxyCosts:
    """List the traffic since a day in UTC, by default for 30 days."""
    async with engine.database.connection() as connection:
        day = await proxy_traffic.first_day(connection, since)
        return ProxyCosts(day, await proxy_traffic.list_costs(connection, day, limit))


async def remove_proxy(engine: Engine, proxy_id: int, *, by: AuditActor) -> None:
    async with engine.database.transaction() as connection:
        await proxies.lock(connection, proxy_id)
        before = await _proxy(connection, proxy_id)
        if not await proxies.remove(connection, proxy_id):
            raise NotFound(f"There is no proxy {proxy_id}.")
        subject = AuditObject("proxy", str(proxy_id))
        await audit_log.write(connection, by, "proxy.remove", subject, before=proxy_values(before))
    observe.emit(observe.Operated("remove_proxy", str(proxy_id), by.name))


async def _proxy(connection: Connection, proxy_id: int) -> ProxyView:
    proxy = await proxies.find(connection, proxy_id)
    if proxy is None:
        raise NotFound(f"There is no proxy {proxy_id}.")
    return proxy


# Crawl tasks ----------------------------------------------------------------------------------------------------

ORDERED_AT_ONCE = 1000
MAX_BAD_URLS_REPORTED = 20


@dataclass(frozen=True, slots=True)
class NewOrder:
    url: str
    wanted: CrawlTaskOrder
    field: str  # the name of its URL in the request, for an error


async def order_pages(engine: Engine, urls: Sequence[str], wanted: CrawlTaskOrder, *, by: AuditActor) -> Ordered:
    """Create the same standing order for each of these pages (see `order_each`)."""
    return await order_each(engine, [NewOrder(url, wanted, f"urls.{n}") for n, url in enumerate(urls)], by=by)


async def order_each(engine: Engine, orders: Sequence[NewOrder], *, by: AuditActor) -> Ordered:
    """Create standing orders for pages: for all, or for none if one URL is invalid. Of several orders for a page, the
    last one counts."""
    pages = _pages(engine, [(order.field, order.url) for order in orders])
    total = Ordered([], [], [])
    entry = BulkAuditEntry(by, "crawl_task.order", "crawl_task")
    # In chunks, sorted by key: locks are held briefly, and two orders do not deadlock.
    unique = {page.hash: PageOrder(page, order.wanted) for page, order in zip(pages, orders, strict=True)}
    ordered = [unique[key] for key in sorted(unique)]
    for start in range(0, len(ordered), ORDERED_AT_ONCE):
        async with engine.database.transaction() as connection:
            total.add(await schedule.order_each(connection, ordered[start : start + ORDERED_AT_ONCE]))
            before = earlier_values(ordered, total)
            await entry.write(connection, order_values(ordered, total), total.ids, before=before)
    observe.emit(observe.Operated("order_pages", f"{len(total.made)} new, {len(total.changed)} amended", by.name))
    return total


def _pages(engine: Engine, named: Sequence[tuple[str, str]]) -> list[PageUrl]:
    """Return the pages of these URLs, each given with the name of its field."""
    pages, wrong = [], []
    for field_name, url in named:
        try:
            pages.append(operator_page(engine.settings, url))
        except InvalidUrl as error:
            wrong.append(FieldError(field_name, error.message))
    if wrong:
        message = wrong[0].reason if len(wrong) == 1 else f"{len(wrong)} of {len(named)} URLs are not valid."
        raise InvalidUrl(message, fields=wrong[:MAX_BAD_URLS_REPORTED])
    return pages


async def list_tasks(
    engine: Engine,
    *,
    status: TaskStatus | None = None,
    domain: str | None = None,
    before: TaskCursor | None = None,
    limit: int = 100,
) -> list[TaskView]:
    name = None if domain is None else _site(domain).domain
    async with engine.database.connection() as connection:
        return await task_views.page_of(connection, status=status, domain=name, before=before, limit=limit)


async def find_task(engine: Engine, name: int | str) -> TaskView:
    """Return a task by its id or its URL."""
    async with engine.database.connection() as connection:
        task_id = name if isinstance(name, int) else await _id_of(connection, name)
        task = None if task_id is None else await task_views.find(connection, task_id)
    if task is None:
        raise NotFound(
            f"There is no crawl task {name}." if isinstance(name, int) else f"There is no crawl task for {name}."
        )
    return task


async def _id_of(connection: Connection, url: str) -> int | None:
    # A look-up fetches nothing, so a private page is found even if this process may not fetch it.
    page = parse_page_url(url, allow_private=True)
    tasks = await task_views.find_named(connection, (), [page.hash])
    return tasks[0].id if tasks else None


@dataclass(frozen=True, slots=True)
class Acted:
    """The result of a verb on the named tasks."""

    concerned: list[int]
    unaffected: list[TaskName]  # already paused, already under way, or without an order to stop
    unknown: list[int | str]  # as they were named


Act = Callable[[Connection, Sequence[int]], Awaitable[list[int]]]
ACTS: dict[str, Act] = {
    "pause": schedule.pause,
    "resume": schedule.resume,
    "stop": schedule.stop,
    "recrawl": schedule.recrawl,
}


async def act_on_tasks(
    engine: Engine, verb: str, *, ids: Sequence[int] = (), urls: Sequence[str] = (), by: AuditActor
) -> Acted:
    """Pause, resume, stop or recrawl tasks, and return which of them were affected."""
    pages = _pages(engine, [(f"urls.{number}", url) for number, url in enumerate(urls)])
    hashes = {page.hash: url for page, url in zip(pages, urls, strict=True)}
    async with engine.database.transaction() as connection:
        tasks = await task_views.find_named(connection, ids, list(hashes))
        concerned = await ACTS[verb](connection, [task.id for task in tasks])
        subject = AuditObject("crawl_task", str(tasks[0].id) if len(tasks) == 1 else None)
        await audit_log.write(connection, by, f"crawl_task.{verb}", subject, after=named_values(ids, urls, concerned))
    engine.wake(Stage.CRAWL)
    observe.emit(observe.Operated(f"{verb}_tasks", format_count(len(concerned), "task"), by.name))
    known_ids, known_hashes = {task.id for task in tasks}, {task.url_hash for task in tasks}
    unknown_urls = [url for key, url in hashes.items() if key not in known_hashes]
    left = known_ids - {*concerned}
    unaffected = [task for task in tasks if task.id in left]
    return Acted(concerned, unaffected, [*sorted({*ids} - known_ids), *unknown_urls])


async def reprioritise_tasks(engine: Engine, wanted: TaskFilter, priority: int, *, by: AuditActor) -> int:
    """Change the priority of all pages that match, and return how many changed."""
    if wanted.domain is not None:
        name = _site(wanted.domain, "filter.domain").domain
        async with engine.database.connection() as connection:
            await _domain(connection, name)
        wanted = replace(wanted, domain=name)
    count, after = 0, 0
    entry = BulkAuditEntry(by, "crawl_task.reprioritise", "crawl_task")
    while True:
        async with engine.database.transaction() as connection:
            last = await priorities.find_window(connection, after)
            if last is not None:
                count += await priorities.reprioritise(connection, wanted, priority, after=after, last=last)
            await entry.write(connection, reprioritised_values(wanted, priority, count), wanted.ids or ())
        if last is None:
            break
        after = last
    engine.wake(Stage.CRAWL)
    observe.emit(observe.Operated("reprioritise_tasks", f"{format_count(count, 'task')} to {priority}", by.name))
    return count


async def list_attempts(engine: Engine, task_id: int, *, before: int | None = None, limit: int = 100) -> list[Attempt]:
    await find_task(engine, task_id)
    async with engine.database.connection() as connection:
        return await task_views.attempts(connection, task_id, before=before, limit=limit)


async def list_errors(
    engine: Engine,
    *,
    task_id: int | None = None,
    error_type: str | None = None,
    before: int | None = None,
    limit: int = 100,
) -> list[LoggedError]:
    async with engine.database.connection() as connection:
        return await task_views.errors(connection, task_id=task_id, error_type=error_type, before=before, limit=limit)


async def group_errors(
    engine: Engine,
    *,
    since: datetime | None = None,
    until: datetime | None = None,
    domain: str | None = None,
    error_type: str | None = None,
    cause: str | None = None,
    limit: int = 100,
) -> GroupedErrors:
    """Group errors by cause, domain and hour, by default those of the last day."""
    name = None if domain is None else _site(domain).domain
    async with engine.database.connection() as connection:
        return await task_views.group_errors(
            connection, since=since, until=until, domain=name, error_type=error_type, cause=cause, limit=limit
        )


# Dead letters ---------------------------------------------------------------------------------------------------

REPLAYED_AT_ONCE = 500


async def list_causes(engine: Engine) -> list[DeadLetterCause]:
    async with engine.database.connection() as connection:
        return await dead_letters.causes(connection)


async def list_letters(
    engine: Engine, *, cause: str | None = None, before: int | None = None, limit: int = 100
) -> list[Letter]:
    async with engine.database.connection() as connection:
        return await dead_letters.page_of(connection, cause=cause, before=before, limit=limit)


@dataclass(slots=True)
class Replayed:
    """The replayed dead letters, with the pages and rows of jobs that they were about."""

    letters: set[int] = field(default_factory=set)
    pages: set[int] = field(default_factory=set)
    rows: set[UUID] = field(default_factory=set)
    replayed_before: list[int] = field(default_factory=list)
    unknown: list[int] = field(default_factory=list)

    def add(self, subjects: Sequence[Subject]) -> None:
        self.letters.update(subject.id for subject in subjects)
        self.pages.update(subject.task_id for subject in subjects if subject.task_id is not None)
        self.rows.update(subject.item_id for subject in subjects if subject.item_id is not None)


async def replay_letters(engine: Engine, letter_ids: Sequence[int], *, by: AuditActor) -> Replayed:
    """Restart the work of these dead letters, except those that were already replayed."""
    wanted = sorted(set(letter_ids))
    total = Replayed()
    entry = BulkAuditEntry(by, "dead_letter.replay", "dead_letter")
    for start in range(0, len(wanted), REPLAYED_AT_ONCE):
        some = wanted[start : start + REPLAYED_AT_ONCE]
        async with engine.database.transaction() as connection:
            total.add(await dead_letters.replay(connection, some))
            known = await dead_letters.find_known(connection, some)
            await entry.write(connection, named_values(wanted, (), sorted(total.letters)), wanted)
        total.replayed_before += sorted(known - total.letters)
        total.unknown += sorted({*some} - known)
    _report_replay(engine, format_count(len(total.letters), "letter"), by)
    return total


async def replay_cause(engine: Engine, cause: str, *, by: AuditActor) -> Replayed:
    """Restart the work of all dead letters with this cause that exist now, in chunks."""
    async with engine.database.connection() as connection:
        up_to = await dead_letters.newest(connection)
    total, after = Replayed(), 0
    entry = BulkAuditEntry(by, "dead_letter.replay", "dead_letter")
    while True:
        async with engine.database.transaction() as connection:
            some = await dead_letters.of_cause(connection, cause, after=after, up_to=up_to, limit=REPLAYED_AT_ONCE)
            total.add(await dead_letters.replay(connection, some))
            await entry.write(connection, {"cause": cause, "count": len(total.letters)}, ())
        if len(some) < REPLAYED_AT_ONCE:
            break
        after = some[-1]
    _report_replay(engine, f"{format_count(len(total.letters), 'letter')} of {cause}", by)
    return total


def _report_replay(engine: Engine, what: str, by: AuditActor) -> None:
    engine.wake(Stage.CRAWL)
    engine.wake(Stage.MATCH)
    observe.emit(observe.Operated("replay", what, by.name))
