"""Fetch one page for a command: politely, safely, and without a database.

It follows the same rules as a worker: private addresses are refused, every host's robots.txt is read before its first
page, including hosts of redirects, and two requests to one host are as far apart as it asks, or as the settings say.
"""

import asyncio
import time
from collections.abc import Callable
from urllib.parse import urljoin

from garner.core.pacing.backoff import Backoff
from garner.core.pacing.outcome import PageClass, classify, judge_page
from garner.core.pacing.robots import MAX_FILE_BYTES, RobotsRules, RobotsUnreachable, parse_robots, read_rules
from garner.core.urls.page_url import origin_of
from garner.engine.asking.asked_pages import asked_page, operator_page
from garner.errors import BadRedirect, FetchError, RobotsDisallowed, TooManyRedirects, Unavailable
from garner.fetch import Fetcher, FetchLimits, Page
from garner.settings import Settings

ROBOTS_LIMITS = FetchLimits(timeout_seconds=10.0, max_bytes=2 * MAX_FILE_BYTES, max_redirects=5, cuts=True)
MIN_REPORTED_SECONDS = 2.0  # shorter waits are not reported

Notify = Callable[[str], None]


async def fetch_once(settings: Settings, url: str, notify: Notify = lambda _: None) -> Page:
    """Return the page, or raise the error that says why there is none."""
    limits = FetchLimits(settings.fetch.timeout_seconds, settings.fetch.max_bytes, settings.fetch.max_redirects)
    agent, private, exempt = settings.fetch.user_agent, settings.fetch.allow_private, settings.server.sample_destination
    wanted = operator_page(settings, url)
    async with Fetcher(limits=limits, user_agent=agent, allow_private=private, exempt=exempt) as fetcher:
        page = await PoliteFetch(settings, fetcher, notify).fetch(wanted.original)
    _require_page(page)
    return page


def _require_page(page: Page) -> None:
    first = page.redirects[0] if page.redirects else page.url
    page_class = classify(
        *(page.status, page.content_type, page.body),
        requested_url=first,
        final_url=page.url,
        challenged=page.challenged,
        retry_after=page.retry_after,
    )
    if page_class is not PageClass.OK:
        verdict = judge_page(
            page_class,
            status=page.status,
            content_type=page.content_type,
            retry_after=page.retry_after,
            attempt=1,
            max_attempts=1,
            backoff=Backoff(1.0, 1.0),
            chance=0.0,
        )
        raise FetchError(verdict.message)


class PoliteFetch:
    def __init__(self, settings: Settings, fetcher: Fetcher, notify: Notify) -> None:
        self._settings = settings
        self._fetcher = fetcher
        self._notify = notify
        self._rules: dict[str, RobotsRules] = {}  # by origin
        self._called: dict[str, float] = {}  # by origin, the time of the last request

    async def fetch(self, url: str) -> Page:
        trail: tuple[str, ...] = ()
        while True:
            rules = await self._rules_of(origin_of(url))
            if not rules.allows(url):
                raise RobotsDisallowed(f"The robots.txt of {origin_of(url)} does not allow this page to be fetched.")
            await self._keep_the_pace(origin_of(url), rules.delay_seconds)
            answer = await self._fetcher.fetch_hop(url, trail=trail)
            if isinstance(answer, Page):
                return answer
            trail = (*trail, url)
            url = asked_page(self._settings, answer.location).original

    async def _rules_of(self, origin: str) -> RobotsRules:
        if origin not in self._rules:
            self._rules[origin] = await self._read_rules(origin)
        return self._rules[origin]

    async def _read_rules(self, origin: str) -> RobotsRules:
        agent = self._settings.fetch.user_agent
        if not self._settings.pacing.obey_robots:
            return read_rules("", agent)
        url, trail = urljoin(origin, "/robots.txt"), ()
        await self._keep_the_pace(origin, 0.0)
        try:
            answer = await self._robots_answer(url, trail)
        except (TooManyRedirects, BadRedirect):  # after a few redirects there is none, according to RFC 9309
            return read_rules("", agent)
        longest = self._settings.pacing.robots_longest_delay_seconds
        rules = parse_robots(answer.status, answer.body, agent, max_delay=longest)
        if isinstance(rules, RobotsUnreachable):
            raise Unavailable(f"The robots.txt of {origin} cannot be read at the moment ({rules.reason}).")
        return rules

    async def _robots_answer(self, url: str, trail: tuple[str, ...]) -> Page:
        while True:
            answer = await self._fetcher.fetch_hop(url, trail=trail, limits=ROBOTS_LIMITS)
            if isinstance(answer, Page):
                return answer
            url, trail = answer.location, (*trail, url)
            await self._keep_the_pace(origin_of(url), 0.0)

    async def _keep_the_pace(self, origin: str, asked_seconds: float) -> None:
        delay = max(asked_seconds, self._settings.pacing.default_crawl_delay_seconds)
        wait = self._called.get(origin, float("-inf")) + delay - time.monotonic()
        if wait > 0:
            if wait >= MIN_REPORTED_SECONDS:
                self._notify(f"Waiting: {origin} requires {delay:g} s between requests")
            await asyncio.sleep(wait)
        self._called[origin] = time.monotonic()
