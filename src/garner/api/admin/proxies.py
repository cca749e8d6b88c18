"""Admin API: manage the proxies that pages are fetched through. A password is write-only."""

from typing import Annotated

from fastapi import Path, Query
from pydantic import Field

from garner.api.access.operators import BAD_INPUT, AfterId, Limit, Operator, operators_router
from garner.api.admin.shapes import ProxyChanges, ProxyCostsShape, ProxyShape, ProxyWanted
from garner.api.http.dependencies import TheEngine
from garner.api.http.errors import document_errors
from garner.api.http.shapes import Moment, Shape
from garner.engine.operating import operating
from garner.errors import Conflict, NotFound

router = operators_router("proxies")

ProxyId = Annotated[int, Path(ge=1, le=2**31 - 1)]
UNKNOWN = NotFound("There is no proxy 7.")
KNOWN = Conflict("The proxy http://proxy.example:3128 already exists for this user name.")


class Proxies(Shape):
    proxies: list[ProxyShape]
    next: int | None = Field(description="Pass as `after` to get the next page; null on the last page")


@router.get("/proxies", summary="List proxies and their statistics", responses=document_errors(BAD_INPUT))
async def list_proxies(engine: TheEngine, after: AfterId = None, limit: Limit = 100) -> Proxies:
    views = await operating.list_proxies(engine, after=after or 0, limit=limit)
    shapes = [ProxyShape.model_validate(view) for view in views]
    return Proxies(proxies=shapes, next=views[-1].id if len(views) == limit else None)


@router.get("/proxies/costs", summary="List what proxies cost", responses=document_errors(BAD_INPUT))
async def list_costs(
    engine: TheEngine,
    since: Annotated[Moment | None, Query(description="Since the day of this time, in UTC; 30 days by default")] = None,
    limit: Limit = 100,
) -> ProxyCostsShape:
    """By proxy and domain, the largest cost first. The totals are of all, also of those that are not listed. Costs are
    computed from the present prices."""
    return ProxyCostsShape.of(await operating.list_proxy_costs(engine, since=since, limit=limit))


@router.post(
    "/proxies",
    status_code=201,
    summary="Add a proxy",
    responses=document_errors(400, KNOWN, 413, BAD_INPUT),
)
async def add_proxy(proxy: ProxyWanted, operator: Operator, engine: TheEngine) -> ProxyShape:
    """Once a proxy exists, no page is fetched directly any more. The password is encrypted with
    GARNER_SECRET_KEY; while that is not set, a proxy with a password is refused with `secret_key_missing`."""
    return ProxyShape.model_validate(await operating.add_proxy(engine, proxy.to_add(), by=operator))


@router.patch("/proxies/{proxyId}", summary="Change a proxy", responses=document_errors(400, UNKNOWN, 413, BAD_INPUT))
async def change_proxy(proxyId: ProxyId, changes: ProxyChanges, operator: Operator, engine: TheEngine) -> ProxyShape:
    values = changes.model_dump(exclude_unset=True)
    view = await operating.change_proxy(engine, proxyId, values, by=operator)
    return ProxyShape.model_validate(view)


@router.delete(
    "/proxies/{proxyId}", status_code=204, summary="Delete a proxy", responses=document_errors(UNKNOWN, BAD_INPUT)
)
async def remove_proxy(proxyId: ProxyId, operator: Operator, engine: TheEngine) -> None:
    await operating.remove_proxy(engine, proxyId, by=operator)
