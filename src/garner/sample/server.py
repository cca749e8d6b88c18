"""Serve the sample site on loopback and record each visit."""

import argparse
import asyncio
import contextlib
import time
from collections import Counter, deque
from collections.abc import Sequence
from types import TracebackType

from aiohttp import web

from garner.sample import markup, rendering
from garner.sample.behaviour import find_behaviour, html_response
from garner.sample.pages import SITE_PAGES

LOOPBACK = "127.0.0.1"
DEFAULT_PORT = 8123

MAX_RECORDED = 100_000  # recorded visits and counted paths: the site may run for months

# Closing the site does not wait for a slow page.
_SHUTDOWN_SECONDS = 0.1


class SampleSite:
    """A server of the sample site that runs while entered and records the visits; port 0 takes a free port."""

    url: str
    """The address of the site without a trailing slash; set when entered."""

    def __init__(self, port: int = 0) -> None:
        self.requests: Counter[str] = Counter()
        self.arrivals: deque[tuple[float, str]] = deque(maxlen=MAX_RECORDED)
        self._port = port
        application = web.Application()
        application.router.add_get("/{path:.*}", self._respond)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=_SHUTDOWN_SECONDS)

    async def __aenter__(self) -> "SampleSite":
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

    async def _respond(self, request: web.Request) -> web.StreamResponse:
        path = request.path
        if len(self.requests) < MAX_RECORDED or path in self.requests:
            self.requests[path] += 1
        self.arrivals.append((time.monotonic(), path))
        page = rendering.render_page(path, self.url)
        behaviour = find_behaviour(path)
        if behaviour is not None:
            return await behaviour(request, page or "", self.requests[path])
        return html_response(page) if page is not None else self._respond_with_asset(path)

    def _respond_with_asset(self, path: str) -> web.Response:
        asset = rendering.render_asset(path, self.url)
        if asset is None:
            return html_response(markup.render_message("Not here", "There is no such page on this site."), status=404)
        media_type, text = asset
        return web.Response(text=text, content_type=media_type)


async def _serve(port: int) -> None:
    async with SampleSite(port) as site:
        lines = (f"{site.url}{page.path}  {page.kind}: {page.outcome}" for page in SITE_PAGES)
        print(f"The sample site is at {site.url}/ (Ctrl-C stops it)", *lines, sep="\n", flush=True)
        await asyncio.Event().wait()


def _parse_port(text: str) -> int:
    if not 0 <= (number := int(text)) <= 65535:
        raise argparse.ArgumentTypeError(f"{number} is not a port")
    return number


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="garner.sample", description="Serves Garner's sample site.")
    parser.add_argument("--port", type=_parse_port, default=DEFAULT_PORT, help="0 chooses a free port")
    port = parser.parse_args(arguments).port
    try:
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(_serve(port))
    except OSError as error:
        parser.exit(1, f"Port {port} cannot be used: {error.strerror}\n")
