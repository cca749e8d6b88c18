"""Rows of a table with the number of their first line, and the limits for reading them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, zip_longest
from typing import NamedTuple, TypeVar

from garner.core.rows.row import BAD_ROW
from garner.tables.stopping import StopSignal

BATCH_ROWS = 1_000
MAX_LISTED = 10
UNREADABLE = "\ufffd"
T = TypeVar("T")


@dataclass(frozen=True)
class Limits:
    """Limits for reading a file, so that none can take more memory or time than is available."""

    max_columns: int = 16_384  # as many as a spreadsheet can have
    max_cell_chars: int = 262_144
    max_line_bytes: int = 8 * 1024**2
    max_unpacked_bytes: int = 4 * 1024**3
    max_ratio: int = 300  # a file may unpack to this many times its size; sheets of one repeated row reach a hundred
    max_members: int = 20_000  # of a zip, same as `GARNER_UPLOAD_MAX_MEMBERS`
    max_picture_bytes: int = 25 * 1024**2
    max_value_bytes: int = 16 * 1024**2  # one value of a JSON file
    sheet_memory_bytes: int = 3 * 1024**3
    sheet_seconds: float = 120.0  # without output from the process that reads a spreadsheet
    stop: StopSignal = field(default_factory=StopSignal, compare=False, repr=False)  # stops reading at once


class TableRow(NamedTuple):  # created a third faster than a frozen dataclass, and there are millions of them
    line: int
    values: dict[str, object]
    problem: str | None = None  # why the line cannot be used; `values` hold what could be read
    code: str = BAD_ROW  # of that problem


# A row before its cells have names: line, cells, problem. Plain tuples, because there are millions of them.
Record = tuple[int, Sequence[object], str | None]
Records = list[Record]
# Streamed and not stored if no second pass is needed: half of the time is memory.
Block = Iterable[Record]


@dataclass
class Naming:
    """Maps the cells of a row to the names of the headers."""

    headers: Sequence[str]
    limits: Limits
    _taken: set[str] = field(init=False)

    def __post_init__(self) -> None:
        self._taken = set(self.headers)

    def rows(self, records: Iterable[Record]) -> Iterator[TableRow]:
        headers, width = self.headers, len(self.headers)
        return (
            TableRow(line, dict(zip(headers, cells)), problem)  # noqa: B905  # the width was compared, and saying so costs a tenth
            if len(cells) == width
            else self._name_ragged(line, cells, problem)
            for line, cells, problem in records
        )

    def _name_ragged(self, line: int, cells: Sequence[object], problem: str | None) -> TableRow:
        width = len(self.headers)
        values: dict[str, object] = dict(zip_longest(self.headers, cells[:width]))
        if len(cells) > self.limits.max_columns:
            problem = problem or f"Line {line} has more than {self.limits.max_columns:,} cells."
            cells = cells[: self.limits.max_columns]
        for index, cell in enumerate(cells[width:], 1):
            if cell not in ("", None):
                values[self._extra(index)] = cell
        return TableRow(line, values, problem)

    def _extra(self, index: int) -> str:
        name = f"extra_{index}"
        while name in self._taken:
            name += "_"
        return name


def check_records(records: Iterable[Record], limits: Limits) -> Records:
    """Return the records with cells truncated that are too long and lines marked of which too little can be read."""
    return [_check_record(line, cells, problem, limits) for line, cells, problem in records]


def _check_record(line: int, cells: Sequence[object], problem: str | None, limits: Limits) -> Record:
    max_chars = limits.max_cell_chars
    texts = [cell for cell in cells if isinstance(cell, str)]
    if any(len(text) > max_chars for text in texts):
        cells = [cell[:max_chars] if isinstance(cell, str) else cell for cell in cells]
        problem = problem or f"Line {line} has a cell of more than {max_chars:,} characters."
    lost, all_of_them = sum(text.count(UNREADABLE) for text in texts), sum(map(len, texts))
    # One unreadable character does not spoil a row; a line of them is noise.
    if lost * 5 > all_of_them:
        problem = problem or f"Line {line} has an encoding that cannot be read."
    return line, cells, problem


def join_names(names: Sequence[str]) -> str:
    """Return the names as a list in a sentence, shortened if there are many."""
    more = f" and {len(names) - MAX_LISTED:,} more" if len(names) > MAX_LISTED else ""
    return ", ".join(repr(name[:200]) for name in names[:MAX_LISTED]) + more


def skip_rows(blocks: Iterable[Iterable[T]], skip: int) -> Iterator[Iterable[T]]:
    """Yield the blocks without their first `skip` elements."""
    for block in blocks:
        if not skip:
            yield block
            continue
        known = list(block)
        passed = min(skip, len(known))
        skip -= passed
        yield known[passed:]


def in_batches(blocks: Iterable[Iterable[TableRow]]) -> Iterator[list[TableRow]]:
    """Yield batches. A block may hold many short rows: at most `BATCH_ROWS` at a time."""
    for block in blocks:
        rows = iter(block)
        while batch := list(islice(rows, BATCH_ROWS)):
            yield batch
