"""Send requests as fast as they are answered, from a process of its own, over connections that stay open."""

import asyncio
import itertools
import multiprocessing
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

import aiohttp
import uvloop

CONNECTIONS = 48
SITES = 500
# A client that is busier than this could be what is measured.
BUSIEST = 0.8


@dataclass(frozen=True)
class Target:
    """The destination of requests, each path in turn: a GET, or a POST whose body names a URL."""

    address: str
    wanted: int  # the status that every answer must have
    paths: tuple[str, ...]
    urls: tuple[str, ...] = ()  # named in turn
    fresh: str = ""  # with places for a site and a number: a URL that was never named before


@dataclass(frozen=True)
class Load:
    rate: float
    busy: float  # the share of one core that the client took


class Client:
    """The handle of the sending process."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe

    def requests_per_second(self, target: Target, seconds: float) -> float:
        self._pipe.send((target, seconds))
        load: Load = self._pipe.recv()
        assert load.busy < BUSIEST, f"the client was busy for {load.busy:.0%} of the time"
        return load.rate


@contextmanager
def client() -> Iterator[Client]:
    processes = multiprocessing.get_context("spawn")
    ours, theirs = processes.Pipe()
    process = processes.Process(target=_answer, args=(theirs,), daemon=True)
    process.start()
    try:
        yield Client(ours)
    finally:
        process.terminate()
        process.join()


def _answer(pipe: Connection) -> None:
    numbers = itertools.count()
    while True:
        target, seconds = pipe.recv()
        pipe.send(uvloop.run(_send(target, seconds, numbers)))


async def _send(target: Target, seconds: float, numbers: Iterator[int]) -> Load:
    connector = aiohttp.TCPConnector(limit=CONNECTIONS)
    async with aiohttp.ClientSession(target.address, connector=connector) as session:
        await _rounds(session, target, numbers, min(1.0, seconds / 4))  # connections stand, plans are made
        cpu, started = time.process_time(), time.perf_counter()
        answered = await _rounds(session, target, numbers, seconds)
        elapsed = time.perf_counter() - started
        return Load(answered / elapsed, (time.process_time() - cpu) / elapsed)


async def _rounds(session: aiohttp.ClientSession, target: Target, numbers: Iterator[int], seconds: float) -> int:
    end = time.perf_counter() + seconds
    answered = 0

    async def one_connection() -> None:
        nonlocal answered
        while time.perf_counter() < end:
            method, path, body = _request(target, next(numbers))
            async with session.request(method, path, json=body) as response:
                await response.read()
                assert response.status == target.wanted, f"{path}: {response.status}"
            answered += 1

    await asyncio.gather(*(one_connection() for _ in range(CONNECTIONS)))
    return answered


def _request(target: Target, number: int) -> tuple[str, str, dict[str, Any] | None]:
    path = target.paths[number % len(target.paths)]
    if target.fresh:
        return "POST", path, {"url": target.fresh.format(site=number % SITES, number=number)}
    if target.urls:
        return "POST", path, {"url": target.urls[number % len(target.urls)]}
    return "GET", path, None
