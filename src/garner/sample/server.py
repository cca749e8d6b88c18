"""The sample site as a server on loopback, which remembers who asked for what and when."""

import argparse
import asyncio
import contextlib
import time
from collections import Counter, deque
from collections.abc import Sequence
from types import TracebackType

from aiohttp import web

from garner.sample import markup, rendering
from garner.sample.behaviour import behaviour_at, html
from garner.sample.pages import DEMO_PAGES

LOOPBACK = "127.0.0.1"
DEFAULT_PORT = 8123

MOST_REMEMBERED = 100_000  # calls, and addresses that were called: it may be served for months

# Closing the site need not wait for a slow page that nobody will read.
_SHUTDOWN_SECONDS = 0.1


class DemoSite:
    """Serves the sample site while it is entered; port 0 takes a free one."""

    url: str
    """Where it is served, without a trailing slash; known once entered."""

    def __init__(self, port: int = 0) -> None:
        self.requests: Counter[str] = Counter()
        self.arrivals: deque[tuple[float, str]] = deque(maxlen=MOST_REMEMBERED)
        self._port = port
        application = web.Application()
        application.router.add_get("/{path:.*}", self._answer)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=_SHUTDOWN_SECONDS)

    async def __aenter__(self) -> "DemoSite":
        await self._runner.setup()
        site = web.TCPSite(self._runner, LOOPBACK, self._port)
        try:
            await site.start()
        except OSError:
            await self._runner.cleanup()
            raise
        self.url = f"http://{LOOPBACK}:{site.port}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._runner.cleanup()

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        path = request.path
        if len(self.requests) < MOST_REMEMBERED or path in self.requests:
            self.requests[path] += 1
        self.arrivals.append((time.monotonic(), path))
        page = rendering.page(path, self.url)
        behaviour = behaviour_at(path)
        if behaviour is not None:
            return await behaviour(request, page or "", self.requests[path])
        return html(page) if page is not None else self._asset(path)

    def _asset(self, path: str) -> web.Response:
        found = rendering.asset(path, self.url)
        if found is None:
            return html(markup.message("Not here", "There is no such page on this site."), status=404)
        media_type, text = found
        return web.Response(text=text, content_type=media_type)


async def _serve(port: int) -> None:
    async with DemoSite(port) as site:
        lines = (f"{site.url}{page.path}  {page.kind}: {page.outcome}" for page in DEMO_PAGES)
        print(f"The sample site is at {site.url}/ (Ctrl-C ends it)", *lines, sep="\n", flush=True)
        await asyncio.Event().wait()


def _port(text: str) -> int:
    if not 0 <= (number := int(text)) <= 65535:
        raise argparse.ArgumentTypeError(f"{number} is not a port")
    return number


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="garner.sample", description="Serves Garner's sample site.")
    parser.add_argument("--port", type=_port, default=DEFAULT_PORT, help="0 takes a free one")
    port = parser.parse_args(arguments).port
    try:
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(_serve(port))
    except OSError as error:
        parser.exit(1, f"Port {port} cannot be used: {error.strerror}\n")
