"""`garner demo`: the whole loop in a minute, without internet.

The sample site is served on loopback and every page of it goes through the real code: queue, lanes, fetching,
extraction, retries. Everything runs in a temporary folder, with its own database and none of the machine's settings, so
that no user data is touched and the outcome is the same everywhere.
"""

import asyncio
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager, nullcontext
from pathlib import Path
from uuid import UUID

from rich import box
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.spinner import Spinner
from rich.table import Table
from rich.text import Text

from garner import wiring
from garner.cli.commands.one_shot import Interruption, interruptible, working_engine
from garner.cli.render.cards import CARDS, card, plain
from garner.cli.running import run_async
from garner.cli.serving.ready_message import web_address
from garner.core.lifecycle import OPEN_ITEM, ItemStatus, JobState, Origin, TaskStatus
from garner.core.plurals import format_count
from garner.core.record import Kind
from garner.engine import (
    Engine,
    JobRow,
    create_job,
    find_job,
    find_outcomes,
    find_whereabouts,
    finish_ingest,
    submit_row,
)
from garner.errors import ConfigurationError
from garner.postgres import embedded
from garner.postgres.database import Row
from garner.sample import SITE_PAGES, SampleSite, SitePage
from garner.sample.pages import QUIRKS, RECORD
from garner.settings import Settings, load
from garner.store.tasks.items import ItemOutcome, ItemProgress

CRAWL_DELAY_SECONDS = 0.2
POLL_SECONDS = 0.1
MAX_SECONDS = 55.0
STOP_SECONDS = 10.0
MAX_ROWS_SHOWN = 12
SHOWN_RECIPE = "/recipes/lemon-drizzle-cake"

_IN_WORDS = {
    RECORD: "record extracted",
    "gone": "failed at once: the page does not exist",
    "no_record": "no record on the page",
    "too_large": "failed: larger than allowed",
    "too_many_redirects": "failed: redirects in a circle",
    "network_error": "failed: never arrived completely",
}
_STATES = {
    TaskStatus.CRAWLING: "fetching",
    TaskStatus.DOWNLOADED: "fetched",
    TaskStatus.PARSING: "reading",
}
_KIND_WIDTH = max(map(len, Kind)) + 2
_PATH_WIDTH = max(len(page.path) for page in SITE_PAGES) + 2


def demo(port: int, *, keep: bool, console: Console | None = None) -> int:
    with _temporary_folder() as folder:
        return run_async(_demo(_settings(folder), port, console or Console(highlight=False), keep=keep))


@contextmanager
def _temporary_folder() -> Iterator[Path]:
    """Yield a temporary folder. It is removed when its database has stopped too, which takes a moment: the database
    waits a little for its next client."""
    folder = Path(tempfile.mkdtemp(prefix="garner-demo-"))
    try:
        yield folder
    finally:
        give_up = time.monotonic() + STOP_SECONDS
        while embedded.postmaster_pid(folder) is not None and time.monotonic() < give_up:
            time.sleep(0.05)
        shutil.rmtree(folder, ignore_errors=True)


def _settings(folder: Path) -> Settings:
    """Return the default settings, regardless of the environment, except for the few that a demonstration needs."""
    return Settings.from_values(
        data_dir=folder, fetch_allow_private=True, default_crawl_delay_seconds=CRAWL_DELAY_SECONDS, drain_seconds=2.0
    )


async def _demo(settings: Settings, port: int, console: Console, *, keep: bool) -> int:
    async with AsyncExitStack() as held:
        try:
            site = await held.enter_async_context(SampleSite(port))
        except OSError as error:
            raise ConfigurationError(f"Port {port} cannot be used: {os.strerror(error.errno or 0)}.") from None
        with console.status("Setting up a temporary database") if console.is_terminal else nullcontext():
            # Blocks the event loop, while nothing else waits for it yet.
            database = held.enter_context(wiring.database_url(settings))
        interruption = held.enter_context(interruptible())
        console.print(_make_greeting(site))
        tour = await _run_tour(settings, database, site, console, interruption)
        if interruption.exit_code is not None:
            return interruption.exit_code
        console.print(*_lessons(tour), sep="\n")
        if keep:
            await _keep_serving(site, console, interruption)
        return 1 if tour.differences or not tour.is_over else 0


async def _run_tour(
    settings: Settings, database: str, site: SampleSite, console: Console, interruption: Interruption
) -> "Tour":
    async with working_engine(settings, database) as (engine, worker):
        tour = Tour(engine, worker, site, console, interruption)
        with Live(console=console, transient=True) if console.is_terminal else nullcontext() as live:
            await tour.run(live)
    return tour


async def _keep_serving(site: SampleSite, console: Console, interruption: Interruption) -> None:
    example = f"GARNER_FETCH_ALLOW_PRIVATE=true .venv/bin/garner parse {site.url}{SHOWN_RECIPE}"
    console.print(
        f"\nThe sample site runs at [bold]{site.url}[/] until you press Ctrl-C. Try it yourself:\n  [cyan]{example}[/]",
        soft_wrap=True,
    )
    while not interruption:
        await interruption.pause(3600)


class Tour:
    """A job over every page of the sample site: submitted, followed, and compared with the expected results."""

    def __init__(
        self,
        engine: Engine,
        worker: "asyncio.Task[None]",
        site: SampleSite,
        console: Console,
        interruption: Interruption,
    ) -> None:
        self.site = site
        self.ended: dict[SitePage, ItemOutcome] = {}
        self.seconds = 0.0
        self.job: Row = {}
        self._engine = engine
        self._worker = worker
        self._console = console
        self._interruption = interruption
        self._open: dict[UUID, SitePage] = {}
        self._reported: set[UUID] = set()
        self._spinner = Spinner("dots", style="cyan")

    @property
    def differences(self) -> list[SitePage]:
        return [page for page in SITE_PAGES if self.outcome_of(page) != page.outcome]

    def outcome_of(self, page: SitePage) -> str:
        outcome = self.ended.get(page)
        if outcome is None:
            return "not done in time"
        return RECORD if outcome.data is not None else str(outcome.code)

    @property
    def is_over(self) -> bool:
        """Whether all pages and the job have ended. The pages end first; the job ends when its counters have been
        folded."""
        return not self._open and self.job.get("queue_state") == JobState.DONE

    async def run(self, live: Live | None) -> None:
        started = time.monotonic()
        job_id = await self._ask_for_all()
        while not self.is_over and not self._interruption and time.monotonic() - started < MAX_SECONDS:
            if self._worker.done():
                self._worker.result()
            if self._open:
                await self._poll(live)
                self.seconds = time.monotonic() - started
            self.job = await find_job(self._engine, job_id)
            await self._interruption.pause(POLL_SECONDS)

    async def _ask_for_all(self) -> int:
        job_id = await create_job(self._engine, job_type="demo", kind="auto")
        for row_no, page in enumerate(SITE_PAGES, start=1):
            asked = await submit_row(
                self._engine,
                self.site.url + page.path,
                JobRow(job_id, row_no),
                kind=Kind(page.kind),
                origin=Origin.CLI,
            )
            assert asked.item_id is not None
            self._open[asked.item_id] = page
        await finish_ingest(self._engine, job_id)
        return job_id

    async def _poll(self, live: Live | None) -> None:
        for outcome in await find_outcomes(self._engine, list(self._open)):
            page = self._open.pop(outcome.id)
            self.ended[page] = outcome
            self._say(_row(page, self._sign(page), _outcome_in_brief(outcome)))
        moving = [
            progress for progress in await find_whereabouts(self._engine, list(self._open)) if _is_moving(progress)
        ]
        if live is not None:
            live.update(self._render_in_progress(moving))
        else:
            self._report_failures(moving)

    def _say(self, row: Text) -> None:
        self._console.print(row, no_wrap=True, overflow="ellipsis")

    def _sign(self, page: SitePage) -> Text:
        if self.outcome_of(page) != page.outcome:
            return Text("✗", style="bold red")
        return Text("✓", style="green") if page.outcome == RECORD else Text("–", style="yellow")

    def _render_in_progress(self, moving: list[ItemProgress]) -> RenderableType:
        turning = self._spinner.render(self._console.get_time())
        assert isinstance(turning, Text)  # as it is for a spinner without a text of its own
        rows = [_row(self._open[progress.id], turning, _state(progress)) for progress in moving]
        waiting = len(self._open) - len(moving)
        count = f"{len(self.ended)} of {len(SITE_PAGES)} pages done, {waiting} queued"
        return Group(*rows[:MAX_ROWS_SHOWN], Text(count, style="dim"))

    def _report_failures(self, moving: list[ItemProgress]) -> None:
        for progress in moving:
            if progress.error and progress.id not in self._reported:
                self._reported.add(progress.id)
                self._say(_row(self._open[progress.id], Text("…", style="cyan"), _state(progress)))


def _is_moving(progress: ItemProgress) -> bool:
    if progress.status not in OPEN_ITEM:  # it has ended since the outcomes were read
        return False
    return progress.task_status in _STATES or progress.error is not None


def _state(progress: ItemProgress) -> Text:
    state = _STATES.get(TaskStatus(progress.task_status), "retrying")
    return Text(f"{state} · {progress.error}" if progress.error else state, style="cyan")


def _outcome_in_brief(outcome: ItemOutcome) -> Text:
    if outcome.data is not None:
        return Text(plain(outcome.data.get("title") or outcome.data.get("name")))
    return Text(plain(outcome.error or outcome.code), style="yellow")


def _row(page: SitePage, sign: Text, outcome: Text) -> Text:
    kind = (page.kind.ljust(_KIND_WIDTH), CARDS[Kind(page.kind)].style)
    row = Text.assemble(sign, " ", kind, page.path.ljust(_PATH_WIDTH), outcome)
    row.no_wrap, row.overflow = True, "ellipsis"
    return row


def _make_greeting(site: SampleSite) -> Text:
    return Text.assemble(
        ("A sample site", "bold"), " is running at ", (site.url, "bold"),
        f": {len(SITE_PAGES)} pages, {len(QUIRKS)} of which misbehave.\n",
        f"Garner fetches all of them, with {CRAWL_DELAY_SECONDS:g} s between requests.\n",
    )  # fmt: skip


def _lessons(tour: Tour) -> Iterator[RenderableType]:
    yield _count(tour)
    yield Text("\nOutcome of the pages that misbehave", style="bold")
    yield _ill_behaved(tour)
    shown = next(page for page in SITE_PAGES if page.path == SHOWN_RECIPE)
    record = tour.ended[shown].data if shown in tour.ended else None
    if record is not None:
        yield Text("One of the records", style="bold")
        yield card(Kind.RECIPE, record, tour.site.url + SHOWN_RECIPE)
    yield from _differences(tour)
    yield _next_steps()


def _count(tour: Tour) -> Text:
    kinds = [Kind(page.kind) for page, outcome in tour.ended.items() if outcome.data is not None]
    each = ", ".join(format_count(kinds.count(kind), kind) for kind in Kind)
    requests = tour.site.requests.total()
    return Text.assemble(
        (f"\n{format_count(len(kinds), 'record')}", "bold green"),
        f" from {len(SITE_PAGES)} pages in {tour.seconds:.0f} s: {each}.",
        f" It took {format_count(requests, 'request')}.\n",
        _job_in_brief(tour.job),
    )


def _job_in_brief(job: Row) -> str:
    counts = [(job[status.lower()], status) for status in ItemStatus]
    rows = ", ".join(_describe_rows(count, status) for count, status in counts if count)
    state = str(job["queue_state"]).capitalize()
    errors = " with errors" if job["queue_state"] == JobState.DONE and job["error"] else ""
    return f"Job {job['id']}: {state}{errors}. {format_count(job['total'], 'row')}: {rows}."


def _describe_rows(count: int, status: ItemStatus) -> str:
    if status is ItemStatus.ERROR:
        return format_count(count, "error")
    return f"{count} {status.lower().replace('_', ' ')}"


def _ill_behaved(tour: Tour) -> Table:
    table = Table(box=box.SIMPLE, show_header=True, header_style="dim", pad_edge=False)
    table.add_column("Page", no_wrap=True)
    table.add_column("Behavior")
    table.add_column("Outcome")
    for page in SITE_PAGES:
        if page.path in QUIRKS:
            style = "green" if tour.outcome_of(page) == RECORD else "yellow"
            table.add_row(page.path, QUIRKS[page.path].note, Text(_describe_outcome(tour, page), style=style))
    return table


def _describe_outcome(tour: Tour, page: SitePage) -> str:
    outcome = tour.outcome_of(page)
    words = _IN_WORDS.get(outcome, outcome)
    requests = tour.site.requests[page.path]
    # A page that redirects in circles is requested often in a single attempt.
    return words if requests < 2 or outcome == "too_many_redirects" else f"{words} ({requests} requests)"


def _differences(tour: Tour) -> Iterator[Text]:
    for page in tour.differences:
        yield Text(f"✗ {page.path}: expected {page.outcome}, got {tour.outcome_of(page)}", style="red")


def _next_steps() -> Group:
    steps = Table.grid(padding=(0, 3, 0, 0))
    steps.add_column(style="cyan", no_wrap=True)
    steps.add_column()
    steps.add_row("garner parse URL", "parse a page, or a file of URLs: -k product, -o out.csv")
    address = _server_address()
    steps.add_row("make run", f"start the page, the API and a worker on {address}")
    steps.add_row("", f"API docs: {address}/docs")
    return Group(Text("\nNext", style="bold"), steps)


def _server_address() -> str:
    """Return where `make run` would serve, by the settings of this shell if they are valid."""
    try:
        server = load().server
    except ConfigurationError:
        server = Settings().server
    return web_address(server.host, server.port)
