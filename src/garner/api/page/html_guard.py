"""Middleware that adds the same protective headers to every HTML answer: the page, the API reference, and any page that
is added later."""

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

GOOGLE = "https://accounts.google.com"
HTML_TYPES = ("text/html", "application/xhtml+xml")
# Scripts and requests are Garner's own; pictures come from the sites of the records.
_POLICY: dict[str, str] = {
    "default-src": "'self'",
    "script-src": "'self'",
    "connect-src": "'self'",
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' http: https: data: blob:",
    "frame-src": "'none'",
    "frame-ancestors": "'none'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
}
_WITH_GOOGLE = {
    "script-src": f"'self' {GOOGLE}",
    "connect-src": f"'self' {GOOGLE}",
    "style-src": f"'self' 'unsafe-inline' {GOOGLE}",
    "frame-src": GOOGLE,
}


class HtmlGuard:
    """Middleware for protective headers. An answer that sets one of them itself, such as the policy of the API
    reference, keeps its own."""

    def __init__(self, app: ASGIApp, *, with_google: bool) -> None:
        self._app = app
        self._headers = {
            "Content-Security-Policy": page_policy(with_google=with_google),
            "X-Content-Type-Options": "nosniff",
            # Sites whose pictures are shown do not learn the visitor's page. Google requires the origin of its button.
            "Referrer-Policy": "strict-origin-when-cross-origin" if with_google else "same-origin",
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if headers.get("content-type", "").lower().startswith(HTML_TYPES):
                    for name, value in self._headers.items():
                        headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, send_guarded if scope["type"] == "http" else send)


def page_policy(*, with_google: bool) -> str:
    return content_security_policy(_WITH_GOOGLE if with_google else {})


def content_security_policy(changed: dict[str, str]) -> str:
    return "; ".join(f"{name} {sources}" for name, sources in (_POLICY | changed).items())
