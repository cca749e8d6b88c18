"""Helpers for tests of lanes: simulated outcomes, passing time, and small sites that record their requests."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from typing import Any

from bench.pulse import Noticed, Pulse, widest_gaps
from tests.hostile.conftest import LOOPBACK, Site, answer
from tests.integration.helpers import LEASE_SECONDS, WITHOUT_ROBOTS, WORKER, row
from tests.services import ask_for_page

from garner.core.lifecycle import Origin
from garner.core.pacing.outcome import Action, Verdict, lane_effect
from garner.core.record import Kind
from garner.engine import Engine
from garner.postgres.database import Connection, Database, Row
from garner.runtime.loop import Loop
from garner.runtime.stages.crawl.stage import CrawlStage
from garner.store.crawl import fetching
from garner.store.crawl.fetching import FetchedBody, PageClaim, PageResult
from garner.store.crawl.lanes import Politeness
from garner.wiring.stages import make_fetcher

# Simulated fetches ---------------------------------------------------------------------------------------------

FATES = {
    "ok": Action.EXTRACT,
    "throttled": Action.WAIT,
    "gone": Action.FAIL,
    "login_wall": Action.FAIL,
    "robots_disallowed": Action.FAIL,
    "redirected": Action.FOLLOW,
    "robots_read": Action.REQUEUE,
}
STATUSES = {"ok": 200, "throttled": 429, "gone": 404, "login_wall": 200, "server_error": 500, "hard_block": 403}


def fetch_result(claim: PageClaim, code: str, *, delay: float = 0.0, seconds: float = 0.1, **more: Any) -> PageResult:
    """Return the result of a fetch with its effect on the lane; the default action is that of the code."""
    action = more.pop("action", FATES.get(code, Action.RETRY))
    verdict = Verdict(action, code, "" if action in (Action.EXTRACT, Action.FOLLOW) else "It is told why.", delay)
    body = FetchedBody("aa/body.zst", "a" * 64, "utf-8", claim.url, None, None) if code == "ok" else None
    result = PageResult(claim.work_id, claim.fence, verdict, seconds, STATUSES.get(code), 10, body)
    return replace(result, effect=lane_effect(code), proxy_id=claim.proxy_id, **more)


async def claim_all(
    connection: Connection, politeness: Politeness = WITHOUT_ROBOTS, *, worker: str = WORKER, limit: int = 10
) -> list[PageClaim]:
    return await fetching.claim(connection, worker, limit, LEASE_SECONDS, politeness)


async def claim_one(
    connection: Connection, politeness: Politeness = WITHOUT_ROBOTS, *, worker: str = WORKER
) -> PageClaim:
    (claim,) = await claim_all(connection, politeness, worker=worker)
    return claim


async def settle(
    connection: Connection,
    *results: PageResult,
    politeness: Politeness = WITHOUT_ROBOTS,
    worker: str = WORKER,
    chance: float = 1.0,
) -> set[int]:
    return await fetching.settle(connection, worker, results, politeness, chance)


async def settle_outcomes(connection: Connection, *codes: str, politeness: Politeness = WITHOUT_ROBOTS) -> None:
    """Fetch one page per code, each when its lane allows it, regardless of its delay."""
    for code in codes:
        await pass_time(connection, 10)
        claim = (await claim_all(connection, politeness, limit=1))[0]
        await settle(connection, fetch_result(claim, code, delay=7200), politeness=politeness)


MOMENTS = {
    "lanes": (
        *("ready_at", "next_at", "throttled_at", "throttled_since", "not_before"),
        *("opened_at", "open_until", "trusted_from"),
    ),
    "work": ("due_at", "claimed_at", "lease_until", "waiting_since"),
    "robots_files": ("fetched_at", "expires_at", "next_try_at"),
    "proxies": ("last_used_at", "retry_at"),
    "proxy_domains": ("last_used_at", "retry_at", "next_at"),
    "job_items": ("updated_at",),
}


async def pass_time(connection: Connection, seconds: float) -> None:
    """Simulate passing time by moving all stored times back: time is constant within a transaction."""
    for table, columns in MOMENTS.items():
        moved = ", ".join(f"{column} = {column} - %(seconds)s * interval '1 second'" for column in columns)
        await connection.execute(f"update {table} set {moved}", {"seconds": seconds})


async def lane_of(connection: Connection, domain: str = "kitchen.example") -> Row:
    """Return all columns of a lane, with its times in seconds from now."""
    return await row(
        connection,
        """
        select l.id, l.domain_id, l.saturated, l.robots_delay_seconds, l.latency_seconds, l.throttle_seconds,
               l.failures, l.opened_at, l.probes, l.breaker_cause, l.probe_fence,
               case when isfinite(l.ready_at) then extract(epoch from l.ready_at - now())::float8 end as ready_in,
               case when isfinite(l.next_at) then extract(epoch from l.next_at - now())::float8 end as next_in,
               extract(epoch from l.open_until - l.opened_at)::float8 as open_for
        from lanes l join domains d on d.id = l.domain_id where d.domain_name = %s
        """,
        domain,
    )


# Real fetches --------------------------------------------------------------------------------------------------

PAGE = b"<html><body><h1>Cake</h1><p>" + b"Flour, butter, sugar and a little patience. " * 5 + b"</p></body></html>"
HTML = answer(PAGE, "Content-Type: text/html; charset=utf-8")
Said = bytes | Callable[[], bytes] | None


class Pages(Site):
    """A site with a response per path; any other path is a page. It records when each was requested.

    `None` means to never respond."""

    def __init__(self) -> None:
        super().__init__(self._say)
        self.said: dict[str, Said] = {"/robots.txt": answer(status="404 Not Found")}
        self.asked: list[tuple[Noticed, str]] = []
        self._pulse = Pulse()

    async def start(self, stack: AsyncExitStack, **where: Any) -> None:
        await stack.enter_async_context(self._pulse)
        await super().start(stack, **where)

    def count(self, path: str) -> int:
        return self.paths.count(path)

    def smallest_gap(self) -> float:
        return min(widest_gaps(noticed for noticed, _ in self.asked))

    @property
    def domain(self) -> str:
        return f"{LOOPBACK}:{self.port}"

    async def _say(self, path: str, writer: asyncio.StreamWriter) -> None:
        self.asked.append((self._pulse.notice(), path))
        said = self.said.get(path, HTML)
        said = said() if callable(said) else said
        if said is None:
            await asyncio.Event().wait()
            return
        writer.write(said)


def in_sequence(*answers: bytes) -> Callable[[], bytes]:
    """Return these responses in order, and then repeat the last one."""
    left = list(answers)
    return lambda: left.pop(0) if len(left) > 1 else left[0]


def redirect(location: str, status: str = "302 Found") -> bytes:
    return answer(b"", f"Location: {location}", status=status)


def robots(text: str, *headers: str) -> bytes:
    return answer(text.encode(), "Content-Type: text/plain", *headers)


class Crawl:
    """The crawl stage of a worker, one round at a time."""

    def __init__(self, engine: Engine, loop: "Loop[PageClaim, PageResult]") -> None:
        self.engine = engine
        self._loop = loop

    @property
    def stage(self) -> CrawlStage:
        assert isinstance(self._loop.stage, CrawlStage)
        return self._loop.stage

    @property
    def database(self) -> Database:
        return self.engine.database

    async def ask(self, url: str) -> Any:
        return (await ask_for_page(self.engine, url, kind=Kind.RECIPE, origin=Origin.PARSE)).item_id

    async def round(self) -> int:
        return await self._loop.run_once()

    async def run(self) -> None:
        await self._loop.run()

    def stop(self) -> None:
        self._loop.stop()

    async def rounds(self, most: int = 30) -> int:
        """Run until no work is ready. Lanes without a delay are ready again as soon as they are free."""
        done = 0
        for _ in range(most):
            claimed = await self.round()
            if not claimed:
                return done
            done += claimed
        raise AssertionError(f"still busy after {most} rounds")

    async def look(self, query: str, *parameters: Any) -> list[Row]:
        async with self.database.connection() as connection:
            return await (await connection.execute(query, parameters or None)).fetchall()

    async def one(self, query: str, *parameters: Any) -> Row:
        (only,) = await self.look(query, *parameters)
        return only

    async def do(self, query: str, *parameters: Any) -> None:
        async with self.database.connection() as connection:
            await connection.execute(query, parameters or None)

    async def pass_time(self, seconds: float) -> None:
        async with self.database.transaction() as connection:
            await pass_time(connection, seconds)

    async def item(self, item_id: Any) -> Row:
        return await self.one("select * from job_items where id = %s", item_id)

    async def outcomes(self) -> list[str]:
        return [one["outcome"] for one in await self.look("select outcome from crawl_attempts order by id")]


@asynccontextmanager
async def crawling(engine: Engine, worker: str = WORKER, **overrides: Any) -> AsyncIterator[Crawl]:
    engine = replace(engine, settings=engine.settings.with_values(**overrides))
    async with make_fetcher(engine) as fetcher:
        stage = CrawlStage(engine, fetcher, worker)
        yield Crawl(engine, Loop(stage, engine.database, worker, engine.settings))


async def open_pages(stack: AsyncExitStack) -> Pages:
    site = Pages()
    await site.start(stack)
    return site
