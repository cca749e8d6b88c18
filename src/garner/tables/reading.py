"""Open any supported file as a table, and return its rows a batch at a time.

The kind of the file is detected from its content. All functions here block, so they are called in a thread. Memory is
constant for any length of file; the other costs are bounded by `Limits`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from itertools import chain
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from garner.core.rows.columns import ColumnMapping, map_columns
from garner.errors import EmptyFile, FileLocked, FileTooLarge, FileUnreadable, InputError, NoRows, WrongMediaType
from garner.tables.formats.delimited import delimited_records
from garner.tables.formats.dialect import NONE, dialect_of
from garner.tables.formats.encoding import encoding_of, take_sample
from garner.tables.formats.lines import is_json, is_json_lines, is_url_list, json_line_rows, json_rows, url_rows
from garner.tables.formats.packed import Member, OpenZip, PackedPicture, Unpacked, unpack_gzip
from garner.tables.formats.spreadsheet import Spreadsheet
from garner.tables.formats.text import text_blocks, text_pieces
from garner.tables.heading import heading_of
from garner.tables.kind import HEAD, TAKEN, kind_of, picture_type
from garner.tables.rows import Block, Limits, Naming, T, TableRow, in_batches, skip_rows

__all__ = [
    "Limits",
    "Member",
    "OpenZip",
    "PackedPicture",
    "Table",
    "TableRow",
    "open_archive",
    "open_images",
    "open_member",
    "open_table",
    "sniff",
]

SAMPLE = 256 * 1024
MORE_SAMPLES = 4  # from further on in a long file, for its encoding
SAMPLE_ROWS = 200
DECIMAL_ROWS = 2_000  # for detecting the decimal format, if that many were read to detect the table
# Rows that name their own columns may each have others, and a table has all of them in every row.
MAX_OWN_NAMES = 1_000
TOO_MANY_NAMES = f"Only the first {MAX_OWN_NAMES:,} names become columns; values of other names stay with their rows."
Mapped = Mapping[str, str] | None
Blocks = Iterator[Iterable[TableRow]]


@dataclass
class Table:
    """An opened table. Closing it ends the process that reads a spreadsheet, and removes unpacked files."""

    format: str  # csv, tsv, xlsx, xls, ods, jsonl, urls or images
    headers: list[str]  # in the file's order; if rows name their own columns, as seen so far
    columns: ColumnMapping
    rows: Callable[[int], Blocks]  # from the beginning each time, without the first `skip`
    list_warnings: Callable[[], list[str]] = list
    on_close: list[Callable[[], object]] = field(default_factory=list)

    @property
    def warnings(self) -> list[str]:
        """Warnings about skipped content; complete when the rows have been read."""
        return self.list_warnings()

    def batches(self, skip: int = 0) -> Iterator[list[TableRow]]:
        """Return batches of about a thousand rows, without the first `skip`."""
        return in_batches(self.rows(skip))

    def close(self) -> None:
        while self.on_close:
            self.on_close.pop()()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


def sniff(path: Path, limits: Limits | None = None) -> Literal["table", "image", "archive"]:
    """Return the kind of reader for a file. `archive` is a zip with any content."""
    kind = kind_of(path, limits)
    return "image" if kind == "image" else "archive" if kind == "archive" else "table"


def open_archive(path: Path, limits: Limits | None = None) -> OpenZip:
    """Open a zip that contains at least one usable file."""
    archive = OpenZip(path, limits or Limits())
    try:
        if not archive.members:
            raise EmptyFile("The zip is empty.")
        if all(member.holds == "nothing" for member in archive.members):
            raise NoRows(f"The zip contains no supported files. Supported formats: {TAKEN}.")
    except BaseException:
        archive.close()
        raise
    return archive


def open_images(path: Path, name: str, limits: Limits | None = None) -> Iterator[PackedPicture]:
    """Yield the pictures of a zip, or the one picture that the file is."""
    limits = limits or Limits()
    if kind_of(path, limits) == "archive":
        with OpenZip(path, limits) as archive:
            yield from archive.pictures()
        return
    with path.open("rb") as file:
        body = file.read(limits.max_picture_bytes + 1)
    if len(body) > limits.max_picture_bytes:
        raise FileTooLarge(f"The picture is larger than the {limits.max_picture_bytes:,} bytes allowed.")
    yield PackedPicture(name, picture_type(body) or "", body)


def open_table(
    path: Path,
    name: str,
    *,
    mapping: Mapped = None,
    limits: Limits | None = None,
    header: bool | None = None,
) -> Table:
    """Open a table. `header` says whether the first row names the columns, if that is known."""
    limits = limits or Limits()
    kind = kind_of(path, limits)
    if kind == "archive":
        return _open_only_table(path, mapping, limits, header)
    if kind == "gzip":
        return _open_unpacked(unpack_gzip(path, limits), name, mapping, limits, header)
    if kind == "locked":
        raise FileLocked("The spreadsheet is protected by a password. Save it without one and send it again.")
    if kind == "image":
        raise WrongMediaType(f"{name[:200]!r} is a picture, not a table. Supported formats: {TAKEN}.")
    if kind == "text":
        return _open_text(path, mapping, limits, header)
    return _open_spreadsheet(path, kind, mapping, limits, header)


def open_member(archive: OpenZip, member: Member, *, mapping: Mapped = None, header: bool | None = None) -> Table:
    """Open a table inside a zip."""
    if not member.entry.file_size:
        raise EmptyFile("The file is empty.")
    unpacked = Unpacked(archive.unpack_member(member), is_whole=True)
    return _open_unpacked(unpacked, member.name, mapping, archive.limits, header)


def _open_only_table(path: Path, mapping: Mapped, limits: Limits, header: bool | None) -> Table:
    with open_archive(path, limits) as archive:
        tables = [member for member in archive.members if member.holds == "table"]
        if len(tables) > 1:
            raise InputError(f"There are {len(tables):,} tables in the zip. Send them one by one.")
        if tables:
            return open_member(archive, tables[0], mapping=mapping, header=header)
    return _pictures_as_table(path, limits)


def _open_unpacked(unpacked: Unpacked, name: str, mapping: Mapped, limits: Limits, header: bool | None) -> Table:
    inner = unpacked.path
    try:
        if kind_of(inner, limits) in ("gzip", "archive"):
            raise WrongMediaType("The file is compressed twice. Unpack it once and send it again.")
        table = open_table(inner, name, mapping=mapping, limits=limits, header=header)
    except BaseException:
        inner.unlink(missing_ok=True)
        raise
    table.on_close.insert(0, lambda: inner.unlink(missing_ok=True))
    if not unpacked.is_whole:
        table.rows = _raise_at_end(table.rows)
    return table


def _raise_at_end(rows: Callable[[int], Blocks]) -> Callable[[int], Blocks]:
    """Wrap `rows` to raise an error at the end, because the file is truncated."""

    def read(skip: int) -> Blocks:
        line = 0
        for block in map(list, rows(skip)):
            line = block[-1].line if block else line
            yield block
        raise FileUnreadable(f"The compressed file is damaged and ends after line {line:,}.")

    return read


def _pictures_as_table(path: Path, limits: Limits) -> Table:
    def rows() -> Blocks:
        with OpenZip(path, limits) as archive:
            for number, picture in enumerate(archive.pictures(), 1):
                facts: dict[str, object] = {"image": picture.name, "media_type": picture.media_type}
                yield [TableRow(number, facts | {"bytes": len(picture.body)}, picture.problem)]

    headers = ["image", "media_type", "bytes"]
    return Table("images", headers, ColumnMapping({"image": "image"}), lambda skip: skip_rows(rows(), skip))


def _open_spreadsheet(path: Path, kind: str, mapping: Mapped, limits: Limits, header: bool | None) -> Table:
    if kind != "xls":
        OpenZip(path, limits).close()  # this checks the sizes that the directory states
    sheets = Spreadsheet(path, limits)
    try:
        # Not beyond the first sheet: its header decides which of the others are read.
        cells = _Cells(sheets.records, limits, header, enough=1)
        sheets.header = cells.lead[-1] if cells.lead else ()
        table = _table_of_cells(kind, cells, mapping)
    except BaseException:
        sheets.close()
        raise
    table.list_warnings = sheets.warnings
    table.on_close.append(sheets.close)
    return table


def _open_text(path: Path, mapping: Mapped, limits: Limits, header: bool | None) -> Table:
    head, others = _samples(path)
    encoding = encoding_of(take_sample(head, others))
    text = "".join(block for block, _ in text_blocks(BytesIO(head), encoding, limits))
    if not text.strip():
        raise EmptyFile("The file is empty.")

    def blocks() -> Iterator[tuple[str, bool]]:
        with path.open("rb") as file:
            yield from text_blocks(file, encoding, limits)

    def pieces() -> Iterator[tuple[str, bool]]:
        with path.open("rb") as file:
            yield from text_pieces(file, encoding, limits)

    if is_json(text) and is_json_lines(text):
        return _table_of_own_names(lambda: json_line_rows(blocks(), limits), mapping)
    if is_json(text):
        return _table_of_own_names(lambda: json_rows(pieces(), limits), mapping)
    dialect = dialect_of(text, [name for pair in (mapping or {}).items() for name in pair])
    if is_url_list(text, alone=dialect.delimiter == NONE, cut=len(head) == SAMPLE):
        return Table("urls", ["url"], map_columns(["url"], mapping), lambda skip: skip_rows(url_rows(blocks()), skip))
    cells = _Cells(lambda: delimited_records(blocks(), dialect, limits), limits, header)
    return _table_of_cells("tsv" if dialect.delimiter == "\t" else "csv", cells, mapping)


def _samples(path: Path) -> tuple[bytes, list[bytes]]:
    size = path.stat().st_size
    with path.open("rb") as file:
        head, others = file.read(SAMPLE), []
        for part in range(1, MORE_SAMPLES + 1) if size > 2 * SAMPLE else ():
            file.seek(size * part // (MORE_SAMPLES + 1))
            others.append(file.read(HEAD))
    return head, others


class _Cells:
    """Rows whose cells have no names yet. The first rows are read ahead to detect the header."""

    def __init__(
        self,
        records: Callable[[], Iterator[Block]],
        limits: Limits,
        header: bool | None,
        enough: int = SAMPLE_ROWS,
    ) -> None:
        self._records = records
        self._begun: Iterator[Block] | None = records()
        first = _ahead(self._begun, enough)
        known = [cells for block in first for _, cells, _ in block]
        if not known:
            raise EmptyFile("The file is empty.")
        heading = heading_of(known, header)
        self.headers, self.lead = heading.headers, known[: heading.rows_before]
        if len(self.headers) > limits.max_columns:
            raise FileTooLarge(f"The table has more than the {limits.max_columns:,} columns allowed.")
        if len(known) == len(self.lead):
            raise NoRows("The file has no rows below its header.")
        self._naming = Naming(self.headers, limits)
        self.sample = list(self._naming.rows(list(chain(*first))[len(self.lead) :][:DECIMAL_ROWS]))
        self._begun = chain(first, self._begun)

    def rows(self, skip: int) -> Blocks:
        stream, self._begun = self._begun or self._records(), None
        for block in skip_rows(stream, len(self.lead) + skip):
            yield self._naming.rows(block)


def _ahead(blocks: Iterator[Iterable[T]], enough: int = SAMPLE_ROWS) -> list[list[T]]:
    """Return as many of the first blocks as are needed to detect the table."""
    first, known = list[list[T]](), 0
    for block in map(list, blocks):
        first.append(block)
        known += len(block)
        if known >= enough:
            break
    return first


def _table_of_cells(kind: str, cells: _Cells, mapping: Mapped) -> Table:
    return Table(kind, cells.headers, _map_columns(cells.headers, mapping, cells.sample), cells.rows)


def _map_columns(headers: list[str], mapping: Mapped, first: list[TableRow]) -> ColumnMapping:
    sample = [row.values for row in first[:DECIMAL_ROWS] if row.problem is None]
    return map_columns(headers, mapping, sample[:SAMPLE_ROWS]).with_decimals(sample)


def _table_of_own_names(read: Callable[[], Blocks], mapping: Mapped) -> Table:
    first = list(chain(*_ahead(read())))
    if not first:
        raise NoRows("The file has no rows.")
    known: dict[str, None] = {}
    _learn(known, first)

    def rows(skip: int) -> Blocks:
        for block in map(list, skip_rows(read(), skip)):
            if _learn(known, block):
                table.headers = list(known)[:MAX_OWN_NAMES]
                table.columns = _map_columns(table.headers, mapping, first)
            yield block

    headers = list(known)[:MAX_OWN_NAMES]
    table = Table("jsonl", headers, _map_columns(headers, mapping, first), rows)
    table.list_warnings = lambda: [TOO_MANY_NAMES] if len(known) > MAX_OWN_NAMES else []
    return table


def _learn(known: dict[str, None], rows: Iterable[TableRow]) -> bool:
    """Add the names of these rows; return whether any was new. Names beyond the limit plus one are ignored."""
    before = len(known)
    for row in rows:
        if len(known) > MAX_OWN_NAMES:
            break
        if row.problem is None and not row.values.keys() <= known.keys():
            known.update(dict.fromkeys(row.values))
    return len(known) > before
