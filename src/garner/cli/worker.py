"""`garner worker`: works until SIGTERM or Ctrl-C, then finishes what it holds."""

import asyncio
import os
import signal
import sys

from prometheus_client import start_http_server

from garner import wiring
from garner.cli.running import run_async
from garner.observe.metrics import measure_events
from garner.settings import Settings
from garner.work.worker import run_worker


def work(settings: Settings, *, supervised: bool) -> None:
    measure_events()
    if settings.worker_metrics_port:
        start_http_server(settings.worker_metrics_port, settings.host)
    with wiring.database_url(settings) as url:
        run_async(_work(settings, url, supervised=supervised))


async def _work(settings: Settings, url: str, *, supervised: bool) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    if supervised:
        _stop_at_end_of_input(loop, stop)
    async with wiring.open_engine(settings, url) as (engine, notifier):
        await run_worker(engine, stop, started=notifier.also_here)


def _stop_at_end_of_input(loop: asyncio.AbstractEventLoop, stop: asyncio.Event) -> None:
    """The supervisor never writes; its end of the pipe closes when it dies, however it dies."""

    def read() -> None:
        if not os.read(sys.stdin.fileno(), 1024):
            loop.remove_reader(sys.stdin.fileno())
            stop.set()

    loop.add_reader(sys.stdin.fileno(), read)
