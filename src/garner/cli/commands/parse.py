"""`garner parse`: pages in, records out, without a server.

One loop submits pages and collects their outcomes, a bounded number at a time, so that a long list gives its first
record as soon as a short one does. Waiting pages are in the queue of the database and not here: many pages may wait, so
a slow site at the head of the list does not delay the others.
"""

import asyncio
import itertools
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import TypeVar
from uuid import UUID

import orjson
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from garner import wiring
from garner.cli.commands.extract import print_warnings, require_llm
from garner.cli.commands.one_shot import Interruption, interruptible, working_engine
from garner.cli.page_list import read_sources
from garner.cli.render import results
from garner.cli.render.cards import card, plain
from garner.cli.render.progress import ProgressMeter, metering
from garner.cli.render.results import Result, Write, json_line
from garner.cli.render.stall_reporter import StallReporter
from garner.cli.render.tables import clock
from garner.cli.render.writing import say
from garner.cli.running import run_async
from garner.core.lifecycle import ItemStatus, Origin
from garner.core.record import Kind
from garner.engine import Engine, SubmitAnswer, cancel_all, find_outcomes, submit_page
from garner.engine.asking.asked_pages import operator_page
from garner.engine.asking.submitter import Submitter
from garner.errors import EgressRefused, InputError, InvalidUrl, Unavailable
from garner.kinds.fields import in_order
from garner.settings import Settings
from garner.store.tasks.items import ItemOutcome

ASKED_AT_ONCE = 8
MAX_WAITING = 50_000
CANCELED_AT_ONCE = 500
POLL_SECONDS = 0.1
# Checking very many pages takes a while itself; limit it to a small share of the time.
REST_PER_POLL = 5
# How long the database may be unavailable before the run fails.
MAX_OUTAGE_SECONDS = 30.0
FAILURES_SHOWN = 20
# A user who pressed Ctrl-C does not want to wait for pages that will not be read.
DRAIN_SECONDS = 2.0
TIMED_OUT = "timeout"
DONE, DONE_FROM_CACHE = "Done", "Done (from cache)"
TAKEN_BY_ANOTHER = (
    "A worker without this setting took the page. Set it for that worker too, or use a separate GARNER_DATA_DIR."
)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ParseOptions:
    """Options for every page."""

    kind: Kind
    max_age: timedelta | None
    use_llm: bool


def parse(
    settings: Settings,
    sources: list[str],
    kind: Kind,
    output: Path | None,
    *,
    fresh: bool,
    timeout: float | None = None,
    use_llm: bool = False,
) -> int:
    require_llm(settings, asked=use_llm)
    urls = read_sources(sources)
    if not urls:
        raise InputError("No URLs were given.")
    if len(urls) == 1:
        operator_page(settings, urls[0])
    console = Console(stderr=True)
    impatient = settings.with_values(drain_seconds=min(settings.queue.drain_seconds, DRAIN_SECONDS))
    with (
        _writing(output, kind, sources, console, alone=len(urls) == 1) as write,
        wiring.database_url(impatient) as database,
    ):
        with metering(console, len(urls)) as meter:
            tally = ParseTally(len(urls), write, meter)
            wanted = ParseOptions(kind, timedelta(0) if fresh else None, use_llm)
            code = run_async(_run(impatient, database, urls, wanted, tally, timeout=timeout))
        tally.print_summary(console, alone=len(urls) == 1 and output is None)
    if output is not None:
        console.print(Text(f"Written to {output}", style="dim"), soft_wrap=True)
    return code


@contextmanager
def _writing(output: Path | None, kind: Kind, sources: list[str], console: Console, *, alone: bool) -> Iterator[Write]:
    """Yield a function that writes results: to a file, as a card or JSON for a single page, or as JSON lines."""
    if output is not None:
        results.require_usable(output, sources)
        with results.writing_to(output, kind) as write:
            yield write
    elif alone:
        page_results: list[Result] = []
        yield page_results.append
        for result in page_results:
            _show_record(result)
    elif sys.stdout.isatty() and console.is_terminal:
        # Through the console that draws the bar on the same screen, so that they do not overwrite each other.
        yield lambda result: console.print(json_line(result), soft_wrap=True, markup=False, highlight=False)
    else:
        yield lambda result: say(json_line(result))


def _show_record(result: Result) -> None:
    if result.record is None:
        return
    print_warnings(Console(stderr=True), result.warnings)
    if sys.stdout.isatty():
        Console().print(card(result.kind, result.record, result.url))
    else:
        record = {"kind": result.kind.value} | in_order(result.kind, result.record)
        say(orjson.dumps(record, option=orjson.OPT_INDENT_2).decode())


async def _run(
    settings: Settings,
    database: str,
    urls: list[str],
    wanted: ParseOptions,
    tally: "ParseTally",
    *,
    timeout: float | None,
) -> int:
    with interruptible() as interruption:
        async with working_engine(settings, database) as (engine, worker):
            run = ParseRun(engine, worker, wanted, tally, interruption)
            try:
                await run.process(urls, timeout)
            finally:
                await run.cancel_waiting()
        tally.interrupted = bool(interruption)
        return interruption.exit_code or (1 if tally.failed else 0)


class ParseRun:
    """The submitted pages without an outcome."""

    def __init__(
        self,
        engine: Engine,
        worker: "asyncio.Task[None]",
        wanted: ParseOptions,
        tally: "ParseTally",
        interruption: Interruption,
    ) -> None:
        self._engine = engine
        self._submitter = Submitter(engine.database)
        self._worker = worker
        self._wanted = wanted
        self._kind = wanted.kind
        self._tally = tally
        self._interruption = interruption
        self._waiting: dict[UUID, list[str]] = {}
        self._asked: dict[str, UUID] = {}  # by the page's hash: requested twice, it is fetched once
        self._next_poll = 0.0
        self._stall_reporter = StallReporter(engine, tally.meter, alone=tally.total == 1)

    async def process(self, urls: list[str], timeout: float | None = None) -> None:
        rest = iter(urls)
        more = True
        end = float("inf") if timeout is None else time.monotonic() + timeout
        while (more or self._waiting) and not self._interruption:
            if time.monotonic() > end:
                await self._report_timeout(f"Timed out after {timeout:g} s", rest)
                return
            if self._worker.done():
                self._worker.result()
            if more and len(self._waiting) < MAX_WAITING:
                some = list(itertools.islice(rest, ASKED_AT_ONCE))
                more = bool(some)
                await self._submit_urls(some)
            heard = await self._poll_outcomes()
            if heard:
                self._stall_reporter.restart()
            else:
                await self._stall_reporter.explain(self._waiting)
            if not heard and (not more or len(self._waiting) >= MAX_WAITING):
                await self._interruption.pause(max(POLL_SECONDS / 2, self._next_poll - time.monotonic()))

    async def _report_timeout(self, why: str, rest: Iterator[str]) -> None:
        """Report the unfinished pages when the time is up, with the reason why each waits, if known."""
        reasons = await self._stall_reporter.reasons(self._waiting)
        for item_id, urls in self._waiting.items():
            error = f"{why}: {reasons[item_id].in_words(clock)}." if item_id in reasons else f"{why}."
            for url in urls:
                self._tally.add(Result(url, self._kind, ItemStatus.CANCELED, error=error, code=TIMED_OUT))
        for url in rest:
            self._tally.add(Result(url, self._kind, ItemStatus.CANCELED, error=f"{why}.", code=TIMED_OUT))

    async def cancel_waiting(self) -> None:
        """Cancel the unfinished pages, so that the next worker does not fetch pages without a caller."""
        unheard = list(self._waiting)
        for start in range(0, len(unheard), CANCELED_AT_ONCE):
            await cancel_all(self._engine, unheard[start : start + CANCELED_AT_ONCE])

    async def _submit_urls(self, urls: list[str]) -> None:
        unasked: dict[str, list[str]] = {}
        for url in urls:
            try:
                page = operator_page(self._engine.settings, url)
            except InvalidUrl as error:
                self._tally.add(Result.of_error(url, self._kind, error))
                continue
            if page.hash in self._asked:
                self._waiting.setdefault(self._asked[page.hash], []).append(url)
            else:
                unasked.setdefault(page.hash, []).append(url)
        answers = await asyncio.gather(*(self._submit(same[0]) for same in unasked.values()))
        for (page_hash, same), answer in zip(unasked.items(), answers, strict=True):
            self._note(page_hash, same, answer)

    def _submit(self, url: str) -> Awaitable[SubmitAnswer]:
        wanted = self._wanted
        return retry_while_unavailable(
            lambda: submit_page(
                *(self._engine, self._submitter, url),
                kind=wanted.kind,
                origin=Origin.CLI,
                max_age=wanted.max_age,
                use_llm=wanted.use_llm,
            )
        )

    def _note(self, page_hash: str, urls: list[str], answer: SubmitAnswer) -> None:
        if answer.item_id is not None:
            self._asked[page_hash] = answer.item_id
            self._waiting[answer.item_id] = urls
            return
        for url in urls:
            result = Result(url, self._kind, ItemStatus.DONE, answer.data, from_cache=True, warnings=answer.warnings)
            self._tally.add(result)

    async def _poll_outcomes(self) -> int:
        """Collect the outcomes of waiting pages, if it is time to, and return how many there were."""
        started = time.monotonic()
        if not self._waiting or started < self._next_poll:
            return 0
        outcomes = await retry_while_unavailable(lambda: find_outcomes(self._engine, list(self._waiting)))
        for outcome in outcomes:
            for url in self._waiting.pop(outcome.id):
                status, error, warnings = ItemStatus(outcome.status), self._in_full(outcome), outcome.warnings or ()
                fields = (url, self._kind, status, outcome.data, error, outcome.code)
                self._tally.add(Result(*fields, warnings=tuple(warnings)))
        now = time.monotonic()
        self._next_poll = now + max(POLL_SECONDS, REST_PER_POLL * (now - started))
        return len(outcomes)

    def _in_full(self, outcome: ItemOutcome) -> str | None:
        if outcome.code == EgressRefused.code and self._engine.settings.fetch.allow_private:
            return f"{outcome.error} {TAKEN_BY_ANOTHER}"
        return outcome.error


async def retry_while_unavailable(act: Callable[[], Awaitable[T]]) -> T:
    """Retry `act` while the database is unavailable: a restart delays a long run and does not end it."""
    give_up = time.monotonic() + MAX_OUTAGE_SECONDS
    while True:
        try:
            return await act()
        except Unavailable:
            if time.monotonic() > give_up:
                raise
            await asyncio.sleep(0.5)


class ParseTally:
    """Counts of the outcomes so far. Results are written as they are counted, and then dropped."""

    def __init__(self, total: int, write: Write, meter: ProgressMeter) -> None:
        self.interrupted = False
        self.failed = 0
        self.total = total
        self.meter = meter
        self._write = write
        self._started = time.monotonic()
        self._outcomes: Counter[str] = Counter()
        self._failures: list[Result] = []

    def add(self, result: Result) -> None:
        self._write(result)
        if result.found:
            self._outcomes[DONE_FROM_CACHE if result.from_cache else DONE] += 1
        else:
            self.failed += 1
            self._outcomes[_failure_label(result)] += 1
            if len(self._failures) < FAILURES_SHOWN:
                self._failures.append(result)
        self.meter.advance(failed=not result.found)

    def print_summary(self, console: Console, *, alone: bool) -> None:
        done = self._outcomes.total()
        if self.interrupted:
            console.print(Text(f"Stopped: {done} of {self.total} done.", style="yellow"))
        if alone:
            for failure in self._failures:
                console.print(_reason(failure), soft_wrap=True)
            return
        console.print(self._table(), *([self._failed_ones()] if self._failures else []), sep="\n")

    def _table(self) -> Table:
        table = Table(box=box.SIMPLE_HEAD, show_footer=True, pad_edge=False)
        seconds = time.monotonic() - self._started
        table.add_column("Outcome", footer=f"in {seconds:.1f} s")
        table.add_column("Pages", justify="right", footer=str(self._outcomes.total()))
        for outcome, count in sorted(self._outcomes.items(), key=lambda pair: (not _is_found(pair[0]), -pair[1])):
            table.add_row(Text(outcome, style="green" if _is_found(outcome) else "red"), str(count))
        return table

    def _failed_ones(self) -> Text:
        lines = Text("\n").join(_reason(failure) for failure in self._failures)
        left = self.failed - len(self._failures)
        return lines.append(f"\n… and {left} more", style="dim") if left else lines


def _is_found(outcome: str) -> bool:
    return outcome in (DONE, DONE_FROM_CACHE)


def _failure_label(failure: Result) -> str:
    """Return the outcome as the summary names it: `Error (gone)`."""
    status = failure.status.capitalize().replace("_", " ")
    return f"{status} ({failure.code})" if failure.code else status


def _reason(failure: Result) -> Text:
    return Text.assemble(
        ("✗ ", "red"), plain(failure.error or failure.code or failure.status), "  ", (plain(failure.url), "dim")
    )
