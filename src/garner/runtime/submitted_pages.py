"""Extract the pages that users send, in separate processes with limits like those of the workers.

The processes are started for the first such page: most servers never receive one. A slow page delays those behind it,
and one sender may send many, so no sender may use all processes: each may have a few pages here, of which one fewer is
read at a time than there are processes, and the rest wait their turn. A sender is admitted before the page is
received, since receiving and parsing it takes memory and time on the event loop. The total number of waiting pages is
bounded, since each is held in memory; fewer may wait for a language model, which is slow. The sender waits for the
response, so a page gets less time than in a worker. When the sender disconnects and the call is canceled, the page
leaves the queue, or its process is killed.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from garner.errors import TooManyRequests, Unavailable
from garner.settings import Settings

if TYPE_CHECKING:
    from garner.extraction import Extraction
    from garner.extraction.submitted import SubmittedPage
    from garner.pools.extractors import Extractors
    from garner.postgres.database import Database

ReadSubmitted = Callable[["SubmittedPage"], Coroutine[Any, Any, "Extraction"]]

PROCESSES = 2
MAX_WAITING = 32
MAX_PER_SENDER = 4
MAX_ASKING = 8


@dataclass(slots=True)
class SenderQueue:
    """A sender with pages in progress."""

    turns: asyncio.Semaphore
    pages: int = field(default=0)


class SubmittedPages:
    def __init__(self, settings: Settings, database: "Database | None" = None) -> None:
        self._settings = settings
        self._database = database
        self._stack = ExitStack()
        self._extractors: Extractors | None = None
        self._processes = min(PROCESSES, settings.extraction.processes)
        self._senders: dict[str, SenderQueue] = {}
        self._waiting = 0
        self._asking = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._stack.close()

    @asynccontextmanager
    async def admit(self, name: str) -> AsyncIterator["ReadSubmitted"]:
        """Give a sender room for one page before it is received. Raise `TooManyRequests` if there is none left."""
        sender = self._senders.get(name) or SenderQueue(asyncio.Semaphore(max(1, self._processes - 1)))
        if sender.pages >= MAX_PER_SENDER:
            raise TooManyRequests(f"You already have {sender.pages} pages being read.", retry_after=1)
        self._senders[name] = sender
        sender.pages += 1
        try:
            yield partial(self._read_admitted, turns=sender.turns)
        finally:
            sender.pages -= 1
            if not sender.pages:
                del self._senders[name]

    async def _read_admitted(self, page: "SubmittedPage", turns: asyncio.Semaphore) -> "Extraction":
        if page.asks_llm and self._settings.llm.is_configured:
            return await self._read_and_ask(page, turns)
        return await self._read(page, turns)

    async def _read_and_ask(self, page: "SubmittedPage", turns: asyncio.Semaphore) -> "Extraction":
        if self._asking >= MAX_ASKING:
            raise Unavailable("Too many pages are waiting for the LLM.", retry_after=5)
        self._asking += 1
        try:
            return await self._read_with_llm(page, turns)
        finally:
            self._asking -= 1

    async def _read_with_llm(self, page: "SubmittedPage", turns: asyncio.Semaphore) -> "Extraction":
        from garner.runtime.calls.llm_fallback import LlmFallback, complete_submitted, make_llm

        llm = make_llm(self._settings)
        assert llm is not None  # the caller checked the settings
        async with llm:
            llm_fallback = LlmFallback(self._database, llm, self._settings.llm.daily_tokens)
            return await complete_submitted(llm_fallback, page, lambda page: self._read(page, turns))

    async def _read(self, page: "SubmittedPage", turns: asyncio.Semaphore) -> "Extraction":
        from garner.extraction.submitted import extract_submitted  # takes long to import, and most commands do without

        if self._waiting >= MAX_WAITING:
            raise Unavailable("Too many pages are being read.", retry_after=1)
        self._waiting += 1
        try:
            async with turns:
                return await self._start().run(extract_submitted, page)
        finally:
            self._waiting -= 1

    def _start(self) -> "Extractors":
        from garner.pools.extractors import IDLE_SECONDS, Extractors

        if self._extractors is None:
            settings = self._settings
            seconds = min(settings.extraction.sent_timeout_seconds, settings.extraction.timeout_seconds)
            limits = seconds, settings.fetch.max_bytes, settings.extraction.memory_mb
            self._extractors = Extractors(self._processes, *limits, ahead=0, idle_seconds=IDLE_SECONDS)
            self._stack.enter_context(self._extractors)
        return self._extractors
