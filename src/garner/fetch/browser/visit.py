"""Collect the answer of the document shown in a browser tab, and translate browser failures into Garner's own."""

import hashlib
import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from multidict import CIMultiDict
from yarl import URL

from garner.errors import BadRedirect, BrowserCrashed, FetchError, NetworkError, ProxyOrSiteFailed, TooManyRedirects
from garner.fetch.browser.gateway import EgressGateway
from garner.fetch.page import Page, clean, media_type, retry_after
from garner.fetch.proxies import ProxyRoute

if TYPE_CHECKING:
    from playwright.async_api import Error, Request, Response
    from playwright.async_api import Page as Tab

HTML_TYPES = (None, "text/html", "application/xhtml+xml", "text/xml", "application/xml")
NET_ERROR = re.compile(r"net::(ERR_\w+)")
# The first code that the browser's message contains is reported.
REASONS: tuple[tuple[str, type[FetchError], str], ...] = (
    ("ERR_TOO_MANY_REDIRECTS", TooManyRedirects, "{host} redirects too many times."),
    ("ERR_UNSAFE_REDIRECT", BadRedirect, "{host} redirects to a URL that is not a web page."),
    ("ERR_UNKNOWN_URL_SCHEME", BadRedirect, "{host} redirects to a URL that is not a web page."),
    ("ERR_UNSAFE_PORT", FetchError, "{host} uses a port that browsers block."),
    ("ERR_CERT", NetworkError, "{host} has an untrusted certificate."),
    ("Download is starting", FetchError, "{host} returned a file, not a web page."),
    ("ERR_ABORTED", FetchError, "{host} returned something that is not a web page."),
)


class Visit:
    """A tab, and the response that its document came with."""

    def __init__(self, tab: "Tab", proxy: ProxyRoute | None, url: URL) -> None:
        self._proxy = proxy
        self._url = url
        self.tab = tab
        self._crashed = False
        self._answer: Response | None = None
        tab.on("response", self._note_response)
        tab.on("crash", self._note_crash)

    def _note_response(self, response: "Response") -> None:
        if self._is_for_the_document(response.request):
            self._answer = response

    def _note_crash(self, _: "Tab") -> None:
        self._crashed = True

    def _is_for_the_document(self, request: "Request") -> bool:
        return request.is_navigation_request() and request.frame == self.tab.main_frame

    def page(self, body: bytes, transferred: int, trail: tuple[str, ...]) -> Page:
        """Return the page. Validators are left out: they describe the response, not the document after its scripts
        ran."""
        assert self._answer is not None  # a document was read, and documents come with answers
        headers = CIMultiDict(self._answer.headers)
        sent_as = media_type(clean(headers.get("Content-Type")))
        return Page(
            url=self._answer.url,
            status=self._answer.status,
            body=body,
            content_type="text/html" if sent_as in HTML_TYPES else sent_as,
            charset="utf-8",
            etag=None,
            last_modified=None,
            retry_after=retry_after(headers, datetime.now(UTC)),
            redirects=trail,
            content_hash=hashlib.sha256(body).hexdigest(),
            transferred=transferred,
        )

    def failure(self, error: "Error", gateway: EgressGateway) -> FetchError:
        browser = self.tab.context.browser
        if self._crashed or self.tab.is_closed() or browser is None or not browser.is_connected():
            return BrowserCrashed("The browser crashed while it rendered the page.")
        host = self._url.raw_host
        if host in gateway.failures:
            return gateway.failures[host]
        for sign, ours, reason in REASONS:
            if sign in error.message:
                return ours(reason.format(host=host))
        match = NET_ERROR.search(error.message)
        reason = match.group(1) if match else "the browser gave no reason"
        if self._proxy is not None:  # it cannot be determined which of the two broke the connection
            return ProxyOrSiteFailed(f"{host} could not be rendered through {_name_proxy(self._proxy)}: {reason}.")
        return NetworkError(f"{host} could not be rendered: {reason}.")


def _name_proxy(proxy: ProxyRoute) -> str:
    return f"the proxy {proxy.host}:{proxy.port}"
