"""A site for the fault tests: small recipe pages on many loopback addresses, with a log of every request.

Each address is a separate domain with a separate lane. The site runs in a thread, so a test may block.
Each page contains the number of the request it was served to, so a record shows which fetch it came from.
"""

import asyncio
import json
import os
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass

from aiohttp import web
from bench.pulse import Noticed, Pulse
from tests.acceptance.fault_processes import CLIENT_TIMEOUT_SECONDS, wait_until

HOSTS = 20
SHUTDOWN_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Arrival:
    url: str
    noticed: Noticed

    @property
    def time(self) -> float:
        return self.noticed.time


class FaultSite:
    def __init__(self) -> None:
        self.arrivals: list[Arrival] = []
        self.answer_seconds = 0.0  # how long each answer takes
        self.ballast_bytes = 0  # incompressible bytes added to each page
        self._served: Counter[str] = Counter()
        self._gates: dict[tuple[str, int], asyncio.Event] = {}
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="fault-site", daemon=True)
        application = web.Application()
        application.router.add_get("/pages/{name:.*}", self._page)
        application.router.add_get("/moved/{name:.*}", self._moved)
        application.router.add_get("/failing/{name:.*}", self._failing)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=SHUTDOWN_SECONDS)
        self._port = 0
        self._pulse = Pulse()
        self._open = AsyncExitStack()

    def __enter__(self) -> "FaultSite":
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._start(), self._loop).result()
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.run_coroutine_threadsafe(self._open.aclose(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _start(self) -> None:
        await self._open.enter_async_context(self._pulse)
        await self._runner.setup()
        self._open.push_async_callback(self._runner.cleanup)
        for host in range(1, HOSTS + 1):
            site = web.TCPSite(self._runner, f"127.0.0.{host}", self._port)
            await site.start()
            self._port = site.port

    def urls(self, count: int, name: str = "soup") -> list[str]:
        return [self.url(f"/pages/{name}-{number}", host=number % HOSTS + 1) for number in range(count)]

    def url(self, path: str, host: int = 1) -> str:
        return f"http://127.0.0.{host}:{self._port}{path}"

    def served(self, url: str) -> int:
        """Return how often this URL was requested."""
        return self._served[url]

    def await_arrival(self, url: str, count: int = 1, seconds: float = CLIENT_TIMEOUT_SECONDS) -> float:
        """Return the time of the URL's `count`-th request."""
        wait_until(lambda: self.served(url) >= count, seconds, f"request {count} for {url}")
        return [arrival.time for arrival in self.arrivals if arrival.url == url][count - 1]

    def hold(self, url: str, request: int = 1) -> Callable[[], None]:
        """Hold the answer to this URL's n-th request until the returned function is called."""
        gate = asyncio.Event()
        self._gates[url, request] = gate

        def answer() -> None:
            self._loop.call_soon_threadsafe(gate.set)

        return answer

    async def _arrive(self, request: web.Request) -> tuple[str, int]:
        url = str(request.url)
        self.arrivals.append(Arrival(url, self._pulse.notice()))
        self._served[url] += 1
        number = self._served[url]
        if (url, number) in self._gates:
            await self._gates[url, number].wait()
        return url, number

    async def _page(self, request: web.Request) -> web.Response:
        url, number = await self._arrive(request)
        await asyncio.sleep(self.answer_seconds)
        ballast = f"<!--{os.urandom(self.ballast_bytes).hex()}-->"
        return web.Response(text=recipe_page(title(url, number)) + ballast, content_type="text/html")

    async def _moved(self, request: web.Request) -> web.Response:
        await self._arrive(request)
        raise web.HTTPFound(f"/pages/{request.match_info['name']}")

    async def _failing(self, request: web.Request) -> web.Response:
        """Fail the first request."""
        url, number = await self._arrive(request)
        if number == 1:
            raise web.HTTPInternalServerError
        return web.Response(text=recipe_page(title(url, number)), content_type="text/html")


def title(url: str, number: int) -> str:
    return f"{url.rpartition('/')[2]}, served {number}"


def recipe_page(name: str) -> str:
    recipe = {
        "@context": "https://schema.org",
        "@type": "Recipe",
        "name": name,
        "recipeIngredient": ["1 cup of red lentils", "2 carrots"],
        "recipeInstructions": "Simmer until soft.",
    }
    return (
        f"<!doctype html><html><head><title>{name}</title>"
        f'<script type="application/ld+json">{json.dumps(recipe)}</script></head><body><h1>{name}</h1></body></html>'
    )
