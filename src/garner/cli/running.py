"""Run commands: on uvloop where available, with as many open files as the system allows, and with a warning about
unknown settings."""

import asyncio
import resource
import signal
from collections.abc import Coroutine
from types import FrameType
from typing import Any, TypeVar

from garner import observe
from garner.settings import misspelt_names

Answer = TypeVar("Answer")


def _event_loop() -> asyncio.AbstractEventLoop:
    try:
        import uvloop
    except ImportError:  # not on every platform
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


def _allow_many_sockets() -> None:
    """Raise the limit of open files: idle connections to many hosts exceed the usual 1024."""
    _, limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))


def exit_cleanly_at_sigterm() -> None:
    """Exit with 0 at SIGTERM, wherever the process is, until an event loop handles the signal."""
    signal.signal(signal.SIGTERM, _exit_cleanly)


def _exit_cleanly(number: int, frame: FrameType | None) -> None:
    raise SystemExit(0)


def run_async(main: Coroutine[Any, Any, Answer]) -> Answer:
    _allow_many_sockets()
    with asyncio.Runner(loop_factory=_event_loop) as runner:
        return runner.run(main)


def warn_of_misspelt_settings() -> None:
    for name, meant in misspelt_names():
        observe.emit(observe.SettingUnknown(name, meant))
