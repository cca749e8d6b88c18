"""Reads pictures, in a process of its own: one at a time, within a time and a memory of its own, and killable.

It is started for the first picture, since its models take memory and most workers never see one, and ended when none
has come for a while.
"""

import asyncio
import contextlib
from collections.abc import Callable
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Self, TypeVar

from garner.blobs import unpack
from garner.core.record import Kind
from garner.extract import Answers
from garner.extract.picture import PictureText, read_page_again, read_picture
from garner.settings import Settings
from garner.work.extractors import Extractors, limit_memory

IDLE_SECONDS = 300.0
# Of addresses, of which the models reserve far more than they use.
LEAST_MEMORY_MB = 4096
LEAST_SECONDS = 60.0  # a picture takes three or four, on a machine that has other things to do several times that

ResultT = TypeVar("ResultT")


def begin(memory_mb: int) -> None:
    """What the process does before it takes pictures. The models are loaded with the first, where it is told if they
    cannot be."""
    if memory_mb:
        limit_memory(memory_mb * 1024**2)


def read_packed(packed: bytes, max_bytes: int, kind: Kind, asks_llm: bool) -> PictureText:
    return read_picture(unpack(packed, max_bytes), kind, asks_llm=asks_llm)


class Pictures:
    def __init__(self, settings: Settings, *, idle_seconds: float = IDLE_SECONDS) -> None:
        self.timeout_seconds = max(settings.extract_timeout_seconds, LEAST_SECONDS)
        self._max_bytes = settings.image_max_bytes
        self._memory_mb = settings.extract_memory_mb and max(settings.extract_memory_mb, LEAST_MEMORY_MB)
        self._idle_seconds = idle_seconds
        self._stack = ExitStack()
        self._reader: Extractors | None = None
        self._reading = 0
        self._ending: asyncio.TimerHandle | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._end()

    async def read(self, packed: bytes, kind: Kind, *, asks_llm: bool = False) -> PictureText:
        """What is on a picture, given as it is stored."""
        return await self._run(read_packed, packed, self._max_bytes, kind, asks_llm)

    async def read_again(self, page: bytes, kind: Kind, answers: Answers) -> PictureText:
        """The same with a language model's help, without looking at the picture again."""
        return await self._run(read_page_again, page, kind, answers)

    async def _run(self, act: Callable[..., ResultT], *arguments: Any) -> ResultT:
        self._reading += 1
        try:
            return await self._started().run(act, *arguments)
        finally:
            self._reading -= 1
            self._end_when_idle()

    def _started(self) -> Extractors:
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None
        if self._reader is None:
            self._reader = Extractors(1, self.timeout_seconds, self._max_bytes, self._memory_mb, begin=begin, ahead=0)
            self._stack.enter_context(self._reader)
        return self._reader

    def _end_when_idle(self) -> None:
        if self._reading == 0 and self._ending is None:
            with contextlib.suppress(RuntimeError):  # the loop is closing, and so is this
                self._ending = asyncio.get_running_loop().call_later(self._idle_seconds, self._end)

    def _end(self) -> None:
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None
        if self._reading == 0:
            self._reader = None
            self._stack.close()
