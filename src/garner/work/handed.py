"""Reads the pages that people send, in processes of their own within the same limits as at work.

They are started for the first such page: most servers are never sent one. How many pages may wait is bounded, since
each that waits is held in memory.
"""

from contextlib import ExitStack
from types import TracebackType
from typing import TYPE_CHECKING, Self

from garner.errors import Unavailable
from garner.settings import Settings

if TYPE_CHECKING:
    from garner.extract import Extraction
    from garner.extract.handed import HandedPage
    from garner.work.extractors import Extractors

PROCESSES = 2
MOST_WAITING = 32


class HandedPages:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._stack = ExitStack()
        self._extractors: Extractors | None = None
        self._waiting = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._stack.close()

    async def read(self, page: "HandedPage") -> "Extraction":
        from garner.extract.handed import extract_handed  # takes long to import, and most commands do without

        if self._waiting >= MOST_WAITING:
            raise Unavailable("Too many pages are being read just now.", retry_after=1)
        self._waiting += 1
        try:
            return await self._started().run(extract_handed, page)
        finally:
            self._waiting -= 1

    def _started(self) -> "Extractors":
        from garner.work.extractors import Extractors

        if self._extractors is None:
            settings = self._settings
            limits = settings.extract_timeout_seconds, settings.fetch_max_bytes, settings.extract_memory_mb
            self._extractors = Extractors(min(PROCESSES, settings.extract_processes), *limits)
            self._stack.enter_context(self._extractors)
        return self._extractors
