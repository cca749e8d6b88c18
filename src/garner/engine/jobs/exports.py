"""Export a job's rows as a file, made from the database on each request.

Pages of rows are read one at a time, each in a statement of its own, the next while the last is written: memory does
not grow with the job, and nothing is held open in the database while a slow client reads. The file is streamed as it is
made and is never stored on the way, so a client that disconnects or a process that is killed leaves none behind.
"""

import asyncio
from bisect import bisect_right
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from garner.core.record import Kind
from garner.errors import NotFound
from garner.kinds.export_columns import ExportColumns, ExportRow, ExportScope, Format, RowSelection, columns_of
from garner.postgres.database import Database
from garner.store.jobs import exports, jobs
from garner.store.jobs.exports import Outline
from garner.store.jobs.job_views import OwnedJob
from garner.tables.writing import require_room, writer_of

PAGE_ROWS = 64  # of which two pages are in memory; larger pages gain little
PAGE_BYTES = 1_000_000  # as stored, which is compressed
EVERYTHING = RowSelection()
REMOVED = NotFound("The job has been deleted.")


@dataclass(frozen=True, slots=True)
class Export:
    """The complete description of an export. It is passed to another process as JSON."""

    job_id: int
    format: Format
    of_result: Sequence[str]
    of_input: Sequence[str]
    first: int
    last: int  # below `first` if there are no rows
    numbers: Sequence[int] | None  # of the rows that were selected
    statuses: Sequence[str] | None
    only_changed: bool

    @property
    def columns(self) -> ExportColumns:
        return ExportColumns(self.of_result, self.of_input)

    @property
    def rows(self) -> int:
        """The number of rows to examine."""
        return max(0, self.last - self.first + 1) if self.numbers is None else len(self.numbers)

    @classmethod
    def read(cls, packed: dict[str, Any]) -> Self:
        return cls(**packed | {"format": Format(packed["format"])})


async def prepare(database: Database, job: OwnedJob, selection: RowSelection, format: Format) -> Export:
    """Describe the export. The caller has checked access to the job (`own_job`)."""
    async with database.connection() as connection:
        await jobs.note_export(connection, job.id)
        outline = await exports.outline(connection, job.id)
        numbers = None
        if selection.item_ids is not None:
            numbers = await exports.numbers_of(connection, job.id, selection.item_ids)
        if await jobs.state(connection, job.id) is None:  # checked last, to cover all reads before it
            raise REMOVED.copy()
    columns = _columns(job, outline)
    require_room(format, columns)
    return Export(
        job_id=job.id,
        format=format,
        of_result=columns.of_result,
        of_input=columns.of_input,
        first=outline.first or 1,
        last=outline.last or 0,
        numbers=numbers,
        statuses=selection.wanted_statuses,
        only_changed=selection.scope is ExportScope.CHANGED,
    )


async def columns_of_job(database: Database, job: OwnedJob) -> ExportColumns:
    """Return the columns of the job's exports, so that a view of its rows can show the same."""
    async with database.connection() as connection:
        return _columns(job, await exports.outline(connection, job.id))


def _columns(job: OwnedJob, outline: Outline) -> ExportColumns:
    kinds = [kind for kind in Kind if kind in (job.kind, *outline.kinds)]
    headers: Sequence[str] = job.options.get("columns") or ()
    return columns_of(kinds, has_matches=outline.has_matches, input_headers=headers)


async def chunks(database: Database, export: Export) -> AsyncGenerator[bytes]:
    """Yield the file. Its first bytes come after the first rows were read, so that a response starts only if it can."""
    writer = writer_of(export.format, export.columns)
    begun = False
    async with aclosing(_pages(database, export)) as pages:
        async for rows in pages:
            if not begun:
                begun = True
                yield writer.begin()
            if rows:
                yield await asyncio.to_thread(writer.write, rows)
    yield writer.end() if begun else writer.begin() + writer.end()


async def write_job(
    database: Database, job: OwnedJob, format: Format, path: Path, selection: RowSelection = EVERYTHING
) -> None:
    """Write the export to a file, which appears when it is complete."""
    export = await prepare(database, job, selection, format)
    unfinished = path.with_name(f".{path.name}.part")  # a fixed name: the next run overwrites a killed run's
    try:
        with unfinished.open("wb") as file:
            async for chunk in chunks(database, export):
                await asyncio.to_thread(file.write, chunk)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


async def _pages(database: Database, export: Export) -> AsyncGenerator[list[ExportRow]]:
    """Yield pages of rows, reading the next while the caller handles the last."""
    reader = _ExportReader(database, export)
    reading = asyncio.create_task(reader.next())
    try:
        while (rows := await reading) is not None:
            reading = asyncio.create_task(reader.next())
            yield rows
    finally:
        reading.cancel()


class _ExportReader:
    """A reader that goes through the row numbers, one range at a time."""

    def __init__(self, database: Database, export: Export) -> None:
        self._database = database
        self._export = export
        self._numbers = range(export.first, export.last + 1) if export.numbers is None else export.numbers
        self._at = 0

    async def next(self) -> list[ExportRow] | None:
        """Return the next rows, None at the end, or an empty list if no row of the range is wanted."""
        numbers = self._numbers[self._at : self._at + PAGE_ROWS]
        if not numbers:
            return None
        async with self._database.connection() as connection:
            page = await exports.page(
                connection,
                self._export.job_id,
                range(numbers[0], numbers[-1] + 1),
                numbers=None if self._export.numbers is None else numbers,
                statuses=self._export.statuses,
                only_changed=self._export.only_changed,
                max_bytes=PAGE_BYTES,
            )
        if page is None:
            raise REMOVED.copy()
        rows, are_all = page
        self._at = self._at + len(numbers) if are_all else bisect_right(self._numbers, rows[-1].row)
        return rows
