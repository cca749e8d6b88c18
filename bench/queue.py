"""G1, G2, G4, G5: the throughput of the queue, compared with PostgreSQL itself, with peers and with itself.

Claimed work is not executed, so the figures are the queue's alone. Every contender first determines the number of
clients (or the like) at which it is fastest, is measured at that number, and takes turns with the others.

G4 compares pages on domains that allow one request at a time, claimed by lane and settled as downloaded, with the same
pages settled by the same code but claimed without lanes (the strongest such claim: one index in order of rank). The
difference is the cost of politeness. A second row compares the polite path with the bare queue core of G1, whose items
have no page, no attempt log and no hand-over to extraction: the cost of a page over that of a row.
"""

import asyncio
import time
from collections.abc import Callable, Sequence

import psycopg
import uvloop

from bench import items, loop, pages, peers, pgbench
from bench.drive import Claimer, Tally, close, commits, connect, drain, work
from bench.items import ItemClaimer
from bench.pages import PageClaimer, UnconstrainedPageClaimer
from bench.result import Result
from bench.server import Server, fastest, interleaved
from garner.postgres.database import Connection
from garner.store.jobs import jobs

BATCH = 100
SMALL_BATCH = 10
CLIENTS = (1, 2, 4)
MANY_CLIENTS = (4, 8, 16)


# G1 ----------------------------------------------------------------------------------------------------------


def core_against_postgres(server: Server, quick: bool) -> list[Result]:
    count = 20_000 if quick else 60_000
    seconds = 4 if quick else 10
    core = Core(server, BATCH, count)
    with pgbench.ready(server) as bench:
        rate = interleaved(
            {
                "pgbench": lambda: bench.transactions_per_second(seconds),
                "core": core.measure,
                "loop": lambda: loop_rate(server, count // 2),
            }
        )
    rates = (
        f"{rate['core']:,.0f} items/s with {core.clients} clients, {rate['loop']:,.0f} through one worker's loop; "
        f"pgbench -N {rate['pgbench']:,.0f} TPS with {bench.clients}"
    )
    commits_each = f"{core.commits_per_item:.3f} commits per item"
    return [
        Result("G1", "queue core against pgbench -N", rate["core"] / rate["pgbench"], 4.0, rates),
        Result("G1", "items per commit", 1 / core.commits_per_item, 20.0, commits_each),
    ]


class Core:
    """The queue core at one batch size, with the number of clients that suits it best."""

    def __init__(self, server: Server, batch: int, count: int, clients: Sequence[int] = CLIENTS) -> None:
        self._server = server
        self._batch = batch
        self._count = count
        self.commits_per_item = 0.0
        self.clients = fastest(clients, lambda number: self._measure(number, count // 4))

    def measure(self) -> float:
        return self._measure(self.clients, self._count)

    def _measure(self, clients: int, count: int) -> float:
        with self._server.migrated() as url:
            items.load(url, count)
            self._server.settle_down(url)
            before = commits(url)
            rate = uvloop.run(drained(url, ItemClaimer, clients, self._batch, count))
            self.commits_per_item = (commits(url) - before) / count
            items.require_all_done(url, count)
        return rate


async def drained(
    url: str, claimer: Callable[[Connection, str, int], Claimer], clients: int, batch: int, count: int
) -> float:
    claimers = [claimer(await connect(url), f"worker {number}", batch) for number in range(clients)]
    return await drain(claimers, count)


def loop_rate(server: Server, count: int) -> float:
    with server.migrated() as url:
        items.load(url, count)
        server.settle_down(url)
        rate = uvloop.run(loop.items_per_second(url, count))
        items.require_all_done(url, count)
    return rate


# G2 ----------------------------------------------------------------------------------------------------------


def core_against_peers(server: Server, quick: bool) -> list[Result]:
    count = 12_000 if quick else 40_000
    core, small = Core(server, BATCH, count), Core(server, SMALL_BATCH, count // 4, MANY_CLIENTS)
    pgqueuer = PgQueuer(server, BATCH, count, (1, 2, 3))
    pgqueuer_small = PgQueuer(server, SMALL_BATCH, count // 4, (1, 2, 4))
    procrastinate = Procrastinate(server, 1000 if quick else 3000)
    rate = interleaved(
        {
            "core": core.measure,
            "pgqueuer": pgqueuer.measure,
            "small": small.measure,
            "pgqueuer small": pgqueuer_small.measure,
            "procrastinate": procrastinate.measure,
        }
    )
    ours, ours_small = f"{rate['core']:,.0f} items/s", f"{rate['small']:,.0f} items/s"
    return [
        Result(
            "G2",
            "queue core against Procrastinate",
            rate["core"] / rate["procrastinate"],
            20.0,
            f"{ours}; Procrastinate {rate['procrastinate']:,.0f} jobs/s, {procrastinate.setting}",
        ),
        Result(
            "G2",
            f"queue core against PgQueuer, batch {BATCH}",
            rate["core"] / rate["pgqueuer"],
            1.2,
            f"{ours}; PgQueuer {rate['pgqueuer']:,.0f} jobs/s, {pgqueuer.processes} processes",
        ),
        Result(
            "G2",
            f"queue core against PgQueuer, batch {SMALL_BATCH}",
            rate["small"] / rate["pgqueuer small"],
            1.5,
            f"{ours_small}; PgQueuer {rate['pgqueuer small']:,.0f} jobs/s, {pgqueuer_small.processes} processes",
        ),
    ]


class PgQueuer:
    def __init__(self, server: Server, batch: int, count: int, processes: Sequence[int]) -> None:
        self._server = server
        self._batch = batch
        self._count = count
        self.processes = fastest(processes, lambda number: self._measure(number, count // 4))

    def measure(self) -> float:
        return self._measure(self.processes, self._count)

    def _measure(self, processes: int, count: int) -> float:
        with self._server.empty() as url:
            peers.load_pgqueuer(url, count)
            self._server.settle_down(url)
            done = peers.PGQUEUER_LAST_DONE
            return peers.jobs_per_second(url, peers.work_pgqueuer, self._batch, processes, count, done)


class Procrastinate:
    SETTINGS = ((1, 1), (10, 1), (10, 2))  # concurrency and processes

    def __init__(self, server: Server, count: int) -> None:
        self._server = server
        self._count = count
        self._concurrency, self._processes = fastest(self.SETTINGS, lambda setting: self._measure(*setting, 1000))
        self.setting = f"concurrency {self._concurrency} in {self._processes} processes"

    def measure(self) -> float:
        return self._measure(self._concurrency, self._processes, self._count)

    def _measure(self, concurrency: int, processes: int, count: int) -> float:
        with self._server.empty() as url:
            peers.load_procrastinate(url, count)
            self._server.settle_down(url)
            done = peers.PROCRASTINATE_LAST_DONE
            return peers.jobs_per_second(url, peers.work_procrastinate, concurrency, processes, count, done)


# G4 ----------------------------------------------------------------------------------------------------------


def lanes_against_no_lanes(server: Server, quick: bool) -> list[Result]:
    results = []
    for domains, wanted in ((200, 0.40), (5000, 0.25)):
        count = 10_000 if quick else 30_000
        polite = Crawl(server, PageClaimer, pages.ONE_LEASE_PER_LANE, domains, count)
        unconstrained = Crawl(server, UnconstrainedPageClaimer, pages.WITHOUT_LANES, domains, count)
        core = Core(server, BATCH, count)
        rate = interleaved({"polite": polite.measure, "unconstrained": unconstrained.measure, "core": core.measure})
        ours = f"{rate['polite']:,.0f} pages/s, no two leases on a lane at once"
        results += [
            Result(
                "G4",
                f"lane-serial against the same without lanes, {domains:,} domains",
                rate["polite"] / rate["unconstrained"],
                wanted,
                f"{ours}; without lanes {rate['unconstrained']:,.0f} pages/s",
            ),
            Result(
                "G4",
                f"lane-serial against the queue core, {domains:,} domains",
                rate["polite"] / rate["core"],
                wanted,
                f"{ours}; core {rate['core']:,.0f} items/s",
            ),
        ]
    return results


class Crawl:
    def __init__(
        self, server: Server, claimer: Callable[[Connection, str, int], Claimer], schema: str, domains: int, count: int
    ) -> None:
        self._server = server
        self._claimer = claimer
        self._schema = schema
        self._domains = domains
        self._count = count
        self.clients = fastest(CLIENTS, lambda clients: self._measure(clients, count // 4))

    def measure(self) -> float:
        return self._measure(self.clients, self._count)

    def _measure(self, clients: int, count: int) -> float:
        with self._server.migrated() as url:
            with psycopg.connect(url) as connection:
                connection.execute(self._schema.encode())
            pages.load(url, count, self._domains)
            self._server.settle_down(url)
            rate = uvloop.run(drained(url, self._claimer, clients, BATCH, count))
            pages.require_all_downloaded(url)
        return rate


# G5 ----------------------------------------------------------------------------------------------------------

WINDOW = 2000
WARM_UP_SECONDS = 2.0
FOLD_SECONDS = 1.0


def with_a_transaction_held_open(server: Server, quick: bool) -> list[Result]:
    """Feed as fast as the queue is drained, with a small window in the queue and folded deltas: the usual operation of
    the engine."""
    seconds = 15.0 if quick else 60.0
    clients = Core(server, BATCH, 20_000).clients
    rate = interleaved(
        {
            "normal": lambda: steady_rate(server, clients, seconds, pinned=False),
            "pinned": lambda: steady_rate(server, clients, seconds, pinned=True),
        }
    )
    return [
        Result(
            "G5",
            f"with a transaction held open for {seconds:.0f} s",
            rate["pinned"] / rate["normal"],
            0.75,
            f"{rate['pinned']:,.0f} items/s, {rate['normal']:,.0f} normally",
        )
    ]


def steady_rate(server: Server, clients: int, seconds: float, *, pinned: bool) -> float:
    with server.migrated() as url, psycopg.connect(url) as elsewhere:
        items.load(url, WINDOW)
        server.settle_down(url)
        return uvloop.run(fed_and_drained(url, clients, seconds, elsewhere if pinned else None))


async def fed_and_drained(
    url: str, clients: int, seconds: float, elsewhere: "psycopg.Connection[tuple[object, ...]] | None"
) -> float:
    tally = Tally()
    claimers = [ItemClaimer(await connect(url), f"worker {number}", BATCH) for number in range(clients)]
    feeder, folder = await connect(url), await connect(url)
    running = [
        *(asyncio.create_task(work(claimer, tally)) for claimer in claimers),
        asyncio.create_task(feed(feeder, tally)),
        asyncio.create_task(fold(folder)),
    ]
    await asyncio.sleep(WARM_UP_SECONDS)
    if elsewhere is not None:  # from its first statement on, its snapshot keeps vacuum from removing anything
        elsewhere.execute("set transaction isolation level repeatable read")
        elsewhere.execute("select 1 from jobs")
    settled, started = tally.settled, time.perf_counter()
    await asyncio.wait(running, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    rate = (tally.settled - settled) / (time.perf_counter() - started)
    for task in running:
        task.cancel()
    for outcome in await asyncio.gather(*running, return_exceptions=True):
        assert isinstance(outcome, asyncio.CancelledError), outcome
    await close([feeder, folder, *(claimer.connection for claimer in claimers)])
    return rate


async def feed(connection: Connection, tally: Tally) -> None:
    fed = WINDOW
    while True:
        if fed - tally.settled < WINDOW:
            await connection.execute(items.ADD_ITEMS, items.batch_of_items(1, WINDOW // 2))
            fed += WINDOW // 2
        else:
            await asyncio.sleep(0.002)


async def fold(connection: Connection) -> None:
    while True:
        await jobs.fold(connection)
        await asyncio.sleep(FOLD_SECONDS)
