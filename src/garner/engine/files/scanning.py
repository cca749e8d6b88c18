"""Scan a source and make jobs of its new files, as if they had been uploaded.

A file is taken in once. Its content hash identifies it among all files that ever came by a scan, and the database
enforces that: of two scans that find the same file at the same time, one makes the job and the other gets `KnownFile`.
Files that were dealt with are also remembered by location and stamp, so that a source can be scanned repeatedly without
reading its files.
"""

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import sha256

import orjson

from garner import observe
from garner.core.accounts.actor import AuditActor
from garner.core.urls.source_url import SourceUrl
from garner.engine.engine import Engine
from garner.engine.files.allowed_sources import open_source
from garner.engine.files.reading_threads import ReadingThreads
from garner.engine.files.spool import describe_file, spool_file
from garner.engine.files.uploads import Sender, UploadOptions, submit_files
from garner.errors import Conflict, InputError, KnownFile, NotFound, TooManyRequests, Unavailable
from garner.sources import Entry, Source
from garner.sources.source import too_large
from garner.store.ingest import scans
from garner.store.ingest.scans import ScanRecord
from garner.store.people import audit_log
from garner.store.people.audit_log import AuditObject

MAX_TAKEN = 100
SCAN_SECONDS = 60.0  # no further file is started after this time
# A file that is being written changes within this time. Sources whose files appear at once need not wait.
SETTLE_SECONDS = 2.0
UNSETTLED = "The file is still being written. The next scan imports it."
TIME_IS_UP = "This scan ran out of time. The next scan imports the file."
ENOUGH_TAKEN = f"A scan imports at most {MAX_TAKEN} files. The next scan imports this one."


class ScanOutcome(StrEnum):
    NEW = "new"
    KNOWN = "known"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Scanned:
    name: str
    outcome: ScanOutcome
    job_id: int | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Scan:
    files: Sequence[Scanned]
    is_whole: bool  # false if there are more files than a scan lists

    def count(self, outcome: ScanOutcome) -> int:
        return sum(file.outcome is outcome for file in self.files)


async def scan(
    engine: Engine,
    threads: ReadingThreads,
    url: SourceUrl,
    sender: Sender,
    options: UploadOptions,
    *,
    by: AuditActor | None = None,
) -> Scan:
    """Take in the new files of a source. `by` is the operator who asked for it."""
    source = await open_source(engine.settings, url)
    listing = await source.list()
    if by is not None:
        async with engine.database.connection() as connection:
            await audit_log.write(connection, by, "source.scan", AuditObject("source", str(url)))
    taking = _Taking(engine, threads, source, url, sender, options)
    dealt_with = await taking.find_known(listing.entries)
    fresh = [entry for entry in listing.entries if entry.key not in dealt_with]
    moving = await _find_changing(source, fresh)
    taken = {entry.key: await taking.take(entry, is_moving=entry.key in moving) for entry in fresh}
    scanned = dealt_with | taken
    _emit_scan(url, list(taken.values()))
    return Scan([scanned[entry.key] for entry in listing.entries], listing.is_whole)


async def _find_changing(source: Source, fresh: Sequence[Entry]) -> set[str]:
    if source.writes_at_once or not fresh:
        return set()
    await asyncio.sleep(SETTLE_SECONDS)
    now = {entry.key: entry.stamp for entry in (await source.list()).entries}
    return {entry.key for entry in fresh if now.get(entry.key) != entry.stamp}


def _emit_scan(url: SourceUrl, taken: Sequence[Scanned]) -> None:
    if taken:
        scan = Scan(taken, is_whole=True)
        observe.emit(observe.PlaceScanned(str(url), scan.count(ScanOutcome.NEW), scan.count(ScanOutcome.REFUSED)))


class _Taking:
    """The intake of one scan's files, until a limit is reached."""

    def __init__(
        self,
        engine: Engine,
        threads: ReadingThreads,
        source: Source,
        url: SourceUrl,
        sender: Sender,
        options: UploadOptions,
    ) -> None:
        self._engine = engine
        self._threads = threads
        self._source = source
        self._url = url
        self._sender = sender
        self._options = options
        self._asked = sha256(orjson.dumps([options.kind, options.serialize()], option=orjson.OPT_SORT_KEYS)).hexdigest()
        self._deadline = time.monotonic() + SCAN_SECONDS
        self._taken = 0
        self._full: str | None = None  # the reason why no more files are taken

    async def find_known(self, entries: Sequence[Entry]) -> dict[str, Scanned]:
        async with self._engine.database.connection() as connection:
            scan_records = await scans.find_scanned(connection, [self._url_of(entry) for entry in entries])
        return {entry.key: known for entry in entries if (known := self._recall(entry, scan_records)) is not None}

    def _recall(self, entry: Entry, scan_records: Mapping[str, ScanRecord]) -> Scanned | None:
        scan_record = scan_records.get(self._url_of(entry))
        if scan_record is None or scan_record.stamp != entry.stamp:
            return None
        if scan_record.refusal is None:
            return Scanned(entry.name, ScanOutcome.KNOWN, scan_record.job_id)
        return _refuse(entry, scan_record.refusal) if scan_record.asked == self._asked else None

    def _url_of(self, entry: Entry) -> str:
        return f"{self._url}/{entry.name}"

    async def take(self, entry: Entry, *, is_moving: bool) -> Scanned:
        """Take the file in, or return why not. Temporary obstacles are not remembered, so that the file is tried
        again."""
        refusal = self._find_refusal(entry, is_moving)
        if refusal is not None:
            return _refuse(entry, refusal)
        try:
            return await self._take(entry)
        except InputError as error:
            async with self._engine.database.connection() as connection:
                await scans.remember_refusal(connection, self._url_of(entry), entry.stamp, error.message, self._asked)
            return _refuse(entry, error.message)
        except TooManyRequests as error:
            self._full = error.message
            return _refuse(entry, error.message)
        except (Conflict, NotFound, Unavailable) as error:
            return _refuse(entry, error.message)

    def _find_refusal(self, entry: Entry, is_moving: bool) -> str | None:
        if entry.refusal is not None:
            return entry.refusal
        if is_moving:
            return UNSETTLED
        if self._taken >= MAX_TAKEN:
            return ENOUGH_TAKEN
        return self._full or (TIME_IS_UP if time.monotonic() > self._deadline else None)

    async def _take(self, entry: Entry) -> Scanned:
        settings = self._engine.settings
        if entry.size_bytes > settings.limits.upload_max_bytes:
            raise too_large(settings.limits.upload_max_bytes)
        async with spool_file(settings.storage.data_dir) as path:
            await self._source.fetch(entry, path, settings.limits.upload_max_bytes)
            file = replace(await asyncio.to_thread(describe_file, path, entry.name), source=self._url_of(entry))
            async with self._engine.database.connection() as connection:
                is_known = await scans.is_known(connection, file.content_hash)
            if is_known:
                return await self._note_known(entry, file.content_hash)
            try:
                submitted = await submit_files(self._engine, self._threads, [file], self._sender, self._options)
            except KnownFile:
                return await self._note_known(entry, file.content_hash)
        self._taken += 1
        async with self._engine.database.connection() as connection:
            await scans.remember(connection, self._url_of(entry), entry.stamp, file.content_hash)
        return Scanned(entry.name, ScanOutcome.NEW, submitted.job_id)

    async def _note_known(self, entry: Entry, content_hash: str) -> Scanned:
        async with self._engine.database.connection() as connection:
            await scans.remember(connection, self._url_of(entry), entry.stamp, content_hash)
            return Scanned(entry.name, ScanOutcome.KNOWN, await scans.job_of(connection, content_hash))


def _refuse(entry: Entry, reason: str) -> Scanned:
    return Scanned(entry.name, ScanOutcome.REFUSED, reason=reason)
