"""Dependencies of routes: the engine, the services beside it, limits.

All are coroutines, since FastAPI sends a plain function to a thread and back for every request.
"""

from ipaddress import ip_address
from typing import Annotated, Any
from uuid import UUID

from fastapi import Depends, Request, Response
from pydantic import BeforeValidator

from garner.api.http.context import Context, find_context
from garner.engine import Engine
from garner.errors import NotFound
from garner.runtime.services import Services


async def context_of(request: Request) -> Context:
    return find_context(request)


async def services_of(request: Request) -> Services:
    return find_context(request).services


async def engine_of(request: Request) -> Engine:
    return find_context(request).services.engine


TheContext = Annotated[Context, Depends(context_of)]
TheServices = Annotated[Services, Depends(services_of)]
TheEngine = Annotated[Engine, Depends(engine_of)]


async def guest_limit(request: Request) -> None:
    find_context(request).guest_limit.take(address_of(request))


def address_of(request: Request) -> str:
    return request.client.host if request.client else "unknown"


def ip_address_of(request: Request) -> str | None:
    """Return the client's address, without the zone of a link-local one, which the database does not know. A proxy may
    forward a value that is not an address."""
    try:
        return str(ip_address(request.client.host.partition("%")[0])) if request.client else None
    except ValueError:
        return None


async def forbid_caching(response: Response) -> None:
    """Forbid caching of an answer that contains a token."""
    response.headers["Cache-Control"] = "no-store"


def uuid_or_not_found(missing: NotFound) -> BeforeValidator:
    """Return a validator for an opaque id: an id of invalid form is reported as unknown, like any other."""

    def parse(sent: Any) -> UUID:
        try:
            return UUID(str(sent))
        except ValueError:
            raise missing.copy() from None

    return BeforeValidator(parse)
