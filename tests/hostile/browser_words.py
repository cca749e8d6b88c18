"""Words for tests of rendering: pages that scripts write, and the browser that is to show them."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest
from tests.hostile.conftest import Site, answer

from garner.fetch import FetchLimits
from garner.fetch.render import Renderer, find_chromium

needs_chromium = pytest.mark.skipif(find_chromium() is None, reason="no Chromium on the PATH")

Serve = Callable[..., Awaitable[Site]]


def html(text: str, *headers: str, status: str = "200 OK") -> bytes:
    return answer(text.encode(), "Content-Type: text/html; charset=utf-8", *headers, status=status)


def script(code: str) -> bytes:
    return html(f"<!doctype html><title>Page</title><body><p>Plain</p><script>{code}</script>")


def a_site_of(**pages: bytes) -> Callable[[str, asyncio.StreamWriter], Awaitable[None]]:
    """A handler that answers /name with pages[name], / with `index`, and anything else with 404."""

    async def handler(path: str, writer: asyncio.StreamWriter) -> None:
        name = path.partition("?")[0].strip("/") or "index"
        writer.write(pages.get(name, answer(b"", status="404 Not Found")))

    return handler


async def opened(stack: AsyncExitStack, *, timeout: float = 20, max_bytes: int = 1_000_000, **options: Any) -> Renderer:
    options = {"user_agent": "Garner-test", "allow_private": True, "settle_seconds": 1.5} | options
    return await stack.enter_async_context(Renderer(limits=FetchLimits(timeout, max_bytes, 3), **options))
