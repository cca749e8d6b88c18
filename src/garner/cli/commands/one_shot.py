"""Run commands that do a piece of work and end: an engine with a worker in this process, and Ctrl-C."""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress

from garner import wiring
from garner.core.lifecycle import Stage
from garner.engine import Engine
from garner.settings import Settings
from garner.wiring.worker import run_worker

_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interruption:
    """A request of the user to end the command."""

    def __init__(self) -> None:
        self.exit_code: int | None = None
        self._requested = asyncio.Event()

    def __bool__(self) -> bool:
        return self._requested.is_set()

    def request(self, number: int) -> None:
        self.exit_code = 128 + number
        self._requested.set()

    async def pause(self, seconds: float) -> None:
        """Sleep, but no longer than until the user interrupts."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._requested.wait(), seconds)


@contextmanager
def interruptible() -> Iterator[Interruption]:
    """Yield an interruption. The first Ctrl-C, SIGTERM or closed terminal asks for an orderly end; the second ends the
    process like any other. Ignored signals (`nohup`) stay ignored."""
    interruption = Interruption()
    handled = [number for number in _SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
    loop = asyncio.get_running_loop()

    def request(number: int) -> None:
        interruption.request(number)
        forget()

    def forget() -> None:
        for number in handled:
            loop.remove_signal_handler(number)

    for number in handled:
        loop.add_signal_handler(number, request, number)
    try:
        yield interruption
    finally:
        forget()


@asynccontextmanager
async def working_engine(settings: Settings, url: str) -> AsyncIterator[tuple[Engine, "asyncio.Task[None]"]]:
    """Yield an engine and the worker that serves it, which finishes its leased work at the end. The worker ends before
    that only by an error: a caller that waits for results checks whether it is still running. The worker is registered
    from the start, so that other workers leave to it what they may not fetch themselves."""
    stop, announced = asyncio.Event(), asyncio.Event()
    async with wiring.open_engine(settings, url) as (engine, notifier):

        def announce(wake: Callable[[Stage], None]) -> None:
            notifier.add_local_wake(wake)
            announced.set()

        worker = asyncio.create_task(run_worker(engine, stop, started=announce))
        known = asyncio.create_task(announced.wait())
        await asyncio.wait([worker, known], return_when=asyncio.FIRST_COMPLETED)
        known.cancel()
        try:
            yield engine, worker
        finally:
            stop.set()
            await worker
