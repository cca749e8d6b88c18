"""Call a hook right before a request is sent, so that its caller can still wait or object.

The hook runs when the connection is established and the request is about to be written. Any earlier, and the wait for a
connection would come in between.
"""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import aiohttp
from aiohttp.connector import Connection

BeforeSend = Callable[[], object]  # an awaitable result is awaited
Announce = Callable[[], Awaitable[None]]

_announce: ContextVar[Announce | None] = ContextVar("announce", default=None)


class NotSent(Exception):
    """An objection of the hook, carried past aiohttp in a class that no other code handles."""

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
def before_each_send(announce: Announce) -> Iterator[None]:
    """Await `announce` before each request made in this context. An exception that it raises ends the request and
    reaches the caller unchanged."""
    outer = _announce.set(announce)
    try:
        yield
    except NotSent as stopped:
        raise stopped.reason from None
    finally:
        _announce.reset(outer)
