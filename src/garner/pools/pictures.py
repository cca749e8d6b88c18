"""Read pictures in separate processes: one picture at a time in each, limited in time and memory, and killable,
because a picture may be made to hang or crash the code that opens it.

One process reads text, which takes seconds; another recognizes products, which takes tenths of a second and need not
wait for the first. Each is started for its first picture, since models take memory and most workers never see one, and
ended after an idle time.
"""

import asyncio
import contextlib
from collections.abc import Callable
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Self, TypeVar

from garner.blobs import unpack
from garner.core.record import Kind
from garner.extraction import Answers
from garner.extraction.kinds.product.picture import BarcodesAndHash, read_product_picture
from garner.extraction.recipe_picture import PictureText, read_page_again, read_picture
from garner.pools.extractors import Extractors, limit_memory
from garner.settings import Settings

IDLE_SECONDS = 60.0
# Address space, of which the models reserve far more than they use.
MIN_MEMORY_MB = 4096
MIN_SECONDS = 60.0  # a picture takes three or four, and several times that on a busy machine

ResultT = TypeVar("ResultT")


def begin(memory_mb: int) -> None:
    """Prepare a process before it takes pictures. The models are loaded with the first picture, which reports a failure
    to load them."""
    if memory_mb:
        limit_memory(memory_mb * 1024**2)


def read_packed(packed: bytes, max_bytes: int, kind: Kind, asks_llm: bool) -> PictureText:
    return read_picture(unpack(packed, max_bytes), kind, asks_llm=asks_llm)


def look_at_packed(packed: bytes, max_bytes: int) -> BarcodesAndHash:
    return read_product_picture(unpack(packed, max_bytes))


class Aside:
    """A process that runs while it is needed."""

    def __init__(self, timeout_seconds: float, max_bytes: int, memory_mb: int, idle_seconds: float) -> None:
        self._limits = timeout_seconds, max_bytes, memory_mb
        self._idle_seconds = idle_seconds
        self._stack = ExitStack()
        self._process: Extractors | None = None
        self._under_way = 0
        self._ending: asyncio.TimerHandle | None = None

    async def run(self, act: Callable[..., ResultT], *arguments: Any) -> ResultT:
        self._under_way += 1
        try:
            return await self._start().run(act, *arguments)
        finally:
            self._under_way -= 1
            self._end_when_idle()

    def _start(self) -> Extractors:
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None
        if self._process is None:
            self._process = Extractors(1, *self._limits, begin=begin, ahead=0)
            self._stack.enter_context(self._process)
        return self._process

    def _end_when_idle(self) -> None:
        if self._under_way == 0 and self._ending is None:
            with contextlib.suppress(RuntimeError):  # the loop is closing, and so is this
                self._ending = asyncio.get_running_loop().call_later(self._idle_seconds, self.end)

    def end(self) -> None:
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None
        if self._under_way == 0:
            self._process = None
            self._stack.close()


class Pictures:
    def __init__(self, settings: Settings, *, idle_seconds: float = IDLE_SECONDS) -> None:
        self.timeout_seconds = max(settings.extraction.timeout_seconds, MIN_SECONDS)
        self._max_bytes = settings.limits.image_max_bytes
        memory_mb = settings.extraction.memory_mb and max(settings.extraction.memory_mb, MIN_MEMORY_MB)
        limits = self.timeout_seconds, self._max_bytes, memory_mb, idle_seconds
        self.reader = Aside(*limits)
        self.looker = Aside(*limits)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.reader.end()
        self.looker.end()

    async def read(self, packed: bytes, kind: Kind, *, asks_llm: bool = False) -> PictureText:
        """Read the text on a picture, given as it is stored."""
        return await self.reader.run(read_packed, packed, self._max_bytes, kind, asks_llm)

    async def read_again(self, page: bytes, kind: Kind, answers: Answers) -> PictureText:
        """Read the same page again with a language model's answers, without processing the picture again."""
        return await self.reader.run(read_page_again, page, kind, answers)

    async def look(self, packed: bytes) -> BarcodesAndHash:
        """Recognize the product on the picture, as far as that is possible without reading text."""
        return await self.looker.run(look_at_packed, packed, self._max_bytes)

    async def look_at_body(self, body: bytes) -> BarcodesAndHash:
        """Recognize the product on a picture that is not stored."""
        return await self.looker.run(read_product_picture, body)
