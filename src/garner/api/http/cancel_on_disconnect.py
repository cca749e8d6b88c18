"""Cancel work when its client disconnects.

A server reports a disconnect to a route only if the route listens, and continues the work otherwise.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from fastapi import Request

ResultT = TypeVar("ResultT")


async def cancel_on_disconnect(request: Request, work: Coroutine[Any, Any, ResultT]) -> ResultT | None:
    """Return the result of the work; None if the client disconnected first and the work was canceled. The request's
    body must have been read."""
    working = asyncio.create_task(work)
    leaving = asyncio.create_task(_hung_up(request))
    try:
        await asyncio.wait([working, leaving], return_when=asyncio.FIRST_COMPLETED)
        return await working if working.done() else None
    finally:
        working.cancel()
        leaving.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _hung_up(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
