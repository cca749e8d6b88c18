"""Admin API: list sites and configure each one."""

from typing import Annotated

from fastapi import Path, Query
from pydantic import Field

from garner.api.access.operators import BAD_INPUT, Limit, Operator, operators_router
from garner.api.admin.shapes import DomainChanges, DomainShape, DomainWanted
from garner.api.http.dependencies import TheEngine
from garner.api.http.errors import document_errors
from garner.api.http.shapes import Shape
from garner.engine.operating import operating
from garner.errors import Conflict, NotFound

router = operators_router("domains")

Name = Annotated[
    str, Path(max_length=255, description="The host without `www.`, with its port if that is not the default")
]
UNKNOWN = NotFound("There is no domain shop.example.")
KNOWN = Conflict("The domain shop.example already exists.")
IN_USE = Conflict("The domain shop.example has crawl tasks, or a site. Disable the domain instead.")


class Domains(Shape):
    domains: list[DomainShape]
    next: str | None = Field(description="Pass as `after` to get the next page; null on the last page")


@router.get("/domains", summary="List domains and the state of their lanes", responses=document_errors(BAD_INPUT))
async def list_domains(
    engine: TheEngine,
    after: Annotated[str, Query(max_length=255, pattern=r"^[^\x00-\x1f]*$")] = "",
    limit: Limit = 100,
    search: Annotated[
        str | None, Query(max_length=255, pattern=r"^[^\x00-\x1f]+$", description="Only names that contain this text")
    ] = None,
    open_breakers: Annotated[
        bool, Query(alias="openBreakers", description="Only domains with an open breaker, in one page")
    ] = False,
) -> Domains:
    wanted = search.strip().lower() if search else None
    views = await operating.list_domains(engine, after=after, limit=limit, search=wanted, open_breakers=open_breakers)
    more = len(views) == limit and not open_breakers
    return Domains(domains=[DomainShape.of(view) for view in views], next=views[-1].domain_name if more else None)


@router.post("/domains", status_code=201, summary="Add a domain", responses=document_errors(400, KNOWN, 413, BAD_INPUT))
async def add_domain(wanted: DomainWanted, operator: Operator, engine: TheEngine) -> DomainShape:
    """A domain is added by itself when its first page is ordered or requested; add it before to configure it first."""
    added = await operating.add_domain(
        engine, wanted.domain_name, wanted.settings(), base_url=wanted.base_url, by=operator
    )
    return DomainShape.of(added)


@router.get("/domains/{domain}", summary="Get a domain", responses=document_errors(UNKNOWN, BAD_INPUT))
async def show_domain(domain: Name, engine: TheEngine) -> DomainShape:
    return DomainShape.of(await operating.find_domain(engine, domain))


@router.patch("/domains/{domain}", summary="Configure a domain", responses=document_errors(400, 413, BAD_INPUT))
async def change_domain(domain: Name, changes: DomainChanges, operator: Operator, engine: TheEngine) -> DomainShape:
    """Takes effect with the next claim. A domain that is not known yet is created."""
    named = changes.model_dump(exclude_unset=True)
    paused = named.pop("paused", None)
    return DomainShape.of(await operating.change_domain(engine, domain, named, paused=paused, by=operator))


@router.delete(
    "/domains/{domain}",
    status_code=204,
    summary="Delete a domain without crawl tasks",
    responses=document_errors(UNKNOWN, IN_USE, BAD_INPUT),
)
async def remove_domain(domain: Name, operator: Operator, engine: TheEngine) -> None:
    """Its settings and the state of its lane are deleted. A domain with crawl tasks is kept: its pages are stopped with
    `POST /api/admin/crawl-tasks/stop`, or all at once by disabling it."""
    await operating.remove_domain(engine, domain, by=operator)


@router.post(
    "/domains/{domain}/breaker/close",
    summary="Close the circuit breaker of a domain",
    responses=document_errors(UNKNOWN, BAD_INPUT),
)
async def close_breaker(domain: Name, operator: Operator, engine: TheEngine) -> DomainShape:
    """The site is requested again at once, as if it had never failed."""
    return DomainShape.of(await operating.close_breaker(engine, domain, by=operator))
