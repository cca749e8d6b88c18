"""Read rows of XLSX, XLS and ODS through a separate process (see `sheet_process`), as it outputs them.

That process may exceed its memory or time limit, or be crashed by the file: each is an ordinary outcome here, and costs
this process nothing.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import repeat
from pathlib import Path
from threading import Timer
from typing import Any

import orjson

from garner.core.plurals import format_count
from garner.core.rows.columns import is_known_header, is_web_address
from garner.errors import FileLocked, FileTooLarge, FileUnreadable, InputError
from garner.tables.heading import MAX_BEFORE, heading_of, shown_name
from garner.tables.rows import UNREADABLE, Limits, Records, check_records, join_names

PROGRAM = Path(__file__).with_name("sheet_process.py")
NEEDED = ("PATH", "LD_LIBRARY_PATH", "SYSTEMROOT")
NUL, NUL_WRITTEN = "\0", b"\\u0000"
ROOM_IN_MESSAGE = 2_000_000  # bytes, besides the last row of the message
MAX_COVER_ROWS = 20  # rows

LOCKED = FileLocked("The spreadsheet is protected by a password. Save it without one and send it again.")
TOO_LARGE = FileTooLarge("The spreadsheet takes more memory than allowed. Send it as CSV or in parts.")
TOO_WIDE = FileTooLarge("A row of the spreadsheet is longer than allowed. Send it as CSV or in parts.")
TOO_LONG = FileTooLarge("Reading the spreadsheet took longer than allowed. Send it as CSV or in parts.")
DAMAGED = FileUnreadable("The spreadsheet is damaged and cannot be read.")


@dataclass
class Spreadsheet:
    """The first sheet with rows, and further sheets with the same header, regardless of the rows above it."""

    path: Path
    limits: Limits
    header: Sequence[object] = ()  # of the first sheet, once it is known; empty if no row names the columns
    not_read: list[str] = field(default_factory=list)
    # Count without a saved result, and the cell and the sheet of the first; known at the end.
    formulas: tuple[int, str, str] = (0, "", "")
    _process: "subprocess.Popen[bytes] | None" = None

    def records(self) -> Iterator[Records]:
        self.not_read.clear()
        reading, covers = "", dict[str, Records]()
        for sheet, begins, ends, records in self._blocks():
            if not reading and begins and ends and _is_cover(records):
                covers[sheet] = records
                continue
            if reading and sheet != reading:
                above = self._rows_above_table(records) if begins else None
                if above is None:
                    self.not_read.extend([sheet] if begins else [])
                    continue
                records = records[above:]
            reading = sheet
            yield records
        if not reading and covers:
            yield covers.pop(next(iter(covers)))
        self.not_read[:0] = [sheet for sheet, records in covers.items() if self._has_rows(records)]

    def warnings(self) -> list[str]:
        warnings = []
        if self.not_read:
            warnings.append(f"Sheets with other columns than the first were not read: {join_names(self.not_read)}.")
        count, cell, sheet = self.formulas
        if count:
            location = " of ".join(filter(None, (cell, sheet and f"sheet {sheet[:200]!r}")))
            first = f", the first in {location}" if location else ""
            warnings.append(
                f"Formulas without a saved result are read as empty: {format_count(count, 'cell')}{first}."
                " Open the file in a spreadsheet program, save it, and send it again."
            )
        return warnings

    def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            with suppress(OSError):
                assert process.stdout is not None
                process.stdout.close()
            process.wait()

    def _blocks(self) -> Iterator[tuple[str, bool, bool, Records]]:
        """Yield the rows of each non-empty sheet: its name, whether they are its first, whether they are its last, and
        the rows."""
        sheet, begins = "", True
        for message in self._messages():
            if "sheet" in message:
                sheet, begins = message["sheet"], True
            elif "formulas" in message:
                self.formulas = message["formulas"], message["first"], message["of"]
            elif message["records"]:
                yield sheet, begins, message["ends"], message["records"]
                begins = False

    def _rows_above_table(self, records: Records) -> int | None:
        """Return how many rows of a further sheet are its header and rows above it; None if it has another header."""
        names = _names(self.header)
        first = enumerate(records[:MAX_BEFORE], 1)
        return next((location for location, (_, cells, _) in first if names and _names(cells) == names), None)

    def _has_rows(self, records: Records) -> bool:
        """Return whether there is more than the header of the first sheet and the rows above it."""
        return self._rows_above_table(records) != len(records)

    def _records(self, message: dict[str, Any], written: bytes) -> Records:
        rows = message["rows"]
        if NUL_WRITTEN in written:
            rows = [[_without_nul(cell) for cell in cells] for cells in rows]
        records: Records = list(zip(message["lines"], rows, repeat(None)))
        suspicious = len(written) > self.limits.max_cell_chars or UNREADABLE.encode() in written
        return check_records(records, self.limits) if suspicious else records

    def _messages(self) -> Iterator[dict[str, Any]]:
        self.close()
        process = self._process = _start_process(self.path, self.limits)
        max_bytes = self.limits.max_line_bytes + ROOM_IN_MESSAGE
        try:
            with self.limits.stop.kills(process):
                while (line := self._next_line(process, max_bytes)).endswith(b"\n"):
                    message = orjson.loads(line)
                    if "error" in message:
                        raise _translate_message(message)
                    if "rows" in message:
                        message = {"records": self._records(message, line), "ends": "ends" in message}
                    yield message
            if len(line) >= max_bytes:
                raise TOO_WIDE.copy()
            if process.wait() != 0:
                self.limits.stop.check()
                raise _translate_exit_code(process.returncode)
        finally:
            if process is self._process:
                self.close()

    def _next_line(self, process: "subprocess.Popen[bytes]", max_bytes: int) -> bytes:
        # Only the time in which this process waits for the other one counts, not the time in which this process is the
        # slower one.
        watch = Timer(self.limits.sheet_seconds, process.send_signal, (signal.SIGTERM,))
        watch.daemon = True
        watch.start()
        try:
            assert process.stdout is not None
            return process.stdout.readline(max_bytes)
        finally:
            watch.cancel()


def _start_process(path: Path, limits: Limits) -> "subprocess.Popen[bytes]":
    bounds = (limits.sheet_memory_bytes, max(int(limits.sheet_seconds), 1), limits.max_cell_chars + 1)
    return subprocess.Popen(
        (sys.executable, "-I", str(PROGRAM), str(path), *map(str, bounds)),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={name: os.environ[name] for name in NEEDED if name in os.environ},
        close_fds=True,
        process_group=0,  # or Ctrl-C, which is meant for this process, would look like a damaged file
    )


def _names(header: Sequence[object]) -> list[str]:
    """Return the names, without the empty cells that a longer row of the sheet adds to every other."""
    names = [shown_name(cell).casefold() for cell in header]
    while names and not names[-1]:
        names.pop()
    return names


def _is_cover(records: Records) -> bool:
    """Return whether the sheet is a cover page: one row, a header with nothing below it, or some lines of text of which
    none names a column or is an address."""
    if not 1 < len(records) <= MAX_COVER_ROWS:
        return len(records) == 1
    filled = [[cell for cell in cells if cell not in ("", None)] for _, cells, _ in records]
    words = str(next(iter(filled[0]), ""))
    if not is_known_header(words) and not is_web_address(words) and all(len(cells) == 1 for cells in filled):
        return True
    return heading_of([cells for _, cells, _ in records]).rows_before == len(records)


def _without_nul(cell: object) -> object:
    return cell.replace(NUL, "") if isinstance(cell, str) and NUL in cell else cell


def _translate_message(message: dict[str, Any]) -> InputError:
    return {"locked": LOCKED, "memory": TOO_LARGE}.get(message["error"], DAMAGED).copy()


def _translate_exit_code(code: int) -> InputError:
    if -code in (signal.SIGXCPU, signal.SIGTERM):
        return TOO_LONG.copy()
    # The library does not recover from a failed allocation: it aborts.
    return (TOO_LARGE if -code in (signal.SIGABRT, signal.SIGKILL, signal.SIGSEGV) else DAMAGED).copy()
