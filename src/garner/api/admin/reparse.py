"""Admin API: extract stored pages again: first a report of the changes, then the same applied."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from fastapi import Path
from pydantic import ConfigDict, Field, StrictBool, StrictInt, model_validator
from pydantic.alias_generators import to_camel

from garner.api.access.operators import Operator, operators_router
from garner.api.admin.shapes import AdminRequest
from garner.api.http.dependencies import TheServices
from garner.api.http.errors import document_errors
from garner.api.http.shapes import Moment, Shape
from garner.core.record import Kind
from garner.errors import Conflict
from garner.extraction.candidates import find_extractor, require_declared
from garner.runtime.reparse_runs import ReparseRequest, ReparseRun, RunState

router = operators_router("reparse")

MAX_ROWS = 1000
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
    def _require_report_alone(self) -> "ReparseWanted":
        if self.report is not None and (not self.apply or self.model_fields_set - {"report", "apply"}):
            raise ValueError("`report` requires `apply: true` and no other field")
        return self

    def to_request(self) -> ReparseRequest:
        return ReparseRequest(self.domain, self.kind, self.since, self.limit, self.extractor, self.apply)


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
    state: RunState
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


def _shape(run: ReparseRun, max_rows: int = MAX_ROWS) -> RunShape:
    return RunShape(
        id=run.id,
        state=run.state,
        error=run.error,
        asked=AskedShape.model_validate(run.request),
        started_at=run.started_at,
        finished_at=run.finished_at,
        report=run.report.to_json(max_rows),
    )


BUSY = Conflict("Another run is in progress: 0198f3a2-7c4e-7d30-9b1a-5f0e2c6d8a11. Wait until it ends, or stop it.")


@router.post(
    "/reparse",
    summary="Extract stored pages again",
    status_code=202,
    responses=document_errors(400, 404, 413, 422, BUSY),
)
async def start_reparse(wanted: ReparseWanted, operator: Operator, services: TheServices) -> RunShape:
    """Pages are not fetched again. Answers at once; use the id to get the progress and the findings. Nothing is written
    without `apply`. With the `report` of an earlier run, only the changes that it has shown are applied: pages that
    would now give another result are left alone and counted as `notAsShown`."""
    runs = services.reparse_runs
    if wanted.report is not None:
        return _shape(await runs.start(*runs.find(wanted.report).require_approval(), by=operator))
    if wanted.extractor is not None:
        require_declared(wanted.extractor)
        find_extractor(wanted.extractor)
    return _shape(await runs.start(wanted.to_request(), by=operator))


@router.get("/reparse", summary="List recent reparse runs")
async def list_reparses(services: TheServices) -> RunList:
    """Newest first, with the progress of each but without details. Runs are forgotten when the server stops."""
    return RunList(runs=[_shape(run, max_rows=0) for run in services.reparse_runs.newest_first()])


@router.get(
    "/reparse/{runId}", summary="Get the progress and findings of a reparse run", responses=document_errors(404)
)
async def find_reparse(run_id: RunId, services: TheServices) -> RunShape:
    return _shape(services.reparse_runs.find(run_id))


@router.delete("/reparse/{runId}", summary="Stop a reparse run", responses=document_errors(404))
async def stop_reparse(run_id: RunId, operator: Operator, services: TheServices) -> RunShape:
    """Records that were already written stay."""
    run = services.reparse_runs.find(run_id)
    await run.stop(operator)
    return _shape(run)
