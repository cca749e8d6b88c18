"""Admin API: extract stored pages again: first a report of the changes, then the same applied.

Extracting a million pages takes hours, so a run continues in the background of this process, which keeps answering
requests: all extraction is done in other processes. There is one run at a time; it ends with the process, and its
written records stay.
"""

import asyncio
from contextlib import aclosing
from contextvars import Context
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from fastapi import Depends, Path
from pydantic import ConfigDict, Field, StrictBool, StrictInt, model_validator
from pydantic.alias_generators import to_camel
from uuid_utils.compat import uuid7

from garner import observe
from garner.api.admin.operators import operators_router
from garner.api.admin.shapes import AdminRequest, Moment, Shape
from garner.api.http.dependencies import TheContext, TheEngine
from garner.api.http.errors import document_errors
from garner.core.quality.shown_pages import MAX_REMEMBERED, ShownPages
from garner.core.record import Kind
from garner.engine import Engine, Report, reparse_pages
from garner.errors import Conflict, GarnerError, NotFound
from garner.extraction.candidates import find_extractor, require_declared
from garner.runtime.stages.extract.stage import extracting_kept_pages
from garner.store.records.reparse import ReparseSelection

router = operators_router("reparse")

RUNS_REMEMBERED = 20
MAX_ROWS = 1000
State = Literal["running", "done", "failed", "stopped"]
RunId = Annotated[UUID, Path(alias="runId")]


class ReparseWanted(AdminRequest):
    """Selects stored pages and an extractor; or the id of a report, to apply exactly that."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        extra="forbid",
        json_schema_extra={"examples": [{"domain": "shop.example", "kind": "product"}]},
    )

    domain: str | None = Field(None, min_length=1, max_length=255, pattern=r"^[^\x00-\x20]+$")
    kind: Kind | None = None
    since: Moment | None = Field(None, description="Only pages fetched at this time or later")
    limit: StrictInt | None = Field(None, ge=1, le=2**31 - 1, description="Maximum number of pages")
    extractor: str | None = Field(
        None,
        max_length=255,
        description="Extractor to use instead of the current one: `module:function`, declared by an installed package",
    )
    apply: StrictBool = Field(False, description="Write the records; without it, they are only compared")
    report: UUID | None = Field(
        None, description="Apply the changes that this report shows; requires `apply` and no other field"
    )

    @model_validator(mode="after")
    def _a_report_stands_alone(self) -> "ReparseWanted":
        if self.report is not None and (not self.apply or self.model_fields_set - {"report", "apply"}):
            raise ValueError("`report` requires `apply: true` and no other field")
        return self

    @property
    def selection(self) -> ReparseSelection:
        return ReparseSelection(self.domain.strip().lower() if self.domain else None, self.kind, self.since, self.limit)


class AskedShape(Shape):
    """The request as it was sent."""

    domain: str | None
    kind: Kind | None
    since: datetime | None
    limit: int | None
    extractor: str | None
    apply: bool
    report: UUID | None = Field(description="The run whose changes are applied")


class RunShape(Shape):
    id: UUID
    state: State
    error: str | None = Field(description="Why it failed")
    asked: AskedShape
    started_at: datetime
    finished_at: datetime | None
    report: dict[str, Any] = Field(
        description="Progress (`pages` of `total`) and, for each domain, kind and field, how many values are `added`, "
        "`changed` and `lost`, with a few examples"
    )


class RunList(Shape):
    runs: list[RunShape] = Field(description="Newest first; reports contain only the counts")


@dataclass(slots=True)
class ReparseRun:
    wanted: ReparseWanted
    report: Report
    started_at: datetime
    shown: ShownPages | None = None  # the only changes that may be applied
    id: UUID = field(default_factory=uuid7)
    state: State = "running"
    error: str | None = None
    finished_at: datetime | None = None
    task: "asyncio.Task[None] | None" = None

    async def go(self, engine: Engine) -> None:
        try:
            await self._read(engine)
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
            self.finished_at = engine.clock()

    async def _read(self, engine: Engine) -> None:
        wanted = self.wanted
        with extracting_kept_pages(engine.settings, wanted.extractor) as extract:
            pages = reparse_pages(engine, wanted.selection, extract, apply=wanted.apply, shown=self.shown)
            async with aclosing(pages) as reports:
                async for report in reports:
                    self.report = report

    def shape(self, most_rows: int = MAX_ROWS) -> RunShape:
        return RunShape(
            id=self.id,
            state=self.state,
            error=self.error,
            asked=AskedShape.model_validate(self.wanted),
            started_at=self.started_at,
            finished_at=self.finished_at,
            report=self.report.to_json(most_rows),
        )

    def require_approval(self) -> tuple[ReparseWanted, ShownPages]:
        """Return the request and pages needed to apply exactly what this run has shown."""
        if self.wanted.apply:
            raise APPLIED.copy()
        if not self.report.shown.is_whole:
            raise TOO_MANY.copy()
        return self.wanted.model_copy(update={"apply": True, "report": self.id}), self.report.shown


class ReparseRuns:
    """The most recent runs of this process, including the running one."""

    def __init__(self) -> None:
        self._runs: dict[UUID, ReparseRun] = {}

    def find(self, run_id: UUID) -> ReparseRun:
        try:
            return self._runs[run_id]
        except KeyError:
            raise NotFound("The report does not exist, or is no longer available.") from None

    def newest_first(self) -> list[ReparseRun]:
        return list(reversed(self._runs.values()))

    def start(self, engine: Engine, wanted: ReparseWanted, shown: ShownPages | None = None) -> ReparseRun:
        for other in self._runs.values():
            if other.state == "running":
                raise Conflict(f"Another run is in progress: {other.id}. Wait until it ends, or stop it.")
        run = ReparseRun(wanted, Report(wanted.apply), engine.clock(), shown)
        self._runs[run.id] = run
        for old in list(self._runs)[:-RUNS_REMEMBERED]:
            del self._runs[old]
        # In a separate context, so that events hours from now are not logged under the id of this request.
        run.task = asyncio.create_task(run.go(engine), context=Context())
        return run


async def runs_of(context: TheContext) -> ReparseRuns:
    return context.reparse_runs


APPLIED = Conflict("This run has already applied its changes. Create a report first.")
TOO_MANY = Conflict(
    f"More than {MAX_REMEMBERED:,} pages differ, which is too many to apply exactly as shown. "
    "Create reports for parts of them, by domain or with `limit`."
)
BUSY = Conflict("Another run is in progress: 0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11. Wait until it ends, or stop it.")


@router.post(
    "/reparse",
    summary="Extract stored pages again",
    status_code=202,
    responses=document_errors(400, 404, 413, 422, BUSY),
)
async def start_reparse(
    wanted: ReparseWanted, engine: TheEngine, runs: Annotated[ReparseRuns, Depends(runs_of)]
) -> RunShape:
    """Pages are not fetched again. Answers at once; use the id to get the progress and the findings. Nothing is written
    without `apply`. With the `report` of an earlier run, only the changes that it has shown are applied: pages that
    would now give another result are left alone and counted as `notAsShown`."""
    if wanted.report is not None:
        return runs.start(engine, *runs.find(wanted.report).require_approval()).shape()
    if wanted.extractor is not None:
        require_declared(wanted.extractor)
        find_extractor(wanted.extractor)
    return runs.start(engine, wanted).shape()


@router.get("/reparse", summary="List recent reparse runs")
async def list_reparses(runs: Annotated[ReparseRuns, Depends(runs_of)]) -> RunList:
    """Newest first, with the progress of each but without details. Runs are forgotten when the server stops."""
    return RunList(runs=[run.shape(most_rows=0) for run in runs.newest_first()])


@router.get(
    "/reparse/{runId}", summary="Get the progress and findings of a reparse run", responses=document_errors(404)
)
async def find_reparse(run_id: RunId, runs: Annotated[ReparseRuns, Depends(runs_of)]) -> RunShape:
    return runs.find(run_id).shape()


@router.delete("/reparse/{runId}", summary="Stop a reparse run", responses=document_errors(404))
async def stop_reparse(run_id: RunId, engine: TheEngine, runs: Annotated[ReparseRuns, Depends(runs_of)]) -> RunShape:
    """Records that were already written stay."""
    run = runs.find(run_id)
    if run.task is not None:
        run.task.cancel()
        await asyncio.wait([run.task])
        if run.state == "running":  # it had not started yet
            run.state, run.finished_at = "stopped", engine.clock()
    return run.shape()
