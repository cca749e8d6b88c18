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
    disconnected = asyncio.create_task(_wait_for_disconnect(request))
    try:
        await asyncio.wait([working, disconnected], return_when=asyncio.FIRST_COMPLETED)
        return await working if working.done() else None
    finally:
        working.cancel()
        disconnected.cancel()
        await asyncio.gather(working, disconnected, return_exceptions=True)


async def _wait_for_disconnect(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
