"""Answers requests for pages with a quirk: one function each, given the page and the number of this visit to it."""

import asyncio
import gzip
from collections.abc import Awaitable, Callable

from aiohttp import web

from garner.sample import markup
from garner.sample.pages import REDIRECTS, Quirk, find_quirk

SLOW_SECONDS = 2.0
HUGE_BYTES = 12_000_000

FAILURES_OF_FLAKY_PAGE = 2
REFUSALS_OF_THROTTLED_PAGE = 1
_HTML = "text/html; charset=utf-8"

Behaviour = Callable[[web.Request, str, int], Awaitable[web.StreamResponse]]


def html_response(text: str, status: int = 200) -> web.Response:
    return web.Response(text=text, status=status, content_type="text/html")


def find_behaviour(path: str) -> Behaviour | None:
    """Return the function that answers at this path instead of the page itself, if any."""
    if path in REDIRECTS:
        return _redirect
    quirk = find_quirk(path)
    return BEHAVIOURS.get(quirk) if quirk is not None else None


async def _redirect(request: web.Request, page: str, visit: int) -> web.StreamResponse:
    return web.Response(status=301, headers={"Location": REDIRECTS[request.path]})


async def _answer_withdrawn(request: web.Request, page: str, visit: int) -> web.StreamResponse:
    return html_response(markup.render_message("Taken down", "This opening has been filled."), status=410)


async def _fail_at_first(request: web.Request, page: str, visit: int) -> web.StreamResponse:
    if visit <= FAILURES_OF_FLAKY_PAGE:
        return html_response(markup.render_message("Something broke", "Please try again in a moment."), status=500)
    return html_response(page)


async def _throttle_at_first(request: web.Request, page: str, visit: int) -> web.StreamResponse:
    if visit <= REFUSALS_OF_THROTTLED_PAGE:
        answer = html_response(markup.render_message("Not so fast", "Please come back in a second."), status=429)
        answer.headers["Retry-After"] = "1"
        return answer
    return html_response(page)


async def _answer_slowly(request: web.Request, page: str, visit: int) -> web.StreamResponse:
    await asyncio.sleep(SLOW_SECONDS)
    return html_response(page)


async def _send_huge_page(request: web.Request, page: str, visit: int) -> web.StreamResponse:
    answer = web.StreamResponse(headers={"Content-Type": _HTML})
    await answer.prepare(request)
    before, end, after = page.partition(markup.END_OF_CONTENT)
    await answer.write(before.encode())
    lines = b"<p>One more thing that we used to sell.</p>\n" * 1500
    for _ in range(0, HUGE_BYTES, len(lines)):
        await answer.write(lines)
    await answer.write((end + after).encode())
    return answer


async def _send_gzipped(request: web.Request, page: str, visit: int) -> web.StreamResponse:
    body = gzip.compress(page.encode(), mtime=0)
    return web.Response(body=body, headers={"Content-Type": _HTML, "Content-Encoding": "gzip"})


async def _send_windows_1252(request: web.Request, page: str, visit: int) -> web.StreamResponse:
    return web.Response(body=page.encode("windows-1252"), headers={"Content-Type": "text/html"})


async def _break_off(request: web.Request, page: str, visit: int) -> web.StreamResponse:
    whole = page.encode()
    answer = web.StreamResponse(headers={"Content-Type": _HTML, "Content-Length": str(len(whole))})
    await answer.prepare(request)
    await answer.write(whole[: whole.index(markup.END_OF_CONTENT.encode())])
    if request.transport is not None:
        request.transport.close()
    return answer


# The other quirks are in the page's content, or in its absence, and are answered like any page.
BEHAVIOURS: dict[Quirk, Behaviour] = {
    Quirk.WITHDRAWN: _answer_withdrawn,
    Quirk.FLAKY: _fail_at_first,
    Quirk.THROTTLED: _throttle_at_first,
    Quirk.SLOW: _answer_slowly,
    Quirk.HUGE: _send_huge_page,
    Quirk.GZIPPED: _send_gzipped,
    Quirk.WINDOWS_1252: _send_windows_1252,
    Quirk.BROKEN_OFF: _break_off,
}
