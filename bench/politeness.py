"""G6: politeness, exact over several worker processes.

Three workers share one database and crawl many domains, each a loopback address. The site is a process of its own and
records when each request arrives: pages, redirects (every tenth page leads to the next domain) and requests for
robots.txt alike. A gap is the time between two arrivals on a domain, from any workers; all gaps of a run count,
including the first burst. The delay is that of the domains: a share of the latency (GARNER_LANE_LATENCY_FACTOR) would
only add to it, and is switched off to keep the arithmetic plain.

The possible rate is that of all domains at their delay, or that of the same workers on the same domains without a
delay, whichever is less.
"""

import math
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from bench.pulse import gaps, widest_gaps
from bench.result import Result
from bench.server import Server
from bench.site import NO_ROBOTS, Site, address, http, served
from bench.workers import at_work, submit

WORKERS = 3
SMALLEST_GAP = 0.9
MEAN_GAP = 1.0
RATE = 0.9
REDIRECTED = 10  # every so many-th page
WARM_UP_SECONDS = 1.0
PAGE = (
    '<!doctype html><title>Soup %s</title><script type="application/ld+json">{"@context": "https://schema.org",'
    ' "@type": "Recipe", "name": "Soup %s", "recipeIngredient": ["1 cup of lentils", "2 carrots"],'
    ' "recipeInstructions": "Simmer until soft."}</script><h1>Soup</h1>'
)


def answer(host: str, path: str, port: int) -> bytes:
    if path == "/robots.txt":
        return NO_ROBOTS
    kind, name = path[1:].split("/")
    if kind == "moved":
        target = address(int(name.split("-")[0]))
        return http(b"", "302 Found", f"Location: http://{target}:{port}/pages/{name}")
    return http((PAGE % (name, name)).encode())


def pages(site: Site, each: int) -> list[str]:
    """Return pages of each domain in turn; a redirect is two requests, one of them to the next domain."""
    return [
        site.url(host, f"/moved/{(host + 1) % site.hosts}-{number}")
        if number % REDIRECTED == 0
        else site.url(host, f"/pages/{host}-{number}")
        for number in range(each)
        for host in range(site.hosts)
    ]


@dataclass(frozen=True)
class Observed:
    """The requests of a run as the site saw them; gaps are in delays."""

    smallest_gap: float
    smallest_gap_at_widest: float  # had each request come as early as it may have, before it was noticed
    mean_gap: float
    too_small: float  # share of the gaps
    requests: int
    rate: float  # requests a second, once warm


def observe(url: str, folder: Path, domains: int, delay: float, seconds: float, workers: int = WORKERS) -> Observed:
    with served(answer, domains) as site:
        # Without a delay the number of fetched pages is unknown, so create as many as possible; with one, a few more.
        each = math.ceil((seconds + 5) / delay) if delay else math.ceil(seconds * 1000 / domains)
        submit(url, pages(site, each), delay)
        with at_work(url, folder, workers):
            time.sleep(WARM_UP_SECONDS)
            began = time.monotonic()
            time.sleep(seconds)
            ended = time.monotonic()
        arrivals = site.arrivals()
    unit = delay or 1
    between = [gap / unit for noticed in arrivals.values() for gap in gaps(noticed)]
    at_widest = [gap / unit for noticed in arrivals.values() for gap in widest_gaps(noticed)]
    in_time = sum(began <= one.time < ended for noticed in arrivals.values() for one in noticed)
    return Observed(
        min(between),
        min(at_widest),
        sum(between) / len(between),
        sum(gap < SMALLEST_GAP for gap in between) / len(between),
        sum(len(noticed) for noticed in arrivals.values()),
        in_time / (ended - began),
    )


def over_several_processes(server: Server, quick: bool) -> list[Result]:
    seconds = 10.0 if quick else 30.0
    results = []
    for domains, delay in ((60, 0.5), (200, 1.0), (1000, 0.5)):
        free = _observed(server, domains, 0.0, 5.0)
        polite = _observed(server, domains, delay, seconds)
        could_be = min(domains / delay, free.rate)
        where = f"{domains:,} domains, {delay:g} s apart"
        seen = f"{polite.requests:,} requests by {WORKERS} processes"
        results += [
            Result(
                "G6",
                f"smallest gap in delays, {where}",
                polite.smallest_gap,
                SMALLEST_GAP,
                f"{seen}; {polite.too_small:.2%} of the gaps are smaller than {SMALLEST_GAP:g}",
            ),
            Result("G6", f"mean gap in delays, {where}", polite.mean_gap, MEAN_GAP, seen),
            Result(
                "G6",
                f"realised rate, {where}",
                polite.rate / could_be,
                RATE,
                f"{polite.rate:,.0f} requests/s; {domains / delay:,.0f} by the delay, {free.rate:,.0f} without any",
            ),
        ]
    return results


def _observed(server: Server, domains: int, delay: float, seconds: float) -> Observed:
    with server.migrated() as url, tempfile.TemporaryDirectory(prefix="garner-bench-") as folder:
        return observe(url, Path(folder), domains, delay, seconds)
