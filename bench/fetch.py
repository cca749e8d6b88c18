"""G7: a fetch with guard, limits, decoding and hashing, compared with a bare aiohttp loop and with httpx.

A server in a process of its own answers every request with the same page of 50 KB, on twenty ports that stand for
twenty hosts; one client process keeps a hundred fetches in flight. The three clients take turns, so that other load on
the machine affects all of them alike; a rate is the median of the rounds.
"""

import asyncio
import multiprocessing
import statistics
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from multiprocessing.connection import Connection

import aiohttp
import httpx
import uvloop

from bench.result import Result
from garner.fetch import Fetcher, FetchLimits, Page

CONCURRENCY = 100
HOSTS = 20
PAGE_BYTES = 50_000
ROUNDS = 3
LOOPBACK = "127.0.0.1"
USER_AGENT = "Garner-bench"

FetchOne = Callable[[str], Awaitable[int]]  # a URL to the bytes of its body
Client = Callable[[], AbstractAsyncContextManager[FetchOne]]


def page() -> bytes:
    row = "<li class='ingredient'><span>{0} g</span> of the {0}th thing in the cupboard</li>\n"
    rows = "".join(row.format(number) for number in range(1000))
    return f"<!doctype html><title>A page</title><ul>{rows}"[:PAGE_BYTES].encode()


class PageServer(asyncio.Protocol):
    """A minimal server, so that the clients are measured."""

    ANSWER = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %d\r\n\r\n%s" % (
        PAGE_BYTES,
        page(),
    )

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        self.received = b""

    def data_received(self, data: bytes) -> None:
        *requests, self.received = (self.received + data).split(b"\r\n\r\n")
        for _ in requests:
            self.transport.write(self.ANSWER)  # type: ignore[attr-defined]  # a stream's transport writes


def serve(ports: Connection) -> None:
    async def forever() -> None:
        loop = asyncio.get_running_loop()
        servers = [await loop.create_server(PageServer, LOOPBACK, 0) for _ in range(HOSTS)]
        ports.send([server.sockets[0].getsockname()[1] for server in servers])
        await asyncio.gather(*(server.serve_forever() for server in servers))

    uvloop.run(forever())


@contextmanager
def served() -> Iterator[list[int]]:
    """Yield the ports of a page server in its own process."""
    processes = multiprocessing.get_context("spawn")
    ours, theirs = processes.Pipe()
    process = processes.Process(target=serve, args=(theirs,), daemon=True)
    process.start()
    try:
        yield ours.recv()
    finally:
        process.terminate()
        process.join()


@asynccontextmanager
async def garner() -> AsyncIterator[FetchOne]:
    limits = FetchLimits(timeout_seconds=30, max_bytes=10_000_000, max_redirects=10)
    async with Fetcher(limits=limits, user_agent=USER_AGENT, allow_private=True, concurrency=CONCURRENCY) as fetcher:

        async def fetch(url: str) -> int:
            page = await fetcher.fetch_hop(url)
            assert isinstance(page, Page)
            return len(page.body)

        yield fetch


@asynccontextmanager
async def bare_aiohttp() -> AsyncIterator[FetchOne]:
    connector = aiohttp.TCPConnector(limit=CONCURRENCY)
    async with aiohttp.ClientSession(connector=connector, headers={"User-Agent": USER_AGENT}) as session:

        async def fetch(url: str) -> int:
            async with session.get(url) as response:
                return len(await response.read())

        yield fetch


@asynccontextmanager
async def bare_httpx() -> AsyncIterator[FetchOne]:
    limits = httpx.Limits(max_connections=CONCURRENCY, max_keepalive_connections=CONCURRENCY)
    async with httpx.AsyncClient(limits=limits, headers={"User-Agent": USER_AGENT}, trust_env=False) as client:

        async def fetch(url: str) -> int:
            return len((await client.get(url)).content)

        yield fetch


# Each client with the pages it fetches in a round, so that a slow one's round is not endless.
CLIENTS: dict[str, tuple[Client, int]] = {
    "garner": (garner, 10_000),
    "aiohttp": (bare_aiohttp, 10_000),
    "httpx": (bare_httpx, 1_000),
}


async def pages_per_second(client: Client, ports: Sequence[int], pages: int) -> float:
    async with client() as fetch:
        await fetch_all(fetch, ports, CONCURRENCY * 2)  # connections stand before the clock starts
        started = time.perf_counter()
        await fetch_all(fetch, ports, pages)
        return pages / (time.perf_counter() - started)


async def fetch_all(fetch: FetchOne, ports: Sequence[int], pages: int) -> None:
    left = iter(range(pages))

    async def one_in_flight() -> None:
        for number in left:
            size = await fetch(f"http://{LOOPBACK}:{ports[number % HOSTS]}/page/{number}?lang=en")
            assert size == PAGE_BYTES

    await asyncio.gather(*(one_in_flight() for _ in range(CONCURRENCY)))


def run() -> list[Result]:
    rates: dict[str, list[float]] = {name: [] for name in CLIENTS}
    with served() as ports:
        for _ in range(ROUNDS):
            for name, (client, pages) in CLIENTS.items():
                rates[name].append(uvloop.run(pages_per_second(client, ports, pages)))
    rate = {name: statistics.median(rounds) for name, rounds in rates.items()}
    return [
        Result("G7", f"fetch against {peer}", rate["garner"] / rate[peer], wanted, detail(rate, peer))
        for peer, wanted in (("aiohttp", 0.5), ("httpx", 10.0))
    ]


def detail(rate: dict[str, float], peer: str) -> str:
    return f"garner {rate['garner']:,.0f} pages/s, {peer} {rate[peer]:,.0f} pages/s"


def main() -> None:
    for result in run():
        verdict = "met" if result.met else "MISSED"
        print(
            f"{result.target}  {result.what}: {result.ratio:.2f} x "
            f"(wanted {result.wanted:g} x, {verdict}); {result.detail}"
        )


if __name__ == "__main__":
    main()
