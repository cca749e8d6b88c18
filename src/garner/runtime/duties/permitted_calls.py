"""Send requests to a host beside its pages, as its robots.txt allows, which is read first if it is not known."""

from collections.abc import Mapping
from urllib.parse import urljoin

from garner.core.pacing.robots import MAX_FILE_BYTES, MAX_LIFETIME_SECONDS, RobotsUnreachable
from garner.core.urls.page_url import PageUrl, origin_of, parse_page_url
from garner.engine import Engine
from garner.engine.politeness import politeness
from garner.errors import InvalidUrl, RobotsDisallowed
from garner.fetch.body import Sink
from garner.fetch.caller import Caller
from garner.runtime.calls.host_calls import NO_HEADERS, HostAnswer, HostCalls, NotNow
from garner.runtime.stages.crawl.robots_cache import RobotsCache
from garner.store.crawl import lanes, robots
from garner.store.crawl.robots import LOST_LASTS_SECONDS, MAX_HOPS, HostPermission, RobotsRead

CLOSED_SECONDS = 3600.0  # after which a disabled site may be enabled again


class PermittedCalls:
    """Each request takes its turn in the host's lane. `NotNow` is raised while the host must not be called."""

    def __init__(self, engine: Engine, caller: Caller) -> None:
        self._database = engine.database
        self._politeness = politeness(engine.settings)
        self._calls = HostCalls(engine.database, caller, self._politeness, engine.rng)
        self._robots = RobotsCache(engine.database, engine.settings)

    async def ask(
        self, page: PageUrl, max_bytes: int, headers: Mapping[str, str] = NO_HEADERS, *, sink: Sink | None = None
    ) -> HostAnswer:
        """Return the answer for the URL, of any status; redirects are not followed. `sink` is the same as for the
        caller."""
        await self.require_permission(page)
        return await self._calls.ask(page, page.original, max_bytes, headers, sink=sink)

    async def require_permission(self, page: PageUrl) -> None:
        permission = await self._permission(page)
        if permission.must_read:
            await self._read_robots(page)
            permission = await self._permission(page)
        if permission.wait_seconds:
            raise NotNow(permission.wait_seconds)
        if not await self._robots.allows(page.normalized, permission.robots_at):
            raise RobotsDisallowed(f"The robots.txt of {page.domain} does not allow {page.original} to be fetched.")

    async def _permission(self, page: PageUrl) -> HostPermission:
        async with self._database.transaction() as connection:
            permission = await robots.find_permission(
                connection, page.domain, page.base_url, origin_of(page.normalized)
            )
        if not permission.is_open:
            raise NotNow(CLOSED_SECONDS)
        return permission if self._politeness.obey_robots else HostPermission(is_open=True)

    async def _read_robots(self, page: PageUrl) -> None:
        origin = origin_of(page.normalized)
        first, last = await self._follow(page, f"{origin}/robots.txt")
        if last is None:
            read = RobotsRead(origin, lasts_seconds=LOST_LASTS_SECONDS)
        else:
            answer = last.answer
            rules = await self._robots.parse(answer.status, answer.body, answer.retry_after)
            if isinstance(rules, RobotsUnreachable):
                read = RobotsRead(origin, answer.status, wait_seconds=rules.retry_seconds)
            else:
                read = RobotsRead(origin, answer.status, rules.text, rules.delay_seconds, MAX_LIFETIME_SECONDS)
        async with self._database.transaction() as connection:
            await lanes.lock(connection, [first.lane_id])
            await robots.keep_first(connection, first.lane_id, first.asked_at, read, self._politeness)

    async def _follow(self, page: PageUrl, url: str) -> tuple[HostAnswer, HostAnswer | None]:
        """Request a robots.txt, each hop in its host's turn, and return the first answer and the last: none after too
        many hops, or one that leads nowhere."""
        first: HostAnswer | None = None
        for _ in range(MAX_HOPS + 1):
            asked = await self._calls.ask(page, url, MAX_FILE_BYTES, good="robots_read", cut=True)
            first = first or asked
            if not 300 <= asked.answer.status < 400 or asked.answer.location is None:
                return first, asked
            try:
                page = parse_page_url(urljoin(url, asked.answer.location), allow_private=True)  # the caller guards
            except (InvalidUrl, ValueError):
                return first, None
            url = page.original
        assert first is not None
        return first, None
