"""The content of a file as blocks of rows, read and prepared for the database in a thread, a bounded piece at a time.

An error in the middle of a file ends it, and the rows read until then are kept.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from garner.blobs import BlobStore
from garner.core.rows.canonical_cells import CellDoubts
from garner.engine.engine import Engine
from garner.engine.files.inspection import IMAGE, MAX_NAME_LENGTH, TABLE
from garner.engine.files.spool import spool_file
from garner.errors import GarnerError, InputError
from garner.store.ingest.files import NewFile
from garner.store.ingest.ingests import MAX_WARNINGS, IngestClaim
from garner.store.ingest.rows import Block, Problem, RowsOf
from garner.tables.reading import (
    Limits,
    Member,
    OpenZip,
    PackedPicture,
    Table,
    TableRow,
    open_archive,
    open_member,
    open_table,
    sniff,
)
from garner.tables.rows import join_names
from garner.tables.stopping import ReadingStopped, StopSignal

PICTURES = "images"
# Pictures stay in memory until they are stored.
MAX_PICTURES = 64
MAX_PICTURE_BYTES = 16_000_000
KEPT_AT_ONCE = 8
MAX_COLUMNS = Limits().max_columns  # of all tables of a zip together
SPREADSHEETS = ("xlsx", "xls", "ods")
OWN_NAMES = "jsonl"
LINK = "url"  # the meaning of a column of links
TAKE_SECONDS = 0.25  # after which no further table of a zip is opened for the same block


class RowSource(Protocol):
    format: str
    broken: GarnerError | None  # why it could not be read to its end

    @property
    def is_passing_over(self) -> bool: ...  # it skips rows that were read before

    @property
    def is_heavy(self) -> bool: ...  # it holds a process

    @property
    def may_have_links(self) -> bool: ...  # in any row, read or not

    @property
    def columns(self) -> list[str]: ...

    @property
    def meanings(self) -> Mapping[str, str]: ...  # of columns

    @property
    def decimals(self) -> Mapping[str, str]: ...  # decimal signs of numeric columns

    @property
    def warnings(self) -> list[str]: ...

    async def take(self, rows: int, max_bytes: int) -> Block | None:
        """Return the next rows, an empty block if finding some takes long, or None at the end."""


class TableRows:
    is_passing_over = False  # it skips rows with its first block, not in a block of their own

    def __init__(self, table: Table, of: RowsOf, skip: int) -> None:
        self.format = table.format
        self.broken: GarnerError | None = None
        self._table, self._of = table, of
        self._doubts = CellDoubts()
        self._rows = self._iterate(skip)

    @property
    def is_heavy(self) -> bool:
        return self.format in SPREADSHEETS

    @property
    def may_have_links(self) -> bool:
        """Whether a row may have a link. JSON rows that name their own columns may name one for links at any time."""
        return self.format == OWN_NAMES or LINK in self.meanings.values()

    @property
    def columns(self) -> list[str]:
        return list(self._table.headers)

    @property
    def meanings(self) -> Mapping[str, str]:
        return self._table.columns.by_header

    @property
    def decimals(self) -> Mapping[str, str]:
        return self._table.columns.decimals

    @property
    def warnings(self) -> list[str]:
        return [*self._table.warnings, *self._doubts.warnings()]

    async def take(self, rows: int, max_bytes: int) -> Block | None:
        block = Block(self._of)
        await asyncio.to_thread(self.fill, block, rows, max_bytes)
        return block or None

    def fill(self, block: Block, rows: int, max_bytes: int) -> bool:
        """Add rows to a block until it is full. Return False when the table has no more."""
        table, doubts = self._table, self._doubts
        for row in self._rows:
            # Read each time, since a table may gain columns.
            normalized = table.columns.canonical(row.values, doubts, row.line)
            if row.problem is None:
                block.add(row.values, normalized)
            else:
                block.add({"line": row.line} | row.values, normalized, Problem(_problem(row), row.code))
            if len(block) >= rows or block.size >= max_bytes:
                return True
        return False

    def close(self) -> None:
        self._table.close()

    def _iterate(self, skip: int) -> Iterator[TableRow]:
        try:
            for batch in self._table.batches(skip):
                yield from batch
        except GarnerError as error:
            self.broken = error


def _problem(row: TableRow) -> str:
    problem = row.problem or ""
    return problem if problem.startswith("Line ") else f"Line {row.line}: {problem}"


class ArchivedPictures:
    """The pictures of a zip. Each is stored, as a file of its own, before its row refers to it."""

    format = PICTURES
    is_passing_over = is_heavy = may_have_links = False

    def __init__(self, blobs: BlobStore, pictures: Iterator[PackedPicture], of: RowsOf, ip_address: str | None) -> None:
        self.broken: GarnerError | None = None
        self.columns, self.meanings, self.warnings = list[str](), dict[str, str](), list[str]()
        self.decimals = dict[str, str]()
        self._blobs, self._of, self._ip_address = blobs, of, ip_address
        self._pictures = self._iterate(pictures)
        self._turns = asyncio.Semaphore(KEPT_AT_ONCE)

    async def take(self, rows: int, max_bytes: int) -> Block | None:
        block = Block(self._of)
        taken = await asyncio.to_thread(self._take, min(rows, MAX_PICTURES))
        kept = await asyncio.gather(*map(self._keep, taken))
        for picture, file in zip(taken, kept, strict=True):
            if file is None:
                block.add({"name": picture.name}, {}, Problem(picture.problem or ""))
            else:
                block.add_picture(file)
                block.files.append(file)
        return block or None

    def _take(self, rows: int) -> list[PackedPicture]:
        taken, size = list[PackedPicture](), 0
        for picture in self._pictures:
            taken.append(picture)
            size += len(picture.body)
            if len(taken) >= rows or size >= MAX_PICTURE_BYTES:
                break
        return taken

    def _iterate(self, pictures: Iterator[PackedPicture]) -> Iterator[PackedPicture]:
        try:
            yield from pictures
        except GarnerError as error:
            self.broken = error

    async def _keep(self, picture: PackedPicture) -> NewFile | None:
        if picture.problem is not None:
            return None
        async with self._turns:
            content_hash = (await asyncio.to_thread(sha256, picture.body)).hexdigest()
            path = await self._blobs.put(content_hash, picture.body)
        name, size = picture.name[:MAX_NAME_LENGTH], len(picture.body)
        return NewFile(name, picture.media_type, size, content_hash, path, self._ip_address)


class OnePicture:
    """A picture that is already stored, as the file that it came in."""

    format = PICTURES
    is_passing_over = is_heavy = may_have_links = False

    def __init__(self, of: RowsOf, claim: IngestClaim) -> None:
        self.broken: GarnerError | None = None
        self.columns, self.meanings, self.warnings = list[str](), dict[str, str](), list[str]()
        self.decimals = dict[str, str]()
        self._of, self._claim = of, claim
        self._is_taken = claim.rows_read > 0

    async def take(self, rows: int, max_bytes: int) -> Block | None:
        if self._is_taken:
            return None
        self._is_taken = True
        block = Block(self._of)
        block.add_picture(self._claim.file)
        return block


class ArchivedRows:
    """The rows of each table of a zip in turn, and then of its pictures. An unreadable member does not affect the
    others."""

    format = "zip"
    may_have_links = True

    def __init__(self, blobs: BlobStore, archive: OpenZip, claim: IngestClaim) -> None:
        self.broken: GarnerError | None = None
        self.meanings, self.decimals = dict[str, str](), dict[str, str]()
        self.warnings = _not_taken([member.name for member in archive.members if member.holds == "nothing"])
        self._columns = dict[str, None]()
        self._blobs, self._archive, self._claim = blobs, archive, claim
        self._tables = iter([member for member in archive.members if member.holds == "table"])
        self._reading: tuple[str, TableRows] | None = None
        self._pictures: ArchivedPictures | None = None
        self._passing_over = claim.rows_read

    @property
    def is_passing_over(self) -> bool:
        return self._passing_over > 0 and self._pictures is None

    @property
    def is_heavy(self) -> bool:
        return self._reading is not None and self._reading[1].is_heavy

    @property
    def columns(self) -> list[str]:
        return list(self._columns)

    async def take(self, rows: int, max_bytes: int) -> Block | None:
        if self._pictures is None:
            block = await asyncio.to_thread(self._take_from_tables, rows, max_bytes)
            if block is not None:
                return block
            of, pictures = _rows_of(self._claim, IMAGE), self._archive.pictures(self._passing_over)
            self._pictures = ArchivedPictures(self._blobs, pictures, of, self._claim.ip_address)
        block = await self._pictures.take(rows, max_bytes)
        if block is None and self._pictures.broken is not None:
            self._record_broken_file("", self._pictures.broken)
        return block

    def close(self) -> None:
        if self._reading is not None:
            self._reading[1].close()
        self._archive.close()

    def _take_from_tables(self, rows: int, max_bytes: int) -> Block | None:
        """Return rows of as many tables as fill a block, since each block is a transaction, or None when no table is
        left."""
        block, deadline = Block(_rows_of(self._claim, TABLE)), time.monotonic() + TAKE_SECONDS
        while time.monotonic() < deadline and len(block) < rows and block.size < max_bytes:
            time.sleep(0)  # releases the interpreter to the event loop, which would otherwise wait at every step
            if self._reading is not None:
                self._fill(block, *self._reading, rows, max_bytes)
            elif (member := next(self._tables, None)) is not None:
                self._open(member)
            elif block:
                break
            else:
                return None
        passed = min(self._passing_over, len(block))
        self._passing_over -= passed
        return block.part(passed, len(block)) if passed else block

    def _fill(self, block: Block, name: str, source: TableRows, rows: int, max_bytes: int) -> None:
        if not source.fill(block, rows, max_bytes):
            self._note(name, source)
            source.close()
            self._reading = None

    def _open(self, member: Member) -> None:
        self._archive.limits.stop.check()
        try:
            table = open_member(self._archive, member, mapping=self._claim.options.get("mapping"))
        except InputError as error:
            self._record_broken_file(member.name, error)
        else:
            self._reading = member.name, TableRows(table, _rows_of(self._claim, TABLE), 0)

    def _note(self, name: str, source: RowSource) -> None:
        for header in source.columns[: MAX_COLUMNS - len(self._columns)]:
            self._columns.setdefault(header)
        for header, meaning in source.meanings.items():
            if header in self._columns:
                self.meanings.setdefault(header, meaning)
        self.decimals = {**source.decimals, **self.decimals}
        if len(self.warnings) < MAX_WARNINGS:
            self.warnings += [f"{name}: {warning}" for warning in source.warnings]
        if source.broken is not None:
            self._record_broken_file(name, source.broken)

    def _record_broken_file(self, name: str, error: GarnerError) -> None:
        """Record the error. The first is reported; once it is fixed, the next is."""
        self.broken = self.broken or type(error)(f"{name}: {error.message}", fields=error.fields)


def _not_taken(names: Sequence[str]) -> list[str]:
    return [f"Files of unsupported types were not read: {join_names(names)}."] if names else []


def _rows_of(claim: IngestClaim, job_type: str) -> RowsOf:
    """Return the row settings for this type: a job may have rows of both types, and each is processed by its own."""
    dedupe, use_llm = bool(claim.options.get("dedupe")), bool(claim.options.get("useLlm"))
    return RowsOf(claim.job_id, claim.user_id, job_type, claim.kind, use_llm, dedupe)


@asynccontextmanager
async def open_row_source(engine: Engine, claim: IngestClaim, stop: StopSignal) -> AsyncIterator[RowSource]:
    """Open the unread rows of a file."""
    if (claim.media_type or "").startswith("image/"):
        yield OnePicture(_rows_of(claim, IMAGE), claim)
        return
    limits = Limits(max_members=engine.settings.limits.upload_max_members, stop=stop)
    async with spool_file(engine.settings.storage.data_dir) as path:
        await engine.blobs.fetch_to_file(claim.path, path, engine.settings.limits.upload_max_bytes)
        opening = asyncio.create_task(asyncio.to_thread(_open, engine, path, claim, limits))
        try:
            source = await asyncio.shield(opening)
        except asyncio.CancelledError:
            stop.set()
            with suppress(ReadingStopped, GarnerError):
                (await opening).close()
            raise
        try:
            yield source
        finally:
            await asyncio.to_thread(source.close)


def _open(engine: Engine, path: Path, claim: IngestClaim, limits: Limits) -> ArchivedRows | TableRows:
    if sniff(path, limits) == "archive":
        return ArchivedRows(engine.blobs, open_archive(path, limits), claim)
    table = open_table(path, claim.file_name, mapping=claim.options.get("mapping"), limits=limits)
    return TableRows(table, _rows_of(claim, TABLE), claim.rows_read)
