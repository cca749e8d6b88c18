"""Running asynchronous commands: on uvloop where there is one."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

Answer = TypeVar("Answer")

try:
    from uvloop import new_event_loop
except ImportError:  # not on every platform
    from asyncio import new_event_loop


def run_async(main: Coroutine[Any, Any, Answer]) -> Answer:
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        return runner.run(main)
