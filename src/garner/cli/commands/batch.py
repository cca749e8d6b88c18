"""`garner extract --batch`: a list of saved pages in, a line of JSON for each out, in the same order.

All cores are used. Each page is extracted in a process that may be killed, within the same limits of time and memory as
in a worker, so a hostile page costs its own line and no other. A bounded number is in progress at a time, so a list of
any length takes little memory, and every line is written as soon as those before it are.

Nothing is lost: any problem with a line of the list or its page is the `error` of a line in the output.
"""

import asyncio
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
from rich.console import Console
from rich.text import Text

from garner.cli.commands.batch_list import ListedPage, count_lines, id_of, kind_of, lines, page_of, read_object
from garner.cli.commands.extract import AUTO, kinds_asked
from garner.cli.page_files import extract_file
from garner.cli.render.cards import plain
from garner.cli.render.progress import Lines, ProgressMeter, metering
from garner.cli.render.writing import writing_lines
from garner.cli.running import run_async
from garner.core.plurals import format_count
from garner.errors import GarnerError, InputError
from garner.extraction import Extraction
from garner.kinds.fields import in_order
from garner.pools.extractors import ExtractorLost, Extractors
from garner.settings import Settings

UNDER_WAY_PER_PROCESS = 16
OTHER_FORMATS = (".csv", ".tsv", ".xls", ".xlsx", ".html", ".htm", ".zip", ".zst", ".bz2", ".xz", ".parquet", ".db")

Answer = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Batch:
    """The options of the command line."""

    listed: Path
    kind: str
    site_parsers: bool
    max_bytes: int

    def path_of(self, page: ListedPage) -> str:
        """Return the page's path: beside the list, or else relative to the current folder."""
        beside = self.listed.parent / page.path
        return str(beside if beside.exists() or not Path(page.path).exists() else page.path)


def extract_batch(settings: Settings, listed: Path, output: Path | None, kind: str, *, site_parsers: bool) -> int:
    if output is not None:
        _require_usable(output, listed)
    total = count_lines(listed)
    console = Console(stderr=True)
    batch = Batch(listed, kind, site_parsers, settings.fetch.max_bytes)
    if output is not None and output.exists():
        _require_apart(output, batch)
    tally = BatchTally(total)
    with writing_lines(output) as write, _metering(console, total, output) as meter:
        run_async(_run(settings, batch, total, lambda answer: tally.add(answer, write, meter)))
    console.print(tally.summary(output), soft_wrap=True)
    return 1 if tally.failed else 0


def _require_usable(output: Path, listed: Path) -> None:
    if (suffix := output.suffix.lower()) in OTHER_FORMATS:
        raise InputError(f"{output} must end in .jsonl or .jsonl.gz, not in {suffix}: the results are lines of JSON.")
    if output.exists() and listed.exists() and output.samefile(listed):
        raise InputError(f"{output} is the list of pages. Choose another output file.")


def _require_apart(output: Path, batch: Batch) -> None:
    """Refuse to overwrite a page that is to be read."""
    for number, line in lines(batch.listed):
        if _is_page_of(output, batch, number, line):
            raise InputError(f"{output} is a page of the list (line {number}). Choose another output file.")


def _is_page_of(output: Path, batch: Batch, number: int, line: bytes) -> bool:
    with suppress(InputError, OSError, ValueError):  # a problem with a line is reported in its answer
        return output.samefile(batch.path_of(page_of(read_object(number, line), number)))
    return False


@contextmanager
def _metering(console: Console, total: int, output: Path | None) -> Iterator[ProgressMeter]:
    # A bar would be drawn over the answers if both go to the same screen.
    if total < 2 or (output is None and sys.stdout.isatty()):
        yield Lines(console, total)
        return
    with metering(console, total) as meter:
        yield meter


async def _run(settings: Settings, batch: Batch, total: int, add: Callable[[Answer], None]) -> None:
    processes = max(1, min(settings.extraction.processes, total))
    limits = settings.extraction.timeout_seconds, settings.fetch.max_bytes, settings.extraction.memory_mb
    with Extractors(processes, *limits) as extractors:
        under_way: deque[asyncio.Task[Answer]] = deque()
        try:
            for number, line in lines(batch.listed):
                if len(under_way) >= processes * UNDER_WAY_PER_PROCESS:
                    add(await under_way.popleft())
                under_way.append(asyncio.create_task(_answer(extractors, batch, number, line)))
            while under_way:
                add(await under_way.popleft())
        finally:
            for task in under_way:
                task.cancel()


async def _answer(extractors: Extractors, batch: Batch, number: int, line: bytes) -> Answer:
    identity = None
    kind = batch.kind
    try:
        asked = read_object(number, line)
        identity = id_of(asked, number, line)
        kind = kind_of(asked, number, batch.kind)
        page = page_of(asked, number)
        extraction = await _extract(extractors, batch, page, kind)
    except GarnerError as error:
        return _make_failure(identity, kind, f"{error.code}: {error.message}")
    except (OSError, RuntimeError, ValueError) as error:  # an unexpected error in the process that extracted the page
        return _make_failure(identity, kind, f"extract_failed: {type(error).__name__}: {error}")
    return _make_answer(identity, kind, extraction, page.remarks)


async def _extract(extractors: Extractors, batch: Batch, page: ListedPage, kind: str) -> Extraction:
    wanted = (batch.path_of(page), page.url, kinds_asked(kind), batch.site_parsers, batch.max_bytes)
    try:
        return await extractors.run(extract_file, *wanted)
    except ExtractorLost:  # killed from outside, which need not be caused by the page
        return await extractors.run(extract_file, *wanted)


def _make_answer(identity: Any, kind: str, extraction: Extraction, remarks: tuple[str, ...]) -> Answer:
    best = next(iter(extraction.best_first), None)
    if best is None:
        return _line(identity, None if kind == AUTO else kind, warnings=[*remarks, *extraction.warnings])
    return _line(
        identity,
        best.kind.value,
        record=in_order(best.kind, best.data),
        confidence=best.confidence,
        strategy=best.strategy,
        warnings=[*remarks, *best.warnings],
    )


def _make_failure(identity: Any, kind: str, error: str) -> Answer:
    return _line(identity, None if kind == AUTO else kind, error=error)


def _line(identity: Any, kind: str | None, **fields: Any) -> Answer:
    empty: Answer = {"record": None, "confidence": None, "strategy": None, "warnings": [], "error": None}
    return {"id": identity, "kind": kind} | empty | fields


class BatchTally:
    def __init__(self, total: int) -> None:
        self._total = total
        self._started = time.monotonic()
        self._outcomes: Counter[str] = Counter()
        self._first_error: str | None = None

    @property
    def failed(self) -> int:
        return self._outcomes["failed"]

    def add(self, answer: Answer, write: Callable[[str], None], meter: ProgressMeter) -> None:
        write(orjson.dumps(answer).decode())
        failed = answer["error"] is not None
        self._first_error = self._first_error or answer["error"]
        self._outcomes["failed" if failed else "without a record" if answer["record"] is None else "found"] += 1
        meter.advance(failed=failed)

    def summary(self, output: Path | None) -> Text:
        seconds = time.monotonic() - self._started
        counts = ", ".join(f"{self._outcomes[name]} {name}" for name in ("found", "without a record", "failed"))
        where = "" if output is None else f" Written to {output}."
        summary = Text(f"{format_count(self._total, 'page')} in {seconds:.1f} s: {counts}.{where}", style="dim")
        if self._first_error:
            summary.append(f"\nFirst error: {plain(self._first_error)}", style="red")
        return summary
