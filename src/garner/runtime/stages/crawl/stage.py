"""The crawl stage: fetch a page within its lane's limits, classify the answer, store the body.

A claim is one request: the page, one more hop on the way to it, or its host's robots.txt. Each took its slot on the
lane of the host that it goes to, and each further request takes another.
"""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from urllib.parse import urljoin

from garner import observe
from garner.core.lifecycle import Stage
from garner.core.pacing.fair_turns import BEFORE_ALL, last_served
from garner.core.pacing.outcome import Action, LaneEffect, Verdict, classify, judge_page, lane_effect
from garner.core.pacing.robots import MAX_FILE_BYTES, RobotsUnreachable, lifetime_seconds, undecodable
from garner.core.urls.page_url import is_private, origin_of, parse_page_url
from garner.engine import Engine
from garner.engine.politeness import ROBOTS_TIMEOUT_SECONDS, SLACK_SECONDS, politeness
from garner.errors import (
    BadRedirect,
    EgressRefused,
    FetchError,
    InvalidUrl,
    ProxyFailed,
    RobotsDisallowed,
    TooManyRedirects,
    Unavailable,
    UndecodableBody,
    WrongKey,
)
from garner.fetch import Fetcher, FetchLimits, Page, ProxyRoute, Redirect
from garner.fetch.browser.render import BrowserBusy, Renderer
from garner.fetch.failures import SITE_NOT_REACHED
from garner.fetch.redirects import starting_url
from garner.postgres.database import Connection
from garner.runtime.calls.slot_reservations import SlotReservations
from garner.runtime.loop import LeasedWork
from garner.runtime.stages.crawl.page_results import RETRY, PageResults, reread_robots
from garner.runtime.stages.crawl.proxy_pool import ProxyPool
from garner.runtime.stages.crawl.robots_cache import RobotsCache
from garner.store.crawl import fetching, lanes, robots
from garner.store.crawl.fetching import FetchedBody, NextHop, PageClaim, PageResult
from garner.store.crawl.robots import RobotsRead
from garner.store.queue import slices, workers

WAY_RESTS_SECONDS = 60.0  # for a proxy that reports a site as unreachable, unless its answer gives a time
# While one user holds all the slots that one may hold, the worker looks this often for pages of other users.
BESIDE_BUSIEST_SECONDS = 0.25
# Only the beginning of a longer file counts. Read twice that size, since the cut ends with a whole piece.
ROBOTS_LIMITS = FetchLimits(
    timeout_seconds=ROBOTS_TIMEOUT_SECONDS, max_bytes=2 * MAX_FILE_BYTES, max_redirects=5, cuts=True
)
# Beyond a few redirects there is no robots.txt, by RFC 9309.
ROBOTS_REDIRECT_ERRORS = (TooManyRedirects, BadRedirect)


def max_per_user(concurrency: int) -> int:
    """Return how many of a worker's slots one user may hold: a quarter stays for the others. Hosts that never answer
    would otherwise hold every slot until their timeouts, and no other page could be fetched meanwhile."""
    return max(1, concurrency - concurrency // 4)


class CrawlStage:
    """The crawl stage. With a `job_id` it works for that job alone."""

    stage = Stage.CRAWL

    def __init__(
        self,
        engine: Engine,
        fetcher: Fetcher,
        worker: str,
        renderer: Renderer | None = None,
        *,
        expect_bodies: Callable[[], None] | None = None,
        job_id: int | None = None,
    ) -> None:
        """`expect_bodies` is called when pages are about to be fetched, so that what extracts them can start."""
        settings = engine.settings
        self.concurrency = settings.fetch.concurrency
        self.deadline_seconds = settings.fetch.timeout_seconds + SLACK_SECONDS
        self._engine = engine
        self._fetcher = fetcher
        self._renderer = renderer
        self._worker = worker
        self._job_id = job_id
        self._expect_bodies = expect_bodies
        self._robots = RobotsCache(engine.database, settings)
        self._proxies = ProxyPool(engine.database, settings)
        self._turns = SlotReservations(engine.database)
        self._politeness = politeness(settings)
        self._results = PageResults(settings, engine.rng)
        self._served_last = BEFORE_ALL
        self._under_way: Counter[int] = Counter()  # pages by user
        self._max_per_user = self.concurrency if job_id else max_per_user(self.concurrency)

    async def claim(self, limit: int, lease_seconds: float) -> list[PageClaim]:
        async with self._engine.database.connection() as connection:
            await self._proxies.refresh(connection)
            if self._proxies.has_none_to_use:
                return []
            busiest, room = self._room_per_user()
            wanted = limit if room <= 0 else max(min(limit, room), self._engine.settings.queue.claim_min)
            claims = await fetching.claim(
                *(connection, self._worker, wanted, lease_seconds, self._politeness, self._proxies.unusable),
                work_ids=await self._own_work(connection),
                after=self._served_last,
                but_not=busiest if room <= 0 else None,
            )
            if claims and self._expect_bodies is not None:
                self._expect_bodies()
            self._served_last = last_served(self._served_last, (claim.asker_id for claim in claims))
            await self._robots.look_up(
                connection, [(origin_of(claim.url), claim.robots_at) for claim in claims if claim.robots_at is not None]
            )
            return claims

    async def _own_work(self, connection: Connection) -> list[int] | None:
        return None if self._job_id is None else await slices.find_pages(connection, self._job_id, Stage.CRAWL)

    def _room_per_user(self) -> tuple[int, int]:
        """Return the user with the most pages under way, and how many more one user may have."""
        busiest, pages = next(iter(self._under_way.most_common(1)), (BEFORE_ALL, 0))
        return busiest, self._max_per_user - pages

    async def seconds_until_ready(self) -> float | None:
        if self._proxies.has_none_to_use:
            return None
        if self._room_per_user()[1] <= 0:  # the busiest user's lanes may be ready, and are not to be claimed
            return BESIDE_BUSIEST_SECONDS
        async with self._engine.database.connection() as connection:
            if self._job_id is not None:
                return await slices.seconds_until_ready(connection, Stage.CRAWL, self._job_id)
            allow_private = self._politeness.allow_private
            return await lanes.seconds_until_ready(connection, Stage.CRAWL, allow_private=allow_private)

    async def work(self, claim: PageClaim, lease: LeasedWork) -> PageResult:
        self._under_way[claim.asker_id] += 1
        try:
            return await self._work(claim, lease)
        finally:
            self._under_way[claim.asker_id] -= 1
            if not self._under_way[claim.asker_id]:
                del self._under_way[claim.asker_id]

    async def _work(self, claim: PageClaim, lease: LeasedWork) -> PageResult:
        started = time.monotonic()
        try:
            result = await self._try(claim, lease)
        except FetchError as error:
            result = self._results.fail(claim, error)
        except WrongKey as error:
            result = self._results.leave_to_others(claim, error)
        except BrowserBusy:
            result = self._results.requeue_for_browser(claim)
        except Unavailable as error:
            result = self._results.put_off(claim, error)
        result = replace(self._results.limit_delay(result), seconds=time.monotonic() - started, proxy_id=claim.proxy_id)
        observe.emit(
            observe.PageFetched(
                claim.task_id,
                claim.url,
                result.verdict.code,
                result.http_status,
                result.bytes,
                result.seconds,
                claim.attempt,
            )
        )
        return result

    async def _try(self, claim: PageClaim, lease: LeasedWork) -> PageResult:
        try:
            result = await (self._read_robots if claim.reads_robots else self._fetch_page)(claim, lease)
            return await self._attribute_to_proxy(claim, result)
        except EgressRefused as error:
            return replace(await self._refuse(claim, error), robots=reread_robots(claim))

    async def _attribute_to_proxy(self, claim: PageClaim, result: PageResult) -> PageResult:
        """Attribute an unreachable site to the proxy. Without a tunnel the proxy answers us, and its report that the
        site is unreachable may be the site's word or its own. So this route pauses, instead of the site being slowed
        for all."""
        if claim.proxy_id is None or result.http_status not in SITE_NOT_REACHED or result.rendered:
            return result
        proxy = await self._proxies.find(claim.proxy_id)
        if proxy is None or proxy.tunnels_to(starting_url(claim.url)) or result.verdict.error_type != "http":
            return result
        soon = RETRY.delay(claim.attempt, self._engine.rng.random())
        longest = self._engine.settings.pacing.throttle_longest_seconds
        return replace(
            result,
            verdict=replace(result.verdict, delay_seconds=soon),
            effect=LaneEffect.NEUTRAL,
            retry_after=None,
            proxy_failed=True,
            proxy_rests=min(max(result.retry_after or 0.0, WAY_RESTS_SECONDS), longest),
            robots=result.robots and replace(result.robots, wait_seconds=soon),
        )

    async def _refuse(self, claim: PageClaim, error: EgressRefused) -> PageResult:
        """Leave a page on a private address to a worker that may fetch it, if one is alive: a client that asked for
        such a page is allowed to, or it would have been refused. A private address that a public page leads to fails,
        since no client asked for it."""
        if not is_private((*claim.trail, claim.url)[0]):
            return self._results.fail(claim, error)
        async with self._engine.database.connection() as connection:
            left = await workers.one_allows_private(connection)
        if not left:
            return self._results.fail(claim, error)
        verdict = Verdict(Action.REQUEUE, "left_to_another")
        effect = lane_effect(verdict.code)
        return PageResult(
            claim.work_id,
            claim.fence,
            verdict,
            0.0,
            effect=effect,
            unused_delay=claim.delay_seconds,
            needs_private=True,
        )

    # A page --------------------------------------------------------------------------------------------------

    async def _fetch_page(self, claim: PageClaim, lease: LeasedWork) -> PageResult:
        if not await self._robots.allows(claim.url, claim.robots_at):
            raise RobotsDisallowed(f"The robots.txt of {origin_of(claim.url)} does not allow this page to be fetched.")
        proxy = await self._find_proxy(claim)
        if claim.renders and self._renderer is not None:
            return await self._render_page(self._renderer, claim, proxy, lease)
        is_known = await self._is_known(claim)
        answer = await self._fetcher.fetch_hop(
            claim.url,
            trail=claim.trail,
            proxy=proxy,
            etag=claim.etag if is_known else None,
            last_modified=claim.last_modified if is_known else None,
            before_send=partial(self._turns.take, claim, lease),
        )
        if isinstance(answer, Redirect):
            return self._follow(claim, answer)
        return await self._keep(claim, answer)

    async def _is_known(self, claim: PageClaim) -> bool:
        """Return whether to make a conditional request. The validators of one URL could match the page of another, and
        if the stored body is gone, an unchanged page would leave nothing."""
        if claim.etag is None and claim.last_modified is None:
            return False
        was_at = claim.final_url or str(starting_url((*claim.trail, claim.url)[0]))
        return was_at == str(starting_url(claim.url)) and await self._is_kept(claim)

    async def _render_page(
        self, renderer: Renderer, claim: PageClaim, proxy: ProxyRoute | None, lease: LeasedWork
    ) -> PageResult:
        answer = await renderer.render(
            claim.url,
            trail=claim.trail,
            proxy=proxy,
            before_send=partial(self._turns.take, claim, lease),
            may_load=partial(self._robots.allows, version=claim.robots_at),
        )
        if isinstance(answer, Redirect):
            return self._follow(claim, answer)
        return replace(await self._keep(claim, answer), rendered=True)

    def _follow(self, claim: PageClaim, answer: Redirect) -> PageResult:
        return PageResult(
            claim.work_id,
            claim.fence,
            Verdict(Action.FOLLOW, "redirected"),
            0.0,
            answer.status,
            hop=_hop(answer),
            answer_seconds=answer.seconds,
        )

    async def _keep(self, claim: PageClaim, page: Page) -> PageResult:
        page_class = classify(
            page.status,
            page.content_type,
            page.body,
            requested_url=(*claim.trail, claim.url)[0],
            final_url=page.url,
            conditional=page.conditional,
            challenged=page.challenged,
            retry_after=page.retry_after,
        )
        verdict = judge_page(
            page_class,
            status=page.status,
            content_type=page.content_type,
            retry_after=page.retry_after,
            attempt=claim.attempt,
            max_attempts=claim.max_attempts,
            backoff=RETRY,
            chance=self._engine.rng.random(),
        )
        verdict = self._results.limit_waiting(claim, verdict)
        body = None
        if verdict.action is Action.EXTRACT:
            try:
                body = await self._store_body(claim, page)
            except Unavailable as error:
                return self._results.put_off(claim, error, page)
        return PageResult(
            claim.work_id,
            claim.fence,
            verdict,
            0.0,
            page.status,
            page.transferred,
            body,
            effect=lane_effect(verdict.code),
            retry_after=page.retry_after,
            answer_seconds=page.seconds,
        )

    async def _store_body(self, claim: PageClaim, page: Page) -> FetchedBody:
        # Bytes that are already stored are not stored twice.
        is_kept = page.content_hash == claim.content_hash and await self._is_kept(claim)
        path = None if is_kept else await self._engine.blobs.put(page.content_hash, page.body)
        return FetchedBody(path, page.content_hash, page.charset, page.url, page.etag, page.last_modified)

    async def _is_kept(self, claim: PageClaim) -> bool:
        return claim.html_path is not None and await self._engine.blobs.has(claim.html_path)

    async def _find_proxy(self, claim: PageClaim) -> ProxyRoute | None:
        if claim.proxy_id is None:
            return None
        proxy = await self._proxies.find(claim.proxy_id)
        if proxy is None:
            raise ProxyFailed("The chosen proxy no longer exists.")
        return proxy

    # The robots.txt of its host ------------------------------------------------------------------------------

    async def _read_robots(self, claim: PageClaim, lease: LeasedWork) -> PageResult:
        origin = origin_of(claim.url)
        try:
            answer = await self._fetcher.fetch_hop(
                claim.robots_url or urljoin(origin, "/robots.txt"),
                proxy=await self._find_proxy(claim),
                before_send=partial(self._turns.take, claim, lease),
                limits=ROBOTS_LIMITS,
            )
            if isinstance(answer, Redirect):
                hop = _hop(answer)
                read = RobotsRead(
                    origin, answer.status, hop_url=hop.url, hop_domain=hop.domain, hop_base_url=hop.base_url
                )
                return replace(self._results.keep_robots(claim, read), answer_seconds=answer.seconds)
        except EgressRefused:
            raise
        except ROBOTS_REDIRECT_ERRORS as error:
            read = RobotsRead(origin, lasts_seconds=robots.LOST_LASTS_SECONDS)
            return self._results.keep_robots(claim, read, warning=error.message)
        except UndecodableBody as error:
            return self._results.await_robots(claim, undecodable(error.message))
        except FetchError as error:
            # This counts as the page's attempt: an unreachable host is not waited for without end.
            return replace(self._results.fail(claim, error), robots=reread_robots(claim))
        rules = await self._robots.parse(answer.status, answer.body, answer.retry_after)
        if isinstance(rules, RobotsUnreachable):
            return self._results.await_robots(claim, rules, answer)
        if rules.asked_seconds > rules.delay_seconds:
            observe.emit(observe.RobotsDelayCut(origin, rules.asked_seconds, rules.delay_seconds))
        lasts = min(lifetime_seconds(answer.cache_control), self._engine.settings.pacing.robots_cache_hours * 3600)
        read = RobotsRead(origin, answer.status, rules.text, rules.delay_seconds, lasts)
        return self._results.keep_robots(claim, read, answer, rules.warning)

    def fail(self, claim: PageClaim, error: BaseException, trace: str) -> PageResult:
        return self._results.fail_unexpectedly(claim, error, trace)

    async def settle(self, results: Sequence[PageResult]) -> set[int]:
        async with self._engine.database.transaction() as connection:
            owned = await fetching.settle(
                connection, self._worker, results, self._politeness, self._engine.rng.random()
            )
        if any(result.verdict.action in (Action.EXTRACT, Action.UNCHANGED) for result in results):
            self._engine.wake(Stage.EXTRACT)
        return owned


def _hop(answer: Redirect) -> NextHop:
    try:
        target = parse_page_url(answer.location, allow_private=True)
    except InvalidUrl as error:
        raise BadRedirect(f"The page redirects to a URL that cannot be fetched: {error.message}") from error
    return NextHop(answer.location, target.domain, target.base_url)
