"""Read one spreadsheet in a separate process and write its rows to standard output, a line of JSON per batch.

It is a separate process because the library holds whole sheets in memory, and a file of a few kilobytes can be
crafted so that they take gigabytes: then only this process ends. It does not import Garner, so that it starts fast.

    {"sheet": name}                        a sheet begins
    {"lines": […], "rows": [[…], …]}       some of its non-empty rows, and their numbers
    {…, "ends": true}                      the last of them
    {"formulas": count, "first": cell, "of": sheet}
                                           cells, in all sheets, that are empty because their result was not saved,
                                           and the first of them; its sheet only for XLSX with several sheets
    {"error": "locked" | "damaged" | "memory", "message": …}
"""

import posixpath
import re
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from html import unescape
from time import process_time
from typing import IO, Any

import orjson
from python_calamine import CalamineSheet, CalamineWorkbook, PasswordError, SheetTypeEnum, SheetVisibleEnum

BATCH_ROWS = 1_000
BATCH_BYTES = 1_000_000  # no row is added to a batch above this size
EXACT = 2**53  # larger whole numbers are not exact

PIECE = 1 << 20
MAX_CELL_CHARS = 1 << 16
# How much of a sheet is scanned for formulas; less if there are none at its beginning.
MIN_SCANNED, MAX_SCANNED = 4 * PIECE, 256 * PIECE
SCAN_SECONDS, SPARE_SECONDS = 20, 10  # processor time beside that for the rows; a margin for work in progress
FORMULA_MARKS = (b"<f>", b"<f ", b":f>", b":f ", b"table:formula=")  # some programs write `<x:f>`
CELL_MARKS = (b"<c ", b":c ", b"<table:table-cell")
# None of these patterns backtracks over a bracket: the sender of a file decides what they are matched against.
FORMULAS = (
    (
        "xl/worksheets/",
        re.compile(
            rb"<(?:\w++:)?+f\b[^<>]*+(?:(?<=/)>|>[^<]*+</(?:\w++:)?+f>)\s*+"
            rb"(?:<(?:\w++:)?+v\s*+/>|<(?:\w++:)?+v>\s*+</(?:\w++:)?+v>)?+\s*+</(?:\w++:)?+c>"
        ),
    ),
    (
        "content.xml",
        re.compile(rb"<table:table-cell\b(?=[^<>]*+>)(?=[^<>]*?table:formula=)(?![^<>]*?office:value-type=)[^<>]*+>"),
    ),
)
ADDRESS = re.compile(rb"""<(?:\w++:)?+c\s[^<>]*?\br=["']([A-Z]{1,3}\d{1,7})["']""")

# Where the names of the sheets are, and which file holds which sheet.
NAMES_OF_SHEETS, FILES_OF_SHEETS = "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
MAX_NAMES_BYTES, MAX_ELEMENT_BYTES = 4 * PIECE, 2_000
SHEET = re.compile(rb"<(?:\w++:)?+sheet\s[^<>]*+>")
RELATIONSHIP = re.compile(rb"<(?:\w++:)?+Relationship\s[^<>]*+>")
ATTRIBUTE = re.compile(rb"""([\w:]++)\s*+=\s*+(?:"([^"<>]*+)"|'([^'<>]*+)')""")


def main(path: str, memory_bytes: int, seconds: int, max_cell_chars: int) -> None:
    _limit(memory_bytes, seconds)
    try:
        for message in messages(path, max_cell_chars):
            _write(message)
    except PasswordError as error:
        _write({"error": "locked", "message": str(error)})
    except MemoryError:
        _write({"error": "memory", "message": ""})
    except BaseException as error:  # a panic of the library is not an Exception
        _write({"error": "damaged", "message": f"{type(error).__name__}: {error}"[:300]})
    else:
        _report_formulas(path)


def _report_formulas(path: str) -> None:
    """Write the formula count. All rows are already written: if this is interrupted, formulas are not counted and the
    rows stay."""
    deadline = process_time() + SCAN_SECONDS
    _limit_time(int(deadline) + SPARE_SECONDS)
    with suppress(Exception):
        _write(formulas_without_result(path, deadline))


def messages(path: str, max_cell_chars: int) -> Iterator[dict[str, Any]]:
    with CalamineWorkbook.from_path(path) as workbook:
        # Visible sheets come before hidden ones.
        for sheet in sorted(workbook.sheets_metadata, key=lambda sheet: sheet.visible != SheetVisibleEnum.Visible):
            if sheet.typ == SheetTypeEnum.WorkSheet:
                yield {"sheet": sheet.name}
                with suppress(IndexError):  # an empty sheet has no first cell
                    yield from _batches(workbook.get_sheet_by_name(sheet.name), max_cell_chars)


def _batches(sheet: CalamineSheet, max_cell_chars: int) -> Iterator[dict[str, Any]]:
    lines, rows, size = list[int](), list[orjson.Fragment](), 0
    for line, cells in enumerate(sheet.iter_rows(), 1):
        if any(cell != "" for cell in cells):
            # Measured as it is sent: one string of a small file may occur in every cell.
            row = orjson.dumps([cell[:max_cell_chars] if type(cell) is str else plain(cell) for cell in cells])
            lines.append(line)
            rows.append(orjson.Fragment(row))
            size += len(row)
        if len(rows) >= BATCH_ROWS or size >= BATCH_BYTES:
            yield {"lines": lines, "rows": rows}
            lines, rows, size = [], [], 0
    yield {"lines": lines, "rows": rows, "ends": True}


def formulas_without_result(path: str, deadline: float) -> dict[str, Any]:
    """Count formulas that were saved without a result. Programs that only write spreadsheets save formulas without
    results; the library reads such cells as empty and does not report it, so the sheets are scanned."""
    count, first, sheet = 0, "", ""
    with suppress(zipfile.BadZipFile), zipfile.ZipFile(path) as workbook:
        names = _names_of_files(workbook)
        for file in sorted(workbook.namelist(), key=_position_among(names)):
            pattern = next((pattern for begins, pattern in FORMULAS if file.startswith(begins)), None)
            if pattern is not None:
                with workbook.open(file) as opened:
                    count_in_file, cell = _count(opened, pattern, deadline)
                if count_in_file and not count:
                    first, sheet = cell, names.get(file, "") if len(names) > 1 else ""
                count += count_in_file
    return {"formulas": count, "first": first, "of": sheet}


def _names_of_files(workbook: zipfile.ZipFile) -> dict[str, str]:
    """Return the sheet name for each sheet file of an XLSX workbook, in workbook order."""
    names = {}
    with suppress(KeyError):
        targets = {
            relationship.get("Id", ""): posixpath.normpath(
                posixpath.join("/xl", relationship.get("Target", ""))
            ).lstrip("/")
            for relationship in _elements(workbook, FILES_OF_SHEETS, RELATIONSHIP)
        }
        for sheet in _elements(workbook, NAMES_OF_SHEETS, SHEET):
            relation_id = next((value for name, value in sheet.items() if name.endswith(":id")), "")
            names[targets.get(relation_id, "")] = sheet.get("name", "")
    return names


def _position_among(names: dict[str, str]) -> Callable[[str], int]:
    positions = {file: position for position, file in enumerate(names)}
    return lambda file: positions.get(file, len(positions))


def _elements(workbook: zipfile.ZipFile, file: str, pattern: "re.Pattern[bytes]") -> Iterator[dict[str, str]]:
    with workbook.open(file) as opened:
        text = opened.read(MAX_NAMES_BYTES)
    return map(_attributes, pattern.findall(text))


def _attributes(element: bytes) -> dict[str, str]:
    return {
        name.decode(errors="replace"): unescape((double_quoted or single_quoted).decode(errors="replace"))
        for name, double_quoted, single_quoted in ATTRIBUTE.findall(element[:MAX_ELEMENT_BYTES])
    }


def _count(sheet: IO[bytes], pattern: "re.Pattern[bytes]", deadline: float) -> tuple[int, str]:
    count, first, text, read, formulas = 0, "", b"", 0, False
    while piece := sheet.read(PIECE):
        read, text = read + len(piece), text + piece
        formulas = formulas or any(mark in text for mark in FORMULA_MARKS)
        if process_time() > deadline:
            raise TimeoutError
        if read > MAX_SCANNED or (read > MIN_SCANNED and not formulas):
            break
        if not formulas:
            text = text[-MAX_CELL_CHARS:]
            continue
        for match in pattern.finditer(text):
            count, first = count + 1, first or _address(text[max(0, match.start() - MAX_CELL_CHARS) : match.start()])
        last = text.rfind(b"<", 0, max(text.rfind(mark) for mark in CELL_MARKS) + 1)
        text = text[last if last >= 0 else len(text) :][-MAX_CELL_CHARS:]
    return count, first


def _address(before: bytes) -> str:
    """Return the address of the cell that contains a formula, from the text before the formula."""
    addresses = ADDRESS.findall(before)
    return addresses[-1].decode() if addresses else ""


def plain(cell: object) -> object:
    """Return the value as a user would write it: 1 for 1.0, a day without midnight."""
    match cell:
        case float():
            return int(cell) if cell.is_integer() and abs(cell) < EXACT else float(f"{cell:.15g}")
        case bool() | int():
            return cell
        case datetime():
            return cell.date().isoformat() if cell.time() == time.min else cell.isoformat(sep=" ", timespec="seconds")
        case date() | time():
            return cell.isoformat()
        case timedelta():
            return str(cell)
    return None


def _write(message: dict[str, Any]) -> None:
    sys.stdout.buffer.write(orjson.dumps(message, option=orjson.OPT_APPEND_NEWLINE))
    sys.stdout.buffer.flush()


def _limit(memory_bytes: int, seconds: int) -> None:
    with suppress(ImportError, OSError, ValueError):  # not every system has these limits
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + SCAN_SECONDS + SPARE_SECONDS + 1))


def _limit_time(seconds: int) -> None:
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (seconds, resource.getrlimit(resource.RLIMIT_CPU)[1]))


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
