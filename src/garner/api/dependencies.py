"""What routes are given: the engine, and a word with the bouncer. All are coroutines, since a plain function would be
sent to a thread and back for every request."""

from typing import Any, cast
from uuid import UUID

from fastapi import Request
from pydantic import BeforeValidator

from garner.api.limits import RequestLimit
from garner.engine import Engine
from garner.errors import NotFound


async def engine_of(request: Request) -> Engine:
    return cast("Engine", request.app.state.engine)


async def guest_limit(request: Request) -> None:
    limit = cast("RequestLimit", request.app.state.guest_limit)
    limit.take(address_of(request))


def address_of(request: Request) -> str:
    return request.client.host if request.client else "unknown"


def known_by(missing: NotFound) -> BeforeValidator:
    """For an id whose form is none of a client's business: one that cannot be is as unknown as any other."""

    def parsed(sent: Any) -> UUID:
        try:
            return UUID(str(sent))
        except ValueError:
            raise missing.anew() from None

    return BeforeValidator(parsed)
