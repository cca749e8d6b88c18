"""What routes are given: the engine, and a word with the bouncer. All are coroutines, since a plain function would be
sent to a thread and back for every request."""

from typing import cast

from fastapi import Request

from garner.api.limits import RequestLimit
from garner.engine import Engine


async def engine_of(request: Request) -> Engine:
    return cast("Engine", request.app.state.engine)


async def guest_limit(request: Request) -> None:
    limit = cast("RequestLimit", request.app.state.guest_limit)
    limit.take(address_of(request))


def address_of(request: Request) -> str:
    return request.client.host if request.client else "unknown"
