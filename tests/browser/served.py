"""A real `garner serve` for tests in a browser: its own database, its own worker, the sample site."""

import asyncio
import os
import signal
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
from tests.acceptance.fault_processes import GarnerProcess, wait_until

from garner.api.page import FOLDER, INDEX

ADMIN = "operator@example.com"
SAYS_READY = b"is ready on"
READY_SECONDS = 90.0  # the first start makes a database
STOP_SECONDS = 30.0
SETTINGS = {
    "GARNER_ADMIN_EMAILS": ADMIN,
    "GARNER_SAMPLE_SITE": "on",
    "GARNER_PENDING_DASHBOARD": "true",
    "GARNER_DEFAULT_CRAWL_DELAY_SECONDS": "0.05",
    "GARNER_GUEST_REQUESTS_PER_MINUTE": "0",
    "GARNER_USER_REQUESTS_PER_MINUTE": "0",
    "GARNER_EXTRACT_PROCESSES": "1",
    "GARNER_POLL_SECONDS": "0.2",
    "GARNER_LOG_FORMAT": "json",
}


class Served:
    """A server that keeps its address and its data when it is started again."""

    def __init__(self, folder: Path, settings: dict[str, str]) -> None:
        self._folder = folder
        self._port = _free_port()
        self.url = f"http://127.0.0.1:{self._port}"
        self._environment = os.environ | SETTINGS | settings
        self._environment |= {"GARNER_DATA_DIR": str(folder / "data"), "GARNER_PORT": str(self._port)}
        self._started: list[GarnerProcess] = []

    async def start(self) -> None:
        log = self._folder / f"served-{len(self._started)}.log"
        process = GarnerProcess(["serve"], self._environment, log)
        self._started.append(process)
        await asyncio.to_thread(_await_ready, process)

    async def stop(self) -> None:
        """As an operator would, so that the database is stopped too."""
        process = self._started[-1]
        if process.is_running():
            process.send_signal(signal.SIGTERM)
            await asyncio.to_thread(process.wait, STOP_SECONDS)

    async def kill(self) -> None:
        """As a machine that fails would: at once, workers and all."""
        await asyncio.to_thread(self._started[-1].end)

    async def restart(self) -> None:
        await self.stop()
        await self.start()

    async def end(self) -> None:
        try:
            await self.stop()
        finally:
            for process in self._started:
                await asyncio.to_thread(process.end)

    def client(self, token: str | None = None) -> httpx.AsyncClient:
        """The API itself, for what a test has to know or bring about beside the page."""
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        return httpx.AsyncClient(base_url=self.url, headers=headers, timeout=30)


def _await_ready(process: GarnerProcess) -> None:
    wait_until(lambda: SAYS_READY in process.log.read_bytes() or not process.is_running(), READY_SECONDS, "the server")
    assert process.is_running(), process.log.read_text()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


@asynccontextmanager
async def serving(folder: Path, **settings: str) -> AsyncIterator[Served]:
    """For tests that need a server of their own: `serving(folder, GARNER_WORKERS="0")`."""
    assert (FOLDER / INDEX).is_file(), "The page was not built, and these tests look at it: run `make page` first."
    served = Served(folder, settings)
    try:
        await served.start()
        yield served
    finally:
        await served.end()
