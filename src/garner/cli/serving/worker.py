"""`garner worker`: work until SIGTERM or Ctrl-C, then finish its leased work."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import typer
from prometheus_client import start_http_server

from garner import wiring
from garner.cli.running import exit_cleanly_at_sigterm, run_async, warn_of_misspelt_settings
from garner.cli.serving.supervision import MISCONFIGURED, READY, Supervisor, sleep_while_supervised
from garner.core.lifecycle import Stage
from garner.errors import ConfigurationError
from garner.kinds.registry import KIND_NAMES
from garner.observe.metrics import measure_events
from garner.settings import Settings
from garner.wiring.worker import run_worker


def work(settings: Settings) -> None:
    exit_cleanly_at_sigterm()
    measure_events(KIND_NAMES)
    warn_of_misspelt_settings()
    _serve_metrics(settings)
    with wiring.database_url(settings, wait=time.sleep) as url:
        run_async(_work(settings, url))


def work_for_server(load: Callable[[], Settings]) -> None:
    """Work for a server, which reports the errors that keep its workers from starting, once for all of them. The server
    has reached the database itself, so a database that does not answer now is not an error of the settings: the worker
    is restarted."""
    exit_cleanly_at_sigterm()
    measure_events(KIND_NAMES)
    supervisor = Supervisor()
    with _report_refusal(supervisor):
        settings = load()  # they may have changed since the server read them
    with wiring.database_url(settings, wait=sleep_while_supervised) as url, _report_refusal(supervisor):
        run_async(_work(settings, url, supervisor))


@contextmanager
def _report_refusal(supervisor: Supervisor) -> Iterator[None]:
    try:
        yield
    except ConfigurationError as error:
        if supervisor.has_reported:
            raise
        supervisor.report(error.message)
        raise typer.Exit(MISCONFIGURED) from None


def _serve_metrics(settings: Settings) -> None:
    if not settings.observe.worker_metrics_port:
        return
    try:
        start_http_server(settings.observe.worker_metrics_port, settings.server.host)
    except OSError as error:
        where = f"{settings.server.host}:{settings.observe.worker_metrics_port}"
        raise ConfigurationError(
            f"Cannot serve metrics on {where} ({error.strerror}); set GARNER_WORKER_METRICS_PORT to another port."
        ) from error


async def _work(settings: Settings, url: str, supervisor: Supervisor | None = None) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    if supervisor is not None:
        _stop_at_end_of_input(loop, stop)
    async with wiring.open_engine(settings, url) as (engine, notifier):

        def announce(wake: Callable[[Stage], None]) -> None:
            notifier.add_local_wake(wake)
            if supervisor is not None:
                supervisor.report(READY)

        await run_worker(engine, stop, started=announce)


def _stop_at_end_of_input(loop: asyncio.AbstractEventLoop, stop: asyncio.Event) -> None:
    """Stop when standard input closes. The supervisor never writes; its end of the pipe closes when it dies in any
    way."""

    def read() -> None:
        if not os.read(sys.stdin.fileno(), 1024):
            loop.remove_reader(sys.stdin.fileno())
            stop.set()

    loop.add_reader(sys.stdin.fileno(), read)
