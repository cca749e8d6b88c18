"""`garner serve`: run the API in this process, and workers in separate processes beside it.

A worker that dies is restarted; when this process dies, even by kill -9, its workers see their standard input close and
stop. A worker reports that it is ready, or which setting keeps it from starting: then the server ends with that message
too, however late it comes, because another worker would fail as well. Once it was ready the settings were good, and
errors of its successors may be temporary: the server ends when several in a row have reported one.
"""

import asyncio
import contextlib
import os
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from types import FrameType

import uvicorn
from rich.console import Console
from starlette.types import ASGIApp

from garner import __version__, observe, wiring
from garner.api.http.protocol import LimitedHttp
from garner.cli.running import exit_cleanly_at_sigterm, run_async, warn_of_misspelt_settings
from garner.cli.serving.ready_message import ready_message, web_address
from garner.cli.serving.sample_site import sample_site, set_pace
from garner.cli.serving.shared_metrics import shared_metrics
from garner.cli.serving.supervision import MISCONFIGURED, READY
from garner.core.pacing.backoff import Backoff
from garner.errors import ConfigurationError
from garner.kinds.registry import KIND_NAMES
from garner.settings import ServerSettings, Settings, environment_name
from garner.wiring.server import open_server

RESTART = Backoff(first_seconds=0.5, max_seconds=15.0)
LONG_LIFE_SECONDS = 60
READY_SECONDS = 20.0  # for workers to start before the server is reported ready without them
MAX_REFUSALS = 8  # in a row, within a minute or so, of workers whose predecessor was ready
SAMPLE_SITE = environment_name("server", "sample_site")


@dataclass(frozen=True, slots=True)
class WorkerProcesses:
    ready: list["asyncio.Future[None]"]  # each is done when that worker was ready for the first time
    refused: "asyncio.Future[None]"  # fails with the error that keeps one of them from starting, at any time


def serve(settings: Settings) -> None:
    exit_cleanly_at_sigterm()  # until the server has a handler of its own
    listening = _listen(settings.server)
    with wiring.database_url(settings, wait=time.sleep) as url, shared_metrics(settings.storage.data_dir):
        _ = settings.signing_secret  # created now if there is none, instead of at the first sign-in
        run_async(_serve(settings, url, listening))


def _listen(server: ServerSettings) -> socket.socket:
    family = socket.AF_INET6 if ":" in server.host else socket.AF_INET
    try:
        return socket.create_server((server.host, server.port), family=family, backlog=2048)
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)
        raise ConfigurationError(
            f"Cannot listen on {server.host}:{server.port} ({reason}); set GARNER_HOST or GARNER_PORT."
        ) from error


async def _serve(settings: Settings, url: str, listening: socket.socket) -> None:
    # Imported only now: the metrics client looks for the shared folder once, when it is first imported.
    from garner.api.app import create_app
    from garner.observe.metrics import measure_events

    measure_events(KIND_NAMES)
    warn_of_misspelt_settings()
    async with AsyncExitStack() as held:
        sample = await held.enter_async_context(sample_site(settings))
        if sample is not None:
            settings = settings.with_values(sample_site=sample.origin)
        services = await held.enter_async_context(open_server(settings, url))
        if sample is not None:
            await set_pace(services.engine, sample)
        workers = await held.enter_async_context(_workers(settings))
        server = HttpServer(server_config(create_app(services, sample=sample), settings), services.end_streams)
        bound = listening.getsockname()[:2]  # known now: the socket is closed when the server stops
        observe.emit(observe.Started("server", __version__, web_address(*bound)))
        watch = asyncio.create_task(_watch(settings, bound, workers, server))
        watch.add_done_callback(server.stop_if_it_failed)
        await server.serve([listening])
        watch.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await watch
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
        proxy_headers=bool(settings.server.trusted_proxies),
        forwarded_allow_ips=settings.server.trusted_proxies,
    )


class HttpServer(uvicorn.Server):
    """HTTP server that stops at a signal without raising it again, which would end this process before its workers are
    stopped. It ends streams, because they have no end of their own and would be waited for."""

    def __init__(self, config: uvicorn.Config, end_streams: Callable[[], None]) -> None:
        super().__init__(config)
        self._end_streams = end_streams

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        self._end_streams()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self.handle_exit, number, None)
        yield

    def stop_if_it_failed(self, task: "asyncio.Task[None]") -> None:
        if not task.cancelled() and task.exception() is not None:
            self.should_exit = True
            self._end_streams()


async def _watch(settings: Settings, bound: tuple[str, int], workers: WorkerProcesses, server: HttpServer) -> None:
    """Report when the server is ready, and fail with the error that keeps a worker from starting, before or after
    that."""
    if workers.ready:
        await asyncio.wait(workers.ready, timeout=READY_SECONDS, return_when=asyncio.FIRST_EXCEPTION)
    if not workers.refused.done() and not server.should_exit:
        starting = sum(not worker.done() for worker in workers.ready)
        message = ready_message(settings, *bound, workers=len(workers.ready), starting=starting)
        Console(stderr=True).print(message, highlight=False, soft_wrap=True)
    await workers.refused


@asynccontextmanager
async def _workers(settings: Settings) -> AsyncIterator[WorkerProcesses]:
    """Keep the workers running."""
    loop = asyncio.get_running_loop()
    workers = WorkerProcesses([loop.create_future() for _ in range(settings.server.workers)], loop.create_future())
    supervisors = [asyncio.create_task(_supervise(settings, ready, workers.refused)) for ready in workers.ready]
    try:
        yield workers
    finally:
        ending = (*supervisors, *workers.ready, workers.refused)
        for task in ending:
            task.cancel()
        await asyncio.gather(*ending, return_exceptions=True)


async def _supervise(settings: Settings, ready: "asyncio.Future[None]", refused: "asyncio.Future[None]") -> None:
    """Keep one worker running, until its settings are refused."""
    from prometheus_client.multiprocess import mark_process_dead

    loop = asyncio.get_running_loop()
    failures = refusals = 0
    while True:
        started = loop.time()
        child = await _start_worker(settings)
        try:
            first_line = await _first_word(child)
            if first_line == READY and not ready.done():
                ready.set_result(None)
            code = await child.wait()
        except asyncio.CancelledError:
            await _stop(child, settings.queue.drain_seconds + 5)
            raise
        mark_process_dead(child.pid)  # type: ignore[no-untyped-call]  # untyped in the library
        refusals = refusals + 1 if code == MISCONFIGURED and first_line not in ("", READY) else 0
        if refusals and (not ready.done() or refusals == MAX_REFUSALS):
            _give_up(ConfigurationError(first_line), ready, refused)
            return
        failures = 0 if loop.time() - started > LONG_LIFE_SECONDS else failures + 1
        observe.emit(observe.WorkerDied(child.pid, code, "" if first_line == READY else first_line))
        await asyncio.sleep(RESTART.delay(failures, 0.5))


def _give_up(error: ConfigurationError, *waiting: "asyncio.Future[None]") -> None:
    for future in waiting:
        if not future.done():
            future.set_exception(error)


async def _start_worker(settings: Settings) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "garner", "worker", "--supervised"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env=os.environ | {SAMPLE_SITE: settings.server.sample_site},  # the origin where it is served
    )


async def _first_word(worker: asyncio.subprocess.Process) -> str:
    """Return the worker's first line, which says that it is ready or why it is not; empty if it dies before that."""
    assert worker.stdout is not None
    return (await worker.stdout.readline()).decode(errors="replace").strip()


async def _stop(child: asyncio.subprocess.Process, timeout: float) -> None:
    with contextlib.suppress(ProcessLookupError):
        child.send_signal(signal.SIGTERM)
    try:
        await asyncio.wait_for(child.wait(), timeout)
    except TimeoutError:
        child.kill()
        await child.wait()
