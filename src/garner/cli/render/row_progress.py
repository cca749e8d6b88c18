"""Progress of a job while it runs: a bar on a terminal, and a line now and then elsewhere."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn
from rich.table import Column

from garner.cli.render.progress import LINE_SECONDS, in_words
from garner.core.plurals import format_count
from garner.engine.jobs.seen_job import SeenJob


class RowMeter(Protocol):
    def show(self, seen: SeenJob) -> None: ...


@contextmanager
def metering_rows(console: Console) -> Iterator[RowMeter]:
    if not console.is_terminal:
        yield RowLines(console)
        return
    words = TextColumn("{task.description}", table_column=Column(overflow="fold", ratio=2))
    columns = (SpinnerColumn(), BarColumn(bar_width=None, table_column=Column(ratio=1)), words)
    with Progress(*columns, console=console, transient=True, expand=True, redirect_stdout=False) as bar:
        yield RowBar(bar)


class RowBar:
    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._task = progress.add_task("reading the file", total=None)

    def show(self, seen: SeenJob) -> None:
        job = seen.job
        total = job.total_items if job.ingested_at is not None else None  # or the bar would go back and forth
        self._progress.update(
            self._task, description=escape(in_a_line(seen)), completed=job.processed_items, total=total
        )


class RowLines:
    def __init__(self, console: Console) -> None:
        self._console = console
        self._reported_at = time.monotonic()

    def show(self, seen: SeenJob) -> None:
        if time.monotonic() - self._reported_at >= LINE_SECONDS:
            self._reported_at = time.monotonic()
            self._console.print(f"garner: {in_a_line(seen)}", soft_wrap=True, highlight=False, markup=False)


def in_a_line(seen: SeenJob) -> str:
    job = seen.job
    is_in = job.ingested_at is not None
    rows = format_count(job.total_items, "row")
    parts = [
        f"{job.processed_items:,} of {rows} done" if is_in else f"{rows} read",
        *([] if is_in else [f"{job.processed_items:,} done"]),
        f"{job.failed_items:,} failed",
    ]
    if job.items_per_second:
        parts.append(f"{job.items_per_second:,.1f}/s")
    if seen.eta_seconds is not None:
        parts.append(f"about {in_words(seen.eta_seconds)} left")
    if is_in and seen.waiting:
        parts.append(seen.waiting.rstrip("."))
    return ", ".join(parts)
