"""F11: sites that drop, drip, loop, lie, bomb and storm, with a whole worker. Every page ends with a named
outcome, other pages are parsed normally, and memory stays within bounds.

Each site has a separate address, and so a separate lane.
"""

import asyncio
import gzip
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import psutil
import pytest
from tests.acceptance.fault_ledger import ask, submit
from tests.acceptance.fault_processes import Garner, GarnerProcess, garner
from tests.acceptance.fault_site import recipe_page
from tests.hostile.certificates import Authority

pytestmark = pytest.mark.slow

SECONDS = 90.0
MEGABYTE = 1024**2
WORKER_MEGABYTES = 450
EXTRACTOR_MEGABYTES = 1024
SETTINGS = {
    "LOCK_FLOOR_MS": "2000",
    "GARNER_MAX_RETRIES": "2",
    "GARNER_FETCH_TIMEOUT_SECONDS": "2",
    "GARNER_THROTTLE_LONGEST_SECONDS": "2",
    "GARNER_EXTRACT_MEMORY_MB": str(EXTRACTOR_MEGABYTES),
    "GARNER_EXTRACT_TIMEOUT_SECONDS": "10",
    "GARNER_POLL_SECONDS": "0.2",
}

Answer = Callable[[asyncio.StreamWriter], Awaitable[None]]
RECIPE = recipe_page("Soup").encode()


def said(body: bytes, *headers: str, status: str = "200 OK", length: int | None = None) -> Answer:
    head = "\r\n".join([f"HTTP/1.1 {status}", f"Content-Length: {len(body) if length is None else length}", *headers])

    async def say(writer: asyncio.StreamWriter) -> None:
        writer.write(head.encode("latin-1") + b"\r\n\r\n" + body)

    return say


async def drop(writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Ty")
    writer.transport.abort()


async def lie_about_length(writer: asyncio.StreamWriter) -> None:
    await said(RECIPE, "Content-Type: text/html", length=len(RECIPE) * 10)(writer)
    await writer.drain()
    writer.close()


async def drip(writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 100000\r\n\r\n")
    while True:
        writer.write(b"<")
        await writer.drain()
        await asyncio.sleep(0.1)


async def never_end(writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n")
    while True:
        writer.write(b"10000\r\n" + b"x" * 0x10000 + b"\r\n")
        await writer.drain()


HTML = "Content-Type: text/html"
NESTED = b"<!doctype html><body>" + b"<div>" * 200_000 + b"<p>x" * 800_000
LATIN = recipe_page("Crème brûlée").replace("\\u00e8", "è").replace("\\u00fb", "û").encode("latin-1", "replace")
BOMB = gzip.compress(bytes(100 * MEGABYTE), 9)

# The behaviour of each site, and the possible outcomes of its page.
SITES: dict[str, tuple[Answer, set[str]]] = {
    "drops": (drop, {"network_error"}),
    "lies about its length": (lie_about_length, {"network_error"}),
    "drips": (drip, {"fetch_timeout"}),
    "never ends": (never_end, {"too_large"}),
    "loops": (said(b"", "Location: /page", status="302 Found"), {"too_many_redirects"}),
    "bombs": (said(BOMB, HTML, "Content-Encoding: gzip"), {"too_large"}),
    "is huge": (said(b"", HTML, length=100 * MEGABYTE), {"too_large"}),
    "storms": (said(b"", status="429 Too Many Requests"), {"throttled"}),
    "has a million nodes": (said(NESTED, HTML), {"no_record", "extract_timeout", "extract_crashed", "extract_failed"}),
    "names a charset that is not": (said(RECIPE, HTML + "; charset=klingon-8"), {"done"}),
    "names the wrong charset": (said(LATIN, HTML + "; charset=utf-8"), {"done"}),
}


class Site:
    """One address with the given robots.txt and the same answer for every other path."""

    def __init__(self, answer: Answer, robots: bytes = b"") -> None:
        self._answer = answer
        self._robots = said(robots) if robots else said(b"", status="404 Not Found")

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            while not writer.is_closing():
                head = await reader.readuntil(b"\r\n\r\n")
                await (self._robots if b" /robots.txt " in head else self._answer)(writer)
                await writer.drain()
        writer.close()


class Town:
    """Sites on separate addresses."""

    def __init__(self, stack: AsyncExitStack) -> None:
        self._stack = stack
        self._addresses = (f"127.0.1.{number}" for number in range(1, 250))

    async def build(self, site: Site, authority: Authority | None = None) -> str:
        address = next(self._addresses)
        tls = authority.server([address], self_signed=True) if authority else None
        server = await asyncio.start_server(site.talk, address, 0, ssl=tls)
        self._stack.callback(server.close)
        return f"{'https' if tls else 'http'}://{address}:{server.sockets[0].getsockname()[1]}"


@pytest.fixture
async def town() -> AsyncIterator[Town]:
    async with AsyncExitStack() as stack:
        yield Town(stack)


@pytest.fixture
async def processes(database_url: str, tmp_path: Path) -> AsyncIterator[Garner]:
    with garner(tmp_path, DATABASE_URL=database_url, **SETTINGS) as started:
        yield started


def outcomes(url: str) -> dict[str, str]:
    rows = ask(url, "select url, status, error_code from job_items where status not in ('PENDING', 'PROCESSING')")
    return {row["url"]: "done" if row["status"] == "DONE" else row["error_code"] for row in rows}


def megabytes(worker: GarnerProcess) -> tuple[float, float]:
    """Return the resident memory of the worker and of its extraction process."""
    own = psutil.Process(worker.pid).memory_info().rss
    others = [child.memory_info().rss for child in psutil.Process(worker.pid).children()]
    return own / MEGABYTE, max(others, default=0) / MEGABYTE


async def test_every_page_of_a_hostile_site_has_a_named_outcome_and_affects_no_other_page(
    processes, town, database_url, tmp_path
):
    wanted: dict[str, set[str]] = {}
    for answer, codes in SITES.values():
        wanted[await town.build(Site(answer)) + "/page"] = codes
    wanted[await town.build(Site(said(RECIPE, HTML)), Authority.make(tmp_path)) + "/page"] = {"network_error"}
    wanted[await town.build(Site(said(RECIPE, HTML), robots=bytes(range(256)) * 400)) + "/page"] = {"done"}
    good = await town.build(Site(said(RECIPE, HTML)))
    beside = [f"{good}/{number}" for number in range(20)]
    worker = processes.worker()
    await until(lambda: worker.events("started"))
    submit(database_url, [*wanted, *beside])
    most = [megabytes(worker)]
    began = time.monotonic()
    done_beside = None
    while len(ended := outcomes(database_url)) < len(wanted) + len(beside):
        most.append(megabytes(worker))
        if done_beside is None and all(ended.get(page) == "done" for page in beside):
            done_beside = time.monotonic() - began
        assert time.monotonic() - began < SECONDS, sorted(set(wanted) - set(ended))
        await asyncio.sleep(0.1)
    wrong = {page: code for page, code in outcomes(database_url).items() if code not in wanted.get(page, {"done"})}
    assert wrong == {}
    peak, extractor_peak = (max(column) for column in zip(*most, strict=True))
    print(
        f"\nall ended after {time.monotonic() - began:.1f} s, those beside after {done_beside} s;"
        f" worker {peak:.0f} MB, extraction {extractor_peak:.0f} MB"
    )
    assert peak < WORKER_MEGABYTES and extractor_peak < EXTRACTOR_MEGABYTES
    submit(database_url, [f"{good}/afterwards"])
    await until(lambda: outcomes(database_url).get(f"{good}/afterwards") == "done")
    assert worker.events("loop_failed") == worker.events("handler_crashed") == []
    assert ask(database_url, "select 1 from work") == []


async def until(condition: Callable[[], object], seconds: float = 60.0) -> None:
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.05)
