"""The export of a job: the selected rows, the headers and the format.

The headers depend on the job and never on the selection, so that files of one job can be concatenated.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple
from uuid import UUID

import orjson

from garner.core.lifecycle import ItemStatus
from garner.core.record import Kind
from garner.core.rows.cells import PLAIN, Cell, cell_of
from garner.kinds.registry import KINDS

FIRST_COLUMNS = ("row", "status", "attempts")
MATCH_COLUMNS = ("match_id", "match_score", "match_strategy", "candidates", "offers")
LAST_OF_RESULT = ("confidence", "strategy", "warnings")
ERROR_COLUMNS = ("error_code", "error_message")
INPUT_PREFIX = "input."


class Format(StrEnum):
    XLSX = "xlsx"
    CSV = "csv"
    JSONL = "jsonl"


MEDIA_TYPES = {
    Format.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    Format.CSV: "text/csv; charset=utf-8",
    Format.JSONL: "application/x-ndjson",
}


class ExportScope(StrEnum):
    ALL = "all"
    CHANGED = "changed"
    FAILED = "failed"
    SELECTED = "selected"


SCOPE_STATUSES: Mapping[ExportScope, tuple[ItemStatus, ...]] = {
    ExportScope.ALL: tuple(ItemStatus),
    ExportScope.CHANGED: (ItemStatus.DONE,),
    ExportScope.FAILED: (ItemStatus.ERROR, ItemStatus.NOT_FOUND),
    ExportScope.SELECTED: tuple(ItemStatus),
}


@dataclass(frozen=True, slots=True)
class RowSelection:
    """A selection of rows; each condition narrows the others."""

    scope: ExportScope = ExportScope.ALL
    statuses: tuple[ItemStatus, ...] = ()
    item_ids: tuple[UUID, ...] | None = None

    @property
    def wanted_statuses(self) -> tuple[ItemStatus, ...] | None:
        """Return the selected statuses; None if all are."""
        wanted = [status for status in SCOPE_STATUSES[self.scope] if not self.statuses or status in self.statuses]
        return None if len(wanted) == len(ItemStatus) else tuple(wanted)


class ExportRow(NamedTuple):
    """A row as stored, with its JSON as text that is not parsed yet."""

    row: int
    id: str
    status: str
    attempts: int
    error_code: str | None
    error_message: str | None
    result: str | None
    input: str | None


@dataclass(frozen=True, slots=True)
class ExportColumns:
    """The fields of the result and of the input that have a column, in order."""

    of_result: Sequence[str]
    of_input: Sequence[str]

    @property
    def headers(self) -> list[str]:
        return [
            *FIRST_COLUMNS,
            *self.of_result,
            *ERROR_COLUMNS,
            *(f"{INPUT_PREFIX}{header}" for header in self.of_input),
        ]

    def cells(self, rows: Iterable[ExportRow]) -> Iterator[list[Cell]]:
        for row in rows:
            yield [
                *(row.row, row.status, row.attempts),
                *_cells(_read(row.result), self.of_result),
                *(row.error_code, row.error_message),
                *_cells(_read(row.input), self.of_input),
            ]


def _cells(values: Mapping[str, Any], names: Iterable[str]) -> list[Cell]:
    selected_values = map(values.get, names)
    return [value if type(value) in PLAIN else cell_of(value) for value in selected_values]


def columns_of(kinds: Collection[Kind], *, has_matches: bool, input_headers: Sequence[str]) -> ExportColumns:
    """Return the columns of a job. A field that several kinds have is one column."""
    of_records = (name for kind in KINDS if kind in kinds for name in KINDS[kind].names)
    of_matches = MATCH_COLUMNS if has_matches else ()
    of_result = dict.fromkeys(("kind", "url", *of_records, *of_matches, *LAST_OF_RESULT))
    return ExportColumns(tuple(of_result), tuple(dict.fromkeys(input_headers)))


def json_lines(rows: Iterable[ExportRow]) -> Iterator[str]:
    """Yield one line per row. Stored JSON is written unchanged, to the last digit of its numbers."""
    for row in rows:
        error = None
        if row.error_code is not None or row.error_message is not None:
            error = {"code": row.error_code, "message": row.error_message}
        yield (
            f'{{"row":{row.row},"id":"{row.id}","status":"{row.status}","attempts":{row.attempts},'
            f'"input":{row.input or "null"},"result":{row.result or "null"},"error":{orjson.dumps(error).decode()}}}\n'
        )


def _read(stored: str | None) -> Mapping[str, Any]:
    return orjson.loads(stored) if stored else {}
