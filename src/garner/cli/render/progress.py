"""Progress of a run: a bar on a terminal, a line every few seconds elsewhere. Both on stderr."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, SpinnerColumn, Task, TextColumn
from rich.table import Column
from rich.text import Text

LINE_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class FailureReason:
    """The reason for a delay. The same reason has the same key, even if its words change with time."""

    words: str
    key: str
    under_way: bool  # and so not worth a line, except in a live display


class ProgressMeter(Protocol):
    def advance(self, *, failed: bool) -> None: ...

    def explain(self, reason: FailureReason) -> None: ...


def in_words(seconds: float) -> str:
    if seconds < 100:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{round(seconds / 3600)} h"


@contextmanager
def metering(console: Console, total: int) -> Iterator[ProgressMeter]:
    if not console.is_terminal:
        yield Lines(console, total)
        return
    counted = (BarColumn(bar_width=None), MofNCompleteColumn(), _Failed(), _Rate(), _TimeLeft())
    # Folded and not shortened: the reason for waiting is at the end.
    whole = TextColumn("{task.description}", style="dim", table_column=Column(overflow="fold"))
    columns = counted if total > 1 else (whole,)
    # Standard output is not redirected: it may go elsewhere.
    bar = Progress(SpinnerColumn(), *columns, console=console, transient=True, expand=total > 1, redirect_stdout=False)
    with bar:
        yield Bar(bar, total)


class Bar:
    def __init__(self, progress: Progress, total: int) -> None:
        self._progress = progress
        self._failed = 0
        self._alone = total == 1
        self._lines = ReasonLines(progress.console)
        self._task = progress.add_task("requesting the page", total=total, failed=0, start=self._alone)

    def advance(self, *, failed: bool) -> None:
        self._failed += failed
        self._progress.start_task(self._task)  # no effect after the first page; the time before it is not counted
        self._progress.update(self._task, advance=1, failed=self._failed)

    def explain(self, reason: FailureReason) -> None:
        if self._alone:
            ends = "" if reason.under_way else ". Press Ctrl-C to stop"
            self._progress.update(self._task, description=escape(reason.words) + ends)
        else:
            self._lines.explain(reason)


class ReasonLines:
    """Prints a line for every new reason, and not more often than every few seconds."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._last = ""
        self._reported_at = float("-inf")

    def explain(self, reason: FailureReason) -> None:
        now = time.monotonic()
        if reason.under_way or reason.key == self._last or now - self._reported_at < LINE_SECONDS:
            return
        self._last, self._reported_at = reason.key, now
        self._console.print(
            f"garner: {reason.words}. Press Ctrl-C to stop.", soft_wrap=True, highlight=False, markup=False
        )


class _Failed(ProgressColumn):
    def render(self, task: Task) -> Text:
        failed = task.fields["failed"]
        return Text(f"{failed} failed", style="red" if failed else "dim")


class _Rate(ProgressColumn):
    def render(self, task: Task) -> Text:
        return Text(f"{rate:.1f}/s" if (rate := _rate(task)) else "", style="cyan")


class _TimeLeft(ProgressColumn):
    def render(self, task: Task) -> Text:
        rate = _rate(task)
        return Text(f"{in_words((task.remaining or 0) / rate)} left" if rate else "", style="dim")


def _rate(task: Task) -> float:
    """Return the rate over the whole run since the first finished page: cached results come in bursts that say nothing
    about the rest, and the start-up time is over."""
    return (task.completed - 1) / task.elapsed if task.elapsed else 0.0


class Lines:
    """Prints a line now and then, for logs and pipes."""

    def __init__(self, console: Console, total: int) -> None:
        self._console = console
        self._total = total
        self._done = self._failed = 0
        self._first = self._reported_at = time.monotonic()
        self._reasons = ReasonLines(console)

    def explain(self, reason: FailureReason) -> None:
        self._reasons.explain(reason)

    def advance(self, *, failed: bool) -> None:
        self._done += 1
        self._failed += failed
        now = time.monotonic()
        if self._done == 1:
            self._first = self._reported_at = now
        elif now - self._reported_at >= LINE_SECONDS and self._done < self._total:
            self._reported_at = now
            self._console.print(self._line(now - self._first), soft_wrap=True, highlight=False)

    def _line(self, seconds: float) -> str:
        rate = (self._done - 1) / seconds
        left = in_words((self._total - self._done) / rate)
        return f"garner: {self._done} of {self._total} done, {self._failed} failed, {rate:.1f}/s, about {left} left"
