"""Write the results of pages as they arrive: JSON lines, or a table for spreadsheets."""

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

import orjson

from garner.cli.render.writing import open_output, translate_write_errors
from garner.core.lifecycle import ItemStatus
from garner.core.record import Kind, RecordData
from garner.core.rows.cells import escape_formula
from garner.errors import GarnerError, InputError
from garner.kinds.fields import in_order
from garner.kinds.registry import KINDS


@dataclass(frozen=True, slots=True)
class Result:
    """One line of the input and its result. The URL is as it was given."""

    url: str
    kind: Kind
    status: ItemStatus
    record: RecordData | None = None
    error: str | None = None
    code: str | None = None
    from_cache: bool = False
    warnings: tuple[str, ...] = ()  # about the record

    @property
    def found(self) -> bool:
        return self.record is not None

    @classmethod
    def of_error(cls, url: str, kind: Kind, error: GarnerError) -> "Result":
        return cls(url, kind, ItemStatus.ERROR, error=error.message, code=error.code)


Write = Callable[[Result], None]

# The part that represents a value which itself has several parts.
_NAMING_PARTS = ("raw", "url", "name")


def json_line(result: Result) -> str:
    answer = {
        "url": result.url,
        "kind": result.kind,
        "status": result.status,
        "record": None if result.record is None else in_order(result.kind, result.record),
        "error": result.error,
        "code": result.code,
        "warnings": result.warnings,
    }
    # A line of the input may hold a lone surrogate, which JSON in UTF-8 cannot.
    return orjson.dumps(answer | {"url": result.url.encode("utf-8", "replace").decode()}).decode()


def csv_header(kind: Kind) -> list[str]:
    return ["url", "kind", "status", "error", "code", *KINDS[kind].csv_fields, "warnings"]


def csv_row(result: Result) -> list[str]:
    fixed = (result.url, result.kind, result.status, result.error, result.code)
    record = result.record or {}
    fields = (record.get(name) for name in KINDS[result.kind].csv_fields)
    return [escape_formula(cell(value)) for value in (*fixed, *fields, result.warnings)]


def cell(value: Any) -> str:
    """Return a value as one cell: a list has a line for each part."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        naming = next((value[part] for part in _NAMING_PARTS if value.get(part)), None)
        return cell(naming) if naming else "\n".join(f"{name}: {cell(part)}" for name, part in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "\n".join(map(cell, value))
    return str(value)


def writes_json_lines(stream: TextIO, kind: Kind) -> Write:
    return lambda result: print(json_line(result), file=stream)


def writes_csv(stream: TextIO, kind: Kind) -> Write:
    table = csv.writer(stream)
    table.writerow(csv_header(kind))
    return lambda result: table.writerow(csv_row(result))


_FORMATS = {".jsonl": writes_json_lines, ".csv": writes_csv}


def require_usable(output: Path, sources: Sequence[str]) -> None:
    if output.suffix.lower() not in _FORMATS:
        raise InputError(f"{output} must end in {' or '.join(_FORMATS)}.")
    if output.exists() and any(Path(source).exists() and output.samefile(source) for source in sources):
        raise InputError(f"{output} is the list of pages itself. Choose another output file.")


@contextmanager
def writing_to(output: Path, kind: Kind) -> Iterator[Write]:
    """Yield a writer whose file has every result as soon as it is written: whole lines, even if the run is killed."""
    with open_output(output) as stream:
        with translate_write_errors(output):
            write = _FORMATS[output.suffix.lower()](stream, kind)

        def write_with_path(result: Result) -> None:
            with translate_write_errors(output):
                write(result)

        yield write_with_path
