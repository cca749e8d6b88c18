"""G8: pages fetched, extracted and stored, compared with the CPU that the stages need alone and with Scrapy.

The pages differ, have some 40 KB each, and lie on five hundred loopback hosts without a delay; their robots.txt files
are read as well. Each contender has the machine to itself in turn, and first determines with how many processes it is
fastest. Garner keeps the bodies, its queue is durable, and every page belongs to a request; Scrapy has its queue in
memory and stores the record alone.

The stages alone are a process that only fetches, one that only keeps bodies, one that only extracts, and one that only
claims and settles, together with what PostgreSQL uses for it. A page costs at least the sum of their CPU, which gives
the number of pages per second that one core can process.
"""

import asyncio
import tempfile
import time
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import psutil
import psycopg
import uvloop

from bench.drive import connect
from bench.pages import downloaded
from bench.result import Result
from bench.scrapy_peer import pages_per_second as scrapy_rate
from bench.server import Server, fastest, interleaved
from bench.site import NO_ROBOTS, Site, http, served
from bench.workers import KNOWN_ROBOTS, at_work, submit
from garner.blobs import local_blobs
from garner.core.pacing.outcome import Action, Verdict
from garner.core.record import Kind
from garner.extraction import Extraction, extract_if_changed
from garner.fetch import Fetcher, FetchLimits
from garner.postgres.database import Connection
from garner.store.crawl import extraction
from garner.store.crawl import fetching as crawl
from garner.store.crawl.extraction import BodyClaim, ExtractionResult

HOSTS = 500
WORKER = "bench"
LEASE_SECONDS = 60.0
BATCH = 100
SAMPLE = 1000
MAX_SECONDS = 600.0
GARNER = ((1, 1), (1, 2), (2, 1))  # workers, and processes that extract for each
SCRAPY = (1, 2)  # processes

ROW = "<li class='ingredient'><span>{0} g</span> of the {0}th thing in the cupboard, to taste and to season</li>\n"
FILLING = "".join(ROW.format(number) for number in range(400))
PAGE = (
    """<!doctype html><html lang="en"><head><title>Soup {0}</title><script type="application/ld+json">
{{"@context": "https://schema.org", "@type": "Recipe", "name": "Soup {0}", "recipeYield": "4 servings",
"totalTime": "PT{1}M", "recipeIngredient": ["1 cup of red lentils", "2 carrots", "{1} g of salt", "1 onion, diced"],
"recipeInstructions": ["Wash the lentils.", "Dice the rest.", "Simmer for {1} minutes."]}}</script></head>
<body><h1>Soup {0}</h1><ul>"""
    + FILLING.replace("{", "{{").replace("}", "}}")
    + "</ul></body></html>"
)


def page(number: str) -> bytes:
    return PAGE.format(number, int(number) % 59 + 1).encode()


def answer(host: str, path: str, port: int) -> bytes:
    return NO_ROBOTS if path == "/robots.txt" else http(page(path.rpartition("/")[2]))


def urls(site: Site, count: int) -> list[str]:
    return [site.url(number % HOSTS, f"/soups/{number}") for number in range(count)]


def from_request_to_record(server: Server, quick: bool) -> list[Result]:
    count = 2_000 if quick else 10_000
    with served(answer, HOSTS) as site:
        cpu = stages(server, site)
        ours, scrapy = Garner(server, site, count), Scrapy(server, site, count)
        rate = interleaved({"garner": ours.measure, "scrapy": scrapy.measure})
    could_be = 1 / sum(cpu.values())
    each = ", ".join(f"{stage} {seconds * 1000:.2f}" for stage, seconds in cpu.items())
    workers, extractors = ours.setting
    mine = f"{rate['garner']:,.0f} pages/s, {workers} workers with {extractors} extracting each"
    return [
        Result(
            "G8",
            "end to end against the stages' CPU",
            rate["garner"] / could_be,
            0.6,
            f"{mine}; {could_be:,.0f} by the CPU, in ms: {each}; {ours.cpu * 1000:.2f} used",
        ),
        Result(
            "G8",
            "end to end against Scrapy",
            rate["garner"] / rate["scrapy"],
            1.0,
            f"{mine}; Scrapy {rate['scrapy']:,.0f} pages/s, {scrapy.processes} processes",
        ),
    ]


class Garner:
    def __init__(self, server: Server, site: Site, count: int) -> None:
        self._server = server
        self._site = site
        self._count = count
        self.cpu = 0.0  # that workers, what they started and PostgreSQL used for a page
        self.setting = fastest(GARNER, lambda setting: self._measure(setting, count // 4))

    def measure(self) -> float:
        return self._measure(self.setting, self._count)

    def _measure(self, setting: tuple[int, int], count: int) -> float:
        workers, extractors = setting
        with self._server.migrated() as url, tempfile.TemporaryDirectory(prefix="garner-bench-") as folder:
            submit(url, urls(self._site, count), 0.0)
            self._server.settle_down(url)
            settings = {"GARNER_EXTRACT_PROCESSES": str(extractors), "GARNER_DEFAULT_CRAWL_DELAY_SECONDS": "0"}
            with at_work(url, Path(folder), workers, **settings) as pids:
                took = _await_records(url, count)
                self.cpu = _cpu_seconds(pids, url) / count
        return count / took


def _await_records(url: str, count: int) -> float:
    """Return the seconds from the first claim to the last record, by PostgreSQL's clock."""
    give_up = time.monotonic() + MAX_SECONDS
    with psycopg.connect(url, autocommit=True) as connection:
        while True:
            row = connection.execute(
                """
                select count(*) filter (where status = 'DONE'),
                       count(*) filter (where status in ('ERROR', 'NOT_FOUND')),
                       extract(epoch from max(completed_at) - min(started_at))::float8 from job_items
                """
            ).fetchone()
            assert row is not None
            done, failed, took = row
            assert not failed and time.monotonic() < give_up, f"{done} of {count} done, {failed} failed"
            if done == count:
                return float(took)
            time.sleep(0.1)


def _cpu_seconds(pids: Sequence[int], url: str) -> float:
    with psycopg.connect(url) as connection:
        backends = [
            row[0] for row in connection.execute("select pid from pg_stat_activity where pid <> pg_backend_pid()")
        ]
    families = [child.pid for pid in pids for child in psutil.Process(pid).children(recursive=True)]
    return sum(_own_cpu(pid) for pid in {*pids, *families, *backends})


def _own_cpu(pid: int) -> float:
    try:
        times = psutil.Process(pid).cpu_times()
    except psutil.NoSuchProcess:
        return 0.0
    return float(times.user + times.system)


class Scrapy:
    def __init__(self, server: Server, site: Site, count: int) -> None:
        self._server = server
        self._site = site
        self._count = count
        self.processes = fastest(SCRAPY, lambda processes: self._measure(processes, count // 4))

    def measure(self) -> float:
        return self._measure(self.processes, self._count)

    def _measure(self, processes: int, count: int) -> float:
        wanted = urls(self._site, count)
        by_host = [
            [wanted[number] for number in range(count) if number % HOSTS % processes == share]
            for share in range(processes)
        ]
        with self._server.empty() as url:
            return scrapy_rate(url, by_host)


# The stages by themselves --------------------------------------------------------------------------------------


def stages(server: Server, site: Site) -> dict[str, float]:
    """Return the CPU seconds of a page in each stage."""
    bodies = [page(str(number)) for number in range(SAMPLE)]
    fetching = _cpu(lambda: uvloop.run(_fetch(urls(site, SAMPLE))))
    with tempfile.TemporaryDirectory(prefix="garner-bench-") as folder:
        keeping = _cpu(lambda: uvloop.run(_keep(Path(folder), bodies)))
    extracted: list[Extraction] = []
    extracting = _cpu(lambda: extracted.extend(_extract(bodies)))
    with server.migrated() as url:
        submit(url, urls(site, SAMPLE), 0.0)
        with psycopg.connect(url) as connection:
            connection.execute(KNOWN_ROBOTS)
        server.settle_down(url)
        queue = uvloop.run(_queue(url, extracted[0]))
    return {"fetch": fetching, "keep": keeping, "extract": extracting, "queue": queue}


def _cpu(act: Any) -> float:
    began = time.process_time()
    act()
    return (time.process_time() - began) / SAMPLE


async def _fetch(wanted: Sequence[str]) -> None:
    limits = FetchLimits(timeout_seconds=30, max_bytes=10_000_000, max_redirects=10)
    left = iter(wanted)
    async with Fetcher(limits=limits, user_agent="Garner-bench", allow_private=True, concurrency=BATCH) as fetcher:

        async def one_in_flight() -> None:
            for url in left:
                await fetcher.fetch_hop(url)

        await asyncio.gather(*(one_in_flight() for _ in range(BATCH)))


async def _keep(folder: Path, bodies: Sequence[bytes]) -> None:
    blobs = local_blobs(folder)
    for body in bodies:
        await blobs.put(sha256(body).hexdigest(), body)


def _extract(bodies: Sequence[bytes]) -> list[Extraction]:
    where = "http://soups.test/"
    return [extract_if_changed(body, url=where, charset="utf-8", kinds=(Kind.RECIPE,), before=None) for body in bodies]


async def _queue(url: str, found: Extraction) -> float:
    """Claim and settle both stages, in batches."""
    connection = await connect(url)
    backend = connection.info.backend_pid
    began = time.process_time() + _own_cpu(backend)
    while claims := await crawl.claim(connection, WORKER, BATCH, LEASE_SECONDS):
        async with connection.transaction():
            await crawl.settle(connection, WORKER, [downloaded(claim) for claim in claims])
    while bodies := await extraction.claim(connection, WORKER, BATCH, LEASE_SECONDS):
        await _settle(connection, bodies, found)
    used = time.process_time() + _own_cpu(backend) - began
    await connection.close()
    return used / SAMPLE


async def _settle(connection: Connection, claims: Sequence[BodyClaim], found: Extraction) -> None:
    records = tuple(found.records.values())
    results = [
        ExtractionResult(
            claim.work_id,
            claim.fence,
            Verdict(Action.EXTRACT),
            (Kind.RECIPE,),
            records,
            page_fingerprint=dict(found.page_fingerprint or {}),
        )
        for claim in claims
    ]
    async with connection.transaction():
        await extraction.settle(connection, WORKER, results)
