"""Running asynchronous commands: on uvloop where there is one."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

Answer = TypeVar("Answer")


def _event_loop() -> asyncio.AbstractEventLoop:
    try:
        import uvloop
    except ImportError:  # not on every platform
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


def run_async(main: Coroutine[Any, Any, Answer]) -> Answer:
    with asyncio.Runner(loop_factory=_event_loop) as runner:
        return runner.run(main)
