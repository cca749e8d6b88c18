"""Parse delimited text, including text with broken quotes.

Most of the work is done by the csv module, a block of lines at a time. It does not detect a quote that never closes: it
would take everything up to the next quote or the end of the file for one cell. So a record that spans several lines is
checked again. If it does not parse by the strict rules, or exceeds the size limit, or has the wrong width while its
second line alone has the right one, its first line is parsed by itself, without quotes, and reported; parsing continues
at the next line. Text can be crafted so that this happens at every line at a high cost: when the budget for such
rescans is used up, every line is parsed by itself.
"""

import csv
import re
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from itertools import chain
from typing import TYPE_CHECKING, Any

from garner.tables.rows import UNREADABLE, Block, Limits, Record, Records, check_records

if TYPE_CHECKING:
    import _csv  # its reader has no public name

SENTINEL = "\x1e"  # a separate line after a block: if it is parsed alone, all quotes were closed
MAX_WASTED_CHARS = 32 * 1024**2  # characters parsed to no result
MAX_CELLS_OPEN = 4  # how many times the longest cell a record may hold before its quote counts as unclosed


@dataclass(frozen=True)
class Dialect:
    delimiter: str = ","
    quote: str = '"'
    escape: str | None = None
    space_after_delimiter: bool = False
    lines_before: int = 0  # that declare the format of the file, and are not part of the table

    def reader(self, lines: Any, **more: Any) -> "_csv.Reader":
        return csv.reader(
            lines,
            delimiter=self.delimiter,
            quotechar=self.quote,
            escapechar=self.escape,
            doublequote=True,
            skipinitialspace=self.space_after_delimiter,
            **more,
        )


def delimited_records(blocks: Iterable[tuple[str, bool]], dialect: Dialect, limits: Limits) -> Iterator[Block]:
    reader = DelimitedReader(dialect, limits)
    before = dialect.lines_before
    for text, cut in blocks:
        yield reader.feed("".join(list(StringIO(text, newline=""))[before:]) if before else text, cut=cut)
        before = 0
    yield reader.feed("", last=True)


class DelimitedReader:
    """Incremental parser that is fed blocks of whole lines and returns the complete records."""

    def __init__(self, dialect: Dialect, limits: Limits, max_wasted_chars: int = MAX_WASTED_CHARS) -> None:
        self._dialect = dialect
        self._limits = limits
        self._line = 1 + dialect.lines_before
        self._held = ""  # lines of a record with an open quote
        self._width = 0
        self._chars_left = max_wasted_chars
        # The limit is global to the process, and the limits here are stricter.
        csv.field_size_limit(max(csv.field_size_limit(), limits.max_line_bytes + limits.max_cell_chars))

    def feed(self, text: str, *, last: bool = False, cut: bool = False) -> Block:
        """Parse a block. The result must be consumed before more is fed."""
        text, self._held = self._held + text, ""
        long = len(text) > self._limits.max_cell_chars
        if long:
            text = self._truncate_lines(text)
        quoted = self._dialect.quote in text or self._dialect.escape is not None
        records: Block = self._careful(text, last=last) if quoted else self._plain(text)
        if long or UNREADABLE in text:
            records = check_records(records, self._limits)
        return _last_cut(records) if cut else records

    def _plain(self, text: str) -> Iterator[Record]:
        """Parse text without quotes, where each line is a record."""
        reader = self._dialect.reader(StringIO(text, newline=""))
        for line, cells in enumerate(reader, self._line):
            if any(cells) and (cells[0] > " " or any(map(str.strip, cells))):
                yield line, cells, None
        self._line += reader.line_num

    def _careful(self, text: str, *, last: bool) -> Iterator[Record]:
        lines = list(StringIO(text, newline=""))
        begin = 0
        while begin < len(lines):
            if self._chars_left > 0:
                begin = yield from self._run(lines, begin, last=last)
            else:
                yield from self._one_line(lines[begin])
                begin += 1

    def _run(self, lines: list[str], begin: int, *, last: bool) -> Generator[Record, None, int]:
        """Parse until a record needs another method; return the line to continue with."""
        reader = self._dialect.reader(chain(lines[begin:] if begin else lines, (SENTINEL,)))
        first, index = begin, begin
        for cells in reader:
            end = first + reader.line_num
            if end - index > 1:
                if end > len(lines) and not last and self._may_close(lines, index):
                    self._held = "".join(lines[index:])
                    return len(lines)
                if end > len(lines) or not self._is_sound(lines[index:end], cells):
                    self._chars_left -= sum(map(len, lines[index:end]))
                    yield self._parse_without_quotes(lines[index], self._line)
                    self._line += 1
                    return index + 1
            elif index == len(lines):
                break
            if any(cells) and (cells[0] > " " or any(map(str.strip, cells))):
                yield self._line, cells, None
                self._width = len(cells)
            self._line += end - index
            index = end
        return len(lines)

    def _may_close(self, lines: list[str], index: int) -> bool:
        max_chars = MAX_CELLS_OPEN * self._limits.max_cell_chars
        return sum(map(len, lines[index:])) <= max_chars

    def _is_sound(self, lines: list[str], cells: Sequence[str]) -> bool:
        quote, delimiter = map(re.escape, (self._dialect.quote, self._dialect.delimiter))
        # Blanks after a closing quote are accepted.
        text = re.sub(rf"{quote}[ \t]+(?={delimiter}|[\r\n]|$)", self._dialect.quote, "".join(lines))
        try:
            list(self._dialect.reader(StringIO(text, newline=""), strict=True))
        except csv.Error:
            return False
        if len(cells) == self._width or self._width < 2:
            return True
        return len(next(self._dialect.reader(lines[1:2]), ())) != self._width

    def _one_line(self, line: str) -> Iterator[Record]:
        *records, end = self._dialect.reader((line, SENTINEL))
        if end != [SENTINEL]:
            yield self._parse_without_quotes(line, self._line)
        elif any(map(any, records)):
            yield self._line, records[0], None
        self._line += 1

    def _parse_without_quotes(self, line: str, number: int) -> Record:
        quote = self._dialect.quote
        cells = next(csv.reader([line], delimiter=self._dialect.delimiter, quoting=csv.QUOTE_NONE), [])
        return number, [cell.strip(quote) for cell in cells], f"Line {number} opens a quote that is never closed."

    def _truncate_lines(self, text: str) -> str:
        """Truncate lines with too many cells. A line of millions of cells takes a hundred times its size in memory; one
        cell over the limit is enough to detect it."""
        max_chars = self._limits.max_columns + 1
        return "".join(
            self._dialect.delimiter.join(line.split(self._dialect.delimiter, max_chars)[:max_chars]) + "\n"
            if line.count(self._dialect.delimiter) >= max_chars
            else line
            for line in StringIO(text, newline="")
        )


def _last_cut(records: Block) -> Records:
    known = list(records)
    if known:
        line, cells, problem = known[-1]
        known[-1] = (line, cells, problem or f"Line {line} is too long and was cut.")
    return known
