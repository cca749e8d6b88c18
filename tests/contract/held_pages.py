"""Pages of the sample site that are answered when a test releases them, so that tests need no sleeps."""

import asyncio

import pytest
from aiohttp import web

from garner.sample import behaviour
from garner.sample.pages import Quirk

SLOW_PAGE = "/recipes/slow-baked-beans"


def hold_slow_page(monkeypatch: pytest.MonkeyPatch, *, after: int) -> asyncio.Event:
    """Make `SLOW_PAGE` answer that many requests at once and all others when the event is set."""
    released = asyncio.Event()

    async def answer(request: web.Request, page: str, visit: int) -> web.StreamResponse:
        if visit > after:
            await released.wait()
        return behaviour.html_response(page)

    monkeypatch.setitem(behaviour.BEHAVIOURS, Quirk.SLOW, answer)
    return released
