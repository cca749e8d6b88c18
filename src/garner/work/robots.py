"""Reading robots.txt, and going by it.

A file is read once per host and kept in the database for all workers; each worker remembers what it made of the ones it
uses. Which version counts is said by the claim, so that a worker never goes by an older one than its lane does.
"""

from collections import OrderedDict
from datetime import datetime

from garner.core.robots import RobotsRules, RobotsUnreachable, parse_robots, read_rules
from garner.core.urls import origin_of
from garner.settings import Settings
from garner.store import robots
from garner.store.database import Database

MOST_REMEMBERED = 2000


class RobotsDesk:
    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._user_agent = settings.fetch_user_agent
        self._longest_delay = settings.robots_longest_delay_seconds
        self._known: OrderedDict[tuple[str, datetime], RobotsRules] = OrderedDict()

    async def allows(self, url: str, version: datetime | None) -> bool:
        """Whether a page may be fetched, by the robots.txt that its host had at that time. Without a version the
        domain is exempt."""
        if version is None:
            return True
        return (await self._rules(origin_of(url), version)).allows(url)

    async def _rules(self, origin: str, version: datetime) -> RobotsRules:
        rules = self._known.get((origin, version))
        if rules is None:
            async with self._database.connection() as connection:
                found = await robots.find(connection, origin)
            text = found.body if found and found.body else ""
            rules = read_rules(text, self._user_agent, longest_delay=self._longest_delay)
            self._known[origin, version] = rules
            if len(self._known) > MOST_REMEMBERED:
                self._known.popitem(last=False)
        self._known.move_to_end((origin, version))
        return rules

    def understood(self, status: int, body: bytes, retry_after: float | None) -> RobotsRules | RobotsUnreachable:
        return parse_robots(status, body, self._user_agent, retry_after=retry_after, longest_delay=self._longest_delay)
