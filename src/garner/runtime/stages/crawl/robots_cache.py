"""Read robots.txt files, and apply their rules.

A file is read once per host and stored in the database for all workers; each worker caches the parsed rules that it
uses. The claim names the version that applies, so that a worker never uses an older one than its lane does.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from garner.core.pacing.robots import RobotsRules, RobotsUnreachable, parse_robots, read_rules
from garner.core.urls.page_url import origin_of
from garner.postgres.database import Connection, Database
from garner.settings import Settings
from garner.store.crawl import robots

MAX_REMEMBERED_BYTES = 8_000_000
# The approximate size of a cache entry besides its lines.
ENTRY_BYTES = 1000
# A larger file takes longer to parse than the event loop may be blocked.
READ_AT_ONCE = 4096
ReadT = TypeVar("ReadT")


class RobotsCache:
    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._user_agent = settings.fetch.user_agent
        self._max_delay = settings.pacing.robots_longest_delay_seconds
        self._known: OrderedDict[tuple[str, datetime], RobotsRules] = OrderedDict()
        self.remembered_bytes = 0

    async def allows(self, url: str, version: datetime | None) -> bool:
        """Return whether a page may be fetched, by the robots.txt that its host had at that time. Without a version the
        domain is exempt."""
        if version is None:
            return True
        rules = await self._rules(origin_of(url), version)
        return await run_in_thread_if_large(len(rules.ours), lambda: rules.allows(url))

    async def look_up(self, connection: Connection, versions: Iterable[tuple[str, datetime]]) -> None:
        """Load the ordinary ones that are not cached, in one query: a page whose slot has come must not wait for a
        connection."""
        unknown = {version for version in versions if version not in self._known}
        if not unknown:
            return
        texts = await robots.find_many(connection, [origin for origin, _ in unknown], max_bytes=READ_AT_ONCE)
        for origin, version in unknown:
            if origin in texts:
                self._remember(origin, version, self._read(texts[origin].body or ""))

    async def _rules(self, origin: str, version: datetime) -> RobotsRules:
        rules = self._known.get((origin, version))
        if rules is None:
            async with self._database.connection() as connection:
                robots_text = await robots.find(connection, origin)
            text = robots_text.body if robots_text and robots_text.body else ""
            rules = await run_in_thread_if_large(len(text), lambda: self._read(text))
            self._remember(origin, version, rules)
        else:
            self._known.move_to_end((origin, version))
        return rules

    def _read(self, text: str) -> RobotsRules:
        return read_rules(text, self._user_agent, max_delay=self._max_delay)

    def _remember(self, origin: str, version: datetime, rules: RobotsRules) -> None:
        self._forget(self._known.pop((origin, version), None))
        self._known[origin, version] = replace(rules, text="")
        self.remembered_bytes += ENTRY_BYTES + len(rules.ours)
        while self.remembered_bytes > MAX_REMEMBERED_BYTES:
            self._forget(self._known.popitem(last=False)[1])

    def _forget(self, rules: RobotsRules | None) -> None:
        if rules is not None:
            self.remembered_bytes -= ENTRY_BYTES + len(rules.ours)

    async def parse(self, status: int, body: bytes, retry_after: float | None) -> RobotsRules | RobotsUnreachable:
        def parse() -> RobotsRules | RobotsUnreachable:
            agent, max_bytes = self._user_agent, self._max_delay
            return parse_robots(status, body, agent, retry_after=retry_after, max_delay=max_bytes)

        return await run_in_thread_if_large(len(body), parse)


async def run_in_thread_if_large(size: int, act: Callable[[], ReadT]) -> ReadT:
    return act() if size <= READ_AT_ONCE else await asyncio.to_thread(act)
