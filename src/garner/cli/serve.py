"""`garner serve`: the API in this process, workers in processes of their own beside it.

A worker that dies is started again; when this process dies, even by kill -9, its workers see their standard input
close and stop.
"""

import asyncio
import contextlib
import os
import shutil
import signal
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import uvicorn
from rich.console import Console
from starlette.types import ASGIApp

from garner import __version__, observe, wiring
from garner.api.protocol import LimitedHttp
from garner.cli.running import run_async
from garner.core.backoff import Backoff
from garner.errors import ConfigurationError
from garner.settings import LOOPBACK, Settings

RESTART = Backoff(first_seconds=0.5, longest_seconds=15.0)
LONG_LIFE_SECONDS = 60
METRICS = "metrics"  # in the data folder, a folder per server, named after its process


def serve(settings: Settings) -> None:
    listening = _listen(settings)
    with wiring.database_url(settings) as url, _shared_metrics(settings.data_dir):
        run_async(_serve(settings, url, listening))


@contextmanager
def _shared_metrics(data_dir: Path) -> Iterator[None]:
    """A folder in which this process and its workers count together, for as long as they live. What a killed server
    left behind is removed."""
    for left in (data_dir / METRICS).glob("*"):
        if left.name.isdigit() and not _is_running(int(left.name)):
            shutil.rmtree(left, ignore_errors=True)
    folder = data_dir / METRICS / str(os.getpid())
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder.resolve())
    try:
        yield
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def running_servers(data_dir: Path) -> list[int]:
    """The processes on this machine that serve from this data folder."""
    named = [int(folder.name) for folder in (data_dir / METRICS).glob("*") if folder.name.isdigit()]
    return [pid for pid in named if _is_running(pid)]


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def _listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server((settings.host, settings.port), family=family, backlog=2048)
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)
        raise ConfigurationError(
            f"Cannot listen on {settings.host}:{settings.port} ({reason}); set GARNER_HOST or GARNER_PORT."
        ) from error


async def _serve(settings: Settings, url: str, listening: socket.socket) -> None:
    # Imported only now: the metrics client looks for the shared folder once, when it is first imported.
    from garner.api.app import create_app
    from garner.observe.metrics import measure_events

    measure_events()
    async with wiring.open_engine(settings, url) as (engine, _), _workers(settings):
        config = server_config(create_app(engine), settings)
        observe.emit(observe.Started("server", __version__, _address(listening)))
        _greet(settings, listening)
        await Server(config).serve([listening])
    observe.emit(observe.Stopped("server"))


def server_config(app: ASGIApp, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=LimitedHttp,
        ws="none",
        log_config=None,
        access_log=False,
        lifespan="off",
        timeout_graceful_shutdown=10,
        server_header=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies,
    )


class Server(uvicorn.Server):
    """Stops at a signal without raising it again, which would end this process before its workers are stopped."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self.handle_exit, number, None)
        yield


def _address(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    shown = "localhost" if host in (LOOPBACK, "::1", "0.0.0.0", "::") else host
    return f"http://{shown}:{port}"


def _greet(settings: Settings, listening: socket.socket) -> None:
    address = _address(listening)
    database = "your PostgreSQL" if settings.database_url else f"its own PostgreSQL in {settings.data_dir}"
    Console(stderr=True).print(
        f"[bold green]Garner {__version__}[/] is ready on [bold]{address}[/]\n"
        f"  docs {address}/docs · {settings.workers} worker(s) · {database} · Ctrl-C stops",
        highlight=False,
        soft_wrap=True,
    )


@asynccontextmanager
async def _workers(settings: Settings) -> AsyncIterator[None]:
    supervisors = [asyncio.create_task(_supervise(settings)) for _ in range(settings.workers)]
    try:
        yield
    finally:
        for supervisor in supervisors:
            supervisor.cancel()
        await asyncio.gather(*supervisors, return_exceptions=True)


async def _supervise(settings: Settings) -> None:
    """Keeps one worker running."""
    from prometheus_client.multiprocess import mark_process_dead

    loop = asyncio.get_running_loop()
    failures = 0
    while True:
        started = loop.time()
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "garner",
            "worker",
            "--supervised",
            stdin=asyncio.subprocess.PIPE,
            env=dict(os.environ),
        )
        try:
            code = await child.wait()
        except asyncio.CancelledError:
            await _stop(child, settings.drain_seconds + 5)
            raise
        failures = 0 if loop.time() - started > LONG_LIFE_SECONDS else failures + 1
        observe.emit(observe.WorkerDied(child.pid, code))
        mark_process_dead(child.pid)  # type: ignore[no-untyped-call]  # untyped in the library
        await asyncio.sleep(RESTART.delay(failures, 0.5))


async def _stop(child: asyncio.subprocess.Process, patience: float) -> None:
    with contextlib.suppress(ProcessLookupError):
        child.send_signal(signal.SIGTERM)
    try:
        await asyncio.wait_for(child.wait(), patience)
    except TimeoutError:
        child.kill()
        await child.wait()
