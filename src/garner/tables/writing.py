"""Write tables incrementally: CSV, JSON lines, and XLSX workbooks.

A writer produces bytes and knows neither files nor sockets; the caller writes them to their destination.
"""

import csv
import io
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from garner.core.rows.cells import Cell, plain_text
from garner.errors import InputError
from garner.kinds.export_columns import ExportColumns, ExportRow, Format, json_lines
from garner.tables.xlsx_writing import MAX_COLUMNS, XlsxWriter


class RowWriter(Protocol):
    """An incremental writer: one `begin`, any number of `write`, one `end`; each call returns the next bytes of the
    file."""

    def begin(self) -> bytes: ...

    def write(self, rows: Iterable[ExportRow]) -> bytes: ...

    def end(self) -> bytes: ...


def writer_of(format: Format, columns: ExportColumns) -> RowWriter:
    require_room(format, columns)
    return _WRITERS[format](columns)


def require_room(format: Format, columns: ExportColumns) -> None:
    if format is Format.XLSX and len(columns.headers) > MAX_COLUMNS:
        raise InputError(
            f"A sheet has at most {MAX_COLUMNS:,} columns, and this job has more. Export it as csv or jsonl."
        )


class Csv:
    def __init__(self, columns: ExportColumns) -> None:
        self._columns = columns

    def begin(self) -> bytes:
        return _csv([self._columns.headers])

    def write(self, rows: Iterable[ExportRow]) -> bytes:
        return _csv(self._columns.cells(rows))

    def end(self) -> bytes:
        return b""


def _csv(rows: Iterable[Iterable[Cell]]) -> bytes:
    written = io.StringIO(newline="")
    csv.writer(written).writerows(map(plain_text, cells) for cells in rows)
    return written.getvalue().encode("utf-8", "replace")


class JsonLines:
    def __init__(self, columns: ExportColumns) -> None:
        pass

    def begin(self) -> bytes:
        return b""

    def write(self, rows: Iterable[ExportRow]) -> bytes:
        return "".join(json_lines(rows)).encode()

    def end(self) -> bytes:
        return b""


class Workbook:
    def __init__(self, columns: ExportColumns) -> None:
        self._columns = columns
        self._xlsx = XlsxWriter(columns.headers)

    def begin(self) -> bytes:
        return self._xlsx.begin()

    def write(self, rows: Iterable[ExportRow]) -> bytes:
        return self._xlsx.write(self._columns.cells(rows))

    def end(self) -> bytes:
        return self._xlsx.end()


_WRITERS: Mapping[Format, Callable[[ExportColumns], RowWriter]] = {
    Format.XLSX: Workbook,
    Format.CSV: Csv,
    Format.JSONL: JsonLines,
}
