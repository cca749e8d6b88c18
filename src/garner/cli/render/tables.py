"""Print tables and facts of operators' commands: readable at 80 columns, and complete for programs.

A domain, a URL or a cause is the input of the next command, so it is never shortened. If a terminal is too narrow, the
least needed columns are left off, and named below the table; long values, such as URLs and messages, are folded. Output
to a pipe has all columns, and a row is a line.
"""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from garner.cli.render.cards import plain

GAP = 3  # between two columns
EDGES = 2
FOLDED = 24  # minimum width of a folded column
NEVER = "never"
_UNITS = (("d", 86400), ("h", 3600), ("m", 60))


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    spare: int = 0  # the highest are left off first; 0 never
    folds: bool = False


def print_table(columns: Sequence[Column], rows: Sequence[Sequence[object]], *, empty: str) -> None:
    """Print a table. `empty` is printed instead of a table without rows: what that means, and what to do if it is
    unexpected."""
    if not rows:
        print(empty)
        return
    cells = [[format_cell(cell) for cell in row] for row in rows]
    if not sys.stdout.isatty():
        whole = _width(_natural(column, index, cells) for index, column in enumerate(columns))
        Console(width=whole).print(table_of(whole, columns, cells), highlight=False)
        return
    console = Console()
    kept = columns_for(console.width, columns, cells)
    console.print(table_of(console.width, columns, cells), highlight=False)
    left_off = [column.name for column in columns if column not in kept]
    if left_off:
        console.print(Text(f"Columns that do not fit: {', '.join(left_off)}. --json shows all.", style="dim"))


def columns_for(width: int, columns: Sequence[Column], cells: Sequence[Sequence[str]]) -> list[Column]:
    """Return the columns that fit, dropping the least needed ones first."""
    widths = {column: _least(column, index, cells) for index, column in enumerate(columns)}
    kept = list(columns)
    while _width(widths[column] for column in kept) > width:
        least_needed = max(kept, key=lambda column: column.spare)
        if not least_needed.spare:
            break
        kept.remove(least_needed)
    return kept


def _width(columns: Iterable[int]) -> int:
    return sum(column + GAP for column in columns) - GAP + EDGES


def _least(column: Column, index: int, cells: Sequence[Sequence[str]]) -> int:
    natural = _natural(column, index, cells)
    return min(natural, max(FOLDED, cell_len(column.name))) if column.folds else natural


def _natural(column: Column, index: int, cells: Sequence[Sequence[str]]) -> int:
    return max(cell_len(column.name), *(cell_len(row[index]) for row in cells))


def table_of(width: int, columns: Sequence[Column], cells: Sequence[Sequence[str]]) -> Table:
    kept = columns_for(width, columns, cells)
    least = {column: _least(column, index, cells) for index, column in enumerate(columns) if column in kept}
    # If even the required columns do not fit, all of them are folded, because overflowing text would be cut off.
    fits = _width(least.values()) <= width
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1))
    for column in kept:
        table.add_column(column.name, overflow="fold", min_width=least[column] if fits else None)
    for row in cells:
        table.add_row(*(Text(cell) for cell, column in zip(row, columns, strict=True) if column in kept))
    return table


def print_facts(facts: Sequence[tuple[str, object]]) -> None:
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(no_wrap=True, style="dim")
    table.add_column(overflow="fold")
    cells = [(name, format_cell(fact)) for name, fact in facts]
    for name, fact in cells:
        table.add_row(Text(name), Text(fact))
    widest = max(cell_len(name) + cell_len(fact) for name, fact in cells) + max(cell_len(name) for name, _ in cells)
    Console(width=None if sys.stdout.isatty() else widest + GAP).print(table, highlight=False)


def format_cell(cell: object) -> str:
    match cell:
        case None | [] | ():
            return "–"
        case bool():
            return "yes" if cell else "no"
        case datetime():
            return cell.astimezone().strftime("%Y-%m-%d %H:%M:%S %Z")
        case timedelta():
            return duration(cell)
        case float():
            return f"{cell:g}"
        case list() | tuple():
            return ", ".join(map(str, cell))
    return " ".join(plain(cell).split())


def clock(moment: datetime) -> str:
    """Return the local time; for another day, with the date."""
    here = moment.astimezone()
    today = here.date() == datetime.now().astimezone().date()
    return f"{here:%H:%M:%S}" if today else f"{here:%Y-%m-%d %H:%M:%S}"


def duration(span: timedelta) -> str:
    """Return the duration as it is written in a command: 1d, 7h30m, 45s."""
    left, parts = round(span.total_seconds()), []
    for unit, size in _UNITS:
        if left >= size:
            parts.append(f"{left // size}{unit}")
            left %= size
    if left or not parts:
        parts.append(f"{left}s")
    return "".join(parts[:2])


MAX_NAMED = 10


def print_named(what: str, names: Sequence[object]) -> None:
    """Print the items that were not affected, one per line, so that a URL can be copied."""
    if not names:
        return
    print(f"{what}:")
    for name in names[:MAX_NAMED]:
        print(f"  {plain(name)}")
    if len(names) > MAX_NAMED:
        print(f"  … and {len(names) - MAX_NAMED:,} more; --json lists all")
