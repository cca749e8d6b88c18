"""Requests that tell of themselves right before they go out: whoever made them may still wait, or change his mind.

That is when the connection stands and the request is about to be written. Any earlier, and the wait for a connection
would come in between.
"""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import aiohttp
from aiohttp.connector import Connection

BeforeSend = Callable[[], object]  # what it returns is awaited, if it can be
Announce = Callable[[], Awaitable[None]]

_announce: ContextVar[Announce | None] = ContextVar("announce", default=None)


class NotSent(Exception):
    """There was an objection; carried past aiohttp in a class that nobody else handles."""

    def __init__(self, reason: Exception) -> None:
        self.reason = reason


class AnnouncedRequest(aiohttp.ClientRequest):
    async def send(self, conn: Connection) -> aiohttp.ClientResponse:
        announce = _announce.get()
        if announce is not None:
            try:
                await announce()
            except Exception as reason:
                raise NotSent(reason) from reason
        return await super().send(conn)


@contextmanager
def announcing(announce: Announce) -> Iterator[None]:
    """Of the requests made in here, each awaits it; what it raises ends the request and reaches the caller as it is."""
    outer = _announce.set(announce)
    try:
        yield
    except NotSent as stopped:
        raise stopped.reason from None
    finally:
        _announce.reset(outer)
