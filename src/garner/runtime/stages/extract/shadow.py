"""Run a candidate extractor in the shadow of the current one: it gets live pages after they were read, and its results
are stored separately and compared, never used.

The candidate cannot affect live work. Pages are offered to it without waiting: the queue has room for so many pages and
bytes, and pages that find no room are dropped and counted. It runs in a separate process, at a lower priority where the
system supports that, and within the time and memory limits of extraction. Its code is loaded only there, and its
results come back as plain data of bounded size, so that no object of the candidate is ever unpickled here.
"""

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import orjson

from garner import observe
from garner.core.quality.parser_health import fields_read
from garner.core.quality.shadow import ShadowComparison, compare
from garner.core.record import Kind, Record, RecordData
from garner.core.urls.page_url import parse_page_url
from garner.engine.engine import Engine
from garner.errors import ConfigurationError, ExtractError, GarnerError, InputError, Unavailable
from garner.extraction.candidates import find_extractor
from garner.extraction.questions import RUNG as LANGUAGE_MODEL
from garner.pools.extractors import Extractors, PageToExtract, extract_packed
from garner.postgres.database import Database
from garner.settings import Settings
from garner.store.records import shadow
from garner.store.records.shadow import ShadowedPage

MAX_PAGES = 200
MAX_BYTES = 64 * 1024**2
MAX_RECORD_BYTES = 1024**2
MAX_ERROR_LENGTH = 500
SAVED_AT_ONCE = 50
SAVE_SECONDS = 1.0
STANDS_BACK = 10  # the niceness of the process
LOADING_SECONDS = 60.0


# In the candidate's process -----------------------------------------------------------------------------------------


@cache
def _prepare_process() -> None:
    sys.path.insert(0, str(Path.cwd()))  # as with `python -m`: people try candidates in their current folder
    with suppress(OSError):
        os.nice(STANDS_BACK)


def load(candidate: str) -> None:
    _prepare_process()
    find_extractor(candidate)


def read_and_compare(
    page: PageToExtract, max_bytes: int, candidate: str, live: Mapping[Kind, RecordData]
) -> list[ShadowComparison]:
    _prepare_process()
    records = extract_packed(page, max_bytes, candidate).records
    try:
        return [_compare_record(kind, live.get(kind), records.get(kind)) for kind in page.kinds]
    except MemoryError:
        raise
    except Exception as error:  # a candidate's record may be anything
        raise ExtractError(
            f"{candidate} returned a record that cannot be stored: {error}"[:MAX_ERROR_LENGTH]
        ) from error


def _compare_record(kind: Kind, live: RecordData | None, record: Record | None) -> ShadowComparison:
    if record is None:
        return compare(kind, live, None, None)
    written = orjson.dumps(dict(record.data), default=str)
    if len(written) > MAX_RECORD_BYTES:
        raise ValueError(f"it is larger than {MAX_RECORD_BYTES} bytes")
    if b"\\u0000" in written:
        raise ValueError("it contains a character that the database cannot store")
    return compare(kind, live, orjson.loads(written), _plain(str(record.extractor_version), 64))


def _plain(text: str, max_length: int) -> str:
    """Return the text as the database can store it."""
    return text.encode("utf-8", "replace").decode().replace("\0", "")[:max_length]


# In the worker ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Offered:
    url_hash: str
    page: PageToExtract
    live: Mapping[Kind, RecordData]


class Shadow:
    def __init__(
        self, candidate: str, database: Database, settings: Settings, pool: Extractors, rng: Random | None = None
    ) -> None:
        self._candidate = candidate
        self._rng = rng or Random()
        self._database = database
        self._share = settings.shadow.share
        self._max_bytes = settings.fetch.max_bytes
        self._pool = pool
        self._offered: asyncio.Queue[Offered] = asyncio.Queue(MAX_PAGES)
        self._bytes = 0
        self._unsaved: list[ShadowedPage] = []

    def offer(self, url_hash: str, page: PageToExtract, live: Mapping[Kind, Record]) -> None:
        """Offer a page. This never waits and never fails."""
        if self._rng.random() >= self._share:
            return
        if self._offered.full() or self._bytes + len(page.packed) > MAX_BYTES:
            observe.emit(observe.ShadowCompared(self._candidate, page.url, "dropped", 0.0))
            return
        self._bytes += len(page.packed)
        read = {kind: data for kind, record in live.items() if (data := _read_from_the_page(record))}
        self._offered.put_nowait(Offered(url_hash, page, read))

    async def run(self) -> None:
        while True:
            try:
                await self.run_once()
            except Unavailable as error:
                observe.emit(observe.DatabaseLost("shadow", str(error.__cause__)))
                del self._unsaved[:-SAVED_AT_ONCE]
                await asyncio.sleep(SAVE_SECONDS)
            except Exception as error:  # an error of the candidate must not affect the worker
                observe.emit(observe.LoopFailed("shadow", repr(error)))
                self._unsaved.clear()
                await asyncio.sleep(SAVE_SECONDS)

    async def run_once(self) -> int:
        """Wait for pages, compare those that arrive within a moment, and save the results. Return the number of
        pages."""
        offered: Offered | None = await self._offered.get()
        enough = time.monotonic() + SAVE_SECONDS
        count = 0
        while offered is not None:
            self._unsaved += await self._compare(offered)
            count += 1
            more = len(self._unsaved) < SAVED_AT_ONCE and time.monotonic() < enough and not self._offered.empty()
            offered = self._offered.get_nowait() if more else None
        await self.save()
        return count

    async def _compare(self, offered: Offered) -> list[ShadowedPage]:
        page, started = offered.page, time.monotonic()
        self._bytes -= len(page.packed)
        try:
            comparisons = await self._pool.run(read_and_compare, page, self._max_bytes, self._candidate, offered.live)
            outcome = "different" if any(comparison.differs for comparison in comparisons) else "same"
        except GarnerError as error:
            text = _plain(error.message, MAX_ERROR_LENGTH)
            comparisons = [ShadowComparison(kind, error_code=error.code, error=text) for kind in page.kinds]
            outcome = "failed"
        seconds = time.monotonic() - started
        observe.emit(observe.ShadowCompared(self._candidate, page.url, outcome, seconds))
        domain = parse_page_url(page.url, allow_private=True).domain
        return [ShadowedPage(offered.url_hash, domain, comparison) for comparison in comparisons]

    async def save(self) -> None:
        if not self._unsaved:
            return
        async with self._database.transaction() as connection:
            await shadow.save(connection, self._candidate, self._unsaved)
        self._unsaved.clear()


def _read_from_the_page(record: Record) -> dict[str, Any]:
    """Return the record without fields from a language model, since the candidate has none to ask."""
    return {name: record.data[name] for name in fields_read(record, besides=LANGUAGE_MODEL) or ()}


@asynccontextmanager
async def open_shadow(engine: Engine) -> AsyncIterator[Shadow | None]:
    """Run the shadow while the context is open, if there is a candidate."""
    settings = engine.settings
    candidate = settings.shadow.extractor
    if candidate is None or settings.shadow.share == 0:
        yield None
        return
    limits = (settings.extraction.timeout_seconds, settings.fetch.max_bytes, settings.extraction.memory_mb)
    with Extractors(1, *limits) as pool:
        await require_candidate(pool, candidate)
        shadow_of_it = Shadow(candidate, engine.database, settings, pool, engine.rng)
        running = asyncio.create_task(shadow_of_it.run())
        try:
            yield shadow_of_it
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            with suppress(Unavailable):
                await shadow_of_it.save()


async def require_candidate(pool: Extractors, candidate: str) -> None:
    """Raise `ConfigurationError` before any page is read if the candidate cannot be loaded."""
    try:
        async with asyncio.timeout(LOADING_SECONDS):
            await pool.run(load, candidate)
    except InputError as error:
        raise ConfigurationError(f"GARNER_SHADOW_EXTRACTOR={candidate}: {error.message}") from error
    except (ExtractError, TimeoutError) as error:  # it hangs or crashes before it has read anything
        raise ConfigurationError(f"GARNER_SHADOW_EXTRACTOR={candidate} cannot be loaded.") from error
