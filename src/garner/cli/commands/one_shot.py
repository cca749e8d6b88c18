"""Commands that do a piece of work and end: an engine with a worker beside it in this process, and Ctrl-C."""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress

from garner import wiring
from garner.core.lifecycle import Stage
from garner.engine import Engine
from garner.runtime.worker import run_worker
from garner.settings import Settings

_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interruption:
    """Whether somebody wants the command to end."""

    def __init__(self) -> None:
        self.exit_code: int | None = None
        self._told = asyncio.Event()

    def __bool__(self) -> bool:
        return self._told.is_set()

    def tell(self, number: int) -> None:
        self.exit_code = 128 + number
        self._told.set()

    async def pause(self, seconds: float) -> None:
        """Sleeps, and no longer than until somebody wants an end."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._told.wait(), seconds)


@contextmanager
def interruptible() -> Iterator[Interruption]:
    """The first Ctrl-C, SIGTERM or closed terminal asks to end in order; the second ends the process as it would any
    other. What was to be ignored (`nohup`) still is."""
    interruption = Interruption()
    heeded = [number for number in _SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
    loop = asyncio.get_running_loop()

    def tell(number: int) -> None:
        interruption.tell(number)
        forget()

    def forget() -> None:
        for number in heeded:
            loop.remove_signal_handler(number)

    for number in heeded:
        loop.add_signal_handler(number, tell, number)
    try:
        yield interruption
    finally:
        forget()


@asynccontextmanager
async def working_engine(settings: Settings, url: str) -> AsyncIterator[tuple[Engine, "asyncio.Task[None]"]]:
    """An engine and the worker that serves it, which finishes what it holds at the end. The worker ends before that
    only by an error: whoever waits for results looks whether it is still there. Others know of it from the start, so
    that they leave to it what they may not fetch themselves."""
    stop, announced = asyncio.Event(), asyncio.Event()
    async with wiring.open_engine(settings, url) as (engine, notifier):

        def started(wake: Callable[[Stage], None]) -> None:
            notifier.also_here(wake)
            announced.set()

        worker = asyncio.create_task(run_worker(engine, stop, started=started))
        known = asyncio.create_task(announced.wait())
        await asyncio.wait([worker, known], return_when=asyncio.FIRST_COMPLETED)
        known.cancel()
        try:
            yield engine, worker
        finally:
            stop.set()
            await worker
