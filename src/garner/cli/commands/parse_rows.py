"""`garner parse` for a table: its rows become a job, as for an upload, and the results a file.

All state is in the database. So the command may be stopped or killed at any moment, and continues where it was when it
is run again; the file is written when the last row is done.
"""

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from garner import wiring
from garner.cli.commands.extract import require_llm
from garner.cli.commands.one_shot import Interruption, interruptible, working_engine
from garner.cli.commands.parse import DRAIN_SECONDS, retry_while_unavailable
from garner.cli.page_list import STANDARD_INPUT, is_url, read_sources
from garner.cli.render.cards import plain
from garner.cli.render.row_progress import RowMeter, metering_rows
from garner.cli.render.writing import standard_output, translate_write_errors
from garner.cli.running import run_async
from garner.core.lifecycle import JobState
from garner.core.plurals import format_count
from garner.core.record import AUTO
from garner.engine import Engine
from garner.engine.files.local_jobs import local_job, submit_or_resume
from garner.engine.files.uploads import UploadOptions
from garner.engine.jobs.exports import chunks, prepare, write_job
from garner.engine.jobs.job_causes import causes_of
from garner.engine.jobs.job_control import pause
from garner.engine.jobs.job_views import load_job_view
from garner.engine.jobs.seen_job import OPEN, SeenJob
from garner.errors import Conflict, EmptyFile, GarnerError, InputError, NoRows, WrongMediaType
from garner.kinds.export_columns import Format, RowSelection
from garner.settings import Settings
from garner.store.jobs.job_causes import FailureCause
from garner.store.jobs.job_views import JobView
from garner.tables.kind import kind_of
from garner.tables.reading import open_table
from garner.tables.rows import join_names

POLL_SECONDS = 0.2
URL_COLUMN = "url"
MAX_REASONS = 10
AGAIN = "--again processes the whole table again."
LIST = "pages.txt"  # for pages that were named one by one


@dataclass(frozen=True, slots=True)
class RowsWanted:
    output: Path | None
    options: UploadOptions
    again: bool = False
    timeout: float | None = None


@contextmanager
def rows_among(sources: Sequence[str], output: Path | None, kind: str | None) -> Iterator[Path | None]:
    """Yield the file whose rows are processed; None for single pages. Single pages become a list if the request needs
    rows: a workbook, or any kind of record."""
    only_as_rows = kind == AUTO or (output is not None and _ending(output) == Format.XLSX)
    file = _only_file(sources)
    if file is not None:
        yield file if only_as_rows or not _lists_pages(file) else None
    elif only_as_rows:
        with tempfile.TemporaryDirectory(prefix="garner-") as folder:
            listed = Path(folder) / LIST
            listed.write_text("\n".join(read_sources(sources)), encoding="utf-8", errors="replace")
            yield listed
    else:
        yield None


def _only_file(sources: Sequence[str]) -> Path | None:
    (first, *others) = sources
    if others or first == STANDARD_INPUT or is_url(first):
        return None
    try:
        return Path(first) if Path(first).is_file() else None
    except ValueError:  # a name that no file can have
        return None


def _lists_pages(path: Path) -> bool:
    """Return whether the file is a text of URLs, or a table of nothing else. With more columns, rows may have no
    URL."""
    try:
        if kind_of(path) != "text":
            return False
        with open_table(path, path.name) as table:
            only_addresses = len(table.headers) == 1 and {*table.columns.by_header.values()} <= {URL_COLUMN}
            return table.format == "urls" or (table.format != "jsonl" and only_addresses)
    except (EmptyFile, NoRows, WrongMediaType, OSError):  # the reader of lists reports its problem
        return True
    except GarnerError:  # a damaged workbook
        return False


def parse_rows(settings: Settings, path: Path, wanted: RowsWanted) -> int:
    require_llm(settings, asked=wanted.options.use_llm)
    _require_usable(wanted.output, path)
    console = Console(stderr=True)
    impatient = settings.with_values(drain_seconds=min(settings.queue.drain_seconds, DRAIN_SECONDS))
    with wiring.database_url(impatient) as database:
        return run_async(_run(impatient, database, path, wanted, console))


def _ending(output: Path) -> str:
    return output.suffix.lower().removeprefix(".")


def _require_usable(output: Path | None, source: Path) -> None:
    if output is None:
        return
    if _ending(output) not in tuple(Format):
        raise InputError(f"{output} must end in {', '.join(f'.{format}' for format in Format)}.")
    if output.exists() and output.samefile(source):
        raise InputError(f"{output} is the table itself. Choose another output file.")
    if not os.access(output.parent, os.W_OK):  # reported now, instead of when everything is done
        raise InputError(f"{output} cannot be written: the folder does not exist or is not writable.")


async def _run(settings: Settings, database: str, path: Path, wanted: RowsWanted, console: Console) -> int:
    with interruptible() as interruption:
        async with working_engine(settings, database) as (engine, worker):
            with _merge_field_errors():
                job = await submit_or_resume(engine, path, wanted.options, again=wanted.again)
            if job.was_there:
                state = (
                    "is already done; its results are written again" if job.is_over else "continues where it stopped"
                )
                console.print(Text(f"Job {job.id} {state}. {AGAIN}", style="dim"), soft_wrap=True)
            with metering_rows(console) as meter:
                seen = await _wait(engine, worker, job.id, meter, interruption, wanted.timeout)
            if seen.job.queue_state in OPEN:
                return await _stop(engine, seen, console, interruption, wanted.timeout)
            if seen.job.queue_state == JobState.FAILED:
                raise InputError(seen.job.last_error or "No row of the file could be read.")
            await _write(engine, job.id, wanted.output)
            await _print_summary(engine, seen, console, wanted.output)
        unwanted = seen.job.failed_items + seen.job.canceled
        return interruption.exit_code or (1 if unwanted else 0)


@contextmanager
def _merge_field_errors() -> Iterator[None]:
    """Put the problems of single fields into the message, because a command shows nothing but the message."""
    try:
        yield
    except InputError as error:
        if not error.fields:
            raise
        raise InputError("; ".join(f"{each.field}: {each.reason}" for each in error.fields)) from None


async def _wait(
    engine: Engine,
    worker: "asyncio.Task[None]",
    job_id: int,
    meter: RowMeter,
    interruption: Interruption,
    timeout: float | None,
) -> SeenJob:
    """Wait until the job ends, the user interrupts, or the time is up."""
    end = float("inf") if timeout is None else time.monotonic() + timeout
    while True:
        seen = await retry_while_unavailable(lambda: load_job_view(engine, job_id))
        meter.show(seen)
        if seen.job.queue_state not in OPEN or interruption or time.monotonic() > end:
            return seen
        if worker.done():
            worker.result()
        await interruption.pause(POLL_SECONDS)


async def _stop(
    engine: Engine, seen: SeenJob, console: Console, interruption: Interruption, timeout: float | None
) -> int:
    """Pause the job, so that no worker continues it without a caller."""
    with suppress(Conflict):  # it ended just now
        await pause(engine, seen.job.id)
    job = seen.job
    why = "Stopped" if interruption else f"Timed out after {timeout:g} s"
    done = f"{job.processed_items:,} of {format_count(job.total_items, 'row')} done"
    console.print(Text(f"{why}: {done}. Run the same command again to continue.", style="yellow"), soft_wrap=True)
    return interruption.exit_code or 1


async def _write(engine: Engine, job_id: int, output: Path | None) -> None:
    job = await local_job(engine, job_id)
    if output is not None:
        with translate_write_errors(output):
            await write_job(engine.database, job, Format(_ending(output)), output)
        return
    export = await prepare(engine.database, job, RowSelection(), Format.JSONL)
    async for chunk in chunks(engine.database, export):
        with standard_output():
            sys.stdout.buffer.write(chunk)


async def _print_summary(engine: Engine, seen: SeenJob, console: Console, output: Path | None) -> None:
    job = seen.job
    console.print(_outcomes(job))
    if job.failed_items:
        causes, _ = await causes_of(engine, job.id)
        console.print(*reason_lines(causes, job.failed_items), sep="\n", soft_wrap=True)
        console.print(Text(f"Failed rows are not retried by the next run. {AGAIN}", style="dim"), soft_wrap=True)
    warnings = (await local_job(engine, job.id)).options.get("warnings") or ()
    if job.unused_columns:
        console.print(Text(plain(f"Columns not used: {join_names(job.unused_columns)}."), style="dim"), soft_wrap=True)
    for warning in (*warnings, *([job.last_error] if job.last_error else [])):
        console.print(Text(plain(warning), style="yellow"), soft_wrap=True)
    if output is not None:
        console.print(Text(f"Written to {output}", style="dim"), soft_wrap=True)


def _outcomes(job: JobView) -> Table:
    counts = {"Done": job.done, "Not found": job.not_found, "Error": job.error, "Skipped": job.skipped}
    table = Table(box=box.SIMPLE_HEAD, show_footer=True, pad_edge=False)
    table.add_column("Outcome", footer=f"job {job.id}")
    table.add_column("Rows", justify="right", footer=f"{job.total_items:,}")
    for outcome, count in (counts | {"Canceled": job.canceled}).items():
        if count:
            table.add_row(Text(outcome, style="green" if outcome == "Done" else "red"), f"{count:,}")
    return table


def reason_lines(causes: Sequence[FailureCause], failed: int) -> list[Text]:
    """Return why rows failed, the most frequent cause first, each with the message of its latest row."""
    lines = [
        Text.assemble(("✗ ", "red"), f"{format_count(cause.items, 'row')}, {cause.code}: ", plain(cause.message or ""))
        for cause in causes[:MAX_REASONS]
    ]
    left = failed - sum(cause.items for cause in causes[:MAX_REASONS])
    return [*lines, *([Text(f"… and {format_count(left, 'more row')}", style="dim")] if left > 0 else [])]
