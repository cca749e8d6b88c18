"""Admin API: put sites into the catalogue, and follow their crawls."""

from datetime import datetime, timedelta
from typing import Annotated, Any, Self

from fastapi import Path, Query
from pydantic import Field, StrictBool, StrictInt, StrictStr, model_validator

from garner.api.access.operators import BAD_INPUT, Limit, Operator, operators_router
from garner.api.admin.shapes import MAX_AT_ONCE, AdminRequest, Frequency, Priority, Urls
from garner.api.http.dependencies import TheEngine
from garner.api.http.errors import document_errors
from garner.api.http.shapes import Shape, shape_config
from garner.core.record import Kind
from garner.core.sites.states import SiteStatus, SourceType
from garner.core.sites.url_rules import MAX_DEPTH, MAX_PAGE_BUDGET, SiteRules
from garner.engine.operating import sites
from garner.engine.operating.sites import NewSite, SiteSources
from garner.errors import Conflict, NotFound
from garner.store.crawl.sites import SiteProgress, SiteView

router = operators_router("sites")

SiteId = Annotated[int, Path(alias="siteId", ge=1, le=2**63 - 1)]
UNKNOWN = NotFound("There is no site 7.")
KNOWN = Conflict("The site shop.example already exists.")
NOT_NOW = Conflict("The site shop.example is not running.")
PREVIEW = Conflict("The site shop.example is not paused.")
REMOVING = Conflict("The site shop.example is being removed.")
URL = "https://shop.example/"
PATTERNS = "`*` is any text; a pattern that begins with `/` or `*` is compared with path and query, others with the URL"

Patterns = Annotated[
    list[Annotated[StrictStr, Field(min_length=1, max_length=500, pattern=r"^[^\x00-\x1f]+$")]], Field(max_length=100)
]


class SiteRulesWanted(AdminRequest):
    include: Patterns = Field([], description=f"Only pages that match one of these are crawled ({PATTERNS})")
    exclude: Patterns = Field([], description="Pages that match one of these are neither crawled nor read for links")
    follow: Patterns = Field([], description="Only pages that match one of these are read for further links")
    hosts: list[Annotated[StrictStr, Field(min_length=1, max_length=255)]] = Field(
        [], max_length=20, description="Other hosts that pages and sources may be on"
    )
    depth: StrictInt = Field(
        1, ge=1, le=MAX_DEPTH, description="Pages on a way of links; with 1, only the seed pages are read for links"
    )
    page_budget: StrictInt = Field(
        10_000, ge=1, le=MAX_PAGE_BUDGET, description="The most pages that are ever found on the site"
    )

    def to_rules(self) -> SiteRules:
        named = self.model_dump().items()
        values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in named}
        return SiteRules(**values)


class SitePageWanted(AdminRequest):
    url: StrictStr
    priority: Priority | None = None


class SiteSourcesWanted(AdminRequest):
    sitemaps: Urls = Field([], description="Sitemaps and indexes of sitemaps: XML or text, gzipped or not")
    seeds: Urls = Field([], description="Pages that are read for links")
    pages: list[SitePageWanted] = Field([], max_length=MAX_AT_ONCE, description="A list of pages")

    def to_sources(self) -> SiteSources:
        return SiteSources(self.sitemaps, self.seeds, [(page.url, page.priority) for page in self.pages])


class SiteWanted(AdminRequest):
    model_config = AdminRequest.model_config | {
        "json_schema_extra": {
            "examples": [
                {
                    "url": URL,
                    "kinds": ["product"],
                    "rules": {"include": ["/p/*"], "exclude": ["*?print=*"], "pageBudget": 5000},
                    "priority": 3,
                    "frequency": "P1D",
                    "dryRun": True,
                }
            ]
        }
    }

    url: StrictStr = Field(min_length=1, max_length=2048, description="A URL of the site, or its host")
    kinds: list[Kind] = Field(min_length=1, max_length=len(Kind), description="Kinds of records to extract")
    rules: SiteRulesWanted = Field(default_factory=SiteRulesWanted)
    priority: Priority | None = Field(None, description="Of its pages; null uses the default of the domain")
    frequency: Frequency | None = Field(
        None, description="Interval between fetches of its pages and sources; null uses the default of the domain"
    )
    sources: SiteSourcesWanted = Field(
        default_factory=SiteSourcesWanted,
        description="Where its pages are found; without any, the sitemaps that its robots.txt names, or `/sitemap.xml`",
    )
    dry_run: StrictBool = Field(
        False, description="If true, its pages are found and not crawled until `POST /api/admin/sites/{siteId}/start`"
    )

    @model_validator(mode="after")
    def _has_each_kind_once(self) -> Self:
        if len(set(self.kinds)) < len(self.kinds):
            raise ValueError("Name each kind once")
        return self

    def to_site(self) -> NewSite:
        rules, sources = self.rules.to_rules(), self.sources.to_sources()
        return NewSite(self.url, tuple(self.kinds), rules, self.priority, self.frequency, sources)


class AddedSite(Shape):
    model_config = shape_config({"siteId": 7})

    site_id: int


RULES = {"include": ["/p/*"], "exclude": [], "follow": [], "hosts": [], "depth": 1, "pageBudget": 5000}
SITE: dict[str, Any] = {
    "id": 7,
    "domain": "shop.example",
    "url": URL,
    "kinds": ["product"],
    "rules": RULES,
    "priority": 3,
    "frequency": "P1D",
    "status": "running",
    "found": 1200,
    "sources": 3,
    "createdAt": "2026-03-01T12:00:00Z",
    "updatedAt": "2026-03-01T12:00:41Z",
}


class SiteRulesShape(Shape):
    model_config = shape_config(RULES)

    include: list[str]
    exclude: list[str]
    follow: list[str]
    hosts: list[str]
    depth: int
    page_budget: int


class SiteShape(Shape):
    model_config = shape_config(SITE)

    id: int
    domain: str
    url: str
    kinds: list[str]
    rules: SiteRulesShape
    priority: int | None
    frequency: timedelta | None
    status: SiteStatus = Field(
        description="`preview`: pages are found and not crawled; `paused`: nothing is found or ordered; `removing`: "
        "its removal was interrupted, delete it again"
    )
    found: int = Field(description="Pages that were found; never more than the budget")
    sources: int = Field(description="Sitemaps and pages that are read for links")
    created_at: datetime
    updated_at: datetime

    @classmethod
    def of(cls, view: SiteView) -> Self:
        return cls.model_validate(view)


class SourceShape(Shape):
    type: SourceType
    url: str
    depth: int
    visited_at: datetime | None = Field(description="When it was last read as a whole")
    error_code: str | None = Field(description="Why the last attempt to read it failed; null if it did not")
    error_message: str | None
    entries: int = Field(description="URLs that it named in the last visit")
    refused: dict[str, int] = Field(description="URLs of these that are not crawled, by reason")


class SiteProgressShape(Shape):
    unread_sources: int = Field(description="Sources that were not read yet; while there are any, the count grows")
    ordered: int = Field(description="Pages with a crawl task")
    fetched: int = Field(description="Pages that were fetched at least once, with a record or without")
    records: int = Field(description="Pages with a record of a wanted kind")
    failed: dict[str, int] = Field(description="Pages whose last fetch failed, by cause")
    refused: dict[str, int] = Field(
        description="URLs that were named and are not crawled, by reason: `other_host`, `invalid_url`, `excluded`, "
        "`over_budget`, `too_deep`"
    )
    delay_seconds: float = Field(description="Current delay between requests to the site")
    seconds_left: float = Field(description="That delay for each page that was not fetched yet")
    sample: list[str] = Field(description="Some of the pages that were found")
    sources: list[SourceShape] = Field(description="The first hundred sources")


class SiteDetailShape(Shape):
    model_config = shape_config(
        {
            "site": SITE,
            "progress": {
                "unreadSources": 0,
                "ordered": 1200,
                "fetched": 800,
                "records": 790,
                "failed": {"gone": 4},
                "refused": {"excluded": 310},
                "delaySeconds": 0.5,
                "secondsLeft": 198.0,
                "sample": ["https://shop.example/p/pan"],
                "sources": [
                    {
                        "type": "sitemap",
                        "url": "https://shop.example/sitemap.xml",
                        "depth": 1,
                        "visitedAt": "2026-03-01T12:00:41Z",
                        "errorCode": "source_unavailable",
                        "errorMessage": "The source answered with HTTP 503.",
                        "entries": 1510,
                        "refused": {"excluded": 310},
                    }
                ],
            },
        }
    )

    site: SiteShape
    progress: SiteProgressShape

    @classmethod
    def of(cls, view: SiteView, progress: SiteProgress) -> Self:
        return cls(site=SiteShape.of(view), progress=SiteProgressShape.model_validate(progress))


class SiteList(Shape):
    sites: list[SiteShape]
    next: int | None = Field(description="Pass as `after` to get the next page; null on the last page")


@router.post("/sites", status_code=201, summary="Add a site", responses=document_errors(400, KNOWN, 413, BAD_INPUT))
async def add_site(wanted: SiteWanted, operator: Operator, engine: TheEngine) -> AddedSite:
    """Its pages are found in the background: politely, at the pace of its domain, and as its robots.txt allows. Each
    gets a crawl task, up to the budget; a page that has one already keeps it as it is. Sources are read again at the
    interval of the site, and pages that a sitemap calls changed are fetched again soon.

    With `dryRun`, `GET /api/admin/sites/{siteId}` shows the count, a sample and the time that the crawl would take."""
    added = await sites.add_site(engine, wanted.to_site(), preview=wanted.dry_run, by=operator)
    return AddedSite(site_id=added.id)


@router.get("/sites", summary="List sites", responses=document_errors(BAD_INPUT))
async def list_sites(
    engine: TheEngine,
    after: Annotated[int, Query(ge=0, le=2**63 - 1, description="`next` of the previous page")] = 0,
    limit: Limit = 100,
) -> SiteList:
    views = await sites.list_sites(engine, after=after, limit=limit)
    return SiteList(sites=[SiteShape.of(view) for view in views], next=views[-1].id if len(views) == limit else None)


@router.get("/sites/{siteId}", summary="Get a site with its progress", responses=document_errors(UNKNOWN, BAD_INPUT))
async def show_site(site_id: SiteId, engine: TheEngine) -> SiteDetailShape:
    return SiteDetailShape.of(*await sites.find_site(engine, site_id))


@router.post("/sites/{siteId}/start", summary="Start a site", responses=document_errors(UNKNOWN, REMOVING, BAD_INPUT))
async def start_site(site_id: SiteId, operator: Operator, engine: TheEngine) -> SiteShape:
    """Crawls the pages that a dry run found, and those found from now on. Sources that failed are read again."""
    return SiteShape.of(await sites.start_site(engine, site_id, by=operator))


@router.post("/sites/{siteId}/pause", summary="Pause a site", responses=document_errors(UNKNOWN, NOT_NOW, BAD_INPUT))
async def pause_site(site_id: SiteId, operator: Operator, engine: TheEngine) -> SiteShape:
    """Nothing is found or ordered until the site is resumed. Pages that have a crawl task are crawled on; to stop all
    requests to the site, pause its domain."""
    return SiteShape.of(await sites.pause_site(engine, site_id, by=operator))


@router.post("/sites/{siteId}/resume", summary="Resume a site", responses=document_errors(UNKNOWN, PREVIEW, BAD_INPUT))
async def resume_site(site_id: SiteId, operator: Operator, engine: TheEngine) -> SiteShape:
    return SiteShape.of(await sites.resume_site(engine, site_id, by=operator))


@router.delete(
    "/sites/{siteId}", status_code=204, summary="Remove a site", responses=document_errors(UNKNOWN, BAD_INPUT)
)
async def remove_site(site_id: SiteId, operator: Operator, engine: TheEngine) -> None:
    """The crawl tasks that were made for it are stopped; those that operators ordered themselves are kept. What was
    fetched is kept, and is no longer part of the catalogue."""
    await sites.remove_site(engine, site_id, by=operator)
