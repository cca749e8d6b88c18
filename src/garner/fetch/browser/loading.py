"""Decide which requests a page in the browser may make.

*The document* is one request, as without a browser: it is sent when its lane has a slot for it. If it leads to another
document, by a redirect or by its scripts, the browser does not follow. That address belongs to a lane and has a
robots.txt of its own, so it is returned as a hop. A page that would reload itself, or send a form, is read as it is;
windows that it opens stay empty.

*Subresources* are part of rendering the page and need no slots. From the page's own origin, everything that robots.txt
allows is loaded; from other origins, scripts, styles and data, as any visitor's browser would load them, but no
document. Redirects of subresources follow the same rules.
"""

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from garner.core.urls.page_url import origin_of
from garner.errors import Unavailable
from garner.fetch.before_send_hook import BeforeSend

if TYPE_CHECKING:
    from playwright.async_api import CDPSession, Frame, Request, Route
    from playwright.async_api import Page as Tab

MayLoad = Callable[[str], Awaitable[bool]]  # whether an address of the page's own origin may be requested

NOT_LOADED = frozenset({"image", "media", "font", "ping"})
FROM_ELSEWHERE = frozenset({"script", "stylesheet", "xhr", "fetch"})
FOUND = 302


class RequestFilter:
    """Request filter, one per page. `ended` means that the document will not load any further."""

    def __init__(self, before_send: BeforeSend | None, may_load: MayLoad | None) -> None:
        self._before_send = before_send
        self._may_load = may_load
        self._asked_for: str | None = None
        self.ended = asyncio.Event()
        self.objection: Exception | None = None  # raised by `before_send`
        self.sent_on_to: str | None = None
        self.status = FOUND  # of the answer that redirected us, or that contained the script that did

    async def watch(self, tab: "Tab") -> None:
        """Filter all requests of the tab. Playwright reports every request except redirect targets; those come from the
        browser through CDP."""
        self._tab = tab
        await tab.context.route("**/*", self._judge)
        self._browser = await tab.context.new_cdp_session(tab)
        tree = await self._browser.send("Page.getFrameTree")
        self._main_frame = tree["frameTree"]["frame"]["id"]
        self._browser.on("Fetch.requestPaused", self._judge_redirect)
        answers = {"urlPattern": "*", "resourceType": "Document", "requestStage": "Response"}
        await self._browser.send("Fetch.enable", {"patterns": [{"urlPattern": "*"}, answers]})

    async def _judge(self, route: "Route") -> None:
        from playwright.async_api import Error

        with suppress(Error):  # the page may be gone by now
            if await self._may_go(route.request):
                await route.continue_()
            else:
                await route.abort("aborted")

    async def _may_go(self, request: "Request") -> bool:
        if not request.is_navigation_request():
            return await self._belongs(request.resource_type, request.url)
        frame = _frame_of(request)
        if frame is None or frame.page != self._tab:
            return False
        if frame != self._tab.main_frame:
            return await self._belongs(request.resource_type, request.url)
        if self._asked_for is None:
            self._asked_for = request.url
            return await self._may_send()
        if request.method == "GET" and not self._is_shown(request.url):
            self._send_on(request.url)
        self.ended.set()
        return False

    async def _may_send(self) -> bool:
        try:
            asked = None if self._before_send is None else self._before_send()
            if inspect.isawaitable(asked):
                await asked
        except Exception as objection:  # it is the caller's own, and is raised to the caller once the browser is closed
            self.objection = objection
            self.ended.set()
            return False
        return True

    def _is_shown(self, url: str) -> bool:
        shown = {(self._asked_for or "").partition("#")[0], self._tab.url.partition("#")[0]}
        return url.partition("#")[0] in shown

    def _send_on(self, url: str) -> None:
        if self.sent_on_to is None:
            self.sent_on_to = url
        self.ended.set()

    async def _belongs(self, kind: str, url: str) -> bool:
        if kind in NOT_LOADED:
            return False
        if not url.startswith(("http:", "https:")):
            return True
        if origin_of(url) != origin_of(self._asked_for or ""):
            return kind in FROM_ELSEWHERE
        try:
            return self._may_load is None or await self._may_load(url)
        except Unavailable:
            return False

    async def _judge_redirect(self, paused: dict[str, Any]) -> None:
        from playwright.async_api import Error

        kind, url = paused["resourceType"].lower(), paused["request"]["url"]
        is_document = kind == "document" and paused["frameId"] == self._main_frame
        may_go = True
        if "responseStatusCode" in paused:
            if is_document:
                self.status = paused["responseStatusCode"]
        elif paused.get("redirectedRequestId") and is_document:
            self._send_on(url)
            may_go = False
        elif paused.get("redirectedRequestId"):
            may_go = await self._belongs(kind, url)
        with suppress(Error):
            await _decide(self._browser, paused["requestId"], may_go=may_go)


async def _decide(browser: "CDPSession", request: str, *, may_go: bool) -> None:
    if may_go:
        await browser.send("Fetch.continueRequest", {"requestId": request})
    else:
        await browser.send("Fetch.failRequest", {"requestId": request, "errorReason": "Aborted"})


def _frame_of(request: "Request") -> "Frame | None":
    """Return the request's frame, or None for a window that is just being opened."""
    from playwright.async_api import Error

    try:
        return request.frame
    except Error:
        return None
