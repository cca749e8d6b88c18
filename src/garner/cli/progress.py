"""How far a run has come: a bar on a terminal, a line every few seconds elsewhere. Both on stderr."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, SpinnerColumn, Task, TextColumn
from rich.text import Text

LINE_SECONDS = 5.0


class Meter(Protocol):
    def advance(self, *, failed: bool) -> None: ...


def in_words(seconds: float) -> str:
    if seconds < 100:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{round(seconds / 3600)} h"


@contextmanager
def metering(console: Console, total: int) -> Iterator[Meter]:
    if not console.is_terminal:
        yield Lines(console, total)
        return
    counted = (BarColumn(bar_width=None), MofNCompleteColumn(), _Failed(), _Rate(), _TimeLeft())
    columns = counted if total > 1 else (TextColumn("fetching and reading the page", style="dim"),)
    # Standard output is left alone: it may well go elsewhere.
    bar = Progress(SpinnerColumn(), *columns, console=console, transient=True, expand=total > 1, redirect_stdout=False)
    with bar:
        yield Bar(bar, total)


class Bar:
    def __init__(self, progress: Progress, total: int) -> None:
        self._progress = progress
        self._failed = 0
        self._task = progress.add_task("", total=total, failed=0)

    def advance(self, *, failed: bool) -> None:
        self._failed += failed
        self._progress.update(self._task, advance=1, failed=self._failed)


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
    """Over the whole run: what is found in the cache comes in bursts that say nothing about the rest."""
    return task.completed / task.elapsed if task.elapsed else 0.0


class Lines:
    """A line now and then, for logs and pipes."""

    def __init__(self, console: Console, total: int) -> None:
        self._console = console
        self._total = total
        self._done = self._failed = 0
        self._started = self._said = time.monotonic()

    def advance(self, *, failed: bool) -> None:
        self._done += 1
        self._failed += failed
        now = time.monotonic()
        if now - self._said >= LINE_SECONDS and self._done < self._total:
            self._said = now
            self._console.print(self._line(now - self._started), soft_wrap=True, highlight=False)

    def _line(self, seconds: float) -> str:
        rate = self._done / seconds
        left = in_words((self._total - self._done) / rate)
        return f"garner: {self._done} of {self._total} done, {self._failed} failed, {rate:.1f}/s, about {left} left"
