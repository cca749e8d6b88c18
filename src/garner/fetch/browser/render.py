"""Render a page in a browser: the last rung of fetching, for sites that build their pages with scripts.

A browser runs code that strangers wrote, so it gets as little as possible: no network except the page's own gateway
through the egress guard, no pictures, fonts or videos, no service workers, none of our settings in its environment, a
fresh context for every page, and limits on time, on loaded data and on output; and it loads only its one document
(`loading.py`). Even if a page crashes the browser, the next page finds a running one.

Playwright and Chromium are loaded when the first page is rendered, not before: Garner runs without them.
"""

import asyncio
import os
import shutil
import ssl
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from yarl import URL

from garner.errors import BrowserCrashed, ConfigurationError, FetchTimeout, TooLarge, Unavailable
from garner.fetch.before_send_hook import BeforeSend
from garner.fetch.browser.dialling import DirectRoute, EgressRoute, ProxyTunnelRoute
from garner.fetch.browser.gateway import LOOPBACK, EgressGateway
from garner.fetch.browser.loading import MayLoad, RequestFilter
from garner.fetch.browser.visit import Visit
from garner.fetch.guard import Destination, EgressGuard, Resolver, SystemResolver
from garner.fetch.page import FetchLimits, Page, Redirect
from garner.fetch.proxies import ProxyRoute
from garner.fetch.redirects import next_hop, starting_url

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Playwright
    from playwright.async_api import Page as Tab

FLAGS = (
    *("--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--no-first-run", "--disable-quic", "--js-flags=--max-old-space-size=512"),
    # Traffic that is not TCP would bypass the gateway, so it is disabled.
    *(
        "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
        "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    ),
    f"--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE {LOOPBACK}",
)
NO_PROXY_AT_ALL = f"socks5://{LOOPBACK}:1"  # for requests that the browser makes outside of a page
# The headless shell comes first: the same engine without a browser window, for less than half of the processor time.
NAMES = (
    *("chromium-headless-shell", "chrome-headless-shell"),
    *("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"),
)
# A page's code may read the environment that its browser was started with: pass no settings and no secrets.
PASSED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "LD_LIBRARY_PATH", "FONTCONFIG_FILE", "FONTCONFIG_PATH")
LOADS_PER_PAGE = 5  # scripts and data may total this many times the allowed size of the page itself
# Pages that wait for another to be closed are already claimed, and the lanes of their hosts wait with them.
MAX_QUEUE_SECONDS = 5.0
START_SECONDS = 30.0
CLOSE_SECONDS = 5.0
INSTALL_PLAYWRIGHT = "Rendering needs Playwright: run `make render` in Garner's folder, or unset GARNER_RENDER."
INSTALL_CHROMIUM = (
    "Rendering needs Chromium: install it (`apt install chromium-headless-shell`, or `make render` in Garner's "
    "folder), or set GARNER_CHROMIUM to its path."
)
# Runs in an isolated world, where the page's code cannot tamper with the result.
READ = """
(() => {
    const doctype = document.doctype ? new XMLSerializer().serializeToString(document.doctype) : "";
    const html = doctype + (document.documentElement ? document.documentElement.outerHTML : "");
    return html.length > %d ? null : html;
})()
"""


class BrowserBusy(Unavailable):
    """Raised when the maximum number of pages is open and none was closed in time."""


class Renderer:
    """Page renderer, one per process: `async with Renderer(...) as renderer`. The browser starts with the first
    page."""

    def __init__(
        self,
        *,
        limits: FetchLimits,
        user_agent: str,
        allow_private: bool = False,
        exempt: Destination | None = None,
        resolver: Resolver | None = None,
        pages: int = 2,
        chromium: str | None = None,
        sandbox: bool = False,
        settle_seconds: float = 5.0,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._limits = limits
        self._user_agent = user_agent
        self._allow_private = allow_private
        self._exempt = exempt
        self._resolver = resolver or SystemResolver()
        self._slots = asyncio.Semaphore(pages)
        self._chromium = chromium
        self._sandbox = sandbox
        self._settle_seconds = settle_seconds
        self._tls = tls
        self._starting = asyncio.Lock()
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None

    async def __aenter__(self) -> Self:
        self._guard = EgressGuard(self._resolver, allow_private=self._allow_private, exempt=self._exempt)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self._stop()

    async def require_browser(self) -> None:
        """Raise a `ConfigurationError` that says what to install unless a browser can be started."""
        await self._running_browser()
        await self._stop()

    async def render(
        self,
        url: str,
        *,
        trail: Sequence[str] = (),
        proxy: ProxyRoute | None = None,
        before_send: BeforeSend | None = None,
        may_load: MayLoad | None = None,
    ) -> Page | Redirect:
        """Return the page at this URL after its scripts have run, or its redirect, including a redirect by script;
        raise a `FetchError` if there is neither.

        `trail` is every URL that redirected before this one. Everything that the page loads goes through `proxy`, if
        given. `before_send` is called right before the page is requested; an exception that it raises stops the
        rendering. `may_load` decides which other resources of the page's own origin may be loaded.
        """
        start = starting_url(url)
        egress_route = self._choose_route(proxy)
        async with self._slot():
            browser = await self._running_browser()
            try:
                async with (
                    asyncio.timeout(self._limits.timeout_seconds),
                    self._new_tab(browser, egress_route) as (tab, gateway),
                ):
                    loading = RequestFilter(before_send, may_load)
                    await loading.watch(tab)
                    return await self._visit(start, tuple(trail), Visit(tab, proxy, start), loading, gateway)
            except TimeoutError as error:
                raise FetchTimeout(f"{start.host} took longer than {self._limits.timeout_seconds:g} s.") from error

    @asynccontextmanager
    async def _slot(self) -> AsyncIterator[None]:
        try:
            async with asyncio.timeout(MAX_QUEUE_SECONDS):
                await self._slots.acquire()
        except TimeoutError as error:
            raise BrowserBusy("The browser has reached its limit of open pages.") from error
        try:
            yield
        finally:
            self._slots.release()

    def _choose_route(self, proxy: ProxyRoute | None) -> EgressRoute:
        if proxy is None:
            return DirectRoute(self._guard)
        return ProxyTunnelRoute(proxy, self._guard, self._resolver, self._limits.seconds_for_proxy, self._tls)

    async def _visit(
        self, url: URL, trail: tuple[str, ...], visit: Visit, loading: RequestFilter, gateway: EgressGateway
    ) -> Page | Redirect:
        from playwright.async_api import Error

        html, failure = None, None
        try:
            html = await self._load_html(url, visit.tab, loading)
        except Error as error:
            failure = error
        gateway.require_within_limit()
        if loading.objection is not None:
            raise loading.objection
        if loading.sent_on_to is not None:
            target = next_hop(url, loading.sent_on_to, (*trail, str(url)), self._limits.max_redirects)
            return Redirect(str(target), loading.status, None)
        if failure is not None:
            raise visit.failure(failure, gateway) from failure
        if html is None or len(body := html.encode("utf-8", "replace")) > self._limits.max_bytes:
            raise TooLarge(f"The page is larger than the {self._limits.max_bytes:,} bytes allowed.")
        return visit.page(body, gateway.transferred, trail)

    async def _load_html(self, url: URL, tab: "Tab", loading: RequestFilter) -> str | None:
        """Return the page's HTML once its network is idle or its time is up; None if it is too large, or if another
        page is to be shown instead."""
        from playwright.async_api import TimeoutError as NotSettled

        await _run_until(loading.ended, tab.goto(str(url), wait_until="domcontentloaded", timeout=0))
        if loading.objection is not None or loading.sent_on_to is not None:
            return None
        with suppress(NotSettled):
            quiet = tab.wait_for_load_state("networkidle", timeout=self._settle_seconds * 1000)
            await (quiet if loading.ended.is_set() else _run_until(loading.ended, quiet))
        return None if loading.sent_on_to is not None else await self._read_after_navigation(tab)

    async def _read_after_navigation(self, tab: "Tab") -> str | None:
        from playwright.async_api import Error

        try:
            return await self._read(tab)
        except Error:  # a script navigated the page away while it was read
            await tab.wait_for_load_state("domcontentloaded", timeout=0)
            return await self._read(tab)

    async def _read(self, tab: "Tab") -> str | None:
        session = await tab.context.new_cdp_session(tab)
        frame = (await session.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
        world = await session.send("Page.createIsolatedWorld", {"frameId": frame})
        what = {"expression": READ % self._limits.max_bytes, "returnByValue": True}
        answer = await session.send("Runtime.evaluate", {**what, "contextId": world["executionContextId"]})
        html: str | None = answer["result"].get("value")
        return html

    @asynccontextmanager
    async def _new_tab(
        self, browser: "Browser", egress_route: EgressRoute
    ) -> AsyncIterator[tuple["Tab", EgressGateway]]:
        from playwright.async_api import Error

        async with EgressGateway(egress_route, self._limits.max_bytes * LOADS_PER_PAGE) as gateway:
            context = None
            try:
                context = await browser.new_context(
                    proxy={"server": gateway.url, "bypass": "<-loopback>"},
                    user_agent=self._user_agent,
                    service_workers="block",
                    accept_downloads=False,
                )
                tab = await context.new_page()
                yield tab, gateway
            except Error as error:
                raise BrowserCrashed("The browser crashed.") from error
            finally:
                if context is not None:
                    await self._close(context)

    async def _close(self, context: "BrowserContext") -> None:
        """Close the context. A page that blocks its closing takes the whole browser with it."""
        if not await _ends_in_time(context.close()):
            await self._stop()

    # The browser ---------------------------------------------------------------------------------------------

    async def _running_browser(self) -> "Browser":
        async with self._starting:
            if self._browser is None or not self._browser.is_connected():
                await self._stop()
                self._browser = await self._launch()
            return self._browser

    async def _launch(self) -> "Browser":
        try:
            from playwright.async_api import Error, async_playwright
        except ImportError as error:
            raise ConfigurationError(INSTALL_PLAYWRIGHT) from error
        self._playwright = await async_playwright().start()
        try:
            return await self._playwright.chromium.launch(
                executable_path=_executable(self._chromium, self._playwright.chromium.executable_path),
                args=FLAGS,
                chromium_sandbox=self._sandbox,
                proxy={"server": NO_PROXY_AT_ALL},
                env={name: os.environ[name] for name in PASSED_ON if name in os.environ},
                timeout=START_SECONDS * 1000,
                # Garner handles the signals itself, and stops the browser when its pages are done.
                handle_sigint=False,
                handle_sigterm=False,
                handle_sighup=False,
            )
        except Error as error:
            await self._stop()
            raise ConfigurationError(f"Chromium does not start: {error.message.partition(chr(10))[0]}") from error
        except BaseException:
            await self._stop()
            raise

    async def _stop(self) -> None:
        browser, self._browser = self._browser, None
        playwright, self._playwright = self._playwright, None
        if browser is not None:
            await _ends_in_time(browser.close())
        if playwright is not None:
            await _ends_in_time(playwright.stop())


def find_chromium(named: str | None = None) -> str | None:
    """Return the Chromium of this machine: the named one, else the first on the PATH."""
    return next(filter(None, map(shutil.which, [named] if named else NAMES)), None)


def _executable(named: str | None, playwrights_own: str) -> str:
    path = find_chromium(named) or (None if named else find_chromium(playwrights_own))
    if path is None:
        raise ConfigurationError(f"There is no Chromium at GARNER_CHROMIUM={named}." if named else INSTALL_CHROMIUM)
    return path


async def _run_until(ended: asyncio.Event, act: Coroutine[Any, Any, object]) -> None:
    """Run `act` until it ends or `ended` is set."""
    doing, ending = asyncio.ensure_future(act), asyncio.ensure_future(ended.wait())
    try:
        await asyncio.wait((doing, ending), return_when=asyncio.FIRST_COMPLETED)
        if doing.done():
            doing.result()
    finally:
        doing.cancel()
        ending.cancel()


async def _ends_in_time(closing: Coroutine[Any, Any, None]) -> bool:
    from playwright.async_api import Error

    try:
        async with asyncio.timeout(CLOSE_SECONDS):
            await closing
    except Error:
        return True  # it is dead, so it is closed
    except TimeoutError:
        return False
    return True
