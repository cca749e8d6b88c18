"""Start `garner serve` for tests in a browser, with a worker and the sample site."""

import asyncio
import fcntl
import json
import os
import signal
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import httpx
import psycopg
from tests.acceptance.fault_processes import GarnerProcess, wait_until

from garner.api.page.files import FOLDER, INDEX
from garner.postgres.embedded import DataDir, PostgresAccount

ADMIN = "operator@example.com"
SAYS_READY = b"is ready on"
READY_SECONDS = 90.0  # the first start creates a database
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
    "GARNER_NOT_FOUND_RETRY_SECONDS": "0.05",
    "GARNER_LOG_FORMAT": "json",
}


class Served:
    """A running server: its URL, its API and its database."""

    def __init__(self, url: str, database_url: str) -> None:
        self.url = url
        self.database_url = database_url

    async def execute(self, statement: str, parameters: Mapping[str, Any] | None = None) -> list[tuple[Any, ...]]:
        """Run a statement in the server's database, for changes that no endpoint makes."""
        async with await psycopg.AsyncConnection.connect(self.database_url, autocommit=True) as connection:
            cursor = await connection.execute(statement.encode(), parameters)
            return await cursor.fetchall() if cursor.description else []

    def client(self, token: str | None = None) -> httpx.AsyncClient:
        """Return a client of the API, for requests beside the page."""
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        return httpx.AsyncClient(base_url=self.url, headers=headers, timeout=30)


class ServerProcess(Served):
    """A server that keeps its address and its data when it is restarted, on the given database or on an embedded one in
    the folder."""

    def __init__(self, folder: Path, database_url: str | None, settings: dict[str, str]) -> None:
        port = _free_port()
        place = DataDir((folder / "data").resolve())
        super().__init__(f"http://127.0.0.1:{port}", database_url or place.url(PostgresAccount.of_server(place)))
        self._folder = folder
        self._environment = os.environ | SETTINGS | settings
        self._environment |= {"GARNER_DATA_DIR": str(folder / "data"), "GARNER_PORT": str(port)}
        if database_url is not None:
            self._environment["DATABASE_URL"] = database_url
        self._started: list[GarnerProcess] = []

    @property
    def pid(self) -> int:
        return self._started[-1].pid

    async def start(self) -> None:
        assert (FOLDER / INDEX).is_file(), "The page was not built: run `make page` first."
        log = self._folder / f"served-{len(self._started)}.log"
        process = GarnerProcess(["serve"], self._environment, log)
        self._started.append(process)
        await asyncio.to_thread(_await_ready, process)

    async def stop(self) -> None:
        """Stop the server with SIGTERM, so that its database is stopped too."""
        process = self._started[-1]
        if process.is_running():
            process.send_signal(signal.SIGTERM)
            await asyncio.to_thread(process.wait, STOP_SECONDS)

    async def kill(self) -> None:
        """Kill the server and its workers, as a failing machine would."""
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


def _await_ready(process: GarnerProcess) -> None:
    wait_until(lambda: SAYS_READY in process.log.read_bytes() or not process.is_running(), READY_SECONDS, "the server")
    assert process.is_running(), process.log.read_text()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


@asynccontextmanager
async def serving(folder: Path, database_url: str | None = None, **settings: str) -> AsyncIterator[ServerProcess]:
    """Run a server for this test alone until the block ends."""
    served = ServerProcess(folder, database_url, settings)
    try:
        await served.start()
        yield served
    finally:
        await served.end()


@asynccontextmanager
async def sharing(folder: Path, make_database: Callable[[], str], **settings: str) -> AsyncIterator[Served]:
    """Share the server of this folder with other test processes: the first of them starts it, and the last one stops
    it. Two file locks make that safe in any order; the kernel releases them when a process dies."""
    known = folder / "server.json"
    with _opened(folder / "users") as users:
        with _locked(folder / "lock"):
            fcntl.flock(users, fcntl.LOCK_SH)
            if not known.exists():
                server = ServerProcess(folder, make_database(), settings)
                try:
                    await server.start()
                except BaseException:
                    await server.end()
                    raise
                known.write_text(json.dumps([server.url, server.database_url, server.pid]))
        url, database_url, pid = json.loads(known.read_text())
        try:
            yield Served(url, database_url)
        finally:
            with _locked(folder / "lock"):
                fcntl.flock(users, fcntl.LOCK_UN)
                with suppress(BlockingIOError):  # another process still uses it
                    fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    known.unlink()
                    _end(pid, folder)


def _opened(path: Path) -> IO[str]:
    path.parent.mkdir(parents=True, exist_ok=True)
    return path.open("w")


def _end(pid: int, folder: Path) -> None:
    try:
        os.killpg(pid, signal.SIGKILL)
    except ProcessLookupError:
        raise AssertionError(f"The server has ended: {_last_log(folder)}") from None


def _last_log(folder: Path) -> str:
    return max(folder.glob("served-*.log")).read_text()[-5000:]


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    with _opened(path) as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
