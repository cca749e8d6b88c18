"""What a file holds, as blocks of rows: read and made ready for the database in a thread, a bounded piece at a time.

What breaks in the middle of a file ends it, and what was read until then is kept.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from garner.blobs import BlobStore
from garner.engine.engine import Engine
from garner.engine.spool import spooled
from garner.engine.uploads import IMAGE, TABLE
from garner.errors import GarnerError, InputError
from garner.store.files import NewFile
from garner.store.ingests import IngestClaim
from garner.store.rows import Block, Problem, RowsOf
from garner.tables.reading import Member, Picture, Row, Table, open_archive, open_images, open_table, sniff
from garner.tables.rows import listed

PICTURES = "images"
# Pictures are in memory for as long as it takes to keep them.
MOST_PICTURES = 64
MOST_PICTURE_BYTES = 16_000_000
KEPT_AT_ONCE = 8
LONGEST_NAME = 255


class RowSource(Protocol):
    format: str
    broken: GarnerError | None  # why it could not be read to its end

    @property
    def columns(self) -> list[str]: ...

    @property
    def meanings(self) -> Mapping[str, str]: ...  # of columns

    @property
    def warnings(self) -> list[str]: ...

    async def take(self, rows: int, most_bytes: int) -> Block:
        """The next rows; none at the end."""


class TableRows:
    def __init__(self, table: Table, of: RowsOf, skip: int) -> None:
        self.format = table.format
        self.broken: GarnerError | None = None
        self._table, self._of = table, of
        self._rows = self._each(skip)

    @property
    def columns(self) -> list[str]:
        return list(self._table.headers)

    @property
    def meanings(self) -> Mapping[str, str]:
        return self._table.columns.by_header

    @property
    def warnings(self) -> list[str]:
        return list(self._table.warnings)

    async def take(self, rows: int, most_bytes: int) -> Block:
        return await asyncio.to_thread(self._take, rows, most_bytes)

    def _take(self, rows: int, most_bytes: int) -> Block:
        block, table = Block(self._of), self._table
        for row in self._rows:
            normalized = table.columns.canonical(row.values)  # asked for anew: a table may come to know more columns
            if row.problem is None:
                block.add(row.values, normalized)
            else:
                block.add({"line": row.line} | row.values, normalized, Problem(_problem(row), row.code))
            if len(block) >= rows or block.size >= most_bytes:
                break
        return block

    def _each(self, skip: int) -> Iterator[Row]:
        try:
            for batch in self._table.batches(skip):
                yield from batch
        except GarnerError as error:
            self.broken = error


def _problem(row: Row) -> str:
    told = row.problem or ""
    return told if told.startswith("Line ") else f"Line {row.line}: {told}"


class ArchivedPictures:
    """Each picture is kept, with a file of its own, before its row points at it."""

    format = PICTURES

    def __init__(self, blobs: BlobStore, pictures: Iterator[Picture], of: RowsOf, ip_address: str | None) -> None:
        self.broken: GarnerError | None = None
        self.columns, self.meanings, self.warnings = list[str](), dict[str, str](), list[str]()
        self._blobs, self._of, self._ip_address = blobs, of, ip_address
        self._pictures = self._each(pictures)
        self._turns = asyncio.Semaphore(KEPT_AT_ONCE)

    async def take(self, rows: int, most_bytes: int) -> Block:
        block = Block(self._of)
        taken = await asyncio.to_thread(self._take, min(rows, MOST_PICTURES))
        kept = await asyncio.gather(*map(self._keep, taken))
        for picture, file in zip(taken, kept, strict=True):
            if file is None:
                block.add({"name": picture.name}, {}, Problem(picture.problem or ""))
            else:
                block.add_picture(file)
                block.files.append(file)
        return block

    def _take(self, rows: int) -> list[Picture]:
        taken, size = list[Picture](), 0
        for picture in self._pictures:
            taken.append(picture)
            size += len(picture.body)
            if len(taken) >= rows or size >= MOST_PICTURE_BYTES:
                break
        return taken

    def _each(self, pictures: Iterator[Picture]) -> Iterator[Picture]:
        try:
            yield from pictures
        except GarnerError as error:
            self.broken = error

    async def _keep(self, picture: Picture) -> NewFile | None:
        if picture.problem is not None:
            return None
        async with self._turns:
            content_hash = (await asyncio.to_thread(sha256, picture.body)).hexdigest()
            path = await self._blobs.put(content_hash, picture.body)
        name, size = picture.name[:LONGEST_NAME], len(picture.body)
        return NewFile(name, picture.media_type, size, content_hash, path, self._ip_address)


class OnePicture:
    """A picture that is kept already, as the file that it came in."""

    format = PICTURES

    def __init__(self, of: RowsOf, claim: IngestClaim) -> None:
        self.broken: GarnerError | None = None
        self.columns, self.meanings, self.warnings = list[str](), dict[str, str](), list[str]()
        self._of, self._claim = of, claim
        self._is_taken = claim.rows_read > 0

    async def take(self, rows: int, most_bytes: int) -> Block:
        block = Block(self._of)
        if not self._is_taken:
            block.add_picture(self._claim.file)
            self._is_taken = True
        return block


class ArchivedRows:
    """Of each table of a zip in turn, and then of its pictures. One that cannot be read costs no other."""

    format = "zip"

    def __init__(self, blobs: BlobStore, path: Path, members: Sequence[Member], claim: IngestClaim) -> None:
        self.broken: GarnerError | None = None
        self.columns, self.meanings = list[str](), dict[str, str]()
        self.warnings = _not_taken([member.name for member in members if member.holds == "nothing"])
        self._blobs, self._path, self._claim = blobs, path, claim
        self._members = members
        self._passing_over = claim.rows_read
        self._reading: RowSource | None = None
        self._sources = self._each()

    async def take(self, rows: int, most_bytes: int) -> Block:
        while (source := self._reading or await anext(self._sources, None)) is not None:
            block = await source.take(rows, most_bytes)
            self._reading = source if block else None
            passed = min(self._passing_over, len(block))
            self._passing_over -= passed
            if passed < len(block):
                return block.part(passed, len(block)) if passed else block
        return Block(_rows_of(self._claim, TABLE))

    async def close(self) -> None:
        await self._sources.aclose()

    async def _each(self) -> AsyncGenerator[RowSource, None]:
        for member in self._members:
            if member.holds == "table":
                async with aclosing(self._table(member.name)) as opened:
                    async for source in opened:
                        yield source
        if any(member.holds == "picture" for member in self._members):
            pictures = open_images(self._path, self._claim.file_name, skip=self._passing_over)
            self._passing_over = 0
            source = ArchivedPictures(self._blobs, pictures, _rows_of(self._claim, IMAGE), self._claim.ip_address)
            yield source
            self._read(source)

    async def _table(self, name: str) -> AsyncGenerator[RowSource, None]:
        mapping = self._claim.options.get("mapping")
        try:
            table = await asyncio.to_thread(open_table, self._path, name, mapping=mapping, member=name)
        except InputError as error:
            self._broke(name, error)
            return
        try:
            source = TableRows(table, _rows_of(self._claim, TABLE), 0)
            yield source
            self._read(source, name)
        finally:
            await asyncio.to_thread(table.close)

    def _read(self, source: RowSource, name: str = "") -> None:
        self.columns = list(dict.fromkeys([*self.columns, *source.columns]))
        self.meanings = {**self.meanings, **source.meanings, **self.meanings}
        self.warnings += [f"{name}: {warning}" for warning in source.warnings]
        if source.broken is not None:
            self._broke(name, source.broken)

    def _broke(self, name: str, error: GarnerError) -> None:
        """The first to do so is told; whoever mends it is told of the next."""
        self.broken = self.broken or type(error)(f"{name}: {error.message}", fields=error.fields)


def _not_taken(names: Sequence[str]) -> list[str]:
    return [f"Not read, for nothing of the kind is taken: {listed(names)}."] if names else []


def _rows_of(claim: IngestClaim, job_type: str) -> RowsOf:
    """A job may have rows of either type: what is done about each is known by its own."""
    dedupe, use_llm = bool(claim.options.get("dedupe")), bool(claim.options.get("useLlm"))
    return RowsOf(claim.job_id, claim.user_id, job_type, claim.kind, use_llm, dedupe)


@asynccontextmanager
async def opened_source(engine: Engine, claim: IngestClaim) -> AsyncIterator[RowSource]:
    """The rows of a file that nobody has read yet."""
    if (claim.media_type or "").startswith("image/"):
        yield OnePicture(_rows_of(claim, IMAGE), claim)
        return
    async with spooled(engine.settings.data_dir) as path:
        await engine.blobs.fetch_to_file(claim.path, path, engine.settings.upload_max_bytes)
        is_archive = await asyncio.to_thread(sniff, path, claim.file_name) == "archive"
        async with _opened_archive(engine, path, claim) if is_archive else _opened_table(path, claim) as source:
            yield source


@asynccontextmanager
async def _opened_archive(engine: Engine, path: Path, claim: IngestClaim) -> AsyncIterator[RowSource]:
    source = ArchivedRows(engine.blobs, path, await asyncio.to_thread(open_archive, path), claim)
    try:
        yield source
    finally:
        await source.close()


@asynccontextmanager
async def _opened_table(path: Path, claim: IngestClaim) -> AsyncIterator[RowSource]:
    table = await asyncio.to_thread(open_table, path, claim.file_name, mapping=claim.options.get("mapping"))
    try:
        yield TableRows(table, _rows_of(claim, TABLE), claim.rows_read)
    finally:
        await asyncio.to_thread(table.close)
