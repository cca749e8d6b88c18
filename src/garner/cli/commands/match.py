"""`garner match`: find the catalogue entry for each row of a file, without a database.

Both files are tables of any supported kind, with columns mapped as for uploads. The answers are in the order of the
rows, each row decided alone unless `--one-to-one` assigns every entry to at most one row.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import orjson
from rich.console import Console
from rich.text import Text

from garner.cli.render.cards import plain
from garner.cli.render.progress import Lines, ProgressMeter, metering
from garner.cli.render.writing import writing_lines
from garner.core.matching import Fit, MatchDecision, decide, decide_one_to_one, describe
from garner.core.matching.decision import Unmatched
from garner.core.matching.index import Index
from garner.core.plurals import format_count
from garner.core.rows.canonical_cells import CellDoubts
from garner.core.rows.columns import CANONICAL, ColumnMapping, map_columns
from garner.errors import InputError, NoRows
from garner.tables.reading import TableRow, open_table
from garner.tables.rows import join_names

STANDARD_OUTPUT = Path("-")
MAX_REMEMBERED = 12  # candidates per row, until all rows are compared
MAX_REPORTED = 5  # unusable lines
TO_MATCH_BY = ("title", "mpn", "sku", "gtin")
JSON_NAMES = (".jsonl", ".json", ".ndjson")  # each of them may be gzipped
JSON_FORMAT = "jsonl"  # the format that `open_table` reports for any JSON
NESTED = "row"  # a line may hold its columns under this name

Answer = dict[str, Any]


@dataclass(frozen=True, slots=True)
class MappedLine:
    """A mapped line of a file; with a problem if it cannot be used."""

    line: int
    id: Any
    fields: Mapping[str, object]
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class MappedFile:
    headers: list[str]
    lines: list[MappedLine]
    warnings: list[str]  # about skipped content, and about cells that are kept as typed
    unused_columns: list[str]

    @property
    def bad_lines(self) -> list[MappedLine]:
        return [line for line in self.lines if line.problem is not None]


def match(
    catalogue: Path,
    rows: Path,
    output: Path | None,
    mapping: Mapping[str, str],
    *,
    explain: bool = False,
    one_to_one: bool = False,
) -> int:
    output = None if output == STANDARD_OUTPUT else output
    _require_usable(output, catalogue, rows)
    console = Console(stderr=True)
    files = {catalogue: read(catalogue, mapping), rows: read(rows, mapping)}
    _require_columns(mapping, {header for file in files.values() for header in file.headers})
    entries, asked = files[catalogue].lines, files[rows].lines
    index = Index((entry.id, describe(entry.fields)) for entry in entries if entry.problem is None)
    with _metering(console, len(asked)) as meter:
        answers = list(match_all(index, asked, meter, explain=explain, one_to_one=one_to_one))
    with writing_lines(output) as write:
        for answer in answers:
            write(orjson.dumps(answer).decode())
    _print_answers(console, index, answers, files)
    return int(any(file.bad_lines for file in files.values()))


def match_all(
    index: Index[Any], rows: Sequence[MappedLine], meter: ProgressMeter, *, explain: bool, one_to_one: bool
) -> Iterator[Answer]:
    compared = (_fits(index, row, meter) for row in rows)
    if one_to_one:
        decisions: Iterable[MatchDecision[Any]] = decide_one_to_one(
            [_keep_best(fits, explain=explain) for fits in compared]
        )
    else:
        decisions = map(decide, compared)
    for row, decision in zip(rows, decisions, strict=True):
        yield _answer(row, decision, explain=explain)


def _fits(index: Index[Any], row: MappedLine, meter: ProgressMeter) -> list[Fit[Any]]:
    fits = index.fits(describe(row.fields)) if row.problem is None else []
    meter.advance(failed=row.problem is not None)
    return fits


def _keep_best(fits: Sequence[Fit[Any]], *, explain: bool) -> list[Fit[Any]]:
    """Return the best of them, in their order, without the evidence unless it is to be explained."""
    least = sorted((fit.scored.odds for fit in fits), reverse=True)[:MAX_REMEMBERED][-1:]
    best = [fit for fit in fits if least and fit.scored.odds >= least[0]]
    return best if explain else [replace(fit, scored=replace(fit.scored, evidence=None)) for fit in best]


def _answer(row: MappedLine, decision: MatchDecision[Any], *, explain: bool) -> Answer:
    candidates = [
        {"id": candidate.id, "score": round(candidate.score, 4)}
        | (
            {"reasons": {name: round(value, 2) for name, value in candidate.scored.reasons().items()}}
            if explain
            else {}
        )
        for candidate in decision.candidates
    ]
    answer = {"id": row.id, "match": decision.match, "score": round(decision.score, 4), "candidates": candidates}
    if decision.offers:
        answer["offers"] = list(decision.offers)
    if decision.reason is Unmatched.AMBIGUOUS:
        answer["reason"] = decision.reason
    return answer | ({"error": row.problem} if row.problem else {})


def read(path: Path, mapping: Mapping[str, str]) -> MappedFile:
    if not path.is_file():
        raise InputError(f"There is no file {str(path)!r}.")
    read_rows, warnings = _rows(path)
    rows = [_flatten(row) for row in read_rows]
    _require_readable(path, rows)
    headers = list(dict.fromkeys(name for row in rows if row.problem is None for name in row.values))
    columns = _columns(path, headers, mapping, rows)
    id_header = next((header for header, meaning in columns.by_header.items() if meaning == "id"), None)
    doubts = CellDoubts()
    lines = [_make_line(row, columns, id_header, doubts) for row in rows]
    unused = [header for header in headers if header not in columns.by_header]
    return MappedFile(headers, lines, [*warnings, *doubts.warnings()], unused)


def _rows(path: Path) -> tuple[list[TableRow], list[str]]:
    """Return the rows, and warnings about skipped content."""
    try:
        with open_table(path, path.name) as table:
            if _suffix(path) in JSON_NAMES and table.format != JSON_FORMAT:
                raise InputError("The first line is not a JSON object. If the file is a CSV table, rename it to .csv.")
            rows = [row for batch in table.batches() for row in batch]
            return rows, table.warnings
    except InputError as error:
        without = isinstance(error, NoRows) and _suffix(path) in JSON_NAMES
        raise InputError(f"{path}: {'There is no JSON object in the file.' if without else error.message}") from None
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.") from None


def _require_readable(path: Path, rows: Sequence[TableRow]) -> None:
    if rows and all(row.problem for row in rows):
        raise InputError(f"{path}: {rows[0].problem} No line of the file can be read.")


def _suffix(path: Path) -> str:
    """Return the file extension in lower case, without `.gz`."""
    return (path.with_suffix("") if path.suffix.lower() == ".gz" else path).suffix.lower()


def _flatten(row: TableRow) -> TableRow:
    inner = row.values.get(NESTED)
    if not isinstance(inner, dict):
        return row
    outer = {name: value for name, value in row.values.items() if name == "id"}
    return row._replace(values=inner | outer)


def _columns(path: Path, headers: list[str], mapping: Mapping[str, str], rows: Sequence[TableRow]) -> ColumnMapping:
    # The two files need not have the same columns: each takes the mappings for its own.
    own = {meaning: header for meaning, header in mapping.items() if header in headers}
    columns = map_columns(headers, own, [row.values for row in rows[:200] if row.problem is None])
    if set(columns.by_header.values()).isdisjoint(TO_MATCH_BY):
        there = ", ".join(header[:60] for header in headers[:20]) or "none"
        raise InputError(
            f"{path}: None of the columns is recognized as {', '.join(TO_MATCH_BY)}. The columns are: {there}. "
            "Map one with --map, for example --map title=COLUMN."
        )
    return columns


def _make_line(row: TableRow, columns: ColumnMapping, id_header: str | None, doubts: CellDoubts) -> MappedLine:
    if row.problem is not None:
        return MappedLine(row.line, None, {}, row.problem)
    identity = row.values.get(id_header) if id_header else None
    fields = columns.canonical(row.values, doubts, row.line)
    return MappedLine(row.line, row.line if identity in (None, "") else identity, fields)


def read_mapping(written: Sequence[str]) -> dict[str, str]:
    """Parse `title=Product` from the command line."""
    pairs = [text.partition("=") for text in written]
    for text, (meaning, _, header) in zip(written, pairs, strict=True):
        if not meaning.strip() or not header.strip():
            raise InputError(f"--map {text!r} is not a mapping. Write NAME=COLUMN, for example title=COLUMN.")
    return {meaning.strip(): header.strip() for meaning, _, header in pairs}


def _require_columns(mapping: Mapping[str, str], headers: Collection[str]) -> None:
    for meaning, header in mapping.items():
        if meaning not in CANONICAL:
            raise InputError(f"--map {meaning}={header}: {meaning!r} must be one of {', '.join(CANONICAL)}.")
        if header not in headers:
            raise InputError(f"--map {meaning}={header}: Neither file has a column {header!r}.")


def _require_usable(output: Path | None, *inputs: Path) -> None:
    if output is None:
        return
    if _suffix(output) not in ("", *JSON_NAMES):
        raise InputError(f"{output} must end in .jsonl or .jsonl.gz: the results are lines of JSON.")
    if output.exists() and any(each.exists() and output.samefile(each) for each in inputs):
        raise InputError(f"{output} is one of the input files. Choose another output file.")


@contextmanager
def _metering(console: Console, total: int) -> Iterator[ProgressMeter]:
    if total < 2:
        yield Lines(console, total)
        return
    with metering(console, total) as meter:
        yield meter


def _print_answers(
    console: Console, index: Index[Any], answers: Sequence[Answer], files: Mapping[Path, MappedFile]
) -> None:
    for path, file in files.items():
        if file.unused_columns:
            unused = plain(f"{path}: Columns not used: {join_names(file.unused_columns)}.")
            console.print(Text(unused, style="dim"), soft_wrap=True)
        for warning in file.warnings:
            console.print(Text(f"{path}: {plain(warning)}", style="yellow"), soft_wrap=True)
        for line in file.bad_lines[:MAX_REPORTED]:
            console.print(Text(f"{path}: {plain(line.problem)}", style="red"), soft_wrap=True)
        if len(file.bad_lines) > MAX_REPORTED:
            more = format_count(len(file.bad_lines) - MAX_REPORTED, "more unreadable line")
            console.print(Text(f"{path}: … and {more}", style="red"), soft_wrap=True)
    entries, rows = (file.bad_lines for file in files.values())
    matched_rows = sum(answer["match"] is not None for answer in answers)
    compared = f"{format_count(len(answers), 'row')} against {format_count(len(index), 'entry', 'entries')}"
    counts = f"{matched_rows:,} matched, {len(answers) - matched_rows - len(rows):,} not found"
    errors = f", {format_count(len(rows), 'error')} ({_line_numbers(rows)})" if rows else ""
    console.print(Text(f"{compared}: {counts}{errors}.", style="red" if rows else "dim"), soft_wrap=True)
    if entries:
        unread = f"{format_count(len(entries), 'line')} of the catalogue cannot be read ({_line_numbers(entries)})."
        console.print(Text(unread, style="red"), soft_wrap=True)


def _line_numbers(lines: Sequence[MappedLine]) -> str:
    """Return the numbers of the first lines: `line 2`, or `lines 2, 3, 4, 5, 6, …`."""
    numbers = [str(line.line) for line in lines[:MAX_REPORTED]] + ["…"] * (len(lines) > MAX_REPORTED)
    return f"{'line' if len(lines) == 1 else 'lines'} {', '.join(numbers)}"
