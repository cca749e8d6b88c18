"""How the pages with a quirk answer: one function each, given the page and which visit to it this is."""

import asyncio
import gzip
from collections.abc import Awaitable, Callable

from aiohttp import web

from garner.sample import markup
from garner.sample.pages import REDIRECTS, Quirk, quirk_of

SLOW_SECONDS = 2.0
HUGE_BYTES = 12_000_000

_FAILURES = 2
_REFUSALS = 1
_HTML = "text/html; charset=utf-8"

Behaviour = Callable[[web.Request, str, int], Awaitable[web.StreamResponse]]


def html(text: str, status: int = 200) -> web.Response:
    return web.Response(text=text, status=status, content_type="text/html")


def behaviour_at(path: str) -> Behaviour | None:
    """What answers at this path instead of the page itself."""
    if path in REDIRECTS:
        return _redirect
    quirk = quirk_of(path)
    return _BEHAVIOURS.get(quirk) if quirk is not None else None


async def _redirect(request: web.Request, page: str, visit: int) -> web.StreamResponse:
    return web.Response(status=301, headers={"Location": REDIRECTS[request.path]})


async def _withdrawn(request: web.Request, page: str, visit: int) -> web.StreamResponse:
    return html(markup.message("Taken down", "This opening has been filled."), status=410)


async def _flaky(request: web.Request, page: str, visit: int) -> web.StreamResponse:
    if visit <= _FAILURES:
        return html(markup.message("Something broke", "Please try again in a moment."), status=500)
    return html(page)


async def _throttled(request: web.Request, page: str, visit: int) -> web.StreamResponse:
    if visit <= _REFUSALS:
        answer = html(markup.message("Not so fast", "Please come back in a second."), status=429)
        answer.headers["Retry-After"] = "1"
        return answer
    return html(page)


async def _slow(request: web.Request, page: str, visit: int) -> web.StreamResponse:
    await asyncio.sleep(SLOW_SECONDS)
    return html(page)


async def _huge(request: web.Request, page: str, visit: int) -> web.StreamResponse:
    answer = web.StreamResponse(headers={"Content-Type": _HTML})
    await answer.prepare(request)
    before, end, after = page.partition(markup.END_OF_CONTENT)
    await answer.write(before.encode())
    lines = b"<p>One more thing that we used to sell.</p>\n" * 1500
    for _ in range(0, HUGE_BYTES, len(lines)):
        await answer.write(lines)
    await answer.write((end + after).encode())
    return answer


async def _gzipped(request: web.Request, page: str, visit: int) -> web.StreamResponse:
    body = gzip.compress(page.encode(), mtime=0)
    return web.Response(body=body, headers={"Content-Type": _HTML, "Content-Encoding": "gzip"})


async def _windows_1252(request: web.Request, page: str, visit: int) -> web.StreamResponse:
    return web.Response(body=page.encode("windows-1252"), headers={"Content-Type": "text/html"})


async def _broken_off(request: web.Request, page: str, visit: int) -> web.StreamResponse:
    whole = page.encode()
    answer = web.StreamResponse(headers={"Content-Type": _HTML, "Content-Length": str(len(whole))})
    await answer.prepare(request)
    await answer.write(whole[: whole.index(markup.END_OF_CONTENT.encode())])
    if request.transport is not None:
        request.transport.close()
    return answer


# The other quirks lie in what a page says, or in there being none, and need nothing here.
_BEHAVIOURS: dict[Quirk, Behaviour] = {
    Quirk.WITHDRAWN: _withdrawn,
    Quirk.FLAKY: _flaky,
    Quirk.THROTTLED: _throttled,
    Quirk.SLOW: _slow,
    Quirk.HUGE: _huge,
    Quirk.GZIPPED: _gzipped,
    Quirk.WINDOWS_1252: _windows_1252,
    Quirk.BROKEN_OFF: _broken_off,
}
