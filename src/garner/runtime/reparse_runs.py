"""Extract stored pages again, in the background of a server.

Extracting a million pages takes hours, so a run continues beside the requests of this process: all extraction is done
in other processes. There is one run at a time; it ends with the process, and its written records stay.
"""

import asyncio
from contextlib import aclosing
from contextvars import Context
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from importlib import import_module
from typing import Literal
from uuid import UUID

from uuid_utils.compat import uuid7

from garner import observe
from garner.core.accounts.actor import AuditActor
from garner.core.quality.shown_pages import MAX_REMEMBERED, ShownPages
from garner.core.record import Kind
from garner.engine import Engine, Report, reparse_pages
from garner.errors import Conflict, GarnerError, NotFound
from garner.store.people import audit_log
from garner.store.people.audit_log import AuditObject
from garner.store.records.reparse import ReparseSelection

RUNS_REMEMBERED = 20
CANCEL_AGAIN_SECONDS = 1.0
RunState = Literal["running", "done", "failed", "stopped"]
APPLIED = Conflict("This run has already applied its changes. Create a report first.")
TOO_MANY = Conflict(
    f"More than {MAX_REMEMBERED:,} pages differ, which is too many to apply exactly as shown. "
    "Create reports for parts of them, by domain or with `limit`."
)


@dataclass(frozen=True, slots=True)
class ReparseRequest:
    """The selected pages and the extractor; with `report`, the changes that this run has shown."""

    domain: str | None = None
    kind: Kind | None = None
    since: datetime | None = None
    limit: int | None = None
    extractor: str | None = None
    apply: bool = False
    report: UUID | None = None

    @property
    def selection(self) -> ReparseSelection:
        return ReparseSelection(self.domain.strip().lower() if self.domain else None, self.kind, self.since, self.limit)


@dataclass(slots=True)
class ReparseRun:
    engine: Engine
    request: ReparseRequest
    report: Report
    started_at: datetime
    shown: ShownPages | None = None  # the only changes that may be applied
    id: UUID = field(default_factory=uuid7)
    state: RunState = "running"
    error: str | None = None
    finished_at: datetime | None = None
    task: "asyncio.Task[None] | None" = None

    async def run(self) -> None:
        try:
            await self._extract()
            self.state = "done"
        except asyncio.CancelledError:
            self.state = "stopped"
            raise
        except GarnerError as error:
            self.state, self.error = "failed", error.message
        except Exception as error:  # no caller awaits it, and the next run must not wait for it
            self.state, self.error = "failed", "Internal server error. It was logged."
            observe.emit(observe.LoopFailed("reparse", repr(error)))
        finally:
            self.finished_at = self.engine.clock()

    async def _extract(self) -> None:
        request = self.request
        # This takes long to import and most servers do without it.
        await asyncio.to_thread(import_module, "garner.runtime.stages.extract.stage")
        from garner.runtime.stages.extract.stage import extracting_kept_pages

        with extracting_kept_pages(self.engine.settings, request.extractor) as extract:
            pages = reparse_pages(self.engine, request.selection, extract, apply=request.apply, shown=self.shown)
            async with aclosing(pages) as reports:
                async for report in reports:
                    self.report = report

    async def stop(self, by: AuditActor) -> None:
        if self.task is None:
            return
        await _write_entry(self, "reparse.stop", by)
        while not self.task.done():
            self.task.cancel()  # more than once, since the task may lose a cancellation (engine/lost_cancellation.py)
            await asyncio.wait([self.task], timeout=CANCEL_AGAIN_SECONDS)
        if self.state == "running":  # it had not started yet
            self.state, self.finished_at = "stopped", self.engine.clock()

    def require_approval(self) -> tuple[ReparseRequest, ShownPages]:
        """Return the request and pages needed to apply exactly what this run has shown."""
        if self.request.apply:
            raise APPLIED.copy()
        if not self.report.shown.is_whole:
            raise TOO_MANY.copy()
        return replace(self.request, apply=True, report=self.id), self.report.shown


async def _write_entry(run: ReparseRun, action: str, by: AuditActor) -> None:
    """Write an entry of the audit log. A run is not in the database, so the entry is written before the action."""
    async with run.engine.database.connection() as connection:
        subject = AuditObject("reparse_run", str(run.id))
        await audit_log.write(connection, by, action, subject, after=asdict(run.request))


class ReparseRuns:
    """The most recent runs of this process, including the running one."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._runs: dict[UUID, ReparseRun] = {}

    def find(self, run_id: UUID) -> ReparseRun:
        try:
            return self._runs[run_id]
        except KeyError:
            raise NotFound("The report does not exist, or is no longer available.") from None

    def newest_first(self) -> list[ReparseRun]:
        return list(reversed(self._runs.values()))

    async def start(self, request: ReparseRequest, shown: ShownPages | None = None, *, by: AuditActor) -> ReparseRun:
        for other in self._runs.values():
            if other.state == "running":
                raise Conflict(f"Another run is in progress: {other.id}. Wait until it ends, or stop it.")
        run = ReparseRun(self._engine, request, Report(request.apply), self._engine.clock(), shown)
        self._runs[run.id] = run
        for old in list(self._runs)[:-RUNS_REMEMBERED]:
            del self._runs[old]
        try:
            await _write_entry(run, "reparse.start", by)
        except BaseException:
            del self._runs[run.id]
            raise
        # In a separate context, so that events hours from now are not logged under the id of this request.
        run.task = asyncio.create_task(run.run(), context=Context())
        return run
