"""A pool of processes that extract.

Extraction is all CPU, so it never runs on the event loop; and a page may hang or crash the code that reads it, so it
runs in a process that can be killed. Those processes import this module, so it needs little more than extraction does.
"""

import asyncio
import signal
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from types import TracebackType
from typing import Any, Self, TypeVar

from garner.blobs import unpack
from garner.core.record import Kind
from garner.errors import ExtractCrashed, ExtractTimeout
from garner.extraction import Answers, Extraction, extract, extract_if_changed
from garner.pools.processes import AHEAD, ProcessDied, Processes

# Signals that people send, or the kernel when memory runs out. Code that crashes dies of others.
IDLE_SECONDS = 60.0  # after which a process that has nothing to do gives its memory back
KILLED_FROM_OUTSIDE = (signal.SIGKILL, signal.SIGTERM)
ResultT = TypeVar("ResultT")


@dataclass(frozen=True, slots=True)
class PageToExtract:
    packed: bytes
    url: str
    charset: str | None
    kinds: tuple[Kind, ...]
    before: Mapping[str, Any] | None = None  # fingerprint of the page as last extracted
    threshold: int = 3
    llm_kinds: tuple[Kind, ...] = ()  # kinds for which a language model may be asked
    answers: Answers = field(default_factory=dict)  # its answers
    known: bool = True  # an unchanged page would give the same records as the last extraction
    same_body: bool = False  # the body is identical to the last one


def extract_packed(page: PageToExtract, max_bytes: int, candidate: str | None = None) -> Extraction:
    """Extract one page. Runs in a process of the pool."""
    body = unpack(page.packed, max_bytes)
    if candidate is not None:
        from garner.extraction.candidates import extract_by  # takes long to import, and is seldom used

        return extract_by(candidate, body, url=page.url, charset=page.charset, kinds=page.kinds, answers=page.answers)
    return extract_if_changed(
        body,
        url=page.url,
        charset=page.charset,
        kinds=page.kinds,
        before=page.before,
        known=page.known,
        same_body=page.same_body,
        threshold=page.threshold,
        llm_kinds=page.llm_kinds,
        answers=page.answers,
    )


def warm_up() -> None:
    extract(b"<html></html>", url="http://localhost/", charset=None, kinds=tuple(Kind))


def prepare(memory_mb: int, *, warm: bool = True) -> None:
    """Prepare a process of the pool before it takes pages."""
    if warm:  # a single page is read sooner without loading what only some pages need
        warm_up()
    if memory_mb:
        limit_memory(memory_mb * 1024**2)


def limit_memory(max_bytes: int) -> None:
    # A page of some hundred kilobytes can be written so that its elements take gigabytes.
    with suppress(ImportError, OSError, ValueError):  # not every system has this limit
        import resource

        _, hard_limit = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (max_bytes, hard_limit))


class Extractors:
    """A pool of processes that extract, with the current extractor or a candidate ("module:function"). A page that
    takes too long has its process killed, and affects nothing else."""

    def __init__(
        self,
        processes: int,
        timeout_seconds: float,
        max_bytes: int,
        memory_mb: int = 0,
        candidate: str | None = None,
        *,
        begin: Callable[[int], None] | None = None,
        ahead: int = AHEAD,
        idle_seconds: float | None = None,
        forked: bool = False,
    ) -> None:
        self.processes = processes
        self._candidate = candidate
        self._timeout = timeout_seconds
        self._max_bytes = max_bytes
        prepared = partial(prepare, memory_mb, warm=not forked) if begin is None else partial(begin, memory_mb)
        self._pool = Processes(processes, prepared, ahead=ahead, idle_seconds=idle_seconds, forked=forked)

    def __enter__(self) -> Self:
        self._pool.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._pool.__exit__(kind, error, traceback)

    def expect_pages(self) -> None:
        """Start processes that are not running, for pages that are being fetched."""
        self._pool.expect_calls()

    async def extract(self, page: PageToExtract) -> Extraction:
        return await self.run(extract_packed, page, self._max_bytes, self._candidate)

    async def run(self, read: Callable[..., ResultT], *arguments: Any) -> ResultT:
        """Call a function that reads one page, in one of the processes and within their limits."""
        try:
            return await asyncio.wrap_future(self._pool.run(read, *arguments, timeout=self._timeout))
        except TimeoutError as error:
            raise ExtractTimeout(f"Extraction took longer than {self._timeout:g} s.") from error
        except MemoryError as error:
            raise ExtractCrashed("Extraction took more memory than allowed.") from error
        except ProcessDied as error:
            if error.by_signal in KILLED_FROM_OUTSIDE:
                raise ExtractorLost("The process that extracted the page was killed.") from error
            raise ExtractCrashed("The process that extracted the page died.") from error


class ExtractorLost(ExtractCrashed):
    """The extracting process was killed from outside, which need not be the page's fault: worth another attempt."""

    retryable = True
