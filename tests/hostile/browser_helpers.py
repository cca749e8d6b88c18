"""Helpers for tests of rendering: pages built by scripts, and the browser that renders them."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

import pytest
from tests.hostile.conftest import Site, answer

from garner.fetch import FetchLimits
from garner.fetch.browser.render import Renderer, find_chromium

if TYPE_CHECKING:
    from playwright.async_api import Browser

needs_chromium = pytest.mark.skipif(find_chromium() is None, reason="no Chromium on the PATH")

Serve = Callable[..., Awaitable[Site]]


def html(text: str, *headers: str, status: str = "200 OK") -> bytes:
    return answer(text.encode(), "Content-Type: text/html; charset=utf-8", *headers, status=status)


def script(code: str) -> bytes:
    return html(f"<!doctype html><title>Page</title><body><p>Plain</p><script>{code}</script>")


def site_of_pages(**pages: bytes) -> Callable[[str, asyncio.StreamWriter], Awaitable[None]]:
    """Return a handler that serves pages[name] at /name, `index` at /, and 404 elsewhere."""

    async def handler(path: str, writer: asyncio.StreamWriter) -> None:
        name = path.partition("?")[0].strip("/") or "index"
        writer.write(pages.get(name, answer(b"", status="404 Not Found")))

    return handler


class SharedRenderer(Renderer):
    """Renders in the browser of another renderer, with its own options; starting a browser takes seconds."""

    def __init__(self, owner: Renderer, **options: Any) -> None:
        super().__init__(**options)
        self._owner = owner

    async def __aexit__(self, *_: object) -> None:
        """Keep the browser open."""

    async def _running_browser(self) -> "Browser":
        return await self._owner._running_browser()

    async def _stop(self) -> None:
        await self._owner._stop()


async def opened(
    stack: AsyncExitStack,
    *,
    within: Renderer | None = None,
    timeout: float = 20,
    max_bytes: int = 1_000_000,
    **options: Any,
) -> Renderer:
    """Open a renderer with its own browser, or within that of another renderer."""
    usual: dict[str, Any] = {"user_agent": "Garner-test", "allow_private": True, "settle_seconds": 1.5}
    chosen = usual | options | {"limits": FetchLimits(timeout, max_bytes, 3)}
    renderer = Renderer(**chosen) if within is None else SharedRenderer(within, **chosen)
    return await stack.enter_async_context(renderer)
