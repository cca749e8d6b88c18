"""Admin API: extraction quality per site, alerts on drops, and comparisons with a candidate extractor."""

from typing import Annotated

from fastapi import Query
from pydantic import AwareDatetime, Field

from garner.api.access.operators import BAD_INPUT, AfterId, Limit, operators_router
from garner.api.admin.shapes import ParserAlertShape, ParserShape, ShadowDifferenceShape, ShadowShape
from garner.api.http.dependencies import TheEngine
from garner.api.http.errors import document_errors
from garner.api.http.shapes import Shape
from garner.core import cursor
from garner.core.quality.parser_health import Pages
from garner.core.record import Kind
from garner.engine.operating import parsers
from garner.kinds.registry import KIND_NAMES, KindOrAuto

router = operators_router("parsers")

Domain = Annotated[str | None, Query(max_length=255, pattern=r"^[^\s\x00-\x1f/]+$", description="Only this domain")]
Candidate = Annotated[str | None, Query(max_length=255, pattern=r"^[\w.]+:\w+$", description="Only this extractor")]
Since = Annotated[AwareDatetime | None, Query(description="Only comparisons at this time or later")]
CountedKind = Annotated[
    KindOrAuto | None,
    Query(description="Only this kind; `auto` for pages that were requested without a kind"),
]
AfterPages = Annotated[
    str | None,
    Query(
        max_length=300,
        pattern=rf"^[^\s\x00-\x1f/]+/({'|'.join(KIND_NAMES)}|auto)$",
        description="`next` of the previous page",
    ),
]
AfterCursor = Annotated[str | None, Query(max_length=200, description="`next` of the previous page")]


class Parsers(Shape):
    parsers: list[ParserShape]
    next: str | None = Field(description="Pass as `after` to get the next page; null on the last page")


class ParserAlerts(Shape):
    alerts: list[ParserAlertShape]
    next: int | None = Field(description="Pass as `after` to get the next page; null on the last page")


class ShadowDifferences(Shape):
    differences: list[ShadowDifferenceShape]
    next: str | None = Field(description="Pass as `after` to get the next page; null on the last page")


@router.get("/parsers", summary="List the extraction quality of sites", responses=document_errors(BAD_INPUT))
async def list_parsers(
    engine: TheEngine,
    domain: Domain = None,
    kind: CountedKind = None,
    after: AfterPages = None,
    limit: Limit = 100,
) -> Parsers:
    """Results of the newest pages by domain and kind, compared with the baseline. A page requested without a kind
    counts for `auto`, and its record for the kind found. Sites that were not read recently are left out, so a page may
    be shorter than its limit; `next` says whether there is more."""
    views, last = await parsers.list_parsers(
        engine, domain=domain, kind=kind, after=Pages(*after.split("/")) if after else None, limit=limit
    )
    shapes = [ParserShape.model_validate(view) for view in views]
    return Parsers(parsers=shapes, next="/".join(last) if last else None)


@router.get("/parsers/alerts", summary="List extraction alerts", responses=document_errors(BAD_INPUT))
async def list_alerts(
    engine: TheEngine,
    open_only: Annotated[bool, Query(alias="open", description="Only open alerts")] = False,
    domain: Domain = None,
    after: AfterId = None,
    limit: Limit = 100,
) -> ParserAlerts:
    """Newest first."""
    alerts = await parsers.list_alerts(engine, open_only=open_only, domain=domain, before=after, limit=limit)
    shapes = [ParserAlertShape.model_validate(alert) for alert in alerts]
    return ParserAlerts(alerts=shapes, next=alerts[-1].id if len(alerts) == limit else None)


@router.get(
    "/parsers/shadow", summary="Compare a candidate extractor on live pages", responses=document_errors(BAD_INPUT)
)
async def report_shadow(engine: TheEngine, candidate: Candidate = None, since: Since = None) -> ShadowShape:
    """Counts the differences of each field over the newest 20,000 comparisons."""
    return ShadowShape.model_validate(await parsers.report_shadow(engine, candidate=candidate, since=since))


@router.get(
    "/parsers/shadow/differences",
    summary="List pages with different results",
    responses=document_errors(BAD_INPUT),
)
async def list_shadow_differences(
    engine: TheEngine,
    field: Annotated[
        str, Query(max_length=64, pattern=r"^[^\x00-\x1f]+$", description="Only differences of this field")
    ],
    kind: Kind | None = None,
    candidate: Candidate = None,
    since: Since = None,
    after: AfterCursor = None,
    limit: Limit = 100,
) -> ShadowDifferences:
    """Newest first."""
    before = cursor.decode(after) if after else None
    differences = await parsers.list_shadow_differences(
        engine, field, kind=kind, candidate=candidate, since=since, before=before, limit=limit
    )
    shapes = [ShadowDifferenceShape.model_validate(difference) for difference in differences]
    more = cursor.encode(differences[-1].compared_at, differences[-1].id) if len(differences) == limit else None
    return ShadowDifferences(differences=shapes, next=more)
